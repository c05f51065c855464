"""Games of arithmetical pursuit that are dealt."""

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
"""Most deals that are looked at for one of a wanted difficulty."""


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
        How hard the game is, if that is known.

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
        """Tell of a game that was dealt, and how difficult it is if that is known."""
        return cls(
            numbers=position.numbers,
            target=position.target,
            rules=str(position.rules),
            position=position.id,
            play=f"perfectplay pursuit play --position {position.id}",
            difficulty=difficulty,
        )


class Dealing:
    """Deals games without end; the same seed gives the same games.

    ``targets`` are the first and the last one, each equally likely; ``None`` stands for what belongs to the deck: three
    dice, or for the television game 101 to 999.  The rules are those of the article if ``None``.  So many of the
    numbers are ``large``; as it happens, if ``None``.  Raises what `perfectplay.pursuit.deal.deals.Deck.check_large`
    does.
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
    """A game that is dealt.

    Parameters
    ----------
    deck, numbers, targets, seed, large
        As for `Dealing`.
    allowed
        The rules.
    difficulty
        Deal until the game is so difficult: one of the words of `perfectplay.pursuit.deal.difficulty.GRADES`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the targets are no range, there are not enough cards or large ones, or no game was found that is so
        difficult.

    Examples
    --------
    >>> DealGame(numbers=4, targets=(24, 24), seed=1, difficulty="easy").answer().difficulty.grade
    'easy'
    >>> games = DealGame(seed=1).games()
    >>> next(games) == next(games)
    False
    """

    seed: int | None = None
    difficulty: str | None = None
    large: int | None = None

    def games(self, work: Work = UNLIMITED) -> Iterator[PursuitDealt]:
        """Deal games without end; progress as of `graded`, none if any game will do."""
        dealing = Dealing(self.deck, self.numbers, self.targets, self.seed, self.allowed, self.large)
        while True:
            if self.difficulty is None:
                yield PursuitDealt.of(dealing())
            else:
                yield PursuitDealt.of(*graded(dealing, self.difficulty, progress=work.progress))

    def answer(self, work: Work = UNLIMITED) -> PursuitDealt:
        """Deal one game."""
        return next(self.games(work))


def graded(
    dealing: Dealing,
    wanted: str,
    *,
    progress: ProgressCallback = ignore_progress,
) -> tuple[PursuitPosition, PursuitDifficulty]:
    """Deal until a game is as difficult as was wanted, in a word of `perfectplay.pursuit.deal.difficulty.GRADES`.

    Returns it, and how difficult it is.  ``done`` of the progress counts the games before it, of which each takes some
    ten milliseconds with six numbers.  Raises `LimitExceededError` if none of 2,000 games is so difficult, or one is
    too large to be graded.
    """
    words = [word for word, _ in GRADES]
    if wanted not in words:
        raise InvalidPositionError(
            "no game is {wanted}; a game is {words}", wanted=quote(wanted), words=", ".join(words)
        )
    begin = time.perf_counter()
    for tried in range(_MAX_TRIES):
        progress(Progress(f"looking for a game that is {wanted}", time.perf_counter() - begin, done=tried))
        game = dealing()
        found = grade(game.numbers, game.target, game.rules)
        if found.grade == wanted:
            return game, found
    raise LimitExceededError(
        "none of {most:,} games was {wanted}; try other values of {difficulty}, {targets} or {rules}",
        most=_MAX_TRIES,
        wanted=quote(wanted),
        difficulty=Name("difficulty"),
        targets=Name("targets"),
        rules=Name("rules"),
    )
