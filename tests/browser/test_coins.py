"""Test the coins table by playing on it as people do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import CheckPage, OpenPage, heard, settings, settled, sideways

ROW = "5.1.1.5.1.2.2.1"
GREEDY = f"/coins:{ROW}?vs=greedy&first=me"


def at(page: Page, moves: str, row: str = ROW) -> None:
    """Wait until the URL contains these moves and the next player can move."""
    path = f"/coins:{row}" + (f"/{moves}" if moves else "")
    page.wait_for_function("path => location.pathname === path", arg=path)
    expect(page.locator(".coins-take[aria-disabled=true]")).to_have_count(0)


def table(open_page: OpenPage, path: str, **options: Any) -> Page:
    """Open a game, and wait until the coins can be taken."""
    page = open_page(path, **options)
    expect(page.get_by_role("button", name="Take the 5 on the left")).to_be_visible()
    return page


def coin(page: Page, name: str) -> None:
    """Take a coin with the mouse."""
    page.get_by_role("button", name=f"Take the {name}").click()


def totals(page: Page, **expected: str) -> None:
    """Check each named player's total on the table; an underscore in a name stands for a space."""
    for name, total in expected.items():
        seat = page.get_by_role("region", name=name.replace("_", " "), exact=True)
        # One text is for screen readers; the other one counts up.
        expect(seat.locator(".stage-total > span")).to_have_text([total, total])


@pytest.mark.parametrize(
    ("row", "least"), [(ROW, 29), ("12.7.30.4.25.9.18.16", 28), ("10000.10001.10002.10003", 50)], ids=["1", "2", "5"]
)
def test_coins_stay_in_one_line_and_are_as_large_as_it_allows(open_page: OpenPage, row: str, least: int) -> None:
    page = open_page(f"/coins:{row}", width=360, height=640)
    coins = page.locator(".coins-row .coins-coin")
    expect(coins).to_have_count(row.count(".") + 1)
    boxes = [coin.bounding_box() for coin in coins.all()]
    assert len({round(box["y"] + box["height"] / 2) for box in boxes if box}) == 1
    assert min(box["width"] for box in boxes if box) >= least, boxes
    assert sideways(page) <= 0


@pytest.mark.everyday
def test_a_game_is_won_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/coins")
    # A row and an opponent are already chosen, so the game can start immediately.
    expect(page.get_by_label("You play against")).to_have_value("greedy")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Take the 5 on the left")).to_be_focused()
    page.keyboard.press("Enter")
    at(page, "LL")
    heard(page, "You took the 5 on the left. That gave nothing away.")
    heard(page, "The greedy opponent took the 1 on the left.")
    heard(page, "You: 5. Greedy opponent: 1. Your turn.")
    # The keyboard focus stays at the same end of the row.
    expect(page.get_by_role("button", name="Take the 1 on the left")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    at(page, "LLRR")
    page.keyboard.press("r")
    at(page, "LLRRRL")
    page.keyboard.press("l")
    at(page, "LLRRRLLL")
    verdict = page.get_by_role("heading", name="You win by 8, 13 to 5.")
    expect(verdict).to_be_visible()
    expect(page.locator("main").get_by_text("you would have won by 8, 13 to 5.")).to_be_visible()
    expect(page.locator("main").get_by_text("You gave nothing away.")).to_be_visible()
    heard(page, "You win by 8, 13 to 5.")
    totals(page, You="13", Greedy_opponent="5")


def test_totals_show_fractions(open_page: OpenPage) -> None:
    page = open_page("/coins:1_2.3_2.2/L")
    totals(page, Alice="1/2", Bob="0")
    coin(page, "2 on the right")
    totals(page, Alice="1/2", Bob="2")
    coin(page, "3/2")
    totals(page, Alice="2", Bob="2")


def test_a_game_is_lost_and_every_mistake_is_named(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page(GREEDY)
    coin(page, "1 on the right")
    at(page, "RL")
    coin(page, "1 on the left")
    at(page, "RLLR")
    coin(page, "1 on the left")
    at(page, "RLLRLL")
    # The greedy opponent was lucky that the 5 became available; the last two coins change nothing.
    expect(page.locator(".two-said")).to_contain_text("The greedy opponent took the 5 on the left.")
    coin(page, "2 on the right")
    expect(page.get_by_role("heading", name="You lose by 8, 5 to 13.")).to_be_visible()
    totals(page, You="5", Greedy_opponent="13")
    expect(
        page.get_by_text("With perfect play by both from the start, you would have won by 8, 13 to 5.")
    ).to_be_visible()
    expect(page.locator("main").get_by_text("You gave away 16 in all. Your opponent gave you nothing.")).to_be_visible()
    # While the player looks through a finished game, no opponent moves.
    page.get_by_role("slider").press("Home")
    page.get_by_role("slider").press("ArrowRight")
    expect(page.locator(".curve-told")).to_contain_text("Greedy opponent: the 5 on the left: gave nothing away")
    expect(page.locator(".coins-tag.best")).to_have_count(1)
    settled(page)
    page.get_by_role("slider").press("End")
    at(page, "RLLRLLRL")
    # The triangle opens by itself, and axe finds no violation.
    expect(page.get_by_role("tab", name="Margin")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Again; the opponent begins").press("Enter")
    at(page, "L")
    assert "first=them" in page.url
    # The button is gone, so the keyboard focus moves to the coins.
    expect(page.locator(".coins-take:focus")).to_have_count(1)


def test_back_undo_and_redo_go_from_turn_to_turn(open_page: OpenPage) -> None:
    page = table(open_page, GREEDY)
    page.keyboard.press("l")
    at(page, "LL")
    page.keyboard.press("r")
    at(page, "LLRR")
    page.go_back()
    at(page, "LL")
    expect(page.get_by_role("button", name="Take the 1 on the right")).to_be_visible()
    page.go_back()
    at(page, "")
    page.go_forward()
    page.go_forward()
    at(page, "LLRR")
    page.keyboard.press("u")
    at(page, "LL")
    page.keyboard.press("u")
    at(page, "")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("y")
    at(page, "LL")
    page.keyboard.press("y")
    at(page, "LLRR")


def test_the_opponent_takes_a_moment_and_nobody_moves_meanwhile(open_page: OpenPage) -> None:
    page = table(open_page, GREEDY, reduced_motion=False, intercepted=True)
    page.clock.install()
    thinking: list[Route] = []
    # Keep the page from computing the answer, so that the test controls when the server's answer arrives.
    page.route("**/static/answers.js", lambda route: route.abort())
    page.route("**/api/v1/coins/reply*", lambda route: thinking.append(route))  # noqa: PLW0108  # Playwright inspects the handler
    with page.expect_request("**/api/v1/coins/reply*"):
        page.keyboard.press("l")
    expect(page.locator("main").get_by_text("The greedy opponent is thinking")).to_be_visible()
    expect(page.locator(".coins-take").first).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("r")
    thinking.pop().continue_()
    at(page, "LL")
    # If players go back while the opponent thinks, its move is not made. First, go back before the request.
    page.keyboard.press("r")
    page.wait_for_function("path => location.pathname === path", arg=f"/coins:{ROW}/LLR")
    page.go_back()
    at(page, "LL")
    page.clock.run_for(10_000)
    at(page, "LL")
    # Second, go back after the request.
    with page.expect_request("**/api/v1/coins/reply*"):
        page.keyboard.press("r")
    page.go_back()
    at(page, "LL")
    thinking.pop().continue_()
    page.clock.run_for(10_000)
    at(page, "LL")


def test_advice_hint_and_triangle(open_page: OpenPage, axe: CheckPage) -> None:
    page = table(open_page, f"{GREEDY}&hints=full", theme="dark")
    page.keyboard.press("h")
    heard(page, "Take the 5 on the left: that keeps 13.")
    page.keyboard.press("r")
    at(page, "RL")
    expect(page.get_by_role("table")).to_have_count(0)
    with settings(page) as sheet:
        sheet.get_by_label("Say what each end is worth").check()
    expect(page.get_by_role("table", name="What each move is worth").locator("tbody tr")).to_have_count(2)
    expect(
        page.locator("main").get_by_text("With perfect play by both from here, it is a tie, 9 to 9.")
    ).to_be_visible()
    expect(page.locator("main").get_by_text("You can be sure of 9 in all")).to_be_visible()
    page.get_by_role("button", name="Show the triangle now").click()
    page.get_by_role("tab", name="Margin").click()
    marked = page.locator(".coins-triangle svg text", has_text="Marked: 1 1 5 1 2 2, coins 2 to 7.")
    expect(marked).to_be_visible()
    axe(page)


def test_two_people_at_one_screen(open_page: OpenPage) -> None:
    page = open_page("/coins:1.2.4.3")
    expect(page.locator("main").get_by_text("Alice to move.")).to_be_visible()
    coin(page, "3 on the right")
    expect(page.locator("main").get_by_text("Bob to move.")).to_be_visible()
    coin(page, "1 on the left")
    expect(page.locator(".two-said")).to_contain_text("That gave away 4. Better: the 4 on the right.")
    coin(page, "4 on the right")
    coin(page, "2, the last coin")
    expect(page.get_by_role("heading", name="Alice wins by 4, 7 to 3.")).to_be_visible()
    expect(page.locator("main").get_by_text("Alice gave away 0 in all, Bob 4.")).to_be_visible()
    totals(page, Alice="7", Bob="3")


def test_a_row_is_edited_and_a_bad_one_explained(open_page: OpenPage) -> None:
    page = open_page("/coins", failures=True)
    page.get_by_role("button", name="Settings").click()
    sheet = page.get_by_role("dialog")
    field = page.get_by_label("Coins, from left to right")
    field.fill("1 x 3")
    expect(page.locator("main").get_by_text("Coin 2 is “x”, which is not an exact number")).to_be_visible()
    sheet.get_by_role("button", name="Play").click()
    expect(page).to_have_url(page.url.split("?")[0])
    field.fill("1 2 3/2")
    page.get_by_role("button", name="3/2, coin 3").click()
    page.get_by_role("button", name="One more").click()
    expect(field).to_have_value("1 2 5/2")
    page.get_by_role("button", name="Move the coin to the left").click()
    page.get_by_role("button", name="Add a coin after this one").click()
    expect(field).to_have_value("1 5/2 5/2 2")
    page.get_by_role("button", name="1, coin 1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.keyboard.press("-")
    expect(field).to_have_value("1 -1/2 5/2 2")
    sheet.get_by_label("You play against").select_option("two")
    sheet.get_by_role("button", name="Play").click()
    at(page, "", "1.-1_2.5_2.2")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="Edit the row").click()
    expect(sheet.get_by_label("You play against")).to_have_value("two")
    expect(page.get_by_label("Coins, from left to right")).to_have_value("1 -1/2 5/2 2")
    # Errors about the whole position also appear beside the field, where the user can correct them.
    field.fill("1 2 3")
    page.get_by_label("Kind").select_option("circle")
    for number in (2, 3, 4):
        page.get_by_role("button", name="Another row").click()
        page.get_by_label("Kind").nth(number - 1).select_option("circle")
    sheet.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert").filter(has_text="a circle and too many other coins")).to_be_visible()


def test_an_address_written_otherwise_is_set_right(open_page: OpenPage) -> None:
    page = open_page("/coins:4_2.3.9?vs=greedy&first=them")
    # The opponent makes the first move in the corrected row.
    at(page, "R", "2.3.9")
    assert "vs=greedy" in page.url


def test_a_mistake_is_named_without_the_answer(open_page: OpenPage) -> None:
    page = open_page(f"/coins:{ROW}/RR?vs=greedy&first=me&hints=full")
    said = page.locator(".two-said")
    expect(said).to_contain_text("A mistake: it gives you 6, if you answer it well.")
    page.keyboard.press("h")
    expect(said).to_contain_text("To make use of it, take the 5 on the left.")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/coins:1.x.3?vs=greedy", "has the coin 'x'"),
        ("/coins:1.2.3/RRRR", "'R' cannot be played in 'coins:1.2.3/RRL'"),
        ("/coins:1.2.3?vs=nobody&first=them", "there is no opponent 'nobody'"),
    ],
)
def test_a_bad_link_says_what_is_wrong(open_page: OpenPage, path: str, message: str) -> None:
    page = open_page(path, failures=True)
    expect(page.get_by_role("alert").filter(has_text=message)).to_be_visible()
    page.get_by_role("link", name="Start a new game").click()
    expect(page.get_by_role("button", name="Take the 5 on the left")).to_be_visible()


def test_a_row_and_an_opponent_are_chosen_where_they_are_played(open_page: OpenPage) -> None:
    page = open_page("/coins")
    settled(page)
    page.evaluate("Math.random = () => 0.5")
    page.get_by_role("button", name="New row").click()
    coins = page.get_by_role("button", name="Take the 5 on the left")
    expect(page.locator(".coins-cell")).to_have_text(["5"] * 8)
    page.get_by_label("You play against").select_option("noisy")
    coins.click()
    page.wait_for_function("() => location.pathname.startsWith('/coins:5.5.5.5.5.5.5.5/L')")
    assert "?vs=noisy:1/10&first=me&seed=" in page.url
    page.go_back()
    # In a game of two people, no opponent replies.
    page.get_by_label("You play against").select_option("two")
    coins.click()
    expect(page.get_by_role("region", name="Alice").locator(".stage-total > .visually-hidden")).to_have_text("5")
    assert page.url.endswith("/coins:5.5.5.5.5.5.5.5/L")


def test_a_circle_stacks_and_rows_on_a_phone(open_page: OpenPage, axe: CheckPage) -> None:
    several = "l1.2~3.7.4~r9~o1.2"
    page = open_page(f"/coins:{several}", width=360, height=740)
    coin(page, "9, the last coin of row 3")
    coin(page, "4 on the right of row 2")
    coin(page, "7 on the right of row 2")
    coin(page, "2 at place 2 of row 4")
    at(page, "3L.2R.2R.4K2", several)
    # Arrow keys go from coin to coin, across the rows.
    page.get_by_role("button", name="Take the 2 on the right of row 1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    at(page, "3L.2R.2R.4K2.2L", several)
    assert sideways(page) <= 0
    axe(page)
    page.goto(page.url.split("/coins")[0] + "/coins:o1.5.2.5.3?vs=perfect&first=me")
    coin(page, "5 at place 2")
    page.wait_for_function("() => /1K2\\.1[LR]$/.test(location.pathname)")
    assert sideways(page) <= 0


def test_german_and_a_long_row(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/coins:" + ".".join("5162738" * 4) + "?vs=greedy&first=them", lang="de", width=360, height=740)
    expect(page.locator("main").get_by_text("Der gierige Gegner hat die 8 rechts genommen.")).to_be_visible()
    expect(page.locator("main").get_by_text("Das Dreieck von 28 Münzen ist zu groß für diese Seite")).to_be_visible()
    assert sideways(page) <= 0
    axe(page)
