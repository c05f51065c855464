"""What the commands of greedy coins say: JSON records and lines of text.  Nothing here is computed, only arranged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perfectplay.coins.rules import Coin, Component
from perfectplay.coins.ties import TieTest
from perfectplay.core.errors import LimitExceededError

__all__ = ["Solved", "number", "outcome", "shortened", "solved_lines", "test_line"]

_DIGITS = 40
_COINS_SHOWN = 20
_ROWS_SHOWN = 6
_MAX_BITS = 14_000
"""Longest number that is written in decimal; Python refuses more than 4300 digits."""
_FLOAT_BITS = 1_000
"""Up to this power of two, numbers fit into a float."""


def number(coin: Coin) -> int | str:
    """Put a coin or a sum of coins into JSON: an integer, or a text such as ``"3/2"``.

    Raises
    ------
    LimitExceededError
        If its numerator or denominator has more than 14,000 bits.
    """
    fraction = Fraction(coin)
    if _bits(fraction) > _MAX_BITS:
        message = f"a result has {_bits(fraction):,} bits; at most {_MAX_BITS:,} are written, so give shorter numbers"
        raise LimitExceededError(message)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)


def _bits(fraction: Fraction) -> int:
    return max(fraction.numerator.bit_length(), fraction.denominator.bit_length())


def shortened(coin: Coin, digits: int = _DIGITS) -> str:
    """Write a number, with dots for the middle of a long one; only the size of a very long one, as in ``~2^20000``.

    Parameters
    ----------
    coin
        Any exact number.
    digits
        Most characters, at least 5; a size may take a few more.
    """
    fraction = Fraction(coin)
    if _bits(fraction) > _MAX_BITS:
        power = fraction.numerator.bit_length() - fraction.denominator.bit_length()
        if abs(power) < _FLOAT_BITS:
            return f"~{float(fraction):.3g}"
        return f"~{'-' * (fraction < 0)}2^{power}"
    text = str(number(coin))
    if len(text) <= digits:
        return text
    tail = (digits - 3) // 2
    return f"{text[: digits - 3 - tail]}...{text[-tail:]}"


def outcome(margin: Coin) -> str:
    """Say how a game ends for the one who wins by that margin."""
    if margin == 0:
        return "it is a tie"
    return f"you win by {shortened(margin)}" if margin > 0 else f"you lose by {shortened(-margin)}"


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved row, or several, ready to be shown.

    Attributes
    ----------
    coins
        All coins, in the order in which they were given, gaps left out.
    components
        What lies on the table, unless it is a single row with two open ends: then nothing.
    margin, first, second
        What the first player wins by, and what both get.
    best_moves
        ``"L"``, ``"R"`` or ``"LR"`` for a single row; otherwise moves such as ``"2L 3R"``, or ``None`` if they are
        too many to be compared.
    mistake_cost
        What the worse end of a single row costs, or ``None`` for anything else.
    moves
        Letters of a line of best play, or moves such as ``"2L"``; ``None`` if no line was asked for.
    seconds
        Wall-clock time.
    """

    coins: Sequence[Coin]
    components: tuple[Component, ...]
    margin: Coin
    first: Coin
    second: Coin
    best_moves: str | None
    mistake_cost: Coin | None
    moves: Sequence[str] | None
    seconds: float

    @property
    def line(self) -> str | None:
        """The moves as they stand in a position id."""
        return None if self.moves is None else ("" if self._is_single else ".").join(self.moves)

    @property
    def _is_single(self) -> bool:
        """Whether moves need no number, as in the rules."""
        return not self.components or (len(self.components) == 1 and self.components[0].kind != "circle")

    def record(self) -> dict[str, Any]:
        """Build the JSON object."""
        plain = all(type(coin) is int for coin in self.coins)
        found: dict[str, Any] = {"coins": list(self.coins) if plain else [number(coin) for coin in self.coins]}
        if self.components:
            found["components"] = [str(component) for component in self.components]
        return found | {
            "margin": number(self.margin),
            "first": number(self.first),
            "second": number(self.second),
            "best_moves": self.best_moves,
            "mistake_cost": None if self.mistake_cost is None else number(self.mistake_cost),
            "line": self.line,
            "seconds": round(self.seconds, 3),
        }


def solved_lines(solved: Solved) -> Iterator[str]:
    """Describe a solution in lines, however long the row is."""
    n = len(solved.coins)
    what = f"{n:,} coins" if n > 1 else "1 coin"
    if solved.components:
        shown = "   ".join(_laid_out(component) for component in solved.components[:_ROWS_SHOWN])
        hidden = len(solved.components) - _ROWS_SHOWN
        yield f"{what}: {shown}" + (f"   and {hidden:,} more rows" if hidden > 0 else "")
    else:
        yield f"{what}: {_some(solved.coins)}"
    yield _best(solved)
    if solved.moves is not None:
        yield f"a line of best play: {_some(solved.moves)}"
    winner = "the first player" if solved.margin > 0 else "the second player"
    result = "a tie" if solved.margin == 0 else f"{winner} wins by {shortened(max(solved.margin, -solved.margin))}"
    yield f"with best play: {result}, {shortened(solved.first)} to {shortened(solved.second)}"
    yield f"{solved.seconds:.2f} s"


def _best(solved: Solved) -> str:
    if solved.best_moves is None:
        return "best first move: not looked for among so many rows"
    if solved.mistake_cost is None:
        moves = solved.best_moves.split()
        return f"best first move{'s' * (len(moves) > 1)}: {_some(moves)}"
    if len(solved.coins) == 1:
        return "best first move: the only coin"
    if solved.best_moves == "LR":
        return "best first move: either end (L or R)"
    side, worse = ("left", "R") if solved.best_moves == "L" else ("right", "L")
    coin = shortened(solved.coins[0 if solved.best_moves == "L" else -1])
    cost = shortened(solved.mistake_cost)
    return f"best first move: {solved.best_moves}, the {coin} on the {side}; {worse} would cost {cost}"


def _laid_out(component: Component) -> str:
    """Write a row with a wall at its blocked end, or a circle in brackets."""
    before, after = {"row": ("", ""), "left": ("|", ""), "right": ("", "|"), "circle": ("(", ")")}[component.kind]
    return f"{before}{_some(component.coins)}{after}"


def _some(items: Sequence[Coin | str]) -> str:
    """List the first and the last of many things."""
    half = _COINS_SHOWN // 2
    if len(items) <= _COINS_SHOWN:
        return " ".join(map(_word, items))
    head, tail = items[:half], items[len(items) - half :]
    return f"{' '.join(map(_word, head))} ... {' '.join(map(_word, tail))}"


def _word(item: Coin | str) -> str:
    return item if isinstance(item, str) else shortened(item)


def test_line(test: TieTest, alphabet: int) -> str:
    """Say what came of testing a rule about ties."""
    if test.counterexample is None:
        looked = f"with up to {test.max_length} coins worth 1 to {alphabet}"
        return f"no counterexample {looked}; {test.tested:,} games put it to the test"
    shown = " ".join(map(str, test.counterexample))
    return f"refuted by {shown}, the smallest counterexample: its margin is {test.margin}"
