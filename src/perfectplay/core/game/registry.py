"""The registry of games: this package's own, and games that other packages declare."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from perfectplay.core.errors import GameError, InvalidPositionError, quote
from perfectplay.core.game.ids import split_id
from perfectplay.core.game.position import Game, P, Position
from perfectplay.core.game.spec import PACKAGE, DeclaredGame, GameSpec, in_one_line
from perfectplay.core.progress import notify
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import shortened, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "perfectplay.games"
"""The entry-point group for games of other packages; an entry point maps a game's name to its `GameSpec`."""


def _at_home(*names: str) -> dict[str, Callable[[], Game[Any, Any] | GameSpec]]:
    return {name: partial(_declaration, name) for name in names}


@lru_cache
def _declaration(name: str) -> GameSpec:
    spec: GameSpec = import_module(f"{PACKAGE}.{name}.game").GAME
    return spec


# The games of this package; each declares itself in its `game.py`.
_GAMES = _at_home("taxman", "coins", "pursuit", "factorgame")


def register(name: str, factory: Callable[[], Game[Any, Any] | GameSpec]) -> None:
    """Add a game from outside this package until the program ends.

    Packages that provide a game declare it in the entry-point group ``perfectplay.games`` instead.

    Parameters
    ----------
    name
        The prefix of its position ids.
    factory
        Called without arguments when the game is first needed.

    Raises
    ------
    ValueError
        If the name is taken.
    """
    if name in _GAMES or name in _declared():
        raise ValueError(f"a game named {quote(name)} is already registered")
    _GAMES[name] = factory


def game_names() -> tuple[str, ...]:
    """Return the names of all games, with this package's games before the games of other packages.

    A broken game of another package is left out, with a notice that says why.

    Examples
    --------
    >>> game_names()[:3]
    ('taxman', 'coins', 'pursuit')
    """
    names = [*_GAMES]
    declared = _declared()
    _tell_doubles(declared)
    for name, entry in declared.items():
        game = _load_declared(entry)
        if isinstance(game, GameError):
            _tell(str(game))
        else:
            names.append(name)
    return tuple(names)


def load_game(name: str) -> Game[Position[Any], Any]:
    """Return a game; only its declaration is imported.

    Raises
    ------
    InvalidPositionError
        If there is no such game.
    GameError
        If the game comes from another package and cannot be used.

    Examples
    --------
    >>> load_game("coins").players
    2
    """
    # Convert to text first: a value that is neither text nor a game may not be hashable.
    name = str(name)
    if name in _GAMES:
        known = _GAMES[name]()
        return DeclaredGame(known) if isinstance(known, GameSpec) else known
    if name in _declared():
        game = _load_declared(_declared()[name])
        if isinstance(game, GameError):
            raise GameError(*game.args)
        return game
    raise InvalidPositionError(
        "there is no game {name}; the games are {names}",
        name=unknown(name, game_names()),
        names=", ".join(game_names()),
    )


@lru_cache
def _tell(notice: str) -> None:
    """Log a notice, unless it has been logged before."""
    notify(notice)


def _declared() -> dict[str, EntryPoint]:
    """Return the entry points of other packages by game name; if a name occurs twice, the first entry point wins."""
    first: dict[str, EntryPoint] = {}
    for entry in find_entry_points():
        if entry.name not in _GAMES:
            first.setdefault(entry.name, entry)
    return first


def _tell_doubles(used: Mapping[str, EntryPoint]) -> None:
    """Report packages that declare a game whose name is taken."""
    for entry in find_entry_points():
        if used.get(entry.name) is not entry:
            package = _package(used[entry.name]) if entry.name in used else PACKAGE
            notice = Text(
                "the package {package} has a game {game}, and so has {other}: that of {other} is used; "
                "uninstall one of the two",
                package=quote(_package(entry)),
                game=quote(entry.name),
                other=quote(package),
            )
            _tell(notice)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


@lru_cache
def _load_declared(entry: EntryPoint) -> DeclaredGame | GameError:
    """Import the declaration of another package, and check its example against the contract."""
    from perfectplay.core.game.conformance import check_game

    package = _package(entry)
    try:
        spec = entry.load()
        _check_declaration(spec, entry.name)
        game = DeclaredGame(replace(spec, package=package))
        check_game(game)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # another package may raise anything
        return GameError(
            "the game {game} of the package {package} cannot be used: {problem}; update the package or uninstall it",
            game=quote(entry.name),
            package=quote(package),
            problem=in_one_line(error),
        )
    return game


def _check_declaration(spec: object, name: str) -> None:
    if not isinstance(spec, GameSpec):
        raise GameError("its entry point is of the type {name}, not a GameSpec", name=quote(type(spec).__name__))
    if spec.name != name:
        raise GameError("its name is {name}; the entry point must have the same name", name=quote(spec.name))


def game_spec(name: str) -> GameSpec:
    """Return the declaration of a game; for a game registered as an object, derive it from the protocol.

    Raises
    ------
    InvalidPositionError
        If there is no such game.
    GameError
        If the game comes from another package and cannot be used.

    Examples
    --------
    >>> game_spec("coins").title
    'Greedy coins'
    """
    game = load_game(name)
    if isinstance(game, DeclaredGame):
        return game.spec
    return GameSpec(
        name=game.name,
        title=game.title,
        summary=game.summary,
        players=game.players,
        example=game.example().id,
        from_id=game.from_id,
        parse_move=game.parse_move,
        question=game.solve,
    )


def game_specs() -> tuple[GameSpec, ...]:
    """Return the declarations of all games, in the order of `game_names`.

    Examples
    --------
    >>> [spec.players for spec in game_specs()][:3]
    [1, 2, 1]
    """
    return tuple(map(game_spec, game_names()))


def game_parts(field: str) -> dict[str, Any]:
    """Import the objects that a field of `GameSpec` names, for every game that sets it; return them keyed by game.

    A game of another package whose object cannot be imported is left out, with a notice that says why.

    Examples
    --------
    >>> list(game_parts("daily"))[:3]
    ['taxman', 'coins', 'pursuit']
    """
    parts = {}
    for spec in game_specs():
        try:
            part = spec.part(field)
        except GameError as error:
            _tell(error.message)
        else:
            if part is not None:
                parts[spec.name] = part
    return parts


@overload
def parse_position(position: str) -> Position[Any]: ...
@overload
def parse_position(position: P) -> P: ...
def parse_position(position: str | Position[Any]) -> Position[Any]:
    """Rebuild a position of any game from its id; return a position unchanged.

    Raises
    ------
    InvalidPositionError
        If it is neither a position nor an id, or the id is malformed or names no game.
    IllegalMoveError
        If one of its moves is illegal.
    GameError
        If its game comes from another package and cannot be used.

    Examples
    --------
    >>> parse_position("taxman:10/7").scores()
    (7, 1)
    """
    if isinstance(position, str):
        name, _, _ = split_id(position, like=next(iter(_GAMES)))
        return load_game(name).from_id(position)
    if not hasattr(position, "legal_moves"):
        raise InvalidPositionError(
            "{what} is not a position; give its id, as in {example}, or what parse_position returned for one",
            what=shortened(repr(position), 40),
            example=quote(game_spec(next(iter(_GAMES))).example),
        )
    return position


# -- games of other packages ---------------------------------------------------------------------------------------


def find_entry_points(group: str = GROUP) -> tuple[EntryPoint, ...]:
    """Return what installed packages declare in a group, sorted by name and package, without importing any of them.

    Notes
    -----
    Opens one file for each installed package: a millisecond for a hundred of them. The result is cached until
    ``sys.path`` changes.
    """
    return _found(group, tuple(sys.path))


@lru_cache(maxsize=8)
def _found(group: str, folders: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    if not any(_declares(group, folder) for folder in folders):
        return ()
    from importlib.metadata import entry_points

    entries = entry_points(group=group)
    return tuple(sorted(entries, key=lambda entry: (entry.name, entry.dist.name if entry.dist else "")))


def _declares(group: str, folder: str) -> bool:
    """Return whether a package in a folder of ``sys.path`` declares entry points of a group."""
    try:
        names = [name for name in os.listdir(folder or ".") if name.endswith((".dist-info", ".egg-info"))]  # noqa: PTH208  # pathlib would be imported
    except OSError:
        return False
    return any(_names_the_group(group, os.path.join(folder, name, "entry_points.txt")) for name in names)  # noqa: PTH118  # likewise


def _names_the_group(group: str, path: str) -> bool:
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # as above
            return f"[{group}]".encode() in file.read()
    except OSError:
        return False
