"""Run commands on a disk that fails at its n-th change, for each n; `test_broken_disk.py` runs this program.

``python broken_disk.py HOW STEP FOLDER COMMAND ...`` needs ``tests/core/full_disk.c`` to be loaded. If HOW is ``call``,
one call that writes, syncs, renames, removes, makes or locks a file fails; ``calls`` also makes all later ones fail.
``power`` stops the run after n changes. It then loses all unsynced changes, only changes of contents, some sectors, or
nothing, as if only the program had been killed.

Afterwards, each file has its old or its right content, and the same command succeeds on a healthy disk.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import importlib
import itertools
import json
import os
import pkgutil
import random
import re
import shlex
import shutil
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import perfectplay
from perfectplay.cli.start import main as begin
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.running.files import make_folder
from perfectplay.taxman.proof.write import envelope, write_packs
from perfectplay.taxman.records import load_records
from perfectplay.web.site import build as site

State = dict[str, bytes]
"""A map from the path of each file, relative to the folder, to its content."""

CRASHED, NEVER_FAILED = 99, 100
MOST_CALLS = 10**9
SECTOR = 512
OUTPUT, ERRORS = ".output", ".errors"
_SCRATCH = re.compile(r"(.*/)?(\.[^/]+\.\w{8}-[0-9a-f]{8}\.part|[^/]+-lock|tmp/.*|\.site-[^/]*/.*)", re.DOTALL)
"""Files that a failed run may leave; the next run removes all of them, except files in ``tmp``."""
_KEPT = re.compile(r"run\.db\.(damaged|salvaged|repaired)|tmp/")
"""Files that may remain after the next run: a damaged database, attempts to repair it, and temporary files."""


def _packs() -> None:
    folder = make_folder("packs")
    write_packs(folder, [(n, envelope(f"taxman:{n}", 0, n, {"kind": "dual"})) for n in (1, 101)])


def _site() -> None:
    def write(folder: Path, *_: object) -> int:
        for name in ("index.html", "site.json", "static/app.js", "answers/lab/one.json"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(json.dumps({"size": 1, "name": name}))
        return 0

    with patch.object(site, "_write", write), patch.object(site, "interpreter", lambda *_: {}):
        site.build(Path("public"), documentation=None)


COMMANDS: Mapping[str, str | Callable[[], None]] = {
    "range": "taxman range 1 5 --resume run.db --certificates proofs --json",
    "tournament": "taxman tournament --to 30 --strategies random,trono-1 --resume run.db --json",
    "odds": "pursuit odds --deck suit --numbers 2 --targets 1-20 --rules all --resume run.db --svg a.svg --json",
    "design": "pursuit design --deck suit --vary 25=20-22 --numbers 2 --targets 1-9 --resume run.db --json",
    "all-best": "taxman solve 12 --all-best --svg game.svg --json",
    "certificates": "taxman solve 20 --no-records --certificate proof.json.gz --svg game.svg --json",
    "explain": "taxman explain 12 --certificate proof.json.xz --svg prices.svg --json",
    "approx": "taxman approx 20 --moves moves.txt --certificate proof.json --json",
    "coins": "coins solve 5 1 1 5 --certificate proof.json --svg row.svg --json",
    "pursuit": "pursuit solve 3 6 9 --target 27 --certificate proof.json --svg tree.svg --json",
    "worksheet": "worksheet taxman --answers --out sheet.html",
    "printed": "worksheet coins --count 2",
    "sequences": "sequences coins-ties-2-even --folder lists",
    "packs": _packs,
    "site": _site,
}
OLDER = {"range": "range 1 5>range 1 3", "tournament": "30>9", "design": "20-22>20"}
"""Replacements `later>earlier` that change some commands, by name, to an earlier run with fewer results."""


# -- runs in child processes ---------------------------------------------------------------------------------------


class _Done(Future[Any]):
    """A future whose place in sets does not depend on its address, so that equal runs store games in the same order."""

    numbers = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        self._number = next(self.numbers)

    def __hash__(self) -> int:
        return self._number


class _AtOnce(Executor):
    """Runs all work immediately in this process, because only calls of this process are counted."""

    def submit(self, work: Callable[..., Any], /, *values: Any, **named: Any) -> Future[Any]:
        done = _Done()
        done.set_result(work(*values, **named))
        return done


@contextmanager
def _opened(*_: object) -> Iterator[Executor]:
    yield _AtOnce()


def perform(command: str | Callable[[], None]) -> int:
    """Run a command in this process, and return its exit status."""
    try:
        if callable(command):
            command()
        else:
            sys.argv = ["perfectplay", *shlex.split(command)]
            begin()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except PerfectPlayError as error:
        sys.stderr.write(f"Error: {error}\n")
        return 2
    except BaseException:  # noqa: BLE001  # a child must not go on as its parent would
        traceback.print_exc()
        return CRASHED
    return 0


def run(command: str | Callable[[], None], folder: Path, arm: Callable[[], object] = lambda: None) -> tuple[int, int]:
    """Run a command in a folder, in a child process; return its status and the number of counted calls."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with open(reading, "rb") as told:  # noqa: PTH123  # it is a descriptor
            status, calls = map(int, told.read().split() or (CRASHED, 0))
        os.waitpid(child, 0)
        return status, calls
    os.chdir(folder)
    for number, name in ((1, folder / OUTPUT), (2, folder.parent / ERRORS)):
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, number)
        os.close(file)
    arm()
    status = perform(command)
    calls = ctypes.CDLL(None).count_calls()
    ctypes.CDLL(None).fail_calls(None, ctypes.c_long(-1), ctypes.c_long(-1))
    sys.stderr.flush()
    os.write(writing, f"{status} {calls}".encode())
    os._exit(0)


# -- the files of a folder -----------------------------------------------------------------------------------------


def clear(folder: Path, state: Mapping[str, bytes]) -> None:
    """Remove all files of a folder, and write these files into it."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tmp").mkdir(parents=True)
    for name, content in state.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def read(folder: Path) -> State:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def fingerprint(folder: Path, before: State) -> bytes:
    """Return a digest of all in a folder that matters to a run, and of the names of the files before the last run."""
    # Leave out the random letters in the names of temporary files.
    state = [
        (re.sub(r"\w{8}-[0-9a-f]{8}\.part", "", str(path)), path.stat().st_mode, path.is_file() and path.read_bytes())
        for path in folder.rglob("*")
        if path.name != OUTPUT
    ]
    return hashlib.sha256(repr((sorted(before), sorted(state, key=repr))).encode()).digest()


def plain(name: str, content: bytes) -> object:
    """Return the part of a file's content that all successful runs share: of a database, the sorted rows."""
    if not name.endswith(".db"):
        return content
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content)
        (table,) = connection.execute("SELECT name FROM sqlite_master").fetchone()
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()  # noqa: S608  # the names are ours


class Checked:
    """A command under test, and the files that it leaves if no call fails."""

    def __init__(self, command: str | Callable[[], None], folder: Path) -> None:
        self.command, self.folder = command, folder
        self.seen: set[bytes] = set()
        clear(folder, {})
        status, _ = run(command, folder)
        assert status == 0, self.errors()
        self.right = {name: plain(name, content) for name, content in read(folder).items()}

    def errors(self) -> str:
        return (self.folder.parent / ERRORS).read_text("utf-8")

    def check(self, before: State, status: int) -> None:
        """Check the files that a run has left, and that the next run completes them."""
        errors = self.errors() if status != NEVER_FAILED else ""
        assert status in {0, 1, 2, NEVER_FAILED}, (status, errors)
        assert status in {0, NEVER_FAILED} or errors.count("\n") <= 2, errors
        left = read(self.folder)
        for name, content in left.items():
            if name.endswith(".db") or "run.db" in name or name == OUTPUT or _SCRATCH.fullmatch(name):
                continue
            assert content in (before.get(name), self.right.get(name)), (name, content[:100], status, errors)
        if status == 0:
            assert self.right.items() <= {name: plain(name, left[name]) for name in self.right if name in left}.items()
        # Failures of many calls leave the same files, which lead to the same next run: check each set of files once.
        if (key := fingerprint(self.folder, before)) in self.seen:
            return
        self.seen.add(key)
        again, _ = run(self.command, self.folder)
        assert again == 0, self.errors()
        assert "Traceback" not in self.errors(), self.errors()
        left = read(self.folder)
        wrong = [name for name, content in self.right.items() if plain(name, left.get(name, b"")) != content]
        assert wrong == [], left[wrong[0]]
        others = [name for name in left.keys() - self.right.keys() - before.keys() if not _KEPT.match(name)]
        assert others == []


# -- power failures ------------------------------------------------------------------------------------------------


@dataclass
class Disk:
    """Files as programs see them, and as the disk has them; `names` maps each path to the number of its content."""

    names: dict[str, int]
    contents: dict[int, bytes]
    lasting_names: dict[str, int]
    lasting: dict[int, bytes]
    waiting: dict[int, list[tuple[str, int, bytes]]] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path) -> Disk:
        names = {str(path): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}
        contents = {number: Path(name).read_bytes() for name, number in names.items()}
        return cls(names, contents, dict(names), dict(contents))

    def apply(self, what: str, number: int, place: int, one: bytes, two: bytes) -> None:
        """Apply a change that a program has made."""
        name = os.fsdecode(one) if what in "CRU" else ""
        if what == "C":
            self.names[name] = number
            self.contents[number] = b""
            self.waiting[number] = []
            self.lasting.pop(number, None)
        elif what in "WT":
            self.contents[number] = changed(self.contents.get(number, b""), what, place, one)
            self.waiting.setdefault(number, []).append((what, place, one))
        elif what == "R":
            inside = re.compile(re.escape(name) + "(/.*)?", re.DOTALL)
            moved = {path: os.fsdecode(two) + path.removeprefix(name) for path in self.names if inside.fullmatch(path)}
            self.names |= {new: self.names.pop(path) for path, new in moved.items()}
        elif what == "U":
            self.names.pop(name, None)
        elif what == "A":
            self.lasting |= self.contents
            self.lasting_names = dict(self.names)
            self.waiting.clear()
        elif what == "S" and number in self.contents:
            self.lasting[number] = self.contents[number]
            self.waiting[number] = []
        elif what == "S":
            inside = re.compile(re.escape(os.fsdecode(two)) + "/[^/]+")
            self.lasting_names = {path: each for path, each in self.lasting_names.items() if not inside.fullmatch(path)}
            self.lasting_names |= {path: each for path, each in self.names.items() if inside.fullmatch(path)}

    def losses(self, chance: random.Random) -> Iterator[dict[str, bytes]]:
        """Yield possible sets of files on the disk after a power failure."""
        yield {name: self.contents[number] for name, number in self.names.items()}
        yield {name: self.lasting.get(number, b"") for name, number in self.names.items()}
        yield {name: self.lasting.get(number, b"") for name, number in self.lasting_names.items()}
        names = chance.choice([self.names, self.lasting_names])
        yield {name: self._torn(number, chance) for name, number in names.items()}

    def _torn(self, number: int, chance: random.Random) -> bytes:
        content = self.lasting.get(number, b"")
        for what, place, data in self.waiting.get(number, []):
            pieces = range(0, len(data), SECTOR) if what == "W" else (0,)
            for start in pieces:
                if chance.random() < 0.5:
                    content = changed(content, what, place + start, data[start : start + SECTOR])
        return content


def changed(content: bytes, what: str, place: int, data: bytes) -> bytes:
    if what == "T":
        return content[:place].ljust(place, b"\0")
    return content[:place].ljust(place, b"\0") + data + content[place + len(data) :]


def recorded(path: Path) -> Iterator[tuple[str, int, int, bytes, bytes]]:
    with path.open("rb") as stream:
        while head := stream.read(40):
            what, number, place, one, two = (
                int.from_bytes(head[i : i + 8], "little", signed=i > 8) for i in range(0, 40, 8)
            )
            yield chr(what), number, place, stream.read(one), stream.read(two)


# -- all failures in turn ------------------------------------------------------------------------------------------


def fail(checked: Checked, before: State, how: str, step: int) -> Iterator[int]:
    """Let each call fail in turn; yield the status of each run in which a call has failed."""
    name = os.fsencode(checked.folder)
    for n in itertools.count(0, step):
        clear(checked.folder, before)
        last = MOST_CALLS if how == "calls" else n
        arm = lambda: ctypes.CDLL(None).fail_calls(name, ctypes.c_long(n), ctypes.c_long(last))  # noqa: B023, E731
        status, calls = run(checked.command, checked.folder, arm)
        with _explained(checked, how, n, status):
            checked.check(before, status)
        if calls <= n:
            return
        yield status


def stop(checked: Checked, before: State, step: int) -> Iterator[int]:
    """Imitate a power failure after each change, which loses unsynced changes; yield 0 for each checked loss."""
    clear(checked.folder, before)
    journal = checked.folder.parent / ".journal"
    name = os.fsencode(checked.folder)
    (checked.folder / OUTPUT).touch()
    disk, chance = Disk.of(checked.folder), random.Random(len(before))
    descriptor = os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    status, _ = run(checked.command, checked.folder, lambda: ctypes.CDLL(None).record_calls(name, descriptor))
    os.close(descriptor)
    assert status == 0, checked.errors()
    changes = list(recorded(journal))
    assert changes
    for n, change in enumerate(changes):
        disk.apply(*change)
        if n % step and n + 1 != len(changes):
            continue
        for loss, state in enumerate(disk.losses(chance)):
            clear(checked.folder, {os.path.relpath(path, checked.folder): content for path, content in state.items()})
            with _explained(checked, f"power, loss {loss}", n, NEVER_FAILED):
                checked.check(before, NEVER_FAILED)
            yield 0


@contextmanager
def _explained(checked: Checked, how: str, n: int, status: int) -> Iterator[None]:
    left = [*checked.folder.rglob("*")]
    try:
        yield
    except BaseException:
        print(checked.command, how, n, status, left, file=sys.stderr)  # noqa: T201  # what failed
        raise


def beginnings(name: str, checked: Checked) -> Iterator[tuple[str, State]]:
    """Yield named sets of files before a run: no files, files of an earlier run, and a damaged database."""
    yield "nothing", {}
    older = {path: b"older" for path in checked.right if not path.endswith(".db") and path != OUTPUT}
    if name == "packs":
        return
    if name in OLDER:
        clear(checked.folder, {})
        assert isinstance(checked.command, str)
        later, earlier = OLDER[name].split(">")
        status, _ = run(checked.command.replace(later, earlier), checked.folder)
        assert status == 0, checked.errors()
        older |= {path: content for path, content in read(checked.folder).items() if path.endswith(".db")}
    if older:
        yield "older", older
    if name == "range":
        # Keep the first page, which has the layout, but overwrite the second one, which has rows, with zeros.
        yield "damaged", older | {"run.db": older["run.db"][:4096] + bytes(4096)}


def main(how: str, step: int, folder: Path, names: Iterable[str]) -> None:
    """Test each command with each set of initial files, and print how many runs succeeded and how many were refused."""
    for module in pkgutil.walk_packages(perfectplay.__path__, "perfectplay."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    # Read the table now: otherwise each child would read it, which is a third of the work of `taxman range`.
    load_records()
    # Stop the clock that measures searches: equal runs then leave equal files, which are checked once. Do all work in
    # this process.
    patch("time.perf_counter", float).start()
    patch("perfectplay.taxman.strategies.matches.open_executor", _opened).start()
    # Keep the garbage collector away from these objects: children would copy the memory that it touches.
    gc.freeze()
    os.environ["TMPDIR"] = str(folder / "tmp")
    for name in names or COMMANDS:
        checked = Checked(COMMANDS[name], folder)
        for beginning, before in beginnings(name, checked):
            # Let fewer steps of a repair fail: it takes long, and tests/core/test_full_disk.py lets each step fail.
            each = step * 3 if beginning == "damaged" else step
            done = [*(stop(checked, before, each) if how == "power" else fail(checked, before, how, each))]
            print(name, beginning, done.count(0), len(done) - done.count(0), flush=True)  # noqa: T201  # it is a program


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
