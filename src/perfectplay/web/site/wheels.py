"""Wheels of plain Python: the package and what it needs, as a browser gets them."""

from __future__ import annotations

import hashlib
import re
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from importlib.metadata import Distribution
from pathlib import Path

import perfectplay

_LEFT_OUT = re.compile(r"(?:^|/)(?:__pycache__|py\.typed|tests?)(?:/|$)|/web/static/(?!index\.html)|^perfectplay/cli/")
"""What a browser does not need: the pages come as they are, and there is no command line."""


def wheel(folder: Path, name: str, version: str, files: Mapping[str, bytes]) -> str:
    """Write a wheel (PEP 427) of plain Python: the same files give the same bytes."""
    info = f"{name}-{version}.dist-info"
    told = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: perfectplay\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        **files,
    }
    rows = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in sorted(told.items())]
    told[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(folder / wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(told.items()):
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED, 9)
    return wheel


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def own_files() -> dict[str, bytes]:
    """Return what a browser needs of this package, by name."""
    package = Path(perfectplay.__file__).parent
    paths = (path for path in package.rglob("*") if path.is_file())
    named = {path.relative_to(package.parent).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in named.items() if not _LEFT_OUT.search(name)}


def installed(found: Distribution) -> dict[str, bytes]:
    """Return what a browser needs of a distribution that is installed, by name."""
    wanted = (path for path in found.files or () if path.suffix in {"", ".py"} or "licenses" in path.parts)
    kept = (path for path in wanted if not path.is_absolute() and ".." not in path.parts)
    named = {path.as_posix(): path for path in kept if not _LEFT_OUT.search(path.as_posix())}
    bookkeeping = ("RECORD", "INSTALLER", "REQUESTED", "WHEEL", "METADATA")
    return {
        name: Path(path.locate()).read_bytes()
        for name, path in named.items()
        if Path(name).name not in bookkeeping and path.suffix != ".pyc"
    }
