"""What a staff believes has dice of its own: no plan can rest on what the true ones will show."""

from __future__ import annotations

import pytest

import sandtable as st
from sandtable.players.doctrine_files import find
from sandtable.players.staff import staff_class


@pytest.mark.parametrize("slug", st.games())
def test_the_true_dice_are_not_among_what_is_believed(slug: str) -> None:
    game = st.load(slug)
    for number, side in enumerate(game.sides):
        staff = staff_class(game)(game, number, find(game, side, "historical"))
        true = game.new(seed=1)
        other = true.reseed(2)
        other.rolls = 5
        believed = [staff.believe(state) for state in (true, other)]
        rolls = [[state.roll() for _ in range(20)] for state in (true, other, *believed)]
        assert rolls[2] == rolls[3]
        assert rolls[2] not in rolls[:2]
