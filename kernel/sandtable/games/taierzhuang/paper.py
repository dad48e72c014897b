"""BOT-9: a combat on paper, for odds without a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...dials import Dial, Setting, choice, flag, number
from ...errors import IllegalAction
from ...tables import Modifier
from .combat import PLAIN, TERRAIN_CASES, Battle, Engagement, cross_shifts
from .support import KINDS
from .words import AIR, CENTRE, CHINESE, CITY, GUNS, JAPANESE, SIDES

if TYPE_CHECKING:
    from .game import Taierzhuang

GROUND = ("clear", "village", CITY, CENTRE)


def dials(game: Taierzhuang) -> tuple[Dial, ...]:
    """What shapes a combat."""
    most = {AIR: game.markers[AIR], GUNS: max(n for name, n in game.markers.items() if name != AIR)}
    return (
        number("attack", "Attack factors", 24, 1, 80, "BOT-9.1f"),
        number("defence", "Defence factors", 10, 0, 50, "BOT-9.1d"),
        choice("attacker", "Attacker", SIDES, "BOT-9.0a"),
        choice("ground", "Defender's ground", GROUND, "BOT-9.4a"),
        *(number(kind, f"{kind.capitalize()} markers", 0, 0, most[kind], "BOT-9.3f") for kind in KINDS),
        flag("wall", "All through the wall", "BOT-9.7d"),
        flag("canal", "All over the canal", "BOT-9.6b"),
        flag("concentric", "Concentric", "BOT-9.5d"),
        flag("breakout", "Breakout", "BOT-5.6f"),
        number("attacker_steps", "Attacker's steps", 12, 1, 32, "BOT-9.8b"),
        number("defender_steps", "Defender's steps", 4, 1, 24, "BOT-9.8b"),
    )


def on_paper(game: Taierzhuang, setting: Setting) -> Engagement:
    """BOT-9.1d-h: the combat of these dials; all factors lie open, support is still to be rolled."""
    side, ground = SIDES.index(setting.word("attacker")), setting.word("ground")
    support = tuple(kind for kind in KINDS for _ in range(setting.number(kind)))
    if support and side == CHINESE:
        raise IllegalAction("BOT-9.3a", "only Japanese attacks have support markers")
    if support and game.ground.effects[ground].no_support:
        raise IllegalAction("BOT-9.3e", "no support marker is used against the city centre")
    if GUNS in support and setting.yes("breakout"):
        raise IllegalAction("BOT-5.6c", "the artillery was left behind in the breakout")
    return Engagement(
        Battle(PLAIN, -1, (), support),
        setting.number("attack"),
        setting.number("defence"),
        (),
        (),
        len(support),
        tuple(_shifts(game, setting, side, ground)),
        game.ground.effects[ground].extra_loss,
        setting.number("attacker_steps"),
        setting.number("defender_steps"),
    )


def _shifts(game: Taierzhuang, setting: Setting, side: int, ground: str) -> Iterator[Modifier]:
    effect = game.ground.effects[ground]
    if effect.shift:
        yield Modifier(ground.replace("_", " "), effect.shift, TERRAIN_CASES.get(ground, "BOT-9.4a"))
    if setting.yes("wall") and ground not in (CITY, CENTRE):
        raise IllegalAction("BOT-9.7e", "a wall protects city hexes only")
    yield from cross_shifts(game, side, setting.yes("wall"), setting.yes("canal"))
    if setting.yes("concentric"):
        if side != JAPANESE:
            raise IllegalAction("BOT-9.5e", "Chinese attacks are never concentric")
        if effect.no_concentric:
            case = "BOT-9.7b" if ground == CITY else "BOT-9.7g"
            raise IllegalAction(case, "a concentric attack is worth nothing against the city")
        yield Modifier("concentric attack", game.concentric_shift, "BOT-9.5d")
    if setting.yes("breakout"):
        if side != JAPANESE:
            raise IllegalAction("BOT-5.6f", "only the Japanese break out")
        yield Modifier("breakout", game.breakout_shift, "BOT-5.6f")
