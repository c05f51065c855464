"""The declaration of a game, and the `Game` that is built from it."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol, get_args

from perfectplay.core.errors import GameError, PerfectPlayError, quote
from perfectplay.core.game.environments import Environment
from perfectplay.core.game.parts import Daily, Entry, Exercises, Hinter, Lessons, Measure
from perfectplay.core.game.position import Position
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.question import Work
from perfectplay.core.result import Kind, Result
from perfectplay.core.running.deadline import check_time_limit
from perfectplay.core.schema import Exact

__all__ = ["PACKAGE", "RESERVED", "DeclaredGame", "GameSpec", "blaming", "in_one_line"]

Lazy = str | Callable[..., Any]
"""A part of a game: an object, or its location (``"module:attribute"`` or ``"module"``), imported when needed."""

RESERVED = frozenset(
    {
        *("api", "check", "console", "daily", "lab", "learn", "profile", "proof", "review", "sequences", "serve"),
        *("site", "static", "teach", "worksheet", "worksheets"),
    }
)
"""Names that no game may have, because they are commands or paths of the web app."""

PACKAGE = "perfectplay"
"""Name of the package with the built-in games."""

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_LINE = 100
"""Longest title or summary, in characters."""


# `web` is above this module, and a checker is usually a module: protocols stand for these two parts.


class _Web(Protocol):
    @property
    def endpoints(self) -> Sequence[Any]: ...
    @property
    def pages(self) -> frozenset[str]: ...


class _Checker(Protocol):
    def check_bytes(self, data: bytes, /) -> Any: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """The declaration of a game: a row of the registry.

    Parts that import large modules are named as ``"module:attribute"`` and imported when they are first needed.

    Attributes
    ----------
    name
        Prefix of the position ids, command and path of the pages: a small letter, then small letters, digits and
        hyphens.
    title, summary
        Texts for people: a name, and one sentence without a full stop.
    players
        1 or 2; in a game for two, values are the first player's, and positions have ``to_move``, 0 or 1.
    example
        The id of a small starting position.
    from_id, parse_move
        Functions like the methods of `Game`.
    question
        The `perfectplay.core.question.Question` that finds best play from its field ``position`` as a `Result`;
        or a function like the method ``solve`` of `Game`.
    value
        Kind of ``Result.value``: ``"score"``, ``"lead"`` or ``"distance"``; `outcome` computes it from
        ``Position.scores()``.
    short
        The summary in a few words, for lists of commands.
    cli
        A click command; by default the game gets the general ``solve`` and ``play``.
    web
        A `perfectplay.web.declaration.WebGame`: its HTTP API, board and laboratory.
    exercises
        A `perfectplay.core.game.parts.Exercises`, for worksheets.
    lessons
        A `perfectplay.core.game.parts.Lessons`: small positions, each with an idea.
    daily
        A `perfectplay.core.game.parts.Daily`, for a puzzle of the day.
    sequences
        A mapping from names to `perfectplay.core.game.parts.Entry`: integer sequences that follow from the game.
    draw
        Called with a position, and with a `Result` or ``None``: returns an SVG document; raises `PerfectPlayError` if
        there is no picture.
    check
        The checker of certificates: a module whose ``check_bytes`` takes a certificate and returns a verdict, or a
        function of the parsed JSON.
    proofs
        Called with a position, and with keywords ``time_limit`` and ``progress``: returns a
        `perfectplay.core.proof.proofs.Proof`; raises `PerfectPlayError` if there is none.
    explain
        The `perfectplay.core.question.Question` that asks why no play from its field ``position`` is better.
    limits
        Called with a position before the web app solves it; raises `LimitExceededError` if solving would take too long.
    review
        A `perfectplay.core.game.parts.Measure` for reviews; by default the value.
    hints
        A `perfectplay.core.game.parts.Hinter`; by default the general hints.
    environments
        Environments for learning programs, each a `perfectplay.core.game.environments.Environment`.
    package
        The distribution that provides the game; the registry sets this field.

    Raises
    ------
    ValueError
        If a field is not as described.

    Examples
    --------
    >>> from perfectplay.core.game import game_spec
    >>> spec = game_spec("coins")
    >>> spec.line
    'Greedy coins: two players take coins from the ends of a row.'
    >>> spec.part("draw").__name__
    'draw'
    """

    name: str
    title: str
    summary: str
    players: int
    example: str
    from_id: Lazy
    parse_move: Lazy
    question: Lazy
    value: Kind = "score"
    short: str = ""
    cli: Lazy | None = None
    web: str | _Web | None = None
    exercises: str | Exercises | None = None
    lessons: str | Lessons | None = None
    daily: str | Daily | None = None
    sequences: str | Mapping[str, Entry] | None = None
    draw: Lazy | None = None
    check: Lazy | _Checker | None = None
    proofs: Lazy | None = None
    explain: Lazy | None = None
    limits: Lazy | None = None
    review: str | Measure | None = None
    hints: str | Hinter | None = None
    environments: tuple[Environment, ...] = ()
    package: str = PACKAGE

    def __post_init__(self) -> None:
        """Check names, texts and limits, so that every interface can rely on them."""
        if not _NAME.fullmatch(self.name) or self.name in RESERVED:
            form = f"small letters, digits and hyphens, and is none of {', '.join(sorted(RESERVED))}"
            raise ValueError(f"{quote(self.name)} is not possible as the name of a game; a name has {form}")
        for field in ("title", "summary"):
            text = getattr(self, field)
            if not text.isprintable() or not 1 <= len(text) <= _LINE:
                raise ValueError(
                    f"the {field} {quote(text)} is not possible; it must be a line of 1 to {_LINE} characters"
                )
        if self.players not in {1, 2}:
            raise ValueError(f"{self.players!r} players are not possible; a game has 1 or 2")
        if self.value not in get_args(Kind):
            raise ValueError(f"the value {quote(self.value)} is not possible; it is one of {', '.join(get_args(Kind))}")

    @property
    def line(self) -> str:
        """The game's line in a list of commands."""
        return f"{self.title}: {self.short or self.summary}."

    def worth(self, value: Exact) -> Exact:
        """Convert a value so that larger is better for the first player; the same call converts it back.

        Examples
        --------
        >>> from perfectplay.core.game import game_spec
        >>> game_spec("taxman").worth(40), game_spec("pursuit").worth(9), game_spec("pursuit").worth(-9)
        (40, -9, 9)
        """
        return -value if self.value == "distance" else value

    def outcome(self, scores: Sequence[Exact]) -> Exact:
        """Return the value of a finished game with these scores.

        Examples
        --------
        >>> from perfectplay.core.game import game_spec
        >>> game_spec("taxman").outcome((40, 15)), game_spec("factorgame").outcome((40, 15))
        (40, 25)
        >>> game_spec("pursuit").outcome((-9,))
        9
        """
        return scores[0] - scores[1] if self.value == "lead" else self.worth(scores[0])

    def part(self, field: str) -> Any:
        """Import the object that a field names; return ``None`` if the field is empty.

        Raises
        ------
        GameError
            If a game of another package names a missing object.
        """
        lazy = getattr(self, field)
        if not isinstance(lazy, str):
            return lazy
        module, _, path = lazy.partition(":")
        try:
            part: Any = importlib.import_module(module)
            for attribute in filter(None, path.split(".")):
                part = getattr(part, attribute)
        except Exception as error:
            if self.package == PACKAGE:
                raise
            raise _blamed(self, f"has no {field} at {quote(lazy)}", error) from error
        return part


def _blamed(spec: GameSpec, failure: str, error: Exception) -> GameError:
    """Return an error that names the game's package."""
    return GameError(
        "the game {game} of the package {package} {what}: {problem}",
        game=quote(spec.name),
        package=quote(spec.package),
        what=failure,
        problem=in_one_line(error),
    )


def in_one_line(error: BaseException) -> str:
    r"""Format an error as one line.

    Examples
    --------
    >>> in_one_line(ValueError("two\nlines"))
    'ValueError: two lines'
    """
    line = " ".join(str(error).split())
    if not isinstance(error, PerfectPlayError):
        return f"{type(error).__name__}: {line}"
    return error.message if len(error.message.splitlines()) == 1 else line


class DeclaredGame:
    """A `Game` that is built from a declaration.

    Parameters
    ----------
    spec
        The declaration.

    Examples
    --------
    >>> from perfectplay.core.game import game_spec
    >>> game = DeclaredGame(game_spec("coins"))
    >>> position = game.example()
    >>> game.from_id("coins:1.2").id, game.parse_move("R", position), game.solve(position).value
    ('coins:1.2', 'R', 5)
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.name: str = spec.name
        self.title: str = spec.title
        self.summary: str = spec.summary
        self.players: int = spec.players

    def __repr__(self) -> str:
        """Return the name of the game."""
        return f"<game {self.name!r}>"

    def example(self) -> Position[Any]:
        """Return the example."""
        return self.from_id(self.spec.example)

    def from_id(self, text: str) -> Position[Any]:
        """Rebuild a position from its id."""
        position: Position[Any] = self._call("from_id", text)
        return position

    def parse_move(self, text: str, position: Position[Any]) -> Any:
        """Parse a move that a user types; raise `IllegalMoveError` if it is malformed."""
        return self._call("parse_move", text, position)

    def solve(
        self,
        position: Position[Any],
        *,
        time_limit: float | None = None,
        progress: ProgressCallback = ignore_progress,
    ) -> Result[Any]:
        """Find the best play from a position; ``Result.value`` counts the whole game, past moves included."""
        check_time_limit(time_limit, none_left=True)
        asked = self.spec.part("question")
        with blaming(self.spec, "failed in solve"):
            if isinstance(asked, type):
                result = asked(position=position).answer(Work(time_limit=time_limit, progress=progress))
            else:
                result = asked(position, time_limit=time_limit, progress=progress)
        if not isinstance(result, Result):
            problem = TypeError(f"it returned something of the type {quote(type(result).__name__)}, not a Result")
            raise _blamed(self.spec, "failed in solve", problem)
        return replace(result, position=position, spec=self.spec)

    def _call(self, field: str, *given: Any, **options: Any) -> Any:
        function = self.spec.part(field)
        with blaming(self.spec, f"failed in {field}"):
            return function(*given, **options)


@contextmanager
def blaming(spec: GameSpec, failure: str) -> Iterator[None]:
    """Turn errors inside a game of another package into a one-line `GameError` that names the package.

    Errors of this package and of the system pass unchanged.

    >>> from dataclasses import replace
    >>> from perfectplay.core.game import game_spec
    >>> spec = replace(game_spec("coins"), package="another")
    >>> try:
    ...     with blaming(spec, "solve"):
    ...         1 / 0
    ... except GameError as error:
    ...     print(error)
    the game 'coins' of the package 'another' solve: ZeroDivisionError: division by zero
    """
    try:
        yield
    except (PerfectPlayError, OSError):
        # System errors are not the game's fault.
        raise
    except Exception as error:
        if spec.package == PACKAGE:
            raise
        raise _blamed(spec, failure, error) from error
