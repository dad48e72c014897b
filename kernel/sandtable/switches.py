"""Optional rules and rulings that can be switched: named, with their values, default and reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .errors import SandtableError, Unknown
from .records import Row


@dataclass(frozen=True, slots=True)
class Switch:
    """One option of `game.new(options=…)`."""

    name: str
    values: tuple[str, ...]
    default: str
    case: str
    text: str


def read_switches(rows: Iterable[Row]) -> dict[str, Switch]:
    """The options of a game from its data/options.csv."""
    found = {}
    for row in rows:
        values = row.words("values")
        default = row.choice("default", values, "value")
        found[row.needed("id")] = Switch(
            row.needed("id"), values, default, row.needed("case"), row.needed("text")
        )
    return found


def settle_options(
    switches: Mapping[str, Switch], given: Mapping[str, object] | Iterable[str]
) -> dict[str, str]:
    """Every option with its value; `given` is a mapping or words such as 'seventh_city=0116'.

    A bare word switches a yes/no option on.
    """
    chosen = {name: switch.default for name, switch in switches.items()}
    if isinstance(given, str):
        given = (given,)
    pairs = given.items() if isinstance(given, Mapping) else [_pair(str(word)) for word in given]
    for name, raw in pairs:
        if name not in switches:
            raise Unknown("option", name, switches)
        value = {True: "yes", False: "no"}.get(raw, str(raw)) if isinstance(raw, bool) else str(raw)
        if value not in switches[name].values:
            allowed, case = ", ".join(switches[name].values), switches[name].case
            raise SandtableError(f"option {name!r} cannot be {value!r}; it takes {allowed} ({case})")
        chosen[name] = value
    return chosen


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    return name, value if equals else "yes"
