"""The one door to optional dependencies."""

from __future__ import annotations

import importlib
from typing import Any

from perfectplay.core.errors import MissingExtraError

__all__ = ["load_extra", "missing_solver"]

SOLVERS = frozenset({"highspy", "numpy"})
"""Packages that the solvers of large questions need; all else does without them, and so does a browser."""


def load_extra(module: str, extra: str) -> Any:
    """Import an optional dependency, which an ``extra`` of this package installs.

    Raises
    ------
    MissingExtraError
        With the install line, if the module is missing.

    Examples
    --------
    >>> load_extra("math", "none").sqrt(4)
    2.0
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            "this needs {module!r}, which is not installed; install it with: pip install 'perfectplay[{extra}]'",
            module=module,
            extra=extra,
        ) from error


def missing_solver(error: ModuleNotFoundError) -> MissingExtraError | None:
    """Say what an import that has failed means, if it is one of the `SOLVERS`; ``None`` if it is another one.

    Examples
    --------
    >>> print(missing_solver(ModuleNotFoundError("no", name="numpy.typing")))
    this is too large to work out here; choose something smaller, or use perfectplay on a computer
    """
    if (error.name or "").partition(".")[0] not in SOLVERS:
        return None
    return MissingExtraError(
        "this is too large to work out here; choose something smaller, or use perfectplay on a computer"
    )
