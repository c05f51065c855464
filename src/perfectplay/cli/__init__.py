"""The command line: parsing and printing. It has no rules and no mathematics.

This module defines how the program ends by Ctrl-C, a batch queue's signal or a closed terminal. It is loaded before
anything else, so it imports as little as possible.
"""

import os
import signal

ENDINGS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else ()))
"""Ctrl-C, and signals of batch queues and closed terminals, which end the program in the same way."""

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 plus the signal's number, as in shells."""


def leave(number: int, _frame: object) -> None:
    """End the program at Ctrl-C while nothing can be lost: before work begins, or after it.

    An exception would not be enough: if it is raised during an import, it may turn into another one, or vanish.
    """
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(128 + number)
