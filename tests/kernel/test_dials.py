"""Combats on paper: where the dials stand, and what they may not stand at."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import sandtable as st
from sandtable.dials import Setting, Value, choice, flag, number

DIALS = (
    number("attack", "Attack", 4, 1, 60, "X-1"),
    choice("ground", "Ground", ("clear", "city"), "X-2"),
    flag("air", "Air", "X-3"),
)


def test_dials_stand_where_nobody_moved_them() -> None:
    assert dict(Setting(DIALS, {"attack": 9})) == {"attack": 9, "ground": "clear", "air": "no"}


def test_a_setting_answers_in_kind() -> None:
    setting = Setting(DIALS, {"air": "yes"})
    assert (setting.number("attack"), setting.word("ground"), setting.yes("air")) == (4, "clear", True)
    with pytest.raises(st.SandtableError, match="ground is a word"):
        setting.number("ground")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"atack": 3}, "unknown input of a combat 'atack'.*attack"),
        ({"attack": 61}, "unknown value of attack '61'.*1 to 60"),
        ({"attack": True}, "unknown value of attack 'True'"),
        ({"ground": "sea"}, "unknown value of ground 'sea'.*city, clear"),
    ],
)
def test_what_a_dial_cannot_stand_at_is_named(given: Mapping[str, Value], said: str) -> None:
    with pytest.raises(st.Unknown, match=said):
        Setting(DIALS, given)


def test_kinds_of_dials() -> None:
    assert [d.is_number for d in DIALS] == [True, False, False]
    assert [d.is_flag for d in DIALS] == [False, False, True]
