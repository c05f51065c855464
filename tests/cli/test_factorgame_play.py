"""Test the factor game at the terminal, with scripted input."""

from __future__ import annotations

import re

import pytest

from perfectplay.core.running.deadline import StoppedError
from perfectplay.core.teaching.review import review
from perfectplay.factorgame.questions import AskOpponent
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import _Search, solve
from tests.cli.asked import Command

FACTORGAME = Command("factorgame")
play = FACTORGAME.play
events = FACTORGAME.events

UNSETTLED = r"What best play leads to was not settled in time; {} is between -?\d+ and -?\d+\."


def test_a_perfect_game_ends_as_best_play_does() -> None:
    found = events("12", lines="11\n6\n10\n")
    assert [event["reply"]["take"] for event in found[1:3]] == [9, 12]
    end = found[3]
    assert (end["player"], end["opponent"], end["over"], end["legal"]) == (34, 29, True, [])
    assert (end["lead"], end["best"]) == (5, 5)
    assert "The game is over: you win by 5, 34 to 29." in end["message"]
    assert "With best play by both from the start: you win by 5." in end["message"]


def test_a_mistake_is_priced_and_what_would_have_been_possible_is_told() -> None:
    told = play("30", lines="? 29\n29\n").stdout
    assert "29: 29 for you, 1 for your opponent (1); it costs 7." in told
    assert "You took 29: 29 for you, 1 for your opponent (1).\nA mistake: it cost 7; 25 was better.\n" in told
    # A review reports the same cost.
    assert review("factorgame:30/29").moves[0].cost == 7


def test_who_errs_is_told_of() -> None:
    told = play("12", "--opponent", "greedy", "--second", lines="").stdout
    assert "Your opponent took 11: 11 for your opponent, 1 for you (1).\n" in told
    told = play("30", "--opponent", "greedy", "--second", lines="").stdout
    assert "Your opponent took 29: 29 for your opponent, 1 for you (1). A mistake: it gives you 7.\n" in told


@pytest.mark.parametrize("opponent", ["perfect", "greedy", "random", "noisy:1/3"])
@pytest.mark.parametrize("start", ["20", "20~pass"])
def test_every_opponent_plays_to_the_end(opponent: str, start: str) -> None:
    position = FactorPosition.from_id(f"factorgame:{start}")
    typed = []
    while not position.is_over():
        move = max(position.legal_moves())
        typed.append(move)
        position = position.play(move)
        if not position.is_over():
            position = position.play(AskOpponent(position=position, opponent=opponent, seed=3).answer().move)
    lines = "".join(f"{move}\n" for move in typed)
    end = events(start, "--opponent", opponent, "--seed", "3", lines=lines)[-2]
    assert (end["position"], end["over"]) == (position.id, True)
    assert (end["player"], end["opponent"]) == position.points


def test_undo_takes_the_opponents_move_back_too() -> None:
    found = events("12", lines="11\nu\nr\n")
    assert [event["position"] for event in found] == [
        "factorgame:12",
        "factorgame:12/11.9",
        "factorgame:12",
        "factorgame:12/11.9",
        "factorgame:12/11.9",
    ]


def test_two_people_take_turns() -> None:
    told = play("6", "--opponent", "person", lines="5\nu\n5\n4\n6\n").stdout
    assert "player 1 + 0   player 2 x 0   player 1 to move" in told
    assert "Taken back: 5; r plays it again." in told
    assert "Player 2 took 4: 4 for player 2, 2 for player 1 (2).\nA mistake: it cost 2; 6 was better." in told
    assert "The game is over: player 1 wins by 5, 13 to 8." in told
    assert "Resume with: perfectplay factorgame play factorgame:6/5.4.6 --opponent person\n" in told
    # The winner's points come first.
    told = play("8", "--opponent", "person", lines="8\n6\n").stdout
    assert "The game is over: player 2 wins by 2, 13 to 11." in told


def test_a_hint_says_why_at_last() -> None:
    told = play("30", lines="h\nh\nh\n").stdout
    assert "Look for the square of a prime" in told
    assert "It is a number from 25 to 30." in told
    assert "Take 25: with best play, you win by 17." in told


def test_whoever_goes_on_meets_the_same_luck() -> None:
    told = play("12", "--opponent", "noisy:1/2", "--seed", "5", "--second", lines="").stdout
    assert "--opponent noisy:1/2 --second --seed 5\n" in told


def test_a_turn_can_be_wasted_by_the_classrooms_rule() -> None:
    told = play("12~pass/11", "--opponent", "person", lines="7\n").stdout
    assert "Player 2 took 7: no points, the turn is wasted." in told
    assert "  -7 " in told
    refused = play("12/11", "--opponent", "person", lines="7\n").stdout
    assert "7 cannot be taken: none of its proper divisors is on the board" in refused


def test_a_board_that_is_too_large_says_what_is_not_known() -> None:
    told = play("140", "--second", "--time-limit", "0.01", lines="h move\nb\n").stdout
    assert "It is the best move found in time; whether another is better is not known." in told
    assert "numbers are too many for perfect play" in told
    hint, best = events("110", "--opponent", "random", "--time-limit", "0.01", lines="h\nb\n")[1:3]
    assert (hint["take"], hint["status"]) == (109, "bounded")
    assert hint["message"] == "Take 109: it is the best found in time."
    assert re.fullmatch(UNSETTLED.format("your lead"), best["message"])
    best = events("110", "--opponent", "person", "--time-limit", "0.01", lines="b\n")[1]
    assert re.fullmatch(UNSETTLED.format("the lead of player 1"), best["message"])
    start, best = events("110", "--second", "--opponent", "random", "--time-limit", "0.000001", lines="b\n")[:2]
    known = solve(FactorPosition.from_id(start["position"]), time_limit=1e-9)
    assert best["message"].endswith(f"your lead is between {-known.upper} and {-known.lower}.")
    assert -known.upper != known.lower


@pytest.mark.parametrize("options", [(), ("--second",), ("--opponent", "person")])
def test_a_lead_is_proven_even_if_time_runs_out_before_its_moves_are_found(
    options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    best = events("16", *options, lines="b\n")[-2]

    def stop(*_: object) -> None:
        raise StoppedError

    monkeypatch.setattr(_Search, "line", stop)
    assert solve(FactorPosition.new(16)).status == "bounded"
    assert events("16", *options, lines="b\n")[-2] == best
    assert "(proven)" in best["message"]


def test_questions_when_the_game_is_over() -> None:
    found = events("2", lines="2\nh\nm\nb\nn 3\n")
    assert found[2]["event"] == "error"
    assert found[2]["message"] == "there is no hint: the game is over; u undoes, n begins again"
    assert found[3]["message"] == "There is no legal move: the game is over."
    assert found[4]["message"] == "With best play by both from here: you win by 1 (proven)."
    assert found[5]["position"] == "factorgame:3"


def test_what_is_refused() -> None:
    refused = play("12", "--opponent", "clever", lines="")
    assert refused.exit_code == 2
    assert "there is no opponent 'clever'" in refused.stderr
    assert "a start is N, as in 30, or 30~pass" in play("12~end", lines="").stderr


def test_a_narrow_terminal_has_room_for_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    board = play("30", lines="").stdout.split("+7")[0].splitlines()
    assert board[-1].split() == ["25", "26", "27", "28", "29", "30"]
