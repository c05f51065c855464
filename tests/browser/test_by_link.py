"""Test games by link: two people send each other the URL, which is the only place where their game is stored."""

import json
import re
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckPage, OpenPage, heard, settled, sideways

Take = Callable[[Page, str], None]
SEND = re.compile("^(Send the game|Spiel schicken)$")
END = re.compile("^(Send the result|Ergebnis schicken)$")
TURN = {
    "en": ("Your turn. You are the first player.", "You are the first player; it is the second one’s turn."),  # noqa: RUF001  # a sign that the pages print
    "de": ("Du bist am Zug, als zweiter Spieler.", "Du bist der zweite Spieler; der erste ist am Zug."),
}
"""Lines that a player sees on their own turn and on the other's turn, in each player's language."""


def end_of_row(page: Page, move: str) -> None:
    ends = page.locator(".coins-take")
    (ends.first if move == "L" else ends.last).click()


def number(page: Page, move: str) -> None:
    page.locator(f'.tiles-tile[data-number="{move}"]').click()


COINS = ("coins:1.2.4.3", ["R", "L", "R", "L"], "", end_of_row)
FACTORGAME = ("factorgame:10", ["7", "9", "10", "8"], ".", number)
SAID = {
    "coins:1.2.4.3": ("Der Gegner hat die 3 rechts genommen.", "The opponent took the 1 on the left."),
    "factorgame:10": ("Der Gegner hat 7 genommen", "The opponent took 9"),
}
"""For each game, the texts about its first two moves, as the other player's page shows them."""


def sent(page: Page, name: re.Pattern[str]) -> str:
    """Press the button that sends the game, and return the URL that it copies for the other player."""
    button = page.get_by_role("button", name=name)
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    expect(page.get_by_role("button", name=re.compile("^(Copied|Kopiert)$"))).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text.splitlines()[-1]


def play(pages: Sequence[Page], address: str, moves: Sequence[str], take: Take, said: Sequence[str]) -> str:
    """Play a game to its end in two pages, which move in turn and open each other's URLs; return the last URL."""
    for at, move in enumerate(moves):
        page, lang = pages[at % 2], ("en", "de")[at % 2]
        page.goto(address)
        expect(page.locator(".two-turn")).to_have_text(TURN[lang][0])
        if at in {1, 2}:
            expect(page.locator(".two-said")).to_contain_text(said[at - 1])
        take(page, move)
        if at + 1 < len(moves):
            expect(page.locator(".two-turn")).to_have_text(TURN[lang][1])
            # Clicks on the board do nothing while the page waits for the other player's link.
            page.locator(".coins-take, .tiles-tile.legal").first.click(force=True)
            address = sent(page, SEND)
    return sent(pages[(len(moves) - 1) % 2], END)


@pytest.mark.parametrize(("start", "moves", "joint", "take"), [COINS, FACTORGAME], ids=["coins", "factorgame"])
def test_two_people_play_to_the_end(
    open_page: OpenPage, server: str, start: str, moves: list[str], joint: str, take: Take
) -> None:
    pages = (open_page("/lab"), open_page("/lab", lang="de"))
    address = play(pages, f"{server}/{start}?vs=link&first=me&hints=off", moves, take, SAID[start])
    # Hints stay off for both players, as in the first URL, and each page shows its own player's result.
    assert address == f"{server}/{start}/{joint.join(moves)}?vs=link&first=me&hints=off"
    pages[0].goto(address)
    results = [page.locator(".result-card h2").inner_text() for page in pages]
    assert [re.findall(r"\d+", result)[-2:] for result in results] == [
        list(reversed(re.findall(r"\d+", results[1])[-2:])),
        re.findall(r"\d+", results[1])[-2:],
    ]
    for page in pages:
        expect(page.get_by_role("button", name=re.compile("Hint|Tipp"))).to_have_count(0)
        # Each profile contains a single, finished game.
        page.wait_for_function("() => JSON.parse(localStorage['perfectplay.profile']).games[0].outcome !== null")
        games = json.loads(page.evaluate("localStorage['perfectplay.profile']"))["games"]
        assert [game["id"] for game in games] == [f"{start}/{joint.join(moves)}"]


def test_a_game_by_link_is_chosen_on_the_start_page(open_page: OpenPage, axe: CheckPage, server: str) -> None:
    page = open_page("/coins", width=360, height=640)
    page.get_by_label("You play against").select_option("link")
    page.locator(".coins-take").first.click()
    page.wait_for_url(re.compile(r"/coins:5[.\d]*/L\?vs=link&first=me$"))
    heard(page, "You are the first player; it is the second one’s turn.")  # noqa: RUF001  # a sign that the pages print
    settled(page)
    expect(page.get_by_role("button", name=SEND)).to_be_in_viewport(ratio=1)
    assert sideways(page) <= 0
    axe(page)
    address = sent(page, SEND)
    assert address == f"{server}{urlsplit(page.url).path}?vs=link&first=them"
    # A player can take a move back before sending it, and can continue the game later.
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".two-turn")).to_have_text(TURN["en"][0])
    page.locator(".coins-take").last.click()
    page.goto(f"{server}/coins")
    page.locator(".goon-link").first.click()
    expect(page.get_by_role("button", name=SEND)).to_be_visible()


def test_the_other_player_may_begin(open_page: OpenPage, server: str) -> None:
    page = open_page("/factorgame:10?vs=link&first=them")
    assert sent(page, SEND) == f"{server}/factorgame:10?vs=link&first=me"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/coins:1.2.4.3/LX?vs=link&first=me", "'X' cannot be played"),
        ("/coins:1.2.4.3/LLLLL?vs=link&first=me", "'coins:1.2.4.3/LLLL': the game is over"),
        ("/factorgame:10/7.7?vs=link&first=me", "7"),
        ("/coins:1.2.4.3/L?vs=link&first=you", "“first=you”"),
        ("/coins:1.2.4.3/L?vs=link", "“first=”"),
        ("/coins:1.2.4.3/L?vs=lnk&first=me", "lnk"),
    ],
)
def test_a_wrong_address_is_quoted(open_page: OpenPage, path: str, line: str) -> None:
    page = open_page(path, failures=True)
    alert = page.get_by_role("main").get_by_role("alert").first
    expect(alert).to_contain_text(line)
    expect(alert.locator("p").first).to_have_text(re.compile(r"^[^\n]{10,250}$"))
    expect(alert.get_by_role("link", name="Start a new game")).to_be_visible()


@pytest.mark.parametrize(("path", "pieces"), [("/coins:1.2.4.3", ".coins-take"), ("/factorgame:10", "[data-number]")])
def test_no_move_is_possible_where_the_address_names_no_side(open_page: OpenPage, path: str, pieces: str) -> None:
    page = open_page(f"{path}?vs=link&first=you")
    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("“first=you”")
    page.locator(pieces).last.click(force=True)
    settled(page)
    assert urlsplit(page.url).path == path
