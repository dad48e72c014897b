"""The kernel's board files from the layers of a theatre.

Geography decides first; `banks.csv` says on which side of a hex a watercourse runs where geography leaves it
open; and `overrides.csv` has the last word where the rules, or the reconstructed board, say otherwise.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from . import layers
from .area_board import build_areas
from .areas import AreaFrame
from .borders import borders
from .frame import Frame
from .georeference import GRID_OPTIONS, Georeference
from .links import links
from .overrides import Overrides
from .tables import csv_text
from .tags import tags
from .terrain import place_names, settled_places, terrain

FILES = ("board.toml", "spaces.csv", "borders.csv", "links.csv")

"""The files of a board of hexes."""

Row = tuple[str, ...]


def georeference(slug: str) -> Frame:
    """Where the spaces of a theatre lie: a grid of hexes, or areas."""
    return AreaFrame(slug) if "areas" in layers.settings(slug) else Georeference(slug)


def board_folder(slug: str) -> Path:
    """Where the kernel keeps the board of a theatre's game."""
    spec = find_spec("sandtable")
    if spec is None or not spec.submodule_search_locations:
        raise layers.DataError(
            "the package sandtable is not installed, so there is no board to read or write"
        )
    game = str(layers.settings(slug)["game"])
    return Path(next(iter(spec.submodule_search_locations))) / "games" / game / "data" / "board"


def build(slug: str) -> dict[str, str]:
    """The text of every board file; the same input gives the same bytes on every machine."""
    frame = georeference(slug)
    return build_areas(frame) if isinstance(frame, AreaFrame) else _build_hexes(Georeference(slug))


def _build_hexes(frame: Georeference) -> dict[str, str]:
    overrides = Overrides.read(frame)
    ground = terrain(frame, overrides)
    sides = borders(frame, ground, overrides)
    words = tags(frame, ground, sides, overrides)
    names = place_names(frame)
    decimals = frame.settings["grid"].get("decimals", 4)
    spaces: list[Row] = [
        (
            h,
            names.get(h, ""),
            ground[h].terrain,
            " ".join(words[h]),
            f"{lon:.{decimals}f}",
            f"{lat:.{decimals}f}",
            ground[h].source,
        )
        for h, (lon, lat) in frame.centres.items()
    ]
    return {
        "board.toml": _toml(frame),
        "spaces.csv": csv_text(("id", "name", "terrain", "tags", "lon", "lat", "source"), spaces),
        "borders.csv": csv_text(("a", "b", "feature", "name", "source"), sides),
        "links.csv": csv_text(
            ("kind", "name", "path", "source"), links(frame, ground, settled_places(frame), overrides)
        ),
    }


def check(slug: str, folder: Path) -> list[str]:
    """What differs between the committed board files and what would be built; empty when nothing does."""
    problems = []
    for name, text in build(slug).items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{path}: missing")
        elif path.read_text(encoding="utf-8") != text:
            problems.append(f"{path}: differs from what the layers give ({_first_difference(path, text)})")
    return problems


def _first_difference(path: Path, text: str) -> str:
    old, new = path.read_text(encoding="utf-8").splitlines(), text.splitlines()
    for number, (a, b) in enumerate(zip(old, new, strict=False), 1):
        if a != b:
            return f"line {number}: {a!r}, built {b!r}"
    return f"{len(old)} lines, built {len(new)}"


def _toml(frame: Georeference) -> str:
    grid = frame.settings["grid"]
    written = [f"{option} = {json.dumps(grid[option])}" for option in GRID_OPTIONS if option in grid]
    return "\n".join(['kind = "hex"', *written, f'source = "{grid["source"]}"']) + "\n"
