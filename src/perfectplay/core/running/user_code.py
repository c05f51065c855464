"""Python files of the user's: executed, and what goes wrong in them told in one line."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from perfectplay.core.errors import PerfectPlayError, quote, quote_path
from perfectplay.core.text.texts import Text

SUFFIX = ".py"
"""What tells a file from a name."""

_LONGEST = 200


def run_file(path: str, what: str, wanted: str, error: type[PerfectPlayError]) -> ModuleType:
    """Execute the file of a ``what`` that should define what is ``wanted``; what it prints goes to standard error.

    Raises
    ------
    PerfectPlayError
        The ``error`` given, if the file cannot be read, compiled or executed.
    """
    try:
        source = Path(path).read_bytes()
    except OSError as problem:
        message = Text(
            "{what} file {path} cannot be read: {problem}; give the path of a file that defines {wanted}",
            what=what,
            path=quote_path(path),
            problem=problem.strerror or problem,
            wanted=wanted,
        )
        raise error(message) from problem
    module = ModuleType(f"_{what}_{Path(path).stem}")
    module.__file__ = path
    # Dataclasses and pickling look modules up by name.
    sys.modules[module.__name__] = module
    try:
        # Not imported: an import would leave a cache beside the file, which can hide an edit within the same second.
        code = compile(source, path, "exec")
        with redirect_stdout(sys.stderr):
            exec(code, module.__dict__)  # noqa: S102 - running the user's file is the request
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        message = Text(
            "{what} file {path} cannot be executed: {problem}; correct the file and try again",
            what=what,
            path=quote_path(path),
            problem=describe_error(problem, path),
        )
        raise error(message) from problem
    return module


def describe_error(error: BaseException, path: str | None = None) -> str:
    """Put an exception on one line, with the line of the file ``path`` that it came from, if any."""
    text = one_line(error)
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
    kind = type(error).__name__
    where = Text("{kind} in line {line}", kind=kind, line=lines[-1]) if lines else kind
    return Text("{where}: {text}", where=where, text=quote(text, _LONGEST)) if text else where


def one_line(value: object) -> str:
    """Write a value that a file gave on one line; nothing if its own ``__str__`` fails."""
    try:
        with redirect_stdout(sys.stderr):
            return " ".join(str(value).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  # the file's own __str__ may raise anything
        return ""
