"""What the command line and the HTTP API tell of a game of which they know no more than the protocol."""

from __future__ import annotations

from typing import Any

from perfectplay.core.game import Position
from perfectplay.core.result import Result, exact

__all__ = ["board_text", "solution_record"]


def solution_record(position: Position[Any], result: Result[Any]) -> dict[str, Any]:
    """Tell what a solver found.

    Parameters
    ----------
    position, result
        What was solved, and the answer.

    Returns
    -------
    dict
        ``position``, ``value`` (of the whole game, past moves included), ``lower``, ``upper``, ``status``
        (``"optimal"`` if proven, else ``"bounded"``), ``moves`` (best play from here on; the first one is the hint),
        ``seconds`` and ``source``.
    """
    return {
        "position": position.id,
        "value": exact(result.value),
        "lower": exact(result.lower),
        "upper": exact(result.upper),
        "status": result.status,
        "moves": [str(move) for move in result.moves],
        "seconds": round(result.seconds, 3),
        "source": str(result.provenance.get("source", "search")),
    }


def board_text(position: Position[Any]) -> str:
    """Show a position as its own ``__str__`` does, or by its id if it has none."""
    return position.id if type(position).__str__ is object.__str__ else str(position)
