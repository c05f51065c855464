"""Test the application without threads or processes, and the site's folder; other tests of the site need a browser."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perfectplay import game_names
from perfectplay.cli.main import main
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.proof.reading import best_lines
from perfectplay.core.teaching.daily import puzzles
from perfectplay.pictures.preview import PREVIEW_SIZE
from perfectplay.web.app import _PAGES
from perfectplay.web.site import build as site
from perfectplay.web.site.build import build, write_certificates
from perfectplay.web.site.interpreter import PYODIDE, installed, own_files, wheel
from tests.web.test_previews import Head, shape

ASK = """
import json, sys
for name in {missing!r}:
    sys.modules[name] = None
from perfectplay.web.site.bridge import Bridge
bridge = Bridge()
for target, accept in {questions!r}:
    told = []
    bridge.ask("GET", target, {{"Accept": accept}}, b"", lambda *part: told.append(part))
    (status, headers, _), *parts = told
    content = b"".join(part for _, _, part in parts).decode()
    print(json.dumps([status, dict(headers)["content-type"], len(parts), content]))
print(json.dumps("asyncio.events" in sys.modules and bool(__import__("asyncio").all_tasks.__doc__)))
"""
HEAVY = ("highspy", "numpy", "rich", "click", "uvicorn")
LACKING = (*HEAVY, "multiprocessing.resource_tracker")
"""Modules that Python in a browser lacks: packages that the site leaves out, and support for processes."""
STREAM = "text/event-stream"


def asked(folder: Path, *questions: tuple[str, str]) -> list[tuple[int, str, int, str]]:
    """Answer requests as in a browser, in a separate program, because a bridge changes how a program runs threads."""
    for name, data in own_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    code = ASK.format(missing=LACKING, questions=questions)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()[:-1]]


def test_the_application_answers_without_what_a_browser_lacks(tmp_path: Path) -> None:
    hint, move, deal, best, refused, streamed, odds, leads, proof, nothing = asked(
        tmp_path,
        ("/api/v1/hint?id=taxman:60/59", "*/*"),
        ("/api/v1/move?id=taxman:20&move=19", "*/*"),
        ("/api/v1/hint?id=pursuit:3.6.9.10.50.100:951", "*/*"),
        ("/api/v1/hint?id=coins:5.1.1.5.1.2.2.1", "*/*"),
        ("/api/v1/hint?id=taxman:500/499", "*/*"),
        ("/api/v1/hint?id=taxman:500/499", STREAM),
        ("/api/v1/pursuit/odds", "*/*"),
        ("/api/v1/hint?id=factorgame:49", "*/*"),
        ("/api/v1/proof/check?id=coins:1.2.4.3", STREAM),
        ("/api/v1/nothing", "*/*"),
    )
    assert json.loads(hint[3])["status"] == "optimal"
    assert json.loads(move[3])["id"] == "taxman:20/19"
    assert json.loads(deal[3])["value"] == 0
    assert json.loads(best[3])["value"] == 13
    for one in (refused, odds):
        assert one[0] == 400
        assert json.loads(one[3])["code"] == "missing-extra"
        # The error is in words that players understand.
        assert json.loads(one[3])["error"].startswith("this is too large to work out here; choose something smaller")
    assert streamed[1].startswith(STREAM)
    assert "event: failure" in streamed[3]
    assert "choose something smaller" in streamed[3]
    assert json.loads(leads[3])["value"] == 24
    # The head of the answer arrives first, and the rest as it is produced.
    assert proof[2] >= 2
    assert '"valid": true' in proof[3]
    assert nothing[0] == 404


def test_wheels_are_wheels_and_the_same_each_time(tmp_path: Path) -> None:
    found = distribution("starlette")
    files = installed(found)
    assert "starlette/routing.py" in files
    assert not [name for name in files if name.endswith((".pyc", ".so")) or name.startswith("..")]
    made = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        made.append((folder / wheel(folder, "starlette", found.version, files)).read_bytes())
    assert made[0] == made[1]
    with zipfile.ZipFile(io.BytesIO(made[0])) as archive:
        assert archive.testzip() is None
        assert f"starlette-{found.version}.dist-info/RECORD" in archive.namelist()


def test_the_package_comes_without_what_no_browser_needs() -> None:
    names = set(own_files())
    assert {
        "perfectplay/web/app.py",
        "perfectplay/web/static/index.html",
        "perfectplay/taxman/data/records.bin",
    } <= names
    useless = (".js", ".pyc", ".c", ".h", ".library")
    assert not [name for name in names if name.startswith("perfectplay/cli/") or name.endswith(useless)]


def test_each_certificate_is_a_file(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "certificates"
    folder = tmp_path / "certificates"
    assert write_certificates(folder, 230) == (230, {"taxman": 230})
    files = [folder / f"taxman-{n}.json.gz" for n in range(1, 231)]
    lines = [gzip.decompress(file.read_bytes()) for file in files]
    packs = [source / f"taxman-{first:04}-{first + 99:04}.jsonl.xz" for first in (1, 101, 201)]
    assert lines == [line for n, line in best_lines(packs) if n <= 230]
    assert {*folder.iterdir()} == {*files, folder / "manifest.json"}


def test_every_page_is_a_file_in_each_language(tmp_path: Path) -> None:
    source = Path(site.__file__).parents[1] / "static"
    pages = json.loads((source / "site-pages.json").read_bytes())
    site._write_pages(tmp_path, docs=False)
    files = {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    names = {name.removesuffix("index.html") for name in files}
    english = {name for name in names if not name.startswith(("de/", "fr/"))}
    assert {f"{page}/".lstrip("/") for page in _PAGES} | {f"{name}/" for name in game_names()} <= english
    assert names == {start + name for start in ("", "de/", "fr/") for name in english}
    titles = set()
    for name, text in files.items():
        spoken = name[:2] if name.startswith(("de/", "fr/")) else "en"
        up = "../" * name.count("/") or "./"
        assert text.startswith(f'<!doctype html>\n<html lang="{spoken}" data-site="{up}"'), name
        titles.add((spoken, re.findall("<title>(.+) · perfectplay</title>", text)[0]))
        assert re.search('name="description" content="[^"]{10,}"', text), name
        # The page has nothing that the policy forbids, no path of the build machine, and no link to a missing file.
        assert "Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval';" in text
        assert not re.search(r"site\.invalid| style=|docs/|<script(?! async [^>]*></script>)", text), name
        for address in re.findall('(?:href|src)="([^"#]*?)#?[^"#]*"', text):
            target = (tmp_path / name).parent / address / ("index.html" if address.endswith("/") else "")
            there = source / target.name if target.parent.name == "static" else target
            assert address.startswith("data:") or there.is_file() or target.is_file() or not address, (name, address)
    assert len(titles) == len(files)
    assert all("data-docs" in text for name, text in pages.items() if name.endswith(".html"))


def test_pages_for_messengers_have_previews(tmp_path: Path) -> None:
    for address in ("", "https://games.example/play/"):
        folder = tmp_path / f"site{len(address)}"
        site._write_pages(folder, address, docs=False)
        site._write_starts(folder, address, {"taxman": 2})
        pages = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
        starts = {f"{spoken}taxman/{n}/index.html" for spoken in ("", "de/", "fr/") for n in (1, 2)}
        assert starts < set(pages)
        for name in pages:
            text = (folder / name).read_text("utf-8")
            head = Head(text.partition("</head>")[0])
            assert head.title == f"{head.meta['og:title']} · perfectplay"
            assert head.meta["og:description"] == head.meta["description"]
            assert text.count("og:title") == text.count('name="description"') == 1
            own = name.removesuffix("index.html")
            picture = folder / own / "preview.png"
            assert head.meta.get("og:url", "") == (address and address + own)
            assert head.meta.get("og:image", "") == (address and f"{address}{own}preview.png")
            assert picture.is_file() == bool(address)
            assert not address or shape(picture.read_bytes()) == PREVIEW_SIZE
    head = Head((tmp_path / "site0" / "fr" / "taxman" / "2" / "index.html").read_text("utf-8"))
    assert head.meta["og:title"] == "Le percepteur\u00a0: 1–2"  # noqa: RUF001
    drawn = {(folder / f"{spoken}taxman/2/preview.png").read_bytes() for spoken in ("", "de/", "fr/")}
    assert len(drawn) == 3


@pytest.mark.parametrize("wrong", ["games.example", "ftp://games.example", 'https://a/"b', "https://a?b", ""])
def test_an_address_of_the_site_is_an_address(wrong: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["site", str(tmp_path), "--address", wrong])
    assert result.exit_code == 2
    assert "is not possible; give one as in https://example.org/games" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_puzzles_of_the_days_around_are_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "_AROUND", 20)
    days = site._days()
    assert days[20] in {datetime.now(UTC).date(), datetime.now(UTC).date() - timedelta(1)}
    kept = site._write_puzzles(tmp_path / "daily", days)
    files = sorted(path.stem for path in (tmp_path / "daily").iterdir())
    assert files == sorted({f"{day:%Y-%m}" for day in days})
    assert sorted(kept) == [f"answers/daily/{month}.json" for month in files if month >= f"{days[20]:%Y-%m}"]
    ready: dict[str, Any] = {}
    for month in files:
        ready |= json.loads((tmp_path / "daily" / f"{month}.json").read_bytes())
    assert {*ready} == {f"/api/v1/daily?date={day}" for day in days}
    for day in days[::20]:
        assert json.loads(ready[f"/api/v1/daily?date={day}"]["body"]) == [asdict(each) for each in puzzles(day)]


def test_pictures_and_worksheets_are_files_in_each_language(tmp_path: Path) -> None:
    figures, drawn, refused, sheet = (
        f"/api/v1/lab/{asked}"
        for asked in ("leads.csv?most=8", "leads.svg?most=8", "leads?most=5", "worksheet?game=coins&count=1&seed=1")
    )
    site._write_lab(tmp_path / "lab", [[figures, drawn, refused], [sheet]])
    titles = set()
    for language in ("en", "de", "fr"):
        index = json.loads((tmp_path / "lab" / f"{language}.json").read_bytes())
        assert {path: one["file"] for path, one in index.items()} == {
            figures: f"lab/{language}-0.json",
            drawn: f"lab/{language}-0.json",
            sheet: f"lab/{language}-1.json",
        }
        ready = json.loads((tmp_path / index[drawn]["file"]).read_bytes())
        assert ready[figures]["body"].startswith("n,lead,")
        titles.add(re.findall("<title[^>]*>([^<]+)", ready[drawn]["body"])[0])
    assert len(titles) == 3


def test_what_is_no_site_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(PerfectPlayError, match="holds something that is not a site; give a new or an empty folder"):
        build(tmp_path)
    with pytest.raises(PerfectPlayError, match="is not a folder"):
        build(tmp_path / "thesis.tex")
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_an_archive_that_is_not_known_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "pyodide.tgz"
    with pytest.raises(PerfectPlayError, match=r"cannot read .*give the archive of the npm package pyodide"):
        build(tmp_path / "new", archive=archive)
    archive.write_bytes(b"something else")
    with pytest.raises(PerfectPlayError, match=r"is not the archive of pyodide .* that is known here"):
        build(tmp_path / "new", archive=archive)
    assert list((tmp_path / "new").iterdir()) == []


def test_without_npm_or_a_network_one_line_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    # A power failure may have left an empty archive in place of the fetched one.
    (tmp_path / "perfectplay").mkdir()
    (tmp_path / "perfectplay" / f"pyodide-{PYODIDE}.tgz").touch()
    with pytest.raises(
        PerfectPlayError, match="npm, which fetches the interpreter, is not installed; install it, or give the archive"
    ):
        build(tmp_path / "new")
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'npm error network\n\nis unreachable' >&2\nexit 1\n")
    npm.chmod(0o755)
    with pytest.raises(
        PerfectPlayError, match=r"npm cannot fetch pyodide .*: npm error network is unreachable; try again"
    ):
        build(tmp_path / "new")
