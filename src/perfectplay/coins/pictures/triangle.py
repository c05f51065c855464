"""Pictures of greedy coins: the triangle of all segments, as SVG and as text, and the trees of small games.

A cell represents the coins below it: the base of the triangle that has this cell as its apex. The square of a cell
shows a value. Arrows lead to the results of the best moves; taking the left coin leads to the right.

Source: B. Yorgey, "Computing optimal play for the greedy coins game, part 4", The Math Less Traveled (2017), for the
triangle of A and M; the end of that article asks for the triangle of S.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from perfectplay.coins.pictures.common import GUTTER, PLAYERS, DrawnRow, arrow, coin_shape, page, shorten, square
from perfectplay.coins.pictures.tree import MAX_COMPACT, MAX_TREE, compact_tree, game_tree
from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.result import Result
from perfectplay.core.text.texts import Text, say, translate
from perfectplay.pictures.charts import text
from perfectplay.pictures.scales import text_width
from perfectplay.pictures.svg import Element, format_number

__all__ = [
    "MAX_COMPACT",
    "MAX_DRAWN",
    "MAX_TREE",
    "Quantity",
    "compact_tree",
    "draw",
    "game_tree",
    "triangle",
    "triangle_text",
]

MAX_DRAWN = 40
"""Maximum number of coins in a triangle; only a part of a longer row can be drawn."""

Quantity = Literal["A", "M", "S"]
"""``"A"``: Alice's points from a segment; ``"M"``: the best moves; ``"S"``: the margin of the player to move."""

_SIDE = 44
_WIDEST = 110
_ROW = 86
_RADIUS = 19
_BETWEEN = 46
_RIGHT = Text(
    "An arrow to the right leaves the coins on the right: the left coin is taken. Two arrows: both moves are best."
)
_NOTES: dict[Quantity, str] = {
    "A": Text("Each square: the points that Alice gets from there on."),
    "M": Text("Each square: which coin is best to take, the left one (L), the right one (R) or either (LR)."),
    "S": Text("Each square: the lead of the player to move there, by the coins below. 0, in a double frame, is a tie."),
}
_KINDS: dict[Quantity, str] = {
    "A": Text("A triangle of squares over the row of coins, with Alice's points and the best moves in every segment"),
    "M": Text("A triangle of squares over the row of coins, with the best moves in every segment"),
    "S": Text("A triangle of squares over the row of coins, with the margin and the best moves in every segment"),
}


def draw(position: CoinsPosition, result: Result[str] | None) -> str:  # noqa: ARG001  # the picture has best play
    """Draw the triangle of a game with one row of at most `MAX_DRAWN` coins, and highlight the coins that are left.

    >>> draw(CoinsPosition.new([1, 2, 4, 3]), None)[:4]
    '<svg'
    """
    row = position.start_components[0]
    if len(position.start_components) > 1 or row.kind != "row":
        raise LimitExceededError(
            "there is no picture of {id}; only a row that can be taken from at both ends has one", id=quote(position.id)
        )
    left = position.stretches[0] if position.stretches and not position.is_over() else None
    return triangle(row.coins, marked=(left.lo, left.hi - 1) if left and position.moves else None)


def triangle(
    coins: Sequence[Coin],
    of: Quantity = "A",
    start: int | None = None,
    stop: int | None = None,
    marked: tuple[int, int] | None = None,
) -> str:
    """Draw, as SVG, the triangle of a game, or of its part ``coins[start:stop]``; Alice makes the first move.

    The player to move at a segment follows from the number of coins already taken. ``marked`` has the indices, in
    the whole row, of the first and last coin of a segment whose triangle is highlighted. Raises `InvalidPositionError`
    if a part or a mark is not in the row, and `LimitExceededError` for a part of more than `MAX_DRAWN` coins.

    >>> picture = triangle([1, 3, 4, 2], marked=(0, 2))
    >>> "1 3 4: Bob takes the 4 on the right; Alice gets 3 from here on" in picture
    True
    """
    _check(of)
    row = DrawnRow.of(coins, start, stop, MAX_DRAWN, Text("one picture"))
    n = len(row.coins)
    marked = _within(row, marked)
    values = {segment: _value(row, of, *segment) for segment in row.segments()}
    longest = (shorten(str(coin)) for coin in row.coins)
    width = min(_WIDEST, max(_SIDE, *(text_width(word, 20) + 10 for word in (*values.values(), *longest))))
    pitch = width + _BETWEEN
    places = {(i, j): (GUTTER + pitch * (i + j + 1) / 2, _SIDE / 2 + _ROW * (n - 1 - j + i)) for i, j in values}
    floor = _ROW * (n - 1) + _SIDE + 34
    drawing = []
    if marked is not None:
        drawing.append(_mark(places, marked, width, floor))
    for size in range(n, 0, -1):
        label, player = say("{name} moves", name=PLAYERS[row.mover(0, size - 1)]), row.mover(0, size - 1)
        drawing.append(text(0, places[0, size - 1][1] + 5, label, f"pp-turn pp-turn-{player}"))
    for i, j in values:
        for x1, y1, x2, y2 in _arrows(row, places, i, j):
            drawing += arrow(x1, y1, x2, y2, row.mover(i, j))
    for (i, j), value in values.items():
        kind = "pp-tie" if of == "S" and row.margin(i, j) == 0 else ""
        cell = square(*places[i, j], width, _SIDE, value, f"{kind} pp-apex".strip() if (i, j) == marked else kind)
        cell.children.insert(0, Element("title", {}, [row.words(i, j)]))
        drawing.append(cell)
    drawing += [coin_shape(places[i, i][0], floor, _RADIUS, coin, width) for i, coin in enumerate(row.coins)]
    size_ = (GUTTER + pitch * n, floor + _RADIUS)
    notes = [translate(_NOTES[of]), translate(_RIGHT)]
    if marked is not None:
        i, j = marked
        shown = " ".join(shorten(str(coin)) for coin in row.coins[i : j + 1])
        notes.append(say("Marked: {coins}, coins {first} to {last}.", coins=shown, first=i + 1, last=j + 1))
    return page(row, translate(_KINDS[of]), size_, drawing, notes)


def triangle_text(coins: Sequence[Coin], of: Quantity = "A", start: int | None = None, stop: int | None = None) -> str:
    r"""Format the triangle of a game as plain text; a stroke below a number leads to the result of a best move.

    Takes the same arguments and raises the same errors as `triangle`.

    >>> print(triangle_text([1, 3, 4, 2]))
    Alice          5
                  / \
    Bob          3   4
                /   / \
    Alice      3   4   4
              /   /     \
    Bob      0   0   0   0
    <BLANKLINE>
    coins   (1) (3) (4) (2)
    """
    _check(of)
    row = DrawnRow.of(coins, start, stop, MAX_DRAWN, Text("one picture"))
    n = len(row.coins)
    values = {segment: _value(row, of, *segment) for segment in row.segments()}
    base = [f"({shorten(str(coin))})" for coin in row.coins]
    # An even spacing puts the strokes halfway between the numbers.
    pitch = max(*map(len, values.values()), *map(len, base)) + 1
    pitch += pitch % 2
    first = max(map(len, PLAYERS)) + 2 + pitch // 2
    lines = []
    for size in range(n, 0, -1):
        numbers, strokes = _Line(PLAYERS[row.mover(0, size - 1)]), _Line()
        for i in range(n - size + 1):
            x = first + pitch * i + pitch * (size - 1) // 2
            numbers.put(x, values[i, i + size - 1])
            best = row.best(i, i + size - 1) if size > 1 else ""
            if "R" in best:
                strokes.put(x - pitch // 4, "/")
            if "L" in best:
                strokes.put(x + pitch // 4, "\\")
        lines += [str(numbers), str(strokes)]
    coins_line = _Line("coins")
    for i, coin in enumerate(base):
        coins_line.put(first + pitch * i, coin)
    return "\n".join((*lines, str(coins_line)))


class _Line:
    """A line of text that is built from pieces, each centred at a column."""

    def __init__(self, label: str = "") -> None:
        self._text = label

    def put(self, middle: int, piece: str) -> None:
        """Add a piece, to the right of all earlier ones."""
        self._text = self._text.ljust(middle - (len(piece) - 1) // 2) + piece

    def __str__(self) -> str:
        return self._text


def _check(of: str) -> None:
    if of not in get_args(Quantity):
        raise InvalidPositionError("there is no triangle {of}; choose A, M or S", of=quote(of))


def _within(row: DrawnRow, marked: tuple[int, int] | None) -> tuple[int, int] | None:
    """Convert a mark, given by indices in the whole row, to indices in the picture."""
    if marked is None:
        return None
    i, j = marked[0] - row.start, marked[1] - row.start
    if not 0 <= i <= j < len(row.coins):
        raise InvalidPositionError(
            "coins {first} to {last} cannot be marked; {start} <= first <= last <= {end} must hold",
            first=marked[0],
            last=marked[1],
            start=row.start,
            end=row.start + len(row.coins) - 1,
        )
    return i, j


def _value(row: DrawnRow, of: Quantity, i: int, j: int) -> str:
    if of == "M":
        return row.best(i, j)
    return shorten(str(row.alice(i, j) if of == "A" else row.margin(i, j)))


def _arrows(
    row: DrawnRow, places: dict[tuple[int, int], tuple[float, float]], i: int, j: int
) -> Iterator[tuple[float, float, float, float]]:
    """Yield both end points of each arrow from a cell; an arrow lies on the line between the centres of two squares."""
    x, y = places[i, j]
    for end, *child in row.children(i, j):
        if end in row.best(i, j):
            toward = places[child[0], child[1]][0] - x
            leave, arrive = (_SIDE / 2 + 3) / _ROW, (_ROW - _SIDE / 2 - 4) / _ROW
            yield x + toward * leave, y + _ROW * leave, x + toward * arrive, y + _ROW * arrive


def _mark(
    places: dict[tuple[int, int], tuple[float, float]], marked: tuple[int, int], width: float, floor: float
) -> Element:
    """Draw a rounded triangle as a background for a segment's cells and coins."""
    i, j = marked
    left, right = places[i, i][0], places[j, j][0]
    corners = [places[i, j], (left, places[i, i][1]), (left, floor), (right, floor), (right, places[j, j][1])]
    points = " ".join(f"{format_number(x)},{format_number(y)}" for x, y in corners)
    return Element("polygon", {"class": "pp-marked", "points": points, "stroke-width": width + 20})
