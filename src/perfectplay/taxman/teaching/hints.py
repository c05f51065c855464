"""Hints for Taxman: first an idea that is true of the best move, then the area of its number, then the move."""

from __future__ import annotations

from math import isqrt

from perfectplay.core.game.parts import Clue, Hinter
from perfectplay.core.result import Result
from perfectplay.core.teaching.hints import number_area
from perfectplay.core.text.words import counted
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["HINTS"]


def _idea(position: TaxmanPosition, result: Result[int, int]) -> Clue:
    """Return the first idea that is true of the best move; the most helpful ideas are tried first."""
    move = result.moves[0]
    if len(position.legal_moves()) == 1:
        return Clue("only-move", "Only one number can be taken.", (1,))
    return _of_primes(position, move) or _of_one_divisor(position, move) or _of_more(position, move)


def _of_primes(position: TaxmanPosition, move: int) -> Clue | None:
    legal, root = position.legal_moves(), isqrt(move)
    if _is_prime(position, move) and not any(number > move and _is_prime(position, number) for number in legal):
        text = "A prime costs only the 1, and there is only one 1: which prime brings most?"
        return Clue("largest-prime", text)
    if root * root == move and position.tax(move) == (root,) and _is_prime_of_pot(position, root):
        return Clue("prime-square", "Look for the square of a prime: it costs only that prime.")
    return None


def _of_one_divisor(position: TaxmanPosition, move: int) -> Clue | None:
    single = _single(position)
    if move not in single:
        return None
    if len(single) == 1:
        return Clue("the-one-divisor", "Only one number has just one divisor left: look for it.", (1,))
    if move == max(single):
        text = f"{len(single)} numbers have only one divisor left: which of them is the largest?"
        return Clue("largest-one-divisor", text, (len(single),))
    text = f"{len(single)} numbers have only one divisor left: it is one of them, but not the largest."
    return Clue("one-divisor", text, (len(single),))


def _of_more(position: TaxmanPosition, move: int) -> Clue:
    opened = len(_single(position.play(move)) - _single(position))
    if opened:
        text = f"Look for a move after which {_more(opened)} only one divisor left."
        return Clue("opens", text, (opened,))
    if not position.preview(move).lost and any(position.preview(number).lost for number in position.legal_moves()):
        return Clue("strands-nothing", "Some moves make other numbers useless: look for one that does not.")
    count = len(position.tax(move))
    return Clue("divisors", f"Look for a number with {counted(count, 'divisor')} left.", (count,))


def _single(position: TaxmanPosition) -> set[int]:
    """Return the numbers that can be taken and have exactly one divisor left."""
    return {number for number in position.legal_moves() if len(position.tax(number)) == 1}


def _more(count: int) -> str:
    return "one more number has" if count == 1 else f"{count} more numbers have"


def _is_prime(position: TaxmanPosition, number: int) -> bool:
    """Return whether a number of the pot {1..N} is a prime that can be taken now."""
    return _is_prime_of_pot(position, number) and position.tax(number) == (1,)


def _is_prime_of_pot(position: TaxmanPosition, number: int) -> bool:
    # In a pot other than {1..N}, a number whose only proper divisor is 1 need not be a prime.
    return position.start_pot.n is not None and position.start_pot.divisors[number] == (1,)


def _area(position: TaxmanPosition, result: Result[int, int]) -> Clue:
    return number_area(position.legal_moves(), result.moves[0], position.start_pot.numbers[-1])


def _move(position: TaxmanPosition, result: Result[int, int]) -> Clue:  # noqa: ARG001  # all hints have this signature
    move, value = result.moves[0], result.value
    if result.status == "optimal":
        return Clue("best", f"Take {move}: it keeps {value}.", (move, value))
    text = f"Take {move}: it leads to {value}, the best found in time."
    return Clue("best-found", text, (move, value))


HINTS = Hinter(_idea, _area, _move)
"""Hints that are true of the position and of the solver's move, from vague to precise."""
