"""Questions that reach all compiled functions of Taxman."""

from __future__ import annotations

from perfectplay.core.game.spec import WarmUp

__all__ = ["STEPS"]


def _search() -> None:
    from perfectplay.taxman.exact import solve
    from perfectplay.taxman.rules import TaxmanPosition

    # A pot with gaps, and one that needs every kind of cut, a tree and its proof.
    solve(TaxmanPosition.new([p for p in range(1, 30) if p not in {4, 9}]))
    solve(TaxmanPosition.new(408), certificate=True)


def _large() -> None:
    from perfectplay.taxman.large.largescale import approximate

    # Batches, and then bans.
    approximate(1000, batches=10)
    approximate(100, tries=1)


STEPS = (WarmUp("Taxman: the exact search", _search), WarmUp("Taxman: large pots", _large))
