"""The program's first lines: from here on, Ctrl-C ends it with one line, also while it is still being loaded.

What this module imports is as little as can be: before it is loaded, Ctrl-C is Python's, with a traceback.
"""

import os
import signal
import sys

__all__ = ["INTERRUPTED", "leave", "main"]

INTERRUPTED = 130
"""Exit status after Ctrl-C."""

_DIGITS = 4300
"""Digits of the longest integer that Python reads and writes unless told otherwise; no number here has half as many."""


def main() -> None:
    """Run the command ``perfectplay``."""
    # Where a parent has Ctrl-C ignored, it stays ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    # A lower limit, which the environment may set, would refuse numbers that are legal here.
    if 0 < sys.get_int_max_str_digits() < _DIGITS:
        sys.set_int_max_str_digits(_DIGITS)
    # It takes a tenth of a second, in which Ctrl-C should work, too.
    from perfectplay.cli.main import main as run  # noqa: PLC0415

    run(prog_name="perfectplay")


def leave(_number: int, _frame: object) -> None:
    """End the program at Ctrl-C: no work has begun, or none is left, so that nothing is lost.

    An exception would not do: one that is raised while a module is imported may come out as another, or not at all.
    """
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(INTERRUPTED)
