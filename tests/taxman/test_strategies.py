"""Compare strategies with slow versions and published scores; test the loading and the errors of users' strategies."""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import StrategyError
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.strategies import (
    ENTRY_POINTS,
    Strategy,
    formula_names,
    load_strategy,
    play_game,
    strategy_names,
)
from perfectplay.taxman.strategies.board import Board, losses
from perfectplay.taxman.strategies.model import largest_gain
from perfectplay.taxman.strategies.moniot import born_free_pairs
from tests.tables import rows

POTS = st.integers(1, 70) | st.sets(st.integers(1, 150), min_size=1, max_size=40)
QUICK = tuple(name for name in strategy_names() if name != "optimal")

# R. K. Moniot, "Comparison of strategies for playing the Taxman game", N = 2..128, OneTax, MaxTurn+ and MaxTurn:
# https://www.dsm.fordham.edu/~moniot/taxman-strategies-comparison.html, with his correction of OneTax at N = 128.
ONE_TAX = """
2 3 7 9 15 17 21 30 40 44 48 50 64 81 89 93 111 113 121 144 166 170 178 198 224 247 279 285 297 299 315 352 386 418
442 448 486 503 523 527 569 571 615 660 706 710 726 750 800 825 877 883 919 981 1009 1032 1090 1096 1120 1122 1184
1255 1287 1319 1385 1391 1459 1490 1566 1570 1642 1644 1718 1793 1869 1905 1991 1997 2029 2083 2165 2169 2261 2299
2385 2426 2470 2476 2512 2548 2640 2675 2769 2813 2861 2869 2991 3048 3148 3152 3254 3256 3308 3363 3469 3473 3581
3583 3693 3742 3854 3858 3972 4030 4146 4197 4315 4369 4417 4687 4809 4858 4982 5107 5179 5193 5289
"""
MAX_TURN_PLUS = """
2 3 7 9 15 17 21 30 40 44 48 50 66 81 89 93 102 104 124 135 157 161 173 198 224 247 279 285 300 302 318 337 371 406
442 448 486 482 502 506 548 550 596 621 667 671 695 719 769 794 846 852 879 934 990 1013 1071 1077 1109 1111 1173
1236 1268 1265 1331 1337 1405 1436 1476 1480 1552 1554 1628 1733 1809 1886 1895 1901 1945 2022 2104 2108 2196 2232
2318 2359 2403 2409 2454 2539 2631 2666 2760 2755 2803 2811 2909 2966 3026 3030 3132 3134 3186 3241 3347 3351 3443
3445 3555 3604 3660 3664 3721 3836 3952 4069 4187 4241 4301 4422 4544 4593 4717 4765 4828 4842 4970
"""
MAX_TURN = """
2 3 7 9 15 17 21 30 40 44 48 50 66 72 80 84 102 104 124 135 157 161 173 198 224 232 264 270 300 302 318 337 371 360
396 402 440 457 477 481 523 525 571 569 615 619 643 692 742 767 819 825 879 866 922 945 1003 1009 1041 1043 1105 1128
1160 1225 1291 1297 1365 1357 1437 1441 1513 1515 1589 1694 1770 1798 1846 1852 1896 1928 2010 2014 2102 2132 2218
2208 2252 2258 2348 2374 2466 2501 2595 2633 2681 2689 2787 2844 2904 2908 3010 3012 3064 3119 3225 3229 3321 3323
3433 3482 3538 3542 3656 3702 3818 3935 4053 4087 4147 4191 4313 4362 4486 4548 4674 4688 4816
"""


@pytest.mark.parametrize("name", QUICK)
@given(pot=POTS, seed=st.integers(0, 3))
def test_every_strategy_plays_every_pot_to_the_end(name: str, pot: int | set[int], seed: int) -> None:
    record = play_game(name, pot, seed)
    position = TaxmanPosition.new(pot)
    for move in record.moves:
        position = position.play(move)
    assert position.is_over()
    assert (record.score, record.taxman) == position.scores()
    assert record.id == position.id
    assert play_game(name, pot, seed) == record


@rows("name", strategy_names())
def test_every_strategy_says_what_it_is(name: str) -> None:
    strategy = load_strategy(name)
    assert strategy.name == name
    assert all((strategy.title, strategy.rule, strategy.source))


def test_seeded_strategies_depend_on_the_seed_and_others_do_not() -> None:
    for name in QUICK:
        games = {play_game(name, 60, seed).moves for seed in range(8)}
        assert (len(games) > 1) == load_strategy(name).seeded


@pytest.mark.parametrize(
    ("name", "table"),
    [("moniot-one-tax", ONE_TAX), ("moniot-improved-greedy", MAX_TURN_PLUS), ("moniot-max-turn", MAX_TURN)],
)
def test_moniots_published_scores(name: str, table: str) -> None:
    printed = dict(enumerate(map(int, table.split()), start=2))
    assert max(printed) == 128
    assert {n: play_game(name, n).score for n in printed} == printed


def one_tax(board: Board, *, greedy: bool) -> int:
    total = board.divisor_sum
    single = (x for x, count in board.divisor_count.items() if count == 1)  # the largest first
    return max(single, key=lambda x: (x - total[x], x)) if greedy else next(single)


def one_tax_by_code(board: Board, *, greedy: bool) -> int:
    """Apply OneTax or GreedyOneTax as Moniot's program does: take the smallest multiple, even if it is a divisor."""
    pick = one_tax(board, greedy=greedy)
    return next((x for x in board.multiples(pick) if board.divisor_count[x] == 2), pick)


def one_tax_by_text(board: Board, *, greedy: bool) -> int:
    """Apply OneTax or GreedyOneTax as the text of Moniot's page describes it."""
    pick = one_tax(board, greedy=greedy)
    stranded = [x for x in board.multiples(pick) if board.divisor_count[x] == 2 and not board.multiples(x)]
    return max(stranded, default=pick)


@pytest.mark.parametrize(("name", "greedy"), [("moniot-one-tax", False), ("moniot-greedy-one-tax", True)])
def test_one_tax_and_its_greedy_variant_follow_the_text(name: str, *, greedy: bool) -> None:
    for n in (2, 9, 30, 64, 127, 128):
        score = play_game(name, n).score
        assert play_game(name, n).moves == play_game(partial(one_tax_by_text, greedy=greedy), n).moves
        assert (play_game(partial(one_tax_by_code, greedy=greedy), n).score == score) == (n < 128)


def test_moniots_names_for_rules_that_trono_has_too() -> None:
    for name, twin in (
        ("moniot-max-turn", "trono-2"),
        ("moniot-pure-one-tax", "trono-4"),
        ("moniot-odds-evens", "trono-7-worded"),
    ):
        for n in range(2, 60):
            assert play_game(name, n).moves == play_game(twin, n).moves


def odds_evens_by_code(n: int) -> list[int]:
    """Apply OddsEvens as in Moniot's program: take the largest prime, odd numbers from N to N/2, then even ones."""
    left, moves = set(range(1, n + 1)), []
    prime = max(x for x in range(2, n + 1) if all(x % d for d in range(2, x)))
    odds = range(n if n % 2 else n - 1, n // 2 - 1, -2)
    evens = [x for x in range(n // 2 + 1, n + 1) if x % 2 == 0]
    for x in (prime, *odds, *evens):
        tax = {d for d in left if d < x and x % d == 0}
        if x in left and tax:
            moves.append(x)
            left -= {x, *tax}
    return moves


def test_odds_evens_follows_the_program() -> None:
    for n in range(2, 130):
        assert list(play_game("moniot-odds-evens", n).moves) == odds_evens_by_code(n)


def born_free_by_paper(n: int, primes: Iterable[int], *, ascending: bool = False) -> dict[int, int]:
    """Run the two loops of Franklín and Moniot (2023), theorem 3, and map each pick to its tax."""
    pairs: dict[int, int] = {}
    free = set(range(1, n + 1))
    for p in sorted(primes, reverse=True):
        for x in range(1, n // p + 1) if ascending else range(n // p, 0, -1):
            if {x, p * x} <= free:
                free -= {x, p * x}
                pairs[p * x] = x
    return pairs


def primes_to(n: int) -> list[int]:
    return [x for x in range(2, n + 1) if all(x % d for d in range(2, x))]


def test_born_free_takes_what_the_paper_takes() -> None:
    """Compare born-free with the paper, and with scores of B. Chess's program in the repository bvchess/taxman."""
    assert [play_game("born-free", n).score for n in (21, 100, 1000)] == [123, 2908, 286297]
    for n in range(2, 150):
        record, pairs = play_game("born-free", n), born_free_by_paper(n, primes_to(n))
        assert set(record.moves) == pairs.keys()
        # Each pick is taxed with its partner in the paper, and at the end, no remaining number can be taken.
        board = Board(n)
        assert all(pairs[move] in board.take(move) for move in record.moves)
        assert board.is_over()


@given(pot=POTS)
def test_born_free_pairs_are_acyclic_whatever_the_pot(pot: int | set[int]) -> None:
    board = Board(pot)
    pairs = born_free_pairs(board)
    assert len(set(pairs) | set(pairs.values())) == 2 * len(pairs)
    arcs = {p: [r for q, r in pairs.items() if r != p and p % q == 0] for p in pairs.values()}
    assert len(list(TopologicalSorter(arcs).static_order())) == len(pairs)
    # The pairs are maximal: no two numbers without a pair differ by a prime factor only.
    free = set(board) - pairs.keys() - set(pairs.values())
    assert not any(p * q in free for q in free for p in primes_to(150))


def first_best(board: Board, value: Callable[[int], int]) -> int:
    return max(board.legal_moves(), key=lambda number: (value(number), number))


SLOW_RULES: dict[str, Callable[[Board], int]] = {
    "trono-1": lambda board: first_best(board, lambda _: 0),
    "trono-2": lambda board: first_best(board, lambda x: x - sum(board.tax(x))),
    "trono-4": lambda board: first_best(board, lambda x: -len(board.tax(x))),
    "trono-5": lambda board: first_best(board, lambda x: board.position().preview(x).net),
}


@pytest.mark.parametrize("name", SLOW_RULES)
@given(pot=POTS)
def test_rules_against_slow_statements(name: str, pot: int | set[int]) -> None:
    fast, board = load_strategy(name), Board(pot)
    while not board.is_over():
        move = fast.choose(board)
        assert move == SLOW_RULES[name](board)
        board.take(move)


@given(pot=POTS, data=st.data())
def test_losses_are_what_the_board_says(pot: int | set[int], data: st.DataObject) -> None:
    board = Board(pot)
    while not board.is_over():
        if data.draw(st.booleans()):
            table = losses(board)
            assert {x: table[x] for x in board.legal_moves()} == {x: sum(board.lost(x)) for x in board.legal_moves()}
        board.take(data.draw(st.sampled_from(board.legal_moves())))


@rows("n", [20, 64, 129])
@rows("name", ["trono-3", "trono-3-worded"])
def test_one_divisor_with_endgame_changes_rule_at_five(name: str, n: int) -> None:
    """Test both readings: the rule changes when five legal moves are left, or five numbers, legal or not."""
    board, third, fourth = Board(n), load_strategy(name), load_strategy("trono-4")
    while not board.is_over():
        left = list(board) if name == "trono-3-worded" else board.legal_moves()
        expected = largest_gain(board) if len(left) <= 5 else fourth.choose(board)
        assert third.choose(board) == expected
        board.take(expected)


def test_tax_at_most_half() -> None:
    """Test rule 6 as worded at N = 10: 10 costs too much tax (8) at first, and after the 9, so do 10 (7) and 8 (6)."""
    assert play_game("trono-6-worded", 10).moves == (9, 6, 10, 8)


def test_odds_then_evens() -> None:
    """Test that rule 7 as worded follows Trono's pattern: in {1..N}, odd numbers from N/4 to N/2 never become legal."""
    assert play_game("trono-7-worded", 20).moves == (19, 15, 12, 14, 16, 18, 20)
    for n in range(2, 100):
        assert play_game("trono-7-worded", n).moves == play_game("trono-8", n).moves
    # In another pot, the two differ: 27 is between a quarter and a half of 100.
    pot = [3, 5, 27, 60, 100]
    assert play_game("trono-7-worded", pot).moves == (60,)
    assert play_game("trono-8", pot).moves == (27, 60)


def test_smallest_with_one_divisor() -> None:
    assert play_game("trono-6-printed", 20).moves == (19, 15, 14, 20, 12, 16, 18)


def test_a_plan_is_made_again_when_someone_else_moves() -> None:
    planner, board = load_strategy("moniot-improved-greedy"), Board(30)
    board.take(planner.choose(board))
    board.take(30)
    while not board.is_over():
        board.take(planner.choose(board))
    assert board.moves[1] == 30


def test_a_formula_cannot_play() -> None:
    assert formula_names() == ("trono-7-printed",)
    with pytest.raises(StrategyError, match="'trono-7-printed' cannot play: it is a formula"):
        load_strategy("trono-7-printed")


@pytest.mark.parametrize(("n", "best"), [(20, 124), (32, 319), (60, 1137)])
def test_optimal_play(n: int, best: int) -> None:
    assert play_game("optimal", n).score == best


# Strategies of users


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_can_play(tmp_path: Path) -> None:
    path = write(tmp_path, '"""Always the smallest."""\ndef choose(board):\n    return board.legal_moves()[-1]\n')
    strategy = load_strategy(path)
    assert (strategy.name, strategy.title, strategy.rule) == (path, "mine", "Always the smallest.")
    assert play_game(path, 8).moves == (2, 6, 8)
    assert not list(tmp_path.glob("__pycache__"))


def test_a_file_may_hold_dataclasses_and_draw(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Weight:\n    value: int\n"
        "def choose(board):\n    return board.random.choice(board.legal_moves())\n",
    )
    assert play_game(path, 30, seed=5) == play_game(path, 30, seed=5)


def test_a_function_can_play() -> None:
    def smallest(board: Board) -> int:
        return board.legal_moves()[-1]

    record = play_game(smallest, 8)
    assert (record.strategy, record.moves) == ("smallest", (2, 6, 8))


def test_integers_of_other_libraries_are_welcome(tmp_path: Path) -> None:
    path = write(tmp_path, "import numpy\ndef choose(board):\n    return numpy.int64(board.legal_moves()[0])\n")
    assert play_game(path, 20).moves == play_game("trono-1", 20).moves


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def choose(board:\n", r"cannot be executed: SyntaxError: .*line 1.*; correct the file"),
        ("x = 1\nx / 0\n", "cannot be executed: ZeroDivisionError in line 2: 'division by zero'; correct the file"),
        ("import sys\nsys.exit(3)\n", "cannot be executed: SystemExit in line 2"),
        ("import no_such_module_anywhere\n", "ModuleNotFoundError in line 1: \"No module named 'no_such"),
        ("x = '\0'\n", "cannot be executed: "),
        ("chose = 1\n", r"has no function choose\(board\); define one that returns one of board.legal_moves\(\)"),
        ("choose = 1\n", r"has no function choose\(board\)"),
    ],
)
def test_files_that_cannot_be_loaded(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(StrategyError, match=words) as caught:
        load_strategy(write(tmp_path, text))
    assert "mine.py" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_module_of_a_file_says_how_it_was_loaded(tmp_path: Path) -> None:
    # Without a specification, Python 3.15 warns when it looks for the lines of a traceback.
    load_strategy(write(tmp_path, "def choose(board):\n    return 1\n", "traced.py"))
    specification = sys.modules["_strategy_traced"].__spec__
    assert specification is not None
    assert specification.loader is not None


def test_missing_files_and_names(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match="cannot be read: No such file or directory; give the path of a file"):
        load_strategy(str(tmp_path / "gone.py"))
    tmp_path.joinpath("folder.py").mkdir()
    with pytest.raises(StrategyError, match="cannot be read"):
        load_strategy(str(tmp_path / "folder.py"))
    with pytest.raises(
        StrategyError, match=r"no strategy 'trono-11' \(did you mean trono-1\?\); the strategies are trono-1, "
    ):
        load_strategy("trono-11")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 1 / 0", "raised ZeroDivisionError in line 2: 'division by zero'"),
        ("raise SystemExit", "raised SystemExit in line 2"),
        ("return choose(board)", "raised RecursionError in line 2"),
        ("raise ValueError('two\\nlines')", "raised ValueError in line 2: 'two lines'"),
        ("return None", "returned 'None', which is not an integer but of type 'NoneType'"),
        ("return 19.0", "returned '19.0', which is not an integer but of type 'float'"),
        ("return True", "returned 'True', which is not an integer but of type 'bool'"),
        ("return 21", "made an illegal move: 21 cannot be taken: it was never in the pot"),
        ("return 1", "made an illegal move: 1 cannot be taken: none of its proper divisors is in the pot"),
        ("board.take(20)", "moved on the board itself; return the move, and try moves on board.copy"),
    ],
)
def test_files_that_misbehave(tmp_path: Path, body: str, words: str) -> None:
    path = write(tmp_path, f"def choose(board):\n    {body}\n", "bad.py")
    with pytest.raises(StrategyError) as caught:
        play_game(path, 20)
    message = str(caught.value)
    assert words in message
    assert path in message
    assert "at N = 20, position taxman:20" in message
    assert "legal moves are " in message
    assert "\n" not in message


def test_a_later_illegal_move_names_its_position(tmp_path: Path) -> None:
    path = write(tmp_path, "def choose(board):\n    return 19\n")
    with pytest.raises(StrategyError) as caught:
        play_game(path, 20)
    assert "19 cannot be taken: it was in the pot and is gone (at N = 20, position taxman:20/19; " in str(caught.value)
    assert str(caught.value).endswith("legal moves are 20, 18, 16, 15, 14, 12, 10, 9, 8, 6, 4)")
    with pytest.raises(
        StrategyError, match=r"\(at the pot 'pot\.2\.6\.19', position taxman:pot\.2\.6\.19; legal moves are 6\)"
    ):
        play_game(path, [2, 6, 19])


def test_entry_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        tmp_path,
        "from perfectplay.taxman.strategies import Strategy\n"
        "def choose(board):\n    return board.legal_moves()[-1]\n"
        "mine = Strategy('theirs', 'Theirs', 'Smallest.', 'a test', 'own', choose)\nnothing = 1\n",
        "offering.py",
    )
    info = tmp_path / "offering-1.0.dist-info"
    info.mkdir()
    write(info, "Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n", "METADATA")
    lines = ["a-function = offering:choose", "theirs = offering:mine", "gone = offering:gone", "one = offering:nothing"]
    write(info, "\n".join([f"[{ENTRY_POINTS}]", *lines, "trono-1 = offering:choose", ""]), "entry_points.txt")
    monkeypatch.syspath_prepend(tmp_path)
    assert strategy_names()[-4:] == ("a-function", "gone", "one", "theirs")
    assert play_game("a-function", 8).moves == (2, 6, 8)
    theirs = load_strategy("theirs")
    assert isinstance(theirs, Strategy)
    assert theirs.title == "Theirs"
    # A user's strategy with the name of a built-in one is ignored.
    assert load_strategy("trono-1").title == "#1 largest number"
    with pytest.raises(StrategyError, match="'gone' cannot be loaded from 'offering:gone': AttributeError"):
        load_strategy("gone")
    with pytest.raises(StrategyError, match=r"'one' has no function choose\(board\)"):
        load_strategy("one")


def test_what_a_strategy_prints_goes_to_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(
        tmp_path, "print('loading')\ndef choose(board):\n    print('move')\n    return board.legal_moves()[-1]\n"
    )
    assert play_game(path, 8).moves == (2, 6, 8)
    assert capsys.readouterr() == ("", "loading\nmove\nmove\nmove\n")
