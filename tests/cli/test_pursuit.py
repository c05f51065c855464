"""Test the commands of arithmetical pursuit by their output."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from perfectplay.cli.output import ProgressLine
from perfectplay.cli.pursuit.tables import decimal, table
from perfectplay.cli.pursuit.text import map_lines, printable
from perfectplay.core.errors import LimitExceededError
from perfectplay.pursuit import Rules
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.proof import check
from perfectplay.pursuit.reach import Reach, reach
from tests.cli.asked import Command
from tests.tables import rows

DEAL = ("3", "6", "9", "10", "50", "100")


PURSUIT = Command("pursuit")
run = PURSUIT.run
records = PURSUIT.records
record = PURSUIT.record


# -- solve -----------------------------------------------------------------------------------------------------


def test_too_many_solutions_are_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.search.solutions.MAX_FORMS", 10)
    refused = run("solve", *DEAL, "--target", "951", "--all")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "more than 10 formulae to look at" in refused.stderr
    assert refused.stderr.endswith("; --limit K lists the K simplest\n")


def test_of_many_solutions_the_simplest_are_listed_without_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    # Lower the limit, so that a deal of six numbers reaches it; only slower deals of seven reach the real limit.
    monkeypatch.setattr("perfectplay.pursuit.questions.solve._TOTAL", 5)
    some = record("solve", *DEAL, "--target", "951", "--all", "--limit", "2")
    assert (some["count"], some["total"], some["complete"]) == (2, None, False)
    words = run("solve", *DEAL, "--target", "951", "--all", "--limit", "2").stdout
    assert "... and more; without --limit, all are listed\n" in words
    every = record("solve", "1", "3", "7", "10", "25", "50", "--target", "765", "--all", "--limit", "20")
    assert (every["count"], every["total"], every["complete"]) == (12, 12, True)


def test_long_work_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("perfectplay.pursuit.search.values.notify", said.append)
    run("solve", *DEAL, "--target", "951", "--rules", "fractions")
    run("map", *DEAL, "--rules", "fractions")
    assert not said
    monkeypatch.setattr("perfectplay.pursuit.search.values.seconds", lambda *_: 51.6)
    run("solve", *DEAL, "--target", "951", "--rules", "fractions")
    run("map", *DEAL)
    line = "finding all values of 6 numbers{}: this takes about 55 seconds"
    assert said == [line.format(" with fractions"), line.format("")]


def test_what_comes_with_an_answer_never_refuses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert record("solve", "1000000", "1000000", "1000000", "--target", "2")["reached"] == 2

    def refuse(*_args: object, **_options: object) -> None:
        raise LimitExceededError("too large")

    monkeypatch.setattr("perfectplay.pursuit.deal.difficulty.grade", refuse)
    monkeypatch.setattr("perfectplay.pursuit.search.solutions.count_expressions", refuse)
    monkeypatch.setattr("perfectplay.pursuit.reach.reach", refuse)
    solved = record("solve", *DEAL, "--target", "951", "--all")
    assert (solved["reached"], solved["difficulty"], solved["expressions"]) == (951, None, None)
    assert "difficulty" not in run("solve", *DEAL, "--target", "951").stdout
    missed = record("solve", "1", "2", "--target", "9", status=1)
    assert (missed["reached"], missed["nearest"], missed["difficulty"]) == (3, None, None)
    assert "\n9 cannot be hit\n" in run("solve", "1", "2", "--target", "9").stdout


def test_signs_that_cannot_be_shown_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ascii:
        encoding = "ascii"

    pretty = parse_expression("(100+6)*9-4/2").pretty()
    assert printable(pretty) == pretty
    monkeypatch.setattr("sys.stdout", Ascii())
    assert printable(pretty) == "(100 + 6) * 9 - 4 / 2"


# -- map -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [20, 36, 60, 79, 200])
def test_a_map_fits_the_terminal(width: int) -> None:
    found = reach([1, 3, 7, 10, 25, 50], 95, 1000)
    lines = list(map_lines(found, width))
    assert max(map(len, lines)) <= width
    digits = "".join(line[5:].replace(" ", "") for line in lines if line[:4].strip().isdecimal() and line[4] == " ")
    assert digits == "".join(str(fewest or ".") for fewest in found.fewest)


def test_a_map_in_a_pipe_is_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("map", "1", "1", "2", "2", "3", "3").stdout.splitlines()
    assert lines[1] == "   1  1112223323 3344344344 4454454554"
    assert max(map(len, lines)) <= 40


def test_a_map_without_anything() -> None:
    assert "missing" not in run("map", "2", "2", "--targets", "900-999").stdout
    lines = list(map_lines(Reach(numbers=(2, 3), rules=Rules("/", use_all=True), low=1, high=10, fewest=(0,) * 10), 79))
    assert lines[0] == "2 3: targets 1 to 10   (all,operators=/)"
    assert lines[1] == " 1  .........."
    assert "0 of 10 targets can be reached" in lines


# -- all deals -------------------------------------------------------------------------------------------------


@rows(
    "fraction, digits, text",
    [
        (Fraction(0), 6, "0.000000"),
        (Fraction(1), 6, "1.000000"),
        (Fraction(1, 10**9), 6, "<0.000001"),
        (1 - Fraction(1, 10**9), 6, ">0.999999"),
        (Fraction(9_417_114_451, 10_179_260_000), 6, "0.925128"),
        (Fraction(2, 3), 3, "0.667"),
    ],
)
def test_a_decimal_never_claims_certainty(fraction: Fraction, digits: int, text: str) -> None:
    assert decimal(fraction, digits) == text


def test_a_table_without_rows_has_a_head() -> None:
    assert list(table(("a", "b"), [])) == ["   a  b"]


# -- bad input -------------------------------------------------------------------------------------------------


def test_long_work_shows_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    @contextmanager
    def show(*, quiet: bool = False) -> Iterator[ProgressLine]:
        shown.append(quiet)
        yield ProgressLine()

    monkeypatch.setattr("perfectplay.cli.pursuit.command.show_progress", show)
    for args in (["solve", *DEAL, "--target", "951"], ["deal"]):
        assert run(*args).exit_code == 0
    assert shown == [True, True]
    for args in (["solve", *DEAL, "--target", "951", "--all"], ["deal", "--difficulty", "easy"]):
        assert run(*args).exit_code == 0
    assert shown == [True, True, False, False]


# -- certificates ------------------------------------------------------------------------------------------------------

ODDS = ("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-100")


@pytest.mark.parametrize("args", [("solve", *DEAL, "--target", "997"), ("map", *DEAL)])
def test_what_the_checker_could_not_follow_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    monkeypatch.setattr(check, "MAX_WORK", 10)
    # Make the target unreachable, because the certificate of a hit does not need all values.
    target = ("--rules", "operators=+-") if args[0] == "solve" else ()
    done = run(*args, *target, "--certificate", str(tmp_path / "proof.json"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "the proof is too large for the checker: finding all values would join more than 10 pairs" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_odds_are_printed_even_if_they_are_not_proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "proof.json"
    done = run(*ODDS, "--rules", "all", "--time-limit", "0.000000001", "--certificate", str(path))
    assert done.exit_code == 0
    assert f"No certificate was written to {path}: the chances are not known yet." in done.stderr
    monkeypatch.setattr(check, "MAX_WORK", 10)
    done = run(*ODDS, "--certificate", str(path))
    assert done.exit_code == 0
    assert "chance to hit the target: 5293/28600" in done.stdout
    assert f"No certificate was written to {path}: the proof is too large for the checker: " in done.stderr
    assert not path.exists()
