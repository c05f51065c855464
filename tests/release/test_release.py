"""Test the wheel and the source distribution as users install them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from perfectplay import __version__

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
PACKS = {path.name for path in (ROOT / "certificates").glob("taxman-0*-0[1-9]00*.jsonl.xz")}
ELSEWHERE = {"PYTHONDONTWRITEBYTECODE": "1", "PATH": os.defpath, "SOURCE_DATE_EPOCH": "1767225600"}


def run(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=ELSEWHERE | environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(target: str, source: Path, out: Path) -> Path:
    """Build a wheel or a source distribution offline, and return its path."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out), cwd=source)
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the source distribution unpacks to."""
    out = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(out, filter="data")
    (folder,) = out.iterdir()
    return folder


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which only the package is installed; its dependencies come from this environment."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)  # noqa: S202  # the test has just built it
    return folder


def test_a_wheel_is_the_same_bytes_twice_and_from_the_source_distribution(
    wheel: Path, unpacked: Path, tmp_path: Path
) -> None:
    again = build("wheel", ROOT, tmp_path / "again")
    assert again.read_bytes() == wheel.read_bytes()
    # Build in a copy, because a build leaves the compiled kernels in its source folder.
    source = shutil.copytree(unpacked, tmp_path / "source")
    from_source = build("wheel", source, tmp_path / "from source")
    assert from_source.read_bytes() == wheel.read_bytes()


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    data = f"perfectplay-{__version__}.data"
    assert {name.split("/")[0] for name in names} == {"perfectplay", f"perfectplay-{__version__}.dist-info", data}
    manual = {f"{data}/data/share/man/man1/{path.name}" for path in (ROOT / "man").iterdir()}
    assert {name for name in names if name.startswith(data)} == manual
    assert {"perfectplay/py.typed", "perfectplay/web/static/app.js", "perfectplay/web/openapi.json"} <= names
    package = ROOT / "src" / "perfectplay"
    sources = {
        f"perfectplay/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    # The wheel has the compiled kernels for this machine and every Python, but not their sources.
    native = "perfectplay/native/"
    sources = {name for name in sources if not name.startswith(native)}
    sources |= {f"{native}__init__.py", f"{native}kernels.library"}
    assert wheel.name.startswith(f"perfectplay-{__version__}-py3-none-")
    assert not wheel.name.endswith("-any.whl")
    assert {f"taxman-0{n}01-{n + 1:02}00.jsonl.xz" for n in range(9)} <= PACKS
    certificates = {f"perfectplay/certificates/{name}" for name in PACKS}
    manifest = "perfectplay/certificates/manifest.json"
    assert {name for name in names if name.startswith("perfectplay/")} == {*sources, *certificates, manifest}
    assert wheel.stat().st_size < 2_600_000


def test_a_wheel_of_research_holds_its_kernels_compiled(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", ROOT / "research", tmp_path / "wheel")) as archive:
        names = {Path(name).name for name in archive.namelist()}
    assert {"kernels.py", "kernels.library"} <= names
    assert "kernels.c" not in names


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="this is not a git checkout")
def test_the_source_distribution_holds_every_tracked_file_but_large_packs(sdist: Path, unpacked: Path) -> None:
    git = shutil.which("git")
    assert git is not None
    tracked = set(run(git, "ls-files", "-z", cwd=ROOT, HOME=str(ROOT)).split("\0")) - {""}
    here = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    missing = {name for name in tracked if (ROOT / name).exists()} - here
    assert {name for name in missing if not name.startswith("certificates/")} == set()
    assert all(name.endswith(".xz") for name in missing)
    assert {path.name for path in (unpacked / "certificates").glob("*.xz")} == PACKS
    assert sdist.stat().st_size < 10_000_000
    assert here - tracked == {"PKG-INFO"}


def test_what_is_installed_answers_from_anywhere_without_a_home(installed: Path, tmp_path: Path) -> None:
    code = "import sys; from perfectplay.cli.start import main; sys.argv[0] = 'perfectplay'; main()"

    def perfectplay(*arguments: str) -> str:
        return run(sys.executable, "-c", code, *arguments, cwd=tmp_path, PYTHONPATH=str(installed))

    place = run(
        sys.executable, "-c", "import perfectplay; print(perfectplay.__file__)", cwd=tmp_path, PYTHONPATH=str(installed)
    )
    assert Path(place.strip()).is_relative_to(installed)
    assert perfectplay("--version") == f"perfectplay, version {__version__}\n"
    assert json.loads(perfectplay("taxman", "solve", "30", "--json"))["score"] == 301
    assert json.loads(perfectplay("coins", "solve", "5", "1", "1", "5", "--json"))["margin"] == 0
    (tmp_path / "long.txt").write_text("\n".join(map(str, range(200_000))))
    assert json.loads(perfectplay("coins", "solve", "--file", "long.txt", "--no-line", "--json"))["margin"] == 100_000
    solved = json.loads(perfectplay("pursuit", "solve", "3", "6", "9", "10", "50", "100", "--target", "951", "--json"))
    assert solved["expression"] == "(100+6)*9-3"
    perfectplay("taxman", "solve", "40", "--no-records", "--certificate", "40.json")
    assert "valid" in perfectplay("check", "40.json")
    assert json.loads(perfectplay("taxman", "solve", "98", "--certificate", "98.json", "--json"))["source"] == "records"
    assert perfectplay("check", "98.json").count(": valid: ") == 3


def test_the_metadata_say_what_a_package_index_shows(installed: Path) -> None:
    (folder,) = installed.glob("*.dist-info")
    metadata = (folder / "METADATA").read_text(encoding="utf-8")
    head, _, description = metadata.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    assert fields["Version"] == __version__
    assert fields["License-Expression"] == "MIT AND OFL-1.1"
    assert fields["Requires-Python"] == ">=3.11"
    assert {line.split(": ")[1] for line in head.splitlines() if line.startswith("Provides-Extra")} == {
        "cluster",
        "pictures",
        "plots",
        "rl",
    }
    for minor in (11, 12, 13, 14):
        assert f"Classifier: Programming Language :: Python :: 3.{minor}" in head
    assert description.startswith("# perfectplay")
    assert re.findall(r"\]\((?!https?://)|<img|<!--", description) == [], "an index has no files beside this text"
    needs = [Requirement(line.split(": ", 1)[1]) for line in head.splitlines() if line.startswith("Requires-Dist")]
    (highs,) = (one.specifier for one in needs if one.name == "highspy")
    assert version("highspy") in highs
    assert "1.14.0" not in highs, "it called wrong solutions optimal"


def test_actions_and_tools_of_a_release_are_pinned() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
    fetched = [line for line in re.findall(r"pip install (.*)", text) if "-c constraints.txt" not in line]
    assert [line for line in fetched if not re.fullmatch(r"[\w-]+==\d+\.\d+\.\d+", line)] == []
    assert any(line.startswith("cibuildwheel==") for line in fetched)


def test_a_release_has_a_wheel_for_each_platform() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    platforms = re.findall(r"- \{ runs-on: (\w+)-\S+, archs: (\w+) \}", text)
    assert platforms == [
        ("ubuntu", "x86_64"),
        ("ubuntu", "aarch64"),
        ("macos", "x86_64"),
        ("macos", "arm64"),
        ("windows", "AMD64"),
    ]
    with (ROOT / "pyproject.toml").open("rb") as file:
        options = tomllib.load(file)["tool"]["cibuildwheel"]
    assert re.fullmatch(r"cp3\d+-\*", options["build"]), "one wheel for every Python"
    for name in re.findall(r"tests/\S+\.py", " ".join(options["test-command"])):
        assert (ROOT / name).is_file()
    # Publishing downloads exactly the files that were uploaded for the index.
    uploaded = re.findall(r"uses: actions/upload-artifact.*\n +with:\n +name: (\S.*)", text)
    assert uploaded == ["dist-sdist", "bill-of-materials", "dist-${{ matrix.runs-on }}"]
    assert re.findall(r"pattern: (.*)", text) == ["dist-*"]


def test_the_version_is_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (\S+)$", citation, re.MULTILINE).group(1) == __version__  # type: ignore[union-attr]
    assert f"\n## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_container_copies_what_the_wheel_is_made_of(wheel: Path, tmp_path: Path) -> None:
    recipe = (ROOT / "Containerfile").read_text(encoding="utf-8")
    copied = [line.split()[1:] for line in recipe.splitlines() if line.startswith("COPY ") and "--from" not in line]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    source = tmp_path / "source"
    source.mkdir()
    for *names, target in copied:
        for name in names:
            assert f"!{name}" in ignored
            place = tmp_path / target.lstrip("/")
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, place)
    assert build("wheel", source, tmp_path / "out").read_bytes() == wheel.read_bytes()


def test_the_container_asks_its_server_for_its_health(installed: Path, tmp_path: Path) -> None:
    recipe = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (check,) = re.findall(r"^ +CMD (\[\"python\".*\])$", recipe, re.MULTILINE)
    code = json.loads(check)[2]
    serve = "import sys; from perfectplay.cli.start import main; sys.argv[0] = 'perfectplay'; main()"
    command = [sys.executable, "-c", serve, "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=ELSEWHERE | {"PYTHONPATH": str(installed)}, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
            run(sys.executable, "-c", code.replace("http://127.0.0.1:8017", address), cwd=tmp_path)
        finally:
            server.terminate()
