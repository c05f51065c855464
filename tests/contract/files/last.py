"""A strategy that takes the largest legal number."""

from __future__ import annotations

from typing import Any


def choose(board: Any) -> int:
    """Return the largest legal number."""
    return int(max(board.legal_moves()))
