"""Cut the fonts of the map to the glyphs it uses: `python fonts.py <Lato folder> <Noto regular> <Noto bold>`.

The licence (OFL) lets a cut font travel with the program under another name; needs fonttools.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path

from common import THEATRES
from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "sandtable_geodata" / "draw" / "fonts"
LATIN = string.ascii_letters + string.digits + string.punctuation + " –—·°′″’‘“”…×½¼ÄÖÜäöüéèâêôûŭ†•→←↑↓"
SIMPLIFIED = 2
"""Number of the simplified Chinese face inside the Noto collections."""

EXTRA_HANZI = "—·"


def main(lato: str, regular: str, bold: str) -> None:
    """Write the cut fonts."""
    hanzi = {
        c
        for path in THEATRES.glob("*/*")
        if path.is_file()
        for c in path.read_text("utf-8")
        if ord(c) > 0x2E80
    }
    for style in ("Regular", "Italic", "Bold", "BoldItalic", "Heavy"):
        cut(
            TTFont(Path(lato) / f"Lato-{style}.ttf", recalcTimestamp=False),
            LATIN,
            "Sandtable Latin",
            style,
            f"latin-{style.lower()}.ttf",
        )
    for path, style in ((regular, "Regular"), (bold, "Bold")):
        text = "".join(sorted(hanzi | set(EXTRA_HANZI)))
        cut(
            TTFont(path, fontNumber=SIMPLIFIED, recalcTimestamp=False),
            text,
            "Sandtable Hanzi",
            style,
            f"hanzi-{style.lower()}.otf",
        )


def cut(font: TTFont, text: str, family: str, style: str, name: str) -> None:
    """Keep the glyphs of a text, rename the font, write it."""
    options = subset.Options(
        layout_features=["kern"], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], notdef_outline=True
    )
    cutter = subset.Subsetter(options)
    cutter.populate(text=text)
    cutter.subset(font)
    for record in font["name"].names:
        new = {1: family, 2: style, 3: f"{family} {style}", 4: f"{family} {style}"}.get(record.nameID)
        if record.nameID == 6:
            new = f"{family} {style}".replace(" ", "")
        if new:
            record.string = new
    if "CFF " in font:
        top = font["CFF "].cff[0]
        top.FullName, top.FamilyName = f"{family} {style}", family
        font["CFF "].cff.fontNames = [f"{family}{style}".replace(" ", "")]
    font.save(FONTS / name)


if __name__ == "__main__":
    main(*sys.argv[1:4])
