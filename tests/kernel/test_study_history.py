"""What happened: the histories of all games, and what a faulty one is told."""

from __future__ import annotations

import re
from datetime import date
from math import cos, hypot, radians
from pathlib import Path

import pytest

import sandtable as st
from sandtable.study import calendar, history, objectives

COLUMNS = [
    "id", "date", "turn", "place", "space", "lon", "lat", "side", "kind", "objectives", "what", "source",
]  # fmt: skip


@pytest.mark.parametrize("slug", st.games())
def test_every_history_is_uniform_and_sound(slug: str) -> None:
    game = st.load(slug)
    assert game.data.columns("history") == COLUMNS
    met = history(game)
    assert len(met) >= 15
    assert [event.date for event in met] == sorted(event.date for event in met)
    assert {event.turn for event in met} >= {1, 2, 3, 4}
    assert any(met.fall(id) for id in objectives(game))


@pytest.mark.parametrize("slug", st.games())
def test_events_lie_in_the_space_they_name(slug: str) -> None:
    game = st.load(slug)
    centres = game.board.lonlat
    spread = min(hypot(a[0] - b[0], a[1] - b[1]) for a in centres[:9] for b in centres if a != b)
    for event in history(game):
        if event.space is not None:
            lon, lat = centres[game.board.index(event.space)]
            far = hypot((lon - event.lon) * cos(radians(lat)), lat - event.lat)
            assert far < 3 * spread, f"{event.place} is not in {event.space}"


def test_the_fall_of_a_city_has_its_day_and_turn() -> None:
    met = history(st.load("shanghai-nanking"))
    fall = met.fall("nanking")
    assert fall is not None
    assert (fall.date, fall.turn, fall.side) == (date(1937, 12, 13), 10, "japanese")
    assert not met.held("nanking", 9)
    assert met.held("nanking", 10)
    assert (met.end.side, met.end_turn) == ("japanese", 10)


def test_a_place_can_be_won_back() -> None:
    met = history(st.load("taierzhuang"))
    assert [met.held("half_town", turn) for turn in range(4, 9)] == [False, True, True, True, False]
    assert met.fall("town") is None
    assert met.end.side == "chinese"


def test_both_games_of_taierzhuang_tell_the_same_story() -> None:
    areas, hexes = history(st.load("storm-over-taierzhuang")), history(st.load("taierzhuang"))
    east, half = areas.fall("east_town"), hexes.fall("half_town")
    assert east is not None
    assert half is not None
    assert (east.date, east.place, east.space) == (half.date, "Taierzhuang East", "H")
    assert areas.fall("west_town") is None
    days = [{(e.date, e.place) for e in met if e.kind == "fall"} for met in (areas, hexes)]
    assert {("Tengxian", 17), ("Yixian", 20)} <= {(place, day.day) for day, place in days[0] & days[1]}


@pytest.mark.parametrize("slug", st.games())
def test_the_side_of_a_withdrawal_is_the_one_that_leaves(slug: str) -> None:
    game = st.load(slug)
    words = {"chinese": "Chinese", "soviet": "Soviet", "japanese": "Se|Sakamoto|Japanese"}
    for event in history(game):
        if event.kind == "withdrawal":
            assert re.match(f"(The )?(last |remains of the )?({words[event.side]})", event.what), event.what
            assert not event.objectives


@pytest.mark.parametrize("slug", st.games())
def test_dates_name_a_work_in_which_they_can_be_checked(slug: str) -> None:
    for event in history(st.load(slug)):
        named = re.search(r"\((19|20)\d\d\)", event.source)
        assert named or "rulebook" in event.source, event.id


def test_an_end_behind_the_last_turn_counts_for_it() -> None:
    met = history(st.load("storm-over-taierzhuang"))
    assert met.end.turn is None
    assert met.end_turn == 13


def test_a_history_is_a_table_too() -> None:
    frame = history(st.load("stalins-first-victory")).frame()
    assert list(frame.columns) == COLUMNS
    assert frame.loc[frame["kind"] == "end", "turn"].item() == 5


def test_turns_have_their_days() -> None:
    turns = calendar(st.load("stalins-first-victory"))
    assert [turn.label() for turn in turns] == ["16 Nov", "17 Nov", "18 Nov", "19 Nov", "20 Nov"]


@pytest.mark.parametrize(
    ("table", "row", "said"),
    [
        ("history", "id,turn,source\nh03,3,rule SNC-1.0a\n", "08-23 lies in turn 2, not in turn 3"),
        ("history", "id,turn,source\nh03,,rule SNC-1.0a\n", "in turn 2, not outside the calendar"),
        ("history", "id,date,source\nh03,23 August,rule SNC-1.0a\n", "'23 August' is not a day"),
        ("history", "id,space,source\nh03,9999,rule SNC-1.0a\n", "unknown space '9999'"),
        ("history", "id,side,source\nh03,french,rule SNC-1.0a\n", "unknown side 'french'"),
        ("history", "id,kind,source\nh03,feast,rule SNC-1.0a\n", "unknown kind of event 'feast'"),
        ("history", "id,kind,source\nh03,end,rule SNC-1.0a\n", "2 events decide the campaign"),
        ("history", "id,objectives,source\nh03,paris,rule SNC-1.0a\n", "unknown objective 'paris'"),
        ("history", "id,date,turn,source\nh02,1937-11-02,7,rule SNC-1.0a\n", "events go by their days"),
        ("objectives", "id,spaces,source\nnanking,9999,rule SNC-1.0a\n", "unknown space '9999'"),
        ("objectives", "id,tag,source\nnanking,city,rule SNC-1.0a\n", "either spaces or a tag"),
        ("objectives", "id,need,source\nnanking,2,rule SNC-1.0a\n", "2 is more than 1"),
        ("turns", "gt,from,source\n2,1937-08-20,rule SNC-1.0a\n", "do not follow those before"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(tmp_path: Path, table: str, row: str, said: str) -> None:
    (tmp_path / f"{table}.csv").write_text(row, "utf-8")
    game = st.load("shanghai-nanking", data=tmp_path)
    with pytest.raises(st.DataError, match=said):
        history(game)
