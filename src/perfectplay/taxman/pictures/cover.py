"""A picture of the cover graph of {1..N} by rank, with the matching of a best game drawn on it.

Each number is above its lower covers: a line joins q and p if p is q times a prime. A game is a matching of such pairs
(docs, "Theory", T1): the largest number that the taxman gets for p is p divided by a prime.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.text.texts import Text, say, say_counted, translate
from perfectplay.pictures.charts import STYLE, page, text
from perfectplay.pictures.scales import spread
from perfectplay.pictures.svg import Element
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["MAX_COVER", "cover"]

MAX_COVER = 72
"""Largest N whose cover graph fits on a page."""

Fate = Literal["take", "tax", "extra", "left"]

_WORDS: Mapping[Fate, str] = {
    "take": Text("taken"),
    "tax": Text("largest tax on a number taken"),
    "extra": Text("further tax"),
    "left": Text("left over"),
}
_WIDTH = 880
_PITCH = 46
_LOOSE = 76
_BOX = 38
_HEIGHT = 32
_LEVEL = 112
_SWEEPS = 24
_ROUNDS = 8
_LEGEND = 30
_GUTTER = 62

_STYLE = (
    STYLE
    + """
.pp-chart .pp-pair { stroke: #8b8678; stroke-width: 1; fill: none; }
.pp-chart .pp-matched { stroke: #17497f; stroke-width: 4; fill: none; }
.pp-chart .pp-take rect { fill: #17497f; stroke: #17497f; }
.pp-chart .pp-take text { fill: #ffffff; font-weight: 700; }
.pp-chart .pp-tax rect { fill: #f6e0c2; stroke: #8a5f1e; stroke-width: 1.5; }
.pp-chart .pp-extra rect { fill: #f6e0c2; stroke: #8a5f1e; stroke-width: 1.5; stroke-dasharray: 5 3; }
.pp-chart .pp-left rect { fill: #fdfcf9; stroke: #77725f; stroke-dasharray: 2 3; stroke-width: 1.5; }
.pp-chart .pp-left text { fill: #565f6d; }
@media (prefers-color-scheme: dark) {
.pp-chart .pp-pair { stroke: #6a7383; }
.pp-chart .pp-matched { stroke: #8ec1f7; }
.pp-chart .pp-take rect { fill: #8ec1f7; stroke: #8ec1f7; }
.pp-chart .pp-take text { fill: #0d1b2b; }
.pp-chart .pp-tax rect, .pp-chart .pp-extra rect { fill: #4a3820; stroke: #d3a45f; }
.pp-chart .pp-left rect { fill: #171b22; stroke: #8a93a3; }
.pp-chart .pp-left text { fill: #a9b1bf; }
}
"""
)


@dataclass(frozen=True, slots=True)
class _Vertex:
    """A number, its rank and fate, the number of the move that decided its fate, and a tooltip."""

    number: int
    rank: int
    fate: Fate
    move: int
    hint: str


def cover(n: int) -> Drawn[Figures]:
    """Draw the cover graph of {1..N}, N from 2 to `MAX_COVER`, with the matching of a best game.

    The figures are, for each number, its rank, its fate (``"take"``, ``"tax"`` for the largest tax on a number,
    ``"extra"`` for other tax, ``"left"``), the number of the move, and the number that it is matched with, or ``None``.

    >>> cover(6).figures.rows[3:5]
    ((4, 2, 'take', 2, 2), (5, 1, 'take', 1, 1))
    """
    if not 2 <= n <= MAX_COVER:
        raise LimitExceededError(
            "the cover graph of N = {n} cannot be drawn; N must be from 2 to {most}", n=n, most=MAX_COVER
        )
    record = load_records()[n]
    vertices, partner = _vertices(n, record.moves)
    rows = tuple((v.number, v.rank, v.fate, v.move or None, partner.get(v.number)) for v in vertices)
    figures = Figures(columns=("number", "rank", "fate", "move", "matched_with"), rows=rows)
    return Drawn(_picture(n, record.score, vertices, partner), figures)


def cover_pairs(n: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs (q, p) of {1..N} such that p is q times a prime, sorted by p and then by q."""
    for p in range(2, n + 1):
        yield from sorted((p // prime, p) for prime in set(_factors(p)))


def _factors(number: int) -> list[int]:
    """Return the prime factors of a number, with multiplicity."""
    factors, prime = [], 2
    while number > 1:
        while number % prime == 0:
            factors.append(prime)
            number //= prime
        prime += 1
    return factors


def _vertices(n: int, moves: Iterable[int]) -> tuple[list[_Vertex], dict[int, int]]:
    position = TaxmanPosition.new(n)
    fates: dict[int, tuple[Fate, int, str]] = {}
    partner: dict[int, int] = {}
    for i, move in enumerate(moves, 1):
        tax = position.tax(move)
        mate = max(tax)
        partner |= {move: mate, mate: move}
        fates[move] = "take", i, say("taken in move {move}, matched with {mate}", move=i, mate=mate)
        fates |= dict.fromkeys(tax, ("extra", i, say("further tax on {number} in move {move}", number=move, move=i)))
        fates[mate] = "tax", i, say("the largest tax on {number} in move {move}, matched with it", number=move, move=i)
        position = position.play(move)
    vertices = []
    for number in range(1, n + 1):
        fate, move, hint = fates.get(number, ("left", 0, say("left over, goes to the taxman")))
        vertices.append(_Vertex(number, len(_factors(number)), fate, move, f"{number}: {hint}"))
    return vertices, partner


def _picture(n: int, score: int, vertices: Sequence[_Vertex], partner: Mapping[int, int]) -> str:
    pairs = list(cover_pairs(n))
    levels = _levels(vertices, pairs)
    width = max(_WIDTH, _GUTTER + max(map(len, levels)) * _PITCH)
    places = _places(levels, pairs, width)
    height = (len(levels) - 1) * _LEVEL + _HEIGHT
    drawing = []
    for rank, level in enumerate(levels):
        y = places[level[0]][1]
        drawing.append(text(0, y + 5, say("rank {rank}", rank=rank), "pp-axis"))
    thin, bold = Element("g", {"class": "pp-pair"}), Element("g", {"class": "pp-matched"})
    for q, p in pairs:
        (x1, y1), (x2, y2) = places[q], places[p]
        line: dict[str, str | float] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        matched = partner.get(p) == q
        hint = f"{p} = {q} \u00d7 {p // q}"
        if matched:
            hint = say("{product}, a pair of the matching", product=hint)
        (bold if matched else thin).add(Element("line", line, [Element("title", {}, [hint])]))
    drawing += [thin, bold]
    for vertex in vertices:
        x, y = places[vertex.number]
        drawing.append(_box(x, y, str(vertex.number), vertex.fate, vertex.hint))
    drawing += _legend(vertices, height + 34)
    taken = [v.number for v in vertices if v.fate == "take"]
    description = ", ".join(say("{number} with {partner}", number=number, partner=partner[number]) for number in taken)
    left = ", ".join(str(v.number) for v in vertices if v.fate == "left") or say("none")
    made = say_counted(len(taken), "{count} pair", "{count} pairs")
    heading = say("Cover graph of N = {n}, and the matching of a best game", n=n)
    return page(
        heading,
        say(
            "The numbers 1 to {n} in rows by the number of their prime factors, with lines between each number and its "
            "products with a prime. The pairs of the matching: {told}. Left over: {left}.",
            n=n,
            told=description,
            left=left,
        ),
        heading,
        [
            say(
                "{pairs}; the numbers taken add up to {score:,}, which is proven to be the best possible score.",
                pairs=made,
                score=score,
            )
        ],
        drawing,
        (width, height + 34 + _LEGEND),
        [
            say("A line joins two numbers if one is the other times a prime."),
            say(
                "The rank is the number of prime factors, counted with repetition: 12 = 2 \u00d7 2 \u00d7 3 has rank 3."
            ),
            say("A bold line joins a number that is taken and the largest number that the taxman gets for it."),
        ],
        style=_STYLE,
    )


def _levels(vertices: Sequence[_Vertex], pairs: Sequence[tuple[int, int]]) -> Sequence[Sequence[int]]:
    """Order each row so that few lines cross: by the mean position of neighbours, sweeping up and down.

    Source: K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system structures", IEEE
    Transactions on Systems, Man and Cybernetics 11 (1981), 109-125.
    """
    ranks = range(max(v.rank for v in vertices) + 1)
    levels: Sequence[Sequence[int]] = [[v.number for v in vertices if v.rank == rank] for rank in ranks]
    below: dict[int, list[int]] = {v.number: [] for v in vertices}
    above: dict[int, list[int]] = {v.number: [] for v in vertices}
    for q, p in pairs:
        below[p].append(q)
        above[q].append(p)
    best, fewest = levels, _crossings(levels, above)
    for sweep in range(_SWEEPS):
        upwards = sweep % 2 == 0
        near = below if upwards else above
        order = range(1, len(levels)) if upwards else range(len(levels) - 2, -1, -1)
        for i in order:
            levels = [*levels[:i], _sorted(levels, i, near), *levels[i + 1 :]]
        crossings = _crossings(levels, above)
        if crossings < fewest:
            best, fewest = levels, crossings
    return best


def _sorted(levels: Sequence[Sequence[int]], row: int, near: Mapping[int, Sequence[int]]) -> list[int]:
    position = {number: (k + 0.5) / len(level) for level in levels for k, number in enumerate(level)}
    return sorted(
        levels[row], key=lambda v: sum(position[w] for w in near[v]) / len(near[v]) if near[v] else position[v]
    )


def _crossings(levels: Sequence[Sequence[int]], above: Mapping[int, Sequence[int]]) -> int:
    """Count the crossings of lines between two neighbouring rows."""
    total = 0
    for lower, upper in pairwise(levels):
        position = {number: k for k, number in enumerate(upper)}
        ends = [sorted(position[w] for w in above[v]) for v in lower]
        flat = [end for group in ends for end in group]
        total += sum(a > b for i, a in enumerate(flat) for b in flat[i + 1 :])
    return total


def _places(
    levels: Sequence[Sequence[int]], pairs: Sequence[tuple[int, int]], width: float
) -> dict[int, tuple[float, float]]:
    """Map each number to x and y: rank 0 is at the bottom, and numbers are as close to neighbours as space allows.

    Each row is first spread over the width; then its numbers move step by step towards the mean of their neighbours.
    """
    near: dict[int, list[int]] = {number: [] for level in levels for number in level}
    for q, p in pairs:
        near[q].append(p)
        near[p].append(q)
    room = width - _GUTTER
    x = {v: _GUTTER + room * (k + 0.5) / len(level) for level in levels for k, v in enumerate(level)}
    for _ in range(_ROUNDS):
        for level in levels:
            wanted = [(x[v] + sum(x[w] for w in near[v]) / len(near[v])) / 2 for v in level]
            widths = [min(_LOOSE, room / len(level))] * len(level)
            # `spread` moves crowded labels to the right, so average its result with that of the mirror image.
            forward = spread(wanted, widths, _GUTTER, width)
            mirrored = spread([-centre for centre in reversed(wanted)], widths, -width, -_GUTTER)
            x |= {v: (a - b) / 2 for v, a, b in zip(level, forward, reversed(mirrored), strict=True)}
    top = len(levels) - 1
    return {v: (x[v], (top - rank) * _LEVEL + _HEIGHT / 2) for rank, level in enumerate(levels) for v in level}


def _box(x: float, y: float, words: str, fate: Fate, hint: str) -> Element:
    frame: dict[str, str | float] = {"x": x - _BOX / 2, "y": y - _HEIGHT / 2, "width": _BOX, "height": _HEIGHT}
    label = text(x, y + 5.5, words, "", "middle")
    title = [Element("title", {}, [hint])] if hint else []
    rounding = 16 if fate == "take" else 4
    return Element("g", {"class": f"pp-{fate}"}, [*title, Element("rect", frame | {"rx": rounding}), label])


def _legend(vertices: Sequence[_Vertex], y: float) -> Iterator[Element]:
    x = float(_GUTTER)
    for fate, label in _WORDS.items():
        words = translate(label)
        count = sum(v.fate == fate for v in vertices)
        if count:
            yield _box(x + _BOX / 2, y, str(count), fate, "")
            yield text(x + _BOX + 9, y + 5, words, "pp-note")
            x += _BOX + 9 + len(words) * 8 + 56
