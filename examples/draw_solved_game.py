"""Draw an optimal game: the picture in the README.

Usage: python examples/draw_solved_game.py [FILE]

The moves are those that J. A. Trono printed for N = 30 ("Taxman revisited", SIGCSE Bulletin 26:4, 1994); that no
game does better is what `perfectplay taxman solve 30 --no-records` proves.
"""

import sys
from pathlib import Path

from perfectplay.core.running.files import write_file
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.pictures.game import draw_game

MOVES = (29, 22, 25, 15, 21, 26, 27, 18, 30, 20, 16, 24, 28)
FILE = Path(__file__).parents[1] / "docs" / "images" / "taxman-30.svg"


def main() -> None:
    """Write the picture to the file named on the command line, or to its place in the documentation."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    write_file(target, draw_game(TaxmanPosition.new(30), MOVES))
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
