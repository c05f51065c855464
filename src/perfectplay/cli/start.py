"""The program's entry point, which opens the standard streams and lets Ctrl-C work even during loading.

This module imports as little as possible: until it is loaded, Ctrl-C makes Python print a traceback.
"""

import errno
import io
import os
import signal
import sys
from typing import TextIO

from perfectplay.cli import ENDINGS, leave

_READER_GONE = 141
"""Exit status if the reader of the output is gone, the same as after SIGPIPE."""

_DIGITS = 4300
"""Python's default limit on the digits of an integer; this program's numbers have fewer."""


def main() -> None:
    """Run the command ``perfectplay``."""
    _open_streams()
    for number in ENDINGS:
        # Keep ignoring signals that the parent ignores, such as Ctrl-C in the background, and SIGHUP under nohup.
        if signal.getsignal(number) in {signal.default_int_handler, signal.SIG_DFL}:
            signal.signal(number, leave)
    # A lower limit, which the environment may set, would refuse numbers that are legal for this program.
    if 0 < sys.get_int_max_str_digits() < _DIGITS:
        sys.set_int_max_str_digits(_DIGITS)
    # Loading the rest takes a tenth of a second, and Ctrl-C should work during this time, too.
    from perfectplay.cli.main import main as run

    run(prog_name="perfectplay")


class _Writer(io.BufferedWriter):
    """A standard stream that may fail: an error ends the program on standard output, but not on standard error."""

    def write(self, data: bytes) -> int:  # type: ignore[override]  # only text arrives
        try:
            return super().write(data)
        except OSError as error:
            self._give_up(error)
            return len(data)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        # Discard the text left in the buffer, which would cause an error at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
        if self.fileno() == 2:
            return
        if isinstance(error, BrokenPipeError):
            # The reader, such as `head`, has stopped reading.
            raise SystemExit(_READER_GONE)
        problem = "it is closed" if error.errno == errno.EBADF else error.strerror
        sys.stderr.write(f"Error: cannot write the output: {problem}; send it where it can be written\n")
        raise SystemExit(2)


def _open_streams() -> None:
    """Open closed standard streams, and keep write errors from raising exceptions.

    Otherwise the next opened file, such as a database, would get the descriptor and the output of a closed stream.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    for number, stream in enumerate(before):
        if stream is None:
            # Closed stdin reads as empty, stderr is discarded, and writing to stdout fails.
            hole = os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
            os.set_inheritable(hole, True)  # noqa: FBT003  # it takes no keyword
    if before[0] is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # it stays open
    sys.stdout = _writer(_own_output(), before[1])
    sys.stderr = _writer(2, before[2])


def _own_output() -> int:
    """Return a descriptor for this program's output; send other text on standard output to standard error.

    A C library that prints a line would damage JSON, HTML or CSV. A terminal keeps descriptor 1, because people read
    it, and line editing needs it.
    """
    if os.isatty(1):
        return 1
    output = os.dup(1)
    os.dup2(2, 1)
    return output


def _writer(number: int, like: TextIO | None) -> TextIO:
    # On Windows this opens the console, too.
    stream = _Writer(open(number, "wb", buffering=0, closefd=False))  # noqa: SIM115  # it stays open
    if like is None:
        return io.TextIOWrapper(stream, "utf-8")
    # Print a question mark for a character that the terminal lacks, instead of failing; data are written as bytes.
    errors = "replace" if like.errors == "strict" else like.errors
    return io.TextIOWrapper(stream, like.encoding, errors, line_buffering=bool(like.line_buffering))
