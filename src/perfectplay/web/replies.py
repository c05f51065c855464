"""What answers are made of: their media types, JSON as the command line writes it, and tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from perfectplay.core.schema import to_json

__all__ = ["CSV", "JSON", "SVG", "Problem", "csv_text", "json_response"]

CSV = "text/csv"
JSON = "application/json"
SVG = "image/svg+xml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is answered instead of an answer.

    Attributes
    ----------
    error
        What is wrong, and what would be legal.
    """

    error: str


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
