"""Questions about all deals of a deck: odds, comparisons of decks, and formulae."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.question import Work, ask
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import DECKS, Deck
from perfectplay.pursuit.design import parse_vary
from perfectplay.pursuit.pictures import svg as draw
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.questions.base import default_targets
from perfectplay.pursuit.questions.decks import CountFormulas, PursuitDesign, PursuitFormulas, RankDecks
from perfectplay.pursuit.questions.odds import (
    AllDeals,
    FindOdds,
    PursuitOdds,
    PursuitTargetOdds,
    TargetChances,
    odds_of,
)
from perfectplay.pursuit.rules import MAX_NUMBERS
from perfectplay.pursuit.search.counting import MAX_COUNTED
from perfectplay.web.endpoints import Endpoint, question_endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query
from perfectplay.web.pursuit.deals import read_deal_size, read_deck, read_operators, read_rules
from perfectplay.web.replies import CSV, SVG, csv_text

_MOST_SECONDS = 120
"""Maximum estimated processor time for odds, in seconds."""
_MOST_DECKS = 500
"""Maximum number of decks in a comparison."""
_VARY_TEXT = 500
_TOP = 100
"""Maximum length of the lists of the best and worst deals, and of the hardest and easiest targets."""

AllDealsT = TypeVar("AllDealsT", bound=AllDeals[Any])


# -- for a site without a server -----------------------------------------------------------------------------------

_AHEAD = Path(__file__).with_name("ahead.txt")
"""The pages' requests about whole decks; each line has a path, followed by other paths with the same answer."""


def ahead() -> Iterator[str]:
    """Yield the pages' requests that a browser cannot answer, about whole decks and the strengths of opponents."""
    yield "/pursuit/opponents"
    for name in DECKS:
        yield from _AHEAD.read_text("utf-8").format(deck=name).splitlines()


# -- odds ----------------------------------------------------------------------------------------------------------


def _read_size(query: Query, deck: Deck) -> int:
    """Read ``numbers``; describe the largest deals of each deck whose odds do not take too long."""
    numbers = read_deal_size(query, deck)
    if query.describing:
        sizes = range(1, MAX_NUMBERS + 1)
        seconds = {name: [FindOdds(deck=each, numbers=k).seconds for k in sizes] for name, each in DECKS.items()}
        query.limit("numbers", "deck", {name: bisect(times, _MOST_SECONDS) for name, times in seconds.items()})
    return numbers


def _all_deals(query: Query, kind: type[AllDealsT], **more: Any) -> AllDealsT:
    deck = read_deck(query)
    numbers = _read_size(query, deck)
    targets = query.interval("targets", default_targets(deck), low=1, high=MAX_TARGETS)
    rules = read_rules(query)
    question = kind(deck=deck, numbers=numbers, targets=targets, allowed=rules, **more)
    seconds = question.seconds
    if seconds > _MOST_SECONDS:
        subject = Text("{numbers} numbers of the deck {name}", numbers=numbers, name=deck.name)
        if str(rules):
            subject = Text("{what} by these rules", what=subject)
        raise LimitExceededError(
            "{what} would take some {minutes} minutes of processor time; take fewer numbers here",
            what=subject,
            minutes=ceil(seconds / 60),
        )
    return question


def _odds(query: Query) -> FindOdds:
    top, distribution = query.integer("top", 5, low=1, high=_TOP), query.flag("distribution")
    return _all_deals(query, FindOdds, top=top, distribution=distribution)


def _plain_odds(query: Query) -> FindOdds:
    return _all_deals(query, FindOdds)


def chart(question: FindOdds, *, progress: ProgressCallback = ignore_progress) -> str:
    """Draw the chances of all targets of a deck."""
    return draw.target_chart(odds_of(question, Work(progress=progress)))


def chart_table(question: FindOdds, *, progress: ProgressCallback = ignore_progress) -> str:
    """Format the chances of all targets as comma-separated values, each as exact counts and as a decimal."""
    odds = odds_of(question, Work(progress=progress))
    columns = ("target", "hits", "deals", "distinct_hits", "distinct_deals", "probability")
    return csv_text(
        columns,
        (
            (row.target, row.weight, odds.deals, row.distinct_deals, odds.distinct_deals, row.probability)
            for row in odds.by_target
        ),
    )


def _given_chance(query: Query) -> Mapping[str, Any]:
    question = _all_deals(query, TargetChances)
    _, _, low, high, _ = question.game
    rank = query.integer("target", low=low, high=high, example="947") - low
    query.depend("target", "targets")
    return {"question": question, "rank": rank}


def _chance(request: Request, question: TargetChances, rank: int) -> Response:
    """Answer a question about one target from the odds of all targets, which are computed and cached together."""
    return answer(request, ask, question, take=itemgetter(rank))


# -- decks ---------------------------------------------------------------------------------------------------------


def _design(query: Query) -> RankDecks:
    """Parse a deck, and the values to vary in it, such as ``25=20-30;50=40,45``."""
    deck = read_deck(query)
    text = query.text("vary", example="25=20,30", limit=_VARY_TEXT)
    numbers = _read_size(query, deck)
    targets = query.interval("targets", default_targets(deck), low=1, high=MAX_TARGETS)
    rules = read_rules(query)
    question = RankDecks(
        deck=deck,
        numbers=numbers,
        targets=targets,
        allowed=rules,
        rank=query.text("rank", "probability", limit=20),
        descending=not query.flag("ascending"),
        top=query.integer("top", 20, low=1, high=_TOP),
        vary=parse_vary(part for part in text.split(";") if part),
    )
    query.depend("vary", "numbers")
    count = len(question.decks)
    if count > _MOST_DECKS:
        raise LimitExceededError(
            "vary={text} makes {count} decks; at most {most} are possible here",
            text=quote(text),
            count=count,
            most=_MOST_DECKS,
        )
    seconds = question.seconds
    if seconds > _MOST_SECONDS:
        raise LimitExceededError(
            "{count} decks would take some {minutes} minutes of processor time; vary less, or take fewer numbers",
            count=count,
            minutes=ceil(seconds / 60),
        )
    return question


# -- formulae ------------------------------------------------------------------------------------------------------


def _plain_formulas(query: Query) -> CountFormulas:
    deck = read_deck(query)
    numbers = query.integer("numbers", MAX_COUNTED, low=1, high=MAX_COUNTED)
    return CountFormulas(deck=deck, numbers=numbers, operators=read_operators(query))


def _formulas(query: Query) -> CountFormulas:
    return replace(_plain_formulas(query), by_value=query.flag("by-value"))


def formula_chart(question: CountFormulas, *, progress: ProgressCallback = ignore_progress) -> str:
    """Draw the number of formulae with each value."""
    return draw.formula_histogram(question.counts(Work(progress=progress)))


def _all_formulas(query: Query) -> CountFormulas:
    return CountFormulas(deck=read_deck(query))


def formula_table(question: CountFormulas, *, progress: ProgressCallback = ignore_progress) -> str:
    """Format the number of formulae with each value as comma-separated values."""
    counts = question.counts(Work(progress=progress))
    # The first count belongs to the value -limit.
    return csv_text(("value", "formulae"), enumerate(counts.by_value, -counts.limit))


ENDPOINTS = [
    Endpoint(
        "/pursuit/chance",
        "The exact chance of a target over all deals of a deck",
        _given_chance,
        _chance,
        PursuitTargetOdds,
        long=True,
    ),
    question_endpoint("/pursuit/odds", "The exact odds over all deals of a deck", _odds, PursuitOdds),
    question_endpoint(
        "/pursuit/design",
        "Decks in which some cards have other values, ranked by their odds",
        _design,
        list[PursuitDesign],
    ),
    question_endpoint(
        "/pursuit/chart.svg", "The chance of every target of a deck, as a picture", _plain_odds, SVG, view=chart
    ),
    question_endpoint(
        "/pursuit/chart.csv",
        "The chance of every target of a deck, as a table for spreadsheets",
        _plain_odds,
        CSV,
        view=chart_table,
    ),
    question_endpoint(
        "/pursuit/formulas", "How many formulae can be written with cards of a deck", _formulas, PursuitFormulas
    ),
    question_endpoint(
        "/pursuit/formulas.svg",
        "How many formulae of a deck have each value, as a picture",
        _plain_formulas,
        SVG,
        view=formula_chart,
    ),
    question_endpoint(
        "/lab/formulas.csv",
        "How many formulae of a deck have each value, as a table for spreadsheets",
        _all_formulas,
        CSV,
        view=formula_table,
    ),
]
