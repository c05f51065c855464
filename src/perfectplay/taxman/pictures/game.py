"""A picture of a game of Taxman: the board, who got which number in which move, and what each move cost.

Every tile says in words what became of its number, so that nothing depends on colour; the picture brings its own
background, light or dark as the reader's system prefers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.result import Result
from perfectplay.core.text.texts import Text, say, translate
from perfectplay.pictures.charts import card
from perfectplay.pictures.scales import BOLD_ADVANCE
from perfectplay.pictures.svg import Element, format_number
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["draw", "draw_game"]

MAX_DRAWN = 400
"""Most numbers in a pot that a picture has room for."""

Fate = Literal["take", "tax", "left", "open"]

_WIDTH = 900
_MARGIN = 30
_INNER = _WIDTH - 2 * _MARGIN
_COLUMNS = 10
_GAP = 8
_TILE_WIDTH = (_INNER - (_COLUMNS - 1) * _GAP) / _COLUMNS
_TILE_HEIGHT = 62
_GRID_TOP = 148
_LEDGER_LINE = 25
# Advance of a digit or letter in the fonts below, as a part of the font size, on the safe side.
_ADVANCE = 0.6
# Sums with more digits than this do not fit into one line of legend.
_LEGEND_DIGITS = 9
# Numbers with more digits than this are too long for a caption.
_LONG = 6
# Characters of tax that fit beside a move when the ledger has 4, 3, 2 or 1 columns.
_LEDGER_ROOM = {4: 12, 3: 24, 2: 44, 1: 104}

_LEGEND: Mapping[Fate, str] = {
    "take": Text("taken"),
    "tax": Text("paid as tax"),
    "left": Text("left over"),
    "open": Text("in the pot"),
}

_STYLE = """
.pp-game { font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
.pp-game text { fill: #1c2430; font-variant-numeric: tabular-nums; }
.pp-card { fill: #fdfcf9; stroke: #d9d5ca; }
.pp-game .pp-title { font-size: 25px; font-weight: 700; }
.pp-game .pp-note { font-size: 13px; fill: #565f6d; }
.pp-game .pp-head { font-size: 15px; font-weight: 700; }
.pp-game .pp-entry { font-size: 14px; }
.pp-game .pp-strong { font-weight: 700; }
.pp-rule { stroke: #d9d5ca; stroke-width: 1; }
.pp-take rect { fill: #17497f; stroke: #17497f; }
.pp-game .pp-take text { fill: #ffffff; }
.pp-take .pp-number { font-weight: 700; }
.pp-tax rect { fill: #f6e0c2; stroke: #b9894a; }
.pp-left rect { fill: none; stroke: #9a9588; stroke-dasharray: 4 4; }
.pp-game .pp-left text { fill: #565f6d; }
.pp-open rect { fill: #ffffff; stroke: #1c2430; }
@media (prefers-color-scheme: dark) {
.pp-game text { fill: #e8eaee; }
.pp-card { fill: #171b22; stroke: #39404d; }
.pp-game .pp-note, .pp-game .pp-left text { fill: #a9b1bf; }
.pp-rule { stroke: #39404d; }
.pp-take rect { fill: #8ec1f7; stroke: #8ec1f7; }
.pp-game .pp-take text { fill: #0d1b2b; }
.pp-tax rect { fill: #4a3820; stroke: #b9894a; }
.pp-left rect { stroke: #6f7787; }
.pp-open rect { fill: #232a35; stroke: #a9b1bf; }
}
"""


@dataclass(frozen=True, slots=True)
class _Tile:
    """What became of one number: the words on its tile, and the longer ones that a pointer resting on it shows."""

    number: int
    fate: Fate
    caption: str
    hint: str


def draw(position: TaxmanPosition, result: Result[int] | None) -> str:
    """Draw a game as far as it has come, or with best play to its end; `draw_game` tells what is raised.

    >>> draw(TaxmanPosition.new(10), None)[:4]
    '<svg'
    """
    return draw_game(position, () if result is None else result.moves)


def draw_game(position: TaxmanPosition, moves: Iterable[int] = ()) -> str:
    """Draw a game, finished or not: a position, with the moves that led to it, and moves from there on.

    An SVG document, 900 pixels wide, with a title and a description in words.  Raises `IllegalMoveError`, or
    `LimitExceededError` if the pot has more than `MAX_DRAWN` numbers.

    >>> picture = draw_game(TaxmanPosition.new(10), (7, 9, 6, 8, 10))
    >>> "Taxman, N = 10: player 40, taxman 15" in picture
    True
    """
    size = len(position.start_pot.numbers)
    if size > MAX_DRAWN:
        message = Text(
            "a pot of {size} numbers is too large for a picture; at most {most} numbers can be drawn",
            size=size,
            most=MAX_DRAWN,
        )
        raise LimitExceededError(message)
    for move in moves:
        position = position.play(move)
    taxes = _taxes(position)
    tiles = _tiles(position, taxes)
    rows = -(-size // _COLUMNS)
    ledger_top = _GRID_TOP + rows * (_TILE_HEIGHT + _GAP) + 30
    ledger, height = _ledger(taxes, ledger_top)
    name = _name(position)
    title = say("{name}: player {player}, taxman {taxman}", name=name, player=position.player, taxman=position.taxman)
    body = [*_header(position, tiles, name), *(_tile(i, tile) for i, tile in enumerate(tiles)), *ledger]
    return card(_WIDTH, height, title, _describe(position, taxes, tiles), body, name="pp-game", style=_STYLE)


def _name(position: TaxmanPosition) -> str:
    pot = position.start_pot
    if pot.n is not None:
        return say("Taxman, N = {n}", n=pot.n)
    return say("Taxman, a pot of {count} numbers", count=len(pot.numbers))


def _taxes(position: TaxmanPosition) -> dict[int, tuple[int, ...]]:
    """Tax by number taken, in playing order."""
    current, taxes = position.start(), {}
    for move in position.moves:
        taxes[move] = current.tax(move)
        current = current.play(move)
    return taxes


def _tiles(position: TaxmanPosition, taxes: Mapping[int, Sequence[int]]) -> list[_Tile]:
    payer = {number: move for move, tax in taxes.items() for number in tax}
    order = {move: i for i, move in enumerate(taxes, 1)}
    tiles = []
    for number in position.start_pot.numbers:
        if number in order:
            turn = order[number]
            hint = say("{number}: taken in move {move}, tax {tax}", number=number, move=turn, tax=_list(taxes[number]))
            tiles.append(_Tile(number, "take", say("move {move}", move=turn), hint))
        elif number in payer:
            move = payer[number]
            hint = say("{number}: tax for {taken} in move {move}", number=number, taken=move, move=order[move])
            caption = say("tax for {taken}", taken=move)
            if len(str(move)) > _LONG:
                caption = say("tax, move {move}", move=order[move])
            tiles.append(_Tile(number, "tax", caption, hint))
        elif number in position.pot:
            caption = say("takeable") if position.is_legal(number) else say("no divisor")
            hint = say("{number}: in the pot, {caption}", number=number, caption=caption)
            tiles.append(_Tile(number, "open", caption, hint))
        else:
            hint = say("{number}: left over, goes to the taxman", number=number)
            tiles.append(_Tile(number, "left", say("left over"), hint))
    return tiles


def _header(position: TaxmanPosition, tiles: Sequence[_Tile], name: str) -> Iterator[Element]:
    yield _text(_MARGIN, 48, name, "pp-title")
    room = _INNER - len(name) * 25 * BOLD_ADVANCE
    player, taxman = say("player"), say("taxman")
    words = f"{player} {position.player}  .  {taxman} {position.taxman}"
    size = f"font-size: {format_number(min(17.0, room / (len(words) * BOLD_ADVANCE)))}px"
    score = Element("text", {"x": _WIDTH - _MARGIN, "y": 48, "style": size, "text-anchor": "end"})
    yield score.add(
        f"{player} ",
        Element("tspan", {"class": "pp-strong"}, [str(position.player)]),
        f"  \u00b7  {taxman} ",
        Element("tspan", {"class": "pp-strong"}, [str(position.taxman)]),
    )
    # The whole pot as one bar: taken, paid as tax, left over, still in the pot.
    total = position.start_pot.total
    x = float(_MARGIN)
    legend_x = float(_MARGIN)
    for fate, word in _LEGEND.items():
        numbers = [tile.number for tile in tiles if tile.fate == fate]
        if not numbers:
            continue
        width = _INNER * sum(numbers) / total
        bar = Element("rect", {"x": x, "y": 66, "width": width, "height": 18})
        yield Element("g", {"class": f"pp-{fate}"}, [bar])
        x += width
        swatch = Element("rect", {"x": legend_x + 1, "y": 102, "width": 22, "height": 15, "rx": 3})
        yield Element("g", {"class": f"pp-{fate}"}, [swatch])
        legend = f"{len(numbers)} {translate(word)}"
        if len(str(total)) <= _LEGEND_DIGITS:
            legend = say("{legend}, sum {sum}", legend=legend, sum=sum(numbers))
        yield _text(legend_x + 31, 114, legend, "pp-note")
        legend_x += 31 + len(legend) * 13 * _ADVANCE + 10


def _tile(index: int, tile: _Tile) -> Element:
    row, column = divmod(index, _COLUMNS)
    x, y = _MARGIN + column * (_TILE_WIDTH + _GAP), _GRID_TOP + row * (_TILE_HEIGHT + _GAP)
    middle = x + _TILE_WIDTH / 2
    number = _text(middle, y + 33, str(tile.number), "pp-number")
    number.attributes |= {"text-anchor": "middle", "font-size": _fitting(24, str(tile.number))}
    caption = _text(middle, y + 51, tile.caption, "pp-word")
    caption.attributes |= {"text-anchor": "middle", "font-size": _fitting(11, tile.caption)}
    shape = Element("rect", {"x": x, "y": y, "width": _TILE_WIDTH, "height": _TILE_HEIGHT, "rx": 7})
    return Element("g", {"class": f"pp-{tile.fate}"}, [Element("title", {}, [tile.hint]), shape, number, caption])


def _fitting(size: float, text: str) -> float:
    """Return the font size, reduced if the text would be wider than a tile."""
    return min(size, (_TILE_WIDTH - 8) / (len(text) * BOLD_ADVANCE))


def _ledger(taxes: Mapping[int, Sequence[int]], top: float) -> tuple[list[Element], float]:
    """List the moves in playing order, column by column; returns the height of the whole picture, too."""
    if not taxes:
        return [], top - 20
    entries = {move: ", ".join(map(str, tax)) for move, tax in taxes.items()}
    longest = max(map(len, entries.values()))
    columns = next((columns for columns, room in _LEDGER_ROOM.items() if longest <= room), 1)
    rows, full = -(-len(entries) // columns), len(entries) % columns or columns
    rule = Element("line", {"class": "pp-rule", "x1": _MARGIN, "x2": _WIDTH - _MARGIN, "y1": top - 12, "y2": top - 12})
    elements = [rule, _text(_MARGIN, top + 16, say("The moves in order, with the tax that each one paid"), "pp-head")]
    for i, (move, tax) in enumerate(entries.items()):
        # The first columns are one longer than the others.
        column, row = divmod(i, rows) if i < full * rows else divmod(i - full, rows - 1)
        x, y = _MARGIN + column * _INNER / columns, top + 46 + row * _LEDGER_LINE
        order = _text(x + 22, y, f"{i + 1}.", "pp-note")
        order.attributes["text-anchor"] = "end"
        shown = tax if len(tax) <= _LEDGER_ROOM[columns] else f"{tax[: _LEDGER_ROOM[columns]]}\u2026"
        entry = _text(x + 32, y, "", "pp-entry")
        entry.add(Element("tspan", {"class": "pp-strong"}, [str(move)]), f"  {say('pays {tax}', tax=shown)}")
        elements += [order, entry]
    return elements, top + 46 + rows * _LEDGER_LINE + 5


def _text(x: float, y: float, text: str, class_: str) -> Element:
    return Element("text", {"x": x, "y": y, "class": class_}, [text] if text else [])


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _describe(position: TaxmanPosition, taxes: Mapping[int, Sequence[int]], tiles: Sequence[_Tile]) -> str:
    played = "; ".join(say("{move} (tax {tax})", move=move, tax=_list(tax)) for move, tax in taxes.items())
    parts = [
        say("The board as a grid of {count} tiles, each with its number and what became of it.", count=len(tiles)),
        say("Moves in order: {played}.", played=played) if played else say("No move has been made."),
    ]
    if left := [tile.number for tile in tiles if tile.fate == "left"]:
        parts.append(say("Left over for the taxman: {numbers}.", numbers=_list(left)))
    if still := [tile.number for tile in tiles if tile.fate == "open"]:
        parts.append(say("Still in the pot: {numbers}.", numbers=_list(still)))
    parts.append(say("Player {player}, taxman {taxman}.", player=position.player, taxman=position.taxman))
    return " ".join(parts)
