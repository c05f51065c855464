"""The command that shows the puzzles of a day."""

from __future__ import annotations

from datetime import datetime

import click

from perfectplay.cli.base import Command
from perfectplay.cli.completion import complete_names
from perfectplay.cli.output import emit_json, json_option
from perfectplay.core.teaching.daily import Puzzle, day_number, grade_of, puzzle, puzzles, read_day


@click.command(
    cls=Command,
    short_help="Show the puzzles of the day.",
    epilog="Example: perfectplay daily --date 2026-01-31",
)
@click.argument("game", required=False, shell_complete=complete_names("perfectplay.core.teaching.daily:daily_games"))
@click.option("--date", metavar="YYYY-MM-DD", help="Use this day instead of today.")
@json_option
def command(game: str | None, *, date: str | None, as_json: bool) -> None:
    """Show the puzzles of the day, or that of one GAME: the same for everybody, because only the date decides them.

    They are easy on Monday and Tuesday, medium until Friday, and hard on Saturday and Sunday.  Today is the day of this
    computer's calendar.
    """
    # Use the date in the user's time zone instead of UTC.
    day = datetime.now().astimezone().date() if date is None else read_day(date)
    chosen = puzzles(day) if game is None else (puzzle(game, day),)
    if as_json:
        for daily in chosen:
            emit_json(daily)
        return
    click.echo(f"{day:%Y-%m-%d}, day {day_number(day)}: {grade_of(day)}")
    for daily in chosen:
        click.echo(_told(daily))
    click.echo("\nin a browser: perfectplay serve, and there /daily")


def _told(daily: Puzzle) -> str:
    return f"\n{daily.id}\n  {daily.play}"
