"""The table in plain data: a small mapping for each part of the panes, so that only changes are sent."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from fractions import Fraction
from typing import Any

from sandtable.actions import Action
from sandtable.forecast import Forecast, Outcome
from sandtable.telling import told
from sandtable.view import Stack, UnitView, View

from . import families
from .desk import Desk
from .drafts import Draft
from .families import Choice
from .offers import coded

Plain = dict[str, Any]
LISTED = 40
"""More choices than this are not listed before a unit is picked."""
_SMALL = ("name", "side", "factor")
"""What is said of a unit beside the map."""
NAMED = 3
"""More units than this are counted in a line, and not named."""
TOLD = 60
"""Events in the log."""
ROLLS, RECENT = 2, 7
"""So many rolls, and events in all, are news."""


def banner(desk: Desk, view: View) -> Plain:
    """Where the match stands."""
    game, state = desk.game, desk.state
    result = state.result
    return {
        "game": game.title,
        "scenario": game.scenarios[state.scenario].title if len(game.scenarios) > 1 else "",
        "turn": state.turn,
        "turns": game.scenarios[state.scenario].turns,
        "date": str(view.facts.get("date", "")),
        "phase": state.phase,
        "active": game.sides[state.side],
        "eye": None if desk.covered else view.side,
        "result": None
        if result is None
        else {"winner": result.winner, "kind": result.kind, "case": result.case, "text": result.text},
    }


def tools(desk: Desk) -> Plain:
    """What the buttons above the map can do."""
    machine, match = desk.machine, desk.match
    return {
        "ply": match.ply,
        "undo": match.ply > 0,
        "redo": match.has(match.ply + 1),
        "running": machine.running,
        "played": machine.played if machine.running else 0,
        "done": machine.done if machine.running else None,
        "machines": len(desk.seats.people) < len(desk.game.sides),
        "asked": desk.decision is not None and desk.seats.players[desk.decision.side] is not None,
        "auto": desk.auto,
        "open": desk.seats.open_table,
        "file": match.path.name if match.path is not None else "",
        "unkept": desk.book.unkept,
        "line": next((i for i, line in enumerate(desk.book.lines) if line.match is match), 0),
        "lines": [line.name for line in desk.book.lines],
    }


def question(desk: Desk) -> Plain:
    """Who is asked what, and by which rule."""
    decision = desk.decision
    if decision is None:
        return {"mode": "over"}
    mode = "ask" if desk.persons_turn else "covered" if desk.covered else "machine"
    plain: Plain = {"mode": mode, "side": decision.side, "from": desk.seats.seated}
    if mode == "ask":
        plain |= {"prompt": decision.prompt, "case": decision.case, "passed": desk.seats.passed}
    return plain


def notice(desk: Desk) -> Plain:
    said = desk.notice
    if said is None:
        return {}
    also = [] if said.also is None else [[said.also.text, said.also.case]]
    return {"kind": said.kind, "items": [[said.text, said.case], *also]}


def unit_plain(unit: UnitView) -> Plain:
    """What a small counter shows."""
    factor = f"{unit.strength}-{unit.defence}" if unit.defence is not None else str(unit.strength)
    return {
        "id": unit.id,
        "name": unit.name,
        "side": unit.side,
        "kind": unit.kind,
        "factor": factor,
        "steps": [unit.steps, unit.max_steps],
        "marks": list(unit.marks),
    }


def units(desk: Desk, view: View) -> Plain:
    """The units that can do something, by where they are."""
    if not desk.persons_turn:
        return {"groups": []}
    picking, game = desk.picking, desk.game
    seen = {u.id: u for stack in view.stacks.values() for u in stack.units}
    seen |= {u.id: u for box in view.boxes.values() for u in box}
    boxes = {u.id: name for name, box in view.boxes.items() for u in box}
    groups: dict[str, Plain] = {}
    for id, place in picking.able.items():
        key = place or boxes.get(id, "off map")
        label = game.space_name(place) if place else key
        group = groups.setdefault(key, {"place": place, "label": label, "units": []})
        shown = seen.get(id)
        group["units"].append(unit_plain(shown) if shown else {"id": id, "name": game.unit_name(id)})
    return {"groups": list(groups.values())}


def picked(desk: Desk) -> Plain:
    """What is picked, and who stands with it."""
    if not desk.persons_turn:
        return {"units": [], "mates": []}
    picking, name = desk.picking, desk.game.unit_name
    mates = picking.mates()
    return {
        "units": list(picking.picked),
        "mates": [[id, name(id)] for id in mates] if len(mates) > 1 else [],
        "names": [name(id) for id in picking.picked],
    }


def targets(desk: Desk) -> Plain:
    """The lit spaces as a list."""
    if not desk.persons_turn or desk.picking.draft is not None:
        return {"items": []}
    rows = []
    for space, found in desk.picking.targets().items():
        first = min(found, key=lambda o: o.cost if o.cost is not None else 0)
        text = " / ".join(dict.fromkeys(desk.game.gist(desk.state, o.action) for o in found))
        rows.append(
            {
                "space": space,
                "label": desk.game.space_name(space),
                "kind": first.kind,
                "cost": "" if first.cost is None else f"{first.cost:g}",
                "text": text,
                "caution": first.caution,
            }
        )
    rows.sort(key=lambda r: (r["kind"] != "attack", float(r["cost"] or 0), r["label"]))
    narrowed = desk.picking.narrowed
    return {"items": rows, "title": desk.game.gist(desk.state, narrowed[0]) if narrowed else ""}


def choices(desk: Desk) -> Plain:
    """Everything that is not done by clicking a unit and a space, and the menu of the last click."""
    if not desk.persons_turn:
        return {"items": [], "menu": []}
    picking = desk.picking
    menu = [{"label": entry.text, "open": entry.open} for entry in picking.menu]
    if picking.draft is not None:
        return {"items": [], "menu": menu}
    listed, more = _listed(desk)
    hint = "Pick a unit, in the list or on the map, to see what else can be done." if more else ""
    return {"items": [_line(desk, choice) for choice in listed], "menu": menu, "hint": hint}


def _listed(desk: Desk) -> tuple[list[Choice], bool]:
    """The lines of the list, and whether more is left out until a unit is picked."""
    picking = desk.picking
    plain = [a for a in picking.wide if not _is_on_map(desk, a)]
    if picking.picked:
        lit = picking.targets()
        mine = [o.action for o in picking.offers if o.space is None]
        here = [a for a in plain if set(picking.picked) <= set(a.touched_units) and a.focus not in lit]
        return families.choices(dict.fromkeys((*mine, *here, *picking.general))), False
    found = families.choices(plain)
    if picking.whole and len(found) <= LISTED:
        return found, False
    kept = [c for c in found if c.open or not c.first.touched_units]
    return kept, len(kept) < len(found) and not picking.targets()


def _line(desk: Desk, choice: Choice) -> Plain:
    """A line of the list; one that stands for a family goes by what its members have in common."""
    plain = _choice(desk, choice.first)
    if choice.open:
        plain |= {"label": f"{desk.game.gist(desk.state, choice.first)} …", "open": True}
    elif len(choice.first.touched_units) > NAMED:
        many = len(choice.first.touched_units)
        plain |= {"label": f"{desk.picking.title(choice.first)}, with {many} units"}
    return plain


def _is_on_map(desk: Desk, action: Action) -> bool:
    """Is it done by picking units and clicking where they go or whom they fight?"""
    if not action.touched_units:
        return False
    if coded(action, "path") is not None:
        return True
    return action.focus is not None and desk.game.is_combat(desk.state, action)


def _choice(desk: Desk, action: Action) -> Plain:
    return {
        "do": str(action),
        "label": desk.game.wording(desk.state, action),
        "verb": desk.game.heading(desk.state, action),
        "bare": not fields(action),
        "caution": desk.game.caution(desk.state, action),
        "units": bool(action.touched_units),
    }


def draft(desk: Desk) -> Plain:
    """The action that is being put together, with its odds."""
    if not desk.persons_turn or desk.picking.draft is None:
        return {}
    made, game = desk.picking.draft, desk.game
    refused = made.refusal
    plain: Plain = {
        "title": desk.picking.title(made.action),
        "label": game.heading(desk.state, made.action),
        "text": game.wording(desk.state, made.action),
        "units": [
            {"id": id, "name": game.unit_name(id), "place": _place(desk, id), "on": id in made.units}
            for id in made.pool
        ],
        "words": [
            {"word": w, "name": game.word_name(w), "most": most, "count": made.words.count(w)}
            for w, most in made.support.items()
        ],
        "refusal": None if refused is None else {"case": refused.case, "text": refused.reason},
        "asked": made.target is None,
        "none": _nobody(made),
        "others": [_choice(desk, action) for action in desk.picking.beside],
    }
    if made.odds is not None:
        plain["odds"] = odds(made.odds)
    return plain


def _nobody(made: Draft) -> str:
    """What the button says when nothing at all is ticked."""
    if made.takes_units:
        return "" if made.units else "nobody"
    return "none" if made.support and not made.words else ""


def _place(desk: Desk, unit: str) -> str:
    place = desk.state.where[desk.game.units.index_of(unit)]
    return desk.game.board.label(place) if place >= 0 else ""


def odds(forecast: Forecast) -> Plain:
    """Column, modifiers and every outcome with its exact chance, from the best for the attacker on."""
    attacker, defender = forecast.expected()
    return {
        "column": forecast.column,
        "attack": f"{float(forecast.attack):.3g}",
        "defence": f"{float(forecast.defence):.3g}",
        "modifiers": [[m.label, m.value, m.case] for m in forecast.modifiers],
        "rows": [
            {
                "results": results,
                "attacker": o.attacker_loss,
                "defender": o.defender_loss,
                "cleared": o.cleared,
                "spent": o.spent,
                "chance": str(p),
                "p": round(float(p), 5),
            }
            for o, results, p in _merged(forecast)
        ],
        "expected": [round(float(attacker), 2), round(float(defender), 2)],
        "measure": list(forecast.measure),
        "cleared": round(float(forecast.chance(lambda o: o.cleared)), 4),
        "spent": round(float(forecast.chance(lambda o: o.spent)), 4),
        "note": forecast.note,
    }


def _merged(forecast: Forecast) -> list[tuple[Outcome, str, Fraction]]:
    """Outcomes that come to the same for both sides are one, whatever the table printed for them."""
    alike: dict[Outcome, list[tuple[str, Fraction]]] = {}
    for outcome, chance in forecast.outcomes.items():
        alike.setdefault(outcome._replace(result=""), []).append((outcome.result, chance))
    rows = []
    for outcome, met in alike.items():
        results = ", ".join(dict.fromkeys(result for result, _ in met))
        rows.append((outcome, results, sum((p for _, p in met), Fraction(0))))
    return sorted(rows, key=lambda r: (r[0].attacker_loss - r[0].defender_loss, -r[0].defender_loss))


def place(desk: Desk, view: View) -> Plain:
    """The space that was last pointed at, as far as the table shows it."""
    space = desk.picking.place if desk.persons_turn else None
    if space is None:
        return {}
    board = desk.game.board
    number = board.index(space)
    stacks = [_stack(stack) for stack in view.at(space)]
    return {
        "label": board.label(number),
        "terrain": board.terrain[number].replace("_", " "),
        "control": view.control.get(space),
        "stacks": stacks,
    }


def _stack(stack: Stack) -> Plain:
    return {"side": stack.side, "hidden": stack.hidden, "units": [unit_plain(u) for u in stack.units]}


def log(desk: Desk) -> Plain:
    """The last events, as the one who looks may hear them; the newest last."""
    if desk.covered:
        return {"items": []}
    found: list[Plain] = []
    ply = desk.match.ply
    while ply >= 0 and len(found) < TOLD:
        found[:0] = _told(desk, ply)
        ply -= 1
    return {"items": found[-TOLD:]}


def news(desk: Desk) -> Plain:
    """What the dice did since the one who looks last decided something, his own decision included."""
    if desk.covered:
        return {"items": []}
    found: list[Plain] = []
    ply, eye = desk.match.ply, desk.eye
    while ply > 0:
        found[:0] = _told(desk, ply)
        ply -= 1
        before = desk.match.state_at(ply).decision
        if eye is None or (before is not None and before.side == eye) or len(found) >= TOLD:
            break
    rolled = [number for number, row in enumerate(found) if "roll" in row]
    # From the last roll but a few on: what came of it follows in the events behind it.
    return {"items": found[rolled[-ROLLS:][0] :][-RECENT:] if rolled else []}


def _told(desk: Desk, ply: int) -> list[Plain]:
    """The events of one action."""
    state = desk.match.state_at(ply)
    return [
        {"turn": state.turn, "case": e.case, "text": told(desk.game, e, state, desk.eye), **_dice(e.data)}
        for e in state.events or ()
    ]


def _dice(data: Plain) -> Plain:
    """A roll stands out, with the face of a single die."""
    if not {"die", "rolled", "damage"} & data.keys():
        return {}
    face = data.get("die")
    return {"roll": True, "die": face} if face in range(1, 7) else {"roll": True}


def facts(desk: Desk, view: View) -> Plain:
    """Markers, hands, points: whatever else the side may know."""
    return {"items": [[name, _said(desk, value)] for name, value in view.facts.items()]}


def _said(desk: Desk, value: Any) -> Any:
    """A fact as rows of text; spaces go by their names, and what the glossary knows says what it does."""
    if isinstance(value, dict):
        return [[str(k), _said(desk, v)] for k, v in value.items()]
    glossary = desk.game.glossary()
    if isinstance(value, list | tuple) and value and all(v in glossary for v in value):
        return {"terms": [[name, n, *glossary[name]] for name, n in Counter(value).items()]}
    if isinstance(value, list | tuple):
        return ", ".join(_said(desk, v) for v in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value in desk.game.board.number:
        return desk.game.space_name(value)
    return str(value)


def boxes(view: View) -> Plain:
    """Units beside the map."""
    return {
        "items": [
            {"name": name, "units": [{k: v for k, v in unit_plain(u).items() if k in _SMALL} for u in box]}
            for name, box in view.boxes.items()
        ]
    }
