"""Questions: what ``--json`` prints, for all who ask."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.question import MissingError, ParameterError, Question, Work, ask
from perfectplay.core.schema import encode
from perfectplay.pursuit import PursuitPosition, Rules
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, SUIT
from perfectplay.pursuit.questions import default_targets, one_game
from perfectplay.pursuit.questions.deals import DealGame
from perfectplay.pursuit.questions.decks import CountFormulas, RankDecks
from perfectplay.pursuit.questions.odds import FindOdds, TargetChances
from perfectplay.pursuit.questions.solve import MapDeal, SolveDeal

START = "pursuit:3.6.9.10.50.100:951"
DEAL = ("3", "6", "9", "10", "50", "100", "--target", "951")


def printed(*args: str, status: int = 0) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["pursuit", *args, "--json"])
    assert result.exit_code == status
    record: dict[str, Any] = json.loads(result.stdout)
    return record


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without its time."""
    assert record.pop("seconds") >= 0
    return record


@pytest.mark.parametrize(
    ("args", "position", "options", "status"),
    [
        (DEAL, START, {}, 0),
        ((*DEAL, "--all"), START, {"everything": True}, 0),
        ((*DEAL, "--all", "--limit", "2"), START, {"everything": True, "limit": 2}, 0),
        (("--position", f"{START}/100a6"), f"{START}/100a6", {}, 0),
        (("1", "1", "2", "--target", "100"), "pursuit:1.1.2:100", {}, 1),
    ],
)
def test_an_answer_is_what_the_command_prints(
    args: tuple[str, ...], position: str, options: dict[str, Any], status: int
) -> None:
    record = timeless(encode(SolveDeal(position=PursuitPosition.from_id(position), **options).answer()))
    shown = timeless(printed("solve", *args, status=status))
    assert record == shown
    assert list(record) == list(shown)


def test_what_cannot_be_listed_is_refused() -> None:
    deal, game = PursuitPosition.from_id(START), PursuitPosition.from_id(f"{START}/100a6")
    with pytest.raises(ParameterError, match=r"all lists solutions of a deal, and in .* have been made"):
        SolveDeal(position=game, everything=True)
    with pytest.raises(ParameterError, match="limit=0 lists nothing; it must be at least 1"):
        SolveDeal(position=deal, everything=True, limit=0)
    with pytest.raises(ParameterError, match="limit means nothing without all; give both, or neither"):
        SolveDeal(position=deal, limit=3)


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


def test_a_map_is_that_of_the_command() -> None:
    assert encode(MapDeal(numbers=(1, 1, 2, 2, 3, 3)).answer()) == printed("map", *"112233")
    some = MapDeal(numbers=(1, 2, 3), targets=(5, 20), allowed=Rules(positive=True)).answer()
    assert encode(some) == printed("map", *"123", "--targets", "5-20", "--rules", "positive")
    assert some.reachable == (5, 6, 7, 8, 9)


def test_deals_are_those_of_the_command() -> None:
    assert encode(DealGame(seed=3).answer()) == printed("deal", "--seed", "3")
    assert encode(DealGame(deck=CLASSIC, seed=3).answer()) == printed("deal", "--seed", "3", "--deck", "classic")
    seen: list[Progress] = []
    hard = DealGame(seed=3, difficulty="hard").answer(Work(progress=seen.append))
    assert encode(hard) == printed("deal", "--seed", "3", "--difficulty", "hard")
    assert hard.difficulty is not None
    assert hard.difficulty.grade == "hard"
    assert [one.done for one in seen] == list(range(len(seen)))
    assert default_targets(CARDS) == (1, 1000)
    with pytest.raises(InvalidPositionError, match="no game is 'nice'; a game is very easy, easy, medium, hard, "):
        DealGame(difficulty="nice").answer()
    with pytest.raises(LimitExceededError, match="none of 2,000 games was 'easy'; try other values of difficulty, tar"):
        DealGame(numbers=1, targets=(1_000_000, 1_000_000), difficulty="easy").answer()


def test_odds_and_formulae_are_those_of_the_commands() -> None:
    seen: list[Progress] = []
    found = FindOdds(deck=SUIT, numbers=3, targets=(1, 100), top=2).answer(Work(progress=seen.append))
    assert encode(found) == printed("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-100", "--top", "2")
    assert seen[-1].done == seen[-1].total
    with pytest.raises(ParameterError, match="top=0 lists nothing; it must be at least 1"):
        FindOdds(top=0)
    counts = CountFormulas(deck=SUIT, numbers=3, by_value=True).answer()
    assert encode(counts) == printed("formulas", "--deck", "suit", "--numbers", "3", "--by-value")
    assert counts.by_value is not None
    assert sum(counts.by_value[counts.limit + 1 :]) == counts.in_range


def test_decks_are_ranked_as_by_the_command() -> None:
    question = RankDecks(deck=SUIT, vary={25: (20, 30)}, numbers=2, targets=(1, 50), top=1)
    (first,) = question.answer()
    printed_row = printed(
        "design", "--vary", "25=20,30", "--deck", "suit", "--numbers", "2", "--targets", "1-50", "--top", "1"
    )
    assert encode(first) == printed_row
    assert (first.done, first.decks, question.seconds > 0) == (2, 2, True)
    with pytest.raises(InvalidPositionError, match="decks cannot be ranked by 'beauty'; the figures are probability"):
        RankDecks(vary={25: (20,)}, rank="beauty")


def test_every_question_can_be_asked_of_another_process() -> None:
    questions: list[Question[Any]] = [
        MapDeal(numbers=(1, 2, 3), allowed=Rules("+")),
        DealGame(deck=SUIT, seed=3),
        FindOdds(deck=SUIT, numbers=2, targets=(1, 100)),
        TargetChances(deck=SUIT, numbers=2, targets=(1, 100)),
        RankDecks(deck=SUIT, vary={25: (20, 30)}, numbers=2, targets=(1, 100)),
        CountFormulas(deck=SUIT, numbers=2),
    ]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(ask, SolveDeal(position=PursuitPosition.from_id(START))).result().reached == 951
        assert list(pool.map(ask, questions)) == list(map(ask, questions))


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
