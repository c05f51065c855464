"""The strategies of Trono's class, in readings that reproduce his appendix and in readings that follow his words.

Source: J. A. Trono, "Taxman revisited", SIGCSE Bulletin 26:4 (1994), 56-58. If the printed scores and the words of the
article disagree, both readings are included; `perfectplay.taxman.strategies.tournament.compare_with_print` lists every
printed figure beside ours. His #10, "a random strategy which attempted to implement #2 but failed", cannot be
reconstructed.
"""

from __future__ import annotations

from functools import partial
from operator import add, sub

from perfectplay.core.text.texts import Text
from perfectplay.taxman.strategies.board import Board, losses
from perfectplay.taxman.strategies.model import Formula, Strategy, fewest_divisors, is_prime, largest_gain, upper_half

__all__ = ["FORMULAS", "STRATEGIES", "odds_then_evens"]

_SOURCE = 'J. A. Trono, "Taxman revisited", SIGCSE Bulletin 26:4 (1994), 56-58'
_ENDGAME = 5
"""The rule changes when at most this number of legal moves is left. Trono writes "when there are 5 numbers or less
left", but his scores follow from 5 legal moves."""


def _largest(board: Board) -> int:
    return board.legal_moves()[0]


def _endgame_by_numbers(board: Board) -> int:
    return largest_gain(board) if len(board) <= _ENDGAME else fewest_divisors(board)


def _endgame_by_moves(board: Board) -> int:
    return largest_gain(board) if len(board.legal_moves()) <= _ENDGAME else fewest_divisors(board)


def _gain_with_losses(board: Board) -> int:
    moves, lost = board.legal_moves(), losses(board)
    costs = map(add, map(board.divisor_sum.__getitem__, moves), map(lost.__getitem__, moves))
    gains = list(map(sub, moves, costs))
    return moves[gains.index(max(gains))]


def _half_tax(board: Board) -> int:
    tax, legal = board.divisor_sum, board.legal_moves()
    return next((number for number in legal if 2 * tax[number] <= number), legal[0])


def _opening_prime(board: Board) -> int | None:
    """Return the largest prime at the first move, otherwise ``None``.

    In {1..N} the primes are the numbers whose only proper divisor in the pot is 1. In any other pot that contains 1,
    such numbers play the same role.
    """
    if board.moves:
        return None
    return next((number for number in board.legal_moves() if board.tax(number) == (1,)), None)


def _smallest_with_one_divisor(board: Board) -> int:
    prime = _opening_prime(board)
    if prime is not None:
        return prime
    count, upper = board.divisor_count, upper_half(board)
    return next((number for number in reversed(upper) if count[number] == 1), None) or largest_gain(board, upper)


def odds_then_evens(board: Board, parts: int) -> int:
    """Take the largest prime first; then the largest odd number above top/parts, or the smallest even one above top/2.

    ``parts`` is 2 for strategy #7 as worded, and 4 for #8.
    """
    prime = _opening_prime(board)
    if prime is not None:
        return prime
    odd = next((number for number in board.legal_moves() if number % 2 and parts * number > board.top), None)
    if odd is not None:
        return odd
    upper = upper_half(board)
    return next((number for number in reversed(upper) if number % 2 == 0), upper[0])


def _fewest_above_half(board: Board) -> int:
    return fewest_divisors(board, upper_half(board))


def _fewest_from_half_on(board: Board) -> int:
    legal, top = board.legal_moves(), board.top
    return fewest_divisors(board, [number for number in legal if 2 * number > top - 2] or legal)


def _prime_and_composites(n: int) -> int:
    """Add up the largest prime and all composites above n/2; O(n^1.5)."""
    prime = next(number for number in range(n, 1, -1) if is_prime(number))
    return prime + sum(number for number in range(n // 2 + 1, n + 1) if number > 1 and not is_prime(number))


STRATEGIES = (
    Strategy(
        "trono-1",
        Text("#1 largest number"),
        "Take the largest legal number.",
        f"{_SOURCE}, #1, after Carmony and Holliday (1993)",
        "as worded and printed",
        _largest,
    ),
    Strategy(
        "trono-2",
        Text("#2 largest gain"),
        "Take the number that exceeds its tax by the most; ties go to the largest.",
        f'{_SOURCE}, #2, after Carmony and Holliday (1993); also called "MaxTurn"',
        "as worded and printed",
        largest_gain,
    ),
    Strategy(
        "trono-3-worded",
        Text("#3 as worded: one divisor, largest gain among five numbers"),
        "Play #4, but #2 when at most five active numbers are left.",
        f"{_SOURCE}, #3",
        "as worded",
        _endgame_by_numbers,
    ),
    Strategy(
        "trono-3",
        Text("#3 as printed: one divisor, largest gain among five moves"),
        "Play #4, but #2 when at most five legal moves are left.",
        f"{_SOURCE}, #3; the article speaks of five numbers that are left, its average follows from five legal moves",
        "as printed",
        _endgame_by_moves,
    ),
    Strategy(
        "trono-4",
        Text("#4 one divisor"),
        "Take the largest number with exactly one active divisor (with the fewest, if none has one).",
        f"{_SOURCE}, #4",
        "as worded and printed",
        fewest_divisors,
    ),
    Strategy(
        "trono-5",
        Text("#5 largest gain after losses"),
        "Play #2, counting numbers that the move would make unusable as tax; ties go to the largest.",
        f"{_SOURCE}, #5",
        "as worded and printed",
        _gain_with_losses,
    ),
    Strategy(
        "trono-6-worded",
        Text("#6 as worded: tax at most half"),
        "Take the largest number whose tax is at most half of it (the largest legal number, if there is none).",
        f"{_SOURCE}, #6",
        "as worded",
        _half_tax,
    ),
    Strategy(
        "trono-6-printed",
        Text("#6 as printed: smallest with one divisor above N/2"),
        "Take the largest prime; then the smallest number above N/2 with exactly one active divisor, "
        "or, if there is none, play #2 above N/2.",
        f"{_SOURCE}, #6; the article does not state this rule, its scores follow from it",
        "as printed",
        _smallest_with_one_divisor,
    ),
    Strategy(
        "trono-7-worded",
        Text("#7 as worded: odds down, evens up"),
        "Take the largest prime; then legal odd numbers above N/2, largest first; then legal even numbers above "
        "N/2, smallest first.",
        f"{_SOURCE}, #7",
        "as worded",
        partial(odds_then_evens, parts=2),
    ),
    Strategy(
        "trono-8",
        Text("#8 odds down to N/4, evens up"),
        "Play #7, but let the odd numbers go down to N/4.  In the pot {1..N} that makes no difference.",
        f"{_SOURCE}, #8",
        "as worded",
        partial(odds_then_evens, parts=4),
    ),
    Strategy(
        "trono-9-worded",
        Text("#9 as worded: fewest divisors above N/2 - 1"),
        "Take the number above N/2 - 1 with the fewest active divisors; ties go to the largest.",
        f"{_SOURCE}, #9",
        "as worded",
        _fewest_from_half_on,
    ),
    Strategy(
        "trono-9-printed",
        Text("#9 as printed: fewest divisors above N/2"),
        "Take the number above N/2 with the fewest active divisors; ties go to the largest.",
        f"{_SOURCE}, #9; the article says N/2 - 1, all its scores but one follow from N/2",
        "as printed",
        _fewest_above_half,
    ),
)

FORMULAS = (
    Formula(
        "trono-7-printed",
        "#7 as printed: not a game",
        "The largest prime plus all composites above N/2.",
        f"{_SOURCE}, #7; the article's scores follow from it, its words do not",
        _prime_and_composites,
        39,
    ),
)
