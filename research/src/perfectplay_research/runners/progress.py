"""Show the progress of long work in a line on the terminal."""

from __future__ import annotations

import sys

import click

from perfectplay.core.progress import Progress, progress_text

__all__ = ["show"]


def show(progress: Progress) -> None:
    """Replace the last line by a new one if the output is a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{progress_text(progress)}", err=True, nl=False)
