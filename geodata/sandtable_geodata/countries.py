"""The country of every hex, where a theatre lies in more than one."""

from __future__ import annotations

from dataclasses import dataclass

import shapely

from . import layers
from .georeference import Georeference


@dataclass(frozen=True)
class Country:
    """The word that the rules use for a country, and where its ground comes from."""

    word: str
    source: str


def countries(frame: Georeference) -> dict[str, Country]:
    """SFV-8.7a: a hex belongs to the country in which its centre lies; empty without such a layer."""
    if "countries" not in layers.layer_names(frame.slug):
        return {}
    shapes = layers.read_layer(frame.slug, "countries")
    found = {}
    for h, centre in frame.centres.items():
        holding = shapes[shapes.contains(shapely.Point(centre))]
        if len(holding) != 1:
            raise layers.DataError(f"countries.geojson: hex {h} lies in {len(holding)} countries")
        row = holding.iloc[0]
        found[h] = Country(row["country"], row["source"])
    return found
