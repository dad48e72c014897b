"""What people hand to a widget: a game or its name, a match or the game of a new one."""

from __future__ import annotations

from sandtable import Game, Match, SandtableError, State, load


def game_of(given: Game | str) -> Game:
    """A game, also by its name."""
    if isinstance(given, Game):
        return given
    if isinstance(given, str):
        return load(given)
    raise SandtableError(
        f"a game or its name is wanted, such as {_EXAMPLE}, and not {type(given).__name__} {given!r}"
    )


def match_of(given: Match | Game | str) -> Match:
    """A match, or a new one of a game in the scenario that is ready to play."""
    if isinstance(given, Match):
        return given
    game = game_of(given)
    return Match(game, ready_scenario(game))


def played(given: Match) -> Match:
    """A match that was played; nothing else will do."""
    if isinstance(given, Match):
        return given
    wanted = "a match is wanted, such as st.Match.load('saves/game.jsonl')"
    raise SandtableError(f"{wanted}, and not {type(given).__name__} {given!r}")


def played_here(given: Match, game: Game) -> Match:
    """A match of this very game."""
    match = played(given)
    if match.game.slug != game.slug:
        raise SandtableError(f"the match is one of {match.game.slug}, and not of {game.slug}")
    return match


def position_of(given: State | Match, game: Game) -> State:
    """A position of this very game: a state, or where a match stands now."""
    state = given.state if isinstance(given, Match) else given
    if not isinstance(state, State):
        raise SandtableError(
            f"a position is wanted, such as match.state, and not {type(given).__name__} {given!r}"
        )
    if state.game.slug != game.slug:
        raise SandtableError(f"the position is one of {state.game.slug}, and not of {game.slug}")
    return state


def ready_scenario(game: Game) -> str:
    """The scenario that is ready to play: one with both sides on the map, if there is any."""
    for name in game.scenarios:
        if any(place >= 0 for place in game.new(name).where):
            return name
    return next(iter(game.scenarios))


_EXAMPLE = "st.load('shanghai-nanking') or 'shanghai-nanking'"
