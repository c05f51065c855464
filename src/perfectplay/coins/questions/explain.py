"""The reason for a margin: the fusions that turn a row into a valley, whose margin a person can read off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from perfectplay.coins.questions.solve import single_row
from perfectplay.coins.row.fusion import put, solve
from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.schema import Answer, Exact
from perfectplay.core.text.texts import Text

__all__ = ["MAX_EXPLAINED", "CoinsExplanation", "ExplainRow"]

MAX_EXPLAINED = 60
"""Maximum number of coins in a row to explain: more steps would be too many to read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsFusion:
    """A step: three neighbouring coins become one, without changing the margin.

    Attributes
    ----------
    at
        Position of the first of the three coins in the row before this step, counted from 1.
    coins
        The three coins; the middle one is not smaller than the others.
    fused
        The first minus the second plus the third.
    """

    at: int
    coins: tuple[Exact, Exact, Exact]
    fused: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsExplanation(Answer):
    """An explanation, for people, of a row's margin under best play.

    Attributes
    ----------
    position
        Id of the position.
    row
        The coins that are left.
    steps
        The fusions, in order.
    valley
        The row after all fusions: it falls, then rises.
    margin
        The lead that the player to move gains from here on: the alternating sum of the valley's coins, the largest
        first.
    first, second
        Totals of the player to move and of the other player from here on.
    line
        A game without mistakes, which has this margin: ``"L"`` or ``"R"`` for each coin.
    text
        The reason in sentences.
    """

    position: str
    row: tuple[Exact, ...]
    steps: tuple[CoinsFusion, ...]
    valley: tuple[Exact, ...]
    margin: Exact
    first: Exact
    second: Exact
    line: str
    text: tuple[Text, ...]

    def rows(self) -> Iterator[tuple[Coin, ...]]:
        """Yield the row before each step, and the valley at the end."""
        row = self.row
        yield row
        for step in self.steps:
            row = (*row[: step.at - 1], step.fused, *row[step.at + 2 :])
            yield row


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainRow(Question[CoinsExplanation]):
    """A question: why does a row have its margin? The answer has steps that a person can check.

    Parameters
    ----------
    position
        A single row of 1 to `MAX_EXPLAINED` coins.

    Raises
    ------
    InvalidPositionError
        If the position is not such a row.
    LimitExceededError
        If there are too many coins.

    Notes
    -----
    The fusion lemma and the valley lemma prove each step: docs, "Theory of greedy coins", C3, C5. Takes milliseconds.

    Examples
    --------
    >>> answer = ExplainRow(position=CoinsPosition.from_id("coins:5.3.4.1.2")).answer()
    >>> answer.steps
    (CoinsFusion(at=2, coins=(3, 4, 1), fused=0),)
    >>> answer.valley, answer.margin
    ((5, 0, 2), 3)
    """

    position: CoinsPosition

    def __post_init__(self) -> None:
        """Raise an error if the position is not a single row, or the row is too long."""
        size = len(single_row(self.position))
        if size > MAX_EXPLAINED:
            raise LimitExceededError(
                "{size} coins are too many to explain; the limit is {most}", size=size, most=MAX_EXPLAINED
            )

    def answer(self, work: Work = UNLIMITED) -> CoinsExplanation:  # noqa: ARG002  # milliseconds: no progress to report
        """Find the answer."""
        row = single_row(self.position)
        valley: list[Coin] = []
        steps = tuple(_fuse(row, valley))
        best = solve(row)
        return CoinsExplanation(
            position=self.position.id,
            row=row,
            steps=steps,
            valley=tuple(valley),
            margin=best.margin,
            first=best.first,
            second=best.second,
            line=best.line or "",
            text=(
                *_reasons(fused=bool(steps)),
                Text(
                    "So the margin of the player to move is {sum}: {first} to {second} from here on.",
                    sum=alternating(sorted(valley, reverse=True), best.margin),
                    first=str(best.first),
                    second=str(best.second),
                ),
            ),
        )


def alternating(coins: Sequence[Coin], value: Coin) -> str:
    """Format an alternating sum of coins, followed by its value.

    >>> alternating((3, -4, 1), 8), alternating((7,), 7)
    ('3 - (-4) + 1 = 8', '7')
    """
    first, *rest = coins
    words = [f" {'+-'[i % 2]} {f'({coin})' if coin < 0 else coin}" for i, coin in enumerate(rest, 1)]
    return f"{first}{''.join(words)} = {value}" if rest else str(first)


def _fuse(row: Sequence[Coin], valley: list[Coin]) -> Iterator[CoinsFusion]:
    """Yield the fusions of a row, and append the remaining coins to ``valley``, which is empty at first."""
    for coin in row:
        stack = [*valley, coin]
        for _ in range(put(valley, coin)):
            a, b, c = stack[-3:]
            stack[-3:] = [a - b + c]
            yield CoinsFusion(at=len(stack), coins=(a, b, c), fused=stack[-1])


def _reasons(*, fused: bool) -> Iterator[Text]:
    if fused:
        yield Text(
            "Three neighbours whose middle coin is not smaller than the others may be fused: left - middle + right. "
            "This changes no margin."
        )
        yield Text("The row that is left falls, then rises, so its largest coin is always at an end.")
    else:
        yield Text("The row falls, then rises, so its largest coin is always at an end.")
    yield Text("In such a row, taking the largest coin is best.")
