"""Let each allocation of each kernel fail while tests run: ``pytest -p tests.native.no_memory``.

The library is linked with `no_memory.c`. When a test calls a kernel, the kernel first runs with copies of the arguments
once for each of its allocations, which then fails. Each of these runs must raise `MemoryError`. In the final run, no
allocation fails: the test gets its results, and compares them with the results of a twin in Python.

The file that NO_MEMORY names gets the number of failures of each kernel.
"""

import json
import os
from collections import Counter
from collections.abc import Callable
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any

from perfectplay.native import Library
from tests.native.library import copied

MOST_CALLS, MOST_FAILURES = 40, 200
"""Limits on the number of calls that are repeated for each kernel, and on the number of failures in each of them."""

_declare = Library._declare
_failures, _calls = Counter[str](), Counter[str]()


def _failing(library: Library, function: Callable[..., Any], shapes: Any) -> Callable[..., Any]:
    call = _declare(library, function, shapes)
    name = next(reversed(library.forms))

    @wraps(function)
    def failing(*values: Any, **named: Any) -> Any:
        if not hasattr(library._library, "fail_allocation"):
            return call(*values, **named)  # of a library that a test has compiled without `no_memory.c`
        _calls[name] += 1
        for number in count() if _calls[name] <= MOST_CALLS else ():
            library._library.fail_allocation(number)
            try:
                call(*map(copied, values), **{key: copied(value) for key, value in named.items()})
            except MemoryError:
                _failures[name] += 1
            except ValueError:
                # The test expects this error for its arguments.
                break
            else:
                made = library._library.count_allocations()
                assert made <= number, f"{name} does not miss its allocation {number} of {made}"
                break
            if number == MOST_FAILURES:
                break
        library._library.fail_allocation(-1)
        return call(*values, **named)

    return failing


Library._declare = _failing  # type: ignore[method-assign,assignment]


def pytest_sessionfinish() -> None:
    Path(os.environ["NO_MEMORY"]).write_text(json.dumps(_failures), encoding="ascii")
