"""Greedy coins: two players take coins from the ends of a row."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.coins.rules import Coin, CoinsPosition, Component, parse_coins, parse_gaps

__all__ = ["Coin", "CoinsPosition", "Component", "parse_coins", "parse_gaps"]


def __getattr__(name: str) -> object:
    """Import the rules when they are first needed: the game's declaration does not need them."""
    if name in __all__:
        return getattr(import_module("perfectplay.coins.rules"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
