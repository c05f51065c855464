"""The command line: parsing and printing.  No rules and no mathematics live here.

Here is how the program ends when it is told to: by Ctrl-C, by a batch queue, by a terminal that is closed.  It is
loaded before anything else, so it imports as little as can be.
"""

import os
import signal

ENDINGS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else ()))
"""Ctrl-C, and the signals that end the program in the same way: of batch queues, and of terminals that are closed."""

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 and the signal's number, as shells have it."""


def leave(number: int, _frame: object) -> None:
    """End the program at Ctrl-C: no work has begun, or none is left, so that nothing is lost.

    An exception would not do: one that is raised while a module is imported may come out as another, or not at all.
    """
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(128 + number)
