import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.game import load_game
from perfectplay.core.game.ids import MAX_ID_LENGTH
from perfectplay.taxman.rules import MAX_N, MAX_POT_SIZE, Pot, TaxmanPosition, TaxmanPreview, Variant
from perfectplay.taxman.strategies.board import Board
from tests.tables import rows

GAME = load_game("taxman")

pots = st.integers(1, 40).map(lambda n: set(range(1, n + 1))) | st.sets(st.integers(1, 120), min_size=1, max_size=40)
variants: st.SearchStrategy[Variant] = st.sampled_from(["immediate", "end"])


class Twin:
    """A second implementation of the rules with plain sets, as the articles describe them."""

    def __init__(self, pot: set[int], variant: Variant) -> None:
        self.pot = set(pot)
        self.variant = variant
        self.player: list[int] = []
        self.taxman: list[int] = []
        self.settle()

    def divisors(self, number: int) -> set[int]:
        return {d for d in self.pot if d < number and number % d == 0}

    def legal(self) -> list[int]:
        return sorted(number for number in self.pot if self.divisors(number))

    def dead(self) -> set[int]:
        useful = {number for number in self.pot if self.divisors(number)}
        useful |= {d for number in self.pot for d in self.divisors(number)}
        return self.pot - useful

    def take(self, number: int) -> None:
        tax = self.divisors(number)
        self.player.append(number)
        self.taxman += tax
        self.pot -= tax | {number}
        self.settle()

    def settle(self) -> None:
        # When no move is legal, all remaining numbers are dead.
        gone = self.dead() if self.variant == "immediate" or not self.legal() else set()
        self.taxman += gone
        self.pot -= gone


@given(pots, variants, st.data())
def test_the_rules_agree_with_their_twin(pot: set[int], variant: Variant, data: st.DataObject) -> None:
    twin, position = Twin(pot, variant), TaxmanPosition.new(pot, variant)
    while True:
        assert position.pot == twin.pot
        assert position.scores() == (sum(twin.player), sum(twin.taxman))
        assert position.legal_moves() == tuple(twin.legal())
        assert position.is_over() == (not twin.legal())
        assert position.moves == tuple(twin.player)
        for number in pot:
            assert position.is_legal(number) == (number in twin.legal())
            assert position.tax(number) == tuple(sorted(twin.divisors(number)))
        if position.is_over():
            break
        move = data.draw(st.sampled_from(twin.legal()))
        position = position.play(move)
        twin.take(move)
    assert sum(position.scores()) == sum(pot)
    assert not position.pot


@given(pots, st.data())
def test_both_variants_end_with_the_same_scores(pot: set[int], data: st.DataObject) -> None:
    immediate, end = TaxmanPosition.new(pot, "immediate"), TaxmanPosition.new(pot, "end")
    while not immediate.is_over():
        # Both variants have the same legal moves; they differ only in when dead numbers go to the taxman.
        assert immediate.legal_moves() == end.legal_moves()
        assert immediate.player == end.player
        assert immediate.pot <= end.pot
        assert immediate.taxman >= end.taxman
        move = data.draw(st.sampled_from(immediate.legal_moves()))
        immediate, end = immediate.play(move), end.play(move)
    assert end.is_over()
    assert immediate.scores() == end.scores()


@given(pots, variants, st.data())
def test_ids_round_trip(pot: set[int], variant: Variant, data: st.DataObject) -> None:
    position = TaxmanPosition.new(pot, variant)
    for _ in range(data.draw(st.integers(0, 12))):
        if position.is_over():
            break
        position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    again = TaxmanPosition.from_id(position.id)
    assert again == position
    assert (again.pot, again.scores(), again.variant) == (position.pot, position.scores(), position.variant)
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301  # pickled in this line
    assert position.start() == TaxmanPosition.new(pot, variant)


@given(pots, st.data())
def test_a_preview_tells_what_playing_does(pot: set[int], data: st.DataObject) -> None:
    before = TaxmanPosition.new(pot)
    while not before.is_over():
        move = data.draw(st.sampled_from(before.legal_moves()))
        preview, after = before.preview(move), before.play(move)
        assert preview.take == move
        assert preview.tax == before.tax(move)
        assert before.pot - after.pot == {move, *preview.tax, *preview.lost}
        assert after.player - before.player == move
        assert after.taxman - before.taxman == sum(preview.tax) + sum(preview.lost)
        assert preview.net == (after.player - before.player) - (after.taxman - before.taxman)
        before = after


@given(pots)
def test_covers_by_definition(pot: set[int]) -> None:
    position = TaxmanPosition.new(pot, "end")
    for p in position.pot:
        between = {q: [x for x in position.pot if q < x < p and x % q == 0 and p % x == 0] for q in position.tax(p)}
        assert position.covers(p) == tuple(q for q in sorted(between) if not between[q])


def test_the_example_of_trono() -> None:
    # J. A. Trono, "Taxman revisited" (1994), plays N = 8 by choosing 7, 6 and 8.
    position = TaxmanPosition.new(8)
    assert position.preview(7) == TaxmanPreview(7, (1,), (5,), 1)
    position = position.play(7)
    # "As soon as the 7 was selected, it is known that the 5 will eventually be added to the Taxman's score."
    assert position.scores() == (7, 6)
    position = position.play(6).play(8)
    assert position.scores() == (21, 15)
    assert position.is_over()
    assert TaxmanPosition.new(8, "end").play(7).scores() == (7, 1)


def test_smallest_pots() -> None:
    alone = TaxmanPosition.new(1)
    assert alone.is_over()
    assert alone.scores() == (0, 1)
    assert TaxmanPosition.new(1, "end").scores() == (0, 1)
    assert TaxmanPosition.new(2).play(2).scores() == (2, 1)
    assert TaxmanPosition.new([6, 35]).scores() == (0, 41)


def test_arbitrary_pots() -> None:
    position = TaxmanPosition.new({12, 2, 3, 18})
    assert position.id == "taxman:pot.2.3.12.18"
    assert position.legal_moves() == (12, 18)
    assert position.covers(12) == (2, 3)
    assert position.play(18).scores() == (18, 17)
    # The pot {1..N} has no dead number at the start, so its divisors are not computed, which would take seconds.
    assert "divisors" not in vars(TaxmanPosition.new(99_991).start_pot)
    # Numbers that are far apart must be compared in pairs, because a walk over all multiples would never end.
    far = TaxmanPosition.new([10**17, 3 * 10**17, 7])
    assert far.legal_moves() == (3 * 10**17,)
    assert far.taxman == 7


def test_a_pot_that_is_one_to_n_is_written_so() -> None:
    assert TaxmanPosition.new([3, 1, 2]).id == "taxman:3"
    assert TaxmanPosition.new([3, 1, 2]) == TaxmanPosition.new(3) == TaxmanPosition.new(Pot.up_to(3))
    assert Pot.of([2, 3, 4]).n is None
    assert Pot.up_to(4).n == 4
    assert Pot.up_to(4).total == 10


def test_pot_relations() -> None:
    pot = Pot.up_to(12)
    assert pot.divisors[12] == (1, 2, 3, 4, 6)
    assert pot.multiples[3] == (6, 9, 12)
    assert pot.divisors[1] == pot.multiples[7] == ()


@rows(
    "text, expected",
    [
        ("taxman:0", "has the start '0'; a start is N as in 20, or pot. and numbers as in pot.2.3.6, each"),
        ("taxman:x", "has the start 'x'; a start is N"),
        ("taxman:020", "has the start '020'; a start is N as in 20"),
        ("taxman:20.21", "has the start '20.21'; a start is N as in 20, or pot. and numbers"),
        ("taxman:pot.", "the pot is empty"),
        ("taxman:pot.2.2", "the pot has a problem at 2: it contains it twice"),
        ("taxman:pot.2.x", "the number 'x'"),
        ("taxman:20~start", "has the start '20~start'; a start is N as in 20, or pot. and numbers as in pot.2.3.6, "),
        ("taxman:pot.2.3~x", "each optionally followed by ~end"),
        ("taxman:20/19.", "the move ''"),
        ("taxman:20/19/9", "the move '19/9'"),
        ("coins:20", "is of the game 'coins'"),
    ],
)
def test_malformed_ids(text: str, expected: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        TaxmanPosition.from_id(text)
    assert expected in str(caught.value)


@given(st.text("taxmnpo:.~/-0123456789 end", max_size=30).map("taxman:".__add__))
def test_any_text_is_a_position_or_refused_in_one_line(text: str) -> None:
    try:
        outcome = TaxmanPosition.from_id(text).id
    except PerfectPlayError as error:
        outcome = str(error)
    assert outcome
    assert len(outcome.splitlines()) == 1
    assert len(outcome) < 400


@rows(
    "text, place, expected",
    [
        ("taxman:20/21", 1, "21 cannot be taken: it was never in the pot; the largest legal moves are 9, 10, 11,"),
        ("taxman:20/19.1", 2, "1 cannot be taken: it was in the pot and is gone; legal moves are 4, 6, 8, 9, 10,"),
        ("taxman:20/19.19", 2, "19 cannot be taken: it was in the pot and is gone"),
        ("taxman:20/1", 1, "1 cannot be taken: none of its proper divisors is in the pot"),
        ("taxman:20~end/19.17", 2, "17 cannot be taken: none of its proper divisors is in the pot"),
        ("taxman:2/2.2", 2, "2 cannot be taken: it was in the pot and is gone; the game is over"),
        ("taxman:20/" + "9" * 18, 1, "9" * 18 + " cannot be taken: it was never in the pot"),
    ],
)
def test_illegal_moves(text: str, place: int, expected: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        TaxmanPosition.from_id(text)
    assert str(caught.value).startswith(f"position id {text!r}, move {place}: {expected}")
    assert len(str(caught.value).splitlines()) == 1


def test_an_illegal_move_has_no_preview() -> None:
    with pytest.raises(IllegalMoveError, match="1 cannot be taken"):
        TaxmanPosition.new(10).preview(1)


@rows(
    "build, error, expected",
    [
        (lambda: Pot.up_to(0), InvalidPositionError, "N = 0 is not a pot; N must be a whole number of at least 1"),
        (lambda: TaxmanPosition.new(-5), InvalidPositionError, "N = -5 is not a pot"),
        (lambda: Pot.up_to(MAX_N + 1), LimitExceededError, "N = '100001' is too large .* N is 100000"),
        (lambda: TaxmanPosition.from_id("taxman:999999999999999999"), LimitExceededError, "too large to play"),
        (lambda: Pot(()), InvalidPositionError, "the pot is empty"),
        (lambda: Pot((3, 2)), InvalidPositionError, "problem at 2: it is not in ascending order"),
        (lambda: Pot.of([2, 2]), InvalidPositionError, "problem at 2: it contains it twice"),
        (lambda: Pot.of([0, 2]), InvalidPositionError, "contains 0; only positive integers"),
        (lambda: Pot.of(range(2, MAX_POT_SIZE + 3)), LimitExceededError, "has 2001 numbers; at most 2000"),
    ],
)
def test_limits(build: Callable[[], object], error: type[Exception], expected: str) -> None:
    with pytest.raises(error, match=expected):
        build()


def test_the_largest_pots_can_be_played() -> None:
    # The largest prime below 10^5 is 99,991; once 1 is gone, the primes above N/2 are useless.
    position = TaxmanPosition.new(MAX_N).play(99_991)
    assert position.player == 99_991
    assert not position.is_legal(99_989)
    irregular = TaxmanPosition.new(range(2, MAX_POT_SIZE + 2))
    assert irregular.play(MAX_POT_SIZE).player == MAX_POT_SIZE
    assert len(irregular.id) < MAX_ID_LENGTH


def test_html_shows_who_has_what() -> None:
    html = TaxmanPosition.new(8).play(7)._repr_html_()
    assert "<caption>player 7, taxman 6</caption>" in html
    assert "<b>7</b>" in html
    assert "<s>1</s>" in html
    assert "<s>5</s>" in html
    assert "<span>8</span>" in html
    assert html.count("<td>") == 8


@rows("text", ["", "x", "-7", "7.0", "²", "٣", "1" * 19, "7 9"])
def test_what_is_no_number_is_no_move(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=r"is not a number from the pot; legal moves include .*10"):
        GAME.parse_move(text, TaxmanPosition.new(10))
    with pytest.raises(IllegalMoveError, match="none: it is over"):
        GAME.parse_move(text, TaxmanPosition.new(1))


def test_a_number_is_a_move() -> None:
    assert GAME.parse_move(" 7\n", TaxmanPosition.new(10)) == 7


def test_legal_moves_are_counted_as_in_the_naive_game_tree() -> None:
    # Count the lines of 0, 1, 2 and 3 moves (perft), and compare the counts with the twin's.
    def count(position: TaxmanPosition, depth: int) -> int:
        return sum(count(position.play(move), depth - 1) for move in position.legal_moves()) if depth else 1

    def count_twin(moves: tuple[int, ...], depth: int) -> int:
        twin = Twin(set(range(1, 13)), "end")
        for move in moves:
            twin.take(move)
        return sum(count_twin((*moves, move), depth - 1) for move in twin.legal()) if depth else 1

    counts = [count(TaxmanPosition.new(12), depth) for depth in range(5)]
    assert counts == [count_twin((), depth) for depth in range(5)]
    assert counts[:2] == [1, 11]


# -- the board ---------------------------------------------------------------------------------------------------------

POTS = st.integers(1, 60) | st.sets(st.integers(1, 120), min_size=1, max_size=40)
VARIANTS: st.SearchStrategy[Variant] = st.sampled_from(["immediate", "end"])


def assert_twins(board: Board, position: TaxmanPosition) -> None:
    active = sorted(position.pot)
    assert list(board) == active[::-1]
    assert len(board) == len(active)
    assert board.legal_moves() == list(position.legal_moves())[::-1]
    assert board.is_over() == position.is_over()
    assert (board.score, board.taxman) == position.scores()
    assert board.moves == position.moves
    assert dict(board.divisor_count) == {x: len(position.tax(x)) for x in active}
    assert dict(board.divisor_sum) == {x: sum(position.tax(x)) for x in active}
    for x in active:
        assert board.tax(x) == position.tax(x)
        assert board.multiples(x) == tuple(m for m in active if m > x and m % x == 0)
    for x in position.legal_moves():
        assert board.is_legal(x)
        assert board.lost(x) == position.preview(x).lost


@given(pot=POTS, variant=VARIANTS, data=st.data())
def test_board_follows_the_rules(pot: int | set[int], variant: Variant, data: st.DataObject) -> None:
    board, position = Board(pot, variant), TaxmanPosition.new(pot, variant)
    assert_twins(board, position)
    while not board.is_over():
        move = data.draw(st.sampled_from(board.legal_moves()))
        tax = position.tax(move)
        assert board.take(move) == tax
        position = position.play(move)
        assert_twins(board, position)
    assert board.score + board.taxman == board.pot.total - sum(board)
    assert board.position() == position


@given(pot=POTS, data=st.data())
def test_a_copy_is_independent(pot: int | set[int], data: st.DataObject) -> None:
    board = Board(pot)
    board.notes["plan"] = [1]
    if board.is_over():
        return
    before = board.position()
    twin = board.copy()
    twin.take(data.draw(st.sampled_from(twin.legal_moves())))
    assert_twins(board, before)
    assert_twins(twin, before.play(twin.moves[0]))
    assert twin.notes == {}


@pytest.mark.parametrize(
    ("moves", "bad", "words"),
    [
        ((), 1, "1 cannot be taken: none of its proper divisors is in the pot"),
        ((7,), 7, "7 cannot be taken: it was in the pot and is gone; legal moves are 4, 6, 8, 9, 10"),
        ((), 11, "11 cannot be taken: it was never in the pot"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(moves: tuple[int, ...], bad: int, words: str) -> None:
    board, position = Board(10), TaxmanPosition.new(10)
    for move in moves:
        board.take(move)
        position = position.play(move)
    with pytest.raises(IllegalMoveError, match=words):
        board.take(bad)
    assert_twins(board, position)


def test_bad_pots_are_refused() -> None:
    with pytest.raises(InvalidPositionError, match="N = 0 is not a pot"):
        Board(0)
    with pytest.raises(InvalidPositionError, match="twice"):
        Board([2, 2])
    with pytest.raises(LimitExceededError):
        Board(10**9)


def test_counts_cannot_be_written_to() -> None:
    board = Board(10)
    with pytest.raises(TypeError):
        board.divisor_sum[10] = 0  # type: ignore[index]  # the test is about this


def test_a_pot_is_used_as_it_is() -> None:
    pot = Pot.up_to(12)
    assert Board(pot).pot is pot
    assert Board(12).top == 12
    assert Board([6, 2, 30]).top == 30


def test_the_seed_and_the_pot_decide_the_stream() -> None:
    first = Board(20, seed=3).random.random()
    assert Board(20, seed=3).random.random() == first
    assert Board(20, seed=4).random.random() != first
    assert Board(21, seed=3).random.random() != first


def test_repr_shows_the_position() -> None:
    board = Board(20)
    board.take(19)
    assert repr(board) == "<Board taxman:20/19>"
