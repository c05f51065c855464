"""Find the deals of a deck that reach the longest run of targets 1, 2, 3, ..."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.rules import Rules

__all__ = ["LongestRuns", "longest_runs"]


@dataclass(frozen=True, slots=True)
class LongestRuns:
    """The deals that reach every target from 1 to N, for the largest N.

    Attributes
    ----------
    length
        N; 0 if no deal reaches 1.
    deals
        All deals with that N, in lexicographic order.
    looked_at
        Number of distinct deals, all of which were examined.

    Examples
    --------
    >>> longest_runs(Deck.of("1 to 9, twice", dict.fromkeys(range(1, 10), 2)), 2)
    LongestRuns(length=4, deals=((1, 3),), looked_at=45)
    """

    length: int
    deals: tuple[tuple[int, ...], ...]
    looked_at: int


def longest_runs(
    deck: Deck,
    numbers: int,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
) -> LongestRuns:
    """Find the deals that reach every target from 1 to N, for the largest N.

    Parameters
    ----------
    deck, numbers, rules, progress
        As for `perfectplay.pursuit.odds.odds`, with the same limits.
    high
        Upper bound on N; larger targets are ignored.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As for `perfectplay.pursuit.odds.odds`.
    KeyboardInterrupt
        At Ctrl-C.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> longest_runs(SUIT, 4, 100)
    LongestRuns(length=65, deals=((3, 5, 7, 8),), looked_at=715)
    """
    found = odds(deck, numbers, 1, high, rules, maps=True, progress=progress)
    if found.interrupted or found.maps is None:
        raise KeyboardInterrupt
    # Bit i stands for the target i + 1, so the index of the lowest bit that is not set is the length of the run.
    lengths = [((bits + 1) & -(bits + 1)).bit_length() - 1 for bits in found.maps]
    length = max(lengths)
    deals = (deal for deal, own in zip(deck.deals(numbers), lengths, strict=True) if own == length)
    return LongestRuns(length, tuple(deals), len(lengths))
