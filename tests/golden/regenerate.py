"""Write the golden playthroughs, one file for each game: ``python -m tests.golden.regenerate``.

A change in these files is a change in the rules; look at the difference before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from perfectplay import load_game, parse_position

FOLDER = Path(__file__).parent

_TRONO = 'J. A. Trono, "Taxman revisited", SIGCSE Bulletin 26:4 (1994), 56-58'
_OPTIMAL = f"{_TRONO}: optimal choices"
_HUTTON = 'G. Hutton, "The countdown problem", Journal of Functional Programming 12:6 (2002), 609-616'
_ARTICLE = '"Finally On An Arithmetical Pursuit", www.thusspakeak.com (2015)'
_YORGEY = 'B. Yorgey, "Computing optimal play for the greedy coins game", The Math Less Traveled (2017)'
_BEST = "best play by both, by perfectplay.solve"
_CLASSROOM = "the classroom's rule: numbers without divisors lose the turn"


class Playthrough(NamedTuple):
    """A game: the id of its start, and its moves in order with their positions."""

    name: str
    start: str
    moves: str
    source: str


GAMES = (
    Playthrough("taxman-5", "taxman:5", "5 4", "B. Chess, https://github.com/bvchess/taxman, README: example"),
    Playthrough("taxman-8", "taxman:8", "7 6 8", f"{_TRONO}: example"),
    Playthrough("taxman-8-end", "taxman:8~end", "7 6 8", f"{_TRONO}: example, by the rules without modification"),
    Playthrough("taxman-24", "taxman:24", "23 9 15 21 14 16 18 20 22 24", _OPTIMAL),
    Playthrough("taxman-25", "taxman:25", "23 25 15 21 14 16 18 20 22 24", _OPTIMAL),
    Playthrough(
        "taxman-26",
        "taxman:26",
        "23 25 15 21 14 16 20 22 26 18 24",
        f"{_OPTIMAL}, less the 27 that the print has and the pot has not",
    ),
    Playthrough("taxman-27", "taxman:27", "23 25 15 21 14 16 20 22 26 27 18 24", _OPTIMAL),
    Playthrough("taxman-28", "taxman:28", "23 25 15 21 14 22 26 27 18 28 16 20 24", _OPTIMAL),
    Playthrough("taxman-29", "taxman:29", "29 25 15 21 14 22 26 27 18 28 16 20 24", _OPTIMAL),
    Playthrough("taxman-30", "taxman:30", "29 22 25 15 21 26 27 18 30 20 16 24 28", _OPTIMAL),
    Playthrough("taxman-31", "taxman:31", "31 22 25 15 21 26 27 18 30 20 16 24 28", _OPTIMAL),
    Playthrough("pursuit-765", "pursuit:1.3.7.10.25.50:765", "50+1 25-10 51*15 =", f"{_HUTTON}: example"),
    Playthrough(
        "pursuit-831",
        "pursuit:1.3.7.10.25.50:831",
        "7+1 25+8 50+33 83*10 =",
        f"{_HUTTON}: a target without a solution; as close as possible",
    ),
    Playthrough(
        "pursuit-951",
        "pursuit:3.6.9.10.50.100:951",
        "100+6 106*9 954-3 =",
        f"{_ARTICLE}: the deal, which hits every target",
    ),
    Playthrough(
        "pursuit-952",
        "pursuit:25.50.75.100.3.6:952",
        "100+6 106*3 318*75 23850-50 23800/25",
        "James Martin's answer in the television game, 1997",
    ),
    Playthrough(
        "pursuit-24",
        "pursuit:3.3.8.8:24:all.fractions",
        "8/3 3-(8/3) 8/(1/3)",
        "the game of 24: all four numbers, and a fraction on the way",
    ),
    Playthrough(
        "pursuit-zero",
        "pursuit:1.1.1.5:1:all",
        "1-1 0*5 1+0",
        "all numbers must be used, and this target cannot do without a zero on the way",
    ),
    Playthrough("coins-1243", "coins:1.2.4.3", "R R R L", f"{_YORGEY}, part 4: the worked example, a tie"),
    Playthrough("coins-51151221", "coins:5.1.1.5.1.2.2.1", "L L R L L L L L", "the guide's line of best play: 13 to 5"),
    Playthrough(
        "coins-fractions", "coins:3_2.-1.5.0", "R R L L", "coins may be fractions, nothing, and less than nothing"
    ),
    Playthrough(
        "coins-stacks",
        "coins:l1.2~3.7.4~r9",
        "3L 1R 1R 2L 2L 2L",
        "a row between two stacks, each with one open end; a line of best play",
    ),
    Playthrough(
        "coins-circle",
        "coins:1.2~o5.1.2.6",
        "2K4 2L 2R 1R 2L 1L",
        "any coin of a circle may be taken; the rest is a row that begins behind it",
    ),
    Playthrough("factorgame-12", "factorgame:12", "11 9 6 12 10", _BEST),
    Playthrough("factorgame-12-pass", "factorgame:12~pass", "11 7 5 10 9 8 12", _CLASSROOM),
    Playthrough("factorgame-30", "factorgame:30", "25 27 21 26 18 22 28 16 24 30", _BEST),
    Playthrough(
        "factorgame-30-pass",
        "factorgame:30~pass",
        "12 29 30 28 25 23 27",
        f"Prime Time (1996): its example begins with 12; the rest by {_CLASSROOM}",
    ),
)


def render(game: Playthrough) -> str:
    """Return the text of a playthrough's file."""
    return "\n".join((*_lines(game), ""))


def _lines(game: Playthrough) -> Iterator[str]:
    position: Any = parse_position(game.start)
    verb = "take" if position.game in {"taxman", "factorgame"} else "move"
    yield f"# {game.source}"
    yield f"start {position.id}"
    yield from _state(position, None, None)
    for text in game.moves.split():
        move: Any = load_game(position.game).parse_move(text, position)
        before, position = position, position.play(move)
        yield f"{verb} {move}"
        yield from _state(position, before, move)
    yield f"end {position.id}"


def _state(position: Any, before: Any, move: Any) -> Iterator[str]:
    """Yield lines that describe a position and the move that led to it."""
    match position.game:
        case "taxman":
            if before is not None:
                tax = before.preview(move).tax
                yield f"  tax {_listed(tax)}"
                # Dead numbers leave the pot besides the pick and its tax; at the end of the game, all others are dead.
                yield f"  dead {_listed(before.pot - position.pot - {move, *tax})}"
                yield f"  scores {position.player} {position.taxman}"
            yield f"  pot {_listed(position.pot)}"
        case "pursuit":
            yield f"  table {' '.join(map(str, position.table))}"
            yield f"  closest {position.answer}"
            yield f"  moves {len(position.legal_moves())}"
        case "coins":
            yield f"  coins {' '.join(str(component) or '()' for component in position.components)}"
            yield f"  scores {' '.join(map(str, position.scores()))}"
            yield f"  moves {' '.join(position.legal_moves()) or '-'}"
        case _:
            yield f"  scores {' '.join(map(str, position.scores()))}"
            yield f"  alone {_listed(position.alone)}"
            moves = [f"{one}:{'.'.join(map(str, sorted(position.given(one))))}" for one in position.legal_moves()]
            yield f"  moves {' '.join(moves) or '-'}"


def _listed(numbers: frozenset[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(numbers))) or "-"


if __name__ == "__main__":
    for golden in GAMES:
        (FOLDER / f"{golden.name}.txt").write_text(render(golden), encoding="utf-8", newline="\n")
