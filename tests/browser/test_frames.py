"""Test that pages of other origins can show our pages in a frame only if the server allows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import unquote

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import serve

BOARD = "/taxman:20?lang=en"


class Lesson(BaseHTTPRequestHandler):
    """Answers each request with a page that has a frame, which shows the URL in the query of the request."""

    def do_GET(self) -> None:
        """Send the page that contains the frame."""
        frame = unquote(self.path.partition("?")[2])
        text = f'<!doctype html><title>Lesson</title><iframe src="{frame}" width="800" height="600"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Keep requests out of the log."""


@contextmanager
def site_of_lessons() -> Iterator[str]:
    """Serve pages that have a frame; yield their origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Lesson) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def framed(browser: Browser, lesson: str, address: str) -> Page:
    """Open a page that shows this URL in a frame."""
    page = browser.new_page()
    page.goto(f"{lesson}/?{address}{BOARD}")
    return page


def refused(browser: Browser, lesson: str, address: str) -> None:
    """Assert that a page cannot show this URL in a frame."""
    page = framed(browser, lesson, address)
    # The frame contains the browser's own error page, which scripts of the lesson cannot read.
    page.wait_for_function("() => document.querySelector('iframe').contentDocument === null")
    assert page.frames[1].url.startswith("chrome-error:")
    page.close()


def test_a_lesson_shows_the_board_if_the_server_allows_it(browser: Browser) -> None:
    with (
        site_of_lessons() as lesson,
        site_of_lessons() as other,
        serve(options=("--allow-frames", f"https://school.example,{lesson}")) as address,
    ):
        page = framed(browser, lesson, address)
        board = page.frame_locator("iframe")
        board.locator('[data-number="19"]').click()
        expect(board.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
        assert page.frames[1].url == f"{address}/taxman:20/19?lang=en"
        for part in (".menu-button", ".site-footer"):
            expect(board.locator(part)).to_be_attached()
            expect(board.locator(part)).to_be_hidden()
        page.close()
        refused(browser, other, address)
        # Outside a frame, the same page has its header.
        page = browser.new_page()
        page.goto(f"{address}{BOARD}")
        expect(page.locator(".menu-button")).to_be_visible()
        page.close()


def test_no_page_is_shown_in_a_frame_by_default(browser: Browser, server: str) -> None:
    with site_of_lessons() as lesson:
        refused(browser, lesson, server)
