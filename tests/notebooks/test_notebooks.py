"""Notebooks are committed clean, find their pictures, and can be found themselves. (`make test` also runs them.)"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import sandtable as st

FOLDER = Path(__file__).parents[2] / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))
START = FOLDER / "00-start-here.ipynb"
LARGEST_BOOK, LARGEST_PICTURE = 60_000, 300_000


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text("utf-8"))


def cells(path: Path, kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in read(path)["cells"] if cell["cell_type"] == kind]


def words(path: Path) -> str:
    return "\n".join(cells(path, "markdown"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_no_outputs_and_no_widget_state(path: Path) -> None:
    book = read(path)
    assert "widgets" not in book["metadata"]
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert path.stat().st_size < LARGEST_BOOK


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_the_code_can_be_read(path: Path) -> None:
    assert cells(path, "code")
    for source in cells(path, "code"):
        ast.parse(source)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_pictures_and_links_lead_somewhere(path: Path) -> None:
    for alt, target in re.findall(r"!\[([^\]]*)\]\(([^)\s]+)\)", words(path)):
        assert len(alt) > 10, f"{target} needs words for people who cannot see it"
        assert (FOLDER / target).stat().st_size < LARGEST_PICTURE
    for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)\s#]+)\)", words(path)):
        assert target.startswith("http") or (FOLDER / target).exists(), target


def test_every_notebook_is_listed_where_people_start() -> None:
    listed = set(re.findall(r"\(([\w-]+\.ipynb)\)", words(START)))
    assert listed == {path.name for path in BOOKS} - {START.name}


def test_the_start_is_one_short_cell() -> None:
    code = cells(START, "code")
    assert len(code) == 1
    assert len(code[0].splitlines()) <= 3


@pytest.mark.parametrize("slug", st.games())
def test_every_game_has_its_play_notebook(slug: str) -> None:
    mine = [path for path in BOOKS if re.fullmatch(rf"\d+-play-{slug}", path.stem)]
    assert len(mine) == 1
    text = words(mine[0])
    assert f"](images/{slug}.jpg)" in text
    code = "\n".join(cells(mine[0], "code"))
    for part in (
        "Chronicle(game)",
        "OrderOfBattle(game",
        "Table(",
        "Replay(",
        "RuleBrowser(",
        "OddsExplorer(",
    ):
        assert part in code
    ten = re.search(r"## How to play it here\n(.*)", text, re.DOTALL)
    assert ten
    assert re.findall(r"^(\d+)\.", ten[1], re.MULTILINE)[:10] == [str(n) for n in range(1, 11)]
    assert len(ten[1].split("## ")[0].strip().splitlines()) <= 14


def test_the_history_is_told_in_some_length() -> None:
    for slug in st.games():
        (mine,) = FOLDER.glob(f"*-play-{slug}.ipynb")
        told = re.search(r"## What happened\n(.*?)(?=## |\Z)", words(mine), re.DOTALL)
        assert told
        assert len(told[1].split()) > 120


STUDIES = [path for path in BOOKS if re.fullmatch(r"2\d-study-.+|30-odds", path.stem)]


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_the_picture_of_a_study_comes_from_one_of_its_cells(path: Path) -> None:
    tagged = [cell for cell in read(path)["cells"] if "picture" in cell["metadata"].get("tags", ())]
    assert len(tagged) == 1
    assert "charts." in "".join(tagged[0]["source"])
    assert f"](images/{path.stem}.png)" in words(path)
    assert (FOLDER / "images" / f"{path.stem}.png").stat().st_size < 200_000


ASKED = [path for path in STUDIES if "study" in path.stem]


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.stem)
def test_a_study_says_what_it_does_not_show(path: Path) -> None:
    assert "What this shows, and what it does not" in words(path)
    assert "assert again.records == first" in "\n".join(cells(path, "code"))


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.stem)
def test_a_study_writes_its_answer_from_its_figures(path: Path) -> None:
    tagged = [cell for cell in read(path)["cells"] if "answer" in cell["metadata"].get("tags", ())]
    assert len(tagged) == 1
    source = "".join(tagged[0]["source"])
    assert source.count("{st.study.compare(study,") >= 3
    assert "The yardstick" in source
    said = re.findall(r'f"""(.*?)"""', source, re.DOTALL)[0]
    assert not re.search(r"\d", re.sub(r"\{[^{}]*\}|\d+(st|nd|rd|th)", "", said))


def test_every_study_has_limits_of_its_own() -> None:
    limits = [set(re.findall(r"^- \*\*(.+?)\*\*", words(path), re.MULTILINE)) for path in ASKED]
    common = set.intersection(*limits)
    assert common == {"More than the dice."}
    for mine in limits:
        assert len(mine - common) >= 3


def test_every_picture_of_the_real_thing_can_be_taken_anew() -> None:
    source = (FOLDER.parent / "docs" / "make_pictures.py").read_text("utf-8")
    shots = set(re.findall(r'^    "([\w-]+)": (?:table|Shot)\(', source, re.MULTILINE))
    assert shots == {path.stem for path in (FOLDER / "images").glob("*.jpg")}
    assert set(st.games()) <= shots


@pytest.mark.parametrize("slug", st.games())
def test_every_game_has_its_study_notebook(slug: str) -> None:
    mine = [path for path in STUDIES if path.stem.endswith(f"-study-{slug}")]
    assert len(mine) == 1
    assert f'st.load("{slug}")' in "\n".join(cells(mine[0], "code"))
