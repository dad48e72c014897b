"""The what-if panel, without a browser: it asks, plays off the main thread, charts and saves."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import sandtable as st

pytest.importorskip("ipywidgets")
from sandtable_widgets import WhatIf
from sandtable_widgets.whatif import TOGETHER

SLUG = "stalins-first-victory"


def panel(number: int = 3) -> WhatIf:
    """Random players in a thread of this process."""
    made = WhatIf(st.load(SLUG), number=number, seed=1, workers=1)
    for seat in made.seats.values():
        seat.value = "random"
    return made


def played(*ids: str, number: int = 3) -> WhatIf:
    made = panel(number)
    made.choose(*ids)
    made.run.click()
    made.wait(60)
    return made


def test_every_game_brings_its_own_questions_and_doctrines() -> None:
    made = panel()
    for slug in st.games():
        made.slug.value = slug
        game = st.load(slug)
        assert list(made.changes) == list(st.study.what_ifs(game))
        assert list(made.seats) == list(game.sides)
        for side, seat in made.seats.items():
            keys = [key for _, key in seat.options]
            assert [f"doctrine:{d.name}" for d in st.players.doctrines(game, side)] + ["random"] == keys


def test_ticking_a_change_says_why() -> None:
    made = panel()
    assert "unchanged" in made.why.value
    made.changes["no-tanks"].value = True
    assert "MS-1" in made.why.value
    with pytest.raises(st.SandtableError, match="'peace' is none of"):
        made.choose("peace")


def test_it_plays_what_is_asked() -> None:
    made = played("no-armoured-trains", "no-tanks")
    assert made.study is not None
    same = st.study.sweep(
        SLUG, ["no-armoured-trains", "no-tanks"], 3, "random", seed=1, workers=1, progress=False
    )
    assert made.study.records == same.records
    assert made.bar.value == made.bar.max == 9
    assert "9 games" in made.said.value
    assert made.tabs.titles[:2] == ("Who wins", "Differences")


def test_changes_can_be_made_all_together() -> None:
    made = panel()
    made.choose("no-tanks", "no-armoured-trains")
    made.way.value = TOGETHER
    made.run.click()
    made.wait(60)
    assert made.study is not None
    assert len(made.study.variants) == 2
    assert made.study.plan.variants[1].what_ifs == ("no-armoured-trains", "no-tanks")


def test_a_chart_is_drawn_when_it_is_looked_at() -> None:
    made = played()
    first, second = made.tabs.children[:2]
    assert "application/vnd.plotly.v1+json" in first.outputs[0]["data"]
    assert second.outputs == ()
    made.tabs.selected_index = 1
    assert "application/vnd.plotly.v1+json" in second.outputs[0]["data"]
    assert "Differences" not in made.tabs.titles


def test_it_can_be_stopped_and_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.study import run

    made, real, begun, go_on = panel(500), run.play_game, threading.Event(), threading.Event()

    def slow(*args: object) -> object:
        if begun.is_set():
            go_on.wait(30)
        begun.set()
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(run, "play_game", slow)
    made.run.click()
    assert begun.wait(30)
    assert made.run.disabled
    assert not made.stop.disabled
    made.run.click()
    made.stop.click()
    go_on.set()
    made.wait(60)
    assert made.study is not None
    assert 1 <= len(made.study) < 20
    assert "(stopped; Run goes on)" in made.said.value
    assert not made.run.disabled


def test_what_is_finished_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.study import run

    numbers, real = [], run.play_game

    def noted(*args: object) -> object:
        numbers.append(args[-1])
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(run, "play_game", noted)
    made = played(number=3)
    made.number.value = 5
    made.run.click()
    made.wait(60)
    assert numbers == [0, 1, 2, 3, 4]
    assert made.bar.value == made.bar.max == 5
    assert "stopped" not in made.said.value
    made.seed.value = 2
    made.run.click()
    made.wait(60)
    assert numbers == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]
    assert made.study is not None
    same = st.study.campaigns(SLUG, 5, "random", seed=2, workers=1, progress=False)
    assert made.study.records == same.records


def test_saving_writes_files_and_replaces_none(tmp_path: Path) -> None:
    made = played("no-tanks")
    made.name.value = str(tmp_path / "mine")
    for kind, names in (("Parquet", 2), ("CSV", 2), ("HTML", 1)):
        before = len(list(tmp_path.iterdir()))
        made.saves[kind].click()
        assert len(list(tmp_path.iterdir())) == before + names
        assert "saved" in made.said.value
    page = (tmp_path / "mine.html").read_text("utf-8")
    assert "MS-1" in page
    assert page.count("Plotly.newPlot") == 6
    made.saves["HTML"].click()
    assert "left alone" in made.said.value


def test_an_impossible_wish_is_answered_in_words() -> None:
    made = panel()
    made.seats["soviet"].options = [("nobody", "nobody")]
    made.run.click()
    made.wait(60)
    assert made.study is None
    assert "unknown player" in made.said.value
    assert made.saves["CSV"].disabled


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(st.Unknown, match="unknown game 'nosuch'"):
        WhatIf("nosuch")


def test_a_point_in_a_name_is_kept(tmp_path: Path) -> None:
    made = played()
    for name in ("march.1938", "april.csv"):
        made.name.value = str(tmp_path / name)
        made.saves["CSV"].click()
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"march.1938.csv", "march.1938-turns.csv", "april.csv", "april-turns.csv"}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_game_that_breaks_is_told_and_lets_go(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.study import run

    def fail(*args: object) -> None:
        raise ZeroDivisionError("a rule that fails")

    monkeypatch.setattr(run, "play_game", fail)
    made = played()
    assert "ZeroDivisionError: a rule that fails" in made.said.value
    assert not made.run.disabled
