"""Pictures and tables that people would rather look at than read, as SVG and CSV; and worksheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.coins import charts as coins_charts
from perfectplay.coins import exercises as coins_exercises
from perfectplay.core.errors import quote
from perfectplay.pursuit import answers_odds
from perfectplay.pursuit import exercises as pursuit_exercises
from perfectplay.pursuit.deals import DECKS
from perfectplay.taxman import charts as taxman_charts
from perfectplay.taxman import exercises as taxman_exercises
from perfectplay.taxman.draw_cover import MAX_COVER, cover
from perfectplay.taxman.draw_tree import MAX_TREE, tree
from perfectplay.taxman.records import load_records
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query, listing
from perfectplay.web.replies import CSV, JSON, SVG, csv_text, json_response, to_json

__all__ = ["ROUTES"]

_MOST_SECONDS = 60.0
_SEEDS = 10**15
_LONGEST = max(coins_charts.MAX_LENGTHS.values())


# -- pictures ------------------------------------------------------------------------------------------------------


def _given_scores(query: Query) -> dict[str, Any]:
    most = load_records().largest_without_hole
    first, last = query.integer("from", 10, low=2, high=most), query.integer("to", 250, low=2, high=most)
    measure = query.choice("measure", taxman_charts.MEASURES, "share")
    bounds = _words(query, "bounds", tuple(taxman_charts.BOUNDS), "half,primes,matching")
    # Refused here, before it costs a turn in the queue.
    taxman_charts.check_scores(first, last, measure, bounds)
    return {"first": first, "last": last, "measure": measure, "bounds": bounds}


def _given_strategies(query: Query) -> dict[str, Any]:
    most = taxman_charts.MAX_PLAYED
    first, last = query.integer("from", 10, low=2, high=most), query.integer("to", 200, low=2, high=most)
    taxman_charts.check_played(first, last)
    return {"first": first, "last": last}


def _given_tree(query: Query) -> dict[str, Any]:
    n = query.integer("n", 420, low=2, high=MAX_TREE)
    sparing = query.choice("cuts", ("all", "few"), "all") == "few"
    time_limit = query.number("time-limit", 20.0, low=1.0, high=_MOST_SECONDS)
    return {"n": n, "sparing": sparing, "time_limit": time_limit}


def _given_ties(query: Query) -> dict[str, Any]:
    largest = query.integer("largest", 4, low=2, high=max(coins_charts.MAX_LENGTHS))
    length = query.integer("length", min(20, coins_charts.MAX_LENGTHS[largest]), low=4, high=_LONGEST)
    coins_charts.check_ties(largest, length)
    measure = query.choice("measure", coins_charts.MEASURES, "count")
    lengths = query.choice("lengths", coins_charts.LENGTHS, "even")
    return {"largest": largest, "length": length, "measure": measure, "lengths": lengths}


def _words(query: Query, name: str, options: Sequence[str], default: str) -> tuple[str, ...]:
    """Read some of several words, separated by commas; none is possible."""
    text = query.text(name, default, limit=200)
    words = [word for word in text.split(",") if word]
    for word in words:
        if word not in options:
            message = f"{quote(word)} in {name}={quote(text)} does not exist; the words are {listing(options)}"
            raise InputError(message)
    return tuple(option for option in options if option in words)


def _figures(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in value.items() if name != "svg"}


def _picture(value: Mapping[str, Any]) -> str:
    return str(value["svg"])


def _table(value: Mapping[str, Any]) -> str:
    return csv_text(value["columns"], value["rows"])


def _drawn(
    request: Request,
    read: Callable[[Query], dict[str, Any]],
    draw: Callable[..., dict[str, Any]],
    media: str,
    part: Callable[[Mapping[str, Any]], Any],
) -> Response:
    query = Query(request)
    given = read(query)
    query.done()
    # A picture and its figures are one piece of work.
    return answer(request, draw, media=media, part=part, **given)


def _cover(request: Request, media: str, part: Callable[[Mapping[str, Any]], Any]) -> Response:
    query = Query(request)
    n = query.integer("n", 40, low=2, high=MAX_COVER)
    query.done()
    # This takes milliseconds.
    found = part(cover(n))
    return Response(to_json(found) if media == JSON else found, media_type=media)


def _formulas(request: Request) -> Response:
    query = Query(request)
    deck = DECKS[query.choice("deck", tuple(DECKS), "cards")]
    query.done()
    return answer(request, answers_odds.formulas, deck, by_value=True, media=CSV, part=_formula_table)


def _formula_table(value: Mapping[str, Any]) -> str:
    # The counts begin with that of the value -limit.
    return csv_text(["value", "formulae"], enumerate(value["by_value"], -value["limit"]))


_FORMS: tuple[tuple[str, str, Callable[[Mapping[str, Any]], Any]], ...] = (
    ("", JSON, _figures),
    (".svg", SVG, _picture),
    (".csv", CSV, _table),
)
_DRAWN: Mapping[str, tuple[Callable[[Query], dict[str, Any]], Callable[..., dict[str, Any]]]] = {
    "scores": (_given_scores, taxman_charts.scores),
    "strategies": (_given_strategies, taxman_charts.strategies),
    "tree": (_given_tree, tree),
    "ties": (_given_ties, coins_charts.tie_chart),
}


def _limits(request: Request) -> Response:
    Query(request).done()
    found = {
        "scores": load_records().largest_without_hole,
        "cuts": taxman_charts.MAX_CUTS,
        "strategies": taxman_charts.MAX_PLAYED,
        "cover": MAX_COVER,
        "tree": MAX_TREE,
        "seconds": _MOST_SECONDS,
        "ties": {str(largest): length for largest, length in coins_charts.MAX_LENGTHS.items()},
        "exercises": {game: module.MAX_EXERCISES for game, module in _EXERCISES.items()},
    }
    return json_response(found)


# -- worksheets ----------------------------------------------------------------------------------------------------


_EXERCISES = {"taxman": taxman_exercises, "coins": coins_exercises, "pursuit": pursuit_exercises}


def _worksheet(request: Request) -> Response:
    query = Query(request)
    game = query.choice("game", tuple(_EXERCISES))
    level = query.choice("level", tuple(taxman_exercises.LEVELS), "medium")
    count = query.integer("count", 4, low=1, high=_EXERCISES[game].MAX_EXERCISES)
    seed = query.integer("seed", 1, low=0, high=_SEEDS)
    sheet = {"game": game, "level": level, "count": count, "seed": seed}
    if game == "pursuit":
        deck = query.choice("deck", ("cards", "classic"), "cards")
        query.done()
        part = partial(_sheet, sheet | {"deck": deck})
        return answer(request, pursuit_exercises.exercises, level, count, seed, deck=DECKS[deck], part=part)
    query.done()
    exercises = (taxman_exercises if game == "taxman" else coins_exercises).exercises
    return json_response(_sheet(sheet, exercises(level, count, seed)))


def _sheet(sheet: Mapping[str, Any], exercises: list[dict[str, Any]]) -> dict[str, Any]:
    return {**sheet, "exercises": exercises}


ROUTES = [
    *(
        Route(f"/lab/{name}{ending}", partial(_drawn, read=read, draw=draw, media=media, part=part))
        for name, (read, draw) in _DRAWN.items()
        for ending, media, part in _FORMS
    ),
    *(Route(f"/lab/cover{ending}", partial(_cover, media=media, part=part)) for ending, media, part in _FORMS),
    Route("/lab/formulas.csv", _formulas),
    Route("/lab/limits", _limits),
    Route("/lab/worksheet", _worksheet),
]
"""What this file answers, below ``/api/v1``."""
