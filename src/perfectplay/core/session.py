"""Undo, redo, replay and hints for all games."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Generic, Self, cast

from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game import load_game, parse_position
from perfectplay.core.game.position import Game, Move, P, P_co, Position
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Result, Value

__all__ = ["Session"]


class Session(Generic[P_co]):
    """A game in progress: a sequence of positions with a cursor.

    Parameters
    ----------
    position
        The first position. Moves that it already contains can be undone, too.

    Examples
    --------
    >>> from perfectplay import Session, parse_position
    >>> Session(parse_position("taxman:10")).play("7").scores()
    (7, 1)
    >>> game = Session.from_id("taxman:10/7")
    >>> game.play(9).id
    'taxman:10/7.9'
    >>> game.undo().id, game.can_undo, game.can_redo
    ('taxman:10/7', True, True)
    >>> game.redo().id, game.go(0).id
    ('taxman:10/7.9', 'taxman:10')
    >>> game.position.id, game.hint().value
    ('taxman:10', 40)
    >>> [position.id for position in Session.replay(Session.from_id("taxman:10/7.9").position)]
    ['taxman:10', 'taxman:10/7', 'taxman:10/7.9']
    """

    def __init__(self, position: P_co) -> None:
        position = parse_position(position)
        self.game: Game[Any, Any, Any] = load_game(position.game)
        self._line: list[P_co] = list(self.replay(position))
        self._cursor = len(self._line) - 1

    @staticmethod
    def replay(position: P) -> Iterator[P]:
        """Yield every position from the start of the game to the given one."""
        current = position.start()
        yield current
        for move in position.moves:
            current = current.play(move)
            yield current

    @classmethod
    def from_id(cls, text: str) -> Session[Position[Any]]:
        """Open a session at the position with an id."""
        return Session(parse_position(text))

    def __copy__(self) -> Self:
        """Return an independent copy of the session."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _line=self._line[:])
        return twin

    def __repr__(self) -> str:
        """Return the call that opens the session again, without the moves that could be redone."""
        return f"Session.from_id({quote(self.position.id, 100)})"

    def _repr_mimebundle_(self, **wanted: object) -> dict[str, str]:
        # Show the position in notebooks.
        shown: dict[str, str] = getattr(self.position, "_repr_mimebundle_", dict)(**wanted)
        return shown

    @property
    def position(self) -> P_co:
        """The position at the cursor."""
        return self._line[self._cursor]

    @property
    def can_undo(self) -> bool:
        """Return whether there is a move to undo."""
        return self._cursor > 0

    @property
    def can_redo(self) -> bool:
        """Return whether there is a move to redo."""
        return self._cursor + 1 < len(self._line)

    def play(self: Session[Position[Move]], move: Move | str) -> P_co:
        """Make a move, which may be text, and forget moves that could be redone.

        Raises
        ------
        IllegalMoveError
            If the move is illegal; the session is unchanged.
        """
        # Positions look moves up in sets, so convert an unhashable value to text, which the game then refuses.
        is_text = isinstance(move, str) or not isinstance(move, Hashable)
        made: Move = self.game.parse_move(str(move), self.position) if is_text else cast("Move", move)
        following = cast("P_co", self.position.play(made))
        del self._line[self._cursor + 1 :]
        self._line.append(following)
        self._cursor += 1
        return following

    def undo(self) -> P_co:
        """Take back the last move.

        Raises
        ------
        IllegalMoveError
            If no move has been made.
        """
        if not self.can_undo:
            raise IllegalMoveError("there is no move to undo: this is the start of the game")
        self._cursor -= 1
        return self.position

    def redo(self) -> P_co:
        """Redo the move that was undone last.

        Raises
        ------
        IllegalMoveError
            If there is no move to redo.
        """
        if not self.can_redo:
            raise IllegalMoveError("there is no move to redo: no move was taken back")
        self._cursor += 1
        return self.position

    def go(self, made: int) -> P_co:
        """Undo or redo until a given number of moves is made.

        Raises
        ------
        IllegalMoveError
            If the line has fewer moves; the session is unchanged.
        """
        if not 0 <= made < len(self._line):
            raise IllegalMoveError(
                "there is no position after {made} moves; give a number from 0 to {count}",
                made=made,
                count=len(self._line) - 1,
            )
        self._cursor = made
        return self.position

    def hint(
        self: Session[Position[Move, Value]],
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> Result[Move, Value]:
        """Solve the game from the current position; the hint is the first move of the result."""
        return self.game.solve(self.position, time_limit=time_limit, progress=progress)
