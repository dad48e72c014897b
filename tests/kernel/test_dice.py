"""Dice: sequences that never change, faces that come up evenly, and every roll enumerated once."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import reduce

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy.stats import chi2

from sandtable.dice import Dice, Scripted, die, enumerate_rolls, pick, scramble, total, whiten
from sandtable.errors import SandtableError

# Saved games name a seed and a count of rolls: these numbers may never change.
GOLDEN_SCRAMBLE = {
    (0, 0): 0,
    (0, 1): 0xE220A8397B1DCDAF,  # splitmix64's published first outputs for seed 0
    (0, 2): 0x6E789E6AA1B965F4,
    (0, 3): 0x06C45D188009454F,
    (1234567, 1): 6457827717110365317,  # and for seed 1234567
    (1234567, 2): 3203168211198807973,
    (1234567, 3): 9817491932198370423,
}
GOLDEN_WHITE = {
    0: 0xB382A305F4414F5E,
    1: 0xF18D6CE93D6CF1EE,
    7: 0xA65305FD338EC8FE,
    -1: 0x774DF63D42806E2D,
    2**64: 0xE89E8DC54072EBD9,
}
GOLDEN_ROLLS = {
    (7, 6): "2 1 2 2 4 2 6 6 6 2 3 1 3 5 2 1 1 2 4 3 4 2 6 1 2 6 2 4 2 1",
    (7, 10): "2 1 3 4 6 3 10 9 10 2 5 1 4 7 3 2 2 2 6 5 7 4 10 1 3 10 3 7 3 2",
    (1937, 6): "6 4 6 3 2 4 4 6 4 1 1 6 2 3 1 3 5 1 2 2 2 1 2 4 5 1 4 5 3 1",
}


@pytest.mark.parametrize(("place", "bits"), GOLDEN_SCRAMBLE.items())
def test_the_generator_is_splitmix64(place: tuple[int, int], bits: int) -> None:
    assert scramble(*place) == bits


@pytest.mark.parametrize(("seed", "white"), GOLDEN_WHITE.items())
def test_seeds_are_whitened_as_ever(seed: int, white: int) -> None:
    assert whiten(seed) == white


@pytest.mark.parametrize(("dice", "rolls"), GOLDEN_ROLLS.items())
def test_sequences_are_what_they_ever_were(dice: tuple[int, int], rolls: str) -> None:
    seed, sides = dice
    assert " ".join(str(die(whiten(seed), n, sides)) for n in range(1, 31)) == rolls


@given(some.integers(), some.integers(0, 2**40), some.integers(1, 100))
def test_a_roll_fits_its_die_and_depends_on_its_place_alone(seed: int, counter: int, sides: int) -> None:
    roll = die(whiten(seed), counter, sides)
    assert 1 <= roll <= sides
    assert die(whiten(seed), counter, sides) == roll


def improbable(counts: Counter[tuple[int, ...]], cells: int) -> bool:
    """Would even dice be this uneven less than once in ten thousand times?"""
    mean = counts.total() / cells
    statistic = sum((n - mean) ** 2 for n in counts.values()) / mean
    statistic += (cells - len(counts)) * mean
    return bool(chi2.sf(statistic, cells - 1) < 1e-4)


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
@pytest.mark.parametrize("seed", [0, 1, 1937])
def test_faces_and_pairs_in_a_row_come_up_evenly(seed: int, sides: int) -> None:
    white = whiten(seed)
    rolls = [die(white, n, sides) for n in range(1, 20_001)]
    assert not improbable(Counter((roll,) for roll in rolls), sides)
    assert not improbable(Counter(zip(rolls[::2], rolls[1::2], strict=True)), sides**2)


@pytest.mark.parametrize("counter", [1, 2, 40])
def test_neighbouring_seeds_share_nothing(counter: int) -> None:
    rolls = [die(whiten(seed), counter, 6) for seed in range(20_000)]
    assert not improbable(Counter((roll,) for roll in rolls), 6)
    assert not improbable(Counter(zip(rolls[::2], rolls[1::2], strict=True)), 36)


def test_the_check_of_evenness_can_fail() -> None:
    assert improbable(Counter({(1,): 1100, (2,): 1000, (3,): 1000, (4,): 1000, (5,): 1000, (6,): 800}), 6)
    assert improbable(Counter({(1,): 100, (2,): 100}), 6)


def test_no_two_small_seeds_collide() -> None:
    seeds = [*range(-20_000, 20_000), *(n << 64 for n in range(1, 1000))]
    assert len({whiten(seed) for seed in seeds}) == len(seeds)


# -- scripted dice --------------------------------------------------------------------------------


def test_scripted_dice_fall_as_written_and_know_what_is_left() -> None:
    dice = Scripted(3, 6, 10)
    assert [dice.roll(), dice.roll()] == [3, 6]
    with pytest.raises(AssertionError, match=r"\[10\]"):
        dice.assert_used_up()
    assert dice.roll(10) == 10
    dice.assert_used_up()


def test_scripted_dice_run_out_with_a_clear_error() -> None:
    with pytest.raises(SandtableError, match="run out"):
        Scripted().roll()


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_scripted_roll_must_fit_its_die(value: int) -> None:
    with pytest.raises(SandtableError, match=f"{value} .* 6 sides"):
        Scripted(value).roll(6)


# -- every roll -----------------------------------------------------------------------------------


def distribution(resolve: Callable[[Dice], int]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for result, share, whole in enumerate_rolls(resolve):
        found[result] = found.get(result, Fraction(0)) + Fraction(share, whole)
    return found


def odds_of(die: icepool.Die[int]) -> dict[int, Fraction]:
    return {outcome: Fraction(count, die.denominator()) for outcome, count in die.items()}


@pytest.mark.parametrize("dice", [(6,), (6, 6), (6, 6, 6), (4, 10), (1, 6), (2, 3, 5, 7)])
def test_sums_are_what_icepool_says(dice: tuple[int, ...]) -> None:
    summed = reduce(operator.add, (icepool.d(sides) for sides in dice))
    assert distribution(lambda d: sum(d.roll(sides) for sides in dice)) == odds_of(summed)


def test_a_reroll_on_a_one_is_what_icepool_says() -> None:
    def resolve(dice: Dice) -> int:
        first = dice.roll()
        return dice.roll() if first == 1 else first

    assert distribution(resolve) == odds_of(icepool.d6.reroll([1], depth=1))


def test_an_exploding_die_is_what_icepool_says() -> None:
    def resolve(dice: Dice) -> int:
        total = roll = dice.roll()
        for _ in range(3):
            if roll != 6:
                break
            roll = dice.roll()
            total += roll
        return total

    assert distribution(resolve) == odds_of(icepool.d6.explode([6], depth=3))


def test_which_die_comes_next_may_depend_on_the_last() -> None:
    def resolve(dice: Dice) -> int:
        return dice.roll({1: 4, 2: 8, 3: 20}[dice.roll(3)])

    mixed = icepool.Die([icepool.d4, icepool.d8, icepool.d20])
    assert distribution(resolve) == odds_of(mixed)


@pytest.mark.parametrize("count", [0, 1, 4])
def test_totals_read_off_faces_are_what_icepool_says(count: int) -> None:
    faces = (1, 1, 2, 2, 3, 3)
    summed = sum((icepool.Die(faces) for _ in range(count)), icepool.Die([0]))
    assert distribution(lambda d: total(d, count, faces)) == odds_of(summed)
    assert total(Scripted(*range(1, count + 1)), count, faces) == sum(faces[:count])


def test_things_are_picked_by_their_weight() -> None:
    chances = {"ace": 1, "king": 2, "queen": 3}
    odds = {3: Fraction(1, 6), 4: Fraction(2, 6), 5: Fraction(3, 6)}
    assert distribution(lambda d: len(pick(d, chances))) == odds
    assert [pick(Scripted(roll), chances) for roll in range(1, 7)] == ["ace", *["king"] * 2, *["queen"] * 3]


def test_no_dice_at_all_have_one_certain_result() -> None:
    assert list(enumerate_rolls(lambda _: "nothing")) == [("nothing", 1, 1)]


@given(some.lists(some.integers(1, 5), max_size=4))
def test_each_sequence_of_rolls_is_met_once(dice: list[int]) -> None:
    met = [rolls for rolls, _, _ in enumerate_rolls(lambda d: tuple(d.roll(sides) for sides in dice))]
    assert met == sorted(set(met))
    assert len(met) == reduce(operator.mul, dice, 1)
