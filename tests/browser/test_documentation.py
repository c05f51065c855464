"""Test the built documentation in a browser that has no network."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote, unquote, urldefrag

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

import perfectplay

ROOT = Path(__file__).parents[2]
PHONE: ViewportSize = {"width": 360, "height": 640}
RAW = "document.querySelectorAll('math').values().filter(one => one.textContent.includes('\\\\')).toArray().length"
"""Counts formulae with a visible backslash, which means that they contain an unknown command."""
NARROW = "all => all.filter(one => one.innerText.match(/\\p{L}{2,}/gu)?.length > 2 && one.offsetWidth < 120).length"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the pages, treating each warning of Sphinx as an error, and return their folder."""
    out = tmp_path_factory.mktemp("documentation")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(ROOT / "docs"), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def pages_of(built: Path) -> list[Path]:
    return sorted(path for path in built.rglob("*.html") if "_static" not in path.parts)


def test_every_page_tells_search_engines_what_it_is(built: Path) -> None:
    tag = re.compile(r'<meta(?=[^>]* name="description")[^>]* content="([^"]*)"')
    texts = {path.relative_to(built).as_posix(): tag.findall(path.read_text("utf-8")) for path in pages_of(built)}
    assert {
        name: text for name, text in texts.items() if len(text) != 1 or not 50 <= len(unescape(text[0])) <= 160
    } == {}
    assert len({text[0] for text in texts.values()}) == len(texts) > 35, "two pages say the same"


def test_public_names_are_where_they_are_imported_from(built: Path) -> None:
    _, _, packed = (built / "objects.inv").read_bytes().partition(b"using zlib.\n")
    names = {line.split()[0] for line in zlib.decompress(packed).decode().splitlines()}
    engine = {f"matching.{name}" for name in ("graph.Graph", "graph.build", "match", "search.state.Outcome", "solve")}
    assert {f"perfectplay.{name}" for name in {*perfectplay.__all__, *engine} - {"__version__"}} <= names


def test_no_page_is_too_long(built: Path) -> None:
    sizes = {path.relative_to(built).as_posix(): path.stat().st_size for path in pages_of(built)}
    assert {name: size for name, size in sizes.items() if size > 300_000} == {}


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE)
    context.set_offline(True)
    yield context.new_page()
    context.close()


def test_the_search_finds_first_what_one_imports_and_what_the_front_page_names(built: Path, reader: Page) -> None:
    reader.goto((built / "index.html").as_uri())
    links = reader.locator("dd").last.locator("a").all()[:10]
    wanted = {link.inner_text(): link.get_attribute("href") for link in links}
    names = [f"perfectplay.{name}" for name in perfectplay.__all__ if name != "__version__"]
    wanted |= {name.split(".")[1]: f"api/names/{name}.html#{name}" for name in names}
    for words, page in wanted.items():
        reader.goto(f"{(built / 'search.html').as_uri()}?q={quote(words)}")
        found = reader.locator("#search-results li a").first.get_attribute("href") or ""
        assert found.partition("#index")[0] == page, words


def test_every_page_reads_offline_on_a_phone_and_its_links_lead_somewhere(built: Path, reader: Page) -> None:
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    trouble: list[str] = []
    reader.on("pageerror", lambda error: trouble.append(str(error)))
    formulae = 0
    anchors: dict[str, set[str]] = {}
    links: set[tuple[str, str]] = set()
    for path in pages_of(built):
        reader.goto(path.as_uri())
        assert reader.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path.name
        formulae += reader.locator("math").count()
        assert reader.evaluate(RAW) == 0, path.name
        assert reader.locator("td:visible").evaluate_all(NARROW) == 0, f"{path.name}: prose in a narrow column"
        anchors[path.as_uri()] = set(reader.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)"))
        found = reader.evaluate(
            "[...document.querySelectorAll('a[href], img[src], link[href]')].map((one) => one.href || one.src)"
        )
        links.update((path.relative_to(built).as_posix(), link) for link in found if link.startswith("file:"))
    assert formulae > 500
    assert [url for url in asked if not url.startswith("file:")] == []
    assert trouble == []
    assert len(links) > 500
    broken = []
    for page, link in sorted(links):
        target, anchor = urldefrag(re.sub(r"\?[^#]*", "", link))
        there = Path(unquote(target.removeprefix("file://"))).is_file()
        if not there or (anchor and target in anchors and unquote(anchor) not in anchors[target]):
            broken.append((page, link))
    assert broken == []


def test_formulae_have_a_font_for_mathematics_and_primes_above_and_indices_below(built: Path, reader: Page) -> None:
    reader.goto((built / "coins-theory.html").as_uri())
    reader.evaluate("document.fonts.ready")
    session = reader.context.new_cdp_session(reader)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    for part in ("mi", "mn", "mo", "msup > mo"):
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": f"math {part}"})["nodeId"]
        (used,) = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert (used["familyName"], used["isCustomFont"]) == ("STIX Two Math", True), part
    # Compare the bounding boxes of MathML elements, which fit the glyphs; the box of a capital ends at the baseline.
    inks = (
        "all => all.map(one => [...one.children].map(of => of.getBoundingClientRect()).map(it => [it.top, it.bottom]))"
    )
    primes = reader.locator("msup", has=reader.locator("mi:text-matches('^[A-Z]$') + mo:text('\u2032')"))
    indices = reader.locator("msub", has=reader.locator("mi:text-matches('^[A-Z]$') + *"))
    assert min(primes.count(), indices.count()) >= 10
    for (top, baseline), (start, end) in primes.evaluate_all(inks):
        assert start < top < end < (top + baseline) / 2
    for (_, baseline), (start, end) in indices.evaluate_all(inks):
        assert start < baseline < end
