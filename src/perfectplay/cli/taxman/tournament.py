"""The tournament's table as text: our figures, Trono's printed figures below them, and notes on differences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from perfectplay.core.running.interrupt import interrupted
from perfectplay.taxman.strategies.tournament import COLUMNS, HeadToHead, PrintedFigure, Standing, StrategyResults

_HEADS: Mapping[str, str] = {
    "sum_2_32": "sum 2..32",
    "optimal_agreements": "optimal",
    "average": "average",
    "n128": "N=128",
    "n256": "N=256",
    "n512": "N=512",
}
_STANDING_HEADS = ("of best", "worst", "at N", "taxman wins", "ties")
_WIDTH = 79
_NAME = 22
"""Width of the name column, for the longest built-in name; file names may need a line of their own."""

_DIFFERS, _FORMULA = "!", "*"


def collect(rows: Iterable[StrategyResults], strategies: Sequence[str]) -> tuple[list[StrategyResults], str]:
    """Collect rows as they are finished, until all are done, time runs out or Ctrl-C is pressed.

    Returns the rows in the order of the strategies, and the reason if rows are missing (otherwise an empty text).
    """
    collected: dict[str, StrategyResults] = {}
    stopped = ""
    try:
        for row in rows:
            collected[row.strategy] = row
    except TimeoutError:
        stopped = "the time is up"
    except BaseException as error:
        if not interrupted(error):
            raise
        stopped = "interrupted"
    return [collected[name] for name in strategies if name in collected], stopped


def table_lines(rows: Sequence[StrategyResults], cells: Sequence[PrintedFigure]) -> Iterator[str]:
    """Format a tournament's table, at most 79 characters wide if no figure has more than six digits.

    The head names the columns that have a figure. Each row is a line, with any printed figures in brackets below it.
    Printed rows for which we have no strategy come last. Below the table are the results against perfect play
    and the taxman, a legend, and the notes, each once.
    """
    printed: dict[str, dict[str, PrintedFigure]] = {}
    for cell in cells:
        printed.setdefault(cell.strategy or cell.printed_row, {})[cell.column] = cell
    # Printed averages are integers, so round ours if printed averages appear beside them.
    whole = any(cell.column == "average" for cell in cells)
    columns = [name for name in COLUMNS if any(getattr(row, name) is not None for row in rows)]
    table = [
        line
        for row in rows
        for line in _lines(row, columns, printed.get(row.strategy), marked=bool(cells), whole=whole)
    ]
    unplayed = dict.fromkeys(cell.printed_row for cell in cells if cell.strategy is None)
    table += [(f"{number}, printed only", _in_brackets(columns, printed[number])) for number in unplayed]
    # Give marks and brackets a column of their own, so that digits are aligned.
    widths = [max(len(_HEADS[name]), *(len(texts[i]) for _, texts in table)) for i, name in enumerate(columns)]
    yield _line("strategy", [_HEADS[name] for name in columns], widths)
    for name, texts in table:
        if len(name) > _NAME:
            yield name
        yield _line(name if len(name) <= _NAME else "", texts, widths)
    yield ""
    standings = {row.strategy: row.standing for row in rows if row.standing is not None}
    if standings:
        yield from _standing_lines(standings)
        yield ""
    if "optimal_agreements" in columns:
        yield from _wrapped("optimal: for how many of the N = 2..32 the score is the best possible one")
    if any(standing.share is not None for standing in standings.values()):
        yield from _wrapped(
            "of best: the sum of the scores as a share of that of the best possible ones; worst: the smallest share, "
            "and the first N that has it"
        )
    if any(row.kind == "formula" for row in rows):
        yield from _wrapped(f"{_FORMULA} a sum that is not a legal game's score: for most N no game takes its numbers")
    if cells:
        source = 'J. A. Trono, "Taxman revisited" (1994)'
        notes = _notes(cells)
        yield from _wrapped(f"(in brackets) as printed by {source}; {_DIFFERS} differs from it{':' if notes else ''}")
        for note, names in notes.items():
            yield from _wrapped(f"{names}: {note}", "  ")


def _standing_lines(standings: Mapping[str, Standing]) -> Iterator[str]:
    table = {name: _standing_texts(standing) for name, standing in standings.items()}
    # Beyond the table of proven scores, there are no figures for perfect play.
    shown = [i for i in range(len(_STANDING_HEADS)) if any(texts[i] for texts in table.values())]
    heads = [_STANDING_HEADS[i] for i in shown]
    widths = [max(len(head), 8) for head in heads]
    yield _line("strategy", heads, widths)
    for name, texts in table.items():
        if len(name) > _NAME:
            yield name
        yield _line(name if len(name) <= _NAME else "", [texts[i] for i in shown], widths)
    sides_of: dict[str, list[str]] = {}
    for name, standing in standings.items():
        sides = (("wins", standing.lost), ("ties", standing.tied))
        words = ", and ".join(f"{result} for N={_spans(numbers)}" for result, numbers in sides if numbers)
        if words:
            sides_of.setdefault(words, []).append(name)
    for words, names in sides_of.items():
        yield from _wrapped(f"the taxman {words} against {', '.join(names)}", "  ")


def _standing_texts(standing: Standing) -> list[str]:
    share, worst = (
        "" if figure is None else f"{float(100 * figure):.2f} %" for figure in (standing.share, standing.worst_share)
    )
    at = "" if standing.worst_n is None else str(standing.worst_n)
    return [share, worst, at, str(len(standing.lost)), str(len(standing.tied))]


def _spans(numbers: Sequence[int]) -> str:
    """Format ascending numbers, with runs as ranges."""
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1] = (spans[-1][0], number)
        else:
            spans.append((number, number))
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)


def versus_line(duel: HeadToHead) -> str:
    """Describe the result of one strategy against another."""
    counts = f"wins {duel.wins}, losses {duel.losses}, ties {duel.ties}"
    return f"{duel.strategy} against {duel.opponent}, N = {duel.first}..{duel.last}: {counts}"


def _lines(
    row: StrategyResults,
    columns: Sequence[str],
    printed: Mapping[str, PrintedFigure] | None,
    *,
    marked: bool,
    whole: bool,
) -> Iterator[tuple[str, list[str]]]:
    texts = []
    for column in columns:
        value = getattr(row, column)
        text = str(value)
        if column == "average":
            text = str(round(value)) if whole else f"{float(value):.1f}"
        if marked:
            text += _DIFFERS if printed and column in printed and not printed[column].agrees else " "
        texts.append(text)
    yield f"{row.strategy}{_FORMULA if row.kind == 'formula' else ''}", texts
    if printed:
        (number,) = {cell.printed_row for cell in printed.values()}
        yield f"  printed {number}", _in_brackets(columns, printed)


def _in_brackets(columns: Iterable[str], printed: Mapping[str, PrintedFigure]) -> list[str]:
    return [f"({printed[column].printed})" if column in printed else "" for column in columns]


def _line(name: str, texts: Iterable[str], widths: Iterable[int]) -> str:
    cells = "".join(f"  {text:>{width}}" for text, width in zip(texts, widths, strict=True))
    return f"{name:<{_NAME}}{cells}".rstrip()


def _notes(cells: Sequence[PrintedFigure]) -> dict[str, str]:
    """Map each note to the strategies whose figures it explains, with their columns unless it explains all of them."""
    notes: dict[str, dict[str, list[str]]] = {}
    for cell in cells:
        if not cell.agrees:
            notes.setdefault(cell.note, {}).setdefault(cell.strategy or cell.printed_row, []).append(cell.column)
    count = {name: sum((cell.strategy or cell.printed_row) == name for cell in cells) for name in _names(notes)}
    return {
        note: "; ".join(
            name if len(columns) == count[name] else f"{name}, {' and '.join(_HEADS[column] for column in columns)}"
            for name, columns in about.items()
        )
        for note, about in notes.items()
    }


def _names(notes: Mapping[str, Mapping[str, object]]) -> set[str]:
    return {name for about in notes.values() for name in about}


def _wrapped(text: str, indent: str = "") -> list[str]:
    # Do not break at hyphens, which occur in strategies' names.
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
