"""Test how the checkers in C refuse files, handle options, and are built."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.checkers.programs import ROOT, compiled, run

pytestmark = pytest.mark.full

NOT_JSON = "NOT valid: not JSON as certificates have it:"
BOTH = (
    (b"", f"{NOT_JSON} the end of the text at byte 0"),
    (b"\x1f\x8b\x08", "not examined: it is compressed with gzip: send it through zcat, and check -"),
    (b"\xfd7zXZ\x00", "not examined: it is compressed with xz: send it through xzcat, and check -"),
    (b'{"f\xc3\xb6rmat":1}', f"{NOT_JSON} a character outside ASCII at byte 3"),
)
UNREAD = {
    "taxman": (
        *BOTH,
        (b"[" * 3000, "not examined: its brackets are nested more than 2000 deep"),
        (b" " * ((1 << 24) + 1), "not examined: it has more than 16 MiB"),
        (b'{"format":"perfectplay\x00"}', f"{NOT_JSON} a control character in a string"),
    ),
    "pursuit": (
        *BOTH,
        (b"[" * 3000, "not examined: its brackets are nested more than 100 deep"),
        (b" " * ((1 << 25) + 1), "not examined: it has more than 32 MiB"),
        (b"[" + b"1," * (1 << 23), "not examined: it has more than 8388608 values"),
        (b"nul", f"{NOT_JSON} something that has no place in a certificate"),
    ),
}


@pytest.mark.parametrize("game", UNREAD)
def test_what_they_do_not_read_and_how_they_are_called(game: str, tmp_path: Path) -> None:
    program = compiled(game, tmp_path, "-O2")
    file, pipe = tmp_path / "file.json", tmp_path / "pipe\nname.json"
    for content, reason in UNREAD[game]:
        file.write_bytes(content)
        result = run(program, file)
        assert (result.returncode, result.stdout[: len(f"{file}: {reason}")]) == (1, f"{file}: {reason}")
    os.mkfifo(pipe)
    result = run(program, pipe, tmp_path)
    names = (f"{tmp_path}/pipe\\x0aname.json", str(tmp_path))
    unopened = "".join(f"{name}: not examined: it is not a file\n" for name in names)
    assert (result.returncode, result.stdout) == (1, unopened)
    assert run(program, "--help").stdout.startswith(f"Usage: {game}-check")
    for wrong in ((), ("--all", "-"), ("--each",), ("-x",)):
        result = run(program, *wrong)
        assert (result.returncode, result.stdout, result.stderr.startswith("Usage: ")) == (2, "", True)
    assert run(program, "-").returncode == 2


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that cannot be read")
@pytest.mark.parametrize("game", UNREAD)
def test_a_file_that_cannot_be_read_is_not_judged(game: str, tmp_path: Path) -> None:
    program, unreadable = compiled(game, tmp_path), Path("/proc/self/mem")
    done = run(program, unreadable)
    assert (done.returncode, done.stdout) == (1, f"{unreadable}: not examined: it cannot be read to its end\n")
    with unreadable.open("rb") as file:
        piped = subprocess.run([program, "-"], stdin=file, capture_output=True, text=True, check=False)
    assert (piped.returncode, piped.stderr) == (2, "-: cannot be read to its end\n")


def test_make_says_when_it_cannot_build_them() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("no make found")
    environment = {name: value for name, value in os.environ.items() if name != "PERFECTPLAY_COMPILER"}
    command = [make, "-C", str(ROOT), "checkers", "CC=no-such-compiler"]
    left_out = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert left_out.returncode == 0
    assert "There is no C compiler, no-such-compiler: the checkers in C, build/taxman-check" in left_out.stdout
    needed = subprocess.run(
        command, capture_output=True, check=False, env={**environment, "PERFECTPLAY_COMPILER": "required"}
    )
    assert needed.returncode != 0
