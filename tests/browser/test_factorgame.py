"""The factor game, played as people play it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckPage, OpenPage, heard, settled

GREEDY = "?vs=greedy&first=me"


def at(page: Page, path: str) -> None:
    """The address says which moves have been made."""
    page.wait_for_function("path => location.pathname === path", arg=f"/factorgame:{path}")


def tile(page: Page, number: int) -> str:
    return f'.tiles-tile[data-number="{number}"]'


def points(page: Page, *expected: str) -> None:
    """Both have so many points; one's own come first."""
    expect(page.locator(".factor-side dd")).to_have_text(list(expected))


@pytest.mark.everyday
def test_a_game_is_won_by_keyboard_alone(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/factorgame")
    axe(page)
    page.get_by_role("link", name="1 to 12").press("Enter")
    settled(page)
    # Digits jump to a number, arrow keys go from tile to tile; the keyboard says what a number brings.
    page.locator(tile(page, 1)).focus()
    page.keyboard.type("12")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(tile(page, 11))).to_be_focused()
    expect(page.locator(".tiles-ticket")).to_contain_text("+11 for you")
    expect(page.locator(".tiles-ticket")).to_contain_text("+1 for the other player: 1")
    expect(page.locator(tile(page, 1))).to_have_attribute("data-mark", "tax")
    page.keyboard.press("Enter")
    at(page, "12/11.9")
    heard(page, "You took 11: 11 for you, 1 for the other player.")
    heard(page, "11 gave nothing away.")
    heard(page, "The greedy opponent took 9: 3 for you.")
    points(page, "14", "10")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    at(page, "12/11.9.6.12")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    at(page, "12/11.9.6.12.10")
    expect(page.get_by_role("heading", name="You win by 5, 34 to 29.")).to_be_visible()
    heard(page, "You win by 5, 34 to 29.")
    expect(page.locator(".two-verdict")).to_contain_text("you would have won by 5, 34 to 29.")
    expect(page.locator(".two-verdict")).to_contain_text("You gave nothing away. Your opponent gave you nothing.")
    settled(page)
    axe(page)
    # One step back takes back both moves, or one's own last one.
    page.keyboard.press("u")
    at(page, "12/11.9.6.12")
    page.keyboard.press("u")
    at(page, "12/11.9")
    page.reload()
    settled(page)
    page.keyboard.press("r")
    at(page, "12/11.9.6.12")
