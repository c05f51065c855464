"""Pyodide, CPython for WebAssembly: its archive, whose content is known, and what a site takes from it."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.text.texts import Text

Tell = Callable[[str], None]
"""Is told what is being done."""

PYODIDE = "314.0.7"
"""The version of the npm package ``pyodide``."""

_INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of its archive, as package managers write it."""

_INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def interpreter(archive: Path | None, tell: Tell) -> dict[str, bytes]:
    """Return the files of the interpreter, from an archive whose content is known."""
    path = archive or _fetched(tell)
    try:
        data = path.read_bytes()
    except OSError as error:
        message = Text(
            "cannot read {path}: {reason}; give the archive of the npm package pyodide",
            path=quote_path(path),
            reason=error.strerror or error,
        )
        raise PerfectPlayError(message) from error
    if hashlib.sha512(data).digest() != b64decode(_INTEGRITY):
        message = Text(
            "{path} is not the archive of pyodide {version} that is known here; fetch it again",
            path=quote_path(path),
            version=PYODIDE,
        )
        raise PerfectPlayError(message)
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        return {name: _member(files, f"package/{name}") for name in _INTERPRETER}


def _member(files: tarfile.TarFile, name: str) -> bytes:
    found = files.extractfile(name)
    assert found is not None  # noqa: S101  # for the type checker: the archive's content is known
    return found.read()


def _fetched(tell: Tell) -> Path:
    """Return the archive, fetched by npm unless that has been done before."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "perfectplay"
    path = cache / f"pyodide-{PYODIDE}.tgz"
    if path.is_file():
        return path
    program = shutil.which("npm")
    where = f"https://registry.npmjs.org/pyodide/-/pyodide-{PYODIDE}.tgz"
    if program is None:
        message = Text(
            "npm, which fetches the interpreter, is not installed; give its archive, {where}, with --interpreter",
            where=where,
        )
        raise PerfectPlayError(message)
    tell(f"fetching pyodide {PYODIDE}, 6 MB, this once")
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "pack", f"pyodide@{PYODIDE}", "--pack-destination", folder, "--loglevel=error"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  # no word of it is a user's
        made = Path(folder, path.name)
        if done.returncode or not made.is_file():
            said = " ".join(done.stderr.split())[-200:]
            problem = Text("npm cannot fetch pyodide {version}: {said}", version=PYODIDE, said=said)
            message = Text(
                "{problem}; try again with a network, or give its archive, {where}, with --interpreter",
                problem=problem,
                where=where,
            )
            raise PerfectPlayError(message)
        cache.mkdir(parents=True, exist_ok=True)
        shutil.copy(made, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)
    return path
