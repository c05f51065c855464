"""Plant deliberate faults in a copy, one for each promise that the tests protect, and see whether the tests notice.

    .venv/bin/python -m tests.faults                 # all faults: about ten minutes
    .venv/bin/python -m tests.faults coins-rules ids # only these
    .venv/bin/python -m tests.faults --list          # the list of faults; runs nothing

The checkout is copied to build/faults, and nothing is ever written into the checkout itself.  The copy and its compiled
code are kept.  In the copy, the named tests must first pass without a fault.  Then each fault is planted, its tests
must fail, and the file is restored.  Faults that `make test` has to notice are tested with that command's options:
without the tests that are marked ``full``, and with fewer examples.

``faults.txt`` has a block of lines for each fault: its name in brackets, followed by ``make test-all`` if ``make test``
does not notice it; the consequence for users; and the file, relative to the root.  If file names contain hashes, the
file is a pattern, and one matching file has the text.  ``-`` precedes text that is in the file exactly once, ``+`` its
replacement, and ``?`` the tests, or files of tests, that should notice the fault.

The exit status is 0 if every fault is caught, 1 if one is not or the list is out of date, and 130 after Ctrl-C.  After
changing a line that is in the list, change it there, too; `--list` says which blocks are out of date.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "faults"
EXAMPLES = COPY / "build" / "hypothesis" / "examples"
EVERYDAY = ("-m", "not full", "--hypothesis-profile=day")
"""Options of `make test` that select tests and the number of examples."""
PATIENCE = 600.0
"""Time limit in seconds for the tests of one fault; a fault may make them hang."""
FAILED = 1
"""pytest's exit status if tests failed."""
ABOUT_THE_LIST = {
    2: "its tests cannot be imported",
    3: "pytest itself failed",
    4: "a test that it names is not there",
    5: "it names no test that is run",
}
"""Map each other exit status of pytest to its meaning."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A deliberate fault: a block of ``faults.txt``."""

    name: str
    what: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]
    everyday: bool


def read_faults(name: str = "faults.txt") -> Iterator[Fault]:
    """Yield the faults in ``faults.txt``, or in another file of the same format."""
    for block in (ROOT / "tests" / name).read_text(encoding="utf-8").split("\n\n"):
        if block.startswith("["):
            head, what, path, *lines = block.splitlines()
            name, _, suite = head[1:].partition("]")
            old, new, tests = ([line[2:] for line in lines if line.startswith(mark)] for mark in "-+?")
            yield Fault(name, what, path, "\n".join(old), "\n".join(new), tuple(tests), everyday=not suite)


FAULTS = tuple(read_faults())


# -- the copy ----------------------------------------------------------------------------------------------------------


def git(*arguments: str, folder: Path) -> str | None:
    """Run git and return its output, or None if git fails or is missing."""
    program = shutil.which("git")
    if program is None:
        return None
    done = subprocess.run([program, "-C", str(folder), *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def files(folder: Path) -> set[str]:
    """List the files of a checkout that git does not ignore."""
    listed = git("ls-files", "-z", "-co", "--exclude-standard", folder=folder) or ""
    return {name for name in listed.split("\0") if name and (folder / name).is_file()}


def put_in_place(name: str) -> None:
    """Copy a file if it has changed; keep its modification time, which shows whether compiled code is up to date."""
    source, target = ROOT / name, COPY / name
    if target.is_file() and stamp(target) == stamp(source):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


def stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def copy_checkout() -> bool:
    """Update the copy from the checkout; return False if this is not a checkout."""
    names = files(ROOT) if (ROOT / ".git").exists() else set()
    if not names:
        return False
    COPY.mkdir(parents=True, exist_ok=True)
    # The copy has to be a repository: ignored files stay, and the tests of releases get the list of files from git.
    if not (COPY / ".git").exists():
        git("init", "--quiet", folder=COPY)
    for name in files(COPY) - names:
        (COPY / name).unlink()
    for name in names:
        put_in_place(name)
    git("add", "--all", folder=COPY)
    # The copy is in an ignored folder, where hatchling ignores no files, so it would release the built documentation.
    git("clean", "-qfdX", "docs", folder=COPY)
    compile_kernels()
    return True


def compile_kernels() -> None:
    """Compile the copy's kernels, since stale ones would be refused."""
    status, output = run([sys.executable, "src/perfectplay/native/build.py"])
    assert status == 0, output


@contextmanager
def damaged(fault: Fault) -> Iterator[None]:
    """Plant a fault in the copy, and restore the file afterwards."""
    name = place(fault, COPY)
    assert name is not None, fault.name
    path = COPY / name
    path.write_bytes(path.read_bytes().replace(fault.old.encode(), fault.new.encode()))
    native = path.suffix == ".c" and path.parent.name == "native"
    if native:
        compile_kernels()
    try:
        yield
    finally:
        put_in_place(name)
        if native:
            compile_kernels()


def place(fault: Fault, root: Path) -> str | None:
    """Return the path of the file that a fault changes, or None if the fault's text does not occur exactly once."""
    found = [path for path in sorted(root.glob(fault.path)) if path.read_bytes().count(fault.old.encode())]
    if len(found) != 1 or found[0].read_bytes().count(fault.old.encode()) != 1:
        return None
    return found[0].relative_to(root).as_posix()


# -- tests -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a test run: pytest's status, or `None` after a timeout, and the failed tests."""

    status: int | None
    failed: tuple[str, ...]
    output: str
    seconds: float


def environment() -> dict[str, str]:
    """Return environment variables with which Python imports the package and the tests from the copy."""
    own = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return own | {
        "PYTHONPATH": os.pathsep.join((str(COPY / "src"), str(COPY))),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(EXAMPLES.parent),
    }


def run(command: Sequence[str]) -> tuple[int | None, str]:
    """Run a program in the copy, and end all its child processes afterwards."""
    with subprocess.Popen(
        command,
        cwd=COPY,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            end(process)
            return None, process.communicate()[0]
        except BaseException:
            end(process)
            raise
    return process.returncode, output


def end(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def pytest(tests: Sequence[str], *options: str, everyday: bool) -> Outcome:
    """Run tests in the copy."""
    # Delete the examples that hypothesis found for the last fault; it would otherwise try them first.
    shutil.rmtree(EXAMPLES, ignore_errors=True)
    chosen = EVERYDAY if everyday else ()
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no", *options, *chosen, *tests]
    status, output = run(command)
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+?::\w+)", output, re.MULTILINE)
    return Outcome(status, tuple(dict.fromkeys(failed)), output, time.perf_counter() - began)


def failing_without_a_fault(faults: Sequence[Fault]) -> set[str] | None:
    """Run the tests of all faults in the undamaged copy; return those that fail, or None if they could not run."""
    found: set[str] = set()
    for everyday in (True, False):
        tests = list(dict.fromkeys(test for fault in faults if fault.everyday == everyday for test in fault.tests))
        if not tests:
            continue
        outcome = pytest(tests, everyday=everyday)
        # A named test that does not exist is reported later, with each fault that names it.
        missing = {test for test in tests if f"ERROR: not found: {COPY / test}\n" in outcome.output}
        if missing and missing != set(tests):
            outcome = pytest([test for test in tests if test not in missing], everyday=everyday)
        if outcome.status not in {0, FAILED} and not missing:
            say(*outcome.output.splitlines()[-8:], "the named tests could not be run without a fault: see above")
            return None
        found.update(outcome.failed)
        say(f"without a fault: {len(outcome.failed)} of the named tests fail ({outcome.seconds:.0f} s)")
    for test in sorted(found):
        say(f"  {test}")
    return found


def is_about(test: str, named: str) -> bool:
    """Return whether a failed test is one of the tests that a fault names."""
    return test == named or test.startswith(f"{named}::") or named.startswith(f"{test}[")


def judge(fault: Fault, broken: set[str]) -> bool:
    """Check whether a fault's tests notice it; print a line about it, and return whether it is caught."""
    before = [test for test in broken if any(is_about(test, named) for named in fault.tests)]
    if place(fault, COPY) is None:
        verdict, told = False, f"out of date: {fault.path} does not have its text exactly once"
    elif before:
        verdict, told = False, f"{before[0]} fails without it"
    else:
        with damaged(fault):
            outcome = pytest(fault.tests, "-x", everyday=fault.everyday)
        verdict, told = outcome.status == FAILED, f"{outcome.seconds:.1f} s"
        if outcome.status is None:
            told += ", its tests did not end"
        elif outcome.status in ABOUT_THE_LIST:
            told += f", a mistake of the list: {ABOUT_THE_LIST[outcome.status]}"
        elif outcome.failed:
            told += f", {outcome.failed[0]}"
    say(f"{'caught' if verdict else 'NOT CAUGHT'}  {fault.name}  {told}")
    return verdict


# -- the program -------------------------------------------------------------------------------------------------------


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201  # this is a command


def show(faults: Sequence[Fault]) -> bool:
    """List the faults, and return whether all are up to date."""
    fine = True
    for fault in faults:
        good = place(fault, ROOT) is not None
        fine = fine and good
        command = "make test" if fault.everyday else "make test-all"
        say(f"{fault.name} ({command}){'' if good else ': OUT OF DATE'}", f"  {fault.what}")
        say(*(f"  {test}" for test in fault.tests))
    return fine


def look(faults: Sequence[Fault]) -> bool:
    """Try each fault in the copy, and return whether the tests catch all of them."""
    if not copy_checkout():
        say("this is not a git checkout: which files belong to the project is not known, and no fault was tried")
        return False
    _, imported = run([sys.executable, "-c", "import perfectplay; print(perfectplay.__file__)"])
    if not Path(imported.strip()).is_relative_to(COPY):
        say(f"the tests would be about {imported.strip()}, and not about the copy in {COPY}")
        return False
    broken = failing_without_a_fault(faults)
    if broken is None:
        return False
    caught = [fault for fault in faults if judge(fault, broken)]
    everyday = sum(fault.everyday for fault in caught)
    say(f"{len(faults)} faults, {len(caught)} caught, {everyday} of them by make test")
    return len(caught) == len(faults)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try or list the faults that the arguments name, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description="Do the tests see deliberate faults?")
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults to try; all of them unless told")
    parser.add_argument("--list", action="store_true", help="list the faults and try none")
    given = parser.parse_args(arguments)
    known = {fault.name: fault for fault in FAULTS}
    unknown = [name for name in given.names if name not in known]
    if unknown:
        parser.error(f"there is no fault {unknown[0]!r}; the faults are {', '.join(known)}")
    chosen = [fault for fault in FAULTS if not given.names or fault.name in given.names]
    try:
        return 0 if (show if given.list else look)(chosen) else 1
    except KeyboardInterrupt:
        say("interrupted; the copy is as it was")
        return 130


if __name__ == "__main__":
    sys.exit(main())
