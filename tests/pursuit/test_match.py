"""Test rounds of two players: the score of a declaration, the players who score, and the results that count."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError
from perfectplay.pursuit.expressions import Expression, check_expression
from perfectplay.pursuit.play import Declared, declare, points, score_round
from perfectplay.pursuit.questions.match import AskOpponent, JudgeRound, PursuitAfter
from perfectplay.pursuit.rules import PursuitPosition
from tests.pursuit.oracles import parts_of, values_of
from tests.tables import rows

START = "pursuit:3.6.9.10.50.100:951"


def said(value: int | None, shown: int | None) -> Declared:
    return Declared(value, None if shown is None else Expression(shown))


@rows("distance, score", [(0, 10), (1, 7), (5, 7), (6, 5), (10, 5), (11, 0), (951, 0), (None, 0)])
def test_points(distance: int | None, score: int) -> None:
    assert points(distance) == score


@rows(
    "one, other, scores",
    [
        # A hit beats a near miss, and both players score if both hit.
        (said(500, 500), said(501, 501), (10, 0)),
        (said(500, 500), said(500, 500), (10, 10)),
        # Only the closer number scores; numbers above and below the target count the same.
        (said(504, 504), said(507, 507), (7, 0)),
        (said(509, 509), said(506, 506), (0, 5)),
        (said(497, 497), said(503, 503), (7, 7)),
        (said(511, 511), said(489, 489), (0, 0)),
        # A player who cannot make the declared number scores nothing, and the other player is judged as if alone.
        (said(500, None), said(508, 508), (0, 5)),
        (said(500, 501), said(508, 508), (0, 5)),
        (said(500, None), said(500, None), (0, 0)),
        (said(None, None), said(495, 495), (0, 7)),
        # A number has to be declared, even if the player has made it.
        (said(None, 500), said(495, 495), (0, 7)),
        (said(502, 500), said(520, 520), (0, 0)),
    ],
)
def test_a_round_of_two(one: Declared, other: Declared, scores: tuple[int, int]) -> None:
    assert score_round(500, one, other) == scores
    assert score_round(500, other, one) == scores[::-1]


@given(st.lists(st.tuples(st.none() | st.integers(480, 520), st.booleans()), min_size=1, max_size=3))
def test_nobody_scores_who_is_farther_away_than_somebody_who_holds(players: list[tuple[int | None, bool]]) -> None:
    scores = score_round(500, *(said(value, value if shows else None) for value, shows in players))
    holding = [abs(value - 500) for value, shows in players if value is not None and shows]
    for (value, shows), score in zip(players, scores, strict=True):
        best = value is not None and shows and abs(value - 500) == min(holding)
        assert score == (points(abs(value - 500)) if best and value is not None else 0)


@rows(
    "position, value, shown",
    [
        (START, 100, "100"),
        (START, 951, None),
        (f"{START}/100a6.106m9", 954, "(100+6)*9"),
        # A number counts as made even if a later step has used it.
        (f"{START}/100a6.106m9", 106, "100+6"),
        (f"{START}/100a6.106m9", 953, None),
        (f"{START}/100a6.e", 106, "100+6"),
        ("pursuit:3.6.9:24:all", 9, None),
        ("pursuit:3.6.9:24:all/3m6.18a9", 27, "3*6+9"),
        ("pursuit:3.6.9:24:all/3m6.18a9", 18, None),
        ("pursuit:1.2:3:fractions/1d2", 0, None),
        (START, None, None),
    ],
)
def test_a_declared_number_must_have_been_made(position: str, value: int | None, shown: str | None) -> None:
    found = declare(PursuitPosition.from_id(position), value)
    assert (found.value, found.shown and str(found.shown)) == (value, shown)
    assert found.holds is (shown is not None)


def test_negative_numbers_cannot_be_declared() -> None:
    with pytest.raises(InvalidPositionError, match="'-1' cannot be declared; declare a number of at least 0"):
        declare(PursuitPosition.from_id(START), -1)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=4), st.integers(1, 60))
def test_what_was_possible_by_an_oracle(numbers: list[int], target: int) -> None:
    game = PursuitPosition.new(numbers, target)
    found = PursuitAfter.of(game, 10, 90)
    made = (values_of(part, game.rules) for part in parts_of(game.numbers, game.rules))
    reachable = {int(value) for found in made for value in found if value >= 0}
    assert found.distance == min(abs(value - target) for value in reachable)
    if found.expression is not None:
        assert check_expression(found.expression, numbers, game.rules).value == found.value
    for row in found.near:
        around = set(range(max(1, target - row.within), target + row.within + 1)) - {target}
        assert (row.count, row.possible) == (len(around & reachable), len(around))
    assert found.count == len(reachable & set(range(10, 91)))
    assert Fraction(found.numerator, found.denominator) == Fraction(found.count, 81)


def test_a_round_that_is_played() -> None:
    game = PursuitPosition.from_id(f"{START}/100a6.106m9.954s3")
    found = JudgeRound(position=game, declared=951, opponent="perfect").answer()
    assert found.opponent is not None
    assert (found.player.points, found.opponent.points) == (10, 10)
    assert (found.player.name, found.player.expression, found.player.steps[-1]) == (
        "you",
        "(100+6)*9-3",
        "954 - 3 = 951",
    )
    assert (found.after.expression, found.after.distance, found.after.probability) == ("(100+6)*9-3", 0, 1.0)
    wrong = JudgeRound(position=game, declared=952, opponent="beginner", seed=1).answer()
    assert wrong.opponent is not None
    assert (wrong.player.declared, wrong.player.shown, wrong.player.points) == (952, False, 0)
    assert wrong.opponent == AskOpponent(position=game, opponent="beginner", seed=1).answer()
    alone = JudgeRound(position=game).answer()
    assert (alone.player.declared, alone.opponent) == (None, None)
