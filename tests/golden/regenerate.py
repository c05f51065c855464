"""Write the golden playthroughs, one file a game: ``python tests/golden/regenerate.py``.

A change in these files is a change in the rules; look at the difference before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["FOLDER", "GAMES", "Playthrough", "render"]

FOLDER = Path(__file__).parent

_TRONO = 'J. A. Trono, "Taxman revisited", SIGCSE Bulletin 26:4 (1994), 56-58'
_OPTIMAL = f"{_TRONO}: optimal choices"


@dataclass(frozen=True)
class Playthrough:
    """A published game: the start's id, the choices in order and where they stand."""

    name: str
    start: str
    choices: tuple[int, ...]
    source: str


GAMES = (
    Playthrough("taxman-5", "taxman:5", (5, 4), "B. Chess, https://github.com/bvchess/taxman, README: example"),
    Playthrough("taxman-8", "taxman:8", (7, 6, 8), f"{_TRONO}: example"),
    Playthrough("taxman-8-end", "taxman:8~end", (7, 6, 8), f"{_TRONO}: example, by the rules without modification"),
    Playthrough("taxman-24", "taxman:24", (23, 9, 15, 21, 14, 16, 18, 20, 22, 24), _OPTIMAL),
    Playthrough("taxman-25", "taxman:25", (23, 25, 15, 21, 14, 16, 18, 20, 22, 24), _OPTIMAL),
    Playthrough(
        "taxman-26",
        "taxman:26",
        (23, 25, 15, 21, 14, 16, 20, 22, 26, 18, 24),
        f"{_OPTIMAL}, less the 27 that the print has and the pot has not",
    ),
    Playthrough("taxman-27", "taxman:27", (23, 25, 15, 21, 14, 16, 20, 22, 26, 27, 18, 24), _OPTIMAL),
    Playthrough("taxman-28", "taxman:28", (23, 25, 15, 21, 14, 22, 26, 27, 18, 28, 16, 20, 24), _OPTIMAL),
    Playthrough("taxman-29", "taxman:29", (29, 25, 15, 21, 14, 22, 26, 27, 18, 28, 16, 20, 24), _OPTIMAL),
    Playthrough("taxman-30", "taxman:30", (29, 22, 25, 15, 21, 26, 27, 18, 30, 20, 16, 24, 28), _OPTIMAL),
    Playthrough("taxman-31", "taxman:31", (31, 22, 25, 15, 21, 26, 27, 18, 30, 20, 16, 24, 28), _OPTIMAL),
)


def render(game: Playthrough) -> str:
    """Return the text of a playthrough's file."""
    return "\n".join((*_lines(game), ""))


def _lines(game: Playthrough) -> Iterator[str]:
    position = TaxmanPosition.from_id(game.start)
    yield f"# {game.source}"
    yield f"start {position.id}"
    yield f"  pot {_listed(position.pot)}"
    for choice in game.choices:
        preview = position.preview(choice)
        before, position = position, position.play(choice)
        # What leaves the pot besides the pick and its tax: numbers that died, or the rest at the end.
        dead = before.pot - position.pot - {choice, *preview.tax}
        yield f"take {choice}"
        yield f"  tax {_listed(preview.tax)}"
        yield f"  dead {_listed(dead)}"
        yield f"  scores {position.player} {position.taxman}"
        yield f"  pot {_listed(position.pot)}"
    yield f"end {position.id}"


def _listed(numbers: frozenset[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(numbers))) or "-"


def _main() -> None:
    for game in GAMES:
        (FOLDER / f"{game.name}.txt").write_text(render(game), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _main()
