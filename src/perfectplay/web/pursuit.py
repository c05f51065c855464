"""The HTTP API's answers about pursuit."""

from __future__ import annotations

import secrets
from fractions import Fraction
from math import ceil
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.pursuit import answers, answers_deals, answers_odds, counting, draw, odds, reach
from perfectplay.pursuit.deals import DECKS, Deck
from perfectplay.pursuit.difficulty import GRADES
from perfectplay.pursuit.draw_parts import MAX_TARGETS
from perfectplay.pursuit.expressions import entries, parse_expression
from perfectplay.pursuit.rules import (
    MAX_NUMBERS,
    MAX_TARGET,
    OPERATORS,
    STOP,
    PursuitPosition,
    Rules,
    check_numbers,
)
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query
from perfectplay.web.parts import WebGame
from perfectplay.web.pursuit_lab import ROUTES as LAB
from perfectplay.web.pursuit_typed import evaluate, number
from perfectplay.web.replies import CSV, SVG, csv_text, json_response

__all__ = [
    "MAX_SECONDS",
    "MAX_SOLUTIONS",
    "ROUTES",
    "WEB",
    "chart",
    "chart_table",
    "check_solvable",
    "describe",
    "formula_chart",
    "map_picture",
]

MAX_SOLUTIONS = 500
"""Most solutions that are listed where all of them could be too many."""

MAX_SECONDS = 100
"""Most seconds of processor time, estimated, that odds may take."""

# With fractions, all of these are one less: eight numbers with fractions would take minutes and a gigabyte.
_SOLVED = MAX_NUMBERS
_LISTED = 7
"""Most numbers whose solutions are listed and counted without a limit."""
_GRADED = 7
"""Most numbers of a game that is dealt again and again until it is as difficult as is wanted."""
_TOP = 100
"""Longest lists of the best and worst deals and of the hardest and easiest targets."""
_SEEDS = 10**15
_EXAMPLE = "3.6.9.10.50.100"
_TARGETS = (1, 1000)


# -- positions -----------------------------------------------------------------------------------------------------


def describe(position: PursuitPosition) -> dict[str, Any]:
    """Tell what the table shows.

    Parameters
    ----------
    position
        Any position.

    Returns
    -------
    dict
        Numbers are integers; texts such as ``"3/2"`` if they are not whole, or from 2^53 on.

        ``numbers``, ``target``: the deal and its target;
        ``rules``: ``{"text", "operators", "use_all", "fractions", "positive"}``, the text as the command line takes
        it and ``""`` for the article's;
        ``table``: the numbers that are left, each with its ``key``, ``value`` and the ``expression`` that made it; the
        keys count all numbers of the game, the dealt ones from 0 in their order, then the results in theirs;
        ``steps``: the calculations so far: ``left``, ``operator``, ``right``, ``result``, and ``keys`` of the two
        numbers and the result;
        ``answer``: what counts now, ``answer_expression``: how it was made, or ``None`` if nothing counts yet;
        ``distance``: how far the answer is from the target;
        ``stopped``: whether the player has said so.

    Notes
    -----
    A millisecond or less.
    """
    played = entries(position)
    keys = {id(entry.expression): key for key, entry in enumerate(played)}
    made = [entry.expression for entry in played[len(position.numbers) :]]
    counts = not position.rules.use_all or len(position.table) == 1
    left = [entry for entry in played if not entry.used] if position.rules.use_all else played
    best = next((one.expression for one in left if one.expression.value == position.answer), None)
    rules = position.rules
    return {
        "numbers": list(position.numbers),
        "target": position.target,
        "rules": {
            "text": str(rules),
            "operators": rules.operators,
            "use_all": rules.use_all,
            "fractions": rules.fractions,
            "positive": rules.positive,
        },
        "table": [
            {"key": key, "value": number(entry.expression.value), "expression": str(entry.expression)}
            for key, entry in enumerate(played)
            if not entry.used
        ],
        "steps": [
            {
                "left": number(one.left.value),
                "operator": one.operator,
                "right": number(one.right.value),
                "result": number(one.value),
                "keys": [keys[id(one.left)], keys[id(one.right)], keys[id(one)]],
            }
            for one in made
            if one.left and one.right
        ],
        "answer": number(position.answer),
        "answer_expression": str(best) if counts and best else None,
        "distance": number(position.distance),
        "stopped": STOP in position.moves,
    }


# -- work for a process of its own ---------------------------------------------------------------------------------


def map_picture(
    numbers: tuple[int, ...], low: int, high: int, rules: Rules, progress: ProgressCallback = ignore_progress
) -> str:
    """Draw all targets of a deal."""
    progress(Progress("targets", 0.0))
    return draw.heat_map(reach.reach(numbers, low, high, rules))


def chart(
    deck: Deck, numbers: int, low: int, high: int, rules: Rules, progress: ProgressCallback = ignore_progress
) -> str:
    """Draw the chance of every target of a deck."""
    return draw.target_chart(odds.odds(deck, numbers, low, high, rules, progress=progress))


def chart_table(
    deck: Deck, numbers: int, low: int, high: int, rules: Rules, progress: ProgressCallback = ignore_progress
) -> str:
    """Write the chance of every target of a deck as comma-separated values, exactly and as a decimal."""
    found = odds.odds(deck, numbers, low, high, rules, progress=progress)
    columns = ("target", "hits", "deals", "distinct_hits", "distinct_deals", "probability")
    return csv_text(
        columns,
        (
            (
                row.target,
                row.weight,
                found.deals,
                row.distinct_deals,
                found.distinct_deals,
                float(Fraction(row.weight, found.deals)),
            )
            for row in found.by_target
        ),
    )


def formula_chart(deck: Deck, numbers: int, operators: str, progress: ProgressCallback = ignore_progress) -> str:
    """Draw how many formulae have each value."""
    return draw.formula_histogram(counting.count_formulas(deck, numbers, operators, progress=progress))


# -- parameters ----------------------------------------------------------------------------------------------------


def _rules(query: Query) -> Rules:
    words = []
    for word in query.text("rules", "", limit=100).lower().split(","):
        name, equals, signs = word.lstrip().partition("=")
        # In an address, a plus sign that is not written as %2B is a blank.
        words.append(f"{name}={signs.replace(' ', '+')}" if equals else word)
    return Rules.parse(",".join(words))


def _operators(query: Query) -> str:
    return Rules.parse(f"operators={query.text('operators', OPERATORS, limit=20).replace(' ', '+')}").operators


def _deck(query: Query) -> Deck:
    return DECKS[query.choice("deck", tuple(DECKS), "cards")]


def _deal_size(query: Query, deck: Deck) -> int:
    return deck.check_count(query.integer("numbers", 6, low=1, high=MAX_NUMBERS))


def _check_size(numbers: int, rules: Rules, most: int, advice: str = "take fewer") -> None:
    """Refuse what would take too long."""
    possible = most - rules.fractions
    if numbers > possible:
        what = " with fractions" if rules.fractions else ""
        message = f"{numbers} numbers{what} would take too long; at most {possible} are possible here, so {advice}"
        raise LimitExceededError(message)


def _given_position(query: Query) -> PursuitPosition:
    """Read a game: ``position``, or ``numbers``, ``target`` and perhaps ``rules``."""
    if "position" in query:
        if any(name in query for name in ("numbers", "target", "rules")):
            message = "position has numbers, target and rules of its own; leave them out, or leave out position"
            raise InputError(message)
        position = PursuitPosition.from_id(query.text("position"))
    else:
        numbers = query.numbers("numbers", most=MAX_NUMBERS, example=_EXAMPLE)
        position = PursuitPosition.new(numbers, query.integer("target", low=1, high=MAX_TARGET), _rules(query))
    check_solvable(position)
    return position


def check_solvable(position: PursuitPosition) -> None:
    """Refuse a position that would take minutes and gigabytes to solve.

    Raises
    ------
    LimitExceededError
        If too many numbers are left on the table for its rules.
    """
    _check_size(len(position.table), position.rules, _SOLVED)


def _given_map(query: Query) -> tuple[tuple[int, ...], int, int, Rules]:
    numbers = check_numbers(query.numbers("numbers", most=MAX_NUMBERS, example=_EXAMPLE))
    low, high = query.interval("targets", _TARGETS, low=1, high=MAX_TARGET)
    if high - low >= MAX_TARGETS:
        message = f"targets={low}-{high} are {high - low + 1} targets; at most {MAX_TARGETS} are possible at once"
        raise LimitExceededError(message)
    rules = _rules(query)
    query.done()
    _check_size(len(numbers), rules, _SOLVED)
    return numbers, low, high, rules


def _given_odds(query: Query) -> tuple[Deck, int, int, int, Rules]:
    deck = _deck(query)
    numbers = _deal_size(query, deck)
    low, high = query.interval("targets", answers_deals.default_targets(deck), low=1, high=MAX_TARGETS)
    rules = _rules(query)
    query.done()
    seconds = odds.check_odds(deck, numbers, low, high, rules)
    if seconds > MAX_SECONDS:
        what = f"{numbers} numbers of the deck {deck.name}{' by these rules' if str(rules) else ''}"
        message = f"{what} would take some {ceil(seconds / 60)} minutes of processor time; take fewer numbers here"
        raise LimitExceededError(message)
    return deck, numbers, low, high, rules


def _given_formulas(query: Query) -> tuple[Deck, int, str]:
    deck = _deck(query)
    return deck, query.integer("numbers", counting.MAX_COUNTED, low=1, high=counting.MAX_COUNTED), _operators(query)


# -- routes --------------------------------------------------------------------------------------------------------


def _evaluate(request: Request) -> Response:
    query = Query(request)
    text = query.text("id", example=f"pursuit:{_EXAMPLE}:951")
    expression = query.text("expression", example="(100%2B6)*9-3")
    query.done()
    return json_response(evaluate(PursuitPosition.from_id(text), expression))


def _solve(request: Request) -> Response:
    query = Query(request)
    position, everything = _given_position(query), query.flag("all")
    limit = query.optional_integer("limit", low=1, high=MAX_SOLUTIONS)
    query.done()
    if limit is not None and not everything:
        message = f"limit={limit} is about the list of all solutions; add all=1, or leave it out"
        raise InputError(message)
    if everything and position.moves:
        message = f"all=1 lists solutions of a deal, and in {quote(position.id)} moves have been made; give the deal"
        raise InputError(message)
    if everything and limit is None:
        _check_size(len(position.numbers), position.rules, _LISTED, f"take fewer, or add limit={MAX_SOLUTIONS}")
    return answer(request, answers.solved, position, everything=everything, limit=limit)


def _tree_picture(request: Request) -> Response:
    query = Query(request)
    expression = parse_expression(query.text("expression", example="(100%2B6)*9-3"))
    query.done()
    return Response(draw.solution_tree(expression), media_type=SVG)


def _map(request: Request) -> Response:
    return answer(request, answers.mapped, *_given_map(Query(request)))


def _map_picture(request: Request) -> Response:
    return answer(request, map_picture, *_given_map(Query(request)), media=SVG)


def _deal(request: Request) -> Response:
    query = Query(request)
    deck, rules = _deck(query), _rules(query)
    numbers = _deal_size(query, deck)
    targets = query.interval("targets", _TARGETS, low=1, high=MAX_TARGET) if "targets" in query else None
    difficulty = query.choice("difficulty", [word for word, _ in GRADES]) if "difficulty" in query else None
    # Work is remembered by what was asked: whoever names no seed gets a new game each time.
    given = query.optional_integer("seed", low=0, high=_SEEDS)
    seed = secrets.randbelow(_SEEDS) if given is None else given
    query.done()
    if difficulty is not None:
        _check_size(numbers, rules, _GRADED)
        return answer(request, answers_deals.deal, deck, numbers, targets, rules, seed=seed, difficulty=difficulty)
    record = answers_deals.deal(deck, numbers, targets, rules, seed=seed)
    return json_response(record, headers={"Cache-Control": "no-store"})


def _odds(request: Request) -> Response:
    query = Query(request)
    top = query.integer("top", 5, low=1, high=_TOP)
    return answer(request, answers_odds.odds, *_given_odds(query), top=top)


def _chart(request: Request) -> Response:
    return answer(request, chart, *_given_odds(Query(request)), media=SVG)


def _chart_table(request: Request) -> Response:
    return answer(request, chart_table, *_given_odds(Query(request)), media=CSV)


def _formulas(request: Request) -> Response:
    query = Query(request)
    given, by_value = _given_formulas(query), query.flag("by-value")
    query.done()
    return answer(request, answers_odds.formulas, *given, by_value=by_value)


def _formula_chart(request: Request) -> Response:
    query = Query(request)
    given = _given_formulas(query)
    query.done()
    return answer(request, formula_chart, *given, media=SVG)


ROUTES = [
    Route("/pursuit/evaluate", _evaluate),
    Route("/pursuit/solve", _solve),
    Route("/pursuit/tree.svg", _tree_picture),
    Route("/pursuit/map", _map),
    Route("/pursuit/map.svg", _map_picture),
    Route("/pursuit/deal", _deal),
    Route("/pursuit/odds", _odds),
    Route("/pursuit/chart.svg", _chart),
    Route("/pursuit/chart.csv", _chart_table),
    Route("/pursuit/formulas", _formulas),
    Route("/pursuit/formulas.svg", _formula_chart),
]
"""What this file answers, below ``/api/v1``."""

WEB = WebGame([*ROUTES, *LAB], describe, pages=frozenset({"/pursuit/odds"}))
"""What the web app has of this game."""
