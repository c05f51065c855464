"""Compare the golden playthroughs with the script that writes them, and replay them by separate code."""

import re
from collections.abc import Iterator
from fractions import Fraction
from operator import add, mul, sub, truediv
from pathlib import Path

import pytest

from perfectplay.coins.rules import CoinsPosition
from perfectplay.pursuit.rules import STOP, PursuitPosition, Step
from perfectplay.taxman.rules import TaxmanPosition
from tests.golden.regenerate import FOLDER, GAMES, render
from tests.tables import rows

# Scores of these games in the articles: the player's score, and the taxman's score if it is printed.
PRINTED = {
    "taxman-5": (9, 6),
    "taxman-8": (21, 15),
    "taxman-8-end": (21, 15),
    "taxman-24": (182, None),
    "taxman-25": (198, None),
    "taxman-26": (224, None),
    "taxman-27": (251, None),
    "taxman-28": (279, None),
    "taxman-29": (285, None),
    "taxman-30": (301, None),
    "taxman-31": (303, None),
}

# Results of these games of arithmetical pursuit: the closest number, and its distance from the target.
REACHED = {
    "pursuit-24": (24, 0),
    "pursuit-765": (765, 0),
    "pursuit-831": (830, 1),
    "pursuit-951": (951, 0),
    "pursuit-952": (952, 0),
    "pursuit-zero": (1, 0),
}

# Totals of the first and the second player at the end of these games of greedy coins.
TOTALS: dict[str, tuple[int | Fraction, int]] = {
    "coins-1243": (5, 5),
    "coins-51151221": (13, 5),
    "coins-circle": (9, 8),
    "coins-fractions": (Fraction(3, 2), 4),
    "coins-stacks": (17, 9),
}

FILES = sorted(FOLDER.glob("taxman-*.txt"))
PURSUIT_FILES = sorted(FOLDER.glob("pursuit-*.txt"))
COINS_FILES = sorted(FOLDER.glob("coins-*.txt"))
OPERATIONS = {"+": add, "-": sub, "*": mul, "/": truediv}


def entries(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, *values = line.split()
            yield key, [value for value in values if value != "-"]


def test_every_game_has_its_file_and_its_printed_score() -> None:
    names = {game.name for game in GAMES}
    assert {path.stem for path in FOLDER.glob("*.txt")} == names
    told = {*PRINTED, *REACHED, *TOTALS}
    assert {name for name in names if not name.startswith("factorgame-")} == told


# The web pages compare their own rules with these files, too, in web-ui/tests/factorgame.test.ts.
@rows("name, text", [(game.name, render(game)) for game in GAMES], lambda row: row[0])
def test_files_are_what_the_script_writes(name: str, text: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8") == text


@rows("path", FILES, lambda path: path.stem)
def test_replay(path: Path) -> None:
    lines = list(entries(path))
    assert (lines[0][0], lines[-1][0]) == ("start", "end")
    position = TaxmanPosition.from_id(lines[0][1][0])
    pot = set(position.pot)
    scores = [0, 0]
    for key, values in lines[1:-1]:
        numbers = [int(value) for value in values]
        match key:
            case "take":
                position = position.play(numbers[0])
                pot -= {numbers[0]}
                scores[0] += numbers[0]
            case "tax" | "dead":
                # Tax and dead numbers leave the pot together with the pick, and no other numbers do.
                assert pot.issuperset(numbers)
                pot -= set(numbers)
                scores[1] += sum(numbers)
            case "scores":
                assert list(position.scores()) == numbers == scores
            case "pot":
                assert pot == set(numbers)
    assert position.is_over()
    assert position.id == lines[-1][1][0]
    player, taxman = PRINTED[path.stem]
    assert scores[0] == player
    assert taxman in {None, scores[1]}


@rows("path", PURSUIT_FILES, lambda path: path.stem)
def test_replay_of_pursuit(path: Path) -> None:
    lines = list(entries(path))
    assert (lines[0][0], lines[-1][0]) == ("start", "end")
    position = PursuitPosition.from_id(lines[0][1][0])
    table = [Fraction(number) for number in position.numbers]
    for key, values in lines[1:-1]:
        match key:
            case "move" if values == [STOP]:
                position = position.play(STOP)
            case "move":
                found = re.fullmatch(r"\(?([0-9/]+?)\)?([-+*/])\(?([0-9/]+)\)?", values[0])
                assert found
                left, right = Fraction(found[1]), Fraction(found[3])
                table.remove(left)
                table.remove(right)
                table.append(OPERATIONS[found[2]](left, right))
                position = position.play(Step.parse(values[0]))
            case "table":
                assert [Fraction(value) for value in values] == table == list(position.table)
            case "closest":
                assert [position.answer] == [int(value) for value in values]
            case "moves":
                assert [len(position.legal_moves())] == [int(value) for value in values]
    assert position.is_over()
    assert position.id == lines[-1][1][0]
    answer, distance = REACHED[path.stem]
    assert (position.answer, position.distance) == (answer, distance)
    assert answer in table


def laid(text: str) -> tuple[str, list[Fraction]]:
    """Parse a row, stack or circle of coins; return its letter, which marks blocked ends and circles, and the coins."""
    found = re.fullmatch(r"([lro]?)(.*)", text.replace("_", "/"))
    assert found
    return found[1], [Fraction(coin) for coin in found[2].split(".") if coin != "()"]


def taken(table: list[tuple[str, list[Fraction]]], move: str) -> Fraction:
    """Remove the coin of a move from the table, and return it; this code follows the written rules only."""
    found = re.fullmatch(r"(\d*)([LRK])(\d*)", move)
    assert found
    number = int(found[1] or 1) - 1
    kind, coins = table[number]
    if found[2] == "K":
        assert kind == "o"
        place = int(found[3]) - 1
        table[number] = ("", coins[place + 1 :] + coins[:place])
        return coins[place]
    assert kind != "o"
    # No coin can be taken from a blocked end, so the last coin of such a row can be taken only from the other end.
    assert kind == "" or kind != {"L": "l", "R": "r"}[found[2]]
    coin = coins.pop(0 if found[2] == "L" else -1)
    table[number] = (kind if coins else "", coins)
    return coin


@pytest.mark.parametrize("path", COINS_FILES, ids=lambda path: path.stem)
def test_replay_of_coins(path: Path) -> None:
    lines = list(entries(path))
    assert (lines[0][0], lines[-1][0]) == ("start", "end")
    position = CoinsPosition.from_id(lines[0][1][0])
    table = [laid(text) for text in lines[0][1][0].removeprefix("coins:").split("~")]
    scores = [Fraction(0), Fraction(0)]
    turn = 0
    for key, values in lines[1:-1]:
        match key:
            case "move":
                position = position.play(values[0])
                scores[turn % 2] += taken(table, values[0])
                turn += 1
            case "coins":
                assert [str(component) or "()" for component in position.components] == values
                assert [laid(text) for text in values] == table
            case "scores":
                assert [Fraction(value) for value in values] == scores == list(position.scores())
            case "moves":
                assert list(position.legal_moves()) == values
    assert position.is_over()
    assert not any(coins for _, coins in table)
    assert position.id == lines[-1][1][0]
    assert scores == [Fraction(total) for total in TOTALS[path.stem]]
