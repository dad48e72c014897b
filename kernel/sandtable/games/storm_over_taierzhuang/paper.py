"""SOT-7.2, 7.3: an attack on paper, for odds without a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...dials import Dial, Setting, choice, flag, number
from ...errors import IllegalAction
from ...tables import Modifier
from .combat import Battle, Engagement, fire_modifiers, level_modifiers
from .words import BOMBARD, CHINESE, SIDES, WAVE

if TYPE_CHECKING:
    from .game import StormOverTaierzhuang

UNITS = "units"
SAME, ADJACENT = "the same area", "an adjacent area"
GROUND = ("open_village", "fortified_village", "town")
HERE, ELSEWHERE = 0, 1
"""Stand-ins for the target area and for another one."""


def dials(game: StormOverTaierzhuang) -> tuple[Dial, ...]:
    """What shapes an attack."""
    bombs = [chit.name for chit in game.chits.values() if chit.use == BOMBARD]
    most = max(game.chits[id].number for ids in game.modifiers for id in ids)
    return (
        number("factors", "Combat factors", 4, 0, 12, "SOT-7.2.2a-i"),
        number("defence", "Best defence factor", 6, 1, 9, "SOT-7.2.2c-i"),
        choice("attacker", "Attacker", reversed(SIDES), "SOT-1.0a"),
        choice("by", "Attack by", (UNITS, *bombs), "SOT-7.2b"),
        choice("range", "Fire from", (SAME, ADJACENT), "SOT-7.2.1a"),
        number("units", "Units that fire", 3, 1, 10, "SOT-7.2a"),
        flag("wave", "Human wave", "SOT-7.2.2b-i"),
        number("chits", "Chits added", 0, 0, most, "SOT-7.2b"),
        choice("ground", "Defender's area", GROUND, "SOT-7.2.2c-i"),
        choice("held", "Defender controls it", ("yes", "no"), "SOT-7.2.2c-ii"),
        number("ready", "Ready defenders", 2, 0, 8, "SOT-7.4b"),
        number("spent", "Spent defenders", 1, 0, 8, "SOT-7.4b"),
    )


def on_paper(game: StormOverTaierzhuang, setting: Setting) -> Engagement:
    """SOT-7.2.2: the attack of these dials."""
    for case, reason in _faults(game, setting):
        raise IllegalAction(case, reason)
    battle, strength = _battle(game, setting), setting.number("factors")
    on: tuple[Modifier, ...] = ()
    if battle.chit:
        strength = game.chits[battle.chit].firepower
    else:
        on = tuple(fire_modifiers(game, battle, battle.side == CHINESE and not strength, game.wave_divisor))
    level = game.ground.level[game.board.terrain.index(setting.word("ground"))]
    against = tuple(level_modifiers(game, level, battle, setting.yes("held")))
    return Engagement(
        battle,
        strength + sum(m.value for m in on),
        setting.number("defence") - sum(m.value for m in against),
        on + against,
        setting.number("ready"),
        setting.number("spent"),
        zone=False,
    )


def _battle(game: StormOverTaierzhuang, setting: Setting) -> Battle:
    side = SIDES.index(setting.word("attacker"))
    if setting.word("by") != UNITS:
        chit = next(c.id for c in game.chits.values() if c.name == setting.word("by"))
        return Battle(side, HERE, (), -1, chit, (), 0)
    place = HERE if setting.word("range") == SAME else ELSEWHERE
    wave = (WAVE,) if setting.yes("wave") else ()
    words = (*wave, *(game.modifiers[side][:1] * setting.number("chits")))
    return Battle(side, HERE, (HERE,) * setting.number("units"), place, "", words, 0)


def _faults(game: StormOverTaierzhuang, setting: Setting) -> Iterator[tuple[str, str]]:
    """Why the rules do not know this attack."""
    side, by = SIDES.index(setting.word("attacker")), setting.word("by")
    near = setting.word("range") == SAME
    if not setting.number("ready") + setting.number("spent"):
        yield "SOT-7.2a", "there is nobody to fire at"
    if by != UNITS:
        owner = next(c.side for c in game.chits.values() if c.name == by)
        if owner != side:
            yield "SOT-5.1b", f"{by} is a {game.side_name(owner)} chit"
        if setting.yes("wave") or setting.number("chits"):
            yield "SOT-7.2b", f"nothing strengthens {by}"
        return
    if setting.number("factors") > setting.number("units") * max(game.factor):
        yield "SOT-2.4b", f"{setting.number('units')} units cannot have so many combat factors"
    if not near and not setting.number("factors"):
        yield "SOT-7.2.1a", "fire at an adjacent area needs a red combat factor"
    if setting.yes("wave") and not near:
        yield "SOT-7.2.2b-i", "a human wave goes against enemies in the same area"
    if setting.number("chits") and not near:
        case = "SOT-TC.C3b" if side == CHINESE else "SOT-TC.J5b"
        yield case, "these chits are for attacks within one area"
