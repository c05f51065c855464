"""A real browser against a real server: what every browser test stands on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, expect, sync_playwright

# The shell comes first: it is the same engine, and its pages cost half the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REQUIRED = os.environ.get("PERFECTPLAY_BROWSER") == "required"
PATIENCE = 120_000
"""Milliseconds after which what a test waits for never comes, however slow the machine is."""

PURSUIT = "3.6.9.10.50.100:951"
QUESTIONS = (
    "hint?id=taxman:24/23",
    f"hint?id=pursuit:{PURSUIT}",
    "hint?id=coins:5.1.1.5.1.2.2.1.3.9",
    "taxman/compare?id=taxman:20/19.9&strategy=trono-4",
    "taxman/replay?n=20&strategy=best",
    "taxman/preview?id=taxman:1000/997&take=961",
    "coins/reply?id=coins:5.1.1.5/L&opponent=greedy",
    "coins/reply?id=coins:o1.5.2.5/1K2&opponent=perfect",
    "coins/triangle.svg?coins=5.1.1.5",
    f"pursuit/solve?position=pursuit:{PURSUIT}&all=1",
    "pursuit/map?numbers=3.6.9.10.50.100",
    "pursuit/odds?deck=cards",
    "pursuit/odds?deck=classic",
    "pursuit/formulas?deck=cards",
    "pursuit/chart.svg?deck=cards",
    "pursuit/deal?deck=cards&difficulty=easy",
    f"pursuit/evaluate?id=pursuit:{PURSUIT}&expression=100-6",
    "pursuit/tree.svg?expression=100-6",
    "lab/scores.svg?from=2&to=60",
    "lab/strategies.svg?from=2&to=30",
    "lab/cover.svg?n=24",
    "lab/tree.svg?n=100",
    "lab/ties.svg?largest=4&length=6",
    "lab/worksheet?game=taxman&level=hard&count=1&seed=1",
    "lab/worksheet?game=coins&level=hard&count=1&seed=1",
    "lab/worksheet?game=pursuit&level=hard&count=1&seed=1",
)
"""One of every kind that pages ask: when all have been answered, nothing is compiled any more."""
ATTEMPTS = 20

LISTEN = """
window.heard = "";
new MutationObserver(() => {
  for (const one of document.querySelectorAll("[role=status], [role=alert][aria-live]")) {
    const text = one.textContent;
    if (text && one.lastHeard !== one.firstElementChild) {
      one.lastHeard = one.firstElementChild;
      window.heard += text + "\\n";
    }
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Keeps what the live regions say: a sentence makes place for the next one."""


def find_browser() -> str | None:
    """Path of a Chromium on this machine."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip by name where there is no browser, unless one is required; keep the tests of a file on one server."""
    for item in items:
        if item.path.parent.name == "browser" and find_browser() is None and not REQUIRED:
            item.add_marker(pytest.mark.skip(reason="no Chromium found; install one to run the browser tests"))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Address of `perfectplay serve`, running as anybody would run it."""
    with serve() as address:
        # Both of its processes are asked, and so made ready.
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(partial(be_answered, address), QUESTIONS))
        yield address


@contextmanager
def serve(environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Run a server; nothing may go wrong in it."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found is not None, line
        yield found[0]
        process.terminate()
        rest = process.stdout.read()
    assert "Traceback" not in rest, rest


def be_answered(server: str, question: str) -> None:
    """Ask until there is an answer: a server that is busy compiling may refuse at first."""
    for _ in range(ATTEMPTS):
        try:
            with urlopen(f"{server}/api/v1/{question}", timeout=600) as answer:  # noqa: S310  # our own server
                answer.read()
                return
        except HTTPError as refusal:
            # Anything but "busy" is a wrong question.
            assert refusal.status == HTTPStatus.SERVICE_UNAVAILABLE, f"{question}: {refusal.read().decode()}"  # noqa: PT017  # it is not about the refusal
    pytest.fail(f"no answer to {question}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = find_browser()
    assert path is not None, f"no Chromium: none of {', '.join(BROWSERS)} is on the PATH"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class OpenPage(Protocol):
    """The type of the fixture `open_page`."""

    def __call__(
        self,
        path: str = "/",
        *,
        theme: str = "light",
        width: int = 1280,
        height: int = 900,
        lang: str = "en",
        reduced_motion: bool = True,
        failures: bool = False,
    ) -> Page:
        """Open a page in a browser that knows nothing of any other page."""
        ...


@pytest.fixture
def open_page(server: str, browser: Browser) -> Iterator[OpenPage]:
    """Open pages; at the end, nothing may have gone wrong or tried to leave this machine."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(
        path: str = "/",
        *,
        theme: str = "light",
        width: int = 1280,
        height: int = 900,
        lang: str = "en",
        reduced_motion: bool = True,
        failures: bool = False,
    ) -> Page:
        options: dict[str, Any] = {
            "viewport": {"width": width, "height": height},
            "color_scheme": theme,
            "locale": {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}[lang],
            "reduced_motion": "reduce" if reduced_motion else "no-preference",
            "has_touch": width < 500,
        }
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)

        def guard(route: Route) -> None:
            url = urlsplit(route.request.url)
            if url.scheme in {"data", "blob"} or url.hostname == "127.0.0.1":
                route.continue_()
            else:
                troubles.append(f"a request to {route.request.url}")
                route.abort()

        def listen(message: ConsoleMessage) -> None:
            # What a test provokes on purpose, Chromium reports like any other failed request.
            if message.type in {"error", "warning"} and not (failures and "Failed to load resource" in message.text):
                troubles.append(f"console: {message.text}")

        context.route("**/*", guard)
        context.add_init_script(LISTEN)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
        page.goto(server + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Assert that axe-core finds nothing to complain of."""

    def check(page: Page) -> None:
        # A colour that is just changing, however fast, is still the old one.
        page.evaluate(
            """() => Promise.allSettled(
              document
                .getAnimations()
                .filter((one) => one.playState === "running" && Number.isFinite(one.effect.getComputedTiming().endTime))
                .map((one) => one.finished),
            )"""
        )
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["help"], [node["target"] for node in one["nodes"]]) for one in found] == []

    return check


def heard(page: Page, text: str) -> None:
    """Wait until a screen reader has been given something to say."""
    page.wait_for_function("text => window.heard.includes(text)", arg=text)


@contextmanager
def moment(page: Page) -> Iterator[None]:
    """Let no time pass in a page whose clock is installed, however long it takes."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 3600)
    yield
    page.clock.resume()


def sideways(page: Page) -> int:
    """Pixels by which a page is wider than its window: it should be none."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
