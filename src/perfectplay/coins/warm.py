"""Questions that reach all compiled functions of greedy coins."""

from __future__ import annotations

from perfectplay.core.game.spec import WarmUp

__all__ = ["STEPS"]


def _rows() -> None:
    from perfectplay.coins.row import fusion, sums, table
    from perfectplay.coins.rules import Component

    row = [i * i % 101 for i in range(250_000)]
    fusion.solve(row)
    fusion.prefix_margins(row)
    part = row[:2_000]
    table.rolling_margin(part)
    table.SegmentTable(part)
    sums.sum_margin([Component("circle", tuple(part))])


STEPS = (WarmUp("greedy coins: long rows", _rows),)
