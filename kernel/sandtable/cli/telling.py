"""Events in the terminal."""

from __future__ import annotations

from .console import Console


def show_event(console: Console, case: str, text: str, indent: str = "  ") -> None:
    """One event behind the rule that it follows from."""
    label = case.ljust(12)
    lines = console.wrapped(text, indent + " " * (len(label) + 1), f"{indent}{label} ")
    lines[0] = lines[0].replace(label, console.paint(label, "dim"), 1)
    console.say(*lines)
