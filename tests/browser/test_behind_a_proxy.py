"""Test pages whose addresses begin with a proxy's prefix."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, serve, settled


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Yield the address of a server whose pages are below /games, instead of at the root of its host."""
    with serve(options=("--root-path", "/games")) as address:
        yield f"{address}/games"


def test_everything_stays_below_the_prefix(open_page: OpenPage, server: str) -> None:
    page = open_page("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("link", name="Taxman").click()
    expect(page).to_have_url(f"{server}/taxman")
    page.goto(f"{server}/taxman:12/")
    expect(page).to_have_url(f"{server}/taxman:12")
    page.get_by_role("button", name=re.compile(r"^11\b")).first.click()
    expect(page).to_have_url(f"{server}/taxman:12/11")
    page.go_back()
    expect(page).to_have_url(f"{server}/taxman:12")
    page.goto(f"{server}/lab")
    settled(page)
    links = page.locator("a[href], img[src]").evaluate_all("all => all.map((one) => one.href || one.src)")
    assert len(links) > 10
    assert [url for url in [*asked, *links] if not f"{url}/".startswith((f"{server}/", "data:"))] == []
