"""How the coins of a game look."""

from __future__ import annotations

import re

from perfectplay.cli.coins.text import shortened
from perfectplay.cli.repl import Line, Slot, drawn
from perfectplay.coins.rules import CoinsPosition, Stretch, take

_DIGITS = 15
_MARGIN = 2

_YOU, _OPPONENT = "you", "opp"
_STYLES = {_YOU: "green", _OPPONENT: "red", "end": "bold reverse", "sign": "dim"}
"""Kinds of slots: whose a coin is, whether it can be taken or is not a coin; the others are inner ones."""
LEGEND = (
    ("L R", "bold", "= type it to take the coin above"),
    (_YOU, _STYLES[_YOU], "= yours"),
    (_OPPONENT, _STYLES[_OPPONENT], "= your opponent's"),
)
"""Words below the coins, their style, and what they mean."""

_MOVE = re.compile(r"(\d*)([LR]|K\d+)\Z")


def slots(position: CoinsPosition, human: int) -> list[list[Slot]]:
    """Tell what became of every coin of the start; one list for each component."""
    starts = position.start_components
    labels: dict[tuple[int, int], str] = {}
    stretches = [Stretch(component.kind, 0, len(component.coins)) for component in starts]
    for turn, move in enumerate(position.moves):
        component, end = _read(move)
        index, stretches[component] = take(stretches[component], end)
        labels[component, index % len(starts[component].coins)] = _YOU if turn % 2 == human else _OPPONENT
    for move in position.legal_moves():
        component, end = _read(move)
        index, _ = take(stretches[component], end)
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
        message = f"{move!r} is not a move"
        raise AssertionError(message)
    return int(matched[1] or 1) - 1, matched[2]


def _slot(value: str, label: str) -> Slot:
    return Slot(value, label, label if label in _STYLES else "end" if label else "inner")


def layout(position: CoinsPosition, human: int, width: int, height: int) -> tuple[list[list[Slot]], int]:
    """Fit the coins into a room, in characters and lines; each keeps its column for the whole game.

    Of too many lines, those are left out in which everything is gone, then those farthest from what can be taken.
    """
    # Room for every label from the start: no later one is longer.
    start = [slot for row in slots(position.start(), human) for slot in row]
    size = max(len(_YOU), *(max(len(slot.value), len(slot.label)) for slot in start)) + _MARGIN
    fitting = max(3, width // size)
    rows = slots(position, human)
    lines = [row[i : i + fitting] for row in rows for i in range(0, len(row), fitting)]
    if len(lines) > height:
        lines = [line for line in lines if any(slot.kind in {"end", "inner"} for slot in line)] or lines
    ends = [i for i, line in enumerate(lines) if any(slot.kind == "end" for slot in line)] or [0]
    by_use = sorted(range(len(lines)), key=lambda i: min(abs(i - end) for end in ends))
    shown = lines
    for kept in range(len(lines) - 1, 0, -1):
        if len(shown) <= height:
            break
        chosen = set(by_use[:kept])
        shown = [
            lines[i] if i in chosen else [Slot("...", "", "sign")]
            for i in range(len(lines))
            if i in chosen or i == 0 or i - 1 in chosen
        ]
    return shown, size


def board(position: CoinsPosition, human: int, width: int, height: int) -> list[Line]:
    """Draw the coins, as `layout` has them, each line with a line of labels below it."""
    lines, size = layout(position, human, width, max(1, height // 2))
    return [half for line in lines for half in drawn(((slot, size) for slot in line), _STYLES)]
