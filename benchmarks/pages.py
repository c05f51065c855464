"""How fast the pages are in a headless Chromium: what a first visit loads, when it is shown, how long a move takes.

Usage: ``python benchmarks/pages.py``.  It needs Playwright and Chromium.  Medians of several runs, milliseconds of the
wall clock; the largest contentful paint is measured with the processor slowed down four times.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

RUNS = 9
PAINT = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe(
    { type: "largest-contentful-paint", buffered: true });
})"""
MOVE = """(number) => new Promise((resolve) => {
  const tile = document.querySelector(`[data-number="${number}"]`);
  const before = location.pathname;
  const begun = performance.now();
  const look = () => location.pathname !== before && document.querySelector(`[data-number="${number}"].take`)
    ? requestAnimationFrame(() => resolve(performance.now() - begun)) : requestAnimationFrame(look);
  tile.click();
  look();
})"""


@contextmanager
def serve() -> Iterator[str]:
    """Run a server; yield its address."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603  # our own program
        lines = iter(server.stdout or ())
        yield next(found[0] for line in lines if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
        server.terminate()


def packed(page: Page, address: str) -> int:
    """Open an address for the first time, and return the number of transferred bytes."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    sizes: list[int] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(address, wait_until="networkidle")
    return sum(sizes)


def painted(browser: Browser, address: str) -> float:
    """Open an address on a processor slowed down four times, and return its largest contentful paint."""
    context = browser.new_context()
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address, wait_until="networkidle")
    when: float = page.evaluate(PAINT)
    context.close()
    return when


def moves(browser: Browser, address: str) -> tuple[list[float], list[int]]:
    """Take numbers from a pot of 300, and return the time and the transferred bytes of each move."""
    context = browser.new_context()
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    sizes: list[int] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(address + "/taxman:300", wait_until="networkidle")
    times, wire = [], []
    for number in (293, 289, 287, 299, 291, 265, 230, 245, 231):
        page.locator(f'[data-number="{number}"]').focus()
        page.wait_for_load_state("networkidle")
        sizes.clear()
        times.append(page.evaluate(MOVE, number))
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)
        wire.append(sum(sizes))
    context.close()
    return times, wire


def main() -> None:
    """Measure the pages, and print the figures."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with serve() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for place in ("/", "/taxman:20", "/daily", "/pursuit/match"):
            context = browser.new_context()
            size = packed(context.new_page(), address + place)
            context.close()
            paint = statistics.median(painted(browser, address + place) for _ in range(RUNS))
            print(f"{place}: {size / 1000:.1f} kB on a first visit; largest contentful paint {paint:.0f} ms")
        times, wire = moves(browser, address)
        print(f"a move at N = 300: {statistics.median(times):.0f} ms from click to board, at most {max(times):.0f} ms")
        print(f"  {statistics.median(wire) / 1000:.1f} kB a move, at most {max(wire) / 1000:.1f} kB")
        browser.close()


if __name__ == "__main__":
    main()
