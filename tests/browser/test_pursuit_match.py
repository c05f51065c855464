"""Test pursuit matches on a phone screen: touch, keyboard, a reload, and the result of a round."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CheckPage, OpenPage, heard, sideways

# With two large tiles, seed 3 deals 50 100 9 3 7 10 for 741 = (50 + 7) * (10 + 3), and seed 4 has the target 193.
NOW = datetime(2030, 1, 1, tzinfo=UTC)
PLAYED_WITH = ("[data-card]", ".pursuit-operator", ".pursuit-declare", ".game-bar > .button, .game-more > .button")


def begin(
    page: Page, *, opponent: str = "casual", rounds: int = 2, clock: int = 30, deck: str = "classic", large: int = 2
) -> None:
    """Begin a match, and deal its first round from seed 3."""
    # Freeze the clock, since the machine may be slow.
    page.clock.set_fixed_time(NOW)
    page.evaluate("Math.random = () => 2.5e-9")
    fields = page.locator("main select")
    for place, value in enumerate((opponent, str(rounds), str(clock), deck)):
        fields.nth(place).select_option(value)
    page.locator("main button").first.click()
    page.locator(".duel-large button").nth(large).click()
    expect(page.locator("[data-card]")).to_have_count(6)


def inside(page: Page, *controls: Locator) -> None:
    """Check that controls are completely visible and can be pressed."""
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("scrollY") == 0
    for control in controls:
        for one in control.all():
            box = one.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["y"] + box["height"] <= size["height"]


def fits(page: Page, *controls: Locator) -> None:
    """Check that the page does not scroll, and that controls are on the screen."""
    assert sideways(page) <= 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    inside(page, *controls)


def controls(page: Page) -> tuple[Locator, ...]:
    """Assert that the target, the clock and the controls of a round exist, and return them."""
    names = (".pursuit-target", "[role=timer]", *PLAYED_WITH)
    found = tuple(page.locator(name) for name in names)
    assert [one.count() > 0 for one in found] == [True] * len(found)
    return found


@pytest.mark.parametrize(("width", "height", "lang"), [(360, 640, "en"), (320, 568, "de")])
def test_a_round_on_a_phone_by_touch(open_page: OpenPage, axe: CheckPage, width: int, height: int, lang: str) -> None:
    page = open_page("/pursuit/match", width=width, height=height, lang=lang)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    axe(page)
    begin(page, opponent="keen")
    expect(page).to_have_url(re.compile(r"/pursuit:50\.100\.9\.3\.7\.10:741:positive$"))
    fits(page, *controls(page))
    axe(page)

    def tap(selector: str, index: int) -> None:
        # Force the tap, because tapping a card that cannot be used shows the reason.
        page.locator(selector).nth(index).tap(force=True)

    def step(left: int | None, sign: int, right: int, makes: str) -> None:
        if left is not None:
            tap("[data-card]", left)
        tap(".pursuit-operator", sign)
        tap("[data-card]", right)
        made = page.locator(".pursuit-card.latest")
        expect(made).to_contain_text(makes)
        expect(made).to_have_attribute("aria-pressed", "true")
        fits(page, *controls(page))

    step(0, 0, 4, "57")
    # The cards are 100 9 3 57 10. A tap on the new result selects it.
    latest = page.locator(".pursuit-card.latest")
    latest.tap()
    expect(latest).to_have_attribute("aria-pressed", "true")
    # Try an illegal step, and then a step that is undone.
    tap(".pursuit-operator", 3)
    tap("[data-card]", 1)
    expect(page.locator(".pursuit-working.wrong")).to_be_visible()
    fits(page, *controls(page))
    step(None, 1, 1, "48")
    tap(".game-bar > button", 0)
    expect(page.locator("[data-card]")).to_have_count(5)
    step(4, 0, 2, "13")
    step(None, 2, 3, "741")
    tap(".pursuit-declare", 0)
    expect(page.locator("#duel-result")).to_have_text({"en": "You 10, Keen 10", "de": "Du 10, Könner 10"}[lang])
    expect(page.locator("#duel-luck + ul > li")).to_have_count(3)
    assert sideways(page) <= 0
    axe(page)


def test_a_declaration_at_the_end_of_the_clock(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/pursuit/match", width=360, height=640)
    begin(page)
    expect(page.get_by_role("timer")).to_have_text("0:30")
    for key in "2*5":
        page.keyboard.press(key)
    expect(page.locator("[data-card]")).to_have_count(5)
    # The cards are 50 9 3 700 10. The closest number is kept even if its step is undone.
    for key in "+1":
        page.keyboard.press(key)
    expect(page.locator(".pursuit-best")).to_have_text("750 9 away")
    for _ in range(2):
        page.get_by_role("button", name="Undo").tap()
    expect(page.locator("[data-card]")).to_have_count(6)
    page.clock.set_fixed_time(NOW + timedelta(seconds=20.7))
    heard(page, "10 seconds left")
    page.clock.set_fixed_time(NOW + timedelta(seconds=30.7))
    expect(page.get_by_role("heading", name="What do you declare?")).to_be_focused()
    heard(page, "Time is up.")
    expect(page.locator("[data-card]")).to_have_count(0)
    choices = page.locator(".duel-declaration").locator("button, input")
    expect(choices).to_have_count(3)
    # The closest number is already filled in.
    expect(page.get_by_role("textbox", name="Your number")).to_have_value("750")
    fits(page, choices)
    axe(page)
    # A reload changes nothing.
    page.reload()
    expect(page.get_by_role("heading", name="What do you declare?")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your number")).to_have_value("750")
    page.get_by_role("button", name="Declare 750").tap()
    # The player need not make 750 again, and the opponent's 707 is farther from the target.
    expect(page.get_by_role("heading", name="You 5, Casual 0")).to_be_focused()
    expect(page.locator("main").get_by_text("100 × 7 + 50 = 750")).to_be_visible()  # noqa: RUF001  # a sign that the pages print
    expect(page.get_by_role("heading", name="741 was possible")).to_be_visible()
    expect(page.locator("main").get_by_text("57 × 13 = 741")).to_be_visible()  # noqa: RUF001  # a sign that the pages print
    near = page.get_by_role("list", name="Near misses that can be made:").get_by_role("listitem")
    expect(near).to_contain_text(["within 1, 2 of 2", "within 5, 10 of 10", "within 10, "])
    expect(near.nth(1).locator(".full")).to_have_count(10)
    expect(page.locator("main").get_by_text("With 2 large numbers, a random target")).to_contain_text("98.19 %")


def test_what_was_declared_has_to_be_shown(open_page: OpenPage) -> None:
    page = open_page("/pursuit/match", width=360, height=640)
    begin(page, opponent="perfect", clock=0)
    expect(page.get_by_role("timer")).to_have_count(0)
    page.get_by_role("button", name="Declare").tap()
    page.get_by_role("textbox", name="Your number").fill("741")
    page.get_by_role("button", name="Declare 741").tap()
    expect(page.locator("main").get_by_text("Perfect declares 741.")).to_be_visible()
    fits(page, *(page.locator(name) for name in PLAYED_WITH))
    for key in "1+55+4":
        page.keyboard.press(key)
    expect(page.locator("[data-card]")).to_have_count(4)
    # The cards 100 9 60 10 are a dead end, so go back to the deal and start again.
    for _ in range(2):
        page.keyboard.press("Backspace")
    expect(page.locator("[data-card]")).to_have_count(6)
    page.keyboard.press("Escape")
    for key in "1+5":
        page.keyboard.press(key)
    expect(page.locator("[data-card]")).to_have_count(5)
    # The cards are 100 9 3 57 10.
    for key in "6+4":
        page.keyboard.press(key)
    expect(page.locator("[data-card]")).to_have_count(4)
    for key in "*5":
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="You 10, Perfect 10")).to_be_visible()
    page.get_by_role("link", name="Next round").tap()
    page.locator(".duel-large button").nth(2).tap()
    # The player declares the target, 193, but cannot show how to make it, so it scores nothing.
    page.get_by_role("button", name="Declare").tap()
    page.get_by_role("textbox", name="Your number").fill("193")
    page.get_by_role("textbox", name="Your number").press("Enter")
    page.get_by_role("button", name="I cannot show it").tap()
    expect(page.get_by_role("heading", name="You 0, Perfect 10")).to_be_visible()
    expect(page.locator("main").get_by_text("193, which was not shown")).to_be_visible()
    page.get_by_role("link", name="To the result").tap()
    expect(page.get_by_role("heading", name="Perfect wins, 20 to 10")).to_be_visible()


def test_a_match_by_keyboard_over_a_reload(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/pursuit")
    page.get_by_role("link", name="Play a match").press("Enter")
    expect(page.get_by_role("heading", name="What kind of match?")).to_be_visible()
    page.clock.set_fixed_time(NOW)
    page.evaluate("Math.random = () => 2.5e-9")
    page.get_by_label("Length").select_option("2 rounds")
    expect(page.locator("main").get_by_text("Hit 6 of 100 targets")).to_be_visible()
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("2")
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_focused()
    heard(page, "The target is 741.")
    cards = page.locator("[data-card]")
    for keys, left in (("1+5", 5), ("6+4", 4), ("*5", 3)):
        for key in keys:
            page.keyboard.press(key)
        expect(cards).to_have_count(left)
    expect(page.get_by_role("button", name="Declare 741")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Declare 741")).to_be_visible()
    page.keyboard.press("u")
    expect(cards).to_have_count(4)
    page.go_back()
    expect(cards).to_have_count(3)
    page.keyboard.press("d")
    expect(page.get_by_role("heading", name="You 10, Casual 0")).to_be_focused()
    page.keyboard.press("n")
    expect(page.get_by_text("You 10 : 0 Casual").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Round 2 of 2")).to_be_visible()
    axe(page)
    page.keyboard.press("0")
    expect(page).to_have_url(re.compile(":positive$"))
    expect(cards).to_have_count(6)
    page.get_by_role("link", name="Leave the round").press("Enter")
    page.get_by_role("link", name="Go on").press("Enter")
    expect(cards).to_have_count(6)
    page.keyboard.press("d")
    page.get_by_role("button", name="Declare nothing").press("Enter")
    expect(page.get_by_role("heading", name=re.compile(r"^You 0, Casual \d"))).to_be_focused()
    expect(page.locator("main").get_by_text("declared nothing")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name=re.compile("^(You win, 10 to|A draw, 10)"))).to_be_visible()
    expect(page.locator("main").get_by_text("You hit 1 of 2 targets")).to_be_visible()
    expect(page.locator("main").get_by_text(re.compile(r"1\.82 of 2 targets can be hit on average"))).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(2)
    axe(page)
    page.get_by_role("button", name="The same again").press("Enter")
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()


def test_a_free_game_beside_a_match(open_page: OpenPage) -> None:
    page = open_page("/pursuit/match")
    begin(page)
    page.get_by_role("link", name="Leave the round").click()
    page.get_by_role("link", name="Single games").press("Enter")
    expect(page.get_by_role("heading", name=re.compile(r"^Make \d+$"))).to_be_visible()
    expect(page.get_by_role("heading", name="This sitting")).to_have_count(0)
    page.goto(page.url.split("/pursuit")[0] + "/pursuit/match")
    expect(page.get_by_role("link", name="Go on")).to_be_visible()
    page.get_by_role("button", name="Give up this match").press("Enter")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_alone_and_with_cards(open_page: OpenPage) -> None:
    page = open_page("/pursuit/match")
    begin(page, opponent="", rounds=2, clock=0, deck="cards", large=0)
    values = [int(text) for text in page.locator("[data-card] .pursuit-value").all_inner_texts()]
    assert max(values) <= 10
    page.keyboard.press("d")
    page.get_by_role("button", name="Declare nothing").click()
    expect(page.get_by_role("heading", name="0 points")).to_be_visible()
    expect(page.locator(".duel-side")).to_have_count(1)
    page.keyboard.press("n")
    page.get_by_role("button", name="As it comes").click()
    expect(page.locator("[data-card]")).to_have_count(6)
    page.keyboard.press("d")
    page.get_by_role("button", name="Declare nothing").click()
    page.get_by_role("link", name="To the result").click()
    expect(page.get_by_role("heading", name="You have 0 points")).to_be_visible()


def test_what_another_version_has_kept_is_not_a_match(open_page: OpenPage) -> None:
    page = open_page("/pursuit/match")
    for kept in ("{", "[]", '{"length": 4, "rounds": [{}]}', '{"length": 4, "seed": 1, "deck": "suit", "rounds": []}'):
        page.evaluate("text => sessionStorage.setItem('perfectplay.pursuit.match', text)", kept)
        page.reload()
        expect(page.get_by_role("button", name="Begin")).to_be_visible()


@pytest.mark.parametrize(("width", "height", "lang"), [(360, 640, "en"), (320, 568, "de")])
def test_a_free_game_with_a_clock_is_on_one_screen(open_page: OpenPage, width: int, height: int, lang: str) -> None:
    page = open_page("/pursuit", width=width, height=height, lang=lang)
    page.locator(".game-bar > .button").last.tap()
    page.get_by_label({"en": "Clock", "de": "Uhr"}[lang], exact=True).select_option("30")
    page.get_by_label({"en": "Large numbers", "de": "Große Zahlen"}[lang]).select_option("2")
    page.get_by_role("dialog").locator("[type=submit]").first.tap()
    expect(page.locator("[data-card]")).to_have_count(6)
    expect(page.get_by_role("timer")).to_be_visible()
    assert sum(int(one) > 10 for one in page.locator("[data-card] .pursuit-value").all_inner_texts()) == 2
    names = (".pursuit-target", "[role=timer]", *PLAYED_WITH)
    inside(page, *(page.locator(name) for name in names))
    assert sideways(page) <= 0
