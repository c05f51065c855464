"""Parse the command line of arithmetical pursuit: deals, targets, rules, decks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from perfectplay.cli.base import Command, Function, refuse, refuse_thousands, whole
from perfectplay.cli.completion import complete_names
from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.pursuit.questions.base import one_game
from perfectplay.pursuit.rules import MAX_TARGET, PursuitPosition, Rules, check_numbers, check_target

_NEGATIVE = re.compile(r"-[0-9]")
_RANGE = re.compile(r"\s*(-?[0-9]+)\s*(?:-|\.\.)\s*(-?[0-9]+)\s*\Z")
_COMMAS = re.compile(r"operators=[^,]*,\s*[^\sa-z]", re.IGNORECASE)

T = TypeVar("T")


class DealCommand(Command):
    """A command whose arguments are numbers, so that ``-5`` is a bad number instead of an unknown option."""

    ignore_unknown_options = True


def given_numbers(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[int, ...]:
    """Parse a deal; refuse misspelt options, because `DealCommand` passes them on like negative numbers."""
    numbers: list[int] = []
    for word in words:
        if word.startswith("-") and not _NEGATIVE.match(word):
            raise click.NoSuchOption(word)
        refuse_thousands(word)
        numbers += map(read_card, word.replace(",", " ").split())
    return check_numbers(numbers) if numbers else ()


def read_card(text: str) -> int:
    """Parse a number of a deal; `check_numbers` checks its range, and refuses fractions."""
    return whole(text) if text.lstrip("-").isdecimal() else check_numbers([text])[0]  # type: ignore[list-item]


def option(read: Callable[[str], T]) -> Callable[[click.Context, click.Parameter, str | None], T | None]:
    """Build a callback from a function that parses an option's text.

    If the function were a type for click, click would catch its `ValueError` and drop the message, although this
    package's errors are more helpful.
    """

    def callback(_ctx: click.Context, _param: click.Parameter, text: str | None) -> T | None:
        return None if text is None else read(text)

    return callback


def read_target(text: str) -> int:
    """Parse a target, and check its range."""
    return check_target(whole(text))


def read_targets(text: str) -> tuple[int, int]:
    """Parse a range of targets such as ``1-1000``; a single number is a range of one."""
    match = _RANGE.match(text)
    if not match and not text.strip().lstrip("-").isdecimal():
        refuse(f"{quote(text)} is not a range of targets; write it as in 1-1000, from 1 to at most {MAX_TARGET:,}")
    low, high = map(read_target, match.groups()) if match else (read_target(text),) * 2
    if low > high:
        refuse(f"the range {quote(text)} is empty; the first target must not exceed the last, as in {high}-{low}")
    return low, high


def read_rules(text: str) -> Rules:
    """Parse rules such as ``all,operators=+-``; capital letters are allowed."""
    try:
        return Rules.parse(text.lower())
    except InvalidPositionError as error:
        if not _COMMAS.search(text):
            raise
        raise click.UsageError(
            f"the operators in {quote(text)} are separated by commas; write them as one word, as in operators=+-"
        ) from error


def read_operators(text: str) -> str:
    """Parse operators such as ``+-``."""
    return read_rules(f"operators={text}").operators


def given_game(
    numbers: tuple[int, ...], target: int | None, rules: Rules | None, position: str | None
) -> PursuitPosition | None:
    """Return the requested game; ``None`` if none was requested."""
    if position is None and (not numbers or target is None):
        if not numbers and target is None:
            return None
        missing = "the numbers, as in 3 6 9 10 50 100" if target is not None else "the target, as in --target 951"
        refuse(f"a game has numbers and a target; give {missing}, too")
    return one_game(position, numbers, target, rules)


def refuse_dealing(ctx: click.Context) -> None:
    """Refuse ``--deck`` and ``--numbers`` if the numbers of the game are given."""
    for name, option_name in (("deck", "--deck"), ("size", "--numbers")):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            refuse(f"{option_name} is about numbers that are dealt, and numbers are given; leave one of them out")


def seconds_text(seconds: float, separator: str = ",") -> str:
    """Format seconds without an exponent, as in ``2.5`` or ``1,000,000``, unless they are extremely large or small."""
    return f"{seconds:{separator}.15g}"


rules_option: Callable[[Function], Function] = click.option(
    "--rules",
    metavar="RULE,RULE,...",
    shell_complete=complete_names("all", "fractions", "positive", "operators=", several=True),
    callback=option(read_rules),
    help="all: all numbers must be used, and 0 counts until they are; fractions: a quotient may be a fraction on the "
    "way; positive: results on the way must be positive; operators=+-*/ or some of them.",
)


def game_options(command: Callable[..., Any], numbers_help: str = "Numbers in a deal.") -> Callable[..., Any]:
    """Add the options for dealing: ``--deck`` and ``--numbers``."""
    numbers = click.option(
        "--numbers", "size", type=whole, default="6", show_default=True, metavar="K", help=numbers_help
    )
    deck = click.option(
        "--deck",
        default="cards",
        show_default=True,
        metavar="NAME|FILE",
        shell_complete=complete_names("perfectplay.pursuit.deal.deals:DECKS", files=True),
        help="cards: 52, Jack 25, Queen 50, King 100; classic: the 24 tiles of the television game; suit: 13 cards; "
        'or a file such as {"cards": {"1": 4, "25": 2}, "large": [25]}.',
    )
    return deck(numbers(command))
