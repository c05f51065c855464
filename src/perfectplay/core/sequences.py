"""Integer sequences of the games: as b-files, and as drafts of entries for the OEIS.

A b-file has a line ``n a(n)`` for each term, after comments that begin with ``#``. A draft has the parts of an entry in
the order of the On-Line Encyclopedia of Integer Sequences; users who submit a draft add a name.

Source: The OEIS Foundation, "B-files" and "Style Sheet for Contributors to OEIS", https://oeis.org/wiki.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_parts
from perfectplay.core.text.words import unknown

__all__ = ["Entry", "entries", "entry_name", "entry_names", "find_entry"]

_DATA = 260
"""Maximum number of characters of the terms in an entry."""
_WIDTH = 100
_INDENT = "    "


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


def entries() -> dict[str, Entry]:
    """Return the sequences of all games, keyed by names such as ``taxman-scores``."""
    return {
        f"{game}-{name}": entry for game, listed in game_parts("sequences").items() for name, entry in listed.items()
    }


def entry_names() -> tuple[str, ...]:
    """Return the names of the sequences of all games."""
    return tuple(entries())


def entry_name(name: str) -> str:
    """Return the name of a sequence, given its name or the number of the OEIS entry that it extends.

    Raises
    ------
    PerfectPlayError
        If there is no such sequence; the message lists the names.

    Examples
    --------
    >>> entry_name("A019312"), entry_name("coins-margins")
    ('taxman-scores', 'coins-margins')
    """
    known = entries()
    numbers = {entry.number: called for called, entry in known.items() if entry.number}
    full_name = numbers.get(name.upper(), name)
    if full_name not in known:
        raise PerfectPlayError(
            "there is no sequence {name}; the sequences are {sequences}",
            name=unknown(name, known),
            sequences=", ".join(known),
        )
    return full_name


def find_entry(name: str) -> Entry:
    """Return a sequence by its name or its OEIS number, see `entry_name`.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(find_entry("taxman-scores").bfile(), 4))
    ['# a(n) is the best score in Taxman with the pot 1..n.', '1 0', '2 2', '3 3']
    """
    return entries()[entry_name(name)]
