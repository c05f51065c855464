"""The rules of greedy coins, for rows, stacks, circles and sums of them.

Two players alternately take a coin from either end of a row, and each wants the larger total.  A row may have a blocked
end (a stack), or may be a circle (any coin may be taken first, then the rest is a row). Several of these may be on
the table (a sum); each turn takes one coin from any of them. Passing is not allowed.

Source: B. Yorgey, "Computing optimal play for the greedy coins game", parts 1 to 4, The Math Less Traveled (2017);
rows with gaps: Hunan team selection contest, HNOI 2010.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from math import lcm
from operator import index
from typing import Any, ClassVar, Literal, NamedTuple, Self, cast

from perfectplay.core.drawable import Drawable
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, quote
from perfectplay.core.game.ids import MAX_ID_LENGTH, join_id, short_repr, split_id
from perfectplay.core.text.texts import Text

__all__ = [
    "MAX_BITS",
    "MAX_COINS",
    "MAX_DIGITS",
    "Coin",
    "CoinsPosition",
    "Component",
    "Kind",
    "Player",
    "Stretch",
    "common_denominator",
    "ends",
    "parse_coins",
    "parse_gaps",
    "take",
    "to_coin",
]

Coin = int | Fraction
"""The value of a coin: any integer or fraction, including zero and negative ones."""

Kind = Literal["row", "left", "right", "circle"]
"""``"left"`` and ``"right"`` name the end that is blocked."""

Player = Literal[0, 1]
"""The first player is 0, and the second is 1."""

MAX_COINS = 10_000
"""Maximum number of coins in a game that is played move by move; the solvers take far longer rows."""

MAX_DIGITS = 1_000
"""Maximum number of digits of a numerator or denominator when coins are parsed."""

MAX_BITS = 4_000
"""Maximum number of bits of a coin, even when written over the common denominator; sums can then be printed."""

_GAME = "coins"
_KINDS: tuple[Kind, ...] = ("row", "left", "right", "circle")
_LETTERS: dict[Kind, str] = {"row": "", "left": "l", "right": "r", "circle": "o"}
_KIND_OF: dict[str, Kind] = {letter: kind for kind, letter in _LETTERS.items() if letter}
_NUMBER = re.compile(r"[+-]?[0-9]+(?:/[0-9]+)?\Z")
_DECIMAL = re.compile(r"[+-]?[0-9]*\.[0-9]+\Z")
_ID_NUMBER = re.compile(r"(?:0|-?[1-9][0-9]*(?:_[1-9][0-9]*)?)\Z")
_MOVE = re.compile(r"([1-9][0-9]{0,8})(L|R|K[1-9][0-9]{0,8})")
_SEPARATORS = re.compile(r"[\s,;]+")
# Length of a move such as 5000K5000 with its dot: a move makes an id longer by at most this many characters.
_MOVE_LENGTH = 10


def to_coin(value: object) -> Coin:
    """Convert a number to an exact coin: an ``int``, a ``Fraction``, or an integer of another library such as NumPy.

    Raises `InvalidPositionError` for anything else, including floats, since answers about them would not be exact.

    Examples
    --------
    >>> to_coin(Fraction(6, 2)), to_coin(Fraction(3, 2))
    (3, Fraction(3, 2))
    """
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    # Refuse bool: Python counts True as an integer, but a coin that is True must be a mistake.
    if not isinstance(value, bool):
        with suppress(TypeError):
            return index(cast(int, value))
    raise InvalidPositionError("{value} is not a coin; use integers or fractions such as 3/2", value=quote(value))


def common_denominator(coins: Iterable[Coin]) -> int:
    """Return the least common denominator of some coins.

    Raises `LimitExceededError` if the denominator, or a numerator over it, may need more than `MAX_BITS` bits.

    Examples
    --------
    >>> common_denominator([1, Fraction(1, 2), Fraction(1, 3)])
    6
    """
    common = 1
    widest = 0
    for coin in coins:
        if coin.denominator != 1:
            common = lcm(common, coin.denominator)
        widest = max(widest, coin.numerator.bit_length())
        if max(widest, 1) + common.bit_length() - 1 > MAX_BITS:
            raise LimitExceededError(
                "these coins need more than {most} bits over their common denominator; use smaller numbers or fewer "
                "different denominators",
                most=MAX_BITS,
            )
    return common


def parse_coins(texts: Iterable[str]) -> tuple[Coin, ...]:
    """Parse coins that users type.

    Parameters
    ----------
    texts
        One or more texts with coins, separated by white space, commas or semicolons. A coin is an integer, or a
        fraction such as ``-7/4``.

    Raises
    ------
    InvalidPositionError
        If a part of a text is not a coin.
    LimitExceededError
        If a number has more than `MAX_DIGITS` digits.

    Examples
    --------
    >>> parse_coins("1, 2, 4, 3") == parse_coins(["1", "2", "4", "3"])
    True
    >>> parse_coins(["-3", "3/2"])
    (-3, Fraction(3, 2))
    """
    if isinstance(texts, str):
        texts = (texts,)
    coins: list[Coin] = []
    for text in texts:
        for word in _SEPARATORS.split(text):
            if word:
                coins.append(_parse_coin(word, len(coins) + 1))
    return tuple(coins)


def _parse_coin(word: str, number: int) -> Coin:
    if _DECIMAL.match(word) and len(word) <= MAX_DIGITS:
        raise InvalidPositionError(
            "coin {number} is {word}, which is a decimal; write {exact}",
            number=number,
            word=quote(word),
            exact=Fraction(word),
        )
    if not _NUMBER.match(word):
        raise InvalidPositionError(
            "coin {number} is {word}, which is not an exact number; use integers or fractions such as 3/2",
            number=number,
            word=quote(word),
        )
    numerator, _, denominator = word.partition("/")
    _check_digits(word, numerator, denominator)
    if not denominator:
        return int(numerator)
    if int(denominator) == 0:
        raise InvalidPositionError(
            "coin {number} is {word}, which divides by zero; use integers or fractions such as 3/2",
            number=number,
            word=quote(word),
        )
    return to_coin(Fraction(int(numerator), int(denominator)))


def _check_digits(word: str, *numbers: str) -> None:
    if any(len(number.lstrip("+-")) > MAX_DIGITS for number in numbers):
        raise LimitExceededError(
            "the coin {word} has {count} characters; at most {most} digits are read",
            word=quote(word),
            count=len(word),
            most=MAX_DIGITS,
        )


@dataclass(frozen=True, slots=True)
class Component:
    """A row, stack or circle on the table.

    Parameters
    ----------
    kind
        ``"row"``: both ends open; ``"left"``, ``"right"``: that end is blocked; ``"circle"``: any coin may be taken
        first, which leaves the row that begins after it.
    coins
        Values from left to right, or round the circle; may be empty.

    Raises
    ------
    InvalidPositionError
        If the kind is unknown or a value is not exact.

    Examples
    --------
    >>> str(Component("left", (1, 2))), str(Component("row", (3, 7, 4)))
    ('l1.2', '3.7.4')
    """

    kind: Kind
    coins: tuple[Coin, ...]

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise InvalidPositionError(
                "there is no kind of row {kind}; the kinds are {kinds}", kind=quote(self.kind), kinds=", ".join(_KINDS)
            )
        # Do not check plain integers one by one: a game of 10,000 coins makes 10,000 components.
        if type(self.coins) is not tuple or not set(map(type, self.coins)) <= {int}:
            object.__setattr__(self, "coins", tuple(map(to_coin, self.coins)))

    def __str__(self) -> str:
        """Return the component as in a position id."""
        return _LETTERS[self.kind] + ".".join(str(coin).replace("/", "_") for coin in self.coins)


def parse_gaps(coins: str | Iterable[str | Coin], gap: Coin = 0) -> tuple[Component, ...]:
    """Parse a row with gaps: coins next to a gap may be taken, and the outer ends are blocked.

    Parameters
    ----------
    coins
        Text for `parse_coins`, or texts and numbers.
    gap
        The value that marks a gap.

    Returns
    -------
    tuple of Component
        The components in order: ``"left"`` before the first gap, ``"right"`` after the last, ``"row"`` between gaps.

    Raises
    ------
    InvalidPositionError
        If a text is not a coin, or no coin can ever be taken.

    Examples
    --------
    >>> [str(component) for component in parse_gaps("1 2 0 3 7 4 0 9")]
    ['l1.2', '3.7.4', 'r9']
    """
    items = (coins,) if isinstance(coins, str) else coins
    values = [value for item in items for value in (parse_coins(item) if isinstance(item, str) else (to_coin(item),))]
    if gap not in values:
        raise InvalidPositionError(
            "the row {coins} contains no gap {gap}; it needs at least one",
            coins=quote(" ".join(map(str, values))),
            gap=gap,
        )
    groups: list[list[Coin]] = [[]]
    for value in values:
        if value == gap:
            groups.append([])
        else:
            groups[-1].append(value)
    components = []
    for i, group in enumerate(groups):
        kind: Kind = "left" if i == 0 else "right" if i == len(groups) - 1 else "row"
        if group:
            components.append(Component(kind, tuple(group)))
    if not components:
        raise InvalidPositionError(
            "{coins} has gaps but no coin; give at least one coin", coins=quote(" ".join(map(str, values)))
        )
    return tuple(components)


class Stretch(NamedTuple):
    """The rest of a component: the coins with indices ``lo``, ..., ``hi - 1``, which wrap around in a circle."""

    kind: Kind
    lo: int
    hi: int


def ends(stretch: Stretch) -> tuple[str, ...]:
    """Return the coins of a stretch that may be taken: ``"L"``, ``"R"``, or ``"K3"`` for the third coin of a circle.

    The last coin of a row is at both ends; it is called only ``"L"``, so every coin has one name.

    Examples
    --------
    >>> ends(Stretch("row", 0, 4))
    ('L', 'R')
    """
    if stretch.lo == stretch.hi:
        return ()
    match stretch.kind:
        case "row":
            return ("L", "R") if stretch.hi - stretch.lo > 1 else ("L",)
        case "left":
            return ("R",)
        case "right":
            return ("L",)
        case "circle":
            return tuple(f"K{i}" for i in range(1, stretch.hi + 1))


def take(stretch: Stretch, end: str) -> tuple[int, Stretch]:
    """Take a coin that `ends` names; return its index in its component, and the rest.

    If the component began as a circle, the index may exceed its length; take it modulo the length.

    Examples
    --------
    >>> take(Stretch("row", 0, 4), "R")
    (3, Stretch(kind='row', lo=0, hi=3))
    """
    if end[0] == "K":
        i = int(end[1:]) - 1
        taken, left = i, Stretch("row", i + 1, i + stretch.hi)
    elif end == "L":
        taken, left = stretch.lo, Stretch(stretch.kind, stretch.lo + 1, stretch.hi)
    else:
        taken, left = stretch.hi - 1, Stretch(stretch.kind, stretch.lo, stretch.hi - 1)
    # Normalise empty stretches so that equal states compare equal.
    return taken, left if left.lo < left.hi else Stretch("row", 0, 0)


@dataclass(frozen=True)
class CoinsPosition(Drawable):
    """A position of greedy coins. Build one with `new` or `from_id`, and continue with `play`.

    Attributes
    ----------
    start_components
        The components on the table at the start.
    moves
        Moves so far, in order. In a single row or stack, a move is ``"L"`` or ``"R"``. Otherwise it begins with the
        component's number, from 1, as in ``"2R"``. ``"1K3"`` opens a circle by taking its third coin.
    stretches
        The rest of each component.
    totals
        Totals of the first and the second player so far.

    Examples
    --------
    >>> position = CoinsPosition.new([3, 9, 1, 2]).play("R")
    >>> position.id, position.to_move, position.scores(), position.margin
    ('coins:3.9.1.2/R', 1, (2, 0), 2)
    >>> position.legal_moves(), position.coin("L"), position.coins_left, position.is_single
    (('L', 'R'), 3, 3, True)
    >>> position.is_over(), position.start().id, position.components
    (False, 'coins:3.9.1.2', (Component(kind='row', coins=(3, 9, 1)),))
    """

    game: ClassVar[str] = _GAME

    start_components: tuple[Component, ...]
    moves: tuple[str, ...] = ()
    stretches: tuple[Stretch, ...] = field(default=(), compare=False, repr=False)
    totals: tuple[Coin, Coin] = field(default=(0, 0), compare=False)

    @classmethod
    def new(cls, coins: Component | Iterable[Coin] | Iterable[Component]) -> CoinsPosition:
        """Start a game.

        Parameters
        ----------
        coins
            The coins of a single row, one `Component`, or several.

        Raises
        ------
        InvalidPositionError
            If there is no coin, a component is empty or a value is not exact.
        LimitExceededError
            If there are more than `MAX_COINS` coins, or so many digits that the id might become too long.
        """
        if isinstance(coins, Component):
            coins = (coins,)
        things = tuple(cast("Iterable[Any]", coins))
        if things and all(isinstance(thing, Component) for thing in things):
            components: tuple[Component, ...] = things
        else:
            components = (Component("row", things),)
        common_denominator(coin for component in components for coin in component.coins)
        for number, component in enumerate(components, 1):
            if not component.coins:
                which = (
                    Text("row {number} of {count}", number=number, count=len(components))
                    if len(components) > 1
                    else Text("the row")
                )
                raise InvalidPositionError(
                    "{which} is empty; there must be at least one coin, as in 1 2 4 3", which=which
                )
        size = sum(len(component.coins) for component in components)
        if size > MAX_COINS:
            raise LimitExceededError(
                "{size} coins are too many to play move by move; the limit is {most}", size=size, most=MAX_COINS
            )
        position = cls(components, (), tuple(Stretch(c.kind, 0, len(c.coins)) for c in components))
        if len(position.id) + _MOVE_LENGTH * size > MAX_ID_LENGTH:
            raise LimitExceededError(
                "{size} coins with {count} digits in all are too many to play move by move",
                size=size,
                count=len(position.id),
            )
        return position

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Rebuild a position from its id, checking every move.

        The id begins with ``coins:``. The coins follow, joined by dots, with ``3_2`` for 3/2. Before them, ``l`` stands
        for a blocked left end, ``r`` for a blocked right end, and ``o`` for a circle. Several components are joined by
        ``~``.  Then follow ``/`` and the moves, joined by dots except in a single row or stack.

        Raises
        ------
        InvalidPositionError, LimitExceededError, IllegalMoveError
            If the id is invalid; the message quotes the bad part.

        Examples
        --------
        >>> CoinsPosition.from_id("coins:1.2.4.3/RR").components
        (Component(kind='row', coins=(1, 2)),)
        >>> CoinsPosition.from_id("coins:l1.2~3.7.4~r9/2L.1R").scores()
        (3, 2)
        """
        _, start, moves = split_id(text, _GAME)
        position = cls.new([_parse_component(part, text) for part in start.split("~")])
        split: Iterable[str] = moves if position.is_single else moves.split(".") if moves else ()
        for move in split:
            position = position.play(move)
        return position  # type: ignore[return-value]  # no subclass overrides `new`

    @property
    def id(self) -> str:
        """The position as one line of text, which `from_id` parses."""
        return join_id(_GAME, self._start_text, ("" if self.is_single else ".").join(self.moves))

    @cached_property
    def _start_text(self) -> str:
        return "~".join(map(str, self.start_components))

    @property
    def is_single(self) -> bool:
        """Return whether the game began with one row or stack, so that moves need no number."""
        return len(self.start_components) == 1 and self.start_components[0].kind != "circle"

    @property
    def to_move(self) -> Player:
        """The player to move: 0 for the first player, 1 for the second."""
        return 1 if len(self.moves) % 2 else 0

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The rest of each component, in the original order; empty ones are kept."""
        return tuple(
            Component(stretch.kind, tuple(self._between(number, stretch)))
            for number, stretch in enumerate(self.stretches)
        )

    def _between(self, number: int, stretch: Stretch) -> Iterator[Coin] | tuple[Coin, ...]:
        coins = self.start_components[number].coins
        if stretch.hi <= len(coins):
            return coins[stretch.lo : stretch.hi]
        return (coins[i % len(coins)] for i in range(stretch.lo, stretch.hi))

    def start(self) -> CoinsPosition:
        """Return the position before the first move."""
        return self.new(self.start_components)

    def legal_moves(self) -> tuple[str, ...]:
        """Return all legal moves, component by component and left before right, with one name for each coin."""
        return tuple(self._name(number, end) for number, stretch in enumerate(self.stretches) for end in ends(stretch))

    def _name(self, number: int, end: str) -> str:
        return end if self.is_single else f"{number + 1}{end}"

    def _find(self, move: str) -> tuple[int, str]:
        """Return a move's component, counted from 0, and its end; ``R`` for a row's last coin becomes ``L``."""
        matched = _MOVE.fullmatch(f"1{move}" if self.is_single else move) if isinstance(move, str) else None
        if matched:
            number, end = int(matched[1]) - 1, matched[2]
            if number < len(self.stretches):
                stretch = self.stretches[number]
                if end == "R" and stretch.kind == "row" and stretch.hi - stretch.lo == 1:
                    end = "L"
                if stretch.lo < stretch.hi and (
                    end in ends(stretch) if stretch.kind != "circle" else _on_circle(stretch, end)
                ):
                    return number, end
        raise IllegalMoveError(
            "{move} cannot be played in {id}: {legal}", move=quote(move), id=quote(self.id), legal=self._legal_text()
        )

    def _legal_text(self, limit: int = 12) -> str:
        legal = self.legal_moves()
        if not legal:
            return Text("the game is over")
        shown = ", ".join(legal[:limit])
        if len(legal) <= limit:
            return Text("legal moves are {shown}", shown=shown)
        return Text("legal moves are {shown} and {more} more", shown=shown, more=len(legal) - limit)

    def coin(self, move: str) -> Coin:
        """Return the value of the coin that a legal move takes.

        Raises
        ------
        IllegalMoveError
            If the move is illegal.
        """
        number, end = self._find(move)
        taken, _ = take(self.stretches[number], end)
        coins = self.start_components[number].coins
        return coins[taken % len(coins)]

    def play(self, move: str) -> CoinsPosition:
        """Take a coin.

        Raises
        ------
        IllegalMoveError
            If the move names no coin that may be taken.
        """
        number, end = self._find(move)
        taken, left = take(self.stretches[number], end)
        coins = self.start_components[number].coins
        first, second = self.totals
        coin = coins[taken % len(coins)]
        return CoinsPosition(
            self.start_components,
            (*self.moves, self._name(number, end)),
            (*self.stretches[:number], left, *self.stretches[number + 1 :]),
            (first, second + coin) if self.to_move else (first + coin, second),
        )

    def is_over(self) -> bool:
        """Return whether all coins are taken."""
        return all(stretch.lo == stretch.hi for stretch in self.stretches)

    def scores(self) -> tuple[Coin, Coin]:
        """Return the totals of the first and the second player so far; final once the game is over."""
        return self.totals

    @property
    def margin(self) -> Coin:
        """Lead of the first player so far; negative when behind."""
        return self.totals[0] - self.totals[1]

    @property
    def coins_left(self) -> int:
        """Number of coins still on the table."""
        return sum(stretch.hi - stretch.lo for stretch in self.stretches)

    def __repr__(self) -> str:
        """Return a call that builds this position."""
        return short_repr(self, self.id)

    def _repr_html_(self) -> str:
        """Format the remaining coins for notebooks: an HTML table with one row for each component."""
        first, second = self.totals
        turn = "over" if self.is_over() else f"{('first', 'second')[self.to_move]} player to move"
        rows = "".join(
            f"<tr><th>{escape(component.kind)}</th>{''.join(f'<td>{coin}</td>' for coin in component.coins)}</tr>"
            for component in self.components
        )
        return f"<table><caption>{first} : {second}, {turn}</caption>{rows}</table>"


def _on_circle(stretch: Stretch, end: str) -> bool:
    """Return whether a circle has the coin that a move names, without listing all moves."""
    return end[0] == "K" and int(end[1:]) <= stretch.hi


def _parse_component(text: str, whole: str) -> Component:
    kind = _KIND_OF.get(text[:1], "row")
    coins: list[Coin] = []
    for word in (text if kind == "row" else text[1:]).split("."):
        if not _ID_NUMBER.match(word):
            raise InvalidPositionError(
                "position id {whole} has the coin {word}; a coin is an integer or a fraction, as in 1.-2.3_2, with "
                "l, r or o only before the first",
                whole=quote(whole),
                word=quote(word),
            )
        numerator, _, denominator = word.partition("_")
        _check_digits(word, numerator, denominator)
        coins.append(to_coin(Fraction(int(numerator), int(denominator or 1))))
    return Component(kind, tuple(coins))


_TYPED = re.compile(r"([1-9][0-9]{0,8})?[ .]*(L|R|K[ ]*[1-9][0-9]{0,8})")


def parse_move(text: str, position: CoinsPosition) -> str:
    """Parse a move: ``L`` or ``R``, or ``K3`` for the third coin of a circle; in a sum, the row's number comes first.

    Lower-case letters, spaces, and the words left and right are accepted. The number may be missing if there is only
    one row or circle. The move need not be legal.
    """
    short = text.strip().upper().replace("LEFT", "L").replace("RIGHT", "R")
    matched = _TYPED.fullmatch(short)
    only = len(position.start_components) == 1
    if not matched or not (matched[1] or only) or (position.is_single and matched[1] not in {None, "1"}):
        legal = position.legal_moves()
        shown = ", ".join(legal[:8]) + (", ..." if len(legal) > 8 else "")
        raise IllegalMoveError(
            "{text} is not a move; legal moves are {legal}",
            text=quote(text),
            legal=shown or Text("none: the game is over"),
        )
    end = matched[2].replace(" ", "")
    return end if position.is_single else f"{matched[1] or 1}{end}"
