"""Output as JSON, on consoles and as progress, and a check whether a file can be written."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from perfectplay.cli.base import Function, refuse
from perfectplay.core.errors import PerfectPlayError, quote, quote_path
from perfectplay.core.progress import LOGGER, Estimate, Progress, progress_text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from rich.console import Console
    from rich.progress import Progress as Bars

_REFRESH = 8
_OPENED = frozenset({".svg", ".html"})
"""File name endings that tell other programs how to open a file."""
_STANDARD_OUTPUT = frozenset({"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
_MINUTE = 60
"""Seconds between two lines of progress in a log."""


def emit_json(record: object) -> None:
    """Print an answer as JSON on one line of standard output, at once."""
    from perfectplay.core.schema import to_json

    echo_data(to_json(record) + "\n")


def echo_data(text: str) -> None:
    """Print data for programs in UTF-8, regardless of the terminal's encoding."""
    click.echo(text.encode(), nl=False)


def present(answer: object, lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer as JSON, or its lines; if ``answer`` is a function, it is called only for JSON."""
    if as_json:
        emit_json(answer() if callable(answer) else answer)
        return
    for line in lines:
        click.echo(line)


def is_terminal(stream: IO[Any]) -> bool:
    """Return whether a stream is a terminal that can do more than append lines."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def console(*, stderr: bool = False) -> Console:
    """Open a rich console, which respects ``NO_COLOR`` and the terminal's width."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def displayed_path(path: str | Path) -> str:
    """Return a file's name, quoted if it would break the line."""
    return str(path) if str(path).isprintable() else quote_path(path)


def check_writable(path: str | Path | None, ending: str = "") -> None:
    """Check that a file can be written, before hours of work are spent on its content.

    Raises `PerfectPlayError` if it cannot, or if its name lacks the required ending.
    """
    if path is None:
        return
    import tempfile

    from perfectplay.core.running.files import check_ending, check_target

    try:
        # Writing begins with a temporary file beside the target, so test whether one can be made there.
        with tempfile.TemporaryFile(dir=check_target(path).parent):
            pass
    except OSError as error:
        problem = error.strerror or error
        raise PerfectPlayError(
            f"cannot write {quote_path(path)}: {problem}; give the name of a file in a folder that can be written"
        ) from error
    if ending:
        check_ending(path, ending)


def _check_named(option: str, path: str, example: str) -> None:
    if not path.strip():
        advice = f"give a file name, as in {option} {example}" if example else "give a file name, or leave it out"
        refuse(f"{option} {quote(path)} names no file; {advice}")
    if not example:
        return
    if path in _STANDARD_OUTPUT:
        refuse(f"{option} {path} would not write to standard output; give a file name")
    ending = Path(example).suffix
    check_writable(path, ending if ending in _OPENED else "")


json_option: Callable[[Function], Function] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON and nothing else on standard output."
)


def _complete_file(context: click.Context, option: click.Parameter, begun: str) -> list[CompletionItem]:
    from perfectplay.cli.completion import complete_file

    return complete_file(context, option, begun)


def file_option(*names: str, text: str, written: str = "") -> Callable[[Function], Function]:
    """Build an option that names a file.

    For an output file, ``written`` is an example of a good name, and the file is tested before the work. If other
    programs open such files by their ending, the path must have the same ending.
    """

    def check(_ctx: click.Context, _param: click.Parameter, path: str | None) -> str | None:
        if path is not None:
            _check_named(names[0], path, written)
        return path

    return click.option(*names, metavar="FILE", shell_complete=_complete_file, callback=check, help=text)


def svg_option(subject: str) -> Callable[[Function], Function]:
    """Build the option ``--svg`` for a command that can draw its answer."""
    return file_option("--svg", text=f"Draw {subject} into this file.", written="picture.svg")


def certificate_option(function: Function) -> Function:
    """Add the option ``--certificate``."""
    text = "Write the proof to this file (.gz and .xz are compressed), for `check`."
    return file_option("--certificate", text=text, written="proof.json")(function)


def check_picture(svg: str | None, position: Any) -> None:
    """Raise an error if a position cannot be drawn; call this before long work."""
    if svg is not None:
        position.draw()


class ProgressLine:
    """A line that shows the progress of long work. Use `show_progress` to get one; call it with snapshots.

    Without a terminal there are no ``bars``; then a line is printed every minute, for a log, unless ``quiet`` is set.
    """

    def __init__(
        self, bars: Bars | None = None, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._bars = bars
        self._task = bars.add_task("starting") if bars is not None else None
        self._quiet = quiet
        self._clock = clock
        self._estimate = Estimate()
        self._printed = clock()

    def __call__(self, progress: Progress) -> None:
        """Show a snapshot of the progress."""
        now = self._clock()
        left = self._estimate.left(progress, now)
        if self._bars is not None and self._task is not None:
            self._bars.update(self._task, description=progress_text(progress, left))
        elif not self._quiet and now - self._printed >= _MINUTE:
            self._printed = now
            self.write_line(f"still working: {progress_text(progress, left, ', ')}")

    def write_line(self, text: str) -> None:
        """Print a separate line to standard error, above the line of progress if there is one."""
        if self._bars is None:
            click.echo(text, err=True)
        else:
            self._bars.console.print(text, markup=False, highlight=False)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the line while other text is printed, perhaps to the same terminal."""
        if self._bars is None:
            yield
            return
        self._bars.stop()
        yield
        self._bars.start()


_SHOWN: list[ProgressLine] = [ProgressLine(quiet=True)]
"""Stack of active progress lines: the last one is current, and the first one is permanent and draws nothing."""


class _Notices(logging.Handler):
    """A handler that prints the library's notices."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a notice to standard error; if printing fails, the work continues."""
        with suppress(OSError):
            _SHOWN[-1].write_line(self.format(record))


def print_notices(*, verbose: bool = False) -> None:
    """Print notices to standard error from now on; with ``verbose``, print the stages of long work, too."""
    if not any(isinstance(handler, _Notices) for handler in LOGGER.handlers):
        LOGGER.addHandler(_Notices())
        LOGGER.propagate = False
    LOGGER.setLevel(logging.INFO if verbose else logging.WARNING)


@contextmanager
def show_progress(*, quiet: bool = False) -> Iterator[ProgressLine]:
    """Draw a line of progress on standard error during work, unless ``quiet``, and remove it at the end.

    If standard error is not a terminal, print a line every minute.
    """
    if quiet or not is_terminal(sys.stderr):
        yield ProgressLine(quiet=quiet)
        return
    from rich import progress as rich_progress

    with rich_progress.Progress(
        rich_progress.SpinnerColumn(),
        rich_progress.TextColumn("{task.description}  ", markup=False),
        rich_progress.TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
        refresh_per_second=_REFRESH,
        # Disable redirection, which would send standard output's text to the terminal of standard error.
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bars:
        line = ProgressLine(bars)
        _SHOWN.append(line)
        try:
            yield line
        finally:
            _SHOWN.remove(line)
