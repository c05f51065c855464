"""Test the Taxman table by playing on it as people do."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckPage, OpenPage, at, heard, moment, more, sideways, tile

# The moves of a best game from 1 to 20, which scores 124.
BEST = (19, 14, 10, 15, 20, 12, 18, 16)


def look(page: Page, number: int, name: str) -> None:
    """Assert that a tile has one of these looks: legal, idle, open, take, tax or left."""
    expect(tile(page, number)).to_have_class(re.compile(rf"\b{name}\b"))


def scores(page: Page, player: str, taxman: str) -> None:
    for side, total in (("mine", player), ("theirs", taxman)):
        expect(page.locator(f".stage-side.{side} .stage-total span").first).to_have_text(total)


def tab_to_the_board(page: Page) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.tiles-grid') !== null"):
            return
    pytest.fail("Tab never reached the board")


def take_by_keyboard(page: Page, number: int) -> None:
    """Type a number, which moves the focus to it, and take it."""
    with moment(page):
        for digit in str(number):
            page.keyboard.press(digit)
    expect(tile(page, number)).to_be_focused()
    page.keyboard.press("Enter")
    look(page, number, "take")


@pytest.mark.everyday
def test_a_whole_game_to_the_optimum_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/taxman")
    page.clock.install()
    # The start page shows a board.
    tab_to_the_board(page)
    # Arrow keys also work: go to the last tile, 20, and then one tile to the left.
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(tile(page, 19)).to_be_focused()
    expect(tile(page, 19)).to_have_accessible_name("19: can be taken. Tax 1: 1. Of no more use then, 41: 11, 13, 17.")
    expect(page.locator(".tiles-ticket")).to_contain_text("+1 tax (1), +41 stranded (11, 13, 17)")
    page.keyboard.press("Space")
    look(page, 19, "take")
    # The first move changes the URL, and the keyboard focus stays on the tile.
    at(page, "/taxman:20/19")
    expect(tile(page, 19)).to_be_focused()
    heard(page, "You took 19; the taxman got 1. Of no more use, so his: 11, 13, 17. You 19, taxman 42.")
    # A number that cannot be taken shows the reason, and the board does not change.
    page.keyboard.press("7")
    page.keyboard.press("Enter")
    expect(page.locator(".tiles-ticket")).to_contain_text("7: cannot be taken, because none of its divisors is left.")
    heard(page, "7: cannot be taken")
    for number in BEST[1:]:
        take_by_keyboard(page, number)
    at(page, "/taxman:20/" + ".".join(map(str, BEST)))
    scores(page, "124", "86")
    verdict = page.locator(".result-card")
    expect(verdict).to_contain_text("A perfect game: nobody can score more.")
    expect(verdict.get_by_role("link", name="Why is 124 the most?")).to_have_attribute("href", "/proof?id=taxman:20")
    expect(verdict).to_contain_text("Proven: no more than 124 is possible.")
    heard(page, "You win, 124 to 86. A perfect game: nobody can score more.")
    # Users who want less motion see no confetti.
    expect(page.locator(".taxman-confetti")).to_have_count(0)
    page.get_by_role("link", name="Try 1 to 21").press("Enter")
    at(page, "/taxman:21")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_a_perfect_game_is_celebrated(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/19.14.10.15.20.12.18", reduced_motion=False)
    tile(page, 16).click()
    expect(page.locator(".taxman-confetti span").first).to_be_attached()


def test_undo_redo_back_and_forward(open_page: OpenPage) -> None:
    page = open_page("/taxman:20")
    for number in (19, 9):
        tile(page, number).click()
        look(page, number, "take")
    best = page.get_by_role("region", name="Best still possible")
    expect(best).to_contain_text("123")
    expect(best).to_contain_text("You are already 1 below the best, 124.")
    page.keyboard.press("u")
    at(page, "/taxman:20/19")
    look(page, 9, "legal")
    expect(best).to_contain_text("Nothing is lost yet: no game is better.")
    page.keyboard.press("r")
    at(page, "/taxman:20/19.9")
    page.go_back()
    at(page, "/taxman:20/19")
    page.go_back()
    at(page, "/taxman:20/19.9")
    page.go_back()
    page.go_back()
    at(page, "/taxman:20")
    scores(page, "0", "0")
    page.go_forward()
    at(page, "/taxman:20/19")
    scores(page, "19", "42")
    # The move that was undone stays in the list, and can be made again from there.
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Move 1: 19, taken back. Make it again").click()
    at(page, "/taxman:20/19")
    look(page, 19, "take")


def test_a_shared_link_opens_the_same_board(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/19.9")
    look(page, 9, "take")
    more(page, "Share")
    link = page.get_by_label("Link", exact=True).input_value()
    other = open_page(link.partition("//")[2].partition("/")[2].join(("/", "")))
    for number, name in ((19, "take"), (9, "take"), (1, "tax"), (3, "tax"), (11, "left"), (20, "legal"), (7, "idle")):
        look(other, number, name)
    scores(other, "28", "45")
    texts = [each.locator(".tiles-grid").inner_text() for each in (page, other)]
    assert texts[0] == texts[1]


def test_a_hint_shows_the_move_and_explains_it(open_page: OpenPage) -> None:
    page = open_page("/taxman:30?hints=full")
    look(page, 29, "legal")
    page.keyboard.press("h")
    expect(tile(page, 29)).to_have_attribute("data-mark", "hint")
    ticket = page.locator(".tiles-ticket")
    expect(ticket.locator(".tiles-hint")).to_have_text("Take 29: it keeps 301.")
    # Once the best move is shown, the page also shows the costs of the other moves.
    tile(page, 25).hover()
    expect(ticket.locator(".tiles-hint")).to_have_text("Gives away 29.")
    page.keyboard.press("h")
    expect(tile(page, 23)).to_have_attribute("data-mark", "lost")
    page.get_by_role("button", name="Take 29").click()
    look(page, 29, "take")
    expect(page.locator("[data-mark]")).to_have_count(0)
    # The button is gone, so the keyboard focus moves to the board.
    expect(tile(page, 29)).to_be_focused()


def test_a_replay_leaves_my_game_alone(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/19.9?replay=trono-4&step=3")
    look(page, 15, "take")
    look(page, 10, "open")
    scores(page, "43", "50")
    expect(page.locator("main").get_by_text("This game ends with 121, 3 short of the best, 124.")).to_be_visible()
    slider = page.get_by_role("slider", name="Moment")
    slider.press("ArrowRight")
    look(page, 10, "take")
    expect(page).to_have_url(re.compile("step=4"))
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "move 8 of 8")
    scores(page, "121", "89")
    # The URL follows the slider with a delay: wait for it, so that it does not change after the next step.
    expect(page).to_have_url(re.compile("step=8"))
    # A tile is a link to the move that removed it.
    tile(page, 3).click()
    scores(page, "28", "45")
    page.get_by_role("button", name="Back to my game").click()
    at(page, "/taxman:20/19.9")
    look(page, 15, "legal")
    page.go_back()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_attribute("aria-valuetext", "move 8 of 8")
    page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name="Go on from here").click()
    at(page, "/taxman:20/19.9.15.10.20.18.16")
    look(page, 14, "legal")


def test_my_game_beside_a_strategy(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/19.9.20")
    page.get_by_label("Who plays").select_option("trono-4")
    page.get_by_role("button", name="Compare with mine").click()
    section = page.get_by_role("region", name="My game and another")
    expect(section).to_contain_text("You have 48 so far; Trono 4: one divisor ends with 121.")
    expect(section).to_contain_text("The games first differ in move 3.")
    expect(section.get_by_role("row", name=re.compile("differs here"))).to_contain_text("20 tax 2, 4, 5, 10")
    assert "compare=trono-4" in page.url


def test_a_position_that_cannot_be_is_an_error_with_a_way_out(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/19.1", failures=True)
    expect(page.locator("main").get_by_text("move 2: 1 cannot be taken: it was in the pot and is gone")).to_be_visible()
    page.get_by_role("link", name="Start a new game").click()
    at(page, "/taxman")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_label("Largest number")).to_have_value("20")


def test_a_size_is_chosen_where_it_is_played(open_page: OpenPage) -> None:
    page = open_page("/taxman")
    page.get_by_label("Largest number").select_option("30")
    expect(page.get_by_role("heading", level=1)).to_have_text("Taxman, 1 to 30")
    page.reload()
    tile(page, 29).click()
    at(page, "/taxman:30/29")
    assert "?" not in page.url
    page.go_back()
    at(page, "/taxman")
    look(page, 29, "legal")
    # Any other size starts a new game.
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Largest number").fill("11")
    page.keyboard.press("Enter")
    at(page, "/taxman:11")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("n")
    at(page, "/taxman")
    expect(page.get_by_label("Largest number")).to_have_value("20")


def test_a_pot_of_my_own(open_page: OpenPage) -> None:
    page = open_page("/taxman", failures=True)
    page.get_by_role("button", name="Settings").click()
    pot = page.get_by_label("Numbers in the pot")
    pot.fill("2, 3, 3")
    pot.press("Enter")
    expect(page.locator("main").get_by_text("the pot has a problem at 3: it contains it twice")).to_be_visible()
    pot.fill("24 12, 8 6 3 2")
    pot.press("Enter")
    at(page, "/taxman:pot.2.3.6.8.12.24")
    expect(page.get_by_role("region", name="Best possible score")).to_contain_text("38")


def test_a_pot_without_a_move_says_so(open_page: OpenPage) -> None:
    page = open_page("/taxman:pot.3.5.7")
    expect(page.get_by_role("heading", name="No move is possible here")).to_be_visible()
    scores(page, "0", "15")
    expect(page.locator(".spinner")).to_have_count(0)


def test_a_double_click_takes_once(open_page: OpenPage) -> None:
    page = open_page("/taxman:20")
    tile(page, 19).dblclick()
    at(page, "/taxman:20/19")
    expect(page.locator(".tiles-ticket")).to_contain_text("You took 19; the taxman got 1.")
    expect(page.get_by_role("alert")).to_have_count(1)  # The only alert is the empty live region.


def test_bounds_close_in_while_a_large_game_is_searched(open_page: OpenPage) -> None:
    page = open_page("/taxman:1000")
    tile(page, 997).click()
    look(page, 997, "take")
    best = page.get_by_role("region", name="Best still possible")
    expect(best).to_contain_text(re.compile(r"between 315,\d{3} and 31\d,\d{3}"))
    # On a large board, the effect of a move is requested for one tile at a time.
    tile(page, 961).hover()
    expect(page.locator(".tiles-ticket")).to_contain_text("+31 tax (31)")
    expect(tile(page, 31)).to_have_attribute("data-mark", "tax")
    # Take the move back, which makes the search unnecessary.
    page.keyboard.press("u")
    expect(page.get_by_role("region", name="Best possible score")).to_contain_text("proven")


def test_on_a_phone_nobody_takes_by_accident(open_page: OpenPage) -> None:
    for path in ("/taxman", "/taxman:20/19.9", "/taxman:300/293", "/taxman:20?replay=best&step=3"):
        page = open_page(path, width=360, height=740)
        expect(page.locator(".tiles-tile").first).to_be_visible()
        assert sideways(page) == 0, path
    page = open_page("/taxman:20", width=360, height=740)
    tile(page, 20).tap()
    expect(page.locator(".tiles-ticket")).to_contain_text("+22 tax (1, 2, 4, 5, 10)")
    expect(tile(page, 5)).to_have_attribute("data-mark", "tax")
    at(page, "/taxman:20")
    tile(page, 19).tap()
    page.get_by_role("button", name="Take 19").tap()
    look(page, 19, "take")
    small = page.evaluate(
        "[...document.querySelectorAll('.tiles-grid button')].filter(tile => {"
        "  const box = tile.getBoundingClientRect(); return box.width < 44 || box.height < 44; }).length"
    )
    assert small == 0


def test_nothing_stands_in_the_way_of_anybody(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/taxman")
    expect(page.get_by_role("heading", name="Taxman, 1 to 20")).to_be_visible()
    axe(page)
    page = open_page("/taxman:30?compare=trono-2&hints=full")
    look(page, 29, "legal")
    page.keyboard.press("h")
    expect(tile(page, 29)).to_have_attribute("data-mark", "hint")
    expect(page.get_by_role("table")).to_be_visible()
    axe(page)
    page = open_page("/taxman:20/19.14.10.15.20.12.18.16", lang="de")
    expect(page.locator("main").get_by_text("Ein perfektes Spiel: Mehr kann niemand holen.")).to_be_visible()
    axe(page)
    page = open_page("/taxman:100?replay=best&step=12")
    look(page, 97, "take")
    axe(page)
