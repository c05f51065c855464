"""Click with this project's conventions: errors take one line, say what would be legal, and cause exit status 2."""

from __future__ import annotations

import math
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from perfectplay.cli import ENDINGS, INTERRUPTED, leave
from perfectplay.core.errors import PerfectPlayError, quote, quote_path
from perfectplay.core.running.interrupt import ENDING, RECEIVED, interrupt, interrupted
from perfectplay.core.text.words import unknown

if TYPE_CHECKING:
    from perfectplay.core.question import Name

Function = TypeVar("Function", bound=Callable[..., Any])

COMMAND_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

_AGAIN = 0.05
"""Seconds to wait before repeating a Ctrl-C that was lost in a callback."""
_MAX_DIGITS = 18
_NEGATIVE = re.compile(r"-\.?[0-9]|-\.\Z")
_WHOLE = re.compile(r"-?[0-9]+\Z")
_BETWEEN = re.compile(r"\s*,\s*|\s+")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:[,.' _\xa0\u2009\u202f][0-9]{3})+\Z")


class _BadInputError(click.ClickException):
    """An error of this package, to be printed on standard error."""

    exit_code = 2


class Command(click.Command):
    """A command whose errors name options as users type them, even errors raised by the library."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; explain an unknown option, an option after ``--`` and a negative number."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name
            if _NEGATIVE.match(name):
                negative = next((arg for arg in given if arg.startswith(name)), name)
                raise click.UsageError(
                    f"{quote(negative)} is too small; a whole number of at least 1 is needed here", ctx
                ) from error
            known = sorted(option for param in self.get_params(ctx) for option in param.opts if "--" in option)
            late = _after_dashes(given, name) if name.partition("=")[0] in known else None
            if late is not None:
                raise click.UsageError(
                    f"{quote(name)} comes after --, where nothing is an option; write {late}", ctx
                ) from error
            raise click.UsageError(
                f"there is no option {unknown(name, known)}; the options are {', '.join(known)}", ctx
            ) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; report the library's errors with options spelled as users type them."""
        try:
            return super().invoke(ctx)
        except PerfectPlayError as error:
            from perfectplay.core.question import MissingError, spelled

            if isinstance(error, MissingError):
                # Use click's own wording for a missing option.
                raise click.UsageError(f"Missing option '{self._spell(error.values['name'])}'", ctx) from error
            raise _BadInputError(spelled(error, self._spell)) from error

    def _spell(self, name: Name) -> str:
        """Return a parameter as users type it: an option with dashes, an argument without."""
        option = f"--{name.parameter}"
        word = name.parameter
        for parameter in self.params:
            if option in parameter.opts:
                word = option
            elif parameter.name == word and isinstance(parameter, click.Argument):
                # If an argument takes several values, its metavar is an example such as C1 C2 ... instead of a name.
                metavar = parameter.make_metavar(click.Context(self)).strip("[]")
                word = metavar if metavar.isidentifier() else word
        return f"{word} {name.value}".strip()


def _after_dashes(given: list[str], name: str) -> str | None:
    """Return the arguments as text, with the option moved before ``--``; ``None`` if it does not follow ``--``."""
    if "--" not in given or name not in given[given.index("--") :]:
        return None
    dashes, index = given.index("--"), given.index(name, given.index("--"))
    return shlex.join([*given[:dashes], *given[index:], *given[dashes:index]])


class Group(click.Group):
    """A group that reports an error in one line with exit status 2, and ends with exit status 130 on Ctrl-C."""

    command_class: type[Command] = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; show the help if there are none."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the options before the subcommand; report errors in one line."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            raise _one_line(error) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a subcommand; list all of them in the error for an unknown one."""
        missing = not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None
        if missing and not args[0].startswith("-"):
            known = self.list_commands(ctx)
            raise click.UsageError(
                f"there is no command {unknown(args[0], known)}; the commands are {', '.join(known)}", ctx
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a subcommand."""
        try:
            with _interruptible():
                return super().invoke(ctx)
        except PerfectPlayError as error:
            raise _BadInputError(str(error)) from error
        except click.UsageError as error:
            raise _one_line(error) from error
        except (click.ClickException, click.exceptions.Exit):
            raise
        except OSError as error:
            raise _BadInputError(_system_error(error)) from error
        except MemoryError as error:
            raise _BadInputError("there is not enough memory for this; ask for something smaller") from error
        except BaseException as error:
            # A library may raise another exception on Ctrl-C; `interrupted` finds Ctrl-C among its causes.
            if not interrupted(error):
                raise
            click.echo("\ninterrupted", err=True)
            ctx.exit(INTERRUPTED)


def _system_error(error: OSError) -> str:
    """Describe a system error, except on standard output, whose errors `perfectplay.cli.start` handles."""
    problem = error.strerror or str(error)
    if error.filename is not None:
        return f"cannot use {quote_path(error.filename)}: {problem}; see that it exists, can be used and has room"
    return f"the system refused something that is not the output: {problem}; see that disks and devices have room"


def _one_line(error: click.UsageError) -> _BadInputError:
    """Drop the usage that click prints above an error, and point to the help unless the error gives advice."""
    message = " ".join(error.format_message().splitlines())
    if isinstance(error, click.NoSuchOption):
        # Replace the message, because versions of click quote the option in different ways.
        message = f"there is no option {quote(error.option_name)}"
    if "; " not in message and error.ctx is not None:
        message = f"{message.rstrip('.')}; {error.ctx.command_path} --help tells what can be given"
    return _BadInputError(message)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Turn Ctrl-C into a `KeyboardInterrupt` during a command, so that the command can keep its partial results."""
    heard = [number for number in ENDINGS if signal.getsignal(number) is leave]
    if not heard:
        yield
        return
    sys.unraisablehook = _repeat_interrupt
    ENDING[:] = [number for number in heard if number != signal.SIGINT]
    for number in heard:
        signal.signal(number, interrupt if number in ENDING else signal.default_int_handler)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, leave)


def _repeat_interrupt(lost: sys.UnraisableHookArgs) -> None:
    """Repeat a Ctrl-C that was lost in one of the interpreter's callbacks; imports run many such callbacks."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    from _thread import interrupt_main
    from threading import Timer

    number = RECEIVED[0] if RECEIVED else signal.SIGINT
    # Clear the record, because the interrupt has not been handled yet.
    RECEIVED.clear()
    Timer(_AGAIN, interrupt_main, [number]).start()


def refuse(message: str) -> NoReturn:
    """Raise a usage error; its message is one line that says what would be legal."""
    raise click.UsageError(message)


def whole(text: str) -> int:
    """Parse an integer of at most 18 decimal digits, perhaps negative; the library checks its range."""
    text = text.strip()
    if not _WHOLE.match(text):
        digits = re.sub("[^0-9]", "", text) if _GROUPED.match(text) else "20"
        refuse(f"{quote(text)} is not a whole number; write it in digits, as in {digits}")
    if len(text.lstrip("-0")) > _MAX_DIGITS:
        refuse(f"{quote(text)} has more than {_MAX_DIGITS} digits; that is too large")
    return int(text)


def refuse_thousands(text: str) -> None:
    """Refuse thousands separators in a list of numbers, because 1,000 would be parsed as 1 and 0."""
    if _GROUPED.match(text) and re.search("[^0-9]0", text):
        whole(text)


def seconds(text: str) -> float:
    """Parse a positive finite number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        refuse(f"{quote(text)} is not a positive number of seconds; write it as in 60 or 2.5")
    return number


_POT_ADVICE = "write distinct positive integers separated by commas or blanks, as in 2,3,6"


def number_list(text: str, advice: str = _POT_ADVICE) -> tuple[int, ...]:
    """Parse integers separated by commas or spaces; the library checks their range."""
    refuse_thousands(text)
    parts = _BETWEEN.split(text.strip())
    if not any(parts):
        refuse(f"{quote(text)} names no number; {advice}")
    for part in parts:
        if not part:
            refuse(f"a number is missing beside a comma in {quote(text)}; {advice}")
        if not _WHOLE.match(part) or len(part.lstrip("-0")) > _MAX_DIGITS:
            problem = f"{quote(part)} in {quote(text)} is not a whole number of at most {_MAX_DIGITS} digits"
            refuse(f"{problem}; {advice}")
    return tuple(map(int, parts))


def names(text: str) -> tuple[str, ...]:
    """Parse one or more distinct names separated by commas."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        refuse(f"{quote(text)} has no name; write names separated by commas, as in trono-2,trono-4")
    for i, name in enumerate(parts):
        if name in parts[:i]:
            refuse(f"{quote(name)} is named twice; name everyone once")
    return tuple(parts)


# -- options that several commands have ----------------------------------------------------------------------------


def time_limit_option(text: str = "Stop after this time with what is known by then.") -> Callable[[Function], Function]:
    """Build the option ``--time-limit``, in seconds; by default there is no limit."""
    return click.option("--time-limit", type=seconds, metavar="SECONDS", help=text)


def jobs_option(text: str = "Processes that share the work.") -> Callable[[Function], Function]:
    """Build the option ``--jobs``; the default is one process."""
    return click.option("--jobs", type=whole, default="1", show_default=True, metavar="J", help=text)


cluster_option: Callable[[Function], Function] = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Use a Dask cluster: its scheduler's address, tcp://host:8786, or scheduler file, NAME.json.",
)
