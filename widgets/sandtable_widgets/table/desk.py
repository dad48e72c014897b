"""The desk behind the table: one match, who plays it, what is picked, and where it is kept.

No widget is needed to use it. Everything that a person can do at the table is a method here; whoever shows
the table listens for `changed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable import Decision, Game, Match, SandtableError, State
from sandtable.actions import Action
from sandtable.names import find_space, find_unit
from sandtable.players import Player
from sandtable.view import View

from .book import Book, Notice
from .machine import ON, STEP, Here, Machine
from .picking import Picking
from .reasons import Reason, judge_text
from .seats import Given, Seats, kinds
from .shelf import Shelf

NOT_ASKED = Reason("nobody at this table decides at the moment, and the rules are asked for whoever decides")
"""Any other answer would come from a position that nobody here may see."""


class Desk:
    """Plays one match at a time."""

    def __init__(
        self,
        match: Match,
        players: Given = None,
        *,
        open_table: bool = False,
        saves: str = "saves",
        autosave: bool = True,
        auto: bool = True,
    ) -> None:
        self.book = Book(match, Shelf(saves), autosave)
        self.auto = auto
        """Do machine players begin as soon as it is their turn?"""
        self.seats = Seats.of(match.game, players, open_table)
        self.notice: Notice | None = None
        if match.notice:
            self.notice = Notice("news", match.notice)
        self.here = Here()
        self.machine = Machine(
            self._machine_to_move, self._play, self._machine_changed, self._failed, self.here
        )
        self._listeners: list[Callable[[], None]] = []
        self._look()

    # -- the present ------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match that is on the table now."""
        return self.book.match

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    @property
    def eye(self) -> str | None:
        return self.seats.eye(self.state)

    @property
    def covered(self) -> bool:
        return self.seats.covered

    @property
    def persons_turn(self) -> bool:
        """Is it somebody at this table who is asked, and may he look?"""
        decision = self.decision
        return (
            decision is not None
            and self.seats.players[decision.side] is None
            and not self.covered
            and not self.machine.running
        )

    @property
    def picking(self) -> Picking:
        """What is picked in this position; looked into when first asked for, as machines never ask."""
        if self._picking is None:
            decision = self.decision
            side = None if self.seats.open_table or decision is None else decision.side
            self._picking = Picking(self.state, side)
        return self._picking

    def view(self) -> View:
        """What the table shows."""
        return self.seats.view(self.state)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Calls somebody after everything that changed something."""
        self._listeners.append(listener)

    def changed(self) -> None:
        for listener in self._listeners:
            listener()

    # -- pointing and playing -----------------------------------------------------------------------------

    def click(self, space: str, unit: str | None = None) -> None:
        """A click on the map."""
        if not self._may_act():
            return
        picking = self.picking
        self._act(lambda: picking.click(space, unit))
        if self.notice is None and picking.reason is not None:
            self._explain(picking.reason)
            self.changed()

    def pick(self, *units: str) -> None:
        """Picks units, from a list as well as on the map."""
        if self._may_act():
            self.picking.pick(units)
            self._answer_pick()

    def toggle(self, unit: str) -> None:
        """Adds a unit to the picked ones, or takes it out."""
        if self._may_act():
            self.picking.toggle(unit)
            self._answer_pick()

    def _answer_pick(self) -> None:
        """Units that can do nothing together are told why."""
        self.notice = None
        if self.picking.reason is not None:
            self._explain(self.picking.reason)
        self.changed()

    def next_unit(self, step: int = 1) -> None:
        """Picks the next unit that can do something."""
        if not self._may_act() or not self.picking.able:
            return
        able, picked = list(self.picking.able), self.picking.picked
        place = able.index(picked[-1 if step > 0 else 0]) + step if picked else 0 if step > 0 else -1
        self.pick(able[place % len(able)])

    def go(self, space: str) -> None:
        """Chooses one of the lit spaces."""
        if self._may_act():
            self._act(lambda: self.picking.go(space))

    def menu(self, number: int) -> None:
        """Chooses a line of the menu."""
        if self._may_act() and 0 <= number < len(self.picking.menu):
            self._act(lambda: self.picking.take(self.picking.menu[number]))

    def choose(self, text: str) -> None:
        """Chooses an action of the list by its notation."""
        if self._may_act():
            self._act(lambda: self.picking.choose(self.game.parse(text)))

    def open_family(self, text: str) -> None:
        """Chooses a line of the list that leaves open who takes part, or where."""
        if self._may_act():
            self._act(lambda: self.picking.open(self.game.parse(text)))

    def tick(self, unit: str) -> None:
        """Ticks a unit of the draft."""
        if self._may_act() and self.picking.draft is not None:
            self.picking.draft.toggle(unit)
            self._said(None)

    def support(self, word: str, number: int) -> None:
        """So many of one kind of support for the draft."""
        if self._may_act() and self.picking.draft is not None:
            self.picking.draft.count(word, number)
            self._said(None)

    def commit(self) -> None:
        """Plays the draft, or the only thing that the picked units can do."""
        if not self._may_act():
            return
        draft, only = self.picking.draft, self.picking.offers
        if draft is not None:
            self._act(lambda: draft.action)
        elif len(only) == 1:
            self._act(lambda: only[0].action)

    def cancel(self) -> None:
        """Lets everything go that was picked."""
        self.picking.clear()
        self._said(None)

    def play(self, action: Action | str) -> None:
        """Plays an action, as a person would."""
        if self._may_act():
            self._act(lambda: self.game.parse(action) if isinstance(action, str) else action)

    def why(self, unit: str, space: str) -> Reason:
        """Why a unit cannot do something there; both go by their names or by what people make of them."""
        if not self.persons_turn:
            return NOT_ASKED
        found = find_unit(self.game, unit, [self.game.units.by_id(id) for id in self.picking.able])
        return self.picking.why((found.id,), find_space(self.game, space))

    def why_text(self, line: str) -> Reason:
        """Why a line of notation cannot be played."""
        return judge_text(self.state, line) if self.persons_turn else NOT_ASKED

    def _may_act(self) -> bool:
        if self.persons_turn:
            return True
        if self.machine.running:
            self._said(Notice("news", "A machine player is at it; stop it to take over."))
        elif self.covered:
            self._said(Notice("news", "The table is covered until it has been handed over."))
        elif self.decision is not None:
            text = f"The {self.decision.side} side is played by a machine; let it play, or take its seat."
            self._said(Notice("news", text))
        return False

    def _act(self, decide: Callable[[], Action | None]) -> None:
        """Lets a click decide, and plays what it decided; a refusal cites its rule."""
        self.notice = None
        try:
            action = decide()
            if action is not None:
                self._play(action)
        except SandtableError as error:
            case = getattr(error, "case", None)
            self.notice = Notice("rule" if case else "error", getattr(error, "reason", str(error)), case)
        self.changed()
        if self.auto and not self.machine.running:
            self.machine.start(self.machine.mode)

    def _play(self, action: Action) -> None:
        """Plays an action, a person's or a machine's."""
        again, known = self._waits_beside(action), self.book.unkept
        self.book.play(action)
        if self.book.unkept != known and self.book.unkept:
            hint = "You can play on; Save · Open takes another folder"
            self.notice = Notice("error", f"this match is not kept: {self.book.unkept}. {hint}.")
        self._look()
        if again and self.persons_turn:
            after = next((id for id, place in self.picking.able.items() if place is None), None)
            if after is not None and self.picking.draft is None:
                self.picking.pick((after,))

    def _waits_beside(self, action: Action) -> bool:
        """Was this a unit from beside the map, so that the next one may be wanted?"""
        units = self.game.units
        return any(self.state.where[units.index_of(id)] < 0 for id in action.touched_units)

    def _look(self) -> None:
        """After anything new: whose turn is it, and what can be picked?"""
        self.seats.turn_to(self.state)
        self._picking: Picking | None = None

    def _explain(self, reason: Reason) -> None:
        also = None if reason.also is None else Notice("rule", reason.also.text, reason.also.case)
        self.notice = Notice("rule" if reason.case else "news", reason.text, reason.case, also)

    def _said(self, notice: Notice | None) -> None:
        self.notice = notice
        self.changed()

    # -- seats and machines -------------------------------------------------------------------------------

    def hand_over(self) -> None:
        """The person who is asked has sat down."""
        if self.decision is not None:
            self.seats.take(self.decision.side)
            self._look()
            self._said(None)

    def seat(self, side: str, given: str) -> None:
        """Somebody else plays a side from now on."""
        self.machine.stop()
        self.seats.put(side, given)
        self._look()
        self._said(None)
        if self.auto:
            self.machine.start(self.machine.mode)

    def open(self, yes: bool) -> None:
        """Plays with open cards, or not."""
        self.seats.open_table = yes
        self._look()
        self._said(None)

    def machines(self, mode: str) -> None:
        """Lets the machines play: one action, a turn, or on."""
        self.auto = mode == ON
        self.machine.start(mode)

    def stop(self) -> None:
        """Stops the machines, also those that would begin by themselves."""
        self.auto = False
        self.machine.stop()

    def _machine_to_move(self) -> tuple[Player, State] | None:
        decision = self.decision
        player = None if decision is None else self.seats.players[decision.side]
        return None if player is None else (player, self.state)

    def _machine_changed(self) -> None:
        if self.machine.mode == STEP or not self.machine.running:
            self.seats.turn_to(self.state)
        self.changed()

    def _failed(self, error: Exception) -> None:
        self._said(Notice("error", f"the machine player gave up: {error}"))

    # -- the past, and keeping ------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes back to the last time that a person decided."""
        self._turn_page(lambda: self.book.rewind(-1, self._is_machines))

    def redo(self) -> None:
        """Plays again what was undone, up to the next time that a person decides."""
        self._turn_page(lambda: self.book.rewind(1, self._is_machines))

    def branch(self) -> None:
        """Goes on in a new line from here; the old one stays as it is."""
        self._turn_page(self.book.branch)

    def line(self, number: int) -> None:
        """Goes back to another line."""
        self._turn_page(lambda: self.book.line(number))

    def save(self, name: str, overwrite: bool = False) -> None:
        """Writes a copy of the match under a name."""
        self._said(self.book.save(name, overwrite))

    def keep_in(self, folder: str) -> None:
        """Keeps the match in another folder from now on."""
        self._said(self.book.keep_in(folder))

    def load(self, name: str) -> None:
        """Goes on with a saved match; if it cannot be trusted, this one stays on the table."""
        self._turn_page(lambda: self.book.load(name), begins=True)

    def new(
        self,
        slug: str | None = None,
        scenario: str | None = None,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Begins another match, of this game or another."""
        game = self.game if slug in (None, self.game.slug) else slug
        self._turn_page(lambda: self.book.new(game or self.game, scenario, seed, options or {}), begins=True)

    def _turn_page(self, turn: Callable[[], Notice | None], begins: bool = False) -> None:
        """Another position, or another match, comes to the table; machines begin only with a match."""
        self.machine.stop()
        before = self.match
        try:
            notice = turn()
        except SandtableError as error:
            notice = Notice("error", str(error))
        if self.match.game is not before.game:
            # A player of one's own is made for its game; in another a person takes its seat.
            given = {
                side: word
                for side, word in self.seats.given.items()
                if side in self.game.sides and any(kind.key == word for kind in kinds(self.game, side))
            }
            self.seats = Seats.of(self.game, given, self.seats.open_table)
        elif self.match is not before:
            self.seats.seated = None
        self._look()
        self._said(notice)
        if self.auto and begins:
            self.machine.start(self.machine.mode)

    def _is_machines(self, ply: int) -> bool:
        """Did a machine decide there, at a table where people play too?"""
        decision = self.match.state_at(ply).decision
        return decision is not None and bool(self.seats.people) and decision.side not in self.seats.people
