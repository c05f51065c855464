"""Test that players can share a finished game as a text with a link that opens the game again."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CheckPage, OpenPage, heard
from tests.tables import rows

HIT = "pursuit:3.6.9.10.50.100:951/100a6.106m9.954s3"
FINISHED = {
    "/taxman:20/19.14.10.15.20.12.18.16": ("Taxman 20: 124/124 ★ perfect, ✓\u00a0proven", "🟨🟨🟨🟨🟨🟨🟥🟥🟥🟥"),
    "/coins:1.2.4.3/RLRL?vs=greedy&first=me": (
        "Coins 1 2 4 3: Margin 4 of 0 ★\u00a0no mistake",
        "🟨🟨🟨🟨🟨🟨🟨🟥🟥🟥",
    ),
    f"/{HIT}": ("951 from 3 6 9 10 50 100: Hit in 3 steps ★", "🟦🟦🟦🟨"),
    "/factorgame:10/7.9.10.8?vs=perfect&first=me": (
        "Factor game, 1\u00a0to\u00a010: Margin −1 of 3",  # noqa: RUF001  # a sign that the pages print
        "🟦🟦🟦🟦🟥🟥🟥🟥🟥🟥",
    ),
}
"""Map from finished games to the lines that are shared above the URL."""
HANDED = "() => { navigator.share = async ({ text }) => { window.handed = text; }; }"
REFUSED = "() => { navigator.share = async () => { throw new DOMException('', 'AbortError'); }; }"
SPARE = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = () => false;
"""
"""Imitates a browser that does not let a page copy text."""


def share(page: Page) -> Locator:
    """Wait until the text to share is written, and return the share button in the result card."""
    button = page.locator(".result-card").get_by_role("button", name="Share")
    expect(button).to_have_attribute("aria-disabled", "false")
    return button


@rows("path", list(FINISHED))
def test_the_shared_address_opens_the_same_game(open_page: OpenPage, server: str, path: str) -> None:
    page = open_page(f"{path}{'&' if '?' in path else '?'}lang=en")
    title = page.locator(".result-card h2").inner_text()
    share(page).click()
    expect(page.locator(".result-card").get_by_role("button", name="Copied")).to_be_visible()
    heard(page, "Copied")
    # The URL contains no language, so each reader sees the page in their own language.
    *said, address = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert said == list(FINISHED[path])
    assert address == f"{server}{path}"
    opened = open_page(address.removeprefix(server))
    expect(opened.locator(".result-card h2")).to_have_text(title)


@pytest.mark.parametrize("lang", ["de", "fr"])
def test_the_text_is_in_the_language_of_the_page(open_page: OpenPage, lang: str) -> None:
    page = open_page("/taxman:6/5.4.6", lang=lang)
    name = {"de": "Teilen", "fr": "Partager"}[lang]
    button = page.locator(".result-card").get_by_role("button", name=name)
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    copied = {"de": "Kopiert", "fr": "Copié"}[lang]
    expect(page.locator(".result-card").get_by_role("button", name=copied)).to_be_visible()


def test_the_puzzle_of_the_day_is_shared_without_its_solution(open_page: OpenPage, server: str) -> None:
    page = open_page("/taxman:9/7.9.6.8?daily=2026-11-23", now="2026-11-23T10:00:00")
    share(page).click()
    expect(page.locator(".result-card").get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == [
        "Taxman 9: 30/30 ★ perfect, ✓\u00a0proven",
        "🟨🟨🟨🟨🟨🟨🟨🟥🟥🟥",
        "perfectplay · Day\u00a0327 · 23 November 2026 · easy",
        f"{server}/taxman:9?daily=2026-11-23",
    ]


def test_another_position_is_not_the_puzzle(open_page: OpenPage, server: str) -> None:
    page = open_page("/taxman:6/5.4.6?daily=2026-11-23", now="2026-11-23T10:00:00")
    share(page).click()
    expect(page.locator(".result-card").get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").splitlines()[2:] == [
        f"{server}/taxman:6/5.4.6?daily=2026-11-23"
    ]


def test_the_window_of_the_system_shares_where_there_is_one(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/taxman:6/5.4.6", width=390, height=844)
    page.evaluate(HANDED)
    expect(share(page)).to_be_in_viewport(ratio=1)
    share(page).tap()
    page.wait_for_function("() => window.handed?.endsWith('/taxman:6/5.4.6')")
    # Closing the share dialog copies nothing.
    page.evaluate("navigator.clipboard.writeText('mine')")
    page.evaluate(REFUSED)
    share(page).tap()
    expect(share(page)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "mine"
    axe(page)


def test_the_text_can_be_copied_by_hand(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/taxman:6/5.4.6")
    page.evaluate(SPARE)
    share(page).click()
    text = page.locator(".result-card").get_by_role("textbox", name="Text")
    expect(text).to_be_visible()
    assert text.input_value().endswith("/taxman:6/5.4.6")
    axe(page)
