"""Arithmetical pursuit at the terminal, played by a script."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from perfectplay.cli import repl
from perfectplay.cli.pursuit.command import command
from perfectplay.cli.pursuit.play import PursuitPlay, Score
from perfectplay.cli.pursuit.screen import layout, slots
from perfectplay.cli.repl import RichView, Said, Slot, run
from perfectplay.pursuit import STOP, PursuitPosition, Rules
from perfectplay.pursuit.expressions import check_expression, entries
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.solve import solve
from tests.tables import rows

DEAL = ("3", "6", "9", "10", "50", "100")
START = "pursuit:3.6.9.10.50.100:951"


def play(*args: str, lines: str) -> Result:
    return CliRunner().invoke(command, ["play", *args], input=lines)


def events(*args: str, lines: str) -> list[dict[str, Any]]:
    result = play(*args, "--json", lines=lines)
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def game(*, lines: str, rules: str = "") -> list[dict[str, Any]]:
    return events(*DEAL, "--target", "951", "--rules", rules, lines=lines)


def one_game(text: str = START, **options: Any) -> PursuitPlay:
    position = PursuitPosition.from_id(text)
    return PursuitPlay(position, position.start, **options)


# -- calculating -----------------------------------------------------------------------------------------------


def test_steps_lead_to_a_hit() -> None:
    found = game(lines="100+6\n106 x 9\n954-3\n")
    assert [event["event"] for event in found] == ["start", "step", "step", "hit", "quit"]
    assert found[1]["table"] == [3, 9, 10, 50, 106]
    assert (found[1]["answer"], found[1]["distance"], found[1]["value"]) == (106, 845, 106)
    assert found[3]["steps"] == ["954 - 3 = 951"]
    assert "951: a hit!" in found[3]["message"]
    assert (found[3]["finished"], found[3]["hits"], found[3]["games"]) == (True, 1, 1)


def test_a_whole_expression_is_played_step_by_step_and_undone_at_once() -> None:
    found = game(lines="(100+6)*9-3\nu\ny\nu\nu\ny\ny\n")
    names = [event["event"] for event in found[1:-1]]
    assert names == ["hit", "undo", "redo", "undo", "error", "redo", "error"]
    assert found[1]["position"] == f"{START}/100a6.106m9.954s3"
    assert found[2]["position"] == START
    assert found[3]["position"] == found[1]["position"]
    assert found[-1]["games"] == 1


def test_an_expression_may_go_on_from_results() -> None:
    found = game(lines="100+6\n106*9-3\nu\n")
    assert found[2]["event"] == "hit"
    assert found[3]["position"] == f"{START}/100a6"


def test_an_expression_of_the_deal_counts_whatever_was_calculated_before() -> None:
    found = game(lines="100*50\n5000+9\n(100+6)*9-3\n")
    assert (found[3]["event"], found[3]["position"]) == ("hit", f"{START}/100a6.106m9.954s3")
    over = game(lines="=\n(100+6)*9-3\n")
    assert (over[2]["event"], over[2]["distance"], over[2]["hits"], over[2]["games"]) == ("step", 0, 0, 1)


def test_steps_of_a_resumed_position_are_undone_one_by_one() -> None:
    found = events("--position", f"{START}/100a6.106m9", lines="u\nu\nu\ny\nr\n")
    assert [event["position"] for event in found[1:]] == [
        f"{START}/100a6",
        START,
        START,
        f"{START}/100a6",
        *[f"{START}/100a6.106m9"] * 2,
    ]


def test_a_value_may_be_claimed() -> None:
    found = game(lines="100+6=107\n100+6 = 106\n106*9-3=950\n")
    assert (found[1]["event"], found[1]["position"]) == ("error", START)
    assert found[1]["message"] == "'100+6' is 106, not '107'; leave out what follows =, or correct it"
    assert found[2]["event"] == "step"
    assert (found[3]["event"], found[3]["table"]) == ("error", [3, 9, 10, 50, 106])


def test_fractions_and_negative_numbers_are_calculated_step_by_step() -> None:
    found = events("1", "5", "5", "5", "--target", "24", "--rules", "fractions", lines="1/5\n5-(1/5)\n5*(24/5)\n")
    assert found[1]["table"] == [5, 5, "1/5"]
    assert found[2]["table"] == [5, "24/5"]
    assert (found[3]["event"], found[3]["answer"]) == ("hit", 24)
    below = game(lines="3-10\n100+(-7)\n(-7)+2\n")
    assert below[1]["table"] == [6, 9, 50, 100, -7]
    assert below[2]["table"] == [6, 9, 50, 93]
    assert below[3]["event"] == "error"


def test_all_numbers_may_have_to_be_used() -> None:
    found = events("1", "2", "3", "--target", "6", "--rules", "all", lines="3*2\n6*1\n")
    assert (found[1]["event"], found[1]["answer"], found[1]["distance"]) == ("step", 0, 6)
    assert "2 numbers are left, and all must be used." in found[1]["message"]
    assert found[2]["event"] == "hit"
    whole = events("1", "2", "3", "--target", "6", "--rules", "all", lines="3*2*1\n")
    assert whole[1]["event"] == "hit"


def test_the_end_without_a_hit_is_told() -> None:
    found = events("1", "2", "--target", "9", lines="1+2\nb\n=\n")
    assert "nothing is left to calculate: = stops, u undoes." in found[1]["message"]
    assert (found[1]["over"], found[1]["finished"]) == (True, False)
    assert found[3]["message"] == "You stop with 3: 6 away.\nNothing closer was possible. n deals again."
    assert (found[3]["games"], found[3]["hits"]) == (1, 0)


def test_stopping_tells_what_was_possible() -> None:
    found = game(lines="10*100\n=\n=\nu\nu\n")
    assert found[2]["position"] == f"{START}/10m100.e"
    assert found[2]["message"].startswith("You stop with 1,000: 49 away.\nPossible was 951, a hit: a shows how")
    assert found[3]["event"] == "error"
    assert [event["position"] for event in found[4:6]] == [f"{START}/10m100", START]
    # A single number is an answer, if it is the closest one.
    assert [event["event"] for event in game(lines="50\n100\n")[1:3]] == ["error", "stop"]
    assert "= stops with 100" in game(lines="50\n")[1]["message"]


# -- bad input -------------------------------------------------------------------------------------------------


@rows(
    "line, message, place",
    [
        ("(100+6)*7-3", "7 at character 9 is not in the deal 3 6 9 10 50 100", (8, 9)),
        ("(100+6)*9-6", "6 at character 11 is one too many", (10, 11)),
        ("(100+6*9", "'(' at character 1 is never closed", (0, 1)),
        ("100+6)*9", "')' at character 6 closes a bracket that was never opened", (5, 6)),
        ("100//6", "'/' at character 5", (4, 5)),
        ("-3+6", "'-' at character 1", (0, 1)),
        ("100/6*9", "100 / 6 is not a whole number, and fractions are not allowed", (0, 5)),
        ("100/6", "100 / 6 is not a whole number, and fractions are not allowed", (0, 5)),
        ("10/(9-6-3)", "divides by zero", (0, 10)),
        ("3+0", "0 at character 3 cannot be in a deal", (2, 3)),
        ("3^6", "'^' at character 2", (1, 2)),
        ("take 3", "'t' at character 1", (0, 1)),
        ("100+", "'+' at character 4 has nothing after it", (3, 4)),
        ("100/0", "'100/0' at character 1 divides by zero", (0, 5)),
        ("\u0663+3", "at character 1", (0, 1)),
    ],
)
def test_a_wrong_expression_is_underlined_and_changes_nothing(line: str, message: str, place: tuple[int, int]) -> None:
    found = game(lines=f"{line}\n")
    assert [event["event"] for event in found] == ["start", "error", "quit"]
    first, text, carets = found[1]["message"].split("\n")
    assert message in first
    assert text == line
    assert (carets.index("^"), len(carets)) == place
    assert (found[1]["start"], found[1]["stop"]) == place
    assert found[-1]["position"] == START


def test_a_wrong_expression_is_about_the_table() -> None:
    found = game(lines="100+6\n106*7\n106*9-9\n100/3\n")
    assert found[2]["message"].startswith("7 at character 5 is not on the table 3 9 10 50 106; ")
    assert "the table 3 9 10 50 106 has 9 only once" in found[3]["message"]
    assert found[4]["message"].startswith("100 at character 1 is not on the table")


def test_a_forbidden_operator_is_told() -> None:
    for line in ("100*6", "100*6-3"):
        found = game(lines=f"{line}\n", rules="operators=+-")
        assert "is not allowed here; use + -" in found[1]["message"]


@pytest.mark.parametrize(
    ("deal", "lines"),
    [(("3", "7"), ("3*7",)), (("4", "2"), ("4/2", "3*2")), (("4", "2"), ("=", "4*2"))],
    ids=["at the start", "at the end", "after the end"],
)
def test_a_forbidden_operator_is_told_when_nothing_is_left(deal: tuple[str, ...], lines: tuple[str, ...]) -> None:
    found = events(*deal, "--target", "21", "--rules", "operators=/", lines="\n".join((*lines, "")))
    assert found[-2]["message"].startswith("'*' at character 2: the operator '*' is not allowed here; use /\n")


def test_an_unknown_word_is_answered_with_where_to_look() -> None:
    assert game(lines="foo\n")[1]["message"] == "'foo' is not a command or a calculation; ? lists the commands"


def test_a_hit_after_the_end_is_not_counted() -> None:
    found = game(lines="=\nu\n(100+6)*9-3\n")
    assert "That is 951: a hit. It is not counted: the game was finished before." in found[3]["message"]
    assert (found[3]["hits"], found[3]["games"]) == (0, 1)


def test_what_is_too_large_to_be_solved_can_still_be_played() -> None:
    large = ".".join(map(str, range(999_991, 999_999)))
    found = events("--position", f"pursuit:{large}:999999/999998s999996", lines="b\n=\n")
    assert (found[1]["event"], found[1]["message"]) == ("best", "Best still possible from here: 999,999, a hit.")
    assert (found[2]["event"], found[2]["message"]) == ("stop", "You stop with 999,998: 1 away. n deals again.")


def test_the_clock_is_written_without_an_exponent() -> None:
    result = play("--position", START, "--clock", "1e9", lines="")
    assert "You have 1,000,000,000 seconds." in result.stdout
    assert "clock 0 of 1,000,000,000 s" in result.stdout
    assert result.stdout.endswith("--clock 1000000000\n")


@pytest.mark.parametrize("line", ["(" * 500, "3+" * 400, "1" * 900, "(3+" * 5000, "[bold]"])
def test_nonsense_is_answered_briefly(line: str) -> None:
    found = game(lines=f"{line}\n")
    assert found[1]["event"] == "error"
    assert max(map(len, found[1]["message"].split("\n")[1:]), default=0) <= 80
    assert found[-1]["position"] == START


def test_a_long_text_is_shown_around_its_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = f"{'(' * 100}3{')' * 100}&6"
    _, shown, carets = game(lines=f"{text}\n")[1]["message"].split("\n")
    assert len(shown) <= 39
    assert shown[carets.index("^")] == "&"


def test_where_nothing_can_be_typed_as_it_stands() -> None:
    found = events("1", "2", "--target", "9", "--rules", "fractions", lines="1/2\n3+4\n")
    assert found[2]["event"] == "error"
    assert (
        "'3+4' cannot be played: nothing is left to calculate; = stops, u undoes, n deals again"
        in (found[2]["message"])
    )
    more = events("1", "2", "3", "4", "--target", "9", "--rules", "fractions", lines="1/2\n3/4\n3+9\n(1/2)+(3/4)\n")
    assert "has no number of the table; write fractions and the like as in (1/2)*(-6)" in more[3]["message"]
    assert more[4]["value"] == "5/4"


# -- other numbers ---------------------------------------------------------------------------------------------


def test_other_numbers_are_evaluated_on_request_and_do_not_count() -> None:
    found = events(*DEAL, "--target", "951", "--foreign", lines="(100+6)*7\n7*7\n9*9\n(100+6)*9-3\n")
    assert (found[1]["event"], found[1]["value"], found[1]["away"]) == ("foreign", 742, 209)
    assert (found[1]["foreign"], found[1]["distance"], found[1]["games"]) == ([7], 851, 0)
    assert "It does not count: 7 is not among the numbers." in found[1]["message"]
    assert "7 7 are not among the numbers." in found[2]["message"]
    assert found[3]["event"] == "error"
    assert found[4]["event"] == "hit"


# -- questions -------------------------------------------------------------------------------------------------


def test_following_the_hints_leads_to_a_hit() -> None:
    table = one_game()
    for _ in range(3):
        hint = table.answer("h")
        assert hint.data["best_distance"] == 0
        table.answer(hint.data["step"])
    assert table.position.distance == 0
    assert table.answer("h").message == "You have hit the target. = stops, n deals again."
    assert table.total == Score(helped=1)


def test_a_hint_tells_what_was_thrown_away() -> None:
    spoilt = events("--position", f"{START}/100a6.10m9", lines="h\nb\n")
    assert spoilt[1]["best_distance"] == spoilt[2]["best_distance"] == 1
    assert "With all the numbers, 951 was possible, a hit: u undoes." in spoilt[2]["message"]
    end = events("1", "2", "--target", "9", lines="1+2\nh\nb\n")
    assert end[2]["message"].startswith("Nothing that is left comes closer than 3, 6 away.")
    assert "Nor was anything closer possible with all the numbers." in end[3]["message"]
    none = events("2", "3", "--target", "4", "--rules", "all,operators=/", lines="b\na\n=\n")
    assert none[1]["message"] == "No whole number can be made by these rules from here."
    assert none[2]["solutions"] == []


def test_the_answer_lists_solutions_and_is_help() -> None:
    found = game(lines="a\n(100+6)*9-3\n")
    assert found[1]["solutions"][0] == "(100+6)*9-3"
    assert len(set(found[1]["solutions"])) == len(found[1]["solutions"]) > 3
    assert all(check_expression(text, map(int, DEAL)).value == 951 for text in found[1]["solutions"])
    assert "With help, so it is not counted." in found[2]["message"]
    assert (found[2]["games"], found[2]["helped"]) == (0, 1)
    far = events("1", "3", "7", "10", "25", "50", "--target", "831", lines="a\n")
    assert (far[1]["value"], far[1]["best_distance"]) == (830, 1)


def test_help_after_the_end_is_no_help() -> None:
    found = game(lines="(100+6)*9-3\na\n")
    assert (found[-1]["hits"], found[-1]["helped"]) == (1, 0)


def test_the_targets_of_a_deal() -> None:
    found = events("1", "3", "7", "10", "25", "50", "--target", "831", lines="t\n")[1]
    assert (found["count"], found["low"], found["high"]) == (996, 1, 1000)
    assert 831 not in found["near"]
    expected = reach([1, 3, 7, 10, 25, 50], 821, 841)
    assert found["near"] == list(expected.targets)
    assert "831 cannot be hit: these numbers reach 996" in found["message"]
    assert "In reach within 10 of 831: 821 822" in found["message"]
    assert "All targets: perfectplay pursuit map 1 3 7 10 25 50" in found["message"]
    assert "These numbers reach 1,000 of the targets 1 to 1,000." in game(lines="t\n")[1]["message"]


def test_help_names_every_command_in_a_line() -> None:
    (_, found, again, _) = game(lines="?\nhelp\n")
    assert found["event"] == again["event"] == "help"
    lines = found["message"].splitlines()
    assert [line.split(",")[0].split("  ")[0] for line in lines] == ["100+6", "(100+6)*9-3", *"hmb=atursn?q"]
    assert max(map(len, lines)) < 80


def test_moves_lists_the_steps_that_are_possible() -> None:
    found = events("1", "2", "--target", "9", lines="m\n1+2\n=\nm\n")
    assert found[1]["moves"] == found[0]["legal"] == ["1-2", "2+1", "2-1", "2*1", "2/1", "="]
    assert found[1]["message"].split() == found[1]["moves"]
    assert found[4]["message"] == "There is no legal move: the game is over."
    assert game(lines="m\n")[1]["message"].endswith("  ... (66 moves)")


# -- games, clock and score ------------------------------------------------------------------------------------


def test_saving_and_leaving_lose_nothing() -> None:
    args = ("--clock", "30", "--deck", "classic", "--foreign")
    result = play("--position", START, *args, lines="100+6\ns\n")
    options = "--deck classic --clock 30 --foreign"
    line = f"Resume with: perfectplay pursuit play --position {START}/100a6 {options}\n"
    assert result.stdout.count(line) == 2
    assert result.stdout.count(f"{START}/100a6\n") == 2
    other = events("--numbers", "4", "--targets", "24-24", "--rules", "all", lines="")[-1]
    assert other["message"].endswith(":24:all --numbers 4 --targets 24-24")


def test_new_games_follow_the_seed_and_the_options() -> None:
    args = ("--deck", "classic", "--seed", "4", "--rules", "positive")
    first, again = (events(*args, lines="n\nn\n") for _ in range(2))
    assert [event["position"] for event in first] == [event["position"] for event in again]
    assert len({event["position"] for event in first}) == 3
    assert all(101 <= event["target"] <= 999 and event["position"].endswith(":positive") for event in first)


def test_a_new_game_may_be_given() -> None:
    found = game(lines="n 1, 2 3 -> 7\nn 1 2\nn 1 x -> 4\nn pursuit:1.2:3\nn 0 -> 3\nn pursuit:1.2\n")
    assert [event["event"] for event in found[1:-1]] == ["new", "error", "error", "new", "error", "error"]
    assert (found[1]["position"], found[-1]["position"]) == ("pursuit:1.2.3:7", "pursuit:1.2:3")
    assert "as in n 3 6 9 10 50 100 -> 951" in found[2]["message"]
    assert "'x' is not a whole number" in found[3]["message"]


def test_the_score_over_several_games() -> None:
    # Given up untouched, a game is not counted; left after a step, it counts as it stands.
    found = game(lines="n 1 2 -> 3\n1+2\nn 2 5 -> 9\n2+5\nn 4 -> 4\n=\nn\n")
    assert [(event["games"], event["hits"]) for event in found[1:8]] == [
        (0, 0),
        (1, 1),
        (1, 1),
        (1, 1),
        (2, 1),
        (3, 2),
        (3, 2),
    ]
    assert found[5]["message"].startswith("You left the last game with 7: 2 away.\n")
    words = play("1", "2", "--target", "9", lines="1+2\n=\n")
    assert "now 3, 6 away   0 hits in 1 game, 6 away in all\n" in words.stdout
    assert words.stdout.splitlines()[-3] == "0 hits in 1 game, 6 away in all"


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(), "no game so far"),
        (Score(2, 1, 5), "1 hit in 2 games, 5 away in all"),
        (Score(1, 1, 0, 2), "1 hit in 1 game, 2 games with help"),
        (Score(helped=1), "1 game with help"),
    ],
)
def test_the_score_in_words(score: Score, text: str) -> None:
    assert str(score) == text


def test_the_clock_ends_a_game_when_a_line_comes_too_late() -> None:
    table = one_game(limit=30.0)
    assert "You have 30 seconds." in table.opened("start").message
    table.answer("100+6", 10.0)
    assert (table.spent, table.finished) == (10.0, False)
    assert table.clock == "clock 10 of 30 s"
    late = table.answer("106*9-3", 20.5)
    assert (late.event, late.data["late"], late.data["counted"]) == ("step", True, 845)
    assert late.message.startswith("Time is up: 30.5 of 30 seconds. What counts is 106, 845 away; you may play on.\n")
    assert table.total == Score(1, 0, 845)
    assert table.clock == "clock stopped"
    # Later lines are not late again, and the next game has a clock of its own.
    assert "late" not in table.answer("u", 50.0).data
    table.answer("n")
    assert (table.spent, table.finished) == (0.0, False)
    hit = table.answer("(100+6)*9-3", 12.3)
    assert "a hit in 12.3 seconds!" in hit.message
    assert table.total == Score(2, 1, 845)


def test_interrupting_a_thought_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_args: object) -> None:
        raise KeyboardInterrupt

    table = one_game()
    with monkeypatch.context() as patch:
        patch.setattr("perfectplay.cli.pursuit.play.solve", stop)
        for line in ("=", "b"):
            assert table.answer(line) == Said("error", "stopped thinking; nothing has changed")
    assert table.position.id == START
    assert table.total == Score()


def test_a_game_that_is_over_at_the_start() -> None:
    found = events("--position", f"{START}/e", lines="100+6\n7+7\n=\nh\nu\n100+6\n")
    assert [event["event"] for event in found[1:-1]] == ["step", "error", "stop", "hint", "undo", "step"]


# -- how it looks ----------------------------------------------------------------------------------------------


def test_plain_text_tells_used_from_made() -> None:
    result = play(*DEAL, "--target", "951", lines="100+6\nq\n")
    assert "\x1b" not in result.stdout
    assert (
        " 3      6      9      10     50    100\n       used                        used\n 106\n100+6\n"
        in result.stdout
    )
    assert "target 951   now 106, 845 away\n" in result.stdout
    assert "play> 100+6\n" in result.stdout
    assert result.stderr == ""


def test_the_numbers_shown_agree_with_the_rules() -> None:
    source = random.Random(3)
    for _ in range(30):
        position = PursuitPosition.new((2, 2, 3, 5, 5, 10), 77, Rules(fractions=True))
        while not position.is_over():
            position = position.play(source.choice(position.legal_moves()))
            made = entries(position)
            assert [one.expression.value for one in made if not one.used] == list(position.table)
            assert len(slots(position)) == 6 + sum(not one.used for one in made[6:])
    assert [slot.kind for slot in slots(PursuitPosition.from_id("pursuit:2.2.3:7/2a2"))] == [
        "used",
        "used",
        "card",
        "made",
    ]


def test_the_closest_expression_is_in_numbers_of_the_deal() -> None:
    found = solve(PursuitPosition.from_id(f"{START}/100a6"))
    assert (str(found.expression), found.answer) == ("(100+6)*9-3", 951)
    nothing = solve(PursuitPosition.new([2, 3], 4, Rules("/", use_all=True)))
    assert (nothing.expression, nothing.answer, nothing.value) == (None, 0, 4)
    over = solve(PursuitPosition.from_id(f"{START}/100a6.e"))
    assert (str(over.expression), over.answer, over.moves) == ("100+6", 106, ())


def test_the_layout_fits() -> None:
    row = [Slot("100", "used", "used"), Slot("7", "", "card"), Slot("123", "100+20+3", "made")]
    # What was made begins a line of its own, so that the deal keeps its columns.
    assert layout(row, 30) == layout(row, 12) == [[(row[0], 4), (row[1], 4)], [(row[2], 8)]]
    assert layout(row, 10) == [[(row[0], 4)], [(row[1], 4)], [(row[2], 8)]]
    long = PursuitPosition.from_id("pursuit:" + ".".join(["1000000"] * 8) + ":9")
    for _ in range(7):
        long = long.play(next(move for move in long.legal_moves() if move != STOP and "*" in str(move)))
    assert all(len(text) <= 30 for slot in slots(long) for text in (slot.value, slot.label))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 40)])
def test_the_terminal_screen(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=width, height=height, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(repl, "console", lambda: console)
    monkeypatch.setenv("COLUMNS", str(width))
    typed = iter(["100+6", "[bold]", "a", "?", "106*9-3"])

    def read(_prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(console, "input", read)
    with console.capture() as capture:
        run(one_game(START.replace(":951", ":951:fractions")), RichView())
    screens = capture.get().split("\x1b[2J")[1:]
    assert len(screens) == 6
    assert "Arithmetical pursuit: reach 951" in screens[0]
    assert "target 951   now 100, 851 away   rules" in screens[0]
    assert "used" not in screens[0]
    assert "100+6" in screens[1]
    assert "target 951   now 106, 845 away" in screens[1]
    assert "[bold]\n" in screens[2]
    assert "^" in screens[2]
    assert "954 − 3 = 951" in screens[3]  # noqa: RUF001  # printed signs
    assert "951: a hit!" in screens[5]
    assert "Resume with:" in screens[5]
    assert " undo  r redo" in " ".join(screens[0].split("\n"))
    assert "perfectplay pursuit play --position pursuit:3.6.9.10.50.100:951:fractions/100a6.106m9.954s3" in screens[5]
    for screen in screens[:5]:
        lines = screen.removeprefix("\x1b[H").splitlines()
        assert len(lines) < height
        assert max(map(len, lines)) <= width
