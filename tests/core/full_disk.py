"""Write a resume file on a disk that fails at its n-th change, for each n; `test_full_disk.py` runs this program.

``python full_disk.py size STEP FOLDER`` limits the size of files, by STEP bytes more in each attempt. ``call 1 FOLDER``
makes the n-th call that changes a file fail, and ``calls`` makes it and all later ones fail; both need `full_disk.c` to
be loaded. Each attempt has its own child process. Then the same work must give the right result on a healthy disk.
"""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
import sys
import traceback
from collections.abc import Callable
from itertools import count
from pathlib import Path

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.running.store import SealedRows

RIGHT = {number: number * number for number in range(600)}
OLD = {number: RIGHT[number] for number in range(300)}
REFUSED, CRASHED, NEVER_FAILED = 3, 4, 5
MOST_CALLS = 10**9
PAGE = 4096
LARGEST = 10 * PAGE


def opened(path: Path) -> SealedRows:
    return SealedRows.open(path, 7, "square", kind="squares")


def work(path: Path) -> dict[int, int]:
    """Work like a run: read the stored results, and store the missing ones in batches."""
    with opened(path) as rows:
        known = rows.read("squares", int)
        missing = [number for number in RIGHT if number not in known]
        for start in range(0, len(missing), 100):
            rows.put("squares", {number: RIGHT[number] for number in missing[start : start + 100]})
        return known


def nothing(path: Path) -> None:
    """Begin without any file."""


def half(path: Path) -> None:
    """Begin with a file that has the first half of the rows."""
    with opened(path) as rows:
        rows.put("squares", OLD)


def damaged(path: Path) -> None:
    """Begin with a file of half the rows, one page of which is overwritten with zeros."""
    half(path)
    content = bytearray(path.read_bytes())
    content[3 * PAGE : 4 * PAGE] = bytes(PAGE)
    path.write_bytes(content)


def try_once(path: Path, fail: Callable[[], None], failed: Callable[[], bool]) -> int:
    """Do the work in a child process in which a change fails; return the exit status of the process."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = CRASHED
    try:
        fail()
        work(path)
        status = 0 if failed() else NEVER_FAILED
    except PerfectPlayError as error:
        status = REFUSED if "\n" not in str(error) else CRASHED
    except BaseException:  # noqa: BLE001  # the child must not continue as its parent would
        traceback.print_exc()
    os._exit(status)


def check(begin: Callable[[Path], None], how: str, path: Path, before: bytes, status: int, seen: set[object]) -> None:
    """Check the files after a failure, and that the same work succeeds once the disk is healthy."""
    assert status in {0, REFUSED, NEVER_FAILED}, status
    kept = path.with_name(f"{path.name}.damaged")
    if begin is damaged:
        # The damaged file still has its old name, or the name that repairs give it.
        assert before in [file.read_bytes() for file in (path, kept) if file.exists()]
    # Many failures leave the same files, which lead to the same work: do it once for each set of files.
    state = frozenset((file.name, file.stat().st_mode, file.read_bytes()) for file in path.parent.iterdir())
    if state in seen:
        return
    seen.add(state)
    known = work(path)
    assert known.items() <= RIGHT.items()
    assert begin is not half or known.keys() >= OLD.keys()
    assert begin is not damaged or len(known) > len(OLD) // 2
    with opened(path) as rows:
        assert rows.read("squares", int) == RIGHT
    others = [file for file in path.parent.iterdir() if file not in {path, kept}]
    # Other files may remain if the call to remove them has failed, but a limit on sizes cannot make that call fail.
    assert how != "size" or others == []


def main(how: str, step: int, folder: Path) -> None:
    """Let each change fail in turn; print how many attempts succeeded and how many were refused."""
    logging.getLogger("perfectplay").addHandler(logging.NullHandler())
    path = folder / "run.db"
    for begin in (nothing, half, damaged):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        begin(path)
        before = path.read_bytes() if path.exists() else b""
        ended = [0, 0]
        seen = set[object]()
        for n in count(0, step):
            shutil.rmtree(folder)
            folder.mkdir()
            if before:
                path.write_bytes(before)
            fail, failed = small_files(n) if how == "size" else bad_calls(folder, n, stays=how == "calls")
            status = try_once(path, fail, failed)
            left = list(folder.iterdir())
            try:
                # A limit of less than two pages must leave no file, because a database file has at least two pages.
                assert begin is not nothing or how != "size" or n >= 2 * PAGE or left == []
                check(begin, how, path, before, status, seen)
            except BaseException:
                print(how, begin.__name__, n, status, left, file=sys.stderr)  # noqa: T201  # report what failed
                raise
            if status == NEVER_FAILED:
                break
            ended[status == REFUSED] += 1
        print(begin.__name__, *ended)  # noqa: T201  # this is a program


def small_files(most: int) -> tuple[Callable[[], None], Callable[[], bool]]:
    """Limit the size of files, which has the effect of a full disk."""
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)), lambda: most < LARGEST


def bad_calls(folder: Path, n: int, *, stays: bool) -> tuple[Callable[[], None], Callable[[], bool]]:
    """Return a function that makes call n (and later ones, if `stays`) fail, and one that returns whether n failed."""
    disk, name = ctypes.CDLL(None), os.fsencode(folder)

    def fail() -> None:
        disk.fail_calls(name, ctypes.c_long(n), ctypes.c_long(MOST_CALLS if stays else n))

    return fail, lambda: disk.count_calls() > n


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
