"""Judging positions: signs that mean what they say, weights that are learnt the same way twice."""

from __future__ import annotations

from math import tanh
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sandtable as st
from sandtable.errors import DataError
from sandtable.players import doctrines
from sandtable.players.doctrine import DoctrinePlayer
from sandtable.players.judgement import BIAS, STAGES, Judgement, hops_to, judgement, signs, stages
from sandtable.players.learning import Sample, fit, main, play
from sandtable.players.staff import Staff
from sandtable.players.variation import varied
from sandtable.state import State

GAME = st.load("stalins-first-victory")


def staff_of(side: str) -> Staff:
    return DoctrinePlayer(GAME, side).staff(GAME)


@pytest.fixture(scope="module")
def start() -> State:
    return GAME.new("suggested", seed=3)


def test_distances_count_spaces_from_the_nearest() -> None:
    town = GAME.board.index("1207")
    hops = hops_to(GAME, (town,))
    assert hops[town] == 0
    assert all(hops[near] == 1 for near in GAME.board.adjacent(town))


def test_signs_follow_control_strength_and_losses(start: State) -> None:
    read, staff = signs(GAME), staff_of("soviet")
    before = read(staff, start)
    assert before["held_dalainor"] == 0
    assert before["lost_soviet"] == before["lost_chinese"] == 0
    taken = start.copy()
    taken.control[GAME.board.index("0318")] = GAME.side_index("soviet")
    assert read(staff, taken)["held_dalainor"] == 1
    weaker = start.copy()
    unit = next(u for u in GAME.own[0] if start.where[u] >= 0 and GAME.units[u].steps > 1)
    weaker.steps[unit] -= 1
    after = read(staff, weaker)
    assert after["lost_soviet"] > 0
    assert after["forces"] < before["forces"]


def test_the_stages_of_a_game_are_parts_of_one(start: State) -> None:
    assert stages(GAME, start) == (1.0, 0.0, 0.0)
    state = start.copy()
    state.turn = 3
    assert stages(GAME, state) == (0.0, 1.0, 0.0)
    state.turn = 4
    assert stages(GAME, state) == (0.0, 0.5, 0.5)
    state.turn = 5
    assert stages(GAME, state) == (0.0, 0.0, 1.0)


def test_a_judgement_weighs_signs_by_the_stage(start: State) -> None:
    judge = Judgement(GAME, {BIAS: (0.5, 0.0, 0.0), "forces": (2.0, 0.0, 9.0)})
    staff = staff_of("soviet")
    forces = signs(GAME)(staff, start)["forces"]
    assert judge(staff, start) == pytest.approx(tanh((0.5 + 2 * forces) / 2))


@pytest.mark.parametrize("slug", st.games())
def test_every_game_has_learnt_all_of_its_signs_and_no_other(slug: str) -> None:
    game = st.load(slug)
    judge = judgement(game)
    assert judge is not None
    side = game.sides[0]
    staff = DoctrinePlayer(game, side).staff(game)
    state = game.new(next(reversed(game.scenarios)), seed=1)
    seen = staff.believe(state)
    assert set(judge.weights) == set(signs(game)(staff, seen))
    assert -1 < judge(staff, seen) < 1


def test_both_sides_judge_a_position_with_opposite_signs(start: State) -> None:
    soviet, chinese = staff_of("soviet"), staff_of("chinese")
    assert soviet.value(start) == pytest.approx(-chinese.value(start))


def test_more_points_are_better_for_who_needs_them(start: State) -> None:
    state = start.copy()
    state.turn = 5
    values = []
    for points in (0, 4, 8):
        state.vars["vp"] = points
        values.append(staff_of("soviet").value(state))
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_a_bad_row_is_refused_with_file_row_and_column(tmp_path: Path) -> None:
    (tmp_path / "judgement.csv").write_text("sign,late,source\npoints,many,rule SFV-4.3a\n")
    game = st.load("stalins-first-victory", data=tmp_path)
    with pytest.raises(DataError, match=r"judgement\.csv.*late.*'many' is not a number"):
        judgement(game)


# -- learning -----------------------------------------------------------------------------------------


def test_the_same_seed_plays_the_same_game_and_notes_the_same_signs() -> None:
    first, again = (play(GAME, "suggested", 50_003) for _ in range(2))
    assert first == again
    end, samples = first
    assert end in (0.0, 0.5, 1.0)
    assert all(sum(s.stages) == pytest.approx(1) for s in samples)


def test_what_decides_is_found_and_what_never_varies_counts_nothing() -> None:
    rng, played = Random(1), []
    for _ in range(300):
        good, noise = rng.uniform(-1, 1), rng.uniform(-1, 1)
        end = float(rng.random() < 1 / (1 + np.exp(-4 * good)))
        played.append((end, [Sample((0.0, 0.0, 1.0), {"good": good, "noise": noise, "still": 1.0})]))
    found = fit(played, 0.1)
    late = STAGES.index("late")
    assert found["good"][late] == pytest.approx(4, abs=1.2)
    assert abs(found["noise"][late]) < 0.8
    assert found["still"] == [0.0, 0.0, 0.0]


def test_learning_prints_a_table_that_says_where_it_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    main(["stalins-first-victory", "--games", "6", "--workers", "1"])
    text = capsys.readouterr().out
    assert text.startswith("sign,early,middle,late,source\nbias,")
    assert "fitted to 6 games of suggested between doctrines, seed 50000, penalty 1" in text


def test_a_judgement_can_be_learnt_for_numbers_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = ["stalins-first-victory", "--games", "4", "--workers", "1"]
    main(usual)
    plain = capsys.readouterr().out
    rows = (GAME.folder / "data" / "units.csv").read_text("utf-8")
    (tmp_path / "units.csv").write_text(rows.replace(",4,", ",1,"), "utf-8")
    main([*usual, "--data", str(tmp_path)])
    assert capsys.readouterr().out != plain


# -- varied doctrines -----------------------------------------------------------------------------------


def test_a_varied_doctrine_keeps_its_places_and_changes_its_numbers() -> None:
    own = doctrines(GAME, "soviet")[0]
    other = varied(own, Random(4), 0.4)
    assert [g.spaces for g in other.objectives] == [g.spaces for g in own.objectives]
    assert [g.value for g in other.objectives] != [g.value for g in own.objectives]
    assert other.weights.keys() == own.weights.keys()
    assert varied(own, Random(4), 0.4) == other
    same = varied(own, Random(4), 0.0)
    assert same.weights == pytest.approx(dict(own.weights))
