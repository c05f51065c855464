"""Parameters that several questions about pursuit have."""

from __future__ import annotations

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import DECKS, Deck
from perfectplay.pursuit.pictures.common import MAX_TARGETS
from perfectplay.pursuit.rules import MAX_NUMBERS, MAX_TARGET, OPERATORS, Rules
from perfectplay.web.parameters import Query

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
