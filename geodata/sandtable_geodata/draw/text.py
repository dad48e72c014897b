"""Letters as outlines: text of several faces in one line, straight or along a curve, with a halo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D
from numpy.typing import NDArray

from .canvas import Canvas
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
    descent: float

    @property
    def height(self) -> float:
        """From the lowest to the highest ink."""
        return self.ascent - self.descent


@lru_cache(maxsize=4096)
def glyphs(run: Run) -> tuple[Path, float]:
    """Outline and advance width of a run; a blank has a width and no outline."""
    font = face(run.face)
    outline = Path(np.empty((0, 2))) if run.text.isspace() else TextPath((0, 0), run.text, size=run.size, prop=font)
    if run.face.startswith("hanzi"):
        return outline, run.size * len(run.text)
    stop = TextPath((0, 0), "|", size=run.size, prop=font).vertices[:, 0].max()
    return outline, float(TextPath((0, 0), f"{run.text}|", size=run.size, prop=font).vertices[:, 0].max() - stop)


@lru_cache(maxsize=2048)
def lettering(runs: tuple[Run, ...], gap: float = 0.0) -> Lettering:
    """Runs set one after another on a baseline, `gap` points between them."""
    parts, x = [], 0.0
    for run in runs:
        path, width = glyphs(run)
        if len(path.vertices):
            parts.append(path.transformed(Affine2D().translate(x, 0)))
        x += width + gap
    joined = Path.make_compound_path(*parts)
    top = max(0.72 * run.size for run in runs)
    return Lettering(joined, x - gap, top, -0.2 * max(run.size for run in runs))


def lettering_spaced(text: str, face_name: str, size: float, spacing: float) -> list[tuple[Path, float]]:
    """Single letters with their advance, for text that is spread along a line."""
    return [(path, width + spacing * size) for path, width in (glyphs(Run(c, face_name, size)) for c in text)]


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
) -> None:
    """Draw letters at a place in kilometres; align (0..1, 0..1) says which point of the text lies there."""
    move = (
        Affine2D()
        .translate(-align[0] * letters.width, -letters.descent - align[1] * letters.height)
        .rotate_deg(angle)
        .scale(canvas.km_per_pt)
        .translate(float(at[0]), float(at[1]))
    )
    if align[1] == 0.0:
        move = Affine2D().translate(0, letters.descent) + move
    draw_outline(canvas, letters.path.transformed(move), colour, halo=halo, alpha=alpha, zorder=zorder)


def draw_outline(
    canvas: Canvas, path: Path, colour: str, *, halo: float = 0.0, alpha: float = 1.0, zorder: float = 5.0
) -> None:
    """Draw an outline already in kilometres, above a pale rim."""
    if halo:
        rim = {"linewidth": 2 * halo, "edgecolor": canvas.palette.halo, "facecolor": canvas.palette.halo}
        canvas.ax.add_artist(PathPatch(path, joinstyle="round", alpha=0.82 * alpha, zorder=zorder - 0.01, **rim))  # type: ignore[arg-type]
    canvas.ax.add_artist(PathPatch(path, facecolor=colour, linewidth=0, alpha=alpha, zorder=zorder))


def along(
    canvas: Canvas,
    line: shapely.LineString,
    pieces: Iterable[tuple[str, str, float]],
    colour: str,
    *,
    spacing: float = 0.0,
    halo: float = 0.0,
    alpha: float = 1.0,
    zorder: float = 5.0,
) -> shapely.Polygon:
    """Set (text, face, size) pieces along a line in kilometres, centred on it; returns the ground they cover."""
    letters: list[tuple[Path, float, float]] = []
    for text, face_name, size in pieces:
        letters += [(path, width, size) for path, width in lettering_spaced(text, face_name, size, spacing)]
    total = canvas.pt(sum(width for _, width, _ in letters))
    position = (line.length - total) / 2
    placed, tallest = [], 0.0
    for path, width, size in letters:
        middle = position + canvas.pt(width) / 2
        centre, tangent = _frame(line, middle, canvas.pt(size))
        turn = np.arctan2(tangent[1], tangent[0])
        move = (
            Affine2D()
            .translate(-width / 2 + spacing * size / 2, -0.36 * size)
            .rotate(turn)
            .scale(canvas.km_per_pt)
            .translate(*centre)
        )
        if len(path.vertices):
            placed.append(path.transformed(move))
        position += canvas.pt(width)
        tallest = max(tallest, size)
    draw_outline(canvas, Path.make_compound_path(*placed), colour, halo=halo, alpha=alpha, zorder=zorder)
    start = max((line.length - total) / 2, 0)
    covered = shapely.ops.substring(line, start, min(start + total, line.length))
    return covered.buffer(canvas.pt(0.55 * tallest), cap_style="flat")


def _frame(line: shapely.LineString, position: float, window: float) -> tuple[Array, Array]:
    """Point and direction at a position along a line, the direction averaged over a letter; runs on past the ends."""
    clamp = float(np.clip(position, 0, line.length))
    before = np.array(line.interpolate(max(clamp - window, 0)).coords[0])
    after = np.array(line.interpolate(min(clamp + window, line.length)).coords[0])
    tangent = (after - before) / max(float(np.hypot(*(after - before))), 1e-9)
    return np.array(line.interpolate(clamp).coords[0]) + tangent * (position - clamp), tangent
