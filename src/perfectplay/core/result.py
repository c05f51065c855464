"""Results of all solvers."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, Literal, cast

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.text.texts import say

if sys.version_info >= (3, 13):
    from typing import TypeVar
else:
    from typing_extensions import TypeVar  # allows a default

__all__ = ["Kind", "Result", "Status"]

Kind = Literal["score", "lead", "distance"]
"""The kind of value that a game is played for: the first player's final score, the first player's final lead, or the
final distance from a goal. Higher scores and leads are better, and smaller distances; 0 is the goal."""

Status = Literal["optimal", "bounded"]

_SHOWN = 8
"""Most moves in the short form of a result."""

_LISTED = 100
"""Most moves in a notebook's table."""

Move_co = TypeVar("Move_co", covariant=True)
Value = TypeVar("Value", bound=int | Fraction)
Value_co = TypeVar("Value_co", bound=int | Fraction, covariant=True, default=int | Fraction)


@dataclass(frozen=True, slots=True)
class Result(Generic[Move_co, Value_co]):
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
        Certificates that it cites, which the checker needs as well: each cites the one before, except the first.
    position
        The solved position, if the registry's game or `perfectplay.solve` found the result; notebooks draw it.
    spec
        The declaration of the game, a `perfectplay.core.game.spec.GameSpec`, in the same cases.

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
        """Return value, bounds and the first moves; all moves would fill the screen."""
        moves = ", ".join(map(repr, self.moves[:_SHOWN]))
        rest = f", ... {len(self.moves)} moves" if len(self.moves) > _SHOWN else ""
        bounds = "" if self.status == "optimal" else f" lower={self.lower!r}, upper={self.upper!r},"
        return f"<{type(self).__name__} {self.status}: value={self.value!r},{bounds} moves=({moves}{rest})>"

    def _repr_html_(self) -> str:
        from perfectplay.core.notebook import table

        bounds = f"{self.lower} to {self.upper}" if self.lower != self.upper else str(self.value)
        moves = " ".join(map(str, self.moves[:_LISTED])) + (" …" if len(self.moves) > _LISTED else "")
        rows = {"status": self.status, "value": self.value, "best possible": bounds, "moves": moves or "none"}
        if self.provenance.get("interrupted"):
            rows["ended"] = say("interrupted: the best play found, and a bound that is proven")
        return table(rows.items(), caption=getattr(self.position, "id", ""))

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from perfectplay.core.notebook import figure

        # A notebook that is offered both shows HTML instead of the picture, so HTML comes only without a picture.
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
        kind: Kind = self._declared().value
        return kind

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of ``perfectplay GAME solve --json`` for the position.

        Raises
        ------
        PerfectPlayError
            If the result does not know its game, because it comes from a solver that also takes lists of numbers.

        Examples
        --------
        >>> from perfectplay.core.front import solve
        >>> told = solve("taxman:10").to_dict()
        >>> told["kind"], told["value"], told["moves"][0]
        ('score', 40, {'take': 7, 'tax': [1]})
        """
        told: dict[str, Any] = self._declared().part("answer")(self.position, self).to_dict()
        return told

    def save_certificate(self, path: str | Path) -> None:
        """Write the certificate, and those that it cites, like ``perfectplay GAME solve --certificate``.

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
        # A link of a chain cannot be checked alone.
        checker = None if self.spec is None or self.cited else self.spec.part("check")
        write_certificate(path, self.certificate, self.cited, check=getattr(checker, "check_bytes", None))

    def _declared(self) -> Any:
        if self.spec is None:
            raise PerfectPlayError("this result does not know its game; ask perfectplay.solve for one that does")
        return self.spec
