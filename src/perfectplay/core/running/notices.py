"""One line for those who wait: what a program says beside its answer.

Notices go through the standard library's logging, below the logger ``perfectplay``: a program that uses this package
silences, redirects or collects them as it does with any other log.  Without a handler Python writes warnings to
standard error, which is where they belong in a pipe; the command line and the web app have handlers of their own.
"""

from __future__ import annotations

import logging

__all__ = ["LOGGER", "log_stage", "notify"]

LOGGER = logging.getLogger("perfectplay")
"""Where all notices go: ``WARNING`` for a line that everybody should see, ``INFO`` for the stages of long work."""


def notify(text: str) -> None:
    """Tell, without a full stop, why an answer takes longer, as while something is compiled, or what is not kept.

    Examples
    --------
    >>> notify("the file has been repaired")  # a shell that listens shows it
    """
    # Whole, as an argument: a handler whose reader speaks another language can translate it.
    LOGGER.warning("%s", text)


def log_stage(text: str) -> None:
    """Tell in a line without a full stop what long work does now, for ``--verbose``; usually it is not shown.

    Examples
    --------
    >>> log_stage("round 3: bound 41")
    """
    LOGGER.info("%s", text)
