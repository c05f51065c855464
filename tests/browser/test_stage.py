"""Test that the board fills the window, that numbers fly to the piles, and that the result can be closed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DRAWN, FINISHED, OpenPage, at, tile

SHARE = """() => {
  const boxes = [...document.querySelectorAll(".tiles-grid > .tiles-tile")].map((one) => one.getBoundingClientRect());
  const side = (end, least) => Math[least](...boxes.map((box) => box[end]));
  const width = side("right", "max") - side("left", "min");
  return (width * (side("bottom", "max") - side("top", "min"))) / (innerWidth * innerHeight);
}"""
"""Computes the fraction of the window that the bounding box of all tiles covers."""
CHIPS = "(chips) => chips.map((chip) => chip.dataset.chip)"


@pytest.mark.parametrize(
    ("path", "width", "height", "least"),
    [
        ("/taxman:20", 1280, 800, 0.35),
        ("/taxman:100", 1920, 1080, 0.5),
        ("/factorgame:30?vs=greedy&first=me", 1280, 800, 0.35),
    ],
)
def test_the_board_fills_the_window(open_page: OpenPage, path: str, width: int, height: int, least: float) -> None:
    page = open_page(path, width=width, height=height)
    expect(page.locator(".fits > .tiles-grid")).to_be_visible()
    assert page.evaluate(SHARE) >= least


RELATIVE = r"""() => {
  const rules = (all) =>
    [...all].flatMap((rule) =>
      rule.media && !matchMedia(rule.media.mediaText).matches ? [] : [rule, ...rules(rule.cssRules ?? [])],
    );
  return [...document.styleSheets, ...document.adoptedStyleSheets]
    .flatMap((sheet) => rules(sheet.cssRules))
    .filter((rule) => /\dcq[whibm]/.test(rule.style?.cssText.replace(/var\([^()]*\)/g, "") ?? ""))
    .filter((rule) => document.querySelector(rule.selectorText)?.closest(".tiles-frame"))
    .map((rule) => rule.selectorText);
}"""
"""Lists CSS rules that size tiles by a container: at each new layout, the browser would apply them to every tile."""


def test_a_move_restyles_no_other_tile(open_page: OpenPage) -> None:
    page = open_page("/taxman:100")
    expect(page.locator(".fits > .tiles-grid")).to_be_visible()
    assert page.evaluate(RELATIVE) == []
    expect(page.locator(".tiles-grid")).to_have_attribute("style", re.compile("--room-width: "))
    page.set_viewport_size({"width": 900, "height": 700})
    page.wait_for_function("() => parseFloat(getComputedStyle(document.querySelector('.tiles-grid')).width) <= 900")
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth") == 900
    assert page.evaluate(SHARE) >= 0.35


def pile(page: Page, side: str) -> list[str]:
    """Return the numbers in the pile of one side, the latest first."""
    return list(page.locator(f".stage-side.{side} [data-chip]").evaluate_all(CHIPS))


@pytest.mark.parametrize("reduced_motion", [False, True])
def test_piles_hold_what_was_taken_however_a_flight_ends(open_page: OpenPage, *, reduced_motion: bool) -> None:
    page = open_page("/taxman:20", reduced_motion=reduced_motion)
    flyers = page.locator(".stage-flyer")
    expect(tile(page, 19)).to_be_visible()
    # Press twice in a single task, so that the second press comes while numbers still fly after the first one.
    seen = page.evaluate(
        """async () => {
          const count = () => document.querySelectorAll(".stage-flyer").length;
          const take = async (number) => {
            document.querySelector(`[data-number="${number}"]`).click();
            while (!document.querySelector(`[data-number="${number}"].take`)) {
              await new Promise(requestAnimationFrame);
            }
            const atOnce = count();
            for (let frame = 0; frame < 3; frame += 1) {
              await new Promise(requestAnimationFrame);
            }
            return [atOnce, count()];
          };
          return [await take(19), await take(9)];
        }"""
    )
    assert pile(page, "mine") == ["9", "19"]
    assert set(pile(page, "theirs")) == {"1", "3", "11", "13", "17"}
    # The new board is painted before numbers fly: 19, its tax and three stranded numbers, then 9 and its tax.
    assert seen == ([[0, 0], [0, 0]] if reduced_motion else [[0, 5], [0, 2]])
    page.evaluate(FINISHED)
    expect(flyers).to_have_count(0)
    assert pile(page, "mine") == ["9", "19"]
    expect(page.locator(".stage-side.mine .stage-total")).to_have_text("2828")


def test_arcs_lead_to_the_divisors_that_are_left(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/19")
    arcs = page.locator(".tiles-arcs path")
    tile(page, 12).hover()
    expect(arcs).to_have_count(4)
    tile(page, 8).hover()
    expect(arcs).to_have_count(2)
    page.mouse.move(0, 0)
    expect(arcs).to_have_count(0)


def test_a_result_is_put_aside_and_comes_back(open_page: OpenPage) -> None:
    page = open_page("/taxman:10/7.9.8.10")
    card = page.locator(".result-card")
    expect(card).to_contain_text("34 to 21")
    card.get_by_role("button", name="Look at the board").click()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Show the result").click()
    expect(card).to_contain_text("34 to 21")
    # At earlier moves, the result card does not cover the board; the card appears again at the end.
    page.keyboard.press("u")
    at(page, "/taxman:10/7.9.8")
    expect(card).to_have_count(0)
    page.keyboard.press("r")
    expect(card).to_be_visible()


TEXTS = """() => {
  const range = document.createRange();
  const box = (name) => (range.selectNodeContents(document.querySelector(name)), range.getBoundingClientRect());
  const [half, best] = [box(".rope-half"), box(".rope-best")];
  const bar = document.querySelector(".rope").getBoundingClientRect();
  const apart = half.width === 0 || half.right < best.left || best.right < half.left;
  return { apart, inside: bar.left <= best.left && best.right <= bar.right, shown: half.width > 0 };
}"""
"""Compares the texts above the bar of scores: whether they are apart, and whether the best total is on the bar."""


@pytest.mark.parametrize(
    ("rows", "shown"),
    [("1_2.3_2.2.1.5_2.3", False), ("1_2.9.2.9.5_2.7", True), ("1_2.19", True), ("7_2.1_3.20", True), ("2.3", False)],
)
@pytest.mark.parametrize(("lang", "width"), [("en", 360), ("de", 360), ("fr", 1280)])
def test_the_texts_above_the_bar_are_whole(
    open_page: OpenPage, rows: str, lang: str, width: int, *, shown: bool
) -> None:
    page = open_page("/coins", lang=lang, width=width, height=640)
    page.evaluate("() => localStorage.setItem('perfectplay.coins.advice', 'true')")
    page.goto(page.url.replace("/coins", f"/coins:{rows}"))
    expect(page.locator(".rope-best")).to_be_visible()
    texts = page.evaluate(TEXTS)
    assert texts["apart"]
    assert texts["inside"]
    # The middle of the bar is labelled unless the best total is close to it.
    assert texts["shown"] or not shown
