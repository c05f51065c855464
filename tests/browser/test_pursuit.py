"""Test the pursuit table and the odds by using them as people do."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckPage, OpenPage, heard, sideways

DEAL = "/pursuit:3.6.9.10.50.100:951"
IMPOSSIBLE = "/pursuit:1.3.7.10.25.50:831"


def card(page: Page, value: int) -> None:
    """Click the card with this value, even if it cannot be used and the click only shows the reason."""
    cards = page.get_by_role("group", name="Numbers on the table")
    cards.get_by_role("button", name=re.compile(rf"^{value}\b")).click(force=True)


def sign(page: Page, name: str) -> None:
    """Click an operator."""
    page.get_by_role("group", name="Signs").get_by_role("button", name=name, exact=True).click()


def table(open_page: OpenPage, path: str) -> Page:
    """Open a game, and wait until it can be played."""
    page = open_page(path)
    expect(page.get_by_role("group", name="Numbers on the table")).to_be_visible()
    return page


def question(page: Page, title: str) -> None:
    """Open one of the questions below the table."""
    page.get_by_text(title, exact=True).click()


@pytest.mark.everyday
def test_a_round_by_mouse(server: str, open_page: OpenPage) -> None:
    page = open_page("/lab", intercepted=True)
    # Fix the seed, because some deals contain their target, which is then hit before any step.
    before, after = page.request.get(f"{server}/static/answers.js").text().split("Math.random()")
    page.route("**/answers.js", lambda it: it.fulfill(body=f"{before}3.5e-15{after}", content_type="text/javascript"))
    page.goto(server + DEAL)
    card(page, 10)
    sign(page, "divided by")
    card(page, 3)
    expect(page.get_by_text("10 ÷ 3 does not come out whole.").first).to_be_visible()
    card(page, 10)
    card(page, 100)
    sign(page, "plus")
    card(page, 6)
    expect(page.get_by_role("heading", name="Steps")).to_be_visible()
    # The result is already chosen as the first number of the next step.
    sign(page, "times")
    card(page, 9)
    expect(page.get_by_text("3 away").first).to_be_visible()
    sign(page, "minus")
    card(page, 3)
    expect(page.get_by_role("heading", name="You have hit 951")).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(f"{DEAL}/100a6.106m9.954s3")))
    expect(page.locator("dl", has_text="Hits of games")).to_contain_text("1 / 1")
    page.get_by_role("button", name="Next deal").press("Enter")
    expect(page).not_to_have_url(re.compile(re.escape(DEAL)))
    expect(page.get_by_role("heading", name=re.compile("^Make "))).to_be_focused()
    expect(page.get_by_role("heading", name="You have hit")).to_be_hidden()
    expect(page.locator("dl", has_text="Hits of games")).to_contain_text("1 / 1")


def test_a_round_by_keyboard(open_page: OpenPage) -> None:
    page = table(open_page, DEAL)
    for key in "6+2":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("/100a6$"))
    page.keyboard.press("Backspace")
    expect(page).to_have_url(re.compile(":951$"))
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("/100a6$"))
    # The cards are 3 106 9 10 50: the sum replaces the 6, and the product replaces the 9.
    for key in "2*3":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("106m9$"))
    for key in "3-1":
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="You have hit 951")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="951: a hit.")).to_have_count(1)
    page.go_back()
    expect(page).to_have_url(re.compile("106m9$"))
    page.go_forward()
    expect(page).to_have_url(re.compile("954s3$"))


def test_keys_run_ahead_of_a_slow_server(open_page: OpenPage) -> None:
    page = table(open_page, DEAL)
    page.evaluate(
        """() => {
            const ask = window.fetch;
            window.fetch = (...question) =>
                new Promise((wait) => setTimeout(wait, 200)).then(() => ask(...question));
        }"""
    )
    for key in "6+2*3":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile(r"/100a6\.106m9$"))


def test_an_expression_wrong_and_then_right(open_page: OpenPage) -> None:
    page = table(open_page, f"{DEAL}/10m3")
    page.keyboard.press("=")
    field = page.get_by_role("textbox", name="Type an expression")
    expect(field).to_be_focused()
    page.keyboard.type("(100+6")
    expect(page.get_by_text("Something is missing")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Something is missing").first).to_be_visible()
    page.keyboard.type(")*9-")
    page.keyboard.type("7")
    expect(page.get_by_text("7 is not among the numbers.").first).to_be_visible()
    expect(page.locator("mark")).to_have_text("7")
    page.keyboard.press("Backspace")
    # The 3 is part of the product on the table, so the whole expression is read with the numbers of the deal.
    page.keyboard.type("3")
    expect(page.get_by_text("= 951: a hit!").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have hit 951")).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(f"{DEAL}/100a6.106m9.954s3")))
    expect(field).to_have_value("")


def test_a_number_beyond_those_of_browsers_is_exact(open_page: OpenPage) -> None:
    number = 999_983
    page = table(open_page, f"/pursuit:{number}.{number}.{number}:5:all/{number}m{number}")
    page.keyboard.press("=")
    page.get_by_role("textbox", name="Type an expression").fill(f"{number}*{number}*{number}")
    expect(page.get_by_text(f"= {number**3:,}: {number**3 - 5:,} away").first).to_be_visible()
    page.keyboard.press("Enter")
    cards = page.get_by_role("group", name="Numbers on the table").get_by_role("button")
    expect(cards).to_have_count(1)
    expect(cards).to_have_text(re.compile(rf"^{number**3:,}\D"))
    expect(page.locator(".pursuit-notebook")).to_contain_text(f"{number**2:,} × {number:,} = {number**3:,}")  # noqa: RUF001  # a sign that the pages print
    page.get_by_role("button", name="That is my answer").click()
    expect(page.get_by_role("heading", name=f"Your answer is {number**3 - 5:,} away")).to_be_visible()


def test_all_solutions_and_one_of_them_on_the_table(open_page: OpenPage, axe: CheckPage) -> None:
    page = table(open_page, DEAL)
    question(page, "Can it be hit?")
    expect(page.locator("main").get_by_text("951 can be hit.")).to_be_visible()
    question(page, "All solutions")
    expect(page.locator("main").get_by_text("There are 18 essentially different solutions for 951.")).to_be_visible()
    listed = page.locator(".pursuit-solutions > li")
    expect(listed).to_have_count(18)
    expect(listed.first).to_contain_text("(100 + 6) × 9 − 3")  # noqa: RUF001  # a sign that the pages print
    listed.nth(1).get_by_role("button").click()
    expect(page.get_by_role("img", name=re.compile("^A solution"))).to_be_visible()
    question(page, "The simplest solution")
    page.get_by_role("button", name="Go through it on the table").click()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="Redo")).to_have_attribute("aria-disabled", "false")
    for k in range(3):
        page.keyboard.press("r")
        expect(page.get_by_role("heading", name="Steps").locator("~ ol li")).to_have_count(k + 1)
    # A hit with help is not counted as a hit.
    expect(page.locator("dl", has_text="Hits of games")).to_contain_text("1 game with help")
    axe(page)


def test_what_is_impossible_is_shown_so(open_page: OpenPage) -> None:
    page = table(open_page, f"{IMPOSSIBLE}/25a3?hints=full")
    page.keyboard.press("h")
    expect(page.get_by_text("it keeps 2 away.").first).to_be_visible()
    expect(page.get_by_text("With all the numbers 1 away was possible").first).to_be_visible()
    page.keyboard.press("=")
    page.keyboard.type("(7*3+10+1)*25+1")
    expect(page.get_by_text("1 is used too often").first).to_be_visible()
    field = page.get_by_role("textbox", name="Type an expression")
    field.fill("(10+7)*50-25+3+1")
    expect(page.get_by_text("= 829: 2 away").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".pursuit-best")).to_contain_text("829")
    page.get_by_role("button", name="That is my answer").press("Enter")
    expect(page.get_by_role("heading", name="Your answer is 2 away")).to_be_focused()
    expect(page.get_by_text("831 cannot be hit. The closest is 830, 1 away.").first).to_be_visible()
    question(page, "Can it be hit?")
    expect(page.locator("main").get_by_text("996 of the 1,000 targets from 1 to 1,000")).to_be_visible()
    question(page, "All targets of these numbers")
    expect(page.locator("main").get_by_text(re.compile(r"can be hit. Out of reach: .*831"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^The deal 1 3 7 10 25 50"))).to_be_visible()


def test_the_clock_ends_a_game_and_not_the_play(open_page: OpenPage) -> None:
    page = open_page("/pursuit")
    now = datetime(2030, 1, 1, tzinfo=UTC)
    page.clock.set_fixed_time(now)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Clock").select_option("30 seconds")
    page.get_by_label("Numbers", exact=True).fill("3 6 9 10 50 100")
    page.get_by_role("textbox", name="Target").fill("951")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("timer")).to_have_text("0:30")
    # When the time is up, the closest number so far counts.
    page.keyboard.press("Escape")
    page.get_by_role("heading", level=1).click()
    for key in "6+2*3":
        page.keyboard.press(key)
    expect(page.get_by_text("3 away").first).to_be_visible()
    page.clock.set_fixed_time(now + timedelta(seconds=20.7))
    heard(page, "10 seconds left")
    page.clock.set_fixed_time(now + timedelta(seconds=30.7))
    expect(page.get_by_role("heading", name="Time is up: you were 3 away")).to_be_visible()
    # This step hits the target too late: it is made, but the result does not change.
    page.keyboard.press("-")
    page.keyboard.press("1")
    expect(page.locator("main").get_by_text("Since then: 951: a hit.")).to_be_visible()
    expect(page.get_by_role("heading", name="Time is up: you were 3 away")).to_be_visible()


def test_a_clock_waits_and_can_be_taken_away(open_page: OpenPage) -> None:
    page = open_page("/pursuit")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Clock").select_option("30 seconds")
    page.goto(page.url.split("/pursuit")[0] + DEAL)
    expect(page.get_by_role("timer")).to_have_text("0:30")
    # Each of these buttons disappears when pressed, so the keyboard focus must move to the first card.
    page.get_by_role("button", name="Start the clock").press("Enter")
    expect(page.locator("[data-card]").first).to_be_focused()
    page.get_by_role("button", name="More", exact=True).press("Enter")
    page.get_by_role("button", name="Play without a clock").press("Enter")
    expect(page.get_by_role("timer")).to_have_count(0)
    expect(page.locator("[data-card]").first).to_be_focused()
    expect(page.locator(".game-more-panel")).to_be_hidden()


def places(page: Page) -> list[str]:
    """Return the number in each place of the table, or an empty string for an empty place."""
    cards = page.locator(".pursuit-cards > *")
    read = "(all) => all.map((one) => one.querySelector('.pursuit-value')?.textContent ?? '')"
    return [str(text) for text in cards.evaluate_all(read)]


@pytest.mark.parametrize("motion", ["reduced", "usual"])
def test_a_result_lies_where_the_second_number_was(open_page: OpenPage, motion: str) -> None:
    page = open_page(DEAL, reduced_motion=motion == "reduced")
    cards = page.locator(".pursuit-cards > *")
    expect(cards).to_have_count(6)
    lie = "(all) => all.map((one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])"
    boxes = cards.evaluate_all(lie)
    card(page, 6)
    sign(page, "plus")
    card(page, 100)
    expect(page).to_have_url(re.compile("/100a6$"))
    # The result appears on its card immediately, even while the picture of the 6 is still flying.
    assert places(page) == ["3", "", "9", "10", "50", "106"]
    expect(cards.nth(5)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".stage-flyer")).to_have_count(0)
    assert places(page) == ["3", "", "9", "10", "50", "106"]
    assert cards.evaluate_all(lie) == boxes
    page.keyboard.press("u")
    expect(page.locator("[data-card]")).to_have_count(6)
    assert places(page) == ["3", "6", "9", "10", "50", "100"]


def test_numbers_that_lie_twice_go_from_where_they_were_picked(open_page: OpenPage) -> None:
    page = table(open_page, "/pursuit:5.5.5.5.1.1:25")
    for key in "4*2":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("/5m5$"))
    assert places(page) == ["5", "25", "5", "", "1", "1"]
    # A person who opens the link sees the numbers in another order, but can continue the game.
    page.reload()
    expect(page.locator("[data-card]")).to_have_count(5)
    assert places(page) == ["", "25", "5", "5", "1", "1"]


def test_a_number_flies_onto_the_other(open_page: OpenPage) -> None:
    page = open_page(DEAL, reduced_motion=False)
    expect(page.locator("[data-card]")).to_have_count(6)
    page.evaluate(
        """() => {
            window.flown = [];
            new MutationObserver((all) => {
                for (const { addedNodes } of all) {
                    for (const one of addedNodes) {
                        if (one.className?.startsWith?.("stage-flyer")) window.flown.push(one.textContent);
                    }
                }
            }).observe(document.body, { childList: true });
        }"""
    )
    for key in "6+2":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("/100a6$"))
    # Numbers start to fly once the new board has been painted.
    page.wait_for_function("() => flown.length === 2")
    assert page.evaluate("flown") == ["6", "100"]
    # The next step ends the animation.
    for key in "*3":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("106m9$"))
    page.wait_for_function("() => flown.length === 4")
    assert page.evaluate("flown") == ["6", "100", "9", "106"]
    expect(page.locator(".stage-flyer")).to_have_count(0)


def test_the_board_has_a_third_of_the_window(open_page: OpenPage) -> None:
    page = open_page(DEAL, width=1280, height=800)
    expect(page.locator("[data-card]")).to_have_count(6)
    boxes = [one.bounding_box() for one in page.locator(".pursuit-card, .pursuit-operator").all()]
    assert len(boxes) == 10
    whole = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in boxes if box]
    left, top, right, bottom = (pick(one[i] for one in whole) for i, pick in enumerate((min, min, max, max)))
    assert (right - left) * (bottom - top) >= 0.35 * 1280 * 800


def test_what_is_dealt_next_is_chosen_at_the_table(open_page: OpenPage, axe: CheckPage) -> None:
    page = table(open_page, DEAL)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Clock").select_option("30 seconds")
    page.get_by_label("Large numbers").select_option("0")
    axe(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(6)
    assert all(int(text) <= 10 for text in page.locator(".pursuit-value").all_inner_texts())


def test_a_double_click_makes_one_step(open_page: OpenPage) -> None:
    page = table(open_page, "/pursuit:5.5.5.5.1.1:25")
    cards = page.locator("[data-card]")
    cards.nth(0).dblclick()
    expect(cards.nth(0)).to_have_attribute("aria-pressed", "true")
    sign(page, "plus")
    cards.nth(1).dblclick()
    expect(page.get_by_role("heading", name="Steps")).to_be_visible()
    expect(page).to_have_url(re.compile("/5a5$"))


def test_a_deal_is_kept_until_it_is_played(open_page: OpenPage) -> None:
    page = open_page("/pursuit")
    title = page.get_by_role("heading", name=re.compile("^Make "))
    expect(title).to_be_visible()
    dealt = title.inner_text()
    page.reload()
    expect(title).to_have_text(dealt)
    # Any step is fine, for example the sum of the first two cards.
    for key in "1+2":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("/pursuit:.*/[0-9]+a[0-9]+$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/pursuit$"))
    expect(title).to_have_text(dealt)
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator("[data-card]")).to_have_count(6)
    expect(page).to_have_url(re.compile("/pursuit$"))


def test_own_numbers_are_checked(open_page: OpenPage) -> None:
    page = open_page("/pursuit")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("textbox", name="Target").fill("24")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("main").get_by_text("Enter at least one number.")).to_be_visible()
    page.get_by_label("Numbers", exact=True).fill("3 six")
    expect(page.locator("main").get_by_text("“six” is not a whole number")).to_be_visible()
    page.get_by_label("Numbers", exact=True).fill("1, 1, 5, 5")
    page.get_by_role("textbox", name="Target").fill("24")
    page.get_by_role("dialog").get_by_text("Rules", exact=True).click()
    page.get_by_label("All numbers must be used").check()
    page.get_by_label("Fractions are allowed").check()
    page.get_by_role("textbox", name="Target").press("Enter")
    expect(page).to_have_url(re.compile(r"/pursuit:1\.1\.5\.5:24:all\.fractions$"))
    expect(page.get_by_text("4 numbers are left; all must be used.").first).to_be_visible()


def test_odds_are_exact(open_page: OpenPage, axe: CheckPage) -> None:
    # An older link redirects to the picture in the lab.
    page = open_page("/pursuit/odds?deck=cards")
    expect(page).to_have_url(re.compile(r"/lab\?picture=targets&deck=cards$"))
    expect(page.get_by_role("heading", name="92.51 %")).to_be_visible()
    expect(page.locator("main").get_by_text("9,417,114,451")).to_be_visible()
    expect(page.locator("main").get_by_text("10,179,260,000")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Chance by target"))).to_be_visible()
    axe(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Numbers (CSV)").click()
    assert saved.value.suggested_filename == "perfectplay-targets-cards-6.csv"
    page.get_by_label("Deck", exact=True).select_option("classic")
    expect(page.locator("main").get_by_text("28,354,918")).to_be_visible()
    expect(page).to_have_url(re.compile("deck=classic$"))
    page.get_by_role("button", name="Deal for 947").click()
    expect(page.get_by_role("heading", name="Make 947")).to_be_visible()
    page = open_page("/lab?picture=formulas")
    expect(page.get_by_text("208,884,603,985,492").first).to_be_visible()


def test_odds_of_other_targets_and_rules(open_page: OpenPage) -> None:
    page = open_page("/lab?picture=targets&numbers=3", failures=True)
    page.get_by_label("Rules").select_option("operators=+-")
    targets = page.get_by_label("Targets", exact=True)
    targets.fill("few")
    targets.press("Enter")
    expect(page.get_by_text("targets='few' is not a range")).to_be_visible()
    targets.fill("1-20")
    targets.press("Enter")
    expect(page).to_have_url(re.compile(r"numbers=3&targets=1-20&rules=operators%3D%2B-$"))
    # The target can be hit in 139 of 442 games.
    expect(page.locator("#odds-answer")).to_have_text("31.45 %")


def test_what_is_typed_right_after_a_choice_stays(open_page: OpenPage) -> None:
    page = open_page("/lab?picture=targets&numbers=3")
    page.get_by_label("Targets", exact=True).wait_for()
    typed = page.evaluate("""async () => {
        const [rules, targets] = ["rules", "targets"].map((name) =>
            [...document.querySelectorAll(".lab-choices label")]
                .find(({ textContent }) => textContent.toLowerCase().startsWith(name))
                .control);
        rules.value = "operators=+-";
        rules.dispatchEvent(new Event("input", { bubbles: true }));
        rules.dispatchEvent(new Event("change", { bubbles: true }));
        // The page is rendered, and not yet painted.
        for (let turn = 0; turn < 20; turn += 1) {
            await null;
        }
        targets.value = "1-20";
        targets.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
        return targets.value;
    }""")
    assert typed == "1-20"


def test_a_phone_has_room_for_a_finished_game(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page(f"{DEAL}/100a6.106m9.954s3", width=360, height=740, lang="de")
    expect(page.get_by_role("heading", name="Du hast 951 getroffen")).to_be_visible()
    question(page, "Alle Ziele dieser Zahlen")
    expect(page.locator("main").get_by_text("Kein einziges fehlt.")).to_be_visible()
    question(page, "Die einfachste Lösung")
    expect(page.get_by_role("img", name=re.compile("^Eine Lösung"))).to_be_visible()
    assert sideways(page) <= 0
    axe(page)
