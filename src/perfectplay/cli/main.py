"""The command ``perfectplay``, which finds the games and calls their commands."""

from __future__ import annotations

import importlib
import os
from typing import Any

import click

from perfectplay import __version__
from perfectplay.cli.base import COMMAND_SETTINGS, Group
from perfectplay.cli.output import print_notices
from perfectplay.core.errors import InvalidPositionError
from perfectplay.core.game import game_names, game_spec
from perfectplay.core.running.interrupt import RECEIVED

_OTHERS = {
    "check": "Check certificates of any game.",
    "daily": "Show the puzzles of the day.",
    "review": "Show the best result still possible after every move of a game.",
    "sequences": "Print sequences of integers, as b-files and as drafts for the OEIS.",
    "serve": "Play in a browser.",
    "site": "Write a web site that needs no server.",
    "worksheet": "Make a worksheet to print, with answers.",
}
"""Commands other than games, with their short help, so that they can be listed without imports."""

_COMPLETE = "_PERFECTPLAY_COMPLETE"
"""Environment variable with which a shell requests completions."""


class _Games(Group):
    """A group with a subcommand for each game and other subcommands; each is imported when needed."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command, or complete the line in a shell."""
        # Set up notices first, because listing games may report unusable ones.
        print_notices()
        if _COMPLETE in os.environ:
            from perfectplay.cli import completion

            completion.register_shells()
        try:
            return super().main(*args, **options)
        except SystemExit as ended:
            if ended.code and RECEIVED:
                # Commands handle only Ctrl-C, so set the exit status for other signals here.
                raise SystemExit(128 + RECEIVED[0]) from None
            raise

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of all games and other commands."""
        return [*game_names(), *_OTHERS]

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a description of a command without importing it."""
        line = _OTHERS.get(cmd_name)
        if line is None:
            try:
                line = game_spec(cmd_name).line
            except InvalidPositionError:
                return None
        return click.Command(cmd_name, short_help=line)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Import the requested command."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and _load(str(name)), rest

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write an example command, with the example position of the first game."""
        name, _, start = game_spec(game_names()[0]).example.partition(":")
        self.epilog: str | None = f"Example: perfectplay {name} solve {start}"
        super().format_epilog(ctx, formatter)


def _load(name: str) -> click.Command:
    if name in _OTHERS:
        command: click.Command = importlib.import_module(f"perfectplay.cli.{name.replace('-', '_')}").command
        return command
    spec = game_spec(name)
    if spec.cli is None:
        from perfectplay.cli.games.generic import commands

        return commands(spec)
    commands_of_its_own: click.Command = spec.part("cli")
    return commands_of_its_own


@click.group(cls=_Games, context_settings=COMMAND_SETTINGS)
@click.version_option(__version__, prog_name="perfectplay")
def main() -> None:
    """Perfect play for arithmetic games, with proofs that a stranger can check.

    Exit status: 0 success, 1 the answer is no or a check failed, 2 bad input, 130 interrupted.
    """
