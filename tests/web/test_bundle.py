"""Test that a new build equals the committed bundle and answer types, byte for byte."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web-ui"
TYPES = Path("src", "generated", "api.ts")
WEB = Path("src", "perfectplay", "web")
BUILT = ROOT / WEB / "static"
REQUIRED = os.environ.get("PERFECTPLAY_NODE") == "required"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def npm(folder: Path, *arguments: str) -> None:
    program = shutil.which("npm")
    assert program is not None, "npm is not on the PATH"
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.full
@pytest.mark.skipif(
    shutil.which("npm") is None and not REQUIRED, reason="no npm found; install Node.js to build the bundle again"
)
def test_a_build_gives_the_same_bytes(tmp_path: Path) -> None:
    root = tmp_path / "somewhere else"
    sources, web = root / "web-ui", root / WEB
    shutil.copytree(SOURCES, sources, ignore=shutil.ignore_patterns("node_modules"))
    # Tests of the pages read these files to compare the pages with the library.
    for name in ("golden", "contract"):
        shutil.copytree(ROOT / "tests" / name, root / "tests" / name)
    (sources / TYPES).unlink()
    web.mkdir(parents=True)
    shutil.copy(ROOT / WEB / "openapi.json", web)
    for folder in (sources / "types", sources):
        npm(folder, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm(sources / "types", "run", "build")
    assert (sources / TYPES).read_bytes() == (SOURCES / TYPES).read_bytes(), "make schema"
    npm(sources, "run", "check")
    npm(sources, "run", "build")
    assert contents(web / "static") == contents(BUILT)


def written() -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the sources of the pages, except generated ones."""
    for path in sorted((SOURCES / "src").rglob("*.ts*")):
        if path != SOURCES / TYPES:
            yield str(path.relative_to(SOURCES)), path.read_text(encoding="utf-8")


def generated(source: str) -> set[str]:
    """Return the names under which a source imports generated types, and the names of its type parameters."""
    imported = re.findall(r'^import type \{([^}]*)\} from "[./]+/generated/api";$', source, re.MULTILINE)
    names = {name.split()[-1] for part in imported for name in part.split(",") if name.strip()}
    return names | set(re.findall(r"\bfunction \w+<(\w+)", source))


def test_every_answer_has_a_generated_type() -> None:
    """Check that every request to the server has a generated type, not a handwritten one."""
    asked = 0
    for name, source in written():
        known = generated(source)
        calls = re.findall(
            r"(?<![.\w])(?<!function )(get|stream|useData|useLive|usePosition)(?:<([^()]*?)>)?\((?!\))", source
        )
        for function, answer in calls:
            words = set(re.findall(r"\w+", answer)) - {"readonly"}
            assert words, f"{name}: {function} names no type"
            assert words <= known, f"{name}: {function}<{answer}>"
        asked += len(calls)
    assert asked > 30


def test_the_bundle_asks_for_nothing_from_elsewhere() -> None:
    namespaces = {b"http://www.w3.org/2000/svg", b"http://www.w3.org/1998/Math/MathML", b"http://www.w3.org/1999/xhtml"}
    for name, data in contents(BUILT).items():
        if name.endswith((".js", ".css", ".html")):
            for namespace in namespaces:
                data = data.replace(namespace, b"")  # noqa: PLW2901  # one after the other
            assert b"https://" not in data, name
            assert b"http://" not in data, name
            assert b"eval(" not in data, name


def test_styles_are_written_for_browsers_of_2023() -> None:
    source = (SOURCES / "src" / "styles" / "base.css").read_text("utf-8")
    assert "light-dark(" in source
    assert "&:hover" in source
    for name, data in contents(BUILT).items():
        if name.endswith((".js", ".css")):
            assert b"light-dark(" not in data, name
            assert b"&:hover" not in data, name
    assert ":root[data-theme=dark]" in (BUILT / "app.css").read_text("utf-8")


def texts(language: str) -> dict[str, str | dict[str, str]]:
    """Return all texts of the pages in a language."""
    files = sorted((SOURCES / "src" / "texts" / language).glob("*.json"))
    return {key: text for file in files for key, text in json.loads(file.read_text("utf-8")).items()}


@pytest.mark.parametrize(
    "language",
    sorted(path.name for path in (SOURCES / "src" / "texts").iterdir() if path.is_dir() and path.name != "en"),
)
def test_no_sentence_was_left_in_english(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys()
    # Names such as those of pots may be equal in both languages, so compare only longer texts.
    long = [key for key, text in english.items() if str(text).count(" ") >= 4]
    assert len(long) > 300
    assert [key for key in long if english[key] == other[key]] == []
