"""Describe every address and answer of the HTTP API from ``openapi.json``, for two pages of the documentation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import perfectplay

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["addresses", "answers", "setup"]

_DESCRIPTION = Path(perfectplay.__file__).parent / "web" / "openapi.json"
_ROOT = "/api/v1"
_SERVER = "http://127.0.0.1:8017"
_CONDITIONS = 8
"""Number of conditions that a list shows."""
_TITLES = {
    "taxman": "Taxman",
    "coins": "Greedy coins",
    "pursuit": "Arithmetical pursuit",
    "factorgame": "The factor game",
    "lab": "The laboratory",
}
"""Headings of groups of addresses that are not for every game."""


def addresses() -> str:
    """Describe all addresses in MyST Markdown: their parameters, an example, and the name of the answer."""
    groups: dict[str, list[str]] = {}
    for path, methods in _document()["paths"].items():
        for method in ("get", "post"):
            if method in methods:
                below = path.removeprefix(_ROOT)
                group = "lab" if below.startswith("/lab/") else methods[method]["tags"][0]
                groups.setdefault(_TITLES.get(group, "All games"), []).extend(
                    _address(method.upper(), below, methods[method])
                )
    return "\n".join(line for title, lines in groups.items() for line in (f"## {title}", "", *lines))


def _address(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {method} {path or '/'}\n\n{operation['summary']}.\n"
    present = [one for one in operation["parameters"] if "name" in one and not one.get("deprecated")]
    if present:
        yield "| parameter | value | notes |\n|---|---|---|"
        for one in present:
            yield f"| `{one['name']}` | {_cell(_type(one['schema']))} | {_cell(' '.join(_notes(one)))} |"
        yield ""
    if "x-dependencies" in operation:
        shown = [f"`{text[:-1]}`" for text in operation["x-dependencies"]]
        more = f", and {len(shown) - _CONDITIONS} more" if len(shown) > _CONDITIONS else ""
        yield f"Conditions: {', '.join(shown[:_CONDITIONS])}{more}.\n"
    sent = "--data-binary @FILE " if method == "POST" else ""
    yield f"```console\n$ curl {sent}'{_SERVER}{_ROOT}{path}{_query(present)}'\n```\n"
    content = operation["responses"]["200"]["content"]
    yield f"Answer: {' or '.join(_media(media, one['schema']) for media, one in content.items())}.\n"


def _notes(parameter: Mapping[str, Any]) -> Iterator[str]:
    if parameter["required"]:
        yield "Required."
    if "default" in parameter["schema"]:
        yield f"`{parameter['schema']['default']}` by default."
    elif "example" in parameter:
        yield f"As in `{parameter['example']}`."
    if "description" in parameter:
        yield parameter["description"]


def _query(parameters: list[Any]) -> str:
    """Return a valid query: required parameters and the first of several alternatives, or else any example."""
    shown = [one for one in parameters if "example" in one and "default" not in one["schema"]]
    alternatives = [one for one in shown if one.get("description", "").startswith("Not together")]
    needed = alternatives[:1] + [one for one in shown if one["required"]] or shown[:1]
    query = urlencode({one["name"]: one["example"] for one in needed}, safe=":/,;=~")
    return f"?{query}" if query else ""


def _media(media: str, schema: Mapping[str, Any]) -> str:
    if media == "text/event-stream":
        return "a stream with its progress, if you accept `text/event-stream`"
    return _type(schema) if media == "application/json" else f"`{media}`"


def answers() -> str:
    """Describe the fields of all answers in MyST Markdown."""
    return "\n".join(
        line for name, schema in sorted(_document()["components"]["schemas"].items()) for line in _answer(name, schema)
    )


def _answer(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {name}\n"
    if "description" in schema:
        yield f"{schema['description']}\n"
    if "properties" in schema:
        for field, one in schema["properties"].items():
            optional = "" if field in schema.get("required", ()) else ", may be missing"
            meaning = " ".join(one.get("description", "").split())
            yield f"* `{field}` ({_type(one)}{optional}){': ' if meaning else ''}{meaning}"
        yield ""
    else:
        yield f"{_type(schema).capitalize()}.\n"


def _type(schema: Mapping[str, Any]) -> str:
    """Describe the values that a schema allows."""
    match schema:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            words = f"[{name}](http-answers.md#{name.lower()})"
        case {"const": value}:
            words = f"`{json.dumps(value)}`"
        case {"enum": list(values)}:
            words = ", ".join(f"`{word}`" for word in values)
        case {"anyOf": list(several)}:
            words = " or ".join(map(_type, several))
        case {"type": "array", "prefixItems": list(several)}:
            words = f"list of {', then '.join(map(_type, several))}"
        case {"type": "array", "items": item}:
            words = f"list of {_type(item)}"
        case {"type": "object", "additionalProperties": dict(value)}:
            words = f"object of {_type(value)}"
        case {"type": str(kind), "minimum": low, "maximum": high}:
            words = f"{kind} from {low} to {high}"
        case {"type": str(kind)}:
            words = kind
        case _:
            words = "any value"
    return words


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_DESCRIPTION.read_text(encoding="utf-8"))
    return document


_PLACES = {"<!-- every address -->\n": addresses, "<!-- every answer -->\n": answers}


def _fill(_: Sphinx, _name: str, source: list[str]) -> None:
    for place, make in _PLACES.items():
        if place in source[0]:
            source[0] = source[0].replace(place, make())


def setup(app: Sphinx) -> dict[str, Any]:
    """Fill both pages, and read them again in each build."""
    app.connect("source-read", _fill)
    app.connect("env-get-outdated", lambda *_: ["http-addresses", "http-answers"])
    return {"version": perfectplay.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
