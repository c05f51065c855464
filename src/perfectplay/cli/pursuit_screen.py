"""How a game of arithmetical pursuit looks: on a terminal, in a pipe, and to a program."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import click

from perfectplay.cli.output import console, emit_json, is_terminal
from perfectplay.cli.playing import Answer, ask_json, ask_plain, edit_lines, packed
from perfectplay.cli.pursuit_input import seconds_text
from perfectplay.cli.pursuit_play import KEYS, View
from perfectplay.cli.pursuit_scene import Scene
from perfectplay.cli.pursuit_text import away, tight
from perfectplay.core.result import exact
from perfectplay.pursuit.expressions import entries
from perfectplay.pursuit.rules import PursuitPosition

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["JsonView", "PlainView", "RichView", "Slot", "layout", "open_view", "slots", "status"]

_PROMPT = "play> "
_PLAIN_WIDTH = 79
_MARGIN = 3
_LONGEST = 30
"""Widest label; of a longer one the middle is left out."""
_STYLES = {"used": "dim", "card": "bold reverse", "made": "bold reverse green"}
_BOARD_EVENTS = frozenset({"start", "new", "step", "hit", "stop", "undo", "redo"})


@dataclass(frozen=True, slots=True)
class Slot:
    """One number as it is shown.

    Attributes
    ----------
    value
        The number.
    label
        What stands below it: ``"used"``, how it was made, or nothing.
    kind
        ``"used"``, ``"card"`` (of the deal) or ``"made"``.
    """

    value: str
    label: str
    kind: Literal["used", "card", "made"]


def slots(position: PursuitPosition) -> list[Slot]:
    """Tell what became of every number of the deal, and list what was made of them and is left."""
    dealt = len(position.numbers)
    shown = []
    for i, entry in enumerate(entries(position)):
        value = _shortened(str(entry.expression.value))
        if i < dealt:
            shown.append(Slot(value, "used" if entry.used else "", "used" if entry.used else "card"))
        elif not entry.used:
            shown.append(Slot(value, _shortened(tight(entry.expression)), "made"))
    return shown


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    tail = (_LONGEST - 3) // 2
    return f"{text[: _LONGEST - 3 - tail]}...{text[-tail:]}"


def layout(row: list[Slot], width: int) -> list[tuple[str, str, list[tuple[int, Slot]]]]:
    """Fit numbers into lines.

    Parameters
    ----------
    row
        From `slots`.
    width
        Characters.

    Returns
    -------
    list
        For each line the numbers, their labels, and the slots with the places where they begin.
    """
    lines: list[tuple[str, str, list[tuple[int, Slot]]]] = []
    values = labels = ""
    placed: list[tuple[int, Slot]] = []
    for slot in row:
        size = max(len(slot.value), len(slot.label), len("used"))
        if placed and len(values) + size > width:
            lines.append((values.rstrip(), labels.rstrip(), placed))
            values, labels, placed = "", "", []
        placed.append((len(values), slot))
        values += slot.value.center(size) + " " * _MARGIN
        labels += slot.label.center(size) + " " * _MARGIN
    return [*lines, (values.rstrip(), labels.rstrip(), placed)]


def _title(position: PursuitPosition) -> str:
    return f"Arithmetical pursuit: reach {position.target:,}"


def status(scene: Scene) -> str:
    """Tell how far the player has come, the rules unless they are those of the article, the clock and the score."""
    position = scene.position
    closest = f"{position.answer:,}, {away(position.distance)}"
    if position.rules.use_all and len(position.table) > 1:
        closest = f"{len(position.table)} numbers left"
    parts = [f"target {position.target:,}", f"now {closest}"]
    if str(position.rules):
        parts.append(f"rules {position.rules}")
    if scene.limit is not None:
        parts.append(
            "clock stopped" if scene.finished else f"clock {scene.spent:,.0f} of {seconds_text(scene.limit)} s"
        )
    if scene.score.games or scene.score.helped:
        parts.append(str(scene.score))
    return "   ".join(parts)


class PlainView:
    """Text that makes sense line by line: for pipes, and for terminals that cannot do more."""

    def ask(self) -> str:
        """Read a line."""
        return ask_plain(_PROMPT)

    def show(self, scene: Scene, answer: Answer) -> None:
        """Print the numbers when they may have changed, and the message."""
        board = answer.event in _BOARD_EVENTS
        if board:
            click.echo(f"\n{_title(scene.position)}")
            for values, labels, _ in layout(slots(scene.position), _PLAIN_WIDTH):
                click.echo(values)
                if labels:
                    click.echo(labels)
        if answer.event == "start":
            click.echo("Type a step such as 100+6, or a whole expression; ? for help, q to quit.")
        # What is new stands next to the prompt, where it is seen in any case.
        if board:
            click.echo(status(scene))
        click.echo(answer.message)

    def leave(self, scene: Scene) -> None:
        """Print how to go on."""
        if scene.score.games or scene.score.helped:
            click.echo(str(scene.score))
        click.echo(f"{scene.position.id}\nResume with: {scene.resume}")


class RichView:
    """A terminal: the numbers stay in place and are drawn anew after every line."""

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
        width = self._console.width
        board = Text("\n").join(text for line in layout(slots(scene.position), width - 4) for text in _drawn(*line))
        keys = packed((Text.assemble((key, "bold"), f" {meaning}") for key, meaning in KEYS.items()), width)
        message = Text(answer.message, style="bold yellow" if answer.event == "error" else "")
        # Text and not a string: what stands in brackets is no markup.
        title = Text(_title(scene.position), style="bold")
        self._console.print(Panel(Align.center(board), title=title))
        self._console.print(keys)
        self._console.print()
        # What is new stands next to the prompt, where it is seen in any case.
        self._console.print(Text(status(scene), style="bold"))
        self._console.print(message)

    def leave(self, scene: Scene) -> None:
        """Print the score and how to go on, below the numbers."""
        if scene.score.games or scene.score.helped:
            self._console.print(f"\n{scene.score}")
        self._console.print(f"\nResume with:\n[bold]{scene.resume}[/bold]", soft_wrap=True)


def _drawn(values: str, labels: str, placed: list[tuple[int, Slot]]) -> tuple[Text, Text]:
    # Only a terminal needs rich.
    from rich.text import Text  # noqa: PLC0415

    top, bottom = Text(values), Text(labels)
    for place, slot in placed:
        first = values.index(slot.value, place)
        top.stylize(_STYLES[slot.kind], first, first + len(slot.value))
    return top, bottom


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
        position, score = scene.position, scene.score
        return {
            "position": position.id,
            "target": position.target,
            "table": [exact(number) for number in position.table],
            "answer": position.answer,
            "distance": position.distance,
            "legal": list(map(str, position.legal_moves())),
            "over": position.is_over(),
            "finished": scene.finished,
            "seconds": round(scene.spent, 1),
            "limit": scene.limit,
            "games": score.games,
            "hits": score.hits,
            "helped": score.helped,
        }


def open_view(*, as_json: bool) -> View:
    """Choose the view that suits the two ends of the conversation."""
    if as_json:
        return JsonView()
    return RichView() if is_terminal(sys.stdout) and sys.stdin.isatty() else PlainView()
