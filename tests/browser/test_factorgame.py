"""Test the factor game by playing it as people do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHIFTED, CheckPage, OpenPage, heard, settings, settled, sideways

GREEDY = "?vs=greedy&first=me"


def at(page: Page, path: str) -> None:
    """Wait until the URL has this board and these moves."""
    page.wait_for_function("path => location.pathname === path", arg=f"/factorgame:{path}")


def tile(number: int) -> str:
    """Return the selector of a number's tile."""
    return f'.tiles-tile[data-number="{number}"]'


def points(page: Page, *expected: str) -> None:
    """Check both scores; the first one is the player's own."""
    for side, total in zip(("mine", "theirs"), expected, strict=True):
        expect(page.locator(f".stage-side.{side} .stage-total span").first).to_have_text(total)


@pytest.mark.everyday
def test_a_game_is_won_by_keyboard_alone(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/factorgame")
    axe(page)
    page.get_by_label("Largest number").select_option("12")
    settled(page)
    # Typing a number focuses its tile, arrow keys move the focus, and a text says what the focused number would gain.
    page.locator(tile(1)).focus()
    page.keyboard.type("12")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(tile(11))).to_be_focused()
    expect(page.locator(".tiles-ticket")).to_contain_text("+11 for you")
    expect(page.locator(".tiles-ticket")).to_contain_text("+1 for the other player (1)")
    expect(page.locator(tile(1))).to_have_attribute("data-mark", "tax")
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
    expect(page.locator(".result-card")).to_contain_text("you would have won by 5, 34 to 29.")
    expect(page.locator(".result-card")).to_contain_text("You gave nothing away. Your opponent gave you nothing.")
    settled(page)
    axe(page)
    # Undo takes back the player's last move, together with the opponent's reply if there is one.
    page.keyboard.press("u")
    at(page, "12/11.9.6.12")
    page.keyboard.press("u")
    at(page, "12/11.9")
    page.reload()
    settled(page)
    page.keyboard.press("r")
    at(page, "12/11.9.6.12")


def test_a_finger_sees_first_and_takes_then(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page(f"/factorgame:30{GREEDY}", width=360, height=640)
    settled(page)
    # Measure before a touch, because a busy browser would also count the movement that the touch causes.
    assert page.evaluate(SHIFTED) <= 0.02
    # The whole board is on the first screen, with the scores and the row of buttons.
    assert page.locator(tile(30)).evaluate("(one) => one.getBoundingClientRect().bottom") < 520
    assert page.locator(".game-bar").evaluate("(one) => one.getBoundingClientRect().bottom") < 640
    assert sideways(page) == 0
    page.locator(tile(25)).tap()
    expect(page.locator(".tiles-ticket")).to_contain_text("+25 for you")
    expect(page.locator(".tiles-ticket")).to_contain_text("+6 for the other player (1, 5)")
    expect(page.locator(tile(5))).to_have_attribute("data-mark", "tax")
    axe(page)
    page.get_by_role("button", name="Take 25").tap()
    at(page, "30/25.27")
    points(page, "37", "33")
    expect(page.locator(tile(5))).to_have_class(re.compile("theirs given"))
    expect(page.locator(tile(27))).to_have_attribute("aria-label", "27: taken by Greedy opponent in move 2.")
    # A touch on a number that cannot be taken shows the reason.
    page.locator(tile(29)).tap(force=True)
    expect(page.locator(".tiles-ticket")).to_contain_text("29: none of its divisors is left")
    page.locator(tile(21)).tap()
    expect(page.locator(".tiles-ticket")).to_contain_text("+21 for you")
    # Wait a moment, because a press too soon after another one is ignored.
    page.wait_for_timeout(150)
    page.locator(tile(21)).tap()
    page.wait_for_function("() => location.pathname.startsWith('/factorgame:30/25.27.21.')")


def test_no_legal_move_waits_for_the_server(open_page: OpenPage) -> None:
    page = open_page("/factorgame:12~pass?hints=off&best=off")
    settled(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for number in (11, 7, 5, 10, 9, 8, 12):
        page.locator(tile(number)).press("Enter")
    at(page, "12~pass/11.7.5.10.9.8.12")
    expect(page.get_by_role("heading", name="Alice wins by 10, 38 to 28.")).to_be_visible()
    heard(page, "Bob took 7 and lost the turn.")
    for _ in range(7):
        page.keyboard.press("u")
    at(page, "12~pass")
    assert [url for url in asked if "/position" in url or "/move" in url or "/solve" in url] == []


def test_hints_prices_and_another_try(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/factorgame:12?vs=perfect&first=me")
    settled(page)
    page.keyboard.press("h")
    expect(page.locator(".clues")).to_contain_text("which prime brings most?")
    page.keyboard.press("h")
    expect(page.locator(".clues")).to_contain_text("It is a number from 10 to 12.")
    expect(page.locator('.tiles-tile[data-mark="area"]')).to_have_count(3)
    page.keyboard.press("h")
    expect(page.locator(tile(11))).to_have_attribute("data-mark", "hint")
    expect(page.locator(".tiles-hint")).to_have_text("Take 11: it keeps a lead of 5.")
    with settings(page) as sheet:
        sheet.get_by_label("Say what each number is worth").check()
    expect(page.locator(tile(12)).locator("small")).to_have_text("\N{MINUS SIGN}14")
    expect(page.locator(tile(11)).locator("small")).to_have_text("✓")
    expect(page.locator(".two-coach")).to_contain_text("you win by 5, 34 to 29.")
    axe(page)
    page.locator(tile(12)).click()
    at(page, "12/12.10")
    expect(page.get_by_role("heading", name="You lose by 9, 17 to 26.")).to_be_visible()
    expect(page.locator(".result-card")).to_contain_text("You gave away 14 in all.")
    axe(page)
    page.locator(".curve-moves button").press("Enter")
    at(page, "12")
    expect(page.locator(tile(12))).to_be_focused()
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    at(page, "12/11.9")


def test_a_class_plays_on_the_whole_screen_and_by_links_that_tell_less(open_page: OpenPage) -> None:
    page = open_page("/factorgame:30?previews=off&hints=off")
    settled(page)
    with settings(page) as sheet:
        expect(sheet.get_by_role("checkbox")).to_have_count(2)
    # The pointer closed the settings and is now over the board: move it away.
    page.mouse.move(0, 0)
    page.locator(tile(29)).focus()
    expect(page.locator(".tiles-ticket")).to_contain_text("29, can be taken.")
    page.keyboard.press("p")
    expect(page.locator(".projector.on")).to_be_visible()
    page.keyboard.press("Enter")
    at(page, "30/29")
    expect(page.locator(".projector-scores")).to_contain_text("Alice 29")
    expect(page.locator(".projector-scores")).to_contain_text("Alice leads by 28.")
    expect(page.locator(".projector-said")).to_contain_text("Bob to move.")
    page.keyboard.press("Escape")
    expect(page.locator(".projector.on")).to_have_count(0)


def test_a_board_that_is_too_large_for_perfect_play_says_so(open_page: OpenPage) -> None:
    page = open_page("/factorgame:200?vs=perfect&first=me", lang="de", width=390, height=844)
    settled(page)
    page.locator(tile(199)).press("Enter")
    at(page, "200/199.187")
    expect(page.locator(".two-comment")).to_have_text(re.compile("in der Zeit gefunden hat; bewiesen ist das nicht.$"))
    heard(page, "bewiesen ist das nicht.")
    expect(page.locator(".proven")).to_have_count(0)
    # This smaller board can be solved, so its comments are proven.
    page.goto(page.url.replace("factorgame:200/199.187", "factorgame:12"))
    page.locator(tile(11)).press("Enter")
    at(page, "12/11.9")
    expect(page.locator(".two-comment")).to_have_text("11 hat nichts verschenkt.")


def test_where_a_board_is_chosen(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/factorgame", theme="dark", lang="de", width=390, height=844)
    page.get_by_role("button", name="Einstellungen").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Du spielst gegen").select_option("noisy")
    sheet.get_by_label("Wie oft der Zufall entscheidet").select_option("1/4")
    sheet.get_by_label("Wer anfängt").select_option("them")
    sheet.get_by_text("Regeln", exact=True).click()
    rules = sheet.locator(".factor-rules")
    expect(rules).to_contain_text("darf man nicht nehmen")
    sheet.get_by_label("Eine Zahl, deren Teiler alle weg sind").select_option("~pass")
    expect(rules).to_contain_text("der Zug ist verloren")
    sheet.get_by_label("Größte Zahl").fill("100")
    expect(page.get_by_text("Über 60 spielt hier niemand")).to_be_visible()
    sheet.get_by_label("Größte Zahl").fill("14")
    assert sideways(page) == 0
    axe(page)
    sheet.get_by_role("button", name="Spielen", exact=True).click()
    page.wait_for_function("() => location.pathname.startsWith('/factorgame:14~pass/')")
    assert "vs=noisy:1/4" in page.url
    assert "first=them" in page.url
    # The pointer is now over the board, where the button was: move it away.
    page.mouse.move(0, 0)
    expect(page.locator(".two-turn")).to_have_text("Du bist am Zug.")


def test_the_levels_follow_each_other(open_page: OpenPage) -> None:
    page = open_page("/factorgame/levels")
    page.get_by_role("link", name="Level 1: 1 to 3: against chance").click()
    settled(page)
    page.locator(tile(3)).press("Enter")
    expect(page.get_by_role("heading", name="You win by 2, 3 to 1.")).to_be_visible()
    page.get_by_role("link", name="Next: 1 to 5").click()
    page.wait_for_function("() => location.pathname === '/factorgame:5'")


def test_the_player_finds_the_divisors(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/factorgame:12?divisors=you&best=off&hints=off")
    settled(page)
    expect(page.locator(".two-said")).to_contain_text(
        "Choose a number to take; then you mark what the other player gets."
    )
    page.locator(tile(10)).click()
    expect(page.locator(".tiles-ticket")).to_contain_text("Mark every number that goes to the other player")
    for number in (1, 3):
        page.locator(tile(number)).click()
    page.get_by_role("button", name="Check and take 10").click()
    expect(page.locator(".tiles-find-wrong")).to_contain_text("3 does not divide 10.")
    axe(page)
    for number in (3, 2, 5):
        page.locator(tile(number)).click()
    # Pressing the number itself also checks the marked divisors.
    page.locator(tile(10)).press("Enter")
    at(page, "12/10")
    points(page, "10", "8")
