from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError
from perfectplay.core.opponents import OPPONENTS
from perfectplay.core.question import Work
from perfectplay.factorgame.questions import AskOpponent, SolveFactor
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve
from tests.factorgame.twins import margin


def walk(n: int, *, passing: bool, data: st.DataObject) -> FactorPosition:
    position = FactorPosition.new(n, passing=passing)
    for _ in range(data.draw(st.integers(0, 4))):
        position = position.play(data.draw(st.sampled_from(position.legal_moves())))
        if position.is_over():
            return position.start()
    return position


@given(n=st.integers(2, 14), passing=st.booleans(), data=st.data())
def test_a_perfect_opponent_gives_nothing_away(*, n: int, passing: bool, data: st.DataObject) -> None:
    position = walk(n, passing=passing, data=data)
    reply = AskOpponent(position=position).answer()
    after = position.play(reply.move)
    lead = position.net(reply.move) - margin(after.left, passing=passing)
    assert lead == margin(position.left, passing=passing)
    assert reply.proven
    assert reply.position == after.id
    assert reply.gains == position.gains(reply.move)


@given(n=st.integers(2, 60), passing=st.booleans(), data=st.data())
def test_a_greedy_opponent_wins_most_at_once(*, n: int, passing: bool, data: st.DataObject) -> None:
    position = walk(n, passing=passing, data=data)
    reply = AskOpponent(position=position, opponent="greedy").answer()
    own, other = reply.gains
    assert own - other == max(map(position.net, position.legal_moves()))
    assert sum(reply.given) == other
    assert not reply.proven


def test_who_errs_does_so_by_its_seed() -> None:
    position = FactorPosition.new(12)

    def moves(opponent: str) -> list[int]:
        return [AskOpponent(position=position, opponent=opponent, seed=seed).answer().move for seed in range(40)]

    assert moves("noisy:1/2") == moves("noisy:1/2")
    # One in two moves is made at random, of eleven.
    assert 11 < moves("noisy:1/2").count(11) < 33
    assert len(set(moves("random"))) > 5
    assert moves("perfect") == [11] * 40


@pytest.mark.parametrize("n", [100, 140])
def test_a_board_that_is_too_large_is_played_as_well_as_can_be(n: int) -> None:
    reply = AskOpponent(position=FactorPosition.new(n)).answer(Work(time_limit=1e-9))
    assert reply.move == {100: 97, 140: 139}[n]
    assert not reply.proven


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_no_opponent_moves_when_the_game_is_over(opponent: str) -> None:
    with pytest.raises(InvalidPositionError, match="the game is over"):
        AskOpponent(position=FactorPosition.from_id("factorgame:2/2"), opponent=opponent).answer()


def test_answers_are_those_of_the_solver() -> None:
    position = FactorPosition.from_id("factorgame:30~pass/29")
    question = SolveFactor(position=position, costs=True)
    told, found = question.answer(), solve(position, costs=True)
    assert (told.value, told.best_moves, told.moves) == (found.value, found.best_moves, found.moves)
    assert (told.to_move, told.points) == (1, (29, 1))
    assert told.to_dict()["costs"]["25"] == 0
    assert "costs" not in SolveFactor(position=position).answer().to_dict()
    assert pickle.loads(pickle.dumps(question)) == question  # noqa: S301  # our own


def test_a_finished_game_has_an_answer() -> None:
    told = SolveFactor(position=FactorPosition.from_id("factorgame:2/2"), costs=True).answer()
    assert (told.value, told.moves, told.best_moves, told.costs) == (1, (), (), {})
