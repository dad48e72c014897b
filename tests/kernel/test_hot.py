"""Hot loops: compiled where numba is, plain where it is not wanted, missing or without a cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.hot import Hot, numba_wanted


def total(numbers: bytearray, start: int) -> int:
    found = start
    for number in numbers:
        found += number
    return found


def test_numba_is_wanted_unless_the_environment_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANDTABLE_NUMBA", raising=False)
    assert numba_wanted()
    monkeypatch.setenv("SANDTABLE_NUMBA", "1")
    assert numba_wanted()
    monkeypatch.setenv("SANDTABLE_NUMBA", "0")
    assert not numba_wanted()


@pytest.mark.parametrize("ask_first", [True, False])
@pytest.mark.parametrize("compiled", [True, False])
def test_the_form_is_chosen_once_at_the_first_call_or_question(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, ask_first: bool
) -> None:
    hot = Hot(total)
    monkeypatch.setenv("SANDTABLE_NUMBA", "1" if compiled else "0")
    if ask_first:
        assert hot.compiled is compiled
    assert hot.call(bytearray([1, 2, 3]), 4) == 10
    settled = hot.call
    monkeypatch.setenv("SANDTABLE_NUMBA", "0" if compiled else "1")
    assert hot.call(bytearray([5]), 0) == 5
    assert hot.call is settled
    assert hot.compiled is compiled
    assert (hot.call is hot.plain) is not compiled


def test_without_numba_the_plain_source_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_NUMBA", "1")
    monkeypatch.setitem(sys.modules, "numba", None)  # importing it now fails
    hot = Hot(total)
    assert not hot.compiled
    assert hot.call(bytearray([1, 2]), 0) == 3


def test_a_machine_where_numba_cannot_keep_files_compiles_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import numba

    real = numba.njit

    def without_cache(**options: bool) -> object:
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return real(**options)

    monkeypatch.setenv("SANDTABLE_NUMBA", "1")
    monkeypatch.setattr(numba, "njit", without_cache)
    hot = Hot(total)
    assert hot.call(bytearray([1, 2]), 0) == 3
    assert hot.compiled


@pytest.mark.parametrize("numba", ["1", "0"])
def test_loading_and_starting_a_game_brings_numba_in_only_when_something_moves(
    numba: str, tmp_path: Path
) -> None:
    code = (
        "import sys, sandtable as st\n"
        "state = st.load(st.games()[0]).new()\n"
        "print('numba' in sys.modules)\n"
        "from sandtable import movement\n"
        "print(movement.search.compiled, 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SANDTABLE_NUMBA": numba},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["False", *(["True", "True"] if numba == "1" else ["False", "False"])]
