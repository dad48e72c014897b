"""Takes the pictures of the study notebooks anew, from the notebooks' own cells.

    make pictures
    python docs/make_study_pictures.py 20-study-shanghai-nanking     # some of them

Every notebook of a study has one cell with the tag `picture`; the chart it shows is the picture at its head.
Needs chromium.
"""

from __future__ import annotations

import ast
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
COLOURS = 128
"""A palette is enough for a chart, and keeps a picture small."""


def value_of(code: str, names: dict[str, Any]) -> Any:
    """Runs a cell; what it would show is the value of its last line."""
    body = ast.parse(code).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def take(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        shown = value_of("".join(cell["source"]), names)
        if "picture" in cell["metadata"].get("tags", ()):
            with tempfile.TemporaryDirectory() as folder:
                drawn = shown.save(Path(folder) / "chart.png", scale=1)
                small = Image.open(drawn).convert("RGB").quantize(COLOURS)
            target = NOTEBOOKS / "images" / f"{path.stem}.png"
            small.save(target, optimize=True)
            print(f"{target.name}: {target.stat().st_size:,} bytes; {shown.reading}", flush=True)
            return
    raise SystemExit(f"{path.name} has no cell with the tag 'picture'")


if __name__ == "__main__":
    chosen = sys.argv[1:] or sorted(path.stem for path in NOTEBOOKS.glob("[23]?-*.ipynb"))
    for stem in chosen:
        take(NOTEBOOKS / f"{stem}.ipynb")
