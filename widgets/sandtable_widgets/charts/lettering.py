"""Names on a map: each where it covers no other, or not at all."""

from __future__ import annotations

from collections.abc import Sequence

LETTER, LINE, MARK = 6.4, 14, 7
"""Pixels of a letter, of a line, and of half a mark."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""


def box(x: float, y: float, text: str, position: str) -> Box:
    """The room of a name beside its mark, by plotly's word for where it stands."""
    wide = LETTER * len(text)
    left = {"left": x - MARK - wide, "right": x + MARK}.get(position.split()[1], x - wide / 2)
    top = {"top": y - MARK - LINE, "bottom": y + MARK}.get(position.split()[0], y - LINE / 2)
    return left, top, left + wide, top + LINE


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


POSITIONS = ("top center", "middle right", "middle left", "bottom center")


class Sheet:
    """What of a map is written on already."""

    def __init__(self) -> None:
        self.taken: list[Box] = []

    def mark(self, spots: Sequence[tuple[float, float]]) -> None:
        """Keeps names off these marks."""
        self.taken += [(x - MARK, y - MARK, x + MARK, y + MARK) for x, y in spots]

    def write(self, spot: tuple[float, float], text: str) -> str | None:
        """Where the name can stand, the first choice above; None where all room is taken."""
        for position in POSITIONS:
            wanted = box(*spot, text, position)
            if not any(meet(wanted, other) for other in self.taken):
                self.taken.append(wanted)
                return position
        return None
