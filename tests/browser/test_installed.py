"""Test that the pages of a server can be installed, and that they open while the server is down."""

import json
import re
import struct
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, bounded, serve, settled, tile

KEPT = bounded("""async (home) => {
  const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
  const wanted = () => [home, home + "static/kernels.wasm", ...loaded().filter((name) => name.includes("/static/"))];
  const later = () => loaded().some((name) => name.includes("/late-"));
  while (!later() || (await Promise.all(wanted().map((name) => caches.match(name)))).includes(undefined)) {
    await new Promise((passed) => setTimeout(passed, 50));
  }
}""")
"""Waits until the cache has the page, the kernels that compute answers, and all static files that were loaded."""


def answered(address: str) -> tuple[str, bytes]:
    """Return the type and the bytes of an answer."""
    with urlopen(address) as answer:  # noqa: S310  # our own server
        return answer.headers["Content-Type"].split(";")[0], answer.read()


def sides(png: bytes) -> tuple[int, ...]:
    """Return width and height of a picture as PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def check_manifest(page: str) -> None:
    """Check the files that a browser reads when it installs the pages at this URL."""
    address = urljoin(page, "static/manifest.webmanifest")
    kind, text = answered(address)
    assert kind == "application/manifest+json"
    manifest = json.loads(text)
    assert [urljoin(address, manifest[name]) for name in ("start_url", "scope")] == [page, page]
    assert (manifest["name"], manifest["display"]) == ("perfectplay", "standalone")
    assert manifest["background_color"] == manifest["theme_color"] == "#f5f2ea"
    *pixels, drawn = manifest["icons"]
    assert (drawn["type"], drawn["sizes"]) == ("image/svg+xml", "any")
    for icon in pixels:
        kind, picture = answered(urljoin(address, icon["src"]))
        assert kind == icon["type"] == "image/png"
        assert "{}x{}".format(*sides(picture)) == icon["sizes"]
        assert len(picture) < 8_000
    assert [icon.get("purpose") for icon in pixels] == [None, None, "maskable"]
    _, html = answered(page)
    assert b'<meta name="theme-color" content="#f5f2ea" media="(prefers-color-scheme: light)">' in html
    assert html.count(b'rel="manifest"') == html.count(b'rel="apple-touch-icon"') == 1
    assert sides(answered(urljoin(page, "static/icon-apple.png"))[1]) == (180, 180)


def test_the_manifest_has_what_a_browser_asks_for(server: str) -> None:
    check_manifest(f"{server}/")


def test_the_colours_are_those_of_the_page(open_page: OpenPage) -> None:
    for theme, colour in (("light", "rgb(245, 242, 234)"), ("dark", "rgb(18, 22, 28)")):
        page = open_page("/", theme=theme)
        expect(page.locator("body")).to_have_css("background-color", colour)


@pytest.mark.parametrize("prefix", ["", "/games"])
def test_the_pages_open_while_the_server_is_away(open_page: OpenPage, prefix: str) -> None:
    with serve(options=("--root-path", prefix) if prefix else ()) as address:
        home = f"{address}{prefix}/"
        page = open_page("/lab", kept=True, failures=True)
        page.goto(f"{home}taxman:12")
        page.evaluate(KEPT, home)
        assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /\\/site-/.test(name))")
        # The service worker also caches the files of pages that are opened later.
        page.goto(f"{home}factorgame:12")
        settled(page)
        page.evaluate(KEPT, home)
    for path in ("factorgame:12", "taxman:12"):
        page.goto(home + path)
        tile(page, 11).click()
        expect(tile(page, 11)).to_have_class(re.compile("take"))
    page.goto(home)
    for number in (7, 9, 6, 8, 10):
        tile(page, number).click()
    expect(page.locator("#live-result")).to_be_visible()
