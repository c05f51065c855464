"""Tables of solved pots, taken from the table of records or a search, and the command that shows the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import click

from perfectplay.cli.base import Command, whole
from perfectplay.cli.output import emit_json, json_option
from perfectplay.cli.taxman.text import (
    FORMATS_HELP,
    RANGE_FORMATS,
    SolvedText,
    check_format,
    check_range,
    echo_line,
    game_lines,
    range_end,
    range_ends,
    show_solved,
    table_columns,
    table_header,
    table_line,
)
from perfectplay.core.errors import PerfectPlayError
from perfectplay.taxman.questions.table import SumUpRecords, TaxmanBoundedSummary
from perfectplay.taxman.rules import Pot
from perfectplay.taxman.solve import TaxmanSolved
from perfectplay.taxman.table.formats import FORMATS, RowWriter, SolvedPot

if TYPE_CHECKING:
    from perfectplay.taxman.ranges import SolvedRow
    from perfectplay.taxman.records import Records

_Solved = TypeVar("_Solved", bound=SolvedPot)


class RowPrinter(Generic[_Solved]):
    """A printer of solved pots that prints each one as soon as it is known.

    Parameters
    ----------
    more
        Attributes of the rows that a table or CSV shows in addition to the usual ones.
    answer
        Builds the answer of a row, for JSON.
    moves
        Whether a table shows the game below each row.
    """

    def __init__(
        self, form: str, more: Sequence[str], answer: Callable[[_Solved], TaxmanSolved], *, moves: bool = False
    ) -> None:
        self._answer = answer
        self._more = tuple(more)
        self._moves = moves
        self._form = form
        self._writer = RowWriter(form, more) if form in FORMATS else None
        self._headed = False
        self._columns: tuple[str, ...] = ()

    def row(self, row: _Solved) -> None:
        """Print a row; the head is printed before the first row, so bad input prints nothing."""
        if self._writer is not None:
            for line in self._writer.row(row):
                click.echo(line)
        elif self._form == "json":
            emit_json(self._answer(row))
        else:
            if not self._headed:
                self._columns = table_columns(self._more)
                echo_line(table_header(self._columns).rstrip())
            echo_line(table_line(row, self._columns))
            for line in game_lines(row) if self._moves else ():
                click.echo(line)
        self._headed = True

    def end(self, *, early: bool = False) -> None:
        """Print the lines after the last row; ``early`` means that rows are missing, perhaps all of them."""
        if self._writer is not None and not (early and not self._headed):
            for line in self._writer.end():
                click.echo(line)


def known_or_searched(first: int, last: int, search: Callable[[int, int], Iterator[SolvedRow]]) -> Iterator[SolvedRow]:
    """Yield rows from the table of records and the list of bounded results; search for the other N."""
    from perfectplay.taxman.ranges import SolvedRow
    from perfectplay.taxman.records import load_bounded, load_records

    proven: dict[int, Records] = {n: table for table in (load_records(), load_bounded()) for n in table.scores()}
    n = first
    while n <= last:
        if n in proven:
            row = proven[n][n]
            yield SolvedRow(n, row.score, row.upper, row.status, row.moves, 0.0, "records")
            n += 1
        else:
            end = next((m - 1 for m in proven if n < m <= last), last)
            yield from search(n, end)
            n = end + 1


@click.command(
    cls=Command,
    short_help="Show the table of solved pots.",
    epilog="Example: perfectplay taxman records 990 1000 --format bfile",
)
@click.argument("first", type=range_end, metavar="[A]", required=False)
@click.argument("last", type=whole, metavar="[B]", required=False)
@click.option("--format", "form", type=click.Choice(RANGE_FORMATS), help=f"{FORMATS_HELP}  A table by default.")
@click.option(
    "--bounded",
    is_flag=True,
    help="Show the list that goes on where the table ends: games, most of them not proven to be the best, with a bound "
    "that is proven.",
)
@json_option
@click.pass_context
def records(
    ctx: click.Context,
    *,
    first: int | tuple[int, int] | None,
    last: int | None,
    form: str | None,
    bounded: bool,
    as_json: bool,
) -> None:
    """Show the records of this program: pots {1..N} with a score that a certificate proves.

    With A, the game for N = A; with A and B, or A-B in one word, the records of A <= N <= B; without, a summary, or
    with --format all records.
    """
    from perfectplay.taxman.records import load_bounded, load_records

    check_format(ctx, form, as_json=as_json)
    if first is not None:
        first, last = range_ends(first, last)
    if first is not None and last is None and first < 1:
        Pot.up_to(first)
    elif first is not None and last is not None:
        check_range(first, last)
    if first is None and form is None:
        (_print_bounded_summary if bounded else _print_summary)(as_json=as_json)
    else:
        name, table = ("list", load_bounded()) if bounded else ("table", load_records())
        _print_rows(name, table, first, last, "json" if as_json else form)


def _print_rows(name: str, table: Records, first: int | None, last: int | None, form: str | None) -> None:
    end = max(table, default=0)
    low = min(table, default=1) if first is None else first
    high = end if first is None else first if last is None else last
    numbers = [n for n in table if low <= n <= high]
    if not numbers:
        wanted = f"N = {low}" if low == high else f"any N from {low} to {high}"
        known = f"the {name} has {len(table)}, from N = {min(table, default=0)} to {end}"
        raise PerfectPlayError(f"there is no record of {wanted}; {known}")
    if form is None and last is None:
        show_solved(SolvedText.of_record(table[low]))
        return
    printer = RowPrinter(form or "table", ("proof", "leaves"), TaxmanSolved.of_record)
    for n in numbers:
        printer.row(table[n])
    printer.end()
    if high > end:
        click.echo(f"The {name} ends at N = {end}.", err=True)


def _print_summary(*, as_json: bool) -> None:
    known = SumUpRecords().answer()
    if as_json:
        emit_json(known)
        return
    echo_line(f"{known.records} pots 1..N, from N = {known.first} to {known.last}; {known.optimal} best scores proven,")
    echo_line(f"without a hole up to N = {known.without_hole_up_to}.")
    echo_line(f"{known.searched} proofs are search trees, {known.unbranched} of them of a single leaf;")
    echo_line(f"{known.chained} follow from the score for N - 1.")
    echo_line("One of them: perfectplay taxman solve N.  All: perfectplay taxman records --format table.")


def _print_bounded_summary(*, as_json: bool) -> None:
    from perfectplay.taxman.records import load_bounded

    known = TaxmanBoundedSummary.of(load_bounded())
    if as_json:
        emit_json(known)
        return
    span = f"from N = {known.first} to {known.last}"
    echo_line(f"{known.records} pots 1..N beyond the table, {span}: games and proven bounds.")
    echo_line(f"{known.optimal} of the scores are proven to be the best; the others are at most")
    echo_line(f"{100 * known.largest_gap:.4f} % from it, and half of all N at most {100 * known.median_gap:.4f} %.")
    echo_line("One of them: perfectplay taxman records N --bounded.")
    echo_line("All of them: perfectplay taxman records --bounded --format table.")
