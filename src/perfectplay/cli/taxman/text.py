"""Texts of Taxman's commands: lines, tables, errors. This module arranges results, and computes nothing."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from perfectplay.cli.base import number_list, refuse, whole
from perfectplay.cli.output import console, is_terminal
from perfectplay.core.text.words import counted
from perfectplay.taxman.questions.table import taxman_score
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import TaxmanAllBest, TaxmanSolved, TaxmanStep, steps
from perfectplay.taxman.table.formats import FORMATS, SolvedPot

if TYPE_CHECKING:
    from rich.console import Console

    from perfectplay.taxman.records import Record

RANGE_FORMATS = ("table", "json", *FORMATS)
"""Formats of `taxman range` and `taxman records`."""

FORMATS_HELP = (
    "json: JSON lines; csv; bfile: 'n score' lines as in an OEIS b-file; hoey: 'a(9)=30: 7,9,6,8' as in D. Hoey's "
    "notes on OEIS A019312; bvchess: one JSON array, as in B. Chess's program taxman."
)

_RANGE = re.compile(r"\s*([0-9]+)\s*(?:-|\.\.)\s*([0-9]+)\s*\Z")
_LONG_GAME = 14
_GAME_WIDTH = 79
_ANY_WIDTH = 10_000
"""A width larger than any table's, for measuring tables."""


def read_pot(text: str) -> int | tuple[int, ...]:
    """Read a pot: the N of {1..N}, or a list of numbers."""
    return number_list(text) if "," in text or len(text.split()) > 1 else whole(text)


def given_pot(pot: int | tuple[int, ...] | None) -> dict[str, Any]:
    """Return the result of `read_pot` as a keyword argument of a question, ``n`` or ``pot``; empty for ``None``."""
    return {} if pot is None else {"n": pot} if isinstance(pot, int) else {"pot": pot}


def range_end(text: str) -> int | tuple[int, int]:
    """Parse the first number of a range, or a whole range such as ``1-10`` or ``1..10``."""
    match = _RANGE.match(text)
    return (whole(match[1]), whole(match[2])) if match else whole(text)


def range_ends(first: int | tuple[int, int], last: int | None) -> tuple[int, int | None]:
    """Combine a range that is given as one word or as two, and refuse a third number."""
    if isinstance(first, int):
        return first, last
    if last is not None:
        refuse(f"the range {first[0]}-{first[1]} has both its ends; leave {last} out")
    return first


def check_format(ctx: click.Context, form: str | None, *, as_json: bool) -> None:
    """Raise an error if two formats are requested."""
    if as_json and form != "json" and ctx.get_parameter_source("form") is ParameterSource.COMMANDLINE:
        refuse(f"--format {form} and --json exclude each other; give one of them")


def check_range(first: int, last: int) -> None:
    """Raise an error if a range is empty or begins below 1."""
    if first > last:
        refuse(f"the range {first} to {last} is empty; A must not exceed B, as in {max(1, last)} {max(1, first)}")
    if first < 1:
        refuse(f"the range {first} to {last} begins too early; N starts at 1, as in 1 {max(last, 1)}")


def command_line(ctx: click.Context, *, arguments: Sequence[object] | None = None, add: str = "") -> str:
    """Return the current command line, with its options, for users to copy.

    ``arguments`` replaces the arguments, and ``add`` adds an option.
    """
    words = ["perfectplay", "taxman", str(ctx.info_name)]
    given = [
        (param, ctx.params[param.name])
        for param in ctx.command.params
        if param.name is not None and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]
    words += map(str, [_word(value) for param, value in given if isinstance(param, click.Argument)])
    if arguments is not None:
        words[3:] = map(str, arguments)
    for param, value in given:
        if isinstance(param, click.Option):
            words.append(param.opts[-1])
            if not param.is_flag:
                words.append(_word(value))
    if add:
        words.append(add)
    return shlex.join(words)


def _word(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def echo_line(line: str) -> None:
    """Print a line, wrapped between words to fit the terminal, because the terminal would break inside words."""
    # In a table, keep the spaces that align the columns.
    if len(line) > _room():
        line = "\n".join(textwrap.wrap(line, _room(), break_long_words=False, break_on_hyphens=False))
    click.echo(line)


def _room(most: int = _ANY_WIDTH) -> int:
    """Return the maximum length of a line: ``most``, or less if the output goes to a narrower terminal."""
    return min(most, shutil.get_terminal_size().columns) if is_terminal(sys.stdout) else most


@dataclass(frozen=True, slots=True)
class SolvedText:
    """A solved position for display: its start, its solution, and the source of the solution in words."""

    position: TaxmanPosition
    answer: TaxmanSolved
    origin: str

    @classmethod
    def of(cls, position: TaxmanPosition, answer: TaxmanSolved, anew: str) -> SolvedText:
        """Build a display from a solver's answer; if it is from the records, ``anew`` is the command that searches."""
        origin = f"{answer.seconds:.2f} s, source: {answer.source}"
        if answer.source == "records":
            origin += f" (proven earlier, the moves replayed); to search anew: {anew}"
        return cls(position, answer, origin)

    @classmethod
    def of_record(cls, record: Record) -> SolvedText:
        """Build a display from a row of the table of records."""
        origin = f"proof: {record.note}; to search anew: perfectplay taxman solve {record.n} --no-records"
        return cls(TaxmanPosition.new(record.n), TaxmanSolved.of_record(record), origin)

    @property
    def proven(self) -> bool:
        """Return whether the score is proven best."""
        return self.answer.status == "optimal"

    @property
    def title(self) -> str:
        """Describe the pot."""
        pot = self.position.start_pot
        start = f"N = {pot.n}" if pot.n is not None else f"Pot of {len(pot.numbers)} numbers"
        made = len(self.position.moves)
        return f"{start} after {made} move{'s' if made > 1 else ''}" if made else start

    @property
    def verdict(self) -> str:
        """Describe the score and the bound in one line."""
        answer = self.answer
        if answer.worst:
            claim = f"least score {answer.score} if you go on while you can, proven"
        elif self.proven:
            claim = f"best score {answer.score}, proven optimal"
        else:
            claim = f"best score found {answer.score}, none can exceed {answer.upper}: not proven optimal"
        return f"{self.title}: {claim}; taxman {answer.taxman}"

    @property
    def more(self) -> str:
        """Describe further facts about the game in one line."""
        answer = self.answer
        picked = "no pick" if answer.lowest is None else f"lowest pick {answer.lowest}"
        share = f"{float(100 * answer.share):.1f} % of the pot"
        return f"margin {answer.margin:+d}; {share}; {picked}; {_remainder(answer.remainder)}"


def _remainder(numbers: Sequence[int]) -> str:
    if not numbers:
        return "no remainder"
    shown = " ".join(map(str, numbers)) if len(numbers) <= _LONG_GAME else f"of {len(numbers)} numbers"
    return f"remainder {shown} (sum {sum(numbers)}): neither taken nor tax, to the taxman"


def solved_lines(shown: SolvedText) -> Iterable[str]:
    """Describe a solution in plain lines."""
    width = len(str(len(shown.answer.moves)))
    for i, step in enumerate(shown.answer.moves, 1):
        yield f"{i:{width}d}. take {step.take}, tax {' '.join(map(str, step.tax))}"
    yield shown.verdict
    yield shown.more
    yield shown.origin


def all_best_lines(answer: TaxmanSolved) -> Iterable[str]:
    """Describe how many best games there are, if requested, and how they differ from the displayed one."""
    if not isinstance(answer, TaxmanAllBest):
        return
    sets, games = answer.best_sets, answer.best_games
    orders = "more orders than are counted here" if games is None else counted(games, "best game")
    if len(sets) == 1:
        yield f"No other numbers reach this score; {orders}."
        return
    yield f"{len(sets):,} sets of numbers reach this score; {orders}.  The other sets, compared with this one:"
    shown = {step.take for step in answer.moves}
    for taken in map(set, sets):
        if taken != shown:
            left, instead = (" ".join(map(str, sorted(some))) for some in (shown - taken, taken - shown))
            yield f"  instead of {left}: {instead}"


def show_solved(shown: SolvedText, *, moves: bool = False) -> None:
    """Print a solution in the style for standard output; with ``moves``, print each move on a separate line."""
    if is_terminal(sys.stdout):
        print_solved(shown, console(), moves=moves)
    else:
        for line in solved_lines(shown):
            click.echo(line)


def print_solved(shown: SolvedText, screen: Console, *, moves: bool = False) -> None:
    """Draw a solution in a terminal; the verdict comes last so that it stays visible."""
    from rich.table import Table
    from rich.text import Text

    steps = shown.answer.moves
    table = Table(header_style="bold")
    for name in ("move", "take", "tax", "you", "taxman"):
        table.add_column(name, justify="left" if name == "tax" else "right")
    you, taxman = shown.position.scores()
    listed = moves or len(steps) <= _LONG_GAME
    for i, step in enumerate(steps if listed else (), 1):
        you += step.take
        taxman += sum(step.tax)
        paid = " ".join(map(str, step.tax))
        table.add_row(str(i), f"[bold]{step.take}[/bold]", paid, str(you), str(taxman))
    # Draw no table if the terminal is so narrow that words in cells would break.
    needed = screen.measure(table, options=screen.options.update(width=_ANY_WIDTH)).minimum
    if listed and needed <= screen.width:
        screen.print(table)
    else:
        line = Text()
        for step in steps:
            line.append(str(step.take), style="bold green")
            line.append(f"{_tax(step)}  ", style="dim")
        screen.print("[bold]take[/bold][dim](tax)[/dim] in playing order:")
        screen.print(line)
    screen.print(Text(shown.verdict, style="bold green" if shown.proven else "bold yellow"))
    screen.print(Text(shown.more))
    screen.print(Text(shown.origin, style="dim"))


def _tax(step: TaxmanStep) -> str:
    # Use no spaces, so that a line never breaks between a move and its tax.
    return f"({','.join(map(str, step.tax))})"


def game_lines(row: SolvedPot) -> list[str]:
    """Format the game of a solved pot {1..N} in lines: the numbers taken, with the tax on each, in playing order."""
    words = [f"{step.take}{_tax(step)}" for step in steps(TaxmanPosition.new(row.n), row.moves)]
    indent = " " * 8
    return textwrap.wrap(
        "  ".join(words), _room(_GAME_WIDTH), initial_indent=indent, subsequent_indent=indent, break_long_words=False
    )


_COLUMNS = {
    "n": ">6",
    "score": ">10",
    "taxman": ">10",
    "upper": ">10",
    "status": "<8",
    "seconds": ">9",
    "source": "<7",
    "proof": "<8",
    "leaves": ">7",
}
_FIRST = ("n", "score", "taxman", "upper", "status")
_LEFT_OUT = ("seconds", "leaves", "source", "proof", "taxman", "upper")
"""Columns that a narrow terminal omits, the least important first."""


def table_columns(more: Sequence[str]) -> tuple[str, ...]:
    """Choose the columns of a table of solved pots: the usual and additional ones that fit into the terminal."""
    columns = [*_FIRST, *more]
    for name in _LEFT_OUT:
        if len(table_header(columns)) <= _room():
            break
        columns = [column for column in columns if column != name]
    return tuple(columns)


def table_header(columns: Sequence[str]) -> str:
    """Return the header of a table whose rows `table_line` formats; no row is longer."""
    return "  ".join(f"{name:{_COLUMNS[name]}}" for name in columns)


def table_line(row: SolvedPot, columns: Sequence[str]) -> str:
    """Format some attributes of a solved pot {1..N} as a line."""
    values = (taxman_score(row) if name == "taxman" else getattr(row, name) for name in columns)
    cells = (f"{value:.2f}" if isinstance(value, float) else value for value in values)
    return "  ".join(f"{cell:{_COLUMNS[name]}}" for name, cell in zip(columns, cells, strict=True)).rstrip()


BOUND_TITLES: Mapping[str, str] = {
    "half": "half pot, formula (3)",
    "primes": "primes corrected, formula (8)",
    "asymptotic": "asymptotic, formula (13): an approximation, not a bound",
    "matching": "matching, formula (2)",
    "cuts": "matching and cuts",
}
"""Names of the bounds, whose formulas A. F. Franklín and R. K. Moniot published in 2022."""


_VALUE_WIDTH = 12
_BOUND_WIDTH = max(map(len, BOUND_TITLES.values()))


def _bound_row(title: str, shown: str) -> str:
    """Format a title and its value side by side; in a narrow terminal the title is wrapped."""
    width = max(_VALUE_WIDTH, _room(_BOUND_WIDTH + 2 + _VALUE_WIDTH) - 2 - _VALUE_WIDTH)
    *above, last = textwrap.wrap(title, width)
    return "\n".join([*above, f"{last:<{width}}  {shown:>{_VALUE_WIDTH}}"])


def bound_head(n: int) -> str:
    """Return the header of the table whose rows `bound_line` formats."""
    return _bound_row("bound", f"N = {n}")


def bound_line(key: str, value: float | None) -> str:
    """Format a bound as a line: a dash for ``None``, and a ``~`` before an approximation."""
    shown = "-" if value is None else f"~{value:.0f}" if isinstance(value, float) else str(value)
    return _bound_row(BOUND_TITLES[key], shown)
