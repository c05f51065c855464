"""Games looked at again: curves against every line of play, and what is only bounded."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import perfectplay
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.game import load_game, parse_position
from perfectplay.core.progress import Progress
from perfectplay.core.teaching import review as module
from perfectplay.core.teaching.review import Review, review
from perfectplay.pictures.review import draw_review
from tests.pursuit.oracles import positions_below

SVG = "{http://www.w3.org/2000/svg}"
STARTS = [
    *(f"taxman:{n}" for n in range(1, 11)),
    *("taxman:pot.2.3.4.6.8.9.12", "coins:5.1.1.5.1.2", "coins:3.2.1.2", "coins:3_2.1.4.4", "coins:1.2~l3.1"),
    *("pursuit:2.3.7:13", "pursuit:1.5.5:24:fractions", "pursuit:1.2:9"),
]


def brute(position: Any, measure: str) -> Any:
    """What best play leads to in the end, by every line of play."""
    if measure == "distance":
        # A number that was made counts, also if it has been used since.
        return min(one.distance for one in positions_below(position))
    if position.is_over():
        scores = position.scores()
        return scores[0] if measure == "score" else scores[0] - scores[1]
    after = [brute(position.play(move), measure) for move in position.legal_moves()]
    return min(after) if getattr(position, "to_move", 0) else max(after)


@st.composite
def games(draw: st.DrawFn) -> Any:
    """Return a position of a small game after some moves, or at its end."""
    position = parse_position(draw(st.sampled_from(STARTS)))
    for _ in range(draw(st.integers(0, 9))):
        if position.is_over():
            break
        position = position.play(draw(st.sampled_from(list(position.legal_moves()))))
    return position


@given(games())
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
    """List how many moves were made in what is solved from now on, and the time for it."""
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


def bounded(position: Any, _: float | None) -> perfectplay.Result[int]:
    """Say what a search says that had no time: what is there already, and all that is left besides."""
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
    def stopped(position: Any, limit: float | None) -> perfectplay.Result[int]:
        found = bounded(position, limit)
        found.provenance["interrupted"] = True  # type: ignore[index]  # it is a dictionary
        return found

    asked = counting(monkeypatch, stopped)
    told = review("taxman:12/11.9.12.10")
    assert asked[0] == (0, None)
    assert asked[1][0] == 4
    assert asked[1][1]
    assert asked[1][1] < 1e-6
    assert told.interrupted


def test_no_game_is_asked_to_search_for_no_time_at_all() -> None:
    # The factor game refuses a time limit of 0, as is its right.
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


@given(games())
def test_the_picture_marks_what_cost_something(position: Any) -> None:
    told = review(position)
    root = ET.fromstring(draw_review(told))  # noqa: S314  # our own picture
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
