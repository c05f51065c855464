"""How the numbers of a game of arithmetical pursuit look."""

from __future__ import annotations

from perfectplay.cli.pursuit.text import tight
from perfectplay.cli.repl import Line, Slot, drawn
from perfectplay.core.text.words import shortened
from perfectplay.pursuit.expressions import entries
from perfectplay.pursuit.rules import PursuitPosition

_MARGIN = 3
_LONGEST = 30
"""Widest label; of a longer one the middle is left out."""
_STYLES = {"used": "dim", "card": "bold reverse", "made": "bold green reverse"}


def slots(position: PursuitPosition) -> list[Slot]:
    """Tell what became of every number of the deal, and list what was made of them and is left."""
    dealt = len(position.numbers)
    shown = []
    for i, entry in enumerate(entries(position)):
        value = shortened(str(entry.expression.value), _LONGEST)
        if i < dealt:
            shown.append(Slot(value, "used" if entry.used else "", "used" if entry.used else "card"))
        elif not entry.used:
            shown.append(Slot(value, shortened(tight(entry.expression), _LONGEST), "made"))
    return shown


def layout(row: list[Slot], width: int) -> list[list[tuple[Slot, int]]]:
    """Fit numbers into lines, each with its size in characters; what was made begins a line of its own."""
    lines: list[list[tuple[Slot, int]]] = []
    room = 0
    for slot in row:
        size = max(len(slot.value), len(slot.label), len("used"))
        first_made = slot.kind == "made" and lines[-1][-1][0].kind != "made"
        if size > room or first_made:
            lines.append([])
            room = width
        lines[-1].append((slot, size))
        room -= size + _MARGIN
    return lines


def board(position: PursuitPosition, width: int) -> list[Line]:
    """Draw the numbers; below each stands whether it is used, or how it was made."""
    return [half for line in layout(slots(position), width) for half in drawn(line, _STYLES, _MARGIN)]
