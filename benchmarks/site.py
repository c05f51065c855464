"""How fast the site without a server is in a headless Chromium: what its documentation promises, measured.

Usage: ``python benchmarks/site.py``.  It needs npm, Playwright and Chromium; nothing else should be running.  Seconds
of the wall clock, of one run each; sizes are packed as hosts pack them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

READY = "[data-python=ready]"
KEPT = "[data-kept=yes]"


@contextmanager
def serve() -> Iterator[tuple[str, Path]]:
    """Build and serve a site; yield its address and its folder."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "below")
        command = [sys.executable, "-m", "perfectplay", "site", str(folder), "--certificates", "1000", "--json"]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # our own program
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", temporary]
        with subprocess.Popen(  # noqa: S603  # Python's own server
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            line = server.stdout.readline() if server.stdout else ""
            found = re.search(r"port (\d+)", line)
            yield f"http://127.0.0.1:{found[1] if found else 0}/below/", folder
            server.terminate()


def first(page: Page, site: str) -> None:
    begun = time.perf_counter()
    page.goto(f"{site}#/taxman:20")
    page.get_by_role("button", name=re.compile("^19: can be taken")).click()
    page.get_by_role("button", name=re.compile("^19: can be taken")).wait_for(state="detached")
    print(f"first board played on     {time.perf_counter() - begun:7.2f} s")
    page.locator(READY).wait_for(state="attached")
    print(f"Python ready              {time.perf_counter() - begun:7.2f} s")
    page.locator(KEPT).wait_for(state="attached")


def moves(page: Page, site: str) -> None:
    page.goto(f"{site}#/taxman:100")
    for number in (97, 49, 91):
        tile = page.get_by_role("button", name=re.compile(f"^{number}: can be taken"))
        tile.wait_for()
        begun = time.perf_counter()
        tile.click()
        tile.wait_for(state="detached")
        print(f"a move at N = 100         {1000 * (time.perf_counter() - begun):7.0f} ms")


def answers(page: Page, site: str) -> None:
    page.goto(f"{site}#/console")
    code = page.locator("textarea")
    for what, text in (
        ("best play for eight coins", "perfectplay.solve('coins:5.1.1.5.1.2.2.1').value"),
        ("one deal of pursuit", "perfectplay.solve('pursuit:3.6.9.10.50.100:951').value"),
    ):
        code.fill(f"import time; begun = time.perf_counter(); {text}\ntime.perf_counter() - begun")
        page.get_by_role("button", name="Run").click()
        shown = page.locator(".console-shown").filter(has_text=text)
        shown.wait_for()
        print(f"{what:25} {float(shown.inner_text().split()[-1]):7.2f} s")


def proof(page: Page, site: str) -> None:
    page.goto(f"{site}#/proof?id=taxman:1000")
    page.get_by_role("button", name="Check it now").click()
    page.locator(".proof-verdict").wait_for()
    print(f"N = 1000: {page.locator('.proof-word p').nth(1).inner_text()}")


def again(page: Page) -> None:
    page.context.set_offline(True)
    begun = time.perf_counter()
    page.reload()
    page.locator(READY).wait_for(state="attached")
    print(f"again, without a network  {time.perf_counter() - begun:7.2f} s")


def measure(browser: Browser) -> None:
    with serve() as (site, folder):
        size = json.loads((folder / "site.json").read_bytes())["size"]
        print(f"a first visit loads       {size / 1e6:7.2f} MB")
        page = browser.new_context(locale="en-GB").new_page()
        page.set_default_timeout(120_000)
        first(page, site)
        moves(page, site)
        answers(page, site)
        proof(page, site)
        again(page)


if __name__ == "__main__":
    with sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        measure(chromium)
        chromium.close()
