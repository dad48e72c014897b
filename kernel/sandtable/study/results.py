"""The results of a study: one row a game, one row a turn, shares and differences with their intervals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import SandtableError, SaveError, Unknown
from ..game import Game
from ..games import find as find_game
from ..match import Match
from ..objectives import Objective, objectives
from ..world import shared
from . import intervals
from .calendar import DAYS, calendar
from .history import history
from .log import parse
from .measures import unpack_control
from .plan import UNCHANGED, Plan, Variant
from .worker import Record, play_again

if TYPE_CHECKING:
    import pandas as pd

DRAW = "draw"
"""The winner of a game that nobody won."""
_GAME = (
    "game", "scenario", "variant", "number", "seed", "winner", "kind", "case", "text", "end", "actions",
    "digest",
)  # fmt: skip
"""The first columns of the table of games; all but two are in the record of a game."""
_TURN = ("variant", "number", "seed", "turn", "date")
"""The first columns of the table of turns."""


class Study:
    """What came of the games of a plan; the order in which they were played leaves no trace."""

    def __init__(self, plan: Plan, records: list[Record]) -> None:
        order = {variant.name: place for place, variant in enumerate(plan.variants)}
        self.plan = plan
        self.records = sorted(records, key=lambda r: (order[r["variant"]], r["number"]))

    @property
    def game(self) -> Game:
        return self.plan.game

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(variant.name for variant in self.plan.variants)

    @property
    def baseline(self) -> str:
        """The variant that the others are compared with: the one without changes, or the first."""
        return UNCHANGED if UNCHANGED in self.variants else self.variants[0]

    @property
    def played(self) -> tuple[str, ...]:
        """The variants of which a game is finished: all of them, unless the study was stopped early."""
        met = {record["variant"] for record in self.records}
        return tuple(name for name in self.variants if name in met)

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        variants = len(self.plan.variants)
        return f"<Study of {self.game.slug}: {len(self)} games, {variants} variant{'s' * (variants > 1)}>"

    def _of(self, variant: str | None) -> list[Record]:
        name = self.baseline if variant is None else variant
        if name not in self.variants:
            raise Unknown("variant", name, self.variants)
        return [record for record in self.records if record["variant"] == name]

    # -- tables -----------------------------------------------------------------------------------

    def frame(self) -> pd.DataFrame:
        """One row a game: who won, how, when; when each objective fell; all measures at the end."""
        import pandas as pd

        about = {variant.name: self._about(variant) for variant in self.plan.variants}
        rows = []
        for record in self.records:
            falls = {f"fell_{o.id}": fall_turn(record, o) for o in objectives(self.game).values()}
            rows.append(
                {
                    "game": self.game.slug,
                    "scenario": self.plan.scenario,
                    **{name: record[name] for name in _GAME[2:]},
                    "winner": record["winner"] or DRAW,
                    **about[record["variant"]],
                    **falls,
                    **record["turns"][-1]["measures"],
                }
            )
        frame = pd.DataFrame(rows) if rows else pd.DataFrame(columns=[*_GAME, *next(iter(about.values()))])
        for name in [c for c in frame.columns if c.startswith("fell_")]:
            frame[name] = frame[name].astype("Int64")
        return frame

    def _about(self, variant: Variant) -> dict[str, Any]:
        """What was changed, and who played: recorded with every game."""
        return {
            **{f"{side}_player": text for side, text in variant.players_text().items()},
            "what_ifs": " + ".join(variant.what_ifs),
            "changes": json.dumps(variant.changes, sort_keys=True),
            "options": json.dumps(variant.options, sort_keys=True),
        }

    def turns(self) -> pd.DataFrame:
        """One row a game and turn: every measure as it stood at the end of the turn."""
        import pandas as pd

        days = {turn.number: turn for turn in calendar(self.game)}
        about = {variant.name: self._about(variant) for variant in self.plan.variants}
        rows = [
            {
                **{name: record[name] for name in _TURN[:3]},
                "turn": turn["turn"],
                "date": days[turn["turn"]].last,
                **about[record["variant"]],
                **turn["measures"],
            }
            for record in self.records
            for turn in record["turns"]
        ]
        frame = pd.DataFrame(rows) if rows else pd.DataFrame(columns=[*_TURN, *next(iter(about.values()))])
        frame["date"] = pd.to_datetime(frame["date"]).astype(DAYS)
        return frame

    def control(self, side: str, variant: str | None = None) -> NDArray[np.float64]:
        """By turn and space: the share of games in which a side controls the space at the end of the turn.

        A game that is over keeps the control with which it ended.
        """
        wanted, records = self.game.side_index(side), self._of(variant)
        last = len(calendar(self.game))
        counts = np.zeros((last, len(self.game.board)))
        for record in records:
            for place, held in enumerate(_carried(record, last)):
                counts[place] += unpack_control(held) == wanted
        return counts / max(1, len(records))

    # -- answers ----------------------------------------------------------------------------------

    def outcomes(self) -> pd.DataFrame:
        """By variant: how often each side won, with Wilson's interval."""
        import pandas as pd

        rows = []
        winners = [*self.game.sides]
        if any(record["winner"] is None for record in self.records):
            winners.append(DRAW)
        for name in self.variants:
            records = self._of(name)
            for winner in winners:
                won = sum((record["winner"] or DRAW) == winner for record in records)
                estimate = intervals.share(won, len(records))
                rows.append({"variant": name, "winner": winner, "won": won, **estimate._asdict()})
        return pd.DataFrame(rows).rename(columns={"value": "share"})

    def falls(self, variant: str | None = None) -> pd.DataFrame:
        """By objective and turn: the share of games in which it had fallen, and whether it had in history.

        Turn 0 is the beginning. What fell once counts as fallen, won back or not. A game that is over stays
        as it ended; `going` is how many games were not over before that turn.
        """
        import pandas as pd

        records, past = self._of(variant), history(self.game)
        rows = []
        for objective in objectives(self.game).values():
            when = [fall_turn(record, objective) for record in records]
            event = past.fall(objective.id)
            day = None if event is None or event.turn is None else event.turn
            for turn in range(len(calendar(self.game)) + 1):
                fallen = sum(1 for at in when if at is not None and at <= turn)
                estimate = intervals.share(fallen, len(records))
                rows.append(
                    {
                        "objective": objective.id,
                        "name": objective.name,
                        "turn": turn,
                        **estimate._asdict(),
                        "going": sum(1 for record in records if record["end"] >= turn),
                        "history": day is not None and day <= turn,
                    }
                )
        return pd.DataFrame(rows).rename(columns={"value": "fallen"})

    def holds(self, variant: str | None = None) -> pd.DataFrame:
        """By turn and objective: the share of games in which its taker holds it at the end of the turn.

        Unlike in `falls`, what is won back counts no more; a game that is over stays as it ended.
        """
        import pandas as pd

        records, known = self._of(variant), objectives(self.game)
        turns = range(1, len(calendar(self.game)) + 1)
        table = pd.DataFrame(0.0, index=pd.Index(turns, name="turn"), columns=list(known))
        for record in records:
            met = {turn["turn"]: turn["measures"] for turn in record["turns"]}
            last = next(iter(met.values()))
            for turn in turns:
                last = met.get(turn, last)
                for id, objective in known.items():
                    table.loc[turn, id] += last[f"held_{id}"] >= objective.need
        return table / max(1, len(records))

    def means(self, measure: str) -> pd.DataFrame:
        """By variant: the mean of a column of `frame`, with Student's interval."""
        import pandas as pd

        values = self._numbers(measure)
        rows = [
            {"variant": name, **intervals.mean([float(v) for v in values[name].values()])._asdict()}
            for name in self.variants
        ]
        return pd.DataFrame(rows).rename(columns={"value": "mean"})

    def differences(self, measure: str = "winner", of: str | None = None) -> pd.DataFrame:
        """By variant: how much it differs from the baseline over the same seeds.

        With `winner` (of a side or "draw", without `of` the first side) the difference of the shares of
        wins; else the mean difference of a column of `frame`.
        """
        import pandas as pd

        estimate = intervals.share_difference if measure == "winner" else intervals.mean_difference
        rows = [
            {"variant": name, **estimate(after, before)._asdict()}
            for name, (after, before) in self.pairs(measure, of).items()
        ]
        columns = ["variant", "value", "low", "high", "games"]
        return pd.DataFrame(rows, columns=columns).rename(columns={"value": "difference"})

    def pairs(self, measure: str = "winner", of: str | None = None) -> dict[str, tuple[list[Any], list[Any]]]:
        """By variant: what its games came to, and those of the baseline over the same seeds; of `winner`,
        whether it was that side."""
        shares = measure == "winner"
        side = of or self.game.sides[0]
        if shares and side != DRAW:
            self.game.side_index(side)
        values = self._values(measure) if shares else self._numbers(measure)
        if shares:
            values = {name: {n: won == side for n, won in games.items()} for name, games in values.items()}
        before = values[self.baseline]
        found = {}
        for name in self.variants:
            if name != self.baseline:
                both = sorted(before.keys() & values[name].keys())
                found[name] = [values[name][n] for n in both], [before[n] for n in both]
        return found

    def _numbers(self, measure: str) -> dict[str, dict[int, Any]]:
        values = self._values(measure)
        met = next((v for games in values.values() for v in games.values()), 0)
        if isinstance(met, str):
            raise SandtableError(f"{measure!r} is a column of texts, such as {met!r}: it has no mean")
        return values

    def _values(self, measure: str) -> dict[str, dict[int, Any]]:
        """By variant and number of the game; games without the number (a place that never fell) are out."""
        frame = self.frame()
        if measure not in frame.columns:
            raise Unknown("measure", measure, frame.columns)
        found: dict[str, dict[int, Any]] = {name: {} for name in self.variants}
        known = frame[["variant", "number", measure]].dropna()
        for name, number, value in known.itertuples(index=False):
            found[name][int(number)] = value
        return found

    def match(self, number: int, variant: str | None = None) -> Match:
        """One game of the study, played again from its seed: to be replayed, branched or saved."""
        name = self.baseline if variant is None else variant
        record = next((r for r in self._of(name) if r["number"] == number), None)
        if record is None:
            raise Unknown(f"game of {name!r}", number, [r["number"] for r in self._of(name)])
        wanted = next(v for v in self.plan.variants if v.name == name)
        match = play_again(self.game, self.plan.scenario, self.plan.seed, wanted, number)
        if match.state.digest() != record["digest"]:
            raise SandtableError(f"game {number} went another way: the rules or players have changed since")
        return match

    # -- files ------------------------------------------------------------------------------------

    def to_csv(self, path: str | Path) -> tuple[Path, Path]:
        """Writes games to PATH and turns beside it (name-turns.csv); replaces nothing."""
        return self._write(path, lambda frame, file: frame.to_csv(file, index=False))

    def to_parquet(self, path: str | Path) -> tuple[Path, Path]:
        """Writes games to PATH and turns beside it (name-turns.parquet); replaces nothing."""
        return self._write(path, lambda frame, file: frame.to_parquet(file, index=False))

    def _write(self, path: str | Path, write: Callable[[pd.DataFrame, Path], None]) -> tuple[Path, Path]:
        games, turns = table_files(path)
        write(self.frame(), games)
        write(self.turns(), turns)
        return games, turns


def table_files(path: str | Path) -> tuple[Path, Path]:
    """The files for games and turns, neither of which may exist; their folder must."""
    games = Path(path)
    if not games.parent.is_dir():
        raise SaveError(f"the folder {games.parent} does not exist", str(games))
    turns = games.with_name(f"{games.stem}-turns{games.suffix}")
    for file in (games, turns):
        if file.exists():
            raise SaveError("the file exists already and was left alone; choose another name", str(file))
    return games, turns


def fall_turn(record: Record, objective: Objective) -> int | None:
    """The turn at whose end an objective was first in its taker's hands."""
    name, need = f"held_{objective.id}", objective.need
    return next((turn["turn"] for turn in record["turns"] if turn["measures"][name] >= need), None)


def _carried(record: Record, last: int) -> list[str]:
    """The control at the end of every turn; what came last stays."""
    known = {turn["turn"]: turn["control"] for turn in record["turns"]}
    found: list[str] = []
    for turn in range(1, last + 1):
        found.append(known.get(turn, found[-1] if found else next(iter(known.values()))))
    return found


def load(path: str | Path) -> Study:
    """The study of a file of finished games, as far as it has come."""
    file = Path(path)
    header, records, _ = parse(file)
    game = shared(find_game(header["game"]))
    variants = tuple(
        Variant(
            plain["name"],
            {side: (kind, settings) for side, (kind, settings) in plain["players"].items()},
            plain["changes"],
            plain["options"],
            tuple(plain["what_ifs"]),
        )
        for plain in header["variants"]
    )
    if not records:
        raise SandtableError(f"{file} holds no finished game yet")
    return Study(Plan(game, header["scenario"], header["seed"], variants), list(records.values()))
