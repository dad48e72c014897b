"""The repository keeps its promises: pinned names only, nobody's paths, imports in one direction."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOTS = {
    "sandtable": ROOT / "kernel",
    "sandtable_geodata": ROOT / "geodata",
    "sandtable_widgets": ROOT / "widgets",
}
HEAVY = {"geopandas", "ipyleaflet", "ipywidgets", "matplotlib", "pandas", "plotly", "shapely"}

# The brackets keep these lines from matching themselves.
REGISTRY = re.compile(
    r"p[y]pi\.(?:org|python)|python[h]osted\.|n[p]mjs\.|ana[c]onda\.(?:org|com)|--(?:extra-)?i[n]dex-url"
)
HOME = re.compile(r"(?<![\w.~-])/(?:home|root|Users)/\w|[A-Za-z]:\\Users\\")


def repository_files() -> Iterator[Path]:
    """Every file that belongs to the project (not found through git: a downloaded archive has none)."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if (name == ".ci" or not name.startswith("."))
            and name not in {"__pycache__", "build", "dist", "out"}
            and not name.endswith(".egg-info")
        ]
        yield from (Path(folder, name) for name in files)


def matches(pattern: re.Pattern[str]) -> list[str]:
    """Where a pattern occurs in the project's text files."""
    found = []
    for path in repository_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
            for number, line in enumerate(text.splitlines(), start=1)
            if pattern.search(line)
        ]
    return found


def test_constraints_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9][\w.-]*==\d[\w.!+]*", line)] == []
    names = [normal(line.partition("==")[0]) for line in lines]
    assert len(names) == len(set(names))


def test_every_dependency_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {normal(line.partition("==")[0]) for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    wanted = {normal(re.split(r"[<>=!~\[; ]", name)[0]) for group in groups for name in group}
    assert wanted - pinned == set()


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_no_file_names_a_package_registry() -> None:
    assert matches(REGISTRY) == []


def test_no_file_holds_a_path_of_somebodys_machine() -> None:
    assert matches(HOME) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (REGISTRY, "https://py" + "pi.org/simple"),
        (REGISTRY, "files.python" + "hosted.org"),
        (HOME, "open('/ho" + "me/ann/map.csv')"),
        (HOME, "C:\\Us" + "ers\\ann"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_every_data_file_is_packaged() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    packaged = {pattern.removeprefix("**/*") for pattern in setuptools["package-data"]["*"]}
    left_out = [
        str(path.relative_to(ROOT))
        for path in repository_files()
        if any(path.is_relative_to(folder) for folder in ROOTS.values())
        and path.suffix != ".py"
        and not {path.suffix, path.name} & packaged
    ]
    assert left_out == []


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_kernel_loads_nothing_heavy() -> None:
    loaded = python("import sys, sandtable; print(*sys.modules)").split()
    assert "sandtable" in loaded
    assert (HEAVY | {"numba", "sandtable_geodata", "sandtable_widgets"}) & set(loaded) == set()


def test_loading_every_game_needs_no_extra_but_numba() -> None:
    code = "import sys, sandtable as st\nassert [st.load(slug) for slug in st.games()]\nprint(*sys.modules)"
    assert (HEAVY | {"sandtable_geodata", "sandtable_widgets"}) & set(python(code).split()) == set()


def test_the_readme_opens_with_the_two_commands() -> None:
    commands = re.findall(r"^(make \w+)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert commands[:2] == ["make lab", "make test"]


def test_the_python_of_the_readme_runs() -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert blocks
    python("\n".join(blocks))


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert python("import sandtable; print(sandtable.__version__)").strip() == project["version"]


def modules(package: str) -> dict[str, Path]:
    """The modules of an import package, by dotted name (a package's own name stands for its `__init__`)."""
    root = ROOTS[package]
    names = {}
    for path in sorted((root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


def imports(module: str, path: Path) -> set[str]:
    """Every name that a module imports anywhere in it, absolute; `from a import b` gives a.b."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{stem}.{alias.name}" for alias in node.names}
    return found


def eager_imports(path: Path) -> set[str]:
    """The top packages that a module imports as soon as it is imported itself."""

    def visit(nodes: list[ast.stmt]) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                yield node.module
            elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
                yield from visit(node.orelse)
            elif isinstance(node, ast.If | ast.With):
                yield from visit([*node.body, *getattr(node, "orelse", [])])
            elif isinstance(node, ast.Try):
                handlers = [inner for handler in node.handlers for inner in handler.body]
                yield from visit([*node.body, *handlers, *node.orelse, *node.finalbody])

    return {name.partition(".")[0] for name in visit(ast.parse(path.read_text("utf-8")).body)}


def test_the_kernel_is_written_on_numpy_alone() -> None:
    allowed = sys.stdlib_module_names | {"sandtable", "numpy", "numba"}
    extra = {name: eager_imports(path) - allowed for name, path in modules("sandtable").items()}
    assert {name: found for name, found in extra.items() if found} == {}


@pytest.mark.parametrize(
    ("package", "above"),
    [
        ("sandtable", {"sandtable_geodata", "sandtable_widgets"}),
        ("sandtable_geodata", {"sandtable_widgets"}),
    ],
)
def test_packages_import_downwards_only(package: str, above: set[str]) -> None:
    found = modules(package)
    assert package in found
    wrong = [
        f"{name} imports {target}"
        for name, path in found.items()
        for target in imports(name, path)
        if target.partition(".")[0] in above
    ]
    assert wrong == []


def test_no_game_is_imported_from_outside_its_folder() -> None:
    found = modules("sandtable")
    games = {path.parent.name for path in found.values() if path.match("games/*/__init__.py")}
    assert games
    wrong = [
        f"{name} imports {target}"
        for name, path in found.items()
        for target in imports(name, path)
        for game in (f"sandtable.games.{folder}" for folder in games)
        if f"{target}.".startswith(f"{game}.") and not f"{name}.".startswith(f"{game}.")
    ]
    assert wrong == []


def test_imports_are_resolved(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    lines = ["import a.b", "from . import c", "from ..other.rules import d", "from sandtable.dice import e"]
    path.write_text("\n".join(lines), "utf-8")
    assert imports("sandtable.games.mine.rules", path) == {
        "a.b",
        "sandtable.games.mine.c",
        "sandtable.games.other.rules.d",
        "sandtable.dice.e",
    }
