"""Draw the pictures of arithmetical pursuit in the documentation.

Usage: python examples/draw_pursuit.py [FOLDER]

The game is that of "On An Arithmetical Pursuit", www.thusspakeak.com (2015): six cards of a pack of 52, and a target
from 1 to 1000.  3 6 9 10 50 100 is the article's deal, which hits every target.
"""

import sys
from pathlib import Path

from perfectplay.core.running.files import write_file
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.pictures.svg import formula_histogram, heat_map, solution_tree, target_chart
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.search.counting import count_formulas

DEAL = (3, 6, 9, 10, 50, 100)
HARDER = (1, 3, 4, 7, 9, 9)
SOLUTION = "(100+6)*9-3"
FOLDER = Path(__file__).parents[1] / "docs" / "images"


def main() -> None:
    """Write the pictures to the folder named on the command line, or to their place in the documentation."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    pictures = {
        "reach": heat_map(reach(DEAL)),
        "harder": heat_map(reach(HARDER)),
        "targets": target_chart(odds()),
        "formulae": formula_histogram(count_formulas()),
        "solution": solution_tree(parse_expression(SOLUTION)),
    }
    for name, picture in pictures.items():
        path = target / f"pursuit-{name}.svg"
        write_file(path, picture)
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
