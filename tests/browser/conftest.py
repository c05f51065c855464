"""Fixtures for all browser tests, such as a real browser and a real server."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen
from weakref import WeakKeyDictionary

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.waiting import next_line

# Try the headless shell first: it has the same engine, but needs half the processor time for a page.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HERE = Path(__file__).parent
REQUIRED = os.environ.get("PERFECTPLAY_BROWSER") == "required"
PATIENCE = 120_000
"""Limit in milliseconds for every wait of a test, generous enough for a slow machine."""

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
"""Requests of every kind that the pages send: once all are answered, the server has loaded everything it needs."""
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
"""Records all texts of the live regions, because each text replaces the previous one."""

PLANS = """
window.plans = new Map();
{
  const { setTimeout: later, clearTimeout: never } = window;
  const done = (id) => {
    window.plans.get(id)?.resolve();
    window.plans.delete(id);
  };
  window.setTimeout = (act, delay = 0, ...rest) => {
    const id = later(() => {
      done(id);
      act(...rest);
    }, delay);
    if (delay <= 500) {
      let resolve;
      const promise = new Promise((found) => (resolve = found));
      window.plans.set(id, { promise, resolve });
    }
    return id;
  };
  window.clearTimeout = (id) => {
    done(id);
    never(id);
  };
}
"""
"""Records a page's short timers: the page delays some requests, because the next key may change them."""


def bounded(code: str) -> str:
    """Limit the time of a script that waits in a page, because Playwright sets no time limit for `evaluate`."""
    late = f"new Promise((_, fail) => setTimeout(fail, {PATIENCE}, new Error('this page never comes to rest')))"
    return f"(given) => Promise.race([({code})(given), {late}])"


BLOCKED = "Service Worker registration blocked by Playwright"

QUIET = bounded("""async () => {
  await Promise.all([...window.plans.values()].map((one) => one.promise));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }));
  return window.plans.size === 0;
}""")
"""Waits until a page is idle and drawn. The timeout helps if Chromium forgets to report that a page is idle."""

DRAWN = bounded("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
"""Waits for two frames: in the first one, a page measures its layout; in the second one, it shows the result."""

FINISHED = bounded("""async () => {
  const running = () =>
    document
      .getAnimations()
      .filter((one) => one.playState === "running" && Number.isFinite(one.effect.getComputedTiming().endTime));
  do {
    await Promise.allSettled(running().map((one) => one.finished));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  } while (running().length > 0);
}""")
"""Waits until no animation is running, because axe would measure a wrong colour during a transition."""

COMPLAIN = bounded("""(options) => axe
  .run({ resultTypes: ["violations"], ...options })
  .then((found) => found.violations)
  .then((all) => all.map((one) => [one.id, one.help, one.nodes.map((node) => node.target.join(" "))]))""")
"""Lists the violations that axe-core finds, and omits rules that passed, because they would make the list very long."""

EVERYTHING: dict[str, Any] = {}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""Options that restrict axe-core to its rules about colours."""
COLOURLESS = {"rules": {"color-contrast": {"enabled": False}}}
"""Options that leave out the contrast of colours, which takes almost all of the time of axe-core."""


SHIFTED = """() => new Promise((found) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    sum += list.getEntries().reduce((all, one) => all + (one.hadRecentInput ? 0 : one.value), 0);
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => found(sum), 200);
})"""
"""Adds up the layout shift, which measures how far visible elements have moved without any input."""


def find_browser() -> str | None:
    """Return the path of a Chromium on this machine, or `None`."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip browser tests if no browser is found and none is required; mark tests that are not `everyday` as `full`."""
    for item in items:
        if item.path.parent == HERE and item.get_closest_marker("everyday") is None:
            item.add_marker(pytest.mark.full)
        if "browser" in getattr(item, "fixturenames", ()) and find_browser() is None and not REQUIRED:
            item.add_marker(pytest.mark.skip(reason="no Chromium found; install one to run the browser tests"))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Run `perfectplay serve` as users do, and yield its address."""
    with serve() as address:
        # Ask both worker processes, so that both have started.
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(partial(be_answered, address), QUESTIONS))
        yield address


@contextmanager
def serve(environment: Mapping[str, str] = os.environ, options: Sequence[str] = ()) -> Iterator[str]:
    """Run a server, and fail if it reports an error."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        line = next_line(process)
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found is not None, line
        try:
            yield found[0]
        finally:
            # End the server even if the test has failed: otherwise, reading the rest of its output would never end.
            process.terminate()
        rest = process.stdout.read()
    assert "Traceback" not in rest, rest


def be_answered(server: str, question: str) -> None:
    """Ask a question until it is answered, because a server that is busy compiling may refuse at first."""
    for _ in range(ATTEMPTS):
        try:
            with urlopen(f"{server}/api/v1/{question}", timeout=600) as answer:  # noqa: S310  # our own server
                answer.read()
                return
        except HTTPError as refusal:
            # Any error other than "busy" means that the question itself is wrong.
            assert refusal.status == HTTPStatus.SERVICE_UNAVAILABLE, f"{question}: {refusal.read().decode()}"  # noqa: PT017  # it checks a status, not an exception
    pytest.fail(f"no answer to {question}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start a headless Chromium."""
    path = find_browser()
    assert path is not None, f"no Chromium: none of {', '.join(BROWSERS)} is on the PATH"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        # Block all requests to other machines, even accidental ones.
        alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        # Keep Chromium from starting a process for the next page in advance, a tenth of the work for each page.
        options = ["--no-sandbox", "--disable-gpu", "--renderer-process-limit=1", alone]
        browser = playwright.chromium.launch(executable_path=path, args=options)
        yield browser
        browser.close()


@dataclass
class Traffic:
    """The number of requests that a page has sent, and the requests in progress."""

    sent: int = 0
    under_way: set[Request] = field(default_factory=set)

    def begun(self, request: Request) -> None:
        self.sent += 1
        self.under_way.add(request)

    def ended(self, request: Request) -> None:
        self.under_way.discard(request)


TRAFFIC: WeakKeyDictionary[Page, Traffic] = WeakKeyDictionary()


OpenPage = Callable[..., Page]
"""Opens a page in a new browser context; the fixture `open_page` lists the options."""


@pytest.fixture
def open_page(server: str, browser: Browser) -> Iterator[OpenPage]:
    """Yield a function that opens pages; at the end, fail if one reported an error or tried to leave this machine."""
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
        intercepted: bool = False,
        touch: bool = False,
        slowed: bool = False,
        now: str = "",
        kept: bool = False,
    ) -> Page:
        options: dict[str, Any] = {
            "viewport": {"width": width, "height": height},
            "color_scheme": theme,
            "locale": {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}[lang],
            "reduced_motion": "reduce" if reduced_motion else "no-preference",
            "has_touch": touch or width < 500,
            # Block service workers by default, because a test can neither see nor delay their requests.
            "service_workers": "allow" if kept else "block",
        }
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)

        def watch(request: Request) -> None:
            # Only watch requests: intercepting all of them would make a page 10 % slower, and disable its cache.
            url = urlsplit(request.url)
            if url.scheme not in {"data", "blob"} and url.hostname != "127.0.0.1":
                troubles.append(f"a request to {request.url}")

        def listen(message: ConsoleMessage) -> None:
            # Ignore failures that a test provokes on purpose: Chromium reports them like any other failed request.
            meant = (failures and "Failed to load resource" in message.text) or BLOCKED in message.text
            if message.type in {"error", "warning"} and not meant:
                troubles.append(f"console: {message.text}")

        context.on("request", watch)
        context.add_init_script(LISTEN + PLANS)
        page = context.new_page()
        TRAFFIC[page] = traffic = Traffic()
        page.on("request", traffic.begun)
        page.on("requestfinished", traffic.ended)
        page.on("requestfailed", traffic.ended)
        page.on("console", listen)
        page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
        if now:
            page.clock.set_fixed_time(now)
        if intercepted:
            # Register a first route before the page loads: without it, Chromium sometimes misses a later one.
            page.route("**/nothing", lambda route: route.continue_())
        with slow(page) if slowed else nullcontext():
            page.goto(server + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@contextmanager
def slow(page: Page) -> Iterator[None]:
    """Slow down the parts of a page that loads, so that they appear one after the other.

    Each request takes 50 milliseconds more, also later. Scripts take four times as long until the page has loaded, but
    not later, because Chromium slows a page by keeping a core busy, even if the page is idle.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    limits = {"offline": False, "latency": 50, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", limits)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


CheckPage = Callable[..., None]
"""Asserts that a page has no violation; the colours of the other theme, which then stays on, are checked as well."""


@pytest.fixture(scope="session")
def axe() -> CheckPage:
    """Return a function that checks a page with axe-core, and fails if there is a violation.

    It checks the contrast in both themes, or only in the current one if ``themes`` is 1, or not at all if it is 0.
    """
    script = Axe().axe_script

    def check(page: Page, *, themes: int = 2) -> None:
        root = page.locator("html")
        first = root.get_attribute("data-theme")
        assert first in {"light", "dark"}
        other = "dark" if first == "light" else "light"
        for theme, rules in ((first, EVERYTHING if themes else COLOURLESS), (other, COLOURS))[: max(1, themes)]:
            put_in(page, theme)
            # A frame appears before the page in it, so wait for the heading of the page before axe runs.
            expect(page.locator("h1").first).to_be_attached()
            page.evaluate(FINISHED)
            if page.evaluate("!window.axe"):
                page.evaluate(script)
            assert page.evaluate(COMPLAIN, rules) == [], f"in the {theme} theme"

    return check


def put_in(page: Page, theme: str) -> None:
    """Switch a page between light and dark without a reload, as the page does when the system's theme changes."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


BUSY = "[aria-busy=true], .spinner"
OUTLINE = "(all) => all.map((one) => one.outerHTML.slice(0, 300))"


def settled(page: Page) -> None:
    """Wait until the page is idle: no request is running, and no answer has caused a new request."""
    expect(page.locator("h1").first).to_be_visible()
    page.wait_for_load_state("load")
    traffic = TRAFFIC[page]
    quiet = 0
    while quiet < 2:
        try:
            expect(page.locator(BUSY)).to_have_count(0)
        except AssertionError:
            pytest.fail(f"still busy: {page.locator(BUSY).evaluate_all(OUTLINE)}; under way: {traffic.under_way}")
        before = traffic.sent
        quiet = quiet + 1 if page.evaluate(QUIET) and not traffic.under_way and traffic.sent == before else 0


def speak(page: Page, lang: str) -> None:
    """Choose a language in the header, which is folded into a menu on a narrow page."""
    menu = page.locator(".menu-button")
    folded = menu.is_visible()
    if folded:
        menu.click()
    page.locator("header select").filter(has=page.locator(f"option[value={lang}]")).select_option(lang)
    if folded:
        menu.click()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    settled(page)


def resize(page: Page, size: ViewportSize) -> None:
    """Resize a page, and wait until its new layout is drawn, but not until its requests are answered."""
    page.set_viewport_size(size)
    page.evaluate(DRAWN)


def more(page: Page, name: str) -> None:
    """Press a button in the menu of a game."""
    page.get_by_role("button", name="More", exact=True).click()
    page.locator(".game-more-panel").get_by_text(name, exact=True).click()


@contextmanager
def settings(page: Page) -> Iterator[Locator]:
    """Open the settings of a game, and close them at the end."""
    more(page, "Settings")
    sheet = page.get_by_role("dialog", name="Settings")
    yield sheet
    sheet.get_by_role("button", name="Close").click()
    page.keyboard.press("Escape")


def tile(page: Page, number: int) -> Locator:
    """Return the tile of a number on the board."""
    return page.locator(f'[data-number="{number}"]')


def at(page: Page, path: str) -> None:
    """Wait until the URL of the page has this path."""
    page.wait_for_function("path => location.pathname === path", arg=path)


def spoken(page: Page) -> str:
    """Return the text of a page without the parts that are marked as English, such as the checker's report."""
    return str(
        page.evaluate(
            """() => {
              const body = document.body.cloneNode(true);
              body.querySelectorAll('[lang=en], script, noscript').forEach((one) => one.remove());
              return body.textContent;
            }"""
        )
    )


def heard(page: Page, text: str) -> None:
    """Wait until a live region has announced a text to screen readers."""
    page.wait_for_function("text => window.heard.includes(text)", arg=text)


@contextmanager
def moment(page: Page) -> Iterator[None]:
    """Pause the clock that a test has installed in a page, so that the speed of the test does not matter."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 3600)
    yield
    page.clock.resume()


def sideways(page: Page) -> int:
    """Return the number of pixels by which a page is wider than its window; it should be 0."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
