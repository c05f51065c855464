"""Questions about ties, and their answers for ``--json`` and HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from perfectplay.coins.ties import check_limit, check_list, list_ties, tie_counts
from perfectplay.coins.watch import watched
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.schema import optional

__all__ = ["CoinsTies", "CountTies"]

_MAX_LISTED = 1_000_000
"""Maximum number of tied games to list: a list for 24 coins takes 15 seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsTies:
    """The number of tied games, in which both players get the same total under best play.

    Attributes
    ----------
    alphabet, length
        As requested: coins are worth 1 to ``alphabet``, and a game has ``length`` of them.
    count
        Number of ties among the ``alphabet ** length`` games, or ``None`` if the work was stopped early.
    games
        The games, each a list of coins; only if requested. Some are missing if the work was stopped.
    counts
        The counts known so far, for lengths 1, 2, ...; only if the work was stopped.
    stopped
        The reason; only if the work was stopped.
    """

    alphabet: int
    length: int
    count: int | None
    games: tuple[tuple[int, ...], ...] | None = optional()
    counts: tuple[int, ...] | None = optional()
    stopped: Literal["interrupted", "time limit"] | None = optional()


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTies(Question[CoinsTies]):
    """A question: the number of games in which both players get the same total under best play.

    Parameters
    ----------
    alphabet
        Coins are worth 1, 2, ..., ``alphabet``; at least 1.
    length
        Number of coins; from 1 to `perfectplay.coins.ties.MAX_LENGTH`.
    listed
        Whether to list the games, too.
    limit
        Maximum number of games to list, in lexicographic order; ``None`` lists all.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As in `perfectplay.coins.ties.tie_counts` and `perfectplay.coins.ties.list_ties`; also if more than a million
        games would be listed.

    Notes
    -----
    Takes up to about 5 seconds, and up to 20 seconds more for a list; see `perfectplay.coins.ties.tie_counts`.

    Examples
    --------
    >>> found = CountTies(alphabet=2, length=3, listed=True).answer()
    >>> found.count, found.games
    (1, ((1, 2, 1),))
    """

    alphabet: int
    length: int
    listed: bool = False
    limit: int | None = 1000

    def answer(self, work: Work = UNLIMITED) -> CoinsTies:
        """Find the answer; the progress counts lengths, then the listed games."""
        check_limit(self.limit)
        if self.listed:
            check_list(self.alphabet, self.length)
        count, games = None, None
        with watched("lengths", self.length, work.time_limit, work.progress) as watch:
            counts = tuple(tied for _, tied in tie_counts(self.alphabet, self.length, tick=watch))
            if len(counts) == self.length:
                count = counts[-1]
                if self.listed:
                    most = count if self.limit is None else min(self.limit, count)
                    if most > _MAX_LISTED:
                        raise LimitExceededError(
                            "{most:,} games are too many to list; the limit is {max_listed:,}",
                            most=most,
                            max_listed=_MAX_LISTED,
                        )
                    watch.begin("games")
                    games = tuple(list_ties(self.alphabet, self.length, most, tick=watch))
        return CoinsTies(
            alphabet=self.alphabet,
            length=self.length,
            count=count,
            games=games,
            counts=counts if watch.reason else None,
            stopped=watch.reason,
        )
