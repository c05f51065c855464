"""Test every page: it is accessible in both themes, at any width, in every language, offline, and by keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import (
    CheckPage,
    OpenPage,
    at,
    heard,
    put_in,
    resize,
    settled,
    sideways,
    speak,
    spoken,
    tile,
)
from tests.web.test_bundle import texts

PAGES = {
    "home": "/",
    "taxman": "/taxman",
    "a game of taxman": "/taxman:30/29.25",
    "a finished game of taxman": "/taxman:10/7.9.6.8.10",
    "a large pot": "/taxman:300",
    "two games of taxman": "/taxman:20/19.9?compare=trono-4",
    "a replay of taxman": "/taxman:20?replay=best&step=3",
    "levels": "/taxman/levels",
    "prices": "/taxman/prices?n=20",
    "the factor game": "/factorgame",
    "coins": "/coins",
    "a game of coins": "/coins:5.1.1.5.1.2.2.1/LL",
    "several rows of coins": "/coins:l1.2~3.7.4~r9",
    "a finished game of coins": "/coins:5.1.1.5/LLLR?vs=greedy&seed=1",
    "pursuit": "/pursuit",
    "a round of pursuit": "/pursuit:3.6.9.10.50.100:951/100a6",
    "a match": "/pursuit/match",
    "odds": "/lab?picture=targets",
    "lab": "/lab",
    "worksheets": "/worksheets",
    "guided positions": "/learn?game=coins&at=3",
    "for teachers": "/teach",
    "lessons": "/teach/factorgame",
    "a proof": "/proof?id=taxman:99",
    "any proof": "/proof",
    "the puzzles of a day": "/daily?date=2026-01-05",
    "a puzzle of a day": "/taxman:20?daily=2026-01-05",
    "the profile": "/profile",
    "nowhere": "/nowhere",
    "a bad position": "/taxman:20/21",
}


@pytest.mark.parametrize(("path", "requests", "size"), [("/", 5, 45_000), ("/taxman:20", 8, 87_400)])
def test_a_first_visit_asks_for_little(open_page: OpenPage, path: str, requests: int, size: int) -> None:
    page = open_page(path)
    settled(page)
    sent = page.evaluate(
        "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind)).map(one => one.encodedBodySize)"
    )
    assert len(sent) <= requests
    assert 0 < sum(sent) <= size


def no_english(page: Page, lang: str) -> None:
    """Check that the page shows the translation of every text that has one."""
    assert page.locator("html").get_attribute("lang") == lang
    english, other = (texts(name) for name in ("en", lang))
    said = spoken(page)
    assert len(said) > 100
    # Without a translation, the page would show a text's key or the English sentence.
    assert [key for key in english if re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", said)] == []
    plain = [text for key, text in english.items() if isinstance(text, str) and text != other[key]]
    assert [text for text in plain if text.count(" ") >= 2 and "{" not in text and text in said] == []


SMALL = """() => [...document.querySelectorAll('button, select, input, a.button, [role=tab], [role=slider]')]
  .filter((one) => one.offsetParent !== null && !one.closest('.visually-hidden'))
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
  .map(([html]) => html)"""
"""Lists controls that are too small for a finger."""
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}


def fits_a_phone(page: Page) -> None:
    """Check that the page does not scroll sideways, and that no control is too small for a finger."""
    resize(page, PHONE)
    assert sideways(page) <= 0
    assert page.evaluate(SMALL) == []
    resize(page, DESKTOP)


@pytest.mark.everyday
def test_every_page(open_page: OpenPage, axe: CheckPage, subtests: pytest.Subtests) -> None:
    """Check all pages in German; `test_a_page_in_other_languages` checks each page more thoroughly."""
    page = open_page("/", lang="de", failures=True, touch=True)
    server = page.url.removesuffix("/")
    for name, path in PAGES.items():
        with subtests.test(name):
            page.goto(server + path)
            settled(page)
            no_english(page, "de")
            axe(page, themes=1)
            fits_a_phone(page)


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page_in_other_languages(open_page: OpenPage, axe: CheckPage, path: str) -> None:
    """Test a page in both themes and on a phone. It is loaded once: changing the language changes the whole page.

    `test_every_page` has checked the contrast of its colours in the light theme.
    """
    page = open_page(path, lang="fr", failures=True, touch=True)
    settled(page)
    no_english(page, "fr")
    axe(page, themes=0)
    fits_a_phone(page)
    put_in(page, "dark")
    speak(page, "en")
    axe(page, themes=1)
    fits_a_phone(page)


def settings(page: Page) -> None:
    """Open the settings of a game, and unfold all of them."""
    page.locator(".game-bar > .button").last.click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def shared(page: Page) -> None:
    """Open the window that shares the link of a position."""
    page.locator(".game-more > button").click()
    page.get_by_role("button", name=re.compile("^(Share|Teilen|Partager)$")).click()


STATES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "the keys": ("/", lambda page: page.keyboard.press("?")),
    "a hint of taxman": ("/taxman:12", lambda page: page.keyboard.press("h")),
    "a hint of coins": ("/coins:5.1.1.5.1.2.2.1", lambda page: page.keyboard.press("h")),
    "a hint of pursuit": ("/pursuit:3.6.9.10.50.100:951", lambda page: page.keyboard.press("h")),
    "a position to share": ("/coins:1.2.9.3", shared),
    "a refusal": ("/pursuit:3.6.9:24", lambda page: page.keyboard.press("/")),
    "all that can be chosen for Taxman": ("/taxman", settings),
    "all that can be chosen for the coins": ("/coins", settings),
    "all that can be chosen for pursuit": ("/pursuit", settings),
    "all that can be chosen for the factor game": ("/factorgame", settings),
    "all answers about a deal": (
        "/pursuit:3.6.9:24",
        lambda page: page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })"),
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing_in_a_state(open_page: OpenPage, axe: CheckPage, name: str) -> None:
    """Test each state in only one language: the tests of whole pages cover the parts that all states share."""
    path, act = STATES[name]
    page = open_page(path, lang=("en", "de", "fr")[list(STATES).index(name) % 3])
    settled(page)
    act(page)
    settled(page)
    axe(page)


@pytest.mark.parametrize("path", ["/", "/taxman:30/29.25", "/coins:5.1.1.5.1.2.2.1/LL", "/pursuit:3.6.9.10.50.100:951"])
def test_twice_as_large(open_page: OpenPage, path: str) -> None:
    """Use a window of half the size, which is the same as zooming to 200 %."""
    page = open_page(path, width=640, height=450)
    settled(page)
    assert sideways(page) <= 0


def test_the_language_can_be_chosen_and_stays(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.get_by_role("link", name="Learn").first).to_be_visible()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("link", name="Lernen").first).to_be_visible()
    page.goto(page.url + "lab")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(page.url + "?lang=en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_theme_can_be_chosen_and_stays(open_page: OpenPage) -> None:
    page = open_page("/", theme="light")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Colours").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).not_to_have_css("background-color", before)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_keys_lead_through_a_page(open_page: OpenPage) -> None:
    page = open_page("/")
    settled(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    # Tab reaches the board before the links.
    expect(page.locator("main button").first).to_be_focused()
    first = page.locator("main a").first
    first.focus()
    path = first.get_attribute("href")
    assert path is not None
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    assert page.url.endswith(path)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.everyday
def test_an_error_shows_a_way_out(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/21", failures=True)
    note = page.locator(".error-note")
    expect(note).to_contain_text("21")
    note.get_by_role("link").first.click()
    expect(page).to_have_url(page.url.partition("/taxman")[0] + "/taxman")


@pytest.mark.everyday
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_home_page_is_played_on_at_once(open_page: OpenPage, axe: CheckPage, width: int, height: int) -> None:
    """Check that Taxman from 1 to 10 fits on the first screen and asks nothing, and that no element moves."""
    page = open_page("/", width=width, height=height, failures=True, intercepted=True)
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    settled(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    board = page.get_by_role("group", name="The pot, 10 numbers")
    said, bar = page.locator(".tiles-ticket"), page.locator(".game-bar")
    box, below = board.bounding_box(), bar.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    tile(page, 1).press("Enter")
    expect(said).to_contain_text("1: cannot be taken, because none of its divisors is left.")
    for number in (7, 9, 8, 10):
        take(page, number)
    expect(page.get_by_role("heading", name="You win, 34 to 21.")).to_be_visible()
    expect(page.locator(".result-card")).to_contain_text("You were 6 short of the best, 40.")
    page.get_by_role("button", name="Play it again").click()
    # Undo takes back a single move.
    take(page, 10)
    page.get_by_role("button", name="Undo").click()
    assert (board.bounding_box(), bar.bounding_box()) == (box, below)
    for number in (7, 9, 6, 8, 10):
        take(page, number)
    expect(page.get_by_role("heading", name="A perfect game: nobody can score more.")).to_be_visible()
    heard(page, "You win, 40 to 15. A perfect game: nobody can score more.")
    axe(page)
    assert len(asked) <= 3
    assert [url for url in asked if "/static/" not in url] == []
    page.locator(".result-card").get_by_role("link", name="Play 1 to 20").click()
    expect(page).to_have_url(re.compile("/taxman:20$"))


def take(page: Page, number: int) -> None:
    """Take a number: by mouse immediately, by touch once its cost has appeared."""
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        tile(page, number).tap()
        page.get_by_role("button", name=f"Take {number}").tap()
    else:
        tile(page, number).click()
    expect(tile(page, number)).to_have_class(re.compile(r"\btake\b"))


WORDS = r"() => document.body.innerText.split(/\s+/).filter((one) => /\p{L}/u.test(one)).length"
STARTS = ("/taxman", "/coins", "/pursuit", "/factorgame")
CONTROLS = """() => [...document.querySelectorAll('main :is(a, button, input, select, summary)')]
  .filter((one) => one.checkVisibility() && !one.closest('[role=group]:not(.game-bar)')).length"""
"""Counts the links, buttons and fields that are not pieces of a board."""


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_what_comes_before_play_is_little(open_page: OpenPage, lang: str) -> None:
    page = open_page("/", lang=lang)
    server = page.url.removesuffix("/")
    settled(page)
    assert page.evaluate(WORDS) <= 120
    for path in STARTS:
        page.goto(server + path)
        settled(page)
        assert 1 <= page.evaluate(CONTROLS) <= 6, path
        assert page.evaluate(WORDS) <= 80, path


@pytest.mark.parametrize("path", STARTS)
def test_settings_close_as_they_opened(open_page: OpenPage, path: str) -> None:
    page = open_page(path, lang="de")
    button = page.get_by_role("button", name="Einstellungen")
    button.press("Enter")
    dialog = page.get_by_role("dialog", name="Einstellungen")
    dialog.get_by_text("Regeln", exact=True).click()
    no_english(page, "de")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    # A link leads to another page, and closes the window.
    button.press("Enter")
    dialog.get_by_role("link", name="Stufe für Stufe spielen").press("Enter")
    at(page, f"{path}/levels")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.go_back()
    expect(dialog).to_be_hidden()


LARGE = "taxman:400/397"
"""A position with so many numbers that the browser leaves questions about it to the server."""


def test_a_server_that_is_gone_is_explained(open_page: OpenPage) -> None:
    page = open_page(f"/{LARGE}", failures=True, intercepted=True)
    settled(page)
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("button", name="Hint: an idea").click()
    expect(page.locator("main").get_by_text("The server does not answer")).to_be_visible()


def test_silence_is_explained(open_page: OpenPage) -> None:
    page = open_page("/", failures=True, intercepted=True)
    # The answer to this request never arrives.
    page.route("**/api/v1/hint*", lambda _: None)
    page.goto(page.url + LARGE)
    expect(page.locator("main").get_by_text("This takes longer than usual")).to_be_visible()


STREAM = """
const first = new Promise((found) => {
  const ask = window.fetch;
  window.fetch = (url, options) =>
    String(url).includes("/api/v1/pursuit/odds?") || String(url).includes("/api/v1/hint?")
      ? Promise.resolve(
          new Response(new ReadableStream({ start: (stream) => found((window.latest = stream)) }), {
            headers: { "Content-Type": "text/event-stream" },
          })
        )
      : ask(url, options);
});
window.report = async (changes) => {
  const progress = {
    stage: "root", seconds: 0, lower: null, upper: null, nodes: 0, open_nodes: 0, done: 0, total: null, notice: null,
  };
  const data = JSON.stringify({ ...progress, ...changes });
  await first;
  window.latest.enqueue(new TextEncoder().encode(`event: progress\\ndata: ${data}\\n\\n`));
};
"""
"""Replaces some answers by a stream, so that the test decides when an answer arrives."""
PATIENCE_TEXT = "This takes longer than usual"
AT_LEAST_A_MINUTE = re.compile(r"\b([6-9]\d|\d{3,}) s ")


def asked(open_page: OpenPage, path: str) -> Page:
    """Open a page that asks a question, and send only an empty progress report, as a newly started server would."""
    page = open_page("/")
    page.clock.install()
    page.add_init_script(STREAM)
    page.goto(page.url + path)
    page.evaluate("window.report({})")
    return page


def test_the_page_counts_seconds_and_explains_silence_by_itself(open_page: OpenPage) -> None:
    page = asked(open_page, "lab?picture=targets")
    busy = page.locator(".busy")
    expect(busy).to_contain_text(PATIENCE_TEXT)
    page.clock.fast_forward(60_000)
    expect(busy).to_contain_text(AT_LEAST_A_MINUTE)
    # No explanation is needed while the page reports progress.
    page.evaluate("window.report({ seconds: 61 })")
    expect(busy).not_to_contain_text(PATIENCE_TEXT)
    expect(busy).to_contain_text(AT_LEAST_A_MINUTE)


@pytest.mark.parametrize("path", ["lab?picture=targets", LARGE])
def test_what_the_server_says_is_shown_and_said(open_page: OpenPage, path: str) -> None:
    page = asked(open_page, path)
    page.evaluate("window.report({ notice: 'waiting for a friend' })")
    expect(page.locator("main").get_by_text("waiting for a friend")).to_be_visible()
    heard(page, "waiting for a friend")
    page.evaluate("window.report({ seconds: 2 })")
    expect(page.locator("main").get_by_text("waiting for a friend")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "complaint", "title"),
    [
        ("en", "11 cannot be taken", re.compile("best score and bounds")),
        ("de", "11 kann nicht genommen werden", re.compile("Bestwert und Schranken")),
        ("fr", "11 ne peut pas être pris", re.compile("meilleur score et bornes")),
    ],
)
def test_the_server_speaks_the_language_of_the_page(
    open_page: OpenPage, lang: str, complaint: str, title: re.Pattern[str]
) -> None:
    page = open_page("/taxman:10/11", lang=lang, failures=True)
    note = page.locator(".error-note").get_by_text(complaint)
    expect(note).to_be_visible()
    assert note.get_attribute("lang") is None
    page.goto(page.url.replace("taxman:10/11", "lab"))
    expect(page.locator(".picture svg title").first).to_have_text(title)
