"""How a game of Taxman looks: on a terminal, in a pipe, and to a program."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from perfectplay.cli.output import console, emit_json, is_terminal
from perfectplay.cli.taxman_play import COMMANDS, Answer, View, resume_line
from perfectplay.taxman.rules import TaxmanPosition

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Cell", "JsonView", "PlainView", "RichView", "grid", "open_view"]

_PROMPT = "take> "
_COLUMNS = 10
_PLAIN_WIDTH = 79
_PLAIN_HEIGHT = 40
_FRAME = 12
"""Lines of the screen that are not the grid: frame, message, legend, help, prompt."""

_YOURS, _TAXMANS, _TAKEABLE, _WAITING = "+", "x", "", "."
_STYLES = {_YOURS: "bold green", _TAXMANS: "red", _TAKEABLE: "bold", _WAITING: "dim"}
LEGEND = ((_YOURS, "yours"), (_TAXMANS, "the taxman's"), (_TAKEABLE, "takeable"), (_WAITING, "not takeable now"))
"""Marks, and what they mean; nothing is told by colour alone."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the pot as it is shown.

    Attributes
    ----------
    mark
        ``"+"`` yours, ``"x"`` the taxman's, ``""`` takeable, ``"."`` in the pot and not takeable now.
    number
        The number.
    """

    mark: str
    number: int

    @property
    def text(self) -> str:
        """Mark and number."""
        return f"{self.mark}{self.number}"


def cells(position: TaxmanPosition) -> list[Cell]:
    """Mark every number of the starting pot."""
    mine = frozenset(position.moves)
    legal = frozenset(position.legal_moves())

    def mark(number: int) -> str:
        if number in legal:
            return _TAKEABLE
        if number in position.pot:
            return _WAITING
        return _YOURS if number in mine else _TAXMANS

    return [Cell(mark(number), number) for number in position.start_pot.numbers]


def grid(position: TaxmanPosition, width: int, height: int) -> tuple[list[list[Cell]], int, int]:
    """Lay the pot out.

    Parameters
    ----------
    position
        What to show.
    width, height
        Room in characters and lines.

    Returns
    -------
    tuple
        Rows of cells, characters for each cell, and how many numbers are left out: those that are gone, when not
        all have room.
    """
    shown = cells(position)
    digits = len(str(position.start_pot.numbers[-1]))
    hidden = 0
    for size in (digits + 3, digits + 2):
        fitting = max(1, width // size)
        if len(shown) <= fitting * height:
            break
    if len(shown) > fitting * height:
        left = [cell for cell in shown if cell.number in position.pot]
        hidden = len(shown) - len(left)
        shown = left
    columns = min(fitting, max(_COLUMNS, -(-len(shown) // height)))
    return [shown[i : i + columns] for i in range(0, len(shown), columns)], size, hidden


def _title(position: TaxmanPosition) -> str:
    pot = position.start_pot
    return f"Taxman, N = {pot.n}" if pot.n is not None else f"Taxman, a pot of {len(pot.numbers)}"


def _scores(position: TaxmanPosition) -> str:
    you, taxman = position.scores()
    return f"you {you}   taxman {taxman}   in the pot {sum(position.pot)}"


def _hidden(hidden: int) -> str:
    return f"({hidden} numbers that are gone are not shown)"


class PlainView:
    """Text that makes sense line by line: for pipes, and for terminals that cannot do more."""

    shows_progress = False

    def ask(self) -> str:
        """Read a line and, where it is not typed at a terminal, repeat it, so that a transcript is readable."""
        click.echo(_PROMPT, nl=False)
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise EOFError
        if not sys.stdin.isatty():
            click.echo(line.rstrip("\n"))
        return line

    def show(self, position: TaxmanPosition, answer: Answer) -> None:
        """Print the board when it may have changed, and the message."""
        if answer.event in {"start", "new", "take", "undo", "redo"}:
            rows, size, hidden = grid(position, _PLAIN_WIDTH, _PLAIN_HEIGHT)
            click.echo(f"\n{_title(position)}   {_scores(position)}")
            for row in rows:
                click.echo("".join(cell.text.rjust(size) for cell in row))
            if hidden:
                click.echo(_hidden(hidden))
        if answer.event == "start":
            click.echo("   ".join(f"{mark}{'7' if mark else '7 (no mark)'} {name}" for mark, name in LEGEND))
            click.echo("Type a number to take it, ? for help, q to quit.")
        click.echo(answer.message)

    def leave(self, position: TaxmanPosition) -> None:
        """Print how to go on."""
        click.echo(f"{position.id}\nResume with: {resume_line(position)}")


class RichView:
    """A terminal: the board stays in place and is drawn anew after every line."""

    shows_progress = True

    def __init__(self) -> None:
        self._console = console()
        _edit_lines()

    def ask(self) -> str:
        """Read a line."""
        return self._console.input(f"[bold]{_PROMPT}[/bold]")

    def show(self, position: TaxmanPosition, answer: Answer) -> None:
        """Draw the screen."""
        # Only a terminal needs rich.
        from rich.align import Align  # noqa: PLC0415
        from rich.panel import Panel  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        rows, size, hidden = grid(position, self._console.width - 6, max(5, self._console.height - _FRAME))
        board = Text("\n").join(self._row(row, size) for row in rows)
        if hidden:
            board.append(f"\n  {_hidden(hidden)}", style="dim")
        legend = (Text.assemble((f"{mark}7", _STYLES[mark]), f" {name}") for mark, name in LEGEND)
        keys = (Text.assemble((key, "bold"), f" {meaning}") for key, meaning in COMMANDS.items())
        self._console.clear()
        self._console.print(
            Panel(
                Align.center(board),
                title=f"[bold]{_title(position)}[/bold]",
                subtitle=f"[bold]{_scores(position)}[/bold]",
            )
        )
        self._console.print(Text(answer.message, style="bold yellow" if answer.event == "error" else ""))
        self._console.print()
        self._console.print(self._packed(legend))
        self._console.print(self._packed(keys))

    def leave(self, position: TaxmanPosition) -> None:
        """Print how to go on, below the board."""
        self._console.print(f"\nTo go on from here:\n[bold]{resume_line(position)}[/bold]", soft_wrap=True)

    def _packed(self, items: Iterable[Text]) -> Text:
        """Fill lines with items that must not be broken."""
        # Only a terminal needs rich.
        from rich.text import Text  # noqa: PLC0415

        lines = [Text()]
        for item in items:
            if lines[-1] and len(lines[-1]) + 3 + len(item) > self._console.width:
                lines.append(Text())
            lines[-1].append("   " if lines[-1] else "").append_text(item)
        return Text("\n").join(lines)

    @staticmethod
    def _row(row: list[Cell], size: int) -> Text:
        # Only a terminal needs rich.
        from rich.text import Text  # noqa: PLC0415

        line = Text()
        for cell in row:
            line.append(" " * (size - len(cell.text)))
            line.append(cell.text, style=_STYLES[cell.mark])
        # As much room on the right as the first cell has on the left, so that the board is centred.
        return line.append("  ")


class JsonView:
    """One JSON object for every line of input, and one at the start: for programs that play."""

    shows_progress = False

    def ask(self) -> str:
        """Read a line."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def show(self, position: TaxmanPosition, answer: Answer) -> None:
        """Print the state."""
        emit_json({"event": answer.event, "message": answer.message} | self._state(position) | dict(answer.data))

    def leave(self, position: TaxmanPosition) -> None:
        """Print the state for the last time."""
        emit_json({"event": "quit", "message": f"Resume with: {resume_line(position)}"} | self._state(position))

    @staticmethod
    def _state(position: TaxmanPosition) -> dict[str, object]:
        player, taxman = position.scores()
        return {
            "position": position.id,
            "player": player,
            "taxman": taxman,
            "legal": list(position.legal_moves()),
            "over": position.is_over(),
        }


def open_view(*, as_json: bool) -> View:
    """Choose the view that suits the two ends of the conversation."""
    if as_json:
        return JsonView()
    return RichView() if is_terminal(sys.stdout) and sys.stdin.isatty() else PlainView()


def _edit_lines() -> None:
    """Let arrow keys edit and repeat what was typed, where Python was built with readline."""
    try:
        import readline  # noqa: F401, PLC0415  # its import is its effect; Windows' Python has none
    except ImportError:
        return
