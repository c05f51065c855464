"""Check explanations of margins with the rule of fusion and with a search of the whole game tree."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import perfectplay
from perfectplay.coins.pictures.fusion import draw_fusions
from perfectplay.coins.questions.explain import MAX_EXPLAINED, CoinsExplanation, ExplainRow, alternating
from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from tests.coins.oracles import brute_margin, is_optimal_line

ROOT = Path(__file__).parents[2]


def explained(coins: Sequence[Coin]) -> CoinsExplanation:
    return ExplainRow(position=CoinsPosition.new(coins)).answer()


def proven(answer: dict[str, Any]) -> Fraction:
    """Check the steps of an explanation, given only its JSON, and return the margin that they prove."""
    row = list(map(Fraction, answer["row"]))
    for step in answer["steps"]:
        at = step["at"] - 1
        assert at >= 0
        a, b, c = row[at : at + 3]
        assert [a, b, c] == list(map(Fraction, step["coins"]))
        assert a <= b >= c
        row[at : at + 3] = [Fraction(step["fused"])]
        assert row[at] == a - b + c
    assert row == list(map(Fraction, answer["valley"]))
    # The row has no peak left to fuse: after the first step that does not fall, all steps rise.
    steps = [right - left for left, right in pairwise(row)]
    assert all(later > 0 for step, later in pairwise(steps) if step >= 0)
    falling = sorted(row, reverse=True)
    return sum(falling[::2], Fraction()) - sum(falling[1::2], Fraction())


def check(coins: tuple[Coin, ...], margin: Coin) -> None:
    """Compare an explanation with the margin that the whole game tree gives."""
    answer = explained(coins)
    written = json.loads(json.dumps(answer.to_dict()))
    assert proven(written) == margin == answer.margin
    assert (answer.first - answer.second, answer.first + answer.second) == (margin, sum(coins))
    assert is_optimal_line(coins, answer.line)
    assert f"{answer.first} to {answer.second}" in answer.text[-1]


def test_every_short_row_is_explained() -> None:
    for size in range(1, 7):
        for coins in product(range(3), repeat=size):
            check(coins, brute_margin(coins))


def test_random_rows_are_explained() -> None:
    random = Random(53)
    for _ in range(60):
        size = random.randint(1, 11)
        coins = tuple(Fraction(random.randint(-9, 9), random.choice((1, 1, 2, 3))) for _ in range(size))
        check(tuple(int(coin) if coin.denominator == 1 else coin for coin in coins), brute_margin(coins))


def test_a_game_under_way_is_explained_from_there_on() -> None:
    answer = ExplainRow(position=CoinsPosition.from_id("coins:o9.5.3.4.1.2/1K1")).answer()
    assert (answer.row, answer.margin) == ((5, 3, 4, 1, 2), 3)
    assert proven(answer.to_dict()) == brute_margin(answer.row)


def test_a_result_explains_itself() -> None:
    assert perfectplay.solve("coins:5.3.4.1.2").explain() == explained([5, 3, 4, 1, 2])


def test_the_longest_row_is_explained_and_drawn() -> None:
    coins = [place * 37 % 101 for place in range(MAX_EXPLAINED)]
    answer = explained(coins)
    assert proven(answer.to_dict()) == answer.margin
    assert draw_fusions(answer).count('class="pp-marked"') == len(answer.steps)
    draw_fusions(explained([10**900, 3 * 10**900, -(10**900)]))


def test_negative_coins_of_a_sum_are_in_brackets() -> None:
    assert alternating((-1, -2, Fraction(1, 2)), Fraction(3, 2)) == "-1 - (-2) + 1/2 = 3/2"


def test_bad_rows_are_refused() -> None:
    with pytest.raises(LimitExceededError, match="61 coins"):
        explained(range(MAX_EXPLAINED + 1))
    with pytest.raises(InvalidPositionError, match=r"'coins:l1\.2' is not a single row"):
        ExplainRow(position=CoinsPosition.from_id("coins:l1.2"))
    with pytest.raises(InvalidPositionError, match="at least one"):
        ExplainRow(position=CoinsPosition.from_id("coins:1/L")).answer()


def test_the_picture_of_the_docs_is_what_is_drawn() -> None:
    drawn = draw_fusions(explained([5, 1, 1, 5, 1, 2, 2, 1]))
    assert drawn == (ROOT / "docs/images/why-coins.svg").read_text(encoding="utf-8")
