"""The command line, which parses and prints; the rules of games and the mathematics are elsewhere.

This module defines how the program ends after Ctrl-C, a batch queue's signal or a closed terminal. It is loaded before
anything else, so it imports as little as possible.
"""

import os
import signal

ENDINGS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else ()))
"""Signals that end the program, sent by Ctrl-C, a batch queue or a closed terminal."""

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 plus the signal's number, as in shells."""


def leave(number: int, _frame: object) -> None:
    """End the program at once if a signal arrives before or after the work, when nothing can be lost.

    Raising an exception would not be enough: during an import, it may be replaced by another one or vanish.
    """
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(128 + number)
