"""The page on which the API can be tried."""

from __future__ import annotations

import json
import shlex

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CheckPage, OpenPage, heard, settled, sideways


def ask(page: Page, name: str = "Ask") -> Locator:
    """Send the question; returns the text of the answer."""
    page.get_by_role("button", name=name, exact=True).click()
    body = page.get_by_role("group", name="Text of the answer")
    expect(body).to_be_visible()
    return body


def test_an_address_is_found_filled_in_and_asked_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="API and version").click()
    expect(page.get_by_role("heading", name="The API")).to_be_focused()
    page.get_by_label("Find an address").fill("/solve")
    expect(page.get_by_role("navigation", name="Addresses").get_by_role("link")).to_have_count(4)
    heard(page, "4 addresses")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="/taxman/solve")).to_be_focused()
    # Its example is filled in; the first field is the next thing.
    page.keyboard.press("Tab")
    expect(page.get_by_label("n", exact=True)).to_be_focused()
    expect(page.get_by_label("n", exact=True)).to_have_value("20")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("24")
    page.keyboard.press("Enter")
    body = page.get_by_role("group", name="Text of the answer")
    expect(body).to_contain_text('"score": 182')
    heard(page, "The answer is here: status 200.")
    # The address of the page is the question: whoever opens it can ask the same.
    expect(page).to_have_url(f"{page.url.partition('/api')[0]}/api?ask=%2Ftaxman%2Fsolve%3Fn%3D24")
    page.reload()
    expect(page.get_by_label("n", exact=True)).to_have_value("24")


def test_what_is_shown_is_what_is_sent(open_page: OpenPage) -> None:
    page = open_page("/api?ask=" + "%2Fpursuit%2Fevaluate%3Fid%3Dpursuit:3.6.9:24%26expression%3D3%252B6")
    # What was given under an older name stands under the present one.
    expect(page.get_by_label("position (required)")).to_have_value("pursuit:3.6.9:24")
    line = page.locator(".api-line").inner_text()
    assert line == "GET /api/v1/pursuit/evaluate?position=pursuit:3.6.9:24&expression=3%2B6"
    command = shlex.split(page.get_by_label("For a terminal").input_value())
    with page.expect_response(lambda response: "/evaluate" in response.url) as sent:
        body = ask(page)
    assert command == ["curl", "--compressed", sent.value.url]
    assert sent.value.url.endswith(line.removeprefix("GET "))
    expect(body).to_contain_text('"value": 9')
    assert json.loads(body.inner_text()) == sent.value.json()


def test_a_refusal_names_its_code_and_what_it_means(open_page: OpenPage) -> None:
    page = open_page("/api?ask=%2Fmove%3Fposition%3Dtaxman:20%26move%3D1", failures=True)
    body = ask(page)
    expect(body).to_contain_text('"code": "illegal-move"')
    expect(page.get_by_text("Status 400", exact=True)).to_be_visible()
    expect(page.get_by_text("illegal-move: The rules do not allow this move, or this expression.")).to_be_visible()
    page.get_by_text("Error codes").click()
    expect(page.get_by_role("row").filter(has_text="too-many-questions")).to_be_visible()


def test_long_work_can_be_watched_and_stopped(open_page: OpenPage) -> None:
    page = open_page("/api?ask=%2Fhint%3Fposition%3Dtaxman:1400%2F1399%26time-limit%3D60", failures=True)
    body = ask(page, "Ask and watch")
    expect(body).to_contain_text("event: progress")
    expect(page.get_by_label("For a terminal, with its progress")).to_have_value(
        page.get_by_label("For a terminal, with its progress").input_value()
    )
    assert "-N -H 'Accept: text/event-stream'" in page.get_by_label("For a terminal").input_value()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def test_pictures_are_shown_and_large_answers_cut(open_page: OpenPage) -> None:
    page = open_page("/api?ask=%2Ftaxman%2Fgame.svg%3Fposition%3Dtaxman:20")
    ask(page)
    picture = page.get_by_role("img", name="A picture of a game")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    page.goto(page.url.partition("/api")[0] + "/api?ask=%2Fposition%3Fposition%3Dtaxman:300")
    body = ask(page)
    expect(page.get_by_text("These are the first 40,000 characters of")).to_be_visible()
    assert len(body.inner_text()) == 40_000
    expect(page.get_by_text("compressed")).to_be_visible()


def test_an_answer_has_nothing_that_keeps_people_out(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/api?ask=%2Ftaxman%2Fsolve%3Fn%3D20", width=360, height=640)
    ask(page)
    page.get_by_text("Error codes").click()
    axe(page)
    assert sideways(page) <= 0


def test_an_address_that_is_not_there_leads_back(open_page: OpenPage) -> None:
    page = open_page("/api?ask=/taxman/guess", width=360, height=640)
    expect(page.get_by_text("There is no address /taxman/guess.")).to_be_visible()
    page.get_by_role("link", name="All addresses").click()
    expect(page.get_by_label("Find an address")).to_be_visible()


def test_the_first_page_does_not_load_it(open_page: OpenPage) -> None:
    page = open_page("/")
    settled(page)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert not [name for name in loaded if "/Api-" in name or "openapi" in name]
