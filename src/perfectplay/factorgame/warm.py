"""Questions that reach all compiled functions of the factor game."""

from __future__ import annotations

from perfectplay.core.game.spec import WarmUp

__all__ = ["STEPS"]


def _search() -> None:
    from perfectplay.factorgame.rules import FactorPosition
    from perfectplay.factorgame.solve import solve

    # Smaller ones are for the plain search.
    solve(FactorPosition.new(50))


STEPS = (WarmUp("factor game: the search", _search),)
