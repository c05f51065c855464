"""The trees of small games: every line of play, or a node for each segment.

Source: B. Yorgey, "Computing optimal play for the greedy coins game", parts 2 and 3, The Math Less Traveled (2017).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perfectplay.coins.pictures.common import GUTTER, PLAYERS, DrawnRow, arrow, coin_shape, page, shorten, square
from perfectplay.coins.rules import Coin
from perfectplay.core.text.texts import Text, say, translate
from perfectplay.pictures.charts import text
from perfectplay.pictures.scales import text_width
from perfectplay.pictures.svg import Element

__all__ = ["MAX_COMPACT", "MAX_TREE", "checked_row", "compact_tree", "game_tree", "tree_text"]

MAX_TREE = 8
"""Maximum number of coins in a full tree, which has 2^n - 1 nodes."""

MAX_COMPACT = 10
"""Maximum number of coins in a compact tree, which has n (n + 1) / 2 nodes."""

_HEIGHT = 34
_COIN = 10.5
_STEP = 104
_LEAF = 50
_LEVEL = 96
_SQUARE = Text(
    "Beside the coins that are left: the points that Alice gets from there on. On each line: the coin that is taken."
)
_UP = Text("Upwards the left coin is taken, downwards the right one. Arrows are best moves; thin lines are mistakes.")
_DOWN = Text(
    "To the right the left coin is taken, to the left the right one. Arrows are best moves; thin lines are mistakes."
)

Place = tuple[float, float]


def checked_row(coins: Sequence[Coin], *, compact: bool) -> tuple[Coin, ...]:
    """Check the coins of a tree, including their number, and return them.

    >>> checked_row([1, 2, 4, 3], compact=True)
    (1, 2, 4, 3)
    """
    return _row(coins, compact=compact).coins


def _row(coins: Sequence[Coin], *, compact: bool) -> DrawnRow:
    if compact:
        return DrawnRow.of(coins, None, None, MAX_COMPACT, Text("a compact tree; the triangle has more room"))
    return DrawnRow.of(coins, None, None, MAX_TREE, Text("a full tree; the compact tree or the triangle has more room"))


def game_tree(coins: Sequence[Coin]) -> str:
    """Draw a tree of all lines of play of at most `MAX_TREE` coins, as SVG; Alice moves at the root, on the left.

    >>> game_tree([1, 2, 4, 3])[:4]
    '<svg'
    """
    row = _row(coins, compact=False)
    n = len(row.coins)
    unit, inside = _units(row)
    widths = [unit * size + inside for size in range(n + 1)]
    lefts, x = {}, 0.0
    for size in range(n, 0, -1):
        lefts[size] = x
        x += widths[size] + _STEP
    edges: list[Element] = []
    nodes: list[Element] = []
    leaves = 0

    def grow(i: int, j: int) -> float:
        """Draw the tree of a segment; return the y-coordinate of its root."""
        nonlocal leaves
        size = j - i + 1
        if size == 1:
            leaves += 1
            y = 30 + _LEAF * (leaves - 0.5)
        else:
            heights = {end: grow(*child) for end, *child in row.children(i, j)}
            y = sum(heights.values()) / 2
            x1, x2 = lefts[size] + widths[size] + 2, lefts[size - 1] - 3
            for end, below in heights.items():
                edges.extend(_edge(row, (i, j), end, (x1, y), (x2, below)))
        nodes.append(_node(row, (i, j), (lefts[size] + widths[size] / 2, y), widths[size], unit))
        return y

    grow(0, n - 1)
    labels = []
    for size in range(n, 0, -1):
        player = row.mover(0, size - 1)
        label = text(lefts[size] + widths[size] / 2, 8, PLAYERS[player], f"pp-turn pp-turn-{player}", "middle")
        labels.append(label)
    kind = say("A tree with every line of play, {leaves} in all", leaves=leaves)
    drawing = [*labels, *edges, *nodes]
    return page(row, kind, (x - _STEP, 30 + _LEAF * leaves), drawing, [translate(_SQUARE), translate(_UP)])


def compact_tree(coins: Sequence[Coin]) -> str:
    """Draw the tree of a game with at most `MAX_COMPACT` coins, with one node for each segment.

    >>> compact_tree([1, 2, 4, 3])[:4]
    '<svg'
    """
    row = _row(coins, compact=True)
    n = len(row.coins)
    unit, inside = _units(row)
    # Nodes are equally spaced in all rows, so the longest segments with a neighbour determine the spacing.
    pitch = unit * max(n - 1, 1) + inside + 22
    # The outermost nodes, in the bottom row, are narrower than the spacing, so trim the picture to their edges.
    trim = (pitch - unit - inside) / 2 if n > 1 else 0
    places = {
        (i, j): (GUTTER - trim + pitch * (i + j + 1) / 2, _HEIGHT / 2 + 4 + _LEVEL * (n - 1 - j + i))
        for i, j in row.segments()
    }
    drawing = []
    for size in range(n, 0, -1):
        player = row.mover(0, size - 1)
        y = places[0, size - 1][1] + 5
        drawing.append(text(0, y, say("{name} moves", name=PLAYERS[player]), f"pp-turn pp-turn-{player}"))
    for (i, j), (x, y) in places.items():
        for end, *child in row.children(i, j):
            x2, y2 = places[child[0], child[1]]
            # Begin a little away from the middle of the node, so that its two lines are apart from the start.
            x1 = x + (x2 - x) * 0.12
            drawing += _edge(row, (i, j), end, (x1, y + _HEIGHT / 2 + 2), (x2 - (x2 - x) * 0.12, y2 - _HEIGHT / 2 - 3))
    drawing += [_node(row, (i, j), point, unit * (j - i + 1) + inside, unit) for (i, j), point in places.items()]
    size_ = (GUTTER + pitch * n - 2 * trim, _LEVEL * (n - 1) + _HEIGHT + 8)
    kind = say("A compact tree: one node for each segment of the row, longest first")
    return page(row, kind, size_, drawing, [translate(_SQUARE), translate(_DOWN)])


def tree_text(coins: Sequence[Coin], *, compact: bool = False) -> str:
    """Format the tree of a game as plain text: a line for each move, or for each segment if ``compact``.

    ``=>`` marks a best move, ``->`` a mistake. Then follow the move, the coin that it takes, the coins that it leaves,
    and the points that Alice, who moves first, gets from them. The limits are `MAX_TREE` and `MAX_COMPACT` coins.

    >>> print(tree_text([2, 3, 1]))
    2 3 1: Alice moves and gets 3
    |=> L takes 2, leaves 3 1: Bob moves, Alice gets 1
    |   |=> L takes 3, leaves 1: Alice gets 1
    |   '-> R takes 1, leaves 3: Alice gets 3
    '=> R takes 1, leaves 2 3: Bob moves, Alice gets 2
        |-> L takes 2, leaves 3: Alice gets 3
        '=> R takes 3, leaves 2: Alice gets 2
    >>> print(tree_text([2, 3, 1], compact=True))
    Alice  2 3 1: L or R => 3
    Bob    2 3: R => 2
    Bob    3 1: L => 1
    Alice  2 => 2
    Alice  3 => 3
    Alice  1 => 1
    """
    row = _row(coins, compact=compact)
    if compact:
        return "\n".join(_segment_lines(row))
    last = len(row.coins) - 1
    return "\n".join((f"{_listed(row, 0, last)}: {_outcome(row, 0, last)}", *_branch_lines(row, 0, last, "")))


def _outcome(row: DrawnRow, i: int, j: int) -> str:
    gets = shorten(str(row.alice(i, j)))
    if i == j and row.size > 1:
        return f"Alice gets {gets}"
    return f"Bob moves, Alice gets {gets}" if row.mover(i, j) else f"Alice moves and gets {gets}"


def _branch_lines(row: DrawnRow, i: int, j: int, indent: str) -> Iterator[str]:
    """Yield the lines of text for each move in a segment and all lines of play after it."""
    for end, *child in row.children(i, j):
        lo, hi = child
        coin = shorten(str(row.coins[i if end == "L" else j]))
        corner, arrow_ = "'" if end == "R" else "|", "=>" if end in row.best(i, j) else "->"
        yield f"{indent}{corner}{arrow_} {end} takes {coin}, leaves {_listed(row, lo, hi)}: {_outcome(row, lo, hi)}"
        yield from _branch_lines(row, lo, hi, indent + ("    " if end == "R" else "|   "))


def _segment_lines(row: DrawnRow) -> Iterator[str]:
    width = max(map(len, PLAYERS))
    for i, j in row.segments():
        best = f": {' or '.join(row.best(i, j))}" if i < j else ""
        gets = shorten(str(row.alice(i, j)))
        yield f"{PLAYERS[row.mover(i, j)].ljust(width)}  {_listed(row, i, j)}{best} => {gets}"


def _listed(row: DrawnRow, i: int, j: int) -> str:
    return " ".join(shorten(str(coin)) for coin in row.coins[i : j + 1])


def _units(row: DrawnRow) -> tuple[float, float]:
    """Return the width of a coin in a node, and the width of the value and padding of a node."""
    unit = max(20.0, *(text_width(shorten(str(coin)), 16) + 8 for coin in row.coins))
    values = (shorten(str(row.alice(i, j))) for i, j in row.segments())
    return unit, max(30.0, *(text_width(value, 12) + 8 for value in values)) + 14


def _node(row: DrawnRow, segment: tuple[int, int], point: Place, width: float, unit: float) -> Element:
    """Draw a node: the remaining coins, and beside them the points that Alice gets from them."""
    i, j = segment
    x, y = point
    frame: dict[str, str | float] = {
        "class": "pp-node",
        "x": x - width / 2,
        "y": y - _HEIGHT / 2,
        "width": width,
        "height": _HEIGHT,
        "rx": 8,
    }
    node = Element("g", {}, [Element("title", {}, [row.words(i, j)]), Element("rect", frame)])
    for k, coin in enumerate(row.coins[i : j + 1]):
        label = text(x - width / 2 + 4 + unit * (k + 0.5), y + 5.5, shorten(str(coin)), "pp-strong", "middle")
        label.attributes["font-size"] = 16
        node.add(label)
    room = width - unit * (j - i + 1) - 10
    return node.add(square(x + width / 2 - 5 - room / 2, y, room, _HEIGHT - 10, str(row.alice(i, j))))


def _edge(row: DrawnRow, segment: tuple[int, int], end: str, start: Place, stop: Place) -> Iterator[Element]:
    """Draw a move as an arrow if it is best, otherwise as a thin line; the coin taken is drawn on it."""
    i, j = segment
    if end in row.best(i, j):
        yield from arrow(*start, *stop, row.mover(i, j))
    else:
        x1, y1, x2, y2 = *start, *stop
        yield Element("line", {"class": "pp-edge", "x1": x1, "y1": y1, "x2": x2, "y2": y2})
    # Place the coin a little beyond the middle of the line.
    x, y = (0.46 * a + 0.54 * b for a, b in zip(start, stop, strict=True))
    yield coin_shape(x, y, _COIN, row.coins[i if end == "L" else j], _STEP / 2)
