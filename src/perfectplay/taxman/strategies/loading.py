"""Load strategies: built-in strategies by name, and users' strategies by entry point or by file.

The two extremes of every comparison, random play and perfect play, are defined here.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import EntryPoint
from importlib.util import module_from_spec
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from perfectplay.core.errors import StrategyError, quote, quote_path
from perfectplay.core.game.registry import find_entry_points
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import unknown
from perfectplay.taxman.solve import solve
from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.model import Formula, Strategy, follow
from perfectplay.taxman.strategies.moniot import STRATEGIES as MONIOT
from perfectplay.taxman.strategies.shark import STRATEGIES as SHARK
from perfectplay.taxman.strategies.trono import FORMULAS
from perfectplay.taxman.strategies.trono import STRATEGIES as TRONO

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

_SUFFIX = ".py"
_LONGEST_ERROR = 200

_FORMULAS = {formula.name: formula for formula in FORMULAS}


def _random(board: Board) -> int:
    return board.random.choice(board.legal_moves())


@all_or_nothing()
def _optimal(board: Board) -> int:
    return follow(board, lambda: solve(board.position()).moves)


_GENERAL = (
    Strategy(
        "random",
        Text("random legal moves"),
        "Draw one of the legal moves, all equally likely.",
        "folklore",
        "own",
        _random,
        seeded=True,
    ),
    Strategy(
        "optimal",
        Text("perfect play"),
        "Solve the game exactly at the first move, and play the solution.",
        "perfectplay.taxman.solve",
        "own",
        _optimal,
    ),
)


_BUILT_IN: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (*TRONO, *MONIOT, *SHARK, *_GENERAL)  # in the order of the tables
}


def strategy_names() -> tuple[str, ...]:
    """Return the names of all strategies that can play: first the built-in, then the installed strategies.

    >>> strategy_names()[0], formula_names()
    ('trono-1', ('trono-7-printed',))
    """
    return (*_BUILT_IN, *sorted(name for name in _installed() if name not in _BUILT_IN))


def formula_names() -> tuple[str, ...]:
    """Return the names of the formulas: rows of Trono's table that are not strategies, and cannot play."""
    return tuple(_FORMULAS)


def is_built_in(name: str) -> bool:
    """Return whether a name belongs to a strategy or formula of this package."""
    return name in _BUILT_IN or name in _FORMULAS


def load_strategy(name_or_path: str) -> Strategy:
    """Return the strategy with a name from `strategy_names`, or the strategy in a Python file.

    A path must end in ``.py``, and its file must define ``choose(board)``. The file is executed: load only files you
    trust. Its output goes to standard error. Raises `StrategyError` if there is no such strategy, or if the file cannot
    be read, compiled or executed, or has no ``choose``.

    >>> load_strategy("trono-4").rule
    'Take the largest number with exactly one active divisor (with the fewest, if none has one).'
    """
    entry = load_entry(name_or_path)
    if isinstance(entry, Formula):
        raise StrategyError(
            "{name} cannot play: it is a formula, and at N = {first_illegal} no legal game takes its numbers; the "
            "strategies are {names}",
            name=quote(entry.name),
            first_illegal=entry.first_illegal,
            names=", ".join(strategy_names()),
        )
    return entry


def load_entry(name_or_path: str) -> Strategy | Formula:
    """Return a strategy or a formula, either of which can be a row of a table; see `load_strategy`."""
    if name_or_path in _BUILT_IN:
        return _BUILT_IN[name_or_path]
    if name_or_path in _FORMULAS:
        return _FORMULAS[name_or_path]
    if name_or_path.endswith(_SUFFIX):
        return _from_file(name_or_path)
    installed = _installed()
    if name_or_path in installed:
        return _from_entry_point(installed[name_or_path])
    raise StrategyError(
        "there is no strategy {name_or_path}; the strategies are {names}, or give the path of a file that "
        "ends in {suffix} and defines choose(board)",
        name_or_path=unknown(name_or_path, strategy_names()),
        names=", ".join(strategy_names()),
        suffix=_SUFFIX,
    )


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in find_entry_points(ENTRY_POINTS)}


def _from_entry_point(entry: EntryPoint) -> Strategy:
    try:
        # Standard output is for results, so redirect the output of the strategy to standard error.
        with redirect_stdout(sys.stderr):
            loaded: object = entry.load()
    except (Exception, SystemExit) as error:
        raise StrategyError(
            "strategy {name} cannot be loaded from {place}: {error}; mend or remove the package that offers it",
            name=quote(entry.name),
            place=quote(entry.value),
            error=describe_error(error),
        ) from error
    if isinstance(loaded, Strategy):
        return loaded
    return _wrap(entry.name, loaded, f"entry point {entry.value}", None)


def _from_file(path: str) -> Strategy:
    module = _run_file(path)
    return _wrap(path, getattr(module, "choose", None), f"file {path}", module.__doc__)


def _wrap(name: str, choose: Any, source: str, doc: str | None) -> Strategy:
    if not callable(choose):
        raise StrategyError(
            "strategy {name} has no function choose(board); define one that returns one of board.legal_moves()",
            name=quote_path(name),
        )
    rule = (doc or choose.__doc__ or "").strip().partition("\n")[0]
    return Strategy(name, Path(name).stem, rule or "No description.", source, "own", choose, seeded=True)


# -- files, which may have any content ------------------------------------------------------------------------------


def _run_file(path: str) -> ModuleType:
    """Execute a file; its output goes to standard error."""
    try:
        source = Path(path).read_bytes()
    except OSError as problem:
        raise StrategyError(
            "strategy file {path} cannot be read: {problem}; give the path of a file that defines choose(board)",
            path=quote_path(path),
            problem=problem.strerror or problem,
        ) from problem
    name = f"_strategy_{Path(path).stem}"
    module = module_from_spec(ModuleSpec(name, SourceFileLoader(name, path)))
    module.__file__ = path
    # Register the module, because dataclasses and pickling look it up by name.
    sys.modules[module.__name__] = module
    try:
        # Do not import the file: that would write a cache beside it, which can hide an edit within the same second.
        code = compile(source, path, "exec")
        with redirect_stdout(sys.stderr):
            exec(code, module.__dict__)  # noqa: S102 - running the user's file is the request
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        raise StrategyError(
            "strategy file {path} cannot be executed: {problem}; correct the file and try again",
            path=quote_path(path),
            problem=describe_error(problem, path),
        ) from problem
    return module


def describe_error(error: BaseException, path: str | None = None) -> str:
    """Format an exception as one line of text, with the line number in the file ``path`` if the file raised it."""
    text = _one_line(error)
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
    kind = type(error).__name__
    where = Text("{kind} in line {line}", kind=kind, line=lines[-1]) if lines else kind
    return Text("{where}: {text}", where=where, text=quote(text, _LONGEST_ERROR)) if text else where


def _one_line(value: object) -> str:
    """Format a value from a file as one line; return an empty text if its own ``__str__`` fails."""
    try:
        with redirect_stdout(sys.stderr):
            return " ".join(str(value).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  # the file's own __str__ may raise anything
        return ""
