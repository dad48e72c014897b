"""Tags of the board: what a hex is for the rules beyond its terrain."""

from __future__ import annotations

from collections.abc import Mapping

from . import layers
from .classify import CLOSED, Verdict
from .countries import countries
from .georeference import Georeference
from .grid import edges_of_map
from .overrides import Overrides
from .terrain import settled_places
from .zones import zones


def tags(
    frame: Georeference, ground: Mapping[str, Verdict], sides: list[tuple[str, ...]], overrides: Overrides
) -> dict[str, list[str]]:
    """The tags of every hex, in the order that the theatre lists them; words it does not list are none."""
    settings = frame.settings["tags"]
    edges = settings.get("edges", {})
    found: dict[str, set[str]] = {
        h: {edges[e] for e in edges_of_map(frame.grid, h) if e in edges} for h in ground
    }
    for h, role in settled_places(frame).items():
        found[h] |= {"city", "neutral"} if role == "neutral" else {role}
    for h, country in countries(frame).items():
        found[h].add(country.word)
    for tag, spaces in zones(frame).items():
        for h in spaces:
            found[h].add(tag)
    land = [h for h, v in ground.items() if v.terrain not in CLOSED]
    for h in _beside(frame, land, ground, ("yangtze", "sea")):
        found[h].add("coastal")
    if "landings" in layers.layer_names(frame.slug):
        _naval_gunfire(frame, ground, sides, land, found)
        sites = layers.read_layer(frame.slug, "landings")
        for h in sites[sites["snlf_replacement"]]["space"]:
            found[h].add("snlf_replacement")
    for h, word in overrides.tag:
        (found[h].add if word[0] == "+" else found[h].discard)(word[1:])
    return {h: [word for word in settings["order"] if word in words] for h, words in found.items()}


def _beside(
    frame: Georeference, land: list[str], ground: Mapping[str, Verdict], kinds: tuple[str, ...]
) -> set[str]:
    return {h for h in land if any(ground[n].terrain in kinds for n in frame.grid.neighbours(h))}


def _naval_gunfire(
    frame: Georeference,
    ground: Mapping[str, Verdict],
    sides: list[tuple[str, ...]],
    land: list[str],
    found: dict[str, set[str]],
) -> None:
    """SNC-11.4b, SNC-11.4c: ships below the boom reach the banks, attackers a hex inland of the Yangtze."""
    line = layers.read_layer(frame.slug, "naval_line")
    boom = float(line[line["water"] == "yangtze"].geometry.bounds["maxx"].iloc[0])
    open_water = {h for h, v in ground.items() if v.terrain == "yangtze" and frame.centres[h][0] > boom}
    bank = {h for h in land if open_water.intersection(frame.grid.neighbours(h))}
    wharves = {h for row in sides if row[2] == "huangpu_navigable" for h in row[:2]} - open_water
    inland = {h for h in land if bank.intersection(frame.grid.neighbours(h))}
    for h in bank | wharves:
        found[h].add("naval_defence")
    for h in bank | wharves | inland:
        found[h].add("naval_attack")
