"""Replays the golden playthroughs: against the script that wrote them, and from their text alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from perfectplay.taxman.rules import TaxmanPosition
from tests.golden.regenerate import FOLDER, GAMES, Playthrough, render

# The articles' own figures for these games: player's score, and the taxman's where it is printed.
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

FILES = sorted(FOLDER.glob("*.txt"))


def entries(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, *values = line.split()
            yield key, [value for value in values if value != "-"]


def test_every_game_has_its_file_and_its_printed_score() -> None:
    assert {path.stem for path in FILES} == {game.name for game in GAMES} == set(PRINTED)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_files_are_what_the_script_writes(game: Playthrough) -> None:
    assert (FOLDER / f"{game.name}.txt").read_text(encoding="utf-8") == render(game)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
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
                # Together with the pick, they account for everything that leaves the pot.
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
