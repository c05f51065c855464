from __future__ import annotations

import re
import signal
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.cli.main import main
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress
from perfectplay.core.running.deadline import Deadline
from perfectplay.core.sequences import find_entry
from perfectplay.factorgame import solve as module
from perfectplay.factorgame.kernels import search as kernels
from perfectplay.factorgame.plain import PlainSearch
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import FactorResult, solve
from tests.factorgame import twins
from tests.tables import rows

PAGE = Path(__file__).parents[2] / "docs" / "answers" / "two-players.md"
ROW = re.compile(r"^\| (\d+) \| (\d+) \| ([\d, ]+|none) \|$", re.MULTILINE)
HEAD = "| N | lead | best first moves |"
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8").partition(HEAD)[2])
TABLE = {int(n): (int(lead), first) for n, lead, first in ROWS}

NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 30, 32, 36, 42, 45, 48, 60, 63, 64]
boards = st.sets(st.sampled_from(NUMBERS), max_size=9).map(frozenset)


@pytest.fixture(params=["plain", "compiled"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PLAIN_NUMBERS", 64 if request.param == "plain" else -1)


def numbers(board: int) -> frozenset[int]:
    return frozenset(i + 1 for i in range(64) if board >> i & 1)


# -- the search --------------------------------------------------------------------------------------------------------


@given(boards)
def test_what_is_left_out_does_not_matter(board: twins.Board) -> None:
    assert twins.margin(twins.tidy(board)) == twins.margin(board)


@given(boards)
def test_what_is_left_out_is_what_the_twin_leaves_out(board: twins.Board) -> None:
    _, below, above, _ = twins.game(64)
    assert numbers(int(kernels.tidy(twins.bits(board), below, above))) == twins.tidy(board)
    assert numbers(PlainSearch(range(1, 65)).tidy(int(twins.bits(board)))) == twins.tidy(board)


@given(boards)
def test_of_pairs_on_their_own_the_best_is_a_best_one(board: twins.Board) -> None:
    def is_pair(number: int, given: twins.Board) -> bool:
        near = {x for x in board if x != number and (x % number == 0 or number % x == 0)}
        return len(given) == 1 and near == given and [x for x in board if given <= twins.divisors(board, x)] == [number]

    pairs = sorted(
        (number - sum(given), number - sum(given) - twins.margin(board - given - {number}))
        for number, given in twins.moves(board).items()
        if is_pair(number, given)
    )
    assert all(less <= more for (_, less), (_, more) in pairwise(pairs))


@given(boards, st.integers(-40, 40), st.integers(1, 30), st.sampled_from([1, 8, 256]))
def test_a_search_says_where_the_value_is(board: twins.Board, low: int, width: int, places: int) -> None:
    tidy, value, high = twins.tidy(board), twins.margin(board), low + width
    game, room, table = twins.game(64), twins.room(), twins.table(places)
    plain = PlainSearch(range(1, 65))
    # Twice: the second time with all that the table has.
    for _ in range(2):
        nodes = np.full(1, 10**6)
        compiled = int(kernels.search(twins.bits(tidy), low, high, game, room, table, nodes))
        for found in (compiled, plain.margin(int(twins.bits(tidy)), low, high)):
            assert found == value if low < found < high else found >= value if found <= low else found <= value


def test_a_search_in_slices_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    position = FactorPosition.new(32)
    whole = solve(position)
    monkeypatch.setattr(module, "_PLAIN_NUMBERS", -1)
    monkeypatch.setattr(module, "_NODES", 40)
    told: list[Progress] = []
    parts = solve(position, progress=told.append)
    assert (parts.value, parts.best_moves, parts.moves) == (whole.value, whole.best_moves, whole.moves)
    assert len(told) > 10
    assert all(first.nodes <= second.nodes for first, second in pairwise(told))


# -- answers -----------------------------------------------------------------------------------------------------------


def check(position: FactorPosition) -> None:
    result, sign = solve(position), (-1 if position.to_move else 1)
    margin = twins.margin(position.left)
    options = twins.moves(position.left).items()
    after = {x: x - sum(given) - twins.margin(position.left - given - {x}) for x, given in options}
    assert result.status == "optimal"
    assert sign * (result.value - position.scores()[0]) == margin
    assert result.best_moves == tuple(sorted(x for x, value in after.items() if value == margin))
    end = position
    for move in result.moves:
        end = end.play(move)
    assert end.is_over()
    assert end.scores()[0] == result.value


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("n", range(1, 17))
def test_starts_are_solved(n: int) -> None:
    check(FactorPosition.new(n))


@given(st.integers(1, 16), st.data())
def test_positions_are_solved(n: int, data: st.DataObject) -> None:
    position = FactorPosition.new(n)
    for _ in range(data.draw(st.integers(0, 4))):
        if not position.is_over():
            position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    check(position)


def shown(result: FactorResult) -> tuple[int, str]:
    return int(result.value), ", ".join(map(str, result.best_moves or ())) or "none"


def test_the_table_begins_as_the_solver_says() -> None:
    assert list(TABLE) == list(range(1, 75))
    assert {n: TABLE[n] for n in range(1, 41)} == {n: shown(solve(FactorPosition.new(n))) for n in range(1, 41)}


@pytest.mark.full
def test_the_whole_table_is_what_the_solver_says() -> None:
    assert {n: shown(solve(FactorPosition.new(n))) for n in TABLE} == TABLE


@pytest.mark.full
@pytest.mark.parametrize("n", range(17, 31))
def test_larger_starts_are_solved(n: int) -> None:
    check(FactorPosition.new(n))
    twins.margin.cache_clear()


def test_sequences_are_the_table() -> None:
    leads, firsts = (list(islice(find_entry(f"factorgame-{name}").terms(), 36)) for name in ("leads", "first-moves"))
    assert leads == [TABLE[n][0] for n in range(1, len(leads) + 1)]
    assert firsts == [int(TABLE[n][1].split(", ")[-1].replace("none", "0")) for n in range(1, len(firsts) + 1)]


WASTED = {8: 5, 16: 8, 17: 16, 33: 23, 34: 22, 35: 12}
"""The page says for which N up to 35 wasted turns change the lead, and what it is then."""


def lead_with_wasted_turns(n: int) -> int:
    twins.margin_with_wasted_turns.cache_clear()
    return twins.margin_with_wasted_turns(frozenset(range(1, n + 1)))


@rows("n", range(1, 18))
def test_where_turns_may_be_wasted(n: int) -> None:
    assert lead_with_wasted_turns(n) == WASTED.get(n, TABLE[n][0])


@pytest.mark.full
@pytest.mark.parametrize("n", [*range(18, 26), 33])
def test_where_more_turns_may_be_wasted(n: int) -> None:
    assert lead_with_wasted_turns(n) == WASTED.get(n, TABLE[n][0])


def primes(n: int) -> list[int]:
    return [p for p in range(2, n + 1) if all(p % d for d in range(2, p))]


def test_who_begins_wins_by_what_the_theorem_says() -> None:
    assert all(2 * TABLE[n][0] >= primes(n)[-1] - 2 for n in range(2, 75))
    met = [n for n in range(2, 75) if TABLE[n][0] == -(-(primes(n)[-1] - 2) // 2)]
    assert met == [4, 5, 9, 10, 12, 27, 35, 50, 54]


@rows("n", range(4, 18))
def test_the_lead_comes_from_the_board_without_1(n: int) -> None:
    rest, q = frozenset(range(2, n + 1)), primes(n)[-1]
    answer = twins.margin(rest)
    small = [p - 1 - twins.margin(rest - {p}) for p in primes(n // 2)]
    assert TABLE[n][0] == max(q - 1 - answer, answer - 1, *small) == max(q - 1 - answer, answer - 1)
    assert twins.margin(rest - {q}) == answer


def test_a_new_prime_adds_itself_as_a_first_move() -> None:
    for q, p in pairwise(primes(37)[1:]):
        last = solve(FactorPosition.new(p - 1).play(q)).value
        assert TABLE[p][0] == max(TABLE[p - 1][0], last + p - q)


# -- limits ------------------------------------------------------------------------------------------------------------


def test_too_many_numbers_are_refused() -> None:
    assert solve(FactorPosition.new(74), time_limit=1e-9).best_moves is None
    with pytest.raises(LimitExceededError, match="65 numbers are too many for perfect play"):
        solve(FactorPosition.new(75))


def test_ctrl_c_at_the_terminal_leaves_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = CliRunner().invoke(main, ["factorgame", "solve", "43/43"])
    assert (whole.exit_code, "proven" in whole.stdout) == (0, True)
    monkeypatch.setattr(module, "_NODES", 2_000)
    tick = Deadline.check

    def press(deadline: Deadline) -> None:
        signal.raise_signal(signal.SIGINT)
        tick(deadline)

    monkeypatch.setattr(Deadline, "check", press)
    part = CliRunner().invoke(main, ["factorgame", "solve", "43/43"])
    assert part.exit_code == 130
    assert "not settled: with best play the value for the first player is between " in part.stdout


@pytest.mark.parametrize("stop", ["time limit", "Ctrl-C"])
@pytest.mark.usefixtures("engine")
def test_what_is_proven_counts_when_it_ends_early(stop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_NODES", 2_000)

    def press(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)

    position = FactorPosition.from_id("factorgame:43/43")
    result = solve(position, progress=press) if stop == "Ctrl-C" else solve(position, time_limit=1e-9)
    assert (result.status, result.best_moves) == ("bounded", None)
    assert result.provenance["interrupted"] == (stop == "Ctrl-C")
    assert result.lower < TABLE[43][0] < result.upper
    end = position
    for move in result.moves:
        end = end.play(move)
    assert end.is_over()
    assert end.scores()[0] == result.value


def test_the_command_line_calls_no_value_best_that_is_not_proven() -> None:
    outcome = CliRunner().invoke(main, ["factorgame", "solve", "74", "--time-limit", "0.000001"])
    assert outcome.exit_code == 0
    assert "not settled: with best play the value for the first player is between -2775 and 2775; " in outcome.stdout
    assert "best value" not in outcome.stdout
    outcome = CliRunner().invoke(main, ["factorgame", "solve", "10"])
    assert "best value for the first player: 3, proven" in outcome.stdout
