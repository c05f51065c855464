from __future__ import annotations

import gzip
import os
import stat
from pathlib import Path

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.files import write_file


def test_text_and_bytes(tmp_path: Path) -> None:
    write_file(tmp_path / "text", "naïve\n")
    write_file(str(tmp_path / "bytes"), b"\0\xff")
    assert (tmp_path / "text").read_bytes() == "naïve\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\0\xff"


def test_gz_is_compressed_and_reproducible(tmp_path: Path) -> None:
    write_file(tmp_path / "a.json.gz", "x" * 1000)
    write_file(tmp_path / "b.json.gz", "x" * 1000)
    packed = (tmp_path / "a.json.gz").read_bytes()
    assert gzip.decompress(packed) == b"x" * 1000
    assert packed == (tmp_path / "b.json.gz").read_bytes()


def test_an_existing_file_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    write_file(target, "new")
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(os.name == "nt", reason="permission bits are those of POSIX")
def test_permissions_follow_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "file", "x")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PerfectPlayError, match="it is a directory; give the name of a file"):
        write_file(tmp_path, "x")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PerfectPlayError, match=r"cannot write '.*': No such file or directory; give a path"):
        write_file(tmp_path / "missing" / "file", "x")
    assert list(tmp_path.iterdir()) == []


def test_a_file_as_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    with pytest.raises(PerfectPlayError, match="cannot write"):
        write_file(tmp_path / "file" / "below", "x")
    assert (tmp_path / "file").read_text() == "kept"


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PerfectPlayError, match="cannot write"):
        write_file(tmp_path / ("x" * 300), "x")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "file"
    target.write_text("old")

    def fail(self: Path, other: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(PerfectPlayError, match="No space left on device"):
        write_file(target, "new")
    monkeypatch.undo()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Path, other: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "file", "new")
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_is_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(PerfectPlayError, match="device or a pipe"):
        write_file(pipe, "text")
    assert pipe.is_fifo()


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target.txt"
    target.write_text("old", encoding="utf-8")
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    write_file(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
