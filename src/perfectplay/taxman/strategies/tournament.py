"""Tournaments of Taxman strategies, and a comparison with Trono's printed table."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.notebook import Rows
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import MAX_N
from perfectplay.taxman.strategies import formula_names, load_entry, strategy_names
from perfectplay.taxman.strategies.matches import finished_strategies, play_chunk

__all__ = [
    "COLUMNS",
    "PRINTED_RANGE",
    "CompareStrategies",
    "HeadToHead",
    "PrintedFigure",
    "Standing",
    "StrategyResults",
    "TaxmanTournamentRow",
    "compare_row",
    "compare_with_print",
    "default_entries",
    "finished_rows",
    "head_to_head",
    "printed_entries",
    "score_table",
    "tournament",
]

OPTIMAL_SCORES: Mapping[int, int] = dict(
    zip(
        range(2, 33),
        [
            *(2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66),
            *(81, 89, 93, 111, 113, 124, 144, 166, 170),
            *(182, 198, 224, 251, 279, 285, 301, 303, 319),
        ],
        strict=True,
    )
)
"""Map each N = 2..32 to the best possible score, as printed by J. A. Trono, SIGCSE Bulletin 26:4 (1994), 58."""

COLUMNS: tuple[str, ...] = ("sum_2_32", "optimal_agreements", "average", "n128", "n256", "n512")
"""Columns of figures, both in our table and in Trono's printed table."""

PRINTED_TABLE: Mapping[str, Mapping[str, int]] = {
    name: dict(zip(COLUMNS, figures, strict=True))
    for name, figures in {
        "#1": (2365, 3, 17128, 3389, 12872, 51398),
        "#2": (3652, 14, 25043, 4816, 18612, 74332),
        "#3": (3744, 20, 27106, 5289, 19816, 81035),
        "#4": (3684, 17, 27043, 5289, 19696, 81035),
        "#5": (3724, 19, 24563, 4962, 18175, 75148),
        "#6": (3652, 19, 24772, 4842, 18439, 72879),
        "#7": (3652, 19, 27619, 5084, 20530, 82474),
        "#8": (3498, 13, 23373, 4466, 17057, 72638),
        "#9": (3652, 19, 25744, 4945, 19213, 76446),
        "#10": (3141, 6, 22742, 4415, 16945, 67336),
    }.items()
}
"""The appendix of J. A. Trono, "Taxman revisited", SIGCSE Bulletin 26:4 (1994), 58, as printed."""

PRINTED_RANGE = (2, 512)
"""First and last N of the printed table."""

_READINGS: Mapping[str, tuple[str, ...]] = {
    "#1": ("trono-1",),
    "#2": ("trono-2",),
    "#3": ("trono-3-worded", "trono-3"),
    "#4": ("trono-4",),
    "#5": ("trono-5",),
    "#6": ("trono-6-worded", "trono-6-printed"),
    "#7": ("trono-7-worded", "trono-7-printed"),
    "#8": ("trono-8",),
    "#9": ("trono-9-worded", "trono-9-printed"),
    "#10": (),
}

_THREE = (
    "the printed average follows from five legal moves (trono-3) and not from five numbers that are left, of which the "
    "text speaks; but of moves its remark that five and seven make no difference is false: with seven, the sum for "
    "2..32 is 3702"
)
_SIX = "the rule of the text does not give the printed row; trono-6-printed does, all but the average"
_SEVEN = (
    "the printed row adds up the largest prime and all composites above N/2, which no legal game can take for most N "
    "(first at N = 39); this is the rule of the text played by the rules"
)
_EIGHT = "four of the six printed figures follow from the rule of the text; the other two were not reproduced"
_NINE = "the printed row follows from the bound N/2 and not from N/2 - 1, which the text states"
_NOTES: Mapping[tuple[str, str], str] = {
    ("trono-1", "sum_2_32"): "one less is printed; the other five figures agree, so this is likely a misprint",
    ("trono-3-worded", "average"): _THREE,
    **{("trono-6-worded", column): _SIX for column in COLUMNS},
    ("trono-6-printed", "average"): "the other five figures agree, so 24772 is likely a misprint of 24722",
    **{("trono-7-worded", column): _SEVEN for column in COLUMNS},
    ("trono-8", "average"): _EIGHT,
    ("trono-8", "n512"): _EIGHT,
    **{("trono-9-worded", column): _NINE for column in COLUMNS},
    ("trono-9-printed", "n512"): "256 more is printed; the other five figures agree",
}
_TEN = "a random strategy which, the article says, attempted to implement #2 but failed: it cannot be reconstructed"

_PRINTED_ROWS: Mapping[str, str] = {name: row for row, names in _READINGS.items() for name in names}
_SMALL = range(2, 33)
_PLAYS_TOO_SLOWLY = ("optimal",)


@dataclass(frozen=True, slots=True)
class Standing:
    """A strategy's results against perfect play and against the taxman.

    Attributes
    ----------
    share
        The sum of the strategy's scores as a share of the sum of the best possible scores.
    worst_n, worst_share
        The least N for which the score is the smallest share of the best possible score, and that share.  ``share`` and
        both of these are ``None`` if the table of proven scores lacks a part of the range.
    lost, tied
        The N for which the taxman gets more than the strategy, and those with equal scores; ascending.
    """

    share: Fraction | None
    worst_n: int | None
    worst_share: Fraction | None
    lost: tuple[int, ...]
    tied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StrategyResults:
    """A strategy's results over a range of pots {1..N}.

    Attributes
    ----------
    strategy
        Name or path of the strategy.
    kind
        ``"game"``, or ``"formula"`` if the figures are sums that need not come from legal games.
    first, last
        The range of N, both ends included.
    sum_2_32
        Sum of the scores for N = 2..32.
    optimal_agreements
        For how many N = 2..32 the score is the best possible one; a formula that exceeds it does not agree.
    average
        Average score over the range.
    n128, n256, n512
        Scores at N = 128, 256 and 512.  A figure is ``None`` if the range lacks an N that it needs.
    standing
        Results against perfect play and the taxman; ``None`` for a formula, which plays no game.
    """

    strategy: str
    kind: Literal["game", "formula"]
    first: int
    last: int
    sum_2_32: int | None
    optimal_agreements: int | None
    average: Fraction
    n128: int | None
    n256: int | None
    n512: int | None
    standing: Standing | None = None

    @property
    def answer(self) -> TaxmanTournamentRow:
        """Return the row for JSON."""
        standing = self.standing
        return TaxmanTournamentRow(
            strategy=self.strategy,
            kind=self.kind,
            sum_2_32=self.sum_2_32,
            optimal_agreements=self.optimal_agreements,
            average=round(float(self.average), 6),
            n128=self.n128,
            n256=self.n256,
            n512=self.n512,
            optimal_share=_rounded(standing.share) if standing else None,
            worst_n=standing.worst_n if standing else None,
            worst_share=_rounded(standing.worst_share) if standing else None,
            lost=standing.lost if standing else None,
            tied=standing.tied if standing else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTournamentRow:
    """A row of a tournament's table; floating-point numbers are rounded to six places.

    Attributes
    ----------
    strategy, kind, sum_2_32, optimal_agreements, average, n128, n256, n512
        As in `StrategyResults`.
    optimal_share, worst_n, worst_share, lost, tied
        As in the row's `Standing` (``optimal_share`` is its ``share``); ``None`` if the row has no standing.
    """

    strategy: str
    kind: Literal["game", "formula"]
    sum_2_32: int | None
    optimal_agreements: int | None
    average: float
    n128: int | None
    n256: int | None
    n512: int | None
    optimal_share: float | None
    worst_n: int | None
    worst_share: float | None
    lost: tuple[int, ...] | None
    tied: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """The results of a strategy against another.

    Attributes
    ----------
    strategy, opponent
        Names or paths of both strategies.
    first, last
        The range of N, both ends included.
    wins, losses, ties
        Number of N for which the strategy scored more than, less than and the same as the opponent.
    """

    strategy: str
    opponent: str
    first: int
    last: int
    wins: int
    losses: int
    ties: int


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure from Trono's table, whose rows are ``"#1"`` to ``"#10"``, and our figure, rounded like his.

    ``strategy`` is our reading of the row, or ``None``. ``note`` gives the likely reason why the figures differ; it is
    empty if and only if they agree.

    >>> figure = PrintedFigure("#1", "trono-1", "n128", 3389, 3389, "")
    >>> figure.agrees
    True
    """

    printed_row: str
    strategy: str | None
    column: str
    ours: int | None
    printed: int
    note: str

    @property
    def agrees(self) -> bool:
        """Return whether our figure equals the printed figure."""
        return self.ours == self.printed


def default_entries() -> tuple[str, ...]:
    """Return the default entrants of a tournament: all built-in and installed strategies except perfect play.

    >>> "trono-4" in default_entries(), "optimal" in default_entries()
    (True, False)
    """
    return tuple(name for name in (*strategy_names(), *formula_names()) if name not in _PLAYS_TOO_SLOWLY)


def printed_entries() -> tuple[str, ...]:
    """Return the names of our readings of Trono's strategies, in the order of his table.

    >>> printed_entries()[0]
    'trono-1'
    """
    return tuple(_PRINTED_ROWS)


def score_table(
    strategies: Iterable[str] | None = None,
    first: int = 2,
    last: int = 512,
    *,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    resume: str | Path | None = None,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, dict[int, int]]:
    """Let strategies play every pot {1..N} of a range, 2 <= first <= last <= `MAX_N`; return scores by strategy and N.

    ``strategies`` are names and paths as for `load_strategy`, and names of formulas; `default_entries` by default.
    ``jobs`` processes, by default one for each processor, start new interpreters, so a script must call this below ``if
    __name__ == "__main__":``. The machines of a ``cluster`` (address of a Dask scheduler) must also have the files of
    the strategies. ``resume`` is an SQLite file: games are stored as they are played, and stored games are not played
    again. A strategy whose file has changed plays again.

    Raises `StrategyError` if a strategy cannot be loaded, raises an exception or makes an illegal move; the message is
    about the smallest N at which this happens.  Raises `LimitExceededError` if the range is invalid, and
    `PerfectPlayError` if the resume file cannot be used, or if workers are lost.

    >>> score_table(["trono-1"], 9, 10, jobs=1)
    {'trono-1': {9: 17, 10: 27}}
    """
    names = _names(strategies, first, last)
    numbers = range(first, last + 1)
    scores = dict(
        finished_strategies(names, numbers, seed=seed, jobs=jobs, cluster=cluster, resume=resume, progress=progress)
    )
    return {name: scores[name] for name in names}


def tournament(
    strategies: Iterable[str] | None = None,
    first: int = 2,
    last: int = 512,
    *,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    resume: str | Path | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Rows[StrategyResults]:
    """Compare strategies over a range of pots {1..N}. Parameters, errors and notes as in `score_table`.

    For long tournaments, ``gather(finished_rows, ...)`` keeps finished rows after an interrupt, see
    `perfectplay.gather`.

    >>> for row in tournament(["trono-1", "trono-4"], 2, 32, jobs=1):
    ...     print(row.strategy, row.sum_2_32, row.optimal_agreements, row.n128)
    trono-1 2366 3 None
    trono-4 3684 17 None
    """
    scores = score_table(
        strategies, first, last, seed=seed, jobs=jobs, cluster=cluster, resume=resume, progress=progress
    )
    return Rows(_row(name, results) for name, results in scores.items())


def finished_rows(
    strategies: Iterable[str] | None = None,
    first: int = 2,
    last: int = 512,
    *,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    time_limit: float | None = None,
    resume: str | Path | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Iterator[StrategyResults]:
    """Yield the row of each strategy as soon as it has played all its games; otherwise work like `tournament`.

    Raises `TimeoutError` after ``time_limit`` seconds; earlier rows remain valid.

    >>> [row.answer.average for row in finished_rows(["trono-1"], 9, 10, jobs=1)]
    [22.0]
    """
    names = _names(strategies, first, last)
    played = finished_strategies(
        names,
        range(first, last + 1),
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        time_limit=time_limit,
        resume=resume,
        progress=progress,
    )
    return (_row(name, results) for name, results in played)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareStrategies(Question["list[TaxmanTournamentRow] | HeadToHead"]):
    """A question: compare strategies over pots {1..N}, all in this process, for programs that have their own processes.

    Takes the arguments of `score_table`; with ``versus``, compares the first of two strategies with the second.

    >>> [row.strategy for row in CompareStrategies(strategies=("trono-1", "trono-4"), last=20).answer()]
    ['trono-1', 'trono-4']
    """

    strategies: tuple[str, ...]
    first: int = 2
    last: int = 512
    versus: bool = False
    seed: int = 0

    def answer(self, work: Work = UNLIMITED) -> list[TaxmanTournamentRow] | HeadToHead:
        """Play all games; the progress counts them."""
        names = _names(self.strategies, self.first, self.last)
        began = time.monotonic()
        scores: dict[str, dict[int, int]] = {name: {} for name in names}
        done, total = 0, len(names) * (self.last - self.first + 1)
        for name in names:
            for n in range(self.first, self.last + 1):
                work.progress(Progress("games", time.monotonic() - began, done=done, total=total))
                scores[name] |= play_chunk(name, (n,), self.seed)
                done += 1
        if self.versus:
            ours, theirs = names
            return _against(ours, theirs, scores)
        return [_row(name, results).answer for name, results in scores.items()]


def _names(strategies: Iterable[str] | None, first: int, last: int) -> list[str]:
    """Check the names of strategies and the range before any game is played."""
    names = list(dict.fromkeys(default_entries() if strategies is None else strategies))
    if not 2 <= first <= last <= MAX_N:
        raise LimitExceededError(
            "the range {first}..{last} cannot be played; 2 <= first <= last <= {most} must hold",
            first=first,
            last=last,
            most=MAX_N,
        )
    for name in names:
        load_entry(name)
    return names


def head_to_head(
    strategy: str,
    opponent: str,
    first: int = 2,
    last: int = 512,
    *,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    resume: str | Path | None = None,
    progress: ProgressCallback = ignore_progress,
) -> HeadToHead:
    """Count the N for which a strategy scores more than another. Parameters, errors and notes as in `score_table`.

    >>> head_to_head("trono-4", "trono-1", 9, 20, jobs=1).losses
    0
    """
    scores = score_table(
        [strategy, opponent], first, last, seed=seed, jobs=jobs, cluster=cluster, resume=resume, progress=progress
    )
    return _against(strategy, opponent, scores)


def _against(strategy: str, opponent: str, scores: Mapping[str, Mapping[int, int]]) -> HeadToHead:
    ours, theirs = scores[strategy], scores[opponent]
    first, last = min(ours), max(ours)
    wins = sum(ours[n] > theirs[n] for n in ours)
    losses = sum(ours[n] < theirs[n] for n in ours)
    return HeadToHead(
        strategy=strategy,
        opponent=opponent,
        first=first,
        last=last,
        wins=wins,
        losses=losses,
        ties=len(ours) - wins - losses,
    )


def compare_with_print(
    rows: Iterable[StrategyResults] | None = None,
    *,
    jobs: int | None = None,
    progress: ProgressCallback = ignore_progress,
) -> tuple[PrintedFigure, ...]:
    """Compare every figure of Trono's table with ours, in the printed order, and with both readings if a row has two.

    ``rows`` must come from a tournament over 2..512 with our readings of his strategies, or `ValueError` is raised; by
    default, that tournament is played.
    """
    if rows is None:
        rows = tournament(printed_entries(), jobs=jobs, progress=progress)
    ours = {row.strategy: row for row in rows if (row.first, row.last) == PRINTED_RANGE}
    missing = [name for name in printed_entries() if name not in ours]
    if missing:
        raise ValueError(f"rows over 2..512 are missing for {', '.join(missing)}; play tournament() with its defaults")
    return tuple(_cells(ours))


def compare_row(row: StrategyResults) -> tuple[PrintedFigure, ...]:
    """Compare a row with its original in Trono's table, if there is one.

    Only figures that ``row`` has are compared, and the average only if its range is the printed one, N = 2..512.
    """
    printed_row = _PRINTED_ROWS.get(row.strategy)
    if printed_row is None:
        return ()
    cells = []
    for column, printed in PRINTED_TABLE[printed_row].items():
        exact = getattr(row, column)
        if exact is None or (column == "average" and (row.first, row.last) != PRINTED_RANGE):
            continue
        figure = round(exact)
        note = "" if figure == printed else _NOTES[row.strategy, column]
        cells.append(PrintedFigure(printed_row, row.strategy, column, figure, printed, note))
    return tuple(cells)


def _cells(ours: Mapping[str, StrategyResults]) -> Iterator[PrintedFigure]:
    for printed_row, printed in PRINTED_TABLE.items():
        for strategy in _READINGS[printed_row]:
            yield from compare_row(ours[strategy])
        if not _READINGS[printed_row]:
            yield from (PrintedFigure(printed_row, None, column, None, printed[column], _TEN) for column in COLUMNS)


def _rounded(figure: Fraction | None) -> float | None:
    return None if figure is None else round(float(figure), 6)


def _standing(scores: Mapping[int, int]) -> Standing:
    # Player and taxman share the pot, whose sum is N (N + 1) / 2.
    lead = {n: 4 * score - n * (n + 1) for n, score in scores.items()}
    lost, tied = tuple(n for n in lead if lead[n] < 0), tuple(n for n in lead if lead[n] == 0)
    best = load_records().scores()
    if not scores.keys() <= best.keys():
        return Standing(None, None, None, lost, tied)
    shares = {n: Fraction(score, best[n]) for n, score in scores.items()}
    worst = min(shares, key=shares.__getitem__)
    return Standing(
        Fraction(sum(scores.values()), sum(best[n] for n in scores)), worst, shares[worst], lost=lost, tied=tied
    )


def _row(name: str, scores: Mapping[int, int]) -> StrategyResults:
    first, last = min(scores), max(scores)
    whole = all(n in scores for n in _SMALL)
    formula = name in formula_names()
    return StrategyResults(
        strategy=name,
        kind="formula" if formula else "game",
        first=first,
        last=last,
        sum_2_32=sum(scores[n] for n in _SMALL) if whole else None,
        optimal_agreements=sum(scores[n] == OPTIMAL_SCORES[n] for n in _SMALL) if whole else None,
        average=Fraction(sum(scores.values()), len(scores)),
        n128=scores.get(128),
        n256=scores.get(256),
        n512=scores.get(512),
        standing=None if formula else _standing(scores),
    )
