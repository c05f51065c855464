"""Draw how the best known scores of Taxman and the bounds on them grow with N, as shares of the pot.

Usage: python examples/draw_large.py [FILE]

Reads docs/data/taxman-large.csv, which `benchmarks/taxman_large.py --record` writes.
"""

import csv
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from perfectplay.core.running.files import write_file
from perfectplay.pictures.svg import Element, document

DOCS = Path(__file__).parents[1] / "docs"
DATA = DOCS / "data" / "taxman-large.csv"
CURVES = (
    ("half", "bound (3): the larger half of the pot", "#8a8a8a", "2 3"),
    ("primes", "bound (8): corrected for useless primes", "#b35900", "7 3"),
    ("upper", "our bound: heaviest matching, cycles cut", "#b00020", "none"),
    ("score", "our games", "#0b5cad", "none"),
    ("trono-4", "strategy trono-4", "#2e7d32", "7 3"),
    ("trono-2", "strategy trono-2", "#6a1b9a", "2 3"),
    ("trono-1", "strategy trono-1: the largest legal number", "#444444", "1 4"),
)
Attributes = dict[str, str | float]
WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 56, 40, 20, 148
LOWEST, HIGHEST = 0.30, 0.80


def main() -> None:
    """Write the picture to the file named on the command line, or to its place in the documentation."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS / "images" / "taxman-large.svg"
    with DATA.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    write_file(target, picture(rows))
    print(f"wrote {target}")


def picture(rows: list[dict[str, str]]) -> str:
    """Draw the curves over a logarithmic axis for N."""
    numbers = [int(row["n"]) for row in rows]
    last = rows[-1]
    lower, upper = share(last, "score"), share(last, "upper")
    description = (
        f"Shares of the pot for N from {numbers[0]:,} to {numbers[-1]:,}. Our games and the matching bound lie so "
        f"close together that they look like one line; at the right end they are {lower:.1%} and {upper:.1%}. "
        "Bounds (8) and (3) lie above, the strategies below."
    )
    drawing = [*axes(numbers[0], numbers[-1])]
    for place, (key, label, colour, dashes) in enumerate(CURVES):
        known = [row for row in rows if row[key]]
        points = " ".join(f"{x(int(row['n']), numbers):.2f},{y(share(row, key)):.2f}" for row in known)
        line: Attributes = {"fill": "none", "stroke": colour, "stroke-width": 2, "stroke-dasharray": dashes}
        drawing.append(Element("polyline", {"points": points, **line}))
        left, height = LEFT + 330 * (place % 2), HEIGHT - BOTTOM + 62 + 20 * (place // 2)
        drawing += [
            Element("line", {"x1": left, "x2": left + 30, "y1": height - 4, "y2": height - 4, **line}),
            Element("text", {"x": left + 38, "y": height, "class": "taxman-large"}, [label]),
        ]
    style = ".taxman-large { font: 13px sans-serif; fill: #222 }"
    background = Element("rect", {"width": WIDTH, "height": HEIGHT, "fill": "#ffffff"})
    return document(WIDTH, HEIGHT, "Taxman: shares of the pot", description, [background, *drawing], style=style)


def axes(first: int, last: int) -> Iterator[Element]:
    """Draw the frame: shares in steps of 10 %, powers of ten."""
    grid: Attributes = {"stroke": "#dddddd", "stroke-width": 1}
    for tenth in range(3, 9):
        height = y(tenth / 10)
        yield Element("line", {"x1": LEFT, "x2": WIDTH - RIGHT, "y1": height, "y2": height, **grid})
        text: Attributes = {"x": LEFT - 8, "y": height + 4, "text-anchor": "end", "class": "taxman-large"}
        yield Element("text", text, [f"{10 * tenth} %"])
    for power in range(math.ceil(math.log10(first)), math.floor(math.log10(last)) + 1):
        across = x(10**power, [first, last])
        yield Element("line", {"x1": across, "x2": across, "y1": TOP, "y2": HEIGHT - BOTTOM, **grid})
        text = {"x": across, "y": HEIGHT - BOTTOM + 18, "text-anchor": "middle", "class": "taxman-large"}
        yield Element("text", text, [f"{10**power:,}"])
    middle: Attributes = {"x": (LEFT + WIDTH - RIGHT) / 2, "y": HEIGHT - BOTTOM + 36, "text-anchor": "middle"}
    yield Element("text", {**middle, "class": "taxman-large"}, ["N"])


def share(row: dict[str, str], key: str) -> float:
    """Part of the pot {1..N} that a column's score is."""
    n = int(row["n"])
    return 2 * int(row[key]) / (n * (n + 1))


def x(n: int, numbers: list[int]) -> float:
    """Place of N on the horizontal axis."""
    first, last = math.log(numbers[0]), math.log(numbers[-1])
    return LEFT + (WIDTH - LEFT - RIGHT) * (math.log(n) - first) / (last - first)


def y(part: float) -> float:
    """Place of a share on the vertical axis."""
    return TOP + (HEIGHT - TOP - BOTTOM) * (HIGHEST - part) / (HIGHEST - LOWEST)


if __name__ == "__main__":
    main()
