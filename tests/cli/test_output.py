"""Progress, signals and the check before writing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from perfectplay import PerfectPlayError, Progress
from perfectplay.cli.main import main
from perfectplay.cli.output import check_writable, progress_text, show_progress

STEP = Progress("root", 0.1)


def test_a_snapshot_in_one_line() -> None:
    assert progress_text(Progress("tree", 1.5, 315_219, 315_490, 1200, 17)) == (
        "tree   found 315,219   bound 315,490   gap 271   nodes 1,200 + 17"
    )
    assert progress_text(Progress("games", 1.5, done=3, total=10)) == "games   3 of 10"


def test_no_progress_is_drawn_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    with show_progress() as line:
        line(STEP)
        with line.hidden():
            pass
    assert capfd.readouterr() == ("", "")


def test_ctrl_c_in_disguise_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    def bounds(_n: int) -> None:
        # What compiled code makes of a KeyboardInterrupt.
        message = "returned a result with an exception set"
        raise SystemError(message) from KeyboardInterrupt()

    monkeypatch.setattr("perfectplay.taxman.bounds.matching", bounds)
    result = CliRunner().invoke(main, ["taxman", "bound", "20"])
    assert (result.exit_code, result.stderr.strip()) == (130, "interrupted")


def test_a_defect_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def bounds(_n: int) -> None:
        message = "a defect"
        raise SystemError(message)

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


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_check_writable_asks_for_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(PerfectPlayError, match="Permission denied"):
            check_writable(tmp_path / "new.json")
    finally:
        tmp_path.chmod(0o700)
