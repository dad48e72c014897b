"""A user's own numbers laid over the game's tables, and what is said of rows that do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable as st
from sandtable.errors import DataError, SaveError


def folder(path: Path, **tables: str) -> Path:
    """A data folder with some tables; `board__borders` is board/borders.csv."""
    for name, text in tables.items():
        file = path / f"{name.replace('__', '/')}.csv"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return path


def test_a_factor_from_the_printed_counter_changes_the_odds(tmp_path: Path) -> None:
    own = st.load(
        "shanghai-nanking",
        data=folder(tmp_path, units="id,cf_full,cf_reduced,source\nc_div_036,9,4,my own counter\n"),
    )
    plain = st.load("shanghai-nanking")
    attack = plain.parse("attack c_div_036 3512 with none")
    before, after = (
        game.forecast(game.play(game.new(), game.parse("plan AA")), attack) for game in (plain, own)
    )
    assert (before.attack, after.attack) == (5, 9)
    assert before.column != after.column


def test_a_cell_of_the_combat_table_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    data = folder(tmp_path, crt="id,attacker_steps,defender_steps,source\n6_1_1,0,4,my own chart\n")
    table, plain = (
        st.load("shanghai-nanking", data=data).odds_table(),
        st.load("shanghai-nanking").odds_table(),
    )
    assert table["6:1"] != plain["6:1"]
    assert {c: v for c, v in table.items() if c != "6:1"} == {c: v for c, v in plain.items() if c != "6:1"}


def test_hexsides_may_be_changed_cleared_and_added(tmp_path: Path) -> None:
    lines = (
        "a,b,feature,name,source\n3510,3511,river,,my map\n3409,3410,none,,my map\n0506,0507,creek,,my map\n"
    )
    board = st.load("shanghai-nanking", data=folder(tmp_path, board__borders=lines)).board
    side = lambda a, b: board.border(board.index(a), board.index(b))  # noqa: E731
    assert side("3510", "3511") == {"river"}
    assert side("3409", "3410") == set()
    assert side("0506", "0507") == {"creek"}
    assert side("3510", "3610") == {"creek"}


def test_a_landing_site_may_be_added(tmp_path: Path) -> None:
    data = folder(tmp_path, landing_sites="space,name,snlf_replacement,source\n3106,Qiyakou,1,my map\n")
    game = st.load("shanghai-nanking", data=data)
    assert game.board.index("3106") in game.landing_sites
    assert len(game.landing_sites) == 15


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        ({"units": "id,cf_full,source\nc_div_999,3,x\n"}, ("units.csv", "row 2", "'id'", "c_div_999")),
        ({"units": "id,cf_full,source\nc_div_036,many,x\n"}, ("units.csv", "row 2", "'cf_full'", "many")),
        ({"units": "id,cf_full,source\nc_div_036,6,\n"}, ("units.csv", "row 2", "'source'", "empty")),
        ({"units": "id,punch,source\nc_div_036,6,x\n"}, ("units.csv", "'punch'", "no such column")),
        ({"units": "id,cf_full\nc_div_036,6\n"}, ("units.csv", "'source'", "missing")),
        (
            {"setup": "scenario,unit_id,space,source\ncampaign,c_div_036,9901,x\n"},
            ("setup.csv", "9901", "'space'"),
        ),
        ({"setup": "scenario,unit_id,space,source\ncampaign,c_div_036,3609,x\n"}, ("setup.csv", "SNC-9.4f")),
        ({"board__borders": "a,b,feature,source\n3510,3520,creek,x\n"}, ("borders.csv", "do not touch")),
        ({"monsters": "id,source\n1,x\n"}, ("monsters.csv", "no table")),
        (
            {"reinforcements": "scenario,unit_id,gt,source\ncampaign,j_det_asama,14,x\n"},
            ("row 2", "'gt'", "14"),
        ),
    ],
)
def test_a_row_that_does_not_fit_is_named(
    tmp_path: Path, tables: dict[str, str], named: tuple[str, ...]
) -> None:
    with pytest.raises(DataError) as caught:
        st.load("shanghai-nanking", data=folder(tmp_path, **tables))
    for word in named:
        assert word in str(caught.value)


def test_a_save_with_own_numbers_is_not_read_without_them(tmp_path: Path) -> None:
    own = st.load("shanghai-nanking", data=folder(tmp_path, units="id,cf_full,source\nc_bde_020,2,mine\n"))
    saved = own.new(seed=3).to_json()
    assert own.state_from_json(saved).digest() == own.new(seed=3).digest()
    with pytest.raises(SaveError, match="overlay"):
        st.load("shanghai-nanking").state_from_json(saved)


def test_changes_are_checked_like_data(tmp_path: Path) -> None:
    game = st.load("shanghai-nanking")
    early = game.new(
        changes={"reinforcements": [{"scenario": "campaign", "unit_id": "j_det_asama", "gt": 1}]}
    )
    assert early.due[game.units.index_of("j_det_asama")] == 1
    with pytest.raises(DataError, match="changes: reinforcements, row 1"):
        game.new(changes={"reinforcements": [{"scenario": "campaign", "unit_id": "nobody", "gt": 1}]})
