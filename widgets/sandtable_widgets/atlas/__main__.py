"""python -m sandtable_widgets.atlas: draws the maps of all games beforehand, so that each opens at once."""

from __future__ import annotations

import sandtable

from .sheet import sheet

for slug in sandtable.games():
    size = len(sheet(sandtable.load(slug)).packed)
    print(f"{slug}: {size / 1000:.0f} kB")
