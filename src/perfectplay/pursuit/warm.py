"""Questions that reach all compiled functions of arithmetical pursuit."""

from __future__ import annotations

from perfectplay.core.game.spec import WarmUp

__all__ = ["STEPS"]

_DEAL = (3, 6, 9, 10, 50, 100)


def _deals() -> None:
    from perfectplay.pursuit.rules import Rules
    from perfectplay.pursuit.search.parts import Parts
    from perfectplay.pursuit.search.values import CompiledValues

    for rules in (Rules(), Rules(fractions=True)):
        CompiledValues(Parts(_DEAL), 1000, rules).mark(1, 1000)


def _odds() -> None:
    from perfectplay.pursuit.deal.deals import load_deck
    from perfectplay.pursuit.odds import odds

    odds(load_deck("cards"), 4)


def _formulas() -> None:
    from perfectplay.pursuit.deal.deals import load_deck
    from perfectplay.pursuit.search.counting import count_formulas

    count_formulas(load_deck("cards"), 6)


STEPS = (
    WarmUp("pursuit: the odds of a deck", _odds),
    WarmUp("pursuit: single deals", _deals),
    WarmUp("pursuit: counting formulae", _formulas),
)
