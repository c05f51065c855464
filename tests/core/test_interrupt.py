from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest

from perfectplay.core.running.interrupt import RECEIVED, deferred_interrupt, interrupt, undisturbed


def test_the_first_ctrl_c_is_a_flag_and_the_second_is_not() -> None:
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupt() as flag:
        assert not flag.pressed
        signal.raise_signal(signal.SIGINT)
        assert flag.pressed
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_leave_signals_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def work() -> None:
        with deferred_interrupt() as flag:
            seen.extend((flag.pressed, signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False, before]


def test_a_compiled_function_is_not_disturbed() -> None:
    finished = []

    @undisturbed
    def work(count: int) -> int:
        for _ in range(count):
            signal.raise_signal(signal.SIGINT)
        finished.append(count)
        return count

    assert work(0) == 0
    for count in (1, 3):
        with pytest.raises(KeyboardInterrupt):
            work(count)
    assert finished == [0, 1, 3]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have SIGTERM end work, as the command line has it."""
    before = signal.signal(signal.SIGTERM, interrupt)
    monkeypatch.setattr("perfectplay.core.running.interrupt.ENDING", [signal.SIGTERM])
    yield
    RECEIVED.clear()
    signal.signal(signal.SIGTERM, before)


def test_what_ends_the_program_ends_all_of_its_work_and_is_heard_once(ending: None) -> None:
    with deferred_interrupt() as flag:
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
            assert flag.pressed
    signal.raise_signal(signal.SIGTERM)
    # What is begun after that ends at once.
    with deferred_interrupt() as later:
        assert later.pressed
    assert signal.getsignal(signal.SIGTERM) is interrupt


def test_what_ends_the_program_waits_for_a_compiled_function(ending: None) -> None:
    finished = []

    @undisturbed
    def work() -> None:
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
        finished.append(True)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert (finished, RECEIVED) == ([True], [signal.SIGTERM])


def test_a_flag_around_a_compiled_function_is_raised() -> None:
    @undisturbed
    def work() -> str:
        signal.raise_signal(signal.SIGINT)
        return "done"

    with deferred_interrupt() as flag:
        assert work() == "done"
        assert flag.pressed
