"""The one door to optional dependencies."""

from __future__ import annotations

import importlib
from typing import Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.texts import Text

__all__ = ["load_extra"]


def load_extra(module: str, extra: str) -> Any:
    """Import an optional dependency.

    Parameters
    ----------
    module
        Name of the module to import.
    extra
        The extra of this package that installs it.

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
        message = Text(
            "this needs {module!r}, which is not installed; install it with: pip install 'perfectplay[{extra}]'",
            module=module,
            extra=extra,
        )
        raise MissingExtraError(message) from error
