"""The state of a game: small plain data that copies in microseconds.

Unit positions, steps, marks and the like are flat buffers that a compiled loop reads as they are.
`count` and `zone` (units and zones of control by side and space) follow from the positions; they are
kept up to date as units move and are not part of the saved form.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import dataclass, field
from sys import byteorder
from typing import TYPE_CHECKING, Any

from .dice import Dice, die, whiten
from .wording import agreed

if TYPE_CHECKING:
    from .game import Game

OFF_MAP, DEAD, REMOVED, AFLOAT = -1, -2, -3, -4
BOXES = {OFF_MAP: "off map", DEAD: "eliminated", REMOVED: "removed", AFLOAT: "afloat"}
NOBODY = 255
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """What is asked of whom, and the rule that asks it."""

    kind: str
    side: str
    prompt: str
    case: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winner: str | None
    kind: str
    case: str
    text: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its rule, a sentence, and the facts behind the sentence."""

    case: str
    template: str
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence; a side in it goes by its name, Chinese and not chinese."""
        side = self.data.get("side")
        named = {"side": side.capitalize()} if isinstance(side, str) else {}
        template = agreed(self.template, one=len(self.data.get("unit_ids", ())) == 1)
        return template.format(**self.data | named)


class State:
    """One position. `game` is the shared, frozen world; everything else belongs to this state alone."""

    __slots__ = (
        "agenda", "control", "count", "due", "events", "game", "marks", "phase", "result", "rolls",
        "scenario", "script", "seed", "side", "steps", "stock", "turn", "vars", "where", "zone",
    )  # fmt: skip

    game: Game
    scenario: str
    turn: int
    phase: str
    side: int
    """The side whose player turn it is."""
    where: array[int]
    """By unit: the space it stands in, or a box (OFF_MAP, DEAD, REMOVED, AFLOAT)."""
    steps: bytearray
    marks: bytearray
    """By unit: bits of the game's own (has moved, has attacked …)."""
    due: bytearray
    """By unit: the turn in which it arrives; 0 when it is on no timetable."""
    control: bytearray
    """By space: the side that controls it, or NOBODY."""
    stock: bytearray
    """Counters of the game's own (markers ready and the like)."""
    vars: dict[str, Any]
    """Scalars, tuples and mappings of the game's own; replaced, never changed, for copies share them."""
    agenda: list[tuple[Any, ...]]
    """What is pending, the next on top; an entry is a step's name and its arguments."""
    seed: int
    rolls: int
    result: Result | None
    events: list[Event] | None
    """What the last play told; None keeps a simulation quiet."""
    script: Dice | None
    count: list[bytearray]
    zone: list[bytearray]

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.game = self.game
        new.scenario = self.scenario
        new.turn = self.turn
        new.phase = self.phase
        new.side = self.side
        new.where = self.where[:]
        new.steps = self.steps[:]
        new.marks = self.marks[:]
        new.due = self.due[:]
        new.control = self.control[:]
        new.stock = self.stock[:]
        new.vars = self.vars.copy()
        new.agenda = self.agenda[:]
        new.seed = self.seed
        new.rolls = self.rolls
        new.result = self.result
        new.events = None if self.events is None else []
        new.script = None
        new.count = [c[:] for c in self.count]
        new.zone = [z[:] for z in self.zone]
        return new

    def units_at(self, space: int) -> list[int]:
        """The units that stand in a space (or lie in a box), in order.

        Looks for the two bytes of the number in the buffer: ten times as fast as asking every unit.
        """
        buffer, wanted = self.where.tobytes(), space.to_bytes(2, byteorder, signed=True)
        found = []
        place = buffer.find(wanted)
        while place >= 0:
            if not place & 1:
                found.append(place >> 1)
            place = buffer.find(wanted, place + 1)
        return found

    @property
    def options(self) -> dict[str, str]:
        """The optional rules in force."""
        return dict(self.game.options)

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        return None if self.result is not None else self.game.decision(self)

    def roll(self, sides: int = 6) -> int:
        """One roll of the state's own dice (or of the script laid over them)."""
        if self.script is not None:
            return self.script.roll(sides)
        self.rolls += 1
        return die(self.seed, self.rolls, sides)

    def reseed(self, seed: int) -> State:
        """The same position with other dice."""
        new = self.copy()
        new.seed, new.rolls = whiten(seed), 0
        return new

    def tell(self, case: str, template: str, **data: Any) -> None:
        """Notes an event, unless nobody listens."""
        if self.events is not None:
            self.events.append(Event(case, template, data))

    def to_plain(self) -> dict[str, Any]:
        """Everything that makes this position, with identifiers instead of numbers."""
        game = self.game
        units = {}
        for unit in game.units:
            u, place = unit.index, self.where[unit.index]
            name = game.board.ids[place] if place >= 0 else BOXES[place]
            units[unit.id] = [name, self.steps[u], self.marks[u], self.due[u]]
        held: dict[str, list[str]] = {name: [] for name in game.sides}
        for space, side in enumerate(self.control):
            if side != NOBODY:
                held[game.sides[side]].append(game.board.ids[space])
        return {
            "format": FORMAT,
            "game": game.slug,
            "version": game.version,
            "overlay": game.overlay_fingerprint,
            "scenario": self.scenario,
            "options": dict(sorted(game.options.items())),
            "changes": game.changes_plain,
            "turn": self.turn,
            "phase": self.phase,
            "side": game.sides[self.side],
            "units": units,
            "control": held,
            "stock": list(self.stock),
            "vars": dict(sorted(self.vars.items())),
            "agenda": self.agenda,
            "dice": [self.seed, self.rolls],
            "result": None
            if self.result is None
            else [self.result.winner, self.result.kind, self.result.case, self.result.text],
        }

    def to_json(self) -> str:
        """The saved form; `game.state_from_json` reads it back."""
        return json.dumps(self.to_plain(), ensure_ascii=False, separators=(",", ":"))

    def digest(self) -> str:
        """Sixteen hex digits that two states share only if they are the same position with the same dice."""
        plain = self.to_plain()
        text = json.dumps(plain, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_plain() == other.to_plain()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<State {self.game.slug} turn {self.turn} {self.phase} {self.digest()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from .saves import revive

        return revive, (self.game, self.to_json(), self.events is None)
