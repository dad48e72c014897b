"""All charts of a study as one page that works offline."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from sandtable import SaveError
from sandtable.study import UNCHANGED, Study, what_ifs

from .chart import Chart
from .theme import FONT, themed

_STYLE = """
body {{ margin: 0; background: {page}; color: {ink}; font: 16px/1.5 {font}; }}
main {{ max-width: 1000px; margin: 0 auto; padding: 32px 24px; }}
h1 {{ font-size: 26px; }} h2 {{ font-size: 18px; margin: 28px 0 4px; }} .soft {{ color: {soft}; }}
"""


def write_page(study: Study, charts: Sequence[Chart], path: str | Path, theme: str = "light") -> Path:
    """Writes the charts with their readings, the questions and the settings; replaces nothing."""
    file = Path(path)
    if file.exists():
        raise SaveError("the file exists already and was left alone; choose another name", str(file))
    look, game = themed(theme), study.game
    style = _STYLE.format(page=look.page, ink=look.ink, soft=look.soft, font=FONT)
    parts = [
        chart.figure.to_html(full_html=False, include_plotlyjs=number == 0, auto_play=False)
        for number, chart in enumerate(charts)
    ]
    text = (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(game.title)}</title>"
        f"<style>{style}</style><main><h1>{escape(game.title)}</h1>{_settings(study)}"
        f"{''.join(parts)}</main></html>"
    )
    file.write_text(text, "utf-8")
    return file


def _settings(study: Study) -> str:
    """What was asked, and how it was played."""
    known = what_ifs(study.game)
    plan = study.plan
    who = "; ".join(f"{side}: {text}" for side, text in plan.variants[0].players_text().items())
    asked = "".join(
        f"<h2>{escape(known[id].title)}</h2><p>{escape(known[id].text)}</p>"
        for id in dict.fromkeys(id for variant in plan.variants for id in variant.what_ifs if id in known)
    )
    about = f"{len(study)} games; scenario {plan.scenario}; {who}; seed {plan.seed}; baseline: {UNCHANGED}."
    return f"<p class='soft'>{escape(about)}</p>{asked}"
