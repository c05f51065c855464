"""What answers are made of: their media types, JSON as the command line writes it, and tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

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

CODES: tuple[Code, ...] = get_args(Code)


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
    return error.code if error.code in CODES else "invalid-input"


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
