"""Who plays which side, and through whose eyes the table is seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandtable import Game, SandtableError, State, Unknown, players
from sandtable.players import Player
from sandtable.view import View, common

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to fill a seat; `key` is what people write, such as `doctrine:cautious`."""

    key: str
    title: str
    text: str = ""


Given = Mapping[str, "str | Player | None"] | str | None
"""Players as people give them: one word for all sides, or by side a word, a player, or None for a person."""


def kinds(game: Game, side: str) -> list[Kind]:
    """Every way to fill the seat of a side: a person, and each machine player with its doctrines."""
    found = [Kind(PERSON, "A person at this table")]
    for name, player in players.PLAYERS.items():
        if name != "doctrine":
            about = (player.__doc__ or "").strip().partition("\n")[0]
            found.append(Kind(name, f"Machine: {name}", about))
    for d in players.doctrines(game, side):
        found.append(Kind(f"doctrine:{d.name}", f"Machine, {d.name}: {d.title}", d.text))
    return found


def fill(game: Game, side: str, given: str | Player | None) -> Player | None:
    """The player for a seat; None is a person."""
    if given is None or given == PERSON:
        return None
    if isinstance(given, Player):
        if given.side != side:
            raise SandtableError(f"{given!r} cannot play the {side} side")
        return given
    name, _, doctrine = given.partition(":")
    if name not in players.PLAYERS:
        raise Unknown("player", name, (PERSON, *players.PLAYERS))
    settings: dict[str, Any] = {"doctrine": doctrine} if doctrine else {}
    return players.make(name, game, side, **settings)


def _word(given: str | Player | None, player: Player | None) -> str:
    """How a seat is called: by a key of `kinds` wherever one means this player, else as it was given."""
    if player is None:
        return PERSON
    word = given if isinstance(given, str) else player.name
    if word == player.name and isinstance(player, players.DoctrinePlayer):
        # "doctrine" alone is one of the doctrines, and a form has to show which.
        return f"{word}:{player.doctrine.name}"
    return word


@dataclass
class Seats:
    """The seats of one game. `seated` is the person who looks at the table now, where several take turns."""

    game: Game
    given: dict[str, str]
    players: dict[str, Player | None]
    open_table: bool = False
    seated: str | None = None
    """The side whose player has the table."""
    covered: bool = field(default=False, init=False)
    """Is the table waiting to be handed over?"""
    passed: bool = field(default=False, init=False)
    """Has the decision just gone to another person without that?"""

    @classmethod
    def of(cls, game: Game, given: Given = None, open_table: bool = False) -> Seats:
        """Seats as a person asked for them; sides that are not named are played by people."""
        if not isinstance(given, Mapping | str | None):
            raise SandtableError(f"players are one word for all sides or a mapping by side, not {given!r}")
        asked: Mapping[str, str | Player | None]
        asked = dict.fromkeys(game.sides, given) if isinstance(given, str) or given is None else given
        for side in asked:
            game.side_index(side)
        filled = {side: fill(game, side, asked.get(side)) for side in game.sides}
        words = {side: _word(asked.get(side), filled[side]) for side in game.sides}
        return cls(game, words, filled, open_table)

    def kinds(self, side: str) -> list[Kind]:
        """Every way to fill a seat, whoever sits there now included, though no list may know him."""
        found, given = kinds(self.game, side), self.given[side]
        if all(kind.key != given for kind in found):
            found.append(Kind(given, f"Machine: {given}"))
        return found

    @property
    def people(self) -> list[str]:
        return [side for side, player in self.players.items() if player is None]

    def put(self, side: str, given: str) -> None:
        """Gives a seat to somebody else."""
        self.players[side] = fill(self.game, side, given)
        self.given[side] = _word(given, self.players[side])
        if self.seated not in self.people:
            self.seated = None

    def eye(self, state: State) -> str | None:
        """Whose eyes the table shows the game through; None sees everything.

        Spectators of two machines, and everybody after the end, see it all.
        """
        if self.open_table or state.result is not None or not self.people:
            return None
        if len(self.people) == 1:
            return self.people[0]
        return self.seated

    def turn_to(self, state: State) -> None:
        """Notices who decides now.

        The table is covered before it goes to a person who sees what another at this table does not. What the
        last one saw alone is gone at once in either case: from now on it shows what the new one may see.
        """
        decision = state.decision
        self.passed = False
        if decision is None or decision.side not in self.people:
            self.covered = False
            return
        side, passes = decision.side, self.seated not in (None, decision.side)
        others = [] if self.open_table else [person for person in self.people if person != side]
        if passes and any(sees_more(self.game, state, side, other) for other in others):
            self.covered = True
        else:
            self.take(side)
            self.passed = passes

    def take(self, side: str) -> None:
        """The person of a side sits down and looks."""
        self.covered, self.seated = False, side

    def view(self, state: State) -> View:
        """What the table shows now; while it is covered, what all sides know."""
        game = state.game
        if self.covered:
            return common([game.view(state, side) for side in game.sides])
        return game.view(state, self.eye(state))


def sees_more(game: Game, state: State, side: str, other: str) -> bool:
    """Does a side see something that another does not?"""
    mine, theirs = game.view(state, side), game.view(state, other)
    known = {key: stack.units for key, stack in theirs.stacks.items()}
    return (
        any(unit not in known.get(key, ()) for key, stack in mine.stacks.items() for unit in stack.units)
        or any(unit not in theirs.boxes.get(name, ()) for name, box in mine.boxes.items() for unit in box)
        or any(name not in theirs.facts or theirs.facts[name] != fact for name, fact in mine.facts.items())
    )
