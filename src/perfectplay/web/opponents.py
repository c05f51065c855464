"""Opponents in games for two, as addresses name them."""

from __future__ import annotations

from perfectplay.web.parameters import Query

__all__ = ["read_opponent"]

_MAX_SEED = 2**31 - 1


def read_opponent(query: Query) -> tuple[str, int]:
    """Read ``opponent``, the name of one, perfect unless told, and ``seed``, that of its chance."""
    return query.text("opponent", "perfect", limit=100), query.integer("seed", 0, low=0, high=_MAX_SEED)
