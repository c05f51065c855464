"""Games in the terminal: the input loop, commands and three views that all games share. Games add their own parts."""

from __future__ import annotations

import shlex
import shutil
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn

import click

from perfectplay.cli import INTERRUPTED
from perfectplay.cli.output import console, emit_json, is_terminal, show_progress
from perfectplay.core.errors import IllegalMoveError, PerfectPlayError, quote
from perfectplay.core.game.position import P
from perfectplay.core.result import Result
from perfectplay.core.running.interrupt import RECEIVED, interrupted
from perfectplay.core.session import Session
from perfectplay.core.teaching.hints import HINT_STEPS, hint_steps
from perfectplay.core.teaching.review import lost
from perfectplay.core.text.words import shortened

if TYPE_CHECKING:
    from rich.text import Text

Line = Sequence[tuple[str, str]]
"""A line of a board: pieces of text, each with a style in rich's notation (empty for none)."""

_ECHOED = 200
"""Maximum length of an input line that is echoed in full."""
_MOVES_SHOWN = 60
_LONG_ID = 60
"""Maximum length, in characters, of an id that is quoted in advice."""
_MOMENT = 1.0
"""Time limit in seconds for finding out whether a move was a mistake."""
_ON = {"idea": "h again tells where to look", "area": "h again names the move"}
"""Advice to print after each step of a hint except the last."""
_PLAIN_WIDTH, _PLAIN_HEIGHT = 79, 40
_MARGIN = 4
"""Number of columns that the frame of the board takes."""
_FRAME = 4
"""Number of lines that the frame, the status and the prompt take."""


@dataclass(frozen=True, slots=True)
class Said:
    """The program's answer to a line of input.

    Attributes
    ----------
    event
        The kind of event, in one word: ``"start"``, ``"take"``, ``"undo"``, ``"hint"``, ``"error"``, ...
    message, data
        The answer as text for people, perhaps in several lines, and as JSON data for programs.
    board
        Whether to draw the board again.
    """

    event: str
    message: str
    data: Mapping[str, Any] = field(default_factory=dict)
    board: bool = False


@dataclass(frozen=True, slots=True)
class Verb:
    """A command, which calls ``run`` with the text after the key.

    ``keys`` are its names, in small letters: first the key that the screen shows, last a word that explains it.
    """

    keys: tuple[str, ...]
    meaning: str
    run: Callable[[str], Said]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a view shows of a game, except the board.

    Attributes
    ----------
    title
        The name of the game, for the board's frame.
    status
        Scores and the like, in one line; the clock is added to it.
    state
        Data for programs besides id and legal moves, as JSON.
    score
        Results of all games played; empty if there are none.
    """

    title: str
    status: str
    state: Mapping[str, object]
    score: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A number on a board, and the word below it; ``kind`` determines the style of both."""

    value: str
    label: str
    kind: str


def drawn(slots: Iterable[tuple[Slot, int]], styles: Mapping[str, str], gap: int = 0) -> tuple[Line, Line]:
    """Return a line of values and a line of labels; each slot is centred in its number of columns."""
    values, labels = [], []
    for slot, size in slots:
        style = styles.get(slot.kind, "")
        values += [(slot.value.center(size), style), (" " * gap, "")]
        labels += [(slot.label.center(size), style.removesuffix(" reverse")), (" " * gap, "")]
    return values, labels


class Play(ABC, Generic[P]):
    """A game in the terminal; a subclass adds its commands, draws the board and describes costs and results of moves.

    Parameters
    ----------
    options
        Command-line options that, with the position, continue the game.
    time_limit
        Maximum number of seconds that the solver may take for each question, or ``None``.
    limit
        Time limit of the clock in seconds, or ``None``.

    Attributes
    ----------
    quiet
        Whether to hide the solver's line of progress.
    coaching
        Whether a person plays: then hints come in steps, and mistakes are reported at once.
    spent, finished
        Seconds of this game so far, and whether the clock has stopped.
    """

    prompt: ClassVar[str] = "play> "
    #: Ways to type a move, each with a line of help.
    moves_help: ClassVar[Sequence[tuple[str, str]]]
    #: This game's own help for common commands, by the last key of the command.
    meanings: ClassVar[Mapping[str, str]] = {}
    #: Keys that type a move in this game, so that the common commands lose them.
    shared_as_moves: ClassVar[frozenset[str]] = frozenset()
    #: Signs on the board, with style and meaning; they make the board readable without colours.
    legend: Sequence[tuple[str, str, str]] = ()
    #: Advice on how to begin again; empty if the game's own messages give it.
    again: ClassVar[str] = "; n begins again"
    #: Lines reserved for messages below the board.
    talk: ClassVar[int] = 4
    quiet: bool
    coaching: bool
    spent: float
    finished: bool

    def __init__(
        self, start: P, options: Sequence[str] = (), *, time_limit: float | None = None, limit: float | None = None
    ) -> None:
        self.quiet, self.coaching = True, False
        self._thoughts: dict[str, Result[Any, Any]] = {}
        self._hinted = ("", "")
        self._options = options
        self._time_limit = time_limit
        self.limit = limit
        self.open(start)

    # -- what a game supplies ------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def greeting(self) -> str:
        """Return the first line of a game, which says what to do."""

    @abstractmethod
    def scene(self) -> Scene:
        """Describe the current state of the game."""

    @abstractmethod
    def board(self, width: int, height: int) -> list[Line]:
        """Draw the position within the given columns, in more lines if needed; every number keeps its column."""

    @abstractmethod
    def move(self, text: str) -> Said:
        """Make a move; raise `PerfectPlayError` if the text is not a move."""

    @abstractmethod
    def hint(self, text: str) -> Said:
        """Name a best move."""

    @abstractmethod
    def best(self, text: str) -> Said:
        """Describe the best result that is still possible."""

    def own_verbs(self) -> Sequence[Verb]:
        """Return the commands that only this game has."""
        return ()

    def fresh(self, text: str) -> P:
        """Return the starting position that the text describes, or this game's if the text is empty."""
        if text:
            refuse(f"{quote(text)} is not the id of a game; n alone begins again")
        return self.position.start()

    def is_turn(self, made: int) -> bool:  # noqa: ARG002  # for games with an opponent
        """Return whether it is the user's turn after ``made`` moves."""
        return True

    def verdict(self, event: str) -> tuple[Sequence[str], Mapping[str, Any]]:  # noqa: ARG002  # for games that judge
        """Describe the position after an event such as ``"undo"``, in lines for people and in data for programs."""
        return (), {}

    def preview(self, text: str) -> Said:  # noqa: ARG002  # for games whose moves have a price
        """Describe the cost of a move."""
        return self._help("")

    def problem(self, error: BaseException) -> Said:
        """Describe an error, or Ctrl-C."""
        known = isinstance(error, PerfectPlayError)
        return Said("error", str(error) if known else "stopped thinking; nothing has changed")

    def time_up(self) -> Said:
        """Stop the clock because time is up; users may continue without it."""
        self.finished = True
        return Said("late", f"Time is up: {self.spent:,.1f} of {self.limit:,.15g} seconds.", {"late": True})

    # -- what a game can use -------------------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """The current position."""
        return self.session.position

    @property
    def resume(self) -> str:
        """Return the command that continues from here."""
        line = f"perfectplay {self.session.game.name} play --position {self.position.id}"
        return f"{line} {shlex.join(self._options)}" if self._options else line

    @property
    def clock(self) -> str:
        """Describe the time used, if it is limited."""
        if self.limit is None or self.finished:
            return "" if self.limit is None else "clock stopped"
        return f"clock {self.spent:,.0f} of {self.limit:,.15g} s"

    def open(self, start: P) -> None:
        """Begin a game at a position."""
        self.session: Session[P] = Session(start)
        # Record the number of moves after each line of input, because the moves of one line are undone together.
        last = len(start.moves) if start.is_over() else -1
        self._stops = [made for made in range(len(start.moves) + 1) if self.is_turn(made) or made == last]
        self.spent, self.finished = 0.0, False

    def opened(self, event: str) -> Said:
        """Greet the user at the start of a game; in a game with an opponent, the opponent may move first."""
        return self.changed(event, "" if self.position.is_over() else self.greeting)

    def changed(self, event: str, *lines: str, **data: Any) -> Said:
        """Describe an event that changed the board: the given lines, the verdict and, after the game, some advice."""
        said, known = self.verdict(event)
        end = self.look_back if self.position.is_over() else ""
        return Said(event, "\n".join(filter(None, (*lines, *said, end))), {**data, **known}, board=True)

    @property
    def look_back(self) -> str:
        """Describe the commands that users can give after a game."""
        position = self.position
        if not self.coaching or not position.moves:
            return ""
        known = position.id if len(position.id) <= _LONG_ID else "ID, with the id that s shows,"
        return f"perfectplay review {known} tells what each move gave away{self.again}."

    def mistake(self, before: P, after: P | None = None, *, better: bool = True) -> str:
        """Describe the loss from the moves since a position, as far as it can be proven within a moment.

        The moves lead to the current position, or to ``after``. A better move is named only if ``better`` is set.
        """
        cost = self.cost(before, after or self.position) if self.coaching else ""
        if not cost:
            return ""
        known = self._thoughts.get(before.id)
        return f"A mistake: it cost {cost}; {f'{known.moves[0]} was better' if better and known else 'u undoes'}."

    def cost(self, before: P, after: P) -> str:
        """Describe the loss between two positions, as far as it can be proven within a moment; empty if it cannot."""
        try:
            ends = self.think(before, _MOMENT), self.think(after, _MOMENT)
        except BaseException as error:
            # The move counts even if its cost is unknown or the computation was interrupted.
            if isinstance(error, PerfectPlayError) or interrupted(error):
                return ""
            raise
        least, most = lost(before, *ends)
        cost = shortened(str(least), _LONG_ID)
        return (cost if least == most else f"at least {cost}") if least else ""

    def make(self, *moves: Any, after: int | None = None) -> None:
        """Make moves that are undone together, from the current position or an earlier one."""
        base = len(self.position.moves) if after is None else after
        self.session.go(base)
        for move in moves:
            self.session.play(move)
        self._stops = [*(stop for stop in self._stops if stop <= base), base + len(moves)]

    def think(self, position: P, most: float | None = None) -> Result[Any, Any]:
        """Solve a position within a time limit; Ctrl-C ends the search. Proven results are remembered."""
        if position.id not in self._thoughts:
            limits = [limit for limit in (self._time_limit, most) if limit is not None]
            with show_progress(quiet=self.quiet) as progress:
                result = self.session.game.solve(position, time_limit=min(limits, default=None), progress=progress)
            if result.status != "optimal":
                return result
            self._thoughts[position.id] = result
        return self._thoughts[position.id]

    # -- the commands --------------------------------------------------------------------------------------------

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Return all commands, in the order of the help."""
        shared = (
            Verb(("h", "hint"), "a hint in steps: idea, place, move; h move: the move at once", self._hint),
            Verb(("m", "moves"), "all legal moves", self.moves),
            Verb(("b", "best"), "the best result still possible from here", self.best),
            *self.own_verbs(),
            Verb(("u", "undo"), "undo your last move", self._undo),
            Verb(("r", "y", "redo"), "redo what was undone", self._redo),
            Verb(("s", "id"), "show the id, and the command that goes on from here", self._show_id),
            Verb(("n", "new"), "begin again", self.new),
            Verb(("?", "help"), "all this; an empty line shows the board again", self._help),
            Verb(("q", "exit", "quit"), "quit; shows the id, too", self._quit),
        )
        return tuple(
            replace(
                verb,
                keys=tuple(key for key in verb.keys if key not in self.shared_as_moves),
                meaning=self.meanings.get(verb.keys[-1], verb.meaning),
            )
            for verb in shared
        )

    def answer(self, line: str, seconds: float = 0.0) -> Said:
        """Answer a line of input; after an error the game is unchanged.

        The user took ``seconds`` to type it: the clock runs only while the user thinks. Raises `EOFError` on quitting.
        """
        note = self._tick(seconds)
        kept = vars(self) | {"session": copy(self.session)}
        try:
            answer = self._obey(line.strip())
        except BaseException as error:
            if not (isinstance(error, PerfectPlayError) or interrupted(error)):
                raise
            # Undo every change that was made before the error: the position, and the game's own attributes.
            self.__dict__ = kept
            answer = self.problem(error)
        if note is None:
            return answer
        return replace(answer, message=f"{note.message}\n{answer.message}", data={**note.data, **answer.data})

    def _tick(self, seconds: float) -> Said | None:
        """Add the given seconds to the clock; return a message if time runs out."""
        if self.finished:
            return None
        self.spent += seconds
        return None if self.limit is None or self.spent <= self.limit else self.time_up()

    def _obey(self, line: str) -> Said:
        if not line:
            return Said("board", "? lists the commands.", board=True)
        # Accept ?12 as well as ? 12.
        name, *rest = (line.replace("?", "? ", 1) if line.startswith("?") else line).split(maxsplit=1)
        verb = next((verb for verb in self.verbs if name.lower() in verb.keys), None)
        return self.move(line) if verb is None else verb.run("".join(rest))

    def _hint(self, text: str) -> Said:
        """Give the requested step of a hint; by default, people get the next step, and programs the move."""
        position = self.position
        step = next((step for step in HINT_STEPS if step == text.lower()), None)
        if step is None and self.coaching:
            hinted, last = self._hinted
            step = HINT_STEPS[min(HINT_STEPS.index(last) + 1, 2)] if hinted == position.id else HINT_STEPS[0]
        if step in _ON and not position.is_over():
            (hint,) = hint_steps(position, step, result=self.think(position)).steps
            self._hinted = (position.id, step)
            on = f" ({_ON[step]})" if self.coaching else ""
            return Said("hint", f"{hint.text}{on}", {step: hint})
        return self.hint("" if step else text)

    def moves(self, text: str) -> Said:  # noqa: ARG002  # every command gets its text
        """List the legal moves."""
        legal = [str(move) for move in self.position.legal_moves()]
        shown = "  ".join(legal[:_MOVES_SHOWN])
        if len(legal) > _MOVES_SHOWN:
            shown += f"  ... ({len(legal)} moves)"
        return Said("moves", shown or "There is no legal move: the game is over.", {"moves": legal})

    def new(self, text: str) -> Said:
        """Begin a new game: from an id, or from any other text that the game can read as a start."""
        game = self.session.game
        self.open(game.from_id(text) if text.startswith(f"{game.name}:") else self.fresh(text))
        return self.opened("new")

    def _undo(self, _: str) -> Said:
        moves = self.position.moves
        goal = max((stop for stop in self._stops if stop < len(moves)), default=None)
        if goal is None:
            raise IllegalMoveError("there is no move of yours to undo")
        self.session.go(goal)
        back = moves[goal:]
        (redo,) = (verb.keys[0] for verb in self.verbs if "redo" in verb.keys)
        again = f"{redo} plays {'it' if len(back) == 1 else 'them'} again"
        return self.changed("undo", f"Taken back: {', '.join(map(str, back))}; {again}.")

    def _redo(self, _: str) -> Said:
        now = len(self.position.moves)
        goal = min((stop for stop in self._stops if stop > now), default=None)
        if goal is None:
            raise IllegalMoveError("there is no move to redo: no move was taken back")
        return self.changed("redo", f"Played again: {', '.join(map(str, self.session.go(goal).moves[now:]))}.")

    def _show_id(self, _: str) -> Said:
        return Said("id", f"{self.position.id}\nResume with: {self.resume}")

    def _help(self, text: str) -> Said:
        if text:
            return self.preview(text)
        rows = [*self.moves_help, *((", ".join(verb.keys), verb.meaning) for verb in self.verbs)]
        width = max(len(typed) for typed, _ in rows)
        return Said("help", "\n".join(f"{typed:<{width}}  {meaning}" for typed, meaning in rows))

    @staticmethod
    def _quit(_: str) -> Said:
        raise EOFError


class PlainView:
    """Plain lines of text, for pipes and simple terminals."""

    #: Whether a line of progress would disturb the output.
    quiet = True
    #: Whether a person reads the output.
    coaching = True

    def ask(self, prompt: str) -> str:
        """Read a line; raise `EOFError` at the end of the input."""
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not sys.stdin.isatty() or not line:
            # Repeat input that is not typed in a terminal, so that a transcript is readable.
            shown = "".join(sign if sign.isprintable() else " " for sign in line.rstrip("\n"))
            click.echo(shown if len(shown) <= _ECHOED else f"{shown[:_ECHOED]}...")
        return _some(line)

    def show(self, play: Play[Any], answer: Said) -> None:
        """Print the board if it may have changed, and the answer."""
        if answer.board:
            click.echo(f"\n{play.scene().title}")
            width = min(_PLAIN_WIDTH, shutil.get_terminal_size().columns)
            for line in play.board(width, _PLAIN_HEIGHT):
                click.echo("".join(text for text, _ in line).rstrip())
        if answer.event == "start":
            if play.legend:
                click.echo("   ".join(f"{sign} {meaning}" for sign, _, meaning in play.legend))
            click.echo("? for help, q to quit.")
        # Print new text last, next to the prompt, where users see it even if the board is tall.
        if answer.board:
            click.echo(_status(play))
        click.echo(answer.message)

    def leave(self, play: Play[Any]) -> None:
        """Print how to continue the game."""
        click.echo("\n".join(filter(None, (play.scene().score, play.position.id, f"Resume with: {play.resume}"))))


class RichView(PlainView):
    """A view that draws the board again in the same place after every line."""

    quiet = False

    def __init__(self) -> None:
        self._console = console()
        _edit_lines()

    def ask(self, prompt: str) -> str:
        """Read a line."""
        return self._console.input(f"[bold]{prompt}[/bold]")

    def show(self, play: Play[Any], answer: Said) -> None:
        """Draw the screen; a message that does not fit below the board fills the screen until the next input."""
        from rich.panel import Panel
        from rich.text import Text

        width, height = self._console.size
        legend = _packed((Text.assemble((sign, style), f" {meaning}") for sign, style, meaning in play.legend), width)
        keys = _packed((Text.assemble((verb.keys[0], "bold"), f" {verb.keys[-1]}") for verb in play.verbs), width)
        message = Text(answer.message, style="bold yellow" if answer.event == "error" else "")
        above = _FRAME + sum(len(text.wrap(self._console, width)) for text in (legend, keys) if text)
        said = len(message.wrap(self._console, width))
        # Reserve the same room for every message, so that the board keeps its columns.
        board = play.board(width - _MARGIN, max(1, height - above - play.talk))
        spare = above + len(board) + play.talk < height
        self._console.clear()
        if said > play.talk and not answer.board and above + len(board) + spare + said > height:
            self._console.print(message)
            self._console.print(Text("Enter shows the board again.", style="dim"))
            return
        # Use Text, because rich would read brackets in a string as markup.
        lines = Text("\n").join(Text.assemble(*line) for line in board)
        self._console.print(Panel(lines, title=Text(play.scene().title, style="bold")))
        for text in (legend, keys):
            if text:
                self._console.print(text)
        if spare:
            self._console.print()
        self._console.print(Text(_status(play), style="bold"))
        # Print new text last, next to the prompt, where users see it even if the board is tall.
        self._console.print(message)

    def leave(self, play: Play[Any]) -> None:
        """Print how to continue, below the board."""
        # Use Text, because rich would read brackets in a string as markup.
        from rich.text import Text

        lines = filter(None, (play.scene().score, "Resume with:"))
        self._console.print(Text.assemble("\n", "\n".join(lines), "\n", (play.resume, "bold")), soft_wrap=True)


class _JsonView(PlainView):
    """A view for programs that play: it prints a JSON object at the start and for every line of input."""

    coaching = False

    def ask(self, prompt: str) -> str:  # noqa: ARG002  # programs need no prompt
        """Read a line."""
        return _some(sys.stdin.readline())

    def show(self, play: Play[Any], answer: Said) -> None:
        """Print the answer and the state of the game as a JSON object."""
        position = play.position
        legal = [move if isinstance(move, int) else str(move) for move in position.legal_moves()]
        said = {"event": answer.event, "message": answer.message, "position": position.id}
        emit_json({**said, **play.scene().state, "legal": legal, "over": position.is_over(), **answer.data})

    def leave(self, play: Play[Any]) -> None:
        """Print the final state, and how to continue the game."""
        self.show(play, Said("quit", f"Resume with: {play.resume}"))


def open_view(*, as_json: bool) -> PlainView:
    """Choose the view that suits standard input and output."""
    if as_json:
        return _JsonView()
    return RichView() if is_terminal(sys.stdout) and sys.stdin.isatty() else PlainView()


def run(play: Play[Any], view: PlainView) -> None:
    """Play until the end of the input; Ctrl-C ends a running computation, or the game if none is running."""
    play.quiet, play.coaching = view.quiet, view.coaching
    answer = play.opened("start")
    while not RECEIVED:
        try:
            view.show(play, answer)
            begin = time.monotonic()
            line = view.ask(play.prompt)
            answer = play.answer(line, time.monotonic() - begin)
        except (EOFError, KeyboardInterrupt):
            break
    view.leave(play)
    if RECEIVED:
        raise SystemExit(INTERRUPTED)


def refuse(message: str) -> NoReturn:
    """Raise a one-line error about the input that says what would be legal."""
    raise IllegalMoveError(message)


def _some(line: str) -> str:
    if not line:
        raise EOFError
    return line


def _status(play: Play[Any]) -> str:
    scene = play.scene()
    return "   ".join(filter(None, (scene.status, play.clock, scene.score)))


def _packed(items: Iterable[Text], width: int) -> Text:
    """Wrap items into lines without breaking an item."""
    from rich.text import Text

    lines = [Text()]
    for item in items:
        if lines[-1] and len(lines[-1]) + 2 + len(item) > width:
            lines.append(Text())
        lines[-1].append("  " if lines[-1] else "").append_text(item)
    return Text("\n").join(lines)


def _edit_lines() -> None:
    """Let users edit and recall input with the arrow keys, if Python has readline."""
    try:
        import readline  # noqa: F401  # the import has side effects; Python on Windows lacks it
    except ImportError:
        return
