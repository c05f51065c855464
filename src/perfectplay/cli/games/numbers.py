"""Boards of numbers in the terminal; a mark before each number shows its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from perfectplay.cli.games.repl import Line

_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """A displayed number; ``mark`` shows its state, and ``gone`` is set if it has left the board."""

    mark: str
    number: int
    gone: bool

    @property
    def text(self) -> str:
        """The mark, followed by the number."""
        return f"{self.mark}{self.number}"


def grid(shown: Sequence[Cell], width: int, height: int) -> tuple[list[Sequence[Cell] | str], int]:
    """Lay out a board; return rows of cells, possibly more than ``height``, and the width of a cell.

    If there are too many rows, a text like ``"1-70 gone"`` replaces consecutive rows whose numbers are all gone.
    """
    digits = len(str(shown[-1].number))
    for size in (digits + 3, digits + 2):
        fitting = max(1, width // size)
        if len(shown) <= fitting * height:
            break
    columns = min(fitting, max(_COLUMNS, -(-len(shown) // height)))
    rows = [shown[i : i + columns] for i in range(0, len(shown), columns)]
    if len(rows) <= height:
        return list(rows), size
    collapsed: list[Sequence[Cell] | str] = []
    for gone, group in groupby(rows, lambda row: all(cell.gone for cell in row)):
        together = list(group)
        if gone:
            collapsed.append(f"{together[0][0].number}-{together[-1][-1].number} gone")
        else:
            collapsed += together
    return collapsed, size


def board(shown: Sequence[Cell], styles: Mapping[str, str], width: int, height: int) -> list[Line]:
    """Draw a non-empty board in the layout of `grid`; the mark of each number determines its style."""
    rows, size = grid(shown, width, height)
    return [
        [(f"  {row}", "dim")]
        if isinstance(row, str)
        else [piece for cell in row for piece in ((" " * (size - len(cell.text)), ""), (cell.text, styles[cell.mark]))]
        for row in rows
    ]
