"""The same keys mean the same in every game at the terminal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from perfectplay.cli.coins.play import CoinsPlay
from perfectplay.cli.games.repl import Play
from perfectplay.cli.pursuit.play import PursuitPlay
from perfectplay.cli.taxman.play import TaxmanPlay
from perfectplay.coins import CoinsPosition
from perfectplay.core.game.opponents import Perfect
from perfectplay.pursuit import PursuitPosition
from perfectplay.taxman import TaxmanPosition

SHARED = {
    "h": "hint",
    "m": "moves",
    "b": "best",
    "u": "undo",
    "y": "redo",
    "s": "id",
    "n": "new",
    "?": "help",
    "q": "quit",
}

DEAL = PursuitPosition.new([1, 2, 3], 7)
PLAYS: list[Play[Any]] = [
    TaxmanPlay(TaxmanPosition.new(10), 1.0),
    CoinsPlay(CoinsPosition.new([1, 2, 4, 3]), Perfect(), "perfect", 0, random.Random(0)),
    PursuitPlay(DEAL, DEAL.start),
]


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: type(play).__name__)
def test_a_shared_key_has_one_meaning_and_no_key_has_two(play: Play[Any]) -> None:
    words = {key: verb.keys[-1] for verb in play.verbs for key in verb.keys}
    assert {key: words[key] for key in SHARED} == SHARED
    assert len(words) == sum(len(verb.keys) for verb in play.verbs)
    # r redoes, too, unless it is a move.
    assert words.get("r", "redo") == "redo"
    assert ("r" in words) == ("r" not in play.shared_as_moves)


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: type(play).__name__)
def test_commands_and_moves_are_told_in_lines_that_fit(play: Play[Any]) -> None:
    lines = play.answer("?").message.splitlines()
    assert len(lines) == len(play.moves_help) + len(play.verbs)
    assert max(map(len, lines)) < 80
    assert len(lines) < 20
