"""Support for notebooks: progress of long work, rows that survive an interrupt, pictures and tables.

This module imports no notebook packages: in a notebook, IPython has already been imported.
"""

from __future__ import annotations

import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from fractions import Fraction
from html import escape, unescape
from typing import Any, Generic, TypeVar

from perfectplay.core.progress import Estimate, Progress, notify, progress_text
from perfectplay.core.running.interrupt import interrupted
from perfectplay.core.text.texts import Text, grouped, say, translate

__all__ = ["MOST_ROWS", "NotebookLine", "Rows", "figure", "folded", "gather", "in_notebook", "progress_line", "table"]

MOST_ROWS = 100
"""Maximum number of rows of a table that are displayed."""

_PATIENT = 0.5
"""Seconds of work before the line of progress appears."""
_BETWEEN = 0.25
"""Seconds between two updates of the line."""
_CELL = 60
"""Maximum number of characters of a cell."""
_DECIMALS = 3
_SAID = {name: re.compile(rf"<{name}\b[^>]*>([^<]*)</{name}>") for name in ("title", "desc")}

Row = TypeVar("Row")
Row_co = TypeVar("Row_co", covariant=True)

Display = Callable[[object], Any]
"""A function that displays an object, and returns a handle with a method ``update``."""


# -- progress ------------------------------------------------------------------------------------------------------


class _Told:
    """One state of the progress line, shown as text or as HTML."""

    def __init__(self, text: str, progress: Progress | None) -> None:
        self._text = text
        self._progress = progress

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        state, bar = self._progress, ""
        if state is not None and state.total:
            bar = f'<progress max="{state.total}" value="{state.done}" aria-label="{escape(self._text)}"></progress> '
        return f'<div role="status">{bar}{escape(self._text)}</div>'


class NotebookLine:
    """A progress line for notebooks, to be used as a progress callback. Use `progress_line` to get one.

    Parameters
    ----------
    display
        Displays the line for the first time; ``None`` displays nothing.

    Attributes
    ----------
    ended
        How the work ended, if it did not finish: one sentence without a full stop.
    """

    def __init__(self, display: Display | None) -> None:
        self._display = display
        self._handle: Any = None
        self._changed = 0.0
        self._last: Progress | None = None
        self._estimate = Estimate()
        self.ended = ""

    def __call__(self, progress: Progress) -> None:
        """Store a snapshot, and show it unless another one was shown just before."""
        self._last = progress
        left = self._estimate.left(progress, progress.seconds)
        if not self.shown and progress.seconds < _PATIENT:
            return
        if not self.shown or abs(progress.seconds - self._changed) >= _BETWEEN:
            self._changed = progress.seconds
            self._show(progress_text(progress, left, ", "), progress)

    @property
    def shown(self) -> bool:
        """Return whether the line has been displayed."""
        return self._handle is not None

    def end(self) -> None:
        """Show how the work ended, if a line was displayed or the work did not finish."""
        if not self.shown and not self.ended:
            return
        seconds = f"{self._last.seconds if self._last else 0.0:.1f}"
        ended = self.ended or Text("done")
        self._show(say("{ended}, after {seconds} s", ended=ended, seconds=seconds), None)

    def _show(self, text: str, progress: Progress | None) -> None:
        if self._display is None:
            return
        line = _Told(text, progress)
        if self._handle is None:
            self._handle = self._display(line)
        else:
            self._handle.update(line)


def in_notebook() -> bool:
    """Return whether this program is the kernel of a notebook."""
    shell = sys.modules.get("IPython")
    return shell is not None and hasattr(shell.get_ipython(), "kernel")


def _display(content: object) -> Any:
    return sys.modules["IPython"].display.display(content, display_id=True)


@contextmanager
def progress_line(*, quiet: bool = False) -> Iterator[NotebookLine]:
    """Show the progress of long work in a notebook.

    Parameters
    ----------
    quiet
        Whether to stay silent outside a notebook; by default a notice says that there is no notebook.

    Yields
    ------
    NotebookLine
        To be passed as ``progress``. It appears after half a second, and finally shows how the work ended.

    Examples
    --------
    >>> import perfectplay
    >>> with perfectplay.progress_line(quiet=True) as line:
    ...     perfectplay.solve("taxman:10", progress=line).value
    40
    """
    notebook = in_notebook()
    if not notebook and not quiet:
        notify(Text("this is not a notebook, so no progress is shown; the work goes on"))
    line = NotebookLine(_display if notebook else None)
    try:
        yield line
    except BaseException as error:
        if interrupted(error):
            line.ended = Text("interrupted before the answer was known")
        elif line.shown:
            line.ended = Text("failed")
        line.end()
        raise
    line.end()


# -- rows ----------------------------------------------------------------------------------------------------------


class Rows(tuple[Row_co, ...], Generic[Row_co]):  # noqa: SLOT001  # a tuple cannot have slots of its own
    """A tuple of rows, which a notebook shows as a table.

    Attributes
    ----------
    stopped
        Why rows are missing, if some are: one sentence without a full stop.
    """

    stopped: str = ""

    def __repr__(self) -> str:
        """Return the number of rows only, because the rows themselves would fill the screen."""
        return f"<Rows: {len(self):,}{f', {self.stopped}' if self.stopped else ''}>"

    def _repr_html_(self) -> str:
        shown = self[:MOST_ROWS]
        records = [_record(row) for row in shown]
        # Leave out columns without a value.
        names = [
            name for name in (records[0] if records else ()) if any(record[name] is not None for record in records)
        ]
        counted = translate(Text.counted(len(self), "{count:,} row", "{count:,} rows"))
        if len(shown) < len(self):
            counted = say("{rows}, of which the first {shown} are shown", rows=counted, shown=grouped(len(shown)))
        caption = f"{counted}; {translate(self.stopped)}" if self.stopped else counted
        return table(([_cell(record[name]) for name in names] for record in records), names, caption)


def _record(row: object) -> dict[str, object]:
    """Map the names of a row's fields to their values, including the fields of nested dataclasses."""
    if not is_dataclass(row):
        cells = row if isinstance(row, tuple) else (row,)
        return {str(i): cell for i, cell in enumerate(cells, 1)}
    figures: dict[str, object] = {}
    for field in fields(row):
        value = getattr(row, field.name)
        if is_dataclass(value):
            figures |= _record(value)
        elif not isinstance(value, Mapping):
            figures[field.name] = value
    return figures


def _cell(value: object) -> str | None:
    if isinstance(value, Fraction) and value.denominator > 1:
        value = float(value)
    if isinstance(value, float):
        value = round(value, _DECIMALS)
    elif isinstance(value, tuple):
        value = " ".join(map(str, value))
    text = None if value is None else str(value)
    return text if text is None or len(text) <= _CELL else f"{text[: _CELL - 2].rstrip()} …"


def gather(work: Callable[..., Iterable[Row]], /, *arguments: Any, **options: Any) -> Rows[Row]:
    """Collect the rows of long work; keep finished rows when it is interrupted.

    Parameters
    ----------
    work
        A function that yields rows, such as `perfectplay.taxman.ranges.solve_range`.
    arguments, options
        Arguments of ``work``. Without ``progress``, a notebook shows a line of progress.

    Returns
    -------
    Rows
        All rows, or the rows before an interrupt or the time limit, with the reason why others are missing.

    Examples
    --------
    >>> from perfectplay.taxman.ranges import solve_range
    >>> [row.score for row in gather(solve_range, 8, 12)]
    [21, 30, 40, 44, 50]
    """
    rows: list[Row] = []
    stopped = ""
    with progress_line(quiet=True) as line:
        try:
            # Extend the list at once: in a loop, an interrupt between two steps could lose a row.
            rows.extend(work(*arguments, **{"progress": line, **options}))
        except TimeoutError:
            stopped = Text("the time is up")
        except BaseException as error:
            if not interrupted(error):
                raise
            stopped = Text("interrupted: the rows that were done are kept")
        line.ended = stopped
    partial_rows = Rows(rows)
    partial_rows.stopped = stopped
    return partial_rows


# -- HTML: in words, without colours, scripts or other hosts --------------------------------------------------------


def figure(svg: str) -> str:
    """Embed an SVG document in HTML: screen readers get its title, and its description is folded below.

    Examples
    --------
    >>> figure("<svg><title>Euclid: 3, 5</title></svg>")
    '<figure style="margin: 0"><img alt="Euclid: 3, 5" ...
    """
    # Use an image, because inline SVG would share its styles and ids with other pictures of the page.
    data = b64encode(svg.encode()).decode()
    title, description = (unescape(match[1]) if (match := word.search(svg)) else "" for word in _SAID.values())
    image = f'<img alt="{escape(title)}" style="max-width: 100%" src="data:image/svg+xml;base64,{data}">'
    caption = (
        f"<figcaption>{folded(say('The picture in words'), escape(description))}</figcaption>" if description else ""
    )
    return f'<figure style="margin: 0">{image}{caption}</figure>'


def folded(head: str, html: str) -> str:
    """Wrap HTML so that it is folded until users click on the line ``head``."""
    return f"<details><summary>{escape(head)}</summary>{html}</details>"


def table(rows: Iterable[Sequence[object]], head: Sequence[str] = (), caption: str = "") -> str:
    """Format a table, perhaps with a head. The first cell names its row, and ``None`` becomes an empty cell.

    Examples
    --------
    >>> table([["value", 3]], caption="1 < 3")
    '<table><caption>1 &lt; 3</caption><tbody><tr><th scope="row">value</th><td>3</td></tr></tbody></table>'
    """
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    above = f"<thead><tr>{names}</tr></thead>" if head else ""
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<table>{title}{above}<tbody>{body}</tbody></table>"


def _cells(row: Sequence[object]) -> str:
    first, *others = ("" if cell is None else escape(str(cell)) for cell in row)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in others)
