"""Tables as text, the same bytes on every machine."""

from __future__ import annotations

import csv
import io

Row = tuple[str, ...]


def csv_text(header: Row, rows: list[Row]) -> str:
    """A CSV file with a header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
