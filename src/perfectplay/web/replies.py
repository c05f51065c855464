"""What answers are made of: their types, JSON as the command line writes it, and tables."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starlette.responses import Response

__all__ = ["CSV", "JSON", "SVG", "csv_text", "json_response", "to_json"]

CSV = "text/csv"
JSON = "application/json"
SVG = "image/svg+xml"


def to_json(value: Any) -> bytes:
    """Write JSON as the command line does, in UTF-8.

    Raises
    ------
    TypeError, ValueError
        If there is something in it that JSON has no notation for, such as a float that is no number.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


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
