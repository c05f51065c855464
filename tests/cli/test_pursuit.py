"""The commands of arithmetical pursuit, from the outside."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from perfectplay.cli.main import main
from perfectplay.cli.output import ProgressLine
from perfectplay.cli.pursuit.command import command
from perfectplay.cli.pursuit.tables import decimal, table
from perfectplay.cli.pursuit.text import map_lines, printable
from perfectplay.core.errors import LimitExceededError
from perfectplay.pursuit import PursuitPosition, Rules
from perfectplay.pursuit.expressions import check_expression, parse_expression
from perfectplay.pursuit.reach import Reach, reach
from tests.tables import rows

DEAL = ("3", "6", "9", "10", "50", "100")
SOLVE_KEYS = {"numbers", "target", "reachable", "value", "distance", "reached", "expression", "steps", "used"}
ODDS_KEYS = {"deals", "distinct_deals", "numerator", "denominator", "probability", "certain_deals"}


def run(*args: str) -> Result:
    return CliRunner().invoke(command, list(args))


def records(*args: str, status: int = 0) -> list[dict[str, Any]]:
    result = run(*args, "--json")
    assert result.exit_code == status, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def record(*args: str, status: int = 0) -> dict[str, Any]:
    (found,) = records(*args, status=status)
    return found


# -- solve -----------------------------------------------------------------------------------------------------


def test_solve_prints_the_contract() -> None:
    solved = record("solve", *DEAL, "--target", "951")
    assert set(solved) > SOLVE_KEYS
    assert (solved["numbers"], solved["target"]) == ([3, 6, 9, 10, 50, 100], 951)
    assert (solved["reachable"], solved["reached"], solved["distance"]) == (True, 951, 0)
    assert solved["expression"] == "(100+6)*9-3"
    assert solved["steps"] == ["100 + 6 = 106", "106 * 9 = 954", "954 - 3 = 951"]
    assert (solved["used"], solved["operations"], solved["largest"]) == ([3, 6, 9, 100], 3, 954)
    assert set(solved["difficulty"]) == {"grade", "points", "reasons"}
    assert PursuitPosition.from_id(solved["position"]).numbers == (3, 6, 9, 10, 50, 100)


def test_solve_in_words() -> None:
    lines = run("solve", *DEAL, "--target", "951").stdout.splitlines()
    assert lines[0] == "3 6 9 10 50 100 -> 951"
    assert lines[1] == "  100 + 6 = 106"
    assert lines[4] == "(100 + 6) × 9 − 3 = 951: a hit with 4 numbers and 3 steps"  # noqa: RUF001  # printed signs
    assert lines[5].startswith("difficulty: ")


def test_a_target_out_of_reach_is_a_no_with_the_closest_value_and_the_reason() -> None:
    # The classic impossible deal: Hutton, "The countdown problem" (2002).
    result = run("solve", "1", "3", "7", "10", "25", "50", "--target", "831")
    assert result.exit_code == 1
    assert "831 cannot be hit: these numbers reach 996 of the targets 1 to 1,000; the nearest are 830 and 832" in (
        result.stdout
    )
    assert "= 830: 1 away" in result.stdout
    assert "perfectplay pursuit map 1 3 7 10 25 50\n" in result.stdout
    solved = record("solve", "1", "3", "7", "10", "25", "50", "--target", "831", status=1)
    assert (solved["reachable"], solved["reached"], solved["distance"]) == (False, 830, 1)
    assert solved["nearest"] == {"low": 1, "high": 1000, "count": 996, "below": 830, "above": 832}
    assert check_expression(solved["expression"], [1, 3, 7, 10, 25, 50]).value == 830


def test_all_solutions_are_different_and_right() -> None:
    solved = record("solve", "1", "3", "7", "10", "25", "50", "--target", "765", "--all")
    found = [one["expression"] for one in solved["solutions"]]
    assert len(set(found)) == len(found) == solved["count"]
    assert all(check_expression(text, [1, 3, 7, 10, 25, 50]).value == 765 for text in found)
    # Hutton's count of ordered expressions.
    assert (solved["complete"], solved["expressions"]) == (True, 780)
    assert [one["operations"] for one in solved["solutions"]] == sorted(
        one["operations"] for one in solved["solutions"]
    )
    some = record("solve", "1", "3", "7", "10", "25", "50", "--target", "765", "--all", "--limit", "2")
    assert some["solutions"] == solved["solutions"][:2]
    assert (some["count"], some["total"], some["complete"], some["expressions"]) == (2, len(found), False, None)
    some_words = run("solve", "1", "3", "7", "10", "25", "50", "--target", "765", "--all", "--limit", "2").stdout
    assert f"... 2 of {len(found)} essentially different solutions for 765; without --limit, all are" in some_words
    words = run("solve", "1", "3", "7", "10", "25", "50", "--target", "765", "--all")
    assert f"{len(found)} essentially different solutions for 765\n780 expressions " in words.stdout


def test_too_many_solutions_are_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.search.solutions.MAX_FORMS", 10)
    refused = run("solve", *DEAL, "--target", "951", "--all")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "more than 10 formulae to look at" in refused.stderr
    assert refused.stderr.endswith("; --limit K lists the K simplest\n")


def test_of_many_solutions_the_simplest_are_listed_without_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    # So it is with seven numbers and more; six take less time.
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
        message = "too large"
        raise LimitExceededError(message)

    monkeypatch.setattr("perfectplay.pursuit.deal.difficulty.grade", refuse)
    monkeypatch.setattr("perfectplay.pursuit.search.solutions.count_expressions", refuse)
    monkeypatch.setattr("perfectplay.pursuit.reach.reach", refuse)
    solved = record("solve", *DEAL, "--target", "951", "--all")
    assert (solved["reached"], solved["difficulty"], solved["expressions"]) == (951, None, None)
    assert "difficulty" not in run("solve", *DEAL, "--target", "951").stdout
    missed = record("solve", "1", "2", "--target", "9", status=1)
    assert (missed["reached"], missed["nearest"], missed["difficulty"]) == (3, None, None)
    assert "\n9 cannot be hit\n" in run("solve", "1", "2", "--target", "9").stdout


def test_after_a_miss_of_a_large_target_its_map_is_suggested() -> None:
    out = run("solve", "50", "50", "--target", "5000", "--rules", "operators=+").stdout
    assert "5,000 cannot be hit: these numbers reach 2 of the targets 1 to 5,000; the nearest is 100\n" in out
    assert "perfectplay pursuit map 50 50 --targets 4500-5499 --rules operators=+\n" in out
    largest = run("solve", "50", "50", "--target", "1000000").stdout
    assert "map 50 50 --targets 999500-1000000\n" in largest


def test_rules_change_the_answer() -> None:
    assert record("solve", "1", "5", "5", "5", "--target", "24", "--rules", "all", status=1)["distance"] > 0
    solved = record("solve", "1", "5", "5", "5", "--target", "24", "--rules", "all,fractions")
    assert (solved["reached"], solved["rules"]) == (24, "all,fractions")
    assert "1 / 5 = 1/5" in solved["steps"]
    nothing = record("solve", "2", "3", "--target", "4", "--rules", "all,operators=/", status=1)
    assert (nothing["reached"], nothing["expression"], nothing["value"], nothing["steps"]) == (None, None, 4, [])
    words = run("solve", "2", "3", "--target", "4", "--rules", "all,operators=/", "--all")
    assert "no whole number can be made by these rules\n" in words.stdout


def test_a_number_of_the_deal_is_a_solution() -> None:
    assert "50: a hit with that number alone" in run("solve", *DEAL, "--target", "50").stdout


def test_solve_goes_on_from_a_position() -> None:
    solved = record("solve", "--position", "pursuit:3.6.9.10.50.100:951/100a6")
    assert (solved["reached"], solved["expression"], solved["difficulty"]) == (951, "(100+6)*9-3", None)
    spoilt = record("solve", "--position", "pursuit:3.6.9.10.50.100:951/100a6.10m9", status=1)
    assert spoilt["distance"] == 1
    assert check_expression(spoilt["expression"], [3, 6, 9, 10, 50, 100]).value == spoilt["reached"]
    words = run("solve", "--position", "pursuit:3.6.9.10.50.100:951/100a6.10m9").stdout
    assert "after 100+6, 10*9: 3 50 106 90\n951 cannot be hit from here\n" in words
    fresh = record("solve", "--position", "pursuit:3.6.9.10.50.100:951")
    assert fresh["difficulty"] is not None


def test_signs_that_cannot_be_shown_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ascii:
        encoding = "ascii"

    pretty = parse_expression("(100+6)*9-4/2").pretty()
    assert printable(pretty) == pretty
    monkeypatch.setattr("sys.stdout", Ascii())
    assert printable(pretty) == "(100 + 6) * 9 - 4 / 2"


# -- map -------------------------------------------------------------------------------------------------------


def test_map_lists_every_target() -> None:
    found = record("map", "1", "1", "2", "2", "3", "3")
    expected = reach([1, 1, 2, 2, 3, 3])
    assert found["reachable"] == list(expected.targets)
    assert found["count"] == len(found["reachable"]) == 62
    assert sorted(found["reachable"] + found["missing"]) == list(range(1, 1001))
    assert found["fewest"][80] == 6
    part = record("map", *DEAL, "--targets", "940-950")
    assert (part["low"], part["high"], part["reachable"]) == (940, 950, list(range(940, 951)))
    assert record("map", "2", "2", "--targets", "4")["reachable"] == [4]


def test_map_in_words() -> None:
    lines = run("map", "1", "1", "2", "2", "3", "3").stdout.splitlines()
    assert lines[0] == "1 1 2 2 3 3: targets 1 to 1,000"
    assert lines[1] == "   1  1112223323 3344344344 4454454554 5555545555 6566566566"
    assert "none in 16 lines" in lines[4]
    text = " ".join(line.strip() for line in lines)
    assert "62 of 1,000 targets can be reached: 3 with 1, 4 with 2, 7 with 3, 13 with 4, 17 with 5, 18 with 6" in text
    assert max(map(len, lines)) <= 79
    missing = run("map", "1", "3", "7", "10", "25", "50").stdout
    assert "missing: " in missing
    assert " 831 " in missing


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


def test_odds_of_the_television_game() -> None:
    found = record("odds", "--deck", "classic", "--top", "3")
    assert set(found) > ODDS_KEYS
    assert (found["low"], found["high"], found["distinct_deals"]) == (101, 999, 13_243)
    assert (found["hits"], found["pairs"]) == (10_858_746, 11_905_457)
    assert Fraction(found["numerator"], found["denominator"]) == Fraction(28_354_918, 30_250_451)
    assert found["certain_deals"] == 1_226
    assert [row["hits"] for row in found["by_large"]] == [1_963_726, 4_966_076, 3_192_103, 693_131, 43_710]
    assert {row["target"]: row["distinct_deals"] for row in found["hardest"]}[947] == 9_017
    assert [row["distance"] for row in found["by_distance"]] == list(range(21))
    assert (len(found["best"]), len(found["worst"]), len(found["easiest"])) == (3, 3, 3)


def test_odds_in_words() -> None:
    out = run("odds", "--deck", "suit", "--numbers", "4", "--targets", "1-100").stdout
    found = record("odds", "--deck", "suit", "--numbers", "4", "--targets", "1-100")
    assert out.startswith("suit: 4 of 13 numbers, targets 1 to 100\n")
    assert f"chance to hit the target: {found['numerator']}/{found['denominator']} = 0." in out
    assert "deals: 715, of which 715 differ in their numbers\n" in out
    for title in ("By number of large numbers (25 50 100)", "Best deals:", "Worst deals:", "Hardest targets:"):
        assert title in out
    assert max(map(len, out.splitlines())) <= 79


def test_odds_by_other_rules() -> None:
    plain = record("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-50")
    fractions = record("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-50", "--rules", "fractions")
    assert fractions["rules"] == "fractions"
    assert fractions["hits"] >= plain["hits"]


def test_formulas_of_the_reduced_game() -> None:
    # The article's reduced game: four cards of one suit.
    found = record("formulas", "--deck", "suit", "--numbers", "4", "--by-value")
    assert (found["candidates"], found["admissible"]) == (5_546_749, 2_810_729)
    assert found["candidates_by_numbers"] == [13, 624, 54_912, 5_491_200]
    assert found["in_range"] == sum(found["by_value"][1001:])
    assert [(fit["low"], fit["high"]) for fit in found["power_law"]] == [(1, 1000), (100, 1000)]
    words = run("formulas", "--deck", "suit", "--numbers", "4", "--by-value").stdout
    assert "all   5,546,749   2,810,729\n" in words
    assert words.endswith(f"\n1,000 {found['by_value'][-1]:,}\n")
    # Below the first value that can be made there is nothing to list, nor beyond the last.
    few = run("formulas", "--deck", "suit", "--numbers", "1", "--by-value").stdout.splitlines()
    assert few[few.index("") + 1] == "1 1"
    assert few[-1] == "100 1"
    assert "by_value" not in record("formulas", "--deck", "suit", "--numbers", "2")
    same = record("formulas", "--deck", "suit", "--numbers", "3", "--operators", "-+")
    assert (same["operators"], same["candidates"]) == ("+-", same["admissible"])


def test_formulas_too_few_for_a_law(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text('{"cards": {"7": 1}}')
    found = record("formulas", "--deck", str(path), "--numbers", "1")
    assert (found["candidates"], found["in_range"], found["power_law"]) == (1, 1, [])
    assert "power law" not in run("formulas", "--deck", str(path), "--numbers", "1").stdout
    # Every card makes as many formulae as any other: a line explains nothing.
    assert record("formulas", "--deck", "cards", "--numbers", "1")["power_law"] == []


def test_design_ranks_and_resumes(tmp_path: Path) -> None:
    args = ["design", "--deck", "suit", "--numbers", "3", "--targets", "1-100", "--vary", "25=15,20-21,25"]
    resume = str(tmp_path / "decks.db")
    rows = records(*args, "--resume", resume)
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert {row["changes"]["25"] for row in rows} == {15, 20, 21, 25}
    chances = [Fraction(row["numerator"], row["denominator"]) for row in rows]
    assert chances == sorted(chances, reverse=True)
    unchanged = next(row for row in rows if row["changes"]["25"] == 25)
    plain = record("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-100")
    assert (unchanged["hits"], unchanged["pairs"]) == (plain["hits"], plain["pairs"])
    again = records(*args, "--resume", resume, "--rank", "within-2", "--ascending", "--top", "2")
    assert [row["rank"] for row in again] == ["within-2"] * 2
    assert Fraction(again[0]["figure"]) <= Fraction(again[1]["figure"])
    words = run(*args, "--resume", resume, "--rank", "by-2").stdout.splitlines()
    assert words[0].split() == ["place", "by-2", "chance", "hits", "all", "hardest", "values"]
    assert words[-3].startswith("4 decks ranked by the chance of a hit with at most 2 numbers; the first: ")
    assert any(line.endswith(" 25 -> 15") for line in words)


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


# -- deal ------------------------------------------------------------------------------------------------------


def test_deal_follows_the_seed() -> None:
    first, again, other = (records("deal", "--seed", seed, "--count", "3") for seed in "112")
    assert first == again != other
    for game in first:
        position = PursuitPosition.from_id(game["position"])
        assert (list(position.numbers), position.target) == (game["numbers"], game["target"])
        assert len(game["numbers"]) == 6
        assert 1 <= game["target"] <= 1000
        assert game["play"] == f"perfectplay pursuit play --position {game['position']}"


def test_deal_from_other_decks() -> None:
    games = records("deal", "--deck", "classic", "--count", "200", "--seed", "1")
    assert all(101 <= game["target"] <= 999 for game in games)
    assert {number for game in games for number in game["numbers"]} == {*range(1, 11), 25, 50, 75, 100}
    few = records("deal", "--numbers", "4", "--targets", "24-24", "--rules", "all,fractions", "--count", "2")
    assert all((len(game["numbers"]), game["target"], game["rules"]) == (4, 24, "all,fractions") for game in few)
    words = run("deal", "--numbers", "2", "--targets", "5", "--rules", "all").stdout
    assert " -> 5   (all)\n  perfectplay pursuit play --position pursuit:" in words


def test_deal_until_it_is_hard() -> None:
    games = records("deal", "--seed", "5", "--count", "2", "--difficulty", "hard")
    assert all(game["difficulty"]["grade"] == "hard" for game in games)
    assert run("deal", "--seed", "5", "--difficulty", "hard").stdout.splitlines()[0].endswith("   hard")
    # The sum of two numbers of at most 100 hits no million.
    hopeless = run("deal", "--numbers", "1", "--targets", "1000000", "--difficulty", "easy")
    assert hopeless.exit_code == 2
    assert "none of 2,000 games was 'easy'" in hopeless.stderr


# -- pictures --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ["solve", *DEAL, "--target", "951"],
        ["map", *DEAL],
        ["odds", "--deck", "suit", "--numbers", "3", "--targets", "1-50"],
        ["formulas", "--deck", "suit", "--numbers", "3"],
    ],
    ids=lambda args: str(args[0]),
)
def test_pictures_are_written(args: list[str], tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    result = run(*args, "--svg", str(path))
    assert result.exit_code == 0, result.stderr
    assert ET.parse(path).getroot().tag.endswith("svg")  # noqa: S314  # our own file
    refused = run(*args, "--svg", str(tmp_path / "no" / "picture.svg"))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "No such file or directory" in refused.stderr
    assert "--svg - would not write" in run(*args, "--svg", "-").stderr


def test_nothing_is_drawn_where_there_is_no_solution(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    result = run("solve", "2", "3", "--target", "4", "--rules", "all,operators=/", "--svg", str(path))
    assert result.exit_code == 2
    assert "there is nothing to draw" in result.stderr
    assert not path.exists()


# -- bad input -------------------------------------------------------------------------------------------------


@rows(
    "args, legal",
    [
        (["solve"], "nothing to solve; give numbers and --target"),
        (["solve", "1", "2"], "give the target, as in --target 951, too"),
        (["solve", "--target", "4"], "give the numbers, as in 3 6 9 10 50 100, too"),
        (["solve", "1", "-5", "--target", "4"], "'-5' cannot be dealt; the numbers of a deal are positive integers"),
        (["solve", "1", "0", "--target", "4"], "'0' cannot be dealt"),
        (["solve", "1", "3.5", "--target", "4"], "'3.5' is not a whole number"),
        (["solve", "1", "1000001", "--target", "4"], "the largest possible is 1,000,000"),
        (["solve", *"123456789", "--target", "4"], "9 numbers are too many; a deal has one to 8"),
        (["solve", "1", "--target", "0"], "'0' cannot be a target; a target is an integer from 1 to 1,000,000"),
        (["solve", "1", "--target", "-3"], "'-3' cannot be a target"),
        (["solve", "1", "--target", "1000001"], "is too large; a target is an integer from 1 to 1,000,000"),
        (["solve", "1", "--target", "4", "--limit", "3"], "--limit means nothing without --all"),
        (["solve", "1", "--target", "4", "--all", "--limit", "0"], "--limit 0 lists nothing; it must be at least 1"),
        (["solve", "1", "--target", "4", "--svg", ""], "--svg '' names no file; give a file name"),
        (["solve", "1", "--target", "4", "--rules", "operators=+,-"], "write them as one word, as in operators=+-"),
        (["solve", "1", "--target", "4", "--rules", "al"], "the rules are all, fractions, positive and operators="),
        (["solve", "1", "--target", "4", "--rules", "operators=^"], "the operators are + - * /"),
        (
            ["solve", "1", "--target", "4", "--jsno"],
            "there is no option '--jsno' (did you mean --json?); the options are --all",
        ),
        (["solve", "--position", "pursuit:1.2:3", "--target", "4"], "leave the others out, or leave it out"),
        (["solve", "--position", "pursuit:1.2:3/1a2", "--all"], "moves have been made"),
        (["solve", "--position", "coins:1.2"], "is of the game 'coins'; here it should look like pursuit:..."),
        (["map"], "there are no numbers"),
        (["map", "1", "--targets", "5-1"], "as in 1-5"),
        (["map", "1", "--targets", "0-4"], "'0' cannot be a target"),
        (["map", "1", "--targets", "-3-4"], "'-3' cannot be a target"),
        (["map", "1", "--targets", "many"], "write it as in 1-1000"),
        (["odds", "--numbers", "9"], "1 to 8 can be, from the deck 'cards'"),
        (["odds", "--deck", "nope"], "the decks are cards, classic, suit, or a file such as"),
        (["odds", "--top", "0"], "it must be at least 1"),
        (["odds", "--targets", "1-2000000"], "from 1 to 1,000,000"),
        (["formulas", "--operators", ""], "there is no operator; the operators are + - * /"),
        (["formulas", "--operators", "&"], "'&' is not an operator"),
        (["formulas", "--numbers", "7"], "those of 1 to 6 can be"),
        (["formulas", "--numbers", "9"], "those of 1 to 6 can be"),
        (["formulas", "--rules=all"], "formulas has no --rules; --operators says what may be used"),
        (["odds", "--deck", ""], "'' names no deck; the decks are cards, classic, suit, or a file such as"),
        (["deal", "--count", "0"], "it must be from 1 to 10,000"),
        (["deal", "--seed", "x"], "'x' is not a whole number"),
        (["deal", "--difficulty", "odd"], "'very easy', 'easy'"),
        (["design"], "there is nothing to vary; give a number of the deck and values for it, as in --vary 25=20-30"),
        (["design", "--vary", "25"], "as in 25=20-30"),
        (["design", "--vary", "25="], "as in 25=20-30"),
        (["design", "--vary", "25=30-20"], "is empty"),
        (["design", "--vary", "25=1-20000"], "at most 10,000 values are possible"),
        (["design", "--vary", "25=1", "--vary", "25=2"], "give all its values at once"),
        (["design", "--vary", "12=1"], "the deck 'cards' has no 12"),
        (["design", "--vary", "25=0"], "numbers go from 1 to 1,000,000"),
        (["design", "--vary", "25=20", "--rank", "beauty"], "the figures are probability, certain, hardest"),
        (["play", "1", "2"], "give the target"),
        (["play", "3", "6", "--target", "9", "--numbers", "3"], "--numbers is about numbers that are dealt"),
        (["play", "3", "6", "--target", "9", "--deck", "classic"], "--deck is about numbers that are dealt"),
        (["play", "1", "2", "--target", "3", "--clock", "0"], "is not a positive number of seconds"),
        (["play", "--position", "pursuit:1.2:3/1a3"], "is not on the table"),
    ],
)
def test_bad_input_is_one_line_that_says_what_would_be_legal(args: list[str], legal: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    assert legal in line


@rows("name", ["solve", "map", "odds", "formulas", "deal", "play", "design"])
def test_every_command_has_help_with_an_example_and_json(name: str) -> None:
    result = CliRunner().invoke(main, ["pursuit", name, "--help"])
    assert result.exit_code == 0
    assert f"Example: perfectplay pursuit {name} " in " ".join(result.stdout.split())
    assert "--json" in result.stdout


def test_rules_and_difficulties_may_be_written_large() -> None:
    assert record("solve", "1", "5", "5", "5", "--target", "24", "--rules", "All,FRACTIONS")["rules"] == "all,fractions"
    assert record("deal", "--seed", "5", "--difficulty", "Hard")["difficulty"]["grade"] == "hard"


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


def test_numbers_may_be_separated_by_commas() -> None:
    assert record("solve", "3,6, 9", "10", "50,100", "--target", "951")["numbers"] == [3, 6, 9, 10, 50, 100]
