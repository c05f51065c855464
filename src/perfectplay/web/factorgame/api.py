"""The factor game part of the web app: its endpoints, its board, and its picture in the laboratory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.core.game.opponents import load_opponent
from perfectplay.factorgame.pictures.charts import LEAST_CHARTED, MAX_CHARTED, lead_chart
from perfectplay.factorgame.proof.write import MAX_N as MAX_PROVEN
from perfectplay.factorgame.proof.write import check_provable
from perfectplay.factorgame.questions import (
    MAX_SOLVED,
    MAX_SOLVED_ALONE,
    AskOpponent,
    ExplainFactor,
    FactorExplanation,
    FactorReply,
    SolveFactor,
)
from perfectplay.factorgame.rules import MAX_N, FactorPosition
from perfectplay.factorgame.solve import FactorSolved
from perfectplay.factorgame.teaching.exercises import FactorExercise
from perfectplay.web.declaration import LabPicture, WebGame
from perfectplay.web.endpoints import question_endpoint
from perfectplay.web.factorgame import board
from perfectplay.web.parameters import Query, read_opponent

_EXAMPLE = "factorgame:12/11"
_QUICK = 30
"""Largest N of boards that the server solves itself in at most a tenth of a second, without a worker process."""


def _position(query: Query) -> FactorPosition:
    return FactorPosition.from_id(query.position(_EXAMPLE))


def _solve(query: Query) -> SolveFactor:
    return SolveFactor(position=_position(query), costs=query.flag("costs"))


def _explain(query: Query) -> ExplainFactor:
    return ExplainFactor(position=_position(query))


def _is_small(question: SolveFactor | AskOpponent) -> bool:
    return len(question.position.left) <= _QUICK


def _reply(query: Query) -> AskOpponent:
    position, (opponent, seed) = _position(query), read_opponent(query)
    return AskOpponent(position=position, opponent=opponent, seed=seed)


def _is_quick(question: AskOpponent) -> bool:
    return not load_opponent(question.opponent).needs_margins or _is_small(question)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorLab:
    """Limits of the pictures of the factor game.

    Attributes
    ----------
    leads
        Largest N for which the chart of leads is drawn.
    """

    leads: int


def _limits() -> FactorLab:
    """Return the limits of the pictures of the factor game."""
    return FactorLab(leads=MAX_CHARTED)


def _given_leads(query: Query) -> Mapping[str, Any]:
    return {"most": query.integer("most", 30, low=LEAST_CHARTED, high=MAX_CHARTED)}


_PICTURES = {"leads": LabPicture("By how much the first player of the factor game wins", _given_leads, lead_chart)}

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
        question_endpoint(
            "/factorgame/explain", "A reply to every move that can be tried", _explain, FactorExplanation, timed=True
        ),
        question_endpoint("/factorgame/reply", "An opponent's move", _reply, FactorReply, quick=_is_quick, timed=True),
    ),
    board.describe,
    board=board.FactorBoard,
    pages=frozenset({"/teach/factorgame", "/factorgame/levels"}),
    ruled=True,
    most={"board": MAX_N, "solved": MAX_SOLVED, "solved-alone": MAX_SOLVED_ALONE, "proven": MAX_PROVEN},
    provable=check_provable,
    exercise=FactorExercise,
    pictures=_PICTURES,
    limits=_limits,
    lab=FactorLab,
    preview=board.preview,
)
