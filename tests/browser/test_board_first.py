"""Test that the board and its controls fit on every screen, and that no element moves without input."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SHIFTED, OpenPage, resize, settled, sideways, speak
from tests.browser.test_pages import PAGES

GAMES = (
    "/taxman:20",
    "/taxman:100",
    "/taxman:9?daily=2026-11-23",
    "/coins:5.1.1.5.1.2.2.1.3.9?vs=greedy&first=me",
    "/pursuit:3.6.9.10.50.100:951",
    "/factorgame:30?vs=greedy&first=me",
)
PIECES = (
    ".tiles-grid > *, .coins-cell, .game-bar > .button, "
    ".pursuit-card, .pursuit-operator, .pursuit-target, .pursuit-declare"
)
OUT_OF_SIGHT = """(all) => all.filter((one) => {
  const { top, left, bottom, right } = one.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !one.contains(seen);
}).map((one) => one.outerHTML)"""
"""Lists elements that are not completely visible on the first screen, or are covered by another element."""
ROWS = "(all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().bottom))).size"
SCREENS = {"a phone": (360, 640), "a larger one": (390, 844), "on its side": (640, 360), "zoomed": (640, 400)}


@pytest.mark.parametrize("path", GAMES)
def test_a_game_is_one_screen(open_page: OpenPage, path: str) -> None:
    page = open_page(path, touch=True)
    for lang in ("en", "de", "fr"):
        speak(page, lang)
        for name, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            settled(page)
            assert sideways(page) <= 0, (lang, name)
            assert page.locator(PIECES).count() >= 10
            assert page.locator(PIECES).evaluate_all(OUT_OF_SIGHT) == [], (lang, name)
        for width in (768, 1024, 1200, 1280):
            resize(page, {"width": width, "height": 800})
            assert page.locator(".game-bar > .button:not(.worded)").evaluate_all(ROWS) == 1, (lang, width)


def test_the_settings_have_a_sign_on_a_phone_on_its_side(open_page: OpenPage) -> None:
    page = open_page("/taxman", width=640, height=360)
    expect(page.locator(".game-bar > .button .icon").last).to_be_visible()


def test_an_outcome_keeps_its_words_whole(open_page: OpenPage) -> None:
    page = open_page("/coins:1.2.4.3/RRRR", width=640, height=360, lang="de")
    wide = "(one) => (one.style.overflowWrap = 'normal') && one.scrollWidth - one.clientWidth"
    assert page.get_by_role("heading", name="Unentschieden, 5 zu 5.").evaluate(wide) <= 0


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_nothing_moves_while_a_page_comes(open_page: OpenPage, path: str) -> None:
    for width, height in ((390, 844), (1280, 800)):
        page = open_page(path, width=width, height=height, slowed=True, failures=True)
        settled(page)
        assert page.evaluate(SHIFTED) <= 0.02, width
        page.close()


def test_heads_and_tools_are_one_row_in_every_language(open_page: OpenPage) -> None:
    page = open_page("/lab")
    for lang in ("en", "de", "fr"):
        speak(page, lang)
        assert page.locator(".lab-choices > :not(fieldset)").evaluate_all(ROWS) == 1
        for width in (360, 768, 1024, 1130, 1200, 1232, 1280, 1366, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            settled(page)
            assert sideways(page) <= 0, (lang, width)
            assert page.locator(".site-header").evaluate("(one) => one.offsetHeight") < 70, (lang, width)
        assert page.locator(".menu-button").is_hidden()
