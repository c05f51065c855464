"""What Taxman's commands say: JSON records, lines of text and tables.  Nothing here is computed, only arranged."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfectplay.core.result import Result
from perfectplay.taxman.rules import TaxmanPosition

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "BOUND_TITLES",
    "RANGE_FORMATS",
    "Solved",
    "bound_head",
    "bound_line",
    "csv_header",
    "hoey_lines",
    "print_solved",
    "range_line",
    "solved_lines",
    "table_header",
]

RANGE_FORMATS = ("table", "json", "csv", "bfile", "hoey")
"""Formats of `taxman range`."""

_HOEY_WIDTH = 70
_LONG_GAME = 14


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved position, ready to be shown.

    Attributes
    ----------
    position
        Where the solution begins.
    score, upper
        The player's best final score found, and the proven bound on any.
    status
        ``"optimal"`` or ``"bounded"``.
    moves
        From the position on.
    seconds
        Wall-clock time.
    source
        ``"search"`` or ``"records"``.
    """

    position: TaxmanPosition
    score: int
    upper: int
    status: str
    moves: tuple[int, ...]
    seconds: float
    source: str

    @classmethod
    def of(cls, position: TaxmanPosition, result: Result) -> Solved:
        """Arrange a solver's result."""
        return cls(
            position,
            int(result.value),
            int(result.upper),
            result.status,
            result.moves,
            result.seconds,
            str(result.provenance["source"]),
        )

    @property
    def taxman(self) -> int:
        """The taxman's final score: everything that the player does not get."""
        return self.position.start_pot.total - self.score

    @property
    def proven(self) -> bool:
        """Whether the score is known to be the best possible."""
        return self.status == "optimal"

    @property
    def title(self) -> str:
        """What was solved."""
        pot = self.position.start_pot
        start = f"N = {pot.n}" if pot.n is not None else f"Pot of {len(pot.numbers)} numbers"
        made = len(self.position.moves)
        return f"{start} after {made} move{'s' if made > 1 else ''}" if made else start

    @property
    def verdict(self) -> str:
        """What is known, in one line."""
        if self.proven:
            claim = f"best score {self.score}, proven optimal"
        else:
            claim = f"best score found {self.score}, none can exceed {self.upper}: not proven optimal"
        return f"{self.title}: {claim}; taxman {self.taxman}"

    def steps(self) -> list[dict[str, Any]]:
        """List the moves and the tax on each, by the rules, in playing order."""
        steps: list[dict[str, Any]] = []
        position = self.position
        for move in self.moves:
            steps.append({"take": move, "tax": list(position.tax(move))})
            position = position.play(move)
        return steps

    def record(self) -> dict[str, Any]:
        """Build the JSON object."""
        return {
            "n": self.position.start_pot.n,
            "position": self.position.id,
            "score": self.score,
            "taxman": self.taxman,
            "upper": self.upper,
            "status": self.status,
            "moves": self.steps(),
            "seconds": round(self.seconds, 3),
            "source": self.source,
        }


def solved_lines(solved: Solved) -> Iterable[str]:
    """Describe a solution in plain lines."""
    steps = solved.steps()
    width = len(str(len(steps)))
    for i, step in enumerate(steps, 1):
        yield f"{i:{width}d}. take {step['take']}, tax {' '.join(map(str, step['tax']))}"
    yield solved.verdict
    yield f"{solved.seconds:.2f} s, source: {solved.source}"


def print_solved(solved: Solved, console: Console) -> None:
    """Draw a solution on a terminal, the verdict last so that it stays in view."""
    # Only a terminal needs rich.
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    steps = solved.steps()
    if len(steps) <= _LONG_GAME:
        table = Table(header_style="bold")
        for name in ("move", "take", "tax", "you", "taxman"):
            table.add_column(name, justify="left" if name == "tax" else "right")
        you, taxman = solved.position.scores()
        for i, step in enumerate(steps, 1):
            you += step["take"]
            taxman += sum(step["tax"])
            paid = " ".join(map(str, step["tax"]))
            table.add_row(str(i), f"[bold]{step['take']}[/bold]", paid, str(you), str(taxman))
        console.print(table)
    else:
        line = Text()
        for step in steps:
            # No blank inside, so that a move and its tax stay on one line.
            line.append(str(step["take"]), style="bold green")
            line.append(f"({','.join(map(str, step['tax']))})  ", style="dim")
        console.print("[bold]take[/bold][dim](tax)[/dim] in playing order:")
        console.print(line)
    style = "bold green" if solved.proven else "bold yellow"
    console.print(Text(solved.verdict, style=style))
    console.print(Text(f"{solved.seconds:.2f} s, source: {solved.source}", style="dim"))


_COLUMNS = ("n", "score", "taxman", "upper", "status", "seconds", "source")
_TABLE = "{:>6}  {:>10}  {:>10}  {:>10}  {:<8}  {:>9}  {:<7}"


def table_header() -> str:
    """Head of the table that `range_line` continues."""
    return _TABLE.format(*_COLUMNS).rstrip()


def csv_header() -> str:
    """Head of the CSV file that `range_line` continues."""
    return ",".join((*_COLUMNS, "moves"))


def hoey_lines(solved: Solved) -> str:
    """Write a game as D. Hoey does in his notes on OEIS A019312: ``a(9)=30: 7,9,6,8``, broken at column 70."""
    head = f"a({solved.position.start_pot.n})={solved.score}:"
    if not solved.moves:
        return head
    room = _HOEY_WIDTH - len(head) - 1
    lines = [""]
    for i, move in enumerate(solved.moves, 1):
        word = f"{move}," if i < len(solved.moves) else str(move)
        if len(lines[-1]) + len(word) > room:
            lines.append("")
        lines[-1] += word
    return f"{head} " + ("\n" + " " * (len(head) + 1)).join(lines)


def range_line(solved: Solved, form: str) -> str:
    """Put one row of a range into the given format (one of ``"table"``, ``"csv"``, ``"bfile"``, ``"hoey"``).

    The two OEIS formats have no way to say "not proven", so an open value becomes a comment there.
    """
    if form in {"bfile", "hoey"} and not solved.proven:
        return f"# {solved.position.start_pot.n}: between {solved.score} and {solved.upper}, not proven"
    if form == "bfile":
        return f"{solved.position.start_pot.n} {solved.score}"
    if form == "hoey":
        return hoey_lines(solved)
    cells = (
        solved.position.start_pot.n,
        solved.score,
        solved.taxman,
        solved.upper,
        solved.status,
        f"{solved.seconds:.2f}",
        solved.source,
    )
    if form == "table":
        return _TABLE.format(*cells).rstrip()
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow((*cells, " ".join(map(str, solved.moves))))
    return line.getvalue()


BOUND_TITLES: Mapping[str, str] = {
    "half": "half pot, formula (3)",
    "primes": "primes corrected, formula (8)",
    "asymptotic": "asymptotic, formula (13): an approximation, not a bound",
    "matching": "matching, formula (2)",
    "cuts": "matching and cuts",
}
"""Names of the bounds; the formulas are those of A. F. Franklin and R. K. Moniot (2022)."""


_BOUND_WIDTH = max(map(len, BOUND_TITLES.values()))


def bound_head(n: int) -> str:
    """Head of the table that `bound_line` continues."""
    return f"{'bound':<{_BOUND_WIDTH}}  {f'N = {n}':>12}"


def bound_line(key: str, value: float | None) -> str:
    """Put one bound into a line; ``None`` is a dash, and what is only approximate says so by a ``~``."""
    shown = "-" if value is None else f"~{value:.0f}" if isinstance(value, float) else str(value)
    return f"{BOUND_TITLES[key]:<{_BOUND_WIDTH}}  {shown:>12}"
