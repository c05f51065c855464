"""A real browser against a real server: what every browser test stands on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, expect, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REQUIRED = os.environ.get("PERFECTPLAY_BROWSER") == "required"
PATIENCE = 15_000
"""Milliseconds: the first question of a fresh server waits for compilation."""


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
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found is not None, line
        yield found[0]
        process.terminate()
        rest = process.stdout.read()
    assert "Traceback" not in rest, rest


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
            "locale": {"en": "en-GB", "de": "de-DE"}[lang],
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
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["help"], [node["target"] for node in one["nodes"]]) for one in found] == []

    return check


def sideways(page: Page) -> int:
    """Pixels by which a page is wider than its window: it should be none."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
