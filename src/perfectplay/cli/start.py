"""The program's first lines: from here on, it has three streams, and Ctrl-C ends it, also while it is being loaded.

What this module imports is as little as can be: before it is loaded, Ctrl-C is Python's, with a traceback.
"""

import errno
import io
import os
import signal
import sys

from perfectplay.cli import ENDINGS, leave

_READER_GONE = 141
"""Exit status if nothing reads the output any more; that of SIGPIPE."""

_DIGITS = 4300
"""Digits of the longest integer that Python reads and writes unless told otherwise; no number here has half as many."""


def main() -> None:
    """Run the command ``perfectplay``."""
    _open_streams()
    for number in ENDINGS:
        # What a parent has ignored, as a shell has Ctrl-C in the background and nohup has SIGHUP, stays ignored.
        if signal.getsignal(number) in {signal.default_int_handler, signal.SIG_DFL}:
            signal.signal(number, leave)
    # A lower limit, which the environment may set, would refuse numbers that are legal here.
    if 0 < sys.get_int_max_str_digits() < _DIGITS:
        sys.set_int_max_str_digits(_DIGITS)
    # Loading the rest takes a tenth of a second, in which Ctrl-C should work, too.
    from perfectplay.cli.main import main as run

    run(prog_name="perfectplay")


class _Writer(io.BufferedWriter):
    """A standard stream that may fail: without an output the program ends, without standard error it is silent."""

    def write(self, data: bytes) -> int:  # type: ignore[override]  # of all that it may be given, text is written here
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
        # What is still in the buffer must not complain at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
        if self.fileno() != 1:
            return
        if isinstance(error, BrokenPipeError):
            # The reader has seen enough, as `head` has.
            raise SystemExit(_READER_GONE)
        problem = "it is closed" if error.errno == errno.EBADF else error.strerror
        sys.stderr.write(f"Error: cannot write the output: {problem}; send it where it can be written\n")
        raise SystemExit(2)


def _open_streams() -> None:
    """Put something behind streams that are closed, and let no error in writing come out as an exception.

    The next file that is opened, a database say, would get the number of a closed stream, and what is written to it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        before = getattr(sys, name)
        if before is None:
            # Nothing is to be read, errors are said to nothing, and an answer is refused: this one cannot be written.
            hole = os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
            os.set_inheritable(hole, True)  # noqa: FBT003  # it takes no keyword
        if number:
            # On Windows this finds the console, too.
            stream = _Writer(open(number, "wb", buffering=0, closefd=False))  # noqa: SIM115  # it stays open
            like = (before.encoding, before.errors, None, before.line_buffering) if before else ("utf-8",)
            setattr(sys, name, io.TextIOWrapper(stream, *like))
        elif before is None:
            sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # it stays open
