"""Write ``src/perfectplay/web/openapi.json``, the description of the HTTP API, and constants for the pages.

``make schema`` runs this.  Addresses and parameters come from `perfectplay.web.endpoints.Endpoint`, and answers from
their dataclasses, which mashumaro converts to JSON Schema.  Only this script needs mashumaro, not the program.

The constants in ``src/generated`` are the list of ``/games``, the limits of games, the default values in the lab, and
data for the pages' own rules of Taxman.  Each game and page has its own file, so that a page loads only its own
constants.  ``kernels.ts`` repeats the declarations of the kernels that the pages call.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, field, fields, is_dataclass, make_dataclass
from functools import reduce
from importlib import import_module
from itertools import takewhile
from math import prod
from operator import or_
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from mashumaro.jsonschema import JSONSchemaBuilder
from mashumaro.jsonschema.dialects import OPEN_API_3_1

from perfectplay import __version__
from perfectplay.core.game import game_spec, game_specs
from perfectplay.core.game.parts import FIRST_DAY, Exercises
from perfectplay.core.text.language import languages
from perfectplay.native import Form, library
from perfectplay.native.build import pages
from perfectplay.taxman.records import load_records
from perfectplay.web.app import ROOT, Index, endpoints
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.games import declared
from perfectplay.web.middleware import PARAMETER
from perfectplay.web.parameters import Parameter
from perfectplay.web.replies import CODES, JSON, Problem
from perfectplay.web.taxman.board import MAX_BOARD, MAX_PREVIEWED

TARGET = Path(__file__).parents[2] / "src" / "perfectplay" / "web" / "openapi.json"
"""File of the API's description."""

GENERATED = Path(__file__).parents[1] / "src" / "generated"
"""Folder of the constants for the pages."""

_PACKAGE = "perfectplay"
_STREAM = "text/event-stream"
_PREFIX = "#/components/schemas/"
_SPOKEN = {"$ref": f"#/components/parameters/{PARAMETER}"}
"""The parameter that every address takes in addition to its own."""
_SENT = {
    "required": True,
    "description": "A file, as it is.",
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
_EXACT = {
    "description": "An exact number: an integer of any size, or a fraction in lowest terms.",
    "examples": [3, "3/2"],
    "anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}],
}
_DESCRIPTION = """\
Perfect play for arithmetic games.  Everything is read with GET; what has to be sent, with POST.

Integers are JSON integers of any size: a reader in JavaScript keeps those up to 2^53.  An answer that is long in the
making is streamed as server-sent events to clients that accept them: `progress`, then `result` or `failure`.

`x-dependencies` has conditions on several parameters of an address, in [IDL](https://github.com/isa-group/IDL)."""


def document() -> dict[str, Any]:
    """Describe the API of the games in this package, without games that other installed packages add."""
    parts = {spec.name: spec.part("web") for spec in game_specs() if spec.package == _PACKAGE}
    games = {name: part for name, part in parts.items() if part is not None}
    schemas = _Schemas(games)
    index = Endpoint("", "The addresses", lambda _: {}, _unanswered, Index)
    described = Endpoint("/openapi.json", "This document", lambda _: {}, _unanswered, dict[str, Any])
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in (index, described, *endpoints(games)):
        path = paths.setdefault(f"{ROOT}{endpoint.path}", {"parameters": [_SPOKEN]})
        path[endpoint.method.lower()] = _operation(endpoint, games, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "perfectplay",
            "version": __version__,
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"parameters": {PARAMETER: _language()}, "schemas": schemas.all()},
    }


def _language() -> dict[str, Any]:
    """Describe the parameter that names the language of pictures and errors."""
    told = "Language of pictures and errors; without it, the one that Accept-Language prefers, or else English."
    schema = {"type": "string", "enum": list(languages())}
    return {"name": PARAMETER, "in": "query", "description": told, "required": False, "schema": schema}


def _unanswered(*_: Any) -> Any:
    raise NotImplementedError


def _operation(endpoint: Endpoint, games: Mapping[str, WebGame], schemas: _Schemas) -> dict[str, Any]:
    words = re.findall("[a-z]+", endpoint.path) or ["index"]
    returns = endpoint.returns
    if isinstance(returns, str):
        content = {returns: {"schema": {"type": "object" if returns.startswith(JSON) else "string"}}}
    else:
        content = {JSON: {"schema": schemas.answer(endpoint)}}
    if endpoint.long and JSON in content:
        content[_STREAM] = {"schema": {"type": "string"}}
    problem = {JSON: {"schema": schemas.of(Problem)}}
    busy = {"503": "The server has too much to do", "429": "The client asks for too much at once"}
    query = endpoint.described
    large = {"413": f"More than {endpoint.sent} bytes are sent"} if endpoint.sent else {}
    none = {"404": endpoint.none} if endpoint.none else {}
    refusals = {"400": "The input is not legal"} | none | large | (busy if endpoint.long else {})
    return {
        "operationId": "_".join([*words, "sent"] if endpoint.sent else words),
        "summary": endpoint.summary,
        "tags": [words[0] if words[0] in games else "all games"],
        "parameters": [
            {"name": one.name, "in": "query", "required": one.required, "schema": one.schema}
            | ({"example": one.example} if one.example else {})
            | _condition(one, query.dependencies)
            | ({"deprecated": True, "description": f"An older name of `{one.now}`."} if one.now else {})
            for one in query.parameters.values()
        ],
        **({"x-dependencies": query.dependencies} if query.dependencies else {}),
        **({"requestBody": _SENT} if endpoint.sent else {}),
        "responses": {"200": {"description": "The answer", "content": content}}
        | {status: {"description": told, "content": problem} for status, told in refusals.items()},
    }


def _condition(parameter: Parameter, dependencies: list[str]) -> dict[str, str]:
    """Describe in words on which other parameters the legal values of a parameter depend."""
    if parameter.of:
        return {"description": f"The legal values depend on `{parameter.of}`."}
    lists = [names.split(", ") for text in dependencies for names in re.findall(r"One\(([\w, ]+)\);", text)]
    others = [name for names in lists if parameter.name in names for name in names if name != parameter.name]
    return {"description": f"Not together with `{'`, `'.join(dict.fromkeys(others))}`."} if others else {}


class _Schemas:
    """The schemas of the answers that have been requested so far."""

    def __init__(self, games: Mapping[str, WebGame]) -> None:
        self._games = games
        self._builder = JSONSchemaBuilder(dialect=OPEN_API_3_1)
        self._types: dict[str, type] = {}
        self._unions: dict[str, Any] = {}

    def answer(self, endpoint: Endpoint) -> Any:
        """Return the schema of the answer of an address."""
        if endpoint.own != "exercise":
            return self.of(self.joined(endpoint) if endpoint.own else endpoint.returns)
        # Every worksheet belongs to a game, so the general name can stand for the worksheet of any game.
        name = endpoint.returns.__name__
        text = (inspect.getdoc(endpoint.returns) or "").split("\n\n")[0]
        self._unions[name] = {"description": text, **self.of(self.joined(endpoint))}
        return {"$ref": f"{_PREFIX}{name}"}

    def of(self, returns: Any) -> Any:
        """Return the schema of a type, and remember the types to which it refers."""
        for one in _dataclasses(returns):
            known = self._types.setdefault(one.__name__, one)
            if known is not one:
                message = f"two answers are called {one.__name__}: one of {known.__module__}, one of {one.__module__}"
                raise ValueError(message)
        return _tidied(self._builder.build(returns).to_dict())

    def joined(self, endpoint: Endpoint) -> Any:
        """Return the type of an answer to which games add fields: a union of types, or one type with all fields."""
        whole: type = endpoint.returns
        added = {name: part for name, game in self._games.items() if (part := getattr(game, endpoint.own)) is not None}
        if endpoint.own == "lab":
            return self._made(whole.__name__, whole, _hints(whole) | reduce(or_, map(_hints, added.values())))
        parts = []
        for name, part in added.items():
            own = self._sheet(name, part) if endpoint.own == "exercise" else _hints(part)
            parts.append(self._made(f"{name.title()}{whole.__name__}", part, _hints(whole) | own, whole))
        if endpoint.own == "board":
            parts.append(whole)
        return reduce(or_, parts)

    @staticmethod
    def _sheet(name: str, exercise: Any) -> dict[str, Any]:
        """Return the fields that only worksheets of this game have."""
        choices: Exercises = game_spec(name).part("exercises")
        chosen = {choice: Literal[tuple(words)] for choice, words in choices.choices.items()}
        return {"exercises": tuple[exercise, ...], **chosen}

    def _made(self, name: str, source: type, hints: Mapping[str, Any], *more: type) -> type:
        if name in self._types:
            return self._types[name]
        kept = {one.name: one for part in (*more, source) if is_dataclass(part) for one in fields(part)}
        columns = [
            (key, hint, field(metadata=kept[key].metadata if key in kept else None)) for key, hint in hints.items()
        ]
        made = make_dataclass(name, columns, frozen=True)
        made.__doc__ = "\n\n".join(inspect.getdoc(part) or "" for part in (source, *more))
        return made

    def all(self) -> dict[str, Any]:
        """Return all schemas by name."""
        found = _tidied(self._builder.get_definitions().to_dict())
        for name, schema in found.items():
            text = inspect.getdoc(self._types[name]) or ""
            optional = {one.name for one in fields(self._types[name]) if one.metadata.get("optional")}
            told = _attributes(*(inspect.getdoc(part) or "" for part in (*reversed(self._types[name].__mro__),)), text)
            keys = {one.name: one.metadata.get("alias", one.name) for one in fields(self._types[name])}
            for attribute, key in keys.items():
                part = schema["properties"][key]
                part.pop("default", None)
                if attribute in optional:
                    part["anyOf"] = [one for one in part["anyOf"] if one != {"type": "null"}]
                    if len(part["anyOf"]) == 1:
                        part |= part.pop("anyOf")[0]
                if attribute in told:
                    part["description"] = told[attribute]
                if part.get("enum") == list(CODES):
                    part["x-enum-descriptions"] = list(CODES.values())
            # Mark fields with a default as required, because they are always sent.
            schema["required"] = [key for attribute, key in keys.items() if attribute not in optional]
            schema["description"] = text.split("\n\n")[0].replace("\n", " ")
            schema.pop("title", None)
            # Allow additional fields, because a later version may add some.
            schema.pop("additionalProperties", None)
        return dict(sorted((found | self._unions | {"Exact": _EXACT}).items()))


def _hints(one: type) -> dict[str, Any]:
    return {key.name: get_type_hints(one)[key.name] for key in fields(one)}


def _dataclasses(returns: Any) -> Iterator[type]:
    """Yield all dataclasses in a type."""
    if isinstance(returns, type) and is_dataclass(returns):
        yield returns
        for hint in _hints(returns).values():
            yield from _dataclasses(hint)
    for part in get_args(returns):
        yield from _dataclasses(part)


def _tidied(schema: Any) -> Any:
    """Replace the schemas of exact numbers by references, and remove redundant keys."""
    if isinstance(schema, list):
        return [_tidied(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: _tidied(part) for key, part in schema.items() if key != "propertyNames"}
    if told.get("type") == "array" and not {"items", "prefixItems"} & told.keys():
        # State that items may be anything, because generators of clients require the key.
        told["items"] = {}
    fraction = {"type": "string", "format": "fraction"}
    choices = told.get("anyOf", [])
    if fraction in choices:
        others = [one for one in choices if one not in ({"type": "integer"}, fraction)]
        del told["anyOf"]
        told |= {"anyOf": [{"$ref": f"{_PREFIX}Exact"}, *others]} if others else {"$ref": f"{_PREFIX}Exact"}
    return told


def _attributes(*texts: str) -> dict[str, str]:
    """Return the descriptions of attributes in docstrings in numpydoc's format."""
    found = {}
    for text in texts:
        _, _, section = text.partition("Attributes\n----------\n")
        for names, told in re.findall(r"^(\w[\w, ]*)\n((?:    .*\n?)+)", section.split("\n\n")[0] + "\n", re.MULTILINE):
            for name in names.split(", "):
                found[name] = " ".join(told.replace("``", "`").replace("`None`", "`null`").split())
    return found


def text() -> str:
    """Return the text of the document's file."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def limits() -> dict[str, str]:
    """Return the texts of the files with constants, by their names."""
    parts = {spec.name: spec.part("web") for spec in game_specs() if spec.package == _PACKAGE}
    games = {name: part for name, part in parts.items() if part is not None}
    asked = {one.path: one for one in endpoints(games)}
    files = {f"{name}.ts": _source(LIMITS=game.most) for name, game in games.items() if game.most}
    for name, game in games.items():
        if game.pictures:
            files[f"{name}-lab.ts"] = _source(LAB={word: _usual(asked[f"/lab/{word}"]) for word in game.pictures})
    files["taxman-rules.ts"] = _source(BEST_STEPS=_best_steps(), PREVIEWED=MAX_PREVIEWED)
    files["games.ts"] = _source(GAMES=[asdict(game) for game in declared() if game.package == _PACKAGE])
    files["sent.ts"] = _source(SENT={path: one.sent for path, one in asked.items() if one.sent})
    return {**files, "days.ts": _source(FIRST_DAY=str(FIRST_DAY)), "kernels.ts": _source(**_kernels())}


def _kernels() -> dict[str, Any]:
    """Return the declarations of the kernels that the pages call, and the integer constants of their modules."""
    forms: dict[str, Any] = {}
    numbers: dict[str, dict[str, int]] = {}
    for name in (path.stem for path in pages()):
        package = Path(__file__).parents[2] / "src" / _PACKAGE
        path = next(path for end in (f"kernels/{name}.py", f"{name}/kernels.py") for path in package.rglob(end))
        module = import_module(".".join((_PACKAGE, *path.relative_to(package).with_suffix("").parts)))
        forms |= {key: _form(form) for key, form in library.forms.items() if key.startswith(f"{name}_")}
        numbers[name] = {key: value for key, value in vars(module).items() if key.isupper() and type(value) is int}
    return {"KERNELS": forms, "NUMBERS": numbers}


def _form(form: Form) -> dict[str, Any]:
    """Return the declaration of a kernel for the pages.

    Arrays in the pages are flat: a size is an array's length divided by its other dimensions, which must be numbers.
    """
    shapes = {argument.name: argument.shape for argument in form.arguments}
    arrays = {
        size: (array, [*shapes[array][:axis], *shapes[array][axis + 1 :]]) for size, (array, axis) in form.sizes.items()
    }
    return {
        "given": {argument.name: _kind(argument) for argument in form.arguments},
        "sizes": {size: [array, prod(map(int, others))] for size, (array, others) in arrays.items()},
        "results": [_kind(result) for result in form.results],
    }


def _kind(argument: Any) -> Any:
    """Return the type of a number, or an array's item type in C, its shape, and whether the kernel writes to it."""
    if argument.dtype is None:
        return argument.type.__name__
    written = {"written": True} if argument.written else {}
    items = argument.c_type.removeprefix("const ").removesuffix(" *")
    return {"items": items} | ({"shape": argument.shape, **written} if argument.shape else {})


def _best_steps() -> str:
    """Return the differences between the best scores of Taxman for consecutive N, as long as all are proven."""
    scores = load_records().scores()
    proven = takewhile(scores.__contains__, range(1, MAX_BOARD + 1))
    return " ".join(str(scores[n] - scores.get(n - 1, 0)) for n in proven)


def _usual(endpoint: Endpoint) -> dict[str, Any]:
    """Return the minimum and default values of a picture's parameters."""
    return {
        one.name: ({"low": one.schema["minimum"]} if "minimum" in one.schema else {})
        | {"fallback": one.schema["default"]}
        for one in endpoint.described.parameters.values()
    }


def _source(**constants: Any) -> str:
    lines = [f"export const {name} = {json.dumps(value, indent=2)} as const;" for name, value in constants.items()]
    return "\n".join(["/** Made by `make schema`; changes belong into the Python sources. */", *lines]) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.write_text(text(), encoding="utf-8")
    for name, source in limits().items():
        ((GENERATED if target == TARGET else target.parent) / name).write_text(source, encoding="utf-8")
