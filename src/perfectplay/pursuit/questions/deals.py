"""Games of arithmetical pursuit that are dealt: what ``--json`` prints, and what HTTP answers."""

from __future__ import annotations

import time
from dataclasses import dataclass

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import optional
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, Dealer, Deck
from perfectplay.pursuit.deal.difficulty import grade
from perfectplay.pursuit.deal.grades import GRADES, PursuitDifficulty
from perfectplay.pursuit.rules import PursuitPosition, Rules

__all__ = ["Dealing", "PursuitDealt", "deal", "dealt", "default_targets", "graded"]

_TELEVISION = (101, 999)
_TARGETS = (1, 1000)
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
    >>> from perfectplay.pursuit.rules import PursuitPosition
    >>> dealt(PursuitPosition.new([3, 6, 9], 51)).play
    'perfectplay pursuit play --position pursuit:3.6.9:51'
    """

    numbers: tuple[int, ...]
    target: int
    rules: str
    position: str
    play: str
    difficulty: PursuitDifficulty | None = optional()  # it declares a field


def default_targets(deck: Deck) -> tuple[int, int]:
    """Targets that belong to a deck: those of the television game, or those of the article.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import CLASSIC
    >>> default_targets(CLASSIC)
    (101, 999)
    """
    return _TELEVISION if deck == CLASSIC else _TARGETS


class Dealing:
    """Deals games without end.

    Parameters
    ----------
    deck
        The pack.
    numbers
        How many numbers are dealt.
    targets
        First and last target, each equally likely.  ``None`` stands for what belongs to the deck: three dice, or for
        the television game 101 to 999.
    seed
        The same seed gives the same games.
    rules
        Of all games; those of the article if ``None``.
    large
        How many of the numbers are large; as it happens, if ``None``.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If there are not enough cards, or not enough large ones or others.
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
        self._targets = _TELEVISION if targets is None and deck == CLASSIC else targets
        self._rules = rules

    def __call__(self) -> PursuitPosition:
        """Deal a game."""
        dealt = self._dealer.deal(self._numbers, self._large)
        target = self._dealer.roll() if self._targets is None else self._dealer.draw(*self._targets)
        return PursuitPosition.new(dealt, target, self._rules)


def deal(
    deck: Deck = CARDS,
    numbers: int = 6,
    targets: tuple[int, int] | None = None,
    rules: Rules | None = None,
    *,
    seed: int | None = None,
    difficulty: str | None = None,
    large: int | None = None,
    progress: ProgressCallback = ignore_progress,
) -> PursuitDealt:
    """Deal one game, as ``perfectplay pursuit deal`` does.

    Parameters
    ----------
    deck, numbers, targets, rules, seed, large
        As for `Dealing`.
    difficulty
        Deal until the game is so difficult: one of the words of `perfectplay.pursuit.deal.grades.GRADES`.
    progress
        As for `graded`; not called if any game will do.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the targets are no range, there are not enough cards or large ones, or no game was found that is so
        difficult.

    Examples
    --------
    >>> deal(numbers=4, targets=(24, 24), seed=1, difficulty="easy").difficulty.grade
    'easy'
    """
    dealing = Dealing(deck, numbers, targets, seed, rules, large)
    return dealt(dealing()) if difficulty is None else dealt(*graded(dealing, difficulty, progress=progress))


def graded(
    dealing: Dealing,
    wanted: str,
    *,
    advice: str = "try another difficulty, other targets or other rules",
    progress: ProgressCallback = ignore_progress,
) -> tuple[PursuitPosition, PursuitDifficulty]:
    """Deal until a game is as difficult as was wanted.

    Parameters
    ----------
    dealing
        Where the games come from.
    wanted
        One of the words of `perfectplay.pursuit.deal.grades.GRADES`.
    advice
        What to do if there is none, for the message.
    progress
        Called before every game; ``done`` counts those before it.

    Returns
    -------
    tuple
        The game, and how difficult it is.

    Raises
    ------
    InvalidPositionError
        If there is no such difficulty.
    LimitExceededError
        If none of 2,000 games is so difficult, or one is too large to be graded.

    Notes
    -----
    Some ten milliseconds for each game of six numbers.
    """
    words = [word for word, _ in GRADES]
    if wanted not in words:
        message = Text("no game is {wanted}; a game is {words}", wanted=quote(wanted), words=", ".join(words))
        raise InvalidPositionError(message)
    begin = time.perf_counter()
    for tried in range(_MAX_TRIES):
        progress(Progress(f"looking for a game that is {wanted}", time.perf_counter() - begin, done=tried))
        game = dealing()
        found = grade(game.numbers, game.target, game.rules)
        if found.grade == wanted:
            return game, found
    message = Text(
        "none of {most:,} games was {wanted}; {advice}", most=_MAX_TRIES, wanted=quote(wanted), advice=advice
    )
    raise LimitExceededError(message)


def dealt(position: PursuitPosition, difficulty: PursuitDifficulty | None = None) -> PursuitDealt:
    """Tell of a game that was dealt, and how difficult it is if that is known.

    Examples
    --------
    >>> from perfectplay.pursuit.rules import PursuitPosition
    >>> dealt(PursuitPosition.new([3, 6, 9], 51)).numbers
    (3, 6, 9)
    """
    return PursuitDealt(
        numbers=position.numbers,
        target=position.target,
        rules=str(position.rules),
        position=position.id,
        play=f"perfectplay pursuit play --position {position.id}",
        difficulty=difficulty,
    )
