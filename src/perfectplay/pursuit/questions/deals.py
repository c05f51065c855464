"""Questions that deal games of arithmetical pursuit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.question import UNLIMITED, Name, Work
from perfectplay.core.schema import optional
from perfectplay.pursuit.deal.deals import CLASSIC, Dealer, Deck
from perfectplay.pursuit.deal.difficulty import GRADES, PursuitDifficulty, grade
from perfectplay.pursuit.questions.base import AboutDeck, default_targets
from perfectplay.pursuit.rules import PursuitPosition, Rules

__all__ = ["DealGame", "Dealing", "PursuitDealt", "graded"]

_MAX_TRIES = 2_000
"""Maximum number of deals that are graded to find one of the wanted difficulty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDealt:
    """A game that was dealt.

    Attributes
    ----------
    numbers, target
        The deal and its target.
    rules
        The rules as text, ``""`` for the article's.
    position
        Id of the game.
    play
        The command that plays it.
    difficulty
        The difficulty of the game, if known.

    Examples
    --------
    >>> PursuitDealt.of(PursuitPosition.new([3, 6, 9], 51)).play
    'perfectplay pursuit play --position pursuit:3.6.9:51'
    """

    numbers: tuple[int, ...]
    target: int
    rules: str
    position: str
    play: str
    difficulty: PursuitDifficulty | None = optional()

    @classmethod
    def of(cls, position: PursuitPosition, difficulty: PursuitDifficulty | None = None) -> Self:
        """Build the answer from a game that was dealt and, if known, its difficulty."""
        return cls(
            numbers=position.numbers,
            target=position.target,
            rules=str(position.rules),
            position=position.id,
            play=f"perfectplay pursuit play --position {position.id}",
            difficulty=difficulty,
        )


class Dealing:
    """An endless source of deals; the same seed gives the same games.

    ``targets`` are the smallest and the largest of equally likely targets; ``None`` means three dice, or from 101 to
    999 for the television game's deck. By default, the article's rules apply. ``large`` is the number of large
    numbers; ``None`` leaves it to chance. Raises the errors of `perfectplay.pursuit.deal.deals.Deck.check_large`.
    """

    def __init__(
        self,
        deck: Deck,
        numbers: int,
        targets: tuple[int, int] | None,
        seed: int | None,
        rules: Rules | None,
        large: int | None = None,
    ) -> None:
        self._dealer = Dealer(seed, deck)
        self._numbers = deck.check_count(numbers)
        self._large = None if large is None else deck.check_large(large, numbers)
        self._targets = default_targets(deck) if targets is None and deck == CLASSIC else targets
        self._rules = rules

    def __call__(self) -> PursuitPosition:
        """Deal a game."""
        dealt = self._dealer.deal(self._numbers, self._large)
        target = self._dealer.roll() if self._targets is None else self._dealer.draw(*self._targets)
        return PursuitPosition.new(dealt, target, self._rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealGame(AboutDeck[PursuitDealt]):
    """A question: deal a game.

    Parameters
    ----------
    deck, numbers, targets, seed, large
        As in `Dealing`.
    allowed
        The rules.
    difficulty
        Deal until the game has this difficulty, a word of `perfectplay.pursuit.deal.difficulty.GRADES`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the targets are not a range, the deck has too few (large) cards, or no game of this difficulty was found.

    Examples
    --------
    >>> DealGame(numbers=4, targets=(24, 24), seed=1, difficulty="easy").answer().difficulty.grade
    'easy'
    >>> games = DealGame(seed=1).stream()
    >>> next(games) == next(games)
    False
    """

    seed: int | None = None
    difficulty: str | None = None
    large: int | None = None

    def stream(self, work: Work = UNLIMITED) -> Iterator[PursuitDealt]:
        """Yield games endlessly; if a difficulty is wanted, `graded` reports progress."""
        dealing = Dealing(self.deck, self.numbers, self.targets, self.seed, self.allowed, self.large)
        while True:
            if self.difficulty is None:
                yield PursuitDealt.of(dealing())
            else:
                yield PursuitDealt.of(*graded(dealing, self.difficulty, progress=work.progress))

    def answer(self, work: Work = UNLIMITED) -> PursuitDealt:
        """Deal one game."""
        return next(self.stream(work))


def graded(
    dealing: Dealing,
    wanted: str,
    *,
    progress: ProgressCallback = ignore_progress,
) -> tuple[PursuitPosition, PursuitDifficulty]:
    """Deal until a game has the wanted difficulty, a word of `perfectplay.pursuit.deal.difficulty.GRADES`.

    Returns the game and its difficulty. ``done`` of the progress counts the rejected games; each takes about ten
    milliseconds with six numbers. Raises `LimitExceededError` if none of 2,000 games fits, or grading takes too long.
    """
    words = [word for word, _ in GRADES]
    if wanted not in words:
        raise InvalidPositionError(
            "there is no difficulty {wanted}; the difficulties are {words}",
            wanted=quote(wanted),
            words=", ".join(words),
        )
    begin = time.perf_counter()
    for tried in range(_MAX_TRIES):
        progress(Progress(f"looking for a game that is {wanted}", time.perf_counter() - begin, done=tried))
        game = dealing()
        graded_deal = grade(game.numbers, game.target, game.rules)
        if graded_deal.grade == wanted:
            return game, graded_deal
    raise LimitExceededError(
        "none of {most:,} games was {wanted}; try other values of {difficulty}, {targets} or {rules}",
        most=_MAX_TRIES,
        wanted=quote(wanted),
        difficulty=Name("difficulty"),
        targets=Name("targets"),
        rules=Name("rules"),
    )
