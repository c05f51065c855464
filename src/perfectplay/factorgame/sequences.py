"""Integer sequences about the factor game: the winner's lead, and best first moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from perfectplay.core.game.parts import Entry
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import FactorResult, solve

__all__ = ["ENTRIES"]

_LONGEST = 48
"""Largest N in the sequences; computing all of them takes seconds."""


def _terms(of: Callable[[FactorResult], int], *, passing: bool = False) -> Iterator[int]:
    proven = all_or_nothing()(solve)
    return (of(proven(FactorPosition.new(n, passing=passing))) for n in range(1, _LONGEST + 1))


def _lead(result: FactorResult) -> int:
    return result.value


def _first(result: FactorResult) -> int:
    return max(result.best_moves or (0,))


def _begins(rule: str) -> str:
    where = f"in the factor game on the numbers 1..n{rule}"
    return f"a(n) is the largest number that is a best first move {where}; 0 if none is possible."


_RULES = (
    "Two players take turns; who moves takes a number of 1..n with at least one proper divisor left and gets as many "
    "points, the other player takes all its proper divisors that are left and gets theirs. The game is over when no "
    "number can be taken. Both play for the largest lead."
)
_CLASSROOM = (
    "While a number has a proper divisor left, a number without any may be taken, too: it leaves the board for no "
    "points, and the turn is lost."
)
_LEAD = "a(n) is the lead of the first player in the factor game on 1..n under best play by both"
_WASTED = ", where turns may be wasted, as in the classroom"
_ONE = "Up to n = 73, n = 4 alone has two best first moves, 2 and 4, by this rule."
_SAME = (
    "Where, as in the classroom, turns may be wasted by taking a number without proper divisors left for no points, "
    "the terms up to a(73) are the same, although the leads are not."
)
_SOURCE = (
    "G. Lappan, J. Fey, W. Fitzgerald, S. Friel and E. Phillips, Prime Time: Factors and Multiples, Connected "
    "Mathematics Project, Dale Seymour, 1996, pages 1-16 (The Factor Game)."
)

ENTRIES = {
    "leads": Entry(
        definition=f"{_LEAD}.",
        terms=partial(_terms, _lead),
        comments=(_RULES,),
        examples=("a(4) = 1: 4 wins 4 points for 1 and 2, and 3 is left; or 2 for 1, then 4 cannot be taken.",),
        references=(_SOURCE,),
        related=("A019312",),
    ),
    "classroom-leads": Entry(
        definition=f"{_LEAD}{_WASTED}.",
        terms=partial(_terms, _lead, passing=True),
        comments=(_RULES, _CLASSROOM),
        examples=("a(8) = 5: it is 7 where no turn may be wasted.",),
        references=(_SOURCE,),
        related=("A019312",),
    ),
    "first-moves": Entry(
        definition=_begins(""),
        terms=partial(_terms, _first),
        comments=(_RULES, _ONE, _SAME),
        examples=("a(30) = 25: taking 29, the largest prime, gives away seven points.",),
        references=(_SOURCE,),
        related=("A019312",),
    ),
    "classroom-first-moves": Entry(
        definition=_begins(_WASTED),
        terms=partial(_terms, _first, passing=True),
        comments=(_RULES, _CLASSROOM, _ONE, "The terms up to a(73) are those of the game without wasted turns."),
        examples=("a(30) = 25: taking 29, the largest prime, gives away seven points.",),
        references=(_SOURCE,),
        related=("A019312",),
    ),
}
"""The OEIS sequences of this game, by name."""
