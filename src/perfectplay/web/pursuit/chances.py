"""All deals of a deck of pursuit: odds, decks that are compared, and formulae."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import ceil
from operator import itemgetter
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.text.texts import Text
from perfectplay.pursuit import design as designer
from perfectplay.pursuit import odds
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.pictures import svg as draw
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.questions import deals as answers_deals
from perfectplay.pursuit.questions import odds as answers_odds
from perfectplay.pursuit.rules import Rules
from perfectplay.pursuit.search import counting
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query
from perfectplay.web.pursuit.reading import MAX_SECONDS, read_deal_size, read_deck, read_operators, read_rules
from perfectplay.web.replies import CSV, SVG, csv_text

__all__ = ["ENDPOINTS"]

_MOST_DECKS = 500
"""Most decks that are compared."""
_VARY_TEXT = 500
_TOP = 100
"""Longest lists of the best and worst deals and of the hardest and easiest targets."""


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


def _given_chance(query: Query) -> Mapping[str, Any]:
    given = _given_odds(query)
    return {"target": query.integer("target", low=given["low"], high=given["high"], example="947"), **given}


def _given_odds(query: Query) -> Mapping[str, Any]:
    deck = read_deck(query)
    numbers = read_deal_size(query, deck)
    low, high = query.interval("targets", answers_deals.default_targets(deck), low=1, high=MAX_TARGETS)
    rules = read_rules(query)
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
    deck = read_deck(query)
    text = query.text("vary", example="25=20,30", limit=_VARY_TEXT)
    numbers = read_deal_size(query, deck)
    low, high = query.interval("targets", answers_deals.default_targets(deck), low=1, high=MAX_TARGETS)
    rules = read_rules(query)
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
    deck = read_deck(query)
    numbers = query.integer("numbers", counting.MAX_COUNTED, low=1, high=counting.MAX_COUNTED)
    return {"deck": deck, "numbers": numbers, "operators": read_operators(query)}


def _given_told_formulas(query: Query) -> Mapping[str, Any]:
    return {**_given_formulas(query), "by_value": query.flag("by-value")}


def _given_histogram(query: Query) -> Mapping[str, Any]:
    return {"deck": read_deck(query), "by_value": True}


def _chance(request: Request, target: int, **given: Any) -> Response:
    """Answer from the odds of all targets, which are found and remembered at once."""
    return answer(request, answers_odds.target_odds, take=itemgetter(target - given["low"]), **given)


def _histogram(found: answers_odds.PursuitFormulas) -> str:
    # The counts begin with that of the value -limit.
    return csv_text(("value", "formulae"), enumerate(found.by_value or (), -found.limit))


ENDPOINTS = [
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
