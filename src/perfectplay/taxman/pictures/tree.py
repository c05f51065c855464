"""Pictures of the tree of cases that proves a best score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.text.texts import Text, grouped, say, say_counted, translate
from perfectplay.pictures.charts import INNER, STYLE, page, text
from perfectplay.pictures.svg import Element, format_number

if TYPE_CHECKING:
    from perfectplay.taxman.exact.anatomy import Anatomy, TreeNode

__all__ = ["MAX_TREE", "TaxmanTreeFigures", "tree"]

MAX_TREE = 800
"""Largest N for which a picture runs the search."""

_MOST_LEAVES = 120
"""Maximum number of leaves in a picture; in a larger tree, a subtree without room is drawn as one bundle."""

_ROOMY = 24
"""Maximum number of leaves of a picture that labels every node; in larger pictures, labels are tooltips."""

_HALF = 21.0, 8.0
"""Half the height of a node, with and without labels."""
_LEVELS = 84.0, 46.0
"""Distance between levels, with and without labels."""
_PITCHES = 92.0, 17.0
"""Distance between leaves, with and without labels."""

_STYLE = (
    STYLE
    + """
.pp-chart .pp-taken { stroke: #17497f; stroke-width: 3; fill: none; }
.pp-chart .pp-not { stroke: #77725f; stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
.pp-chart .pp-branch rect { fill: #e3eefb; stroke: #3f74ab; stroke-width: 1.5; }
.pp-chart .pp-closed rect { fill: #17497f; stroke: #17497f; }
.pp-chart .pp-closed text { fill: #ffffff; }
.pp-chart .pp-empty rect { fill: #fdfcf9; stroke: #77725f; stroke-width: 1.5; }
.pp-chart .pp-open rect { fill: #fff6d8; stroke: #a57c14; stroke-width: 1.5; stroke-dasharray: 5 3; }
.pp-chart .pp-bundle rect { fill: #f6e0c2; stroke: #8a5f1e; stroke-width: 1.5; stroke-dasharray: 2 3; }
@media (prefers-color-scheme: dark) {
.pp-chart .pp-taken { stroke: #8ec1f7; }
.pp-chart .pp-not { stroke: #8a93a3; }
.pp-chart .pp-branch rect { fill: #1f3550; stroke: #6fa3d8; }
.pp-chart .pp-closed rect { fill: #8ec1f7; stroke: #8ec1f7; }
.pp-chart .pp-closed text { fill: #0d1b2b; }
.pp-chart .pp-empty rect { fill: #171b22; stroke: #8a93a3; }
.pp-chart .pp-open rect { fill: #3d3318; stroke: #d9b23d; }
.pp-chart .pp-bundle rect { fill: #4a3820; stroke: #d3a45f; }
}
"""
)
_DENSE_WORDS = {"open": ("?",), "bundle": ("+",)}
"""Map the kind of a small box to its label, so that the kind is visible without colours."""

_LEGEND = {
    "branch": Text("split into two cases"),
    "closed": Text("closed: no game here beats the best one found"),
    "empty": Text("empty: no game that would beat it fits in here"),
    "open": Text("open: time was up"),
    "bundle": Text("split further, without room to draw it"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTreeFigures(Figures):
    """The nodes of a tree of cases, and what it proves.

    Attributes
    ----------
    columns, rows
        See `perfectplay.taxman.exact.anatomy.TreeNode`; ``node`` numbers the nodes from 0, and ``taken`` is 1 or 0.
        Missing values are ``None``.
    score, upper
        The best score found and the bound that the tree proves; they are equal if the tree is complete.
    leaves, cuts
        Number of leaves and of cuts of the proof.
    checked
        Whether the independent checker accepts the tree as a certificate.
    """

    score: int
    upper: int
    leaves: int
    cuts: int
    checked: bool


def tree(
    n: int, *, time_limit: float | None = None, sparing: bool = False, progress: ProgressCallback = ignore_progress
) -> Drawn[TaxmanTreeFigures]:
    """Search for the best game of the pot {1..N}, N from 2 to `MAX_TREE`, and draw the tree of cases that proves it.

    After ``time_limit`` seconds the unfinished tree is drawn. If ``sparing``, the search seeks no cuts, for comparison.

    >>> tree(30).figures.checked
    True
    """
    if not 2 <= n <= MAX_TREE:
        raise LimitExceededError("the tree of N = {n} cannot be drawn; N must be from 2 to {most}", n=n, most=MAX_TREE)
    from perfectplay.taxman.exact.anatomy import lay_open

    anatomy = lay_open(n, time_limit=time_limit, sparing=sparing, progress=progress)
    rows = tuple(
        (
            i,
            None if node.parent < 0 else node.parent,
            node.decision,
            None if node.decision is None else int(node.taken),
            None if node.bound < 0 else node.bound,
            node.fate,
            node.branch,
        )
        for i, node in enumerate(anatomy.nodes)
    )
    figures = TaxmanTreeFigures(
        columns=("node", "parent", "number", "taken", "bound", "fate", "branch"),
        rows=rows,
        score=anatomy.score,
        upper=anatomy.upper,
        leaves=anatomy.leaves,
        cuts=anatomy.cuts,
        checked=anatomy.checked,
    )
    return Drawn(_picture(anatomy), figures)


def _children(nodes: Sequence[TreeNode]) -> list[list[int]]:
    below: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        if node.parent >= 0:
            below[node.parent].append(i)
    return below


def _shown(below: Sequence[Sequence[int]]) -> set[int]:
    """Choose the nodes to draw: level by level, until there is no more room."""
    shown, leaves, row = {0}, 1, [0]
    while row:
        following: list[int] = []
        for node in row:
            if below[node] and leaves < _MOST_LEAVES:
                leaves += 1
                following += below[node]
        shown.update(following)
        row = following
    return shown


def _places(below: Sequence[Sequence[int]], shown: set[int], pitch: float) -> dict[int, tuple[float, int]]:
    """Map each node to its x coordinate and depth: leaves lie side by side, other nodes midway above their children."""
    x: dict[int, float] = {}
    leaves = 0
    depth = {0: 0}
    # Visit nodes by ascending index: each node precedes its children.
    for i in sorted(shown):
        for child in below[i]:
            depth[child] = depth[i] + 1
    order, stack = [], [0]
    while stack:
        i = stack.pop()
        order.append(i)
        stack += [child for child in reversed(below[i]) if child in shown]
    for i in order:
        if not any(child in shown for child in below[i]):
            x[i] = pitch * (leaves + 0.5)
            leaves += 1
    for i in reversed(order):
        if i not in x:
            x[i] = sum(x[child] for child in below[i]) / len(below[i])
    return {i: (x[i], depth[i]) for i in order}


def _picture(anatomy: Anatomy) -> str:
    below = _children(anatomy.nodes)
    shown = _shown(below)
    leaves = sum(not any(child in shown for child in below[i]) for i in shown)
    dense = leaves > _ROOMY
    half, level, pitch = _HALF[dense], _LEVELS[dense], _PITCHES[dense]
    places = {i: (x, depth * level + half) for i, (x, depth) in _places(below, shown, pitch).items()}
    lines: list[Element] = []
    boxes: list[Element] = []
    kinds: set[str] = set()
    for i in sorted(shown):
        node = anatomy.nodes[i]
        drawn = bool(below[i]) and below[i][0] in shown
        kind = node.fate if drawn or not below[i] else "bundle"
        kinds.add(kind)
        words = _DENSE_WORDS.get(kind, ()) if dense else _words(node, kind)
        boxes.append(_box(*places[i], kind, words, half, _hint(anatomy.nodes, i, kind)))
        if drawn:
            lines += _edges(places[i], [places[child] for child in below[i]], half)
    height = max(y for _, y in places.values()) + half
    width = max(pitch * leaves, float(INNER))
    left = (width - pitch * leaves) / 2
    drawing = [Element("g", {"transform": f"translate({format_number(left)} 0)"}, [*lines, *boxes])]
    legend, bottom = _legend(kinds, height + 40)
    cases = say_counted(anatomy.leaves, "{count:,} case", "{count:,} cases")
    size = f"{cases}, {say_counted(anatomy.cuts, '{count:,} cut', '{count:,} cuts')}"
    known = {"n": anatomy.n, "score": anatomy.score, "upper": anatomy.upper}
    if anatomy.score == anatomy.upper:
        heading = say("The proof for N = {n}: {size}", n=anatomy.n, size=size)
        says = say("No game of N = {n} scores more than {score:,}: every case is closed.", **known)
    else:
        heading = say("The search for N = {n} so far: {size}", n=anatomy.n, size=size)
        says = say("Time was up: the best score of N = {n} is between {score:,} and {upper:,}.", **known)
    sides = say("To the left, bold, the number is taken; to the right it is not.")
    # The root excluded pairs that no better game can have, so the bounds below the root hold only for better games.
    notes = (
        [
            say(
                "A pointer reads out each node: its decisions, and a proven bound on all games that fit them and score "
                "more than {score:,}; where it is no larger than that, there is no such game.",
                **known,
            ),
            sides,
        ]
        if dense
        else [
            say(
                "In each box: a proven bound on all games that fit the decisions above it and score more than "
                "{score:,}; where it is no larger than that, there is no such game.",
                **known,
            ),
            *([say("In bold: the number on which it is split. {sides}", sides=sides)] if lines else []),
        ]
    )
    if anatomy.checked:
        notes.append(
            say("The independent checker has accepted the certificate made of this tree; it bounds each leaf anew.")
        )
    return page(
        heading,
        say(
            "A tree of {count:,} nodes from the root at the top down. {says} The root's bound is {bound:,}.",
            count=len(anatomy.nodes),
            says=says,
            bound=anatomy.nodes[0].bound,
        ),
        heading,
        [says],
        [*drawing, *legend],
        (width, bottom),
        notes,
        style=_STYLE,
    )


def _words(node: TreeNode, kind: str) -> tuple[str, ...]:
    if node.bound < 0:
        return (say("no game"),)
    return (grouped(node.bound), f"{node.branch}?") if kind == "branch" else (grouped(node.bound),)


def _hint(nodes: Sequence[TreeNode], index: int, kind: str) -> str:
    node = nodes[index]
    way = []
    i = index
    while i > 0:
        decision = nodes[i].decision
        way.append(say("take {number}", number=decision) if nodes[i].taken else say("not {number}", number=decision))
        i = nodes[i].parent
    decided = ", ".join(reversed(way)) or say("all games")
    if node.bound < 0:
        return say("{decided}: no better game fits", decided=decided)
    known = {"decided": decided, "bound": node.bound, "number": node.branch}
    if kind == "branch":
        return say("{decided}: at most {bound:,}; split on {number}", **known)
    if kind == "bundle":
        return say("{decided}: at most {bound:,}; split on {number}, not drawn further", **known)
    if kind == "closed":
        return say("{decided}: at most {bound:,}; closed", **known)
    return say("{decided}: at most {bound:,}; open", **known)


def _edges(above: tuple[float, float], below: Sequence[tuple[float, float]], half: float) -> Iterator[Element]:
    """Draw lines from a node to its children: down, to the sides, and down again."""
    (x, y), joint = above, (above[1] + below[0][1]) / 2
    stem: dict[str, str | float] = {"x1": x, "x2": x, "y1": y + half, "y2": joint}
    # Both lines begin at the same point, so draw the bold line last, on top.
    for kind, (side, foot) in zip(("pp-not", "pp-taken"), reversed(below), strict=True):
        way = f"M{format_number(x)} {format_number(joint)}H{format_number(side)}V{format_number(foot - half)}"
        yield Element("path", {"class": kind, "d": way})
    yield Element("line", {"class": "pp-leader", **stem})


def _box(x: float, y: float, kind: str, words: Sequence[str], half: float, hint: str) -> Element:
    # Do not widen a box for a single character, which fits into a small box.
    width = max(2 * half, *(len(line) * 9.6 + 16 for line in words if len(line) > 1), 0)
    frame: dict[str, str | float] = {"x": x - width / 2, "y": y - half, "width": width, "height": 2 * half}
    box = Element("g", {"class": f"pp-{kind}"}, [Element("title", {}, [hint])] if hint else [])
    box.add(Element("rect", frame | {"rx": min(half, 14.0) if kind == "branch" else 3}))
    if len(words) == 1:
        box.add(text(x, y + 5.5, words[0], "pp-strong" if kind == "closed" else "", "middle"))
    elif words:
        box.add(text(x, y - 3, words[0], "", "middle"), text(x, y + 15, words[1], "pp-strong", "middle"))
    return box


def _legend(kinds: set[str], top: float) -> tuple[list[Element], float]:
    """Draw the legend of the boxes; return its elements and the y coordinate of its lower edge."""
    elements = []
    y = top
    for kind, words in _LEGEND.items():
        if kind in kinds:
            elements += [
                _box(10, y, kind, _DENSE_WORDS.get(kind, ()), _HALF[1], ""),
                text(30, y + 5.5, translate(words), "pp-note"),
            ]
            y += 28
    return elements, y - 18
