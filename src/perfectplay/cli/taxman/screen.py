"""How the pot of a game of Taxman looks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from perfectplay.cli.repl import Line
from perfectplay.taxman.rules import TaxmanPosition

_COLUMNS = 10

_YOURS, _TAXMANS, _TAKEABLE, _WAITING = "+", "x", "", "."
_STYLES = {_YOURS: "bold green", _TAXMANS: "red", _TAKEABLE: "bold", _WAITING: "dim"}
LEGEND = tuple(
    (f"{mark}7", _STYLES[mark], meaning)
    for mark, meaning in (
        (_YOURS, "yours"),
        (_TAXMANS, "the taxman's"),
        (_TAKEABLE, "takeable"),
        (_WAITING, "not takeable now"),
    )
)
"""A number with each mark, its style, and what it means."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the pot as it is shown.

    Its mark is ``"+"`` if it is yours, ``"x"`` if the taxman's, ``""`` if takeable, ``"."`` if it is in the pot and not
    takeable now.
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
    """Lay the pot out, taller than there is room if it must be; return rows of cells, and characters for each cell.

    If there are too many rows, a text like ``"1-70 gone"`` stands for those in which everything is gone.
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


def board(position: TaxmanPosition, width: int, height: int) -> list[Line]:
    """Draw the pot, as `grid` lays it out."""
    rows, size = grid(position, width, height)
    return [
        [(f"  {row}", "dim")]
        if isinstance(row, str)
        else [piece for cell in row for piece in ((" " * (size - len(cell.text)), ""), (cell.text, _STYLES[cell.mark]))]
        for row in rows
    ]
