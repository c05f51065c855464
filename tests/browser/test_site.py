"""Test the site: it is built once, served by Python's own file server, and used without a network."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from threading import Event
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, ViewportSize, expect

from perfectplay import game_names
from perfectplay.core.teaching.daily import day_number
from tests.browser.conftest import PATIENCE, SHIFTED, find_browser
from tests.browser.test_by_link import COINS, FACTORGAME, SAID, Take, play
from tests.browser.test_installed import check_manifest
from tests.browser.test_sharing import FINISHED, share
from tests.waiting import next_line
from tests.web.test_bundle import REQUIRED

TODAY = datetime.now().astimezone().date()
BEST = (19, 14, 10, 15, 20, 12, 18, 16)
"""The moves of a best game of Taxman from 1 to 20."""
BUILD = """
from perfectplay.cli.start import main
from perfectplay.web.site import build
build._AROUND = 1
main()
"""
"""Runs the command-line program, but limits the site to the daily puzzles of a few days."""
KEPT = "[data-kept=yes]"
READY = "[data-python=ready]"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in a subfolder of a host's root folder; return the root folder."""
    root = tmp_path_factory.mktemp("host")
    if shutil.which("npm") is None and not REQUIRED:
        pytest.skip("no npm found; install Node.js to build the site")
    command = [sys.executable, "-c", BUILD, "site", str(root / "below" / "here"), "--certificates", "1000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if "npm cannot fetch" in done.stderr and not REQUIRED:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stderr
    assert "certificates that can be checked there: 1000" in done.stdout
    return root


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """Yield the address of the site."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        found = re.search(r"port (\d+)", next_line(process))
        assert found is not None
        yield f"http://127.0.0.1:{found[1]}/below/here/"
        process.terminate()


@pytest.fixture
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """Yield a new browser context; at the end, fail if a page reported an error or tried to leave the site."""
    # Use a phone, since pages that fit there fit everywhere.
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    troubles: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            troubles.append(message.text)

    context.on("console", listen)
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    cookies = context.cookies()
    context.close()
    assert troubles == []
    assert cookies == []
    assert [url for url in asked if not url.startswith((site, "blob:", "data:"))] == []


def go(page: Page, site: str, path: str) -> None:
    """Go to a page of the application."""
    page.goto(f"{site}#{path}")


def take(page: Page, number: int) -> None:
    """Take a number, and wait until it is taken."""
    tile = page.get_by_role("button", name=re.compile(rf"^{number}: can be taken"))
    tile.click()
    expect(tile).to_have_count(0)


def checked(page: Page, site: str, position: str) -> None:
    go(page, site, f"/proof?id={position}")
    page.get_by_role("button", name="Check it now").click()
    expect(page.locator(".proof-verdict")).to_have_text("Checked: the proof holds.")


def run(page: Page, site: str, code: str) -> None:
    """Run a line in the console, which needs Python."""
    go(page, site, "/console")
    page.get_by_role("textbox", name="Lines of Python").fill(code)
    page.get_by_role("button", name="Run").click()


def test_one_visit(context: BrowserContext, site: str, folder: Path) -> None:
    """Run all steps in one browser, since Python takes seconds to start."""
    for file in (folder / "below" / "here" / "answers").glob("*.json"):
        ready = json.loads(file.read_text("utf-8")).values()
        assert {one["headers"]["content-language"] for one in ready if "headers" in one} == {file.name[:2]}
    page = context.new_page()
    first_moves_need_no_python(context, page, site)
    puzzles_of_the_day_need_no_python(context, page, site)
    usual_pictures_and_worksheets_need_no_python(context, page, site)
    proofs_of_small_pots_need_no_python(page, site)
    python_comes_when_it_is_asked(context, page, site)
    all_games_are_played_and_proofs_checked_without_a_network(context, page, site, folder)
    what_needs_a_solver_says_so_and_long_work_can_be_stopped(page, site)
    context.set_offline(offline=False)
    checked(page, site, "taxman:1000")
    a_new_version_is_offered_and_the_game_stays(page, site, folder)


def first_moves_need_no_python(context: BrowserContext, page: Page, site: str) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    go(page, site, "/taxman:20")
    for number in BEST[:4]:
        take(page, number)
    expect(page).to_have_url(f"{site}taxman/#:20/19.14.10.15")
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(f"{site}taxman/#:20/19.14.10")
    here = Path(__file__).parents[2] / "docs" / "_build" / "html" / "index.html"
    expect(page.get_by_role("link", name="Documentation")).to_have_count(int(here.is_file()))
    expect(page.locator(KEPT)).to_be_attached()
    go(page, site, "/learn")
    expect(page.get_by_role("heading", name="The largest prime first")).to_be_visible()
    go(page, site, "/taxman:20/19.14.10")
    expect(page.get_by_role("heading", name="Best still possible")).to_be_attached()
    assert [url for url in asked if "/pyodide/" in url or "/python/" in url] == []


def puzzles_of_the_day_need_no_python(context: BrowserContext, page: Page, site: str) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    go(page, site, "/daily")
    # The page shows the reader's current day, not the day of the build.
    expect(page.locator("main")).to_contain_text(f"Day {day_number(TODAY)} ")
    page.get_by_role("link", name="Play", exact=True).first.click()
    expect(page.get_by_role("region", name="Puzzle of the day")).to_contain_text(f"Day {day_number(TODAY)}")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Hint: where to look")).to_be_visible()
    page.get_by_role("button", name=re.compile(": can be taken")).first.click()
    expect(page.get_by_role("heading", name="Best still possible")).to_be_attached()
    assert any(f"/answers/daily/{TODAY:%Y-%m}.json" in url for url in asked)
    assert [url for url in asked if "/pyodide/" in url or "/python/" in url] == []


def usual_pictures_and_worksheets_need_no_python(context: BrowserContext, page: Page, site: str) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    go(page, site, "/lab")
    drawn = page.locator(".picture svg title").first
    expect(page.get_by_text("Others need the solver, about 7 MB the first time.")).to_be_visible()
    links = page.locator(".lab-gallery a")
    names = links.all_inner_texts()
    assert len(names) == 8
    for name in names:
        links.filter(has_text=name).click()
        expect(page.locator("#lab-room-title")).to_have_text(name)
        expect(drawn).to_be_attached()
        page.get_by_text("The figures as a table").click()
        expect(page.locator(".lab-table")).to_be_visible()
    # Open a picture with one changed setting, and another picture with the settings of an example.
    go(page, site, "/lab?picture=scores&measure=points")
    expect(drawn).to_be_attached()
    go(page, site, "/lab?picture=tree&n=240&cuts=few")
    expect(drawn).to_be_attached()
    for game in game_names():
        for level in ("easy", "hard"):
            go(page, site, f"/worksheets?game={game}&level={level}")
            expect(page.locator(".sheet.questions").first).to_contain_text(f"{level} · sheet 1")
    expect(page.get_by_text("Sheet 1 of each kind is ready.")).to_be_visible()
    assert [url for url in asked if "/pyodide/" in url or "/python/" in url] == []


def python_comes_when_it_is_asked(context: BrowserContext, page: Page, site: str) -> None:
    context.set_offline(offline=True)
    run(page, site, "6 * 7")
    expect(page.get_by_role("alert").first).to_contain_text("the solver, which has not been loaded yet")
    context.set_offline(offline=False)
    held: list[Route] = []
    came = Event()

    def hold(route: Route) -> None:
        held.append(route)
        came.set()

    context.route("**/pyodide.asm.wasm", hold)
    # The proof of a larger pot, or a puzzle of another day, has to wait for Python; the page says so immediately.
    for path, said in {"/daily?date=2026-01-02": "Loading", "/proof?id=taxman:1000": "Fetching the proof …"}.items():
        go(page, site, path)
        expect(page.locator("main").get_by_text(said).first).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="The solver is loading")).to_be_visible()
    expect(page.locator(READY)).to_have_count(0)
    while not came.is_set():
        page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    context.unroute("**/pyodide.asm.wasm")
    expect(page.locator(READY)).to_be_attached()
    run(page, site, "6 * 7")
    expect(page.locator(".console-shown")).to_contain_text("42")
    go(page, site, "/taxman:20/19.14.10")


def proofs_of_small_pots_need_no_python(page: Page, site: str) -> None:
    checked(page, site, "taxman:100")
    expect(page.get_by_role("region", name="The cases and their bounds")).to_contain_text("at most 3,164")
    expect(page.get_by_role("region", name="Why nobody can do better")).to_contain_text("55, 65, 77, and 91 pay with 5")
    checked(page, site, "taxman:99")
    expect(page.locator(".proof-log")).to_contain_text("taxman-96.json: valid: 2901 is the best score of taxman:96")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the certificate").click()
    assert waiting.value.suggested_filename == "taxman-99.json"
    assert json.loads(waiting.value.path().read_bytes())["position"] == "taxman:99"
    go(page, site, "/taxman/prices?n=30")
    expect(page.locator(".prices-review")).to_contain_text("Valid: nobody gets more than 464")


def all_games_are_played_and_proofs_checked_without_a_network(
    context: BrowserContext, page: Page, site: str, folder: Path
) -> None:
    context.set_offline(offline=True)
    # Open the home page, as the site does when it is started as an installed application.
    page.goto(site)
    expect(page.locator("#app:not([data-waits])")).to_be_attached()
    expect(page.get_by_role("link", name="Taxman").first).to_be_attached()
    page.go_back()
    page.reload()
    expect(page.get_by_role("heading", name="Taxman, 1 to 20")).to_be_visible()
    for number in BEST[3:]:
        take(page, number)
    expect(page.locator(".result-card")).to_contain_text("124")

    go(page, site, "/coins:1.2.4.3")
    for name in ("3 on the right", "1 on the left", "4 on the right"):
        page.get_by_role("button", name=f"Take the {name}").click()
        expect(page.get_by_role("button", name=f"Take the {name}")).to_have_count(0)

    go(page, site, "/pursuit:3.6.9.10.50.100:951")
    expect(page.locator("[data-card]").first).to_be_visible()
    page.keyboard.press("=")
    page.get_by_role("textbox", name="Type an expression").fill("(100+6)*9-3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have hit 951")).to_be_visible()

    go(page, site, "/daily?date=2026-01-02")
    page.get_by_role("link", name="Play", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Taxman, 1 to 36")
    take(page, 31)
    expect(page.get_by_role("heading", name="Best still possible")).to_be_visible()

    # A browser cannot count these deals, so the site includes the answers.
    go(page, site, "/pursuit/odds")
    expect(page.get_by_role("heading", name=re.compile(r"^\d+\.\d+ ?%$"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("chance", re.IGNORECASE)).first).to_be_visible()
    expect(page.locator(".error-note")).to_have_count(0)

    checked(page, site, "taxman:100")
    page.get_by_role("button", name="Ask the checker in Python, too").click()
    expect(page.locator(".proof-log")).to_have_count(2)
    checked(page, site, "coins:1.2.4.3")
    a_certificate_from_elsewhere_is_checked(page, folder)


def a_certificate_from_elsewhere_is_checked(page: Page, folder: Path) -> None:
    file = folder / "mine.json"
    command = [sys.executable, "-m", "perfectplay", "taxman", "solve", "25", "--certificate", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(file)
    expect(page.locator(".proof-log").last).to_contain_text(
        "certificate.json: valid: 198 is the best score of taxman:25"
    )
    told = json.loads(file.read_text("utf-8"))
    told["claim"]["score"] += 1
    file.write_text(json.dumps(told), "utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(file)
    expect(page.locator(".proof-verdict").last).to_have_text("Refused: the proof does not hold.")


def what_needs_a_solver_says_so_and_long_work_can_be_stopped(page: Page, site: str) -> None:
    go(page, site, "/taxman:500/499")
    expect(page.get_by_text("this is too large to work out here").first).to_be_visible()

    run(page, site, "perfectplay.solve('taxman:20').value")
    expect(page.locator(".console-shown")).to_contain_text("124")
    code = page.get_by_role("textbox", name="Lines of Python")
    code.fill("while True: pass")
    page.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Stop").click()
    # The worker is restarted, and the page stays.
    code.fill("6 * 7")
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".console-shown").last).to_contain_text("42")


def a_new_version_is_offered_and_the_game_stays(page: Page, site: str, folder: Path) -> None:
    go(page, site, "/taxman:20/19.9")
    here = folder / "below" / "here"
    worker, told = here / "sw.js", here / "site.json"
    old, known = worker.read_text("utf-8"), told.read_text("utf-8")
    version = json.loads(known)["version"]
    try:
        worker.write_text(old.replace(version, "another"), "utf-8")
        told.write_text(known.replace(version, "another"), "utf-8")
        page.reload()
        page.get_by_role("button", name="Load it now").click()
        expect(page.get_by_role("button", name="Load it now")).to_have_count(0)
        expect(page.get_by_role("heading", name="Taxman, 1 to 20")).to_be_visible()
        expect(page).to_have_url(f"{site}taxman/#:20/19.9")
    finally:
        worker.write_text(old, "utf-8")
        told.write_text(known, "utf-8")


TEXT = "[...document.querySelectorAll('main > :not(.site-note)')].map((one) => one.innerText).join(' ')"
"""Reads a page's text, but omits the site's notes, which appear only when they are needed."""
TAKEN_OVER = f"""
new MutationObserver(() => {{
  const app = document.getElementById("app");
  if (app && !app.hasAttribute("data-waits")) {{
    window.after ??= {TEXT};
  }}
}}).observe(document, {{ subtree: true, childList: true, attributes: true }});
"""
"""Records a page's text as soon as its scripts have taken over."""
PHONE: ViewportSize = {"width": 390, "height": 844}
SCREEN: ViewportSize = {"width": 1280, "height": 800}
OF_TODAY = "daily"
"""A page whose content depends on the day."""


@pytest.mark.parametrize(
    ("lang", "size", "rate"), [("en", PHONE, 4), ("en", SCREEN, 4), ("de", PHONE, 1), ("fr", SCREEN, 1)]
)
def test_scripts_take_over_what_stands_there_and_nothing_moves(
    browser: Browser, site: str, folder: Path, lang: str, size: ViewportSize, rate: int
) -> None:
    """Slow the processor down for one language, which is enough to see what moves only between two frames."""
    below = folder / "below" / "here" / ("" if lang == "en" else lang)
    pages = sorted(
        path.parent.relative_to(below).as_posix()
        for path in below.rglob("index.html")
        if path.relative_to(below).parts[0] not in {"de", "fr", "docs"} and not path.parent.name.isdecimal()
    )
    assert len(pages) > 15
    for name in pages:
        context = browser.new_context(viewport=size, locale=lang, has_touch=size == PHONE, service_workers="block")
        page = context.new_page()
        page.add_init_script(TAKEN_OVER)
        speed = context.new_cdp_session(page)
        held: list[Route] = []
        page.route("**/app.js", lambda route: held.append(route))  # noqa: PLW0108, B023
        # A reader of another language is redirected from this page to the one in that language.
        page.goto(f"{site}{name}/".removesuffix("./"), wait_until="commit")
        page.wait_for_url(f"{site}{'' if lang == 'en' else lang + '/'}{name}/".removesuffix("./"), wait_until="commit")
        expect(page.locator("footer")).to_be_attached()
        while not held:
            page.wait_for_timeout(20)
        # Wait for the styles, because the text of a page depends on which elements they hide.
        page.wait_for_function("() => [...document.querySelectorAll('link[rel=stylesheet]')].every((one) => one.sheet)")
        before = page.evaluate(TEXT)
        assert len(before.split()) > 3
        speed.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        held[0].continue_()
        page.wait_for_function("() => window.after !== undefined")
        speed.send("Emulation.setCPUThrottlingRate", {"rate": 1})  # a slowed page keeps a core busy even if it is idle
        assert name == OF_TODAY or page.evaluate("window.after").split() == before.split(), name
        page.wait_for_timeout(500)
        assert page.evaluate(SHIFTED) <= 0.02, name
        context.close()


def test_the_manifest_has_what_a_browser_asks_for(site: str, folder: Path) -> None:
    check_manifest(site)
    kept = (folder / "below" / "here" / "sw.js").read_text("utf-8")
    assert '"static/icon-192.png"' in kept
    assert not (folder / "below" / "here" / "static" / "sw.js").exists()


def test_older_addresses_and_chosen_languages_lead_to_the_page(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    for older, path in {
        "#/taxman:20/19": "taxman/#:20/19",
        "#/lab?picture=ties": "lab/#?picture=ties",
        "learn/#/coins/levels": "coins/levels/",
        "index.html#/": "",
        "#/nowhere": "#/nowhere",
        "fr/taxman/#:20/19": "taxman/#:20/19",
        "taxman/20/": "taxman/#:20",
        "de/taxman/37/#:37/37?vs=x": "taxman/#:37/37?vs=x",
        "#?lang=fr": "fr/#?lang=fr",
    }.items():
        page.goto("about:blank")
        page.goto(site + older)
        expect(page.locator("#app:not([data-waits])")).to_be_attached()
        expect(page).to_have_url(site + path)
        expect(page.locator("h1")).to_be_visible()
    page.goto(f"{site}teach/")
    expect(page.locator("#app:not([data-waits])")).to_be_attached()
    page.locator(".menu-button").click()
    page.locator("header select").first.select_option("de")
    expect(page).to_have_url(f"{site}de/teach/")
    page.goto("about:blank")
    page.goto(f"{site}#/taxman:20/19")
    expect(page).to_have_url(f"{site}de/taxman/#:20/19")
    page.go_back()
    expect(page).to_have_url("about:blank")


def typeface_is_last(browser: Browser, address: str) -> bool:
    """Open a page with a board, and return whether its typeface was requested after all of its scripts."""
    page = browser.new_page(service_workers="block")
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(address)
    expect(page.locator("#app:not([data-waits]) [data-number='18']")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => document.fonts.check('16px Figtree') && document.fonts.size > 1")
    page.close()
    scripts = [at for at, url in enumerate(requested) if re.search(r"/(app|taxman-\w+)\.js$", url)]
    fonts = [at for at, url in enumerate(requested) if url.endswith(".woff2")]
    assert len(scripts) > 1
    return fonts[0] > scripts[-1]


def test_a_position_does_not_wait_for_the_typeface(browser: Browser, site: str) -> None:
    """Check that the typeface loads after a position's scripts, but does not wait for them on a prerendered page."""
    # On a busy machine, Chromium sometimes lays out the page, and requests its typeface, before any script has run.
    assert any(typeface_is_last(browser, f"{site}taxman/#:20/19") for _ in range(5))
    assert not typeface_is_last(browser, f"{site}taxman/")


@pytest.mark.parametrize(("start", "moves", "joint", "take"), [COINS, FACTORGAME], ids=["coins", "factorgame"])
def test_two_people_play_by_link(
    browser: Browser, site: str, start: str, moves: list[str], joint: str, take: Take
) -> None:
    """Check that each player can open the other player's link, and sees the page in their own language."""
    contexts = [browser.new_context(locale=lang, reduced_motion="reduce") for lang in ("en-GB", "de-DE")]
    for context in contexts:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
    pages = [context.new_page() for context in contexts]
    at = start.replace(":", "/#:")
    address = play(pages, f"{site}{at}?vs=link&first=me&hints=off", moves, take, SAID[start])
    assert address == f"{site}de/{at}/{joint.join(moves)}?vs=link&first=me&hints=off"
    pages[0].goto(address)
    expect(pages[0].locator(".result-card h2")).to_have_text(re.compile("^You "))
    for context in contexts:
        context.close()


@pytest.mark.parametrize("path", list(FINISHED))
def test_a_shared_address_of_the_site_opens_the_same_game(context: BrowserContext, site: str, path: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    go(page, site, path)
    share(page).click()
    expect(page.locator(".result-card").get_by_role("button", name="Copied")).to_be_visible()
    *said, address = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert said == list(FINISHED[path])
    assert address == site + path[1:].replace(":", "/#:", 1).replace("taxman/", "taxman/20/", 1)
    title = page.locator(".result-card h2").inner_text()
    opened = context.new_page()
    opened.goto(address)
    expect(opened.locator(".result-card h2")).to_have_text(title)


def test_a_device_that_cannot_run_python_says_why(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    page.add_init_script("delete window.WebAssembly")
    run(page, site, "6 * 7")
    expect(page.get_by_role("alert").first).to_contain_text("This browser is too old")
    # The board is still shown.
    go(page, site, "/taxman:20")
    expect(page.get_by_role("button", name=re.compile("^19: can be taken"))).to_be_visible()


def test_a_device_with_too_little_memory_says_so(browser: Browser, site: str) -> None:
    # Limit the memory to 100 pages of 64 KiB, which is less than Python needs at the start.
    arguments = ["--no-sandbox", "--disable-gpu", "--js-flags=--wasm-max-mem-pages=100"]
    small = browser.browser_type.launch(executable_path=find_browser(), args=arguments)
    page = small.new_page()
    run(page, site, "6 * 7")
    expect(page.get_by_role("alert").first).to_contain_text("This device has too little memory for the solver")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    go(page, site, "/taxman:20")
    expect(page.get_by_role("button", name=re.compile("^19: can be taken"))).to_be_visible()
    small.close()


def test_an_interpreter_that_does_not_come_is_said(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.context.route("**/pyodide.asm.wasm", lambda route: route.abort())
    run(page, site, "6 * 7")
    expect(page.get_by_role("alert").first).to_contain_text("The solver could not be loaded")
    page.context.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(READY)).to_be_attached(timeout=PATIENCE)
    page.close()


def test_a_certificate_that_does_not_come_is_said(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.route("**/certificates/*", lambda route: route.abort())
    go(page, site, "/proof?id=taxman:100")
    page.get_by_role("button", name="Check it now").click()
    expect(page.get_by_role("alert").filter(has_text="The certificate could not be loaded.")).to_be_visible()
    page.unroute("**/certificates/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".proof-verdict")).to_have_text("Checked: the proof holds.")
    page.close()


def test_a_full_storage_is_said(browser: Browser, site: str) -> None:
    page = browser.new_page()
    storage = page.context.new_cdp_session(page)
    storage.send("Storage.overrideQuotaForOrigin", {"origin": site.removesuffix("/below/here/"), "quotaSize": 1e6})
    page.goto(site)
    expect(page.locator("[data-kept=refused]")).to_contain_text("This browser does not keep the site")
    # The console still works while the network is available.
    run(page, site, "6 * 7")
    expect(page.locator(".console-shown")).to_contain_text("42")
    page.close()


def test_a_page_that_is_opened_as_a_file_says_how_to_open_it(context: BrowserContext, folder: Path) -> None:
    text = (folder / "below" / "here" / "index.html").read_text("utf-8")
    page = context.new_page()
    # Leave out scripts, since browsers do not load them from files.
    page.set_content(re.sub(r"<(?:script|link|meta http)[^>]*>(?:</script>)?", "", text))
    expect(page.get_by_text("python -m http.server").first).to_be_visible()


def test_the_strict_policy_has_one_addition(site: str) -> None:
    with urlopen(site) as answer:  # noqa: S310  # our own server
        page = answer.read().decode()
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    assert "script-src 'self' 'wasm-unsafe-eval';" in found[1]
    assert "'unsafe-eval'" not in found[1]
    assert "'unsafe-inline'" not in found[1]
    assert "http" not in found[1]
