"""Compare the kernels of several libraries while tests run: ``pytest -p tests.native.traced``.

OTHERS lists the folders of the other libraries. When a test calls a kernel, the same kernel of each of them runs, too,
with copies of the arguments. The results and the arguments afterwards must be the same to the last bit.

The file that TRACED names gets the names of the kernels that were called, and of those that differ.
"""

import json
import os
from array import array
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay import native
from perfectplay.native import Library
from tests.native.library import copied

_declare = Library._declare
_others = [Library(Path(folder)) for folder in os.environ["OTHERS"].split(os.pathsep)]
_called, _different = set[str](), set[str]()


def _bits(results: Any, *arguments: Any) -> list[bytes]:
    values = (*arguments, *(results if isinstance(results, tuple) else (results,)))
    return [value.tobytes() if isinstance(value, (np.ndarray, array)) else repr(value).encode() for value in values]


def _traced(library: Library, function: Callable[..., Any], shapes: Any) -> Callable[..., Any]:
    call = _declare(library, function, shapes)
    if library is not native.library:
        return call
    name = next(reversed(library.forms))
    calls = [_declare(other, function, shapes) for other in _others]

    @wraps(function)
    def traced(*values: Any, **named: Any) -> Any:
        before = [(list(map(copied, values)), {key: copied(value) for key, value in named.items()}) for _ in calls]
        results = call(*values, **named)
        bits = _bits(results, *values, *named.values())
        _called.add(name)
        for other, (others, other_named) in zip(calls, before, strict=True):
            if _bits(other(*others, **other_named), *others, *other_named.values()) != bits:
                _different.add(name)
        return results

    return traced


Library._declare = _traced  # type: ignore[method-assign,assignment]


def pytest_sessionfinish() -> None:
    told = {"called": sorted(_called), "different": sorted(_different)}
    Path(os.environ["TRACED"]).write_text(json.dumps(told), encoding="ascii")
