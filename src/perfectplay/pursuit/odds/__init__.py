"""Exact odds over all deals of a deck, or bounds on them."""

from perfectplay.pursuit.odds.exact import MAX_CELLS, MAX_DEALS, MAX_HOURS, check_hours, check_odds, odds
from perfectplay.pursuit.odds.result import MAX_DISTANCE, Odds, PursuitByLarge, PursuitDealRow, PursuitTarget

__all__ = [
    "MAX_CELLS",
    "MAX_DEALS",
    "MAX_DISTANCE",
    "MAX_HOURS",
    "Odds",
    "PursuitByLarge",
    "PursuitDealRow",
    "PursuitTarget",
    "check_hours",
    "check_odds",
    "odds",
]
