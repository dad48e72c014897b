"""Charts: what they draw is what the study says, history stands beside it, and each says so in a line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import sandtable as st
from sandtable.study import Study, calendar, history, objectives

charts = pytest.importorskip("sandtable_widgets.charts")

SLUG = "stalins-first-victory"
KINDS = ("outcomes", "ending", "falls", "losses", "front", "tornado")


@pytest.fixture(scope="module")
def study() -> Study:
    return st.study.sweep(
        SLUG, ["no-tanks", "second-army-never"], 8, "random", seed=3, workers=1, progress=False
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_chart_has_one_look_and_one_line(study: Study, kind: str, theme: str) -> None:
    chart = getattr(charts, kind)(study, theme=theme)
    figure = chart.figure
    page = {"light": "#faf7ec", "dark": "#14181d"}[theme]
    assert figure.layout.template.layout.paper_bgcolor == page
    assert figure.layout.template.layout.font.family.startswith("Source Sans")
    assert figure.layout.meta["reading"] == chart.reading
    assert chart.reading.endswith(".")
    assert "\n" not in chart.reading
    notes = " ".join(annotation.text for annotation in figure.layout.annotations)
    assert "8 games a variant" in notes.replace("<br>", " ")
    assert chart.title in figure.layout.title.text


def test_an_unknown_theme_is_named(study: Study) -> None:
    with pytest.raises(st.Unknown, match="unknown theme 'sepia'"):
        charts.outcomes(study, theme="sepia")


def test_shares_are_those_of_the_study_and_history_is_on_top(study: Study) -> None:
    chart = charts.outcomes(study)
    table = study.outcomes().set_index(["variant", "winner"])
    bars = {bar.name: dict(zip(bar.y, bar.x, strict=True)) for bar in chart.figure.data if bar.type == "bar"}
    for name in study.variants:
        assert bars["Soviet"][name] == table.loc[(name, "soviet"), "share"]
    assert bars["Soviet"]["in history"] == 1
    assert list(chart.figure.data[0].y)[-1] == "in history"
    assert "in history the Soviet side won" in chart.reading


def test_the_last_turn_is_counted(study: Study) -> None:
    chart = charts.ending(study)
    frame = study.frame()
    mine = frame[frame["variant"] == study.baseline]
    drawn = {bar.name: list(bar.y) for bar in chart.figure.data}
    assert drawn["Chinese victory"][-1] == pytest.approx((mine["winner"] == "chinese").mean())
    assert sum(map(sum, drawn.values())) == pytest.approx(1)
    assert "history: 20 Nov 1929" in chart.figure.layout.annotations[0].text
    assert chart.reading == "Every game goes to the last turn (20 Nov)."
    other = st.study.campaigns("taierzhuang", 5, "random", workers=1, progress=False)
    assert "before turn 8, in which the campaign was decided" in charts.ending(other).reading


def test_a_panel_for_every_place(study: Study) -> None:
    chart = charts.falls(study)
    game = study.game
    titles = [a.text.replace("<br>", " ") for a in chart.figure.layout.annotations]
    for objective in objectives(game).values():
        assert f"<b>{objective.name}</b>" in titles
    table = study.falls()
    curves = [t for t in chart.figure.data if t.legendgroup == "simulated"]
    assert len(curves) == len(objectives(game))
    first = table[table["objective"] == "dalainor"]
    assert list(curves[0].y)[:-1] == pytest.approx(list(1 - first["fallen"]))
    lines = [t for t in chart.figure.data if t.legendgroup == "history"]
    fallen = [history(game).fall(id) for id in objectives(game)]
    assert [t.x[0] for t in lines] == sorted(event.turn for event in fallen if event)
    only = charts.falls(study, ["manchouli"])
    assert len([t for t in only.figure.data if t.legendgroup == "simulated"]) == 1
    with pytest.raises(st.Unknown, match="unknown objective 'paris'"):
        charts.falls(study, ["paris"])


def test_losses_are_medians_and_the_days_lie_beneath(study: Study) -> None:
    chart = charts.losses(study)
    turns = study.turns()
    mine = turns[(turns["variant"] == study.baseline) & (turns["turn"] == 5)]
    line = next(t for t in chart.figure.data if t.name == "Chinese losses")
    assert line.y[-1] == mine["chinese_lost_steps"].median()
    strip = next(t for t in chart.figure.data if t.yaxis == "y2")
    told = [text for _, text in strip.customdata]
    assert any("Manchouli is taken" in text for text in told)
    assert all(0 <= x <= 5 for x in strip.x)


def test_the_front_has_a_frame_a_turn_and_history_on_the_map(study: Study) -> None:
    chart = charts.front(study, turn=3)
    figure, game = chart.figure, study.game
    assert [frame.name for frame in figure.frames] == [str(t.number) for t in calendar(game)]
    assert "turn 3 (18 November 1929)" in chart.reading
    towns, last = figure.data[-1], figure.frames[-1].data[-1]
    assert dict(zip(towns.text, towns.marker.symbol, strict=True))["Dalainor"] == "diamond"
    place = next(n for n, told in enumerate(towns.customdata) if "Manchouli: taken in" in told)
    assert (towns.marker.symbol[place], last.marker.symbol[place]) == ("diamond-open", "diamond")
    share = study.holds().loc[5, "manchouli"]
    assert f"Manchouli: taken in {100 * share:.0f} %" in last.customdata[place]
    assert "turn 5 (20 November 1929)" in figure.frames[-1].layout.annotations[0].text
    lons = [x for trace in figure.frames[0].data for x in trace.x if x is not None]
    west, east = figure.layout.xaxis.range
    assert all(west <= x <= east for x in lons)
    with pytest.raises(st.SandtableError, match="turn 9 is not one of 1 to 5"):
        charts.front(study, turn=9)
    with pytest.raises(st.Unknown, match="unknown side 'french'"):
        charts.front(study, "french")


def test_a_tornado_is_sorted_and_honest(study: Study) -> None:
    chart = charts.tornado(study, "chinese_lost_steps")
    bars = chart.figure.data[0]
    sizes = [abs(x) for x in bars.x]
    assert sizes == sorted(sizes)
    table = study.differences("chinese_lost_steps").set_index("variant")["difference"]
    assert dict(zip(bars.y, bars.x, strict=True)) == pytest.approx(table.to_dict())
    assert "Chinese lost steps" in chart.figure.layout.xaxis.title.text
    wins = charts.tornado(study)
    assert "Soviet wins, in percentage points" in wins.figure.layout.xaxis.title.text
    alone = st.study.campaigns(SLUG, 2, "random", workers=1, progress=False)
    with pytest.raises(st.SandtableError, match="play a sweep"):
        charts.tornado(alone)


def test_readings_tell_chance_from_difference(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    table = study.differences("chinese_lost_steps")
    for low, high, said in ((-1.0, 1.0, "none of the 2 changes can"), (1.0, 2.0, "all 2 changes can")):
        fixed = table.assign(difference=1.5, low=low, high=high)
        monkeypatch.setattr(Study, "differences", lambda *a, fixed=fixed: fixed)
        assert said in charts.tornado(study, "chinese_lost_steps").reading


def test_a_page_works_offline(study: Study, tmp_path: Path) -> None:
    path = charts.ending(study).save(tmp_path / "ending.html")
    text = path.read_text("utf-8")
    assert "When it ends" in text
    assert not re.search(r"<(?:script|link)[^>]+(?:src|href)=[\"']https?:", text)
    with pytest.raises(st.SaveError, match="left alone"):
        charts.ending(study).save(path)
    with pytest.raises(st.SandtableError, match=r"saved as \.png"):
        charts.ending(study).save(tmp_path / "ending.doc")


def test_a_picture_is_drawn_by_the_browser(study: Study, tmp_path: Path) -> None:
    path = charts.ending(study).save(tmp_path / "ending.png", scale=1)
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert b"<svg" in charts.ending(study).save(tmp_path / "ending.svg").read_bytes()[:200]


def test_without_a_browser_the_error_says_what_is_missing(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import plotly.graph_objects as go

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("Kaleido requires Google Chrome to be installed.")

    monkeypatch.setattr(go.Figure, "write_image", fail)
    with pytest.raises(st.SandtableError, match=r"needs Chromium or Google Chrome.*\.html"):
        charts.ending(study).save(tmp_path / "ending.png")


def test_a_notebook_shows_the_figure(study: Study) -> None:
    chart = charts.ending(study)
    shown = chart._repr_mimebundle_()
    assert shown["application/vnd.plotly.v1+json"]["layout"]["meta"]["reading"] == chart.reading
    assert chart.reading in shown["text/plain"]


def test_curves_of_a_lesson_differ_by_stroke_too() -> None:
    import pandas as pd

    table = pd.DataFrame({"attacker": [2.0, 1.0], "defender": [0.5, 1.5]}, index=["1:1", "3:1"])
    chart = charts.curves(table.rename_axis("odds"), "Why 3:1", "At 3:1 the defender loses more.", y="steps")
    attacker, defender = chart.figure.data
    assert (attacker.name, list(attacker.x), list(attacker.y)) == ("attacker", ["1:1", "3:1"], [2.0, 1.0])
    assert attacker.line.dash != defender.line.dash
    assert chart.figure.layout.xaxis.title.text == "odds"
