"""Base classes of questions about arithmetical pursuit, with parameters for rules and decks, and checks of limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.question import MissingError, Name, ParameterError, Question
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, Deck
from perfectplay.pursuit.rules import MAX_NUMBERS, PursuitPosition, Rules

_TELEVISION = (101, 999)
_TARGETS = (1, 1000)

AnswerT_co = TypeVar("AnswerT_co", covariant=True)


def default_targets(deck: Deck) -> tuple[int, int]:
    """Return a deck's usual range of targets: the television game's range for its tiles, otherwise the article's.

    Examples
    --------
    >>> default_targets(CLASSIC)
    (101, 999)
    """
    return _TELEVISION if deck == CLASSIC else _TARGETS


@dataclass(frozen=True, slots=True, kw_only=True)
class ByRules(Question[AnswerT_co]):
    """A question that depends on the rules of calculation.

    Parameters
    ----------
    allowed
        The rules.
    """

    allowed: Rules = field(default_factory=Rules)

    names: ClassVar[Mapping[str, str]] = {"allowed": "rules"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutDeck(ByRules[AnswerT_co]):
    """A question about deals from a deck.

    Parameters
    ----------
    deck
        The deck.
    numbers
        How many numbers are dealt.
    targets
        The smallest and the largest target; all are equally likely. By default, `default_targets` of the deck.

    Examples
    --------
    >>> AboutDeck(deck=CLASSIC).game[1:4]
    (6, 101, 999)
    """

    deck: Deck = CARDS
    numbers: int = 6
    targets: tuple[int, int] | None = None

    @property
    def game(self) -> tuple[Deck, int, int, int, Rules]:
        """The deck, the number of cards dealt, the first and the last target, and the rules."""
        low, high = self.targets or default_targets(self.deck)
        return self.deck, self.numbers, low, high, self.allowed


def one_game(
    position: str | None, numbers: tuple[int, ...] = (), target: int | None = None, allowed: Rules | None = None
) -> PursuitPosition:
    """Build a game either from its id, or from its numbers, its target and optionally its rules.

    Raises `ParameterError` if both are given, or neither.

    Examples
    --------
    >>> one_game("pursuit:3.6.9:51") == one_game(None, (3, 6, 9), 51)
    True
    """
    if position is not None:
        if numbers or target is not None or allowed is not None:
            raise ParameterError(
                "{position} has numbers, target and rules of its own; leave the others out, or leave it out",
                position=Name("position"),
            )
        return PursuitPosition.from_id(position)
    if not numbers or target is None:
        raise MissingError.of("target" if numbers else "numbers")
    return PursuitPosition.new(numbers, target, allowed)


def check_length(name: str, most: int) -> None:
    """Raise `ParameterError` if the maximum length of a list is below 1; ``name`` is the parameter's name.

    Examples
    --------
    >>> check_length("top", 5)
    """
    if most < 1:
        raise ParameterError("{length} would list nothing; it must be at least 1", length=Name(name, str(most)))


def check_size(numbers: int, rules: Rules, most: int = MAX_NUMBERS, advice: str = Text("take fewer")) -> None:
    """Raise `LimitExceededError` for more than ``most`` numbers, or ``most - 1`` with fractions, which take longer.

    Examples
    --------
    >>> check_size(8, Rules())
    """
    possible = most - rules.fractions
    if numbers > possible:
        suffix = Text(" with fractions") if rules.fractions else ""
        raise LimitExceededError(
            "{numbers} numbers{what} would take too long; at most {possible} are possible here, so {advice}",
            numbers=numbers,
            what=suffix,
            possible=possible,
            advice=advice,
        )


def check_solvable(position: PursuitPosition) -> None:
    """Raise `LimitExceededError` for eight numbers with fractions, which would take minutes and gigabytes to solve.

    Examples
    --------
    >>> check_solvable(PursuitPosition.new([3, 6, 9], 51))
    """
    check_size(len(position.table), position.rules)
