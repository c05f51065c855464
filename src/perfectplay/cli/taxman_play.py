"""A game of Taxman at the terminal: what a person may type, and the answers.  How they look is `taxman_screen`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from perfectplay.cli.output import show_progress
from perfectplay.cli.playing import Answer
from perfectplay.core.errors import IllegalMoveError, PerfectPlayError, quote
from perfectplay.core.result import Result
from perfectplay.core.session import Session
from perfectplay.taxman.rules import Preview, TaxmanPosition

__all__ = ["COMMANDS", "KEYS", "Play", "View", "resume_line", "run"]

_MOVES_SHOWN = 60

_NUMBERS_SHOWN = 12

COMMANDS: Mapping[str, str] = {
    "12": "take 12; the taxman takes its divisors",
    "? 12": "what 12 would cost: its tax, and what it would strand, useless to you",
    "m": "all legal moves with their prices, the cheapest first",
    "h": "hint: a move that keeps the best score still possible in reach",
    "b": "the best score still possible from here",
    "u": "undo the last move",
    "r": "redo the move that was undone",
    "s": "show the id of this position, and the command that goes on from it",
    "n": "begin again",
    "n 30": "a new game with N = 30",
    "q": "quit; shows the id, too",
}
"""What can be typed, with its meaning."""

KEYS: Mapping[str, str] = {"?": "help", "m": "moves", "h": "hint", "u": "undo", "q": "quit"}
"""The same in a few words, for the screen's last line."""


class View(Protocol):
    """Where the game is seen and typed."""

    #: Whether progress may be drawn while the solver thinks.
    shows_progress: bool

    def ask(self) -> str:
        """Read a line; raises `EOFError` when there is none."""
        ...

    def show(self, position: TaxmanPosition, answer: Answer) -> None:
        """Show the position and what was said."""
        ...

    def leave(self, position: TaxmanPosition) -> None:
        """Say goodbye in a way that loses nothing."""
        ...


class Play:
    """The commands.

    Parameters
    ----------
    start
        Where to begin.
    time_limit
        Seconds that the solver may think about one question.
    shows_progress
        Whether to draw a line on the terminal meanwhile.
    """

    def __init__(self, start: TaxmanPosition, time_limit: float, *, shows_progress: bool = False) -> None:
        self._session = Session(start)
        self._time_limit = time_limit
        self._shows_progress = shows_progress
        self._best: dict[str, Result[int]] = {}
        self._commands: dict[str, Callable[[str], Answer]] = {
            "?": self._preview,
            "u": self._undo,
            "r": self._redo,
            "h": self._hint,
            "b": self._best_possible,
            "m": self._moves,
            "s": self._show_id,
            "n": self._new,
        }

    @property
    def position(self) -> TaxmanPosition:
        """The position now."""
        return self._session.position

    def begin(self) -> Answer:
        """Greet."""
        if self.position.is_over():
            return self._with_verdict("start", "")
        return Answer("start", "Take a number; the taxman takes its divisors.")

    def answer(self, line: str) -> Answer:
        """Do what a line of input says; a problem is an answer, too, and changes nothing.

        Parameters
        ----------
        line
            Anything.
        """
        line = line.strip()
        words = line.split(maxsplit=1)
        name, rest = (words[0].lower(), words[1].strip() if len(words) > 1 else "") if words else ("?", "")
        if name.startswith("?") and len(name) > 1:
            name, rest = "?", f"{name[1:]} {rest}".strip()
        try:
            if name in self._commands:
                return self._commands[name](rest)
            return self._take(line)
        except PerfectPlayError as error:
            return Answer("error", str(error))
        except KeyboardInterrupt:
            return Answer("error", "stopped thinking; nothing has changed")

    def _take(self, text: str) -> Answer:
        number = self._session.game.parse_move(text, self.position)
        preview = self.position.preview(number)
        self._session.play(number)
        message = f"You took {number}; the taxman took {_listed(preview.tax)}"
        # In the other variant the numbers stay in the pot although they have become useless.
        if preview.lost and self.position.variant == "immediate":
            message += f", and {_listed(preview.lost)}, now of no use to you"
        return self._with_verdict("take", message + ".", _cost(preview))

    def _undo(self, _: str) -> Answer:
        undone = self.position.moves[-1] if self._session.can_undo else None
        self._session.undo()
        return Answer("undo", f"You put {undone} back; r takes it again.")

    def _redo(self, _: str) -> Answer:
        return self._with_verdict("redo", f"You took {self._session.redo().moves[-1]} again.")

    def _preview(self, text: str) -> Answer:
        if not text:
            return Answer("help", "\n".join(f"{keys:<5} {meaning}" for keys, meaning in COMMANDS.items()))
        preview = self.position.preview(self._session.game.parse_move(text, self.position))
        message = f"{preview.take} costs {_summed(preview.tax)}"
        if preview.lost:
            message += f" and strands {_summed(preview.lost)}"
        return Answer("preview", f"{message}.", _cost(preview))

    def _hint(self, _: str) -> Answer:
        result = self._solve(self.position)
        if not result.moves:
            message = "there is no hint: the game is over; u undoes, n begins again"
            raise IllegalMoveError(message)
        move = result.moves[0]
        behind, behind_data = self._behind(result)
        data = {"take": move} | _bounds(result) | behind_data
        if result.status == "optimal":
            message = f"Take {move}: it keeps the best score still possible, {result.value}, in reach."
        else:
            message = f"Take {move}: {result.value} is then in reach; whether more is, was not settled in time."
        return Answer("hint", message + behind, data)

    def _best_possible(self, _: str) -> Answer:
        result = self._solve(self.position)
        behind, behind_data = self._behind(result)
        if result.status == "optimal":
            message = f"Best still possible from here: {result.value} (proven)."
        else:
            reach = f"at least {result.value}, at most {result.upper}"
            message = f"Best still possible from here: {reach} (not settled in time)."
        return Answer("best", message + behind, _bounds(result) | behind_data)

    def _behind(self, result: Result[int]) -> tuple[str, dict[str, Any]]:
        """Tell what the moves so far have cost, as far as it is proven."""
        if not self.position.moves:
            return "", {}
        try:
            best = self._solve(self.position.start())
        except PerfectPlayError:
            # The pot as a whole may be too large for the solver although what is left of it is not.
            return "", {}
        below = int(best.value) - int(result.upper)
        if below <= 0:
            return "", {}
        if best.status == result.status == "optimal":
            return f" You are already {below} below the best ({best.value}).", {"below": below}
        return f" You are already at least {below} below the best.", {"below": below}

    def _moves(self, _: str) -> Answer:
        previews = [self.position.preview(number) for number in self.position.legal_moves()]
        # Among equally cheap ones the largest is the most interesting.
        previews.sort(key=lambda preview: (sum(preview.tax), -preview.take))
        if not previews:
            return Answer("moves", "There is no legal move: the game is over.", {"moves": []})
        title = "Legal moves, cheapest first"
        if len(previews) > _MOVES_SHOWN:
            title = f"The {_MOVES_SHOWN} cheapest of {len(previews)} legal moves"
        moves = "  ".join(_price(preview) for preview in previews[:_MOVES_SHOWN])
        text = f"{title}, as move(tax) or move(tax+stranded):\n{moves}"
        return Answer("moves", text, {"moves": [_cost(preview) for preview in previews]})

    def _show_id(self, _: str) -> Answer:
        return Answer("id", f"{self.position.id}\nResume with: {resume_line(self.position)}")

    def _new(self, text: str) -> Answer:
        if text:
            if not (text.isascii() and text.isdecimal()) or len(text) > 18:
                message = f"{quote(text)} is not a size of a pot; write n 30 for N = 30, or n to begin again"
                raise IllegalMoveError(message)
            start = TaxmanPosition.new(int(text))
        else:
            start = self.position.start()
        self._session = Session(start)
        return self._with_verdict("new", "A new game.")

    def _solve(self, position: TaxmanPosition) -> Result[int]:
        if position.id not in self._best:
            with show_progress(quiet=not self._shows_progress) as progress:
                game = self._session.game
                result = (
                    self._session.hint(time_limit=self._time_limit, progress=progress)
                    if position is self.position
                    else game.solve(position, time_limit=self._time_limit, progress=progress)
                )
            if result.status != "optimal":
                return result
            self._best[position.id] = result
        return self._best[position.id]

    def _with_verdict(self, event: str, message: str, data: Mapping[str, Any] | None = None) -> Answer:
        """Add the final verdict if the game is over."""
        data = dict(data or {})
        if not self.position.is_over():
            return Answer(event, message, data)
        you, taxman = self.position.scores()
        outcome = "You win" if you > taxman else "The taxman wins" if you < taxman else "A draw"
        message = f"{message}\nThe game is over. {outcome}: you {you}, taxman {taxman}.".lstrip()
        try:
            best = self._solve(self.position.start())
        except PerfectPlayError as error:
            return Answer(event, f"{message}\nThe best score is not known: {error}", data)
        short = int(best.upper) - you
        if short == 0:
            verdict = "A perfect game: nobody can score more."
        elif best.status == "optimal":
            verdict = f"You were {short} short of the best, {best.value}."
        else:
            verdict = f"You were at most {short} short of the best."
        return Answer(event, f"{message}\n{verdict}", data | {"short": short} | _bounds(best))


def run(start: TaxmanPosition, view: View, time_limit: float) -> None:
    """Play until there is no more input.

    Parameters
    ----------
    start
        Where to begin.
    view
        Where the game is seen.
    time_limit
        Seconds that the solver may think about one question.
    """
    play = Play(start, time_limit, shows_progress=view.shows_progress)
    answer = play.begin()
    while True:
        try:
            view.show(play.position, answer)
            line = view.ask()
        except (EOFError, KeyboardInterrupt):
            break
        if line.strip().lower() in {"q", "quit", "exit"}:
            break
        answer = play.answer(line)
    view.leave(play.position)


def resume_line(position: TaxmanPosition) -> str:
    """Write the command that goes on from a position."""
    return f"perfectplay taxman play --position {position.id}"


def _listed(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(map(str, numbers[:_NUMBERS_SHOWN]))
    return shown if len(numbers) <= _NUMBERS_SHOWN else f"{shown}, ... ({len(numbers)} numbers)"


def _summed(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    if len(numbers) > _NUMBERS_SHOWN:
        return f"{sum(numbers)} ({len(numbers)} numbers)"
    return f"{sum(numbers)} ({' + '.join(map(str, numbers))})"


def _price(preview: Preview) -> str:
    stranded = f"+{sum(preview.lost)}" if preview.lost else ""
    return f"{preview.take}({sum(preview.tax)}{stranded})"


def _cost(preview: Preview) -> dict[str, Any]:
    return {"take": preview.take, "tax": list(preview.tax), "lost": list(preview.lost), "net": preview.net}


def _bounds(result: Result[int]) -> dict[str, Any]:
    return {"best": int(result.value), "upper": int(result.upper), "status": result.status}
