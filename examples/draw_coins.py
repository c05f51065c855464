"""Draw the pictures of greedy coins in the documentation.

Usage: python examples/draw_coins.py [FOLDER]

The games are those of B. Yorgey, "Computing optimal play for the greedy coins game, part 4", The Math Less Traveled
(2016): 1 2 4 3, and 12212112, a counterexample to a conjecture about ties.
"""

import sys
from pathlib import Path

from perfectplay.coins.pictures.triangle import compact_tree, game_tree, triangle
from perfectplay.core.running.files import write_file

COINS = (1, 2, 4, 3)
LONGER = (1, 2, 2, 1, 2, 1, 1, 2)
FOLDER = Path(__file__).parents[1] / "docs" / "images"


def main() -> None:
    """Write the pictures to the folder named on the command line, or to their place in the documentation."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    pictures = {
        "triangle": triangle(COINS),
        "marked": triangle(COINS, marked=(0, 2)),
        "margin": triangle(COINS, "S"),
        "longer": triangle(LONGER, "S"),
        "tree": game_tree(COINS),
        "compact": compact_tree(COINS),
    }
    for name, picture in pictures.items():
        path = target / f"coins-{name}.svg"
        write_file(path, picture)
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
