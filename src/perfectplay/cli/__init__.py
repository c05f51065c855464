"""The command line: parsing and printing, without any rules of games or mathematics.

This module defines how the program ends after Ctrl-C, a batch queue's signal or a closed terminal. It is loaded before
anything else, so it imports as little as possible.
"""

import os
import signal

ENDINGS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else ()))
"""Signals that end the program: Ctrl-C, and those that batch queues and closed terminals send."""

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 plus the signal's number, as in shells."""


def leave(number: int, _frame: object) -> None:
    """End the program at once on Ctrl-C, before or after the work, when nothing can be lost.

    Raising an exception would not be enough: during an import, it may be replaced by another one or vanish.
    """
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(128 + number)
