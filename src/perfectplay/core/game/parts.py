"""Parts of a game's declaration: classes that a game fills in for hints, lessons, puzzles, worksheets and sequences.

The modules in `perfectplay.core.teaching` and `perfectplay.core.sequences` serve what the games declare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from textwrap import wrap
from typing import Any, Literal, TypeVar

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.game.position import Position
from perfectplay.core.result import Result
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text

__all__ = [
    "FIRST_DAY",
    "LEVELS",
    "Chance",
    "Clue",
    "Daily",
    "DailyRule",
    "Entry",
    "Exercises",
    "Guided",
    "Heading",
    "Hinter",
    "Idea",
    "Lessons",
    "Level",
    "Measure",
    "Task",
    "check_wanted",
]

Level = Literal["easy", "medium", "hard"]
"""Difficulty of exercises."""

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
"""All difficulties, the same for every game."""

FIRST_DAY = date(2026, 1, 1)
"""The earliest day that may have puzzles; its number is 1."""

_DATA = 260
"""Maximum number of characters of the terms in an entry."""
_WIDTH = 100
_INDENT = "    "

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Clue:
    """The text of one step of a hint, and the text's parts for programs.

    Attributes
    ----------
    code
        One word for the kind of hint. ``"only-move"``, ``"choices"`` and ``"among"`` have the same meaning in every
        game.
    text
        The hint in a sentence or two.
    numbers
        The numbers in the text, in order.
    moves
        The legal moves in the area, if the step shows one; otherwise empty.
    """

    code: str
    text: str
    numbers: tuple[Exact, ...] = ()
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hinter:
    """A game's own texts for hints; every text must be true of the position.

    Attributes
    ----------
    idea, area, move
        Called with a position that is not over, and with its solver's result.
    """

    idea: Callable[[Any, Result[Any, Any]], Clue]
    area: Callable[[Any, Result[Any, Any]], Clue]
    move: Callable[[Any, Result[Any, Any]], Clue]


@dataclass(frozen=True, slots=True)
class Measure:
    """The measure in which a review states results and losses.

    Attributes
    ----------
    code
        One word, for programs.
    name
        A few words, for people.
    of
        Converts the value of best play from a position to this measure. It is monotonic in the value, and otherwise
        depends only on the start.
    """

    code: str
    name: str
    of: Callable[[Any, Exact], Exact]


@dataclass(frozen=True, slots=True)
class Idea:
    """A position that shows an idea; the web pages look up a text by the idea's name.

    Attributes
    ----------
    name
        Name of the idea, in small letters and hyphens.
    position
        Id of the position.
    move
        The move that the idea suggests, which is a best move.
    tempting
        A move that looks good but is worse.
    """

    name: str
    position: str
    move: str
    tempting: str


@dataclass(frozen=True, slots=True)
class Guided(Idea):
    """A position that shows an idea, as declared by a game.

    Attributes
    ----------
    cost
        Loss from the tempting move.
    """

    cost: int


@dataclass(frozen=True, slots=True)
class Lessons:
    """The guided positions of a game.

    Attributes
    ----------
    guided
        The positions, simplest idea first.
    costs
        A function that maps each legal move, as text, to its loss against a best move. It should take milliseconds.
    """

    guided: Sequence[Guided]
    costs: Callable[[Any], Mapping[str, Exact]]


class Chance:
    """Random integers determined by a text, the same in every version of Python.

    The k-th number drawn, counted from 0, is the SHA-256 of the text, a slash and k in decimal, read as an integer with
    the most significant byte first, modulo the number of possibilities.

    Parameters
    ----------
    text
        Such as ``"perfectplay/taxman/2026-01-01"``.

    Examples
    --------
    >>> chance = Chance("perfectplay")
    >>> [chance.below(100) for _ in range(5)]
    [27, 68, 2, 68, 26]

    >>> chance = Chance("any words")
    >>> low = chance.between(1, 6), chance.below(6), chance.sample("abc", 2)
    >>> Chance("any words").between(1, 6) == low[0]
    True
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._drawn = 0

    def below(self, count: int) -> int:
        """Draw one of 0, 1, ..., ``count`` - 1; ``count`` is positive and below 2^56."""
        digest = sha256(f"{self._text}/{self._drawn}".encode()).digest()
        self._drawn += 1
        return int.from_bytes(digest, "big") % count

    def between(self, low: int, high: int) -> int:
        """Draw an integer from ``low`` to ``high``."""
        return low + self.below(high - low + 1)

    def sample(self, items: Sequence[_Item], count: int) -> list[_Item]:
        """Draw ``count`` items one after the other, without repetition."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class DailyRule:
    """A rule that makes a game's daily puzzles from its first day on.

    Attributes
    ----------
    since
        The first day.
    make
        Called with a `Chance` of the day and a grade, ``"easy"``, ``"medium"`` or ``"hard"``: returns a starting
        position, always the same one.
    """

    since: date
    make: Callable[[Chance, Level], Position[Any]]


@dataclass(frozen=True, slots=True)
class Daily:
    """A game's puzzles of the day.

    Attributes
    ----------
    rules
        Versions 1, 2, ... of the rule, each with its first day. Never change a rule that has made a puzzle: append a
        better one instead.
    command
        The command that plays a puzzle in a terminal, with ``{id}`` for the position's id.

    Examples
    --------
    >>> rule = DailyRule(FIRST_DAY, lambda chance, grade: chance.between(1, 6))
    >>> Daily((rule,)).version(date(2026, 1, 31))
    1
    """

    rules: tuple[DailyRule, ...]
    command: str = ""

    def version(self, day: date) -> int:
        """Return the version of the rule for a day; 0 if there is none yet."""
        return sum(rule.since <= day for rule in self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An exercise for paper.

    Attributes
    ----------
    rules
        Instructions for all exercises of the kind, printed once on a sheet.
    title
        Title of this exercise.
    given
        The given numbers, in order.
    shape
        The shape around each number: a tile of a board, such a tile with room for a price, a coin, or a card.
    goal
        A number drawn in larger type after the given numbers.
    cells
        Solutions for the cells to fill in above the given numbers, the lowest line first.
    columns
        Heads of a table to fill in; the first column numbers the lines.
    lines
        Number of blank lines to write on.
    blanks
        Further questions, each followed by room for an answer.
    answer
        Sentences with the solution.
    """

    rules: Text
    title: Text
    given: Sequence[Exact]
    shape: Literal["tiles", "prices", "rounds", "cards"]
    goal: Exact | None = None
    cells: Sequence[Sequence[Exact]] = ()
    columns: Sequence[Text] = ()
    lines: int = 0
    blanks: Sequence[Text] = ()
    answer: Sequence[Text]


@dataclass(frozen=True, slots=True)
class Exercises:
    """The declaration of a game's exercises.

    Attributes
    ----------
    make
        Called with a level, a count from 1 to ``most`` and a seed as positional arguments, and with a keyword for each
        of the ``choices``; returns dataclasses, the same ones for the same arguments.
    most
        Maximum number of exercises on a worksheet.
    choices
        Further options, keyed by name: each maps the words that users give to values for ``make``, and the first word
        is the default.
    slow
        Whether ``make`` takes longer than a few milliseconds. Then it runs in a separate process, and also
        gets ``progress``.
    task
        Turns an exercise into a `Task`; without this function, exercises are only for programs.
    """

    make: Callable[..., Sequence[Any]]
    most: int
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    slow: bool = False
    task: Callable[[Any], Task] | None = None


def check_wanted(level: str, count: int, most: int, problem: str) -> None:
    """Check a level and a number of exercises; ``problem`` is the message for a bad number.

    Raises
    ------
    InvalidPositionError
        If there is no such level.
    LimitExceededError
        If ``count`` is out of range.

    Examples
    --------
    >>> check_wanted("hard", 5, 100, "5 exercises were asked for")
    """
    if level not in LEVELS:
        raise InvalidPositionError(
            "there is no level {level}; the levels are {levels}", level=quote(level), levels=", ".join(LEVELS)
        )
    if not 1 <= count <= most:
        raise LimitExceededError("{problem}; give a number from 1 to {most}", problem=problem, most=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The description of a sequence in lists.

    Attributes
    ----------
    definition
        The definition of a(n), in one sentence.
    offset
        Index of the first term.
    number
        Number of the OEIS entry that it extends, such as ``"A019312"``, or ``None``.
    """

    definition: str
    offset: int = 1
    number: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Heading):
    """A sequence with the parts of its entry in the encyclopedia.

    Attributes
    ----------
    terms
        Yields a(offset), a(offset + 1), ..., as far as they are known exactly.
    known
        Index of the last term that the OEIS entry's b-file had when we looked it up.
    comments, formulas, examples, references, related
        The entry's parts, a line for each; an example begins with ``a(n) = ...``.
    keywords
        Keywords of the encyclopedia, such as ``"nonn"``.
    """

    terms: Callable[[], Iterator[int]]
    known: int | None = None
    comments: Sequence[str] = ()
    formulas: Sequence[str] = ()
    examples: Sequence[str] = ()
    references: Sequence[str] = ()
    related: Sequence[str] = ()
    keywords: Sequence[str] = ("nonn",)

    def bfile(self) -> Iterator[str]:
        """Yield the lines of a b-file: first the definition, then each term as soon as it is known."""
        yield f"# {self.definition}"
        for n, term in enumerate(self.terms(), self.offset):
            yield f"{n} {term}"

    def draft(self) -> Iterator[str]:
        """Yield the lines of a draft of an OEIS entry."""
        terms = list(self.terms())
        shown = self._shown(terms)
        # The second number of an OEIS offset is the index of the first term whose absolute value exceeds 1.
        index = next((i for i, term in enumerate(terms, 1) if abs(term) > 1), 1)
        last = self.offset + len(terms) - 1
        table = f"Table of n, a(n) for n = {self.offset}..{last}"
        if self.known is not None:
            table += f" (that of {self.number} ends at n = {self.known})"
        yield f"{self.number or 'A new sequence'}: draft of {'an extension' if self.number else 'an entry'}"
        for head, lines in (
            ("NAME", (self.definition,)),
            ("DATA", (", ".join(map(str, shown)),)),
            ("OFFSET", (f"{self.offset},{index}",)),
            ("COMMENTS", self.comments),
            ("LINKS", (*self.references, table)),
            ("FORMULA", self.formulas),
            ("EXAMPLE", self.examples),
            ("CROSSREFS", (f"Cf. {', '.join(self.related)}.",) if self.related else ()),
            ("KEYWORD", (",".join(self.keywords),)),
        ):
            if lines:
                yield head
                for line in lines:
                    yield from wrap(line, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)

    @staticmethod
    def _shown(terms: Sequence[int]) -> Sequence[int]:
        """Return as many terms as fit into an OEIS entry."""
        size = 0
        for i, term in enumerate(terms):
            size += len(str(term)) + 2
            if size - 2 > _DATA:
                return terms[:i]
        return terms
