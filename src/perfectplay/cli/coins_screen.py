"""How a game of greedy coins looks: on a terminal, in a pipe, and to a program."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import click

from perfectplay.cli.coins_play import KEYS, Scene, View
from perfectplay.cli.coins_text import shortened
from perfectplay.cli.output import console, emit_json, is_terminal
from perfectplay.cli.playing import Answer, ask_json, ask_plain, edit_lines, packed
from perfectplay.coins.answers import number
from perfectplay.coins.rules import CoinsPosition, Part, take

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["LEGEND", "JsonView", "PlainView", "RichView", "Slot", "layout", "open_view", "slots"]

_PROMPT = "take> "
_PLAIN_WIDTH = 79
_PLAIN_LINES = 12
_FRAME = 6
"""Lines of the screen beside coins, legend, keys and message: the panel's frame, two blank lines, scores, prompt."""
_DIGITS = 15
_MARGIN = 2

LEGEND = (("L R", "type it to take the coin above"), ("you", "yours"), ("opp", "your opponent's"))
"""Words below the coins, and what they mean; nothing is told by colour alone."""

_YOU, _OPPONENT, _SIGN = "you", "opp", "sign"
_STYLES = {_YOU: "green", _OPPONENT: "red", _SIGN: "dim"}
_MOVE = re.compile(r"(\d*)([LR]|K\d+)\Z")
_BOARD_EVENTS = frozenset({"start", "new", "take", "undo", "redo"})


@dataclass(frozen=True, slots=True)
class Slot:
    """One coin of the start as it is shown, or a sign beside the coins.

    Attributes
    ----------
    value
        The coin, or the sign.
    label
        What stands below it: ``"you"`` or ``"opp"`` who has taken it, the move that takes it, or nothing.
    kind
        ``"gone"``, ``"end"`` (it can be taken), ``"inner"`` (it cannot be taken yet) or ``"sign"``.
    """

    value: str
    label: str
    kind: Literal["gone", "end", "inner", "sign"]


def slots(position: CoinsPosition, human: int) -> list[list[Slot]]:
    """Tell what became of every coin of the start; one list for each component.

    Parameters
    ----------
    position
        What to show.
    human
        0 if the person is the first player, 1 if the second.
    """
    starts = position.start_components
    labels: dict[tuple[int, int], str] = {}
    parts = [Part(component.kind, 0, len(component.coins)) for component in starts]
    for turn, move in enumerate(position.moves):
        component, end = _read(move)
        index, parts[component] = take(parts[component], end)
        labels[component, index % len(starts[component].coins)] = _YOU if turn % 2 == human else _OPPONENT
    for move in position.legal_moves():
        component, end = _read(move)
        index, _ = take(parts[component], end)
        labels[component, index % len(starts[component].coins)] = move
    rows = []
    for component, start in enumerate(starts):
        row = [_slot(shortened(coin, _DIGITS), labels.get((component, i), "")) for i, coin in enumerate(start.coins)]
        wall = Slot("|", "", "sign")
        if start.kind == "left":
            row.insert(0, wall)
        elif start.kind == "right":
            row.append(wall)
        elif start.kind == "circle":
            row = [Slot("o-", "", "sign"), *row, Slot("-o", "", "sign")]
        if len(starts) > 1:
            row.insert(0, Slot(f"{component + 1}:", "", "sign"))
        rows.append(row)
    return rows


def _read(move: str) -> tuple[int, str]:
    """Component from 0, and end, of a move that the rules have accepted."""
    matched = _MOVE.match(move)
    if matched is None:
        message = f"{move!r} is no move"
        raise AssertionError(message)
    return int(matched[1] or 1) - 1, matched[2]


def _slot(value: str, label: str) -> Slot:
    return Slot(value, label, "gone" if label in {_YOU, _OPPONENT} else "end" if label else "inner")


def layout(rows: list[list[Slot]], width: int, height: int) -> tuple[list[list[Slot]], int]:
    """Fit the coins into a room: coins that are gone are left out first, then those in the middle.

    Parameters
    ----------
    rows
        From `slots`.
    width
        Characters.
    height
        Lines of coins; each needs a second one for its labels.

    Returns
    -------
    tuple
        Lines of slots, and characters for each.
    """
    # Room for "you" and "opp" from the start, so that nothing jumps.
    size = max(len(_YOU), *(max(len(slot.value), len(slot.label)) for row in rows for slot in row)) + _MARGIN
    fitting = max(3, width // size)
    if _lines(rows, fitting) > height:
        rows = [[slot for slot in row if slot.kind != "gone"] for row in rows]
    each = max(1, height // len(rows)) * fitting
    shown: list[list[Slot]] = []
    for row in rows:
        cut = row
        if _lines(rows, fitting) > height and len(row) > each:
            half = (each - 1) // 2
            cut = [*row[:half], Slot("...", "", "sign"), *row[len(row) - half :]]
        shown += [cut[i : i + fitting] for i in range(0, len(cut), fitting)]
    if len(shown) > height:
        # More components than lines: the rest is told in words by whoever asks for the moves.
        shown = [*shown[: height - 1], [Slot("...", "", "sign")]]
    return shown, size


def _lines(rows: list[list[Slot]], fitting: int) -> int:
    return sum(-(-len(row) // fitting) for row in rows)


def _title(position: CoinsPosition) -> str:
    size = sum(len(component.coins) for component in position.start_components)
    rows = len(position.start_components)
    return f"Greedy coins: {size} coin{'s' * (size > 1)}" + (f" in {rows} rows" if rows > 1 else "")


def _scores(scene: Scene) -> str:
    left = sum(sum(component.coins) for component in scene.position.components)
    scores = f"you {shortened(scene.yours)}   opponent ({scene.opponent}) {shortened(scene.theirs)}"
    return f"{scores}   on the table {shortened(left)}"


class PlainView:
    """Text that makes sense line by line: for pipes, and for terminals that cannot do more."""

    def ask(self) -> str:
        """Read a line."""
        return ask_plain(_PROMPT)

    def show(self, scene: Scene, answer: Answer) -> None:
        """Print the coins when they may have changed, and the message."""
        board = answer.event in _BOARD_EVENTS
        if board:
            lines, size = layout(slots(scene.position, scene.human), _PLAIN_WIDTH, _PLAIN_LINES)
            click.echo(f"\n{_title(scene.position)}")
            for line in lines:
                click.echo("".join(slot.value.center(size) for slot in line).rstrip())
                click.echo("".join(slot.label.center(size) for slot in line).rstrip())
        if answer.event == "start":
            click.echo("   ".join(f"{word}: {meaning}" for word, meaning in LEGEND))
            click.echo("? for help, q to quit.")
        # What is new stands next to the prompt, where it is seen however many coins there are.
        if board:
            click.echo(_scores(scene))
        click.echo(answer.message)

    def leave(self, scene: Scene) -> None:
        """Print how to go on."""
        click.echo(f"{scene.position.id}\nResume with: {scene.resume}")


class RichView:
    """A terminal: the coins stay in place and are drawn anew after every line."""

    def __init__(self) -> None:
        self._console = console()
        edit_lines()

    def ask(self) -> str:
        """Read a line."""
        return self._console.input(f"[bold]{_PROMPT}[/bold]")

    def show(self, scene: Scene, answer: Answer) -> None:
        """Draw the screen."""
        # Only a terminal needs rich.
        from rich.align import Align  # noqa: PLC0415
        from rich.panel import Panel  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        self._console.clear()
        if answer.event == "triangle":
            # It needs all the room there is, and has the coins below it.
            self._console.print(Text(answer.message))
            return
        width = self._console.width
        legend = packed((Text.assemble((word, "bold"), f" {meaning}") for word, meaning in LEGEND), width)
        keys = packed((Text.assemble((key, "bold"), f" {meaning}") for key, meaning in KEYS.items()), width)
        message = Text(answer.message, style="bold yellow" if answer.event == "error" else "")
        taken = sum(len(text.wrap(self._console, width)) for text in (legend, keys, message))
        room = max(1, (self._console.height - _FRAME - taken) // 2)
        lines, size = layout(slots(scene.position, scene.human), width - 4, room)
        board = Text("\n").join(text for line in lines for text in self._coins(line, size))
        self._console.print(Panel(Align.center(board), title=f"[bold]{_title(scene.position)}[/bold]"))
        self._console.print(legend)
        self._console.print(keys)
        self._console.print()
        # What is new stands next to the prompt, where it is seen however many coins there are.
        self._console.print(Text(_scores(scene), style="bold"))
        self._console.print(message)

    def leave(self, scene: Scene) -> None:
        """Print how to go on, below the coins."""
        self._console.print(f"\nTo go on from here:\n[bold]{scene.resume}[/bold]", soft_wrap=True)

    @staticmethod
    def _coins(line: list[Slot], size: int) -> tuple[Text, Text]:
        # Only a terminal needs rich.
        from rich.text import Text  # noqa: PLC0415

        values, labels = Text(), Text()
        for slot in line:
            style = _STYLES.get(slot.label) or ("bold" if slot.kind == "end" else _STYLES.get(slot.kind, ""))
            values.append(slot.value.center(size), style="bold reverse" if slot.kind == "end" else style)
            labels.append(slot.label.center(size), style=style)
        return values, labels


class JsonView:
    """One JSON object for every line of input, and one at the start: for programs that play."""

    def ask(self) -> str:
        """Read a line."""
        return ask_json()

    def show(self, scene: Scene, answer: Answer) -> None:
        """Print the state."""
        emit_json({"event": answer.event, "message": answer.message} | self._state(scene) | dict(answer.data))

    def leave(self, scene: Scene) -> None:
        """Print the state for the last time."""
        emit_json({"event": "quit", "message": f"Resume with: {scene.resume}"} | self._state(scene))

    @staticmethod
    def _state(scene: Scene) -> dict[str, object]:
        return {
            "position": scene.position.id,
            "player": number(scene.yours),
            "opponent": number(scene.theirs),
            "legal": list(scene.position.legal_moves()),
            "over": scene.position.is_over(),
        }


def open_view(*, as_json: bool) -> View:
    """Choose the view that suits the two ends of the conversation."""
    if as_json:
        return JsonView()
    return RichView() if is_terminal(sys.stdout) and sys.stdin.isatty() else PlainView()
