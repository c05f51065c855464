"""Questions about greedy coins, each with its answer for ``--json`` and HTTP.

Solvers are loaded when they are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from perfectplay.coins.opponents import choose
from perfectplay.coins.rules import Coin, CoinsPosition, Component, Kind, parse_coins, parse_gaps
from perfectplay.coins.solve import CoinsResult, Table, solve
from perfectplay.core.answers import Reply
from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.game.opponents import load_opponent, source_of
from perfectplay.core.question import UNLIMITED, Excludes, Name, Needs, ParameterError, Question, Work
from perfectplay.core.schema import Exact

__all__ = [
    "MAX_SOLVED",
    "CoinsReply",
    "SolveCoins",
    "going_on",
    "parse_gap",
    "reply",
    "single_row",
]

EXAMPLE = "5.1.1.5.1.2.2.1"
"""A row that messages give as an example."""

MAX_SOLVED = 2_000
"""Maximum number of coins in a row to solve, or in a part for a table."""


# -- parsing -------------------------------------------------------------------------------------------------------


def parse_gap(text: str) -> Coin:
    """Parse the number that marks a gap; raise `ParameterError` unless it is a single number.

    Examples
    --------
    >>> parse_gap("0")
    0
    """
    coins = parse_coins(text.replace("_", "/"))
    if len(coins) != 1:
        raise ParameterError(
            "{text} is not a number; mark the gap by a number, as in {example}",
            text=quote(text),
            example=Name("gap", "0"),
        )
    return coins[0]


def going_on(text: str) -> CoinsPosition:
    """Parse the id of a position that is not over.

    Examples
    --------
    >>> going_on("coins:1.2.4.3/R").scores()
    (3, 0)
    """
    position = CoinsPosition.from_id(text)
    if position.is_over():
        raise InvalidPositionError(
            "the game {id} is over; give a position in which there are coins left to be taken", id=quote(position.id)
        )
    return position


def single_row(position: CoinsPosition) -> tuple[Coin, ...]:
    """Return the coins of a position that is a single row; raise `InvalidPositionError` if it is not.

    Examples
    --------
    >>> single_row(CoinsPosition.from_id("coins:1.2.4.3/R"))
    (1, 2, 4)
    """
    if [component.kind for component in position.components] != ["row"]:
        raise InvalidPositionError(
            "{id} is not a single row with two open ends; give one, as in coins:{example}",
            id=quote(position.id),
            example=EXAMPLE,
        )
    return position.components[0].coins


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveCoins(Question[CoinsResult]):
    """A question: the margin under best play, and how to reach it.

    Parameters
    ----------
    coins
        A row of at least one coin, given as exact numbers of any size and sign; an ``array("q")`` is read in place.
    gap
        A number that marks a gap in ``coins``. Gaps separate rows; the two outermost parts are stacks.
    kind
        The kind of component: a row, a stack that is blocked at its left or right end, or a circle.
    position
        A position, instead of ``coins``.
    line
        Whether to find a line of best play, too.

    Notes
    -----
    See `perfectplay.coins.solve.solve` for errors and complexity.

    Examples
    --------
    >>> result = SolveCoins(coins=(5, 1, 1, 5, 1, 2, 2, 1)).answer()
    >>> result.as_answer().line, result.mistake_cost
    ('LLRLLLLL', 8)
    """

    coins: Sequence[Coin] = ()
    gap: Coin | None = None
    kind: Kind = "row"
    position: CoinsPosition | None = None
    line: bool = True

    rules: ClassVar[tuple[Excludes | Needs, ...]] = (
        Excludes("position", ("coins", "gap", "kind")),
        Excludes("gap", ("kind",)),
        Needs("coins", ("position",)),
    )

    @property
    def table(self) -> Table:
        """Return the table: a position, a row or components."""
        if self.position is not None:
            return self.position
        if self.gap is not None:
            return parse_gaps(self.coins, self.gap)
        return self.coins if self.kind == "row" else (Component(self.kind, tuple(self.coins)),)

    def answer(self, work: Work = UNLIMITED) -> CoinsResult:
        """Find the answer."""
        return solve(self.table, line=self.line, progress=work.progress)


# -- games against an opponent -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsReply(Reply):
    """An opponent's move.

    Attributes
    ----------
    move
        The move, as in ids.
    coin
        The coin taken.
    """

    move: str
    coin: Exact


def reply(position: CoinsPosition, opponent: str, seed: int) -> CoinsReply:
    """Choose an opponent's move: the same seed in the same position gives the same move."""
    move = choose(load_opponent(opponent), position, source_of(seed, position))
    coin, after = position.coin(move), position.play(move)
    return CoinsReply(opponent=opponent, move=move, coin=coin, position=after.id)
