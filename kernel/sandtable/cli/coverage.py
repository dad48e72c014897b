"""Which rule cases the tests of a source checkout name."""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterator
from pathlib import Path

_NO_PROOF = {"skip", "skipif", "xfail"}
"""A test under one of these marks proves nothing."""


def find_tests(start: Path) -> Path | None:
    """The tests folder of the checkout that a folder lies in: one that belongs to this project."""
    for folder in (start, *start.parents):
        tests = folder / "tests"
        if tests.is_dir() and (folder / "kernel" / "sandtable").is_dir():
            return tests
    return None


def checkout_tests() -> Path | None:
    """The tests beside the installed package, or above the folder one is in."""
    return find_tests(Path(__file__).resolve().parent) or find_tests(Path.cwd())


def named_cases(tests: Path) -> dict[str, list[str]]:
    """Every case that a test is marked with, and the files that do so."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue  # a broken test file proves nothing; running the tests will say so
        for case in marked(tree):
            files = found.setdefault(case, [])
            if path.name not in files:
                files.append(path.name)
    return found


def marked(tree: ast.Module) -> Iterator[str]:
    """The cases in the marks of tests, classes of tests, modules and parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            marks = node.decorator_list if node.name.lower().startswith("test") else []
        elif isinstance(node, ast.Assign) and any(_dotted(t) == "pytestmark" for t in node.targets):
            marks = _list(node.value)
        elif isinstance(node, ast.Call) and _dotted(node.func).endswith("param"):
            marks = [m for k in node.keywords if k.arg == "marks" for m in _list(k.value)]
        else:
            continue
        if not any(_last_word(m) in _NO_PROOF for m in marks):
            for mark in marks:
                if isinstance(mark, ast.Call) and _last_word(mark) == "case":
                    yield from (a.value for a in mark.args if _is_text(a))  # type: ignore[attr-defined]


def untested(data: Path) -> dict[str, str]:
    """Cases that no test can prove, with the reason, from a game's data/untested.csv."""
    path = data / "untested.csv"
    if not path.is_file():
        return {}
    with path.open(newline="", encoding="utf-8") as handle:
        return {row["id"]: row["reason"] for row in csv.DictReader(handle)}


def _list(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.List | ast.Tuple) else [node]


def _last_word(mark: ast.expr) -> str:
    return _dotted(mark.func if isinstance(mark, ast.Call) else mark).rpartition(".")[2]


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
