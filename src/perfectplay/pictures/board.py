"""Pictures of games on a board of numbers, which show each number's fate, a bar of sums, and the list of moves.

Every tile names the fate of its number in words, so that nothing depends on colour. The picture has its own background,
light or dark as the reader's system prefers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text, say, translate
from perfectplay.pictures.charts import card
from perfectplay.pictures.scales import BOLD_ADVANCE
from perfectplay.pictures.svg import Element, format_number

__all__ = ["MAX_DRAWN", "Board", "Tile", "draw_board", "listed"]

MAX_DRAWN = 400
"""Maximum number of tiles in a picture of a board."""

_WIDTH = 900
_MARGIN = 30
_INNER = _WIDTH - 2 * _MARGIN
_COLUMNS = 10
_GAP = 8
_TILE_WIDTH = (_INNER - (_COLUMNS - 1) * _GAP) / _COLUMNS
_TILE_HEIGHT = 62
_GRID_TOP = 148
_LEDGER_LINE = 25
# Width of a digit or letter in the fonts below, relative to the font size, rounded up.
_ADVANCE = 0.6
# Maximum number of digits of a sum for which the legend fits on one line.
_LEGEND_DIGITS = 9
# Map each possible number of ledger columns to the number of characters that fit beside a move.
_LEDGER_ROOM = {4: 12, 3: 24, 2: 44, 1: 104}

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
"""
_TILES = """\
.pp-left rect { fill: none; stroke: #9a9588; stroke-dasharray: 4 4; }
.pp-game .pp-left text { fill: #565f6d; }
.pp-open rect { fill: #ffffff; stroke: #1c2430; }
"""
_DARK = """\
.pp-game text { fill: #e8eaee; }
.pp-card { fill: #171b22; stroke: #39404d; }
.pp-game .pp-note, .pp-game .pp-left text { fill: #a9b1bf; }
.pp-rule { stroke: #39404d; }
"""
_DARK_TILES = """\
.pp-left rect { stroke: #6f7787; }
.pp-open rect { fill: #232a35; stroke: #a9b1bf; }
"""


@dataclass(frozen=True, slots=True)
class Tile:
    """A number and its fate.

    Attributes
    ----------
    number
        The number.
    fate
        One word for the fate. It selects the tile's style; ``"left"`` and ``"open"`` look the same in all games.
    caption
        The words on the tile.
    hint
        The longer words that appear under the pointer.
    """

    number: int
    fate: str
    caption: str
    hint: str


@dataclass(frozen=True, slots=True)
class Board:
    """The content of a game's picture.

    Attributes
    ----------
    name
        Name of the game.
    scores
        The name and the points of each player.
    tiles
        The numbers, at most `MAX_DRAWN`.
    legend
        Maps each fate to its name, in the order of the bar; the picture leaves out fates that no number has.
    moves
        For each move, the number taken, and the numbers given away as text such as ``"1, 2"``.
    head, entry
        The heading of the list of moves, and a function that turns the numbers given away into a note on the move.
    light, dark
        CSS rules that style the game's fates on a light card, and on a dark one.
    """

    name: str
    scores: Sequence[tuple[str, Exact]]
    tiles: Sequence[Tile]
    legend: Mapping[str, Text]
    moves: Sequence[tuple[int, str]]
    head: str
    entry: Callable[[str], str]
    light: str
    dark: str


def draw_board(board: Board, title: str, description: str) -> str:
    """Draw a game on a board of numbers.

    Parameters
    ----------
    board
        The content.
    title, description
        The content in words, for screen readers.

    Returns
    -------
    str
        An SVG document, 900 pixels wide.

    Examples
    --------
    >>> tile = Tile(7, "open", "takeable", "7: takeable")
    >>> legend = {"open": Text("in the pot")}
    >>> board = Board("A game", (("one", 0), ("other", 0)), [tile], legend, [], "Moves", str, "", "")
    >>> "7: takeable" in draw_board(board, "a game", "its board")
    True
    """
    rows = -(-len(board.tiles) // _COLUMNS)
    ledger, height = _ledger(board, _GRID_TOP + rows * (_TILE_HEIGHT + _GAP) + 30)
    body = [*_header(board), *(_tile(i, tile) for i, tile in enumerate(board.tiles)), *ledger]
    dark = f"@media (prefers-color-scheme: dark) {{\n{_DARK}{board.dark}{_DARK_TILES}}}\n"
    style = f"{_STYLE}{board.light}{_TILES}{dark}"
    return card(_WIDTH, height, title, description, body, name="pp-game", style=style)


def listed(numbers: Sequence[int]) -> str:
    """Format numbers as a list with commas.

    >>> listed((1, 2, 4))
    '1, 2, 4'
    """
    return ", ".join(map(str, numbers))


def _header(board: Board) -> Iterator[Element]:
    yield _text(_MARGIN, 48, board.name, "pp-title")
    room = _INNER - len(board.name) * 25 * BOLD_ADVANCE
    (left_name, first), (right_name, second) = board.scores
    words = f"{left_name} {first}  .  {right_name} {second}"
    size = f"font-size: {format_number(min(17.0, room / (len(words) * BOLD_ADVANCE)))}px"
    score = Element("text", {"x": _WIDTH - _MARGIN, "y": 48, "style": size, "text-anchor": "end"})
    yield score.add(
        f"{left_name} ",
        Element("tspan", {"class": "pp-strong"}, [str(first)]),
        f"  \u00b7  {right_name} ",
        Element("tspan", {"class": "pp-strong"}, [str(second)]),
    )
    # Draw a bar with a part for each fate, proportional to the sum of its numbers.
    total = sum(tile.number for tile in board.tiles)
    x = float(_MARGIN)
    legend_x = float(_MARGIN)
    for fate, word in board.legend.items():
        numbers = [tile.number for tile in board.tiles if tile.fate == fate]
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


def _tile(index: int, tile: Tile) -> Element:
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


def _ledger(board: Board, top: float) -> tuple[list[Element], float]:
    """List the moves in playing order, column by column; also return the height of the whole picture."""
    if not board.moves:
        return [], top - 20
    count, longest = len(board.moves), max(len(words) for _, words in board.moves)
    columns = next((columns for columns, room in _LEDGER_ROOM.items() if longest <= room), 1)
    rows, full = -(-count // columns), count % columns or columns
    rule = Element("line", {"class": "pp-rule", "x1": _MARGIN, "x2": _WIDTH - _MARGIN, "y1": top - 12, "y2": top - 12})
    elements = [rule, _text(_MARGIN, top + 16, board.head, "pp-head")]
    for i, (move, words) in enumerate(board.moves):
        # If the columns cannot have equal lengths, the first ones have one row more than the others.
        column, row = divmod(i, rows) if i < full * rows else divmod(i - full, rows - 1)
        x, y = _MARGIN + column * _INNER / columns, top + 46 + row * _LEDGER_LINE
        order = _text(x + 22, y, f"{i + 1}.", "pp-note")
        order.attributes["text-anchor"] = "end"
        shown = words if len(words) <= _LEDGER_ROOM[columns] else f"{words[: _LEDGER_ROOM[columns]]}\u2026"
        entry = _text(x + 32, y, "", "pp-entry")
        entry.add(Element("tspan", {"class": "pp-strong"}, [str(move)]), f"  {board.entry(shown)}")
        elements += [order, entry]
    return elements, top + 46 + rows * _LEDGER_LINE + 5


def _text(x: float, y: float, text: str, class_: str) -> Element:
    return Element("text", {"x": x, "y": y, "class": class_}, [text] if text else [])
