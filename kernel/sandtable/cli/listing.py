"""The commands that list: games, and the rule cases of a game with their tests."""

from __future__ import annotations

from collections.abc import Iterable

from .. import games as slugs
from .. import load
from ..errors import Unknown
from ..game import Game
from ..world import Case
from .console import Console, percent
from .coverage import checkout_tests, named_cases, untested


def games(console: Console) -> int:
    """Every game: slug, title, sides, scenarios, board, cases."""
    for slug in slugs():
        game = load(slug)
        console.say(console.paint(slug, "bold"))
        for name, text in (
            ("title", game.title),
            ("sides", ", ".join(game.sides)),
            ("board", board_size(game)),
            ("units", str(len(game.units))),
            ("cases", f"{len(game.cases)} rule cases"),
            ("options", ", ".join(f"{s.name}={'|'.join(s.values)}" for s in game.switches.values())),
        ):
            console.prose(text, " " * 12, f"  {name:<10}")
        for scenario in game.scenarios.values():
            text = f"{scenario.name}: {scenario.title}, {scenario.turns} turns. {scenario.text}"
            console.prose(text, " " * 12, "  scenario  ")
    return 0


def board_size(game: Game) -> str:
    grid = game.board.grid
    return f"{len(game.board)} areas" if grid is None else f"hexes, {grid.columns} by {grid.rows}"


def cases(console: Console, game: Game, topic: str | None, missing: bool, show: str | None) -> int:
    """The ledger of a game, and which of its cases a test names."""
    if show is not None:
        show_case(console, game, show)
        return 0
    chosen = _about(game, topic)
    tests = checkout_tests()
    if tests is None:
        console.prose("There is no source checkout here, so nothing is known of tests; these are the cases:")
        _list(console, chosen)
        return 0
    named, excused = named_cases(tests), untested(game.folder / "data")
    open_cases = [c for c in chosen if c.id not in named and c.id not in excused]
    if missing:
        _list(console, open_cases)
        console.say(f"{len(open_cases)} of {len(chosen)} cases have neither a test nor a reason for none")
        return 0
    for title, key in (("section", section), ("kind", lambda c: c.kind)):
        rows = []
        for group in dict.fromkeys(map(key, chosen)):
            rows.append(_row(group, [c for c in chosen if key(c) == group], named, excused))
        rows.append(_row("all", chosen, named, excused))
        console.table((title, "cases", "tested", "excused", "missing", ""), rows, "lrrrrr")
        console.say("")
    console.say(f"tests read from {tests}")
    return 0


def all_cases(console: Console, games: Iterable[Game]) -> int:
    """How far the tests name the cases of every game."""
    tests = checkout_tests()
    if tests is None:
        console.prose("There is no source checkout here, so nothing is known of tests; name a game.")
        return 0
    named = named_cases(tests)
    rows = [
        _row(game.slug, list(game.cases.values()), named, untested(game.folder / "data")) for game in games
    ]
    console.table(("game", "cases", "tested", "excused", "missing", ""), rows, "lrrrrr")
    return 0


def section(case: Case) -> str:
    """The chapter of the rulebook: SNC-10 for SNC-10.4.2a."""
    return case.id.partition(".")[0]


def _row(group: str, chosen: list[Case], named: dict[str, list[str]], excused: dict[str, str]) -> list[str]:
    tested = sum(1 for c in chosen if c.id in named)
    spared = sum(1 for c in chosen if c.id not in named and c.id in excused)
    counts = (len(chosen), tested, spared, len(chosen) - tested - spared)
    return [group, *map(str, counts), percent((tested + spared) / len(chosen))]


def _about(game: Game, topic: str | None) -> list[Case]:
    """The cases of a section or kind, or with a word in their title."""
    if topic is None:
        return list(game.cases.values())
    word = topic.lower()
    found = [
        c
        for c in game.cases.values()
        if word in (c.kind.lower(), section(c).lower()) or word in c.title.lower()
    ]
    if not found:
        kinds = dict.fromkeys(c.kind for c in game.cases.values())
        raise Unknown("topic", topic, (*kinds, *dict.fromkeys(map(section, game.cases.values()))))
    return found


def _list(console: Console, chosen: list[Case]) -> None:
    if chosen:
        console.table(("case", "kind", "title"), [[c.id, c.kind, c.title] for c in chosen])


def show_case(console: Console, game: Game, id: str) -> None:
    """The text of a rule case, or of all cases under a number: SNC-10.4, or 10.4."""
    code = next(iter(game.cases)).partition("-")[0]
    wanted = id if "-" in id else f"{code}-{id}"
    found = [c for c in game.cases.values() if _within(c.id.lower(), wanted.lower())]
    if not found:
        raise Unknown("case", id, game.cases)
    for case in found:
        console.say(f"{console.paint(case.id, 'bold')}  {case.title} ({case.kind})")
        console.prose(case.statement, "  ")


def _within(id: str, wanted: str) -> bool:
    """Is this the wanted case or one below it? 10.4.2a and 10.4a are below 10.4, 10.41 is not."""
    return id.startswith(wanted) and not id[len(wanted) : len(wanted) + 1].isdigit()
