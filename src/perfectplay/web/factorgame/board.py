"""The content of the factor game's board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from perfectplay.core.session import Session
from perfectplay.core.text.texts import Text
from perfectplay.factorgame.rules import FactorPosition, Player
from perfectplay.pictures.board import MAX_DRAWN
from perfectplay.pictures.preview import Preview
from perfectplay.web.declaration import NumberTile, scores

Fate = Literal["open", "alone", "taken", "given", "wasted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorTile(NumberTile):
    """A number that the board had at the start, and its fate.

    Attributes
    ----------
    fate
        A number on the board is ``"open"``, or ``"alone"`` if no divisor and no multiple is left. Later it is
        ``"taken"``, ``"given"`` to the other player, or ``"wasted"`` if it was taken for no points.
    player
        The player who has the number, or who wasted it, 0 or 1; ``None`` on the board.
    """

    fate: Fate
    player: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorOption:
    """A move, and its points.

    Attributes
    ----------
    number
        The number taken.
    given
        The divisors that the other player gets, ascending.
    gains
        Points for the player who takes the number, and for the other player.
    """

    number: int
    given: tuple[int, ...]
    gains: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorTurn(FactorOption):
    """A move that was made.

    Attributes
    ----------
    player
        The player who made it, 0 or 1.
    """

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorBoard:
    """The content of the board, besides the fields of every position.

    Attributes
    ----------
    n
        The board has the numbers 1 to n at the start.
    passing
        Whether the classroom rule applies: a player may take a number without divisors left, for no points.
    to_move
        The player to move, 0 or 1.
    tiles
        One tile for each number that the board had at the start.
    options
        Every legal move, ascending.
    turns
        Every move so far.
    """

    n: int
    passing: bool
    to_move: Player
    tiles: tuple[FactorTile, ...]
    options: tuple[FactorOption, ...]
    turns: tuple[FactorTurn, ...]


def describe(position: FactorPosition) -> FactorBoard:
    """Return the content of the board for a position, without solving the position."""
    turns = tuple(_turns(position))
    return FactorBoard(
        n=position.n,
        passing=position.passing,
        to_move=position.to_move,
        tiles=_tiles(position, turns),
        options=tuple(FactorOption(**_told(position, number)) for number in position.legal_moves()),
        turns=turns,
    )


def _tiles(position: FactorPosition, turns: Iterable[FactorTurn]) -> tuple[FactorTile, ...]:
    fates: dict[int, FactorTile] = {}
    for k, turn in enumerate(turns, 1):
        fate: Fate = "taken" if turn.given else "wasted"
        fates[turn.number] = FactorTile(number=turn.number, fate=fate, player=turn.player, move=k)
        receiver: Player = 0 if turn.player else 1
        for number in turn.given:
            fates[number] = FactorTile(number=number, fate="given", player=receiver, move=k)
    alone = position.alone
    for number in position.left:
        fates[number] = FactorTile(number=number, fate="alone" if number in alone else "open")
    return tuple(fates[number] for number in sorted(fates))


def preview(position: FactorPosition) -> Preview:
    """Return the link preview of a position."""
    first, second = position.points
    tiles = _tiles(position, _turns(position)) if position.n <= MAX_DRAWN else ()
    return Preview(
        title=f"1\u2013{position.n}",
        line=scores((Text("player 1"), first), (Text("player 2"), second)) if position.moves else "",
        tiles=[(str(t.number), _look(t)) for t in tiles] or Preview.ends(range(1, position.n + 1), position.moves),
    )


def _look(tile: FactorTile) -> str:
    if tile.player is None:
        return "open" if tile.fate == "open" else "left"
    return "left" if tile.fate == "wasted" else ("first", "second")[tile.player]


def _turns(position: FactorPosition) -> Iterator[FactorTurn]:
    for before, after in pairwise(Session.replay(position)):
        yield FactorTurn(player=before.to_move, **_told(before, after.moves[-1]))


def _told(position: FactorPosition, number: int) -> dict[str, Any]:
    given = tuple(sorted(position.given(number)))
    return {"number": number, "given": given, "gains": position.gains(number)}
