"""The command that makes worksheets."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

import click

from perfectplay.cli.base import Command, refuse, whole
from perfectplay.cli.completion import complete_names
from perfectplay.cli.output import displayed_path, echo_data, emit_json, file_option, json_option, show_progress
from perfectplay.core.answers import Worksheet
from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.game import game_names, game_spec, game_specs
from perfectplay.core.game.parts import LEVELS, Exercises, Level, Task
from perfectplay.core.running.files import write_file
from perfectplay.core.text.language import check_language, use_locale
from perfectplay.pictures.sheet import draw_sheet

_EXAMPLE = "worksheet.html"


def worksheet_games() -> tuple[str, ...]:
    """Return the names of the games with exercises."""
    return tuple(spec.name for spec in game_specs() if spec.exercises is not None)


@click.command(
    cls=Command,
    short_help="Make a worksheet to print, with answers.",
    epilog=f"Example: perfectplay worksheet {game_names()[0]} --count 12 --answers --out {_EXAMPLE}",
)
@click.argument("game", shell_complete=complete_names("perfectplay.cli.worksheet:worksheet_games"))
@click.option("--level", type=click.Choice(LEVELS), default=LEVELS[0], show_default=True, help="How difficult.")
@click.option("--count", type=whole, default="4", show_default=True, metavar="K", help="How many exercises.")
@click.option(
    "--seed", type=whole, default="1", show_default=True, metavar="S", help="The same number gives the same sheet."
)
@click.option("--answers", is_flag=True, help="Add the answers, on separate pages.")
@click.option(
    "--choice",
    "choices",
    multiple=True,
    metavar="NAME=WORD",
    help="The game's own choices, such as kind=triangle; the error for a wrong word lists the right ones.",
)
@click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="Language of the sheet: en, de or fr."
)
@file_option("--out", text="Write the page into this file, instead of standard output.", written=_EXAMPLE)
@json_option
def command(
    *,
    game: str,
    level: Level,
    count: int,
    seed: int,
    answers: bool,
    choices: tuple[str, ...],
    language: str,
    out: str | None,
    as_json: bool,
) -> None:
    """Make a worksheet of a GAME: an HTML page to print from a browser, or to keep.

    The exercises are those of the page /worksheets of `perfectplay serve`: the same level, count and seed give the
    same ones.
    """
    exercises, task = _exercises(game)
    chosen = _chosen(game, exercises, choices)
    check_language(language)
    options = {name: exercises.choices[name][word] for name, word in chosen.items()}
    with show_progress(quiet=as_json) as progress:
        options |= {"progress": progress} if exercises.slow else {}
        made = exercises.make(level, count, seed, **options)
    if as_json:
        emit_json(Worksheet(game=game, level=level, count=count, seed=seed, exercises=made))
        return
    words = ["perfectplay", "worksheet", game, "--level", level, "--count", str(count), "--seed", str(seed)]
    words += [word for choice in choices for word in ("--choice", choice)]
    with use_locale(language):
        page = draw_sheet(game_spec(game).title, [task(item) for item in made], shlex.join(words), answers=answers)
    if out is None:
        echo_data(page)
        return
    write_file(out, page)
    click.echo(f"{displayed_path(out)}: {len(made)} exercises; open it in a browser to print it")


def _exercises(game: str) -> tuple[Exercises, Callable[[Any], Task]]:
    exercises: Exercises | None = game_spec(game).part("exercises")
    if exercises is None or exercises.task is None:
        raise PerfectPlayError(
            f"the game {quote(game)} has no worksheets; those that have some are {', '.join(worksheet_games())}"
        )
    return exercises, exercises.task


def _chosen(game: str, exercises: Exercises, choices: tuple[str, ...]) -> dict[str, str]:
    """Parse the chosen options, and add the defaults."""
    chosen = {name: next(iter(words)) for name, words in exercises.choices.items()}
    for choice in choices:
        name, _, word = choice.partition("=")
        if word not in exercises.choices.get(name, ()):
            known = " ".join(f"{key}={word}" for key, words in exercises.choices.items() for word in words)
            advice = f"it can be one of {known}" if known else "leave --choice out"
            refuse(f"{quote(choice)} is no choice for worksheets of {game}; {advice}")
        chosen[name] = word
    return chosen
