"""Doctrines: how a side wants to fight, written down in TOML so that a historian can read and change it.

A doctrine lies in `games/<name>/data/doctrines/<side>-<doctrine>.toml`. A small one of your own:

    title = "Stand at Suzhou"
    text = "What if the divisions had stopped at the lakes instead of running for Nanking?"
    like = "historical"             # whatever is not said here is as in that doctrine

    [[line]]                        # spaces to hold while the turns last, each with so much strength
    name = "Suzhou and Changshu"
    spaces = ["2410", "2606"]
    value = 9
    want = 9
    from = 6

    [attack]
    minimum_odds = 3.0

`players.make("doctrine", game, "chinese", doctrine="my.toml")` plays by it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import SandtableError, Unknown
from ..game import Game

LAST = 999
"""The turn until which something without an end counts."""


class DoctrineError(SandtableError):
    """A doctrine with something wrong in it; names the file and the key."""

    def __init__(self, file: str, key: str | None, reason: str) -> None:
        self.file, self.key, self.reason = file, key, reason
        super().__init__(f"{file}: {reason}" if key is None else f"{file}, key {key!r}: {reason}")

    def __reduce__(self) -> tuple[type, tuple[str, str | None, str]]:
        return type(self), (self.file, self.key, self.reason)


@dataclass(frozen=True, slots=True)
class Key:
    """A number that a doctrine may set: what it is when it is not set, its bounds, what it means."""

    default: float
    low: float
    high: float
    text: str


@dataclass(frozen=True, slots=True)
class Goal:
    """Spaces that are worth something: an objective to take or keep, or a line to hold."""

    name: str
    spaces: tuple[int, ...]
    value: float
    want: float
    """Strength that is enough for each space; what is more goes elsewhere."""
    first: int = 1
    until: int = LAST
    hold: float = 0.0
    """Strength that stays in an objective of one's own while the enemy is near."""
    reach: float = 0.0
    """Movement points over which the pull of an objective halves; 0: as the section `move` says."""
    formations: tuple[str, ...] = ()
    """Whose units hold a line; anybody's where none is named."""

    def counts(self, turn: int) -> bool:
        return self.first <= turn <= self.until


KEYS: dict[str, dict[str, Key]] = {
    "attack": {
        "minimum_odds": Key(1.5, 0, 20, "own to enemy strength below which nobody attacks"),
        "wanted_odds": Key(3.0, 0.5, 20, "own to enemy strength that marches bring together"),
        "enemy_step": Key(1.0, 0, 20, "what an enemy step is worth"),
        "own_step": Key(1.0, 0, 20, "what an own step is worth"),
        "ground": Key(0.3, 0, 20, "weight of the value of a space that is cleared"),
        "least_gain": Key(0.0, -20, 20, "what an attack must promise at least, in steps"),
    },
    "move": {
        "pull": Key(1.0, 0, 20, "how strongly objectives draw free units"),
        "fight": Key(1.0, 0, 20, "how much units like to stand next to an enemy they can beat"),
        "danger": Key(0.5, 0, 20, "how much units shun places where the enemy outnumbers them"),
        "stay": Key(0.05, 0, 20, "what it takes to move at all"),
        "reach": Key(8.0, 0.5, 99, "movement points over which the pull of an objective halves"),
    },
    "reserve": {
        "share": Key(0.0, 0, 1, "part of the free strength that stays out of the fight"),
    },
    "losses": {
        "spare_strength": Key(1.0, -1, 1, "1: the weakest unit pays first; -1: the strongest does"),
    },
    "advance": {
        "boldness": Key(0.5, 0, 5, "how readily victors enter a space they emptied"),
    },
}  # fmt: skip
"""The numbers that every doctrine may set, by section; a game adds its own in the section `game`."""

_GOAL_KEYS = {
    "objective": ("name", "spaces", "value", "want", "hold", "reach", "from", "until"),
    "line": ("name", "spaces", "value", "want", "formations", "from", "until"),
}
_TEXTS = ("title", "text", "like")


@dataclass(frozen=True, slots=True)
class Doctrine:
    """One way to fight for one side: a title and a reason for people, goals and weights for its staff."""

    name: str
    title: str
    text: str
    side: str
    objectives: tuple[Goal, ...] = ()
    lines: tuple[Goal, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    """Every number by section and key, as in `attack.minimum_odds`."""
    path: str = ""

    def __getitem__(self, key: str) -> float:
        return self.weights[key]

    def __repr__(self) -> str:
        return f"<Doctrine {self.name} of {self.side}: {self.title}>"


def folder(game: Game) -> Path:
    """Where the doctrines of a game lie."""
    return game.folder / "data" / "doctrines"


def names(game: Game, side: str) -> tuple[str, ...]:
    """The doctrines of a side that come with the game."""
    game.side_index(side)
    return tuple(sorted(p.stem.removeprefix(f"{side}-") for p in folder(game).glob(f"{side}-*.toml")))


def doctrines(game: Game, side: str) -> tuple[Doctrine, ...]:
    """The doctrines of a side that come with the game, with title and text for people."""
    return tuple(find(game, side, name) for name in names(game, side))


def find(game: Game, side: str, doctrine: str | Path) -> Doctrine:
    """A doctrine by its name, by the path of a TOML file, or in a folder with `<side>-<name>.toml` files.

    A folder is asked for its `historical` doctrine of the side, or for the only one it has.
    """
    game.side_index(side)
    if isinstance(doctrine, str) and doctrine in names(game, side):
        return read(game, side, folder(game) / f"{side}-{doctrine}.toml")
    path = Path(doctrine)
    if path.is_dir():
        path = _choose(path, side)
    if path.suffix == ".toml":
        return read(game, side, path)
    raise Unknown(f"doctrine of {side}", doctrine, names(game, side))


def _choose(place: Path, side: str) -> Path:
    files = sorted(place.glob(f"{side}-*.toml"))
    usual = place / f"{side}-historical.toml"
    if usual in files or len(files) == 1:
        return usual if usual in files else files[0]
    met = ", ".join(p.name for p in files) or "none"
    raise DoctrineError(str(place), None, f"{usual.name} or one other doctrine is wanted; found: {met}")


def read(game: Game, side: str, path: Path) -> Doctrine:
    """The doctrine of a file; whatever the game does not know is refused with file and key."""
    return _Reader(game, side, path).doctrine()


class _Reader:
    """Reads one file; knows what to call things in a complaint."""

    def __init__(self, game: Game, side: str, path: Path, above: tuple[Path, ...] = ()) -> None:
        self.game, self.side, self.path, self.above = game, side, path, (*above, path)
        self.plain = self._load()

    def _load(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise DoctrineError(self.path.name, None, "the file is missing") from None
        except UnicodeDecodeError:
            raise DoctrineError(self.path.name, None, "the file is not UTF-8 text") from None
        except tomllib.TOMLDecodeError as error:
            raise DoctrineError(self.path.name, None, f"not a TOML file: {error}") from None

    def error(self, key: str | None, reason: str) -> DoctrineError:
        return DoctrineError(self.path.name, key, reason)

    def known(self, key: str, word: str, allowed: Iterable[str], what: str) -> None:
        if word not in allowed:
            raise self.error(key, str(Unknown(what, word, allowed)))

    def doctrine(self) -> Doctrine:
        keys = {**KEYS, "game": own_keys(self.game)}
        for word in self.plain:
            self.known(word, word, (*_TEXTS, *_GOAL_KEYS, *keys), "key")
        base = self._base()
        weights = dict(base.weights)
        for section, known in keys.items():
            weights |= self._numbers(section, known)
        made = replace(
            base,
            name=self.path.stem.removeprefix(f"{self.side}-"),
            title=self._text("title"),
            text=self._text("text"),
            weights=weights,
            path=str(self.path),
        )
        if "objective" in self.plain:
            made = replace(made, objectives=self._goals("objective"))
        if "line" in self.plain:
            made = replace(made, lines=self._goals("line"))
        return made

    def _base(self) -> Doctrine:
        """What holds where the file says nothing: the doctrine it is like, or the defaults."""
        if "like" not in self.plain:
            keys = {**KEYS, "game": own_keys(self.game)}
            weights = {f"{s}.{k}": key.default for s, known in keys.items() for k, key in known.items()}
            return Doctrine("", "", "", self.side, weights=weights)
        like = self._text("like")
        beside = self.path.parent / f"{self.side}-{like}.toml"
        if not beside.is_file():
            self.known("like", like, names(self.game, self.side), f"doctrine of {self.side}")
            beside = folder(self.game) / f"{self.side}-{like}.toml"
        if beside in self.above:
            raise self.error("like", f"{like!r} leads back to this doctrine")
        return _Reader(self.game, self.side, beside, self.above).doctrine()

    def _text(self, key: str) -> str:
        value = self.plain.get(key, "")
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, "a text for people is needed here")
        return " ".join(value.split())

    def _numbers(self, section: str, known: Mapping[str, Key]) -> dict[str, float]:
        table = self.plain.get(section, {})
        if not isinstance(table, dict):
            raise self.error(section, f"a section is wanted here: [{section}]")
        found = {}
        for word, value in table.items():
            key = f"{section}.{word}"
            self.known(key, word, known, f"key of [{section}]")
            found[key] = self._number(key, value, known[word].low, known[word].high)
        return found

    def _number(self, key: str, value: Any, low: float, high: float) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, f"{value!r} is not a number")
        if not low <= value <= high:
            raise self.error(key, f"{value:g} is not between {low:g} and {high:g}")
        return float(value)

    def _goals(self, kind: str) -> tuple[Goal, ...]:
        tables = self.plain[kind]
        if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
            raise self.error(kind, f"{kind}s are written as [[{kind}]], one after another")
        return tuple(self._goal(kind, f"{kind} {n}", table) for n, table in enumerate(tables, start=1))

    def _goal(self, kind: str, place: str, table: dict[str, Any]) -> Goal:
        for word in table:
            self.known(f"{place}.{word}", word, _GOAL_KEYS[kind], f"key of [[{kind}]]")
        spaces = table.get("spaces")
        if not isinstance(spaces, list) or not spaces:
            raise self.error(f"{place}.spaces", "a list of spaces is needed here")
        board = self.game.board
        for id in spaces:
            if not isinstance(id, str):
                raise self.error(f"{place}.spaces", f'{id!r} is not a text; spaces are written as "{id}"')
            self.known(f"{place}.spaces", id, board.ids, "space")
        name = table.get("name", board.label(board.index(spaces[0])))
        if not isinstance(name, str):
            raise self.error(f"{place}.name", f"{name!r} is not a text")
        turns = [self._turn(f"{place}.{word}", table.get(word, usual)) for word, usual in _SPAN]
        last = max(scenario.turns for scenario in self.game.scenarios.values())
        if turns[0] > last:
            raise self.error(f"{place}.from", f"turn {turns[0]} comes after the last, which is {last}")
        if turns[0] > turns[1]:
            raise self.error(f"{place}.until", f"turn {turns[1]} lies before turn {turns[0]}")
        return Goal(
            name,
            board.indexes(spaces),
            self._number(f"{place}.value", table.get("value", 1.0), 0, 1000),
            self._number(f"{place}.want", table.get("want", 1.0), 0, 1000),
            first=turns[0],
            until=turns[1],
            hold=self._number(f"{place}.hold", table.get("hold", 0.0), 0, 1000),
            reach=self._number(f"{place}.reach", table.get("reach", 0.0), 0, 99),
            formations=self._formations(f"{place}.formations", table.get("formations", [])),
        )

    def _formations(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise self.error(key, "a list of formations is needed here")
        side = self.game.side_index(self.side)
        known = sorted({u.formation for u in self.game.units if u.side == side and u.formation})
        for word in value:
            self.known(key, str(word), known, f"formation of {self.side}")
        return tuple(value)

    def _turn(self, key: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LAST:
            raise self.error(key, f"{value!r} is not a turn")
        return value


_SPAN = (("from", 1), ("until", LAST))


def own_keys(game: Game) -> Mapping[str, Key]:
    """The numbers of the section `game` that this game's own staff reads."""
    from .staff import staff_class

    return staff_class(game).keys
