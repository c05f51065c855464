"""Files that the checkers of all games meet: each gets a reason in one line, and none fills the memory."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay.coins.proof import check as coins
from perfectplay.pursuit.proof import check as pursuit
from perfectplay.taxman.proof import check as taxman
from tests.judged import word
from tests.tables import rows

CHECKERS = {"taxman": taxman, "coins": coins, "pursuit": pursuit}


@rows("game", CHECKERS)
@pytest.mark.parametrize(
    ("content", "reason", "examined"),
    [
        (b"", "not JSON", True),
        (b"hello", "not JSON", True),
        ("{}".encode("utf-16"), "not text in UTF-8", True),
        ("\ufeff{}".encode(), "not JSON", True),
        (b'{"a":1,"a":1}', "twice", True),
        (b"[1]", "JSON object", True),
        (b"[" * 100_000, "nested too deeply", False),
        (b"[" + b"9" * 5000 + b"]", "digits", False),
        (b"[" + b"[]," * 3_000_000, "bytes of memory", False),
        (gzip.compress(b"{}", mtime=0) + bytes(100), "goes on behind its end", True),
        (gzip.compress(b"{}", mtime=0) * 2, "goes on behind its end", True),
        (gzip.compress(b"{}", mtime=0)[:-3], "damaged, or its end is missing", True),
        (gzip.compress(b"{}", mtime=0)[:12] + b"garbage", "damaged", True),
    ],
    ids=range(13),
)
def test_bad_files_get_a_reason(tmp_path: Path, content: bytes, reason: str, examined: bool, game: str) -> None:  # noqa: FBT001  # a table
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    verdict = word(path, game)
    assert (verdict.valid, verdict.examined) == (False, examined)
    assert reason in verdict.reason
    assert "\n" not in verdict.reason


@rows("game, most", [("taxman", 199), ("coins", 4095), ("pursuit", 600)])
def test_a_number_has_so_many_digits_and_no_more(tmp_path: Path, game: str, most: int) -> None:
    path = tmp_path / "long.json"
    for digits, examined in ((most, True), (most + 1, False)):
        path.write_bytes(b"[" + b"9" * digits + b"]")
        verdict = word(path, game)
        assert (verdict.examined, "digits" in verdict.reason) == (examined, not examined)


# That of Taxman has a smaller limit, and a test beside it.
@rows("game", ["coins", "pursuit"])
def test_a_bomb_is_not_unpacked(tmp_path: Path, game: str) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b" " * (1 << 26)))
    verdict = word(path, game)
    assert (verdict.valid, verdict.examined) == (False, False)
    assert "larger than" in verdict.reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names there")
@rows("game", CHECKERS)
def test_pipes_are_not_opened_and_names_do_not_spoil_the_output(tmp_path: Path, game: str) -> None:
    pipe, link = tmp_path / "a\nb: valid\x1b[1m.json", tmp_path / "null.json"
    if not pipe.exists():
        os.mkfifo(pipe)
        link.symlink_to(os.devnull)
    command = [sys.executable, str(CHECKERS[game].__file__), pipe.name, link.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{name}: not examined: it is not a regular file" for name in (repr(pipe.name), link.name)
    ]
