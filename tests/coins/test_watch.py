"""What long work looks at between two steps."""

from __future__ import annotations

import logging
import signal

import pytest

from perfectplay.coins import watch
from perfectplay.coins.watch import watched
from perfectplay.core.progress import Progress, ignore_progress


def test_progress_tells_the_lengths_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_BETWEEN", 0.0)
    seen: list[Progress] = []
    with watched("lengths", 7, None, seen.append) as tick:
        assert not tick(1, 0, 100)
        assert not tick(3, 20, 100)
        assert not tick(3, 50, 100)
        tick.begin("games")
        assert not tick(7, 4, 9)
    assert [(one.stage, one.done, one.total) for one in seen] == [
        ("lengths", 0, 7),
        ("lengths", 2, 7),
        ("lengths", 2, 7),
        ("games", 4, 9),
    ]
    assert tick.reason is None


def test_progress_has_an_estimate_once_it_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_SURE", -1.0)
    seen: list[Progress] = []
    with watched("lengths", 7, None, seen.append) as tick:
        tick(1, 0, 100)
        tick(2, 100, 100)
    assert [one.stage for one in seen] == ["lengths", "lengths, about 5 seconds left"]


def test_long_work_is_announced_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(watch, "_SURE", -1.0)
    monkeypatch.setattr(watch, "LONG", -1.0)
    with caplog.at_level(logging.WARNING, logger="perfectplay"), watched("lengths", 7, None, ignore_progress) as tick:
        tick(1, 0, 10)
        tick(2, 1, 10)
    assert caplog.messages == ["this takes about 5 seconds more; Ctrl-C ends it and prints what is known by then"]


def test_a_time_limit_and_ctrl_c_stop_the_work() -> None:
    with watched("lengths", 7, 1e-9, ignore_progress) as tick:
        assert tick(1, 0, 10)
    assert tick.reason == "time limit"
    with watched("lengths", 7, None, ignore_progress) as tick:
        assert not tick(1, 0, 10)
        signal.raise_signal(signal.SIGINT)
        assert tick(1, 1, 10)
    assert tick.reason == "interrupted"
