"""Test the commands that teach: the puzzles of a day, reviews of games, and worksheets, in every language."""

import json
import re
import shlex
from datetime import datetime
from typing import Any

import pytest
from click.testing import CliRunner, Result

import perfectplay
from perfectplay.cli.main import main
from perfectplay.cli.worksheet import worksheet_games
from perfectplay.core.game import game_parts
from perfectplay.core.game.parts import LEVELS
from perfectplay.core.teaching.daily import puzzles, read_day
from perfectplay.core.text.language import languages
from tests.tables import rows


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, args, input=typed)


def told(*args: str, typed: str | None = None) -> str:
    result = run(*args, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


# -- the puzzles of a day ------------------------------------------------------------------------------------------


def test_the_command_that_it_tells_plays_the_puzzle() -> None:
    for one in puzzles(read_day("2026-11-23")):
        program, *args = shlex.split(one.play)
        assert program == "perfectplay"
        first = json.loads(told(*args, "--json", typed="").splitlines()[0])
        assert one.id in json.dumps(first)


def test_today_is_the_day_of_this_computer() -> None:
    before = datetime.now().astimezone().date()
    shown = json.loads(told("daily", "taxman", "--json"))["date"]
    assert shown in {str(before), str(datetime.now().astimezone().date())}


# -- reviews of games ----------------------------------------------------------------------------------------------


def test_ctrl_c_ends_with_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(position: Any, **_: object) -> perfectplay.Result[int, int]:
        top = position.scores()[0] + sum(position.pot)
        return perfectplay.Result(0, 0, top, "bounded", (), 0.0, {"interrupted": True})

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", stopped)
    ended = run("review", "taxman:10/7.10.8")
    assert ended.exit_code == 130
    assert "0 to 55" in ended.stdout
    assert ended.stdout.endswith("No move is known to be a mistake.\n")


def test_against_the_clock_nobody_is_told_of_mistakes() -> None:
    deal = ("pursuit", "play", "3", "6", "9", "10", "50", "100", "--target", "951", "--clock", "30")
    assert "A mistake" not in run(*deal, typed="100*50\n").stdout


# -- worksheets: they show the exercises and give nothing away -----------------------------------------------------


def sheet(*args: str) -> str:
    return told("worksheet", *args)


def texts(page: str) -> str:
    """Return all texts of a page, without its markup."""
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL).split())


@rows("level", LEVELS)
@rows("game", list(worksheet_games()))
def test_a_sheet_asks_first_and_answers_on_pages_of_their_own(game: str, level: str) -> None:
    asked = (game, "--level", level, "--count", "3", "--seed", "7")
    alone, whole = sheet(*asked), sheet(*asked, "--answers")
    questions, _, answers = whole.partition('<h1 class="answers">')
    assert alone.partition("</body>")[0] == questions
    assert (questions.count("<section>"), answers.count("<section>")) == (3, 3)
    assert whole == sheet(*asked, "--answers")
    exercises = game_parts("exercises")[game]
    for one in exercises.make(level, 3, 7):
        task = exercises.task(one)
        assert f"{task.title} {' '.join(map(str, task.given))}" in texts(questions)
        assert all(line in texts(answers).replace("&#x27;", "'") for line in task.answer)
        assert not any(line in texts(questions) for line in task.answer)


def test_a_triangle_is_empty_until_it_is_answered() -> None:
    questions, _, answers = sheet("coins", "--count", "1", "--answers", "--choice", "kind=triangle").partition(
        '<h1 class="answers">'
    )
    cells = [re.findall(r"<span>([0-9]*)</span>", part) for part in (questions, answers)]
    assert cells[0] == [""] * 10
    (row,) = game_parts("exercises")["coins"].make("easy", 1, 1, kind="triangle")
    assert cells[1] == [str(value) for values in reversed(row.triangle) for value in values]


@rows("language", [language for language in languages() if language != "en"])
@rows("game", list(worksheet_games()))
def test_a_sheet_speaks_one_language(game: str, language: str) -> None:
    english, other = (sheet(game, "--count", "2", "--answers", "--language", one) for one in ("en", language))
    assert f'<html lang="{language}">' in other
    sentences = [set(re.findall(r">([^<>]{12,})<", page.partition("</head>")[2])) for page in (english, other)]
    assert {line for line in sentences[0] & sentences[1] if not line.startswith("perfectplay ")} == set()
