"""Load optional dependencies, or say how to install missing ones."""

from __future__ import annotations

import importlib
from typing import Any

from perfectplay.core.errors import MissingExtraError

__all__ = ["load_extra", "missing_solver"]

SOLVERS = frozenset({"highspy", "numpy"})
"""Packages that only solvers of large questions need; everything else, also in a browser, works without them."""


def load_extra(module: str, extra: str) -> Any:
    """Import an optional dependency, which an ``extra`` of this package installs.

    Raises
    ------
    MissingExtraError
        If the module is missing; the message says how to install it.

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
    """Return the error for a failed import of one of `SOLVERS`; ``None`` if another import failed.

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
