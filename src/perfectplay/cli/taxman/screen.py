"""How the pot of a game of Taxman looks."""

from __future__ import annotations

from perfectplay.cli import numbers
from perfectplay.cli.numbers import Cell
from perfectplay.cli.repl import Line
from perfectplay.taxman.rules import TaxmanPosition

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

    return [Cell(mark(number), number, number not in position.pot) for number in position.start_pot.numbers]


def board(position: TaxmanPosition, width: int, height: int) -> list[Line]:
    """Draw the pot."""
    return numbers.board(cells(position), _STYLES, width, height)
