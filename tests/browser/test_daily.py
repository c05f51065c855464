"""Test the daily puzzles and the profile, as a returning user sees them."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from perfectplay.coins.coach import Coach
from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.game import game_names
from tests.browser.conftest import CheckPage, OpenPage, heard, more, settled, sideways
from tests.browser.test_sharing import share

MONDAY = "2026-11-23"
"""A day with easy puzzles: Taxman from 1 to 9, the coins 2 5 3 6 3 3, and 972 from 5 7 8 9 10 100."""
BEST = (7, 9, 6, 8)


@pytest.fixture
def on_monday(open_page: OpenPage) -> OpenPage:
    """Return a function that opens pages on a Monday with known puzzles."""

    def open_on_monday(path: str = "/daily", **options: Any) -> Page:
        page = open_page(path, now=f"{MONDAY}T10:00:00", **options)
        expect(page.locator("h1")).to_be_visible()
        return page

    return open_on_monday


def puzzle(page: Page, game: str) -> Locator:
    """Return the card that shows a game's puzzle."""
    return page.locator(".daily-puzzle").filter(has=page.get_by_role("heading", name=game, exact=True))


def strip(page: Page) -> Locator:
    return page.get_by_role("region", name="Puzzle of the day")


def follow(page: Page, name: str) -> None:
    """Open a page from the menu, which is folded during a game."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()


def copied(page: Page) -> list[str]:
    """Share the result of a puzzle, and return the copied lines, except the line of squares."""
    said, _, *others = sent(page, share(page))
    return [said, *others]


def sent(page: Page, button: Locator) -> list[str]:
    """Press a share button, and return the lines that it has copied."""
    button.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return plain(page.evaluate("navigator.clipboard.readText()")).splitlines()


def tab_to(page: Page, which: Locator) -> None:
    """Press Tab until this element has the focus."""
    expect(which).to_be_visible()
    for _ in range(80):
        if which.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("Tab never reached it")


def place(page: Page) -> str:
    """Return the position in the URL."""
    return unquote(urlsplit(page.url).path[1:])


def take(page: Page, *numbers: int) -> None:
    """Take numbers from a pot in turn."""
    for number in numbers:
        page.locator(f'.tiles-grid [data-number="{number}"]').click()
        expect(page.locator(f'.tiles-grid [data-number="{number}"]')).to_have_class(re.compile(r"\btake\b"))


def play_out(page: Page) -> None:
    """Take the largest legal number until none is left."""
    expect(page.locator(".tiles-grid .legal").first).to_be_visible()
    while page.locator(".tiles-grid .legal").count():
        take(page, int(page.locator(".tiles-grid .legal").last.get_attribute("data-number") or 0))


def plain(text: str) -> str:
    """Replace no-break and thin spaces with ordinary spaces."""
    return re.sub("[\u00a0\u2009\u202f]", " ", text)


def kept(page: Page) -> dict[str, object]:
    """Return the profile that the browser keeps."""
    found: dict[str, object] = json.loads(page.evaluate("localStorage.getItem('perfectplay.profile') ?? '{}'"))
    return found


def noted(page: Page, games: int) -> None:
    """Wait until the browser has stored this number of results: it may store a result a moment after the last move."""
    found = "JSON.parse(localStorage.getItem('perfectplay.profile')).games.filter(one => one.outcome).length"
    page.wait_for_function(f"games => {found} === games", arg=games)


# -- puzzles of the day ------------------------------------------------------------------------------------------------


def test_the_pot_of_the_day_by_keyboard_alone(on_monday: OpenPage) -> None:
    page = on_monday("/")
    tab_to(page, page.get_by_role("link", name="Today’s puzzles"))  # noqa: RUF001  # a sign that the pages print
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Puzzles of the day")).to_be_focused()
    expect(page.locator("h1 + .lead")).to_have_text(re.compile(r"Monday,?\s23\sNovember\s2026\s·\sDay\s327\s·\seasy"))
    card = puzzle(page, "Taxman")
    expect(card).to_contain_text("Not played yet")
    tab_to(page, card.get_by_role("link", name="Play"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/taxman:9?daily={MONDAY}")
    expect(strip(page)).to_contain_text("Day 327 · easy")
    tab_to(page, page.locator('.tiles-grid [tabindex="0"]'))
    for number in BEST:
        tile = page.locator(f'.tiles-grid [data-number="{number}"]')
        page.keyboard.press("Home")
        for _ in range(number - 1):
            page.keyboard.press("ArrowRight")
        expect(tile).to_be_focused()
        page.keyboard.press("Enter")
        expect(tile).to_have_class(re.compile(r"\btake\b"))
    heard(page, "You have finished the puzzle of the day: 30/30 ★ perfect, ✓\u00a0proven.")
    expect(strip(page)).to_contain_text("30/30 ★ perfect, ✓ proven")
    links = page.locator(".result-card").get_by_role("link")
    expect(links).to_have_text(["proven", "Why is 30 the most?", "Next puzzle of the day: Coins"])
    tab_to(page, share(page))
    page.keyboard.press("Enter")
    expect(page.locator(".result-card").get_by_role("button", name="Copied")).to_be_visible()
    assert plain(page.evaluate("navigator.clipboard.readText()")).splitlines()[:3] == [
        "Taxman 9: 30/30 ★ perfect, ✓ proven",
        "🟨🟨🟨🟨🟨🟨🟨🟥🟥🟥",
        "perfectplay · Day 327 · 23 November 2026 · easy",
    ]
    tab_to(page, strip(page).get_by_role("link", name="Day 327"))
    page.keyboard.press("Enter")
    expect(card).to_contain_text("30/30")
    expect(page.get_by_role("link", name="23 November: 1 puzzle done")).to_have_attribute("aria-current", "date")
    # Once all puzzles are done, there is a single card for the day.
    everything = "all.days[day] = Object.fromEntries(games.map((game) => [game, all.days[day].taxman]))"
    page.evaluate(
        "([day, games]) => { const all = JSON.parse(localStorage['perfectplay.profile']);"
        f"{everything}; localStorage['perfectplay.profile'] = JSON.stringify(all); }}",
        [MONDAY, ["taxman", "coins", "pursuit", "factorgame"]],
    )
    page.reload()
    page.set_viewport_size({"width": 390, "height": 844})
    whole = page.get_by_role("button", name="Share the whole day")
    expect(whole).to_be_in_viewport(ratio=1)
    heading, first, *_, address = sent(page, whole)
    assert heading == "perfectplay · Day 327 · 23 November 2026"
    assert first.startswith("Taxman 9: ")
    assert address.endswith(f"/daily?date={MONDAY}")


def test_the_deal_of_the_day_by_touch(on_monday: OpenPage) -> None:
    page = on_monday(width=360, height=640)
    puzzle(page, "Pursuit").get_by_role("link", name="Play").tap()
    cards = page.get_by_role("group", name="Numbers on the table")
    signs = page.get_by_role("group", name="Signs")
    for one, sign, other in (("100", "plus", "8"), ("108", "times", "9")):
        for button in (
            cards.get_by_role("button", name=re.compile(rf"^{one}\b")),
            signs.get_by_role("button", name=sign, exact=True),
            cards.get_by_role("button", name=re.compile(rf"^{other}\b")),
        ):
            if button.get_attribute("aria-pressed") != "true":
                button.tap()
    expect(strip(page)).to_contain_text("Hit in 2 steps ★")
    assert sideways(page) <= 0
    assert copied(page)[:2] == [
        "972 from 5 7 8 9 10 100: Hit in 2 steps ★",
        "perfectplay · Day 327 · 23 November 2026 · easy",
    ]
    strip(page).get_by_role("link", name="Day 327").tap()
    expect(puzzle(page, "Pursuit")).to_contain_text("Hit in 2 steps")
    assert sideways(page) <= 0


def test_the_row_of_the_day_against_a_perfect_opponent(on_monday: OpenPage) -> None:
    page = on_monday()
    puzzle(page, "Coins").get_by_role("link", name="Play").click()
    page.wait_for_url("**/coins:*")
    for move in range(3):
        page.wait_for_function("count => (location.pathname.split('/')[2] ?? '').length === count", arg=2 * move)
        expect(page.locator(".two-turn", has_text="Your turn.")).to_be_visible()
        best = Coach(CoinsPosition.from_id(place(page))).best_moves[0]
        ends = page.locator(".coins-take")
        (ends.first if best == "L" else ends.last).click()
    expect(strip(page)).to_contain_text(re.compile(r"Margin (\d+) of \1 ★\sno mistake"))
    # The stored game includes the opponent's last move.
    assert [game["id"] for game in kept(page)["games"]] == [place(page)]  # type: ignore[attr-defined]  # a list


def test_a_puzzle_for_two_is_played_against_a_perfect_opponent(open_page: OpenPage, server: str) -> None:
    page = open_page("/lab")
    page.clock.set_fixed_time(f"{MONDAY}T10:00:00")
    page.goto(f"{server}/daily")
    expect(page.locator(".daily-puzzle").get_by_role("link")).to_have_count(len(game_names()))
    expect(puzzle(page, "Coins").get_by_role("link")).to_have_attribute("href", re.compile("vs=perfect"))


@pytest.mark.everyday
def test_a_game_under_way_is_gone_on_with(on_monday: OpenPage) -> None:
    page = on_monday(f"/taxman:9?daily={MONDAY}")
    take(page, 7)
    follow(page, "Today")
    card = puzzle(page, "Taxman")
    expect(card).to_contain_text("Begun")
    card.get_by_role("link", name="Go on").click()
    page.wait_for_url(f"**/taxman:9/7?daily={MONDAY}")
    take(page, *BEST[1:])
    expect(strip(page)).to_contain_text("30/30")
    assert len(kept(page)["games"]) == 1  # type: ignore[arg-type]  # a list


def test_a_result_is_shared_from_the_page_of_its_day(on_monday: OpenPage, server: str) -> None:
    page = on_monday(f"/taxman:9?daily={MONDAY}")
    take(page, *BEST)
    expect(strip(page)).to_contain_text("30/30")
    page.goto(f"{server}/daily?date={MONDAY}")
    assert sent(page, puzzle(page, "Taxman").get_by_role("button")) == [
        "Taxman 9: 30/30 ★ perfect, ✓ proven",
        "perfectplay · Day 327 · 23 November 2026 · easy",
        f"{server}/taxman:9?daily={MONDAY}",
    ]


def test_an_earlier_day_is_made_up_for(on_monday: OpenPage) -> None:
    page = on_monday()
    page.get_by_role("button", name="Previous month").click()
    page.get_by_role("link", name="5 October: 0 puzzles done", exact=True).click()
    page.wait_for_url("**/daily?date=2026-10-05")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles of an earlier day")
    expect(page.locator("h1 + .lead")).to_contain_text(re.compile(r"Monday,?\s5\sOctober\s2026\s·\sDay\s278\s·\seasy"))
    play = puzzle(page, "Taxman").get_by_role("link", name="Play")
    play.click()
    play_out(page)
    expect(strip(page)).to_contain_text("✓ proven")
    strip(page).get_by_role("link", name="Day 278").click()
    expect(page.get_by_role("link", name="5 October: 1 puzzle done", exact=True)).to_be_visible()
    # A streak counts only days on which that day's puzzle was finished, and a streak of 0 is not shown.
    expect(page.locator("dl.stats")).to_have_count(0)


@pytest.mark.everyday
def test_the_result_is_shared_where_it_is_shown(on_monday: OpenPage) -> None:
    page = on_monday(f"/taxman:9?daily={MONDAY}", width=390, height=844)
    take(page, *BEST)
    expect(share(page)).to_be_in_viewport(ratio=1)


BEYOND = """() => [...document.querySelectorAll(".thumb")].flatMap((thumb) => {
    const room = thumb.getBoundingClientRect();
    return [...thumb.querySelectorAll("div > *")].filter((piece) => {
        const { top, bottom, left, right } = piece.getBoundingClientRect();
        return top < room.top - 1 || bottom > room.bottom + 1 || left < room.left - 1 || right > room.right + 1;
    }).map(({ textContent }) => textContent);
})"""
"""Lists the texts of pieces that extend beyond the edges of their small picture."""


@pytest.mark.parametrize("path", ["/daily?date=2026-11-28", "/coins/levels", "/pursuit/levels", "/taxman/levels"])
def test_small_pictures_hold_their_pieces(open_page: OpenPage, path: str) -> None:
    page = open_page(path, width=390, height=844)
    expect(page.locator(".thumb").first).to_be_visible()
    assert page.evaluate(BEYOND) == []


def test_the_large_puzzle_shows_its_numbers(open_page: OpenPage) -> None:
    for width, height in ((1280, 800), (360, 640)):  # the pot of this Sunday has 71 numbers
        page = open_page("/daily", now="2026-11-29T10:00:00", width=width, height=height)
        expect(page.locator(".hero").get_by_text("71", exact=True)).to_be_visible()


def test_a_first_visit_meets_no_zeros(on_monday: OpenPage, server: str) -> None:
    page = on_monday()
    expect(page.locator(".daily-puzzle")).to_have_count(len(game_names()))
    # The next puzzle is shown large, and no text appears twice.
    expect(page.locator(".daily-puzzle.hero").get_by_role("heading")).to_have_text("Taxman")
    expect(puzzle(page, "Coins").locator(".coins-coin")).to_have_text(["2", "5", "3", "6", "3", "3"])
    expect(puzzle(page, "Coins").get_by_text("Coins 2 5 3 6 3 3")).to_have_class("visually-hidden")
    # A board on a small card would be illegible, so the card shows the game's emblem.
    expect(puzzle(page, "Factor game").locator(".emblem")).to_be_visible()
    expect(puzzle(page, "Factor game").locator(".thumb")).to_have_count(0)
    expect(page.get_by_role("heading", name="Your streak")).to_have_count(0)
    page.goto(f"{server}/profile")
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Save as a file")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(re.compile(r"\b0\b"))
    expect(page.locator("main table, .star-cell")).to_have_count(0)


def test_streaks_grow_from_day_to_day(on_monday: OpenPage, server: str) -> None:
    page = on_monday(f"/taxman:9?daily={MONDAY}")
    take(page, *BEST)
    expect(strip(page)).to_contain_text("30/30")
    page.clock.set_fixed_time("2026-11-24T23:59:00")
    page.goto(f"{server}/daily")
    streak = page.locator("section").filter(has=page.get_by_role("heading", name="Your streak"))
    expect(streak).to_contain_text(re.compile(r"Now\s*1"))
    puzzle(page, "Taxman").get_by_role("link", name="Play").click()
    expect(strip(page)).to_contain_text("Day 328")
    play_out(page)
    expect(strip(page)).to_contain_text("proven")
    page.goto(f"{server}/daily")
    expect(streak).to_contain_text(re.compile(r"Now\s*2"))


def test_a_day_without_puzzles(on_monday: OpenPage, server: str) -> None:
    page = on_monday()
    for date in ("2026-11-24", "2025-12-31", "yesterday", "2026-02-30"):
        page.goto(f"{server}/daily?date={date}")
        alert = page.get_by_role("main").get_by_role("alert")
        expect(alert).to_contain_text(f"There are no puzzles for “{date}”.")
        expect(puzzle(page, "Taxman")).to_contain_text("Taxman 9")


def test_an_address_that_only_claims_to_be_of_a_day(on_monday: OpenPage, server: str) -> None:
    page = on_monday()
    for path in ("/taxman:10?daily=2026-11-23", "/taxman:9?daily=2026-11-30", "/taxman:9?daily=x"):
        page.evaluate("localStorage.clear()")
        page.goto(server + path)
        play_out(page)
        noted(page, 1)
        follow(page, "Today")
        expect(puzzle(page, "Taxman")).to_contain_text("Not played yet")
        assert kept(page)["days"] == {}


# -- unfinished games --------------------------------------------------------------------------------------------------


def offered(page: Page) -> list[str]:
    """Return the links to unfinished games on a page."""
    expect(page.get_by_role("heading", name="Go on with a game")).to_be_visible()
    links = page.locator(".goon-link")
    return [unquote(links.nth(i).get_attribute("href") or "") for i in range(links.count())]


def test_a_link_that_is_opened_never_overwrites_ones_own_game(open_page: OpenPage, server: str) -> None:
    page = open_page("/taxman:20")
    take(page, 19, 9)
    # Opening a link to the same pot does not replace the user's own game; a move after that adds a second game.
    page.goto(f"{server}/taxman:20/19.9.15")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.goto(f"{server}/taxman")
    assert offered(page) == ["/taxman:20/19.9"]
    page.goto(f"{server}/taxman:20/17.9")
    take(page, 20)
    page.goto(f"{server}/taxman")
    assert offered(page) == ["/taxman:20/17.9.20", "/taxman:20/19.9"]
    page.locator(".goon-link").last.click()
    page.wait_for_url("**/taxman:20/19.9")
    take(page, 15)
    page.goto(f"{server}/taxman")
    assert offered(page) == ["/taxman:20/19.9.15", "/taxman:20/17.9.20"]


def test_undo_and_the_back_button_lose_nothing(open_page: OpenPage, server: str) -> None:
    page = open_page("/taxman:20")
    take(page, 19, 9)
    more(page, "Start again")
    page.wait_for_url("**/taxman:20")
    page.go_back()
    page.go_back()
    page.wait_for_url("**/taxman:20/19")
    page.goto(f"{server}/taxman")
    assert offered(page) == ["/taxman:20/19.9"]
    # A move from an earlier position continues the same game, but a move from the start begins another game.
    page.go_back()
    take(page, 14)
    page.goto(f"{server}/taxman:20")
    take(page, 17)
    page.goto(f"{server}/taxman")
    assert offered(page) == ["/taxman:20/17", "/taxman:20/19.14"]


def test_every_game_can_be_gone_on_with_until_it_is_finished(open_page: OpenPage, server: str) -> None:
    page = open_page("/coins:5.1.1.5?vs=greedy&first=them")
    # The opponent has begun, but the page offers to continue the game only after the player's first move.
    page.wait_for_url("**/coins:5.1.1.5/L?*")
    page.goto(f"{server}/coins")
    expect(page.locator(".goon-link")).to_have_count(0)
    page.goto(f"{server}/coins:5.1.1.5/L?vs=greedy&first=them")
    page.locator(".coins-take").last.click()
    page.wait_for_function("() => ['/LRL', '/LRR'].some((end) => location.pathname.endsWith(end))")
    expect(page.locator(".two-turn", has_text="Your turn.")).to_be_visible()
    at = place(page)
    page.goto(f"{server}/coins")
    assert offered(page) == [f"/{at}?vs=greedy&first=them"]
    page.goto(f"{server}/pursuit:3.6.9.10.50.100:951/100a6")
    group = page.get_by_role("group", name="Numbers on the table")
    group.get_by_role("button", name=re.compile("^106")).click()
    page.get_by_role("group", name="Signs").get_by_role("button", name="times", exact=True).click()
    group.get_by_role("button", name=re.compile(r"^9\b")).click()
    page.wait_for_url("**/100a6.106m9")
    page.goto(f"{server}/pursuit")
    assert offered(page) == ["/pursuit:3.6.9.10.50.100:951/100a6.106m9"]
    page.goto(f"{server}/profile")
    assert len(offered(page)) == 2
    page.get_by_role("button", name=re.compile("^Take Coins")).click()
    expect(page.locator(".goon-link")).to_have_count(1)
    page.locator(".goon-link").click()
    group.get_by_role("button", name=re.compile("^954")).click()
    page.get_by_role("group", name="Signs").get_by_role("button", name="minus", exact=True).click()
    group.get_by_role("button", name=re.compile(r"^3\b")).click()
    expect(page.get_by_role("heading", name="You have hit 951")).to_be_visible()
    page.goto(f"{server}/profile")
    expect(page.get_by_role("cell", name="Hit in 3 steps ★")).to_be_visible()
    expect(page.locator(".goon-link")).to_have_count(0)


# -- the profile -------------------------------------------------------------------------------------------------------


def test_the_profile_shows_what_was_played(open_page: OpenPage, server: str) -> None:
    page = open_page("/taxman:9")
    take(page, *BEST)
    noted(page, 1)
    page.goto(f"{server}/taxman:6")
    take(page, 6)
    noted(page, 2)
    page.goto(f"{server}/profile")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Taxman"))
    expect(row.get_by_role("cell")).to_have_text(["2", "1", "1"])
    pots = page.get_by_role("region", name="Taxman: every pot")
    expect(pots.get_by_role("link", name="9: 30, perfect", exact=True)).to_contain_text("★")
    expect(pots.get_by_role("link", name="6: played, 6 of 15")).to_contain_text("·")
    expect(pots.get_by_role("link", name="10: not played yet")).to_have_attribute("href", "/taxman:10")
    history = page.get_by_role("region", name="Finished games")
    expect(history.get_by_role("row")).to_have_count(3)
    expect(history.get_by_role("row").nth(1)).to_contain_text("6/15")


def test_export_delete_and_import_give_the_same(open_page: OpenPage, server: str, tmp_path: Path) -> None:
    page = open_page("/taxman:9")
    take(page, *BEST)
    noted(page, 1)
    page.goto(f"{server}/taxman:20")
    take(page, 19)
    page.goto(f"{server}/profile")
    expect(page.locator(".goon-link")).to_have_count(1)
    before = kept(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert re.fullmatch(r"perfectplay-profile-\d{4}-\d{2}-\d{2}\.json", saved.value.suggested_filename)
    file = tmp_path / "profile.json"
    file.write_bytes(Path(saved.value.path()).read_bytes())
    assert json.loads(file.read_text(encoding="utf-8")) == before
    # First, choose "Keep" in the dialog, which changes nothing.
    page.get_by_role("button", name="Delete everything").click()
    dialog = page.get_by_role("dialog", name="Delete everything?")
    dialog.get_by_role("button", name="Keep").click()
    assert kept(page) == before
    page.get_by_role("button", name="Delete everything").click()
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("main").get_by_text("Everything has been deleted.")).to_be_visible()
    expect(page.locator(".goon-link")).to_have_count(0)
    assert kept(page) == {}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("main").get_by_text("profile.json has been added.")).to_be_visible()
    expect(page.get_by_role("link", name="9: 30, perfect", exact=True)).to_be_visible()
    assert kept(page) == before


def test_a_bad_file_gets_one_sentence_and_nothing_is_lost(open_page: OpenPage, server: str, tmp_path: Path) -> None:
    page = open_page("/taxman:20")
    take(page, 19)
    page.goto(f"{server}/profile")
    expect(page.locator(".goon-link")).to_have_count(1)
    before = kept(page)
    file = tmp_path / "holiday.json"
    for content in (b"", b"{", b"\xff\xfe\x00", b'{"version": 1, "games": [{"id": "javascript:alert(1)"}]}'):
        file.write_bytes(content)
        page.locator("input[type=file]").set_input_files(file)
        alert = page.get_by_role("main").get_by_role("alert")
        expect(alert).to_contain_text("holiday.json is not a file that was saved here, so nothing has changed.")
        assert kept(page) == before
        alert.get_by_role("button", name="Close").click()
        expect(alert).to_have_count(0)


def test_a_browser_that_keeps_nothing_lets_one_play(open_page: OpenPage, server: str) -> None:
    page = open_page("/lab")
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }")
    page.goto(f"{server}/taxman:9")
    take(page, *BEST)
    expect(page.locator(".result-card")).to_contain_text("perfect")
    follow(page, "Profile")
    expect(page.get_by_text("they last until you close this page")).to_be_visible()
    expect(page.get_by_role("link", name="9: 30, perfect", exact=True)).to_be_visible()


def test_two_tabs_keep_one_profile(open_page: OpenPage, server: str) -> None:
    page = open_page("/profile")
    other = page.context.new_page()
    other.goto(f"{server}/taxman:9")
    take(other, *BEST)
    expect(page.get_by_role("link", name="9: 30, perfect", exact=True)).to_be_visible()


def test_axe_finds_nothing_in_a_profile_with_games(open_page: OpenPage, axe: CheckPage, server: str) -> None:
    page = open_page("/taxman:20?daily=2026-01-05")
    take(page, 19, 14, 10, 15, 20, 12, 18, 16)
    expect(strip(page)).to_contain_text("124/124")
    axe(page)
    page.goto(f"{server}/daily?date=2026-01-05")
    expect(puzzle(page, "Taxman")).to_contain_text("124/124")
    axe(page)
    page.goto(f"{server}/taxman:6")
    take(page, 6)
    page.goto(f"{server}/taxman:7")
    take(page, 7)
    for path in ("/", "/taxman", "/profile", "/daily?date=2026-01-05"):
        page.goto(server + path)
        settled(page)
        axe(page)
