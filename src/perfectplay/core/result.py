"""Results of all solvers."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, Self, cast

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.schema import Answer, Exact
from perfectplay.core.text.texts import say

if sys.version_info >= (3, 13):
    from typing import TypeVar
else:
    from typing_extensions import TypeVar  # before Python 3.13, typing.TypeVar supports no default

__all__ = ["Kind", "Result", "Status"]

Kind = Literal["score", "lead", "distance"]
"""The kind of value that a game is played for: the first player's final score, the first player's final lead, or the
final distance from a goal. Higher scores, higher leads and smaller distances are better; distance 0 is the goal."""

Status = Literal["optimal", "bounded"]

_SHOWN = 8
"""Maximum number of moves in the short form of a result."""

_LISTED = 100
"""Maximum number of moves in a notebook's table."""

Move_co = TypeVar("Move_co", covariant=True)
Value = TypeVar("Value", bound=int | Fraction)
PlaceT_co = TypeVar("PlaceT_co", bound=str | None, covariant=True)
Value_co = TypeVar("Value_co", bound=int | Fraction, covariant=True, default=int | Fraction)


@dataclass(frozen=True, slots=True)
class Result(Answer, Generic[Move_co, Value_co]):
    """An answer with its proof state; a ``Result[str, int]`` has moves that are text, and a value that is an integer.

    The value of a ``Result[str]`` may be a fraction.  A game may add typed fields in a subclass.

    Attributes
    ----------
    value
        The number that the game is played for, past moves included, under the best play found: an exact integer or
        fraction, reached by ``moves``; in a game for two, the first player's. `kind` names its kind.
    lower, upper
        Proven bounds on the value of perfect play.
    status
        ``"optimal"`` only if ``lower == upper`` and the solver proved it; otherwise ``"bounded"``.
    moves
        Moves from the given position on, in playing order.
    seconds
        Wall-clock seconds spent.
    provenance
        The source of the answer: ``{"source": "search" | "records" | ..., ...}`` with solver figures.
    certificate
        A JSON-serialisable certificate that an independent checker accepts, or ``None``.
    cited
        Certificates that ``certificate`` cites and the checker also needs; each except the first cites its predecessor.
    position
        The solved position; ``None`` for a table of coins that is not a position, or if the solver did not set it.
    spec
        The game's declaration, a `perfectplay.core.game.spec.GameSpec`, if `perfectplay.solve` was called.

    Raises
    ------
    ValueError
        If the bounds contradict each other or the status claims more than the bounds prove.

    Examples
    --------
    >>> Result(40, 40, 41, "bounded", (7, 9, 6, 10, 8), 0.1, {"source": "search"}).gap
    1
    """

    value: Value_co
    lower: Value_co
    upper: Value_co
    status: Status
    moves: tuple[Move_co, ...]
    seconds: float
    provenance: Mapping[str, Any]
    certificate: Mapping[str, Any] | None = None
    cited: tuple[Mapping[str, Any], ...] = ()
    position: Any = field(default=None, compare=False)
    spec: Any = field(default=None, compare=False)

    usual_kind: ClassVar[Kind] = "score"
    """The kind of value if ``spec`` is not set because a solver was called directly."""

    def __post_init__(self) -> None:
        """Check that numbers are exact, and that the bounds support the status."""
        for name in ("value", "lower", "upper"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, (int, Fraction)):
                raise TypeError(f"{name} must be an int or a Fraction, not {number!r}")
        if self.gap < 0:
            raise ValueError(f"lower bound {self.lower} exceeds upper bound {self.upper}")
        if self.status == "optimal" and self.gap:
            raise ValueError(f"status 'optimal' needs lower == upper, got {self.lower} and {self.upper}")

    def __repr__(self) -> str:
        """Return the value, the bounds and only the first moves, because all moves would fill the screen."""
        moves = ", ".join(map(repr, self.moves[:_SHOWN]))
        rest = f", ... {len(self.moves)} moves" if len(self.moves) > _SHOWN else ""
        bounds = "" if self.status == "optimal" else f" lower={self.lower!r}, upper={self.upper!r},"
        return f"<{type(self).__name__} {self.status}: value={self.value!r},{bounds} moves=({moves}{rest})>"

    def _repr_html_(self) -> str:
        from perfectplay.core.notebook import table

        bounds = f"{self.lower} to {self.upper}" if self.lower != self.upper else str(self.lower)
        moves = " ".join(map(str, self.moves[:_LISTED])) + (" …" if len(self.moves) > _LISTED else "")
        rows = {"status": self.status, "value": self.value, "best possible": bounds, "moves": moves or "none"}
        if self.provenance.get("interrupted"):
            rows["ended"] = say("interrupted: the best play found, and a bound that is proven")
        return table(rows.items(), caption=getattr(self.position, "id", ""))

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from perfectplay.core.notebook import figure

        # A notebook prefers HTML to a picture, so offer HTML only if there is no picture.
        svg = self._repr_svg_()
        html = self._repr_html_()
        return {"text/html": html} if svg is None else {"text/html": figure(svg) + html, "image/svg+xml": svg}

    def _repr_svg_(self) -> str | None:
        if not hasattr(self.position, "draw"):
            return None
        try:
            picture: str = self.position.draw(self)
        except PerfectPlayError:
            return None
        return picture

    @property
    def gap(self) -> Value_co:
        """Distance between the proven bounds; zero means proven perfect."""
        lower: int | Fraction = self.lower
        upper: int | Fraction = self.upper
        return cast("Value_co", upper - lower)

    @property
    def kind(self) -> Kind:
        """Kind of the value: ``"score"``, ``"lead"`` or ``"distance"``; see `Kind`.

        Examples
        --------
        >>> from perfectplay.core.front import solve
        >>> result = solve("pursuit:1.3.7.10.25.50:831")
        >>> result.value, result.kind
        (1, 'distance')
        """
        kind: Kind = self.usual_kind if self.spec is None else self.spec.value
        return kind

    def as_answer(self) -> Any:
        """Return what ``perfectplay GAME solve --json`` prints for the position, a `Solved`.

        Raises `PerfectPlayError` if the result does not know its position.

        >>> from perfectplay.core.front import solve
        >>> answer = solve("taxman:10").to_dict()
        >>> answer["kind"], answer["value"], answer["moves"][0]
        ('score', 40, {'take': 7, 'tax': [1]})
        """
        return Solution.of(self)

    def explain(self, *, time_limit: float | None = None) -> Any:
        """Return the reason why no play is better, as ``perfectplay GAME explain --json`` prints it.

        Parameters
        ----------
        time_limit
            Seconds, also for the proof of a best value that is not in a table; ``None`` means no limit.

        Raises
        ------
        LimitExceededError
            If the position is too large to explain.
        PerfectPlayError
            If the game has no explanations, the result is not from `perfectplay.solve`, or time was too short.

        Examples
        --------
        >>> from perfectplay.core.front import solve
        >>> answer = solve("taxman:6").explain()
        >>> answer.total, [(row.number, row.price) for row in answer.prices]
        (15, [(1, 5), (2, 4), (6, 6)])
        """
        from perfectplay.core.question import Work

        question = None if self.spec is None else self.spec.part("explain")
        if question is None:
            raise PerfectPlayError(
                "this result cannot be explained; use perfectplay.solve, and a game that has explanations"
            )
        return question(position=self.position).answer(Work(time_limit=time_limit))

    def save_certificate(self, path: str | Path) -> None:
        """Write the certificate and all certificates that it cites, like ``perfectplay GAME solve --certificate``.

        Names that end in ``.gz`` or ``.xz`` are compressed.  Raises `PerfectPlayError` if there is no certificate, the
        checker would not accept it, or the file cannot be written.

        >>> from tempfile import TemporaryDirectory
        >>> from perfectplay.core.front import check, solve
        >>> with TemporaryDirectory() as folder:
        ...     solve("taxman:10", certificate=True).save_certificate(f"{folder}/10.json")
        ...     check(f"{folder}/10.json")
        <Report: 1 certificate, all valid; N = 10 is proven optimal>
        """
        from perfectplay.core.proof.writing import write_certificate

        if self.certificate is None:
            raise PerfectPlayError(
                "this result has no certificate; perfectplay.solve(position, certificate=True) gives one"
            )
        # A link of a chain cannot be checked by itself.
        checker = None if self.spec is None or self.cited else self.spec.part("check")
        write_certificate(path, self.certificate, self.cited, check=getattr(checker, "check_bytes", None))


# -- results in JSON ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class About(Answer, Generic[PlaceT_co]):
    """Fields of all answers about a position.

    Attributes
    ----------
    game
        Name of the game.
    position
        Id of the position, with all its moves.
    """

    game: str
    position: PlaceT_co


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved(About[str | None]):
    """A solver's answer, for any game.

    Attributes
    ----------
    position
        Id of the solved position, or ``None`` if it has none.
    kind
        Kind of the value: ``"score"``, ``"lead"`` or ``"distance"``; a smaller distance is better.
    value
        The number that the game is played for, past moves included, under the best play found; in a game for two, the
        first player's.
    lower, upper
        Proven bounds on the value under best play.
    status
        ``"optimal"`` only if the bounds are equal and proven, otherwise ``"bounded"``.
    seconds
        Wall-clock time, to the millisecond.
    source
        ``"search"``, or ``"records"`` if it was proven earlier.
    """

    kind: Kind
    value: Exact
    lower: Exact
    upper: Exact
    status: Status
    seconds: float
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution(Solved):
    """A solver's answer for a game that only implements the protocol.

    Attributes
    ----------
    moves
        Best play from here on; the first move is the hint.
    """

    moves: tuple[str, ...]

    @classmethod
    def of(cls, result: Result[Any]) -> Self:
        """Build the answer from a result that knows its position."""
        return cls(**common(result.position, result), moves=tuple(map(str, result.moves)))


def common(position: Any, result: Result[Any]) -> dict[str, Any]:
    """Return the fields of `Solved` for a position, or for the name of its game if the position has no id."""
    if position is None:
        raise PerfectPlayError("this result has no position; perfectplay.solve gives results that have one")
    game, identifier = (position, None) if isinstance(position, str) else (position.game, position.id)
    return {
        "game": game,
        "position": identifier,
        "kind": result.kind,
        "value": result.value,
        "lower": result.lower,
        "upper": result.upper,
        "status": result.status,
        "seconds": round(result.seconds, 3),
        "source": str(result.provenance.get("source", "search")),
    }
