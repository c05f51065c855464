"""What a game at the terminal needs, whichever game it is: answers, lines of input, lines that are packed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Answer", "ask_json", "ask_plain", "edit_lines", "packed"]

_ECHOED = 200
"""Longest line of input that is repeated in full."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program says to one line of input.

    Attributes
    ----------
    event
        What happened, in one word: ``"start"``, ``"take"``, ``"undo"``, ``"hint"``, ``"error"``, ...
    message
        The same for people; may have several lines.
    data
        The same for programs: JSON-serialisable.
    """

    event: str
    message: str
    data: Mapping[str, Any] = field(default_factory=dict)


def ask_plain(prompt: str) -> str:
    """Read a line and, where it is not typed at a terminal, repeat it, so that a transcript is readable.

    Raises
    ------
    EOFError
        If there is none.
    """
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise EOFError
    if not sys.stdin.isatty():
        shown = "".join(sign if sign.isprintable() else " " for sign in line.rstrip("\n"))
        click.echo(shown if len(shown) <= _ECHOED else f"{shown[:_ECHOED]}...")
    return line


def ask_json() -> str:
    """Read a line without a word; raises `EOFError` if there is none."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def packed(items: Iterable[Text], width: int) -> Text:
    """Fill lines with items that must not be broken."""
    # Only a terminal needs rich.
    from rich.text import Text  # noqa: PLC0415

    lines = [Text()]
    for item in items:
        if lines[-1] and len(lines[-1]) + 3 + len(item) > width:
            lines.append(Text())
        lines[-1].append("   " if lines[-1] else "").append_text(item)
    return Text("\n").join(lines)


def edit_lines() -> None:
    """Let arrow keys edit and repeat what was typed, where Python was built with readline."""
    try:
        import readline  # noqa: F401, PLC0415  # its import is its effect; Windows' Python has none
    except ImportError:
        return
