"""A game at one terminal: whose turn it is, what that side may see, one line after the other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from ..actions import Action
from ..errors import SandtableError
from ..game import Game
from ..match import Match
from ..players import Player
from ..state import Decision, State
from ..telling import events_since, told
from ..view import View
from .console import SIDE_STYLES, Console
from .keeping import result_text
from .telling import show_event

FEW = 12
"""So many choices or fewer are listed with the question."""
NEWS = 40
"""Events shown when a side comes back to the table; `log` has the others."""


class Leave(Exception):
    """The person wants to stop."""


class Session:
    """The state of the conversation; commands work on it."""

    def __init__(
        self, console: Console, match: Match, seats: Mapping[str, Player | None], open_table: bool
    ) -> None:
        self.console, self.match, self.seats, self.open_table = console, match, seats, open_table
        self.people = [side for side, player in seats.items() if player is None]
        self.heard = dict.fromkeys(seats, -1 if match.ply == 0 else match.ply)
        self.seated: str | None = None
        self.heading = ""
        self.asked: Decision | None = None
        self.choices: list[Action] = []
        """What a bare number means: the last list of actions that was shown."""
        self.place: str | None = None
        """Where the map was last looked at."""
        self.ever_played = match.ply > 0
        self.explained = False
        """Has the person been told where the signs of the map are explained?"""
        self.line = 0

    # -- what commands ask --------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def eye(self) -> str | None:
        """Whose eyes the terminal shows the game through; None sees everything."""
        return None if self.open_table else self.seated

    def view(self) -> View:
        return self.game.view(self.state, self.eye)

    def play(self, action: Action) -> None:
        """Plays an action and lets the person see what came of it."""
        self.match.play(action)
        self.ever_played = True
        self.place = action.focus or self.place
        self.choices = []

    # -- the loop -----------------------------------------------------------------------------------

    def run(self) -> int:
        """Plays until the game is over or the person leaves; the exit code."""
        self._greet()
        try:
            while self.state.result is None:
                self._turn()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.say("")
            self._say_where()
            return 0
        except SandtableError as error:
            self._say_where()
            raise SandtableError(f"line {self.line}: {error}" if self.line else str(error)) from None
        self._tell_news(None if len(self.people) != 1 else self.people[0])
        self.console.say("")
        self.console.prose(self.console.paint(result_text(self.state), "bold"))
        self._say_where()
        return 0

    def _turn(self) -> None:
        decision = self.state.decision
        if decision is None:
            return
        player = self.seats[decision.side]
        if player is not None:
            self.play(player.choose(self.state))
            if not self.people:
                self._tell_news(None)
            return
        self._seat(decision.side)
        self._tell_news(self.eye)
        self._ask(decision)
        self._obey(decision.side)

    def _obey(self, side: str) -> None:
        from .commands import obey

        line = self.console.ask(f"{side}> ")
        self.line += 1
        if not line or line.startswith("#"):
            return
        try:
            obey(self, line)
        except SandtableError as error:
            if not self.console.interactive:
                raise
            self.console.prose(str(error), "  ", "! ")

    # -- words --------------------------------------------------------------------------------------

    def _greet(self) -> None:
        console, game = self.console, self.game
        scenario = game.scenarios[self.state.scenario]
        console.say(console.paint(f"{game.title}: {scenario.title}", "bold"))
        if self.match.notice:
            console.prose(self.match.notice, "  ", "notice: ")
        who = ", ".join(f"{s} {p.name if p else 'human'}" for s, p in self.seats.items())
        console.prose(f"Players: {who}. Type help for the commands; Ctrl-D leaves, and the game is kept.")
        if self.match.path is not None:
            console.say(f"The game is kept in {self.match.path}")

    def _say_where(self) -> None:
        path = self.match.path
        if path is not None and self.ever_played:
            self.console.say(f"The game is kept in {path} ({self.match.ply} actions).")
            if self.state.result is None:
                self.console.say(f"Go on with: python -m sandtable play --resume {path}")

    def _seat(self, side: str) -> None:
        """Hands the terminal over, so that nobody reads what is not his."""
        if self.seated == side:
            return
        if self.seated is not None and not self.open_table:
            self._tell_news(self.seated)
            self._hand_over(side)
        self.seated, self.asked, self.heading = side, None, ""

    def _hand_over(self, side: str) -> None:
        self.console.say("")
        if self.console.interactive:
            self.console.ask(f"--- {self.seated} is done; {side}, press Enter to look ---")
            self.console.clear()
        else:
            self.console.say(f"--- {self.seated} is done; {side} looks ---")

    def _tell_news(self, side: str | None) -> None:
        """What happened since this side last looked."""
        since = self.heard[side] if side is not None else min(self.heard.values())
        news = list(events_since(self.match, since))
        if len(news) > NEWS:
            self.console.say(f"  … {len(news) - NEWS} events before these; log shows them")
        for event, state in news[-NEWS:]:
            show_event(self.console, event.case, told(self.game, event, state, side))
        for name in (side,) if side is not None else tuple(self.heard):
            self.heard[name] = self.match.ply

    def _ask(self, decision: Decision) -> None:
        """Heading and question, where they have changed."""
        console, state = self.console, self.state
        heading = f"Turn {state.turn} · {self.game.sides[state.side]} · {state.phase}"
        if heading != self.heading:
            console.say("", console.paint(heading, "bold", self.style(self.game.sides[state.side])))
            self.heading = heading
        before, self.asked = self.asked, decision
        if decision == before:
            return
        console.prose(f"{decision.prompt} [{decision.case}]")
        few = list(islice(self.game.legal(state), FEW + 1))
        if len(few) <= FEW:
            self.list_choices(few)
        elif before is None or before.kind != decision.kind:
            verbs = ", ".join(sorted({action.verb for action in self.game.legal(state)}))
            console.say(f"  you can: {verbs}   (legal and help say more)")

    def list_choices(self, actions: list[Action]) -> None:
        """Actions with numbers that can be typed."""
        self.choices = actions
        texts = [str(a) for a in actions]
        wide = min(max(map(len, texts), default=0), self.console.width // 2)
        for number, (action, text) in enumerate(zip(actions, texts, strict=True), start=1):
            head = f"  {number:>3}  "
            if len(text) <= wide:
                head += f"{text:<{wide}}  "
                self.console.prose(self.game.wording(self.match.state, action), " " * len(head), head)
            else:
                self.console.prose(text, " " * 8, head)

    def style(self, side: str) -> str:
        return SIDE_STYLES[self.game.sides.index(side) % len(SIDE_STYLES)]

    def rewound(self) -> None:
        """After undo or redo: nobody has heard of what is no more."""
        for side, ply in self.heard.items():
            self.heard[side] = min(ply, self.match.ply)
        self.asked, self.choices = None, []
