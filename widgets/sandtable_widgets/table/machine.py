"""Machine players think on a thread of their own; what they decide is played where the widgets live."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from threading import RLock, Thread

from sandtable import State
from sandtable.actions import Action
from sandtable.players import Player

STEP, TURN, ON = "step", "turn", "on"
MODES = (STEP, TURN, ON)
"""One action; until another side or turn comes; until a person is asked or the game is over."""
NEWS = 0.2
"""How often a player that takes its time is heard, in seconds."""


class Here:
    """Runs calls from other threads on the event loop of the thread that made this object.

    A notebook's kernel has such a loop, and everything that touches widgets happens there, one call after
    another. Without a loop, as in a script, calls run at once in the thread that makes them.
    """

    def __init__(self) -> None:
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        self.lock = RLock()
        """Held while something is done here, so that without a loop, too, only one thing is."""

    def call(self, do: Callable[[], None], delay: float = 0.0) -> None:
        """Does something there, after a delay if there is one."""
        if self._loop is None:
            time.sleep(delay)
            with self.lock:
                do()
        elif delay:
            loop = self._loop
            loop.call_soon_threadsafe(lambda: loop.call_later(delay, do))
        else:
            self._loop.call_soon_threadsafe(do)


class Machine:
    """Lets the machine players of a match play, action by action, until told to stop.

    `ask` gives the player to move and the state, or None when it is a person's turn or the game is over;
    `play` plays an action; `changed` is called whenever there is something new to show.
    """

    def __init__(
        self,
        ask: Callable[[], tuple[Player, State] | None],
        play: Callable[[Action], None],
        changed: Callable[[], None],
        failed: Callable[[Exception], None],
        here: Here,
    ) -> None:
        self._ask, self._play, self._changed, self._failed, self._here = ask, play, changed, failed, here
        self._run: object | None = None
        self.mode = ON
        self.pause = 0.0
        """Seconds between two actions, so that people can follow."""
        self.played = 0
        """Actions of this run."""
        self.done: float | None = None
        """How far the decision is that is being thought about, where the player tells."""
        self._player: Player | None = None

    @property
    def running(self) -> bool:
        return self._run is not None

    def start(self, mode: str = ON) -> bool:
        """Begins to play; False when no machine is to move, or one is at it already."""
        # The thread may have decided before this one has shown that it thinks: one after the other.
        with self._here.lock:
            if self.running or self._ask() is None:
                return False
            self._run, self.mode, self.played = object(), mode, 0
            self._think(self._run)
            self._changed()
            return True

    def stop(self) -> None:
        """Stops at once: a decision that is still being thought about will not be played."""
        with self._here.lock:
            if self._run is not None:
                self._run = None
                if self._player is not None:
                    self._player.stop()
                self._changed()

    def _think(self, run: object) -> None:
        asked = self._ask()
        if asked is None or run is not self._run:
            return
        player, state = asked
        # The state is the thread's own: the match may go on, or be replaced, while it is thought about.
        scratch = state.copy()
        told = time.monotonic()

        def tell(done: float) -> None:
            nonlocal told
            if time.monotonic() - told > NEWS:
                told = time.monotonic()
                self._here.call(lambda: self._so_far(run, done))

        self._player, self.done, player.progress = player, None, tell

        def think() -> None:
            try:
                action = player.choose(scratch)
            except Exception as error:
                self._here.call(lambda problem=error: self._give_up(run, problem))
            else:
                self._here.call(lambda: self._decided(run, state, action), self.pause)

        Thread(target=think, name=f"{player.side} player", daemon=True).start()

    def _so_far(self, run: object, done: float) -> None:
        if run is self._run:
            self.done = done
            self._changed()

    def _give_up(self, run: object, error: Exception) -> None:
        if run is self._run:
            self._run = None
            self._failed(error)

    def _decided(self, run: object, state: State, action: Action) -> None:
        if run is not self._run:
            return
        before = (state.decision.side if state.decision else None, state.turn)
        try:
            self._play(action)
        except Exception as error:
            self._give_up(run, error)
            return
        self.played += 1
        asked = self._ask()
        goes_on = asked is not None and not self._is_done(before, asked[1])
        if not goes_on:
            self._run = None
        self._changed()
        if goes_on:
            self._think(run)

    def _is_done(self, before: tuple[str | None, int], state: State) -> bool:
        if self.mode == ON:
            return False
        now = (state.decision.side if state.decision else None, state.turn)
        return self.mode == STEP or now != before
