"""Sentences about a study say what its figures say."""

from __future__ import annotations

import pytest

import sandtable as st
from sandtable.errors import SandtableError
from sandtable.study import Study, clear, compare
from sandtable.study.words import FEWEST

GAME, CHANGE = "stalins-first-victory", "The 2nd Army comes on the first day"


@pytest.fixture(scope="module")
def study() -> Study:
    return st.study.sweep(GAME, ["second-army-at-once"], 12, workers=1, progress=False)


def test_a_difference_is_told_with_both_means_and_its_interval(study: Study) -> None:
    means = study.frame().groupby("variant")["chinese_units"].mean()
    row = study.differences("chinese_units").iloc[0]
    said = compare(study, CHANGE, "chinese_units")
    assert said.startswith(f"{means[CHANGE]:.1f} instead of {means[study.baseline]:.1f} (")
    assert f"{row['difference']:+.1f}, 95 % interval {row['low']:+.1f} to {row['high']:+.1f}" in said


def test_shares_are_told_in_points(study: Study) -> None:
    said = compare(study, CHANGE, "winner", "chinese")
    row = study.differences("winner", "chinese").iloc[0]
    assert f"({100 * row['difference']:+.0f} points, 95 % interval {100 * row['low']:+.0f} to" in said


@pytest.mark.parametrize("measure", ["winner", "chinese_units", "soviet_lost_units", "chinese_lost_steps"])
def test_what_chance_can_do_is_called_chance(study: Study, measure: str) -> None:
    row = study.differences(measure).iloc[0]
    beyond = row["low"] > 0 or row["high"] < 0
    assert clear(study, CHANGE, measure) == beyond
    said = compare(study, CHANGE, measure)
    assert said.endswith(": more than chance" if beyond else ": 12 pairs cannot tell that from chance")


def test_both_happen(study: Study) -> None:
    measures = [name for name in study.frame().columns if name.endswith(("_units", "_steps", "_spaces"))]
    assert {clear(study, CHANGE, name) for name in measures} == {True, False}


def test_a_few_pairs_that_agree_prove_nothing() -> None:
    few = st.study.sweep(GAME, ["second-army-at-once"], FEWEST - 1, workers=1, progress=False)
    for name in [name for name in few.frame().columns if name.endswith(("_units", "_steps", "_spaces"))]:
        assert not clear(few, CHANGE, name)
        assert compare(few, CHANGE, name).endswith("4 pairs cannot tell that from chance")


def test_the_baseline_is_not_compared_with_itself(study: Study) -> None:
    for tell in (compare, clear):
        with pytest.raises(SandtableError, match="unknown variant beside the baseline 'unchanged'"):
            tell(study, study.baseline)


def test_both_figures_are_those_of_the_games_that_are_compared(study: Study) -> None:
    """A place that did not fall in one of two games is in neither figure."""
    measure = next(m for m in study.frame().columns if m.startswith("fell_") and _gaps(study, m))
    after, before = study.pairs(measure)[CHANGE]
    row = study.differences(measure).iloc[0]
    assert len(after) == len(before) == row["games"] < 12
    assert sum(after) / len(after) - sum(before) / len(before) == pytest.approx(row["difference"])
    said = compare(study, CHANGE, measure)
    assert said.startswith(f"{sum(after) / len(after):.1f} instead of {sum(before) / len(before):.1f} (")


def _gaps(study: Study, measure: str) -> bool:
    return 0 < len(study.pairs(measure)[CHANGE][0]) < 12


def test_without_a_pair_there_is_nothing_to_compare(study: Study) -> None:
    alone = Study(study.plan, [r for r in study.records if r["variant"] == study.baseline])
    assert compare(alone, CHANGE, "chinese_lost_steps") == "there is no pair of games to compare"
    assert compare(alone, CHANGE) == "there is no pair of games to compare"
    assert not clear(alone, CHANGE)


def test_a_study_names_its_doctrines() -> None:
    mine = st.players.doctrines(st.load(GAME), "soviet")[0]
    with pytest.raises(SandtableError, match="a study names doctrines by name or by file"):
        st.study.campaigns(GAME, 1, {"soviet": ("doctrine", {"doctrine": mine}), "chinese": "random"})
