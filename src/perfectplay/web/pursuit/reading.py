"""Parameters that several questions about pursuit have."""

from __future__ import annotations

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import DECKS, Deck
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.rules import MAX_NUMBERS, MAX_TARGET, OPERATORS, PursuitPosition, Rules
from perfectplay.web.parameters import Query

__all__ = [
    "EXAMPLE",
    "MAX_SECONDS",
    "SEEDS",
    "SOLVED",
    "check_size",
    "check_solvable",
    "parse_rules",
    "read_deal_size",
    "read_deck",
    "read_operators",
    "read_rules",
    "read_targets",
]

MAX_SECONDS = 100
"""Most seconds of processor time, estimated, that odds may take."""

# With fractions, this is one less: eight numbers with fractions would take minutes and a gigabyte.
SOLVED = MAX_NUMBERS
SEEDS = 10**15
EXAMPLE = "3.6.9.10.50.100"
_TARGETS = (1, 1000)


def read_rules(query: Query) -> Rules:
    """Read ``rules``."""
    return parse_rules(query.text("rules", "", limit=100))


def parse_rules(text: str) -> Rules:
    """Read rules as they stand in an address."""
    words = []
    for word in text.lower().split(","):
        name, equals, signs = word.lstrip().partition("=")
        # In an address, a plus sign that is not written as %2B is a blank.
        words.append(f"{name}={signs.replace(' ', '+')}" if equals else word)
    return Rules.parse(",".join(words))


def read_operators(query: Query) -> str:
    """Read ``operators``."""
    return Rules.parse(f"operators={query.text('operators', OPERATORS, limit=20).replace(' ', '+')}").operators


def read_deck(query: Query) -> Deck:
    """Read ``deck``, by default that of the article."""
    return DECKS[query.choice("deck", tuple(DECKS), "cards")]


def read_deal_size(query: Query, deck: Deck) -> int:
    """Read how many ``numbers`` are dealt."""
    return deck.check_count(query.integer("numbers", 6, low=1, high=MAX_NUMBERS))


def check_size(numbers: int, rules: Rules, most: int, advice: str = Text("take fewer")) -> None:
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
    check_size(len(position.table), position.rules, SOLVED)


def read_targets(query: Query) -> tuple[int, int]:
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
