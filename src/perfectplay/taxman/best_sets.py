"""All best games from a position: which sets of numbers they take, and in how many orders."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.taxman.plain import search
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import BestSets, solve

__all__ = ["KNOWN_TO", "SEVERAL", "best_sets", "check_numbers", "count_orders"]

MAX_NUMBERS = 1_000
"""Maximum number of numbers left in the pot, because finding each set takes as long as proving a best score."""

MAX_SETS = 100
"""Maximum number of sets for the compiled search, which finds one at a time."""

MAX_STATES = 50_000
"""Maximum number of sets that `count_orders` stores at once; a count with that many takes seconds."""

_WORK = 300_000
"""Limit of the plain search, in nodes times numbers: about 0.4 s. Beyond it, branch and cut takes over."""

KNOWN_TO = 988
"""Largest N such that the number of best sets is known for each of the pots {1}, {1..2}, ..., {1..N}."""

_RUNS = (
    (425, 428, 2),
    (432, 439, 2),
    (539, 539, 3),
    (684, 685, 3),
    (686, 687, 2),
    (696, 699, 2),
    (770, 773, 2),
    (775, 779, 2),
)

SEVERAL: Mapping[int, int] = {n: sets for first, last, sets in _RUNS for n in range(first, last + 1)}
"""Map each N up to `KNOWN_TO` with several best sets to their number; from ``benchmarks/taxman_best_sets.py``."""


@all_or_nothing()
def best_sets(position: TaxmanPosition, *, progress: ProgressCallback = ignore_progress) -> BestSets:
    """Find every set of numbers that reaches the best score from a position, and count the games.

    Takes milliseconds up to N = 100. For larger N, finding each set takes as long as finding a best game, and
    `count_orders` takes extra time. Raises `LimitExceededError` if more than `MAX_NUMBERS` numbers are left, or if more
    than `MAX_SETS` sets exist and the plain search cannot list them, and `KeyboardInterrupt` at Ctrl-C.

    >>> best_sets(TaxmanPosition.new([1, 2, 4, 7, 11, 22]))
    BestSets(sets=((4, 7, 22), (11, 22)), games=2)
    """
    check_numbers(position)
    left = len(position.pot)
    lines = search.find_best_sets(position, _WORK // max(left, 1)) if left <= search.MAX_NUMBERS else None
    games = lines or _search(position, progress)
    sets = tuple(sorted(tuple(sorted(game)) for game in games))
    counts = [count_orders(position, taken) for taken in sets]
    return BestSets(sets, None if None in counts else sum(count or 0 for count in counts))


def check_numbers(position: TaxmanPosition) -> None:
    """Raise `LimitExceededError` if more than `MAX_NUMBERS` numbers are left: the search would take too long.

    >>> check_numbers(TaxmanPosition.new(1000))
    """
    left = len(position.pot)
    if left > MAX_NUMBERS:
        raise LimitExceededError(
            "{left} numbers are left in the pot, too many to find all best games; the limit is {most}",
            left=left,
            most=MAX_NUMBERS,
        )


def _search(position: TaxmanPosition, progress: ProgressCallback) -> list[tuple[int, ...]]:
    from perfectplay.taxman.exact import alternative_optimum

    result = solve(position, progress=progress)
    if result.status != "optimal":
        raise KeyboardInterrupt
    games, more = [result.moves], alternative_optimum(position, [result.moves], progress=progress)
    while more is not None:
        if len(games) == MAX_SETS:
            raise LimitExceededError(
                "more than {most} sets of numbers reach the best score, and {most} is the limit", most=MAX_SETS
            )
        games.append(more)
        more = alternative_optimum(position, games, progress=progress)
    return games


def count_orders(position: TaxmanPosition, picks: Collection[int]) -> int | None:
    """Count the games from a position that take exactly these numbers of its pot; 0 if they cannot all be taken.

    Returns ``None`` if more than `MAX_STATES` sets would be stored at once.

    Notes
    -----
    A number can be taken last if and only if one of its divisors in the pot is not a pick and divides no other pick
    (docs, "How many best games are there?"). To count the orders of a set, remove each possible last number in turn,
    and add up the orders of the remaining sets. Only sets reached in this way are needed.

    Examples
    --------
    >>> count_orders(TaxmanPosition.new(10), [6, 7, 8, 9, 10])
    2
    >>> count_orders(TaxmanPosition.new(10), [5, 7])
    0
    """
    tax = sorted(position.pot.difference(picks))
    divisors = position.start_pot.divisors
    bit_index = {number: i for i, number in enumerate(tax)}
    below = [sum(1 << bit_index[q] for q in divisors[p] if q in bit_index) for p in sorted(picks)]
    orders = {(1 << len(below)) - 1: 1}
    for _ in below:
        shorter: dict[int, int] = {}
        for left, count in orders.items():
            for last in _last(left, below):
                shorter[left ^ last] = shorter.get(left ^ last, 0) + count
        if len(shorter) > MAX_STATES:
            return None
        orders = shorter
    return orders.get(0, 0)


def _last(left: int, below: list[int]) -> list[int]:
    """Return, as bits, the members of a set that can be taken last: each has a divisor that divides no other member."""
    members, once, twice = [], 0, 0
    rest = left
    while rest:
        member = rest & -rest
        rest ^= member
        divisors = below[member.bit_length() - 1]
        twice |= once & divisors
        once |= divisors
        members.append((member, divisors))
    own = once & ~twice
    return [member for member, divisors in members if divisors & own]
