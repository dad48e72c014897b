"""Actions: frozen values in the games' own words, each with JSON, a one-line notation and a sentence.

The notation of an action is its verb and its fields in order. A field's `codec` says how it is written:

    unit, space, word   one token                         3510
    units, words        joined by +, `none` when empty    j_6_3+j_18_3
    path                joined by -                       3510-3410-3310
    yesno               yes or no

A field with a `lead` is optional (None when absent) and stands behind that word: `with air+artillery`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .errors import NotationError
from .wording import counted, names

if TYPE_CHECKING:
    from .game import Game

NONE = "none"


def coded(codec: str, lead: str | None = None) -> Any:
    """A dataclass field written in the notation by a codec, optionally behind a leading word."""
    metadata = {"codec": codec, "lead": lead}
    return field(default=None, metadata=metadata) if lead else field(metadata=metadata)


_WRITE: dict[str, Callable[[Any], str]] = {
    "unit": str,
    "space": str,
    "word": str,
    "units": lambda v: "+".join(v) or NONE,
    "words": lambda v: "+".join(v) or NONE,
    "path": "-".join,
    "yesno": lambda v: "yes" if v else "no",
}


def _parts(token: str, joint: str) -> tuple[str, ...]:
    parts = tuple(token.split(joint))
    if not all(parts):
        raise NotationError(f"a name is missing beside a {joint!r} in {token!r}")
    return parts


def _several(token: str) -> tuple[str, ...]:
    return () if token == NONE else _parts(token, "+")


def _yesno(token: str) -> bool:
    if token not in ("yes", "no"):
        raise NotationError(f"{token!r} is neither yes nor no")
    return token == "yes"


_READ: dict[str, Callable[[str], Any]] = {
    "unit": str,
    "space": str,
    "word": str,
    "units": _several,
    "words": _several,
    "path": lambda t: _parts(t, "-"),
    "yesno": _yesno,
}


_CODECS: dict[type, tuple[tuple[str, str], ...]] = {}


def codecs(cls: type[Action]) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of action in order, each with the codec that it is written by."""
    found = _CODECS.get(cls)
    if found is None:
        found = _CODECS[cls] = tuple((f.name, f.metadata["codec"]) for f in fields(cls))
    return found


@dataclass(frozen=True, slots=True)
class Action:
    """The base of every action; subclasses set `verb` and code their fields."""

    verb: ClassVar[str] = ""
    label: ClassVar[str] = ""
    """What a button for this action says."""
    answers: ClassVar[tuple[str, str] | None] = None
    """Where the action answers yes or no: what a person would say for yes, and for no."""

    @property
    def title(self) -> str:
        """What a button for this very action says: its answer, where it is one, else its label."""
        if self.answers is None:
            return self.label or self.verb
        yes = next(getattr(self, f.name) for f in fields(self) if f.metadata["codec"] == "yesno")
        return self.answers[0 if yes else 1]

    @property
    def touched_units(self) -> tuple[str, ...]:
        """The units the action names."""
        return self._gather(("unit",), ("units",))

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces the action names, in order."""
        return self._gather(("space",), ("path",))

    @property
    def focus(self) -> str | None:
        """The space the action is about: the destination of a move, the target of an attack."""
        spaces = self.spaces
        return spaces[-1] if spaces else None

    def _gather(self, single: Iterable[str], several: Iterable[str]) -> tuple[str, ...]:
        found: list[str] = []
        for name, codec in codecs(type(self)):
            value = getattr(self, name)
            if value is None:
                continue
            if codec in single:
                found.append(value)
            elif codec in several:
                found.extend(value)
        return tuple(found)

    def __str__(self) -> str:
        tokens = [self.verb]
        for f in fields(self):
            value = getattr(self, f.name)
            lead = f.metadata["lead"]
            if lead is not None:
                if value is None:
                    continue
                tokens.append(lead)
            tokens.append(_WRITE[f.metadata["codec"]](value))
        return " ".join(tokens)

    def to_json(self) -> dict[str, Any]:
        """A plain mapping: the verb and the fields."""
        plain: dict[str, Any] = {"verb": self.verb}
        for f in fields(self):
            value = getattr(self, f.name)
            plain[f.name] = list(value) if isinstance(value, tuple) else value
        return plain

    def describe(self, game: Game | None = None) -> str:
        """A sentence for people; with a game, units and spaces go by their names."""
        parts = []
        for f in fields(self):
            codec, value = f.metadata["codec"], getattr(self, f.name)
            if value is None or (codec == "yesno" and self.answers is not None):
                continue
            if game is not None and codec in ("unit", "units"):
                text = names([game.unit_name(u) for u in ((value,) if codec == "unit" else value)])
            elif game is not None and codec == "space":
                text = game.space_name(value) if f.metadata["lead"] else f"→ {game.space_name(value)}"
            elif game is not None and codec == "path":
                text = f"from {game.space_name(value[0])} to {game.space_name(value[-1])}"
            elif game is not None and codec in ("word", "words"):
                text = names([*map(game.word_name, (value,) if codec == "word" else value)])
            else:
                text = _WRITE[codec](value)
            parts.append(f"{f.metadata['lead']} {text}" if f.metadata["lead"] else text)
        return " ".join([self.title, *parts])

    def gist(self, game: Game) -> str:
        """What is done, without the units and spaces that it is done with."""
        words = (getattr(self, f.name) for f in fields(self) if f.metadata["codec"] == "word")
        return " ".join([self.title, *(game.word_name(word) for word in words if word is not None)])

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Self:
        """The action of a mapping; refuses missing, unknown and ill-typed fields."""
        known = {f.name: f for f in fields(cls)}
        extra = set(plain) - set(known) - {"verb"}
        if extra:
            raise NotationError(f"{cls.verb}: unknown field {sorted(extra)[0]!r}")
        values: dict[str, Any] = {}
        for name, f in known.items():
            value = plain.get(name)
            if value is None and f.metadata["lead"] is None:
                raise NotationError(f"{cls.verb}: the field {name!r} is missing")
            values[name] = _typed(cls.verb, name, f.metadata["codec"], value)
        return cls(**values)

    @classmethod
    def from_tokens(cls, tokens: list[str]) -> Self:
        """The action of a notation whose verb has been read."""
        values: dict[str, Any] = {}
        left = list(tokens)
        for f in fields(cls):
            lead = f.metadata["lead"]
            if lead is not None:
                if not left or left[0] != lead:
                    values[f.name] = None
                    continue
                left.pop(0)
            if not left:
                raise NotationError(f"{cls.verb}: {f.name} is missing; the form is: {cls.form()}")
            try:
                values[f.name] = _READ[f.metadata["codec"]](left.pop(0))
            except NotationError as error:
                raise NotationError(f"{cls.verb}: {error}; the form is: {cls.form()}") from None
        if left:
            raise NotationError(f"{cls.verb}: {' '.join(left)!r} is too much; the form is: {cls.form()}")
        return cls(**values)

    @classmethod
    def form(cls) -> str:
        """How the notation is written.

        >>> Move.form()
        'move UNITS PATH'
        """
        parts = [cls.verb]
        for f in fields(cls):
            token = f.name.upper()
            parts.append(f"[{f.metadata['lead']} {token}]" if f.metadata["lead"] else token)
        return " ".join(parts)


def _typed(verb: str, name: str, codec: str, value: Any) -> Any:
    """A JSON value as what its codec writes; whatever the notation could not say is refused."""
    if value is None:
        return None
    if codec == "yesno":
        if isinstance(value, bool):
            return value
    elif codec in ("units", "words", "path"):
        joint = "-" if codec == "path" else "+"
        if isinstance(value, list) and all(_sayable(v, joint) for v in value) and (value or joint == "+"):
            return tuple(value)
    elif _sayable(value, ""):
        return value
    raise NotationError(f"{verb}: the field {name!r} cannot be {value!r}")


def _sayable(value: Any, joint: str) -> bool:
    """Is this a name that stands as one word between the joints of a notation?"""
    if not isinstance(value, str) or len(value.split()) != 1 or value != value.strip():
        return False
    return not joint or (joint not in value and (joint == "-" or value != NONE))


@dataclass(frozen=True, slots=True)
class Move(Action):
    """One unit, or several together, along a path that begins where they stand."""

    verb: ClassVar[str] = "move"
    label: ClassVar[str] = "Move"
    units: tuple[str, ...] = coded("units")
    path: tuple[str, ...] = coded("path")


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Units attack one space; support named here is committed at once, otherwise it is asked for."""

    verb: ClassVar[str] = "attack"
    label: ClassVar[str] = "Attack"
    units: tuple[str, ...] = coded("units")
    target: str = coded("space")
    support: tuple[str, ...] | None = coded("words", "with")


@dataclass(frozen=True, slots=True)
class CommitSupport(Action):
    """The support markers for the combat that is going on, by kind."""

    verb: ClassVar[str] = "support"
    label: ClassVar[str] = "Fire support"
    support: tuple[str, ...] = coded("words")


@dataclass(frozen=True, slots=True)
class AbsorbLoss(Action):
    """A step loss falls on this unit."""

    verb: ClassVar[str] = "lose"
    label: ClassVar[str] = "Take the loss from"
    unit: str = coded("unit")


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Victorious attackers enter the space they cleared; none may stay behind or all."""

    verb: ClassVar[str] = "advance"
    label: ClassVar[str] = "Advance"
    units: tuple[str, ...] = coded("units")


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """A unit goes back to a neighbouring space."""

    verb: ClassVar[str] = "retreat"
    label: ClassVar[str] = "Retreat"
    unit: str = coded("unit")
    space: str = coded("space")


@dataclass(frozen=True, slots=True)
class Place(Action):
    """An arriving unit is set down."""

    verb: ClassVar[str] = "place"
    label: ClassVar[str] = "Place"
    unit: str = coded("unit")
    space: str = coded("space")


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Units are set down together: in a set-up, or as they arrive."""

    verb: ClassVar[str] = "deploy"
    label: ClassVar[str] = "Deploy"
    units: tuple[str, ...] = coded("units")
    space: str = coded("space")


@dataclass(frozen=True, slots=True)
class Delay(Action):
    """An arriving unit waits for the next turn."""

    verb: ClassVar[str] = "delay"
    label: ClassVar[str] = "Hold back"
    unit: str = coded("unit")


@dataclass(frozen=True, slots=True)
class Disband(Action):
    """A unit is given up, where a space holds more than it may."""

    verb: ClassVar[str] = "disband"
    label: ClassVar[str] = "Give up"
    unit: str = coded("unit")


@dataclass(frozen=True, slots=True)
class Show(Action):
    """This unit lies on top of its stack, where the enemy sees it."""

    verb: ClassVar[str] = "show"
    label: ClassVar[str] = "Show on top"
    unit: str = coded("unit")


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """So many chits are drawn blindly."""

    verb: ClassVar[str] = "draw"
    label: ClassVar[str] = "Draw"
    number: str = coded("word")

    def describe(self, game: Game | None = None) -> str:
        if game is None or not self.number.isdecimal():
            return Action.describe(self, game)
        number = int(self.number)
        return f"{self.label} {counted(number, 'chit') if number else 'no chits'}"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """A chit is taken by choice."""

    verb: ClassVar[str] = "take"
    label: ClassVar[str] = "Take"
    chit: str = coded("word")


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Chits are given back."""

    verb: ClassVar[str] = "discard"
    label: ClassVar[str] = "Give back"
    chits: tuple[str, ...] = coded("words")


@dataclass(frozen=True, slots=True)
class PlayChit(Action):
    """A chit is played: against a space, by units, with others beside it, as the chit wants."""

    verb: ClassVar[str] = "play"
    label: ClassVar[str] = "Play"
    chit: str = coded("word")
    space: str | None = coded("space", "at")
    units: tuple[str, ...] | None = coded("units", "by")
    support: tuple[str, ...] | None = coded("words", "with")


@dataclass(frozen=True, slots=True)
class DeclareOrder(Action):
    """Which of its phases a side takes first."""

    verb: ClassVar[str] = "order"
    label: ClassVar[str] = "Order of phases"
    order: str = coded("word")

    def describe(self, game: Game | None = None) -> str:
        return Action.describe(self) if game is None else self.gist(game)

    def gist(self, game: Game) -> str:
        text = game.word_name(self.order)
        return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Nothing more of what is asked now."""

    verb: ClassVar[str] = "pass"
    label: ClassVar[str] = "No more"


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """Nothing more in this phase."""

    verb: ClassVar[str] = "end"
    label: ClassVar[str] = "End the phase"


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """The deciding side gives the game up."""

    verb: ClassVar[str] = "resign"
    label: ClassVar[str] = "Resign"
