"""The command ``perfectplay``: finds the games and hands over to their commands."""

from __future__ import annotations

import importlib
import os
from importlib.util import find_spec
from typing import Any

import click

from perfectplay import __version__
from perfectplay.cli.base import COMMAND_SETTINGS, Group
from perfectplay.cli.output import print_notices
from perfectplay.core.game import game_names

__all__ = ["main"]


_OTHERS = ("serve", "warm-up")
"""Commands that are about no game alone."""


_SUMMARIES = {
    "taxman": "Taxman: take a number, and the taxman takes its divisors.",
    "coins": "Greedy coins: two players take coins from the ends of a row.",
    "pursuit": "Arithmetical pursuit: combine six numbers to hit a target.",
    "serve": "Play in a browser.",
    "warm-up": "Compile everything now, so that no answer waits for it.",
}
"""First sentences of these commands' help, so that a list of them imports none."""

_COMPLETE = "_PERFECTPLAY_COMPLETE"
"""The environment variable in which a shell asks for completions."""


class _Games(Group):
    """One subcommand for each registered game that has a module here, and the others, imported when asked for."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run, or complete what is being typed in a shell."""
        if _COMPLETE in os.environ:
            # Imported on demand; it brings this program's way with shells along.
            from perfectplay.cli import completion  # noqa: PLC0415

            completion.register_shells()
        return super().main(*args, **options)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Names of the games, and of the other commands."""
        return [*(name for name in game_names() if find_spec(f"perfectplay.cli.{name}")), *_OTHERS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Describe a command, without importing it where its summary is known."""
        if cmd_name in _SUMMARIES:
            return click.Command(cmd_name, short_help=_SUMMARIES[cmd_name])
        return self._load(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Import the command that was asked for."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and self._load(ctx, str(name)), rest

    def _load(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"perfectplay.cli.{name.replace('-', '_')}").command
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
