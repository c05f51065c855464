"""Integer sequences about Taxman. All except one follow from the records, and depend only on best scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from perfectplay.core.game.parts import Entry
from perfectplay.taxman.best_sets import KNOWN_TO, SEVERAL, count_orders
from perfectplay.taxman.plain import MAX_WORST, solve_worst
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["ENTRIES"]

_LAST_COUNTED = 64
"""Largest N whose best games are counted: this takes half a second, and 50 % more for each further N."""


def _proven() -> list[int]:
    """Return the best scores of N = 1, 2, ..., up to the last N before the first that is not proven optimal."""
    table = load_records()
    return list(table.scores().values())[: table.largest_without_hole]


def _each(value: Callable[[int, int], int]) -> Iterator[int]:
    return (value(n, score) for n, score in enumerate(_proven(), 1))


def _differences() -> Iterator[int]:
    before = 0
    for score in _proven():
        yield score - before
        before = score


def _full_steps() -> Iterator[int]:
    return (n for n, step in enumerate(_differences(), 1) if step == n)


def _best_sets() -> Iterator[int]:
    return (SEVERAL.get(n, 1) for n in range(1, min(KNOWN_TO, len(_proven())) + 1))


def _best_games() -> Iterator[int]:
    """Count the orders of the only best set of numbers for each N, up to `_LAST_COUNTED`."""
    for n in range(1, min(_LAST_COUNTED, len(_proven())) + 1):
        games = count_orders(TaxmanPosition.new(n), load_records()[n].moves)
        assert games is not None  # noqa: S101  # their count is always known
        yield games


def _several_best() -> Iterator[int]:
    return (n for n, sets in enumerate(_best_sets(), 1) if sets > 1)


_GAME = (
    "In Taxman, the player takes a number from the pot 1..n, and the taxman takes all its divisors that are left; a "
    "number without a proper divisor in the pot cannot be taken, and what is left at the end is the taxman's."
)
_PROVEN = "Each term is proven by a certificate, which programs without any solver in them check in exact integers."
_MONIOT = "A. F. Franklin and R. K. Moniot, Polynomial-time upper bound to the Taxman score, 2022."
_TRONO = "J. A. Trono, Taxman revisited, SIGCSE Bulletin 26:4 (1994), 58."
_SCORES = "A019312"

# Include only mathematical facts: no sequence may depend on the table's choice among several best games.
ENTRIES = {
    "scores": Entry(
        definition="a(n) is the best score in Taxman with the pot 1..n.",
        terms=lambda: iter(_proven()),
        number=_SCORES,
        known=1000,
        comments=(_GAME, _PROVEN),
        formulas=("a(n) <= a(n-1) + n.", "a(p) = a(p-1) + p - q for a prime p > 2, where q is the prime before p."),
        examples=(
            "a(10) = 40: the player takes 7, 9, 6, 10 and 8, for which the taxman takes 1, 3, 2, 5 and 4.",
            "a(20) = 124.",
        ),
        references=(_TRONO, _MONIOT),
        keywords=("nonn", "nice"),
    ),
    "taxman": Entry(
        definition="a(n) is the taxman's score when the player reaches the best score with the pot 1..n.",
        terms=partial(_each, lambda n, score: n * (n + 1) // 2 - score),
        comments=(_GAME, _PROVEN),
        formulas=(f"a(n) = n*(n+1)/2 - {_SCORES}(n).",),
        examples=("a(10) = 15: of 55 points the player gets 40.", "a(3) = 3: player and taxman get as much."),
        references=(_MONIOT,),
        related=(_SCORES, "A000217"),
    ),
    "differences": Entry(
        definition="a(n) is the best score in Taxman with the pot 1..n minus that with 1..n-1 (0 for n = 1).",
        terms=_differences,
        comments=(_GAME, _PROVEN, "No term is negative, and none is larger than its index."),
        formulas=(f"a(n) = {_SCORES}(n) - {_SCORES}(n-1).",),
        examples=("a(10) = 10: 40 points with the pot 1..10, and 30 with 1..9.", "a(11) = 4: 11 - 7."),
        references=(_MONIOT,),
        related=(_SCORES, "A001223"),
    ),
    "full-steps": Entry(
        definition="Numbers k such that the best score in Taxman with the pot 1..k is k more than with 1..k-1.",
        terms=_full_steps,
        comments=(_GAME, _PROVEN, "2 is the only prime here."),
        formulas=(f"{_SCORES}(a(n)) = {_SCORES}(a(n)-1) + a(n).",),
        examples=("a(4) = 9: 30 points with the pot 1..9, and 21 with 1..8.",),
        references=(_MONIOT,),
        related=(_SCORES,),
    ),
    "share": Entry(
        definition="a(n) is the best score in Taxman with the pot 1..n in millionths of the pot's sum, rounded down.",
        terms=partial(_each, lambda n, score: 2_000_000 * score // (n * (n + 1))),
        comments=(_GAME, _PROVEN),
        formulas=(f"a(n) = floor(2000000*{_SCORES}(n)/(n*(n+1))).",),
        examples=("a(10) = 727272: the player gets 40 of 55 points.",),
        references=(_MONIOT,),
        related=(_SCORES, "A000217"),
    ),
    "best-games": Entry(
        definition="a(n) is the number of best games of Taxman with the pot 1..n; the same numbers in another order "
        "count as another game.",
        terms=_best_games,
        comments=(
            _GAME,
            "Up to n = 424 all best games take the same set of numbers.",
            "a(n) counts its orders in which each number has a divisor outside of the set that divides none before it.",
        ),
        formulas=("a(p) = a(p-1) for a prime p > 2.",),
        examples=(
            "a(8) = 2: the player takes 7 first, then 6 and 8 in either order.",
            "a(15) = 3: the player takes 13, 9, 15, 10, and then 8 before 12, with 14 anywhere among these.",
        ),
        references=(_TRONO, _MONIOT),
        related=(_SCORES,),
    ),
    "best-sets": Entry(
        definition="a(n) is the number of sets of numbers that the player can take to reach the best score in Taxman "
        "with the pot 1..n.",
        terms=_best_sets,
        comments=(
            _GAME,
            "a(n) = 1 up to n = 424.",
            "a(425) = 2: with 98, 150 and 162 the player gets as much as with 110, 132 and 168 instead.",
        ),
        examples=("a(10) = 1: for 40 points the player has to take 6, 7, 8, 9 and 10.",),
        references=(_MONIOT,),
        related=(_SCORES,),
    ),
    "several-best": Entry(
        definition="Numbers k such that more than one set of numbers reaches the best score in Taxman with the pot "
        "1..k.",
        terms=_several_best,
        comments=(_GAME, "In each case that is known all best sets have the same numbers above k/2."),
        examples=("a(1) = 425: with 98, 150 and 162 the player gets as much as with 110, 132 and 168 instead.",),
        references=(_MONIOT,),
        related=(_SCORES,),
    ),
    "worst-scores": Entry(
        definition="a(n) is the least score in Taxman with the pot 1..n, played on while a number can be taken.",
        terms=lambda: (solve_worst(TaxmanPosition.new(n)).value for n in range(1, MAX_WORST + 1)),
        comments=(_GAME, "A game is over if and only if each number up to n/2 is gone."),
        examples=("a(8) = 7: 3 pays 1, and 4 pays 2.", "a(10) = 15: 5 pays 1, 4 pays 2, and 6 pays 3."),
        references=(_TRONO,),
        related=(_SCORES,),
    ),
}
"""Map the name of each sequence to its entry for the On-Line Encyclopedia of Integer Sequences (OEIS)."""
