"""Worksheets: what goes on paper is what the exercises are, in every language, and nothing is given away."""

from __future__ import annotations

import re

from perfectplay.cli.worksheet import worksheet_games
from perfectplay.core.game import game_parts
from perfectplay.core.teaching.exercises import LEVELS
from perfectplay.core.text.language import languages
from tests.cli.asked import Command
from tests.tables import rows

run = Command("worksheet").run


def texts(page: str) -> str:
    """What is read on a page."""
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL).split())


@rows("level", LEVELS)
@rows("game", list(worksheet_games()))
def test_a_sheet_asks_first_and_answers_on_pages_of_their_own(game: str, level: str) -> None:
    alone, whole = (
        run(game, "--level", level, "--count", "3", "--seed", "7", *more).output for more in ((), ("--answers",))
    )
    questions, _, answers = whole.partition('<h1 class="answers">')
    assert alone.partition("</body>")[0] == questions
    assert (questions.count("<section>"), answers.count("<section>")) == (3, 3)
    assert whole == run(game, "--level", level, "--count", "3", "--seed", "7", "--answers").output
    exercises = game_parts("exercises")[game]
    for one in exercises.make(level, 3, 7):
        task = exercises.task(one)
        assert f"{task.title} {' '.join(map(str, task.given))}" in texts(questions)
        assert all(line in texts(answers).replace("&#x27;", "'") for line in task.answer)
        assert not any(line in texts(questions) for line in task.answer)


def test_a_triangle_is_empty_until_it_is_answered() -> None:
    page = run("coins", "--count", "1", "--answers", "--choice", "kind=triangle").output
    questions, _, answers = page.partition('<h1 class="answers">')
    cells = [re.findall(r"<span>([0-9]*)</span>", part) for part in (questions, answers)]
    assert cells[0] == [""] * 10
    (row,) = game_parts("exercises")["coins"].make("easy", 1, 1, kind="triangle")
    assert cells[1] == [str(value) for values in reversed(row.triangle) for value in values]


@rows("language", [language for language in languages() if language != "en"])
@rows("game", list(worksheet_games()))
def test_a_sheet_speaks_one_language(game: str, language: str) -> None:
    english, other = (run(game, "--count", "2", "--answers", "--language", one).output for one in ("en", language))
    assert f'<html lang="{language}">' in other
    sentences = [set(re.findall(r">([^<>]{12,})<", page.partition("</head>")[2])) for page in (english, other)]
    assert {line for line in sentences[0] & sentences[1] if not line.startswith("perfectplay ")} == set()
