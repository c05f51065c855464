"""Test how the home page, the header and the plain page show a game from another installed package."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import CheckPage, OpenPage, heard, more, resize, serve, settled, sideways, speak, spoken
from tests.outside import environment, install_euclid

PATHS = ("/", "/euclid", "/euclid:100.7/13", "/euclid:100.7/13.1.2.1.2", "/euclid:1000.7", "/euclid:3")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server that has the template game installed; this fixture overrides the usual server."""
    folder = tmp_path_factory.mktemp("installed")
    install_euclid(folder)
    with serve(environment(folder)) as address:
        yield address


def test_the_home_page_and_the_header_lead_to_the_game(open_page: OpenPage) -> None:
    page = open_page("/")
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links).to_have_text(["Play", "Today", "Learn", "Teach", "Lab", "Profile"])
    games = page.locator(".home-games a b")
    expect(games).to_have_text(["Taxman", "Coins", "Pursuit", "Factor game", "Euclid's game"])
    card = page.get_by_role("link", name=re.compile("^Euclid's game"))
    expect(card).to_contain_text("Subtract a multiple of the smaller number from the larger one, and reach 0 first.")
    expect(card).to_contain_text("This game comes with the package perfectplay-euclid.")
    card.click()
    expect(page).to_have_url(re.compile(r"/euclid$"))
    expect(page.get_by_role("heading", name="Euclid's game")).to_be_focused()
    field = page.get_by_label("Position to start from")
    expect(field).to_have_value("euclid:21.13")
    field.fill("100.7")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"/euclid:100\.7$"))
    speak(page, "fr")
    assert sideways(page) <= 0


def at(page: Page, path: str) -> None:
    page.wait_for_function("path => location.pathname === path", arg=path)


def test_an_answer_that_comes_late_takes_nobody_back(open_page: OpenPage) -> None:
    page = open_page("/euclid:100.7", intercepted=True)
    late: list[Route] = []

    def move(number: int) -> Locator:
        return page.get_by_role("list", name="Legal moves").get_by_role("button", name=str(number), exact=True)

    def release() -> None:
        with page.expect_response(re.compile("/api/v1/move")) as response:
            late.pop().continue_()
        response.value.finished()

    move(13).click()
    at(page, "/euclid:100.7/13")
    page.route("**/api/v1/move*", lambda route: late.append(route))  # noqa: PLW0108 - Playwright inspects its handlers
    with page.expect_request("**/api/v1/move*"):
        move(1).click()
    page.go_back()
    expect(move(14)).to_be_visible()
    release()
    with page.expect_request("**/api/v1/move*"):
        move(2).click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Lab").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lab")
    release()
    # Give the page time to go back, which it must not do.
    page.evaluate(
        "async () => {"
        "  await (await fetch('/api/v1/games')).text();"
        "  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));"
        "}"
    )
    at(page, "/lab")
    page.go_back()
    at(page, "/euclid:100.7")
    expect(move(14)).to_be_visible()


def test_a_server_that_comes_back_is_asked_again(open_page: OpenPage) -> None:
    page = open_page("/euclid", failures=True, intercepted=True)
    # The page keeps the server's list of games: without it, there is no such game.
    expect(page.get_by_role("heading", name="Euclid's game")).to_be_visible()
    page.route("**/api/v1/**", lambda route: route.abort())
    page.goto(f"{page.url}:100.7")
    expect(page.locator("main").get_by_text("The server does not answer.")).to_be_visible()
    page.unroute("**/api/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("pre")).to_have_text("100 and 7")


def test_without_a_server_undo_says_why_it_cannot(open_page: OpenPage) -> None:
    page = open_page("/euclid:100.7/13", failures=True, intercepted=True)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
    page.route("**/api/v1/position?*", lambda route: route.abort())
    page.keyboard.press("u")
    expect(page.locator(".error-note")).to_contain_text("so you cannot take the move back.")
    at(page, "/euclid:100.7/13")


@pytest.mark.everyday
def test_a_whole_game(open_page: OpenPage) -> None:
    page = open_page("/euclid:100.7")
    expect(page.locator(".picture svg title")).to_have_text("100 and 7")
    expect(page.locator("pre")).to_have_text("100 and 7")
    buttons = page.get_by_role("list", name="Legal moves").get_by_role("button")
    expect(buttons).to_have_text([str(k) for k in range(1, 15)])
    expect(page.locator(".plain-turn")).to_have_text("It is player 1\u2019s turn.")
    page.get_by_role("button", name="Hint: an idea").click()
    expect(page.locator(".clues li")).to_have_text(["There are 14 legal moves; think of what each leaves."])
    page.keyboard.press("h")
    expect(page.locator(".clues li").last).to_have_text("It is among these: 12, 13, and 14.")
    page.keyboard.press("h")
    heard(page, "Best now: 13.")
    expect(page.get_by_text("Best value for the first player: 1")).to_contain_text("proven")
    page.get_by_role("button", name="13", exact=True).click()
    expect(page).to_have_url(re.compile(r"/euclid:100\.7/13$"))
    expect(page.locator("pre")).to_have_text("9 and 7")
    expect(page.locator(".plain-turn")).to_have_text("It is player 2\u2019s turn.")
    heard(page, "9 and 7. It is player 2\u2019s turn.")
    page.keyboard.press("u")
    expect(page.locator("pre")).to_have_text("100 and 7")
    page.keyboard.press("r")
    expect(page.locator("pre")).to_have_text("9 and 7")
    for move, board in (("1", "7 and 2"), ("2", "3 and 2"), ("1", "2 and 1"), ("2", "1 and 0")):
        page.get_by_role("list", name="Legal moves").get_by_role("button", name=move, exact=True).click()
        expect(page.locator("pre")).to_have_text(board)
    expect(page.locator(".plain-turn")).to_have_text("The game is over.")
    expect(page.locator(".stat-value")).to_have_text(["1", "0"])
    more(page, "Start again")
    expect(page.locator("pre")).to_have_text("100 and 7")


def test_more_moves_than_buttons_are_typed(open_page: OpenPage) -> None:
    page = open_page("/euclid:1000.7", failures=True)
    expect(page.get_by_text("60 of 142 moves have a button")).to_be_visible()
    for _ in range(3):
        page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="142", exact=True)).to_be_visible()
    field = page.get_by_label("Another move")
    field.fill("143")
    field.press("Enter")
    expect(page.locator(".error-note")).to_contain_text("143 is not possible in 'euclid:1000.7'")
    field.fill("141")
    field.press("Enter")
    expect(page.locator("pre")).to_have_text("13 and 7")


@pytest.mark.parametrize("path", ["/euclid:21.13/9", "/euclid:3"])
def test_a_position_that_does_not_exist_shows_a_way_out(open_page: OpenPage, path: str) -> None:
    page = open_page(path, failures=True)
    note = page.locator(".error-note")
    expect(note).to_contain_text(path[1:].partition("/")[0])
    note.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/euclid$"))


def test_what_the_server_lists_is_remembered_until_it_answers_again(open_page: OpenPage) -> None:
    page = open_page("/")
    settled(page)
    # The next answer never arrives, but the page still offers the game, which it remembers from the last visit.
    page.route("**/api/v1/games*", lambda _: None)
    page.reload()
    expect(page.get_by_role("link", name=re.compile("^Euclid's game"))).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.goto(page.url + "euclid")
    expect(page.locator("main .busy")).to_be_visible()
    expect(page.get_by_role("navigation", name="Main").get_by_role("link")).to_have_count(6)


def test_a_start_that_is_refused_can_be_mended(open_page: OpenPage) -> None:
    page = open_page("/euclid", failures=True)
    field = page.get_by_label("Position to start from")
    field.fill("12")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".error-note")).to_contain_text("should have two numbers from 1 to 1000")
    field.fill("12.5")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("pre")).to_have_text("12 and 5")


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_also_on_a_phone_in_german(open_page: OpenPage, axe: CheckPage, path: str) -> None:
    page = open_page(path, failures=True)
    settled(page)
    axe(page)
    speak(page, "de")
    resize(page, {"width": 360, "height": 740})
    assert sideways(page) <= 0
    said = spoken(page)
    # The game's own texts are in English and marked as English; all other texts are in German.
    assert not [text for text in ("Legal", "player", "Player", "turn", "Euclid", "subtract", "comes") if text in said]


def test_the_plain_page_knows_no_game() -> None:
    sources = (Path(__file__).parents[2] / "web-ui" / "src" / "pages" / "plain").glob("*")
    assert all("euclid" not in path.read_text(encoding="utf-8").lower() for path in sources)


def test_its_puzzle_of_the_day_and_its_games_to_go_on_with(open_page: OpenPage, server: str) -> None:
    page = open_page("/daily?date=2026-01-01")
    card = page.locator(".daily-puzzle").filter(has=page.get_by_role("heading", name="Euclid's game"))
    expect(card).to_contain_text("euclid:195.83")
    card.get_by_role("link", name="Play").click()
    expect(page.get_by_role("region", name="Puzzle of the day")).to_contain_text("Day 1 · medium")
    page.get_by_role("list", name="Legal moves").get_by_role("button", name="1", exact=True).click()
    expect(page.locator("pre")).to_have_text("112 and 83")
    page.goto(f"{server}/euclid")
    page.locator(".goon-link").click()
    expect(page.locator("pre")).to_have_text("112 and 83")
    while page.locator(".plain-turn").text_content() != "The game is over.":
        board = page.locator("pre").text_content() or ""
        page.get_by_role("list", name="Legal moves").get_by_role("button").last.click()
        expect(page.locator("pre")).not_to_have_text(board)
    expect(page.get_by_role("main").get_by_role("button", name="Share", exact=True)).to_be_visible()
    page.goto(f"{server}/profile")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Euclid's game"))
    expect(row.get_by_role("cell")).to_have_text(["1", "0", "0"])
