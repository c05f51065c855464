"""Opponents in two-player games, who play perfectly, greedily, at random or with occasional mistakes.

An opponent is a rule that gives each legal move an integer weight; probabilities are proportional to weights.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Protocol, TypeVar

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.game.position import Position
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import unknown

__all__ = ["OPPONENTS", "Opponent", "chosen", "load_opponent", "source_of"]

Move = TypeVar("Move")


class Opponent(Protocol):
    """A strategy based on the immediate gain of each move and, if needed, the margins under perfect play.

    Examples
    --------
    >>> perfect: Opponent = load_opponent("perfect")
    >>> perfect.name, perfect.needs_margins, perfect.weights((3, 2), (5, 3))
    ('perfect', True, (1, 0))
    """

    @property
    def name(self) -> str:
        """Short name, as in `load_opponent`."""
        ...

    @property
    def needs_margins(self) -> bool:
        """Return whether `weights` uses the margins, which take time to compute."""
        ...

    def weights(self, gains: Sequence[Exact], margins: Sequence[Exact]) -> tuple[int, ...]:
        """Return weights of the legal moves.

        Parameters
        ----------
        gains
            Immediate gain of each legal move, in the order of ``legal_moves()``; never empty.
        margins
            Margin of the mover after each move under perfect play by both; empty unless `needs_margins`.

        Returns
        -------
        tuple of int
            Nonnegative weights whose sum depends only on the number of moves.
        """
        ...


@dataclass(frozen=True, slots=True)
class Perfect:
    """An opponent that plays perfectly; of several best moves it takes the first in the order of ``legal_moves()``."""

    name: str = field(default="perfect", init=False)
    needs_margins: bool = field(default=True, init=False)

    def weights(self, gains: Sequence[Exact], margins: Sequence[Exact]) -> tuple[int, ...]:
        """Return weights that always choose the first move with the largest margin."""
        return _all_on(len(gains), margins.index(max(margins)))


@dataclass(frozen=True, slots=True)
class Greedy:
    """An opponent that takes the largest immediate gain; on ties the first move in the order of ``legal_moves()``."""

    name: str = field(default="greedy", init=False)
    needs_margins: bool = field(default=False, init=False)

    def weights(self, gains: Sequence[Exact], margins: Sequence[Exact]) -> tuple[int, ...]:  # noqa: ARG002  # protocol
        """Return weights that always choose the first move with the largest gain."""
        return _all_on(len(gains), gains.index(max(gains)))


@dataclass(frozen=True, slots=True)
class Random:
    """An opponent that makes each legal move with the same probability."""

    name: str = field(default="random", init=False)
    needs_margins: bool = field(default=False, init=False)

    def weights(self, gains: Sequence[Exact], margins: Sequence[Exact]) -> tuple[int, ...]:  # noqa: ARG002  # protocol
        """Return weight 1 for each move."""
        return (1,) * len(gains)


@dataclass(frozen=True, slots=True)
class Noisy:
    """An opponent that moves at random with a small probability, and otherwise like `Perfect`.

    Parameters
    ----------
    epsilon
        Probability of a random move, from 0 to 1, exact.

    Raises
    ------
    InvalidPositionError
        If ``epsilon`` is not a probability, or not exact.
    """

    epsilon: Fraction
    name: str = field(default="noisy", init=False)
    needs_margins: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        exact = isinstance(self.epsilon, (int, Fraction)) and not isinstance(self.epsilon, bool)
        if not exact or not 0 <= self.epsilon <= 1:
            raise InvalidPositionError(
                "{epsilon} is not an exact probability; use a fraction from 0 to 1, such as 1/10",
                epsilon=quote(self.epsilon),
            )
        object.__setattr__(self, "epsilon", Fraction(self.epsilon))

    def weights(self, gains: Sequence[Exact], margins: Sequence[Exact]) -> tuple[int, ...]:
        """Return weights for epsilon = p/q and k moves: p for each move, and k (q - p) more for the best one."""
        p, q = self.epsilon.numerator, self.epsilon.denominator
        best = margins.index(max(margins))
        return tuple(p + (len(gains) * (q - p) if i == best else 0) for i in range(len(gains)))


def _all_on(count: int, chosen: int) -> tuple[int, ...]:
    return tuple(int(i == chosen) for i in range(count))


DEFAULT_EPSILON = Fraction(1, 10)
_EPSILON = re.compile(r"[0-9]+(?:[/.][0-9]+)?\Z")
_MAX_EPSILON = 50

OPPONENTS: Mapping[str, Callable[[], Opponent]] = {
    "perfect": Perfect,
    "greedy": Greedy,
    "random": Random,
    "noisy": lambda: Noisy(DEFAULT_EPSILON),
}
"""The opponents by name; ``"noisy"`` moves at random in one of ten moves, and ``Noisy(epsilon)`` with any probability.
"""


def load_opponent(name: str) -> Opponent:
    """Return an opponent by its name.

    Parameters
    ----------
    name
        A name in `OPPONENTS`, or one like ``"noisy:1/4"`` with a probability: an integer, a fraction or a decimal
        fraction from 0 to 1, in at most 50 characters.

    Raises
    ------
    InvalidPositionError
        If there is no opponent with this name.

    Examples
    --------
    >>> load_opponent("noisy:1/4")
    Noisy(epsilon=Fraction(1, 4), name='noisy', needs_margins=True)
    """
    known, colon, epsilon = name.partition(":")
    if known == "noisy" and colon:
        message = Text(
            "{epsilon} is not an exact probability; use a fraction from 0 to 1 of at most {most} characters, "
            "such as 1/10 or 0.1",
            epsilon=quote(epsilon),
            most=_MAX_EPSILON,
        )
        # Fraction would also accept exponents, and compute 1e-99999999 for hours.
        if len(epsilon) > _MAX_EPSILON or not _EPSILON.match(epsilon):
            raise InvalidPositionError(message)
        try:
            return Noisy(Fraction(epsilon))
        except (InvalidPositionError, ZeroDivisionError):
            raise InvalidPositionError(message) from None
    if name not in OPPONENTS:
        raise InvalidPositionError(
            "there is no opponent {name}; the opponents are {opponents} and noisy:1/4",
            name=unknown(name, OPPONENTS),
            opponents=", ".join(OPPONENTS),
        )
    return OPPONENTS[name]()


def chosen(
    opponent: Opponent,
    position: Position[Move],
    gains: Sequence[Exact],
    margins: Callable[[], Sequence[Exact]],
    source: random.Random,
) -> Move:
    """Let an opponent choose a move; raise `InvalidPositionError` if the game is over.

    `Opponent.weights` describes ``gains`` and what ``margins`` returns; ``margins`` is called only if the opponent
    needs it. The same seed of ``source`` gives the same game.

    >>> from perfectplay.core.game import parse_position
    >>> position = parse_position("coins:3.9.1.2")
    >>> chosen(load_opponent("greedy"), position, (3, 2), tuple, source_of(1, position))
    'L'
    """
    moves = position.legal_moves()
    if not moves:
        raise InvalidPositionError("no move is left in {id}: the game is over", id=quote(position.id))
    weights = opponent.weights(gains, margins() if opponent.needs_margins else ())
    # Draw an integer, because `choices` would round the probabilities to floats.
    return moves[bisect_right(list(accumulate(weights)), source.randrange(sum(weights)))]


def source_of(seed: int, position: Position[Move]) -> random.Random:
    """Return the random source of an opponent's move: the same seed in the same position gives the same move.

    The seed includes the position, so that the moves of a game are independent.

    Examples
    --------
    >>> from perfectplay.core.game import parse_position
    >>> position = parse_position("coins:3.9.1.2")
    >>> source_of(1, position).random() == source_of(1, position).random()
    True
    """
    return random.Random(f"{seed} {position.id}")  # noqa: S311  # a game's chance, not a secret
