"""A chart of the first player's lead, and of the best first moves, against N."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from perfectplay.core.answers import Drawn, Figures
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.text.texts import say
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve
from perfectplay.pictures.charts import Chart, Curve, Flag, line_chart
from perfectplay.pictures.scales import nice_range

__all__ = ["LEAST_CHARTED", "MAX_CHARTED", "check_leads", "lead_chart"]

LEAST_CHARTED = 6
MAX_CHARTED = 49
"""Smallest and largest N at which a chart may end; the largest takes seconds."""

_Row = tuple[int, int, str, int, str]
"""A row of figures: N, then the lead and all best first moves under our rule, then both under the classroom's rule."""


def lead_chart(most: int = 30, *, progress: ProgressCallback = ignore_progress) -> Drawn[Figures]:
    """Draw the first player's lead on 1 to N, under both rules, and mark each N where the largest prime is not best.

    Parameters
    ----------
    most
        The largest N, from `LEAST_CHARTED` to `MAX_CHARTED`.
    progress
        Called with the number of solved boards.

    Returns
    -------
    Drawn
        The picture; the figures have a row for each N, with the lead and all best first moves under both rules.

    Raises
    ------
    LimitExceededError
        If ``most`` is out of range.

    Examples
    --------
    >>> figures = lead_chart(12).figures
    >>> figures.columns
    ('n', 'lead', 'best_moves', 'classroom_lead', 'classroom_best_moves')
    >>> figures.rows[-1]
    (12, 5, '11', 5, '11')
    """
    check_leads(most)
    began, rows = time.monotonic(), list[_Row]()
    for n in range(2, most + 1):
        rows.append((n, *_solved(n, passing=False), *_solved(n, passing=True)))
        progress(Progress("boards", time.monotonic() - began, done=n, total=most))
    columns = ("n", "lead", "best_moves", "classroom_lead", "classroom_best_moves")
    return Drawn(_picture(rows), Figures(columns=columns, rows=tuple(rows)))


def check_leads(most: int) -> None:
    """Raise the errors of `lead_chart` before any work is done.

    Examples
    --------
    >>> check_leads(30)
    """
    if not LEAST_CHARTED <= most <= MAX_CHARTED:
        raise LimitExceededError(
            "leads are drawn for boards up to N = {least}, ..., {most}, not up to {n}",
            least=LEAST_CHARTED,
            most=MAX_CHARTED,
            n=most,
        )


@lru_cache(2 * MAX_CHARTED)
@all_or_nothing()
def _solved(n: int, *, passing: bool) -> tuple[int, str]:
    result = solve(FactorPosition.new(n, passing=passing))
    return result.value, " ".join(map(str, result.best_moves or ()))


def _picture(rows: Sequence[_Row]) -> str:
    most = rows[-1][0]
    curves = [
        Curve(say("classroom's rule"), [(row[0], row[3]) for row in rows], 1, dotted=True),
        Curve(say("our rule"), [(row[0], row[1]) for row in rows], 0, dotted=True),
    ]
    # The largest prime is usually a best first move, so write a best move only where it is not.
    others = [row for row in rows if str(_largest_prime(row[0])) not in row[2].split()]
    chart = Chart(
        curves,
        (rows[0][0], most),
        [(mark, str(mark)) for mark in nice_range(0, max(max(row[1], row[3]) for row in rows), 6)],
        (say("N"), say("lead of the first player")),
        [(row[0], _told(row)) for row in rows],
        flags=[Flag(row[0], row[1], row[2].split()[-1]) for row in others],
    )
    last = _told(rows[-1])
    notes = [
        say("The lead of the player who begins on the numbers 1 to N, under best play."),
        say("Rings: the largest prime is not a best first move there, and the number above is one."),
        f"{last}.",
    ]
    return line_chart(
        chart,
        say("Factor game: by how much the first player wins, up to N = {most}", most=most),
        say("A chart of the first player's lead against N, by both rules. {last}.", last=last),
        say("Factor game: by how much the first player wins"),
        [say("All boards up to N = {most} were solved.", most=most)],
        notes,
    )


def _told(row: _Row) -> str:
    n, lead, best, classroom_lead, _ = row
    return say(
        "N = {n}: lead {lead} by {best}; by the classroom's rule {other}",
        n=n,
        lead=lead,
        best=best.replace(" ", ", "),
        other=classroom_lead,
    )


def _largest_prime(n: int) -> int:
    return next(p for p in range(n, 1, -1) if all(p % d for d in range(2, isqrt(p) + 1)))
