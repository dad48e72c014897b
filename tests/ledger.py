"""Which rule cases the tests name, and whether that agrees with a game's ledger.

The marks are read from the test sources rather than from pytest's collection, so that the answer is the
same under xdist and when only a few tests are selected.
"""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CASE_COLUMNS = ("id", "kind", "title", "statement")
EXCUSE_COLUMNS = ("id", "reason")

#: A test under one of these proves nothing about the case it names.
_NOT_PROOF = frozenset({"skip", "skipif", "xfail"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


class LedgerError(ValueError):
    """A mark or a ledger row that cannot be read; the message says where."""


@dataclass(frozen=True, order=True)
class Mark:
    """A case that a test names, and where it does so."""

    case: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def marks_in_tree(tests: Path) -> list[Mark]:
    """The marks of every test file under a folder."""
    files = sorted(path for path in tests.rglob("*.py") if path.name.startswith("test_"))
    return [
        mark
        for path in files
        for mark in marks_in(path.read_text("utf-8"), path.relative_to(tests).as_posix())
    ]


def marks_in(source: str, file: str) -> list[Mark]:
    """The marks that pytest would attach to a test in this source.

    A mark counts where it decorates a test function or class, stands in `pytestmark`, or is given to
    `pytest.param(marks=...)`. Anywhere else it would be silently useless, so it is an error.
    """
    tree = ast.parse(source, file)
    names = _names_of_the_mark(tree)
    used: set[ast.Call] = set()
    marks = [mark for call in _attached(tree, names, used) for mark in _read(call, file)]
    for call in _calls(tree, names):
        if call not in used:
            raise LedgerError(f"{file}:{call.lineno}: this case mark is attached to no test")
    return marks


def read_rows(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a ledger file that must have at least these columns, keyed by a unique `id`."""
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        missing = [column for column in columns if column not in (reader.fieldnames or ())]
        if missing:
            raise LedgerError(f"{path}: no column {', '.join(missing)}")
        rows = list(reader)
    seen: set[str] = set()
    for number, row in enumerate(rows, start=2):
        if row["id"] in seen:
            raise LedgerError(f"{path}: row {number}: {row['id']} is there twice")
        seen.add(row["id"])
    return rows


def audit(cases: Iterable[str], excuses: dict[str, str], marks: Iterable[Mark]) -> list[str]:
    """Everything wrong with one ledger: cases without test or excuse, and excuses that are not good."""
    known, tested = set(cases), {mark.case for mark in marks}
    unproved = known - tested - excuses.keys()
    unreasoned = [case for case, reason in excuses.items() if not reason.strip()]
    problems = [f"{case}: no test names it, and untested.csv gives no reason" for case in unproved]
    problems += [f"{case}: untested.csv names an unknown case" for case in excuses.keys() - known]
    problems += [f"{case}: untested.csv excuses it, but a test names it" for case in excuses.keys() & tested]
    problems += [f"{case}: untested.csv gives no reason" for case in unreasoned]
    return sorted(problems)


def unknown(cases: Iterable[str], marks: Iterable[Mark]) -> list[str]:
    """Marks that name a case which no ledger has."""
    known = set(cases)
    return sorted(f"{mark}: {mark.case} is in no ledger" for mark in marks if mark.case not in known)


def is_within(case: str, wanted: str) -> bool:
    """Whether a case is the wanted one or below it: 10.4.2a and 10.4a are below 10.4, 10.41 is not."""
    return case.startswith(wanted) and not case[len(wanted) : len(wanted) + 1].isdigit()


def _dotted(node: ast.expr) -> str:
    """`pytest.mark.case` for the expression that reads so; empty for anything that is not a dotted name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (head := _dotted(node.value)):
        return f"{head}.{node.attr}"
    return ""


def _names_of_the_mark(tree: ast.Module) -> set[str]:
    """The spellings of the mark in this module, with short names such as `case = pytest.mark.case`."""
    names = {"pytest.mark.case", "mark.case"}
    for node in tree.body:
        if isinstance(node, ast.Assign) and _dotted(node.value) in names:
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _calls(node: ast.AST, names: set[str]) -> list[ast.Call]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Call) and _dotted(part.func) in names]


def _attached(tree: ast.Module, names: set[str], used: set[ast.Call]) -> Iterator[ast.Call]:
    """Calls of the mark that reach a test; `used` also gets those that reach only a skipped one."""
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name.startswith("test"):
            carriers: list[ast.expr] = node.decorator_list
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            carriers = node.decorator_list
        elif isinstance(node, ast.Assign) and any(_dotted(name) == "pytestmark" for name in node.targets):
            carriers = [node.value]
        elif isinstance(node, ast.Call) and _dotted(node.func) in {"pytest.param", "param"}:
            carriers = [keyword.value for keyword in node.keywords if keyword.arg == "marks"]
        else:
            continue
        direct = [call for carrier in carriers for call in _direct(carrier, names)]
        used.update(direct)
        if not any(_is_no_proof(part) for carrier in carriers for part in _parts(carrier)):
            yield from direct


def _parts(carrier: ast.expr) -> list[ast.expr]:
    """The marks in a carrier, which is one mark or a list of them."""
    return list(carrier.elts) if isinstance(carrier, ast.List | ast.Tuple) else [carrier]


def _direct(carrier: ast.expr, names: set[str]) -> list[ast.Call]:
    return [part for part in _parts(carrier) if isinstance(part, ast.Call) and _dotted(part.func) in names]


def _is_no_proof(part: ast.expr) -> bool:
    name = _dotted(part.func if isinstance(part, ast.Call) else part)
    return "mark." in name and name.rpartition(".")[2] in _NOT_PROOF


def _read(call: ast.Call, file: str) -> Iterator[Mark]:
    if not call.args or call.keywords:
        raise LedgerError(f"{file}:{call.lineno}: a case mark takes case ids and nothing else")
    for argument in call.args:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise LedgerError(f"{file}:{argument.lineno}: a case mark must name its case by a literal string")
        yield Mark(argument.value, file, argument.lineno)
