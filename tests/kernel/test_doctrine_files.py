"""Doctrines are read from TOML, and what is wrong in them is named: file, key, what is known."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import sandtable as st
from sandtable.errors import Unknown
from sandtable.players.doctrine_files import KEYS, DoctrineError, find, read

GAME = st.load("shanghai-nanking")
WORDS = 'title = "A title"\ntext = "A reason."\n'


def write(folder: Path, text: str, name: str = "my.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_doctrine_says_who_it_is_and_what_holds_where_it_says_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, WORDS + "[attack]\nminimum_odds = 4\n")
    doctrine = find(GAME, "chinese", path)
    assert (doctrine.name, doctrine.title, doctrine.text, doctrine.side) == (
        "my",
        "A title",
        "A reason.",
        "chinese",
    )
    assert doctrine["attack.minimum_odds"] == 4.0
    assert doctrine["attack.wanted_odds"] == KEYS["attack"]["wanted_odds"].default
    assert doctrine.objectives == doctrine.lines == ()


def test_a_doctrine_like_another_keeps_what_it_does_not_change(tmp_path: Path) -> None:
    base = find(GAME, "japanese", "historical")
    path = write(tmp_path, WORDS + 'like = "historical"\n[move]\ndanger = 3.0\n')
    doctrine = find(GAME, "japanese", str(path))
    assert doctrine.objectives == base.objectives
    assert doctrine["move.danger"] == 3.0 != base["move.danger"]
    assert doctrine["attack.wanted_odds"] == base["attack.wanted_odds"]


def test_goals_have_spaces_value_strength_and_turns(tmp_path: Path) -> None:
    text = '[[objective]]\nspaces = ["0202"]\nvalue = 7\nwant = 12\nfrom = 3\nuntil = 5\n'
    (goal,) = find(GAME, "chinese", write(tmp_path, WORDS + text)).objectives
    assert goal.spaces == (GAME.board.index("0202"),)
    assert (goal.name, goal.value, goal.want) == ("0202 Nanking", 7.0, 12.0)
    assert [goal.counts(turn) for turn in (2, 3, 5, 6)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[line]]\nspaces = [2410]\n", r"my.toml, key 'line 1.spaces': 2410 is not a text.* \"2410\""),
        (
            '[[line]]\nspaces = ["2410"]\nfrom = 40\n',
            r"my.toml, key 'line 1.from': turn 40 comes after the last, which is 12",
        ),
        (
            "[attack]\nminimum_ods = 2\n",
            r"my.toml, key 'attack.minimum_ods': unknown key of \[attack\] .*'minimum_odds'",
        ),
        ("[attack]\nminimum_odds = 'two'\n", r"key 'attack.minimum_odds': 'two' is not a number"),
        ("[attack]\nminimum_odds = true\n", r"key 'attack.minimum_odds': True is not a number"),
        ("[attack]\nminimum_odds = 99\n", r"key 'attack.minimum_odds': 99 is not between 0 and 20"),
        ("attak = 3\n", r"key 'attak': unknown key 'attak'; did you mean 'attack'"),
        ("attack = 3\n", r"key 'attack': a section is wanted here: \[attack\]"),
        ("[objective]\nvalue = 3\n", r"key 'objective': objectives are written as \[\[objective\]\]"),
        ("[[objective]]\nvalue = 3\n", r"key 'objective 1.spaces': a list of spaces is needed"),
        ('[[line]]\nspaces = ["0202", "9999"]\n', r"key 'line 1.spaces': unknown space '9999'"),
        (
            '[[line]]\nspaces = ["0202"]\nworth = 1\n',
            r"key 'line 1.worth': unknown key of \[\[line\]\] 'worth'",
        ),
        (
            '[[line]]\nspaces = ["0202"]\nfrom = 4\nuntil = 2\n',
            r"key 'line 1.until': turn 2 lies before turn 4",
        ),
        ('[[line]]\nspaces = ["0202"]\nfrom = "May"\n', r"key 'line 1.from': 'May' is not a turn"),
        ('[[line]]\nspaces = ["0202"]\nname = 4\n', r"key 'line 1.name': 4 is not a text"),
        ('like = "napoleonic"\n', r"key 'like': unknown doctrine of chinese 'napoleonic'"),
        ("[game]\nelan = 3\n", r"key 'game.elan': unknown key of \[game\] 'elan'"),
        ("title = \n", r"my.toml: not a TOML file"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = write(tmp_path, text if text.startswith("title") else WORDS + text)
    with pytest.raises(DoctrineError, match=complaint):
        find(GAME, "chinese", path)


def test_people_are_owed_a_title_and_a_reason(tmp_path: Path) -> None:
    with pytest.raises(DoctrineError, match=r"my.toml, key 'title': a text for people is needed"):
        read(GAME, "chinese", write(tmp_path, 'text = "A reason."\n'))


def test_doctrines_must_not_be_like_each_other(tmp_path: Path) -> None:
    write(tmp_path, WORDS + 'like = "b"\n', "chinese-a.toml")
    path = write(tmp_path, WORDS + 'like = "a"\n', "chinese-b.toml")
    with pytest.raises(DoctrineError, match=r"chinese-a.toml, key 'like': 'b' leads back"):
        read(GAME, "chinese", path)


def test_a_folder_is_asked_for_the_side(tmp_path: Path) -> None:
    with pytest.raises(
        DoctrineError, match=r"chinese-historical.toml or one other doctrine is wanted; found: none"
    ):
        find(GAME, "chinese", tmp_path)
    write(tmp_path, WORDS, "chinese-bold.toml")
    assert find(GAME, "chinese", tmp_path).name == "bold"
    write(tmp_path, WORDS, "chinese-historical.toml")
    assert find(GAME, "chinese", tmp_path).name == "historical"


def test_missing_files_names_and_sides_are_named(tmp_path: Path) -> None:
    with pytest.raises(DoctrineError, match=r"gone.toml: the file is missing"):
        find(GAME, "chinese", tmp_path / "gone.toml")
    with pytest.raises(Unknown, match="unknown doctrine of chinese 'historic'; did you mean 'historical'"):
        find(GAME, "chinese", "historic")
    with pytest.raises(Unknown, match="unknown side 'french'"):
        find(GAME, "french", "historical")


def test_errors_survive_the_way_to_another_process() -> None:
    error = DoctrineError("my.toml", "attack", "no")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.key) == (str(error), "attack")


def test_every_game_that_has_doctrines_has_three_a_side() -> None:
    found = {slug: st.load(slug) for slug in st.games()}
    written = {slug: game for slug, game in found.items() if (game.folder / "data" / "doctrines").is_dir()}
    assert "shanghai-nanking" in written
    for game in written.values():
        for side in game.sides:
            met = st.players.doctrines(game, side)
            assert {"cautious", "historical", "aggressive"} <= {d.name for d in met}
            assert all(len(d.text) > 100 and d.title for d in met)
            assert len({d.title for d in met}) == len(met)
