"""The game protocol and the registry: all that the session, the command line and the web know of a game."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar, runtime_checkable

from perfectplay.core.entry_points import find_entry_points
from perfectplay.core.errors import GameError, InvalidPositionError, PerfectPlayError, quote
from perfectplay.core.ids import split_id
from perfectplay.core.notices import notify
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Move_co, Result

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "RESERVED",
    "DeclaredGame",
    "Drawable",
    "Game",
    "GameSpec",
    "Position",
    "WarmUp",
    "blaming",
    "game_names",
    "game_parts",
    "game_spec",
    "game_specs",
    "load_game",
    "parse_position",
    "register",
    "warm_ups",
]

Lazy = str | Callable[..., Any]
"""Something of a game: itself, or where it is, as ``"module:attribute"`` or, for a module, ``"module"``, to be
imported when it is first needed."""

RESERVED = frozenset({"api", "check", "lab", "serve", "static", "warm-up", "worksheets"})
"""Names that no game can have: they are commands, and paths of the web app."""

_PACKAGE = "perfectplay"
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_LINE = 100
"""Longest title or summary in characters."""


Move = TypeVar("Move")


@runtime_checkable
class Position(Protocol[Move]):
    """A game in one immutable moment, with the moves that led to it; a ``Position[int]`` has integers as moves."""

    game: ClassVar[str]

    @property
    def id(self) -> str:
        """One line of URL-safe text from which `from_id` rebuilds an equal position."""
        ...

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves made so far, in playing order."""
        ...

    @classmethod
    def from_id(cls, text: str) -> Self:
        """Rebuild a position, checking every move."""
        ...

    def start(self) -> Self:
        """Return the position before the first move."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, in a stable order; empty if and only if `is_over`."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a move; raises `IllegalMoveError`."""
        ...

    def is_over(self) -> bool:
        """Whether no legal move is left."""
        ...

    def scores(self) -> tuple[int | Fraction, ...]:
        """Exact scores so far, the human player's first; final once the game is over."""
        ...


P = TypeVar("P", bound=Position[Any])


@runtime_checkable
class Game(Protocol[P, Move_co]):
    """One entry of the registry: its positions, and their moves.

    Attributes
    ----------
    name
        Prefix of the position ids.
    title, summary
        For people.
    players
        1 or 2; in a game for two, ``Result.value`` is the first player's final score under best play of both.
    """

    name: str
    title: str
    summary: str
    players: int

    def example(self) -> P:
        """Return a small starting position, for conformance tests and help texts."""
        ...

    def from_id(self, text: str) -> P:
        """Rebuild a position from its id."""
        ...

    def parse_move(self, text: str, position: P) -> Move_co:
        """Read a move as a person types it; raises `IllegalMoveError`."""
        ...

    def solve(
        self,
        position: P,
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> Result[Move_co]:
        """Best play from a position; ``Result.value`` counts the whole game, past moves included."""
        ...


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Questions that make a solver load and compile whatever it needs.

    Attributes
    ----------
    what
        What is made ready, in a few words.
    run
        Asks them: a module's function, for it may be called in another process.
    """

    what: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """How a game declares itself: one row of the registry.

    What is heavy is named as ``"module:attribute"`` and imported when it is first needed.

    Attributes
    ----------
    name
        Prefix of the position ids, command and path of the pages: a small letter, then small letters, digits and
        hyphens.
    title, summary
        For people: a name, and one sentence without a full stop.
    players
        1 or 2; in a game for two, ``Result.value`` is the first player's final score under best play of both, and
        positions have ``to_move``, 0 or 1.
    example
        The id of a small starting position: for help texts, and for a check of the whole game.
    from_id, parse_move, solve
        Functions as `Game` has them.
    short
        The summary in a few words, for lists of commands; the summary itself unless told.
    cli
        A click command; without one, the game has the commands ``solve`` and ``play`` that every game can have.
    web
        A `perfectplay.web.parts.WebGame`: what the game adds to the HTTP API, its board and the laboratory.
    exercises
        A `perfectplay.core.exercises.Exercises`, for worksheets.
    warm_up
        A sequence of `WarmUp`, if the solvers compile or load something.
    draw
        Called with a position, and with a `Result` or ``None``: returns an SVG document, of the position, or of best
        play from it; raises `PerfectPlayError` where there is no picture.
    check
        The game's checker of certificates: a function that takes one, as the object that its JSON stands for, and
        returns a verdict, or a module of its own.  See `perfectplay.core.certificates`.
    limits
        Called with a position before the web app solves it; raises `LimitExceededError` if that would take too long.
    package
        The distribution that it comes with; the registry knows that itself.

    Raises
    ------
    ValueError
        If a field is not as described.
    """

    name: str
    title: str
    summary: str
    players: int
    example: str
    from_id: Lazy
    parse_move: Lazy
    solve: Lazy
    short: str = ""
    cli: Lazy | None = None
    web: Any = None
    exercises: Any = None
    warm_up: Any = None
    draw: Lazy | None = None
    check: Any = None
    limits: Lazy | None = None
    package: str = _PACKAGE

    def __post_init__(self) -> None:
        """Refuse what no shell could show."""
        if not _NAME.fullmatch(self.name) or self.name in RESERVED:
            form = f"small letters, digits and hyphens, and is none of {', '.join(sorted(RESERVED))}"
            message = f"{quote(self.name)} is not possible as the name of a game; a name has {form}"
            raise ValueError(message)
        for field in ("title", "summary"):
            text = getattr(self, field)
            if not text.isprintable() or not 1 <= len(text) <= _LINE:
                message = f"the {field} {quote(text)} is not possible; it must be a line of 1 to {_LINE} characters"
                raise ValueError(message)
        if self.players not in {1, 2}:
            message = f"{self.players!r} players are not possible; a game has 1 or 2"
            raise ValueError(message)

    @property
    def line(self) -> str:
        """What a list of commands says of it."""
        return f"{self.title}: {self.short or self.summary}."

    def part(self, field: str) -> Any:
        """Import what a field names; ``None`` if the field is empty.

        Raises
        ------
        GameError
            If a game of another package names something that is not there.
        """
        lazy = getattr(self, field)
        if not isinstance(lazy, str):
            return lazy
        module, _, path = lazy.partition(":")
        try:
            found: Any = importlib.import_module(module)
            for attribute in filter(None, path.split(".")):
                found = getattr(found, attribute)
        except Exception as error:
            if self.package == _PACKAGE:
                raise
            raise _blamed(self, f"has no {field} at {quote(lazy)}", error) from error
        return found


class Drawable:
    """Lets a position draw itself, also in notebooks, as the declaration of its game says."""

    __slots__ = ()

    def draw(self: Position[Any], result: Result[Any] | None = None) -> str:
        """Draw the position, or best play from it.

        Parameters
        ----------
        result
            Best play from here, as the game's ``solve`` returns it.

        Returns
        -------
        str
            An SVG document.

        Raises
        ------
        PerfectPlayError
            If there is no picture, because the position is too large for one, say.
        """
        picture: str = game_spec(self.game).part("draw")(self, result)
        return picture

    def _repr_svg_(self) -> str | None:
        try:
            return self.draw()  # type: ignore[misc]  # whoever inherits from this is a position
        except PerfectPlayError:
            return None


def _blamed(spec: GameSpec, what: str, error: Exception) -> GameError:
    """Name the package in an error of its game."""
    return GameError(f"the game {quote(spec.name)} of the package {quote(spec.package)} {what}: {_told(error)}")


def _told(error: BaseException) -> str:
    """Put an error into one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, PerfectPlayError) else f"{type(error).__name__}: {text}"


class DeclaredGame:
    """Implements `Game` as a `GameSpec` declares it.

    Parameters
    ----------
    spec
        The declaration.
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.name = spec.name
        self.title = spec.title
        self.summary = spec.summary
        self.players = spec.players

    def __repr__(self) -> str:
        """Name the game."""
        return f"<game {self.name!r}>"

    def example(self) -> Position[Any]:
        """Return the example."""
        return self.from_id(self.spec.example)

    def from_id(self, text: str) -> Position[Any]:
        """Rebuild a position from its id."""
        position: Position[Any] = self._call("from_id", text)
        return position

    def parse_move(self, text: str, position: Position[Any]) -> Any:
        """Read a move as a person types it; raises `IllegalMoveError`."""
        return self._call("parse_move", text, position)

    def solve(
        self,
        position: Position[Any],
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> Result[Any]:
        """Best play from a position; ``Result.value`` counts the whole game, past moves included."""
        result = self._call("solve", position, time_limit=time_limit, progress=progress)
        if not isinstance(result, Result):
            problem = TypeError(f"it returned something of the type {quote(type(result).__name__)}, not a Result")
            raise _blamed(self.spec, "failed in solve", problem)
        return replace(result, position=position)

    def warm_up(self) -> Sequence[WarmUp]:
        """Return what makes its solvers ready."""
        steps: Sequence[WarmUp] = self.spec.part("warm_up") or ()
        return steps

    def _call(self, field: str, *given: Any, **options: Any) -> Any:
        function = self.spec.part(field)
        with blaming(self.spec, f"failed in {field}"):
            return function(*given, **options)


@contextmanager
def blaming(spec: GameSpec, what: str) -> Iterator[None]:
    """Turn what goes wrong inside a game of another package into an error of one line that names the package.

    Parameters
    ----------
    spec
        The game's declaration.
    what
        What has happened, for the message, such as ``"failed in solve"``.

    Raises
    ------
    GameError
        Instead of any exception that is neither one of ours nor the system's.
    """
    try:
        yield
    except (PerfectPlayError, OSError):
        # The system's troubles are nobody's fault.
        raise
    except Exception as error:
        if spec.package == _PACKAGE:
            raise
        raise _blamed(spec, what, error) from error


def _built_in(*specs: GameSpec) -> dict[str, GameSpec | Callable[[], Game[Any, Any] | GameSpec]]:
    return {spec.name: spec for spec in specs}


# The one place where a game of this package is declared.
_GAMES = _built_in(
    GameSpec(
        name="taxman",
        title="Taxman",
        summary="take a number, and the taxman takes its divisors",
        players=1,
        example="taxman:20",
        from_id="perfectplay.taxman.rules:TaxmanPosition.from_id",
        parse_move="perfectplay.taxman.game:parse_move",
        solve="perfectplay.taxman.solve:solve",
        cli="perfectplay.cli.taxman.command:command",
        web="perfectplay.web.taxman.api:WEB",
        exercises="perfectplay.taxman.exercises:EXERCISES",
        warm_up="perfectplay.taxman.warm:STEPS",
        draw="perfectplay.taxman.pictures.game:draw",
        check="perfectplay.taxman.proof.check",
        limits="perfectplay.web.taxman.api:check_board",
    ),
    GameSpec(
        name="coins",
        title="Greedy coins",
        summary="two players take coins from the ends of a row, and each wants the larger sum",
        short="two players take coins from the ends of a row",
        players=2,
        example="coins:1.2.4.3",  # the row of Yorgey's article, which is tied
        from_id="perfectplay.coins.rules:CoinsPosition.from_id",
        parse_move="perfectplay.coins.game:parse_move",
        solve="perfectplay.coins.solve:solve",
        cli="perfectplay.cli.coins.command:command",
        web="perfectplay.web.coins.api:WEB",
        exercises="perfectplay.coins.exercises:EXERCISES",
        warm_up="perfectplay.coins.warm:STEPS",
        draw="perfectplay.coins.pictures.triangle:draw",
        check="perfectplay.coins.proof.check",
        limits="perfectplay.web.coins.api:check_board",
    ),
    GameSpec(
        name="pursuit",
        title="Arithmetical pursuit",
        summary="combine six numbers with + - * / and land as close to a target as possible",
        short="combine six numbers to hit a target",
        players=1,
        example="pursuit:3.6.9.10.50.100:831",  # the deal of the article that reaches every target, and one of them
        from_id="perfectplay.pursuit.rules:PursuitPosition.from_id",
        parse_move="perfectplay.pursuit.game:parse_move",
        solve="perfectplay.pursuit.solve:solve",
        cli="perfectplay.cli.pursuit.command:command",
        web="perfectplay.web.pursuit.api:WEB",
        exercises="perfectplay.pursuit.exercises:EXERCISES",
        warm_up="perfectplay.pursuit.warm:STEPS",
        draw="perfectplay.pursuit.pictures.svg:draw",
        check="perfectplay.pursuit.proof.check",
        limits="perfectplay.web.pursuit.api:check_solvable",
    ),
)


def register(name: str, factory: Callable[[], Game[Any, Any] | GameSpec]) -> None:
    """Add a game from outside this package, for as long as this program runs.

    A package that brings a game along declares it instead, in the entry-point group ``perfectplay.games``.

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
        message = f"a game named {quote(name)} is already registered"
        raise ValueError(message)
    _GAMES[name] = factory


def game_names() -> tuple[str, ...]:
    """Names of all games: those of this package first, those of other packages last.

    A game of another package that cannot be used is left out; a notice says why.
    """
    names = [*_GAMES]
    declared = _declared()
    _tell_doubles(declared)
    for name, entry in declared.items():
        found = _load_declared(entry)
        if isinstance(found, GameError):
            _tell(str(found))
        else:
            names.append(name)
    return tuple(names)


def load_game(name: str) -> Game[Position[Any], Any]:
    """Return a game, importing no more of it than its declaration.

    Raises
    ------
    InvalidPositionError
        If there is no such game.
    GameError
        If it comes from another package and cannot be used.
    """
    if name in _GAMES:
        entry = _GAMES[name]
        found = entry if isinstance(entry, GameSpec) else entry()
        return DeclaredGame(found) if isinstance(found, GameSpec) else found
    if name in _declared():
        game = _load_declared(_declared()[name])
        if isinstance(game, GameError):
            raise GameError(*game.args)
        return game
    message = f"there is no game {quote(name)}; the games are {', '.join(game_names())}"
    raise InvalidPositionError(message)


@lru_cache
def _tell(notice: str) -> None:
    """Tell something once."""
    notify(notice)


def _declared() -> dict[str, EntryPoint]:
    """Entry points of other packages by the names of their games; where a name is given twice, the first one has it."""
    first: dict[str, EntryPoint] = {}
    for entry in find_entry_points():
        if entry.name not in _GAMES:
            first.setdefault(entry.name, entry)
    return first


def _tell_doubles(used: Mapping[str, EntryPoint]) -> None:
    """Tell which packages declare a game whose name another one has."""
    for entry in find_entry_points():
        if used.get(entry.name) is not entry:
            other = _package(used[entry.name]) if entry.name in used else _PACKAGE
            _tell(
                f"the package {quote(_package(entry))} has a game {quote(entry.name)}, and so has {quote(other)}: "
                f"that of {quote(other)} is used; uninstall one of the two"
            )


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


@lru_cache
def _load_declared(entry: EntryPoint) -> DeclaredGame | GameError:
    """Import the declaration of another package, and see whether its example keeps to the contract."""
    # Only needed for games from outside.
    from perfectplay.core.conformance import check_game  # noqa: PLC0415

    package = _package(entry)
    try:
        spec = entry.load()
        _check_declaration(spec, entry.name)
        game = DeclaredGame(replace(spec, package=package))
        check_game(game)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever another package does, the other games go on
        problem = f"the game {quote(entry.name)} of the package {quote(package)} cannot be used: {_told(error)}"
        return GameError(f"{problem}; update the package or uninstall it")
    return game


def _check_declaration(spec: object, name: str) -> None:
    if not isinstance(spec, GameSpec):
        message = f"its entry point leads to something of the type {quote(type(spec).__name__)}, not to a GameSpec"
        raise GameError(message)
    if spec.name != name:
        message = f"it calls itself {quote(spec.name)}; the entry point must have the same name"
        raise GameError(message)


def game_spec(name: str) -> GameSpec:
    """Tell how a game declares itself; one that was registered as an object declares what its protocol tells.

    Raises
    ------
    InvalidPositionError
        If there is no such game.
    GameError
        If it comes from another package and cannot be used.
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
        solve=game.solve,
        warm_up=game.warm_up() if hasattr(game, "warm_up") else None,
    )


def game_specs() -> tuple[GameSpec, ...]:
    """Tell how all games declare themselves, in the order of `game_names`."""
    return tuple(map(game_spec, game_names()))


def game_parts(field: str) -> dict[str, Any]:
    """Import what a field of `GameSpec` names, of every game that has it, by the names of the games.

    A game of another package whose part cannot be imported is left out; a notice says why.
    """
    parts = {}
    for spec in game_specs():
        try:
            part = spec.part(field)
        except GameError as error:
            _tell(str(error))
        else:
            if part is not None:
                parts[spec.name] = part
    return parts


def warm_ups() -> tuple[WarmUp, ...]:
    """Return what makes the solvers of all games ready."""
    return tuple(step for steps in game_parts("warm_up").values() for step in steps)


def parse_position(text: str) -> Position[Any]:
    """Rebuild a position of any game from its id.

    Raises
    ------
    InvalidPositionError
        If the id is malformed or names no game.
    IllegalMoveError
        If one of its moves is illegal.
    GameError
        If its game comes from another package and cannot be used.
    """
    name, _, _ = split_id(text, like=next(iter(_GAMES)))
    return load_game(name).from_id(text)
