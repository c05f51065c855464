"""The words for how hard a deal is; `perfectplay.pursuit.deal.difficulty` finds the one that fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["GRADES", "PursuitDifficulty"]

Grade = Literal["very easy", "easy", "medium", "hard", "very hard", "impossible"]
"""How hard a deal is, in a word."""

GRADES: tuple[tuple[Grade, int], ...] = (
    ("very easy", 10),
    ("easy", 20),
    ("medium", 35),
    ("hard", 50),
    ("very hard", 99),
    ("impossible", 100),
)
"""The grades, each with the most points that it stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitDifficulty:
    """How hard a deal is.

    Attributes
    ----------
    grade
        One of the words of `GRADES`.
    points
        From 0 to 99; 100 if the target cannot be hit.
    reasons
        What the points are for, one line each, with the points in brackets where there are any; at least one.
    """

    grade: Grade
    points: int
    reasons: tuple[str, ...]
