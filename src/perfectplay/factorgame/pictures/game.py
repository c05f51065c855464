"""Pictures of a factor game: the board in the players' colours, and the numbers that each move gave away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.result import Result
from perfectplay.core.session import Session
from perfectplay.core.text.texts import Text, say
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.pictures.board import MAX_DRAWN, Board, Tile, draw_board, listed

__all__ = ["draw", "game_board"]

_LEGEND: Mapping[str, Text] = {
    "first": Text("of player 1"),
    "second": Text("of player 2"),
    "left": Text("without points"),
    "open": Text("on the board"),
}
_FATES = ("first", "second")
"""Kinds of tiles for the numbers that the first and the second player got."""

_LIGHT = """\
.pp-first rect { fill: #17497f; stroke: #17497f; }
.pp-second rect { fill: #f2c078; stroke: #8a4b08; }
.pp-game .pp-first text { fill: #ffffff; }
.pp-first .pp-number, .pp-second .pp-number { font-weight: 700; }
"""
_DARK = """\
.pp-first rect { fill: #8ec1f7; stroke: #8ec1f7; }
.pp-second rect { fill: #6b3d0c; stroke: #e0a04a; }
.pp-game .pp-first text { fill: #0d1b2b; }
"""


def draw(position: FactorPosition, result: Result[int, int] | None = None) -> str:
    """Draw a game so far, or with best play to its end.

    Parameters
    ----------
    position
        A position of the game; the moves that led to it are part of the picture.
    result
        A solution of the position; if given, its line of best play is played before drawing.

    Returns
    -------
    str
        An SVG document, 900 pixels wide, with a title and a description in words for users who cannot see it.

    Raises
    ------
    LimitExceededError
        If the board has more than `perfectplay.pictures.board.MAX_DRAWN` numbers.

    Examples
    --------
    >>> "Factor game, N = 12: player 1 has 11, player 2 has 1" in draw(FactorPosition.from_id("factorgame:12/11"))
    True
    """
    for move in () if result is None else result.moves:
        position = position.play(move)
    board = game_board(position)
    (_, first), (_, second) = board.scores
    title = say("{name}: player 1 has {first}, player 2 has {second}", name=board.name, first=first, second=second)
    return draw_board(board, title, _describe(position, _moves(position)))


def game_board(position: FactorPosition) -> Board:
    """Return the picture of a game so far; raise `LimitExceededError` if the board is too large for one.

    >>> len(game_board(FactorPosition.from_id("factorgame:12/11")).tiles)
    12
    """
    if position.n > MAX_DRAWN:
        raise LimitExceededError(
            "N = {n} is too large for a picture; at most {most} numbers can be drawn", n=position.n, most=MAX_DRAWN
        )
    tiles = sorted((*_gone(position), *_there(position)), key=lambda tile: tile.number)
    first, second = position.points
    return Board(
        name=say("Factor game, N = {n}", n=position.n),
        scores=((say("player 1"), first), (say("player 2"), second)),
        tiles=tiles,
        legend=_LEGEND,
        moves=[(move, listed(given) if given else "0") for move, given in _moves(position)],
        head=say("The moves in order, player 1 first, with what each gave to the other player"),
        entry=lambda given: say("gives {given}", given=given),
        light=_LIGHT,
        dark=_DARK,
    )


def _moves(position: FactorPosition) -> list[tuple[int, tuple[int, ...]]]:
    """Return the moves so far as pairs of the number taken and the numbers that the other player got."""
    return [(after.moves[-1], _given(before, after)) for before, after in pairwise(Session.replay(position))]


def _given(before: FactorPosition, after: FactorPosition) -> tuple[int, ...]:
    return tuple(sorted(before.given(after.moves[-1])))


def _gone(position: FactorPosition) -> Iterator[Tile]:
    """Yield the tiles of numbers that have been taken or given away."""
    for turn, (before, after) in enumerate(pairwise(Session.replay(position)), 1):
        mover, move, given = before.to_move, after.moves[-1], _given(before, after)
        if not given:
            hint = say("{number}: taken in move {turn} for no points", number=move, turn=turn)
            yield Tile(move, "left", say("wasted"), hint)
            continue
        hint = say("{number}: taken in move {turn} by player {player}", number=move, turn=turn, player=mover + 1)
        yield Tile(move, _FATES[mover], say("move {turn}", turn=turn), hint)
        for number in given:
            hint = say(
                "{number}: given to player {player} for {taken} in move {turn}",
                number=number,
                player=2 - mover,
                taken=move,
                turn=turn,
            )
            yield Tile(number, _FATES[1 - mover], say("for {taken}", taken=move), hint)


def _there(position: FactorPosition) -> Iterator[Tile]:
    """Yield the tiles of numbers that are still on the board."""
    alone = position.alone
    for number in position.left:
        if number in alone:
            hint = say("{number}: on the board, without a divisor or a multiple there", number=number)
            yield Tile(number, "left", say("alone"), hint)
            continue
        given = sum(position.given(number))
        caption = say("gives {given}", given=given) if given else say("no divisor")
        yield Tile(number, "open", caption, say("{number}: on the board, {caption}", number=number, caption=caption))


def _describe(position: FactorPosition, moves: Sequence[tuple[int, Sequence[int]]]) -> str:
    played = "; ".join(say("{move} (gives {given})", move=move, given=listed(given) or "0") for move, given in moves)
    parts = [
        say("The board as a grid of {count} tiles, each with its number and what became of it.", count=position.n),
        say("Moves in order, player 1 first: {played}.", played=played) if played else say("No move has been made."),
    ]
    if position.left:
        parts.append(say("Still on the board: {numbers}.", numbers=listed(sorted(position.left))))
    return " ".join(parts)
