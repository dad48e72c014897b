"""What-ifs: every ready-made one changes play, edits add up, and what does not fit is named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import sandtable as st
from sandtable.errors import SandtableError
from sandtable.study import AS_IT_WAS, what_ifs
from sandtable.study.whatifs import settle

SNC, SFV = "shanghai-nanking", "stalins-first-victory"
ALL = [(slug, id) for slug in st.games() for id in what_ifs(st.load(slug))]


def test_there_are_many_and_each_says_why() -> None:
    assert len(ALL) >= 10
    assert {slug for slug, _ in ALL} == set(st.games())
    for slug, id in ALL:
        met = what_ifs(st.load(slug))[id]
        assert len(met.text.split()) >= 30, id
        assert met.title != met.id


@pytest.mark.parametrize(("slug", "id"), ALL)
def test_each_really_changes_play(slug: str, id: str) -> None:
    for seed in range(20):  # a landing of turn 9 needs a game that comes so far
        study = st.study.sweep(slug, [id], 3, "random", seed=seed, workers=1, progress=False)
        base, other = (
            [[t["measures"] for t in r["turns"]] for r in study.records if r["variant"] == name]
            for name in study.variants
        )
        if base != other:
            break
    else:
        pytest.fail("sixty games are the same with the change and without")
    row = study.frame().iloc[-1]
    assert row["what_ifs"] == id
    assert (row["changes"], row["options"]) != ("{}", "{}")


def test_a_landing_is_moved_to_september() -> None:
    game = st.load(SNC)
    settled = settle(game, "tenth-army-in-september")
    state = game.new(seed=1, changes=settled.changes)
    tenth = [u for u, a in game.arrivals.items() if a.turn == 7 and game.side_of[u] == 1]
    assert len(tenth) == 14
    assert {state.due[u] for u in tenth} == {4}


def test_no_air_marker_ever_comes() -> None:
    game = st.load(SNC)
    changed = game.variant(changes=settle(game, "no-japanese-air").changes)
    assert any(m.kind == "air" and m.turn <= 12 for m in game.markers)
    assert not any(m.kind == "air" and m.turn <= 12 for m in changed.markers)


def test_german_trained_divisions_become_ordinary_ones() -> None:
    game = st.load(SNC)
    changed = game.variant(changes=settle(game, "no-german-trained-divisions").changes)
    assert game.elite
    assert not changed.elite
    assert changed.units.by_id("c_div_088").strength == (0, 3)


def test_the_second_army_comes_or_stays() -> None:
    at_once = st.study.campaigns(SFV, 3, "random", changes="second-army-at-once", workers=1, progress=False)
    never = st.study.campaigns(SFV, 3, "random", changes="second-army-never", workers=1, progress=False)
    first = at_once.turns().query("turn == 1")["chinese_units"] + at_once.turns().query("turn == 1")[
        "chinese_lost_units"
    ]
    assert (first == 19).all()
    assert (never.frame()["chinese_units"] + never.frame()["chinese_lost_units"] == 12).all()


# -- edits of one's own -------------------------------------------------------------------------------


def test_edits_add_up() -> None:
    game = st.load(SNC)
    later = {"edit": "arrival", "units": ["j_rgt_013_div_006"], "by": 1}
    city = {"edit": "option", "name": "seventh_city", "value": "0116"}
    settled = settle(game, [later, later, "no-naval-guns", city])
    rows = settled.changes["reinforcements"]
    assert rows == [{"scenario": "campaign", "unit_id": "j_rgt_013_div_006", "gt": "9"}]
    assert len(settled.changes["markers"]) == 4
    assert settled.options == {"seventh_city": "0116"}
    assert settled.what_ifs == ("no-naval-guns",)


def test_a_strength_is_changed_on_every_face() -> None:
    game = st.load(SFV)
    settled = settle(game, {"edit": "strength", "where": {"type": "rifle"}, "times": 1.5})
    unit = game.variant(changes=settled.changes).units.by_id("sov-21-61")
    assert (unit.strength, unit.defence) == ((0, 3, 6), (0, 3, 6))
    weaker = settle(game, {"edit": "strength", "units": ["sov-21-61"], "by": -3})
    assert game.variant(changes=weaker.changes).units.by_id("sov-21-61").strength == (0, 1, 1)


def test_a_start_position_is_moved() -> None:
    game = st.load(SFV)
    settled = settle(game, {"edit": "start", "units": ["chi-15-38"], "space": "1110"})
    state = game.new("suggested", changes=settled.changes)
    assert game.board.ids[state.where[game.units.index_of("chi-15-38")]] == "1110"


def test_terrain_and_table_cells_are_altered() -> None:
    game = st.load(SNC)
    edits = [
        {"edit": "cell", "table": "board/spaces", "row": {"id": "3410"}, "set": {"terrain": "marsh"}},
        {"edit": "cell", "table": "crt", "row": {"odds": "3:1", "die": 6}, "set": {"defender_steps": 0}},
    ]
    changed = game.variant(changes=settle(game, edits).changes)
    assert changed.board.terrain[changed.board.index("3410")] == "marsh"
    assert changed.crt != game.crt


def test_raw_changes_are_checked_too() -> None:
    game = st.load(SNC)
    raw = {"fire_support": [{"id": "air", "shift": 0}]}
    assert settle(game, raw).changes == {"fire_support": [{"id": "air", "shift": "0"}]}


UNIT = ["j_rgt_013_div_006"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("peace", "unknown what-if of shanghai-nanking 'peace'"),
        (7, "7 is no change"),
        ({"edit": "weather"}, "unknown kind of edit 'weather'"),
        ({"edit": "arrival", "units": UNIT}, "`turn`, or is earlier or later `by`"),
        ({"edit": "arrival", "units": UNIT, "turn": 13}, "column 'gt': 13 is more than 12"),
        ({"edit": "arrival", "units": UNIT, "by": -9}, "column 'gt': -2 is less than 1"),
        ({"edit": "arrival", "turn": 3}, "one of the two"),
        ({"edit": "arrival", "units": ["ghost"], "turn": 3}, "no row with unit_id ghost"),
        ({"edit": "arrival", "units": UNIT, "turn": 3, "why": 1}, "no entry 'why'"),
        ({"edit": "strength", "units": UNIT}, "`by` so much, or so many `times`"),
        ({"edit": "start", "units": ["c_div_098"]}, "entry 'space' is missing"),
        ({"edit": "start", "units": ["c_div_098"], "space": "9999"}, "unknown space '9999'"),
        ({"edit": "start", "units": ["c_div_098"], "space": "3512"}, "both sides stand in 3512"),
        ({"edit": "option", "name": "peace", "value": "yes"}, "unknown option 'peace'"),
        ({"edit": "option", "name": "seventh_city", "value": "9"}, "cannot be '9'"),
        ({"edit": "cell", "table": "weather", "row": {}, "set": {}}, "that the rules read 'weather'"),
        ({"edit": "cell", "table": "crt", "row": {"id": "1_3_1"}, "set": {"x": 1}}, "column of 'crt' 'x'"),
        ({"edit": "cell", "table": "crt", "row": {"id": "1_3_1"}, "set": {"id": 1}}, "names the row"),
        ({"edit": "cell", "table": "crt", "row": {"id": "1_3_1"}, "set": {"die": "x"}}, "not a whole"),
        ({"fire_support": [{"id": "fleet", "shift": 0}]}, "has no row 'fleet'"),
        (
            [
                {"edit": "arrival", "units": UNIT, "turn": 3},
                {"edit": "arrival", "units": UNIT, "turn": 4},
            ],
            "was already set to 3",
        ),
        (
            [
                {"edit": "option", "name": "seventh_city", "value": "0116"},
                {"edit": "option", "name": "seventh_city", "value": "1102"},
            ],
            "was already set to '0116'",
        ),
        ({"edit": "option", "name": "seventh_city", "value": "1102"}, "changes nothing"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(change: Any, said: str) -> None:
    with pytest.raises(SandtableError, match=said):
        settle(st.load(SNC), change)


def test_a_game_without_a_timetable_says_so() -> None:
    with pytest.raises(SandtableError, match="stalins-first-victory has no arrival"):
        settle(st.load(SFV), {"edit": "arrival", "units": ["chi-2-1"], "turn": 1})


MINE = """
[[what_if]]
id = "mine"
title = "My question"
text = "Why I ask."
source = "reconstructed: mine"
edits = [{ edit = "cell", table = "limits", row = { id = "soviet_vp_to_win" }, set = { value = 8 } }]
"""


def test_people_write_their_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, "utf-8")
    mine = what_ifs(st.load(SFV), path)["mine"]
    study = st.study.campaigns(SFV, 1, "random", changes=mine, workers=1, progress=False)
    assert study.variants == ("My question",)


def test_the_what_if_of_the_manual_works(tmp_path: Path) -> None:
    manual = Path(__file__).parents[2] / "docs" / "studies.md"
    blocks = re.findall(r"^```toml\n(.*?)^```", manual.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    (tmp_path / "mine.toml").write_text(blocks[0], "utf-8")
    game = st.load(SNC)
    settled = settle(game, what_ifs(game, tmp_path / "mine.toml")["late-and-weak"])
    changed = game.variant(changes=settled.changes)
    assert changed.units.by_id("j_rgt_013_div_006").strength == (0, 1, 2)
    assert changed.arrivals[changed.units.index_of("j_rgt_013_div_006")].turn == 9


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "My question"\n', "", "column 'title': the entry is missing"),
        ('text = "Why I ask."', 'text = "Why I ask."\ncolour = "red"', "column 'colour'"),
        (MINE, MINE + MINE, "'mine' stands twice"),
        ("edits = [", "edits = [[", "mine.toml"),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace(old, new), "utf-8")
    with pytest.raises(st.DataError, match=said):
        what_ifs(st.load(SFV), path)
    with pytest.raises(st.DataError, match="missing"):
        what_ifs(st.load(SFV), tmp_path / "none.toml")


# -- sweeps -------------------------------------------------------------------------------------------


def test_a_sweep_pairs_the_seeds_and_crosses_the_players() -> None:
    crews = ["random", ("random", {"seed": 1})]
    study = st.study.sweep(
        SFV,
        {"no tanks": "no-tanks", "both": ["no-tanks", "no-armoured-trains"]},
        3,
        crews,  # type: ignore[arg-type]
        workers=1,
        progress=False,
    )
    assert len(study.variants) == 6
    assert study.variants[0].startswith(AS_IT_WAS)
    seeds = {name: tuple(rows["seed"]) for name, rows in study.frame().groupby("variant")}
    assert len(set(seeds.values())) == 1
    differences = study.differences("chinese_lost_units")
    assert list(differences["variant"]) == list(study.variants[1:])
    assert (differences["games"] == 3).all()


def test_differences_are_taken_game_by_game() -> None:
    study = st.study.sweep(SFV, ["second-army-never"], 4, "random", workers=1, progress=False)
    frame = study.frame().pivot(index="number", columns="variant", values="chinese_units")
    mean = (frame["The 2nd Army stays away"] - frame[AS_IT_WAS]).mean()
    row = study.differences("chinese_units").iloc[0]
    assert row["difference"] == pytest.approx(mean)
    assert row["low"] < row["difference"] < row["high"]
    wins = study.differences("winner", "chinese").iloc[0]
    assert wins["low"] <= wins["difference"] <= wins["high"]
    with pytest.raises(SandtableError, match="unknown side 'french'"):
        study.differences("winner", "french")


def test_two_variants_of_one_name_are_refused() -> None:
    with pytest.raises(SandtableError, match="two variants of the study are named"):
        st.study.sweep(SFV, ["no-tanks", "no-tanks"], 1, "random", workers=1, progress=False)
