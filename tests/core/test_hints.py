"""Hints in three steps: whatever is said is true of the position, and the move is a best one."""

from __future__ import annotations

from math import isqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import perfectplay
from perfectplay.core.errors import IllegalMoveError
from perfectplay.core.game import load_game, parse_position
from perfectplay.core.teaching.hints import HINT_STEPS, Clue, Hints, hint_steps, plain_area, plain_idea
from perfectplay.pursuit.rules import Step
from tests.factorgame.twins import margin as plain_margin

STARTS = [
    *(f"taxman:{n}" for n in (2, 6, 9, 12, 20, 25, 30, 49)),
    *("taxman:pot.2.3.4.6.8.9.12", "taxman:12~end", "coins:5.1.1.5.1.2", "coins:3.2.1.2", "coins:3_2.1.4.4"),
    *("coins:1.2~l3.1", "coins:o3.1.4.1.5", "coins:1.9.2", "coins:4.1.9.4.2.6", "coins:r2.7~r1.1"),
    *(f"factorgame:{n}" for n in (2, 6, 9, 12, 20, "6~pass", "8~pass/7", "12~pass")),
    *("pursuit:2.3.7:13", "pursuit:1.5.5:24:fractions", "pursuit:3.6.9.10.50.100:951", "pursuit:2.2.3:12:all"),
]


def legal_starts() -> list[str]:
    found = []
    for start in STARTS:
        try:
            parse_position(start)
        except perfectplay.PerfectPlayError:
            continue
        found.append(start)
    return found


@st.composite
def games(draw: st.DrawFn, prefix: str = "") -> Any:
    """Return a position of a small game that is not over."""
    position = parse_position(draw(st.sampled_from([one for one in STARTS if one.startswith(prefix)])))
    for _ in range(draw(st.integers(0, 6))):
        following = position.play(draw(st.sampled_from(list(position.legal_moves()))))
        if following.is_over():
            break
        position = following
    return position


def clues(told: Hints) -> dict[str, Any]:
    return {one.step: one for one in told.steps}


@given(games())
def test_the_move_is_a_best_one_and_lies_in_the_area(position: Any) -> None:
    told = hint_steps(position)
    assert tuple(one.step for one in told.steps) == HINT_STEPS
    idea, area, move = told.steps
    assert idea.text and area.text and move.text  # noqa: PT018  # none of them may be empty
    assert idea.moves == ()
    (named,) = move.moves
    assert named in [str(one) for one in position.legal_moves()]
    assert set(area.moves) <= {str(one) for one in position.legal_moves()}
    assert not area.moves or named in area.moves or area.code == "use-two"
    game = load_game(position.game)
    after = position.play(game.parse_move(named, position))
    assert game.solve(after).value == game.solve(position).value
    for step in HINT_STEPS:
        assert hint_steps(position, step).steps == (clues(told)[step],)


@given(games("taxman"))
def test_what_is_said_of_numbers_is_true(position: Any) -> None:
    told = clues(hint_steps(position))
    move = int(told["move"].moves[0])
    idea, legal = told["idea"], position.legal_moves()
    tax = position.tax(move)
    single = [number for number in legal if len(position.tax(number)) == 1]
    match idea.code:
        case "only-move":
            assert legal == (move,)
        case "largest-prime":
            primes = [number for number in legal if all(number % d for d in range(2, number)) and number > 1]
            assert (move, tax) == (max(primes), (1,))
        case "prime-square":
            root = isqrt(move)
            assert root * root == move
            assert all(root % d for d in range(2, root))
            assert tax == (root,)
        case "the-one-divisor":
            assert single == [move]
        case "largest-one-divisor":
            assert (move, len(single)) == (max(single), idea.numbers[0])
        case "one-divisor":
            assert move in single
            assert move != max(single)
            assert len(single) == idea.numbers[0]
        case "opens":
            after = position.play(move)
            new = [number for number in after.legal_moves() if len(after.tax(number)) == 1 and number not in single]
            assert len(new) == idea.numbers[0] > 0
        case "strands-nothing":
            assert not position.preview(move).lost
            assert any(position.preview(number).lost for number in legal)
        case _:
            assert (idea.code, idea.numbers) == ("divisors", (len(tax),))
    low, high = told["area"].numbers
    assert low <= move <= high
    assert told["area"].moves == tuple(str(number) for number in legal if low <= number <= high)


@given(games("factorgame"))
def test_what_is_said_of_the_factor_game_is_true(position: Any) -> None:
    told = clues(hint_steps(position))
    move = int(told["move"].moves[0])
    idea, legal = told["idea"], position.legal_moves()
    given_away, nets = position.given(move), [position.net(number) for number in legal]
    match idea.code:
        case "only-move":
            assert legal == (move,)
        case "any-move":
            assert len({factor_lead(position.play(number)) for number in legal}) == 1
        case "waste":
            assert not given_away
        case "largest-prime":
            primes = [number for number in legal if all(number % d for d in range(2, number)) and number > 1]
            assert (move, given_away) == (max(primes), {1})
        case "prime-square":
            root = isqrt(move)
            assert root * root == move
            assert all(root % d for d in range(2, root))
            assert given_away in ({root}, {1, root})
        case "last-move":
            assert position.play(move).is_over()
        case "largest-gain":
            assert idea.numbers == (max(nets),) == (position.net(move),)
        case _:
            assert (idea.code, idea.numbers) == ("not-the-largest-gain", (len(given_away), max(nets)))
            assert position.net(move) < max(nets)
    low, high = told["area"].numbers
    assert low <= move <= high
    assert told["area"].moves == tuple(str(number) for number in legal if low <= number <= high)
    lead = factor_lead(position) * (-1 if position.to_move else 1)
    assert told["move"].code == f"best-{'wins' if lead > 0 else 'loses' if lead else 'ties'}"
    assert told["move"].numbers == (move, *position.gains(move), abs(lead))


def factor_lead(position: Any) -> int:
    """By how much the first player wins in the end, by every line of play."""
    first, second = position.points
    ahead = plain_margin(position.left, passing=position.passing)
    return int(first - second + (-ahead if position.to_move else ahead))


@given(games("coins"))
def test_what_is_said_of_coins_is_true(position: Any) -> None:
    told = clues(hint_steps(position))
    (move,) = told["move"].moves
    idea, legal = told["idea"], position.legal_moves()
    worth = {one: margin(position, one) for one in legal}
    coins = [coin for one in position.components for coin in one.coins]
    match idea.code:
        case "only-move":
            assert legal == (move,)
        case "any-move":
            assert len(set(worth.values())) == 1
        case "colours":
            assert idea.numbers == (sum(coins[::2]), sum(coins[1::2]))
            assert len(coins) % 2 == 0
            assert (position.coin(move) == coins[0]) or sum(coins[::2]) < sum(coins[1::2])
        case "covers":
            assert max(coins[1], coins[-2]) == idea.numbers[0] > max(coins[0], coins[-1])
        case "larger":
            assert position.coin(move) == max(map(position.coin, legal))
        case _:
            assert (idea.code, idea.numbers) == ("costs", (max(worth.values()) - min(worth.values()),))
    if told["area"].code.startswith("worth"):
        assert told["area"].numbers == tuple(sorted(worth.values(), reverse=True))
    assert told["move"].numbers == (position.coin(move), max(worth.values()))


def margin(position: Any, move: str) -> Any:
    """What a move is worth from here on, by every line of play."""
    after = position.play(move)
    if after.is_over():
        return position.coin(move)
    return position.coin(move) - max(margin(after, other) for other in after.legal_moves())


@given(games("pursuit"))
def test_what_is_said_of_a_deal_is_true(position: Any) -> None:
    told = clues(hint_steps(position))
    result = load_game("pursuit").solve(position)
    steps = [move for move in result.moves if isinstance(move, Step)]
    idea, area = told["idea"], told["area"]
    if not steps:
        assert idea.code in {"hit", "nothing-closer"}
        assert (position.distance == 0) == (idea.code == "hit")
        assert told["move"].moves == ("=",)
        return
    assert idea.numbers == (len(steps), result.value)
    signs = {"last-sum": "+", "last-difference": "-", "last-product": "*", "last-quotient": "/"}
    assert idea.code.endswith("-near") == bool(result.value)
    assert signs.get(idea.code.removesuffix("-near")) == (steps[-1].operator if len(steps) > 1 else None)
    assert sorted(area.numbers) == sorted((steps[0].left, steps[0].right))
    assert list(area.numbers) == sorted(area.numbers, reverse=True)


def test_every_start_of_these_tests_is_one() -> None:
    assert legal_starts() == STARTS


def test_ideas_of_a_whole_game() -> None:
    position: Any = parse_position("taxman:49")
    codes = []
    while not position.is_over():
        told = hint_steps(position)
        codes.append(told.steps[0].code)
        position = position.play(int(told.steps[2].moves[0]))
    assert codes[0] == "largest-prime"
    assert len(set(codes)) > 3, codes
    assert [one.cost for one in perfectplay.review(position).moves] == [0] * len(codes)


def test_what_is_not_proven_is_not_called_best() -> None:
    position = parse_position("taxman:6")
    found = perfectplay.Result(15, 15, 17, "bounded", (5, 4, 6), 1.0, {"source": "search"})
    told = hint_steps(position, result=found)
    assert told.status == "bounded"
    assert told.steps[2].code == "best-found"
    assert "was not settled" in told.steps[2].text


def test_there_is_no_hint_at_the_end() -> None:
    with pytest.raises(IllegalMoveError, match="the game is over"):
        hint_steps("taxman:1")


def test_a_game_without_words_of_its_own() -> None:
    position = parse_position("taxman:12")
    for move in position.legal_moves():
        found = perfectplay.Result(1, 1, 1, "optimal", (move,), 0.0, {})
        area = plain_area(position, found)
        assert str(move) in area.moves
        assert len(area.moves) == 3
        text = "There are 11 legal moves; think of what each leaves."
        assert plain_idea(position, found) == Clue("choices", text, (11,))
    one = parse_position("taxman:2")
    assert plain_idea(one, perfectplay.Result(2, 2, 2, "optimal", (2,), 0.0, {})).code == "only-move"
    assert plain_area(one, perfectplay.Result(2, 2, 2, "optimal", (2,), 0.0, {})).moves == ("2",)
