"""Hints in the factor game: first the kind of number to take, then its area, then the number."""

from __future__ import annotations

from perfectplay.core.game.parts import Clue, Hinter
from perfectplay.core.result import Result
from perfectplay.core.teaching.hints import number_area
from perfectplay.core.text.words import counted
from perfectplay.factorgame.rules import FactorPosition, proper_divisors
from perfectplay.factorgame.solve import FactorResult

__all__ = ["HINTS"]


def _idea(position: FactorPosition, result: Result[int, int]) -> Clue:
    """Return the first idea that is true of the position; ideas are tried from the most to the least helpful."""
    move, legal = result.moves[0], position.legal_moves()
    if len(legal) == 1:
        return Clue("only-move", "Only one number can be taken.", (1,))
    if isinstance(result, FactorResult) and result.best_moves == legal:
        return Clue("any-move", "Every move is equally good here.")
    return _of_kind(position, move) or _of_gain(position, move)


def _of_kind(position: FactorPosition, move: int) -> Clue | None:
    given = position.given(move)
    if not given:
        return Clue("waste", "Think of wasting the turn: which number is best taken for no points?")
    primes = [number for number in position.legal_moves() if proper_divisors(number) == {1} and 1 in position.left]
    if move == max(primes, default=0):
        return Clue("largest-prime", "A prime gives the other player the 1 alone: which prime brings most?")
    if len(proper_divisors(move)) == 2:
        # A number with exactly two proper divisors, 1 and its root, is the square of a prime.
        return Clue("prime-square", "Look for the square of a prime: it gives away that prime, and the 1 at most.")
    if position.play(move).is_over():
        return Clue("last-move", "Look for a number after which no other can be taken.")
    return None


def _of_gain(position: FactorPosition, move: int) -> Clue:
    gain, most = position.net(move), max(map(position.net, position.legal_moves()))
    if gain == most:
        return Clue("largest-gain", f"Look for what brings most at once: {gain} more than it gives away.", (gain,))
    count = len(position.given(move))
    left = counted(count, "divisor")
    text = f"Look for a number with {left} left, and not for what brings most at once, {most} more than it gives away."
    return Clue("not-the-largest-gain", text, (count, most))


def _area(position: FactorPosition, result: Result[int, int]) -> Clue:
    return number_area(position.legal_moves(), result.moves[0], position.n)


def _move(position: FactorPosition, result: Result[int, int]) -> Clue:
    move = result.moves[0]
    own, opponent = position.gains(move)
    if result.status != "optimal":
        return Clue("best-found", f"Take {move}: it is the best found in time.", (move, own, opponent))
    lead = result.value * (-1 if position.to_move else 1)
    code, end = "ties", "it is a tie in the end"
    if lead:
        code = "wins" if lead > 0 else "loses"
        end = f"you win by {lead}" if lead > 0 else f"you lose by {-lead}, which is the least"
    return Clue(f"best-{code}", f"Take {move}: with best play by both {end}.", (move, own, opponent, abs(lead)))


HINTS = Hinter(_idea, _area, _move)
"""Hints for the factor game; each is true of the position and of the solver's move."""
