"""The HTTP API's answers about pursuit."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil
from operator import itemgetter
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import Exact
from perfectplay.core.texts import Text
from perfectplay.pursuit import counting, odds, reach
from perfectplay.pursuit import design as designer
from perfectplay.pursuit.answers import best as answers
from perfectplay.pursuit.answers import deals as answers_deals
from perfectplay.pursuit.answers import match as answers_match
from perfectplay.pursuit.answers import odds as answers_odds
from perfectplay.pursuit.deals import DECKS, Deck
from perfectplay.pursuit.exercises import PursuitExercise
from perfectplay.pursuit.expressions import Expression, entries, parse_expression
from perfectplay.pursuit.grades import GRADES
from perfectplay.pursuit.opponents import OPPONENTS
from perfectplay.pursuit.pictures import svg as draw
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.rules import (
    MAX_NUMBERS,
    MAX_TARGET,
    OPERATORS,
    STOP,
    Operator,
    PursuitPosition,
    Rules,
    check_numbers,
)
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query, demand
from perfectplay.web.pursuit.typed import PursuitMistake, PursuitTyped, evaluate
from perfectplay.web.replies import CSV, SVG, csv_text, json_response

__all__ = [
    "ENDPOINTS",
    "MAX_SECONDS",
    "MAX_SOLUTIONS",
    "WEB",
    "PursuitBoard",
    "PursuitCard",
    "PursuitRules",
    "PursuitStep",
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
_MOST_DECKS = 500
"""Most decks that are compared."""
_VARY_TEXT = 500
_TOP = 100
"""Longest lists of the best and worst deals and of the hardest and easiest targets."""
_SEEDS = 10**15
_EXAMPLE = "3.6.9.10.50.100"
_FORMULA = "(100%2B6)*9-3"
_TARGETS = (1, 1000)


# -- positions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitRules:
    """What is allowed; see `perfectplay.pursuit.rules.Rules`.

    Attributes
    ----------
    text
        As the command line takes it, ``""`` for the article's.
    operators
        Some of ``+-*/``.
    use_all
        Whether all numbers must be used.
    fractions
        Whether results on the way may be fractions.
    positive
        Whether they must be positive.
    """

    text: str
    operators: str
    use_all: bool
    fractions: bool
    positive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitCard:
    """A number on the table.

    Attributes
    ----------
    key
        Counts all numbers of the game: the dealt ones from 0 in their order, then the results in theirs.
    value
        The number.
    text
        The number as text, for readers that round integers from 2^53 on.
    expression
        How it was made.
    """

    key: int
    value: Exact
    text: str
    expression: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitStep:
    """A calculation that was made.

    Attributes
    ----------
    left, operator, right, result
        Two numbers, the sign between them, and what they give.
    keys
        The keys of the two numbers and the result; see `PursuitCard`.
    texts
        The two numbers and the result as texts, for readers that round integers from 2^53 on.
    """

    left: Exact
    operator: Operator
    right: Exact
    result: Exact
    keys: tuple[int, int, int]
    texts: tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitBoard:
    """What the table shows.

    Attributes
    ----------
    numbers, target
        The deal and its target.
    rules
        What is allowed.
    table
        The numbers that are left.
    steps
        The calculations so far.
    answer
        What counts now.
    distance
        How far the answer is from the target.
    answer_text, distance_text
        The answer and the distance as texts, for readers that round integers from 2^53 on.
    answer_expression
        How the answer was made, or ``None`` if nothing counts yet.
    stopped
        Whether the player has said so.
    """

    numbers: tuple[int, ...]
    target: int
    rules: PursuitRules
    table: tuple[PursuitCard, ...]
    steps: tuple[PursuitStep, ...]
    answer: int
    answer_text: str
    answer_expression: str | None
    distance: int
    distance_text: str
    stopped: bool


def describe(position: PursuitPosition) -> PursuitBoard:
    """Tell what the table shows of a position, in a millisecond or less."""
    played = entries(position)
    keys = {id(entry.expression): key for key, entry in enumerate(played)}
    made = [entry.expression for entry in played[len(position.numbers) :]]
    counts = not position.rules.use_all or len(position.table) == 1
    left = [entry for entry in played if not entry.used] if position.rules.use_all else played
    best = next((one.expression for one in left if one.expression.value == position.answer), None)
    rules = position.rules
    return PursuitBoard(
        numbers=position.numbers,
        target=position.target,
        rules=PursuitRules(
            text=str(rules),
            operators=rules.operators,
            use_all=rules.use_all,
            fractions=rules.fractions,
            positive=rules.positive,
        ),
        table=tuple(
            PursuitCard(
                key=key,
                value=entry.expression.value,
                text=str(entry.expression.value),
                expression=str(entry.expression),
            )
            for key, entry in enumerate(played)
            if not entry.used
        ),
        steps=tuple(_step(one, one.left, one.right, keys) for one in made if one.left and one.right),
        answer=position.answer,
        answer_text=str(position.answer),
        answer_expression=str(best) if counts and best else None,
        distance=position.distance,
        distance_text=str(position.distance),
        stopped=STOP in position.moves,
    )


def _step(made: Expression, left: Expression, right: Expression, keys: Mapping[int, int]) -> PursuitStep:
    return PursuitStep(
        left=left.value,
        operator=cast("Operator", made.operator),
        right=right.value,
        result=made.value,
        keys=(keys[id(left)], keys[id(right)], keys[id(made)]),
        texts=(str(left.value), str(right.value), str(made.value)),
    )


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
    return _parse_rules(query.text("rules", "", limit=100))


def _parse_rules(text: str) -> Rules:
    words = []
    for word in text.lower().split(","):
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


def _check_size(numbers: int, rules: Rules, most: int, advice: str = Text("take fewer")) -> None:
    """Refuse what would take too long."""
    possible = most - rules.fractions
    if numbers > possible:
        what = Text(" with fractions") if rules.fractions else ""
        message = Text(
            "{numbers} numbers{what} would take too long; at most {possible} are possible here, so {advice}",
            numbers=numbers,
            what=what,
            possible=possible,
            advice=advice,
        )
        raise LimitExceededError(message)


def check_solvable(position: PursuitPosition) -> None:
    """Refuse a position that would take minutes and gigabytes to solve.

    Raises
    ------
    LimitExceededError
        If too many numbers are left on the table for its rules.
    """
    _check_size(len(position.table), position.rules, _SOLVED)


def _given_typed(query: Query) -> Mapping[str, Any]:
    text = query.position(f"pursuit:{_EXAMPLE}:951")
    return {"text": text, "expression": query.text("expression", example=_FORMULA)}


def _given_solve(query: Query) -> Mapping[str, Any]:
    """Read a game, ``position`` or else ``numbers``, ``target`` and perhaps ``rules``; and what is to be listed."""
    given = query.optional("position", example=f"pursuit:{_EXAMPLE}:951")
    numbers = query.numbers("numbers", most=MAX_NUMBERS, example=_EXAMPLE, required=False)
    target = query.optional_integer("target", low=1, high=MAX_TARGET, example="951")
    rules = query.optional("rules", limit=100)
    everything = query.flag("all")
    limit = query.optional_integer("limit", low=1, high=MAX_SOLUTIONS)
    if given is not None:
        if numbers or target is not None or rules is not None:
            message = Text("position has numbers, target and rules of its own; leave them out, or leave out position")
            raise InputError(message)
        position = PursuitPosition.from_id(given)
    elif not numbers or target is None:
        name, example = ("target", "951") if numbers else ("numbers", _EXAMPLE)
        demand(name, example)
    else:
        position = PursuitPosition.new(numbers, target, _parse_rules(rules or ""))
    check_solvable(position)
    if limit is not None and not everything:
        message = Text("limit={limit} is about the list of all solutions; add all=1, or leave it out", limit=limit)
        raise InputError(message)
    if everything and position.moves:
        message = Text(
            "all=1 lists solutions of a deal, and in {id} moves have been made; give the deal", id=quote(position.id)
        )
        raise InputError(message)
    if everything and limit is None:
        _check_size(
            len(position.numbers),
            position.rules,
            _LISTED,
            Text("take fewer, or add limit={limit}", limit=MAX_SOLUTIONS),
        )
    return {"position": position, "everything": everything, "limit": limit}


def _given_expression(query: Query) -> Mapping[str, Any]:
    return {"expression": parse_expression(query.text("expression", example=_FORMULA))}


def _targets(query: Query) -> tuple[int, int]:
    """Read the targets of a map, at most as many as are possible at once."""
    low, high = query.interval("targets", _TARGETS, low=1, high=MAX_TARGET)
    if high - low >= MAX_TARGETS:
        message = Text(
            "targets={low}-{high} are {count} targets; at most {most} are possible at once",
            low=low,
            high=high,
            count=high - low + 1,
            most=MAX_TARGETS,
        )
        raise LimitExceededError(message)
    return low, high


def _given_map(query: Query) -> Mapping[str, Any]:
    query.exclude("numbers", "position")
    given = query.optional("position", example=f"pursuit:{_EXAMPLE}:951")
    numbers = query.numbers("numbers", most=MAX_NUMBERS, example=_EXAMPLE, required=False)
    low, high = _targets(query)
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
        deal, allowed = check_numbers(numbers), _parse_rules(rules or "")
    else:
        demand("numbers", _EXAMPLE)
    _check_size(len(deal), allowed, _SOLVED)
    return {"numbers": deal, "low": low, "high": high, "rules": allowed}


def _given_deal(query: Query) -> Mapping[str, Any]:
    deck, rules = _deck(query), _rules(query)
    numbers = _deal_size(query, deck)
    targets = query.optional_interval("targets", low=1, high=MAX_TARGET)
    difficulty = query.optional_choice("difficulty", [word for word, _ in GRADES])
    large = query.optional_integer("large", low=0, high=MAX_NUMBERS)
    if large is not None:
        deck.check_large(large, numbers)
    # Work is remembered by what was asked: whoever names no seed gets a new game each time.
    given = query.optional_integer("seed", low=0, high=_SEEDS)
    seed = secrets.randbelow(_SEEDS) if given is None else given
    if difficulty is not None:
        _check_size(numbers, rules, _GRADED)
    return {
        "deck": deck,
        "numbers": numbers,
        "targets": targets,
        "rules": rules,
        "seed": seed,
        "difficulty": difficulty,
        "large": large,
    }


def _given_opponent(query: Query) -> Mapping[str, Any]:
    text = query.position(f"pursuit:{_EXAMPLE}:951")
    opponent = query.choice("opponent", tuple(OPPONENTS))
    seed = query.integer("seed", 0, low=0, high=_SEEDS)
    position = PursuitPosition.from_id(text)
    check_solvable(position.start())
    return {"position": position, "opponent": opponent, "seed": seed}


def _given_round(query: Query) -> Mapping[str, Any]:
    text = query.position(f"pursuit:{_EXAMPLE}:951/100a6.106m9")
    # Nobody means a larger one, and a target cannot be.
    declared = query.optional_integer("declared", low=0, high=MAX_TARGET)
    opponent = query.optional_choice("opponent", tuple(OPPONENTS))
    seed = query.integer("seed", 0, low=0, high=_SEEDS)
    low, high = _targets(query)
    position = PursuitPosition.from_id(text)
    check_solvable(position.start())
    return {
        "position": position,
        "declared": declared,
        "opponent": opponent,
        "seed": seed,
        "low": low,
        "high": high,
    }


def _given_chance(query: Query) -> Mapping[str, Any]:
    given = _given_odds(query)
    return {"target": query.integer("target", low=given["low"], high=given["high"], example="947"), **given}


def _given_odds(query: Query) -> Mapping[str, Any]:
    deck = _deck(query)
    numbers = _deal_size(query, deck)
    low, high = query.interval("targets", answers_deals.default_targets(deck), low=1, high=MAX_TARGETS)
    rules = _rules(query)
    seconds = odds.check_odds(deck, numbers, low, high, rules)
    if seconds > MAX_SECONDS:
        what = Text("{numbers} numbers of the deck {name}", numbers=numbers, name=deck.name)
        if str(rules):
            what = Text("{what} by these rules", what=what)
        message = Text(
            "{what} would take some {minutes} minutes of processor time; take fewer numbers here",
            what=what,
            minutes=ceil(seconds / 60),
        )
        raise LimitExceededError(message)
    return {"deck": deck, "numbers": numbers, "low": low, "high": high, "rules": rules}


def _given_listed_odds(query: Query) -> Mapping[str, Any]:
    return {"top": query.integer("top", 5, low=1, high=_TOP), **_given_odds(query)}


def _given_design(query: Query) -> Mapping[str, Any]:
    """Read a deck, and what to vary in it: ``25=20-30;50=40,45``."""
    deck = _deck(query)
    text = query.text("vary", example="25=20,30", limit=_VARY_TEXT)
    numbers = _deal_size(query, deck)
    low, high = query.interval("targets", answers_deals.default_targets(deck), low=1, high=MAX_TARGETS)
    rules = _rules(query)
    rank = designer.check_rank(query.text("rank", "probability", limit=20), numbers)
    descending, top = not query.flag("ascending"), query.integer("top", 20, low=1, high=_TOP)
    vary = designer.parse_vary(part for part in text.split(";") if part)
    decks = designer.variants(deck, vary)
    if len(decks) > _MOST_DECKS:
        message = Text(
            "vary={text} makes {count} decks; at most {most} are possible here",
            text=quote(text),
            count=len(decks),
            most=_MOST_DECKS,
        )
        raise LimitExceededError(message)
    seconds = sum(odds.check_odds(one, numbers, low, high, rules, limited=True) for one, _ in decks)
    if seconds > MAX_SECONDS:
        message = Text(
            "{count} decks would take some {minutes} minutes of processor time; vary less, or take fewer numbers",
            count=len(decks),
            minutes=ceil(seconds / 60),
        )
        raise LimitExceededError(message)
    given = {"deck": deck, "vary": vary, "numbers": numbers, "low": low, "high": high, "rules": rules}
    return {**given, "rank": rank, "descending": descending, "top": top}


def _given_formulas(query: Query) -> Mapping[str, Any]:
    deck = _deck(query)
    numbers = query.integer("numbers", counting.MAX_COUNTED, low=1, high=counting.MAX_COUNTED)
    return {"deck": deck, "numbers": numbers, "operators": _operators(query)}


def _given_told_formulas(query: Query) -> Mapping[str, Any]:
    return {**_given_formulas(query), "by_value": query.flag("by-value")}


def _given_histogram(query: Query) -> Mapping[str, Any]:
    return {"deck": _deck(query), "by_value": True}


# -- addresses -----------------------------------------------------------------------------------------------------


def _evaluate(_: Request, text: str, expression: str) -> Response:
    return json_response(evaluate(PursuitPosition.from_id(text), expression))


def _tree_picture(_: Request, expression: Expression) -> Response:
    return Response(draw.solution_tree(expression), media_type=SVG)


def _deal(request: Request, difficulty: str | None, **given: Any) -> Response:
    if difficulty is not None:
        return answer(request, answers_deals.deal, difficulty=difficulty, **given)
    return json_response(answers_deals.deal(**given), headers={"Cache-Control": "no-store"})


def _chance(request: Request, target: int, **given: Any) -> Response:
    """Answer from the odds of all targets, which are found and remembered at once."""
    return answer(request, answers_odds.target_odds, take=itemgetter(target - given["low"]), **given)


def _histogram(found: answers_odds.PursuitFormulas) -> str:
    # The counts begin with that of the value -limit.
    return csv_text(("value", "formulae"), enumerate(found.by_value or (), -found.limit))


ENDPOINTS = [
    Endpoint(
        "/pursuit/evaluate",
        "What an expression that somebody types comes to, or what is wrong with it",
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
    Endpoint(
        "/pursuit/opponent",
        "What an opponent makes of a deal",
        _given_opponent,
        partial(answer, function=answers_match.opponent_declares),
        answers_match.PursuitDeclared,
        long=True,
    ),
    Endpoint(
        "/pursuit/round",
        "What a round scores, and what was possible in it",
        _given_round,
        partial(answer, function=answers_match.played_round),
        answers_match.PursuitRound,
        long=True,
    ),
    Endpoint(
        "/pursuit/chance",
        "The exact chance of a target over all deals of a deck",
        _given_chance,
        _chance,
        answers_odds.PursuitTargetOdds,
        long=True,
    ),
    Endpoint(
        "/pursuit/odds",
        "The exact odds over all deals of a deck",
        _given_listed_odds,
        partial(answer, function=answers_odds.odds),
        answers_odds.PursuitOdds,
        long=True,
    ),
    Endpoint(
        "/pursuit/design",
        "Decks in which some cards have other values, ranked by their odds",
        _given_design,
        partial(answer, function=answers_odds.design),
        list[answers_odds.PursuitDesign],
        long=True,
    ),
    Endpoint(
        "/pursuit/chart.svg",
        "The chance of every target of a deck, as a picture",
        _given_odds,
        partial(answer, function=chart, media=SVG),
        SVG,
        long=True,
    ),
    Endpoint(
        "/pursuit/chart.csv",
        "The chance of every target of a deck, as a table for spreadsheets",
        _given_odds,
        partial(answer, function=chart_table, media=CSV),
        CSV,
        long=True,
    ),
    Endpoint(
        "/pursuit/formulas",
        "How many formulae can be written with cards of a deck",
        _given_told_formulas,
        partial(answer, function=answers_odds.formulas),
        answers_odds.PursuitFormulas,
        long=True,
    ),
    Endpoint(
        "/pursuit/formulas.svg",
        "How many formulae of a deck have each value, as a picture",
        _given_formulas,
        partial(answer, function=formula_chart, media=SVG),
        SVG,
        long=True,
    ),
    Endpoint(
        "/lab/formulas.csv",
        "How many formulae of a deck have each value, as a table for spreadsheets",
        _given_histogram,
        partial(answer, function=answers_odds.formulas, media=CSV, take=_histogram),
        CSV,
        long=True,
    ),
]
"""What this file answers, below ``/api/v1``."""

WEB = WebGame(
    ENDPOINTS,
    describe,
    board=PursuitBoard,
    pages=frozenset({"/pursuit/levels", "/pursuit/match", "/pursuit/odds"}),
    exercise=PursuitExercise,
)
"""What the web app has of this game."""
