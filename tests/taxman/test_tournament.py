"""Test tournaments: compare them with Trono's appendix and this project's table, and test failures of processes."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, StrategyError
from perfectplay.core.progress import Progress
from perfectplay.core.schema import encode
from perfectplay.taxman.records import load_records
from perfectplay.taxman.strategies import play_game
from perfectplay.taxman.strategies.matches import _Forecast
from perfectplay.taxman.strategies.tournament import (
    COLUMNS,
    OPTIMAL_SCORES,
    PRINTED_TABLE,
    HeadToHead,
    PrintedFigure,
    Standing,
    StrategyResults,
    compare_with_print,
    finished_rows,
    head_to_head,
    score_table,
    tournament,
)

# This project's figures: sum and optimal scores for N = 2..32, rounded mean for 2..512, scores at 128, 256 and 512.
FIGURES = {
    "trono-1": (2366, 3, 17128, 3389, 12872, 51398),
    "trono-2": (3652, 14, 25043, 4816, 18612, 74332),
    "trono-3-worded": (3744, 20, 27098, 5289, 19816, 81035),
    "trono-3": (3744, 20, 27106, 5289, 19816, 81035),
    "trono-4": (3684, 17, 27043, 5289, 19696, 81035),
    "trono-5": (3724, 19, 24563, 4962, 18175, 75148),
    "trono-6-worded": (3346, 8, 24263, 4774, 18229, 72238),
    "trono-6-printed": (3652, 19, 24722, 4842, 18439, 72879),
    "trono-7-worded": (3498, 13, 23112, 4466, 17057, 68527),
    "trono-7-printed": (3652, 19, 27619, 5084, 20530, 82474),
    "trono-8": (3498, 13, 23112, 4466, 17057, 68527),
    "trono-9-worded": (3674, 20, 25802, 4881, 19085, 75934),
    "trono-9-printed": (3652, 19, 25744, 4945, 19213, 76190),
}
# Figures of the other strategies with seed 0, which docs/strategies.md prints.
OTHER_FIGURES = {
    "moniot-improved-greedy": (3724, 19, 26366, 4970, 19495, 78253),
    "moniot-one-tax": (3760, 22, 27512, 5289, 20408, 81955),
    "moniot-greedy-one-tax": (3754, 22, 27496, 5289, 20408, 81763),
    "moniot-pure-one-tax": (3684, 17, 27043, 5289, 19696, 81035),
    "moniot-max-turn": (3652, 14, 25043, 4816, 18612, 74332),
    "moniot-odds-evens": (3498, 13, 23112, 4466, 17057, 68527),
    "born-free": (3348, 6, 25042, 4772, 18829, 74664),
    "shark-max-next-step": (3652, 14, 25043, 4816, 18612, 74332),
    "shark-van-nek": (3696, 18, 26122, 5059, 19335, 77161),
    "shark-schu": (3693, 20, 26884, 5197, 20015, 77398),
    "random": (2459, 3, 17123, 3187, 12618, 51187),
}
# For each strategy, the printed figures that this reading of it does not reproduce.
DIFFERENCES = {
    "trono-1": {"sum_2_32"},
    "trono-3-worded": {"average"},
    "trono-6-worded": set(COLUMNS),
    "trono-6-printed": {"average"},
    "trono-7-worded": set(COLUMNS),
    "trono-8": {"average", "n512"},
    "trono-9-worded": set(COLUMNS),
    "trono-9-printed": {"n512"},
    None: set(COLUMNS),
}


def rounded(row: StrategyResults) -> tuple[int, ...]:
    return tuple(round(getattr(row, column)) for column in COLUMNS)


def as_row(name: str, figures: tuple[int, ...]) -> StrategyResults:
    total, agreements, average, n128, n256, n512 = figures
    kind: Literal["game", "formula"] = "formula" if name == "trono-7-printed" else "game"
    return StrategyResults(name, kind, 2, 512, total, agreements, Fraction(average), n128, n256, n512)


def test_our_table_without_the_averages() -> None:
    small = score_table(FIGURES, 2, 32)
    large = {n: score_table(FIGURES, n, n) for n in (128, 256, 512)}
    for name, expected in FIGURES.items():
        agreements = sum(small[name][n] == best for n, best in OPTIMAL_SCORES.items())
        single = [scores[name][n] for n, scores in large.items()]
        assert (sum(small[name].values()), agreements, *single) == expected[:2] + expected[3:]


def test_every_cell_beside_the_print() -> None:
    cells = compare_with_print(as_row(name, figures) for name, figures in FIGURES.items())
    assert len(cells) == (len(FIGURES) + 1) * len(COLUMNS)
    different: dict[str | None, set[str]] = {}
    for cell in cells:
        assert cell.printed == PRINTED_TABLE[cell.printed_row][cell.column]
        if cell.strategy is not None:
            assert cell.ours == FIGURES[cell.strategy][COLUMNS.index(cell.column)]
        assert cell.agrees == (cell.note == "")
        if not cell.agrees:
            different.setdefault(cell.strategy, set()).add(cell.column)
    assert different == DIFFERENCES


def test_how_strategies_stand() -> None:
    best = load_records().scores()
    for name, ours in score_table(["trono-2", "trono-4", "born-free"], 2, 60).items():
        (row,) = tournament([name], 2, 60, jobs=1)
        standing = row.standing
        assert standing is not None
        assert standing.lost == tuple(n for n in ours if 2 * ours[n] < sum(range(n + 1)))
        assert standing.tied == tuple(n for n in ours if 2 * ours[n] == sum(range(n + 1)))
        assert standing.share == Fraction(sum(ours.values()), sum(best[n] for n in ours))
        assert standing.worst_n is not None
        assert standing.worst_share == Fraction(ours[standing.worst_n], best[standing.worst_n])
        assert all(Fraction(ours[n], best[n]) > standing.worst_share for n in range(2, standing.worst_n))
        assert all(Fraction(ours[n], best[n]) >= standing.worst_share for n in ours)
    (formula,) = tournament(["trono-7-printed"], 2, 9, jobs=1)
    assert formula.standing is None
    assert formula.answer.lost is None


def test_beyond_the_proven_scores_only_the_taxman_is_compared() -> None:
    beyond = load_records().largest_without_hole + 1
    (row,) = tournament(["trono-1"], beyond, beyond, jobs=1)
    assert row.standing == Standing(None, None, None, (beyond,), ())


def test_no_game_beats_the_optimum() -> None:
    small = score_table(None, 2, 39)
    for n, best in OPTIMAL_SCORES.items():
        assert max(results[n] for results in small.values()) <= best
    # The best possible score for N = 39 is 503.
    assert {name for name, results in small.items() if results[39] > 503} == {"trono-7-printed"}


def test_rows_of_a_small_tournament() -> None:
    (row,) = tournament(["trono-4"], 30, 40, jobs=1)
    expected = [play_game("trono-4", n).score for n in range(30, 41)]
    best = [load_records()[n].score for n in range(30, 41)]
    assert row.average == Fraction(sum(expected), 11)
    assert (row.first, row.last, row.kind) == (30, 40, "game")
    assert encode(row.answer) == {
        "strategy": "trono-4",
        "sum_2_32": None,
        "optimal_agreements": None,
        "average": round(sum(expected) / 11, 6),
        "n128": None,
        "n256": None,
        "n512": None,
        "kind": "game",
        "optimal_share": round(sum(expected) / sum(best), 6),
        "worst_n": 40,
        "worst_share": round(479 / 525, 6),
        "lost": [],
        "tied": [],
    }


def test_a_file_competes_with_a_built_in_strategy(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(board):\n    return board.legal_moves()[0]\n", encoding="utf-8")
    assert head_to_head(str(path), "trono-1", 2, 40, jobs=2) == HeadToHead(
        strategy=str(path), opponent="trono-1", first=2, last=40, wins=0, losses=0, ties=39
    )
    pairs = [(play_game("trono-4", n).score, play_game("trono-1", n).score) for n in range(2, 41)]
    wins, ties = sum(a > b for a, b in pairs), sum(a == b for a, b in pairs)
    found = head_to_head("trono-4", str(path), 2, 40, jobs=1)
    assert (found.wins, found.losses, found.ties) == (wins, 0, ties)
    assert wins + ties == 39


def test_seeds_decide_random_play_whatever_the_number_of_processes() -> None:
    alone = score_table(["random", "shark-schu"], 2, 30, seed=7, jobs=1)
    assert score_table(["random", "shark-schu"], 2, 30, seed=7, jobs=2) == alone
    assert score_table(["random", "shark-schu"], 2, 30, seed=8, jobs=1) != alone


def test_progress_counts_games_to_the_end() -> None:
    seen: list[Progress] = []
    score_table(["trono-1", "trono-2"], 2, 30, jobs=1, progress=seen.append)
    done = [snapshot.done for snapshot in seen]
    assert done == sorted(done)
    assert (done[-1], seen[-1].total) == (58, 58)


def test_games_that_were_played_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, mine = tmp_path / "games.sqlite", tmp_path / "mine.py"
    mine.write_text("def choose(board):\n    return board.legal_moves()[0]\n", encoding="utf-8")
    names = ["random", str(mine)]
    scores = score_table(names, 2, 30, seed=7, jobs=1, resume=kept)
    assert scores == score_table(names, 2, 30, seed=7, jobs=1)
    with monkeypatch.context() as patch:
        patch.setattr("perfectplay.taxman.strategies.matches.open_executor", None)
        assert score_table(names, 2, 30, seed=7, jobs=1, resume=kept) == scores
        assert list(score_table(names[::-1], 3, 20, seed=7, jobs=1, resume=kept)) == names[::-1]
    # Only games with another seed, another N or a changed file are played; the others are stored.
    assert score_table(["random"], 2, 31, seed=8, jobs=1, resume=kept) == score_table(["random"], 2, 31, seed=8, jobs=1)
    mine.write_text("def choose(board):\n    return board.legal_moves()[-1]\n", encoding="utf-8")
    assert score_table([str(mine)], 2, 30, jobs=1, resume=kept)[str(mine)][30] != scores[str(mine)][30]


def test_a_file_of_something_else_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("my thesis", encoding="utf-8")
    with pytest.raises(PerfectPlayError, match="it is not a file of a tournament; name a new file or one of a tour"):
        finished_rows(["trono-1"], 2, 9, jobs=1, resume=tmp_path / "games.sqlite")


def test_a_time_limit_leaves_the_rows_that_are_finished(tmp_path: Path) -> None:
    kept = tmp_path / "games.sqlite"
    (before,) = tournament(["trono-1"], 2, 40, jobs=1, resume=kept)
    rows = finished_rows(["trono-2", "trono-1"], 2, 40, jobs=1, time_limit=1e-9, resume=kept)
    assert next(rows) == before
    with pytest.raises(TimeoutError):
        next(rows)


def test_strategies_are_finished_one_after_the_other() -> None:
    names = ["trono-1", "trono-2", "trono-4"]
    assert [row.strategy for row in finished_rows(names, 2, 60, jobs=1)] == names


@pytest.mark.parametrize(
    ("seconds", "lines"),
    [
        (1.0, []),
        (20.0, ["these games will take about 3 minutes; Ctrl-C shows the strategies that are finished by then"]),
        (4000.0, ["these games will take about 10 hours; Ctrl-C shows the strategies that are finished by then"]),
    ],
)
def test_long_games_are_forecast_once(seconds: float, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("perfectplay.taxman.strategies.matches.notify", said.append)
    # This is a tenth of the work, measured by N^2, after each strategy has played its sample.
    forecast = _Forecast([("a", (9, 8)), ("b", (9, 8)), ("a", (7,) * 18), ("b", (40, 8, 8))])
    forecast.finished("a", (9, 8), seconds / 2)
    assert said == []
    forecast.finished("b", (9, 8), seconds)
    forecast.finished("a", (7,) * 18, 100 * seconds)
    assert said == lines


@pytest.mark.parametrize(("first", "last"), [(1, 10), (10, 9), (2, 10**6)])
def test_bad_ranges_are_refused(first: int, last: int) -> None:
    with pytest.raises(LimitExceededError, match=f"the range {first}..{last} cannot be played; 2 <= first"):
        score_table(["trono-1"], first, last)


def test_a_bad_name_is_refused_before_anything_is_played() -> None:
    with pytest.raises(StrategyError, match="there is no strategy 'nobody'"):
        tournament(["trono-1", "nobody"], 2, 10)


def test_a_misbehaving_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("def choose(board):\n    return 4\n", encoding="utf-8")
    with pytest.raises(
        StrategyError, match=r"bad\.py' made an illegal move: .* \(at N = \d, position taxman:"
    ) as caught:
        score_table([str(path)], 2, 9, jobs=1)
    assert "\n" not in str(caught.value)


def test_a_script_without_a_main_guard_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from perfectplay.core.errors import PerfectPlayError\n"
        "from perfectplay.taxman.strategies.tournament import tournament\n"
        "try:\n    tournament(['trono-1'], 2, 9, jobs=1)\nexcept PerfectPlayError as error:\n    print(error)\n",
        encoding="utf-8",
    )
    run = subprocess.run([sys.executable, str(script)], check=False, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0
    assert "shared the work ended early; run it again" in run.stdout
    assert "start it below 'if __name__ == \"__main__\":' in a script" in run.stdout


def test_missing_rows_are_named() -> None:
    some = [as_row(name, figures) for name, figures in FIGURES.items() if name != "trono-5"]
    with pytest.raises(ValueError, match=r"rows over 2\.\.512 are missing for trono-5; play tournament"):
        compare_with_print(some)


def test_a_cell_agrees_or_not() -> None:
    assert PrintedFigure("#1", "trono-1", "n128", 3389, 3389, "").agrees
    assert not PrintedFigure("#10", None, "n128", None, 4415, "why").agrees


def test_a_failing_strategy_is_reported_at_the_smallest_n(tmp_path: Path) -> None:
    path = tmp_path / "late.py"
    path.write_text(
        "def choose(board):\n    if board.top in (7, 38, 39):\n        raise ValueError('no')\n"
        "    return board.legal_moves()[0]\n",
        encoding="utf-8",
    )
    for jobs in (1, 2):
        with pytest.raises(StrategyError, match=r"raised ValueError in line 3: 'no' \(at N = 7, position taxman:7;"):
            score_table(["trono-1", str(path)], 2, 40, jobs=jobs)


def test_a_failure_that_does_not_come_again_is_reported_as_it_was_seen(tmp_path: Path) -> None:
    marker, path = tmp_path / "been here", tmp_path / "moody.py"
    path.write_text(
        f"from pathlib import Path\nmarker = Path({str(marker)!r})\n"
        "def choose(board):\n    if not marker.exists():\n        marker.touch()\n        raise ValueError('no')\n"
        "    return board.legal_moves()[0]\n",
        encoding="utf-8",
    )
    with pytest.raises(StrategyError, match=r"raised ValueError in line 6: 'no' \(at N = 33,"):
        score_table([str(path)], 2, 40, jobs=1)
