from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.coins.coach import Coach, ParityGuarantee, parity_guarantee
from perfectplay.coins.opponents import expected_margin
from perfectplay.coins.rules import Coin, CoinsPosition, Component, parse_gaps
from perfectplay.core.errors import IllegalMoveError
from perfectplay.core.game.opponents import Greedy, Noisy, Random
from tests.coins.twins import coins, expected, fractions, perfect, starts, walk
from tests.tables import rows


@given(starts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_advice_agrees_with_brute_force(start: CoinsPosition, source: Any) -> None:
    position = walk(start, source)
    coach = Coach(position)
    best = perfect(position)
    assert coach.margin == best
    assert tuple(advice.move for advice in coach.moves) == position.legal_moves()
    for advice in coach.moves:
        assert advice.coin == position.coin(advice.move)
        assert advice.margin == advice.coin - perfect(position.play(advice.move))
        assert advice.cost == best - advice.margin >= 0
        assert advice.is_best == (advice.move in coach.best_moves)
        assert coach.advice(advice.move) == advice
    assert bool(coach.best_moves) == (not position.is_over())
    assert coach.worst_cost == max((advice.cost for advice in coach.moves), default=0)


@given(starts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_final_scores_are_those_of_perfect_play(start: CoinsPosition, source: Any) -> None:
    position = walk(start, source)
    coach = Coach(position)
    promised, mover = coach.final_scores, position.to_move
    assert sum(promised) == sum(sum(component.coins) for component in start.start_components)
    assert coach.final_margin == promised[0] - promised[1]
    assert coach.guaranteed == promised[mover]
    assert promised[mover] - promised[1 - mover] == perfect(position) + (-position.margin if mover else position.margin)
    while not position.is_over():
        position = position.play(source.choice(Coach(position).best_moves))
    assert position.scores() == promised


@given(starts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_reviews_tell_what_a_mistake_gave(start: CoinsPosition, source: Any) -> None:
    before = start
    while before.coins_left > 1 and source.random() < 0.5:
        before = before.play(source.choice(before.legal_moves()))
    position = before.play(source.choice(before.legal_moves()))
    review = Coach(position).review()
    assert review is not None
    assert (review.player, review.move) == (before.to_move, position.moves[-1])
    assert review.cost == Coach(before).advice(review.move).cost
    assert review.better == (Coach(before).best_moves if review.cost else ())
    assert review.margin == perfect(position)
    assert review.answers == Coach(position).best_moves
    # With the best answers, the opponent's margin grows by exactly the cost of the mistake.
    coin = before.coin(review.move)
    assert review.margin - coin == review.cost - perfect(before)


def test_a_start_has_nothing_to_review() -> None:
    assert Coach(CoinsPosition.new([1, 2, 4, 3])).review() is None


# Yorgey's worked example, part 4: Alice gets 5, and both first moves are best.  After she takes the 3, the table gives
# her 2 more.  Bob's only best move is the 4; then she takes the 2.
def test_the_worked_example() -> None:
    position = CoinsPosition.new([1, 2, 4, 3])
    coach = Coach(position)
    assert coach.final_scores == (5, 5)
    assert coach.best_moves == ("L", "R")
    assert coach.worst_cost == 0
    position = position.play("R")
    coach = Coach(position)
    assert coach.final_scores[0] - position.scores()[0] == 2
    assert coach.best_moves == ("R",)
    assert coach.final_margin == 0
    position = position.play("R")
    assert Coach(position).best_moves == ("R",)
    # If Alice takes the 1 instead of the 3, the segment 2 4 3 gives her 4.
    other = CoinsPosition.new([1, 2, 4, 3]).play("L")
    assert Coach(other).final_scores[0] - other.scores()[0] == 4


def test_a_mistake_and_its_use() -> None:
    # In 3 2 1 2, L wins by 2, but R only ties if the second player then takes the 3.
    review = Coach(CoinsPosition.from_id("coins:3.2.1.2/R")).review()
    assert review is not None
    assert (review.cost, review.better, review.answers, review.margin) == (2, ("L",), ("L",), 2)


def test_a_row_with_gaps() -> None:
    # Sample input of the contest HNOI 2010: totals 17 and 9.
    assert Coach(CoinsPosition.new(parse_gaps("1 2 0 3 7 4 0 9"))).final_scores == (17, 9)


def test_a_finished_game() -> None:
    coach = Coach(CoinsPosition.from_id("coins:1.2/RL"))
    assert (coach.moves, coach.margin, coach.best_moves, coach.worst_cost) == ((), 0, (), 0)
    assert coach.final_scores == (2, 1)
    assert coach.parity is None
    with pytest.raises(IllegalMoveError, match="the game is over"):
        coach.best_trap()
    with pytest.raises(IllegalMoveError, match="the game is over"):
        coach.advice("L")


def test_the_last_coin_answers_to_both_ends() -> None:
    coach = Coach(CoinsPosition.new([7]))
    assert coach.advice("R") == coach.advice("L")


@given(starts(largest=3), st.sampled_from([Random(), Greedy(), Noisy(Fraction(1, 3))]))
@settings(deadline=None)
def test_expectations_of_moves_agree_with_brute_force(start: CoinsPosition, opponent: Any) -> None:
    coach = Coach(start)
    for move in start.legal_moves():
        rest = expected(start.play(move), opponent, mine=False)
        assert coach.expected(move, opponent) == start.coin(move) + rest
    assert max(coach.expected(move, opponent) for move in start.legal_moves()) == expected_margin(start, opponent)


@given(starts(largest=3))
@settings(deadline=None)
def test_the_best_trap_is_a_best_move_and_the_trickiest(start: CoinsPosition) -> None:
    coach = Coach(start)
    trap = coach.best_trap()
    assert trap in coach.best_moves
    assert coach.expected(trap) == max(coach.expected(move) for move in coach.best_moves)


def test_a_trap() -> None:
    # Both moves tie against perfect play, but taking the 3 leaves a random opponent more ways to go wrong.
    coach = Coach(CoinsPosition.new([1, 2, 4, 3]))
    assert [coach.expected(move) for move in coach.best_moves] == [0, 2]
    assert coach.best_trap() == "R"


def test_a_parity_guarantee() -> None:
    position = CoinsPosition.new([3, 2, 1, 2])
    assert parity_guarantee(position) == ParityGuarantee(4, 4, "L", 0)
    assert Coach(CoinsPosition.new([1, 9, 1, 9])).parity == ParityGuarantee(2, 18, "R", 16)
    gaps = CoinsPosition.from_id("coins:l1~3.7~r9/1R.3L")
    assert parity_guarantee(gaps) == ParityGuarantee(3, 7, "2R", 4)


@rows("text", ["coins:1.2.3", "coins:l1.2", "coins:r1.2", "coins:1.2~3.4", "coins:o1.2", "coins:1/L"])
def test_where_parity_says_nothing(text: str) -> None:
    assert parity_guarantee(CoinsPosition.from_id(text)) is None


@given(st.lists(coins | fractions, min_size=1, max_size=6), st.lists(fractions, max_size=6), st.data())
@settings(deadline=None)
def test_parity_keeps_its_promise_against_anyone(front: list[Coin], back: list[Coin], data: st.DataObject) -> None:
    row = [*front, *back]
    position = CoinsPosition.new(row if len(row) % 2 == 0 else [*row, 1])
    promise = parity_guarantee(position)
    assert promise is not None
    assert 0 <= promise.margin <= perfect(position)
    assert promise.margin == abs(promise.odd - promise.even)
    position = position.play(promise.move)
    while not position.is_over():
        answer = data.draw(st.sampled_from(position.legal_moves()))
        position = position.play(answer)
        if not position.is_over():
            position = position.play(answer)
    assert position.margin == promise.margin
    assert position.scores()[0] == max(promise.odd, promise.even)


def test_a_circle_is_worth_its_best_first_coin() -> None:
    coach = Coach(CoinsPosition.new(Component("circle", (1, 2, 10, 3))))
    assert [(advice.move, advice.margin) for advice in coach.moves] == [
        ("1K1", 6),
        ("1K2", -6),
        ("1K3", 8),
        ("1K4", -6),
    ]
    assert coach.best_moves == ("1K3",)
