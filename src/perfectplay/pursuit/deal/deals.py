"""Decks of numbers, and random deals from them.

Source: "On An Arithmetical Pursuit" and its sequels, www.thusspakeak.com (2015): six cards of a pack of 52, number
cards count their face value, Jacks 25, Queens 50 and Kings 100; three twenty-sided dice give the target.  The
television game has 24 tiles: 1 to 10 twice, and 25, 50, 75 and 100 once.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import comb, prod
from operator import index
from os import PathLike
from pathlib import Path

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError, quote, quote_path
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import unknown
from perfectplay.pursuit.reach import check_range
from perfectplay.pursuit.rules import MAX_CARD, MAX_NUMBERS

__all__ = [
    "CARDS",
    "CLASSIC",
    "DECKS",
    "MAX_VALUES",
    "SUIT",
    "Dealer",
    "Deck",
    "PursuitDeck",
    "load_deck",
    "to_integer",
    "to_integers",
]

MAX_VALUES = 64
"""Maximum number of different numbers in a deck."""

MAX_COPIES = 1_000
"""Maximum number of copies of a number in a deck."""

_WORD = 20
"""Maximum length of a misspelt deck name; a longer unknown name is treated as a file name."""
_MAX_FILE = 1 << 20
_FACES = 10
_SHOWN = 40


def to_integer(number: object) -> int | None:
    """Convert an integer of any type, such as numpy's, to ``int``; return ``None`` for other values and for ``True``.

    >>> to_integer(7), to_integer("7"), to_integer(7.5)
    (7, None, None)
    """
    if isinstance(number, bool):
        return None
    try:
        return index(number)  # type: ignore[arg-type]  # the call tests the type
    except TypeError:
        return None


def to_integers(numbers: Iterable[object], kind: str) -> tuple[int, ...]:
    """Convert integers of any type to ``int``; for other values raise an error whose message begins with ``kind``.

    >>> to_integers([3, 6], "numbers")
    (3, 6)
    """
    if isinstance(numbers, (str, bytes)) or not isinstance(numbers, Iterable):
        raise InvalidPositionError(
            "{what} must be a list of integers, not {numbers}", what=kind, numbers=quote(numbers)
        )
    integers = []
    for number in numbers:
        integer = to_integer(number)
        if integer is None:
            raise InvalidPositionError("{what} must be integers, not {number}", what=kind, number=quote(number))
        integers.append(integer)
    return tuple(integers)


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDeck:
    """A deck of numbers in its JSON form.

    Attributes
    ----------
    name
        Display name.
    cards
        Number of copies of each number; the keys are the numbers as text.
    large
        Numbers that count as court cards or large tiles.
    """

    name: str
    cards: Mapping[str, int]
    large: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: distinct ``values`` from 1 to `MAX_CARD`, ascending, and the ``copies`` of each.

    ``large`` are the values that count as court cards or large tiles in statistics; ``name`` is for display. Raises
    `InvalidPositionError` or `LimitExceededError` for invalid arguments.

    >>> deck = Deck.of("small", {1: 4, 25: 2}, [25])
    >>> deck.size, deck.cards, deck.total(2), deck.distinct(2), list(deck.deals(2))
    (6, (1, 1, 1, 1, 25, 25), 15, 3, [(1, 1), (1, 25), (25, 25)])
    >>> deck.weight((1, 25)), deck.replaced({25: 30}).values, deck.record.name
    (8, (1, 30), 'small')
    >>> deck.check_count(2), deck.check_large(1, 2)
    (2, 1)
    """

    name: str
    values: tuple[int, ...]
    copies: tuple[int, ...]
    large: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InvalidPositionError("{name} is not a name for a deck; its name must be text", name=quote(self.name))
        for field, label in (("values", "numbers"), ("copies", "counts of copies"), ("large", "large numbers")):
            numbers = to_integers(
                getattr(self, field), Text("the {what} of the deck {name}", what=label, name=quote(self.name))
            )
            object.__setattr__(self, field, numbers)
        if not self.values or len(self.values) != len(self.copies):
            raise InvalidPositionError(
                "the deck {name} needs at least one number, and a count of copies for each number",
                name=quote(self.name),
            )
        if len(self.values) > MAX_VALUES:
            raise LimitExceededError(
                "the deck {name} has {count} different numbers; the limit is {most}",
                name=quote(self.name),
                count=len(self.values),
                most=MAX_VALUES,
            )
        for value, copies in zip(self.values, self.copies, strict=True):
            if not 1 <= value <= MAX_CARD:
                raise LimitExceededError(
                    "the deck {name} has the number {value}; numbers go from 1 to {most:,}",
                    name=quote(self.name),
                    value=value,
                    most=MAX_CARD,
                )
            if not 1 <= copies <= MAX_COPIES:
                raise LimitExceededError(
                    "the deck {name} has {copies} copies of {value}; a number can have 1 to {most} copies",
                    name=quote(self.name),
                    copies=quote(copies),
                    value=value,
                    most=MAX_COPIES,
                )
        if list(self.values) != sorted(set(self.values)):
            raise InvalidPositionError(
                "the numbers of the deck {name} are not in ascending order, each once", name=quote(self.name)
            )
        if not set(self.large) <= set(self.values):
            raise InvalidPositionError(
                "the deck {name} lists a large number that it does not have", name=quote(self.name)
            )

    @classmethod
    def of(cls, name: str, copies: Mapping[int, int], large: Iterable[int] = ()) -> Deck:
        """Build a deck from the number of copies of each value."""
        if not isinstance(copies, Mapping):
            raise InvalidPositionError(
                "the deck {name} cannot have the cards {copies}; give a count for each number",
                name=quote(name),
                copies=quote(copies),
            )
        values = to_integers(copies, Text("the numbers of the deck {name}", name=quote(name)))
        counts = to_integers(copies.values(), Text("the counts of copies of the deck {name}", name=quote(name)))
        courts = to_integers(large, Text("the large numbers of the deck {name}", name=quote(name)))
        pairs = sorted(zip(values, counts, strict=True))
        return cls(name, tuple(v for v, _ in pairs), tuple(count for _, count in pairs), tuple(sorted(set(courts))))

    @property
    def size(self) -> int:
        """Number of cards in the deck."""
        return sum(self.copies)

    @property
    def cards(self) -> tuple[int, ...]:
        """Return all cards in ascending order; each value appears once for every copy."""
        return tuple(v for v, count in zip(self.values, self.copies, strict=True) for _ in range(count))

    @property
    def courts(self) -> int:
        """Return the number of cards with large numbers."""
        return sum(copies for value, copies in zip(self.values, self.copies, strict=True) if value in self.large)

    def check_count(self, numbers: int) -> int:
        """Check and return a number of cards to deal; it must not exceed `MAX_NUMBERS` or the size of the deck."""
        count = to_integer(numbers)
        most = min(MAX_NUMBERS, self.size)
        if count is None or not 1 <= count <= most:
            message = Text(
                "cannot deal {numbers} numbers; give 1 to {most} for the deck {name}",
                numbers=quote(numbers),
                most=most,
                name=quote(self.name),
            )
            raise InvalidPositionError(message) if count is None else LimitExceededError(message)
        return count

    def check_large(self, large: int, numbers: int) -> int:
        """Check and return how many numbers of a deal should be large; the error quotes the range this deck allows."""
        numbers, count = self.check_count(numbers), to_integer(large)
        least, most = max(0, numbers - (self.size - self.courts)), min(numbers, self.courts)
        if count is None or not least <= count <= most:
            possible = Text("only {least} can be", least=least)
            if least < most:
                possible = Text("{least} to {most} can be", least=least, most=most)
            message = Text(
                "{large} of {numbers} numbers cannot be large; {possible}, with the deck {name}",
                large=quote(large),
                numbers=numbers,
                possible=possible,
                name=quote(self.name),
            )
            raise InvalidPositionError(message) if count is None else LimitExceededError(message)
        return count

    def total(self, numbers: int) -> int:
        """Return the number of ways to deal this many cards, with equal cards told apart: 20,358,520 for six of 52."""
        return comb(self.size, self.check_count(numbers))

    def distinct(self, numbers: int) -> int:
        """Return the number of distinct deals, 18,395 for six cards of the pack; takes O(values * numbers^2) time."""
        numbers = self.check_count(numbers)
        ways = [1] + [0] * numbers
        for copies in self.copies:
            ways = [sum(ways[k - c] for c in range(min(copies, k) + 1)) for k in range(numbers + 1)]
        return ways[numbers]

    def deals(self, numbers: int) -> Iterator[tuple[int, ...]]:
        """Yield every distinct deal in lexicographic order; the numbers of a deal are ascending."""
        numbers = self.check_count(numbers)
        left = list(self.copies)
        dealt: list[int] = []

        def extend(first: int) -> Iterator[tuple[int, ...]]:
            if len(dealt) == numbers:
                yield tuple(dealt)
                return
            for i in range(first, len(self.values)):
                if left[i]:
                    left[i] -= 1
                    dealt.append(self.values[i])
                    yield from extend(i)
                    dealt.pop()
                    left[i] += 1

        return extend(0)

    def weight(self, deal: tuple[int, ...]) -> int:
        """Return the number of ways to deal these numbers, counting equal cards as different."""
        copies = dict(zip(self.values, self.copies, strict=True))
        return prod(comb(copies.get(value, 0), count) for value, count in Counter(deal).items())

    def replaced(self, changes: Mapping[int, int]) -> Deck:
        """Return a deck in which new values replace old ones; the copies of values that become equal are added up.

        The new value of a large value is large. Raises the errors of `Deck`, also if the deck lacks an old value.
        """
        label = Text("the numbers of the deck {name}", name=quote(self.name))
        changes = dict(zip(to_integers(changes, label), to_integers(changes.values(), label), strict=True))
        for old in changes:
            if old not in self.values:
                raise InvalidPositionError(
                    "the deck {name} has no {old}; its numbers are {listed}",
                    name=quote(self.name),
                    old=old,
                    listed=" ".join(map(str, self.values)),
                )
        copies: Counter[int] = Counter()
        for value, count in zip(self.values, self.copies, strict=True):
            copies[changes.get(value, value)] += count
        large = {changes.get(value, value) for value in self.large}
        name = ", ".join(f"{old} -> {new}" for old, new in sorted(changes.items()) if old != new)
        return Deck.of(f"{self.name} with {name}" if name else self.name, copies, large)

    @property
    def record(self) -> PursuitDeck:
        """Return the deck in the JSON form that `load_deck` reads."""
        cards = {str(value): count for value, count in zip(self.values, self.copies, strict=True)}
        return PursuitDeck(name=self.name, cards=cards, large=self.large)


CARDS = Deck.of("cards", {**dict.fromkeys(range(1, 11), 4), 25: 4, 50: 4, 100: 4}, (25, 50, 100))
"""The pack of 52 cards from the article."""

CLASSIC = Deck.of(
    "classic", {**dict.fromkeys(range(1, 11), 2), **dict.fromkeys((25, 50, 75, 100), 1)}, (25, 50, 75, 100)
)
"""The tiles of the television game."""

SUIT = Deck.of("suit", dict.fromkeys((*range(1, 11), 25, 50, 100), 1), (25, 50, 100))
"""One suit of the pack, from which the article's reduced game deals four cards."""

DECKS: dict[str, Deck] = {deck.name: deck for deck in (CARDS, CLASSIC, SUIT)}
"""Map names to the built-in decks."""


def load_deck(name: str | PathLike[str]) -> Deck:
    """Return the deck ``"cards"``, ``"classic"`` or ``"suit"``, or load a deck from a JSON file.

    The file has an object such as ``{"name": "mine", "cards": {"1": 4, "25": 2}, "large": [25]}``, where ``name`` and
    ``large`` are optional. Raises `InvalidPositionError` or `LimitExceededError` if there is no such deck.

    >>> load_deck("classic").size
    24
    """
    advice = Text(
        'the decks are {decks}, or a file such as {{"cards": {{"1": 4, "25": 2}}, "large": [25]}}',
        decks=", ".join(DECKS),
    )
    if not isinstance(name, (str, PathLike)):
        raise InvalidPositionError("there is no deck {name}; {advice}", name=quote(name), advice=advice)
    if isinstance(name, str) and name in DECKS:
        return DECKS[name]
    if not str(name).strip():
        raise InvalidPositionError("{name} names no deck; {advice}", name=quote(name), advice=advice)
    path = Path(name)
    try:
        # Limit the number of bytes that are read, because a device such as /dev/zero never ends.
        with path.open("rb") as stream:
            content = stream.read(_MAX_FILE + 1)
        if len(content) > _MAX_FILE:
            raise LimitExceededError(
                "{name} is too large for a deck; at most {most:,} bytes are read", name=quote_path(name), most=_MAX_FILE
            )
        data = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    except PerfectPlayError:
        raise
    except OSError as error:
        raise InvalidPositionError(
            "there is no deck {name} ({reason}); {advice}",
            name=unknown(name, DECKS) if len(str(name)) <= _WORD else quote_path(name),
            reason=error.strerror or error,
            advice=advice,
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidPositionError(
            "{name} is not a deck: it is not JSON in UTF-8; {advice}", name=quote_path(name), advice=advice
        ) from error
    return _read(data, path, advice)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build a dictionary, but refuse a repeated key, which JSON allows but which is always a mistake in a deck."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise InvalidPositionError("the key {twice} is given twice in a deck; give it once", twice=quote(twice))
    return fields


def _json(value: object) -> str:
    """Format a value as JSON, shortened so that the error message stays on one line."""
    if isinstance(value, (dict, list)):
        return "{...}" if isinstance(value, dict) else "[...]"
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _read(data: object, path: Path, advice: str) -> Deck:
    cards = data.get("cards") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(cards, dict):
        raise InvalidPositionError(
            "{path} is not a deck: it needs 'cards', and may have 'name' and 'large'; {advice}",
            path=quote_path(path),
            advice=advice,
        )
    unknown = next((key for key in data if key not in {"name", "cards", "large"}), None)
    if unknown is not None:
        raise InvalidPositionError(
            "{path} has the unknown key {unknown}; the keys are 'cards', 'name' and 'large'",
            path=quote_path(path),
            unknown=quote(unknown),
        )
    copies: dict[int, int] = {}
    for value, count in cards.items():
        if not (value.isascii() and value.isdigit() and len(value) <= 9) or type(count) is not int:
            entry = Text("{value}: {count}, which is not a number and count", value=_json(value), count=_json(count))
            raise InvalidPositionError(
                "{path} has the card {what}; {advice}", path=quote_path(path), what=entry, advice=advice
            )
        if int(value) in copies:
            raise InvalidPositionError(
                "{path} has the card {value} twice; give each number once", path=quote_path(path), value=quote(value)
            )
        copies[int(value)] = count
    large = data.get("large", [])
    name = data.get("name", path.stem)
    if not isinstance(large, list) or not all(type(value) is int for value in large) or not isinstance(name, str):
        raise InvalidPositionError(
            "{path} is not a deck: 'large' is a list of numbers and 'name' is text; {advice}",
            path=quote_path(path),
            advice=advice,
        )
    return Deck.of(name, copies, large)


class Dealer:
    """A dealer of numbers and targets: the same seed gives the same games; ``None`` gives different ones each time.

    >>> dealer = Dealer(7)
    >>> sorted(dealer.deal()) == sorted(Dealer(7).deal())
    True

    >>> dealer = Dealer(7)
    >>> dealer.deal() == Dealer(7).deal(), 1 <= dealer.roll() <= 1000, dealer.draw(5, 5)
    (True, True, 5)
    """

    def __init__(self, seed: int | str | None = None, deck: Deck = CARDS) -> None:
        # A predictable generator is needed, because the same seed must give the same games.
        self._random = random.Random(seed)  # noqa: S311
        self._deck = deck

    def deal(self, numbers: int = 6, large: int | None = None) -> tuple[int, ...]:
        """Deal cards; like the article, shuffle only as many as are dealt.

        Each card in turn is swapped with a card that is not yet shuffled, possibly itself. If ``large`` is given, that
        many cards are large and come first, as in the television game; all such deals are equally likely. Raises the
        errors of `Deck.check_count` and `Deck.check_large`.
        """
        numbers, cards = self._deck.check_count(numbers), self._deck.cards
        if large is None:
            return self._shuffle(cards, numbers)
        large = self._deck.check_large(large, numbers)
        courts, pips = (
            tuple(card for card in cards if (card in self._deck.large) is wanted) for wanted in (True, False)
        )
        return self._shuffle(courts, large) + self._shuffle(pips, numbers - large)

    def _shuffle(self, pack: tuple[int, ...], numbers: int) -> tuple[int, ...]:
        cards = list(pack)
        for i in range(numbers):
            j = self._random.randrange(i, len(cards))
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards[:numbers])

    def roll(self) -> int:
        """Roll three twenty-sided dice, each with the digits 0 to 9 twice; three zeros count as 1000."""
        digits = [self._random.randrange(2 * _FACES) % _FACES for _ in range(3)]
        return 100 * digits[0] + 10 * digits[1] + digits[2] or 1000

    def draw(self, low: int, high: int) -> int:
        """Draw a target from ``low`` to ``high``; all are equally likely."""
        check_range(low, high)
        return self._random.randint(low, high)
