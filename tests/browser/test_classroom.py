"""Test pages for teachers: guided positions, the triangle, full screen, links with switches, notes and sheets."""

import json
import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from perfectplay.core.game import game_parts
from perfectplay.core.teaching.lessons import lessons
from tests.browser.conftest import QUIET, CheckPage, OpenPage, heard, more, sideways, speak, tile

GAMES = list(game_parts("lessons"))
BOARDS = {
    "taxman": "/taxman:20",
    "coins": "/coins:5.1.1.5.1.2.2.1",
    "pursuit": "/pursuit:3.6.9.10.50.100:951",
    "factorgame": "/factorgame:30",
}


def try_move(page: Page, game: str, position: str, move: str) -> None:
    """Make a move on the board of a guided position as a pupil would."""
    if game in {"taxman", "factorgame"}:
        tile(page, int(move)).click()
    elif game == "coins":
        page.keyboard.press(move.lower())
    else:
        left, sign, right = re.split(r"([-+*/])", move)
        numbers = position.split(":")[1].split(".")
        cards = page.locator("[data-card]")
        # The page remembers earlier choices, so clear them first.
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        cards.nth(numbers.index(left)).click()
        page.locator(".pursuit-operator").nth("+-*/".index(sign)).click()
        cards.nth(numbers.index(right)).click()


# -- guided positions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_all_guided_positions_of_a_game(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/learn?game={game}")
    verdict = page.locator(".learn-verdict")
    for at, one in enumerate(lessons(game)):
        expect(page.get_by_text(f"Position {at + 1} of 10")).to_be_visible()
        expect(page.get_by_text("The idea appears after your first try.")).to_be_visible()
        expect(page.locator("[data-number], .coins-take, [data-card]").first).to_be_visible()
        try_move(page, game, one.position, one.tempting)
        cost = str(one.costs[one.tempting])
        expect(verdict).to_contain_text(re.compile(rf"\b{cost}\b"))
        expect(page.get_by_role("heading", name="The idea")).to_be_visible()
        expect(page.locator(".learn-result")).to_contain_text("Read the idea, and try another move.")
        # Undo takes the move back immediately.
        page.get_by_role("button", name="Undo").click()
        try_move(page, game, one.position, one.move)
        expect(verdict).to_have_text("Right: nothing is better.")
        expect(page.get_by_text(f"{at + 1} of 10 solved")).to_be_visible()
        if at < 9:
            page.get_by_role("link", name="Next position").click()
    expect(page.get_by_text("You have solved all ten.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("10 of 10 solved")).to_be_visible()
    page.get_by_role("button", name="Delete my progress").click()
    expect(page.get_by_text("0 of 10 solved")).to_be_visible()
    heard(page, "Your progress has been deleted.")


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_a_small_phone_shows_a_whole_lesson(open_page: OpenPage, lang: str) -> None:
    page = open_page("/learn", lang=lang, width=360, height=640)
    for game in GAMES:
        page.locator(f'.learn-games a[href*="game={game}"]').click()
        expect(page.locator(".learn-games [aria-current]")).to_have_attribute("href", re.compile(game))
        expect(page.locator(".learn-stage .game-bar")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("reduced", [False, True], ids=["moving", "calm"])
def test_a_wrong_move_is_shown_and_taken_back(open_page: OpenPage, *, reduced: bool) -> None:
    page = open_page("/learn?game=taxman", reduced_motion=reduced)
    you, taxman = (page.get_by_role("region", name=name, exact=True) for name in ("You", "Taxman"))
    tile(page, 8).click()
    # The board shows the move with arcs, the piles receive the numbers, and a message describes the move.
    expect(tile(page, 8)).to_have_class(re.compile("take"))
    expect(page.locator(".tiles-arcs path")).to_have_count(3)
    expect(taxman.locator("[data-chip]")).to_have_text(["7", "5", "4", "2", "1"])
    expect(you).to_contain_text("8")
    expect(page.locator(".stage-say")).to_contain_text("You took 8; the taxman got 1, 2, 4.")
    expect(page.locator(".stage-say")).to_contain_text("8 costs 7 points.")
    assert bool(page.locator(".stage-flyer").count()) is not reduced
    # The move is taken back, but the message is still visible.
    expect(page.locator("[data-chip]")).to_have_count(0)
    expect(page.locator(".tiles-arcs path")).to_have_count(0)
    expect(tile(page, 8)).to_have_class(re.compile("legal"))
    page.mouse.move(0, 0)
    expect(page.locator(".stage-say")).to_contain_text("8 costs 7 points.")
    # A correct move stays on the board until a key takes it back.
    tile(page, 7).click()
    expect(you.locator("[data-chip]")).to_have_text(["7"])
    page.keyboard.press("u")
    expect(page.locator("[data-chip]")).to_have_count(0)


def test_the_other_player_answers_a_wrong_move(open_page: OpenPage) -> None:
    page = open_page("/learn?game=coins&at=2")
    expect(page.locator(".coins-take")).to_have_count(2)
    page.keyboard.press("l")
    expect(page.locator(".stage-say")).to_contain_text("The perfect opponent took the 9 on the left.")
    expect(page.locator(".stage-side.theirs [data-chip]")).to_have_count(1)
    expect(page.locator("[data-chip]")).to_have_count(0)
    expect(page.locator(".coins-tag")).to_have_text(["−12", "✓"])  # noqa: RUF001  # a sign that the pages print


def test_the_way_from_home_and_another_best_move(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn with examples")
    page.get_by_role("link", name="Many divisors: wait").click()
    tile(page, 14).click()
    expect(page.locator(".learn-verdict")).to_have_text("14 is as good as the move of the idea, 15.")
    heard(page, "14 is as good as the move of the idea, 15. The idea: The 20 would cost")
    axe(page)
    page.get_by_role("link", name="Play on from here").click()
    expect(page).to_have_url(re.compile(r"/taxman:20/19\.9$"))


@pytest.mark.parametrize("game", GAMES)
def test_lessons_on_a_phone_in_the_dark(open_page: OpenPage, axe: CheckPage, game: str) -> None:
    page = open_page(f"/learn?game={game}&at=3", theme="dark", width=360, height=640, lang="de")
    one = lessons(game)[2]
    expect(page.locator("[data-number], .coins-take, [data-card]").first).to_be_visible()
    try_move(page, game, one.position, one.tempting)
    for lang in ("de", "fr"):
        if lang != "de":
            speak(page, lang)
        expect(page.locator(".learn-result.costs")).to_be_visible()
        expect(page.locator(".learn-stage.shown")).to_have_count(0)
        assert sideways(page) <= 0
        axe(page, themes=2 if lang == "de" else 0)  # no language changes the contrast


@pytest.mark.parametrize("game", GAMES)
def test_the_ten_go_on_paper(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/learn?game={game}", lang="de")
    # Count calls of `print`. Pass a function: Playwright would call a function that an expression returns.
    page.evaluate("() => { window.asked = 0; window.print = () => { window.asked += 1; }; }")
    for times, paper in enumerate(("A4", "Letter"), 1):
        page.get_by_role("button", name="Diese zehn drucken").click()
        page.wait_for_function("times => window.asked === times", arg=times)
        expect(page.locator(".sheet")).to_have_count(5)
        expect(page.locator(".sheet.questions .sheet-exercise")).to_have_count(10)
        expect(page.locator(".sheet.answers .sheet-exercise")).to_have_count(10)
        assert pages_of(page, paper) == 5
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(page.locator(".sheet")).to_have_count(0)
        assert page.evaluate("window.asked") == times


# -- the triangle --------------------------------------------------------------------------------------------------


def test_a_triangle_is_filled_in_by_keyboard(open_page: OpenPage, axe: CheckPage, server: str) -> None:
    page = open_page("/coins/triangle?coins=3.1.2.4")
    with urlopen(f"{server}/api/v1/coins/table?coins=3.1.2.4&of=A") as answer:  # noqa: S310  # our own server
        table = json.load(answer)["table"]
    cell = page.locator('[data-cell="0-2"]')
    cell.click()
    page.keyboard.type("9")
    expect(cell).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".fill-cell.wrong .fill-sign")).to_have_text("✗")
    heard(page, "9 is not right.")
    page.keyboard.press("h")
    expect(page.locator(".fill-hint")).to_have_text(
        "First player\u2019s move: compare 3 + the cell of 1 with 1 + the cell of 3, and write the larger."
    )
    sources = page.locator(".fill-cell.source input")
    assert sources.evaluate_all("cells => cells.map((cell) => cell.dataset.cell)") == ["0-1", "1-1"]
    axe(page)
    # Go down to the first coin, fill in each cell, and press Enter to go to the next one.
    page.keyboard.press("ArrowDown")
    for length in range(1, 5):
        for first in range(5 - length):
            here = page.locator(f'[data-cell="{first}-{length}"]')
            expect(here).to_be_focused()
            page.keyboard.type(str(table[first][length - 1]))
            expect(here).to_have_attribute("aria-invalid", "false")
            page.keyboard.press("Enter")
    heard(page, "The triangle is right: the first player gets 6, the second 4.")
    expect(page.locator(".fill .chip.good")).to_be_visible()
    assert page.locator(".fill-cell.right").count() == 10
    page.get_by_role("button", name="Empty the cells").click()
    expect(page.get_by_text("0 of 10 cells are right")).to_be_visible()


def test_the_row_of_a_triangle_can_be_chosen(open_page: OpenPage) -> None:
    page = open_page("/coins/triangle?coins=1.x")
    expect(page.get_by_text("“1.x” is not such a row.")).to_be_visible()
    field = page.get_by_role("textbox", name="Row of coins")
    field.fill("2 4 6 8 1 3 5 7")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"coins=2\.4\.6\.8\.1\.3\.5\.7$"))
    expect(page.locator("[data-cell]")).to_have_count(36)
    page.get_by_role("combobox", name="Coins from left to right").select_option("5")
    page.get_by_role("button", name="Another row of 5").click()
    expect(page.locator("[data-cell]")).to_have_count(15)


def test_eight_coins_fit_on_a_phone(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/coins/triangle?coins=99.98.97.96.95.94.93.92", theme="dark", width=360, height=640, lang="de")
    expect(page.locator("[data-cell]")).to_have_count(36)
    page.locator('[data-cell="0-8"]').fill("382")
    expect(page.locator(".fill-cell.right, .fill-cell.wrong")).to_have_count(1)
    assert sideways(page) <= 0
    axe(page)


# -- full screen ---------------------------------------------------------------------------------------------------


def filled(page: Page) -> float:
    """Return the fraction of the screen that the board covers."""
    box = page.locator(".projector-board > *").first.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    return box["width"] * box["height"] / (size["width"] * size["height"])


@pytest.mark.parametrize("game", GAMES)
def test_a_board_fills_the_screen(open_page: OpenPage, axe: CheckPage, game: str) -> None:
    page = open_page(f"{BOARDS[game]}?projector=1", width=1920, height=1080)
    sizes: tuple[ViewportSize, ...] = ({"width": 1920, "height": 1080}, {"width": 1024, "height": 768})
    for size in sizes:
        page.set_viewport_size(size)
        expect(page.locator(".projector-scores")).to_be_visible()
        page.evaluate(QUIET)
        assert filled(page) >= 0.75
        assert sideways(page) <= 0
        expect(page.locator(".projector-board button").first).to_be_in_viewport(ratio=1)
        # The rest of the page is hidden.
        expect(page.locator("h1")).to_be_hidden()
        expect(page.get_by_role("button", name="Undo")).to_be_hidden()
        axe(page)
    page.keyboard.press("Escape")
    expect(page.locator("h1")).to_be_visible()
    expect(page).not_to_have_url(re.compile("projector"))
    page.keyboard.press("p")
    expect(page.locator(".projector-board")).to_be_visible()
    expect(page).to_have_url(re.compile("projector=1"))
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.parametrize(("n", "aspect"), [(7, 16 / 9), (30, 4 / 3), (100, 16 / 10), (300, 16 / 9)])
def test_every_tile_is_on_the_screen(open_page: OpenPage, n: int, aspect: float) -> None:
    page = open_page(f"/taxman:{n}?projector=1", width=round(900 * aspect), height=900)
    expect(tile(page, n)).to_be_visible()
    assert filled(page) >= 0.75
    spills = page.locator(".tiles-grid > .tiles-tile").evaluate_all(
        """tiles => tiles.filter((tile) => {
            const [outer, inner] = [tile, tile.querySelector("b")].map((one) => one.getBoundingClientRect());
            return inner.width > outer.width || inner.height > outer.height || outer.bottom > innerHeight;
        }).length"""
    )
    assert spills == 0


def test_one_plays_on_the_whole_screen(open_page: OpenPage) -> None:
    page = open_page("/taxman:20?projector=1", width=1920, height=1080)
    tile(page, 19).click()
    expect(page.locator(".projector-said")).to_contain_text("You took 19; the taxman got 1.")
    expect(page.locator(".projector-scores")).to_contain_text("You 19")
    expect(page).to_have_url(re.compile(r"/taxman:20/19\?projector=1$"))
    heard(page, "You took 19")
    page.keyboard.press("u")
    expect(page.locator(".projector-scores")).to_contain_text("You 0")


def test_a_round_of_a_match_fills_the_screen(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/pursuit/match", width=1024, height=768)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator(".duel-large button").nth(2).click()
    expect(page.locator("[data-card]")).to_have_count(6)
    page.keyboard.press("p")
    scores = page.locator(".projector-scores")
    expect(scores).to_contain_text(re.compile(r"Target \d+.*Time 0:[0-3]\d"))
    assert filled(page) >= 0.7
    axe(page)
    page.get_by_role("button", name="Declare").last.click()
    # The page asks what to declare.
    expect(page.get_by_role("heading", name="What do you declare?")).to_be_visible()


# -- switches ------------------------------------------------------------------------------------------------------


def test_a_teacher_makes_a_link_and_a_pupil_follows_it(open_page: OpenPage, axe: CheckPage, server: str) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Teach", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Taxman").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_label("Link for the class")).to_have_value(f"{server}/taxman:20?hints=off")
    page.get_by_role("combobox", name="Everybody plays").select_option("Taxman 12")
    page.get_by_label("Show what a move costs before it is made").uncheck()
    page.get_by_label("Show the best possible score").uncheck()
    page.get_by_role("button", name="Copy").click()
    heard(page, "Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.removeprefix(server) == "/taxman:12?hints=off&previews=off&best=off"

    pupil = open_page(link.removeprefix(server))
    expect(pupil.locator(".switch-notice")).to_have_text(
        "This link sets: no cost shown before a move, no best score, and no hints."
    )
    tile(pupil, 10).hover()
    expect(pupil.locator(".tiles-ticket")).to_have_text("10: can be taken.")
    assert "taxman gets" not in (tile(pupil, 10).get_attribute("aria-label") or "")
    expect(pupil.get_by_role("button", name="Hint")).to_have_count(0)
    expect(pupil.locator(".taxman-best")).to_have_count(0)
    expect(pupil.get_by_text("Other games")).to_have_count(0)
    axe(pupil)
    tile(pupil, 11).click()
    expect(pupil).to_have_url(re.compile(r"/taxman:12/11\?hints=off&previews=off&best=off$"))
    for number in (9, 10, 8, 12):
        tile(pupil, number).click()
        expect(tile(pupil, number)).to_have_class(re.compile("take"))
    expect(pupil.locator(".result-card")).to_be_visible()
    expect(pupil.get_by_role("button", name="Show a best game")).to_have_count(0)
    # A new game keeps the switches.
    more(pupil, "New game")
    expect(pupil).to_have_url(re.compile(r"/taxman\?hints=off&previews=off&best=off$"))
    expect(pupil.locator(".switch-notice")).to_be_visible()


def test_a_link_can_be_made_where_one_shares(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/coins:3.9.1.2?hints=full")
    more(page, "Share")
    page.get_by_text("A link for a class").click()
    expect(page.get_by_role("combobox", name="Hints")).to_have_value("full")
    page.get_by_label("Open with the board filling the screen").check()
    expect(page.get_by_label("Link for the class")).to_have_value(re.compile(r"\?hints=full&projector=1$"))
    axe(page)


def test_coins_and_pursuit_leave_out_what_a_link_says(open_page: OpenPage) -> None:
    page = open_page("/coins:3.9.1.2?previews=off")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("checkbox")).to_have_count(1)
    expect(page.locator(".coins-triangle")).to_have_count(0)
    page = open_page("/pursuit:3.6.9.10.50.100:951?best=off&hints=off")
    expect(page.locator("[data-card]")).to_have_count(6)
    expect(page.locator(".pursuit-answers")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)


def test_a_pupil_finds_the_divisors_by_keyboard(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/taxman:12?divisors=you")
    tile(page, 12).focus()
    page.keyboard.press("Enter")
    heard(page, "You take 12. Mark every number that goes to the taxman, then check.")
    for number in (1, 2, 3, 5):
        tile(page, number).focus()
        page.keyboard.press("Enter")
    heard(page, "5 is marked.")
    expect(page.locator(".tiles-ticket")).to_contain_text("Marked: 1, 2, 3, 5")
    page.get_by_role("button", name="Check and take 12").click()
    heard(page, "5 does not divide 12. 2 divisors are missing still.")
    expect(page.locator(".tiles-find-wrong")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/taxman:12\?"))
    axe(page)
    for number in (5, 4, 6):
        tile(page, number).focus()
        page.keyboard.press("Enter")
    # Pressing the number itself also checks the marked divisors.
    tile(page, 12).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/taxman:12/12\?divisors=you$"))
    heard(page, "All divisors found.")
    tile(page, 10).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Check and take 10")).to_have_count(0)


def test_the_rest_goes_to_the_taxman_at_the_end(open_page: OpenPage) -> None:
    page = open_page("/taxman:8/7?rest=end")
    expect(page).to_have_url(re.compile(r"/taxman:8~end/7\?rest=end$"))
    # The 5 can no longer be taken, but is still in the pot.
    expect(tile(page, 5)).to_have_class(re.compile("idle"))
    tile(page, 6).click()
    tile(page, 8).click()
    expect(page.locator(".result-card")).to_be_visible()
    expect(tile(page, 5)).to_have_class(re.compile("left"))


# -- lessons and sheets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_lessons_with_a_game_print_on_one_page(open_page: OpenPage, axe: CheckPage, game: str) -> None:
    page = open_page(f"/teach/{game}", theme="dark", width=390, height=844)
    for lang in ("en", "de", "fr"):
        page.emulate_media(media="screen")
        speak(page, lang)
        assert page.locator("main").inner_text().count("teach.") == 0
        axe(page, themes=2 if lang == "en" else 0)  # no language changes the contrast
        # The steps of each lesson take 45 minutes in total.
        for steps in page.locator(".teach-plan ol.stack").all():
            assert sum(int(re.sub(r"\D", "", text)) for text in steps.locator("strong").all_inner_texts()) == 45
        page.emulate_media(media="print")
        expect(page.get_by_role("combobox").filter(visible=True)).to_have_count(0)
        assert [pages_of(page, paper) for paper in ("A4", "Letter")] == [1, 1]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_lessons_lead_to_is_there(open_page: OpenPage, server: str, game: str) -> None:
    page = open_page(f"/teach/{game}")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=2)).not_to_have_count(0)
    links = main.get_by_role("link").evaluate_all(
        "links => Object.fromEntries(links.map((link) => [link.getAttribute('href'), link.textContent]))"
    )
    assert sum("&at=" in link for link in links) == 10
    boards = main.locator("select").first.locator("option").evaluate_all("all => all.map((one) => one.value)")
    for link in {**links, **dict.fromkeys(boards, "")}:
        page.goto(server + link)
        # In full screen, the buttons above the board are hidden.
        pieces = page.locator(".sheet, [data-number], .coins-coin, [data-card], main .button")
        expect(pieces.filter(visible=True).first).to_be_visible()
        if "&at=" in link:
            expect(page.locator("#learn-one")).to_have_text(links[link])


def pages_of(page: Page, paper: str) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, prefer_css_page_size=True)))


@pytest.mark.parametrize(
    "sheet",
    [
        "game=coins&kind=triangle&level=easy&count=4",
        "game=coins&kind=triangle&level=medium&count=4",
        "game=coins&kind=triangle&level=hard&count=2&seed=3",
        "game=taxman&kind=divisors&level=easy&count=2",
        "game=taxman&kind=divisors&level=hard&count=2",
        "game=taxman&kind=prices&level=easy&count=12",
        "game=taxman&kind=prices&level=medium&count=12",
        "game=taxman&kind=prices&level=hard&count=12",
    ],
)
def test_sheets_fit_on_their_pages(open_page: OpenPage, sheet: str) -> None:
    page = open_page(f"/worksheets?{sheet}", lang="de")
    expect(page.locator(".sheet").first).to_be_visible()
    for paper in ("A4", "Letter"):
        assert pages_of(page, paper) == page.locator(".sheet").count(), paper


def test_triangles_are_blank_and_their_answers_are_not(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/worksheets?game=coins")
    page.get_by_role("combobox", name="Kind").select_option("triangle")
    expect(page.locator(".sheet.questions .sheet-cell").first).to_be_visible()
    blank = page.locator(".sheet.questions .sheet-cell").all_inner_texts()
    written = page.locator(".sheet.answers .sheet-cell").all_inner_texts()
    assert len(blank) == len(written) > 0
    assert set(blank) == {""}
    assert all(text.isdecimal() for text in written)
    axe(page)


def test_divisors_are_blank_and_their_answers_are_not(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/worksheets?game=taxman")
    page.get_by_role("combobox", name="Kind").select_option("divisors")
    taken = page.locator(".sheet.questions .sheet-ledger tbody td:nth-child(2)")
    expect(taken.first).to_have_text(re.compile(r"^\d+$"))
    assert set(page.locator(".sheet.questions .sheet-ledger tbody td:nth-child(3)").all_inner_texts()) == {""}
    answer = page.locator(".sheet.answers .sheet-exercise").first.inner_text()
    assert re.search(rf"{taken.first.inner_text()} \(1\)", answer)
    axe(page)


def test_prices_are_blank_and_their_answers_are_not(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/worksheets?game=taxman&level=hard&kind=prices&count=12")
    boards = page.locator(".sheet.questions .priced")
    expect(boards).to_have_count(12)
    assert boards.last.locator("li").all_inner_texts() == [str(number) for number in range(1, 33)]
    pairs = page.locator(".sheet.questions .sheet-pairs").last.locator("li").all_inner_texts()
    assert (len(pairs), pairs[0].strip(), pairs[-1].strip()) == (45, "2 and 1", "32 and 16")
    answer = page.locator(".sheet.answers .sheet-exercise").last.inner_text()
    prices = [int(price) for price in re.findall(r"\d+: (\d+)", answer)]
    assert f"All together that is {sum(prices)}, and {sum(prices)} can be reached" in answer
    axe(page)
    # A sheet of another kind shows no prices.
    page.get_by_role("combobox", name="Kind").select_option("game")
    expect(page.locator(".sheet.questions .sheet-ledger").first).to_be_visible()
    expect(boards).to_have_count(0)
