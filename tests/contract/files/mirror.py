"""A rule about tied games: palindromes are tied."""

from __future__ import annotations


def rule(coins: tuple[int, ...]) -> bool:
    """Whether the row is a palindrome of two equal pairs."""
    return len(coins) == 2 and coins[0] == coins[1]
