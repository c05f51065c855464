"""What holds on every page: accessible in both themes, at any width, in both languages, offline, by keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, sideways

TEXTS = Path(__file__).parents[2] / "web-ui" / "src" / "texts"
PAGES = {
    "home": "/",
    "taxman": "/taxman",
    "a game of taxman": "/taxman:30/29.25",
    "a finished game of taxman": "/taxman:10/7.9.6.8.10",
    "a large pot": "/taxman:300",
    "coins": "/coins",
    "a game of coins": "/coins:5.1.1.5.1.2.2.1/LL",
    "several rows of coins": "/coins:l1.2~3.7.4~r9",
    "pursuit": "/pursuit",
    "a round of pursuit": "/pursuit:3.6.9.10.50.100:951/100a6",
    "odds": "/pursuit/odds",
    "lab": "/lab",
    "worksheets": "/worksheets",
    "nowhere": "/nowhere",
    "a bad position": "/taxman:20/21",
}


def settled(page: Page) -> None:
    """Wait until nothing is loading."""
    expect(page.locator("h1").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_axe_finds_nothing(open_page: OpenPage, axe: Callable[[Page], None], path: str, theme: str) -> None:
    page = open_page(path, theme=theme, failures=True)
    settled(page)
    axe(page)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_phone_needs_no_sideways_scrolling(open_page: OpenPage, path: str, lang: str) -> None:
    page = open_page(path, width=360, height=740, lang=lang, failures=True)
    settled(page)
    assert sideways(page) <= 0
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, a.button, [role=tab], [role=slider]')]
          .filter((one) => one.offsetParent !== null && !one.closest('.visually-hidden'))
          .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
          .map(([html]) => html)"""
    )
    assert small == []


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_german_has_no_english_left_over(open_page: OpenPage, path: str) -> None:
    page = open_page(path, lang="de", failures=True)
    settled(page)
    assert page.locator("html").get_attribute("lang") == "de"
    english, german = (json.loads((TEXTS / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("en", "de"))
    # The server's messages and the pictures are English, and marked so.
    said = page.evaluate(
        """() => {
          const body = document.body.cloneNode(true);
          body.querySelectorAll('[lang=en], script, noscript').forEach((one) => one.remove());
          return body.textContent;
        }"""
    )
    assert len(said) > 100
    # A text without a translation shows its key, or the English sentence.
    assert [key for key in english if re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", said)] == []
    plain = [text for key, text in english.items() if isinstance(text, str) and text != german[key]]
    assert [text for text in plain if text.count(" ") >= 2 and "{" not in text and text in said] == []


@pytest.mark.parametrize("path", ["/", "/taxman:30/29.25", "/coins:5.1.1.5.1.2.2.1/LL", "/pursuit:3.6.9.10.50.100:951"])
def test_twice_as_large(open_page: OpenPage, path: str) -> None:
    """Zooming to 200 % halves the window in CSS pixels."""
    page = open_page(path, width=640, height=450)
    settled(page)
    assert sideways(page) <= 0


def test_the_language_can_be_chosen_and_stays(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.get_by_role("link", name="Worksheets").first).to_be_visible()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("link", name="Arbeitsblätter").first).to_be_visible()
    page.goto(page.url + "lab")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(page.url + "?lang=en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_theme_can_be_chosen_and_stays(open_page: OpenPage) -> None:
    page = open_page("/", theme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)
    page.get_by_label("Colours").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function(f"{paper} !== {before!r}")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_keys_lead_through_a_page(open_page: OpenPage) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    assert page.url.endswith("/taxman")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_an_error_shows_a_way_out(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/21", failures=True)
    note = page.locator(".error-note")
    expect(note).to_contain_text("21")
    note.get_by_role("link").first.click()
    expect(page).to_have_url(page.url.partition("/taxman")[0] + "/taxman")


def test_a_server_that_is_gone_is_explained(open_page: OpenPage) -> None:
    page = open_page("/taxman:20", failures=True)
    settled(page)
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("button", name=re.compile("^19:")).click()
    expect(page.get_by_text("The server does not answer")).to_be_visible()


def test_silence_is_explained(open_page: OpenPage) -> None:
    page = open_page("/", failures=True)
    # An answer that does not come, as before the solver is compiled.
    page.route("**/api/v1/hint*", lambda _: None)
    page.goto(f"{page.url}taxman:20/19")
    expect(page.get_by_text("The very first question after the installation")).to_be_visible()
