"""Coins as solvers need them: exact integers over one denominator, in 64-bit arrays if nothing can overflow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from perfectplay.coins.rules import Coin, common_denominator, to_coin
from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.text.texts import Text

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

__all__ = [
    "EMPTY",
    "SUM_LIMIT",
    "Coins",
    "Packed",
    "as_values",
    "divided",
    "exact_coins",
    "half",
    "listed",
    "pack",
    "packed_coins",
]

Coins = Any
"""Coins for solvers: an iterable of `Coin`, or a one-dimensional NumPy array of integers."""

SUM_LIMIT = 1 << 62
"""If the sum of absolute values is below this limit, every intermediate value of the kernels fits into 64 bits."""

EMPTY = Text("the row is empty; there must be at least one coin, as in 1 2 4 3")


@dataclass(frozen=True, slots=True)
class Packed:
    """Coins for the kernels: an array, the sum of its absolute values, and its sum."""

    array: Ints
    absolute: int
    total: int


def exact_coins(coins: Coins) -> tuple[list[Coin] | Ints, int]:
    """Convert a row, as in `perfectplay.coins.row.fusion.margin`, to integers and their common denominator.

    Returns the integers, as a list of ``int`` or the given integer array, and the denominator. Raises
    `LimitExceededError` if the coins need too many bits over their common denominator.

    >>> exact_coins([1, Fraction(1, 2)])
    ([2, 1], 2)
    """
    values = as_values(coins)
    if len(values) == 0:
        raise InvalidPositionError(EMPTY)
    if not isinstance(values, list):
        return values, 1
    if set(map(type, values)) <= {int}:
        # Check only the largest and the smallest coin, because a row may have millions of coins.
        common_denominator((max(values), min(values)))
        return values, 1
    denominator = common_denominator(values)
    return [int(value * denominator) for value in values], denominator


def listed(values: list[Coin] | Ints) -> list[Coin]:
    """Convert the integers of `exact_coins` to a list of ``int``.

    >>> listed([1, 2])
    [1, 2]
    """
    return values if isinstance(values, list) else cast("list[Coin]", values.tolist())


def divided(value: Coin, denominator: int) -> Coin:
    """Return the exact quotient, as an ``int`` if it is an integer.

    >>> divided(3, 2)
    Fraction(3, 2)
    """
    if denominator == 1:
        return value
    quotient = Fraction(value) / denominator
    return quotient.numerator if quotient.denominator == 1 else quotient


def packed_coins(values: list[Coin] | Ints) -> Ints | None:
    """Convert the integers of `exact_coins` to a contiguous int64 array, or return ``None`` if 64 bits are too few.

    >>> packed_coins([2**63]) is None
    True
    """
    packed = pack(values)
    return None if packed is None else packed.array


def half(value: Coin) -> Coin:
    """Return half of a coin's value, as an ``int`` if it is an integer.

    >>> half(3), half(4)
    (Fraction(3, 2), 2)
    """
    # Most values are even integers, and a table has millions of them, so handle them first.
    return value // 2 if isinstance(value, int) and not value % 2 else divided(value, 2)


def as_values(coins: Coins) -> list[Coin] | Ints:
    """Return coins as a list of exact numbers, or unchanged if they are an array of integers.

    >>> as_values((1, 2, 4))
    [1, 2, 4]
    """
    if hasattr(coins, "mask"):
        raise InvalidPositionError(
            "a masked array is not a row of coins: a masked coin has no value; fill it in or leave it out"
        )
    kind = getattr(getattr(coins, "dtype", None), "kind", None)
    if kind in {"i", "u"}:
        if coins.ndim != 1:
            raise InvalidPositionError("the array of coins has {ndim} dimensions; a row has one", ndim=coins.ndim)
        return cast("Ints", coins)
    # Refuse sets and mappings, because their order does not define a row.
    if isinstance(coins, (str, bytes, AbstractSet, Mapping)) or not isinstance(coins, Iterable):
        raise InvalidPositionError(
            "{coins} is not a row of coins; give integers or fractions such as 3/2, as in [1, 2, 4, 3]",
            coins=quote(coins),
        )
    values = list(coins)
    return values if set(map(type, values)) <= {int} else [to_coin(value) for value in values]


def pack(values: list[Coin] | Ints) -> Packed | None:
    """Convert coins to int64, without a copy if possible; return ``None`` if coins or sums may be too large.

    >>> pack([1, 2, 4]).absolute
    7
    """
    import numpy as np

    from perfectplay.coins.kernels import absolute_sum

    if isinstance(values, list):
        if not set(map(type, values)) <= {int}:
            return None
        try:
            array = np.array(values, dtype=np.int64)
        except OverflowError:
            return None
    else:
        array = values
        if array.dtype.kind == "u" and array.dtype.itemsize == 8 and len(array) and int(array.max()) >= SUM_LIMIT:
            return None
        array = np.ascontiguousarray(array, dtype=np.int64)
    absolute, total = absolute_sum(array, SUM_LIMIT)
    return None if absolute < 0 else Packed(array, int(absolute), int(total))
