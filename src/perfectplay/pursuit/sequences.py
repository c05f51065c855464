"""Integer sequences about the deals 1, 2, ..., n: how many numbers they reach, and the smallest one they miss."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.core.game.parts import Entry
from perfectplay.pursuit.reach import Reach, reach
from perfectplay.pursuit.rules import MAX_NUMBERS

__all__ = ["ENTRIES"]

_HIGH = 100_000
"""Largest target to consider, because no number made of 1 to 8 exceeds (1 + 2) * 3 * 4 * 5 * 6 * 7 * 8 = 60,480."""


def _deals() -> Iterator[Reach]:
    return (reach(range(1, n + 1), 1, _HIGH) for n in range(1, MAX_NUMBERS + 1))


def _reached() -> Iterator[int]:
    return (deal_reach.count for deal_reach in _deals())


def _missed() -> Iterator[int]:
    return (deal_reach.missing[0] for deal_reach in _deals())


_RULES = (
    "Each of the numbers 1..n is used at most once, with +, -, * and /; only positive integers may appear on the way, "
    "as in the numbers game of Des chiffres et des lettres."
)

ENTRIES = {
    "reached": Entry(
        definition="a(n) is how many positive integers can be made of the numbers 1..n, each used at most once, with "
        "+, -, * and / and positive integers on the way.",
        terms=_reached,
        comments=(_RULES,),
        examples=("a(3) = 9: with 1, 2 and 3 everything from 1 to 9 can be made, such as 9 = (1+2)*3.",),
        related=("A060315",),
        keywords=("nonn", "hard", "more"),
    ),
    "missed": Entry(
        definition="a(n) is the smallest positive integer that cannot be made of the numbers 1..n, each used at most "
        "once, with +, -, * and / and positive integers on the way.",
        terms=_missed,
        comments=(_RULES, "The same as A060315(n+1), where fractions may appear on the way, at least up to n = 8."),
        examples=("a(3) = 10: with 1, 2 and 3 everything from 1 to 9 can be made.",),
        related=("A060315",),
        keywords=("nonn", "hard", "more"),
    ),
}
"""Map names to the sequences, for the On-Line Encyclopedia of Integer Sequences."""
