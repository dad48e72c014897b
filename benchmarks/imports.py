"""Import times in fresh interpreters, and what else an import brings in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

from .measure import Effort, Race

HEAVY = (
    "dask", "geopandas", "ipyleaflet", "ipywidgets", "matplotlib", "networkx", "numba", "numpy", "pandas",
    "plotly", "scipy", "shapely",
)  # fmt: skip
PROGRAMS = {
    "import sandtable": "import sandtable",
    "… and load shanghai-nanking": "import sandtable as st; st.load('shanghai-nanking')",
    "… and begin a campaign": "import sandtable as st; st.load('shanghai-nanking').new()",
    "import numpy": "import numpy",
    "import networkx": "import networkx",
    "import icepool": "import icepool",
    "import dyce": "import dyce",
    "import pandas": "import pandas",
}


def races(effort: Effort) -> Iterator[Race]:
    loaded = _interpreter(f"import sys, sandtable\nprint(*sorted(set({HEAVY}) & set(sys.modules)))").split()
    race = Race(
        "imports: seconds more than a bare interpreter takes",
        (f"heavy modules that import sandtable loads: {', '.join(loaded) or 'none'}",),
    )
    for _ in range(effort.repeats):
        bare = min(_seconds("pass") for _ in range(2))
        for name, program in PROGRAMS.items():
            race.seconds.setdefault(name, []).append(max(_seconds(program) - bare, 1e-6))
    yield race


def _interpreter(program: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout


def _seconds(program: str) -> float:
    began = perf_counter()
    _interpreter(program)
    return perf_counter() - began
