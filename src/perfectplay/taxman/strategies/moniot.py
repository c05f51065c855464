"""Moniot's strategies: greedy play improved by freebies, and one-divisor play that rescues a multiple.

Sources: R. K. Moniot, "The Taxman game", Math Horizons 14 (February 2007), 18-20; the details follow the definitions
in his program playtaxman (2026), and the scores his table at
https://www.dsm.fordham.edu/~moniot/taxman-strategies-comparison.html.
"""

from __future__ import annotations

from perfectplay.taxman.board import Board
from perfectplay.taxman.strategies.model import Strategy, fewest_divisors, follow, largest_gain

__all__ = ["STRATEGIES"]

_SOURCE = 'R. K. Moniot, "The Taxman game", Math Horizons 14 (2007), 18-20, and his program playtaxman (2026)'


def _line_with_freebies(board: Board) -> list[int]:
    """Plan greedy play to the end, then insert what can be had on the way without disturbing it."""
    greedy, picks = board.copy(), []
    leftovers = set(greedy)
    while not greedy.is_over():
        pick = largest_gain(greedy)
        leftovers.difference_update((pick, *greedy.take(pick)))
        picks.append(pick)
    replay, line = board.copy(), []
    for pick in picks:
        while (freebie := _freebie(replay, pick, leftovers)) is not None:
            replay.take(freebie)
            line.append(freebie)
        replay.take(pick)
        line.append(pick)
    return line


def _freebie(board: Board, pick: int, leftovers: set[int]) -> int | None:
    """Return the largest number that may be taken before a pick at the expense of only a part of the pick's tax."""
    tax = set(board.tax(pick))
    candidates = set(tax)
    for divisor in tax:
        candidates.update(leftovers.intersection(board.multiples(divisor)))
    for number in sorted(candidates, reverse=True):
        # A candidate that would itself have been tax is a part of the tax that it uses up.
        if board.is_legal(number) and {*board.tax(number), *({number} & tax)} < tax:
            return number
    return None


def _improved_greedy(board: Board) -> int:
    return follow(board, lambda: _line_with_freebies(board))


def _one_divisor_or_its_multiple(board: Board) -> int:
    pick, count = fewest_divisors(board), board.divisor_count
    if count[pick] > 1:
        return pick
    # A multiple with two active divisors has the pick and its tax: it would be stranded.
    rescues = (number for number in board.multiples(pick)[::-1] if count[number] == 2 and not board.multiples(number))
    return next(rescues, pick)


STRATEGIES = (
    Strategy(
        "moniot-improved-greedy",
        "improved greedy (MaxTurn+)",
        "Plan the game of #2; before each of its picks, take the largest number whose own tax (itself included, "
        "where the pick would tax it) is a proper part of the pick's tax, and which is a part of that tax or would "
        "be left over, as long as there is one.",
        _SOURCE,
        "as worded and printed",
        _improved_greedy,
    ),
    Strategy(
        "moniot-one-tax",
        "one divisor or its multiple (OneTax)",
        "Choose as #4; but if a multiple of the choice divides no active number and has no other active divisors than "
        "the choice and its tax, take that multiple (the largest, if there are several) instead.",
        f"{_SOURCE}; its text rather than its code, which takes the smallest multiple and lets it be a divisor",
        "as worded and printed",
        _one_divisor_or_its_multiple,
    ),
)
