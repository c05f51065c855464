"""Check a certificate of arithmetical pursuit. This file needs only Python's standard library.

    python check.py CERTIFICATE.json[.gz|.xz] ...

The position of a certificate asks one of three questions, and the certificate claims the answer. How close to a target
is possible? Which targets of a range can be hit? How likely is a hit with a random deal? A formula proves a hit, and is
calculated here by the rules. The *closure* proves that a number cannot be made: the set of all values of each part of
the deal, built up from single numbers. Certificates do not contain these sets, because checking that they are closed
takes the same work as finding them: every pair of values must be joined in every way. So this program finds them
itself, by the definition, and shares no code with any solver. docs/certificates-pursuit.md explains the format.

Some values are left out of the sets, without loss (docs/pursuit-theory.md, P1 to P4, has more details)::

    Values.  V({n}) = {n}.  For a multiset S of two or more numbers, V(S) has all results x+y, x-y, x*y and x/y that the
    rules allow, of x in V(A) and y in V(B), for all splits of S into non-empty A and B.

    Signs (Lemma 1).  If + and - are both allowed, or - is not, each formula of S with the value v can be turned into
    one of S with the value |v| without a negative result, whose results differ only in signs: by induction take
    |x| and |y| for x and y; |x+y| and |x-y| are |x|+|y| or the larger of |x|, |y| less the smaller, |x*y| = |x|*|y|,
    and |x/y| = |x|/|y|.  So |x-y| stands for both differences.  Where - is allowed without +, and results may be
    negative, the signs are kept.  Zeros are always kept, unless results must be positive.

    Size (Theorem 4).  Let all results be whole, B(S) the product of max(n, 2) over the numbers n of S, and H >= 2.  If
    a formula of numbers of the deal D has a value t with |t| <= H, the same numbers have a formula for t in which every
    result x of two or more numbers A has |x| <= H * B(D - A).

    Proof.  A formula of S has at most the size B(S), by induction, as B(A), B(B) >= 2 and thus B(A) + B(B) <= B(A) *
    B(B).  First let every product or quotient of a zero have single numbers beside the zero: instead of 0*x or 0/x,
    where x is made of a, b, ..., take 0*a*b*... or 0/a/b/...; 0*0 likewise.  Then let |x| > H * B(R), where R = D -
    A.  If x is the value of the formula, |t| > H.  Otherwise x is joined with some y of numbers C of R; let c = B(C) >=
    2 and z = H * B(R - C) >= 2, so that |x| > c*z and |y| <= c.  As x is neither zero nor a single number, y is not
    zero if it is multiplied by x or divided by it.  So the next result is x+y, x-y or y-x, of a size of |x|-c > c*(z-1)
    >= z or more; or x*y, of |x| > z or more; or x/y, of |x|/c > z or more; and not y/x, which would not be whole.  It
    exceeds H * B(R - C) as x exceeded H * B(R), and so on, until the value of the formula exceeds H.  With fractions
    y/x is possible, and nothing is left out.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import reprlib
import stat
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, gcd, prod
from pathlib import Path
from typing import Any, NoReturn

__all__ = ["FORMAT", "GAME", "VERSION", "Verdict", "check_bytes"]

FORMAT = "perfectplay"
VERSION = 2
GAME = "pursuit"

# Limits against certificates made huge on purpose; larger ones are not examined. The certificate for the
# odds of six cards has 5 MB. Checking it joins 150 million pairs of values in half a minute, with 40 MB for the values.
MAX_BYTES = 1 << 25
MAX_MEMORY = 1 << 28
MAX_DIGITS = 600
MAX_NUMBERS = 8
MAX_NUMBER = 1_000_000
MAX_DECK = 64
MAX_COPIES = 1_000
MAX_WORK = 1_000_000_000
MAX_ALL_VALUES = 1 << 29

_OPERATORS = "+-*/"
_LETTERS = dict(zip("asmd", _OPERATORS, strict=True))
_WORDS = ("all", "fractions", "positive")
_WHOLE = r"[1-9][0-9]*"
_POSITION = re.compile(
    rf"pursuit:(?:(?P<deal>{_WHOLE}(?:\.{_WHOLE})*)|(?P<size>{_WHOLE})of(?P<deck>{_WHOLE}x{_WHOLE}(?:\.{_WHOLE}x{_WHOLE})*))"
    rf":(?P<low>{_WHOLE})(?:-(?P<high>{_WHOLE}))?(?::(?P<rules>[a-z.-]+))?"
)
_MAX_POSITION = 1_000
_HEXADECIMAL = re.compile(r"[0-9a-f]*", re.ASCII)
_FEWEST = re.compile(r"[0-8]*", re.ASCII)
_FRACTION_WORK = 8
"""Time to join two fractions, divided by the time to join two integers."""
_FRACTION_BYTES, _BIG_BYTES, _WORD_BYTES, _PART_BYTES = 130, 60, 8, 500
_WORD = 1 << 62


@dataclass(frozen=True)
class Verdict:
    """The checker's verdict on a certificate.

    Attributes
    ----------
    valid
        Whether the claim is proven.
    position
        The question, or ``None`` if it could not be read.
    claim
        The proven claim, as in the certificate; ``None`` if it is not valid.
    reason
        Why the certificate is not valid; empty if it is.
    examined
        ``False`` if it is beyond a limit of this checker, or not a regular file.

    Examples
    --------
    >>> Verdict(False, reason="it is empty").summary
    'NOT valid: it is empty'
    """

    valid: bool
    position: str | None = None
    claim: dict[str, Any] | None = None
    reason: str = ""
    examined: bool = True

    @property
    def summary(self) -> str:
        """Describe in one line what is proven, or why it is not."""
        if self.claim is None:
            return f"{'NOT valid' if self.examined else 'not examined'}: {self.reason}"
        return f"valid: {self.position}: {_told(self.claim)}"


def _told(claim: dict[str, Any]) -> str:
    if "numerator" in claim:
        return f"the chance of a hit is {claim['numerator']}/{claim['denominator']}"
    if "fewest" in claim:
        return f"{claim['count']} of {len(claim['fewest'])} targets can be hit"
    if not claim["distance"]:
        return "the target can be hit"
    return f"the distance of the nearest is {claim['distance']}"


class _Invalid(Exception):  # noqa: N818  # a verdict, not an error of the program
    """The certificate is not valid, for the reason given."""

    examined = True


class _NotExamined(_Invalid):
    """The certificate is beyond a limit of this checker."""

    examined = False


def check_bytes(data: bytes) -> Verdict:
    """Check the text of a certificate.

    Parameters
    ----------
    data
        JSON as described in docs/certificates-pursuit.md; anything else is not valid.

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
    shown = None
    try:
        _check_format(certificate)
        fields = _fields(certificate, "the certificate", ("format", "version", "game", "position", "claim", "proof"))
        question = _question(fields["position"])
        shown = fields["position"]
        claim = dict(_checked(question, fields["claim"], fields["proof"]))
    except _Invalid as failure:
        return Verdict(valid=False, position=shown, reason=str(failure), examined=failure.examined)
    except MemoryError:
        reason = "it is too large for the memory of this machine"
        return Verdict(valid=False, position=shown, reason=reason, examined=False)
    return Verdict(valid=True, position=shown, claim=claim)


# -- the questions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of calculation."""

    operators: str
    use_all: bool
    fractions: bool
    positive: bool

    @property
    def signed(self) -> bool:
        """Return whether negative results must be kept, because Lemma 1 does not apply."""
        return "-" in self.operators and "+" not in self.operators and not self.positive


@dataclass(frozen=True, slots=True)
class _Question:
    """The question that a position asks.

    Attributes
    ----------
    copies
        Maps each available number to its number of copies; the numbers ascend.
    size
        Number of cards dealt.
    low, high
        The targets.
    rules
        The rules.
    form
        "target" asks how close is possible, "targets" which targets can be hit, "deals" how likely a hit is.
    """

    copies: dict[int, int]
    size: int
    low: int
    high: int
    rules: _Rules
    form: str

    @property
    def width(self) -> int:
        """Return the number of targets."""
        return self.high - self.low + 1


def _question(position: object) -> _Question:
    if not isinstance(position, str):
        _fail(f"the position should be a text, not {_show(position)}")
    start, slash, _ = position.partition("/")
    match = _POSITION.fullmatch(start) if len(start) <= _MAX_POSITION else None
    if not match:
        _fail(f"{_show(position)} is not a position such as pursuit:3.6.9.10.50.100:951")
    if slash:
        _refuse(f"the position {_show(position)} is not a deal: there are moves; this checker handles deals")
    if match["deal"]:
        numbers = [_small(text, MAX_NUMBER, "a number") for text in match["deal"].split(".")]
        copies, size = Counter(numbers), len(numbers)
    else:
        copies, size = _deck(match["deck"]), _small(match["size"], MAX_NUMBERS, "how many numbers are dealt")
        if size > sum(copies.values()):
            _fail(f"{size} numbers cannot be dealt: there are {sum(copies.values())}")
    if size > MAX_NUMBERS:
        _refuse(f"{size} numbers are dealt; this checker handles {MAX_NUMBERS}")
    low = _small(match["low"], MAX_NUMBER, "a target")
    high = low if match["high"] is None else _small(match["high"], MAX_NUMBER, "a target")
    if low > high:
        _fail(f"there are no targets from {low} to {high}")
    if match["deck"] and match["high"] is None:
        _fail(f"the odds are about a range of targets, such as {low}-{high}")
    form = "deals" if match["deck"] else "target" if match["high"] is None else "targets"
    return _Question(dict(sorted(copies.items())), size, low, high, _rules(match["rules"]), form)


def _deck(text: str) -> Counter[int]:
    copies = Counter[int]()
    for card in text.split("."):
        number, _, count = card.partition("x")
        value = _small(number, MAX_NUMBER, "a number")
        if copies and value <= max(copies):
            _fail(f"the number {value} of the deck does not come in ascending order, or is there twice")
        copies[value] = _small(count, MAX_COPIES, "a count of copies")
    if len(copies) > MAX_DECK:
        _refuse(f"the deck has {len(copies)} different numbers; this checker handles {MAX_DECK}")
    return copies


def _rules(text: str | None) -> _Rules:
    words = [] if text is None else text.split(".")
    letters = words.pop().removeprefix("ops-") if words and words[-1].startswith("ops-") else "asmd"
    given = [letter for letter in _LETTERS if letter in letters]
    written = [word for word in _WORDS if word in words] + ["ops-" + letters] * (letters != "asmd")
    if "".join(given) != letters or not letters or ".".join(written) != (text or ""):
        _fail(f"{_show(text)} are not rules: they are some of all, fractions, positive and ops-asmd, in this order")
    return _Rules("".join(map(_LETTERS.__getitem__, letters)), *(word in words for word in _WORDS))


def _small(text: str, most: int, label: str) -> int:
    if len(text) > len(str(most)) or int(text) > most:
        _refuse(f"{label} is {_show(text)}; this checker handles {most}")
    return int(text)


def _checked(question: _Question, claim: object, proof: object) -> dict[str, Any]:
    """Return the claim of a certificate if it is proven; raise an error otherwise."""
    checks = {
        ("target", "formula"): _check_hit,
        ("target", "closure"): _check_nearest,
        ("targets", "closure"): _check_map,
        ("deals", "odds"): _check_odds,
    }
    kind = proof.get("kind") if isinstance(proof, dict) else None
    check = checks.get((question.form, kind)) if isinstance(kind, str) else None
    if check is None:
        _fail(f"a proof of the kind {_show(kind)} is not possible for this position")
    return check(question, claim, proof)


def _check_hit(question: _Question, claim: object, proof: object) -> dict[str, Any]:
    fields = _fields(claim, "the claim", ("value", "distance"))
    formula = _fields(proof, "the proof", ("kind", "formula"))["formula"]
    if _integer(fields["distance"], "the distance"):
        _fail("a formula alone proves a distance of 0 and no other; what misses has a proof of the kind 'closure'")
    _compare("value", _integer(fields["value"], "the value"), question.low)
    _compare("value", fields["value"], _value(formula, question))
    return fields


def _check_nearest(question: _Question, claim: object, proof: object) -> dict[str, Any]:
    fields = _fields(claim, "the claim", ("value", "distance"))
    formula = _fields(proof, "the proof", ("kind", "formula"))["formula"]
    target, value, distance = question.low, fields["value"], _integer(fields["distance"], "the distance")
    # If all numbers must be used, the answer of a player who does not use all of them is 0.
    can_pass = question.rules.use_all and question.size > 1
    if value is None:
        if not can_pass or formula is not None:
            _fail("a value of null is for rules by which all of several numbers must be used, and has no formula")
        _compare("distance", distance, target)
        radius = distance
    else:
        _compare("distance", distance, abs(_integer(value, "the value") - target))
        _compare("value", value, _value(formula, question))
        if not distance:
            _fail("a distance of 0 is proven by a formula alone; that is a proof of the kind 'formula'")
        if can_pass and distance > target:
            _fail(f"nothing at all, which counts as 0, is nearer than {_show(value)}")
        radius = distance - 1
    # A huge claimed distance does no harm: the search ends at the first closer value.
    for part, values in _Closure(question, target + radius).parts():
        nearer = (
            []
            if question.rules.use_all and len(part) < question.size
            else _cut(values, target - radius, target + radius)
        )
        if nearer:
            _fail(
                f"the claimed distance is {_show(distance)}, and {nearer[0]} can be made of {' '.join(map(str, part))}"
            )
    return fields


def _check_map(question: _Question, claim: object, proof: object) -> dict[str, Any]:
    fields = _fields(claim, "the claim", ("count", "fewest"))
    _fields(proof, "the proof", ("kind",))
    fewest = fields["fewest"]
    if not isinstance(fewest, str) or not _FEWEST.fullmatch(fewest):
        _fail(f"'fewest' should be a text of digits from 0 to 8, not {_show(fewest)}")
    if len(fewest) != question.width:
        _fail(f"'fewest' has {len(fewest)} digits for {question.width} targets")
    digits = bytearray(b"0" * question.width)
    for part, values in _Closure(question, question.high).parts():
        if len(part) == question.size or not question.rules.use_all:
            for value in _cut(values, question.low, question.high):
                if digits[value - question.low] == ord("0"):
                    digits[value - question.low] = ord("0") + len(part)
    proven = digits.decode()
    for target, (claimed, digit) in enumerate(zip(fewest, proven, strict=True), question.low):
        if claimed != digit:
            _fail(f"the certificate claims {claimed} as the fewest numbers for {target}, and it is {digit}")
    _compare("count", _integer(fields["count"], "the count"), question.width - proven.count("0"))
    return fields


def _check_odds(question: _Question, claim: object, proof: object) -> dict[str, Any]:
    fields, maps = _check_figures(question, claim, proof)
    below: dict[tuple[int, ...], int] = {}
    hits: dict[tuple[int, ...], int] = {}
    size = 0
    for part, values in _Closure(question, question.high).parts():
        if len(part) > size:
            size, below, hits = len(part), hits, {}
        if size == question.size or not question.rules.use_all:
            bits = _bits(values, question.low, question.high)
            if not question.rules.use_all:
                for index in range(size):
                    bits |= below.get(part[:index] + part[index + 1 :], 0)
            hits[part] = bits
            if size == question.size and bits != maps[part]:
                wrong = question.low + ((bits ^ maps[part]) & -(bits ^ maps[part])).bit_length() - 1
                can = "can" if bits >> (wrong - question.low) & 1 else "cannot"
                _fail(f"the map of the deal {' '.join(map(str, part))} is wrong: the target {wrong} {can} be hit")
    return fields


def _check_figures(
    question: _Question, claim: object, proof: object
) -> tuple[dict[str, Any], dict[tuple[int, ...], int]]:
    """Check the figures that follow from the maps of the deals.

    Returns
    -------
    tuple
        The claim, and the map of each deal, whose bit i is for the target low + i.
    """
    names = ("deals", "distinct_deals", "hits", "certain_deals", "numerator", "denominator")
    fields = _fields(claim, "the claim", names)
    rows = _list(_fields(proof, "the proof", ("kind", "maps"))["maps"], "maps")
    distinct = _distinct(question)
    if len(rows) != distinct:
        _fail(f"there are {len(rows)} maps for {distinct} different deals")
    maps: dict[tuple[int, ...], int] = {}
    weighted = certain = hits = 0
    for deal, row in zip(_multisets(question.copies, question.size), rows, strict=True):
        weight, maps[deal] = _row(row, deal, question)
        count = maps[deal].bit_count()
        weighted, hits, certain = weighted + weight * count, hits + count, certain + (count == question.width)
    deals = comb(sum(question.copies.values()), question.size)
    chance = Fraction(weighted, deals * question.width)
    proven = (deals, distinct, hits, certain, chance.numerator, chance.denominator)
    for name, figure in zip(names, proven, strict=True):
        _compare(name, _integer(fields[name], name), figure)
    return fields, maps


def _row(row: object, deal: tuple[int, ...], question: _Question) -> tuple[int, int]:
    """Return the weight and the map of a deal from a row [numbers, weight, map in hexadecimal digits]."""
    numbers, claimed, text = row if isinstance(row, list) and len(row) == 3 else (None, None, None)
    shown = " ".join(map(str, deal))
    if not isinstance(numbers, list) or len(numbers) != len(deal) or tuple(map(_exactly, numbers)) != deal:
        _fail(f"the map of the deal {shown} is missing: instead there is {_show(row)}")
    weight = prod(comb(question.copies[number], count) for number, count in Counter(deal).items())
    if _exactly(claimed) != weight:
        _fail(f"the deal {shown} can be dealt in {weight} ways, not in {_show(claimed)}")
    digits = -(-question.width // 4)
    if not isinstance(text, str) or len(text) != digits or not _HEXADECIMAL.fullmatch(text):
        _fail(f"the map of the deal {shown} should have {digits} hexadecimal digits")
    bits = int(text, 16)
    if bits >> question.width:
        _fail(f"the map of the deal {shown} should have {question.width} bits")
    return weight, bits


def _exactly(value: object) -> int | None:
    """Return an integer unchanged, and ``None`` for other values, even ``True`` and 1.0, which equal an integer."""
    return value if type(value) is int else None


def _distinct(question: _Question) -> int:
    """Return the number of distinct deals."""
    ways = [1] + [0] * question.size
    for copies in question.copies.values():
        ways = [sum(ways[max(0, k - copies) : k + 1]) for k in range(len(ways))]
    return ways[-1]


# -- the mathematics -------------------------------------------------------------------------------------------


def _value(formula: object, question: _Question) -> int:
    """Evaluate a formula in reverse Polish notation by the rules; each number of the deal may be used at most once."""
    rules, used, stack = question.rules, Counter[int](), list[Fraction]()
    entries = _list(formula, "the formula")
    if len(entries) > 2 * question.size - 1:
        _fail(f"the formula has {len(entries)} entries, too many for {question.size} numbers")
    for entry in entries:
        if type(entry) is int:
            used[entry] += 1
            if used[entry] > question.copies.get(entry, 0):
                _fail(f"the formula uses {_show(entry)} more often than it is there")
            stack.append(Fraction(entry))
            continue
        if not isinstance(entry, str) or entry not in set(rules.operators):
            _fail(f"the formula has {_show(entry)}, which is neither a number nor an operator that is allowed")
        if len(stack) < 2:
            _fail(f"the formula lacks a number before {entry!r}")
        y, x = stack.pop(), stack.pop()
        stack.append(_result(x, entry, y, rules))
    if len(stack) != 1:
        _fail(f"the formula leaves {len(stack)} numbers; it should leave one")
    if rules.use_all and used.total() < question.size:
        _fail(f"the formula uses {used.total()} of {question.size} numbers, and all must be used")
    if stack[0].denominator > 1:
        _fail(f"the value of the formula is {_show(stack[0])}, which is not a whole number")
    return stack[0].numerator


def _result(x: Fraction, operator: str, y: Fraction, rules: _Rules) -> Fraction:
    """Return the result of a step; fail if the rules forbid it."""
    if operator == "/" and not y:
        _fail(f"the formula divides {_show(x)} by zero")
    result = x + y if operator == "+" else x - y if operator == "-" else x * y if operator == "*" else x / y
    shown = f"{_show(x)} {operator} {_show(y)} = {_show(result)}"
    if result.denominator > 1 and not rules.fractions:
        _fail(f"the formula has {shown}, which is not a whole number")
    if result <= 0 and rules.positive:
        _fail(f"the formula has {shown}, which is not positive")
    return result


_Values = Sequence[Any]
"""Integers in ascending order or, with fractions, pairs of numerator and positive denominator in lowest terms."""


class _Closure:
    """The values of all multisets of some numbers, up to an absolute value.

    Parameters
    ----------
    question
        The available numbers, the number of cards dealt, and the rules.
    highest
        All values up to this absolute value are found; for parts, also larger values that are needed to make them.
    """

    def __init__(self, question: _Question, highest: int) -> None:
        self._question = question
        self._rules = question.rules
        self._highest = max(highest, 2)
        self._known: dict[tuple[int, ...], _Values] = {}
        self._work = self._room = 0
        # Sort in descending order, because bounds are products of the largest remaining numbers.
        cards = [max(n, 2) for n, count in question.copies.items() for _ in range(min(count, question.size))]
        self._largest = sorted(cards, reverse=True)

    def parts(self) -> Iterator[tuple[tuple[int, ...], _Values]]:
        """Yield every multiset, small ones first, with its integer values in ascending order."""
        for size in range(1, self._question.size + 1):
            for part in _multisets(self._question.copies, size):
                values = self._values(part)
                if size < self._question.size:
                    self._known[part] = values
                if self._rules.fractions and size < self._question.size:
                    values = sorted(p for p, q in values if q == 1)
                yield part, values

    def _cap(self, part: tuple[int, ...]) -> int:
        """Return the bound of Theorem 4 on a part's values, assuming the largest possible other numbers of the deal."""
        left = self._largest.copy()
        for number in part:
            left.remove(max(number, 2))
        return self._highest * prod(left[: self._question.size - len(part)])

    def _values(self, part: tuple[int, ...]) -> _Values:
        if len(part) == 1:
            return part if not self._rules.fractions or self._question.size == 1 else ((part[0], 1),)
        final = len(part) == self._question.size
        if self._rules.fractions:
            ratios = set[tuple[int, int]]()
            for first, second in self._splits(part):
                ratios.update(_joined_fractions(first, second, self._rules, whole=final))
            values: _Values = sorted(p for p, _ in ratios) if final else list(ratios)
        else:
            cap, whole = self._cap(part), set[int]()
            for first, second in self._splits(part):
                _join(whole, first, second, cap, self._rules)
            values = _cut(sorted(whole), -cap, cap)
            # Store machine integers, which take an eighth of the memory of Python's integers.
            values = array("q", values) if cap < _WORD else values
        if not final:
            each = _FRACTION_BYTES if self._rules.fractions else _WORD_BYTES if cap < _WORD else _BIG_BYTES
            self._room += each * len(values) + _PART_BYTES
            if self._room > MAX_ALL_VALUES:
                _refuse(f"the values of all parts would take more than {MAX_ALL_VALUES} bytes of memory")
        return values

    def _splits(self, part: tuple[int, ...]) -> Iterator[tuple[_Values, _Values]]:
        """Yield the two lists of values for each split of a part into two parts, the shorter list first."""
        weight = _FRACTION_WORK if self._rules.fractions else 1
        for first, second in _halves(part):
            few, many = sorted((self._known[first], self._known[second]), key=len)
            self._work += weight * (len(few) * len(many) + 20)
            if self._work > MAX_WORK:
                _refuse(f"finding all values would join more than {MAX_WORK} pairs")
            yield few, many


def _halves(part: tuple[int, ...]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return each split of a multiset into two parts once, with the part of fewer numbers first."""
    return {
        (first, second) if 2 * len(first) < len(part) else (min(first, second), max(first, second))
        for inside, outside in _places(len(part))
        for first, second in ((tuple([part[i] for i in inside]), tuple([part[i] for i in outside])),)
    }


@lru_cache
def _places(count: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return every choice of one to half of ``count`` indices, each with the remaining indices."""
    everywhere = range(count)
    return [
        (inside, tuple(i for i in everywhere if i not in inside))
        for size in range(1, count // 2 + 1)
        for inside in combinations(everywhere, size)
    ]


def _multisets(copies: dict[int, int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield all multisets of ``size`` numbers in lexicographic order; the numbers of each are ascending."""
    numbers = list(copies)

    def extend(first: int, dealt: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(dealt) == size:
            yield dealt
            return
        for index in range(first, len(numbers)):
            number = numbers[index]
            if dealt.count(number) < copies[number]:
                yield from extend(index, (*dealt, number))

    return extend(0, ())


def _cut(values: _Values, low: int, high: int) -> _Values:
    """Return the part of the ascending ``values`` that is from low to high."""
    return values[bisect_left(values, low) : bisect_right(values, high)]


def _bits(values: _Values, low: int, high: int) -> int:
    """Return an integer whose bit i is set if low + i is one of the values; values above high are ignored."""
    digits = bytearray(b"0" * (high - low + 1))
    for value in _cut(values, low, high):
        digits[high - value] = ord("1")
    return int(digits, 2)


def _join(results: set[int], few: _Values, many: _Values, cap: int, rules: _Rules) -> None:
    """Add to ``results`` all results of joining integers of two lists that are at most ``cap`` in absolute value.

    For each y of ``few``, values of ``many`` whose result would exceed the cap are skipped; some larger results may be
    included. If signs are not kept, |x-y| represents both differences.
    """
    plus, minus, times, over = (sign in rules.operators for sign in _OPERATORS)
    for y in few:
        size = abs(y)
        if plus:
            results.update([x + y for x in _cut(many, -cap - y, cap - y)])
        if minus:
            near = _cut(many, y - cap, y + cap)
            results.update(
                [x - y for x in near] + [y - x for x in near] if rules.signed else [abs(x - y) for x in near]
            )
        if times and size:
            results.update([x * y for x in _cut(many, -(cap // size), cap // size)])
        elif times and many:
            results.add(0)
        if over and size:
            results.update([x // y for x in _cut(many, -cap * size, cap * size) if not x % y])
            results.update([y // x for x in _cut(many, -size, size) if x and not y % x])
        elif over and any(many):
            results.add(0)
    if rules.positive:
        results.discard(0)


def _joined_fractions(few: _Values, many: _Values, rules: _Rules, *, whole: bool) -> Iterator[tuple[int, int]]:
    """Yield all results of joining fractions, in lowest terms; if ``whole``, only the integers among them."""
    for top, bottom in _all_fractions(few, many, rules):
        divisor = gcd(top, bottom)
        if not (whole and bottom > divisor) and (top or not rules.positive):
            yield top // divisor, bottom // divisor


def _all_fractions(few: _Values, many: _Values, rules: _Rules) -> Iterator[tuple[int, int]]:
    plus, minus, times, over = (sign in rules.operators for sign in _OPERATORS)
    for p, q in few:
        for r, s in many:
            left, right, below = p * s, r * q, q * s
            if plus:
                yield left + right, below
            if minus:
                yield abs(left - right), below
            if minus and rules.signed:
                yield -abs(left - right), below
            if times:
                yield p * r, below
            if over and right:
                yield (left, right) if right > 0 else (-left, -right)
            if over and left:
                yield (right, left) if left > 0 else (-right, -left)


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
        text = str(value) if isinstance(value, Fraction) else reprlib.repr(value)
    except ValueError:
        return "something very long"
    return text if len(text) <= 60 else text[:57] + "..."


def _check_format(certificate: object) -> None:
    fields = certificate if isinstance(certificate, dict) else {}
    named = [fields.get(name) for name in ("format", "version", "game")]
    if [type(name) for name in named] != [str, int, str] or named != [FORMAT, VERSION, GAME]:
        _fail(f"it should be a JSON object of the format {FORMAT!r}, version {VERSION}, about the game {GAME!r}")


def _fields(value: object, label: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return an object, after checking that it has exactly these fields."""
    if not isinstance(value, dict):
        _fail(f"{label} should be a JSON object, not {_show(value)}")
    for name in names:
        if name not in value:
            _fail(f"{label} should have the field {name!r}")
    for name in value:
        if name not in names:
            _fail(f"{label} has the unknown field {_show(name)}")
    return value


def _list(value: object, label: str) -> list[Any]:
    if not isinstance(value, list):
        _fail(f"{label} should be a list, not {_show(value)}")
    return value


def _integer(value: object, label: str) -> int:
    if type(value) is not int:
        _fail(f"{label} should be an integer, not {_show(value)}")
    return value


def _parse(data: bytes) -> object:
    if len(data) > MAX_BYTES:
        _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    # Parsed JSON takes more memory than its text: at most this many bytes for each text, number, list and object.
    room = 40 * data.count(b'"') + 48 * data.count(b",") + 112 * data.count(b"[") + 300 * data.count(b"{")
    if room > MAX_MEMORY:
        _refuse(f"reading it would take more than {MAX_MEMORY} bytes of memory")
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_no_integer,
            parse_constant=_no_integer,
        )
    except json.JSONDecodeError as error:
        spot = error
        if error.msg.startswith("Illegal trailing comma"):
            # Python 3.13 reports the comma; report the bracket after it, like other versions and checkers.
            rest = error.doc[error.pos + 1 :].lstrip(" \t\n\r")
            spot = json.JSONDecodeError(error.msg, error.doc, len(error.doc) - len(rest))
        _fail(f"the file is not JSON: it goes wrong in line {spot.lineno}, column {spot.colno}")
    except UnicodeDecodeError:
        _fail("the file is not JSON: it is not text in UTF-8")
    except (RecursionError, MemoryError):
        _refuse("it is nested too deeply, or too large for the memory of this machine")


def _whole(text: str) -> int:
    # Parsing a number takes time that grows with the square of its length, and Python itself limits the length.
    if len(text) > MAX_DIGITS:
        _refuse(f"it has a number of more than {MAX_DIGITS} digits")
    return int(text)


def _no_integer(text: str) -> NoReturn:
    _fail(f"it has the number {_show(text)}, which is not an integer")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Refuse repeated fields: one reader could see the first, another the last.
    fields = dict(pairs)
    if len(fields) != len(pairs):
        _fail("an object has the same field twice")
    return fields


# -- the command line: files -----------------------------------------------------------------------------------


def _check_file(path: Path) -> Verdict:
    try:
        return check_bytes(_content(path))
    except _Invalid as failure:
        return _refusal(failure)


def _content(path: Path) -> bytes:
    """Read a file, and unpack it if it is compressed."""
    _check_kind(path.stat())
    # The path may have been replaced since the last check, so open it without blocking, and check again what it is.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        data = stream.read(MAX_BYTES + 1)
    if len(data) <= MAX_BYTES:
        data = _unpacked(data)
    if len(data) > MAX_BYTES:
        _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    return data


def _unpacked(data: bytes) -> bytes:
    """Unpack gzip or xz data, up to one byte more than the limit."""
    unpacker: Any
    if data.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=31)
    elif data.startswith(b"\xfd7zXZ\x00"):
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_MEMORY)
    else:
        return data
    try:
        unpacked: bytes = unpacker.decompress(data, MAX_BYTES + 1)
    except (zlib.error, lzma.LZMAError) as error:
        if "limit" in str(error):
            _refuse(f"unpacking it would take more than {MAX_MEMORY} bytes of memory")
        _fail("the compressed file is damaged")
    if len(unpacked) <= MAX_BYTES and not unpacker.eof:
        _fail("the compressed file is damaged, or its end is missing")
    if unpacker.unused_data:
        _fail("the compressed file goes on behind its end")
    return unpacked


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(status: os.stat_result) -> None:
    # Let folders pass: opening them fails with an error that says what they are.
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        _refuse("it is not a regular file")


def _main(paths: list[str]) -> int:
    if not paths:
        sys.stderr.write("usage: python check.py CERTIFICATE.json[.gz|.xz] ...\n")
        return 2
    status = 0
    for path in paths:
        name = path if path.isprintable() else repr(path)
        try:
            verdict = _check_file(Path(path))
        except OSError as error:
            sys.stderr.write(f"cannot read {name}: {error.strerror or error}\n")
            status = 2
            continue
        status = max(status, int(not verdict.valid))
        sys.stdout.write(f"{name}: {verdict.summary}\n")
    return status


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
