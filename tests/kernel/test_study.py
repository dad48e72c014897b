"""Studies: whole games on any executor, kept on disk, with the same result in any case."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import sandtable as st
from sandtable.errors import SandtableError, SaveError, Unknown
from sandtable.study import UNCHANGED, Study, calendar, objectives, plan

SLUG = "stalins-first-victory"


def quick(n: int = 6, **settings: Any) -> Study:
    """Random games in this process, without a bar."""
    return st.study.campaigns(SLUG, n, **{"players": "random", "workers": 1, "progress": False, **settings})


@pytest.fixture(scope="module")
def played() -> Study:
    return quick()


# -- what a study tells -------------------------------------------------------------------------------


def test_one_row_a_game(played: Study) -> None:
    frame = played.frame()
    assert len(frame) == len(played) == 6
    assert frame["seed"].is_unique
    assert set(frame["variant"]) == {UNCHANGED}
    assert set(frame["end"]) == {5}
    assert set(frame["soviet_player"]) == {"random"}
    assert (frame["changes"] == "{}").all()
    row = frame.iloc[0]
    again = st.study.campaigns(SLUG, 1, "random", workers=1, progress=False).frame().iloc[0]
    assert row.equals(again)


def test_a_row_is_what_the_game_says(played: Study) -> None:
    game = st.load(SLUG)
    row = played.frame().iloc[2]
    state = game.new("suggested", seed=int(row["seed"]))
    players = {side: st.players.make("random", game, side, seed=int(row["seed"])) for side in game.sides}
    end = st.players.playout(game, state, players)
    assert end.result is not None
    assert (row["digest"], row["winner"]) == (end.digest(), end.result.winner)
    assert row["soviet_victory_points"] == end.vars["vp"]
    assert row["chinese_units"] == sum(1 for u in game.own[1] if end.where[u] >= 0)
    assert row["soviet_spaces"] == end.control.count(0)
    for objective in objectives(game).values():
        taken = sum(end.control[space] == 0 for space in objective.spaces)
        assert row[f"held_{objective.id}"] == taken


@pytest.mark.parametrize("slug", st.games())
def test_one_row_a_turn_in_every_game(slug: str) -> None:
    study = st.study.campaigns(slug, 2, "random", workers=1, progress=False)
    turns, game = study.turns(), study.game
    for number, rows in turns.groupby("number"):
        assert list(rows["turn"]) == list(range(1, study.frame().loc[number, "end"] + 1))
    for side in game.sides:
        lost = turns[f"{side}_lost_units"]
        assert (lost >= 0).all()
        assert (turns[f"{side}_strength"] >= 0).all()
        assert (turns[f"{side}_steps"] >= turns[f"{side}_units"]).all()
        assert (turns[f"{side}_lost_steps"] >= lost).all()
    assert turns[[f"{side}_spaces" for side in game.sides]].sum(axis=1).max() <= len(game.board)
    shown = turns.dropna(subset=["front_lon"])
    lons = [lon for lon, _ in game.board.lonlat]
    assert shown["front_lon"].between(min(lons), max(lons)).all()


def test_a_spent_unit_is_no_loss_and_no_half_unit() -> None:
    study = st.study.campaigns("storm-over-taierzhuang", 2, "random", workers=1, progress=False)
    turns = study.turns()
    assert study.game.step_word == "units"
    for side in study.game.sides:
        assert (turns[f"{side}_steps"] == turns[f"{side}_units"]).all()
        assert (turns[f"{side}_lost_steps"] == turns[f"{side}_lost_units"]).all()
        assert (turns[f"{side}_ready"] <= turns[f"{side}_units"]).all()
    assert (turns["japanese_ready"] < turns["japanese_units"]).any()


def test_a_study_without_games_has_empty_tables(played: Study) -> None:
    empty = Study(played.plan, [])
    assert empty.played == ()
    assert len(empty.frame()) == len(empty.turns()) == 0
    assert list(empty.frame())[:12] == list(played.frame())[:12]
    assert list(empty.turns())[:9] == list(played.turns())[:9]
    assert (empty.outcomes()["games"] == 0).all()
    assert (empty.falls()["games"] == 0).all()


def test_a_variant_without_games_is_told_from_the_others() -> None:
    sweep = st.study.sweep(SLUG, ["no-tanks"], 2, "random", workers=1, progress=False)
    part = Study(sweep.plan, [r for r in sweep.records if r["variant"] != UNCHANGED])
    assert (sweep.played, part.played) == (sweep.variants, sweep.variants[1:])
    assert list(part.outcomes()["games"]) == [0, 0, 2, 2]


def test_turns_say_who_played_and_what_was_changed() -> None:
    study = st.study.campaigns(SLUG, 1, "random", changes="no-tanks", workers=1, progress=False)
    row = study.turns().iloc[0]
    assert (row["soviet_player"], row["what_ifs"]) == ("random", "no-tanks")
    assert row["changes"] == study.frame()["changes"].iloc[0] != "{}"


def test_the_games_that_are_not_over_are_counted() -> None:
    study = st.study.campaigns("shanghai-nanking", 6, "random", workers=1, progress=False)
    falls, ends = study.falls(), study.frame()["end"]
    assert ends.nunique() > 1
    for turn, going in falls.groupby("turn")["going"].first().items():
        assert going == (ends >= turn).sum()


def test_control_is_a_share_of_games(played: Study) -> None:
    game = played.game
    soviet, chinese = (played.control(side) for side in game.sides)
    assert soviet.shape == (len(calendar(game)), len(game.board))
    assert ((soviet + chinese).round(9) == 1).all()
    last = played.frame()["soviet_spaces"].mean()
    assert soviet[-1].sum() == pytest.approx(last)


def test_outcomes_add_up() -> None:
    shares = st.study.campaigns("taierzhuang", 5, "random", workers=1, progress=False).outcomes()
    assert list(shares["winner"]) == ["japanese", "chinese", "draw"]
    assert shares["share"].sum() == pytest.approx(1)
    assert ((shares["low"] <= shares["share"]) & (shares["share"] <= shares["high"])).all()


def test_falls_never_rise_again(played: Study) -> None:
    falls = played.falls()
    for id, curve in falls.groupby("objective"):
        assert curve["fallen"].is_monotonic_increasing
        when = played.frame()[f"fell_{id}"]
        assert curve["fallen"].iloc[-1] == pytest.approx(when.notna().mean())
    manchouli = falls[falls["objective"] == "manchouli"].set_index("turn")["history"]
    assert list(manchouli) == [False] * 5 + [True]


def test_what_is_won_back_is_held_no_more() -> None:
    study = st.study.campaigns("taierzhuang", 4, "random", workers=1, progress=False)
    holds, falls = study.holds(), study.falls()
    ever = falls[falls["turn"] == 8].set_index("objective")["fallen"]
    assert (holds.loc[8] <= ever[holds.columns]).all()
    assert holds.loc[8, "foothold"] == (study.frame()["held_foothold"] >= 1).mean()


def test_a_game_of_a_study_can_be_looked_at(played: Study) -> None:
    match = played.match(2)
    row = played.frame().iloc[2]
    assert match.over
    assert match.ply == row["actions"]
    assert match.state.digest() == row["digest"]
    with pytest.raises(Unknown, match="unknown game of 'unchanged' '99'"):
        played.match(99)
    played.records[3]["digest"], kept = "other", played.records[3]["digest"]
    with pytest.raises(SandtableError, match="the rules or players have changed since"):
        played.match(3)
    played.records[3]["digest"] = kept


def test_what_is_not_there_is_named(played: Study) -> None:
    with pytest.raises(Unknown, match="unknown variant 'peace'"):
        played.falls("peace")
    with pytest.raises(Unknown, match="unknown measure 'happiness'"):
        played.means("happiness")
    with pytest.raises(Unknown, match="unknown side 'french'"):
        played.control("french")
    for ask in (played.means, played.differences):
        with pytest.raises(SandtableError, match="'kind' is a column of texts"):
            ask("kind")


# -- the same result, whoever plays -------------------------------------------------------------------


class Backwards(ThreadPoolExecutor):
    """Gives the last game that was handed in out first."""

    def __init__(self) -> None:
        super().__init__(1)
        self.waiting: list[tuple[Future[Any], Any, Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        threading.Timer(0.05, self.work).start()
        return future

    def work(self) -> None:
        while self.waiting:
            future, fn, args = self.waiting.pop()
            future.set_result(fn(*args))


def test_workers_order_and_executor_change_nothing(played: Study) -> None:
    with ThreadPoolExecutor(3) as threads, Backwards() as backwards:
        others = [
            quick(executor=threads, workers=None),
            quick(executor=backwards, workers=None),
            quick(workers=2),
        ]
    for other in others:
        assert other.records == played.records


def test_dask_plays_the_same_games(played: Study) -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:
        assert quick(executor=client.get_executor(), workers=None).records == played.records
        assert quick(executor=cluster.scheduler_address, workers=None).records == played.records


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")

    def refuse(address: str) -> None:
        raise OSError(f"Timed out trying to connect to {address}")

    monkeypatch.setattr(distributed, "Client", refuse)
    with pytest.raises(SandtableError, match="no dask scheduler answers at 'tcp://nowhere:1'"):
        quick(executor="tcp://nowhere:1", workers=None)


def test_another_seed_is_another_study(played: Study) -> None:
    assert not set(quick(seed=1).frame()["seed"]) & set(played.frame()["seed"])


def test_players_may_differ_by_side() -> None:
    study = quick(2, players={"soviet": "random", "chinese": ("random", {"seed": 3})})
    assert set(study.frame()["chinese_player"]) == {"random 3"}
    with pytest.raises(Unknown, match="unknown player 'napoleon'"):
        quick(players="napoleon")
    with pytest.raises(Unknown, match="player of side 'chinese'"):
        quick(players={"soviet": "random"})
    with pytest.raises(Unknown, match="unknown side 'french'"):
        quick(players={"soviet": "random", "chinese": "random", "french": "random"})
    with pytest.raises(SandtableError, match="7 is no player"):
        quick(players={"soviet": 7, "chinese": "random"})


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"n": 0}, "at least one game"),
        ({"n": 2.5}, "a whole number of them, not 2.5"),
        ({"n": True}, "a whole number of them, not True"),
        ({"workers": 0}, "at least one worker"),
        ({"workers": -1}, "at least one worker"),
        ({"seed": "1937"}, "the seed of a study is a whole number, not '1937'"),
        ({"seed": 1.0}, r"the seed of a study is a whole number, not 1\.0"),
        ({"seed": None}, "the seed of a study is a whole number, not None"),
        ({"executor": 4}, "4 is no executor"),
        ({"scenario": "x"}, "scenario 'x'"),
    ],
)
def test_impossible_studies_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(SandtableError, match=said):
        quick(**settings)


# -- on disk ------------------------------------------------------------------------------------------


def test_a_study_goes_on_where_it_ended(tmp_path: Path, played: Study) -> None:
    path = tmp_path / "study.jsonl"
    counted: list[tuple[int, int]] = []
    quick(2, path=path)
    whole = quick(6, path=path, progress=lambda done, total: counted.append((done, total)))
    assert counted == [(2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]
    assert whole.records == played.records == st.study.load(path).records
    again = path.read_bytes()
    assert quick(3, path=path).records == played.records[:3]
    assert path.read_bytes() == again


def test_a_killed_study_loses_no_finished_game(tmp_path: Path, played: Study) -> None:
    path = tmp_path / "study.jsonl"
    code = (
        "import sandtable as st\n"
        f"st.study.campaigns({SLUG!r}, 100_000, 'random', workers=1, progress=False, path={str(path)!r})"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        until = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") > 4):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    finished = path.read_bytes().count(b"\n") - 1
    counted: list[int] = []
    study = quick(6, path=path, progress=lambda done, total: counted.append(done))
    assert counted[0] == min(finished, 6) >= 4
    assert study.records == played.records


def test_a_killed_sweep_is_paired_and_leaves_no_process_behind(tmp_path: Path) -> None:
    path, tanks, trains = tmp_path / "study.jsonl", "no-tanks", "no-armoured-trains"
    changes = {"tanks": tanks, "trains": trains, "both": [tanks, trains]}
    script = tmp_path / "script.py"
    script.write_text(
        "import sandtable as st\n"
        "if __name__ == '__main__':\n"
        f"    st.study.sweep({SLUG!r}, {changes!r}, 100_000, 'random', workers=2, progress=False,"
        f" path={str(path)!r})",
        "utf-8",
    )
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE)
    try:
        until = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") > 9):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
    finally:
        os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)  # the pipe ends when the last of the workers has ended
    study = st.study.load(path)
    played = [sum(r["variant"] == name for r in study.records) for name in study.variants]
    assert len(played) == 4
    assert max(played) - min(played) <= 2


def test_every_game_is_on_disk_before_the_next_but_one_begins(tmp_path: Path) -> None:
    path, late = tmp_path / "study.jsonl", []

    class Patient(ThreadPoolExecutor):
        """One worker, who begins a game when all earlier ones are in the file."""

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return super().submit(self.work, next(count), fn, *args)

        @staticmethod
        def work(earlier: int, fn: Any, *args: Any) -> Any:
            until = time.monotonic() + 30
            while path.read_bytes().count(b"\n") - 1 < earlier and not late:
                if time.monotonic() > until:
                    late.append(earlier)
                time.sleep(0.005)
            return fn(*args)

    count = itertools.count()
    with Patient(1) as patient:
        quick(40, executor=patient, workers=None, path=path)
    assert not late
    assert len(st.study.load(path)) == 40


def test_a_line_that_a_kill_cut_off_is_played_again(tmp_path: Path, played: Study) -> None:
    path = tmp_path / "study.jsonl"
    quick(3, path=path)
    path.write_bytes(path.read_bytes()[:-40])
    assert quick(4, path=path).records == played.records[:4]
    assert len(path.read_text("utf-8").splitlines()) == 5


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"seed": 1}, "its seed is 0, not 1"),
        ({"scenario": "campaign"}, "its scenario is 'suggested', not 'campaign'"),
        ({"changes": "no-tanks"}, "its variants, changes or players differ"),
        ({"players": ("random", {"seed": 1})}, "its variants, changes or players differ"),
    ],
)
def test_the_file_of_another_study_is_left_alone(tmp_path: Path, settings: dict[str, Any], said: str) -> None:
    path = tmp_path / "study.jsonl"
    quick(1, path=path)
    before = path.read_bytes()
    with pytest.raises(SaveError, match=f"belongs to another study and was left alone: {said}"):
        quick(1, path=path, **settings)
    assert path.read_bytes() == before


def test_games_by_other_rules_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    quick(1, path=path)
    header, game = path.read_text("utf-8").splitlines()
    path.write_text(json.dumps({**json.loads(header), "rules": "other"}) + f"\n{game}\n", "utf-8")
    with pytest.raises(SaveError, match="played by other rules, numbers or players"):
        quick(1, path=path)


@pytest.mark.parametrize(
    ("file", "decides"),
    [
        ("state.py", True),
        ("players/staff.py", True),
        ("players/hexes/staff.py", True),
        ("hexwar/fights.py", True),
        ("study/measures.py", True),
        ("study/worker.py", True),
        ("games/stalins_first_victory/doctrine.py", True),
        ("games/stalins_first_victory/data/units.csv", True),
        ("games/stalins_first_victory/data/doctrines/soviet-historical.toml", True),
        ("games/taierzhuang/game.py", False),
        ("study/run.py", False),
        ("cli/studying.py", False),
    ],
)
def test_the_fingerprint_covers_what_decides_a_game(
    monkeypatch: pytest.MonkeyPatch, file: str, decides: bool
) -> None:
    game, real = st.load(SLUG), Path.read_bytes
    before, edited = plan.fingerprint(game), Path(st.__file__).parent / file
    assert edited.is_file()
    monkeypatch.setattr(Path, "read_bytes", lambda path: real(path) + b"#" * (path == edited))
    assert (plan.fingerprint(game) != before) == decides


def test_the_fingerprint_covers_doctrines_of_ones_own(tmp_path: Path) -> None:
    path, beside = tmp_path / "mine.toml", tmp_path / "soviet-base.toml"
    beside.write_text('title = "B"\ntext = "B"\nlike = "historical"\n', "utf-8")
    path.write_text('title = "M"\ntext = "M"\nlike = "base"\n', "utf-8")
    seats = {"soviet": ("doctrine", {"doctrine": str(path)}), "chinese": "random"}
    quick(1, path=tmp_path / "study.jsonl", players=seats)
    beside.write_text(beside.read_text("utf-8") + "[attack]\nown_step = 5\n", "utf-8")
    with pytest.raises(SaveError, match="played by other rules, numbers or players"):
        quick(1, path=tmp_path / "study.jsonl", players=seats)


HEADER = (
    '{"format":1,"game":"stalins-first-victory","scenario":"suggested","seed":0,"rules":"x","variants":'
    '[{"name":"unchanged","players":{},"changes":{},"options":{},"what_ifs":[]}]}\n'
)
GAME = (
    '{"variant":"unchanged","number":0,"seed":1,"winner":null,"kind":"time","case":"","text":"","end":5,'
    '"actions":1,"digest":"","turns":[]}\n'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no study"),
        ("my notes\n", "line 1: the line is not a JSON object"),
        ('{"a": 1}\n', "does not describe a study"),
        ('{"format": 2, "game": "x", "variants": []}\n', "has format 2"),
        ('{"format": 1, "game": "x", "variants": []}\n', "line 1: the first line does not describe"),
        (HEADER.replace('"what_ifs"', '"why"'), "line 1: the first line does not describe a study"),
        (HEADER.replace("[{", '{"x":{').replace("}]", "}}"), "line 1: the first line does not describe"),
        (HEADER + '{"variant": "unchanged"}\n', "line 2: a game without its 'number'"),
        (HEADER + GAME.replace('"unchanged"', '"peace"'), "line 2: a game of 'peace', which is no variant"),
        (HEADER + GAME, "line 2: a game without turns"),
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(SaveError, match=said):
        quick(1, path=path)
    with pytest.raises(SaveError, match=said):
        st.study.load(path)
    assert path.read_text("utf-8") == text


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"

    def meddle(done: int, total: int) -> None:
        with pytest.raises(SaveError, match="another process is playing this study"):
            quick(1, path=path)

    quick(1, path=path, progress=meddle)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match="no-such-folder"):
        quick(1, path=tmp_path / "no-such-folder" / "study.jsonl")
    with pytest.raises(SandtableError, match="is a folder; a study is kept in a file"):
        quick(1, path=tmp_path)


def test_stopping_keeps_what_is_finished(played: Study) -> None:
    stop = threading.Event()

    def watch(done: int, total: int) -> None:
        if done == 2:
            stop.set()

    assert quick(50, progress=watch, stop=stop).records == played.records[:2]
    with ThreadPoolExecutor(1) as threads:
        assert len(quick(50, executor=threads, workers=None, stop=stop)) == 0


class Dying(ThreadPoolExecutor):
    """Processes that end before their games do, as in a script without its guard."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("a process ended"))
        return future


def test_workers_that_die_are_explained() -> None:
    with Dying(1) as dying, pytest.raises(SandtableError, match="if __name__ == '__main__'"):
        quick(2, executor=dying, workers=None)


def test_a_failing_game_keeps_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.study import run

    real = run.play_game

    def fail(game: Any, scenario: str, seed: int, variant: Any, number: int) -> Any:
        if number == 2:
            raise ZeroDivisionError("a rule that fails")
        return real(game, scenario, seed, variant, number)

    path = tmp_path / "study.jsonl"
    monkeypatch.setattr(run, "play_game", fail)
    with pytest.raises(ZeroDivisionError):
        quick(6, path=path)
    assert len(st.study.load(path)) == 2


def test_tables_go_out_and_come_back(tmp_path: Path, played: Study) -> None:
    import pandas as pd

    games, turns = played.to_parquet(tmp_path / "study.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(games), played.frame(), check_dtype=False)
    assert pd.read_parquet(turns).equals(played.turns())
    games, turns = played.to_csv(tmp_path / "study.csv")
    assert list(pd.read_csv(games)["digest"]) == list(played.frame()["digest"])
    assert turns.name == "study-turns.csv"
    before = games.read_bytes()
    with pytest.raises(SaveError, match=r"exists already and was left alone; choose another name$"):
        played.to_csv(tmp_path / "study.csv")
    assert games.read_bytes() == before
    with pytest.raises(SaveError, match=r"the folder .*nowhere does not exist"):
        played.to_csv(tmp_path / "nowhere" / "study.csv")


def test_the_bar_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    quick(2, progress=True)
    assert "2/2" in capsys.readouterr().err
