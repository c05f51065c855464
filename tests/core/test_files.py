import gzip
import lzma
import os
import re
import stat
import subprocess
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.proof.proofs import (
    VARIABLE,
    Case,
    branch,
    certificates_folder,
    check_proof,
    check_upload,
    digest,
    find,
)
from perfectplay.core.running import files, locks
from perfectplay.core.running.files import write_file
from perfectplay.core.running.locks import try_lock
from tests.waiting import next_line


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


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    for write in (files.make_folder, lambda path: write_file(path, "x")):
        with pytest.raises(PerfectPlayError, match=r"cannot (write|make the folder) '"):
            write(tmp_path / name)
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


# -- kills and power failures ----------------------------------------------------------------------------------

# A writer that reports when its temporary file is complete, and then waits.
WRITER = """
import pathlib, sys
from perfectplay.core.running.files import write_file
from perfectplay.core.running.locks import try_lock
replace = pathlib.Path.replace

def wait(self, other):
    print(self.name, flush=True)
    sys.stdin.read()
    return replace(self, other)

pathlib.Path.replace = wait
write_file(sys.argv[1], "new")
"""

posix = pytest.mark.skipif(os.name == "nt", reason="temporary files of killed processes stay there")


def writer(path: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a process that writes its temporary file and then waits; return the process and the path of the file."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    temporary = path.parent / next_line(process).strip()
    assert temporary.read_text(encoding="utf-8") == "new"
    return process, temporary


@posix
def test_the_next_write_into_the_folder_removes_what_a_killed_one_has_left(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old", encoding="utf-8")
    process, temporary = writer(target)
    process.kill()
    process.communicate()
    assert target.read_text(encoding="utf-8") == "old"
    assert sorted(tmp_path.iterdir()) == sorted([target, temporary])
    write_file(tmp_path / "other", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "other"]


@posix
def test_the_file_of_a_writer_that_lives_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "file"
    process, temporary = writer(target)
    write_file(target, "newer")
    assert temporary.exists()
    process.communicate("")
    assert process.returncode == 0
    assert target.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [target]


@posix
def test_files_of_other_machines_and_other_programs_are_left_alone(tmp_path: Path) -> None:
    process, temporary = writer(tmp_path / "file")
    process.kill()
    process.communicate()
    # Rename the file as if it came from another machine, where its writer may still be running.
    elsewhere = temporary.rename(tmp_path / re.sub(r"-\w{8}\.part$", "-00000000.part", temporary.name))
    (tmp_path / ".notes.part").write_text("kept", encoding="utf-8")
    (tmp_path / f".folder.12345678{files._END}").mkdir()
    os.mkfifo(tmp_path / f".pipe.12345678{files._END}")
    before = sorted(tmp_path.iterdir())
    write_file(tmp_path / "file", "x")
    assert elsewhere in before
    assert set(before) < set(tmp_path.iterdir())


@posix
def test_a_file_system_without_locks_is_written_to_and_not_cleaned_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, temporary = writer(tmp_path / "file")
    process.kill()
    process.communicate()

    def fail(descriptor: int, operation: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", fail)
    write_file(tmp_path / "file", "x")
    assert sorted(tmp_path.iterdir()) == sorted([temporary, tmp_path / "file"])


@posix
def test_a_writer_whose_file_is_cleaned_up_at_once_takes_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another process removes the new file before its writer has locked it.
    removed: list[Path] = []

    def interfere(descriptor: int) -> bool:
        if not removed:
            removed.extend(tmp_path.iterdir())
            removed[0].unlink()
        return try_lock(descriptor)

    monkeypatch.setattr(files, "try_lock", interfere)
    write_file(tmp_path / "file", "x")
    assert removed
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@posix
def test_the_content_is_on_the_disk_before_the_name_and_the_name_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[str, int]] = []
    sync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        found = os.fstat(descriptor)
        steps.append(("folder" if stat.S_ISDIR(found.st_mode) else "file", found.st_size))
        sync(descriptor)

    def replaced(self: Path, other: Path) -> Path:
        steps.append(("replace", self.stat().st_size))
        return replace(self, other)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    write_file(tmp_path / "file", "x" * 1000)
    assert steps[:2] == [("file", 1000), ("replace", 1000)]
    assert [what for what, _ in steps[2:]] == ["folder"]


# -- Windows, imitated on other systems --------------------------------------------------------------------------------


@pytest.mark.parametrize(("refusals", "tries"), [(2, 3), (3, 3), (1, 1)])
def test_a_file_that_a_reader_has_open_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusals: int, tries: int
) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    move, refused = Path.replace, list[Path]()

    def later(self: Path, target: Path) -> Path:
        if len(refused) < refusals:
            refused.append(self)
            raise PermissionError(13, "Access is denied")
        return move(self, target)

    monkeypatch.setattr(Path, "replace", later)
    monkeypatch.setattr(locks, "_TRIES", tries)
    monkeypatch.setattr(locks, "_TRY_EVERY", 0.0)
    written = refusals < tries
    with nullcontext() if written else pytest.raises(PerfectPlayError, match=r"cannot write '.*': Access is denied"):
        write_file(tmp_path / "file", "new")
    assert len(refused) == min(refusals, tries)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == ("new" if written else "old")


def test_windows_removes_temporary_files_that_are_an_hour_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, young = (tmp_path / f".file.{name}{files._END}" for name in ("12345678", "abcdefgh"))
    for path, minutes in ((old, 61), (young, 59)):
        path.touch()
        os.utime(path, (time.time() - 60 * minutes,) * 2)
    monkeypatch.setattr(files, "_WINDOWS", True)
    write_file(tmp_path / "file", "new")
    assert set(tmp_path.iterdir()) == {young, tmp_path / "file"}
    assert (tmp_path / "file").read_text(encoding="utf-8") == "new"


# -- proofs ------------------------------------------------------------------------------------------------------------

Shape = list["Shape"]


def tree(shape: Shape) -> tuple[Case, ...]:
    """Return a tree of cases that has the shape of nested lists."""
    cases: list[Case] = []

    def add(part: Shape, parent: int | None) -> None:
        number = len(cases)
        cases.append(leaf(number, parent))
        for below in part:
            add(below, number)
        one, size = cases[number], len(cases) - number
        leaves = sum(case.kind == "leaf" for case in cases[number + 1 :]) or 1
        cases[number] = Case(
            number=number,
            parent=one.parent,
            given=one.given,
            kind="branch" if part else "leaf",
            on=None,
            bound=1,
            size=size,
            leaves=leaves,
        )

    add(shape, None)
    return tuple(cases)


def leaf(number: int, parent: int | None) -> Case:
    return Case(number=number, parent=parent, given="start", kind="leaf", on=None, bound=1, size=1, leaves=1)


SHAPES: st.SearchStrategy[Shape] = st.recursive(st.just([]), lambda below: st.lists(below, min_size=1, max_size=3))


@given(SHAPES, st.integers(0, 6), st.integers(1, 12), st.data())
def test_a_part_of_a_tree(shape: Shape, depth: int, most: int, data: st.DataObject) -> None:
    cases = tree(shape)
    number = data.draw(st.integers(0, len(cases) - 1))
    part = branch(cases, number, depth, most)
    root = cases[number]
    assert part[0] == root
    assert [one.number for one in part] == sorted({one.number for one in part})

    def level(case: Case) -> int:
        return 0 if case == root else 1 + level(cases[case.parent or 0])

    below = cases[number : number + root.size]
    # The part consists of complete levels of the tree.
    deepest = max(map(level, part))
    assert deepest <= depth
    assert part == tuple(one for one in below if level(one) <= deepest)
    assert len(part) <= most or deepest <= 1
    if deepest < min(depth, max(map(level, below))):
        assert sum(level(one) <= deepest + 1 for one in below) > most or deepest == 0 == depth


@pytest.mark.parametrize("number", [-1, 3])
def test_a_case_that_there_is_not(number: int) -> None:
    with pytest.raises(PerfectPlayError, match=f"no case {number}; the tree has the cases 0 to 2"):
        branch(tree([[], []]), number, 1, 10)


def test_the_folder_of_the_repository_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = certificates_folder()
    assert folder is not None
    assert folder.name == "certificates"


def test_a_folder_without_a_manifest_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert certificates_folder() is None


@pytest.mark.parametrize("position", ["taxman:21", "coins:1.2.4.3/R", "pursuit:3.6.9.10.50.100:951"])
def test_what_is_found_is_what_is_examined(position: str) -> None:
    proof, said = find(position), check_proof(position)
    assert said.valid
    assert (said.sha256, said.size) == (digest(proof.text), len(proof.text))
    assert len(said.log) == len(proof.certificates)


def test_a_certificate_from_elsewhere_brings_what_it_cites(tmp_path: Path) -> None:
    cited, link = find("taxman:98").certificates[-3:-1], find("taxman:98").text
    file = tmp_path / "sent"
    file.write_text("\n".join([*cited, link]))
    said = check_upload(file)
    assert (said.valid, said.position, len(said.log)) == (True, "taxman:98", 1)
    assert said.sha256 == digest(link)
    file.write_bytes(lzma.compress("\n".join([*cited, link]).encode()))
    packed = check_upload(file)
    assert replace(packed, log=said.log, seconds=said.seconds) == said
    file.write_text("\n".join([*cited[1:], link]))
    assert not check_upload(file).valid
    file.write_text(link)
    assert not check_upload(file).valid
    # An error in one certificate makes the whole file invalid.
    file.write_text("\n".join([*cited, link, "2 + 2 = 5"]))
    assert check_upload(file).reason.startswith("the file is not JSON")
