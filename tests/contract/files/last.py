"""A strategy: the largest number that may be taken."""

from __future__ import annotations

from typing import Any


def choose(board: Any) -> int:
    """Take the largest."""
    return int(max(board.legal_moves()))
