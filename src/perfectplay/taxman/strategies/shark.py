"""The three heuristics of "Number Shark", the Taxman of the JCrypTool learning platform.

Source: JCrypTool, plug-in org.jcryptool.games.numbershark (EPL 1.0), the strategies "Max-next-step", "VanNek-v1" and
"Schu-v1", and its help page "Discussion of good and optimal strategies"; implemented from this description. Two of the
heuristics are random: JCrypTool seeds them with the clock, and we use ``board.random``.
"""

from __future__ import annotations

from perfectplay.core.text.texts import Text
from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.model import Strategy, fewest_divisors, largest_gain

__all__ = ["STRATEGIES"]

_SOURCE = "JCrypTool, plug-in Number Shark, strategy"
_SMALLEST_WITH_SECOND_BOUND = 4


def _van_nek(board: Board) -> int:
    count, legal, half = board.divisor_count, board.legal_moves(), board.top // 2
    upper = [number for number in legal if number > half]
    single = next((number for number in upper if count[number] == 1), None)
    if single is not None:
        return single
    candidates = [number for number in upper if count[number] == 2]
    candidates += [number for number in legal if number <= half and count[number] == 1][:1]
    return board.random.choice(candidates) if candidates else fewest_divisors(board)


def _schu(board: Board) -> int:
    count, legal, half = board.divisor_count, board.legal_moves(), board.top // 2
    bound = board.random.randrange(half + 1)
    candidates = [fewest_divisors(board, [number for number in legal if number > bound] or legal)]
    if board.top >= _SMALLEST_WITH_SECOND_BOUND:
        bound = half + 1 + board.random.randrange(half - 1)
        candidates += [number for number in legal if number > bound and count[number] == 1][:1]
    return board.random.choice(candidates)


STRATEGIES = (
    Strategy(
        "shark-max-next-step",
        Text("Number Shark: max next step"),
        "Take the number that exceeds its tax by the most; ties go to the largest.  The same rule as #2.",
        f'{_SOURCE} "Max-next-step"',
        "as worded",
        largest_gain,
    ),
    Strategy(
        "shark-van-nek",
        Text("Number Shark: van Nek"),
        "Take the largest number above N/2 with one active divisor; if there is none, draw among all numbers above "
        "N/2 with two and the largest number up to N/2 with one (JCrypTool gives up where nothing is left to draw "
        "from; here the number with the fewest divisors is taken).",
        f'{_SOURCE} "VanNek-v1"',
        "as worded",
        _van_nek,
        seeded=True,
    ),
    Strategy(
        "shark-schu",
        Text("Number Shark: Schu's random bounds"),
        "Draw a bound up to N/2 and choose the number above it with the fewest active divisors; draw a second bound "
        "above N/2 and choose the largest number above it with one active divisor; toss a coin between the two.",
        f'{_SOURCE} "Schu-v1"',
        "as worded",
        _schu,
        seeded=True,
    ),
)
