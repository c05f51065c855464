import gc
import pickle
import re
import signal
import sys
import weakref
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.cli.main import main
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.game.opponents import OPPONENTS
from perfectplay.core.progress import Progress
from perfectplay.core.question import Work
from perfectplay.core.running.deadline import Deadline, StoppedError
from perfectplay.core.sequences import find_entry
from perfectplay.factorgame import solve as module
from perfectplay.factorgame.kernels import search as kernels
from perfectplay.factorgame.plain import PlainSearch
from perfectplay.factorgame.questions import AskOpponent, SolveFactor
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import FactorResult, solve
from tests.factorgame import twins
from tests.factorgame.twins import margin
from tests.tables import rows

PAGE = Path(__file__).parents[2] / "docs" / "answers" / "two-players.md"
ROW = re.compile(r"^\| (\d+) \| (\d+) \| ([\d, ]+|none) \|$", re.MULTILINE)
HEAD = "| N | lead | best first moves |"
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8").partition(HEAD)[2])
TABLE = {int(n): (int(lead), first) for n, lead, first in ROWS}

_LAST, _SOON = 89, 70
"""The last N in the page's table, and the last N whose row a test computes again."""

WASTED = {8: 5, 16: 8, 17: 16, 33: 23, 34: 22, 35: 12, 40: 27}
"""The lead by the classroom's rule for each N up to 40 at which this rule changes the lead."""

# Include numbers beyond the first machine word: multiples of others, and numbers that divide no other.
NUMBERS = [*range(1, 11), 12, 14, 15, 16, 18, 20, 21, 24, 30, 32, 36, 42, 45, 48, 60, 63, 64, 70, 72, 127]
boards = st.sets(st.sampled_from(NUMBERS), max_size=9).map(frozenset)


@pytest.fixture(params=["plain", "compiled"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PLAIN_NUMBERS", 64 if request.param == "plain" else -1)


def start(n: int, *, passing: bool) -> FactorPosition:
    return FactorPosition.new(n, passing=passing)


# -- the search --------------------------------------------------------------------------------------------------------


@given(board=boards, odd=st.booleans(), passing=st.booleans())
def test_what_is_left_out_is_what_the_twin_leaves_out(*, board: twins.Board, odd: bool, passing: bool) -> None:
    kept = twins.live(board)
    one = passing and bool(kept) and (len(board - kept) + odd) % 2
    first, second = twins.words(board)
    _, below, _ = module.tables(range(1, 128))
    found = np.array([first, second | np.uint64((odd and passing) << 63)])
    kernels.live(found, below, passing)
    left, right = twins.words(kept)
    assert found.tolist() == [left, right | np.uint64(one << 63)]
    plain = PlainSearch(range(1, 128), passing=passing)
    bits = 2 * (int(first) | int(second) << 64) + (odd and passing)
    assert plain.live(bits) == 2 * (int(left) | int(right) << 64) + one


@given(
    board=boards,
    passing=st.booleans(),
    low=st.integers(-40, 40),
    width=st.integers(1, 30),
    places=st.sampled_from([2, 8, 256]),
)
def test_a_search_says_where_the_value_is(
    *, board: twins.Board, passing: bool, low: int, width: int, places: int
) -> None:
    value, high = twins.margin(board, passing=passing), low + width
    first, second = twins.words(board)
    game = (*module.tables(range(1, 128)), passing)
    table = twins.table(places)
    plain = PlainSearch(range(1, 128), passing=passing)
    # Solve twice: the second search finds the table filled by the first.
    for _ in range(2):
        nodes = np.full(1, 10**6)
        compiled = kernels.search(np.array([first, second]), low, high, *game, *table, nodes)
        for found in (compiled, plain.margin(2 * (int(first) | int(second) << 64), low, high)):
            assert found == value if low < found < high else found >= value if found <= low else found <= value


@given(boards)
def test_of_numbers_that_are_alone_two_cancel(board: twins.Board) -> None:
    # Without 1, the numbers 89, 97, 101 and 103 have neither divisors nor multiples on these boards.
    board -= {1}
    for few, many in (({89}, {89, 97, 101}), (set(), {89, 97}), ({101}, {103})):
        assert twins.margin(board | few, passing=True) == twins.margin(board | many, passing=True)


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


def test_a_table_that_is_crowded_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    position = FactorPosition.new(34)
    whole = solve(position)
    monkeypatch.setattr(module, "_PLAIN_NUMBERS", -1)
    monkeypatch.setattr(module, "_NODES", 40)
    monkeypatch.setattr(module, "_BITS", 3)
    sizes: list[int] = []
    margin = module._Compiled.margin

    def look(engine: module._Compiled, board: int, low: int, high: int) -> int:
        found = margin(engine, board, low, high)
        sizes.append(len(engine._table[0]))
        return found

    monkeypatch.setattr(module._Compiled, "margin", look)
    parts = solve(position)
    assert (parts.value, parts.best_moves, parts.moves) == (whole.value, whole.best_moves, whole.moves)
    assert sizes == sorted(sizes)
    assert sizes[-1] > 1 << 3


@pytest.mark.usefixtures("engine")
def test_a_search_lets_its_table_go(monkeypatch: pytest.MonkeyPatch) -> None:
    # Objects in a cycle wait for the garbage collector, which counts objects instead of the megabytes that they hold.
    made: list[weakref.ref[object]] = []
    watch = module._Search.__init__

    def remember(search: module._Search, *words: Any) -> None:
        watch(search, *words)
        made.append(weakref.ref(search))
        made.append(weakref.ref(search._engine))

    monkeypatch.setattr(module._Search, "__init__", remember)
    gc.disable()
    try:
        solve(FactorPosition.new(12))
    finally:
        gc.enable()
    assert [one() for one in made] == [None, None]


def test_where_the_kernels_do_not_run_the_plain_search_goes_further(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class NotHere:
        def __init__(self, numbers: list[int], **_: object) -> None:
            asked.append(len(numbers))
            raise ModuleNotFoundError(name="numpy")

    monkeypatch.setattr(module, "_Compiled", NotHere)
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    assert shown(solve(FactorPosition.new(40))) == TABLE[40] == (25, "37")
    assert solve(FactorPosition.new(49), time_limit=1e-9).best_moves is None
    with pytest.raises(ModuleNotFoundError):
        solve(FactorPosition.new(50))
    assert asked == [43]


# -- answers -----------------------------------------------------------------------------------------------------------


def lead(position: FactorPosition) -> int:
    first, second = position.scores()
    return first - second


def plainly(board: twins.Board, *, passing: bool) -> int:
    return twins.margin_by_counting(board) if passing else twins.margin(board)


def check(position: FactorPosition) -> None:
    result, sign, passing = solve(position), (-1 if position.to_move else 1), position.passing
    margin = plainly(position.left, passing=passing)
    options = twins.moves(position.left, passing=passing).items()
    after = {
        x: (x - sum(given) if given else 0) - plainly(position.left - given - {x}, passing=passing)
        for x, given in options
    }
    assert result.status == "optimal"
    assert sign * (result.value - lead(position)) == margin
    assert result.best_moves == tuple(sorted(x for x, value in after.items() if value == margin))
    end = position
    for move in result.moves:
        end = end.play(move)
    assert end.is_over()
    assert lead(end) == result.value


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("passing", [False, True])
@rows("n", range(1, 17))
def test_starts_are_solved(n: int, *, passing: bool) -> None:
    check(start(n, passing=passing))


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("passing", [False, True])
@rows("n", range(1, 15))
def test_what_every_move_costs(n: int, *, passing: bool) -> None:
    position = start(n, passing=passing)
    worth = {
        move: position.net(move) - plainly(position.play(move).left, passing=passing) for move in position.legal_moves()
    }
    result = solve(position, costs=True)
    assert result.costs == {move: max(worth.values()) - value for move, value in worth.items()}
    assert result.best_moves == tuple(move for move, cost in result.costs.items() if not cost)
    assert solve(position).costs is None


def test_counting_what_is_alone_is_right() -> None:
    for n in range(1, 11):
        assert plainly(frozenset(range(1, n + 1)), passing=True) == twins.margin(
            start(n, passing=True).left, passing=True
        )


@given(n=st.integers(1, 16), passing=st.booleans(), data=st.data())
def test_positions_are_solved(*, n: int, passing: bool, data: st.DataObject) -> None:
    position = start(n, passing=passing)
    for _ in range(data.draw(st.integers(0, 4))):
        if not position.is_over():
            position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    check(position)


def shown(result: FactorResult) -> tuple[int, str]:
    return int(result.value), ", ".join(map(str, result.best_moves or ())) or "none"


def test_the_table_begins_as_the_solver_says() -> None:
    assert list(TABLE) == list(range(1, _LAST + 1))
    assert {n: TABLE[n] for n in range(1, 41)} == {n: shown(solve(FactorPosition.new(n))) for n in range(1, 41)}


@pytest.mark.full
def test_what_of_the_table_takes_seconds_is_what_the_solver_says() -> None:
    assert {n: TABLE[n] for n in range(41, _SOON + 1)} == {
        n: shown(solve(FactorPosition.new(n))) for n in range(41, _SOON + 1)
    }


@pytest.mark.full
@pytest.mark.parametrize(("n", "passing"), [*((n, False) for n in range(17, 31)), *((n, True) for n in range(17, 25))])
def test_larger_starts_are_solved(n: int, *, passing: bool) -> None:
    check(start(n, passing=passing))
    twins.margin.cache_clear()
    twins.margin_by_counting.cache_clear()


def test_sequences_are_the_table() -> None:
    names = ("leads", "first-moves", "classroom-leads", "classroom-first-moves")
    leads, firsts, others, same = (list(islice(find_entry(f"factorgame-{name}").terms(), 36)) for name in names)
    assert others == [WASTED.get(n, lead) for n, lead in enumerate(leads, 1)]
    assert leads == [TABLE[n][0] for n in range(1, len(leads) + 1)]
    starts = [FactorPosition.new(n, passing=True) for n in range(1, len(firsts) + 1)]
    assert firsts == same == [max(solve(one).best_moves or (0,)) for one in starts]
    assert firsts == [int(TABLE[n][1].split(", ")[-1].replace("none", "0")) for n in range(1, len(firsts) + 1)]


@rows("n", range(1, 41))
def test_where_the_classroom_s_rule_changes_the_lead(n: int) -> None:
    assert solve(start(n, passing=True)).value == WASTED.get(n, TABLE[n][0])


def primes(n: int) -> list[int]:
    return [p for p in range(2, n + 1) if all(p % d for d in range(2, p))]


def test_who_begins_wins_by_what_the_theorem_says() -> None:
    assert all(2 * TABLE[n][0] >= primes(n)[-1] - 2 for n in range(2, len(TABLE) + 1))
    met = [n for n in range(2, len(TABLE) + 1) if TABLE[n][0] == -(-(primes(n)[-1] - 2) // 2)]
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


@pytest.mark.parametrize("passing", [False, True])
def test_too_many_numbers_are_refused(*, passing: bool) -> None:
    assert solve(start(131, passing=passing), time_limit=1e-9).best_moves is None
    with pytest.raises(LimitExceededError, match="117 numbers are too many for perfect play"):
        solve(start(132, passing=passing))


def late(most: int) -> FactorPosition:
    """Return a position on {1..1000} after random moves: at most ``most`` numbers still have a divisor or multiple."""
    random, position = Random(1), FactorPosition.new(1000)
    while len(position.left) - len(position.alone) > most:
        position = position.play(random.choice(position.legal_moves()))
    return position


def test_numbers_are_refused_whose_sums_16_bits_do_not_hold() -> None:
    position = late(100)
    with pytest.raises(LimitExceededError, match=r"add up to [56].*, too much for perfect play"):
        solve(position, time_limit=1.0)
    assert not AskOpponent(position=position).answer().proven
    few = solve(late(20))
    assert few.status == "optimal"
    assert abs(few.value) > few.moves[0]


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
    assert lead(end) == result.value


def test_what_is_best_so_far_is_played_when_it_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    # On 1 to 30, the greedy move is 29, and the search finds that 25 is better.
    worth = module._Search._worth

    def press(search: module._Search, gain: int, board: int, test: int) -> int:
        if search.best == [25]:
            signal.raise_signal(signal.SIGINT)
        return worth(search, gain, board, test)

    monkeypatch.setattr(module._Search, "_worth", press)
    result = solve(FactorPosition.new(30))
    assert (result.moves[0], result.best_moves, result.lower, result.status) == (25, None, 17, "bounded")


def test_a_lead_is_told_as_proven_even_if_time_runs_out_before_its_moves_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    monkeypatch.setattr(module._Search, "line", stop)
    result = solve(FactorPosition.new(16))
    assert (result.value, result.lower, result.upper, result.status) == (4, 9, 9, "bounded")
    told = CliRunner().invoke(main, ["factorgame", "solve", "16"]).stdout
    assert "with best play the value for the first player is 9, proven; these moves lead to 4: the search ended" in told
    assert "between" not in told
    row = re.search(r"best possible(?:<[^>]*>)+([^<]*)", result._repr_html_())
    assert row is not None
    assert row[1] == "9"


def test_the_command_line_calls_no_value_best_that_is_not_proven() -> None:
    outcome = CliRunner().invoke(main, ["factorgame", "solve", "74", "--time-limit", "0.000001"])
    assert outcome.exit_code == 0
    assert "not settled: with best play the value for the first player is between -2775 and 2775; " in outcome.stdout
    assert "best value" not in outcome.stdout
    outcome = CliRunner().invoke(main, ["factorgame", "solve", "10"])
    assert "best value for the first player: 3, proven" in outcome.stdout


# -- questions ---------------------------------------------------------------------------------------------------------


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
    # The best move is 11.  On average, half of the 40 moves are random, and there are eleven legal moves.
    assert 11 < moves("noisy:1/2").count(11) < 33
    assert len(set(moves("random"))) > 5
    assert moves("perfect") == [11] * 40


@pytest.mark.parametrize("n", [100, 140])
def test_a_board_that_is_too_large_is_played_as_well_as_can_be(n: int) -> None:
    reply = AskOpponent(position=FactorPosition.new(n)).answer(Work(time_limit=1e-9))
    assert reply.move == {100: 97, 140: 139}[n]
    assert not reply.proven


def test_where_nothing_can_be_compiled_a_large_board_is_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    reply = AskOpponent(position=FactorPosition.new(60)).answer()
    assert (reply.move, reply.proven) == (59, False)
    assert AskOpponent(position=FactorPosition.new(40)).answer().proven


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_no_opponent_moves_when_the_game_is_over(opponent: str) -> None:
    with pytest.raises(InvalidPositionError, match="the game is over"):
        AskOpponent(position=FactorPosition.from_id("factorgame:2/2"), opponent=opponent).answer()


def test_answers_are_those_of_the_solver() -> None:
    position = FactorPosition.from_id("factorgame:30~pass/29")
    question = SolveFactor(position=position, costs=True)
    found = solve(position, costs=True)
    told = question.answer().as_answer()
    assert (told.value, told.best_moves, told.moves) == (found.value, found.best_moves, found.moves)
    assert (told.to_move, told.points) == (1, (29, 1))
    assert question.answer().to_dict()["costs"]["25"] == 0
    assert "costs" not in SolveFactor(position=position).answer().to_dict()
    assert pickle.loads(pickle.dumps(question)) == question  # noqa: S301  # a text of this package


def test_a_finished_game_has_an_answer() -> None:
    told = SolveFactor(position=FactorPosition.from_id("factorgame:2/2"), costs=True).answer()
    assert (told.value, told.moves, told.best_moves, told.costs) == (1, (), (), {})
