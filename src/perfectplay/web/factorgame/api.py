"""What the web app has of the factor game."""

from __future__ import annotations

from perfectplay.core.opponents import load_opponent
from perfectplay.factorgame.proof.write import MAX_N as MAX_PROVEN
from perfectplay.factorgame.proof.write import check_provable
from perfectplay.factorgame.questions import (
    MAX_SOLVED,
    MAX_SOLVED_ALONE,
    AskOpponent,
    FactorReply,
    FactorSolved,
    SolveFactor,
)
from perfectplay.factorgame.rules import MAX_N, FactorPosition
from perfectplay.factorgame.teaching.exercises import FactorExercise
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import question_endpoint
from perfectplay.web.factorgame import board
from perfectplay.web.parameters import Query, read_opponent

_EXAMPLE = "factorgame:12/11"
_QUICK = 30
"""Numbers on a board that is solved at once, in a tenth of a second at most."""


def _position(query: Query) -> FactorPosition:
    return FactorPosition.from_id(query.position(_EXAMPLE))


def _solve(query: Query) -> SolveFactor:
    return SolveFactor(position=_position(query), costs=query.flag("costs"))


def _is_small(question: SolveFactor | AskOpponent) -> bool:
    return len(question.position.left) <= _QUICK


def _reply(query: Query) -> AskOpponent:
    position, (opponent, seed) = _position(query), read_opponent(query)
    return AskOpponent(position=position, opponent=opponent, seed=seed)


def _is_quick(question: AskOpponent) -> bool:
    return not load_opponent(question.opponent).needs_margins or _is_small(question)


WEB = WebGame(
    (
        question_endpoint(
            "/factorgame/solve",
            "Best play, and what every move costs",
            _solve,
            FactorSolved,
            quick=_is_small,
            timed=True,
        ),
        question_endpoint("/factorgame/reply", "An opponent's move", _reply, FactorReply, quick=_is_quick, timed=True),
    ),
    board.describe,
    board=board.FactorBoard,
    most={"board": MAX_N, "solved": MAX_SOLVED, "solved-alone": MAX_SOLVED_ALONE, "proven": MAX_PROVEN},
    provable=check_provable,
    exercise=FactorExercise,
)
"""What the web app has of this game."""
