"""Strategies for Taxman: rules of thumb from the literature, random and perfect play, and users' own strategies."""

from perfectplay.taxman.strategies.loading import ENTRY_POINTS, formula_names, load_entry, load_strategy, strategy_names
from perfectplay.taxman.strategies.model import Choose, Formula, Reading, Strategy
from perfectplay.taxman.strategies.playing import GameRecord, play_game

__all__ = [
    "ENTRY_POINTS",
    "Choose",
    "Formula",
    "GameRecord",
    "Reading",
    "Strategy",
    "formula_names",
    "load_entry",
    "load_strategy",
    "play_game",
    "strategy_names",
]
