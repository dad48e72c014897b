"""What the places of a board are called besides: at the time, in pinyin and in hanzi."""

from __future__ import annotations

from .theatre import theatre


def other_names(slug: str) -> list[tuple[str, str]]:
    """Spaces, each with a name that its name on the board does not hold already, in the board's order."""
    found = theatre(slug)
    board = dict(zip(found.spaces()["id"], found.spaces()["name"], strict=True))
    listed: dict[tuple[str, str], None] = {}
    for town in found.towns().itertuples():
        for name in (town.name, getattr(town, "period", ""), town.pinyin, town.hanzi):
            if town.space in board and name and name not in board[town.space]:
                listed[town.space, name] = None
    order = {id: n for n, id in enumerate(board)}
    return sorted(listed, key=lambda pair: order[pair[0]])
