"""Click, with this project's manners: one-line errors that say what would be legal, and exit status 2 for them."""

from __future__ import annotations

import math
import os
import re
import sys
from typing import Any

import click

from perfectplay.core.errors import PerfectPlayError, quote

__all__ = [
    "COMMAND_SETTINGS",
    "INTERRUPTED",
    "READER_GONE",
    "Command",
    "Group",
    "interrupted",
    "names",
    "number_list",
    "seconds",
    "whole",
]

COMMAND_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

INTERRUPTED = 130
"""Exit status after Ctrl-C."""

READER_GONE = 141
"""Exit status if nobody reads the output any more, as shells have it for SIGPIPE: 128 + 13."""

_MAX_DIGITS = 18
_WHOLE = re.compile(r"-?[0-9]+\Z")
_BETWEEN = re.compile(r"\s*,\s*|\s+")


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
                message = f"{quote(negative)} is too small; a whole number of at least 1 is needed here"
                raise click.UsageError(message, ctx) from error
            known = ", ".join(
                sorted(option for param in self.get_params(ctx) for option in param.opts if "--" in option)
            )
            message = f"there is no option {quote(name)}; the options are {known}"
            raise click.UsageError(message, ctx) from error


class Group(click.Group):
    """A group that turns every error into one line and exit status 2, and Ctrl-C into exit status 130."""

    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; without a command, give help: whoever types only the program's name asks for it."""
        if not args:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse what comes before the subcommand."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            raise _one_line(error) from error

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
        except click.UsageError as error:
            raise _one_line(error) from error
        except (click.ClickException, click.exceptions.Exit):
            raise
        except BrokenPipeError:
            # The reader has seen enough, as `head` has; what is still in the buffer must not complain at the exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(READER_GONE)
        except OSError as error:
            message = f"cannot write the output: {error.strerror or error}"
            raise _BadInputError(message) from error
        except BaseException as error:
            # Compiled code may turn Ctrl-C into another exception, which then names it as its cause.
            if not interrupted(error):
                raise
            click.echo("\ninterrupted", err=True)
            ctx.exit(INTERRUPTED)


def _one_line(error: click.UsageError) -> _BadInputError:
    """Drop the usage that click prints above an error, and say where to read it unless the error has advice."""
    message = " ".join(error.format_message().splitlines())
    if "; " not in message and error.ctx is not None:
        message = f"{message.rstrip('.')}; {error.ctx.command_path} --help tells what can be given"
    return _BadInputError(message)


def interrupted(error: BaseException | None) -> bool:
    """Whether an exception is Ctrl-C, or what compiled code has made of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def whole(text: str) -> int:
    """Read a whole number of at most 18 decimal digits, also a negative one: its range is for the library to judge."""
    text = text.strip()
    if not _WHOLE.match(text):
        message = f"{quote(text)} is not a whole number; write it in digits, as in 20"
        raise click.UsageError(message)
    if len(text.lstrip("-0")) > _MAX_DIGITS:
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
    """Read whole numbers separated by commas or blanks; what they may be is for the library to judge."""
    advice = "write distinct positive integers separated by commas or blanks, as in 2,3,6"
    parts = _BETWEEN.split(text.strip())
    if not any(parts):
        message = f"{quote(text)} names no number; {advice}"
        raise click.UsageError(message)
    for part in parts:
        if not part:
            message = f"a number is missing beside a comma in {quote(text)}; {advice}"
            raise click.UsageError(message)
        if not _WHOLE.match(part) or len(part.lstrip("-0")) > _MAX_DIGITS:
            problem = f"{quote(part)} in {quote(text)} is not a whole number of at most {_MAX_DIGITS} digits"
            message = f"{problem}; {advice}"
            raise click.UsageError(message)
    return tuple(map(int, parts))


def names(text: str) -> tuple[str, ...]:
    """Read names separated by commas: at least one, and none twice."""
    found = [part.strip() for part in text.split(",") if part.strip()]
    if not found:
        message = f"{quote(text)} names nobody; write names separated by commas, as in trono-2,trono-4"
        raise click.UsageError(message)
    for i, name in enumerate(found):
        if name in found[:i]:
            message = f"{quote(name)} is named twice; name everyone once"
            raise click.UsageError(message)
    return tuple(found)
