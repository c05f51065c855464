"""Properties of rows and ties that rules can refer to by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from perfectplay.coins.ties import is_tied
from perfectplay_research.primitive import is_balanced, is_primitive

__all__ = ["CONDITIONS", "Condition", "arises_from_rules", "is_joined", "is_wrapped"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A property that a row has or lacks.

    Attributes
    ----------
    name
        The word for the property in a rule.
    meaning
        English text that continues "the row", such as "is a palindrome".
    holds
        A function that returns whether a row of at least one coin has the property.

    Examples
    --------
    >>> CONDITIONS["middle-equal"].meaning
    'has an even number of coins, and the two in the middle are equal'
    """

    name: str
    meaning: str
    holds: Callable[[tuple[int, ...]], bool]


def is_wrapped(coins: tuple[int, ...]) -> bool:
    """Return whether a row is an even tie (possibly empty) between two equal coins, as in 1 [2 2] 1.

    Examples
    --------
    >>> is_wrapped((1, 2, 2, 1)), is_wrapped((1, 2, 4, 3))
    (True, False)
    """
    return len(coins) >= 2 and len(coins) % 2 == 0 and coins[0] == coins[-1] and is_tied(coins[1:-1])


def is_joined(coins: tuple[int, ...]) -> bool:
    """Return whether a row is two non-empty tied games side by side.

    Examples
    --------
    >>> is_joined((1, 1, 2, 2)), is_joined((1, 2, 2, 1))
    (True, False)
    """
    return any(is_tied(coins[:i]) and is_tied(coins[i:]) for i in range(1, len(coins)))


def arises_from_rules(coins: tuple[int, ...]) -> bool:
    """Return whether a row can be built from the empty row by wrapping games in equal coins and joining games.

    Takes O(n^3) time for n coins.

    Examples
    --------
    >>> arises_from_rules((1, 2, 2, 1)), arises_from_rules((1, 2, 4, 3))
    (True, False)
    """

    @cache
    def built(i: int, j: int) -> bool:
        if i == j:
            return True
        wrapped = j - i >= 2 and coins[i] == coins[j - 1] and built(i + 1, j - 1)
        return wrapped or any(built(i, m) and built(m, j) for m in range(i + 2, j - 1, 2))

    return len(coins) % 2 == 0 and built(0, len(coins))


def _middle_equal(coins: tuple[int, ...]) -> bool:
    half = len(coins) // 2
    return len(coins) % 2 == 0 and coins[half - 1] == coins[half]


def _raised(coins: tuple[int, ...]) -> bool:
    raised = [*coins]
    raised[0] += 1
    if len(raised) > 1:
        raised[-1] += 1
    return is_tied(raised)


CONDITIONS: dict[str, Condition] = {
    condition.name: condition
    for condition in (
        Condition("tied", "is a tie", is_tied),
        Condition("even", "has an even number of coins", lambda coins: len(coins) % 2 == 0),
        Condition("ends-equal", "begins and ends with equal coins", lambda coins: coins[0] == coins[-1]),
        Condition("middle-equal", "has an even number of coins, and the two in the middle are equal", _middle_equal),
        Condition(
            "pair",
            "has two equal neighbours",
            lambda coins: any(a == b for a, b in pairwise(coins)),
        ),
        Condition("two-values", "has at most two different values", lambda coins: len(set(coins)) <= 2),
        Condition("palindrome", "reads the same backwards", lambda coins: coins == coins[::-1]),
        Condition(
            "equal-sums", "has equal sums at odd and even places", lambda coins: sum(coins[::2]) == sum(coins[1::2])
        ),
        Condition("balanced", "has each value as often at odd as at even places", is_balanced),
        Condition("inner-tied", "is a tie when both ends are taken away", lambda coins: is_tied(coins[1:-1])),
        Condition("raised-tied", "is a tie when both ends are raised by 1", _raised),
        Condition("wrapped", "is an even tie, or nothing, between equal coins", is_wrapped),
        Condition("joined", "is two ties side by side", is_joined),
        Condition("arises", "can be built from nothing by wraps and joins", arises_from_rules),
        Condition("primitive", "is an even tie that no smaller even ties make by a wrap or a join", is_primitive),
    )
}
"""All conditions; the key is the name of the condition."""
