"""Test installations by the Makefile that are refused, fail, are interrupted, or use another Python."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKE = shutil.which("make")
pytestmark = pytest.mark.skipif(MAKE is None or os.name != "posix", reason="no make found")

PYTHON = """#!/bin/sh
# A Python whose environments answer every call: they keep a list of what was installed.
case "$*" in
  "-c "*) exec "{python}" "$@" ;;
  "-m venv --clear .venv") ;;
  *) exit 9 ;;
esac
rm -rf .venv
mkdir -p .venv/bin
cat > .venv/bin/python <<'END'
#!/bin/sh
echo "$(basename "$0")" "$@" >> .venv/calls
test ! -e pip-fails
END
cp .venv/bin/python .venv/bin/perfectplay
chmod +x .venv/bin/python .venv/bin/perfectplay
test ! -e venv-fails
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a checkout that has only the files that make reads, in a folder with a space in its name."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    for name in ("pyproject.toml", "constraints.txt"):
        (folder / name).touch()
    # An installation compiles these files.
    native = folder / "src" / "perfectplay" / "native"
    native.mkdir(parents=True)
    (native / "coins.c").touch()
    (native / "kernels.library").touch()
    for name in ("python3", "python3.12"):
        interpreter(folder / name, PYTHON.format(python=sys.executable))
    return folder


@pytest.mark.parametrize("installed", [[], ["3.11.7", "3.12.1", "3.13.0", "3.13.11"]])
def test_ci_tests_with_the_newest_python_of_pyenv_if_there_is_one(tmp_path: Path, installed: list[str]) -> None:
    missing = ["python3", "chromium-headless-shell", "npm", "cc", "clang", "coqc", "ocamlopt", "cadical", "zsh", "fish"]
    for name in ["make", *missing]:
        (tmp_path / "bin").mkdir(exist_ok=True)
        interpreter(tmp_path / "bin" / name, '#!/bin/sh\necho "$@"\n' if name == "make" else "#!/bin/sh\n")
    pythons = [tmp_path / ".pyenv" / "versions" / version / "bin" / "python" for version in installed]
    for python in pythons:
        python.parent.mkdir(parents=True)
        python.touch()
    environment = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run([ROOT / ".ci" / "run"], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == (f"test-all PYTHON_newest={pythons[-1]}\n" if pythons else "test-all\n")


def interpreter(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    assert MAKE is not None
    path = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    command = [MAKE, "run", *arguments]
    return subprocess.run(command, cwd=folder, env=path, capture_output=True, text=True, check=False, timeout=300)


def calls(folder: Path) -> list[str]:
    return (folder / ".venv" / "calls").read_text().splitlines()


def test_the_tested_versions_are_installed_once(folder: Path) -> None:
    assert make(folder).returncode == make(folder).returncode == 0
    install, *solves = calls(folder)
    assert "install" in install
    assert "-c constraints.txt" in install
    assert solves == ["perfectplay taxman solve 600 --no-records"] * 2


def test_kernels_are_compiled_again_when_their_source_has_changed(folder: Path) -> None:
    native = folder / "src" / "perfectplay" / "native"
    make(folder)
    later = (folder / ".venv" / "installed").stat().st_mtime + 10
    os.utime(native / "coins.c", (later, later))
    assert make(folder).returncode == 0
    assert [call.split(" -")[0] for call in calls(folder)] == [
        "python",
        "perfectplay taxman solve 600",
        "python src/perfectplay/native/build.py",
        "perfectplay taxman solve 600",
    ]


def test_an_old_python_is_refused_before_anything_is_made(folder: Path) -> None:
    interpreter(
        folder / "python3.6", f'#!/bin/sh\nexec "{sys.executable}" -c "raise SystemExit(\'This is Python 3.6.\')"\n'
    )
    done = make(folder, "PYTHON=python3.6")
    assert done.returncode
    assert "This is Python 3.6.\n" in done.stderr
    assert "perfectplay needs Python 3.11 or later. Name it, as in: make run PYTHON=python3.13\n" in done.stdout
    assert not (folder / ".venv").exists()


@pytest.mark.parametrize("trouble", ["venv-fails", "pip-fails"])
def test_a_failed_installation_begins_again(folder: Path, trouble: str) -> None:
    (folder / trouble).touch()
    done = make(folder)
    assert done.returncode
    assert ("Run make again: it starts from scratch." in done.stdout) == (trouble == "pip-fails")
    (folder / ".venv" / "half").touch()
    (folder / trouble).unlink()
    assert make(folder).returncode == 0
    assert not (folder / ".venv" / "half").exists()
    assert [call.split()[0] for call in calls(folder)] == ["python", "perfectplay"]


def test_another_python_makes_another_environment(folder: Path) -> None:
    made = folder / ".venv" / "made-with"
    make(folder)
    assert make(folder, "PYTHON=python3.12").returncode == 0
    assert made.read_text() == "python3.12\n"
    make(folder)
    assert made.read_text() == "python3.12\n", "an environment that works is kept"
    assert len(calls(folder)) == 3
