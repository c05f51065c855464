"""Click, with this project's manners: one-line errors that say what would be legal, and exit status 2 for them."""

from __future__ import annotations

import math
import re
from typing import Any

import click

from perfectplay.core.errors import PerfectPlayError, quote

__all__ = ["COMMAND_SETTINGS", "Command", "Group", "names", "number_list", "seconds", "whole"]

COMMAND_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

_INTERRUPTED = 130
_MAX_DIGITS = 18
_WHOLE = re.compile(r"[0-9]+\Z")
_SIGNED = re.compile(r"-?[0-9]{1,18}\Z")


class _BadInputError(click.ClickException):
    """An error of this package on its way to standard error."""

    exit_code = 2


class Command(click.Command):
    """A command whose complaint about an unknown option lists the known ones."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, and explain the two slips that are easy to make: a wrong option and a negative number."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name
            if name[1:2].isdigit():
                negative = next((arg for arg in given if arg.startswith(name)), name)
                message = f"{quote(negative)} is negative; a positive whole number is needed here"
                raise click.UsageError(message, ctx) from error
            known = ", ".join(
                sorted(option for param in self.get_params(ctx) for option in param.opts if "--" in option)
            )
            message = f"there is no option {quote(name)}; the options are {known}"
            raise click.UsageError(message, ctx) from error


class Group(click.Group):
    """A group that turns every error of this package into one line, and Ctrl-C into exit status 130."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a subcommand, or list those that exist."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            known = ", ".join(self.list_commands(ctx))
            message = f"there is no command {quote(args[0])}; the commands are {known}"
            raise click.UsageError(message, ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a subcommand."""
        try:
            return super().invoke(ctx)
        except PerfectPlayError as error:
            raise _BadInputError(str(error)) from error
        except (click.ClickException, click.exceptions.Exit):
            raise
        except BaseException as error:
            # Compiled code may turn Ctrl-C into another exception, which then names it as its cause.
            if not _interrupted(error):
                raise
            click.echo("\ninterrupted", err=True)
            ctx.exit(_INTERRUPTED)


def _interrupted(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def whole(text: str) -> int:
    """Read a whole number of at most 18 decimal digits; its range is for the library to judge."""
    text = text.strip()
    if not _WHOLE.match(text):
        message = f"{quote(text)} is not a whole number; write it in digits, as in 20"
        raise click.UsageError(message)
    if len(text.lstrip("0")) > _MAX_DIGITS:
        message = f"{quote(text)} has more than {_MAX_DIGITS} digits; that is too large"
        raise click.UsageError(message)
    return int(text)


def seconds(text: str) -> float:
    """Read a positive finite number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        message = f"{quote(text)} is not a positive number of seconds; write it as in 60 or 2.5"
        raise click.UsageError(message)
    return number


def number_list(text: str) -> tuple[int, ...]:
    """Read whole numbers separated by commas; what they may be is for the library to judge."""
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if not _SIGNED.match(part):
            message = (
                f"{quote(part)} in {quote(text)} is not a whole number of at most {_MAX_DIGITS} digits; "
                "write distinct positive integers separated by commas, as in 2,3,6"
            )
            raise click.UsageError(message)
    return tuple(map(int, parts))


def names(text: str) -> tuple[str, ...]:
    """Read names separated by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())
