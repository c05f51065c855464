"""Where output goes: JSON, consoles, progress, and whether a file can be written."""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.notices import LOGGER
from perfectplay.core.progress import Progress

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bars

__all__ = ["ProgressLine", "check_writable", "console", "emit_json", "is_terminal", "print_notices", "show_progress"]

_REFRESH = 8


def emit_json(record: object) -> None:
    """Print one object on one line of standard output, at once."""
    click.echo(json.dumps(record, ensure_ascii=False))


def is_terminal(stream: IO[Any]) -> bool:
    """Whether a person is looking: a terminal that can do more than append lines."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def console(*, stderr: bool = False) -> Console:
    """Open a rich console; it honours ``NO_COLOR`` and the terminal's width by itself."""
    # rich takes a tenth of a second to import; only a terminal needs it.
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=stderr, highlight=False)


def check_writable(path: str | Path | None) -> None:
    """Find out before hours of work whether a file can be written at their end.

    Raises
    ------
    PerfectPlayError
        If it cannot.
    """
    if path is None:
        return
    target = Path(path)
    advice = "give the name of a file in a folder that can be written"
    if target.is_dir():
        message = f"cannot write {quote_path(target)}: it is a directory; {advice}"
        raise PerfectPlayError(message)
    try:
        # Files are written under a temporary name beside the target, so this is the very permission needed.
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except OSError as error:
        message = f"cannot write {quote_path(target)}: {error.strerror or error}; {advice}"
        raise PerfectPlayError(message) from error


def progress_text(progress: Progress) -> str:
    """Put a snapshot of long work into one line."""
    parts = [progress.stage]
    if progress.total is not None:
        parts.append(f"{progress.done} of {progress.total}")
    if progress.lower is not None:
        parts.append(f"found {progress.lower:,}")
    if progress.upper is not None:
        parts.append(f"bound {progress.upper:,}")
    if progress.gap is not None:
        parts.append(f"gap {progress.gap:,}")
    if progress.nodes:
        parts.append(f"nodes {progress.nodes:,}" + (f" + {progress.open_nodes:,}" if progress.open_nodes else ""))
    return "   ".join(parts)


class ProgressLine:
    """The line that tells how long work is getting on.  Use `show_progress` to get one; call it with snapshots.

    Parameters
    ----------
    bars
        What draws it, or ``None`` if nobody is looking.
    """

    def __init__(self, bars: Bars | None = None) -> None:
        self._bars = bars
        self._task = bars.add_task("starting") if bars is not None else None

    def __call__(self, progress: Progress) -> None:
        """Show a snapshot."""
        if self._bars is not None and self._task is not None:
            self._bars.update(self._task, description=progress_text(progress))

    def say(self, text: str) -> None:
        """Print a line of its own to standard error, above the line of progress if there is one."""
        if self._bars is None:
            click.echo(text, err=True)
        else:
            self._bars.console.print(text, markup=False, highlight=False, soft_wrap=True)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Get out of the way while something is printed, perhaps to the same terminal."""
        if self._bars is None:
            yield
            return
        self._bars.stop()
        yield
        self._bars.start()


_SHOWN: list[ProgressLine] = [ProgressLine()]
"""The lines of progress on screen, the topmost last; the first is there always and draws nothing."""


class _Notices(logging.Handler):
    """Prints what the library says beside its answers."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one notice to standard error; an error there must not end the work."""
        with suppress(OSError):
            _SHOWN[-1].say(self.format(record))


def print_notices(*, verbose: bool = False) -> None:
    """Print notices to standard error from now on.

    Parameters
    ----------
    verbose
        The stages of long work, too.
    """
    if not any(isinstance(handler, _Notices) for handler in LOGGER.handlers):
        LOGGER.addHandler(_Notices())
        LOGGER.propagate = False
    LOGGER.setLevel(logging.INFO if verbose else logging.WARNING)


@contextmanager
def show_progress(*, quiet: bool = False) -> Iterator[ProgressLine]:
    """Draw a line on standard error while work goes on, if standard error is a terminal; leave no trace of it.

    Parameters
    ----------
    quiet
        Draw nothing in any case.
    """
    if quiet or not is_terminal(sys.stderr):
        yield ProgressLine()
        return
    # rich takes a tenth of a second to import; only a terminal needs it.
    from rich import progress as rich_progress  # noqa: PLC0415

    with rich_progress.Progress(
        rich_progress.SpinnerColumn(),
        rich_progress.TextColumn("{task.description}  ", markup=False),
        rich_progress.TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
        refresh_per_second=_REFRESH,
        # Redirection would send what belongs on standard output to the terminal behind standard error.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bars:
        line = ProgressLine(bars)
        _SHOWN.append(line)
        try:
            yield line
        finally:
            _SHOWN.remove(line)
