"""Test the puzzle "find the prices": the page judges prices as the theorem does."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from playwright.sync_api import Page, expect

from perfectplay.taxman.questions.explain import ExplainPot
from perfectplay.taxman.records import load_records
from tests.browser.conftest import CheckPage, OpenPage, at
from tests.taxman.test_explain import ALONE, proven

REVIEW = ".prices-review"


def put(page: Page, prices: Mapping[int, int]) -> None:
    for number, price in prices.items():
        page.locator(".prices-board input").nth(number - 1).fill(str(price))


def too_cheap(prices: Mapping[int, int]) -> list[str]:
    """List, in the page's words, each number that costs too little together with its quotient by a prime."""
    primes = [r for r in range(2, len(prices) + 1) if all(r % d for d in range(2, r))]
    return [
        f"{p} and {p // r} together cost {prices[p] + prices[p // r]}, which is less than {p}."
        for p in prices
        for r in reversed(primes)
        if p % r == 0 and prices[p] + prices[p // r] < p
    ]


def test_the_prices_of_1_to_6_are_found_by_keyboard(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/learn?game=taxman", width=360, height=740)
    page.get_by_role("link", name="Find the prices").click()
    at(page, "/taxman/prices")
    review = page.locator(REVIEW)
    expect(review).to_contain_text("All prices together: 20")
    expect(review).to_contain_text("Valid: nobody gets more than 20. Can you make it cheaper?")
    # A price of 5 for the number 1 covers 2, 3 and 5; a price of 4 for the number 2 covers 4.
    page.get_by_role("spinbutton", name="Price of 1", exact=True).focus()
    for text in ("5", "4", "0", "0"):
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    for price in range(4, -1, -1):
        expect(review).to_contain_text(f"nobody gets more than {16 + price}.")
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("spinbutton", name="Price of 5, which you pay for with 1")).to_have_value("0")
    expect(review).to_contain_text("Nobody can get more than 15, and you have proved it.")
    axe(page)
    for key in ("Shift+Tab", "Shift+Tab", "Shift+Tab", "ArrowDown"):
        page.keyboard.press(key)
    expect(review.locator("[aria-live=polite]")).to_have_text("4 and 2 together cost 3, which is less than 4.")


@pytest.mark.parametrize("n", [6, 20, 30])
def test_the_page_judges_prices_as_the_theorem_does(open_page: OpenPage, axe: CheckPage, n: int) -> None:
    page = open_page(f"/taxman/prices?n={n}")
    review = page.locator(REVIEW)
    rows = ExplainPot(n=n).answer().prices
    cheapest = dict.fromkeys(range(1, n + 1), 0) | {row.number: int(row.price) for row in rows}
    best, random = load_records()[n].score, Random(n)
    for changes in (0, 1, 1, 2, 9):
        prices = cheapest | {
            number: max(0, cheapest[number] + random.choice((-3, -1, 1, 2)))
            for number in random.sample(range(1, n + 1), min(changes, n))
        }
        put(page, prices)
        expect(review).to_contain_text(f"All prices together: {sum(prices.values())}")
        lines = review.locator("[aria-live] > p").all_inner_texts()
        wrong = too_cheap(prices)
        answer = {"prices": [{"number": p, "price": price} for p, price in prices.items()], "cuts": []}
        if wrong:
            with pytest.raises(AssertionError):
                proven(frozenset(prices), answer)
            rest = len(wrong) - 3
            more = [f"{rest} more pair{' is' if rest == 1 else 's are'} too cheap."] if rest > 0 else []
            assert lines == wrong[:3] + more
        else:
            bound = proven(frozenset(prices), answer)
            done, said = bound == best, " ".join(lines)
            assert said == (
                f"Nobody can get more than {best}, and you have proved it."
                if done
                else f"Valid: nobody gets more than {bound}. Can you make it cheaper?"
            )
    axe(page)
    page.get_by_role("button", name="Start again").click()
    expect(review).to_contain_text(f"nobody gets more than {n * (n + 1) // 2 - 1}.")


def test_a_price_is_a_whole_number(open_page: OpenPage) -> None:
    page = open_page("/taxman/prices")
    for text in ("", "-1", "2.5"):
        page.locator(".prices-board input").nth(3).fill(text)
        expect(page.locator(REVIEW)).to_contain_text("Every number needs a price: a whole number, 0 or more.")
        expect(page.locator("[aria-invalid]")).to_have_count(1)


def test_pots_whose_prices_suffice_are_linked_from_their_proofs(open_page: OpenPage, server: str) -> None:
    page = open_page("/taxman/prices?n=24")
    sizes = [int(value) for value in page.locator("main option").evaluate_all("all => all.map((one) => one.value)")]
    # Prices alone do not prove the pot from 1 to 24, which also needs a cut, so the page does not offer it.
    assert set(sizes) <= set(ALONE)
    expect(page.locator(".prices-board li")).to_have_count(6)
    page.get_by_role("combobox", name="Largest number").select_option("30")
    expect(page.locator(".prices-board li")).to_have_count(30)
    for n in (20, 24, 25):
        page.goto(f"{server}/proof?id=taxman:{n}")
        why = page.get_by_role("region", name="Why nobody can do better")
        expect(why).to_contain_text("A best game")
        expect(why.get_by_role("link", name="Find the prices yourself")).to_have_count(int(n in ALONE))
        if n in ALONE:
            why.get_by_role("link", name="Find the prices yourself").click()
            expect(page.locator(".prices-board li")).to_have_count(n)
            page.get_by_role("link", name="Show a solution").click()
            expect(why).to_contain_text("A best game")
