"""One deal of pursuit: what can be made of it, what it can hit, and new ones."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.question import ParameterError
from perfectplay.core.text.texts import Text
from perfectplay.pursuit import reach
from perfectplay.pursuit.deal.grades import GRADES
from perfectplay.pursuit.expressions import Expression, parse_expression
from perfectplay.pursuit.pictures import svg as draw
from perfectplay.pursuit.questions import deals as answers_deals
from perfectplay.pursuit.questions import solve as answers
from perfectplay.pursuit.rules import MAX_NUMBERS, MAX_TARGET, PursuitPosition, Rules, check_numbers
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query, demand
from perfectplay.web.pursuit.reading import (
    EXAMPLE,
    SEEDS,
    SOLVED,
    check_size,
    check_solvable,
    parse_rules,
    read_deal_size,
    read_deck,
    read_rules,
    read_targets,
)
from perfectplay.web.pursuit.typed import PursuitMistake, PursuitTyped, evaluate
from perfectplay.web.replies import SVG, json_response

__all__ = ["ENDPOINTS"]

MAX_SOLUTIONS = 500
"""Most solutions that are listed where all of them could be too many."""

# With fractions, both of these are one less, as `perfectplay.web.pursuit.reading.SOLVED` is.
_LISTED = 7
"""Most numbers whose solutions are listed and counted without a limit."""
_GRADED = 7
"""Most numbers of a game that is dealt again and again until it is as difficult as is wanted."""
_FORMULA = "(100%2B6)*9-3"


def map_picture(
    numbers: tuple[int, ...], low: int, high: int, rules: Rules, progress: ProgressCallback = ignore_progress
) -> str:
    """Draw all targets of a deal."""
    progress(Progress("targets", 0.0))
    return draw.heat_map(reach.reach(numbers, low, high, rules))


def _given_typed(query: Query) -> Mapping[str, Any]:
    text = query.position(f"pursuit:{EXAMPLE}:951")
    return {"text": text, "expression": query.text("expression", example=_FORMULA)}


def _given_solve(query: Query) -> Mapping[str, Any]:
    """Read a game, ``position`` or else ``numbers``, ``target`` and perhaps ``rules``; and what is to be listed."""
    given = query.optional("position", example=f"pursuit:{EXAMPLE}:951")
    numbers = query.numbers("numbers", most=MAX_NUMBERS, example=EXAMPLE, required=False)
    target = query.optional_integer("target", low=1, high=MAX_TARGET, example="951")
    rules = query.optional("rules", limit=100)
    everything = query.flag("all")
    limit = query.optional_integer("limit", low=1, high=MAX_SOLUTIONS)
    if given is not None:
        if numbers or target is not None or rules is not None:
            message = Text("position has numbers, target and rules of its own; leave them out, or leave out position")
            raise ParameterError(message)
        position = PursuitPosition.from_id(given)
    elif not numbers or target is None:
        name, example = ("target", "951") if numbers else ("numbers", EXAMPLE)
        demand(name, example)
    else:
        position = PursuitPosition.new(numbers, target, parse_rules(rules or ""))
    check_solvable(position)
    if limit is not None and not everything:
        message = Text("limit={limit} is about the list of all solutions; add all=1, or leave it out", limit=limit)
        raise ParameterError(message)
    if everything and position.moves:
        message = Text(
            "all=1 lists solutions of a deal, and in {id} moves have been made; give the deal", id=quote(position.id)
        )
        raise ParameterError(message)
    if everything and limit is None:
        check_size(
            len(position.numbers),
            position.rules,
            _LISTED,
            Text("take fewer, or add limit={limit}", limit=MAX_SOLUTIONS),
        )
    return {"position": position, "everything": everything, "limit": limit}


def _given_expression(query: Query) -> Mapping[str, Any]:
    return {"expression": parse_expression(query.text("expression", example=_FORMULA))}


def _given_map(query: Query) -> Mapping[str, Any]:
    query.exclude("numbers", "position")
    given = query.optional("position", example=f"pursuit:{EXAMPLE}:951")
    numbers = query.numbers("numbers", most=MAX_NUMBERS, example=EXAMPLE, required=False)
    low, high = read_targets(query)
    rules = query.optional("rules", limit=100)
    if given is not None:
        query.exclude("position", "rules")
        position = PursuitPosition.from_id(given)
        if position.moves:
            message = Text(
                "a map shows what a deal can hit, and in {id} moves have been made; give the deal",
                id=quote(position.id),
            )
            raise InvalidPositionError(message)
        deal, allowed = position.numbers, position.rules
    elif numbers:
        deal, allowed = check_numbers(numbers), parse_rules(rules or "")
    else:
        demand("numbers", EXAMPLE)
    check_size(len(deal), allowed, SOLVED)
    return {"numbers": deal, "low": low, "high": high, "rules": allowed}


def _given_deal(query: Query) -> Mapping[str, Any]:
    deck, rules = read_deck(query), read_rules(query)
    numbers = read_deal_size(query, deck)
    targets = query.optional_interval("targets", low=1, high=MAX_TARGET)
    difficulty = query.optional_choice("difficulty", [word for word, _ in GRADES])
    large = query.optional_integer("large", low=0, high=MAX_NUMBERS)
    if large is not None:
        deck.check_large(large, numbers)
    # Work is remembered by what was asked: without a seed, each request gets a new game.
    given = query.optional_integer("seed", low=0, high=SEEDS)
    seed = secrets.randbelow(SEEDS) if given is None else given
    if difficulty is not None:
        check_size(numbers, rules, _GRADED)
    return {
        "deck": deck,
        "numbers": numbers,
        "targets": targets,
        "rules": rules,
        "seed": seed,
        "difficulty": difficulty,
        "large": large,
    }


def _evaluate(_: Request, text: str, expression: str) -> Response:
    return json_response(evaluate(PursuitPosition.from_id(text), expression))


def _tree_picture(_: Request, expression: Expression) -> Response:
    return Response(draw.solution_tree(expression), media_type=SVG)


def _deal(request: Request, difficulty: str | None, **given: Any) -> Response:
    if difficulty is not None:
        return answer(request, answers_deals.deal, difficulty=difficulty, **given)
    return json_response(answers_deals.deal(**given), headers={"Cache-Control": "no-store"})


ENDPOINTS = [
    Endpoint(
        "/pursuit/evaluate",
        "What a typed expression comes to, or what is wrong with it",
        _given_typed,
        _evaluate,
        PursuitTyped | PursuitMistake,
    ),
    Endpoint(
        "/pursuit/solve",
        "The simplest way to hit a target, or to come as close as possible",
        _given_solve,
        partial(answer, function=answers.solved),
        answers.PursuitSolved,
        long=True,
    ),
    Endpoint("/pursuit/tree.svg", "An expression as a tree", _given_expression, _tree_picture, SVG),
    Endpoint(
        "/pursuit/map",
        "All targets that a deal can hit",
        _given_map,
        partial(answer, function=answers.mapped),
        answers.PursuitMap,
        long=True,
    ),
    Endpoint(
        "/pursuit/map.svg",
        "All targets that a deal can hit, as a picture",
        _given_map,
        partial(answer, function=map_picture, media=SVG),
        SVG,
        long=True,
    ),
    Endpoint("/pursuit/deal", "A game that is dealt", _given_deal, _deal, answers_deals.PursuitDealt, long=True),
]
