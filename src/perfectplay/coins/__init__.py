"""Greedy coins: two players take coins from the ends of a row."""

from perfectplay.coins.rules import Coin, CoinsPosition, Component, parse_coins, parse_gaps

__all__ = ["Coin", "CoinsPosition", "Component", "parse_coins", "parse_gaps"]
