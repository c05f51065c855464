"""The content of the pictures of arithmetical pursuit, shared by the SVG and matplotlib versions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.text.texts import decimal_mark, grouped, say, say_counted
from perfectplay.pictures.scales import nice_range, share_labels
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.odds import Odds
from perfectplay.pursuit.pictures.common import check_targets, listed, percent, rules_line, shorten, typeset
from perfectplay.pursuit.reach import Reach
from perfectplay.pursuit.rules import MAX_NUMBERS
from perfectplay.pursuit.search.counting import FormulaCounts, PursuitPowerLaw, fit_power_law

__all__ = ["Chances", "Grid", "Histogram", "Node", "deck_name", "layout", "numbers", "reached_with"]

_FEW = 100
_LABELLED = 5
_EXACT = 2
_ROOM = Fraction(1, 6)
"""Share of the scale below the curve that the names of the hardest targets and their leader lines take up."""


def numbers(count: int) -> str:
    """Format a count of numbers, such as "3 numbers"."""
    return say_counted(count, "{count:,} number", "{count:,} numbers")


def reached_with(count: int) -> str:
    """Describe how many numbers a target needs; 0 means out of reach."""
    return numbers(count) if count else say("out of reach")


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of a deal's targets, in rows that end with a multiple of ``columns``.

    ``counts[k]`` is the number of targets that need exactly k numbers; ``counts[0]`` counts the targets out of reach.
    """

    reach: Reach
    columns: int
    counts: tuple[int, ...]

    @classmethod
    def of(cls, reach: Reach) -> Grid:
        """Build the grid; raise `InvalidPositionError` if the array of fewest numbers is incomplete or invalid."""
        size = reach.high - reach.low + 1
        check_targets(size)
        if len(reach.fewest) != size or not set(reach.fewest) <= set(range(len(reach.numbers) + 1)):
            raise InvalidPositionError(
                "the array must hold a number from 0 to {count} for each target from {low} to {high}; use the one "
                "that `reach` returns",
                low=reach.low,
                high=reach.high,
                count=len(reach.numbers),
            )
        counts = tuple(reach.fewest.count(fewest) for fewest in range(len(reach.numbers) + 1))
        return cls(reach, 50 if size > _FEW else 10, counts)

    @property
    def bases(self) -> range:
        """The number before the first target of each row, such as 950 for the row of the targets 951 to 1000."""
        first = (self.reach.low - 1) // self.columns * self.columns
        return range(first, self.reach.high, self.columns)

    @property
    def column_labels(self) -> tuple[int, ...]:
        """Indices of the columns that get a label, counted from 1."""
        every = 10 if self.columns > 10 else 5
        return (1, *range(every, self.columns + 1, every))

    @property
    def legend(self) -> tuple[tuple[int, str], ...]:
        """The numbers of numbers that targets need, and finally 0 for out of reach, each with a text for the legend."""
        kinds = (*range(1, len(self.counts)), 0)
        return tuple(
            (kind, say("{what}: {count:,}", what=reached_with(kind), count=self.counts[kind])) for kind in kinds
        )

    @property
    def deal(self) -> str:
        """The numbers of the deal as text."""
        return " ".join(map(str, self.reach.numbers))

    @property
    def share(self) -> str:
        """Describe how many targets can be reached."""
        low, high = self.reach.low, self.reach.high
        if low == high:
            if self.reach.count:
                return say("The target {target:,} can be reached", target=low)
            return say("The target {target:,} cannot be reached", target=low)
        return say(
            "{count:,} of the {size:,} targets from {low:,} to {high:,} can be reached",
            count=self.reach.count,
            size=high - low + 1,
            low=low,
            high=high,
        )

    def missing(self, limit: int) -> str:
        """Name the targets out of reach, if any."""
        return say("Out of reach: {targets}.", targets=listed(self.reach.missing, limit)) if self.reach.missing else ""

    def place(self, target: int) -> tuple[int, int]:
        """Return the row and the column of a target, counted from 0."""
        return (target - 1) // self.columns - self.bases[0] // self.columns, (target - 1) % self.columns

    def label_rows(self, every: int) -> dict[int, str]:
        """Map the first row, and about one in ``every`` later rows at round numbers, to their labels."""
        return {
            row: grouped(base)
            for row, base in enumerate(self.bases)
            if row == 0 or (row >= every and base // self.columns % every == 0)
        }


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of all targets of a deck.

    ``marks`` are round, equally spaced chances that enclose all chances, if possible with room for names below the
    hardest targets. ``hardest`` has up to five targets with the lowest chances, hardest first; none if all are equal.
    """

    odds: Odds
    all: tuple[Fraction, ...]
    marks: tuple[Fraction, ...]
    hardest: tuple[tuple[int, Fraction], ...]

    @classmethod
    def of(cls, odds: Odds) -> Chances:
        """Build the content for at most `MAX_TARGETS` targets."""
        check_targets(len(odds.by_target))
        chances = tuple(Fraction(row.weight, odds.deals) for row in odds.by_target)
        marks = nice_range(min(chances), max(chances), 7)
        if marks[-1] > 1:  # all chances are 1, and a mark must not exceed 1
            marks = tuple(mark - marks[-1] + 1 for mark in marks)
        rows = odds.hardest(_LABELLED) if min(chances) < max(chances) else ()
        hardest = tuple((row.target, Fraction(row.weight, odds.deals)) for row in rows)
        while hardest and marks[0] > 0 and not _has_room(marks, hardest):
            marks = (2 * marks[0] - marks[1], *marks)
        return cls(odds, chances, marks, hardest)

    @property
    def needs_band(self) -> bool:
        """Return whether the names of the hardest targets do not fit into the scale, and so need a band below it."""
        return bool(self.hardest) and not _has_room(self.marks, self.hardest)

    @property
    def name(self) -> str:
        """The name of the deck and the size of a deal, as text."""
        return f"{deck_name(self.odds.deck)}, {numbers(self.odds.numbers)}"

    @property
    def mark_labels(self) -> tuple[str, ...]:
        """The marks in percent, all with the same number of decimals."""
        return share_labels(self.marks)

    @property
    def lines(self) -> tuple[str, ...]:
        """Describe the picture in words."""
        low, high = self.odds.low, self.odds.high
        chance = percent(self.odds.probability)
        words = say(
            "The target {low:,} can be hit exactly with a chance of {chance}, the dashed line.", low=low, chance=chance
        )
        if low < high:
            words = say(
                "A random target from {low:,} to {high:,} can be hit exactly with a chance of {chance}, "
                "the dashed line.",
                low=low,
                high=high,
                chance=chance,
            )
        return (words, *rules_line(self.odds.rules))

    @property
    def notes(self) -> tuple[str, ...]:
        """Return notes that name the hardest targets and say where the scale begins."""
        notes = []
        if self.hardest:
            named = ", ".join(f"{grouped(target)} ({percent(chance)})" for target, chance in self.hardest)
            notes.append(say("In rings, the hardest: {named}.", named=named))
        elif len(self.all) > 1:
            notes.append(say("All targets are equally hard."))
        if self.marks[0]:
            notes.append(say("The scale begins at {mark}.", mark=self.mark_labels[0]))
        return tuple(notes)


def _has_room(marks: tuple[Fraction, ...], hardest: tuple[tuple[int, Fraction], ...]) -> bool:
    """Return whether the names fit between the lowest mark and the hardest target."""
    _, least = hardest[0]
    return least - marks[0] >= _ROOM * (marks[-1] - marks[0])


@dataclass(frozen=True, slots=True)
class Histogram:
    """The number of formulae with each positive value, and a fitted power law if there are at least three points."""

    counts: FormulaCounts
    points: tuple[tuple[int, int], ...]
    law: PursuitPowerLaw | None

    @classmethod
    def of(cls, counts: FormulaCounts) -> Histogram:
        """Select the points that logarithmic axes can show, and fit a power law to the counts."""
        points = tuple((value, counts.count(value)) for value in range(1, counts.limit + 1) if counts.count(value))
        return cls(counts, points, fit_power_law(counts, 1, counts.limit) if len(points) > _EXACT else None)

    @property
    def name(self) -> str:
        """The deck and the maximum number of cards in a formula."""
        return say("{deck}, up to {numbers}", deck=deck_name(self.counts.deck), numbers=numbers(self.counts.numbers))

    @property
    def decades(self) -> tuple[int, int]:
        """Exponents of the two powers of ten that enclose all counts."""
        counts = [count for _, count in self.points] or [1]
        low = math.floor(math.log10(min(counts)))
        return low, max(math.ceil(math.log10(max(counts))), low + 1)

    @property
    def ends(self) -> tuple[tuple[float, float], ...]:
        """The two ends of the visible part of the fitted line, each as a value and a number of formulae."""
        if self.law is None:
            return ()
        # Allow a little slack, so that rounding does not cut off the ends of a line that reaches the edge.
        low, high = ((level + slack) * math.log(10) for level, slack in zip(self.decades, (-0.01, 0.01), strict=True))
        places = [0.0, math.log(self.counts.limit)]
        if self.law.slope:
            # With few points the line may be steep, so cut it off at the upper and lower edges.
            cuts = sorted((level - self.law.intercept) / self.law.slope for level in (low, high))
            places = [max(places[0], cuts[0]), min(places[1], cuts[1])]
        return tuple(
            (math.exp(log_value), math.exp(self.law.intercept + self.law.slope * log_value)) for log_value in places
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """Describe the picture in words."""
        inside = sum(count for _, count in self.points)
        return (
            say(
                "{count:,} admissible formulae; {inside:,} of them have a value from 1 to {limit:,}.",
                count=sum(self.counts.admissible),
                inside=inside,
                limit=self.counts.limit,
            ),
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Return notes about the power law."""
        if self.law is None:
            if not self.points:
                return (say("No formula has one of these values."),)
            return (say("There are too few points for a law."),)
        missing = self.counts.limit - len(self.points)
        # Add 0.0 to remove the sign of a slope that rounds to zero.
        slope = typeset(f"{round(self.law.slope, 2) + 0.0:.2f}".replace(".", decimal_mark()))
        law = say(
            "Dashed: the power law that fits best by least squares of the logarithms, with exponent {slope} and "
            "R²\u00a0{fit}. It is a crude summary: the counts are not a smooth function of the value, and the exponent "
            "depends on the range.",
            slope=slope,
            fit=f"{self.law.r_squared:.2f}".replace(".", decimal_mark()),
        )
        values = say_counted(missing, "{count:,} value", "{count:,} values")
        absent = say("Without a point, because no formula has them: {values}.", values=values)
        return (law, absent) if missing else (law,)


@dataclass(frozen=True, slots=True)
class Node:
    """A number in the picture of a solution, as a node of a tree.

    ``column`` is the node's position from left to right; the numbers of the deal are at 0, 1, 2, ... ``level`` is the
    number of steps between the node and the final result. ``parent`` is the index of the result that uses it, or -1.
    """

    expression: Expression
    column: float
    level: int
    parent: int


def layout(expression: Expression) -> list[Node]:
    """Place the numbers of a solution: each result is above its operands, midway between them.

    Lines between nodes cannot cross. In the list, each result precedes its left operand and then its right one. Takes
    linear time. Raises `LimitExceededError` for more than `perfectplay.pursuit.rules.MAX_NUMBERS` numbers of the deal.
    """
    size = len(expression.numbers)
    if size > MAX_NUMBERS:
        raise LimitExceededError(
            "{expression} has {size} numbers, too many for a tree; it has room for {most}",
            expression=quote(expression),
            size=size,
            most=MAX_NUMBERS,
        )
    nodes: list[Node] = []
    leaves = 0

    def place(part: Expression, level: int, parent: int) -> float:
        nonlocal leaves
        index = len(nodes)
        nodes.append(Node(part, 0.0, level, parent))
        if part.left is None or part.right is None:
            column = float(leaves)
            leaves += 1
        else:
            column = (place(part.left, level + 1, index) + place(part.right, level + 1, index)) / 2
        nodes[index] = Node(part, column, level, parent)
        return column

    place(expression, 0, -1)
    return nodes


def deck_name(deck: Deck) -> str:
    """Return the display name of a deck; the names of the two main built-in decks are translated."""
    if deck.name == "cards":
        return say("cards")
    return say("classic") if deck.name == "classic" else shorten(deck.name, 60)
