"""The committed bundle is what its sources give, byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web-ui"
BUILT = ROOT / "src" / "perfectplay" / "web" / "static"
REQUIRED = os.environ.get("PERFECTPLAY_NODE") == "required"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def npm(folder: Path, *arguments: str) -> None:
    program = shutil.which("npm")
    assert program is not None, "npm is not on the PATH"
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(
    shutil.which("npm") is None and not REQUIRED, reason="no npm found; install Node.js to build the bundle again"
)
def test_a_build_gives_the_same_bytes(tmp_path: Path) -> None:
    sources = tmp_path / "somewhere else" / "web-ui"
    shutil.copytree(SOURCES, sources, ignore=shutil.ignore_patterns("node_modules"))
    npm(sources, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm(sources, "run", "check")
    npm(sources, "run", "build")
    built = tmp_path / "somewhere else" / "src" / "perfectplay" / "web" / "static"
    assert contents(built) == contents(BUILT)


def test_the_bundle_asks_for_nothing_from_elsewhere() -> None:
    namespaces = {b"http://www.w3.org/2000/svg", b"http://www.w3.org/1998/Math/MathML", b"http://www.w3.org/1999/xhtml"}
    for name, data in contents(BUILT).items():
        if name.endswith((".js", ".css", ".html")):
            for namespace in namespaces:
                data = data.replace(namespace, b"")  # noqa: PLW2901  # one after the other
            assert b"https://" not in data, name
            assert b"http://" not in data, name
            assert b"eval(" not in data, name


def test_no_sentence_was_left_in_english() -> None:
    english, german = (
        json.loads((SOURCES / "src" / "texts" / f"{lang}.json").read_text("utf-8")) for lang in ("en", "de")
    )
    assert english.keys() == german.keys()
    # Names of pots and the like may be the same; what has a verb in it is longer.
    long = [key for key, text in english.items() if str(text).count(" ") >= 4]
    assert len(long) > 300
    assert [key for key in long if english[key] == german[key]] == []
