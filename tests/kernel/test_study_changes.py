"""What-ifs: every ready-made one changes play, edits add up, and what does not fit is named."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

import sandtable as st
from sandtable.errors import SandtableError
from sandtable.study import UNCHANGED, what_ifs
from sandtable.study.whatifs import WhatIf, settle

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
    players = "doctrine" if what_ifs(st.load(slug))[id].doctrines else "random"
    for seed in range(20):  # a landing of turn 9 needs a game that comes so far
        study = st.study.sweep(slug, [id], 3, players, seed=seed, workers=1, progress=False)
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
        ({}, "change 1 has no entry 'edit'"),
        ({"table": "units", "row": {}, "set": {}}, "change 1 has no entry 'edit'"),
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
        (
            {
                "edit": "cell",
                "table": "reinforcements",
                "row": {"site_rule": "one_site_col_ge_32"},
                "set": {"spaces": "3019"},
            },
            "one_site_col_ge_32 does not allow 3019",
        ),
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
            "was already set to 3 by change 1, the edit 'arrival'; change 2, the edit 'arrival' cannot",
        ),
        (
            [
                {"edit": "option", "name": "seventh_city", "value": "0116"},
                {"edit": "option", "name": "seventh_city", "value": "1102"},
            ],
            "was already set to '0116' by change 1",
        ),
        ({"edit": "strength", "units": UNIT, "times": float("nan")}, "a number above 0, not nan"),
        ({"edit": "strength", "units": UNIT, "times": 0}, "a number above 0, not 0"),
        ({"edit": "strength", "units": UNIT, "times": -1}, "a number above 0, not -1"),
        ({"edit": "strength", "units": UNIT, "by": 0.5}, "'by' is a whole number, not 0.5"),
        ({"edit": "strength", "units": UNIT, "by": 0}, "changes nothing"),
        ({"edit": "arrival", "units": "j_rgt", "turn": 3}, "a list of units, not 'j_rgt'"),
        ({"edit": "arrival", "units": UNIT, "turn": "3"}, "'turn' is a whole number, not '3'"),
        ({"edit": "arrival", "units": UNIT, "turn": 7}, "changes nothing"),
        ({"edit": "cell", "table": "crt", "row": "id", "set": {"x": 1}}, "{column = value}, not 'id'"),
        ({"edit": "cell", "table": "crt", "row": {"id": "1_3_1"}, "set": {}}, "{column = value}, not {}"),
        (
            {"edit": "strength", "where": {"colour": "red"}, "by": 1},
            "change 1, the edit 'strength': unknown column of 'units' 'colour'",
        ),
        (
            {"edit": "start", "units": ["c_div_098"], "space": "9999"},
            "change 1, the edit 'start': unknown space '9999'",
        ),
        ({"edit": "option", "name": "seventh_city", "value": "1102"}, "changes nothing"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(change: Any, said: str) -> None:
    with pytest.raises(SandtableError, match=said):
        settle(st.load(SNC), change)


SEPTEMBER, LATE, SOONER = (
    {"edit": "arrival", "units": UNIT, "turn": 4},
    {"edit": "arrival", "units": UNIT, "by": 2},
    {"edit": "arrival", "units": UNIT, "by": -1},
)
HALF, STRONG, WEAK = (
    {"edit": "strength", "units": UNIT, "times": 0.5},
    {"edit": "strength", "units": UNIT, "by": 3},
    {"edit": "strength", "units": UNIT, "by": -9},
)


@pytest.mark.parametrize("edits", [[LATE, SOONER, HALF, STRONG], [STRONG, WEAK, HALF], [HALF, STRONG]])
def test_the_order_of_edits_does_not_matter(edits: list[Any]) -> None:
    game = st.load(SNC)
    found = [settle(game, order).changes for order in itertools.permutations(edits)]
    assert found[0]
    assert all(other == found[0] for other in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SEPTEMBER, LATE),
        (HALF, {"edit": "cell", "table": "units", "row": {"id": UNIT[0]}, "set": {"cf_full": 9}}),
        ("no-german-trained-divisions", {"edit": "strength", "where": {"category": "elite"}, "by": 1}),
    ],
)
def test_edits_that_quarrel_are_both_named_in_either_order(one: Any, other: Any) -> None:
    game = st.load(SNC)
    for first, second in ((one, other), (other, one)):
        with pytest.raises(SandtableError, match=r"was already (set|changed) to .* by .*cannot") as caught:
            settle(game, [first, second])
        for place, edit in ((1, first), (2, second)):
            name = f"what-if {edit!r}, edit" if isinstance(edit, str) else f"change {place}, the edit"
            assert name in str(caught.value)


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


def test_a_notebook_shows_the_question_in_words() -> None:
    what = what_ifs(st.load(SNC))["stand-at-suzhou"]
    shown = what._repr_markdown_()
    assert what.title in shown
    assert what.text in shown
    assert "edit='strength' units=['c_gar_suzhou'] times=2" in shown
    assert "chinese doctrine what_ifs/stand-at-suzhou.toml" in shown


# -- doctrines ----------------------------------------------------------------------------------------

COMMAND = """
[[what_if]]
id = "mine"
title = "Another commander"
text = "Why I ask."
source = "reconstructed: mine"
doctrines = { chinese = "DOCTRINE" }
"""


def asked(tmp_path: Path, doctrine: str) -> WhatIf:
    path = tmp_path / "mine.toml"
    path.write_text(COMMAND.replace("DOCTRINE", doctrine), "utf-8")
    return what_ifs(st.load(SFV), path)["mine"]


def test_a_what_if_can_give_a_side_another_doctrine(tmp_path: Path) -> None:
    study = st.study.sweep(SFV, asked(tmp_path, "cautious"), 2, workers=1, progress=False)
    players = study.frame().groupby("variant", sort=False)[["soviet_player", "chinese_player"]].first()
    assert players.to_numpy().tolist() == [["doctrine", "doctrine"], ["doctrine", "doctrine cautious"]]
    named = {"soviet": "doctrine", "chinese": "doctrine:cautious"}
    same = st.study.campaigns(SFV, 2, named, workers=1, progress=False)
    mine = [r["digest"] for r in study.records if r["variant"] == "Another commander"]
    assert mine == [r["digest"] for r in same.records]


def test_its_doctrine_may_be_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "wait.toml").write_text('title = "Wait"\ntext = "Why."\nlike = "historical"\n', "utf-8")
    what = asked(tmp_path, "wait.toml")
    assert what.doctrines == {"chinese": str((tmp_path / "wait.toml").resolve())}
    study = st.study.campaigns(SFV, 1, changes=what, workers=1, progress=False)
    plain = st.study.campaigns(SFV, 1, workers=1, progress=False)
    assert study.records[0]["digest"] == plain.records[0]["digest"]
    before = study.plan.header()["rules"]
    (tmp_path / "wait.toml").write_text('title = "Wait"\ntext = "No."\nlike = "historical"\n', "utf-8")
    assert study.plan.header()["rules"] != before


def test_a_game_s_own_file_is_named_the_same_on_every_machine() -> None:
    study = st.study.campaigns(SNC, 1, changes="stand-at-suzhou", workers=1, progress=False)
    assert study.frame()["chinese_player"].item() == "doctrine what_ifs/stand-at-suzhou.toml"
    assert study.match(0).state.digest() == study.records[0]["digest"]


def test_what_no_commander_can_follow_is_refused(tmp_path: Path) -> None:
    with pytest.raises(st.DataError, match="unknown doctrine of chinese 'brave'"):
        asked(tmp_path, "brave")
    with pytest.raises(st.DataError, match="the file is missing"):
        asked(tmp_path, "gone.toml")
    with pytest.raises(SandtableError, match="a random player follows none"):
        st.study.sweep(SFV, asked(tmp_path, "cautious"), 1, "random", workers=1, progress=False)
    with pytest.raises(SandtableError, match="the chinese side already follows 'cautious'"):
        settle(st.load(SFV), [asked(tmp_path, "cautious"), asked(tmp_path, "aggressive")])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "My question"\n', "", "column 'title': the entry is missing"),
        (MINE[MINE.index("edits") :], "", "the entry is missing, and there are no doctrines"),
        ("edits = [", "doctrines = 7\nedits = [", "doctrines are written as"),
        ('text = "Why I ask."', 'text = "Why I ask."\ncolour = "red"', "column 'colour'"),
        (MINE, MINE + MINE, "'mine' stands twice"),
        ("edits = [", "edits = [[", "mine.toml"),
        ("[[what_if]]", "[[what_ifs]]", r"every what-if stands under a heading \[\[what_if\]\]"),
        ("[[what_if]]", "[what_if]", r"every what-if stands under a heading \[\[what_if\]\]"),
        ("[[what_if]]", 'author = "me"\n[[what_if]]', "nothing else in the file does"),
        (MINE, "what_if = 7", "every what-if stands under a heading"),
        (MINE, "", "every what-if stands under a heading"),
        ('"Why I ask."', "7", "column 'text': the entry is a text, not 7"),
        (MINE[MINE.index("edits") :], 'edits = "none"', "edits are written as"),
        (MINE[MINE.index("edits") :], 'edits = ["none"]', "edits are written as"),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace(old, new), "utf-8")
    with pytest.raises(st.DataError, match=said):
        what_ifs(st.load(SFV), path)
    with pytest.raises(st.DataError, match="missing"):
        what_ifs(st.load(SFV), tmp_path / "none.toml")
    with pytest.raises(st.DataError, match="the file cannot be read"):
        what_ifs(st.load(SFV), tmp_path)


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
    assert study.variants[0].startswith(UNCHANGED)
    seeds = {name: tuple(rows["seed"]) for name, rows in study.frame().groupby("variant")}
    assert len(set(seeds.values())) == 1
    differences = study.differences("chinese_lost_units")
    assert list(differences["variant"]) == list(study.variants[1:])
    assert (differences["games"] == 3).all()


def test_differences_are_taken_game_by_game() -> None:
    study = st.study.sweep(SFV, ["second-army-at-once"], 4, "random", workers=1, progress=False)
    frame = study.frame().pivot(index="number", columns="variant", values="chinese_units")
    mean = (frame["The 2nd Army comes on the first day"] - frame[UNCHANGED]).mean()
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
