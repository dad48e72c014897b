"""Letters as outlines: text of several faces in one line, straight or along a curve, with a halo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D
from numpy.typing import NDArray

from .canvas import Canvas, Style
from .style import face

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Run:
    """A stretch of text in one face and size (points)."""

    text: str
    face: str
    size: float


@dataclass(frozen=True)
class Lettering:
    """A line of text as one outline in points, its baseline starting at the origin."""

    path: Path
    width: float
    ascent: float


@lru_cache(maxsize=4096)
def glyphs(run: Run) -> tuple[Path, float]:
    """Outline and advance width of a run; a blank has a width and no outline."""
    font = face(run.face)
    outline = (
        Path(np.empty((0, 2))) if run.text.isspace() else TextPath((0, 0), run.text, size=run.size, prop=font)
    )
    if run.face.startswith("hanzi"):
        return outline, run.size * len(run.text)
    stop = TextPath((0, 0), "|", size=run.size, prop=font).vertices[:, 0].max()
    return outline, float(
        TextPath((0, 0), f"{run.text}|", size=run.size, prop=font).vertices[:, 0].max() - stop
    )


@lru_cache(maxsize=2048)
def lettering(runs: tuple[Run, ...], gap: float = 0.0) -> Lettering:
    """Runs set one after another on a baseline, `gap` points between them."""
    parts, x = [], 0.0
    for run in runs:
        path, width = glyphs(run)
        if not run.text.isspace():
            parts.append(path.transformed(Affine2D().translate(x, 0)))
        x += width + gap
    joined = Path.make_compound_path(*parts)
    return Lettering(joined, x - gap, max(0.72 * run.size for run in runs))


def put(
    canvas: Canvas,
    letters: Lettering,
    at: Sequence[float],
    colour: str,
    *,
    align: tuple[float, float] = (0.0, 0.0),
    angle: float = 0.0,
    halo: float = 0.0,
    alpha: float = 1.0,
    zorder: float = 5.0,
    clip: bool = True,
) -> None:
    """Draw letters at a place in kilometres.

    align says which point of them lies there: left to right 0 to 1, baseline to top of the capitals 0 to 1.
    """
    move = (
        Affine2D()
        .translate(-align[0] * letters.width, -align[1] * letters.ascent)
        .rotate_deg(angle)
        .scale(canvas.km_per_pt)
        .translate(float(at[0]), float(at[1]))
    )
    outline = letters.path.transformed(move)
    draw_outline(canvas, outline, colour, halo=halo, alpha=alpha, zorder=zorder, clip=clip)


def write(canvas: Canvas, text: str, face_name: str, size: float, at: Sequence[float], **style: Any) -> None:
    """Draw a plain text in the colour of the ink unless another is given; see `put`."""
    put(
        canvas, lettering((Run(text, face_name, size),)), at, style.pop("colour", canvas.palette.ink), **style
    )


def draw_outline(
    canvas: Canvas,
    path: Path,
    colour: str,
    *,
    halo: float = 0.0,
    alpha: float = 1.0,
    zorder: float = 5.0,
    clip: bool = True,
) -> None:
    """Draw an outline already in kilometres, above a pale rim."""
    if halo:
        rim: Style = {
            "linewidth": 2 * halo,
            "edgecolor": canvas.palette.halo,
            "facecolor": canvas.palette.halo,
        }
        canvas.ax.add_artist(
            PathPatch(path, joinstyle="round", alpha=0.82 * alpha, zorder=zorder - 0.01, **rim)
        )
    style: Style = {"facecolor": colour, "linewidth": 0, "alpha": alpha, "zorder": zorder, "clip_on": clip}
    canvas.ax.add_artist(PathPatch(path, **style))


def along(
    canvas: Canvas,
    line: shapely.LineString,
    pieces: Iterable[Run],
    colour: str,
    *,
    spacing: float = 0.0,
    halo: float = 0.0,
    alpha: float = 1.0,
    zorder: float = 5.0,
) -> shapely.Polygon:
    """Set text along a line, spread by `spacing` of its size, centred; returns the ground it covers."""
    letters = [Run(letter, piece.face, piece.size) for piece in pieces for letter in piece.text]
    advances = [glyphs(letter)[1] + spacing * letter.size for letter in letters]
    start = (line.length - canvas.pt(sum(advances))) / 2
    position, placed = start, []
    for letter, advance in zip(letters, advances, strict=True):
        if not letter.text.isspace():
            centre, turn = _frame(line, position + canvas.pt(advance) / 2, canvas.pt(letter.size))
            shift = Affine2D().translate(-glyphs(letter)[1] / 2, -0.36 * letter.size)
            move = shift.rotate(turn).scale(canvas.km_per_pt).translate(*centre)
            placed.append(glyphs(letter)[0].transformed(move))
        position += canvas.pt(advance)
    draw_outline(canvas, Path.make_compound_path(*placed), colour, halo=halo, alpha=alpha, zorder=zorder)
    covered = shapely.ops.substring(line, max(start, 0), min(position, line.length))
    return covered.buffer(canvas.pt(0.55 * max(letter.size for letter in letters)), cap_style="flat")


def _frame(line: shapely.LineString, position: float, window: float) -> tuple[Array, float]:
    """Point and direction along a line, the direction averaged over a letter; runs on past the ends."""
    clamp = float(np.clip(position, 0, line.length))
    before = np.array(line.interpolate(max(clamp - window, 0)).coords[0])
    after = np.array(line.interpolate(min(clamp + window, line.length)).coords[0])
    tangent = (after - before) / max(float(np.hypot(*(after - before))), 1e-9)
    point = np.array(line.interpolate(clamp).coords[0]) + tangent * (position - clamp)
    return point, float(np.arctan2(tangent[1], tangent[0]))
