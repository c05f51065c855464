"""Check a certificate of greedy coins. This file needs only Python's standard library.

    python check.py CERTIFICATE.json[.gz] ...

A certificate claims: "in this position the player to move wins by this margin under best play, and these first moves
are best".  The table has rows, stacks (rows with one blocked end) and circles (any coin may be taken first, and the
rest is a row). The proof simplifies rows and stacks step by step, and this program checks that each step is of one of
two kinds. Three neighbours a <= b >= c become a - b + c, which keeps the margin (the *fusion lemma*). Or the last two
coins u <= x at the blocked end of a stack are removed, and x - u is added to the margin if the number of remaining
coins is odd, otherwise subtracted. The result must be *valleys*, whose coins can be taken from the largest to the
smallest (the *valley lemma*).
docs/coins-theory.md proves all three, and docs/certificates-coins.md has the format. Every number is exact.
"""

from __future__ import annotations

import json
import os
import re
import reprlib
import stat
import sys
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

__all__ = ["FORMAT", "GAME", "VERSION", "Verdict", "check_bytes"]

FORMAT, VERSION, GAME = "perfectplay", 2, "coins"
_OLD_FORMAT = "perfectplay-coins-certificate"

# Limits against certificates made huge on purpose; larger ones are not examined. A million coins below 1000 take 6 MB.
# Steps count the coins of the rows that a circle leaves, and the characters of the states that a search generates.
MAX_BYTES = 1 << 25
MAX_MEMORY = 1 << 28
MAX_COINS = 1 << 20
MAX_BITS = 4_096
MAX_ALL_BITS = 1 << 29
MAX_STEPS = 1 << 26

_DIGITS = 600
"""Number of digits that Python can convert to an integer, whatever its settings."""
_ID_LENGTH = 1_000_000
"""Maximum length of a position's id in a verdict; longer ids are left out."""

_LONG = "something very long"
_MOVES = 20
"""Maximum number of best moves that a verdict's summary lists."""

_KINDS = {"l": "left", "r": "right", "o": "circle"}
_LETTERS = {"row": ""} | {kind: letter for letter, kind in _KINDS.items()}
_FRACTION = re.compile(r"-?[0-9]+/[0-9]+")
_ID_NUMBER = re.compile(r"(?:0|-?[1-9][0-9]*(?:_[1-9][0-9]*)?)")
_MOVE = re.compile(r"([1-9][0-9]{0,8})(L|R|K[1-9][0-9]{0,8})")


@dataclass(frozen=True)
class Verdict:
    """The checker's verdict on a certificate.

    Attributes
    ----------
    valid
        Whether the claim is proven.
    position
        The position's id, or ``None`` if it could not be read or has more than a million characters.
    coins
        Number of coins on the table, or ``None`` if they could not be read.
    margin, best_moves, mistake_cost
        The proven claim.  The margin of the player to move: an integer or a text such as ``"3/2"``.  All best first
        moves: ``"L"``, ``"R"`` or ``"LR"`` for a single row, otherwise moves separated by spaces, such as ``"2L
        3R"``, or ``None`` if there is no claim about them. The cost of the worse end of a single row, otherwise
        ``None``. All are ``None`` if the certificate is not valid.
    reason
        Why the certificate is not valid; empty if it is.
    examined
        ``False`` if the certificate exceeds a limit of this checker, has an old version, or is not a regular file.

    Examples
    --------
    >>> Verdict(False, reason="it is empty").summary
    'NOT valid: it is empty'
    """

    valid: bool
    position: str | None = None
    coins: int | None = None
    margin: int | str | None = None
    best_moves: str | None = None
    mistake_cost: int | str | None = None
    reason: str = ""
    examined: bool = True

    @property
    def summary(self) -> str:
        """Return the verdict as a line of text."""
        if not self.valid:
            return f"{'NOT valid' if self.examined else 'not examined'}: {self.reason}"
        best = [] if self.best_moves is None else self.best_moves.split()
        if best == ["LR"]:
            moves = "either end is a best first move"
        elif self.mistake_cost is not None:
            moves = f"{self.best_moves} is the best first move, by {_told(self.mistake_cost)}"
        elif best:
            more = f" and {len(best) - _MOVES:,} more" if len(best) > _MOVES else ""
            moves = f"best first move{'s' * (len(best) > 1)}: {' '.join(best[:_MOVES])}{more}"
        else:
            moves = "nothing is claimed about the first move"
        coins = "1 coin" if self.coins == 1 else f"{self.coins:,} coins"
        return f"valid: the margin of {coins} is {_told(self.margin)}; {moves}"


class _Invalid(Exception):  # noqa: N818  # a verdict, not an error of the program
    """The certificate is not valid; the exception's text says why."""

    examined = True


class _NotExamined(_Invalid):
    """The certificate exceeds a limit of this checker."""

    examined = False


def check_bytes(data: bytes) -> Verdict:
    """Check the text of a certificate.

    Parameters
    ----------
    data
        JSON as described in docs/certificates-coins.md; anything else is not valid.

    Returns
    -------
    Verdict
        Never raises.

    Examples
    --------
    >>> check_bytes(b'{"format": "perfectplay"}').valid
    False
    """
    try:
        certificate = _parse(data)
    except _Invalid as failure:
        return _refusal(failure)
    return _judged(certificate)


def _refusal(failure: _Invalid) -> Verdict:
    return Verdict(valid=False, reason=str(failure), examined=failure.examined)


def _judged(certificate: object) -> Verdict:
    position = count = None
    try:
        if isinstance(certificate, dict) and certificate.get("format") == _OLD_FORMAT:
            _refuse(
                "it is of version 1, which is read no more; `perfectplay coins solve --certificate` makes a new one"
            )
        fields = _fields(certificate, "the certificate", ("format", "version", "game", "position", "claim", "proof"))
        version, names = fields["version"], [_text(fields[name], name) for name in ("format", "game")]
        if names != [FORMAT, GAME] or type(version) is not int or version != VERSION:
            _fail(f"the format should be {FORMAT!r}, version {VERSION}, and the game {GAME!r}")
        claim = _fields(fields["claim"], "the claim", ("margin", "best_moves", "mistake_cost"))
        table = _table(fields["position"])
        position = fields["position"] if len(fields["position"]) <= _ID_LENGTH else None
        count = sum(len(part.coins) for part in table.parts)
        _check_claim(claim, table, fields["proof"])
    except _Invalid as failure:
        reason, examined = str(failure), failure.examined
        return Verdict(valid=False, position=position, coins=count, reason=reason, examined=examined)
    except MemoryError:
        reason = "it is too large for the memory of this machine"
        return Verdict(valid=False, position=position, coins=count, reason=reason, examined=False)
    return Verdict(valid=True, position=position, coins=count, **claim)


def _check_claim(claim: dict[str, Any], table: _Table, proof: object) -> None:
    parts, unit = table.parts, table.unit
    claimed = _number(claim["margin"], "the margin")
    moves = None if claim["best_moves"] is None else _text(claim["best_moves"], "best_moves")
    if not isinstance(proof, dict) or "kind" not in proof:
        _fail("the proof should be a JSON object with the field 'kind'")
    alone = len(parts) == 1
    kind = "fusion" if alone else "sum"
    if any(part.kind == "circle" and (alone or len(part.coins) > 2) for part in parts):
        kind = "circle" if alone else "search"
    if _text(proof["kind"], "the kind") != kind:
        _fail(f"the kind of the proof is {_show(proof['kind'])}; for this position it should be {kind!r}")
    margins: dict[str, int] | None
    if kind == "sum":
        margin, margins = _sum(parts, proof, moves=moves is not None)
    else:
        margins = {"fusion": _fusion, "circle": _circle, "search": _search}[kind](table, proof)
        margin = max(margins.values())
    best = margins and [move for move, value in margins.items() if value == margin]
    single = alone and parts[0].kind == "row" and not parts[0].name
    _compare("margin", claimed, Fraction(margin, unit))
    if single and margins and best:
        # The last coin of a row is at both ends, so both moves are best.
        _compare("best_moves", moves, "LR" if len(margins) == 1 else "".join(best))
        cost = Fraction(margin - min(margins.values()), unit)
        _compare("mistake_cost", _number(claim["mistake_cost"], "the cost"), cost)
    else:
        _compare("best_moves", moves, best and " ".join(best))
        if claim["mistake_cost"] is not None:
            _fail(f"the certificate claims mistake_cost {_show(claim['mistake_cost'])}; it should be null here")


# -- the position ----------------------------------------------------------------------------------------------


@dataclass
class _Part:
    """The rest of a component on the table.

    ``kind`` is "row", "left" or "right" (that end is blocked) or "circle". ``words`` are the coins as in the id, and
    ``coins`` are their values times the common denominator. The names of moves in this component begin with ``name``.
    """

    kind: str
    words: list[str]
    coins: list[int]
    name: str


class _Table(NamedTuple):
    """The nonempty components on the table, and ``unit``, the common denominator of the coins."""

    parts: list[_Part]
    unit: int


def _table(text: object) -> _Table:
    """Parse a position id: "coins:", components joined by "~", and after "/" the moves so far."""
    if type(text) is not str or not text.startswith(f"{GAME}:"):
        _fail(f"the position is {_show(text)}; it should be a text such as 'coins:1.2.4.3'")
    start, slash, moves = text.removeprefix(f"{GAME}:").partition("/")
    count = start.count(".") + start.count("~") + 1
    if count > MAX_COINS:
        _refuse(f"there are {count} coins; this checker handles {MAX_COINS}")
    pieces = [_split(piece) for piece in start.split("~")]
    exact = [[_id_number(word) for word in words] for _, words in pieces]
    unit = _common_denominator([value for values in exact for value in values])
    single = len(pieces) == 1 and pieces[0][0] != "circle"
    parts = []
    for number, ((kind, words), values) in enumerate(zip(pieces, exact, strict=True), 1):
        coins = [value.numerator * (unit // value.denominator) for value in values]
        parts.append(_Part(kind, words, coins, "" if single else str(number)))
    if slash and not moves:
        _fail("the position ends after '/'; there should be moves, or no '/'")
    if slash and (len(moves) if single else moves.count(".") + 1) > count:
        _fail(f"there are more moves than the {count} coins")
    if slash:
        _play(parts, [f"1{move}" for move in moves] if single else moves.split("."))
    left = [part for part in parts if part.coins]
    if not left:
        _fail("there is no coin left")
    return _Table(left, unit)


def _split(piece: str) -> tuple[str, list[str]]:
    kind = _KINDS.get(piece[:1], "row")
    return kind, (piece if kind == "row" else piece[1:]).split(".")


def _play(parts: list[_Part], moves: Sequence[str]) -> None:
    """Make the moves of a position id, each of which begins with the number of a part."""
    bounds = [(0, len(part.coins)) for part in parts]
    for move in moves:
        matched = _MOVE.fullmatch(move)
        number = int(matched[1]) - 1 if matched else -1
        if matched is None or number >= len(parts):
            _fail(f"the position has the move {_show(move)}, which cannot be played")
        part, (lo, hi), end = parts[number], bounds[number], matched[2]
        if part.kind == "circle" and end[0] == "K" and int(end[1:]) <= hi:
            taken = int(end[1:])
            part.kind, hi = "row", hi - 1
            part.words = part.words[taken:] + part.words[: taken - 1]
            part.coins = part.coins[taken:] + part.coins[: taken - 1]
        elif end == "L" and part.kind in {"row", "right"} and lo < hi:
            lo += 1
        elif end == "R" and part.kind in {"row", "left"} and lo < hi:
            hi -= 1
        else:
            _fail(f"the position has the move {_show(move)}, which cannot be played")
        bounds[number] = lo, hi
    for part, (lo, hi) in zip(parts, bounds, strict=True):
        part.words, part.coins = part.words[lo:hi], part.coins[lo:hi]


def _ends(part: _Part) -> list[tuple[str, str, int, list[int]]]:
    """List the moves in a part as tuples of name, end, coin taken, and coins left.

    A circle of one or two coins is like a row: every coin may be taken.
    """
    coins, names = part.coins, "K1 K2" if part.kind == "circle" else "L R"
    left, right = names.split()
    ends = []
    if part.kind != "left":
        ends.append((part.name + left, "first", coins[0], coins[1:]))
    if part.kind == "left" or (part.kind != "right" and len(coins) > 1):
        ends.append((part.name + right, "last", coins[-1], coins[:-1]))
    return ends


# -- rows, stacks and sums -------------------------------------------------------------------------------------


class _Reduced(NamedTuple):
    """A reduced row or stack: coins to be taken from the largest to the smallest, and the sum of removed pairs."""

    coins: list[int]
    pairs: int


def _put(stack: list[int], coins: Sequence[int], history: str) -> int:
    """Push coins onto a stack and fuse them, step by step as in a history; return the number of coins pushed.

    Every fusion removes two coins, so a history has at most one and a half times as many steps as there are coins.
    """
    used = 0
    for step in history:
        if step == "c" and used < len(coins):
            stack.append(coins[used])
            used += 1
        elif step == "f" and len(stack) > 2:
            a, b, c = stack[-3:]
            if not a <= b >= c:
                _fail(f"the fusion of {_show(a)}, {_show(b)} and {_show(c)} is not one at a peak")
            stack[-3:] = [a - b + c]
        else:
            _fail(f"a history has the step {_show(step)} with {used} of {len(coins)} coins, {len(stack)} on the stack")
    return used


def _check_valley(coins: Sequence[int]) -> None:
    for a, b, c in zip(coins, coins[1:], coins[2:], strict=False):
        if a <= b >= c:
            _fail(f"the peak {_show(a)}, {_show(b)}, {_show(c)} is left: the row is not reduced to a valley")


def _reduced(kind: str, coins: Sequence[int], history: object) -> _Reduced:
    """Reduce a row, or a stack towards its blocked end, by a history: c pushes a coin, f fuses, p removes a pair."""
    steps = _text(history, "a history")
    fusions = steps.rstrip("p")
    stack: list[int] = []
    used = _put(stack, coins[::-1] if kind == "left" else coins, fusions)
    if used != len(coins):
        _fail(f"a history puts {used} of {len(coins)} coins")
    _check_valley(stack)
    blocked, pairs = kind in {"left", "right"}, 0
    for _ in range(len(steps) - len(fusions)):
        if not blocked or len(stack) < 2 or stack[-2] > stack[-1]:
            _fail("a history takes away a pair that is not one at a blocked end, of two coins that do not fall")
        pairs += stack[-1] - stack[-2]
        del stack[-2:]
    if blocked and len(stack) > 1 and stack[-2] <= stack[-1]:
        _fail(f"the pair {_show(stack[-2])}, {_show(stack[-1])} is left at a blocked end")
    return _Reduced(stack, pairs)


def _combined(parts: Sequence[_Reduced]) -> int:
    """Return the margin of a sum: the margin by the valley lemma, plus or minus the sums of removed pairs."""
    coins = sorted((coin for part in parts for coin in part.coins), reverse=True)
    pairs = sum(part.pairs for part in parts)
    return sum(coins[::2]) - sum(coins[1::2]) + (pairs if len(coins) % 2 else -pairs)


def _fusion(table: _Table, proof: dict[str, Any]) -> dict[str, int]:
    """Map each first move in a single row or stack to its margin."""
    (part,) = table.parts
    ends = _ends(part)
    fields = _fields(proof, "the proof", ("kind", *(f"without_{end}" for _, end, _, _ in ends)))
    return {
        move: coin - _combined([_reduced(part.kind, left, fields[f"without_{end}"])]) for move, end, coin, left in ends
    }


def _sum(parts: Sequence[_Part], proof: dict[str, Any], *, moves: bool) -> tuple[int, dict[str, int] | None]:
    """Return the margin of several rows and stacks and, if ``moves``, map each first move to its margin."""
    fields = _fields(proof, "the proof", ("kind", "components"))
    items = _list(fields["components"], "components")
    if len(items) != len(parts):
        _fail(f"{len(items)} components are given for {len(parts)}")
    wholes, changed = [], {}
    for part, item in zip(parts, items, strict=True):
        ends = _ends(part) if moves else []
        given = _fields(item, "a component", ("whole", *(f"without_{end}" for _, end, _, _ in ends)))
        whole = _reduced(part.kind, part.coins, given["whole"])
        wholes.append(whole)
        for move, end, coin, left in ends:
            changed[move] = coin, whole, _reduced(part.kind, left, given[f"without_{end}"])
    if not moves:
        return _combined(wholes), None
    rest = _Changeable(wholes)
    return _combined(wholes), {move: coin - rest.combined(old, new) for move, (coin, old, new) in changed.items()}


class _Changeable:
    """A sum of reduced parts whose margin is computed with one part replaced.

    In the alternating sum by size, two equal coins cancel and leave the signs of the others as they are. So removing a
    coin has the same effect as adding it a second time.
    """

    def __init__(self, parts: Sequence[_Reduced]) -> None:
        coins = sorted((coin for part in parts for coin in part.coins), reverse=True)
        self._below = [-coin for coin in coins]
        self._sums = list(accumulate((-coin if i % 2 else coin for i, coin in enumerate(coins)), initial=0))
        self._pairs = sum(part.pairs for part in parts)

    def combined(self, old: _Reduced, new: _Reduced) -> int:
        """Return the margin of the sum after replacing the part ``old`` by ``new``."""
        odd = sorted((coin for coin, n in Counter(old.coins + new.coins).items() if n % 2), reverse=True)
        margin, sign, done = 0, 1, 0
        for coin in odd:
            index = bisect_left(self._below, -coin)
            margin += sign * (self._sums[index] - self._sums[done]) + (-sign if index % 2 else sign) * coin
            sign, done = -sign, index
        margin += sign * (self._sums[-1] - self._sums[done])
        pairs = self._pairs - old.pairs + new.pairs
        return margin + (pairs if (len(self._below) + len(odd)) % 2 else -pairs)


# -- circles ---------------------------------------------------------------------------------------------------


_Node = tuple[int, Any] | None
"""An immutable stack: its top coin and the stack below, or ``None`` if it is empty."""


def _circle(table: _Table, proof: dict[str, Any]) -> dict[str, int]:
    """Map each first coin of a single circle to its margin.

    After a coin is taken, the rest is a row: the coins behind it in the list, then those before it. One history for
    each direction reduces all such parts of the list. A joint is the history of joining both parts of one row.
    """
    (part,) = table.parts
    coins, size = part.coins, len(part.coins)
    fields = _fields(proof, "the proof", ("kind", "forward", "backward", "joints"))
    joints = _list(fields["joints"], "joints")
    if len(joints) != size:
        _fail(f"{len(joints)} joints are given for {size} coins")
    before = _stacks(coins[:-1], _text(fields["forward"], "forward"))
    behind = _stacks(coins[:0:-1], _text(fields["backward"], "backward"))
    margins, steps = {}, 0
    for i, coin in enumerate(coins):
        stack, rest = list(_walked(behind[size - 1 - i])), list(_walked(before[i]))[::-1]
        steps += len(stack) + len(rest)
        _check_steps(steps)
        stack += rest[_put(stack, rest, _text(joints[i], "a joint")) :]
        _check_valley(stack)
        margins[f"{part.name}K{i + 1}"] = coin - _combined([_Reduced(stack, 0)])
    return margins


def _stacks(coins: Sequence[int], history: str) -> list[_Node]:
    """Return the stacks of a history: the empty stack, then the stack after each coin and its fusions."""
    start, *fusions = history.split("c")
    if start or len(fusions) != len(coins):
        _fail(f"a history should begin with a coin and put all {len(coins)}")
    stack: _Node = None
    stacks = [stack]
    for coin, steps in zip(coins, fusions, strict=True):
        stack = (coin, stack)
        for step in steps:
            # Look at the three coins on top, the last one first.
            top = list(_walked(stack, 3))
            if step != "f" or len(top) < 3 or not top[2] <= top[1] >= top[0]:
                _fail(f"a history has the step {_show(step)} on {_show(top[::-1])}, which is not a fusion of a peak")
            stack = (top[2] - top[1] + top[0], stack[1][1][1])  # type: ignore[index]  # there are three
        stacks.append(stack)
    return stacks


def _walked(stack: _Node, most: int = -1) -> Iterator[int]:
    """List the coins of a stack from the top."""
    while stack is not None and most:
        coin, stack = stack
        most -= 1
        yield coin


def _check_steps(steps: int) -> None:
    if steps > MAX_STEPS:
        _refuse(f"checking would take more than {MAX_STEPS} steps")


# -- a circle beside other parts -------------------------------------------------------------------------------


def _search(table: _Table, proof: dict[str, Any]) -> dict[str, int]:
    """Map each first move to an upper bound on its margin; the bounds of best moves are exact.

    The proof lists states with bounds on their margins. A lower bound names the move that reaches it; an upper bound
    is checked for all moves. A move leads to another state of the list, or to a state without a circle.
    """
    fields = _fields(proof, "the proof", ("kind", "rows", "at_least", "at_most"))
    states = _States(table.unit, *(_object(fields[name], name) for name in ("rows", "at_least", "at_most")))
    states.check()
    start = [(part.kind, tuple(part.words)) for part in table.parts]
    # Generate moves one by one, twice, because the results of all moves in a long circle would take much memory.
    bounds = {
        f"{table.parts[number].name}{end}": coin - states.least(left) for number, end, coin, left in states.moves(start)
    }
    margin = max(bounds.values())
    for (move, bound), (_, _, coin, left) in zip(bounds.items(), states.moves(start), strict=True):
        if bound == margin > coin - states.most(left):
            _fail(f"the margin of the move {move} is not proven: it is {_show(margin)} at most")
    return bounds


_State = list[tuple[str, tuple[str, ...]]]
"""A list of the components on the table: the kind of each, and its coins, written as in position ids."""


class _States:
    """The bounds that a proof lists for states with a circle, and exact margins of all other states."""

    def __init__(self, unit: int, rows: dict[str, Any], at_least: dict[str, Any], at_most: dict[str, Any]) -> None:
        self._unit = unit
        self._rows = rows
        self._values: dict[str, int] = {}
        self._reduced: dict[str, _Reduced] = {}
        self._steps = 0
        self._most = {text: self._scaled(_number(bound, "a bound")) for text, bound in at_most.items()}
        self._least: dict[str, int] = {}
        self._because: dict[str, str] = {}
        for text, given in at_least.items():
            bound, self._because[text] = _pair(given)
            self._least[text] = self._scaled(_number(bound, "a bound"))

    def check(self) -> None:
        """Check every bound against the bounds of the states after one move, which have fewer coins."""
        for text, bound in self._most.items():
            for _, _, coin, left in self.moves(_state(text)):
                if coin - self.least(left) > bound:
                    _fail(f"the margin of {_show(text)} is not proven to be at most {_show(bound)}")
        for text, bound in self._least.items():
            margins = [coin - self.most(left) for _, _, coin, left in self.moves(_state(text), self._because[text])]
            if not margins or margins[0] < bound:
                _fail(f"the margin of {_show(text)} is not proven to be at least {_show(bound)}")

    def least(self, state: _State) -> int:
        """Return a state's lower bound; `check` verifies it."""
        return self._bound(state, self._least, "at_least")

    def most(self, state: _State) -> int:
        """Return a state's upper bound; `check` verifies it."""
        return self._bound(state, self._most, "at_most")

    def moves(self, state: _State, wanted: str | None = None) -> Iterator[tuple[int, str, int, _State]]:
        """Yield the legal moves, or only ``wanted``, as tuples of part index, end, coin and resulting state."""
        size = sum(len(word) for _, words in state for word in words)
        for number, (kind, words) in enumerate(state):
            for end, word, left in _options(kind, words):
                self._steps += size
                _check_steps(self._steps)
                if wanted is None or wanted == f"{number + 1}{end}":
                    middle = [("row" if kind == "circle" else kind, left)] if left else []
                    yield number, end, self._value(word), [*state[:number], *middle, *state[number + 1 :]]

    def _bound(self, state: _State, given: dict[str, int], name: str) -> int:
        texts = [_LETTERS[kind] + ".".join(words) for kind, words in state]
        if all(kind != "circle" for kind, _ in state):
            return _combined([self._row(text) for text in texts])
        text = "~".join(texts)
        if text not in given:
            _fail(f"{name} should have the state {_show(text)}")
        return given[text]

    def _row(self, text: str) -> _Reduced:
        if text not in self._reduced:
            if text not in self._rows:
                _fail(f"rows should have {_show(text)}")
            kind, words = _split(text)
            self._reduced[text] = _reduced(kind, [self._value(word) for word in words], self._rows[text])
        return self._reduced[text]

    def _value(self, word: str) -> int:
        if word not in self._values:
            self._values[word] = self._scaled(_id_number(word))
        return self._values[word]

    def _scaled(self, number: int | Fraction) -> int:
        value = self._unit * number
        if value.denominator != 1:
            _fail(f"{_show(number)} is not a multiple of 1/{_show(self._unit)}")
        return value.numerator


def _state(text: str) -> _State:
    return [(kind, tuple(words)) for kind, words in map(_split, text.split("~"))]


def _options(kind: str, words: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the moves in a part of a state one by one, because the results for a long circle take much memory."""
    if kind == "circle":
        for i, word in enumerate(words):
            yield f"K{i + 1}", word, (*words[i + 1 :], *words[:i])
    if kind in {"row", "right"}:
        yield "L", words[0], words[1:]
    if kind == "left" or (kind == "row" and len(words) > 1):
        yield "R", words[-1], words[:-1]


# -- reading ---------------------------------------------------------------------------------------------------


def _fail(reason: str) -> NoReturn:
    raise _Invalid(reason)


def _refuse(reason: str) -> NoReturn:
    raise _NotExamined(reason)


def _compare(name: str, claimed: object, proven: object) -> None:
    if claimed != proven:
        _fail(f"the certificate claims {name} {_show(claimed)} and proves {_show(proven)}")


def _show(value: object) -> str:
    try:
        # Avoid repr: it would write a huge list in full.
        text = _told(value) if isinstance(value, int | Fraction) else reprlib.repr(value)
    except ValueError:
        return _LONG
    return text if len(text) <= 60 else text[:57] + "..."


def _told(value: object) -> str:
    try:
        return str(value)
    except ValueError:
        # Python refuses to convert an integer with so many digits to text.
        return _LONG


def _parse(data: bytes) -> object:
    if len(data) > MAX_BYTES:
        _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    # Parsed JSON takes more memory than its text: at most this many bytes for each text, number, list and object.
    room = 40 * data.count(b'"') + 48 * data.count(b",") + 112 * data.count(b"[") + 300 * data.count(b"{")
    if room > MAX_MEMORY:
        _refuse(f"reading it would take more than {MAX_MEMORY} bytes of memory")
    # Parsing a number takes time that grows with the square of its length.
    if re.search(rb"(?<![0-9])[0-9]{%d}" % MAX_BITS, data):
        _refuse(f"it has a number of {MAX_BITS} digits or more")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_members, parse_int=_whole)
    except UnicodeDecodeError:
        _fail("the file is not JSON: it is not text in UTF-8")
    except json.JSONDecodeError as error:
        # Report only the position, because Python's wording differs between versions.
        spot = error
        if error.msg.startswith("Illegal trailing comma"):
            # Python 3.13 reports the comma; report the bracket after it, like other versions and checkers.
            rest = error.doc[error.pos + 1 :].lstrip(" \t\n\r")
            spot = json.JSONDecodeError(error.msg, error.doc, len(error.doc) - len(rest))
        _fail(f"the file is not JSON: it goes wrong in line {spot.lineno}, column {spot.colno}")
    except (RecursionError, MemoryError):
        _refuse("it is nested too deeply, or too large for the memory of this machine")


def _whole(text: str) -> int:
    """Parse an integer of any length: Python's own limit depends on its settings."""
    if len(text) <= _DIGITS:
        return int(text)
    digits, value = text.removeprefix("-"), 0
    for start in range(0, len(digits), _DIGITS):
        part = digits[start : start + _DIGITS]
        value = value * 10 ** len(part) + int(part)
    return -value if text.startswith("-") else value


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Refuse repeated fields: one reader could see the first, another the last.
    members = dict(pairs)
    if len(members) != len(pairs):
        _fail("an object has the same field twice")
    return members


def _fields(value: object, label: str, needed: tuple[str, ...]) -> dict[str, Any]:
    """Check that an object has exactly the required fields, and return it."""
    members = _object(value, label)
    for name in needed:
        if name not in members:
            _fail(f"{label} should have the field {name!r}")
    for name in members:
        if name not in needed:
            _fail(f"{label} should not have the field {_show(name)}")
    return members


def _object(value: object, label: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _fail(f"{label} should be a JSON object, not {_show(value)}")
    return value


def _list(value: object, label: str) -> list[Any]:
    if not isinstance(value, list):
        _fail(f"{label} should be a list, not {_show(value)}")
    return value


def _text(value: object, label: str) -> str:
    if type(value) is not str:
        _fail(f"{label} should be a text, not {_show(value)}")
    return value


def _pair(value: object) -> tuple[object, str]:
    if not isinstance(value, list) or len(value) != 2:
        _fail(f"a bound should be a list of a number and a move, not {_show(value)}")
    return value[0], _text(value[1], "a move")


def _number(value: object, label: str) -> int | Fraction:
    """Return an integer, or the fraction of a text such as "-3/2"."""
    number: int | Fraction
    if type(value) is int:
        number = value
    elif type(value) is str and _FRACTION.fullmatch(value):
        top, _, bottom = value.partition("/")
        number = _divided(top, bottom, value, label)
    else:
        _fail(f"{label} is {_show(value)}; it should be an integer or a text such as '3/2'")
    return _limited(number, label)


def _id_number(word: str) -> int | Fraction:
    """Return the value of a coin in a position id: "-3", or "3_2" for 3/2."""
    if not _ID_NUMBER.fullmatch(word):
        _fail(f"the position has the coin {_show(word)}; it should be an integer or a fraction such as 3_2")
    top, slash, bottom = word.partition("_")
    return _limited(_divided(top, bottom, word, "a coin") if slash else _whole(_short(top)), "a coin")


def _divided(top: str, bottom: str, text: str, label: str) -> Fraction:
    if not bottom.strip("0"):
        _fail(f"{label} is {_show(text)}, which divides by zero")
    above, below = _whole(_short(top)), _whole(_short(bottom))
    # Allow only one text for each number: readers that compare texts would take two texts for different coins.
    if below == 1 or gcd(above, below) > 1 or top.removeprefix("-")[0] == "0" or bottom[0] == "0":
        _fail(f"{label} is {_show(text)}, which is not in lowest terms")
    return Fraction(above, below)


def _short(digits: str) -> str:
    # Parsing a number takes time that grows with the square of its length.
    if len(digits) > MAX_BITS:
        _refuse(f"a number has more than {MAX_BITS} digits")
    return digits


def _limited(number: int | Fraction, label: str) -> int | Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAX_BITS:
        _refuse(f"{label} has more than {MAX_BITS} bits")
    return number


def _common_denominator(numbers: Sequence[int | Fraction]) -> int:
    """Return the least common denominator; fail if it is huge, because arithmetic would not take linear time."""
    common = 1
    for denominator in {number.denominator for number in numbers}:
        common = lcm(common, denominator)
        if common.bit_length() > MAX_BITS:
            _refuse(f"the common denominator of the coins has more than {MAX_BITS} bits")
    if common.bit_length() * len(numbers) > MAX_ALL_BITS:
        _refuse(f"with a common denominator the coins have more than {MAX_ALL_BITS} bits")
    return common


# -- the command line: files -----------------------------------------------------------------------------------


def _check_file(path: Path) -> Verdict:
    try:
        return check_bytes(_content(path))
    except _Invalid as failure:
        return _refusal(failure)


def _content(path: Path) -> bytes:
    """Read a file, and unpack it if it is compressed."""
    _check_kind(path.stat())
    # The path may have been replaced since the last check, so open it without blocking, and check its kind again.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        data = stream.read(MAX_BYTES + 1)
    if len(data) <= MAX_BYTES and data.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, MAX_BYTES + 1)
        except zlib.error:
            _fail("the compressed file is damaged")
        if len(data) <= MAX_BYTES and not unpacker.eof:
            _fail("the compressed file is damaged, or its end is missing")
        if unpacker.unused_data:
            _fail("the compressed file goes on behind its end")
    if len(data) > MAX_BYTES:
        _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    return data


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(status: os.stat_result) -> None:
    # Let folders pass: opening them fails with an error that says what they are.
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        _refuse("it is not a regular file")


def _main(paths: list[str]) -> int:
    failed = not paths
    for path in paths:
        verdict = _check_file(Path(path))
        failed = failed or not verdict.valid
        sys.stdout.write(f"{path if path.isprintable() else repr(path)}: {verdict.summary}\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
