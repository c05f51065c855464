"""Records: what ``--json`` prints, for whoever else asks."""

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
from perfectplay.core.schema import encode
from perfectplay.pursuit import PursuitPosition, Rules
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, SUIT
from perfectplay.pursuit.questions import deals as answers_deals
from perfectplay.pursuit.questions import odds as answers_odds
from perfectplay.pursuit.questions import solve as answers

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
    record = timeless(encode(answers.solved(PursuitPosition.from_id(position), **options)))
    shown = timeless(printed("solve", *args, status=status))
    assert record == shown
    assert list(record) == list(shown)


def test_what_cannot_be_listed_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="moves have been made; give the deal"):
        answers.solved(PursuitPosition.from_id(f"{START}/100a6"), everything=True)
    with pytest.raises(InvalidPositionError, match="a list of 0 solutions lists nothing; the limit must be at least 1"):
        answers.solved(PursuitPosition.from_id(START), everything=True, limit=0)


def test_solutions_beyond_the_limit_come_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.pursuit.search.solutions.MAX_FORMS", 10)
    with pytest.raises(LimitExceededError, match=r"; a limit of K lists the K simplest\Z"):
        answers.solved(PursuitPosition.from_id(START), everything=True)


def test_a_map_is_that_of_the_command() -> None:
    assert encode(answers.mapped([1, 1, 2, 2, 3, 3])) == printed("map", *"112233")
    some = answers.mapped([1, 2, 3], 5, 20, Rules(positive=True))
    assert encode(some) == printed("map", *"123", "--targets", "5-20", "--rules", "positive")
    assert some.reachable == (5, 6, 7, 8, 9)


def test_deals_are_those_of_the_command() -> None:
    assert encode(answers_deals.deal(seed=3)) == printed("deal", "--seed", "3")
    assert encode(answers_deals.deal(CLASSIC, seed=3)) == printed("deal", "--seed", "3", "--deck", "classic")
    seen: list[Progress] = []
    hard = answers_deals.deal(seed=3, difficulty="hard", progress=seen.append)
    assert encode(hard) == printed("deal", "--seed", "3", "--difficulty", "hard")
    assert hard.difficulty is not None
    assert hard.difficulty.grade == "hard"
    assert [one.done for one in seen] == list(range(len(seen)))
    assert answers_deals.default_targets(CARDS) == (1, 1000)
    with pytest.raises(InvalidPositionError, match="no game is 'nice'; a game is very easy, easy, medium, hard, "):
        answers_deals.deal(difficulty="nice")
    with pytest.raises(LimitExceededError, match="none of 2,000 games was 'easy'; try another difficulty, other targ"):
        answers_deals.deal(numbers=1, targets=(1_000_000, 1_000_000), difficulty="easy")


def test_odds_and_formulae_are_those_of_the_commands() -> None:
    seen: list[Progress] = []
    found = answers_odds.odds(SUIT, 3, 1, 100, top=2, progress=seen.append)
    assert encode(found) == printed("odds", "--deck", "suit", "--numbers", "3", "--targets", "1-100", "--top", "2")
    assert seen[-1].done == seen[-1].total
    with pytest.raises(InvalidPositionError, match="a list of 0 records lists nothing; it must have at least 1"):
        answers_odds.odds(SUIT, 3, 1, 100, top=0)
    counts = answers_odds.formulas(SUIT, 3, by_value=True)
    assert encode(counts) == printed("formulas", "--deck", "suit", "--numbers", "3", "--by-value")
    assert counts.by_value is not None
    assert sum(counts.by_value[counts.limit + 1 :]) == counts.in_range


def test_another_process_can_answer() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(answers.solved, PursuitPosition.from_id(START)).result().reached == 951
        assert pool.submit(answers.mapped, [1, 2, 3], rules=Rules("+")).result().reachable == (1, 2, 3, 4, 5, 6)
        assert pool.submit(answers_deals.deal, SUIT, seed=3).result() == answers_deals.deal(SUIT, seed=3)
        assert pool.submit(answers_odds.odds, SUIT, 2, 1, 100).result() == answers_odds.odds(SUIT, 2, 1, 100)
        assert pool.submit(answers_odds.formulas, SUIT, 2).result() == answers_odds.formulas(SUIT, 2)


def test_a_deal_needs_no_solver() -> None:
    code = (
        "import sys\n"
        "from perfectplay.pursuit import PursuitPosition, expressions\n"
        "from perfectplay.pursuit.questions import deals, odds, solve\n"
        "assert deals.deal(seed=1).target\n"
        "assert len(expressions.entries(PursuitPosition.from_id('pursuit:3.6:9/3a6'))) == 3\n"
        "assert {'numpy', 'numba'}.isdisjoint(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
