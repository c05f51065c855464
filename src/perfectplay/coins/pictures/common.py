"""Common parts of the pictures of greedy coins: the row and its values, colours, coins, squares and arrows.

Three things show whose move it is: the colour of an arrow, its line and head, and words beside each row. Alice's arrows
are solid with a filled head, Bob's are dashed with an open head.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from textwrap import wrap

from perfectplay.coins.row.table import SegmentTable
from perfectplay.coins.rules import Coin, to_coin
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.text.texts import say
from perfectplay.pictures.charts import card, text
from perfectplay.pictures.scales import BOLD_ADVANCE, text_width
from perfectplay.pictures.svg import Element, format_number

__all__ = ["GUTTER", "PLAYERS", "DrawnRow", "arrow", "coin_shape", "page", "shorten", "square"]

PLAYERS = ("Alice", "Bob")
MARGIN = 28
GUTTER = 112
"""Width of the left column, which names the player to move."""

_LONGEST = 12
_LISTED = 30
_TITLE_SIZE = 23
_SMALLEST_WIDTH = 600
_HEADER = 112
_FOOTER = 60
_NOTE_LINE = 21
# Average width of a letter, relative to the font size, in the widest of the fonts below.
_ADVANCE = 0.56

# The light and the dark colours have a contrast of at least 4.5 : 1 for text and 3 : 1 for arrows.
STYLE = """
.pp-coins { font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
.pp-coins text { fill: #1c2430; font-variant-numeric: tabular-nums; }
.pp-coins .pp-card { fill: #fdfcf9; stroke: #d9d5ca; }
.pp-coins .pp-title { font-size: 23px; font-weight: 700; }
.pp-coins .pp-score { font-size: 17px; }
.pp-coins .pp-strong, .pp-coins .pp-value text { font-weight: 700; }
.pp-coins .pp-note { font-size: 14px; fill: #565f6d; }
.pp-coins .pp-turn { font-size: 14px; font-weight: 700; }
.pp-coins .pp-turn-0 { fill: #1b56b0; }
.pp-coins .pp-turn-1 { fill: #176b34; }
.pp-coins .pp-value rect { fill: #cfe7fb; stroke: #8bbbe2; stroke-width: 1; }
.pp-coins .pp-tie rect { stroke: #1c2430; stroke-width: 1.5; }
.pp-coins .pp-tie .pp-inner { fill: none; stroke-width: 1; }
.pp-coins .pp-coin rect { fill: #f7d774; stroke: #a57c14; stroke-width: 1.5; }
.pp-coins .pp-coin text { fill: #3c2c00; font-weight: 700; }
.pp-coins .pp-marked { fill: #f1ead6; stroke: #f1ead6; stroke-linejoin: round; }
.pp-coins .pp-apex rect { stroke: #1c2430; stroke-width: 3; }
.pp-coins .pp-node { fill: #ffffff; stroke: #b9b4a6; }
.pp-coins .pp-edge { stroke: #b3ad9e; stroke-width: 1.25; fill: none; }
.pp-coins .pp-alice { stroke: #1f5fbf; fill: none; stroke-width: 3; }
.pp-coins .pp-alice-head { stroke: #1f5fbf; fill: #1f5fbf; stroke-width: 1; stroke-linejoin: round; }
.pp-coins .pp-bob { stroke: #1d7f3b; fill: none; stroke-width: 3; stroke-dasharray: 6 4; }
.pp-coins .pp-bob-head { stroke: #1d7f3b; fill: none; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
@media (prefers-color-scheme: dark) {
.pp-coins text { fill: #e8eaee; }
.pp-coins .pp-card { fill: #171b22; stroke: #39404d; }
.pp-coins .pp-note { fill: #a9b1bf; }
.pp-coins .pp-turn-0 { fill: #8ec1f7; }
.pp-coins .pp-turn-1 { fill: #7fd69a; }
.pp-coins .pp-value rect { fill: #1f4a6d; stroke: #4f86b3; }
.pp-coins .pp-tie rect { stroke: #e8eaee; }
.pp-coins .pp-coin rect { fill: #d9b23d; stroke: #f3da8d; }
.pp-coins .pp-coin text { fill: #241a00; }
.pp-coins .pp-marked { fill: #2b313c; stroke: #2b313c; }
.pp-coins .pp-apex rect { stroke: #e8eaee; }
.pp-coins .pp-node { fill: #222833; stroke: #596273; }
.pp-coins .pp-edge { stroke: #858fa1; }
.pp-coins .pp-alice { stroke: #7db8ff; }
.pp-coins .pp-alice-head { stroke: #7db8ff; fill: #7db8ff; }
.pp-coins .pp-bob { stroke: #6fd08c; }
.pp-coins .pp-bob-head { stroke: #6fd08c; }
}
"""


@dataclass(frozen=True)
class DrawnRow:
    """A row of coins, or a part of it, with the values of its segments.

    A segment is given by the indices of its first and last coin in the picture, from 0. The whole game, in which Alice
    moves first, has ``size`` coins; ``start`` of them are to the left of the picture.
    """

    coins: tuple[Coin, ...]
    start: int
    size: int

    @classmethod
    def of(cls, coins: Sequence[Coin], start: int | None, stop: int | None, limit: int, part: str) -> DrawnRow:
        """Build the part ``coins[start:stop]`` after checking it; it may have at most ``limit`` coins."""
        size = len(coins)
        if not size:
            raise InvalidPositionError("the row is empty; there must be at least one coin, as in 1 2 4 3")
        first, behind = 0 if start is None else start, size if stop is None else stop
        if not 0 <= first < behind <= size:
            raise InvalidPositionError(
                "coins {first}:{behind} are not part of {size} coins; 0 <= start < stop <= {size} must hold",
                first=first,
                behind=behind,
                size=size,
            )
        if behind - first > limit:
            raise LimitExceededError(
                "{behind} coins are too many for {what}; it has room for at most {limit}",
                behind=behind - first,
                what=part,
                limit=limit,
            )
        return cls(tuple(to_coin(coin) for coin in coins[first:behind]), first, size)

    @cached_property
    def _table(self) -> SegmentTable:
        return SegmentTable(self.coins)

    def mover(self, i: int, j: int) -> int:
        """Return the player to move at a segment: 0 for Alice, 1 for Bob."""
        return (self.size - (j - i + 1)) % 2

    def margin(self, i: int, j: int) -> Coin:
        """Return S: the margin of the player to move in a segment, counting only its coins."""
        return self._table.margin(i, j)

    def alice(self, i: int, j: int) -> Coin:
        """Return A: the points that Alice gets from a segment."""
        total, margin = sum(self.coins[i : j + 1], Fraction(0)), self.margin(i, j)
        return to_coin((total - margin if self.mover(i, j) else total + margin) / 2)

    def best(self, i: int, j: int) -> str:
        """Return M: the best moves in a segment, ``"L"``, ``"R"`` or ``"LR"``."""
        return self._table.best(i, j)

    def children(self, i: int, j: int) -> Iterator[tuple[str, int, int]]:
        """Yield both moves in a segment, each with both ends of the segment that it leaves; nothing for one coin."""
        if i < j:
            yield "L", i + 1, j
            yield "R", i, j - 1

    def segments(self) -> Iterator[tuple[int, int]]:
        """Yield all segments, the longest first; segments of equal length come from left to right."""
        n = len(self.coins)
        for size in range(n, 0, -1):
            for i in range(n - size + 1):
                yield i, i + size - 1

    def name(self) -> str:
        """Return the coins in the picture as a heading."""
        shown = [shorten(str(coin)) for coin in self.coins[:_LISTED]]
        return " ".join(shown) + (" \u2026" if len(self.coins) > _LISTED else "")

    def score(self) -> tuple[str, str]:
        """Return Alice's and Bob's points from the coins in the picture under best play."""
        last = len(self.coins) - 1
        alice = self.alice(0, last)
        return str(alice), str(to_coin(sum(self.coins, Fraction(0)) - alice))

    def words(self, i: int, j: int) -> str:
        """Describe a segment in words: its coins, the best move and the result."""
        coins = " ".join(map(str, self.coins[i : j + 1]))
        mover, margin = PLAYERS[self.mover(i, j)], self.margin(i, j)
        ends = {"mover": mover, "left": self.coins[i], "right": self.coins[j]}
        if i == j:
            move = say("{mover} takes the last coin", mover=mover)
        elif self.best(i, j) == "LR":
            move = say("{mover} takes the {left} on the left or the {right} on the right", **ends)
        elif self.best(i, j) == "L":
            move = say("{mover} takes the {left} on the left", **ends)
        else:
            move = say("{mover} takes the {right} on the right", **ends)
        outcome = say("a tie") if margin == 0 else say("margin {margin}", margin=margin)
        return say(
            "{coins}: {move}; Alice gets {points} from here on, {outcome}.",
            coins=coins,
            move=move,
            points=self.alice(i, j),
            outcome=outcome,
        )


def shorten(number: str, limit: int = _LONGEST) -> str:
    """Shorten a number that is too long; its tooltip shows all digits."""
    return number if len(number) <= limit else f"{number[: limit - 1]}\u2026"


def square(x: float, y: float, width: float, height: float, value: str, kind: str = "") -> Element:
    """Draw a light-blue square with a value, centred at (x, y); ``kind`` is ``"pp-tie"`` for a double frame."""
    shown = shorten(value)
    group = Element("g", {"class": f"pp-value {kind}".strip()})
    group.add(_box(x, y, width, height))
    if kind == "pp-tie":
        group.add(_box(x, y, width - 7, height - 7))
        group.children[-1].attributes["class"] = "pp-inner"  # type: ignore[union-attr]  # the box just added
    size = min(max(height * 0.45, 13), (width - 8) / (len(shown) * BOLD_ADVANCE))
    label = Element("text", {"x": x, "y": y + size * 0.36, "font-size": size, "text-anchor": "middle"}, [shown])
    return group.add(label)


def _box(x: float, y: float, width: float, height: float) -> Element:
    return Element("rect", {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height, "rx": 5})


def coin_shape(x: float, y: float, radius: float, coin: Coin, room: float = 0) -> Element:
    """Draw a coin with its value: a circle, which is widened for a long value, up to the width ``room``."""
    shown = shorten(str(coin))
    size = min(radius, (max(room, 2 * radius) - radius * 0.4) / (len(shown) * BOLD_ADVANCE))
    width = max(2 * radius, text_width(shown, size) + radius * 0.4)
    circle = _box(x, y, width, 2 * radius)
    circle.attributes["rx"] = radius
    label = Element("text", {"x": x, "y": y + size * 0.36, "font-size": size, "text-anchor": "middle"}, [shown])
    return Element("g", {"class": "pp-coin"}, [circle, label])


def arrow(x1: float, y1: float, x2: float, y2: float, player: int) -> Iterator[Element]:
    """Draw an arrow: solid with a filled head for Alice (0), dashed with an open head for Bob (1)."""
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    name, back, half = ("pp-alice", 12.0, 6.5) if player == 0 else ("pp-bob", 9.0, 7.0)
    wings = [(x2 - back * ux - side * half * uy, y2 - back * uy + side * half * ux) for side in (1, -1)]
    points = " ".join(f"{format_number(x)},{format_number(y)}" for x, y in (wings[0], (x2, y2), wings[1]))
    # End the line inside a filled head, so that the tip stays sharp.
    end = length - (back - 2 if player == 0 else 2)
    line: dict[str, str | float] = {"class": name, "x1": x1, "y1": y1, "x2": x1 + end * ux, "y2": y1 + end * uy}
    yield Element("line", line)
    yield Element("polygon" if player == 0 else "polyline", {"class": f"{name}-head", "points": points})


def _legend(y: float, lines: Sequence[str]) -> Iterator[Element]:
    """Draw the legend, which explains the arrows and has the given lines below."""
    x = float(MARGIN)
    for player, name in enumerate(PLAYERS):
        yield from arrow(x, y, x + 44, y, player)
        yield text(x + 54, y + 5, say("{name}'s best move", name=name), "pp-note")
        x += 200
    for i, line in enumerate(lines):
        yield text(MARGIN, y + 32 + _NOTE_LINE * i, line, "pp-note")


def page(row: DrawnRow, kind: str, size: tuple[float, float], drawing: Sequence[Element], notes: Sequence[str]) -> str:
    """Arrange a drawing between a heading and a legend with ``notes``; return the SVG document."""
    width = max(size[0] + 2 * MARGIN, _SMALLEST_WIDTH)
    lines = [line for note in notes for line in wrap(note, int((width - 2 * MARGIN) / (14 * _ADVANCE)))]
    height = _HEADER + size[1] + _FOOTER + _NOTE_LINE * len(lines)
    alice, bob = row.score()
    who = {"name": row.name(), "alice": alice, "bob": bob}
    title, ending = say("Greedy coins, {name}: Alice {alice}, Bob {bob}", **who), say("under best play")
    if alice == bob:
        title, ending = (
            say("Greedy coins, {name}: Alice {alice}, Bob {bob}, a tie", **who),
            say("under best play, a tie"),
        )
    alice, bob = shorten(alice), shorten(bob)
    name = row.name()
    fitting = min(_TITLE_SIZE, (width - 2 * MARGIN) / (len(name) * BOLD_ADVANCE))
    heading = text(MARGIN, 48, name, "pp-title")
    heading.attributes["style"] = f"font-size: {format_number(fitting)}px"
    score = Element("text", {"x": MARGIN, "y": 80, "class": "pp-score"})
    if len(row.coins) < row.size:
        last = row.start + len(row.coins)
        score.add(say("coins {first} to {last} of {size}:", first=row.start + 1, last=last, size=row.size), " ")
    score.add("Alice ", Element("tspan", {"class": "pp-strong"}, [alice]))
    score.add(" \u00b7 Bob ", Element("tspan", {"class": "pp-strong"}, [bob]))
    score.add(f" {ending}")
    left = (width - size[0]) / 2
    inner = Element("g", {"transform": f"translate({format_number(left)} {_HEADER})"}, list(drawing))
    body = [heading, score, inner, *_legend(_HEADER + size[1] + 34, lines)]
    segments_text = " ".join(row.words(i, j) for i, j in list(row.segments())[:_LISTED])
    description = f"{kind}. {' '.join(notes)} {segments_text}"
    return card(width, height, title, description, body, name="pp-coins", style=STYLE)
