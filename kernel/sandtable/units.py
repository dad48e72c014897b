"""Units: the counters of a game, frozen; what changes about them lies in the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from .errors import Unknown


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter. `strength[n]` is its factor with n steps left (`strength[0]` is 0)."""

    id: str
    index: int
    name: str
    side: int
    kind: str
    size: str
    category: str
    formation: str
    strength: tuple[int, ...]
    static: bool
    movement: int
    stacking: int
    source: str
    defence: tuple[int, ...] = ()
    """Its factor in defence by steps, where that differs from `strength`."""
    special: str = ""
    """A word of the game's own for what no other unit does."""

    def __post_init__(self) -> None:
        if not self.defence:
            object.__setattr__(self, "defence", self.strength)

    @property
    def steps(self) -> int:
        """Steps at full strength."""
        return len(self.strength) - 1


class UnitList(tuple[Unit, ...]):
    """All units of a game by index; `by_id` and `number` look them up by identifier."""

    number: dict[str, int]
    ids: tuple[str, ...]

    def __new__(cls, units: Iterable[Unit]) -> Self:
        new = super().__new__(cls, units)
        new.number = {u.id: u.index for u in new}
        new.ids = tuple(u.id for u in new)
        return new

    def index_of(self, id: str) -> int:
        """The number of a unit, or a clear error."""
        try:
            return self.number[id]
        except KeyError:
            raise Unknown("unit", id, self.ids) from None

    def by_id(self, id: str) -> Unit:
        return self[self.index_of(id)]
