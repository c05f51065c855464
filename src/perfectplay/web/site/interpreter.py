"""Python for a browser: Pyodide (CPython for WebAssembly), and wheels of this package and its dependencies."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from importlib.metadata import Distribution
from pathlib import Path

import perfectplay
from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.running.files import make_folder, write_file
from perfectplay.core.text.texts import Text

Tell = Callable[[str], None]
"""A callback that receives a description of the current step."""

PYODIDE = "314.0.7"
"""The version of the npm package ``pyodide``."""

_INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of the package's archive, in base64 as in npm's lock files."""

_INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def interpreter(archive: Path | None, tell: Tell) -> dict[str, bytes]:
    """Return the files of the interpreter from an archive, after checking the archive's hash."""
    path = archive or _fetched(tell)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PerfectPlayError(
            "cannot read {path}: {reason}; give the archive of the npm package pyodide",
            path=quote_path(path),
            reason=error.strerror or error,
        ) from error
    if not _is_known(data):
        raise PerfectPlayError(
            "{path} is not the archive of pyodide {version} that is known here; fetch it again",
            path=quote_path(path),
            version=PYODIDE,
        )
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        return {name: _member(files, f"package/{name}") for name in _INTERPRETER}


def _is_known(archive: bytes) -> bool:
    return hashlib.sha512(archive).digest() == b64decode(_INTEGRITY)


def _member(files: tarfile.TarFile, name: str) -> bytes:
    stream = files.extractfile(name)
    assert stream is not None  # noqa: S101  # the archive's content is known
    return stream.read()


def _fetched(tell: Tell) -> Path:
    """Return the path of the archive; npm fetches it unless it is already in the cache with the right hash."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "perfectplay"
    path = cache / f"pyodide-{PYODIDE}.tgz"
    if path.is_file() and _is_known(path.read_bytes()):
        return path
    program = shutil.which("npm")
    if program is None:
        raise PerfectPlayError(
            "npm, which fetches the interpreter, is not installed; install it, or give the archive of the npm package "
            "pyodide {version} with --interpreter",
            version=PYODIDE,
        )
    tell(f"fetching pyodide {PYODIDE}, 6 MB, this once")
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "pack", f"pyodide@{PYODIDE}", "--pack-destination", folder, "--loglevel=error"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  # nothing in it comes from users
        made = Path(folder, path.name)
        if done.returncode or not made.is_file():
            said = " ".join(done.stderr.split())[-200:]
            problem = Text("npm cannot fetch pyodide {version}: {said}", version=PYODIDE, said=said)
            raise PerfectPlayError(
                "{problem}; try again with a network, or give the archive of the npm package pyodide {version} "
                "with --interpreter",
                problem=problem,
                version=PYODIDE,
            )
        make_folder(cache)
        write_file(path, made.read_bytes())
    return path


# -- wheels of the package and its dependencies, for a browser ------------------------------------------------------


_LEFT_OUT = re.compile(
    r"(^|/)(__pycache__|py\.typed|tests?)(/|$)|/web/static/(?!index\.html)|^perfectplay/(cli|certificates|native/[^_])"
)
"""Names that wheels leave out, because pages and certificates are sent separately and the command line is unused."""


def wheel(folder: Path, name: str, version: str, files: Mapping[str, bytes]) -> str:
    """Write a wheel (PEP 427) of pure Python; the same files give the same bytes."""
    info = f"{name}-{version}.dist-info"
    facts = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: perfectplay\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        **files,
    }
    rows = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in sorted(facts.items())]
    facts[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(folder / wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(facts.items()):
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED, 9)
    return wheel


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def own_files() -> dict[str, bytes]:
    """Return the files of this package that a browser needs, by name."""
    package = Path(perfectplay.__file__).parent
    paths = (path for path in package.rglob("*") if path.is_file())
    named = {path.relative_to(package.parent).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in named.items() if not _LEFT_OUT.search(name)}


def installed(package: Distribution) -> dict[str, bytes]:
    """Return the files of an installed distribution that a browser needs, by name."""
    wanted = (path for path in package.files or () if path.suffix in {"", ".py"} or "licenses" in path.parts)
    kept = (path for path in wanted if not path.is_absolute() and ".." not in path.parts)
    named = {path.as_posix(): path for path in kept if not _LEFT_OUT.search(path.as_posix())}
    bookkeeping = ("RECORD", "INSTALLER", "REQUESTED", "WHEEL", "METADATA")
    return {
        name: Path(path.locate()).read_bytes()
        for name, path in named.items()
        if Path(name).name not in bookkeeping and path.suffix != ".pyc"
    }
