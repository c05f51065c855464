"""The greedy coins part of the web app: its endpoints, its board, and its picture in the laboratory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.coins.pictures import charts
from perfectplay.coins.teaching.exercises import CoinsExercise
from perfectplay.web.coins import board, rows
from perfectplay.web.coins.board import MAX_BOARD, MAX_VALUE
from perfectplay.web.declaration import LabPicture, WebGame
from perfectplay.web.parameters import Query

_LONGEST = max(charts.MAX_LENGTHS.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsLab:
    """Limits of the pictures of coins.

    Attributes
    ----------
    ties
        Maps the value of the largest coin to the maximum length of the rows for which ties are counted.
    """

    ties: Mapping[str, int]


def _limits() -> CoinsLab:
    """Return the limits of the pictures of coins."""
    return CoinsLab(ties={str(largest): length for largest, length in charts.MAX_LENGTHS.items()})


def _given_ties(query: Query) -> Mapping[str, Any]:
    largest = query.integer("largest", 4, low=2, high=max(charts.MAX_LENGTHS))
    length = query.integer("length", min(20, charts.MAX_LENGTHS[largest]), low=4, high=_LONGEST)
    query.limit("length", "largest", charts.MAX_LENGTHS)
    charts.check_ties(largest, length)
    measure = query.choice("measure", charts.MEASURES, "count")
    lengths = query.choice("lengths", charts.LENGTHS, "even")
    return {"largest": largest, "length": length, "measure": measure, "lengths": lengths}


_PICTURES = {"ties": LabPicture("How many rows of coins are tied", _given_ties, charts.tie_chart)}

WEB = WebGame(
    rows.ENDPOINTS,
    board.describe,
    board.CoinsBoard,
    pages=frozenset({"/teach/coins", "/coins/levels", "/coins/triangle"}),
    pictures=_PICTURES,
    limits=_limits,
    lab=CoinsLab,
    most={"coins": MAX_BOARD, "characters": MAX_VALUE},
    exercise=CoinsExercise,
    ruled=True,
    preview=board.preview,
)
