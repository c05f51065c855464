"""What answers are made of: their media types, JSON as the command line writes it, and tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from starlette.responses import Response

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.schema import to_json

__all__ = ["CODES", "CSV", "JSON", "SVG", "Code", "Problem", "code_of", "csv_text", "json_response"]

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
"""What can be wrong, in words that stay the same whatever the sentences say."""

CODES: Mapping[Code, str] = {
    "invalid-input": "What is given cannot be used, for a reason that has no code of its own",
    "invalid-parameter": "A parameter is malformed, has a word that does not exist, or excludes another one",
    "missing-parameter": "A parameter must be given, and is not",
    "unknown-parameter": "There is no such parameter at this address",
    "invalid-position": "No game can have this position, or it is not one that this address is about",
    "illegal-move": "The rules do not allow this move, or this expression",
    "limit-exceeded": "It is legal and too large, or a number is out of range",
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
    "busy": "The server has too much to do, or is short of something; ask again in a few seconds",
    "stopping": "The server is about to end",
    "timeout": "There is no answer within the time that an answer may take",
    "ended-early": "The work ended before there was an answer: it took too much memory, say",
    "refused": "The request was refused, with a status of HTTP that has no code of its own",
}
"""What each of them means, in a sentence without a full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is answered instead of an answer.

    Attributes
    ----------
    error
        What is wrong, and what would be legal.
    code
        The kind of trouble, for programs; it stays the same when the words change.
    """

    error: str
    code: Code


def code_of(error: PerfectPlayError) -> Code:
    """Name the kind of an error; one that another package has made up is invalid input."""
    return cast("Code", error.code) if error.code in CODES else "invalid-input"


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON."""
    return Response(to_json(value), status, headers, JSON)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write comma-separated values, with the names of the columns first."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue()
