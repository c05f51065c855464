"""Building blocks of answers (media types, JSON, tables and errors) and a cache of answers."""

from __future__ import annotations

import csv
import io
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import getsizeof
from typing import Any, Literal, cast

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from perfectplay.core.errors import NoneFoundError, PerfectPlayError
from perfectplay.core.schema import to_json

__all__ = ["CODES", "CSV", "JSON", "SVG", "Code", "Problem", "code_of", "csv_text", "json_response", "status_of"]

CSV = "text/csv"
JSON = "application/json"
SVG = "image/svg+xml"

Code = Literal[
    "invalid-input",
    "invalid-parameter",
    "missing-parameter",
    "unknown-parameter",
    "invalid-position",
    "illegal-move",
    "limit-exceeded",
    "none-found",
    "broken-game",
    "broken-strategy",
    "missing-extra",
    "invalid-request",
    "foreign-site",
    "not-found",
    "method-not-allowed",
    "request-timeout",
    "unknown-host",
    "too-many-questions",
    "fault",
    "busy",
    "stopping",
    "timeout",
    "ended-early",
    "refused",
]
"""The codes of errors, which stay the same when the wording of an error changes."""

CODES: Mapping[Code, str] = {
    "invalid-input": "What is given cannot be used, for a reason that has no code of its own",
    "invalid-parameter": "A parameter is malformed, has a word that does not exist, or excludes another one",
    "missing-parameter": "A parameter must be given, and is not",
    "unknown-parameter": "There is no such parameter at this address",
    "invalid-position": "No game can have this position, or it is not one that this address is about",
    "illegal-move": "The rules do not allow this move, or this expression",
    "limit-exceeded": "It is legal and too large, or a number is out of range",
    "none-found": "It is legal, and a search found no answer",
    "broken-game": "A game of another package does not keep to its contract",
    "broken-strategy": "A strategy failed, or made an illegal move",
    "missing-extra": "It needs a package that is not installed",
    "invalid-request": "The request is not HTTP",
    "foreign-site": "The request came from the page of another site",
    "not-found": "There is nothing at this address",
    "method-not-allowed": "Everything is read with GET; POST is for addresses to which something is sent",
    "request-timeout": "The request did not arrive in time",
    "unknown-host": "The server does not go by this name",
    "too-many-questions": "This client has too many questions waiting, or sends too much at once; ask again when one "
    "is answered",
    "fault": "The program has a fault; the screen of the server shows it",
    "busy": "The server has too much to do, or lacks a resource; ask again in a few seconds",
    "stopping": "The server is about to end",
    "timeout": "There is no answer within the time that an answer may take",
    "ended-early": "The work ended before there was an answer: it took too much memory, say",
    "refused": "The request was refused, with a status of HTTP that has no code of its own",
}
"""Map each code to its meaning, in a sentence without a full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """The answer in case of an error.

    Attributes
    ----------
    error
        The error message, which says what would be legal.
    code
        The kind of error, for programs; it stays the same when the wording changes.
    """

    error: str
    code: Code


def code_of(error: PerfectPlayError) -> Code:
    """Return the code of an error; for a code that another package defines, return ``"invalid-input"``."""
    return cast("Code", error.code) if error.code in CODES else "invalid-input"


def status_of(error: Exception) -> int:
    """Return the HTTP status of an error in a request, or of a search that found nothing."""
    return 404 if isinstance(error, NoneFoundError) else 400


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response whose body is a value as JSON."""
    return Response(to_json(value), status, headers, JSON)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format rows as comma-separated values, with a header of column names."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue()


# -- cache: in a class, many users look at the same position -------------------------------------------------------


_ENTRY = 300
"""Overhead in bytes of a cached answer, in addition to the question and the answer."""


class Memory:
    """A cache of answers that drops the least recently used ones.

    ``size`` is the maximum number of bytes of all questions and answers, including overhead.
    """

    def __init__(self, size: int) -> None:
        self._room = size
        self._known: OrderedDict[tuple[str | bytes, ...], bytes] = OrderedDict()

    def recall(self, *question: str | bytes) -> bytes | None:
        """Return the cached answer to a question, or ``None``."""
        known = self._known.get(question)
        if known is not None:
            self._known.move_to_end(question)
        return known

    def keep(self, answer: bytes, *question: str | bytes) -> None:
        """Cache the answer to a question."""
        if question in self._known:
            self._room += _size(question, self._known.pop(question))
        self._known[question] = answer
        self._room -= _size(question, answer)
        while self._room < 0:
            self._room += _size(*self._known.popitem(last=False))

    async def ask(self, function: Callable[..., bytes], *question: str) -> bytes:
        """Call a function with some texts, or return its cached answer; the answer must depend only on the texts.

        Answers that are not cached are computed in a thread. Exceptions are not cached.
        """
        answer = self.recall(*question)
        if answer is None:
            answer = await run_in_threadpool(function, *question)
            self.keep(answer, *question)
        return answer


def _size(question: tuple[str | bytes, ...], answer: bytes) -> int:
    return _ENTRY + sum(map(getsizeof, (*question, answer)))
