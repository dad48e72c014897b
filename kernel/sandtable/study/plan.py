"""What a study plays: a game, its variants, who plays them, and the seeds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from numbers import Integral
from pathlib import Path
from typing import Any

from .. import players as kinds
from ..errors import SandtableError, Unknown
from ..game import Game
from ..players.doctrine_files import Doctrine, find
from ..records import plain_changes

Seats = dict[str, tuple[str, dict[str, Any]]]
"""By side: the kind of player and its settings."""

PlayerSpec = str | Mapping[str, Any] | tuple[str, Mapping[str, Any]]

UNCHANGED = "unchanged"
"""The name of the variant without changes: the game with its own numbers, which is not the past itself."""


@dataclass(frozen=True)
class Variant:
    """One way in which all games of a study are played once."""

    name: str
    seats: Seats
    changes: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    what_ifs: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """All of it as it stands in files."""
        return {
            "name": self.name,
            "players": {side: [kind, settings] for side, (kind, settings) in self.seats.items()},
            "changes": self.changes,
            "options": self.options,
            "what_ifs": list(self.what_ifs),
        }

    def players_text(self) -> dict[str, str]:
        """Who plays each side, for people: doctrine historical."""
        return {side: seat_text(seat) for side, seat in self.seats.items()}


def seat_text(seat: tuple[str, Mapping[str, Any]]) -> str:
    kind, settings = seat
    return " ".join([kind, *(str(value) for value in settings.values())])


@dataclass(frozen=True)
class Plan:
    """Everything that decides what the games of a study are like; how many there are does not matter."""

    game: Game
    scenario: str
    seed: int
    variants: tuple[Variant, ...]

    def __post_init__(self) -> None:
        names = [variant.name for variant in self.variants]
        for name in names:
            if names.count(name) > 1:
                raise SandtableError(f"two variants of the study are named {name!r}")

    def game_of(self, variant: Variant) -> Game:
        """The game with a variant's options and changes; refuses those that do not fit."""
        return self.game.variant(variant.options, variant.changes)

    def _files(self) -> list[Path]:
        """The files that players were given, such as a doctrine of one's own, and what lies beside them.

        A doctrine may be like another one in its folder.
        """
        found: set[Path] = set()
        for side, (_, settings) in (seat for variant in self.variants for seat in variant.seats.items()):
            for place in (Path(value) for value in settings.values() if isinstance(value, str)):
                if place.is_file():
                    found |= {place, *place.parent.glob(f"{side}-*.toml")}
                elif place.is_dir():
                    found |= set(place.glob("*.toml"))
        return sorted(found)

    def header(self) -> dict[str, Any]:
        """What a file of finished games says of itself."""
        return {
            "format": 1,
            "game": self.game.slug,
            "scenario": self.scenario,
            "seed": self.seed,
            "rules": fingerprint(self.game, self._files()),
            "variants": [variant.plain() for variant in self.variants],
        }


def known_scenario(game: Game, name: str | None) -> str:
    """The scenario of that name; without one the game's last, which needs no set-up by the players."""
    if name is None:
        return list(game.scenarios)[-1]
    if name not in game.scenarios:
        raise Unknown("scenario", name, game.scenarios)
    return name


def read_seats(game: Game, players: PlayerSpec) -> Seats:
    """Who plays each side: one name for all, or a mapping by side.

    A player is a kind ("random"), a kind with its doctrine ("doctrine:cautious"), or a kind with a
    mapping of settings.
    """
    if isinstance(players, Mapping):
        for name in players:
            game.side_index(name)
        for side in game.sides:
            if side not in players:
                raise Unknown("player of side", side, players)
        seats = {side: _seat(players[side]) for side in game.sides}
    else:
        seats = {side: _seat(players) for side in game.sides}
    for side, seat in seats.items():
        make_player(game, side, seat)
    return seats


def make_player(game: Game, side: str, seat: tuple[str, Mapping[str, Any]], seed: int = 0) -> kinds.Player:
    """The player of a seat; a setting of its own goes before the game's seed."""
    kind, settings = seat
    chosen = {"seed": seed, **settings}
    if "doctrine" in chosen:
        chosen["doctrine"] = find_doctrine(game, side, chosen["doctrine"])
    return kinds.make(kind, game, side, **chosen)


def find_doctrine(game: Game, side: str, doctrine: str) -> Doctrine:
    """A doctrine by name or file; those of the game's what-ifs are files of its data folder.

    They are named from there, so that a study means the same wherever the game is installed.
    """
    mine = game.folder / "data" / doctrine
    return find(game, side, mine if mine.suffix == ".toml" and mine.is_file() else doctrine)


def follow(game: Game, seats: Seats, doctrines: Mapping[str, str]) -> Seats:
    """The seats when these sides follow other doctrines."""
    changed = dict(seats)
    for side, doctrine in doctrines.items():
        kind, settings = seats[side]
        if "doctrine" not in signature(kinds.PLAYERS[kind]).parameters:
            text = f"the change gives the {side} side another doctrine, and a {kind} player follows none"
            raise SandtableError(text)
        changed[side] = kind, {**settings, "doctrine": doctrine}
        make_player(game, side, changed[side])
    return changed


def _seat(spec: Any) -> tuple[str, dict[str, Any]]:
    if isinstance(spec, str):
        kind, colon, doctrine = spec.partition(":")
        return kind, {"doctrine": doctrine} if colon else {}
    if isinstance(spec, Sequence) and len(spec) == 2 and isinstance(spec[1], Mapping):
        settings = {name: str(v) if isinstance(v, Path) else v for name, v in spec[1].items()}
        if not isinstance(settings.get("doctrine", ""), str):
            raise SandtableError(f"a study names doctrines by name or by file, not {settings['doctrine']!r}")
        return str(spec[0]), settings
    raise SandtableError(f"{spec!r} is no player: give a kind, kind:doctrine, or (kind, settings)")


def plain_options(game: Game, options: Mapping[str, object] | Sequence[str]) -> dict[str, str]:
    """The options that differ from the game's own."""
    chosen = game.variant(options).options
    return {name: value for name, value in chosen.items() if value != game.options[name]}


def variant(
    game: Game,
    name: str,
    seats: Seats,
    changes: Mapping[str, Any] | None = None,
    options: Mapping[str, object] | Sequence[str] = (),
    what_ifs: Sequence[str] = (),
) -> Variant:
    """A variant whose options and changes fit the game."""
    made = Variant(name, seats, plain_changes(changes), plain_options(game, options), tuple(what_ifs))
    game.variant(made.options, made.changes)
    return made


def read_seed(seed: Any) -> int:
    """The seed of a study: a whole number, so that one written 1.0 or "1" is not another study."""
    if isinstance(seed, bool) or not isinstance(seed, Integral):
        raise SandtableError(f"the seed of a study is a whole number, not {seed!r}")
    return int(seed)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a study, the same in all variants."""
    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big")


DECIDES = ("*.py", "players/**/*.py", "hexwar/**/*.py")
"""Where in the kernel the code lies that decides how a game goes."""
NOTES = ("measures.py", "plan.py", "worker.py")
"""What of a study decides what is noted of a game, and with which seed it is played."""


def fingerprint(game: Game, more: Sequence[Path] = ()) -> str:
    """Tells whether games were played by the same rules, numbers and players (`more` are their files)."""
    here = Path(__file__).parent
    kernel = here.parent
    paths = {path for pattern in DECIDES for path in kernel.glob(pattern)} | {here / name for name in NOTES}
    paths |= {path for path in game.folder.rglob("*") if path.suffix in (".py", ".csv", ".toml")}
    summed = hashlib.blake2b(digest_size=8)
    for path in sorted(paths):
        summed.update(path.relative_to(kernel).as_posix().encode() + b"\0" + path.read_bytes())
    for path in more:
        summed.update(path.name.encode() + b"\0" + path.read_bytes())
    summed.update(json.dumps(game.overlay_fingerprint).encode())
    return summed.hexdigest()
