from __future__ import annotations

from copy import copy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError
from perfectplay.core.game import parse_position
from perfectplay.core.progress import Progress
from perfectplay.core.session import Session
from perfectplay.taxman.rules import TaxmanPosition
from tests.profiles import examples


def test_undo_and_redo() -> None:
    session = Session(parse_position("taxman:10"))
    assert (session.can_undo, session.can_redo) == (False, False)
    session.play(7)
    session.play(9)
    assert session.position.id == "taxman:10/7.9"
    assert session.undo().id == "taxman:10/7"
    assert session.undo().id == "taxman:10"
    assert (session.can_undo, session.can_redo) == (False, True)
    assert session.redo().id == "taxman:10/7"
    assert session.redo().id == "taxman:10/7.9"
    assert (session.can_undo, session.can_redo) == (True, False)


def test_a_new_move_forgets_what_could_be_redone() -> None:
    session = Session.from_id("taxman:10/7.9")
    session.undo()
    session.play(4)
    assert session.position.id == "taxman:10/7.4"
    assert not session.can_redo


def test_moves_of_the_position_can_be_undone() -> None:
    session = Session.from_id("taxman:20/19.9.15")
    seen = [session.position.id]
    while session.can_undo:
        seen.append(session.undo().id)
    assert seen == ["taxman:20/19.9.15", "taxman:20/19.9", "taxman:20/19", "taxman:20"]


def test_there_is_an_end_to_undo_and_redo() -> None:
    session = Session.from_id("taxman:10")
    with pytest.raises(IllegalMoveError, match="no move to undo: this is the start"):
        session.undo()
    with pytest.raises(IllegalMoveError, match="no move to redo: no move was taken back"):
        session.redo()
    assert session.position.id == "taxman:10"


def test_an_illegal_move_leaves_the_session_as_it_was() -> None:
    session = Session.from_id("taxman:10/7.9")
    session.undo()
    for move in (7, 1, 11, "7", "seven", [1], {1: 2}):
        with pytest.raises(IllegalMoveError):
            session.play(move)
    assert session.position.id == "taxman:10/7"
    assert session.redo().id == "taxman:10/7.9"


def test_a_session_goes_to_any_place_of_its_line() -> None:
    session = Session.from_id("taxman:10/7.9.6")
    assert session.go(1).id == "taxman:10/7"
    assert session.go(3).id == "taxman:10/7.9.6"
    assert session.go(0).id == "taxman:10"
    for made in (-1, 4):
        with pytest.raises(IllegalMoveError, match=f"no position after {made} moves; give a number from 0 to 3"):
            session.go(made)
    assert session.position.id == "taxman:10"
    session.play(4)
    with pytest.raises(IllegalMoveError, match="from 0 to 1"):
        session.go(2)


def test_a_copy_goes_its_own_way() -> None:
    session = Session.from_id("taxman:10/7.9")
    session.undo()
    twin = copy(session)
    twin.play(4)
    assert twin.position.id == "taxman:10/7.4"
    assert session.position.id == "taxman:10/7"
    assert session.redo().id == "taxman:10/7.9"


def test_text_is_read_by_the_game() -> None:
    assert Session.from_id("taxman:10").play(" 7 ").id == "taxman:10/7"


def test_replay() -> None:
    replayed = [position.id for position in Session.replay(parse_position("taxman:10/7.9"))]
    assert replayed == ["taxman:10", "taxman:10/7", "taxman:10/7.9"]


def test_a_bad_id() -> None:
    with pytest.raises(InvalidPositionError):
        Session.from_id("taxman:zero")


def test_hints_lead_to_the_best_score() -> None:
    session = Session.from_id("taxman:20/19")
    reports: list[Progress] = []
    while not session.position.is_over():
        hint = session.hint(progress=reports.append)
        # J. A. Trono (1994): 124 is the best at N = 20, and 19 is the best first move.
        assert hint.value == 124
        session.play(hint.moves[0])
    assert session.position.scores() == (124, 86)
    assert session.hint().moves == ()


class SessionMachine(RuleBasedStateMachine):
    """Compares a session with a plain model, which consists of two stacks of moves."""

    @initialize(n=st.integers(2, 30))
    def begin(self, n: int) -> None:
        self.session = Session(TaxmanPosition.new(n))
        self.done: list[int] = []
        self.undone: list[int] = []

    @precondition(lambda self: not self.session.position.is_over())
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(list(self.session.position.legal_moves())))
        self.session.play(move)
        self.done.append(move)
        self.undone.clear()
        self.check()

    @precondition(lambda self: self.done)
    @rule()
    def undo(self) -> None:
        self.session.undo()
        self.undone.append(self.done.pop())
        self.check()

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        self.session.redo()
        self.done.append(self.undone.pop())
        self.check()

    @rule(data=st.data())
    def go(self, data: st.DataObject) -> None:
        line = self.done + self.undone[::-1]
        made = data.draw(st.integers(0, len(line)))
        assert copy(self.session).go(made) == self.session.go(made)
        self.done, self.undone = line[:made], line[made:][::-1]
        self.check()

    def check(self) -> None:
        position = self.session.position
        assert list(position.moves) == self.done
        assert position == parse_position(position.id)
        assert self.session.can_undo == bool(self.done)
        assert self.session.can_redo == bool(self.undone)


TestSessionMachine = SessionMachine.TestCase
TestSessionMachine.settings = settings(max_examples=examples(40), stateful_step_count=30)
