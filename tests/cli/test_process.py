"""The command line as a process: streams, signals, encodings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import sandtable as st

COMMAND = (sys.executable, "-m", "sandtable")
SLUG = "shanghai-nanking"
ENVIRONMENT = {**os.environ, "SANDTABLE_NUMBA": "0"}


def run(*argv: str, cwd: Path, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *argv], cwd=cwd, input=text, capture_output=True, text=True, check=False,
        env={**ENVIRONMENT, **environment}, encoding="utf-8",
    )  # fmt: skip


def test_the_module_runs(tmp_path: Path) -> None:
    done = run("--version", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"sandtable {st.__version__}\n")
    done = run("play", SLUG, "--file", "g.jsonl", cwd=tmp_path, text="ma\n")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert run("check", "g.jsonl", cwd=tmp_path).stdout.endswith("good\n")
    done = run("check", "nothing", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_help_names_every_command_and_side(tmp_path: Path) -> None:
    text = run("--help", cwd=tmp_path).stdout
    for command in ("games", "cases", "odds", "play", "replay", "check"):
        assert f"\n    {command} " in text
    assert "--chinese PLAYER" in run("play", "-h", cwd=tmp_path).stdout


def test_a_terminal_without_unicode_is_no_error(tmp_path: Path) -> None:
    done = run("games", cwd=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert "Shanghai?Nanking" in done.stdout
    assert run("odds", "-h", cwd=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0").returncode == 0


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", SLUG, "--chinese", "random", "--japanese", "random", "--seed", "1"],
        cwd=tmp_path, env=ENVIRONMENT,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait() == 141
    assert errors == b""


def test_ctrl_c_leaves_cleanly_and_says_where_the_game_is(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", SLUG, "--file", "g.jsonl"],
        cwd=tmp_path, env={**ENVIRONMENT, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        # Where the tests run in the background Ctrl+C is ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        watchdog = threading.Timer(60, process.kill)
        watchdog.start()
        process.stdin.write("ma\n")
        process.stdin.flush()
        for line in process.stdout:
            if "first operations" in line:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait() == 0
        watchdog.cancel()
        assert process.stderr.read() == ""
    assert "The game is kept in g.jsonl (1 actions)." in rest
    assert st.Match.load(tmp_path / "g.jsonl", append=False).ply == 1
