"""Write the folder of a site without a server: pages, interpreter, package, proofs and documentation.

The host only sends files of this folder and computes nothing; pages load nothing from other hosts.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from html import unescape
from importlib.metadata import distribution
from itertools import groupby, product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import perfectplay
from perfectplay.core.errors import PerfectPlayError, quote_path
from perfectplay.core.game import game_parts, game_specs
from perfectplay.core.game.parts import FIRST_DAY
from perfectplay.core.proof.certificates import MANIFEST
from perfectplay.core.proof.proofs import certificates_folder
from perfectplay.core.proof.reading import best_lines
from perfectplay.core.running.files import make_folder
from perfectplay.core.text.language import languages, use_locale
from perfectplay.core.text.texts import ENGLISH
from perfectplay.pictures.preview import draw_preview
from perfectplay.web.app import ROOT
from perfectplay.web.declaration import WebGame
from perfectplay.web.games import preview
from perfectplay.web.middleware import PAGE_POLICY, page_headers
from perfectplay.web.site.bridge import Bridge
from perfectplay.web.site.interpreter import Tell, installed, interpreter, own_files, wheel

_NEEDED = ("anyio", "starlette", "typing_extensions")
"""Python distributions that the application needs in a browser; all are pure Python."""
_STATIC = Path(perfectplay.__file__).parent / "web" / "static"
_PAGES = "site-pages.json"
"""File with the styles and the pages in each language, rendered as they appear before scripts run."""
_QUESTIONS = "site-questions.json"
"""File with the requests that the pages of the lab and the worksheets send first."""
_UNFINISHED = ".site-"
"""Prefix of the temporary folder, inside the site's folder, in which a new site is built."""
_CHECKOUT = Path(perfectplay.__file__).parents[2]
_DOCUMENTATION = _CHECKOUT / "docs" / "_build" / "html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """Figures about a site that was written.

    Attributes
    ----------
    files, size
        Number of files, and their total size in bytes.
    first
        Number of bytes that a first visit loads if the host compresses files.
    certificates
        Number of certificates that can be checked on the site.
    documentation
        Whether the site has the documentation.
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
    embeddable: bool = False,
    address: str = "",
    tell: Tell = lambda _: None,
) -> Written:
    """Write the site into a new or empty folder, or replace an existing site.

    Parameters
    ----------
    archive
        Archive of the npm package pyodide; by default npm fetches it.
    documentation
        Folder of the built documentation; by default the checkout's folder, if it has been built.
    largest
        Largest pot whose certificate is included; ``None`` means all.
    embeddable
        Whether the headers for the host let pages of other sites show these pages in a frame.
    address
        URL of the site. Link previews have pictures only if it is given, because messengers need an absolute URL.
    tell
        Called with the current step.

    Raises
    ------
    PerfectPlayError
        If the folder has files that belong to no site, or cannot be written, or the interpreter is unavailable.
    """
    _check(folder)
    make_folder(folder)
    address = f"{address.rstrip('/')}/" if address else ""
    python = interpreter(archive, tell)
    docs = documentation or (_DOCUMENTATION if (_DOCUMENTATION / "index.html").is_file() else None)
    if docs is not None and not (docs / "index.html").is_file():
        raise PerfectPlayError(
            "{path} has no index.html; give the folder of the built documentation, docs/_build/html",
            path=quote_path(docs),
        )
    try:
        with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=folder) as temporary:
            site, old = Path(temporary, "new"), Path(temporary, "old")
            site.mkdir()
            counted = _write(site, python, docs, largest, address, _days(), tell)
            (site / "_headers").write_text(_headers(["*"] if embeddable else []))
            if hasattr(os, "sync"):
                # Flush all files to disk, so that a power failure does not leave empty files under their final names.
                os.sync()
            old.mkdir()
            # From here on, files are only renamed. Keep `site.json` in place, so that the next run recognises the
            # folder if this one is interrupted.
            for entry in list(folder.iterdir()):
                if entry.name not in {site.parent.name, "site.json"}:
                    entry.replace(old / entry.name)
            for entry in sorted(site.iterdir(), key=lambda path: path.name != "site.json"):
                entry.replace(folder / entry.name)
    except OSError as error:
        # `copytree` raises a list of errors for all files; report the first.
        reason = error.args[0][0][-1] if isinstance(error, shutil.Error) else error.strerror or error
        raise PerfectPlayError(
            "cannot write {path}: {reason}; give a folder that can be written",
            path=quote_path(folder),
            reason=reason,
        ) from error
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
    """Check that the folder is empty or contains a site, so that no other files are replaced."""
    if folder.is_dir():
        known = (folder / "site.json").is_file()
        if not known and not all(path.name.startswith(_UNFINISHED) for path in folder.iterdir()):
            raise PerfectPlayError(
                "{path} holds something that is not a site; give a new or an empty folder", path=quote_path(folder)
            )
    elif folder.exists():
        raise PerfectPlayError("{path} is not a folder; give a new or an empty one", path=quote_path(folder))


def _write(
    site: Path,
    python: Mapping[str, bytes],
    docs: Path | None,
    largest: int | None,
    address: str,
    days: Sequence[date],
    tell: Tell,
) -> int:
    tell("pages")
    shutil.copytree(
        _STATIC,
        site / "static",
        ignore=shutil.ignore_patterns("index.html", "sw.js", "site-sw.js", _PAGES, _QUESTIONS),
    )
    service_worker = (_STATIC / "site-sw.js").read_text("utf-8")
    shell = site / "static" / "app.css"
    # If a font arrives late, use it only at the next visit, so that text does not move while it is read.
    shell.write_text(shell.read_text("utf-8").replace("font-display:swap", "font-display:optional"), "utf-8")
    # Without this file, some hosts omit names that begin with an underscore, such as folders of the documentation.
    (site / ".nojekyll").touch()
    tell("Python")
    (site / "pyodide").mkdir()
    for name, data in python.items():
        # Leave out the interpreter's long list of packages, because none of them is loaded.
        content = json.dumps(json.loads(data) | {"packages": {}}).encode() if name == "pyodide-lock.json" else data
        (site / "pyodide" / name).write_bytes(content)
    (site / "python").mkdir()
    wheels = [wheel(site / "python", "perfectplay", perfectplay.__version__, own_files())]
    for name in _NEEDED:
        package = distribution(name)
        wheels.append(wheel(site / "python", name, package.version, installed(package)))
    tell("answers that are ready")
    (site / "answers").mkdir()
    _write_answers(site / "answers")
    first = _first(site)
    tell("puzzles of the day")
    first += _write_puzzles(site / "answers" / "daily", days)
    tell("pictures and worksheets")
    _write_lab(site / "answers" / "lab", json.loads((_STATIC / _QUESTIONS).read_bytes()))
    tell("certificates")
    count, whole = write_certificates(site / "certificates", largest)
    ready = {game: min(most, _READY) for game, most in whole.items()}
    first += [f"certificates/{MANIFEST}"] * bool(count) + _write_proofs(site / "answers" / "proof", ready)
    facts = {"certificates": _positions(whole), "proofs": _positions(ready), "days": f"{days[0]} {days[-1]}"}
    parts: Mapping[str, WebGame] = game_parts("web")
    starts = {game: part.starts for game, part in parts.items() if part.starts}
    facts["previews"] = _positions(starts)
    first += _write_pages(site, address, docs=docs is not None, **facts)
    _write_starts(site, address, starts)
    if docs is not None:
        tell("documentation")
        ignored = shutil.ignore_patterns(".doctrees", ".buildinfo", "_sources")
        shutil.copytree(docs, site / "docs", ignore=ignored)
        for page in sorted((site / "docs").rglob("*.html")):
            _let_try(page, site)
    size = sum(len(gzip.compress((site / name).read_bytes(), 6)) for name in first)
    version = _version(site)
    site_facts = {"version": version, "wheels": wheels, "size": size, "certificates": _positions(whole)}
    (site / "site.json").write_text(json.dumps(site_facts, indent=1))
    line = json.dumps({"version": version, "first": [*first, "site.json"]}, separators=(",", ":"))
    (site / "sw.js").write_text(f"const SITE={line};\n{service_worker}", "utf-8")
    return count


def _first(site: Path) -> list[str]:
    """Return the files written so far that the first visit caches; Python's are cached at their first use."""
    paths = sorted(path for path in site.rglob("*") if path.is_file())
    names = (path.relative_to(site).as_posix() for path in paths)
    return [name for name in names if not name.startswith(("_", ".", "pyodide/", "python/"))]


def _version(site: Path) -> str:
    whole = hashlib.sha256()
    for path in sorted(site.rglob("*")):
        if path.is_file():
            whole.update(
                f"{path.relative_to(site).as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
            )
    return whole.hexdigest()[:16]


def _let_try(page: Path, site: Path) -> None:
    """Add the script that makes the examples on a page of the documentation runnable."""
    up = "../" * (len(page.relative_to(site).parts) - 1)
    script = f'<script defer src="{up}static/site-docs.js"></script>'
    page.write_text(page.read_text("utf-8").replace("</head>", f"{script}</head>", 1), "utf-8")


_DOCS_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Content-Security-Policy of the documentation; its theme needs inline scripts."""


_START = """<!doctype html>
<html lang="{language}" data-site="{up}" data-languages="{languages}" data-pages="{game}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<title></title>
<script src="{up}static/site-first.js"></script>
</head>
<body><p><a href="../#:{n}">perfectplay</a></p></body>
</html>
"""
"""Template of a page that redirects to a start; messengers show its link preview."""
_META_POLICY = "; ".join(part for part in PAGE_POLICY.split("; ") if not part.startswith("frame-ancestors"))


def _write_pages(site: Path, address: str = "", *, docs: bool, **ready: str) -> list[str]:
    """Write the rendered pages in each language, and their styles; return the names of the files.

    ``ready`` are attributes that tell the scripts of each page which prepared answers exist.
    """
    facts = "".join(f' data-{name}="{each}"' for name, each in ready.items())
    pages = json.loads((_STATIC / _PAGES).read_bytes())
    for name, text in pages.items():
        said = text.replace(" data-site", f"{facts} data-site", 1).replace(
            'Policy" content=""', f'Policy" content="{_META_POLICY}"', 1
        )
        if not docs:
            said = re.sub('<a [^>]*href="[./]*docs/[^>]*>[^<]*</a>', "", said.replace(" data-docs", "", 1))
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        folder, _, file = name.rpartition("/")
        language, _, path = folder.partition("/")
        if language not in languages():
            language, path = ENGLISH, folder
        if file == "index.html":
            said = _with_preview(site, folder, said, language, path, address)
        (site / name).write_text(said, "utf-8")
    return [*pages]


def _write_starts(site: Path, address: str, starts: Mapping[str, int]) -> None:
    """Write a page for each start in each language, up to the largest N of each game."""
    numbers = [(game, n) for game, most in starts.items() for n in range(1, most + 1)]
    for language, (game, n) in product(languages(), numbers):
        folder = f"{'' if language == ENGLISH else f'{language}/'}{game}/{n}"
        up, known = "../" * (folder.count("/") + 1), " ".join(languages())
        page = _START.format(language=language, up=up, languages=known, game=game, policy=_META_POLICY, n=n)
        (site / folder).mkdir(parents=True, exist_ok=True)
        page = _with_preview(site, folder, page, language, f"{game}:{n}", address)
        (site / folder / "index.html").write_text(page, "utf-8")


def _with_preview(site: Path, folder: str, page: str, language: str, path: str, address: str) -> str:
    """Add the link preview of a path to a page in a folder; write its picture if the site's URL is known."""
    with use_locale(language):
        _, shown = preview(path)
    end = f"{folder}/" if folder else ""
    if address:
        (site / end / "preview.png").write_bytes(draw_preview(shown))
    title = re.search("<title>(.+) · perfectplay</title>", page)
    line = re.search('name="description" content="(.*?)"', page)
    if title and line:
        shown = replace(shown, title=unescape(title[1]), line=unescape(line[1]))
    return shown.head(page, address and address + end, address and f"{address}{end}preview.png")


def _headers(frames: Sequence[str]) -> str:
    """Return the file ``_headers``, which some hosts read; the origins ``frames`` may show the site in a frame."""
    rows = ["/*", *(f"  {name}: {value}" for name, value in page_headers(frames).items())]
    docs = ["/docs/*", "  ! Content-Security-Policy", f"  Content-Security-Policy: {_DOCS_POLICY}"]
    return "\n".join([*rows, *docs, ""])


# -- one file for each certificate, and prepared proofs -------------------------------------------------------------


def write_certificates(folder: Path, largest: int | None) -> tuple[int, dict[str, int]]:
    """Write each certificate of the packs to a file ``GAME-N.json.gz``.

    Returns the number of certificates, and a map from each game to the largest N such that 1 to N all have one.
    """
    folder.mkdir()
    source = certificates_folder()
    count, whole = 0, dict[str, int]()
    if source is None:
        return count, whole
    shutil.copy(source / MANIFEST, folder)
    # The name of a pack consists of the game, the first and the last number.
    for game, packs in groupby(sorted(source.glob("*.jsonl.xz")), lambda path: path.name.split("-")[0]):
        for n, line in best_lines(list(packs)):
            if largest is not None and n > largest:
                break
            # Use gzip, because browsers cannot unpack formats that compress better.
            (folder / f"{game}-{n}.json.gz").write_bytes(gzip.compress(line, mtime=0))
            count += 1
            whole[game] = whole.get(game, 0) + (n == whole.get(game, 0) + 1)
    return count, whole


def _positions(last: Mapping[str, int]) -> str:
    """Format the largest N of each game as text for the pages."""
    return " ".join(f"{game}:{n}" for game, n in last.items())


_READY = 100
"""Largest N for which the answers about its proof are prepared; each N adds a file of moderate size."""
_KEPT = range(10, _READY + 1, 10)
"""Numbers N whose proofs are cached at the first visit, so that users can check some proofs without a network."""
_LEVELS = 4
"""Number of levels of a tree that a page requests at a time."""


def _write_proofs(folder: Path, last: Mapping[str, int]) -> list[str]:
    """Write a file of answers about the proof of each N and game; return the files to cache at a first visit."""
    folder.mkdir()
    kept: dict[str, None] = {}
    parts: Mapping[str, WebGame] = game_parts("web")
    for game, n in ((game, n) for game, most in last.items() for n in range(1, most + 1)):
        asker, position = _Asker(ENGLISH), _quoted(f"{game}:{n}")
        proof = json.loads(asker.ask(f"/proof?position={position}"))
        if parts[game].reason:
            asker.ask(f"{parts[game].reason}?position={position}")
        unfolded = [0] if proof["cases"] else []
        for case in unfolded:
            part = json.loads(asker.ask(f"/proof/tree?position={position}&case={case}&depth={_LEVELS}"))["part"]
            parents = {node["parent"] for node in part}
            unfolded += [node["number"] for node in part if node["kind"] != "leaf" and node["number"] not in parents]
        asker.write(folder / f"{game}-{n}.json")
        if n in _KEPT:
            names = [certificate["position"].replace(":", "-") for certificate in (proof, *proof["cites"])]
            kept |= dict.fromkeys(
                [f"answers/proof/{game}-{n}.json", *(f"certificates/{name}.json.gz" for name in names)]
            )
    return list(kept)


# -- the puzzles of the day, a file for each month -----------------------------------------------------------------


_AROUND = 400
"""Number of days, both before and after the site is written, for which puzzles are prepared."""


def _days() -> list[date]:
    """List the days for which puzzles are prepared, beginning at `FIRST_DAY` at the earliest."""
    today = datetime.now(UTC).date()
    days = (today + timedelta(shift) for shift in range(-_AROUND, _AROUND + 1))
    return [day for day in days if day >= FIRST_DAY]


def _write_puzzles(folder: Path, days: Sequence[date]) -> list[str]:
    """Write the puzzles of these days; return the files of this and later months, which a first visit caches."""
    folder.mkdir()
    for month, same in groupby(days, lambda day: f"{day:%Y-%m}"):
        asker = _Asker(ENGLISH)
        for day in same:
            asker.ask(f"/daily?date={day}")
        asker.write(folder / f"{month}.json")
    return [f"answers/daily/{path.name}" for path in folder.iterdir() if path.stem >= f"{datetime.now(UTC):%Y-%m}"]


# -- answers that are ready before Python: the list of games, and their first moves --------------------------------


_FEW = 20
"""Maximum number of first moves for which second moves are also prepared."""


class _Asker:
    """A client that sends the pages' first questions to the application, and records the answers."""

    def __init__(self, language: str) -> None:
        self._bridge = Bridge()
        self._language = language
        self.answers: dict[str, dict[str, Any]] = {}

    def ask(self, path: str) -> Any:
        """Request a path and record the answer; return it (parsed for positions and moves), or ``None`` if refused."""
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
        return json.loads(body) if path.startswith(("/position", "/move")) else body

    def write(self, file: Path) -> None:
        """Write the recorded answers to a file, without their headers for the language."""
        for answer in self.answers.values():
            answer["headers"].pop("content-language", None)
        _write_json(file, self.answers)


def prepared(language: str) -> dict[str, dict[str, Any]]:
    """Return the answers that pages need before Python is loaded: games, guided positions, and first moves."""
    asker = _Asker(language)
    for path in ("/games", "/lab/limits", *(f"/lessons?game={name}" for name in game_parts("lessons"))):
        asker.ask(path)
    parts: Mapping[str, WebGame] = game_parts("web")
    for spec in game_specs():
        if spec.name not in parts or not parts[spec.name].ruled:
            start = asker.ask(f"/position?id={_quoted(spec.example)}")
            first = [asker.ask(path) for path in _moves(start)]
            for path in (path for position in first if len(first) <= _FEW for path in _moves(position)):
                asker.ask(path)
    return asker.answers


def _moves(position: Mapping[str, Any]) -> list[str]:
    """Return the API paths of all moves from a position."""
    return [f"/move?id={_quoted(position['id'])}&move={_quoted(move)}" for move in position["legal"]]


def _write_answers(folder: Path) -> None:
    """Write the prepared answers; long ones are written to separate files, which are loaded on demand."""
    askers = {language: _Asker(language) for language in languages()}
    ready = {language: prepared(language) for language in askers}
    parts: Mapping[str, WebGame] = game_parts("web")
    # These answers take long, but they do not depend on the language, so languages after the first find them cached.
    for line in (line for part in parts.values() for line in part.ahead()):
        first, *_ = same = [ROOT + path for path in line.split()]
        for language, asker in askers.items():
            asker.ask(first.removeprefix(ROOT))
            ready[language] |= {path: {"file": f"{language}-ahead.json", "as": first} for path in same}
    for language, asker in askers.items():
        for target, answers in ((f"{language}.json", ready[language]), (f"{language}-ahead.json", asker.answers)):
            _write_json(folder / target, answers)


def _write_lab(folder: Path, questions: Sequence[Sequence[str]]) -> None:
    """Write pictures with figures, and worksheets; each file has all answers of one page in one language."""
    folder.mkdir()
    askers = {language: _Asker(language) for language in languages()}
    index: dict[str, dict[str, Any]] = {language: {} for language in askers}
    for number, paths in enumerate(questions):
        figures: dict[str, Any] = {}
        for language, asker in askers.items():
            asker.answers = dict(figures)
            for path in paths:
                if path not in figures:
                    asker.ask(path.removeprefix(ROOT))
            # Only pictures contain words; share the figures among all languages.
            figures |= {path: answer for path, answer in asker.answers.items() if ".svg?" not in path}
            file = f"{language}-{number}.json"
            asker.write(folder / file)
            index[language] |= {path: {"file": f"lab/{file}", "as": path} for path in asker.answers}
    for language, places in index.items():
        _write_json(folder / f"{language}.json", places)


def _write_json(file: Path, answers: Mapping[str, Any]) -> None:
    file.write_text(json.dumps(answers, separators=(",", ":"), ensure_ascii=False), "utf-8")


def _quoted(text: str) -> str:
    """Quote a text like JavaScript's ``encodeURIComponent``."""
    return quote(text, safe="-_.!~*'()")
