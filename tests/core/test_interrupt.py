from __future__ import annotations

import signal
import threading

import pytest

from perfectplay.core.interrupt import deferred_interrupt, undisturbed


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


def test_a_flag_around_a_compiled_function_is_raised() -> None:
    @undisturbed
    def work() -> str:
        signal.raise_signal(signal.SIGINT)
        return "done"

    with deferred_interrupt() as flag:
        assert work() == "done"
        assert flag.pressed
