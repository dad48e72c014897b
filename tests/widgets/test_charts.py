"""Charts: what they draw is what the study says, history stands beside it, and each says so in a line."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sandtable as st
from sandtable.study import Study, calendar, history, objectives

charts = pytest.importorskip("sandtable_widgets.charts")

SLUG = "stalins-first-victory"
KINDS = ("outcomes", "ending", "falls", "losses", "front", "tornado")


@pytest.fixture(scope="module")
def study() -> Study:
    return st.study.sweep(
        SLUG, ["no-tanks", "second-army-at-once"], 8, "random", seed=3, workers=1, progress=False
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
    bars = {
        bar.name: {name: x for (name, _), x in zip(bar.customdata, bar.x, strict=True)}
        for bar in chart.figure.data
        if bar.type == "bar"
    }
    for name in study.variants:
        assert bars["Soviet"][name] == table.loc[(name, "soviet"), "share"]
    assert bars["Soviet"]["in history"] == 1
    assert chart.figure.layout.yaxis.ticktext[-1].startswith("in history")
    assert chart.figure.layout.yaxis.ticktext[-2].startswith("unchanged")
    assert "in history the Soviet side won" in chart.reading


def test_intervals_are_those_of_the_first_part_and_cross_no_number(study: Study) -> None:
    figure = charts.outcomes(study).figure
    first, whiskers = figure.data[0], figure.data[-1]
    assert list(whiskers.x) == list(first.x)[:-1]
    assert all(abs(y - round(y)) > first.width / 2 for y in whiskers.y)
    for bar in figure.data[:-1]:
        assert bar.textangle == 0


def test_only_what_is_clear_is_named_as_a_step_away(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    table = study.differences("winner", "soviet")
    noise = table.assign(difference=0.5, low=-0.1, high=0.9)
    few = table.assign(difference=1.0, low=1.0, high=1.0, games=2)
    sure = table.assign(difference=[0.1, 0.5], low=0.05, high=0.9)
    for fixed, said in (
        (noise, "None of the 2 changes can be told from chance."),
        (few, "None of the 2 changes can be told from chance."),
        (sure, f"The largest clear step away is “{table['variant'].iloc[1]}”"),
    ):
        monkeypatch.setattr(Study, "differences", lambda *a, fixed=fixed: fixed)
        assert said in charts.outcomes(study).reading


@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_fits_a_cell_of_a_notebook(study: Study, kind: str) -> None:
    assert getattr(charts, kind)(study).figure.layout.width <= 812


@pytest.mark.parametrize("kind", KINDS)
def test_a_study_that_has_hardly_begun_is_drawn_or_refused_in_words(study: Study, kind: str) -> None:
    draw = getattr(charts, kind)
    with pytest.raises(st.SandtableError, match="no game of 'unchanged' is finished"):
        draw(Study(study.plan, []))
    base, changed, missing = study.variants
    begun = [r for r in study.records if r["variant"] != missing and r["number"] < 1 + (r["variant"] == base)]
    chart = draw(Study(study.plan, begun))
    notes = " ".join(a.text for a in chart.figure.layout.annotations).replace("<br>", " ")
    assert f"no game yet of “{missing}”" in notes
    assert "1 to 2 games a variant" in notes
    assert "nan" not in chart.reading
    only = Study(study.plan, [r for r in study.records if r["variant"] == changed])
    if kind == "tornado":
        with pytest.raises(st.SandtableError, match="no game of 'unchanged' is finished"):
            draw(only)
    else:
        assert draw(only).reading


def test_the_last_turn_is_counted(study: Study) -> None:
    chart = charts.ending(study)
    frame = study.frame()
    mine = frame[frame["variant"] == study.baseline]
    drawn = {bar.name: list(bar.y) for bar in chart.figure.data}
    assert drawn["Chinese victory"][-1] == pytest.approx((mine["winner"] == "chinese").mean())
    assert sum(map(sum, drawn.values())) == pytest.approx(1)
    (label,) = (a for a in chart.figure.layout.annotations if "history: 20 Nov 1929" in a.text)
    assert label.xanchor == "right"
    assert chart.reading == "Every game goes to the last turn (20 Nov)."
    other = st.study.campaigns("taierzhuang", 5, "random", workers=1, progress=False)
    assert "before turn 8, in which the campaign was decided" in charts.ending(other).reading


def test_half_of_the_games_are_as_many_as_it_says(study: Study) -> None:
    def said(*ends: int) -> str:
        records = [{**study.records[0], "number": n, "end": end} for n, end in enumerate(ends)]
        return charts.ending(Study(study.plan, records)).reading

    assert said(2, 2, 2, 5).startswith(
        "75 % of the games are over by turn 2 (17 Nov); 75 % end before turn 5"
    )
    assert said(2, 3, 4, 5).startswith("50 % of the games are over by turn 3 (18 Nov)")
    assert said(4, 5, 5, 5).startswith("75 % of the games go to the last turn (20 Nov); 25 % end before")


def test_what_is_not_shaded_is_not_explained(study: Study) -> None:
    one = [{**r, "end": 4, "turns": r["turns"][:4]} if r["number"] == 0 else r for r in study.records]
    chart = charts.falls(Study(study.plan, one))
    notes = " ".join(a.text for a in chart.figure.layout.annotations).replace("<br>", " ")
    assert "1 of 8 games ends before turn 5 and stays as it ended" in notes
    assert "shaded" not in notes


def test_history_has_the_colour_of_the_victor_alone(study: Study) -> None:
    for bar in (b for b in charts.outcomes(study).figure.data if b.type == "bar"):
        assert [width > 0 for width in bar.marker.line.width] == [share > 0 for share in bar.x]


def test_a_number_and_its_percent_sign_stay_together(study: Study) -> None:
    for kind in KINDS:
        texts = [a.text for a in getattr(charts, kind)(study).figure.layout.annotations]
        assert not any("<br>%" in text for text in texts)
        assert not any(" %" in text for text in (texts[-1], texts[-2]) if "seed 3" in text)


def test_a_decision_after_the_last_turn_is_drawn_behind_it() -> None:
    study = st.study.campaigns("storm-over-taierzhuang", 2, "random", workers=1, progress=False)
    assert history(study.game).end.turn is None
    figure = charts.ending(study).figure
    (label,) = (a for a in figure.layout.annotations if "after the last turn" in a.text)
    last = len(calendar(study.game))
    assert last + 0.5 < label.x < figure.layout.xaxis.range[1]


def test_a_panel_for_every_place(study: Study) -> None:
    chart = charts.falls(study)
    game = study.game
    titles = [a.text.replace("<br>", " ") for a in chart.figure.layout.annotations]
    for objective in objectives(game).values():
        assert any(title.startswith(f"<b>{objective.name}</b>") for title in titles)
    table = study.falls()
    curves = [t for t in chart.figure.data if t.legendgroup == "simulated"]
    assert len(curves) == len(objectives(game))
    first = table[table["objective"] == "dalainor"]
    assert list(curves[0].y)[:-1] == pytest.approx(list(1 - first["fallen"]))
    lines = [t for t in chart.figure.data if t.legendgroup == "history"]
    fallen = [history(game).fall(id) for id in objectives(game)]
    assert [t.x[0] for t in lines] == sorted(event.turn for event in fallen if event)
    assert curves[0].name == "simulated: not yet fallen"
    assert sum("in history: never" in title for title in titles) == fallen.count(None)
    only = charts.falls(study, ["manchouli"])
    assert len([t for t in only.figure.data if t.legendgroup == "simulated"]) == 1
    with pytest.raises(st.Unknown, match="unknown objective 'paris'"):
        charts.falls(study, ["paris"])


def test_the_lowest_panel_of_every_column_has_its_turns() -> None:
    study = st.study.campaigns("shanghai-nanking", 1, "random", workers=1, progress=False)
    for number in (1, 3, 4, 5, 7):
        figure = charts.falls(study, list(objectives(study.game))[:number]).figure
        labelled = [x for x in figure.select_xaxes() if x.showticklabels is not False]
        assert len(labelled) >= min(number, 3)
        panels = {trace.xaxis for trace in figure.data}
        for axis in sorted(panels, key=lambda name: int(name[1:] or 1))[-3:]:
            assert figure.layout[f"xaxis{axis[1:]}"].showticklabels is not False


def test_games_that_are_over_are_told_and_prove_nothing_later(study: Study) -> None:
    early = []
    for record in study.records:
        turns = [{**t, "measures": {k: 0 if "held_" in k else v for k, v in t["measures"].items()}}
                 for t in record["turns"][:2]]  # fmt: skip
        early.append({**record, "end": 2, "turns": turns})
    chart = charts.falls(Study(study.plan, early))
    notes = " ".join(a.text for a in chart.figure.layout.annotations).replace("<br>", " ")
    assert "8 of 8 games end before turn 5 and stay as they ended" in notes
    assert len(chart.figure.layout.shapes) == len(objectives(study.game))
    assert "Most games are over before the day of" in chart.reading
    assert "later than in history" not in chart.reading
    whole = charts.falls(study)
    assert not whole.figure.layout.shapes
    assert "stay as" not in " ".join(a.text for a in whole.figure.layout.annotations)


def test_losses_are_medians_and_the_days_lie_beneath(study: Study) -> None:
    chart = charts.losses(study)
    turns = study.turns()
    mine = turns[(turns["variant"] == study.baseline) & (turns["turn"] == 5)]
    line = next(t for t in chart.figure.data if t.name == "Chinese losses")
    assert line.y[-1] == mine["chinese_lost_steps"].median()
    strip = next(t for t in chart.figure.data if t.yaxis == "y2" and t.mode == "markers")
    told = [text for _, text in strip.customdata]
    assert any("Manchouli is taken" in text for text in told)
    assert all(0 <= x <= 5 for x in strip.x)
    texts = [a.text for a in chart.figure.layout.annotations]
    named = [a for a in chart.figure.layout.annotations if a.textangle]
    assert len(named) == len(strip.x) == len({a.text for a in named})
    assert any("◆ fall" in text for text in texts)


def test_names_beneath_the_losses_stand_apart_and_in_order() -> None:
    from sandtable_widgets.charts.losses import spread

    found = spread([1.0, 1.1, 1.15, 3.0, 4.9, 4.95], 0.5, 5.0)
    assert all(b - a >= 0.5 - 1e-9 for a, b in itertools.pairwise(found))
    assert (found[0], found[-1]) == (1.0, 5.0)


def test_losses_are_counted_in_what_the_game_counts() -> None:
    study = st.study.campaigns("storm-over-taierzhuang", 2, "random", workers=1, progress=False)
    chart = charts.losses(study)
    assert " units and the " in chart.reading
    assert chart.figure.layout.yaxis.title.text == "units lost so far"


def test_a_ratio_is_that_of_the_numbers_beside_it() -> None:
    import pandas as pd

    from sandtable_widgets.charts.losses import reading

    index = pd.MultiIndex.from_product([[0, 1], [1]], names=["number", "turn"])
    table = pd.DataFrame({"red_lost_steps": [10, 11], "blue_lost_steps": [50, 51]}, index=index)
    assert "50 steps and the Red 10 (5.0 to 1)" in reading(table, ("red", "blue"), "steps")
    table["red_lost_steps"] = [1, 2]
    assert "the Red 2; turn" in reading(table, ("red", "blue"), "steps")


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
    names = [name.replace("<br>", "").replace("\xa0\xa0", " ").strip() for name in bars.y]
    assert dict(zip(names, bars.x, strict=True)) == pytest.approx(table.to_dict())
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


def test_marks_on_the_map_do_not_cover_each_other() -> None:
    for slug in st.games():
        study = st.study.campaigns(slug, 1, "random", workers=1, progress=False)
        figure = charts.front(study).figure
        towns = figure.data[-1]
        assert all(towns.text)
        (west, east), (south, north) = figure.layout.xaxis.range, figure.layout.yaxis.range
        scale = 744 / (east - west)
        stretch = figure.layout.yaxis.scaleratio
        scale = min(scale, 720 / (north - south) / stretch)
        spots = [(x * scale, y * scale * stretch) for x, y in zip(towns.x, towns.y, strict=True)]
        assert all(math.dist(a, b) >= 15 for a, b in itertools.combinations(spots, 2))


def test_names_keep_off_each_other_or_are_left_out() -> None:
    from sandtable_widgets.charts.lettering import Sheet

    sheet = Sheet()
    places = [sheet.write((100.0, 100.0), "Taierzhuang") for _ in range(5)]
    assert places == ["top center", "middle right", "middle left", "bottom center", None]
    assert sheet.write((400.0, 100.0), "Nanluo") == "top center"


def test_a_picture_has_no_buttons(study: Study) -> None:
    chart = charts.front(study)
    still, figure = chart.still(), chart.figure
    assert figure.layout.sliders
    assert figure.layout.updatemenus
    assert not still.layout.sliders
    assert not still.layout.updatemenus
    assert still.layout.height < figure.layout.height
    area = [f.layout.height - f.layout.margin.t - f.layout.margin.b for f in (still, figure)]
    assert area[0] == area[1]
    assert charts.ending(study).still().layout.height == charts.ending(study).figure.layout.height


def test_a_page_works_offline(study: Study, tmp_path: Path) -> None:
    path = charts.ending(study).save(tmp_path / "ending.html")
    text = path.read_text("utf-8")
    assert "When it ends" in text
    assert not re.search(r"<(?:script|link)[^>]+(?:src|href)=[\"']https?:", text)
    with pytest.raises(st.SaveError, match="left alone"):
        charts.ending(study).save(path)
    with pytest.raises(st.SandtableError, match=r"saved as \.png"):
        charts.ending(study).save(tmp_path / "ending.doc")
    with pytest.raises(st.SaveError, match=r"the folder .*nowhere does not exist"):
        charts.ending(study).save(tmp_path / "nowhere" / "ending.html")


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


def test_a_long_legend_stands_beneath_the_reading() -> None:
    import pandas as pd

    def drawn(*names: str) -> Any:
        table = pd.DataFrame({name: [1.0, 2.0] for name in names})
        return charts.curves(table, "The price of a city", "It is high.").figure.layout

    few, many = drawn("fire", "wave"), drawn(*(f"open ground, from side {n}" for n in range(4)))
    assert (few.legend.xanchor, many.legend.xanchor) == ("right", "left")
    assert few.legend.y == few.title.y
    assert many.legend.y < many.title.y
    assert many.height * (1 - many.legend.y) < many.margin.t


def test_curves_of_a_lesson_differ_by_stroke_too() -> None:
    import pandas as pd

    table = pd.DataFrame({"attacker": [2.0, 1.0], "defender": [0.5, 1.5]}, index=["1:1", "3:1"])
    chart = charts.curves(table.rename_axis("odds"), "Why 3:1", "At 3:1 the defender loses more.", y="steps")
    attacker, defender = chart.figure.data
    assert (attacker.name, list(attacker.x), list(attacker.y)) == ("attacker", ["1:1", "3:1"], [2.0, 1.0])
    assert attacker.line.dash != defender.line.dash
    assert chart.figure.layout.xaxis.title.text == "odds"


def test_where_nobody_loses_no_turn_is_the_costliest() -> None:
    """A few games that end at once."""
    from sandtable_widgets.charts.losses import reading

    index = pd.MultiIndex.from_product([range(3), (1, 2)], names=["number", "turn"])
    table = pd.DataFrame({"soviet_lost_steps": 0, "chinese_lost_steps": 0}, index=index)
    sides = "soviet", "chinese"
    assert reading(table, sides, "steps") == "In the median game neither side loses steps."
    table.loc[(slice(None), 2), "chinese_lost_steps"] = 4
    assert reading(table, sides, "steps").endswith("turn 2 is the costliest for the former.")
