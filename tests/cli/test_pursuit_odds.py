"""Test commands that evaluate all deals: bounds, resuming, forecasts and Ctrl-C."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from perfectplay.cli.output import ProgressLine
from perfectplay.cli.pursuit.tables import odds_lines
from perfectplay.core.progress import Progress
from perfectplay.pursuit.deal.deals import SUIT
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.rules import Rules
from tests.cli.asked import Command

ODDS = ("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-100", "--rules", "all")
DESIGN = ("design", "--deck", "suit", "--numbers", "3", "--targets", "1-100", "--vary", "25=15,20-21")
FORMULAS = ("formulas", "--deck", "suit", "--numbers", "4")
AT_ONCE = ("--time-limit", "0.000000001")


PURSUIT = Command("pursuit")
run = PURSUIT.run
record = PURSUIT.record


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Press Ctrl-C once a stage has made some progress; the test chooses the stage and the amount of progress."""
    when: dict[str, int] = {}

    class Presses(ProgressLine):
        def __call__(self, progress: Progress) -> None:
            if progress.done >= when.get(progress.stage, progress.done + 1):
                when.clear()
                signal.raise_signal(signal.SIGINT)

    @contextmanager
    def show() -> Iterator[ProgressLine]:
        yield Presses()

    monkeypatch.setattr("perfectplay.cli.pursuit.odds.show_progress", show)
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._MOST_IN_PIECE", 16)
    return when


# -- odds ------------------------------------------------------------------------------------------------------


def test_ctrl_c_prints_exact_bounds(ctrl_c: dict[str, int], tmp_path: Path) -> None:
    whole = record(*ODDS)
    ctrl_c["deals"] = 100
    part = record(*ODDS, "--resume", str(tmp_path / "odds.db"), status=130)
    assert set(part) == set(whole)
    assert part["status"] == "bounded"
    assert 100 <= part["done"] < 116
    lower, upper = Fraction(part["lower"]), Fraction(part["upper"])
    assert lower == Fraction(part["numerator"], part["denominator"])
    assert lower < Fraction(whole["lower"]) < upper
    assert upper - lower == 1 - Fraction(part["done"], whole["distinct_deals"])
    # The same command continues where it stopped.
    assert record(*ODDS, "--resume", str(tmp_path / "odds.db")) == whole


def test_ctrl_c_in_words(ctrl_c: dict[str, int], tmp_path: Path) -> None:
    picture = tmp_path / "chances.svg"
    ctrl_c["deals"] = 100
    result = run(*ODDS, "--svg", str(picture))
    assert result.exit_code == 130
    lines = result.stdout.splitlines()
    assert lines[1].startswith("chance to hit the target: from 0.")
    assert lines[2].startswith("  at least ")
    assert lines[3].startswith("  at most ")
    assert "of 286 different deals, 0." in lines[4]
    assert [line.split(":")[0] for line in lines[5:]] == [
        "chance with these deals",
        "pairs of such a deal and a target",
        "such deals that hit every target",
    ]
    assert result.stderr.splitlines() == [
        "",
        "interrupted; --resume FILE keeps what is finished",
        f"Nothing was drawn into {picture}: the chances are not known yet.",
    ]
    assert not picture.exists()
    ctrl_c["deals"] = 100
    kept = run(*ODDS, "--resume", str(tmp_path / "odds.db"))
    assert kept.stderr == "\ninterrupted; run the same command again to go on\n"


def test_bounds_add_up() -> None:
    found = odds(SUIT, 3, 1, 100, Rules(use_all=True), time_limit=1e-9)
    words = list(odds_lines(found, 5))
    assert f"pairs of such a deal and a target: {found.hits:,} of 100 are hits, {100 - found.hits:,} are not" in words


def test_a_time_limit_ends_odds_without_an_error() -> None:
    result = run(*ODDS, *AT_ONCE)
    assert result.exit_code == 0
    assert "looked at so far: 1 of 286 different deals" in result.stdout
    assert result.stderr == "the time is over; --resume FILE keeps what is finished\n"
    nothing = run(*ODDS[:-2], *AT_ONCE)
    assert nothing.stdout.splitlines()[1] == "chance to hit the target: from 0.000000 to 1.000000"
    assert nothing.stdout.splitlines()[-1] == "looked at so far: 0 of 286 different deals, 0.000000 of all"


def test_a_forecast_is_a_line_beside_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.odds.deals._SAMPLE", 1e-9)
    monkeypatch.setattr("perfectplay.pursuit.odds.exact.LONG", 0.0)
    result = run(*ODDS, "--json")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("this takes about 5 seconds; Ctrl-C ends it early with bounds")


# -- design ----------------------------------------------------------------------------------------------------


def test_ctrl_c_ranks_finished_decks(ctrl_c: dict[str, int], tmp_path: Path) -> None:
    ctrl_c["suit with 25 -> 20"] = 286 + 1
    result = run(*DESIGN, "--json", "--resume", str(tmp_path / "decks.db"))
    assert result.exit_code == 130
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["status"], row["done"], row["decks"]) for row in rows] == [("bounded", 1, 3)]
    assert rows[0]["changes"] == {"25": 15}
    assert result.stderr == "\ninterrupted; run the same command again to go on\n"
    again = run(*DESIGN, "--resume", str(tmp_path / "decks.db"))
    assert "3 decks ranked by probability" in again.stdout


def test_ctrl_c_in_the_designer_in_words(ctrl_c: dict[str, int]) -> None:
    ctrl_c["suit with 25 -> 20"] = 286 + 1
    result = run(*DESIGN)
    assert result.exit_code == 130
    assert "\n1 of 3 decks ranked by probability; the first: " in result.stdout
    assert "The work was ended early: the places may change when all decks have been evaluated." in result.stdout
    assert result.stderr == "\ninterrupted; --resume FILE keeps what is finished\n"


def test_where_no_deck_is_finished_there_is_no_answer() -> None:
    result = run(*DESIGN, *AT_ONCE)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "the time is over; --resume FILE keeps what is finished\n"


# -- formulae --------------------------------------------------------------------------------------------------


def test_ctrl_c_prints_the_formulae_of_fewer_numbers(ctrl_c: dict[str, int]) -> None:
    two = record("formulas", "--deck", "suit", "--numbers", "2")
    ctrl_c["formulae of 3 cards"] = 0
    found = record(*FORMULAS, status=130)
    assert found == two | {"status": "bounded", "wanted": 4}
    ctrl_c["formulae of 3 cards"] = 0
    result = run(*FORMULAS)
    assert result.exit_code == 130
    assert "The work was ended early: those of up to 4 numbers were asked for." in result.stdout.splitlines()


def test_a_time_limit_ends_counting_without_an_error() -> None:
    found = record(*FORMULAS, *AT_ONCE)
    assert (found["status"], found["numbers"], found["wanted"]) == ("bounded", 1, 4)
    assert run(*FORMULAS, "--time-limit", "0").exit_code == 2
