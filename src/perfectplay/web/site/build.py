"""Writes the folder of a site without a server: pages, interpreter, package, proofs and documentation.

What a host sends is what stands in the folder; nothing of it is made when it is asked for, and nothing comes from
elsewhere.  The interpreter is Pyodide, CPython for WebAssembly, in the version that `PYODIDE` names.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote

import perfectplay
from perfectplay.core.certificates import MANIFEST
from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.game import game_specs
from perfectplay.core.language import languages
from perfectplay.core.proofs import certificates_folder
from perfectplay.core.texts import Text
from perfectplay.web.app import ROOT
from perfectplay.web.security import HEADERS, PAGE_POLICY
from perfectplay.web.site.bridge import Bridge

__all__ = ["PYODIDE", "Written", "build"]

PYODIDE = "314.0.7"
"""The version of the npm package ``pyodide``."""

_INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of its archive, as package managers write it."""

_INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_NEEDED = ("anyio", "starlette", "typing_extensions")
"""Distributions of which the application is made; all of them are plain Python."""
_LEFT_OUT = re.compile(r"(?:^|/)(?:__pycache__|py\.typed|tests?)(?:/|$)|/web/static/(?!index\.html)|^perfectplay/cli/")
"""What a browser does not need: the pages come as they are, and nobody types commands there."""
_STATIC = Path(perfectplay.__file__).parent / "web" / "static"
_CHECKOUT = Path(perfectplay.__file__).parents[2]
_DOCUMENTATION = _CHECKOUT / "docs" / "_build" / "html"
_COPIED = 300_000
"""Bytes of a pack that is as quickly loaded as a part of it."""
_PACK = 200_000
"""Bytes of certificates from which on a part of a larger one is full; a chain stays in one."""
_KEPT = 1_000
"""Of packs up to here the last part is kept from the first visit on: there is something to check without a network."""
_LEVEL = 2
"""Of xz: a quarter of the time of the usual one, for a fifth more."""
_PREPARED = 450
"""Positions of a game whose description is prepared: all that two moves reach from most starts."""
_SMALL = ("/games",)
"""What every page asks."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What was written.

    Attributes
    ----------
    folder
        Where.
    files, size
        How many, and their bytes.
    first
        Bytes that a first visit loads, packed as hosts pack them.
    certificates
        How many certificates can be checked there.
    documentation
        Whether the documentation is part of it.
    """

    folder: str
    files: int
    size: int
    first: int
    certificates: int
    documentation: bool


def build(
    folder: Path,
    *,
    archive: Path | None = None,
    documentation: Path | None = None,
    largest: int | None = None,
    tell: Tell = lambda _: None,
) -> Written:
    """Write the site.

    Parameters
    ----------
    folder
        A new folder, an empty one, or one with a site, which is replaced.
    archive
        The archive of the npm package, where it is there already; otherwise npm fetches it.
    documentation
        The built documentation; by default that of a checkout, if it has been built.
    largest
        Certificates of pots of up to so many numbers come along; ``None`` means all.
    tell
        Is told what is being done.

    Raises
    ------
    PerfectPlayError
        If the folder holds something else, cannot be written, or the interpreter cannot be had.
    """
    _check(folder)
    interpreter = _interpreter(archive, tell)
    docs = documentation or (_DOCUMENTATION if (_DOCUMENTATION / "index.html").is_file() else None)
    if docs is not None and not (docs / "index.html").is_file():
        message = Text(
            "{path} has no index.html; give the folder of the built documentation, docs/_build/html",
            path=quote_path(docs),
        )
        raise PerfectPlayError(message)
    try:
        with tempfile.TemporaryDirectory(prefix="perfectplay-site-") as temporary:
            site = Path(temporary)
            counted = _write(site, interpreter, docs, largest, tell)
            folder.mkdir(parents=True, exist_ok=True)
            for one in folder.iterdir():
                shutil.rmtree(one) if one.is_dir() else one.unlink()
            shutil.copytree(site, folder, dirs_exist_ok=True)
    except OSError as error:
        message = Text(
            "cannot write {path}: {reason}; give a folder that can be written",
            path=quote_path(folder),
            reason=error.strerror or error,
        )
        raise PerfectPlayError(message) from error
    files = [path for path in folder.rglob("*") if path.is_file()]
    return Written(
        folder=str(folder),
        files=len(files),
        size=sum(path.stat().st_size for path in files),
        first=json.loads((folder / "site.json").read_bytes())["size"],
        certificates=counted,
        documentation=docs is not None,
    )


def _check(folder: Path) -> None:
    """See that nothing of anybody's is replaced but a site."""
    if folder.is_dir():
        if any(folder.iterdir()) and not (folder / "site.json").is_file():
            message = Text(
                "{path} holds something that is not a site; give a new or an empty folder", path=quote_path(folder)
            )
            raise PerfectPlayError(message)
    elif folder.exists():
        message = Text("{path} is not a folder; give a new or an empty one", path=quote_path(folder))
        raise PerfectPlayError(message)


# -- the interpreter -----------------------------------------------------------------------------------------------


def _interpreter(archive: Path | None, tell: Tell) -> dict[str, bytes]:
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


# -- wheels --------------------------------------------------------------------------------------------------------


def _wheel(folder: Path, name: str, version: str, files: Mapping[str, bytes]) -> str:
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


def _own_files() -> dict[str, bytes]:
    package = Path(perfectplay.__file__).parent
    paths = (path for path in package.rglob("*") if path.is_file())
    named = {path.relative_to(package.parent).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in named.items() if not _LEFT_OUT.search(name)}


def _installed(found: Distribution) -> dict[str, bytes]:
    wanted = (path for path in found.files or () if path.suffix in {"", ".py"} or "licenses" in path.parts)
    kept = (path for path in wanted if not path.is_absolute() and ".." not in path.parts)
    named = {path.as_posix(): path for path in kept if not _LEFT_OUT.search(path.as_posix())}
    bookkeeping = ("RECORD", "INSTALLER", "REQUESTED", "WHEEL", "METADATA")
    return {
        name: Path(path.locate()).read_bytes()
        for name, path in named.items()
        if Path(name).name not in bookkeeping and path.suffix != ".pyc"
    }


# -- certificates --------------------------------------------------------------------------------------------------


def _certificates(folder: Path, largest: int | None) -> tuple[int, list[str]]:
    """Write packs of certificates, and a list of what is in which; returns how many there are, and what is kept."""
    folder.mkdir()
    source = certificates_folder()
    packs: list[dict[str, Any]] = []
    kept = ["certificates/packs.json"]
    if source is not None:
        shutil.copy(source / MANIFEST, folder)
        kept.append(f"certificates/{MANIFEST}")
        for path in sorted(source.glob("*.jsonl.xz")):
            # Their names tell whose they are, and from which number to which.
            game, first, last = path.name.split(".")[0].split("-")
            for lines in _parts(path):
                numbers = range(int(first), int(first) + len(lines))
                first = str(numbers.stop)
                if largest is not None and numbers[-1] > largest:
                    break
                name = f"{game}-{numbers[0]:04}-{numbers[-1]:04}.jsonl.xz"
                data = path.read_bytes() if name == path.name else lzma.compress(b"".join(lines), preset=_LEVEL)
                (folder / name).write_bytes(data)
                positions = {f"{game}:{number}": size for number, size in zip(numbers, _sizes(lines), strict=True)}
                packs.append({"file": name, "positions": positions, "goes_on": _cites(lines[0])})
                if numbers.stop == int(last) + 1 <= _KEPT + 1:
                    kept.append(f"certificates/{name}")
    (folder / "packs.json").write_text(json.dumps({"packs": packs}, separators=(",", ":")))
    return sum(len(pack["positions"]) for pack in packs), kept


def _parts(path: Path) -> Iterator[list[bytes]]:
    """Split a large pack where a certificate cites none before it."""
    whole = path.stat().st_size <= _COPIED
    part: list[bytes] = []
    with lzma.open(path) as lines:
        for line in lines:
            if part and not whole and not _cites(line) and sum(map(len, part)) + len(line) > _PACK:
                yield part
                part = []
            part.append(line)
    if part:
        yield part


def _cites(line: bytes) -> bool:
    return re.search(rb'"kind"\s*:\s*"chain"', line[:2000]) is not None


def _sizes(lines: Iterable[bytes]) -> Iterator[int]:
    """Yield the bytes of each certificate with those that it needs."""
    size = 0
    for line in lines:
        size = len(line) + (size if _cites(line) else 0)
        yield size


# -- answers that are ready ----------------------------------------------------------------------------------------


class _Asker:
    """Asks the application what the pages ask first, and writes it down."""

    def __init__(self, language: str) -> None:
        self._bridge = Bridge()
        self._language = language
        self.answers: dict[str, dict[str, Any]] = {}

    def ask(self, path: str) -> Any:
        """Ask; returns what JSON says, or ``None`` if it is refused."""
        headers: dict[str, str] = {}
        parts: list[bytes] = []
        status = 0

        def take(code: int, head: list[tuple[str, str]] | None, part: bytes) -> None:
            nonlocal status
            status = code
            if head is None:
                parts.append(part)
            else:
                headers.update(head)

        asked = {"Accept": "application/json", "Accept-Language": self._language}
        self._bridge.ask("GET", ROOT + path, asked, b"", take)
        if status != 200:
            return None
        body = b"".join(parts).decode()
        kept = {name: headers[name] for name in ("content-type", "content-language") if name in headers}
        self.answers[ROOT + path] = {"status": status, "headers": kept, "body": body}
        return json.loads(body)


def _prepared(language: str) -> dict[str, dict[str, Any]]:
    """Ask what is asked before Python can be there: which games there are, and their first moves."""
    asker = _Asker(language)
    for path in _SMALL:
        asker.ask(path)
    for spec in game_specs():
        start = asker.ask(f"/position?id={_quoted(spec.example)}")
        waiting = [start]
        count = 0
        for position in waiting:
            if position is None or count >= _PREPARED:
                continue
            for move in position["legal"]:
                # As the pages ask: what has changed, which they put together with what they have.
                path = f"/move?id={_quoted(position['id'])}&move={_quoted(move)}"
                asker.ask(f"{path}&changes=1")
                count += 1
                if len(position["moves"]) == 0 and len(start["legal"]) <= 20:
                    whole = asker.ask(path)
                    waiting.append(whole)
                    asker.answers.pop(ROOT + path, None)
    return asker.answers


def _quoted(text: str) -> str:
    """Write a text as JavaScript's ``encodeURIComponent`` does."""
    return quote(text, safe="-_.!~*'()")


# -- the folder ----------------------------------------------------------------------------------------------------


def _write(site: Path, interpreter: Mapping[str, bytes], docs: Path | None, largest: int | None, tell: Tell) -> int:
    tell("pages")
    shutil.copytree(_STATIC, site / "static")
    service_worker = (site / "static" / "site-sw.js").read_text("utf-8")
    (site / "static" / "site-sw.js").unlink()
    (site / "index.html").write_text(_page((_STATIC / "index.html").read_text("utf-8")), "utf-8")
    (site / "manifest.webmanifest").write_text(json.dumps(_MANIFEST, indent=1))
    (site / "_headers").write_text(_headers())
    # Some hosts leave out what begins with an underscore, as folders of the documentation do, unless this is there.
    (site / ".nojekyll").touch()
    tell("Python")
    (site / "pyodide").mkdir()
    for name, data in interpreter.items():
        # Nothing of what the list offers is loaded; it is long.
        content = _without_packages(data) if name == "pyodide-lock.json" else data
        (site / "pyodide" / name).write_bytes(content)
    (site / "python").mkdir()
    wheels = [_wheel(site / "python", "perfectplay", perfectplay.__version__, _own_files())]
    for name in _NEEDED:
        found = distribution(name)
        wheels.append(_wheel(site / "python", name, found.version, _installed(found)))
    tell("answers that are ready")
    (site / "answers").mkdir()
    for language in languages():
        text = json.dumps(_prepared(language), separators=(",", ":"), ensure_ascii=False)
        (site / "answers" / f"{language}.json").write_text(text, "utf-8")
    tell("certificates")
    first = _first(site)
    count, kept = _certificates(site / "certificates", largest)
    first += kept
    if docs is not None:
        tell("documentation")
        ignored = shutil.ignore_patterns(".doctrees", ".buildinfo", "_sources")
        shutil.copytree(docs, site / "docs", ignore=ignored)
        for page in sorted((site / "docs").rglob("*.html")):
            _let_try(page, site)
    size = sum(len(gzip.compress((site / name).read_bytes(), 6)) for name in first)
    version = _version(site)
    told = {"version": version, "wheels": wheels, "size": size}
    (site / "site.json").write_text(json.dumps(told, indent=1))
    line = json.dumps({"version": version, "first": [*first, "site.json"]}, separators=(",", ":"))
    (site / "sw.js").write_text(f"const SITE={line};\n{service_worker}", "utf-8")
    return count


def _first(site: Path) -> list[str]:
    """List what is kept from the first visit on, but for proofs."""
    paths = sorted(path for path in site.rglob("*") if path.is_file())
    names = (path.relative_to(site).as_posix() for path in paths)
    return [name for name in names if not name.startswith(("_", "."))]


def _version(site: Path) -> str:
    whole = hashlib.sha256()
    for path in sorted(site.rglob("*")):
        if path.is_file():
            whole.update(
                f"{path.relative_to(site).as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
            )
    return whole.hexdigest()[:16]


def _without_packages(lock: bytes) -> bytes:
    return json.dumps(json.loads(lock) | {"packages": {}}).encode()


def _let_try(page: Path, site: Path) -> None:
    """Let the examples of a page be tried."""
    up = "../" * (len(page.relative_to(site).parts) - 1)
    script = f'<script defer src="{up}static/site-docs.js"></script>'
    page.write_text(page.read_text("utf-8").replace("</head>", f"{script}</head>", 1), "utf-8")


_POLICY = PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'") + "; manifest-src 'self'"
"""That of the server, and what WebAssembly and the manifest need."""
_DOCS_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""That of the documentation, whose theme writes scripts into its pages."""

_MANIFEST = {
    "name": "perfectplay",
    "short_name": "perfectplay",
    "description": "Perfect play for arithmetic games, with proofs.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#ffffff",
    "theme_color": "#1f5fbf",
    "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}


def _page(page: str) -> str:
    """Make the page of the site from that of the server."""
    policy = "; ".join(part for part in _POLICY.split("; ") if not part.startswith("frame-ancestors"))
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n<link rel="manifest" href="manifest.webmanifest">\n'
    )
    page = page.replace('<html lang="en">', '<html lang="en" data-site>')
    page = page.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{head}')
    page = page.replace('="/static/', '="static/')
    page = re.sub("<noscript>.*?</noscript>", "<noscript>This page needs JavaScript.</noscript>", page)
    opened = Path(__file__).with_name("opened.html").read_text("utf-8")
    return page.replace('<div id="app"></div>', f'<div id="app">{opened}</div>')


def _headers() -> str:
    """Write what a host should say with each file, as several hosts read it."""
    said = {**HEADERS, "Content-Security-Policy": _POLICY}
    rows = ["/*", *(f"  {name}: {value}" for name, value in said.items())]
    docs = ["/docs/*", "  ! Content-Security-Policy", f"  Content-Security-Policy: {_DOCS_POLICY}"]
    return "\n".join([*rows, *docs, ""])
