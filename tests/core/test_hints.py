"""Test hints in three steps: every statement about the position is true, and the suggested move is a best move."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import perfectplay
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError
from perfectplay.core.game import load_game, parse_position
from perfectplay.core.game.parts import Clue
from perfectplay.core.progress import Progress
from perfectplay.core.teaching import review as module
from perfectplay.core.teaching.hints import HINT_STEPS, Hints, hint_steps, plain_area, plain_idea
from perfectplay.core.teaching.review import Review, review
from perfectplay.pictures.review import draw_review
from perfectplay.pursuit.rules import Step
from tests.factorgame.twins import margin as plain_margin
from tests.pictures import SVG
from tests.pursuit.oracles import positions_below

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
    """Return a position of a small game in which moves are left."""
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
    assert idea.text and area.text and move.text  # noqa: PT018  # all of them must have text
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
    """Return the final lead of the first player under best play, by a search of every line of play."""
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
    """Return how far a move and the rest of the game put its player ahead, by a search of every line of play."""
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
    assert "the best found in time" in told.steps[2].text


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


# -- reviews of games --------------------------------------------------------------------------------------------------

REVIEWED = [
    *(f"taxman:{n}" for n in range(1, 11)),
    *("taxman:pot.2.3.4.6.8.9.12", "coins:5.1.1.5.1.2", "coins:3.2.1.2", "coins:3_2.1.4.4", "coins:1.2~l3.1"),
    *("pursuit:2.3.7:13", "pursuit:1.5.5:24:fractions", "pursuit:1.2:9"),
]


def brute(position: Any, measure: str) -> Any:
    """Return the final result of best play, by a search of every line of play."""
    if measure == "distance":
        # A number that was made counts even if a later step has used it.
        return min(one.distance for one in positions_below(position))
    if position.is_over():
        scores = position.scores()
        return scores[0] if measure == "score" else scores[0] - scores[1]
    after = [brute(position.play(move), measure) for move in position.legal_moves()]
    return min(after) if getattr(position, "to_move", 0) else max(after)


@st.composite
def lines_of_play(draw: st.DrawFn) -> Any:
    """Return a position of a small game after some moves, or at its end."""
    position = parse_position(draw(st.sampled_from(REVIEWED)))
    for _ in range(draw(st.integers(0, 9))):
        if position.is_over():
            break
        position = position.play(draw(st.sampled_from(list(position.legal_moves()))))
    return position


@given(lines_of_play())
def test_the_curve_is_that_of_every_line_of_play(position: Any) -> None:
    told = review(position)
    line = [position.start()]
    for move in position.moves:
        line.append(line[-1].play(move))
    expected = [brute(one, told.measure) for one in line]
    assert [(point.made, point.lower, point.upper) for point in told.points] == [
        (made, value, value) for made, value in enumerate(expected)
    ]
    assert told.status == "optimal"
    assert [move.cost for move in told.moves] == [abs(a - b) for a, b in pairwise(expected)]
    assert [(move.move, move.position) for move in told.moves] == [
        (str(move), here.id) for here, move in zip(line[:-1], position.moves, strict=True)
    ]
    game = load_game(position.game)
    for move, here, value in zip(told.moves, line, expected, strict=False):
        assert (move.better is not None) == bool(move.cost)
        if move.better is not None:
            assert brute(here.play(game.parse_move(move.better, here)), told.measure) == value
    for player, total in enumerate(told.costs):
        assert sum(move.cost or 0 for move in told.moves if move.player == player) == total


def test_who_made_a_mistake_in_a_game_for_two() -> None:
    told = review("coins:5.1.1.5.1.2.2.1/RLRLRLR")
    assert [(one.number, one.player, one.cost) for one in told.moves if one.cost] == [(1, 0, 8), (4, 1, 2), (7, 0, 8)]
    assert told.costs == (16, 2)


def test_which_step_put_the_target_out_of_reach() -> None:
    told = review("pursuit:3.6.9.10.50.100:951/100a50.150m10")
    assert [point.upper for point in told.points] == [0, 0, 46]
    assert (told.moves[1].cost, told.measure) == (46, "distance")


def test_a_perfect_game_takes_two_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    position = parse_position("taxman:30")
    for move in perfectplay.solve(position).moves:
        position = position.play(move)
    asked = counting(monkeypatch)
    told = review(position)
    assert len(asked) == 2 < len(told.points)
    assert {(point.lower, point.upper) for point in told.points} == {(301, 301)}


def counting(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[Any, float | None], Any] | None = None
) -> list[tuple[int, float | None]]:
    """Replace the solver; return a list that records the number of moves and the time limit of each solved position."""
    asked: list[tuple[int, float | None]] = []
    real = load_game("taxman").solve

    class Counting:
        players = 1

        @staticmethod
        def solve(position: Any, *, time_limit: float | None = None, progress: Any) -> Any:
            asked.append((len(position.moves), time_limit))
            progress(Progress("root", 0.0))
            return answer(position, time_limit) if answer else real(position)

    monkeypatch.setattr(module, "load_game", lambda _: Counting)
    return asked


def bounded(position: Any, _: float | None) -> perfectplay.Result[int, int]:
    """Imitate a search without time: the lower bound is the current score; the upper one adds all remaining numbers."""
    score = position.scores()[0]
    top = score + sum(position.pot)
    status: Any = "optimal" if score == top else "bounded"
    return perfectplay.Result(score, score, top, status, (), 0.0, {"source": "search"})


def test_what_is_bounded_is_said_to_be_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    position = parse_position("taxman:12/11.9.12.10")
    real = review(position)
    counting(monkeypatch, bounded)
    told = review(position, time_limit=60)
    assert told.status == "bounded"
    for rough, exact in zip(told.points, real.points, strict=True):
        assert rough.lower <= exact.lower <= rough.upper
    for before, after in pairwise(told.points):
        assert before.lower >= after.lower
        assert before.upper >= after.upper
    for guess, true in zip(told.moves, real.moves, strict=True):
        assert true.cost is not None
        assert guess.least <= true.cost <= guess.most
        assert guess.cost is None
        assert guess.better is None
    assert "at most" in draw_review(told)
    assert "Not everything was settled in time" in draw_review(told)


def test_without_time_only_the_ends_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = counting(monkeypatch, bounded)
    told = review("taxman:12/11.9.12.10", time_limit=0)
    assert [made for made, _ in asked] == [0, 4]
    assert all(limit and limit < 1e-6 for _, limit in asked)
    assert told.status == "bounded"


def test_ctrl_c_ends_it_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(position: Any, limit: float | None) -> perfectplay.Result[int, int]:
        found = bounded(position, limit)
        found.provenance["interrupted"] = True  # type: ignore[index]  # it is a dictionary here
        return found

    asked = counting(monkeypatch, stopped)
    told = review("taxman:12/11.9.12.10")
    assert asked[0] == (0, None)
    assert asked[1][0] == 4
    assert asked[1][1]
    assert asked[1][1] < 1e-6
    assert told.interrupted


def test_no_game_is_asked_to_search_for_no_time_at_all() -> None:
    # The factor game refuses a time limit of 0, so a review must not pass one to it.
    told = review("factorgame:60/59", time_limit=1e-6)
    assert told.status == "bounded"
    assert len(told.points) == 2


def test_progress_counts_positions() -> None:
    seen: list[Progress] = []
    told = review("taxman:20/20.18.16", progress=seen.append)
    assert {one.total for one in seen} == {len(told.points)}
    assert [one.done for one in seen] == sorted(one.done for one in seen)


def test_a_bad_id_is_refused() -> None:
    with pytest.raises(InvalidPositionError):
        review("taxman:0")


@given(lines_of_play())
def test_the_picture_marks_what_cost_something(position: Any) -> None:
    told = review(position)
    root = ET.fromstring(draw_review(told))  # noqa: S314  # the picture comes from this package
    rings = [one for one in root.iter(f"{SVG}circle") if one.attrib["class"] == "pp-ring"]
    costly = [one for one in told.moves if one.cost]
    assert len(rings) == len(costly)
    strong = [one for one in root.iter(f"{SVG}text") if one.attrib["class"] == "pp-strong"]
    signs = {f"{'AB'[one.player]} " * (told.players > 1) + f"\N{MINUS SIGN}{one.cost}" for one in costly}
    assert {one.text for one in strong} <= signs
    assert bool(strong) == bool(costly)
    places = [float(one.attrib["x"]) for one in strong]
    assert places == sorted(set(places))
    bands = [one.findtext(f"{SVG}title") or "" for one in root.iter(f"{SVG}rect") if one.attrib["class"] == "pp-band"]
    assert len(bands) == len(told.points)
    assert sum(" cost " in band for band in bands) == len(costly)


def test_a_number_without_room_is_refused() -> None:
    told = review(f"coins:{10**13}.1.1/L")
    assert isinstance(told, Review)
    with pytest.raises(LimitExceededError, match="twelve digits"):
        draw_review(told)


def test_fractions_stay_exact() -> None:
    told = review("coins:1_3.1_2/L")
    assert told.points[0].lower == Fraction(1, 6)
    assert told.moves[0].cost == Fraction(1, 3)
    assert "0.2" in draw_review(told)
