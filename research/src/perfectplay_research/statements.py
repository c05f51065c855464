"""Rules about rows that are written as sentences, such as ``even and palindrome => tied``.

A rule is made of the names of `CONDITIONS`, ``not``, ``and``, ``or``, ``=>`` (or ``implies``) and brackets; ``not``
binds strongest, ``=>`` weakest.  A rule is parsed word by word, and no part of it is executed as code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay_research.conditions import CONDITIONS

__all__ = ["MAX_CHARACTERS", "Statement", "is_statement", "read_statement"]

MAX_CHARACTERS = 300
"""Largest number of characters in a rule."""

_MAX_DEPTH = 20
_TOKEN = re.compile(r"\s*(=>|[()]|[^\s()=]+|=)")
_IMPLIES = "=>"
_WORDS = {"implies": _IMPLIES}
_OPERATORS = frozenset({"not", "and", "or", _IMPLIES})

_Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a rule: a function that tells whether a row satisfies the part, and the conditions that it requires."""

    holds: Callable[[_Row], bool]
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Statement:
    """A parsed rule.

    Attributes
    ----------
    name
        The rule as it was written, or its short name if it has one.
    statement
        The rule with one space between words, and ``=>`` for ``implies``; for a rule with a name, a sentence.
    premise
        The part before ``=>``: whether the rule applies to a row.  Without ``=>``, the rule applies to all rows.
    conclusion
        The claim about a row that the rule applies to.
    ties_only
        Whether the premise says that a row is tied.

    Examples
    --------
    >>> read_statement("even and palindrome implies tied").statement
    'even and palindrome => tied'
    """

    name: str
    statement: str
    premise: Callable[[_Row], bool]
    conclusion: Callable[[_Row], bool]
    ties_only: bool

    def judge(self, coins: _Row) -> bool | None:
        """Return whether the rule is right about a row, or ``None`` if the rule does not apply to the row.

        Examples
        --------
        >>> rule = read_statement("palindrome => tied")
        >>> rule.judge((1, 2)), rule.judge((1, 1)), rule.judge((1, 3, 1))
        (None, True, False)
        """
        return self.conclusion(coins) if self.premise(coins) else None


def is_statement(text: str) -> bool:
    """Return whether a text looks like a rule for `read_statement`: several words, or one condition.

    Examples
    --------
    >>> is_statement("tied"), is_statement("not tied"), is_statement("luck")
    (True, True, False)
    """
    return len(_tokens(text)) != 1 or text.strip().lower() in CONDITIONS


def read_statement(text: str) -> Statement:
    """Read a rule.

    Parameters
    ----------
    text
        At most `MAX_CHARACTERS` characters; upper and lower case are the same.

    Raises
    ------
    PerfectPlayError
        If the text is not a rule; the message quotes the position of the error.

    Examples
    --------
    >>> rule = read_statement("tied and ends-equal => inner-tied")
    >>> rule.ties_only, rule.judge((1, 2, 2, 1))
    (True, True)
    """
    if len(text) > MAX_CHARACTERS:
        raise PerfectPlayError(f"a rule of {len(text):,} characters is too long; at most {MAX_CHARACTERS} are read")
    reader = _Reader(text)
    premise, conclusion = reader.rule()
    written = " ".join(reader.tokens).replace("( ", "(").replace(" )", ")")
    if conclusion is None:
        return Statement(text, written, lambda _: True, premise.holds, ties_only=False)
    return Statement(text, written, premise.holds, conclusion.holds, ties_only="tied" in premise.needs)


def _tokens(text: str) -> list[str]:
    return [_WORDS.get(token, token) for token in _TOKEN.findall(text.lower())]


class _Reader:
    """A recursive-descent parser of rules, with a method for each kind of part."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self._place = 0
        self._depth = 0

    def rule(self) -> tuple[_Part, _Part | None]:
        premise = self._either()
        conclusion = self._implied() if self._take(_IMPLIES) else None
        if self._next is not None:
            self._refuse(f"{quote(self._next)} stands where and, or, => or the end is due")
        return premise, conclusion

    @property
    def _next(self) -> str | None:
        return self.tokens[self._place] if self._place < len(self.tokens) else None

    def _take(self, token: str) -> bool:
        taken = self._next == token
        self._place += taken
        return taken

    def _refuse(self, problem: str) -> NoReturn:
        raise PerfectPlayError(
            f"{quote(self.text)} is not a rule: {problem}; write one such as 'even and palindrome => tied'"
        )

    def _implied(self) -> _Part:
        first = self._either()
        if not self._take(_IMPLIES):
            return first
        second = self._deeper(self._implied)
        return _Part(lambda row: not first.holds(row) or second.holds(row))

    def _either(self) -> _Part:
        parts = [self._both()]
        while self._take("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else _Part(lambda row: any(part.holds(row) for part in parts))

    def _both(self) -> _Part:
        parts = [self._one()]
        while self._take("and"):
            parts.append(self._one())
        needs = frozenset().union(*(part.needs for part in parts))
        return parts[0] if len(parts) == 1 else _Part(lambda row: all(part.holds(row) for part in parts), needs)

    def _one(self) -> _Part:
        word = self._next
        if word is None:
            self._refuse("a condition is missing at its end")
        elif word in _OPERATORS - {"not"} or word == ")":
            self._refuse(f"a condition is missing before {quote(word)}")
        self._place += 1
        if word == "not":
            part = self._deeper(self._one)
            return _Part(lambda row: not part.holds(row))
        if word == "(":
            part = self._deeper(self._implied)
            if not self._take(")"):
                self._refuse("a bracket is not closed")
            return part
        condition = CONDITIONS.get(word)
        if condition is None:
            raise PerfectPlayError(f"{quote(word)} is not a condition; the conditions are {', '.join(CONDITIONS)}")
        return _Part(condition.holds, frozenset({condition.name}))

    def _deeper(self, read: Callable[[], _Part]) -> _Part:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            self._refuse(f"more than {_MAX_DEPTH} brackets, not and => stand within each other")
        part = read()
        self._depth -= 1
        return part
