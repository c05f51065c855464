"""Where compiled code is kept, and what happens where it cannot be: real users, mounts and processes."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from tests.waiting import next_line

pytestmark = pytest.mark.full

SOURCE = Path(perfectplay.__file__).parents[1]
NOBODY = 65534
RIGHTLESS = (f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")

KERNELS = """
from perfectplay.work.compiled import compiled

@compiled
def once(x):
    return x + 1

@compiled
def twice(x):
    return once(once(x))
"""

ASK = """
import sys
import kernels
from perfectplay.work import compiled
if sys.argv[1:]:
    print("ready", flush=True)
    sys.stdin.readline()
before = compiled._COUNT.compiled
print(kernels.twice(40), compiled._COUNT.compiled - before)
"""

COMPILING = "compiling, this once, what the answer needs; `perfectplay warm-up` does it beforehand"


def paths_of_modules() -> str:
    """Where this package and numba are, for an interpreter that knows of neither."""
    numba = importlib.util.find_spec("numba")
    assert numba is not None
    assert numba.origin is not None
    return f"{SOURCE}{os.pathsep}{Path(numba.origin).parents[1]}"


def python_for_nobody() -> str | None:
    """Return an interpreter that a user without rights can run: this one may be in a folder that he cannot read."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    setpriv = shutil.which("setpriv")
    for python in (sys.executable, "/usr/bin/python3"):
        tried = [setpriv or "", *RIGHTLESS, "sh", "-c", f"exec {shlex.quote(python)} -c 'import numba, perfectplay'"]
        environment = {**os.environ, "PYTHONPATH": paths_of_modules()}
        if setpriv and not subprocess.run(tried, env=environment, cwd="/", capture_output=True, check=False).returncode:
            return python
    return None


def can_mount() -> bool:
    unshare = shutil.which("unshare")
    tried = [unshare or "", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return unshare is not None and not subprocess.run(tried, capture_output=True, check=False).returncode


NOBODYS_PYTHON = python_for_nobody()

READ_ONLY = " && ".join(
    f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder}"
    for folder in ("/tmp", "/var/tmp")  # noqa: S108  # these very folders
)
"""What makes it impossible to write temporary files, in the shell of a name space of its own."""

as_nobody = pytest.mark.skipif(NOBODYS_PYTHON is None, reason="only root can act as a user without rights")
with_mounts = pytest.mark.skipif(not can_mount(), reason="only root can mount file systems")


class Installation:
    """A module of two compiled functions in a folder that every user can read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules = folder / "modules"
        self.modules.mkdir()
        (self.modules / "kernels.py").write_text(KERNELS)
        (self.modules / "ask.py").write_text(ASK)
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.temporary.chmod(0o1777)

    def command(self, python: str = sys.executable) -> list[str]:
        return [python, str(self.modules / "ask.py")]

    def environment(self, **changes: str | Path) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in {"HOME", "NUMBA_CACHE_DIR"}}
        paths = {"PYTHONPATH": paths_of_modules(), "TMPDIR": str(self.temporary), "PYTHONDONTWRITEBYTECODE": "1"}
        return kept | paths | {name: str(value) for name, value in changes.items()}

    def ask(self, *, nobody: bool = False, **changes: str | Path) -> tuple[int, int, list[str]]:
        """Ask in a new process: the answer, how many functions were compiled, and the lines on standard error."""
        command = ["setpriv", *RIGHTLESS, *self.command(NOBODYS_PYTHON or "")] if nobody else self.command()
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd="/", env=self.environment(**changes)
        )
        assert done.returncode == 0, done.stderr
        answer, compiled = map(int, done.stdout.split())
        return answer, compiled, done.stderr.splitlines()


@pytest.fixture
def installation() -> Iterator[Installation]:
    # Not pytest's own folder, which other users cannot read.
    folder = Path(tempfile.mkdtemp(prefix="perfectplay-test-"))
    folder.chmod(0o755)
    yield Installation(folder)
    shutil.rmtree(folder)


def test_code_is_compiled_once_and_kept_beside_its_source(installation: Installation) -> None:
    assert installation.ask() == (42, 2, [COMPILING])
    assert list((installation.modules / "__pycache__").glob("kernels.twice-*.nbc"))
    assert installation.ask() == (42, 0, [])


def test_a_changed_source_is_compiled_anew(installation: Installation) -> None:
    installation.ask()
    changed = KERNELS.replace("x + 1", "x + 5")
    (installation.modules / "kernels.py").write_text(changed)
    assert installation.ask()[:2] == (50, 2)


def test_a_change_of_what_is_imported_is_compiled_anew_too(installation: Installation) -> None:
    first, _, second = KERNELS.partition("@compiled\ndef twice")
    (installation.modules / "below.py").write_text(first)
    imported = f"from below import once\nfrom perfectplay.work.compiled import compiled\n\n@compiled\ndef twice{second}"
    (installation.modules / "kernels.py").write_text(imported)
    assert installation.ask()[:2] == (42, 2)
    assert installation.ask()[:2] == (42, 0)
    (installation.modules / "below.py").write_text(first.replace("x + 1", "x + 5"))
    assert installation.ask()[:2] == (50, 2)


def test_the_folder_that_the_user_names_comes_first(installation: Installation) -> None:
    named = installation.folder / "named"
    assert installation.ask(NUMBA_CACHE_DIR=named)[:2] == (42, 2)
    assert list(named.rglob("*.nbc"))
    assert not list(installation.modules.rglob("*.nbc"))
    assert installation.ask(NUMBA_CACHE_DIR=named) == (42, 0, [])


@pytest.mark.parametrize("keep", [0, 20])
def test_damaged_files_are_replaced(installation: Installation, keep: int) -> None:
    installation.ask()
    for file in installation.modules.rglob("*.nb[ci]"):
        file.write_bytes(file.read_bytes()[:keep])
    assert installation.ask()[:2] == (42, 2)
    assert installation.ask() == (42, 0, [])


def test_what_a_killed_process_left_behind_is_removed(installation: Installation) -> None:
    installation.ask()
    (data,) = (installation.modules / "__pycache__").glob("kernels.twice-*.nbc")
    left = data.with_name(f"{data.name}.tmp.0123456789abcdef")
    data.rename(left)
    assert installation.ask()[:2] == (42, 1)
    assert not left.exists()


def test_processes_that_start_together_compile_nothing_twice(installation: Installation) -> None:
    count = 3
    options: dict[str, Any] = {"text": True, "cwd": "/", "env": installation.environment()}
    options |= dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    processes = [subprocess.Popen([*installation.command(), "wait"], **options) for _ in range(count)]
    for process in processes:
        assert next_line(process) == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers = [process.communicate()[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * count
    assert [answer for answer, _ in answers] == ["42"] * count
    assert sum(int(compiled) for _, compiled in answers) == 2


# -- a user without rights -----------------------------------------------------------------------------------------


@as_nobody
def test_what_the_owner_has_compiled_serves_users_who_cannot_write(installation: Installation) -> None:
    installation.ask()
    assert installation.ask(nobody=True) == (42, 0, [])


@as_nobody
def test_without_home_and_rights_code_is_kept_among_the_temporary_files(installation: Installation) -> None:
    private = installation.temporary / f"perfectplay-{NOBODY}"
    answer, compiled, lines = installation.ask(nobody=True)
    assert (answer, compiled) == (42, 2)
    kept = f"compiled code is kept in '{private}', for want of a better folder; NUMBA_CACHE_DIR can name one"
    assert lines == [COMPILING, kept]
    assert private.stat().st_mode & 0o777 == 0o700
    assert installation.ask(nobody=True) == (42, 0, [])


@as_nobody
def test_a_home_that_cannot_be_written_and_a_bad_folder_are_passed_over(installation: Installation) -> None:
    answer, compiled, lines = installation.ask(nobody=True, HOME="/nonexistent", NUMBA_CACHE_DIR="/proc/nowhere")
    assert (answer, compiled, len(lines)) == (42, 2, 2)
    assert installation.ask(nobody=True, HOME="/nonexistent")[1] == 0


@as_nobody
def test_a_folder_of_somebody_else_is_not_trusted(installation: Installation) -> None:
    strange = installation.temporary / f"perfectplay-{NOBODY}"
    strange.mkdir()
    strange.chmod(0o777)
    answer, compiled, lines = installation.ask(nobody=True)
    assert (answer, compiled) == (42, 2)
    assert lines[1].startswith("no folder can be found to keep compiled code in: ")
    assert not list(strange.iterdir())


@as_nobody
@with_mounts
def test_on_read_only_file_systems_code_is_compiled_each_time(installation: Installation) -> None:
    script = (
        f"{READ_ONLY} && exec setpriv {' '.join(RIGHTLESS)} "
        f"env TMPDIR=/tmp {shlex.quote(NOBODYS_PYTHON or '')} {installation.modules}/ask.py"
    )
    command = ["unshare", "-m", "sh", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=installation.environment())
    assert done.stdout.split() == ["42", "2"], done.stderr
    first, second = done.stderr.splitlines()
    assert first == COMPILING
    assert second.startswith("no folder can be found to keep compiled code in: ")


@with_mounts
@pytest.mark.parametrize("elsewhere", [True, False])
def test_a_full_disk_costs_time_and_nothing_else(installation: Installation, *, elsewhere: bool) -> None:
    full = installation.folder / "full"
    full.mkdir()
    # Root could write beside the source, were that not on the full disk as well.
    script = (
        f"{'true' if elsewhere else READ_ONLY} && mount -t tmpfs -o size=32k tmpfs {full} && "
        f"cp {installation.modules}/*.py {full} && export NUMBA_CACHE_DIR={full} HOME={full} XDG_CACHE_HOME={full} && "
        f"cat /dev/zero 2>/dev/null >{full}/filler; {shlex.quote(sys.executable)} {full}/ask.py && "
        f"exec {shlex.quote(sys.executable)} {full}/ask.py"
    )
    command = ["unshare", "-m", "sh", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=installation.environment())
    assert done.stdout.split() == ["42", "2", "42", "0" if elsewhere else "2"], done.stderr
    lines = done.stderr.splitlines()
    told = "compiled code is kept in" if elsewhere else "no folder can be found to keep compiled code in"
    assert [line.startswith(told) for line in lines] == [False, True] if elsewhere else [False, True, False, True]
