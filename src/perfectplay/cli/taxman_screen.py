"""How a game of Taxman looks: on a terminal, in a pipe, and to a program."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import click

from perfectplay.cli.output import console, emit_json, is_terminal
from perfectplay.cli.playing import Answer, ask_json, ask_plain, edit_lines, packed
from perfectplay.cli.taxman_play import KEYS, View, resume_line
from perfectplay.taxman.rules import TaxmanPosition

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Cell", "JsonView", "PlainView", "RichView", "grid", "open_view"]

_PROMPT = "take> "
_COLUMNS = 10
_PLAIN_WIDTH = 79
_PLAIN_HEIGHT = 40
_FRAME = 5
"""Lines of the screen beside grid, legend, keys and message: the panel's frame, a blank line, scores, prompt."""

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


def grid(position: TaxmanPosition, width: int, height: int) -> tuple[list[list[Cell] | str], int]:
    """Lay the pot out, taller than there is room if it must be.

    Parameters
    ----------
    position
        What to show.
    width, height
        Room in characters and lines.

    Returns
    -------
    tuple
        Rows of cells, and characters for each cell.  If there are too many rows, a text like ``"1-70 gone"`` stands
        for those one below the other in which everything is gone.
    """
    shown = cells(position)
    digits = len(str(position.start_pot.numbers[-1]))
    for size in (digits + 3, digits + 2):
        fitting = max(1, width // size)
        if len(shown) <= fitting * height:
            break
    columns = min(fitting, max(_COLUMNS, -(-len(shown) // height)))
    rows = [shown[i : i + columns] for i in range(0, len(shown), columns)]
    if len(rows) <= height:
        return list(rows), size
    collapsed: list[list[Cell] | str] = []
    for gone, group in groupby(rows, lambda row: all(cell.number not in position.pot for cell in row)):
        together = list(group)
        if gone:
            collapsed.append(f"{together[0][0].number}-{together[-1][-1].number} gone")
        else:
            collapsed += together
    return collapsed, size


def _title(position: TaxmanPosition) -> str:
    pot = position.start_pot
    return f"Taxman, N = {pot.n}" if pot.n is not None else f"Taxman, a pot of {len(pot.numbers)}"


def _scores(position: TaxmanPosition) -> str:
    you, taxman = position.scores()
    return f"you {you}   taxman {taxman}   in the pot {sum(position.pot)}"


class PlainView:
    """Text that makes sense line by line: for pipes, and for terminals that cannot do more."""

    shows_progress = False

    def ask(self) -> str:
        """Read a line and, where it is not typed at a terminal, repeat it, so that a transcript is readable."""
        return ask_plain(_PROMPT)

    def show(self, position: TaxmanPosition, answer: Answer) -> None:
        """Print the board when it may have changed, and the message."""
        board = answer.event in {"start", "new", "take", "undo", "redo"}
        if board:
            rows, size = grid(position, _PLAIN_WIDTH, _PLAIN_HEIGHT)
            click.echo(f"\n{_title(position)}")
            for row in rows:
                click.echo(f"  {row}" if isinstance(row, str) else "".join(cell.text.rjust(size) for cell in row))
        if answer.event == "start":
            click.echo("   ".join(f"{mark}{'7' if mark else '7 (no mark)'} {name}" for mark, name in LEGEND))
            click.echo("Type a number to take it, ? for help, q to quit.")
        # What is new stands next to the prompt, where it is seen however tall the board is.
        if board:
            click.echo(_scores(position))
        click.echo(answer.message)

    def leave(self, position: TaxmanPosition) -> None:
        """Print how to go on."""
        click.echo(f"{position.id}\nResume with: {resume_line(position)}")


class RichView:
    """A terminal: the board stays in place and is drawn anew after every line."""

    shows_progress = True

    def __init__(self) -> None:
        self._console = console()
        edit_lines()

    def ask(self) -> str:
        """Read a line."""
        return self._console.input(f"[bold]{_PROMPT}[/bold]")

    def show(self, position: TaxmanPosition, answer: Answer) -> None:
        """Draw the screen."""
        # Only a terminal needs rich.
        from rich.align import Align  # noqa: PLC0415
        from rich.panel import Panel  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        legend = packed(
            (Text.assemble((f"{mark}7", _STYLES[mark]), f" {name}") for mark, name in LEGEND), self._console.width
        )
        keys = packed(
            (Text.assemble((key, "bold"), f" {meaning}") for key, meaning in KEYS.items()), self._console.width
        )
        message = Text(answer.message, style="bold yellow" if answer.event == "error" else "")
        lines = sum(len(text.wrap(self._console, self._console.width)) for text in (legend, keys, message))
        rows, size = grid(position, self._console.width - 6, max(5, self._console.height - _FRAME - lines))
        board = Text("\n").join(self._row(row, size) for row in rows)
        self._console.clear()
        self._console.print(Panel(Align.center(board), title=f"[bold]{_title(position)}[/bold]"))
        self._console.print(legend)
        self._console.print(keys)
        self._console.print()
        # What is new stands next to the prompt, where it is seen however tall the board is.
        self._console.print(Text(_scores(position), style="bold"))
        self._console.print(message)

    def leave(self, position: TaxmanPosition) -> None:
        """Print how to go on, below the board."""
        self._console.print(f"\nTo go on from here:\n[bold]{resume_line(position)}[/bold]", soft_wrap=True)

    @staticmethod
    def _row(row: list[Cell] | str, size: int) -> Text:
        # Only a terminal needs rich.
        from rich.text import Text  # noqa: PLC0415

        if isinstance(row, str):
            return Text(f"  {row}", style="dim")
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
        return ask_json()

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
