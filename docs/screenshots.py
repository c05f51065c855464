"""Take the documentation's pictures of the web app anew.

    perfectplay serve --port 8017
    python docs/screenshots.py http://127.0.0.1:8017

Needs Chromium as ``chromium`` on the path, and Playwright, as the browser tests do.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parent / "images"


def taxman(page: Page) -> None:
    """Show what a move would cost."""
    page.goto("/taxman:30/29.25.21")
    page.locator('[data-number="28"]').hover()


def coins(page: Page) -> None:
    """Show the triangle with the position in it."""
    page.goto("/coins:5.1.1.5.1.2.2.1/LLRL")
    page.get_by_role("button", name="Show the triangle now").click()


def pursuit(page: Page) -> None:
    """Show a hit."""
    page.goto("/pursuit:3.6.9.10.50.100:951/100a6.106m9.954s3")


def main() -> None:
    """Take all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = browser.new_context(
            base_url=sys.argv[1], viewport={"width": 1200, "height": 780}, reduced_motion="reduce", locale="en-GB"
        )
        for show in (taxman, coins, pursuit):
            page = context.new_page()
            show(page)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=IMAGES / f"web-{show.__name__}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
