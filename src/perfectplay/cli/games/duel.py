"""Two-player games in the terminal, against an opponent."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from perfectplay.cli.games import PERSON
from perfectplay.cli.games.repl import Play, Said
from perfectplay.core.game.position import P

_Number = TypeVar("_Number")


class Duel(Play[P]):
    """A two-player game; a subclass chooses all moves of the opponent, including the first if the opponent begins.

    Parameters
    ----------
    name
        The opponent's name, as on the command line, or `PERSON`.
    human
        0 if the user is the first player, 1 if the second.
    time_limit
        Maximum number of seconds that the solver may take for each question, or ``None``.
    """

    def __init__(self, start: P, name: str, human: int, *, time_limit: float | None = None) -> None:
        self._name, self._human = name, human
        options = [] if name == "perfect" else ["--opponent", name]
        super().__init__(start, [*options, "--second"] if human else options, time_limit=time_limit)

    @abstractmethod
    def reply(self, position: P) -> tuple[Any, str, Mapping[str, Any]]:
        """Choose the opponent's move; return it with its description and the data for programs."""

    def is_turn(self, made: int) -> bool:
        """Return whether it is the user's turn after ``made`` moves."""
        return self._name == PERSON or made % 2 == self._human

    def opened(self, event: str) -> Said:
        """Begin or continue a game; if it is the opponent's turn, the opponent moves first."""
        if self.position.is_over() or self.is_turn(len(self.position.moves)):
            return super().opened(event)
        move, message, data = self.reply(self.position)
        self.make(move)
        return self.changed(event, self.greeting, message, **data)

    def turn(self, move: Any, message: str, **data: Any) -> Said:
        """Make the user's move, and let the opponent answer."""
        after = self.position.play(move)
        if after.is_over() or self.is_turn(len(after.moves)):
            self.make(move)
            return self.changed("take", message, **data)
        reply, comment, known = self.reply(after)
        self.make(move, reply)
        return self.changed("take", message, comment, **data, **known)

    def seen(self, both: Sequence[_Number]) -> tuple[_Number, _Number]:
        """Return both players' numbers, the user's first."""
        return both[self._human], both[1 - self._human]
