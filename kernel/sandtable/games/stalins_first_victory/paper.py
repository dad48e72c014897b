"""SFV-9: a combat on paper, for odds without a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...dials import Dial, Setting, choice, flag, number
from ...errors import IllegalAction
from ...tables import Modifier
from .battles import PLAIN, Battle, Engagement, weigh
from .words import SIDES, SOVIET

if TYPE_CHECKING:
    from .game import StalinsFirstVictory

GROUND = ("clear", "hill", "city")


def dials(game: StalinsFirstVictory) -> tuple[Dial, ...]:
    """What shapes a combat."""
    return (
        number("attack", "Attack factors", 16, 1, 60, "SFV-9.1c"),
        number("defence", "Defence factors", 9, 0, 40, "SFV-9.1b"),
        choice("attacker", "Attacker", SIDES, "SFV-9.0a"),
        choice("ground", "Defender's ground", GROUND, "SFV-9.3a"),
        flag("concentric", "Concentric", "SFV-9.4d"),
        flag("division", "A whole rifle division", "SFV-9.5a"),
        number("attacker_steps", "Attacker's steps", 6, 1, 24, "SFV-9.6b"),
        number("defender_steps", "Defender's steps", 4, 1, 20, "SFV-9.6b"),
    )


def on_paper(game: StalinsFirstVictory, setting: Setting) -> Engagement:
    """SFV-9.1, 9.3: the combat of these dials."""
    return weigh(
        game,
        Battle(PLAIN, -1, (), ()),
        setting.number("attack"),
        setting.number("defence"),
        tuple(_shifts(game, setting)),
        game.ground.effects[setting.word("ground")].extra_loss,
        setting.number("attacker_steps"),
        setting.number("defender_steps"),
    )


def _shifts(game: StalinsFirstVictory, setting: Setting) -> Iterator[Modifier]:
    ground = setting.word("ground")
    effect = game.ground.effects[ground]
    if effect.shift:
        yield Modifier(ground, effect.shift, "SFV-9.3a")
    if setting.yes("concentric"):
        if effect.no_concentric:
            raise IllegalAction("SFV-9.4e", "a concentric attack is worth nothing against a city")
        yield Modifier("concentric attack", game.concentric_shift, "SFV-9.4d")
    if setting.yes("division"):
        if setting.word("attacker") != SIDES[SOVIET]:
            raise IllegalAction("SFV-9.5a", "only Soviet rifle divisions have divisional integrity")
        yield Modifier("divisional integrity", game.integrity_shift, "SFV-9.5a")
