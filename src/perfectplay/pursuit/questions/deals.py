"""Questions that deal games of arithmetical pursuit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Self

from perfectplay.core.errors import InvalidPositionError, NoneFoundError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.question import UNLIMITED, Name, Work
from perfectplay.core.schema import optional
from perfectplay.pursuit.deal.deals import CLASSIC, Dealer
from perfectplay.pursuit.deal.difficulty import GRADES, PursuitDifficulty, grade
from perfectplay.pursuit.questions.base import AboutDeck, default_targets
from perfectplay.pursuit.rules import PursuitPosition

__all__ = ["DealGame", "PursuitDealt", "graded"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class DealGame(AboutDeck[PursuitDealt]):
    """A question: deal a game.

    Parameters
    ----------
    deck, numbers
        The deck, and how many numbers are dealt.
    targets
        The smallest and the largest of equally likely targets; by default three dice, or 101 to 999 for the television
        game's deck.
    allowed
        The rules.
    seed
        The same seed gives the same games; ``None`` gives different ones each time.
    large
        How many of the numbers are large; ``None`` leaves it to chance.
    difficulty
        Deal until the game has this difficulty, a word of `perfectplay.pursuit.deal.difficulty.GRADES`.

    Raises
    ------
    InvalidPositionError, NoneFoundError
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

    def games(self) -> Iterator[PursuitPosition]:
        """Return an endless iterator of games, whatever their difficulty; check the numbers of cards at once."""
        dealer, numbers = Dealer(self.seed, self.deck), self.deck.check_count(self.numbers)
        large = None if self.large is None else self.deck.check_large(self.large, numbers)
        targets = default_targets(self.deck) if self.targets is None and self.deck == CLASSIC else self.targets
        return (
            PursuitPosition.new(
                dealer.deal(numbers, large), dealer.roll() if targets is None else dealer.draw(*targets), self.allowed
            )
            for _ in repeat(None)
        )

    def stream(self, work: Work = UNLIMITED) -> Iterator[PursuitDealt]:
        """Yield games endlessly; if a difficulty is wanted, `graded` reports progress."""
        games = self.games()
        while True:
            if self.difficulty is None:
                yield PursuitDealt.of(next(games))
            else:
                yield PursuitDealt.of(*graded(games, self.difficulty, progress=work.progress))

    def answer(self, work: Work = UNLIMITED) -> PursuitDealt:
        """Deal one game."""
        return next(self.stream(work))


def graded(
    games: Iterator[PursuitPosition],
    wanted: str,
    *,
    progress: ProgressCallback = ignore_progress,
) -> tuple[PursuitPosition, PursuitDifficulty]:
    """Deal until a game has the wanted difficulty, a word of `perfectplay.pursuit.deal.difficulty.GRADES`.

    Returns the game and its difficulty. ``done`` of the progress counts the rejected games; each takes about ten
    milliseconds with six numbers. Raises `NoneFoundError` if none of 2,000 games fits, and `LimitExceededError` if
    grading takes too long.
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
        game = next(games)
        graded_deal = grade(game.numbers, game.target, game.rules)
        if graded_deal.grade == wanted:
            return game, graded_deal
    raise NoneFoundError(
        "none of {most:,} games was {wanted}; try other values of {difficulty}, {targets} or {rules}",
        most=_MAX_TRIES,
        wanted=quote(wanted),
        difficulty=Name("difficulty"),
        targets=Name("targets"),
        rules=Name("rules"),
    )
