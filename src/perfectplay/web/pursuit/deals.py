"""Questions about the solutions and targets of a deal, questions that make deals, and rounds against an opponent."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.question import Work, ask
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import DECKS, Deck
from perfectplay.pursuit.deal.difficulty import GRADES
from perfectplay.pursuit.expressions import Expression, parse_expression
from perfectplay.pursuit.pictures import svg as draw
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.play import OPPONENTS
from perfectplay.pursuit.questions.base import check_size, check_solvable, one_game
from perfectplay.pursuit.questions.deals import DealGame, PursuitDealt
from perfectplay.pursuit.questions.explain import ExplainDeal, PursuitExplanation
from perfectplay.pursuit.questions.match import (
    AskOpponent,
    JudgeRound,
    PursuitDeclared,
    PursuitOpponent,
    PursuitRound,
    opponents,
)
from perfectplay.pursuit.questions.solve import MapDeal, SolveDeal
from perfectplay.pursuit.questions.typed import PursuitMistake, PursuitTyped, evaluate
from perfectplay.pursuit.reach import PursuitMap
from perfectplay.pursuit.rules import MAX_NUMBERS, MAX_TARGET, OPERATORS, PursuitPosition, Rules, check_numbers
from perfectplay.pursuit.solve import PursuitSolved
from perfectplay.web.endpoints import Endpoint, always, question_endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import START, Query, given_nothing, missing
from perfectplay.web.replies import SVG, json_response

SEEDS = 10**15
EXAMPLE = "3.6.9.10.50.100"
_TARGETS = (1, 1000)


# -- parameters that several questions have -----------------------------------------------------------------------


def read_rules(query: Query) -> Rules:
    """Read ``rules``."""
    return parse_rules(query.text("rules", "", limit=100))


def parse_rules(text: str) -> Rules:
    """Parse rules as query parameters write them."""
    words = []
    for word in text.lower().split(","):
        name, equals, signs = word.lstrip().partition("=")
        # In a query string, a plus sign that is not written as %2B means a space.
        words.append(f"{name}={signs.replace(' ', '+')}" if equals else word)
    return Rules.parse(",".join(words))


def read_operators(query: Query) -> str:
    """Read ``operators``."""
    return Rules.parse(f"operators={query.text('operators', OPERATORS, limit=20).replace(' ', '+')}").operators


def read_deck(query: Query) -> Deck:
    """Read ``deck``; the default is the article's deck."""
    return DECKS[query.choice("deck", tuple(DECKS), "cards")]


def read_deal_size(query: Query, deck: Deck) -> int:
    """Read ``numbers``, the size of a deal."""
    return deck.check_count(query.integer("numbers", 6, low=1, high=MAX_NUMBERS))


def read_targets(query: Query) -> tuple[int, int]:
    """Read the range of targets of a map; refuse a range that is too long."""
    low, high = query.interval("targets", _TARGETS, low=1, high=MAX_TARGET)
    if high - low >= MAX_TARGETS:
        raise LimitExceededError(
            "targets={low}-{high} are {count} targets; at most {most} are possible at once",
            low=low,
            high=high,
            count=high - low + 1,
            most=MAX_TARGETS,
        )
    return low, high


MAX_SOLUTIONS = 500
"""Maximum number of listed solutions of deals for which a complete list could be too long."""

# With fractions, these two maximum sizes are one less, see `perfectplay.pursuit.questions.base.check_size`.
_LISTED = 7
"""Maximum size of a deal whose solutions are all listed and counted."""
_GRADED = 7
"""Maximum size of a deal for which a difficulty can be requested."""
_FORMULA = "(100%2B6)*9-3"


# -- one deal ------------------------------------------------------------------------------------------------------


def _typed(query: Query) -> partial[PursuitTyped | PursuitMistake]:
    position = PursuitPosition.from_id(query.position(f"pursuit:{EXAMPLE}:951"))
    return partial(evaluate, position, query.text("expression", example=_FORMULA))


def _expression(query: Query) -> Expression:
    return parse_expression(query.text("expression", example=_FORMULA))


def _game(query: Query) -> PursuitPosition:
    """Read a game as ``position``, or as ``numbers``, ``target`` and ``rules``."""
    query.exclude("position", "numbers", missing=missing("numbers", EXAMPLE))
    query.exclude("position", "target", missing=missing("target", "951"))
    query.exclude("position", "rules")
    given = query.optional("position", example=f"pursuit:{EXAMPLE}:951")
    numbers = query.numbers("numbers", most=MAX_NUMBERS, example=EXAMPLE, required=False)
    target = query.optional_integer("target", low=1, high=MAX_TARGET, example="951")
    rules = query.optional("rules", limit=100)
    if given is not None:
        return PursuitPosition.from_id(given)
    return one_game(None, numbers, target, parse_rules(rules or ""))


def _explain(query: Query) -> ExplainDeal:
    return ExplainDeal(position=_game(query))


def _solve(query: Query) -> SolveDeal:
    position, everything = _game(query), query.flag("all")
    limit = query.optional_integer("limit", low=1, high=MAX_SOLUTIONS)
    query.dependencies.append("IF limit THEN all=='1';")
    check_solvable(position)
    if everything and limit is None:
        advice = Text("take fewer, or add limit={limit}", limit=MAX_SOLUTIONS)
        check_size(len(position.numbers), position.rules, _LISTED, advice)
    return SolveDeal(position=position, everything=everything, limit=limit)


def _map(query: Query) -> MapDeal:
    query.exclude("numbers", "position", missing=missing("numbers", EXAMPLE))
    query.exclude("position", "rules")
    given = query.optional("position", example=f"pursuit:{EXAMPLE}:951", pattern=START)
    numbers = query.numbers("numbers", most=MAX_NUMBERS, example=EXAMPLE, required=False)
    targets = read_targets(query)
    rules = query.optional("rules", limit=100)
    if given is not None:
        position = PursuitPosition.from_id(given)
        if position.moves:
            raise InvalidPositionError(
                "a map shows the targets of a deal, but {id} has moves; give the deal", id=quote(position.id)
            )
        question = MapDeal(numbers=position.numbers, targets=targets, allowed=position.rules)
    else:
        question = MapDeal(numbers=check_numbers(numbers), targets=targets, allowed=parse_rules(rules or ""))
    check_size(len(question.numbers), question.allowed)
    return question


def map_picture(question: MapDeal, *, progress: ProgressCallback = ignore_progress) -> str:
    """Draw the map of all targets that a deal can hit."""
    return draw.heat_map(question.answer(Work(progress=progress)))


def _given_deal(query: Query) -> Mapping[str, Any]:
    deck, rules = read_deck(query), read_rules(query)
    numbers = read_deal_size(query, deck)
    targets = query.optional_interval("targets", low=1, high=MAX_TARGET)
    difficulty = query.optional_choice("difficulty", [word for word, _ in GRADES])
    large = query.optional_integer("large", low=0, high=MAX_NUMBERS)
    query.order("large", "numbers")
    query.limit("large", "deck", {name: each.courts for name, each in DECKS.items()})
    if large is not None:
        deck.check_large(large, numbers)
    # Answers are cached by question, so give a request without a seed a random seed to make a new deal.
    given = query.optional_integer("seed", low=0, high=SEEDS)
    seed = secrets.randbelow(SEEDS) if given is None else given
    query.dependencies.append(f"ZeroOrOne(difficulty, numbers>{_GRADED});")
    if difficulty is not None:
        check_size(numbers, rules, _GRADED)
    question = DealGame(
        deck=deck, numbers=numbers, targets=targets, allowed=rules, seed=seed, difficulty=difficulty, large=large
    )
    return {"question": question}


def _deal(request: Request, question: DealGame) -> Response:
    if question.difficulty is not None:
        return answer(request, ask, question)
    return json_response(question.answer(), headers={"Cache-Control": "no-store"})


# -- rounds --------------------------------------------------------------------------------------------------------


def _opponent(query: Query) -> AskOpponent:
    text = query.position(f"pursuit:{EXAMPLE}:951")
    opponent = query.choice("opponent", tuple(OPPONENTS))
    seed = query.integer("seed", 0, low=0, high=SEEDS)
    return AskOpponent(position=_solvable(text), opponent=opponent, seed=seed)


def _round(query: Query) -> JudgeRound:
    text = query.position(f"pursuit:{EXAMPLE}:951/100a6.106m9")
    # A number larger than every target must be a typing error.
    declared = query.optional_integer("declared", low=0, high=MAX_TARGET)
    opponent = query.optional_choice("opponent", tuple(OPPONENTS))
    seed = query.integer("seed", 0, low=0, high=SEEDS)
    targets = read_targets(query)
    return JudgeRound(position=_solvable(text), declared=declared, opponent=opponent, seed=seed, targets=targets)


def _solvable(text: str) -> PursuitPosition:
    position = PursuitPosition.from_id(text)
    check_solvable(position.start())
    return position


def _opponents(_: Request) -> Response:
    return json_response(opponents())


ENDPOINTS = [
    question_endpoint(
        "/pursuit/evaluate",
        "What a typed expression comes to, or what is wrong with it",
        _typed,
        PursuitTyped | PursuitMistake,
        quick=always,
    ),
    question_endpoint(
        "/pursuit/solve", "The simplest way to hit a target, or to come as close as possible", _solve, PursuitSolved
    ),
    question_endpoint(
        "/pursuit/explain", "Why no answer is closer to the target of a deal", _explain, PursuitExplanation
    ),
    question_endpoint(
        "/pursuit/tree.svg", "An expression as a tree", _expression, SVG, view=draw.solution_tree, quick=always
    ),
    question_endpoint("/pursuit/map", "All targets that a deal can hit", _map, PursuitMap),
    question_endpoint("/pursuit/map.svg", "All targets that a deal can hit, as a picture", _map, SVG, view=map_picture),
    Endpoint("/pursuit/deal", "A game that is dealt", _given_deal, _deal, PursuitDealt, long=True, none="No such game"),
    Endpoint("/pursuit/opponents", "The opponents", given_nothing, _opponents, list[PursuitOpponent]),
    question_endpoint("/pursuit/opponent", "What an opponent makes of a deal", _opponent, PursuitDeclared),
    question_endpoint("/pursuit/round", "What a round scores, and what was possible in it", _round, PursuitRound),
]
