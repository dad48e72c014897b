"""Where the numbers were measured."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("sandtable", "numpy", "numba", "networkx", "scipy", "icepool", "dyce")


def describe() -> str:
    """Processor, system, interpreter and the versions of everything that is compared."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return "\n".join(
        (
            f"{_processor()}, {os.cpu_count()} cores{load}, {platform.system()} {platform.machine()}",
            f"{platform.python_implementation()} {platform.python_version()}",
            ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
        )
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
