"""Compare explanations of leads with a search of every line of play that uses only the rules."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import perfectplay
from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.question import Work
from perfectplay.factorgame.pictures.replies import draw_replies
from perfectplay.factorgame.questions import ExplainFactor
from perfectplay.factorgame.rules import FactorPosition
from tests.factorgame import twins

ROOT = Path(__file__).parents[2]


def gain(board: twins.Board, move: int, *, passing: bool) -> tuple[int, twins.Board]:
    """Return the mover's gain from a legal move, and the board after it."""
    given = twins.moves(board, passing=passing)[move]
    return (move if given else 0) - sum(given), board - given - {move}


def check_rows(board: twins.Board, lead: int, rows: list[dict[str, Any]], *, sign: int, passing: bool) -> None:
    """Check the rows of all legal moves; all leads are for the player to move in the explained position."""
    assert [row["move"] for row in rows] == sorted(twins.moves(board, passing=passing))
    for row in rows:
        first, after = gain(board, row["move"], passing=passing)
        best = twins.margin(after, passing=passing)
        assert row["lead"] == lead + sign * (first - best)
        if row["reply"] is None:
            assert not twins.moves(after, passing=passing)
        else:
            second, rest = gain(after, row["reply"], passing=passing)
            assert second - twins.margin(rest, passing=passing) == best


def check(position: FactorPosition) -> None:
    """Check an explanation of a position, using only its JSON."""
    answer = json.loads(json.dumps(ExplainFactor(position=position).answer().to_dict()))
    passing, player = position.passing, position.to_move
    past = position.points[player] - position.points[1 - player]
    assert answer["lead"] == past + twins.margin(position.left, passing=passing)
    check_rows(position.left, past, answer["tries"], sign=1, passing=passing)
    assert max((row["lead"] for row in answer["tries"]), default=past) == answer["lead"]
    if answer["move"] is None:
        assert (position.is_over(), answer["answers"]) == (True, [])
        return
    first, after = gain(position.left, answer["move"], passing=passing)
    check_rows(after, past + first, answer["answers"], sign=-1, passing=passing)
    assert min((row["lead"] for row in answer["answers"]), default=answer["lead"]) == answer["lead"]


def test_small_boards_are_explained() -> None:
    for n in range(1, 13):
        for passing in (False, True):
            check(FactorPosition.new(n, passing=passing))


def test_games_under_way_are_explained() -> None:
    random = Random(53)
    for number in range(40):
        position = FactorPosition.new(random.randint(8, 16), passing=number % 4 == 0)
        for _ in range(random.randint(1, 5)):
            if not position.is_over():
                position = position.play(random.choice(position.legal_moves()))
        if len(position.left) <= 12:
            check(position)


def test_a_result_explains_itself() -> None:
    position = FactorPosition.from_id("factorgame:12/11")
    assert perfectplay.solve(position).explain() == ExplainFactor(position=position).answer()


def test_the_figures_of_the_classroom_s_board() -> None:
    answer = ExplainFactor(position=FactorPosition.new(30)).answer()
    assert (answer.move, answer.lead) == (25, 17)
    # docs/answers/two-players.md: after 29, the other player takes 25, which leaves a lead of 10.
    assert [(row.reply, row.lead) for row in answer.tries if row.move == 29] == [(25, 10)]
    assert "17 or more" in answer.text[1]
    assert "17 or less" in answer.text[2]


def test_boards_that_are_too_large_or_searched_too_briefly_are_refused() -> None:
    with pytest.raises(LimitExceededError, match="41 numbers are left"):
        ExplainFactor(position=FactorPosition.new(41))
    for time_limit in (0, 1e-6):
        with pytest.raises(PerfectPlayError, match="'factorgame:40~pass' ended before"):
            ExplainFactor(position=FactorPosition.new(40, passing=True)).answer(Work(time_limit=time_limit))


def test_a_game_that_is_over_is_drawn() -> None:
    answer = ExplainFactor(position=FactorPosition.from_id("factorgame:2/2")).answer()
    assert answer.text[0] == "No number can be taken, so the lead of player 2 stays -1."
    assert "why the lead of player 2 is -1" in draw_replies(answer)


def test_the_picture_of_the_docs_is_what_is_drawn() -> None:
    drawn = draw_replies(ExplainFactor(position=FactorPosition.new(30)).answer())
    assert drawn == (ROOT / "docs/images/factorgame-30-replies.svg").read_text(encoding="utf-8")
