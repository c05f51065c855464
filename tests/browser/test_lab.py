"""Test that the lab's pictures and the worksheets can be viewed, saved and printed."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckPage, OpenPage, put_in, sideways, speak

PICTURES = {
    "scores": ("Taxman: scores and bounds", "?picture=scores&to=60"),
    "strategies": ("Taxman: strategies", "?picture=strategies&to=30"),
    "cover": ("Taxman: the cover graph", "?picture=cover"),
    # The search for this tree ends long before the time limit, even on a busy machine, so the tree is complete.
    "tree": ("Taxman: a proof as a tree", "?picture=tree&n=240&cuts=few"),
    "targets": ("Pursuit: the odds of a deck", "?picture=targets&numbers=3"),
    "formulas": ("Pursuit: how many formulae", "?picture=formulas"),
    "ties": ("Coins: how many ties", "?picture=ties&length=10"),
}


LETTERS = """(svg) => svg.getScreenCTM().a *
  Math.min(...[...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize)))"""
"""Computes the height of a picture's smallest letters on the screen."""


def picture(page: Page) -> str:
    """Return the title of the picture, once it has loaded."""
    return page.locator(".picture svg title").first.text_content() or ""


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_legible_and_can_be_taken_along(
    open_page: OpenPage, axe: CheckPage, tmp_path: Path, name: str
) -> None:
    heading, query = PICTURES[name]
    page = open_page(f"/lab{query}")
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.locator(".picture svg")).to_be_visible()
    for ending, label in (("svg", "Picture (SVG)"), ("csv", "Numbers (CSV)")):
        with page.expect_download() as download:
            page.get_by_role("link", name=label).click()
        assert re.fullmatch(rf"perfectplay-{name}(-[a-z0-9]+)+\.{ending}", download.value.suggested_filename)
        download.value.save_as(tmp_path / ending)
    svg = (tmp_path / "svg").read_text(encoding="utf-8")
    title = ET.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title")  # noqa: S314  # our own picture
    assert title == picture(page)
    table = list(csv.reader(io.StringIO((tmp_path / "csv").read_text(encoding="utf-8"))))
    assert len(table) > 2
    assert {len(row) for row in table} == {len(table[0])}
    page.get_by_text("The figures as a table").click()
    expect(page.locator(".lab-table tbody tr")).to_have_count(min(300, len(table) - 1))
    axe(page)
    # Repeat with the dark theme, on a phone, in German.
    speak(page, "de")
    put_in(page, "dark")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".picture svg")).to_be_visible()
    ink = page.locator(".picture svg text").first.evaluate("text => getComputedStyle(text).fill")
    assert ink == "rgb(232, 234, 238)"
    assert sideways(page) <= 0
    assert page.locator(".picture svg").evaluate(LETTERS) >= 11
    axe(page, themes=1)


def test_a_picture_that_is_cut_off_says_so(open_page: OpenPage) -> None:
    page = open_page("/lab?picture=scores&to=60", width=390, height=844)
    frame, hint = page.locator(".picture"), page.locator(".picture-scrolls")
    expect(frame).to_have_class(re.compile(r"^picture *cut-right$"))
    expect(hint).to_have_text("Scroll the picture sideways to see all of it.")
    frame.evaluate("frame => frame.scrollTo(50, 0)")
    expect(frame).to_have_class(re.compile(r"^picture *cut-left cut-right$"))
    frame.evaluate("frame => frame.scrollTo(frame.scrollWidth, 0)")
    expect(frame).to_have_class(re.compile(r"^picture *cut-left$"))
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(frame).to_have_class(re.compile(r"^picture *$"))
    expect(hint).to_have_count(0)


def test_choices_are_in_the_address_and_back_takes_them_back(open_page: OpenPage) -> None:
    page = open_page("/lab")
    page.get_by_role("link", name="Taxman: the cover graph").click()
    expect(page).to_have_url(re.compile(r"/lab\?picture=cover$"))
    expect(page.locator(".picture svg title").first).to_have_text(re.compile("N = 40"))
    field = page.get_by_label("Pot: 1 to N =")
    field.fill("24")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"/lab\?picture=cover&n=24$"))
    expect(page.locator(".picture svg title").first).to_have_text(re.compile("N = 24"))
    # Pointing at a part of the picture immediately shows its description below the picture.
    page.locator(".picture svg g.pp-take", has_text="23").hover()
    expect(page.locator(".lab-reading")).to_have_text("23: taken in move 1, matched with 1")
    field.fill("500")
    expect(page.locator("main").get_by_text("“500” is not a whole number from 2 to 72.")).to_be_visible()
    page.go_back()
    expect(page.locator(".picture svg title").first).to_have_text(re.compile("N = 40"))
    expect(field).to_have_value("40")


def test_the_last_picture_stays_until_the_next_one_is_ready(open_page: OpenPage) -> None:
    page = open_page("/lab?picture=tree&n=100", intercepted=True)
    expect(page.locator(".picture svg title").first).to_have_text(re.compile("N = 100"))
    # Leave this request unanswered, as if its search took very long.
    page.route("**/api/v1/lab/tree?*n=420*", lambda _: None)
    page.get_by_role("link", name="N = 420 with few cuts").click()
    expect(page.locator("main").get_by_text("Calculating")).to_be_visible()
    expect(page.locator(".lab-shown.waiting .picture svg title").first).to_have_text(re.compile("N = 100"))
    # Go back before the search has ended: the page must not wait for it.
    page.go_back()
    expect(page.locator(".lab-shown:not(.waiting) .picture svg title").first).to_have_text(re.compile("N = 100"))
    expect(page.get_by_text("Calculating")).to_have_count(0)


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("lab?picture=cover&n=1000", "„1000“ ist keine ganze Zahl von 2 bis 72."),
        ("lab?picture=scores&from=x", "„x“ ist keine ganze Zahl von 2 bis 2.190."),
        ("lab?picture=ties&largest=6&length=60", "„60“ ist keine ganze Zahl von 4 bis 12."),
        ("worksheets?game=coins&count=99", "„99“ ist keine ganze Zahl von 1 bis 24."),
    ],
)
def test_a_number_in_the_address_that_cannot_be_is_told_at_its_field(
    open_page: OpenPage, query: str, complaint: str
) -> None:
    # The page must not send a request that the server would refuse: such a request would fail this test.
    page = open_page(f"/{query}", lang="de")
    expect(page.locator("main").get_by_text(complaint)).to_be_visible()
    expect(page.locator(".picture, .sheet")).to_have_count(0)


def test_what_an_address_says_wrong_is_as_usual(open_page: OpenPage) -> None:
    page = open_page("/lab?picture=scores&from=30&to=20&measure=weight&bounds=half,thirds", lang="de")
    expect(page.locator(".picture svg title").first).to_have_text(re.compile("N = 20 bis 30: Bestwert und Schranken"))
    expect(page.get_by_label("Von N =")).to_have_value("20")
    page.get_by_text("Die Zahlen als Tabelle").click()
    expect(page.locator(".lab-table th")).to_have_text(["N", "Ganzer Topf", "Bestwert", "Halber Topf"])


@pytest.mark.parametrize(
    ("query", "tasks", "answers"),
    [
        ("game=taxman&count=4", 2, 1),
        ("game=taxman&level=hard&count=3&heading=Class+5b", 3, 1),
        # This sheet has the largest board, the longest rules, and a heading of two lines.
        (f"game=taxman&level=hard&count=1&seed=32&lang=de&heading={'Klasse+5b+' * 8}", 1, 1),
        ("game=coins&level=hard&count=10", 2, 2),
        ("game=pursuit&level=medium&count=5", 2, 1),
        ("game=pursuit&count=3&answers=0", 1, 0),
        ("game=coins&level=medium&count=5&lang=de", 1, 1),
    ],
)
def test_a_worksheet_prints_page_by_page(open_page: OpenPage, query: str, tasks: int, answers: int) -> None:
    page = open_page(f"/worksheets?{query}")
    expect(page.locator(".sheet.questions")).to_have_count(tasks)
    expect(page.locator(".sheet.answers")).to_have_count(answers)
    if answers:
        expect(page.locator(".sheet").last).to_contain_text(
            re.compile(f"(Answers|Lösungen) {answers} (of|von) {answers}")
        )
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format=size))) == tasks + answers, size
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation").first).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("Print|Drucken"))).to_be_hidden()


def test_a_sheet_s_number_brings_it_back(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/worksheets")
    page.get_by_label("Game").select_option(label="Greedy coins")
    expect(page.locator(".sheet-rounds")).to_have_count(5)
    page.get_by_label("Heading").fill("Tuesday")
    expect(page.locator(".sheet h2").first).to_have_text("Tuesday")
    page.get_by_label("Sheet number").fill("77")
    expect(page.locator(".sheet footer").first).to_contain_text("sheet 77")
    row = page.locator(".sheet-rounds").first.inner_text()
    address = page.url
    page.evaluate("Math.random = () => 0.25")
    page.get_by_role("button", name="Another sheet").click()
    expect(page.locator(".sheet footer").first).to_contain_text("sheet 2500")
    expect(page.get_by_label("Sheet number")).not_to_have_value("77")
    page.go_back()
    expect(page.locator(".sheet-rounds").first).to_have_text(re.compile(r"\s*".join(row.split())))
    again = open_page(address[address.index("/worksheets") :], theme="dark")
    expect(again.locator(".sheet h2").first).to_have_text("Tuesday")
    assert again.locator(".sheet-rounds").first.inner_text() == row
    axe(again)
