"""What every solver returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.texts import say

__all__ = ["Result", "Status"]

Status = Literal["optimal", "bounded"]

_SHOWN = 8
"""Moves that a short form of a result has at most."""

_LISTED = 100
"""Moves that a table in a notebook has at most."""

Move_co = TypeVar("Move_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Result(Generic[Move_co]):
    """An answer with its proof state; ``Result[int]`` has moves that are integers.

    A game may add typed fields in a subclass.

    Attributes
    ----------
    value
        Value of the best play found: an exact integer or fraction, reached by ``moves``.
    lower, upper
        Proven bounds on the value of perfect play; ``lower == value`` for a maximising player.
    status
        ``"optimal"`` only if ``lower == upper`` and the solver proved it; otherwise ``"bounded"``.
    moves
        Moves from the given position on, in playing order.
    seconds
        Wall-clock seconds spent.
    provenance
        How the answer was found: ``{"source": "search" | "records" | ..., ...}`` with solver figures.
    certificate
        A JSON-serialisable certificate that an independent checker accepts, or ``None``.
    position
        What was solved, if the registry's game or `perfectplay.solve` was asked; notebooks draw it.

    Raises
    ------
    ValueError
        If the bounds contradict each other or the status claims more than the bounds prove.

    Examples
    --------
    >>> Result(40, 40, 41, "bounded", (7, 9, 6, 10, 8), 0.1, {"source": "search"}).gap
    1
    """

    value: int | Fraction
    lower: int | Fraction
    upper: int | Fraction
    status: Status
    moves: tuple[Move_co, ...]
    seconds: float
    provenance: Mapping[str, Any]
    certificate: Mapping[str, Any] | None = None
    position: Any = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Refuse inexact numbers and claims that the bounds do not carry."""
        for name in ("value", "lower", "upper"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, (int, Fraction)):
                message = f"{name} must be an int or a Fraction, not {number!r}"
                raise TypeError(message)
        if self.lower > self.upper:
            message = f"lower bound {self.lower} exceeds upper bound {self.upper}"
            raise ValueError(message)
        if self.status == "optimal" and self.lower != self.upper:
            message = f"status 'optimal' needs lower == upper, got {self.lower} and {self.upper}"
            raise ValueError(message)

    def __repr__(self) -> str:
        """Show value, bounds and the first moves; the rest would fill the screen."""
        moves = ", ".join(map(repr, self.moves[:_SHOWN]))
        rest = f", ... {len(self.moves)} moves" if len(self.moves) > _SHOWN else ""
        bounds = "" if self.status == "optimal" else f" lower={self.lower!r}, upper={self.upper!r},"
        return f"<{type(self).__name__} {self.status}: value={self.value!r},{bounds} moves=({moves}{rest})>"

    def _repr_html_(self) -> str:
        # Only notebooks need it: it brings the names of all characters along.
        from perfectplay.core.shown import table  # noqa: PLC0415

        bounds = f"{self.lower} to {self.upper}" if self.lower != self.upper else str(self.value)
        moves = " ".join(map(str, self.moves[:_LISTED])) + (" …" if len(self.moves) > _LISTED else "")
        rows = {"status": self.status, "value": self.value, "best possible": bounds, "moves": moves or "none"}
        if self.provenance.get("interrupted"):
            rows["ended"] = say("interrupted: the best play found, and a bound that is proven")
        return table(rows.items(), caption=getattr(self.position, "id", ""))

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        # As above.
        from perfectplay.core.shown import figure  # noqa: PLC0415

        # A notebook that has both shows HTML, and not the picture.
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
    def gap(self) -> int | Fraction:
        """Distance between the proven bounds; zero means proven perfect."""
        return self.upper - self.lower
