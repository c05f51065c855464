import random

import pytest

from perfectplay.core.errors import IllegalMoveError, LimitExceededError
from perfectplay.core.game import load_game
from perfectplay.core.question import MissingError, ParameterError
from perfectplay.core.session import Session
from perfectplay.pursuit.questions.base import one_game
from perfectplay.pursuit.questions.solve import SolveDeal
from perfectplay.pursuit.rules import STOP, PursuitPosition, Rules, Step
from perfectplay.pursuit.solve import solve
from tests.pursuit.oracles import positions_below
from tests.tables import rows

GAME = load_game("pursuit")

SOME_RULES = [
    Rules(),
    Rules(use_all=True),
    Rules(fractions=True),
    Rules(positive=True),
    Rules("-*"),
    Rules("/", use_all=True),
    Rules("-/", use_all=True, fractions=True),
]


@rows("rules", SOME_RULES, lambda rules: str(rules) or "article")
def test_best_play_from_every_position(rules: Rules) -> None:
    source = random.Random(str(rules))
    for _ in range(12):
        start = PursuitPosition.new(source.choices((1, 2, 3, 4, 7, 25), k=3), source.randint(1, 60), rules)
        for position in positions_below(start):
            result = solve(position)
            best = max(below.scores()[0] for below in positions_below(position) if below.is_over())
            assert result.value == -best, position.id
            end = position
            for move in result.moves:
                end = end.play(move)
            assert end.is_over()
            assert end.scores()[0] == best


def test_the_answer_comes_with_its_expression() -> None:
    result = solve(PursuitPosition.new([3, 6, 9, 10, 50, 100], 951))
    assert result.value == 0
    assert result.answer == 951
    assert str(result.expression) == "(100+6)*9-3"
    assert [str(move) for move in result.moves] == ["100+6", "106*9", "954-3", STOP]


def test_a_session_plays_what_people_type() -> None:
    session = Session.from_id("pursuit:3.6.9.10.50.100:951")
    for text in ("100 + 6", "106 x 9", " 954-3 "):
        session.play(text)
    assert session.position.scores() == (0,)
    assert session.hint().moves == (STOP,)
    session.undo()
    assert session.hint().moves[0] == Step(954, "-", 3)
    assert session.play("=").is_over()
    assert session.position.id == "pursuit:3.6.9.10.50.100:951/100a6.106m9.e"


def test_what_is_neither_a_step_nor_a_stop() -> None:
    with pytest.raises(IllegalMoveError, match="'hello' is not a step; write two numbers with an operator"):
        GAME.parse_move("hello", GAME.example())


# -- questions ---------------------------------------------------------------------------------------------------------

START = "pursuit:3.6.9.10.50.100:951"


def test_a_game_is_given_in_one_way() -> None:
    assert one_game(START) == one_game(None, (3, 6, 9, 10, 50, 100), 951)
    with pytest.raises(ParameterError, match="position has numbers, target and rules of its own; leave the others out"):
        one_game(START, allowed=Rules())
    with pytest.raises(MissingError, match="the parameter target is missing"):
        one_game(None, (3, 6, 9))
    with pytest.raises(MissingError, match="the parameter numbers is missing"):
        one_game(None, target=5)


def test_solutions_beyond_the_limit_come_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.search.solutions.MAX_FORMS", 10)
    with pytest.raises(LimitExceededError, match=r"; limit=K lists the K simplest\Z"):
        SolveDeal(position=PursuitPosition.from_id(START), everything=True).answer()
