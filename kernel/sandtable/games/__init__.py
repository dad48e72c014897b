"""The games: one package each, found by its folder; no game imports another."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Unknown

if TYPE_CHECKING:
    from ..game import Game


def slugs() -> tuple[str, ...]:
    """The games that exist, by slug."""
    here = Path(__file__).parent
    return tuple(sorted(p.parent.name.replace("_", "-") for p in here.glob("*/game.py")))


def find(slug: str) -> type[Game]:
    """The class of a game."""
    if slug not in slugs():
        raise Unknown("game", slug, slugs())
    module = import_module(f".{slug.replace('-', '_')}.game", __name__)
    found: type[Game] = module.GAME
    return found
