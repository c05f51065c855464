"""The Taxman part of the web app: its endpoints, its board, and its pictures in the laboratory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.taxman.pictures import charts
from perfectplay.taxman.pictures.cover import MAX_COVER, cover
from perfectplay.taxman.pictures.tree import MAX_TREE, TaxmanTreeFigures, tree
from perfectplay.taxman.records import load_records
from perfectplay.taxman.teaching.exercises import TaxmanExercise
from perfectplay.web.declaration import LabPicture, WebGame
from perfectplay.web.parameters import Query
from perfectplay.web.taxman import board, questions
from perfectplay.web.taxman.board import MAX_BOARD, check_provable

_MOST_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanLab:
    """Limits of Taxman's pictures.

    Attributes
    ----------
    scores, strategies, cover, tree
        Largest N for which each of these pictures is drawn.
    cuts
        Largest N of the picture ``scores`` if it includes the bound with cuts.
    seconds
        Maximum number of seconds of the search for ``tree``.
    """

    scores: int
    cuts: int
    strategies: int
    cover: int
    tree: int
    seconds: float


def _limits() -> TaxmanLab:
    """Return the limits of the pictures of Taxman."""
    return TaxmanLab(
        scores=load_records().largest_without_hole,
        cuts=charts.MAX_CUTS,
        strategies=charts.MAX_PLAYED,
        cover=MAX_COVER,
        tree=MAX_TREE,
        seconds=_MOST_SECONDS,
    )


def _given_scores(query: Query) -> Mapping[str, Any]:
    most = load_records().largest_without_hole
    first, last = query.integer("from", 10, low=2, high=most), query.integer("to", 250, low=2, high=most)
    measure = query.choice("measure", charts.MEASURES, "share")
    bounds = query.words("bounds", tuple(charts.BOUNDS), "half,primes,matching")
    query.order("from", "to")
    # Refuse a bad pot before the request waits in the queue.
    charts.check_scores(first, last, measure, bounds)
    return {"first": first, "last": last, "measure": measure, "bounds": bounds}


def _given_strategies(query: Query) -> Mapping[str, Any]:
    most = charts.MAX_PLAYED
    first, last = query.integer("from", 10, low=2, high=most), query.integer("to", 200, low=2, high=most)
    query.order("from", "to")
    charts.check_played(first, last)
    return {"first": first, "last": last}


def _given_tree(query: Query) -> Mapping[str, Any]:
    n = query.integer("n", 420, low=2, high=MAX_TREE)
    sparing = query.choice("cuts", ("all", "few"), "all") == "few"
    time_limit = query.number("time-limit", 20.0, low=1.0, high=_MOST_SECONDS)
    return {"n": n, "sparing": sparing, "time_limit": time_limit}


def _given_cover(query: Query) -> Mapping[str, Any]:
    return {"n": query.integer("n", 40, low=2, high=MAX_COVER)}


_PICTURES = {
    "scores": LabPicture("Best scores of the pots {1..N}, and bounds on them", _given_scores, charts.scores),
    "strategies": LabPicture("How strategies compare with the best scores", _given_strategies, charts.strategies),
    "tree": LabPicture("The tree of cases that proves a best score", _given_tree, tree, TaxmanTreeFigures),
    "cover": LabPicture("A best game in the graph of covering pairs", _given_cover, cover, quick=True),
}

WEB = WebGame(
    (*board.ENDPOINTS, *questions.ENDPOINTS),
    board.describe,
    board.TaxmanBoard,
    pages=frozenset({"/teach/taxman", "/taxman/levels", "/taxman/prices"}),
    pictures=_PICTURES,
    limits=_limits,
    lab=TaxmanLab,
    most={"pot": MAX_BOARD},
    exercise=TaxmanExercise,
    provable=check_provable,
    reason="/taxman/explain",
    ruled=True,
    starts=100,
    preview=board.preview,
)
