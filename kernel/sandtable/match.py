"""A match: one game being played, with its whole history, and its journal on disk if it has a path."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Self

from . import journal, saves
from .actions import Action, Resign
from .dice import Scripted
from .errors import SandtableError, SaveError
from .game import Game
from .journal import Contents, Entry, Header, Journal
from .records import Changes
from .state import Event, Result, State
from .world import Given


class Ply(NamedTuple):
    """One action of a match: its number from 1, what was told, and the state after it."""

    ply: int
    action: Action
    events: tuple[Event, ...]
    state: State


class Told(NamedTuple):
    """An event of a match with the number of the action that caused it; 0 is the set-up."""

    ply: int
    event: Event


class Match:
    """Play with undo, redo, branches and an autosave.

    >>> import sandtable as st
    >>> match = st.Match(st.load("shanghai-nanking"), seed=7)
    >>> match.ply, match.over
    (0, False)

    With a `path` every action is on disk before it counts; `Match.load` goes on from there. `sync` also
    waits until the disk has it, which outlasts a power cut and not only a killed process.
    """

    notice: str | None = None
    """What a person should know about the loaded file, such as a line that had been cut off."""

    def __init__(
        self,
        game: Game,
        scenario: str | None = None,
        seed: int = 0,
        options: Given = (),
        changes: Changes | None = None,
        path: str | Path | None = None,
        *,
        sync: bool = False,
    ) -> None:
        if not isinstance(game, Game):
            raise SandtableError(f"a match wants a game, such as st.load('shanghai-nanking'), not {game!r}")
        seed = operator.index(seed)
        start = game.new(scenario, seed, options, changes)
        self._begin(start, _header(start, seed, arranged=False))
        self._keep(path, sync)

    @classmethod
    def from_state(cls, state: State, path: str | Path | None = None, *, sync: bool = False) -> Self:
        """A match that begins with any position, such as an arranged one."""
        start = state.copy()
        start.events = []
        match = cls.__new__(cls)
        match._begin(start, _header(start, 0, arranged=True))
        match._keep(path, sync)
        return match

    @classmethod
    def load(
        cls, path: str | Path, append: bool = True, game: Game | None = None, *, sync: bool = False
    ) -> Self:
        """The match of a journal, at the place where it was left; every action is judged again.

        With `append` it goes on in the same file. `game` is needed only if the user's own numbers it was
        played with have moved: `st.load(slug, data=folder)`.
        """
        path = Path(path)
        match = cls.__new__(cls)
        if not append:
            match._replay(path, journal.read(path), game)
            return match
        opened, contents = Journal.resume(path, sync)
        try:
            match._replay(path, contents, game)
        except BaseException:
            opened.close()
            raise
        match._journal = opened
        if match.notice is not None:
            match.notice += f"; its bytes go to {journal.torn_path(path).name} when the match goes on"
        return match

    # -- the present ------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._start.game

    @property
    def ply(self) -> int:
        """How many actions have been played (and not undone)."""
        return self._ply

    @property
    def state(self) -> State:
        return self.state_at(self._ply)

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def path(self) -> Path | None:
        """The journal that every action goes to."""
        return None if self._journal is None else self._journal.path

    # -- the past -----------------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(ply.action for ply in self.replay())

    @property
    def states(self) -> tuple[State, ...]:
        """Every state so far, the first before any action."""
        return (self._start, *(ply.state for ply in self.replay()))

    @property
    def events(self) -> tuple[Told, ...]:
        """Everything that was told so far."""
        first = [Told(0, event) for event in self._start.events or ()]
        return (*first, *(Told(ply.ply, event) for ply in self.replay() for event in ply.events))

    def state_at(self, ply: int) -> State:
        """The state after that many actions; actions that could be redone count too."""
        if not self.has(ply):
            raise SandtableError(f"the match has no ply {ply}; it has 0 to {len(self._line)}")
        return self._line[ply - 1][0].state if ply else self._start

    def has(self, ply: int) -> bool:
        """Is there a state after that many actions, played or undone?"""
        return 0 <= ply <= len(self._line)

    def replay(self) -> Iterator[Ply]:
        """The actions so far with what they told and led to."""
        return (ply for ply, _ in self._line[: self._ply])

    # -- playing ------------------------------------------------------------------------------------

    def play(self, action: Action | str, dice: Iterable[int] | None = None) -> State:
        """Plays an action, or its notation. `dice` are rolls made at a real table; all must be used."""
        if isinstance(action, str):
            action = self.game.parse(action)
        ply, entry = self._judge(action, dice)
        self._record(entry)
        self._line[self._ply :] = [(ply, entry)]
        self._ply += 1
        return ply.state

    def resign(self) -> State:
        """The deciding side gives the game up."""
        return self.play(Resign())

    def undo(self, n: int = 1) -> State:
        """Takes the last actions back."""
        return self._step("undo", n)

    def redo(self, n: int = 1) -> State:
        """Plays again what was undone; a new action ends this possibility."""
        return self._step("redo", n)

    def goto(self, ply: int) -> State:
        """Undoes or redoes until that many actions are played."""
        self.state_at(ply)
        if ply < self._ply:
            return self.undo(self._ply - ply)
        return self.redo(ply - self._ply) if ply > self._ply else self.state

    def branch(self, path: str | Path | None = None, *, sync: bool = False) -> Self:
        """An independent match with the same past, to be continued otherwise."""
        other = type(self).__new__(type(self))
        other._begin(self._start, self._header)
        other._line = self._line[: self._ply]
        other._ply = self._ply
        other._keep(path, sync)
        return other

    # -- keeping ------------------------------------------------------------------------------------

    def keep(self, path: str | Path, *, sync: bool = False) -> Path:
        """Begins a journal for a match that had none: what was played so far, then every action."""
        if self._journal is not None:
            raise SandtableError(f"the match is kept in {self._journal.path} already")
        self._keep(path, sync)
        return Path(path)

    def save(self, path: str | Path, overwrite: bool = False) -> Path:
        """Writes a copy of the match as it is now, what can be redone included."""
        path = Path(path)
        journal.write_copy(path, self._lines(), overwrite)
        return path

    def close(self) -> None:
        """Lets go of the journal; the match can still be looked at."""
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        where = "over" if self.over else f"turn {self.state.turn} {self.state.phase}"
        return f"<Match {self.game.slug} {self._start.scenario} ply {self._ply}, {where}>"

    # -- inside -------------------------------------------------------------------------------------

    def _begin(self, start: State, header: Header) -> None:
        self._start, self._header = start, header
        self._line: list[tuple[Ply, Entry]] = []
        self._ply = 0
        self._journal: Journal | None = None

    def _keep(self, path: str | Path | None, sync: bool) -> None:
        if path is not None:
            self._journal = Journal.create(Path(path), self._lines(), sync)

    def _lines(self) -> Iterator[bytes]:
        yield self._header.line()
        for _, entry in self._line:
            yield entry.line()
        undone = len(self._line) - self._ply
        if undone:
            yield Entry(self._ply, "undo", "", undone, None, self._digest_at(self._ply)).line()

    def _digest_at(self, ply: int) -> str:
        return self._line[ply - 1][1].digest if ply else self._header.start

    def _record(self, entry: Entry) -> None:
        if self._journal is not None:
            self._journal.append(entry)

    def _judge(self, action: Action, dice: Iterable[int] | None) -> tuple[Ply, Entry]:
        """What an action would do; nothing has changed yet."""
        script = None if dice is None else Scripted(*map(operator.index, dice))
        rolls = None if script is None else tuple(script.rolls) or None
        state = self.game.play(self.state, action, script)
        if script is not None and script.rolls:
            raise SandtableError(f"nothing was played: the rules did not ask for {script.rolls}")
        number = self._ply + 1
        entry = Entry(number, "do", str(action), 0, rolls, state.digest())
        return Ply(number, action, tuple(state.events or ()), state), entry

    def _step(self, kind: Literal["undo", "redo"], n: int) -> State:
        possible = self._ply if kind == "undo" else len(self._line) - self._ply
        if not 1 <= n <= possible:
            raise SandtableError(f"cannot {kind} {n}: {possible} can be {kind.replace('do', 'done')}")
        target = self._ply - n if kind == "undo" else self._ply + n
        self._record(Entry(target, kind, "", n, None, self._digest_at(target)))
        self._ply = target
        return self.state

    def _replay(self, path: Path, contents: Contents, game: Game | None) -> None:
        """Plays the entries of a journal again and compares every digest."""
        try:
            start = _first_state(contents.header, game or _game_of(contents.header))
        except SandtableError as error:
            raise SaveError(_reason(error), str(path), 1) from None
        self._begin(start, contents.header)
        for number, entry in enumerate(contents.entries, start=2):
            try:
                self._repeat(entry)
            except SandtableError as error:
                raise SaveError(_reason(error), str(path), number) from None
        if contents.torn:
            self.notice = f"{path}: the last line was cut off ({len(contents.torn)} bytes) and is left out"

    def _repeat(self, entry: Entry) -> None:
        if entry.kind == "do":
            self.play(entry.action, entry.dice)
        else:
            self._step(entry.kind, entry.count)
        if entry.ply != self._ply:
            raise SaveError(f"this should be ply {self._ply}, not {entry.ply}")
        if entry.digest != self._digest_at(self._ply):
            raise SaveError(f"the digest is {entry.digest}, but play leads to {self._digest_at(self._ply)}")


def _header(start: State, seed: int, arranged: bool) -> Header:
    game = start.game
    overlay = None
    if game.overlay is not None:
        overlay = (str(game.overlay.resolve()), game.overlay_fingerprint or "")
    return Header(
        game.slug,
        game.version,
        start.scenario,
        game.options,
        game.changes_plain,
        seed,
        overlay,
        start.to_plain() if arranged else None,
        start.digest(),
    )


def _game_of(header: Header) -> Game:
    """The game that a journal was made with."""
    from . import load

    if header.overlay is None:
        return load(header.game)
    folder = Path(header.overlay[0])
    if not folder.is_dir():
        raise SaveError(
            f"the numbers it was played with, {folder}, are not there; "
            f"give them with game=st.load({header.game!r}, data=…)"
        )
    return load(header.game, data=folder)


def _first_state(header: Header, game: Game) -> State:
    if header.game != game.slug:
        raise SaveError(f"a match of {header.game!r}, not of {game.slug!r}")
    if header.version != game.version:
        raise SaveError(f"rules version {header.version} of {game.slug}; here it is version {game.version}")
    if (None if header.overlay is None else header.overlay[1]) != game.overlay_fingerprint:
        raise SaveError("played with other numbers than these (the data overlay is not the same)")
    if header.position is not None:
        state = saves.read_state(game, header.position)
    else:
        state = game.variant(header.options, header.changes).new(header.scenario, header.seed)
    if state.digest() != header.start:
        raise SaveError(f"the beginning is {header.start}, but the rules lead to {state.digest()}")
    return state


def _reason(error: SandtableError) -> str:
    return error.reason if isinstance(error, SaveError) else str(error)
