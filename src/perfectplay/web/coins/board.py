"""The content of the coins board, and its limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from perfectplay.coins.coach import Coach, ParityGuarantee, Review
from perfectplay.coins.questions.solve import MAX_SOLVED
from perfectplay.coins.rules import CoinsPosition, Component, Kind, Player, Stretch, ends, take
from perfectplay.coins.values import half
from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.schema import Exact
from perfectplay.core.session import Session
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import shortened
from perfectplay.pictures.preview import Preview
from perfectplay.web.declaration import scores

MAX_BOARD = 60
"""Maximum number of coins on a board."""

MAX_VALUE = 12
"""Maximum number of characters of a coin on a board, so that the coin fits; sums then fit into 53 bits."""

_MAX_WORK = 45_000
"""Maximum product of states, coins and moves for a circle beside other components; solving then took 70 ms."""
_MAX_BROKEN = 6
"""Maximum number of rows on a board with fractions, which are slow: with more rows, a game took up to 0.6 s."""

_IN_A_LINE = 16
"""Maximum number of coins that a preview shows in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsRow:
    """A row, a stack or a circle of coins on the table.

    Attributes
    ----------
    kind, start_kind
        The kind now and at the start. They differ if a circle has become a row.
    left
        Original places of the remaining coins, counted from 0, from left to right.
    """

    kind: Kind
    start_kind: Kind
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsPick:
    """A move, and the coin that it takes.

    Attributes
    ----------
    move
        The move, as ids write it.
    row, place
        The coin's row and place, both counted from 0.
    coin
        Value of the coin.
    """

    move: str
    row: int
    place: int
    coin: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsTaken(CoinsPick):
    """A move that was made.

    Attributes
    ----------
    player
        The player who made it, 0 or 1.
    cost
        The move's loss, as a decrease of the margin.
    """

    player: Player
    cost: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsAdvice(CoinsPick):
    """The worth of a legal move.

    Attributes
    ----------
    margin
        The mover's margin over the rest of the game including this move, if both then play perfectly.
    cost
        Difference between this margin and the best move's.
    best
        Whether no move is better.
    final
        Final totals of both players.
    """

    margin: Exact
    cost: Exact
    best: bool
    final: tuple[Exact, Exact]


@dataclass(frozen=True, slots=True)
class CoinsReview(Review[CoinsPick]):
    """A review of the last move, with better moves and the best answers."""

    better: tuple[CoinsPick, ...]
    answers: tuple[CoinsPick, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsBoard:
    """The content of the board.

    Attributes
    ----------
    rows
        The components on the table.
    start_coins, coins
        For each row, the values of all coins at the start, and of the remaining coins.
    to_move
        The player to move, 0 or 1.
    margin
        The first player's lead.
    taken
        Every move so far.
    costs
        Total losses of both players from mistakes so far.
    advice
        Every legal move.
    review
        The last move, or ``None`` at the start.
    final, final_margin
        Final totals of both players, and the first player's final margin, if both play perfectly from now on.
    start_final, start_margin
        The same for perfect play from the start of the game.
    guaranteed
        The total that the player to move can secure, or ``None`` when the game is over.
    parity
        The guarantee of the player who takes all coins at odd or all at even places; ``None`` unless an even number of
        coins is left in a single row with two open ends.
    """

    rows: tuple[CoinsRow, ...]
    start_coins: tuple[tuple[Exact, ...], ...]
    coins: tuple[tuple[Exact, ...], ...]
    to_move: Player
    margin: Exact
    taken: tuple[CoinsTaken, ...]
    costs: tuple[Exact, Exact]
    advice: tuple[CoinsAdvice, ...]
    review: CoinsReview | None
    final: tuple[Exact, Exact]
    final_margin: Exact
    start_final: tuple[Exact, Exact]
    start_margin: Exact
    guaranteed: Exact | None
    parity: ParityGuarantee | None


def describe(position: CoinsPosition) -> CoinsBoard:
    """Return the content of the board for a position that `check_board` accepts.

    Takes O(n^2 log n) for n coins the first time, and O(n log n) after each further move, because coaches are cached.

    Raises
    ------
    LimitExceededError
        If the board is too large.
    """
    check_board(position)
    line = list(Session.replay(position))
    taken = tuple(_taken(before, move) for before, move in zip(line[:-1], position.moves, strict=True))
    first, second = (sum(coin.cost for coin in taken if coin.player == player) for player in (0, 1))
    coach, start = _coach(position), _coach(line[0])
    return CoinsBoard(
        rows=tuple(map(_row, position.stretches, position.start_components)),
        start_coins=tuple(component.coins for component in position.start_components),
        coins=tuple(component.coins for component in position.components),
        to_move=position.to_move,
        margin=position.margin,
        taken=taken,
        costs=(first, second),
        advice=tuple(_advice(coach)),
        review=_review(coach, _coach(line[-2])) if position.moves else None,
        final=coach.final_scores,
        final_margin=coach.final_margin,
        start_final=start.final_scores,
        start_margin=start.final_margin,
        guaranteed=None if position.is_over() else coach.guaranteed,
        parity=coach.parity,
    )


def preview(position: CoinsPosition) -> Preview:
    """Return the link preview: the table, with taken coins in their places, coloured by player."""
    rows = [[(str(coin), "coin") for coin in component.coins] for component in position.start_components]
    count = sum(map(len, rows))
    title = shortened(" ".join(coin for row in rows for coin, _ in row), 50, "…")
    for before, move in zip(Session.replay(position), position.moves, strict=False):
        row, column = _place(before, move)
        rows[row][column] = rows[row][column][0], ("first", "second")[before.to_move]
    first, second = position.totals
    return Preview(
        title=title,
        line=scores((Text("player 1"), first), (Text("player 2"), second)) if position.moves else "",
        tiles=[tile for row in rows for tile in (*row, ("", ""))][:-1],
        discs=True,
        columns=count + len(rows) - 1 if count <= _IN_A_LINE else 0,
    )


@lru_cache(1024)
def _coach(position: CoinsPosition) -> Coach:
    """Return a coach; it is cached, because the next position of a game needs its values again."""
    return Coach(position)


def _row(stretch: Stretch, component: Component) -> CoinsRow:
    left = tuple(index % len(component.coins) for index in range(stretch.lo, stretch.hi))
    return CoinsRow(kind=stretch.kind, start_kind=component.kind, left=left)


def _place(position: CoinsPosition, move: str) -> tuple[int, int]:
    """Return the row and the place of the coin that a legal move takes."""
    names = ((row, end) for row, stretch in enumerate(position.stretches) for end in ends(stretch))
    row, end = dict(zip(position.legal_moves(), names, strict=True))[move]
    index, _ = take(position.stretches[row], end)
    return row, index % len(position.start_components[row].coins)


def _pick(position: CoinsPosition, move: str) -> CoinsPick:
    row, index = _place(position, move)
    return CoinsPick(move=move, row=row, place=index, coin=position.coin(move))


def _taken(before: CoinsPosition, move: str) -> CoinsTaken:
    advice, (row, index) = _coach(before).advice(move), _place(before, move)
    return CoinsTaken(move=move, row=row, place=index, coin=advice.coin, player=before.to_move, cost=advice.cost)


def _advice(coach: Coach) -> Iterator[CoinsAdvice]:
    """Yield the worth of each legal move."""
    for advice in coach.moves:
        (row, index), loss = _place(coach.position, advice.move), half(advice.cost)
        first, second = coach.final_scores
        yield CoinsAdvice(
            move=advice.move,
            row=row,
            place=index,
            coin=advice.coin,
            margin=advice.margin,
            cost=advice.cost,
            best=advice.is_best,
            final=(first + loss, second - loss) if coach.position.to_move else (first - loss, second + loss),
        )


def _review(coach: Coach, earlier: Coach) -> CoinsReview | None:
    """Review the last move, given the coach of the position before it."""
    review = coach.review()
    if review is None:
        return None
    return CoinsReview(
        player=review.player,
        move=review.move,
        cost=review.cost,
        better=tuple(_pick(earlier.position, move) for move in review.better),
        answers=tuple(_pick(coach.position, move) for move in review.answers),
        margin=review.margin,
    )


def check_board(position: CoinsPosition) -> None:
    """Raise an error if a position is too large for a board, or takes too long to solve.

    Raises
    ------
    LimitExceededError
        If a coin is too long, or there are too many coins, rows with fractions, or coins beside a circle.
    """
    sizes = [len(component.coins) for component in position.start_components]
    if sum(sizes) > MAX_BOARD:
        raise LimitExceededError(
            "{id} has {count} coins; a board has room for {most}, and coins/solve takes rows of up to {solved}",
            id=quote(position.start().id),
            count=sum(sizes),
            most=MAX_BOARD,
            solved=MAX_SOLVED,
        )
    for component in position.start_components:
        for coin in component.coins:
            if len(str(coin)) > MAX_VALUE:
                raise LimitExceededError(
                    "the coin {coin} has {count} characters; a board has room for {most}",
                    coin=quote(coin),
                    count=len(str(coin)),
                    most=MAX_VALUE,
                )
    if len(sizes) > _MAX_BROKEN and any(
        coin.denominator > 1 for component in position.start_components for coin in component.coins
    ):
        raise LimitExceededError(
            "{id} has {count} rows and fractions; a board with fractions has room for {most} rows",
            id=quote(position.start().id),
            count=len(sizes),
            most=_MAX_BROKEN,
        )
    # The solver treats a circle of two coins as a row, but searches larger circles beside other components.
    circles = sum(component.kind == "circle" and len(component.coins) > 2 for component in position.start_components)
    if circles and len(sizes) > 1:
        states = prod(_states(component, circles) for component in position.start_components)
        work = states * sum(sizes) * len(position.start().legal_moves())
        if work > _MAX_WORK:
            raise LimitExceededError(
                "{id} has a circle and too many other coins for a board; play the circle alone, or leave out some "
                "coins",
                id=quote(position.start().id),
            )


def _states(component: Component, circles: int) -> int:
    size = len(component.coins)
    match component.kind:
        case "circle" if size > 2:
            # The search ends when the last circle is opened, so the only circle has one state: untouched.
            return 1 if circles == 1 else size * (size - 1) + 2
        case "row" | "circle":
            return size * (size + 1) // 2 + 1
        case _:
            return size + 1
