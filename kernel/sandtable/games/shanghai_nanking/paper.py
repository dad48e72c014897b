"""SNC-10, 11: a combat on paper, for odds without a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...dials import Dial, Setting, choice, flag, number
from ...errors import IllegalAction
from .combat import LANDING, OVERRUN, PLAIN, Battle, Engagement, conduct_shifts, ground_shifts, weigh
from .words import AIR, AMPHIBIOUS, ARTILLERY, CHINESE, JAPANESE, NAVAL, SIDES, STOCK_PLACE
from .world import CITY, TOWN

if TYPE_CHECKING:
    from .game import ShanghaiNanking

GROUND = ("clear", "rice_paddy", "woods", "marsh", TOWN, f"woods and {TOWN}", f"marsh and {TOWN}", CITY)
WATER = ("none", "creek", "river")
SUPPORT = (ARTILLERY, AIR, NAVAL, AMPHIBIOUS)


def dials(game: ShanghaiNanking) -> tuple[Dial, ...]:
    """What shapes a combat."""
    return (
        number("attack", "Attack factors", 18, 1, 60, "SNC-10.3a"),
        number("defence", "Defence factors", 6, 1, 40, "SNC-10.3a"),
        choice("attacker", "Attacker", reversed(SIDES), "SNC-1.0a"),
        choice("kind", "Kind of combat", (PLAIN, OVERRUN, LANDING), "SNC-10.0a"),
        choice("ground", "Defender's ground", GROUND, "SNC-10.4.1c"),
        choice("water", "All attack across", WATER, "SNC-10.4.1j"),
        flag("concentric", "Concentric", "SNC-10.4.2a"),
        *(flag(kind, kind.capitalize(), "SNC-11.1b") for kind in SUPPORT),
        flag("flown", "Chinese aircraft", "SNC-11.3a"),
        flag("guns", "Guns in defence", "SNC-11.4c"),
        number("attacker_steps", "Attacker's steps", 6, 1, 24, "SNC-10.5.1b"),
        number("defender_steps", "Defender's steps", 2, 1, 20, "SNC-10.5.1b"),
    )


def on_paper(game: ShanghaiNanking, setting: Setting) -> Engagement:
    """SNC-10.3, 10.4: the combat of these dials; a landing meets no garrison."""
    side, kind = SIDES.index(setting.word("attacker")), setting.word("kind")
    terrain, town = _ground(setting.word("ground"))
    support = tuple(word for word in SUPPORT if setting.yes(word))
    _check(setting, side, kind, terrain, town, support)
    guns = (NAVAL,) if setting.yes("guns") else ()
    battle = Battle(kind, -1, (), support, guns, setting.yes("flown"))
    steps = setting.number("defender_steps")
    return weigh(
        game,
        battle,
        _attack(game, setting, kind),
        setting.number("defence"),
        (
            *ground_shifts(game, terrain, town, 1 - side),
            *conduct_shifts(game, battle, setting.yes("concentric")),
        ),
        setting.number("attacker_steps"),
        steps,
        tuple(range(steps + 1)),
    )


def _ground(word: str) -> tuple[str, bool]:
    """Terrain, and whether a town stands on it."""
    parts = word.split(" and ")
    if parts == [TOWN]:
        return "clear", True
    return parts[0], TOWN in parts


def _attack(game: ShanghaiNanking, setting: Setting, kind: str) -> int:
    """SNC-8.4e, 10.4.1h-j: what is left of the factors across water, or in a landing."""
    printed, water = setting.number("attack"), setting.word("water")
    if kind == LANDING:
        left, case = int(printed * game.landing_factor), "SNC-8.4e"
    else:
        factor = 1 if water == "none" else game.ground.effects[water].across
        left, case = int(printed * factor), "SNC-10.4.1j"
    if left < 1:
        raise IllegalAction(case, f"nothing is left of an attack with {printed}")
    return left


def _check(
    setting: Setting, side: int, kind: str, terrain: str, town: bool, support: tuple[str, ...]
) -> None:
    """Is this a combat that the rules know?"""
    for case, reason in _faults(setting, side, kind, terrain, town, support):
        raise IllegalAction(case, reason)


def _faults(
    setting: Setting, side: int, kind: str, terrain: str, town: bool, support: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    if side == CHINESE and kind == OVERRUN:
        yield "SNC-9.6a", "only Japanese units overrun"
    if side == CHINESE and kind == LANDING:
        yield "SNC-8.4c", "only Japanese units land"
    if kind == OVERRUN and (town or terrain == CITY):
        yield "SNC-9.6a", "a city or a town cannot be overrun"
    if kind == LANDING and setting.word("water") != "none":
        yield "SNC-8.4e", "a landing comes over the sea, not across a creek or a river"
    for word in support:
        if (side, word) not in STOCK_PLACE:
            yield "SNC-11.0a", f"the {SIDES[side].capitalize()} side has no {word} support"
    if AMPHIBIOUS in support and kind != LANDING:
        yield "SNC-11.0d", "amphibious support is for landings only"
    if setting.yes("concentric"):
        if side != JAPANESE or kind != PLAIN:
            yield "SNC-10.4.2c", "only plain Japanese attacks are concentric"
        if terrain == CITY:
            yield "SNC-10.4.2b", "no attack on a city is concentric"
    if setting.yes("flown") and AIR not in support:
        yield "SNC-11.3a", "the Chinese air force answers air support, and there is none"
    if setting.yes("guns") and side != CHINESE:
        yield "SNC-11.0c", "only the Japanese have guns in defence"
