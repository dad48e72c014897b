"""Draws the plates of the README anew: every theatre with its set-up, as an atlas would print it.

    make pictures
    python docs/make_plates.py taierzhuang     # some of them
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

import sandtable as st
from sandtable_geodata.draw import draw

DOCS = Path(__file__).parent
WIDTH, QUALITY = 1600, 88


def take(slug: str) -> None:
    """One plate, drawn large and made small, so that its lettering is smooth."""
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "plate.png"
        draw(slug, large)
        picture = Image.open(large).convert("RGB")
        size = WIDTH, round(WIDTH * picture.height / picture.width)
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    path = DOCS / f"{slug}.jpg"
    picture.save(path, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    print(f"{path.name}: {picture.width}×{picture.height}, {path.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:] or st.games():
        take(name)
