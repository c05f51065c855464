"""Take the documentation's screenshots of the web app again.

    perfectplay serve --port 8017
    python docs/screenshots.py http://127.0.0.1:8017

Needs Chromium (``chromium`` or ``chromium-headless-shell`` on the path) and Playwright, like the browser tests, and
Pillow, which makes the files small.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
COLOURS = 64
"""Number of colours in a picture: the pages have few, and fewer colours save two thirds of the bytes."""
MIDDAY = "2026-03-14T12:00:00"


def taxman(page: Page) -> None:
    """Show the cost of a possible move."""
    page.goto("/taxman:30/29.25.21")
    page.locator('[data-number="28"]').hover()


def coins(page: Page) -> None:
    """Show a game against an opponent."""
    page.goto("/coins:5.1.1.5.1.2.2.1.3.9/LRLR?vs=greedy&first=me")


def pursuit(page: Page) -> None:
    """Show a game that has hit its target."""
    page.goto("/pursuit:3.6.9.10.50.100:951/100a6.106m9.954s3")


def match(page: Page) -> None:
    """Show a round of a match in progress."""
    page.clock.set_fixed_time(MIDDAY)
    page.goto("/pursuit/match")
    page.evaluate("Math.random = () => 2.5e-9")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator(".duel-large button").nth(2).click()
    page.locator("[data-card]").first.click()


def proof(page: Page) -> None:
    """Show the verdict of the checker."""
    page.goto("/proof?id=taxman:100")
    page.get_by_role("button", name="Check it now").click()
    page.locator(".proof-verdict").wait_for()


def daily(page: Page) -> None:
    """Show the puzzles of a day, one of them solved."""
    page.clock.set_fixed_time(MIDDAY)
    page.set_viewport_size({"width": 1200, "height": 1080})
    remember(page)
    page.goto("/daily")


def profile(page: Page) -> None:
    """Show the map of pots that the player has finished."""
    page.clock.set_fixed_time(MIDDAY)
    page.set_viewport_size({"width": 1200, "height": 920})
    remember(page)
    page.goto("/profile")


def classroom(page: Page) -> None:
    """Show the lessons about a game."""
    page.goto("/teach/taxman")


def sheet(page: Page) -> None:
    """Show a worksheet with triangles to be filled in."""
    page.set_viewport_size({"width": 1200, "height": 1080})
    page.goto("/worksheets?game=coins&kind=triangle&count=2")


def remember(page: Page) -> None:
    """Store a profile in the browser, as if a player had finished some games there."""
    at = 1_773_489_600_000
    scores = {
        4: (7, 7),
        6: (15, 15),
        7: (17, 17),
        8: (21, 21),
        10: (40, 40),
        12: (47, 50),
        15: (75, 81),
        20: (113, 124),
        62: (1194, 1201),
    }
    results = {
        str(n): {
            "key": str(n),
            "value": score,
            "score": str(score),
            "best": str(best),
            "moves": n // 3,
            "won": 4 * score > n * (n + 1),
            "perfect": score == best,
        }
        for n, (score, best) in scores.items()
    }
    days = {
        f"2026-03-{day:02}": {"taxman": results["20"] | {"on": f"2026-03-{day:02}"}} for day in (3, 4, 10, 11, 12, 13)
    }
    days["2026-03-14"] = {"taxman": results["62"] | {"on": "2026-03-14"}}
    profile = {
        "version": 1,
        "games": [],
        "best": {"taxman": {n: result | {"at": at} for n, result in results.items()}},
        "totals": {"taxman": {"games": 14, "wins": 11, "perfect": 5}, "coins": {"games": 6, "wins": 4, "perfect": 3}},
        "days": days,
    }
    page.add_init_script(f"localStorage.setItem('perfectplay.profile', {json.dumps(json.dumps(profile))})")


SHOWN = (taxman, coins, pursuit, match, proof, daily, profile, classroom, sheet)


def main() -> None:
    """Take all pictures, or only those named on the command line."""
    address, *names = sys.argv[1:]
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for show in SHOWN:
            if names and show.__name__ not in names:
                continue
            context = browser.new_context(
                base_url=address, viewport={"width": 1200, "height": 780}, reduced_motion="reduce", locale="en-GB"
            )
            page = context.new_page()
            show(page)
            page.wait_for_load_state("networkidle")
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            few = picture.quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(IMAGES / f"web-{show.__name__}.png", optimize=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
