"""Hash the results of every kernel while tests run: ``pytest -p tests.native.traced --hypothesis-profile=traced``.

The file that TRACED names gets, for each kernel, a hash of its arguments and results in all calls. If the kernels of
two libraries agree to the last bit, the files are equal.
"""

import json
import os
from array import array
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import settings

from perfectplay.native import Library
from tests.profiles import DAY

settings.register_profile("traced", deadline=None, max_examples=DAY, derandomize=True, database=None)
# Clear scratch memory, which callers leave uninitialised: its old contents would change the hash.
vars(np).update(empty=np.zeros, empty_like=np.zeros_like)

_declare = Library._declare
_digests: dict[str, Any] = {}


def _traced(library: Library, function: Callable[..., Any], shapes: Any) -> Callable[..., Any]:
    call = _declare(library, function, shapes)
    name = next(reversed(library.forms))

    @wraps(function)
    def traced(*values: Any, **named: Any) -> Any:
        results = call(*values, **named)
        digest = _digests.setdefault(name, sha256())
        for value in (*values, *named.values(), *(results if isinstance(results, tuple) else (results,))):
            digest.update(value.tobytes() if isinstance(value, (np.ndarray, array)) else repr(value).encode())
        return results

    return traced


Library._declare = _traced  # type: ignore[method-assign,assignment]


def pytest_sessionfinish() -> None:
    digests = {name: digest.hexdigest() for name, digest in sorted(_digests.items())}
    Path(os.environ["TRACED"]).write_text(json.dumps(digests, indent=1), encoding="ascii")
