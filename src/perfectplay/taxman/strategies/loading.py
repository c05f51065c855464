"""Finding strategies: built-in ones by name, other people's by entry point or by file.

The two ends of every comparison, random play and perfect play, stand here.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from perfectplay.core.errors import StrategyError, quote, quote_path
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
    """Names of all strategies that can play: the built-in ones, then those of installed packages."""
    return (*_BUILT_IN, *sorted(name for name in _installed() if name not in _BUILT_IN))


def formula_names() -> tuple[str, ...]:
    """Names of printed rows that are formulas and not games: they cannot play."""
    return tuple(_FORMULAS)


def is_built_in(name: str) -> bool:
    """Whether a name stands for a strategy or formula of this package, and not for other people's."""
    return name in _BUILT_IN or name in _FORMULAS


def load_strategy(name_or_path: str) -> Strategy:
    """Return the strategy of a name of `strategy_names`, or the one in a Python file.

    Its path ends in ``.py``, and it defines ``choose(board)``.  It is executed: load only what you trust.  What it
    prints goes to standard error.  Raises `StrategyError` if there is no such strategy, or if the file cannot be read,
    compiled or executed or has no ``choose``.

    >>> load_strategy("trono-4").rule
    'Take the largest number with exactly one active divisor (with the fewest, if none has one).'
    """
    entry = load_entry(name_or_path)
    if isinstance(entry, Formula):
        raise StrategyError(
            "{name} cannot play: it is a formula, first at N = {first_illegal} no legal game takes its numbers; "
            "the strategies are {names}",
            name=quote(entry.name),
            first_illegal=entry.first_illegal,
            names=", ".join(strategy_names()),
        )
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
    raise StrategyError(
        "there is no strategy {name_or_path}; the strategies are {names}, or give the path of a file that "
        "ends in {suffix} and defines choose(board)",
        name_or_path=unknown(name_or_path, strategy_names()),
        names=", ".join(strategy_names()),
        suffix=_SUFFIX,
    )


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _from_entry_point(entry: EntryPoint) -> Strategy:
    try:
        # Standard output is for results: what a strategy prints must not end up between them.
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


# -- files, which may be anything -----------------------------------------------------------------------------------


def _run_file(path: str) -> ModuleType:
    """Execute a file; what it prints goes to standard error."""
    try:
        source = Path(path).read_bytes()
    except OSError as problem:
        raise StrategyError(
            "strategy file {path} cannot be read: {problem}; give the path of a file that defines choose(board)",
            path=quote_path(path),
            problem=problem.strerror or problem,
        ) from problem
    module = ModuleType(f"_strategy_{Path(path).stem}")
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
        raise StrategyError(
            "strategy file {path} cannot be executed: {problem}; correct the file and try again",
            path=quote_path(path),
            problem=describe_error(problem, path),
        ) from problem
    return module


def describe_error(error: BaseException, path: str | None = None) -> str:
    """Put an exception on one line, with the line of the file ``path`` that it came from, if any."""
    text = _one_line(error)
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
    kind = type(error).__name__
    where = Text("{kind} in line {line}", kind=kind, line=lines[-1]) if lines else kind
    return Text("{where}: {text}", where=where, text=quote(text, _LONGEST_ERROR)) if text else where


def _one_line(value: object) -> str:
    """Write a value that a file gave on one line; nothing if its own ``__str__`` fails."""
    try:
        with redirect_stdout(sys.stderr):
            return " ".join(str(value).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  # the file's own __str__ may raise anything
        return ""
