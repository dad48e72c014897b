"""BOT-3.3, 5.2, 6.3: the hidden side of the Chinese infantry: drawn from a cup, revealed in combat.

`state.vars["faces"]` says for each Chinese infantry counter which regiment it is, -1 while the counter
has not been drawn. Who may know that, the marks say: TESTED units lie face up, SEEN ones were looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from ...cups import draw
from ...state import State
from ...units import Unit
from .words import SEEN, TESTED

if TYPE_CHECKING:
    from .game import Taierzhuang

UNDRAWN = -1


class Regiments:
    """Which counters are blank, and which faces belong to them; faces are numbered like the counters."""

    def __init__(self, units: Iterable[Unit], faces: Iterable[Unit]) -> None:
        self.faces = tuple(faces)
        self.counters = tuple(face.index for face in self.faces)
        self.place = {unit: place for place, unit in enumerate(self.counters)}
        self.number = {face.id: place for place, face in enumerate(self.faces)}
        self.armies: dict[str, tuple[int, ...]] = {}
        for place, face in enumerate(self.faces):
            self.armies[face.formation] = (*self.armies.get(face.formation, ()), place)
        self.blanks = {u.index: u for u in units if u.index in self.place}

    def shown(self, counter: int, face: int) -> Unit:
        """A counter with its face up."""
        blank, regiment = self.blanks[counter], self.faces[face]
        return replace(
            blank,
            name=f"{regiment.name} ({blank.name})",
            strength=regiment.strength,
            defence=regiment.defence,
            movement=regiment.movement,
        )


def is_regiment(game: Taierzhuang, unit: int) -> bool:
    return unit in game.regiments.place


def face_of(game: Taierzhuang, state: State, unit: int) -> Unit:
    """The unit with its true factors, whoever may know them."""
    place = game.regiments.place.get(unit)
    if place is None or state.vars["faces"][place] == UNDRAWN:
        return game.units[unit]
    face: int = state.vars["faces"][place]
    return game.regiments.faces[face]


def allowance(game: Taierzhuang, state: State, unit: int) -> int:
    """BOT-2.3.6a, 3.3d, 8.0b, R-39: the points of the side that lies up."""
    up = face_of(game, state, unit) if state.marks[unit] & TESTED else game.units[unit]
    return up.movement


def is_known(state: State, unit: int) -> bool:
    """BOT-3.3k, 5.2o, 6.3d: has this counter been seen with its face up?"""
    return bool(state.marks[unit] & (TESTED | SEEN))


def cup(game: Taierzhuang, state: State, army: str) -> tuple[int, ...]:
    """BOT-3.3c, 5.2d: the faces of an army that have not been drawn."""
    drawn = set(state.vars["faces"])
    return tuple(face for face in game.regiments.armies[army] if face not in drawn)


def unseen(game: Taierzhuang, state: State, army: str) -> list[int]:
    """The faces of an army that nobody has seen, in the cup or face down."""
    known = {
        state.vars["faces"][place]
        for place in game.regiments.armies[army]
        if is_known(state, game.regiments.counters[place])
    }
    return [face for face in game.regiments.armies[army] if face not in known]


def draw_face(game: Taierzhuang, state: State, unit: int) -> None:
    """BOT-3.3f, 5.2d, 5.2e: a counter is drawn unseen; with it comes its face."""
    face, _ = draw(state, cup(game, state, game.units[unit].formation))
    set_face(game, state, unit, face)


def set_face(game: Taierzhuang, state: State, unit: int, face: int) -> None:
    place = game.regiments.place[unit]
    faces = state.vars["faces"]
    state.vars["faces"] = (*faces[:place], face, *faces[place + 1 :])


def reveal(game: Taierzhuang, state: State, units: Iterable[int]) -> tuple[int, ...]:
    """BOT-5.2o, 9.1d: counters in combat are turned up; returns those that lay face down."""
    turned = tuple(u for u in units if is_regiment(game, u) and not state.marks[u] & TESTED)
    for u in turned:
        state.marks[u] |= TESTED
        face = face_of(game, state, u)
        game.tell(
            state,
            "BOT-5.2o",
            "{units} is revealed: {name}, {attack}-{defence}",
            (u,),
            name=face.name,
            attack=face.strength[1],
            defence=face.defence[1],
        )
    return turned


def conceal(state: State, units: Iterable[int]) -> None:
    """BOT-6.3d: counters are laid face down again; whoever looked has seen them."""
    for u in units:
        state.marks[u] = state.marks[u] & ~TESTED | SEEN


def deal_anew(game: Taierzhuang, state: State, rng: Random) -> None:
    """Gives every counter that nobody has seen another face that nobody has seen."""
    for army, places in game.regiments.armies.items():
        faces = unseen(game, state, army)
        rng.shuffle(faces)
        for place in places:
            counter = game.regiments.counters[place]
            if state.vars["faces"][place] != UNDRAWN and not is_known(state, counter):
                set_face(game, state, counter, faces.pop())
