"""Moniot's strategies: the strategies that he compares, and one that he and Franklín prove to win.

Sources: R. K. Moniot, "The Taxman game", Math Horizons 14 (February 2007), 18-20; the details follow the definitions
in his program playtaxman (2026, in the repository bvchess/taxman), and the scores follow his table at
https://www.dsm.fordham.edu/~moniot/taxman-strategies-comparison.html.  His MaxPick is Trono's #1.  A. F. Franklín and
R. K. Moniot, "The difficulty of beating the Taxman", Discrete Applied Mathematics 339 (2023), 166-171, for `born-free`.
"""

from __future__ import annotations

from functools import partial
from graphlib import TopologicalSorter

from perfectplay.core.text.texts import Text
from perfectplay.taxman.rules import MAX_N
from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.model import Strategy, fewest_divisors, follow, is_prime, largest_gain
from perfectplay.taxman.strategies.trono import odds_then_evens

__all__ = ["STRATEGIES"]

_SOURCE = 'R. K. Moniot, "The Taxman game", Math Horizons 14 (2007), 18-20, and his program playtaxman (2026)'
_PROGRAM = "R. K. Moniot, his program playtaxman (2026)"
_PAPER = (
    'A. F. Franklín and R. K. Moniot, "The difficulty of beating the Taxman", Discrete Applied Mathematics 339 (2023), '
    "166-171"
)


def _line_with_freebies(board: Board) -> list[int]:
    """Plan greedy play to the end, and insert extra moves that leave all greedy moves legal."""
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
    """Return the largest number that may be taken before a pick and uses up only a part of the pick's tax."""
    tax = set(board.tax(pick))
    candidates = set(tax)
    for divisor in tax:
        candidates.update(leftovers.intersection(board.multiples(divisor)))
    for number in sorted(candidates, reverse=True):
        # If a candidate is in the pick's tax, taking it removes it from this tax as well.
        if board.is_legal(number) and {*board.tax(number), *({number} & tax)} < tax:
            return number
    return None


def _improved_greedy(board: Board) -> int:
    return follow(board, lambda: _line_with_freebies(board))


def _one_divisor_or_its_multiple(board: Board) -> int:
    return _or_its_multiple(board, fewest_divisors(board))


def _greedy_one_divisor(board: Board) -> int:
    count, moves = board.divisor_count, board.legal_moves()
    single = [number for number in moves if count[number] == 1]
    return _or_its_multiple(board, largest_gain(board, single) if single else fewest_divisors(board, moves))


def _or_its_multiple(board: Board, pick: int) -> int:
    count = board.divisor_count
    if count[pick] > 1:
        return pick
    # A multiple whose only active divisors are the pick and the tax on it would be stranded, so take it instead.
    rescues = (number for number in board.multiples(pick)[::-1] if count[number] == 2 and not board.multiples(number))
    return next(rescues, pick)


def born_free_pairs(board: Board) -> dict[int, int]:
    """Match active numbers with active prime multiples, the largest primes first (docs, "Theory", T4).

    The matching is acyclic, so it is a game (T2).  O(N log N) for the pot {1..N}. Primes above `MAX_N`, which occur
    only in other pots, are left out.
    """
    steps = [(number // divisor, divisor) for number in board for divisor in board.tax(number)]
    primes = {quotient for quotient in {quotient for quotient, _ in steps} if quotient <= MAX_N and is_prime(quotient)}
    pairs: dict[int, int] = {}
    matched: set[int] = set()
    for prime, number in sorted((step for step in steps if step[0] in primes), reverse=True):
        if number not in matched and prime * number not in matched:
            pairs[number] = prime * number
            matched |= {number, prime * number}
    return pairs


def _born_free_line(board: Board) -> list[int]:
    pairs = born_free_pairs(board)
    # If the smaller end of another pair is in the tax on a number, the number must wait until the larger end is taken.
    before = {
        multiple: [pairs[divisor] for divisor in board.tax(multiple) if pairs.get(divisor, multiple) != multiple]
        for multiple in pairs.values()
    }
    return list(TopologicalSorter(before).static_order()) or board.legal_moves()[:1]


def _born_free(board: Board) -> int:
    return follow(board, lambda: _born_free_line(board))


STRATEGIES = (
    Strategy(
        "moniot-improved-greedy",
        Text("improved greedy (MaxTurn+)"),
        "Plan the game of #2; before each of its picks, take the largest number whose own tax (itself included, "
        "where the pick would tax it) is a proper part of the pick's tax, and which is a part of that tax or would "
        "be left over, as long as there is one.",
        _SOURCE,
        "as worded and printed",
        _improved_greedy,
    ),
    Strategy(
        "moniot-one-tax",
        Text("one divisor or its multiple (OneTax)"),
        "Choose as #4; but if a multiple of the choice divides no active number and has no other active divisors than "
        "the choice and its tax, take that multiple (the largest, if there are several) instead.",
        f"{_SOURCE}; its text rather than its code, which takes the smallest multiple and lets it be a divisor",
        "as worded and printed",
        _one_divisor_or_its_multiple,
    ),
    Strategy(
        "moniot-greedy-one-tax",
        Text("one divisor with the largest gain, or its multiple (GreedyOneTax)"),
        "Choose, among the numbers with exactly one active divisor, the one that exceeds it by the most (ties go to "
        "the largest); take a multiple instead as moniot-one-tax does.",
        f"{_PROGRAM}; its text rather than its code, as for moniot-one-tax",
        "as worded",
        _greedy_one_divisor,
    ),
    Strategy(
        "moniot-pure-one-tax",
        Text("one divisor (PureOneTax)"),
        "Take the largest number with exactly one active divisor (with the fewest, if none has one).  The same rule "
        "as #4.",
        _PROGRAM,
        "as worded",
        fewest_divisors,
    ),
    Strategy(
        "moniot-max-turn",
        Text("largest gain (MaxTurn)"),
        "Take the number that exceeds its tax by the most; ties go to the largest.  The same rule as #2.",
        _PROGRAM,
        "as worded and printed",
        largest_gain,
    ),
    Strategy(
        "moniot-odds-evens",
        Text("odds down, evens up (OddsEvens)"),
        "Take the largest prime; then legal odd numbers above N/2, largest first; then legal even numbers above "
        "N/2, smallest first.  The same rule as #7 as worded.",
        _PROGRAM,
        "as worded",
        partial(odds_then_evens, parts=2),
    ),
    Strategy(
        "born-free",
        Text("prime steps, the largest primes first (born free)"),
        "For each prime p from the largest down, and each x from the largest down, pair x with p x if both are free; "
        "then take all the larger ones of the pairs, each before anything that would tax its smaller one.  (In a pot "
        "with gaps, where no such pair is left, take the largest legal number.)",
        f"{_PAPER}, theorem 3, as implemented by B. Chess (2026) in the repository bvchess/taxman",
        "as worded",
        _born_free,
    ),
)
