"""Questions about deals: how a game is given, and what they load."""

from __future__ import annotations

import subprocess
import sys

import pytest

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.question import MissingError, ParameterError
from perfectplay.pursuit import PursuitPosition, Rules
from perfectplay.pursuit.questions import one_game
from perfectplay.pursuit.questions.solve import SolveDeal

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


def test_a_deal_needs_no_solver() -> None:
    code = (
        "import sys\n"
        "from perfectplay.pursuit import PursuitPosition, expressions\n"
        "from perfectplay.pursuit.questions import decks, deals, match, odds, solve\n"
        "assert deals.DealGame(seed=1).answer().target\n"
        "assert len(expressions.entries(PursuitPosition.from_id('pursuit:3.6:9/3a6'))) == 3\n"
        "assert {'numpy', 'numba'}.isdisjoint(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
