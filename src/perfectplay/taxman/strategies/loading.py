"""Finding strategies: built-in ones by name, other people's by entry point or by file."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from perfectplay.core.errors import StrategyError, quote
from perfectplay.taxman.strategies import general, moniot, shark, trono
from perfectplay.taxman.strategies.model import Formula, Strategy

__all__ = [
    "ENTRY_POINTS",
    "describe_error",
    "formula_names",
    "is_built_in",
    "load_entry",
    "load_strategy",
    "strategy_names",
]

ENTRY_POINTS = "perfectplay.taxman.strategies"
"""Entry-point group in which an installed package offers strategies: ``name = "module:choose"``."""

_BUILT_IN: dict[str, Strategy] = {
    strategy.name: strategy
    for module in (trono, moniot, shark, general)
    for strategy in module.STRATEGIES  # in the order of the tables
}
_FORMULAS = {formula.name: formula for formula in trono.FORMULAS}
_SUFFIX = ".py"
_LONGEST = 200
_LONGEST_PATH = 1000


def strategy_names() -> tuple[str, ...]:
    """Names of all strategies that can play: the built-in ones, then those of installed packages."""
    return (*_BUILT_IN, *sorted(name for name in _installed() if name not in _BUILT_IN))


def formula_names() -> tuple[str, ...]:
    """Names of printed rows that are formulas and not games: they can stand in a table, but they cannot play."""
    return tuple(_FORMULAS)


def is_built_in(name: str) -> bool:
    """Whether a name stands for a strategy or formula of this package, and not for other people's."""
    return name in _BUILT_IN or name in _FORMULAS


def load_strategy(name_or_path: str) -> Strategy:
    """Return the strategy of a name, or the one in a Python file.

    Parameters
    ----------
    name_or_path
        One of `strategy_names`, or the path of a file that ends in ``.py`` and defines ``choose(board)``.  The file
        is executed: load only what you trust.  What it prints goes to standard error.

    Raises
    ------
    StrategyError
        If there is no such strategy, or if the file cannot be read, compiled or executed or has no ``choose``.

    Examples
    --------
    >>> load_strategy("trono-4").rule
    'Take the largest number with exactly one active divisor (with the fewest, if none has one).'
    """
    entry = load_entry(name_or_path)
    if isinstance(entry, Formula):
        message = (
            f"{quote(entry.name)} cannot play: it is a formula, first at N = {entry.first_illegal} no legal game "
            f"takes its numbers; the strategies are {', '.join(strategy_names())}"
        )
        raise StrategyError(message)
    return entry


def load_entry(name_or_path: str) -> Strategy | Formula:
    """Return a strategy or a formula: whatever can be a row of a table.  Otherwise as `load_strategy`."""
    if name_or_path in _BUILT_IN:
        return _BUILT_IN[name_or_path]
    if name_or_path in _FORMULAS:
        return _FORMULAS[name_or_path]
    if name_or_path.endswith(_SUFFIX):
        return _from_file(name_or_path)
    installed = _installed()
    if name_or_path in installed:
        return _from_entry_point(installed[name_or_path])
    message = (
        f"there is no strategy {quote(name_or_path)}; the strategies are {', '.join(strategy_names())}, "
        f"or give the path of a file that ends in {_SUFFIX} and defines choose(board)"
    )
    raise StrategyError(message)


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _from_entry_point(entry: EntryPoint) -> Strategy:
    try:
        # Standard output is for results: what a strategy prints must not end up between them.
        with redirect_stdout(sys.stderr):
            loaded: object = entry.load()
    except (Exception, SystemExit) as error:
        message = (
            f"strategy {quote(entry.name)} cannot be loaded from {quote(entry.value)}: {describe_error(error)}; "
            "mend or remove the package that offers it"
        )
        raise StrategyError(message) from error
    if isinstance(loaded, Strategy):
        return loaded
    return _wrap(entry.name, loaded, f"entry point {entry.value}", None)


def _from_file(path: str) -> Strategy:
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        message = (
            f"strategy file {quote(path, _LONGEST_PATH)} cannot be read: {error.strerror or error}; "
            "give the path of a file that defines choose(board)"
        )
        raise StrategyError(message) from error
    module = ModuleType(f"_strategy_{Path(path).stem}")
    module.__file__ = path
    # Dataclasses and pickling look modules up by name.
    sys.modules[module.__name__] = module
    try:
        # Not imported: an import would leave a cache beside the file, which can hide an edit within the same second.
        code = compile(source, path, "exec")
        with redirect_stdout(sys.stderr):
            exec(code, module.__dict__)  # noqa: S102 - running the user's file is the request
    except (Exception, SystemExit) as error:
        problem = describe_error(error, path)
        message = (
            f"strategy file {quote(path, _LONGEST_PATH)} cannot be executed: {problem}; correct the file and try again"
        )
        raise StrategyError(message) from error
    return _wrap(path, getattr(module, "choose", None), f"file {path}", module.__doc__)


def _wrap(name: str, choose: Any, source: str, doc: str | None) -> Strategy:
    if not callable(choose):
        message = (
            f"strategy {quote(name, _LONGEST_PATH)} has no function choose(board); "
            "define one that returns one of board.legal_moves()"
        )
        raise StrategyError(message)
    rule = (doc or choose.__doc__ or "").strip().partition("\n")[0]
    return Strategy(name, Path(name).stem, rule or "No description.", source, "own", choose, seeded=True)


def describe_error(error: BaseException, path: str | None = None) -> str:
    """Put an exception on one line, with the line of the file ``path`` that it came from, if any."""
    text = " ".join(str(error).split())
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
    where = f" in line {lines[-1]}" if lines else ""
    return f"{type(error).__name__}{where}: {quote(text, _LONGEST)}" if text else f"{type(error).__name__}{where}"
