"""The command ``perfectplay``: finds the games and hands over to their commands."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

import click

from perfectplay import __version__
from perfectplay.cli.base import COMMAND_SETTINGS, Group
from perfectplay.cli.output import print_notices
from perfectplay.core.game import game_names

__all__ = ["main"]


_OTHERS = ("serve", "warm-up")
"""Commands that are about no game alone."""


class _Games(Group):
    """One subcommand for each registered game that has a module here, and the others, imported when asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Names of the games, and of the other commands."""
        return [*(name for name in game_names() if find_spec(f"perfectplay.cli.{name}")), *_OTHERS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"perfectplay.cli.{cmd_name.replace('-', '_')}").command
        return command


@click.group(
    cls=_Games,
    context_settings=COMMAND_SETTINGS,
    epilog="Example: perfectplay taxman solve 20",
)
@click.version_option(__version__, prog_name="perfectplay")
def main() -> None:
    """Perfect play for arithmetic games, with proofs that a stranger can check.

    Exit status: 0 success, 1 the answer is no or a check failed, 2 bad input, 130 interrupted.
    """
    print_notices()
