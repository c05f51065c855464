"""The rules of Taxman, for any pot of positive integers.

The player takes a number that has at least one proper divisor in the pot; the taxman takes all its proper divisors in
the pot.  When no legal move is left, the taxman takes the rest.  In Trono's variant (``"immediate"``, the default) a
*dead* number, which can neither be taken nor serve as a divisor, goes to the taxman at once; this changes the board,
but never the final score.

Sources: D. Resek (c. 1970); J. A. Trono, "Taxman revisited", SIGCSE Bulletin 26:4 (1994), 56-58.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import compress
from typing import ClassVar, Literal, Self

from perfectplay.core.drawable import Drawable
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, quote
from perfectplay.core.game.ids import join_id, parse_numbers, short_repr, split_id
from perfectplay.core.text.texts import Text

__all__ = ["MAX_N", "MAX_POT_SIZE", "Pot", "TaxmanPosition", "TaxmanPreview", "Variant", "as_pot", "primes_up_to"]

Variant = Literal["immediate", "end"]

MAX_N = 100_000
"""Largest N that can be played move by move."""

MAX_POT_SIZE = 2_000
"""Maximum size of a pot that is not of the form {1..N}."""

_GAME = "taxman"
_POT_PREFIX = "pot."
_END_SUFFIX = "~end"
_N = re.compile(r"[1-9][0-9]*\Z")


@dataclass(frozen=True, slots=True)
class TaxmanPreview:
    """The effect of a move.

    Attributes
    ----------
    take
        The number that the player would get.
    tax
        The proper divisors of ``take`` in the pot, ascending: the visible price.
    lost
        Numbers that would become dead (neither takeable nor divisors), ascending: the hidden price.
    net
        ``take`` minus everything that the taxman would get because of this move.

    Examples
    --------
    >>> TaxmanPreview.of(6, (2, 3), (9,))
    TaxmanPreview(take=6, tax=(2, 3), lost=(9,), net=-8)
    """

    take: int
    tax: tuple[int, ...]
    lost: tuple[int, ...]
    net: int

    @classmethod
    def of(cls, take: int, tax: tuple[int, ...], lost: tuple[int, ...]) -> Self:
        """Build a preview, and compute its net gain."""
        return cls(take, tax, lost, take - sum(tax) - sum(lost))


@dataclass(frozen=True)
class Pot:
    """A starting pot: distinct positive integers.

    Parameters
    ----------
    numbers
        The numbers in ascending order.

    Raises
    ------
    InvalidPositionError
        If the pot is empty, has a duplicate or a number below 1.
    LimitExceededError
        If N exceeds `MAX_N`, or a pot that is not {1..N} has more than `MAX_POT_SIZE` numbers.

    Examples
    --------
    >>> pot = Pot.up_to(10)
    >>> pot.total, pot.text, Pot.of([9, 2, 8]).numbers
    (55, '10', (2, 8, 9))
    """

    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not self.numbers:
            raise InvalidPositionError("the pot is empty; give N >= 1 or at least one positive integer")
        previous = 0
        for number in self.numbers:
            if number < 1:
                raise InvalidPositionError(
                    "the pot contains {number}; only positive integers can be in a pot", number=number
                )
            if number <= previous:
                problem = Text("contains it twice") if number == previous else Text("is not in ascending order")
                raise InvalidPositionError(
                    "the pot has a problem at {number}: it {problem}", number=number, problem=problem
                )
            previous = number
        limit = MAX_N if self.n is not None else MAX_POT_SIZE
        if len(self.numbers) > limit:
            raise LimitExceededError(
                "the pot has {count} numbers; at most {limit} can be played here", count=len(self.numbers), limit=limit
            )

    @classmethod
    def up_to(cls, n: int) -> Pot:
        """Return the pot {1..n}, n from 1 to `MAX_N`; recently used pots are cached."""
        if n < 1:
            raise InvalidPositionError("N = {n} is not a pot; N must be a whole number of at least 1", n=n)
        if n > MAX_N:
            raise LimitExceededError(
                "N = {n} is too large to play; the largest possible N is {most}", n=quote(n), most=MAX_N
            )
        return _pot_up_to(n)

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Pot:
        """Return the pot of the given numbers, in any order."""
        return cls(tuple(sorted(numbers)))

    @cached_property
    def n(self) -> int | None:
        """N if the pot is {1..N}, otherwise ``None``."""
        size = len(self.numbers)
        return size if self.numbers and self.numbers[-1] == size and self.numbers[0] == 1 else None

    @cached_property
    def divisors(self) -> Mapping[int, tuple[int, ...]]:
        """Map each number to its proper divisors in the pot, ascending; O(N log N) or O(size^2) to build."""
        if self.n is not None:
            lists: list[list[int]] = [[] for _ in range(self.n + 1)]
            for divisor in self.numbers:
                for divisors in lists[2 * divisor :: divisor]:
                    divisors.append(divisor)
            return dict(zip(self.numbers, map(tuple, lists[1:]), strict=True))
        below: dict[int, list[int]] = {number: [] for number in self.numbers}
        top = self.numbers[-1]
        if top <= len(self.numbers) ** 2:
            for divisor in self.numbers:
                for multiple in range(2 * divisor, top + 1, divisor):
                    if multiple in below:
                        below[multiple].append(divisor)
        else:
            for i, multiple in enumerate(self.numbers):
                below[multiple] = [divisor for divisor in self.numbers[:i] if multiple % divisor == 0]
        return {number: tuple(divisors) for number, divisors in below.items()}

    @cached_property
    def multiples(self) -> Mapping[int, tuple[int, ...]]:
        """Map each number to its proper multiples in the pot, ascending."""
        if self.n is not None:
            from_zero = (0, *self.numbers)
            return {number: from_zero[2 * number :: number] for number in self.numbers}
        above: dict[int, list[int]] = {number: [] for number in self.numbers}
        for multiple, divisors in self.divisors.items():
            for divisor in divisors:
                above[divisor].append(multiple)
        return {number: tuple(multiples) for number, multiples in above.items()}

    @property
    def total(self) -> int:
        """Sum of the pot."""
        return sum(self.numbers)

    @property
    def text(self) -> str:
        """The pot in the format of a position id, such as ``"20"`` or ``"pot.2.3.6"``."""
        return str(self.n) if self.n is not None else _POT_PREFIX + ".".join(map(str, self.numbers))


def as_pot(pot: Pot | int | Iterable[int]) -> Pot:
    """Return the pot {1..N} for an integer N, a `Pot` unchanged, and otherwise the pot of the given numbers.

    Examples
    --------
    >>> as_pot(6) == as_pot([1, 2, 3, 4, 5, 6])
    True
    """
    if isinstance(pot, int):
        return Pot.up_to(pot)
    return pot if isinstance(pot, Pot) else Pot.of(pot)


@lru_cache(maxsize=64)
def _pot_up_to(n: int) -> Pot:
    return Pot(tuple(range(1, n + 1)))


@dataclass(frozen=True)
class TaxmanPosition(Drawable):
    """A position of Taxman. Build one with `new` or `from_id`, and continue with `play`.

    Attributes
    ----------
    start_pot
        The pot at the start.
    variant
        When dead numbers go to the taxman: ``"immediate"``, or ``"end"`` when the game is over.
    moves
        Numbers taken by the player so far, in order.
    pot
        Numbers still in the pot.
    player, taxman
        Scores so far.

    Examples
    --------
    >>> position = TaxmanPosition.new(10).play(7)
    >>> position.id, position.scores(), position.is_over(), position.start().id
    ('taxman:10/7', (7, 1), False, 'taxman:10')
    >>> position.legal_moves(), position.is_legal(5)
    ((4, 6, 8, 9, 10), False)
    >>> position.tax(6), position.preview(6).lost, position.covers(6)
    ((2, 3), (9,), (2, 3))
    """

    game: ClassVar[str] = _GAME

    start_pot: Pot
    variant: Variant = "immediate"
    moves: tuple[int, ...] = ()
    pot: frozenset[int] = field(default=frozenset(), compare=False, repr=False)
    player: int = field(default=0, compare=False)
    taxman: int = field(default=0, compare=False)

    @classmethod
    def new(cls, pot: Pot | int | Iterable[int], variant: Variant = "immediate") -> TaxmanPosition:
        """Start a game.

        Parameters
        ----------
        pot
            N for the pot {1..N}, a `Pot`, or distinct positive integers.
        variant
            ``"immediate"`` or ``"end"``.
        """
        pot = as_pot(pot)
        position = cls(pot, variant, (), frozenset(pot.numbers), 0, 0)
        # In {1..N} with N > 1, no number is dead at the start, because 1 divides all others.
        return position if pot.n is not None and pot.n > 1 else _settled(position, position.pot)

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Rebuild a position from its id, checking every move.

        The id is ``taxman:N``, or ``taxman:pot.a.b.c`` for any other pot. It is followed by ``~end`` for the variant
        "end", then by ``/`` and the numbers taken, joined by dots.

        Raises
        ------
        InvalidPositionError, LimitExceededError, IllegalMoveError
            If the id is invalid; the message quotes the bad part.

        Examples
        --------
        >>> TaxmanPosition.from_id("taxman:20/19.9.15").player
        43
        """
        _, start, moves = split_id(text, _GAME)
        head, tilde, suffix = start.partition("~")
        if tilde + suffix not in {"", _END_SUFFIX} or not (head.startswith(_POT_PREFIX) or _N.match(head)):
            raise InvalidPositionError(
                "position id {text} has the start {start}; a start is N as in 20, or pot. and numbers as in "
                "pot.2.3.6, each optionally followed by {end_suffix}",
                text=quote(text),
                start=quote(start),
                end_suffix=_END_SUFFIX,
            )
        numbers = parse_numbers(head.removeprefix(_POT_PREFIX), text, Text("number"))
        variant: Variant = "end" if suffix else "immediate"
        position = cls.new(numbers if head.startswith(_POT_PREFIX) else numbers[0], variant)
        for count, move in enumerate(parse_numbers(moves, text, Text("move")), 1):
            try:
                position = position.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(
                    "position id {text}, move {place}: {error}", text=quote(text), place=count, error=error
                ) from error
        return position  # type: ignore[return-value]  # no subclass overrides `new`

    @property
    def id(self) -> str:
        """The position as one line of text, which `from_id` reads."""
        suffix = _END_SUFFIX if self.variant == "end" else ""
        return join_id(_GAME, self.start_pot.text + suffix, ".".join(map(str, self.moves)))

    def start(self) -> TaxmanPosition:
        """Return the position before the first move."""
        return self.new(self.start_pot, self.variant)

    def is_legal(self, number: int) -> bool:
        """Return whether the number and one of its proper divisors are in the pot."""
        return number in self.pot and not self.pot.isdisjoint(self.start_pot.divisors[number])

    def legal_moves(self) -> tuple[int, ...]:
        """Return the numbers that may be taken, ascending; O(size of the pot)."""
        return tuple(number for number in self.start_pot.numbers if self.is_legal(number))

    def tax(self, number: int) -> tuple[int, ...]:
        """Return the proper divisors of a number in the pot, ascending, which the taxman would get."""
        return tuple(d for d in self.start_pot.divisors.get(number, ()) if d in self.pot)

    def preview(self, number: int) -> TaxmanPreview:
        """Return the effect of a legal move, without making it.

        Raises
        ------
        IllegalMoveError
            If the move is illegal.
        """
        self._check(number)
        tax = self.tax(number)
        gone = frozenset((number, *tax))
        return TaxmanPreview.of(number, tax, _dead(self.start_pot, self.pot - gone, gone))

    def play(self, move: int) -> TaxmanPosition:
        """Take a number.

        Raises
        ------
        IllegalMoveError
            If the number is not in the pot or none of its proper divisors is.
        """
        self._check(move)
        tax = self.tax(move)
        gone = frozenset((move, *tax))
        after = TaxmanPosition(
            self.start_pot,
            self.variant,
            (*self.moves, move),
            self.pot - gone,
            self.player + move,
            self.taxman + sum(tax),
        )
        return _settled(after, gone)

    def is_over(self) -> bool:
        """Return whether no legal move is left."""
        return not any(self.is_legal(number) for number in self.pot)

    def scores(self) -> tuple[int, int]:
        """Return the player's and the taxman's score so far; they are final once the game is over."""
        return self.player, self.taxman

    def _check(self, number: int) -> None:
        if number not in self.pot:
            shown = quote(number)[1:-1]
            problem = Text("{number} cannot be taken: it was never in the pot", number=shown)
            if number in self.start_pot.divisors:
                problem = Text("{number} cannot be taken: it was in the pot and is gone", number=shown)
        elif not self.is_legal(number):
            problem = Text("{number} cannot be taken: none of its proper divisors is in the pot", number=number)
        else:
            return
        raise IllegalMoveError("{problem}; {legal}", problem=problem, legal=self._legal_text())

    def _legal_text(self, limit: int = 12) -> str:
        legal = self.legal_moves()
        if not legal:
            return Text("the game is over")
        shown = ", ".join(map(str, legal[-limit:]))
        if len(legal) <= limit:
            return Text("legal moves are {shown}", shown=shown)
        return Text("the largest legal moves are {shown}", shown=shown)

    def covers(self, number: int) -> tuple[int, ...]:
        """Return a number's lower covers, ascending: proper divisors in the pot that divide no other such divisor."""
        tax = self.tax(number)
        return tuple(q for q in tax if not any(x != q and x % q == 0 for x in tax))

    def __repr__(self) -> str:
        """Return an expression that builds the position again."""
        return short_repr(self, self.id)

    def _repr_html_(self) -> str:
        """Show the pot as a grid, for notebooks."""
        columns = max(5, math.isqrt(len(self.start_pot.numbers)))
        taken = set(self.moves)
        cells = []
        for i, number in enumerate(self.start_pot.numbers):
            if i % columns == 0:
                cells.append("</tr><tr>" if i else "<tr>")
            mark = "b" if number in taken else "span" if number in self.pot else "s"
            cells.append(f"<td><{mark}>{number}</{mark}></td>")
        return f"<table><caption>player {self.player}, taxman {self.taxman}</caption>{''.join(cells)}</tr></table>"


def _dead(start: Pot, pot: frozenset[int], gone: Iterable[int]) -> tuple[int, ...]:
    """Return the dead numbers of ``pot``, without divisors or multiples in it, among the relatives of ``gone``."""
    related: set[int] = set()
    for number in gone:
        related.update(start.divisors[number], start.multiples[number], (number,))
    return tuple(
        sorted(
            number
            for number in related & pot
            if pot.isdisjoint(start.divisors[number]) and pot.isdisjoint(start.multiples[number])
        )
    )


def _settled(position: TaxmanPosition, gone: frozenset[int]) -> TaxmanPosition:
    """Give the taxman the dead numbers, or everything left if no legal move remains."""
    if position.variant == "immediate":
        dead = frozenset(_dead(position.start_pot, position.pot, gone))
    else:
        dead = position.pot if position.is_over() else frozenset()
    if not dead:
        return position
    return replace(position, pot=position.pot - dead, taxman=position.taxman + sum(dead))


def primes_up_to(n: int) -> list[int]:
    """Return the primes up to ``n``, ascending; O(n log log n).

    >>> primes_up_to(11)
    [2, 3, 5, 7, 11]
    """
    prime = bytearray(2) + b"\x01" * (n - 1)
    for p in range(2, math.isqrt(n) + 1):
        if prime[p]:
            prime[p * p :: p] = bytes(n // p - p + 1)
    return list(compress(range(n + 1), prime))


_MAX_DIGITS = 18


def parse_move(text: str, position: TaxmanPosition) -> int:
    """Parse a number, which need not be a legal move."""
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdecimal()) or len(stripped) > _MAX_DIGITS:
        legal = ", ".join(map(str, position.legal_moves()[-8:]))
        raise IllegalMoveError(
            "{text} is not a number from the pot; legal moves include {legal}",
            text=quote(text),
            legal=legal or Text("none: it is over"),
        )
    return int(stripped)
