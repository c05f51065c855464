"""Test progress lines, signals, encodings, and that output files are checked before long work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from perfectplay import PerfectPlayError, Progress
from perfectplay.cli.main import main
from perfectplay.cli.output import ProgressLine, check_writable, show_progress
from perfectplay.core.progress import progress_text

STEP = Progress("root", 0.1)


def test_a_snapshot_in_one_line() -> None:
    assert progress_text(Progress("tree", 1.5, 315_219, 315_490, 1200, 17)) == (
        "tree   found 315,219   bound 315,490   gap 271   nodes 1,200 + 17"
    )
    assert progress_text(Progress("games", 1.5, done=3, total=10)) == "games   3 of 10   30 %"
    assert progress_text(Progress("games", 1.5, done=299, total=300), 47.2, ", ") == (
        "games, 299 of 300, 99 %, about 50 seconds left"
    )
    assert progress_text(Progress("games", 0.0, done=0, total=0)) == "games   0 of 0"


class Clock:
    """A clock that only a test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_log_gets_a_line_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(clock=clock)
    for second in range(190):
        clock.now = 1000.0 + second
        line(Progress("games", second, done=second, total=600))
    assert capsys.readouterr().err == (
        "still working: games, 60 of 600, 10 %, about 9 minutes left\n"
        "still working: games, 120 of 600, 20 %, about 8 minutes left\n"
        "still working: games, 180 of 600, 30 %, about 7 minutes left\n"
    )


def test_a_line_for_the_log_says_what_there_is_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(clock=clock)
    clock.now += 60
    line(Progress("tree", 60, 315_219, 315_490, 1200, 17))
    assert capsys.readouterr().err == ("still working: tree, found 315,219, bound 315,490, gap 271, nodes 1,200 + 17\n")


def test_quiet_work_is_quiet_for_hours(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(quiet=True, clock=clock)
    clock.now += 10_000
    line(STEP)
    assert capsys.readouterr() == ("", "")


def test_what_was_done_in_an_earlier_run_says_nothing_about_the_pace(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(clock=clock)
    line(Progress("range", 0, done=500, total=1000))
    clock.now += 60
    line(Progress("range", 60, done=510, total=1000))
    assert capsys.readouterr().err == "still working: range, 510 of 1000, 51 %, about 49 minutes left\n"


def test_an_estimate_begins_anew_with_other_work(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(clock=clock)
    line(Progress("2 numbers", 0, done=1, total=2))
    clock.now += 60
    line(Progress("deals", 60, done=3, total=9))
    clock.now += 60
    line(Progress("deals", 120, done=6, total=9))
    assert capsys.readouterr().err == (
        "still working: deals, 3 of 9, 33 %\nstill working: deals, 6 of 9, 66 %, about 1 minute left\n"
    )


def test_no_more_than_the_bars_is_drawn_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Bars:
        def add_task(self, _text: str) -> int:
            return 0

        def update(self, _task: int, *, description: str) -> None:
            shown.append(description)

    clock = Clock()
    line = ProgressLine(Bars(), clock=clock)  # type: ignore[arg-type]  # it has all attributes of rich's that are used
    line(Progress("games", 0, done=0, total=40))
    clock.now += 90
    line(Progress("games", 90, done=10, total=40))
    assert shown == ["games   0 of 40   0 %", "games   10 of 40   25 %   about 4 minutes left"]


def test_no_progress_is_drawn_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    with show_progress() as line:
        line(STEP)
        with line.hidden():
            pass
    assert capfd.readouterr() == ("", "")


def test_ctrl_c_in_disguise_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    def bounds(_n: int) -> None:
        # Python raises this error if an extension module overlooks a KeyboardInterrupt.
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    monkeypatch.setattr("perfectplay.taxman.bounds.matching", bounds)
    result = CliRunner().invoke(main, ["taxman", "bound", "20"])
    assert (result.exit_code, result.stderr.strip()) == (130, "interrupted")


def test_a_defect_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def bounds(_n: int) -> None:
        raise SystemError("a defect")

    monkeypatch.setattr("perfectplay.taxman.bounds.matching", bounds)
    assert isinstance(CliRunner().invoke(main, ["taxman", "bound", "20"]).exception, SystemError)


def test_check_writable_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writable(None)
    check_writable(tmp_path / "new.json")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(PerfectPlayError, match=r"it is a directory; give the name of a file"):
        check_writable(tmp_path)
    with pytest.raises(PerfectPlayError, match="cannot write"):
        check_writable(tmp_path / "missing" / "new.json")


@pytest.mark.skipif(os.name != "posix", reason="devices, pipes and links of POSIX")
def test_check_writable_refuses_what_is_no_file(tmp_path: Path) -> None:
    pipe, circle = tmp_path / "pipe", tmp_path / "circle"
    os.mkfifo(pipe)
    circle.symlink_to(circle)
    for path in (Path(os.devnull), pipe):
        with pytest.raises(PerfectPlayError, match="it is a device or a pipe; give the name of a file"):
            check_writable(path)
    with pytest.raises(PerfectPlayError, match=r"cannot write '.*circle': its links form a cycle; give"):
        check_writable(circle)
    new = tmp_path / "link"
    new.symlink_to(tmp_path / "new.json")
    check_writable(new)


OUTPUTS = [
    ["taxman", "solve", "20", "--certificate"],
    ["taxman", "range", "1", "3", "--resume"],
    ["taxman", "approx", "50", "--moves"],
    ["taxman", "approx", "50", "--certificate"],
    ["coins", "solve", "1", "2", "--certificate"],
    ["coins", "table", "1", "2", "--svg"],
    ["pursuit", "solve", "3", "6", "--target", "9", "--svg"],
    ["pursuit", "map", "3", "6", "--svg"],
    ["pursuit", "odds", "--svg"],
    ["pursuit", "formulas", "--svg"],
    ["pursuit", "design", "--vary", "25=20-30", "--resume"],
]


@pytest.mark.skipif(os.name != "posix", reason="devices of POSIX")
def test_a_device_is_refused_before_a_solver_is_loaded() -> None:
    code = f"""\
import sys
from click.testing import CliRunner
from perfectplay.cli.main import main

for args in {OUTPUTS!r}:
    result = CliRunner().invoke(main, [*args, {os.devnull!r}])
    print(result.exit_code, result.output.strip())
print("numpy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    refusal = f"2 Error: cannot write '{os.devnull}': it is a device or a pipe; give the name of a file"
    assert done.stdout.splitlines() == [*[refusal] * len(OUTPUTS), "False"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_check_writable_asks_for_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(PerfectPlayError, match="Permission denied"):
            check_writable(tmp_path / "new.json")
    finally:
        tmp_path.chmod(0o700)


CODE_PAGES = ("utf-8", "cp1252", "latin-1", "cp437", "cp932")


def printed(encoding: str, *arguments: str) -> bytes:
    """Run a command whose standard streams have this encoding, and return its output."""
    command = [sys.executable, "-m", "perfectplay", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, check=False, env=environment, timeout=300)
    assert done.stderr == b""
    return done.stdout


def test_letters_in_every_code_page(tmp_path: Path) -> None:
    path = tmp_path / "preuve-ÿ-證明.json"
    path.write_text("{}", encoding="utf-8")
    questions = ("worksheet", "pursuit", "--language", "fr"), ("check", str(path), "--json")
    pages, answers = ({printed(encoding, *question) for encoding in CODE_PAGES} for question in questions)
    assert (len(pages), len(answers)) == (1, 1), "what programs read is UTF-8"
    assert "é" in pages.pop().decode()
    assert path.name in answers.pop().decode()
    for encoding in CODE_PAGES:
        known = str(path).encode(encoding, "replace")
        assert printed(encoding, "check", str(path)).startswith(known + b": NOT valid: "), encoding
