"""Test link previews, which have a title, a line and a picture of the board."""

from __future__ import annotations

import io
from datetime import date
from html.parser import HTMLParser
from itertools import groupby
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image
from starlette.testclient import TestClient

from perfectplay.core.game import game_names
from perfectplay.core.teaching.daily import puzzle
from perfectplay.core.text.language import use_locale
from perfectplay.pictures.canvas import Canvas
from perfectplay.pictures.preview import PREVIEW_SIZE, Preview, draw_preview
from perfectplay.web import games
from perfectplay.web.app import create_app
from perfectplay.web.replies import Memory
from tests.web.conftest import LIMITS

HOST = "http://127.0.0.1:8017"
SHARED = {
    "/taxman": "Taxman",
    "/taxman/levels": "Taxman",
    "/taxman:20": "Taxman: 1–20",  # noqa: RUF001
    "/taxman:20/19.9": "Taxman: 1–20",  # noqa: RUF001
    "/coins:1.2.4.3/LR": "Greedy coins: 1 2 4 3",
    "/coins:1.2.3_2~o5.6/1L": "Greedy coins: 1 2 3/2 5 6",
    "/pursuit:3.6.9.10.50.100:951/100a6": "Arithmetical pursuit: 951",
    "/factorgame:30/29.28": "Factor game: 1–30",  # noqa: RUF001
    "/daily": "Puzzles of the day",
    "/daily?date=2026-11-29": "Puzzles of the day: 2026-11-29",
    "/daily?date=2026-02-30": "Puzzles of the day",
    "/daily?date=2025-12-31": "Puzzles of the day",
    "/": "perfectplay",
    "/learn": "perfectplay",
}
MARK = '"><script>alert(1)</script>'


class Head(HTMLParser):
    """Collects the language, the title and the meta elements of a page, and counts its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.language: str | None = None
        self.title = ""
        self.scripts = 0
        self._names: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._names.append(tag)
        self.scripts += tag == "script"
        given = dict(attrs)
        if tag == "html":
            self.language = given["lang"]
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            assert name not in self.meta or name == "theme-color", "one of each kind"
            self.meta[name] = given["content"] or ""

    def handle_data(self, data: str) -> None:
        if self._names[-1:] == ["title"]:
            self.title += data.strip()


def shape(picture: bytes) -> tuple[int, int]:
    """Return the size of a PNG, after another library has read all of its pixels."""
    image = Image.open(io.BytesIO(picture))
    image.load()
    assert image.format == "PNG"
    return image.size


@pytest.mark.parametrize("path", SHARED)
def test_every_shared_page_has_a_title_a_line_and_a_picture(client: TestClient, path: str) -> None:
    page = client.get(path)
    head = Head(page.text)
    assert head.title == (SHARED[path] if path in {"/", "/learn"} else f"{SHARED[path]} · perfectplay")
    assert head.meta["og:title"] == SHARED[path]
    assert head.meta["description"] == head.meta["og:description"] != ""
    assert head.meta["og:url"] == HOST + path
    assert head.meta["twitter:card"] == "summary_large_image"
    picture = client.get(head.meta["og:image"])
    assert picture.status_code == 200
    assert picture.headers["content-type"] == "image/png"
    assert shape(picture.content) == PREVIEW_SIZE
    assert (int(head.meta["og:image:width"]), int(head.meta["og:image:height"])) == PREVIEW_SIZE
    assert client.head(head.meta["og:image"]).headers["content-length"] == str(len(picture.content))
    assert client.get(head.meta["og:image"], headers={"If-None-Match": picture.headers["etag"]}).status_code == 304


def test_a_page_has_the_language_of_the_address_or_of_the_reader(client: TestClient) -> None:
    german = Head(client.get("/taxman:20/19?lang=de", headers={"Accept-Language": "fr"}).text)
    french = Head(client.get("/taxman:20/19?lang=xx", headers={"Accept-Language": "fr"}).text)
    assert (german.language, german.meta["og:description"]) == ("de", "Spieler: 19 · Hai: 42")
    assert (french.language, french.meta["og:description"]) == ("fr", "Joueur\u00a0: 19 · Percepteur\u00a0: 42")
    assert german.meta["og:url"].endswith("?lang=de")
    pictures = {client.get(page.meta["og:image"]).content for page in (german, french)}
    assert len(pictures) == 2, "the words in the picture, too"
    spoken = [Head(client.get(path).text).language for path in ("/", "/?lang=fr", "/nowhere?lang=de")]
    assert spoken == ["en", "fr", "de"]


def test_a_preview_shows_the_board_as_it_is() -> None:
    _, shown = games.preview("taxman:10/7.9")
    assert dict(shown.tiles) == {
        "1": "tax", "2": "open", "3": "tax", "4": "open", "5": "open",
        "6": "open", "7": "take", "8": "open", "9": "take", "10": "open",
    }  # fmt: skip
    _, shown = games.preview("coins:1.2.4.3/LR")
    assert shown.tiles == [("1", "first"), ("2", "coin"), ("4", "coin"), ("3", "second")]
    _, shown = games.preview("factorgame:12/11.12")
    assert {number: look for number, look in shown.tiles if look != "open"}["12"] == "second"
    _, shown = games.preview("pursuit:3.6.9.10.50.100:951/100a6")
    assert [number for number, _ in shown.tiles] == ["3", "9", "10", "50", "106", "→", "951"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("path", ["perfectplay", "daily", *game_names(), "daily/2026-11-29"])
def test_long_lines_are_broken_instead_of_small(monkeypatch: pytest.MonkeyPatch, path: str, language: str) -> None:
    written: list[tuple[str, float, float]] = []
    draw = Canvas.text

    def noted(canvas: Canvas, words: str, x: float, y: float, size: float, *rest: Any, **options: Any) -> None:
        written.append((words, y, size))
        draw(canvas, words, x, y, size, *rest, **options)

    monkeypatch.setattr(Canvas, "text", noted)
    with use_locale(language):
        _, shown = games.preview(path)
    draw_preview(shown)
    (title, *_), *rest = written
    assert title == shown.title
    # The name of the package and the tiles follow the lines.
    lines = rest[: [words for words, *_ in rest].index("perfectplay")]
    assert " ".join(words for words, *_ in lines).replace("·", "").split() == shown.line.replace("·", "").split()
    assert {size for *_, size in lines} == {38}
    tops = [y - size for words, y, size in rest if words == shown.tiles[0][0]]
    assert tops[0] > lines[-1][1]


def test_a_day_has_the_board_of_its_first_puzzle() -> None:
    name, shown = games.preview("daily/2026-11-29")
    position = puzzle("taxman", date(2026, 11, 29)).id
    assert (name, position) == ("daily/2026-11-29", "taxman:71")
    assert shown.tiles == [(str(number), "open") for number in range(1, 72)]
    assert shown.line == games.preview("daily")[1].line


def test_tiles_are_drawn_in_order_with_the_colours_of_their_looks() -> None:
    faces = {"(247, 220, 205)": "tax", "(255, 255, 255)": "open", "(23, 73, 127)": "take", "(28, 36, 48)": "goal"}
    looks = ["tax", "open", "take", "open", "goal"]
    picture = draw_preview(Preview(title="", tiles=[("1", look) for look in looks]))
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    lines = ([faces.get(str(image.getpixel((x, y)))) for x in range(image.width)] for y in range(200, 420))
    # Some row of pixels above the numbers crosses each tile once.
    assert looks in ([look for look, _ in groupby(line) if look] for line in lines)


@pytest.mark.parametrize(
    "path",
    [
        f"/taxman:20/{MARK}",
        f"/taxman:{MARK}",
        f"/coins:1.2/{MARK}",
        f"/{MARK}",
        f"/daily?date={MARK}",
        f"/taxman:20?lang={MARK}",
        "/taxman:20?a='\"<b>&amp;",
        "/taxman:0",
        "/taxman:20/20.20",
        "/chess:1",
    ],
)
def test_no_address_writes_into_the_page(client: TestClient, path: str) -> None:
    head = Head(client.get(path).text)
    assert head.scripts == 1, "the page's own"
    assert MARK not in head.meta["og:title"]
    picture = urlsplit(head.meta["og:image"])
    assert unquote(picture.path).endswith((".png",))
    assert client.get(head.meta["og:image"]).status_code == 200
    assert urlsplit(head.meta["og:url"]).netloc == picture.netloc == "127.0.0.1:8017"


@pytest.mark.parametrize("name", ["taxman:0", "taxman:020", "taxman:20/20.20", "nothing", "taxman/levels", f"{MARK}"])
def test_only_the_pictures_that_pages_name_are_drawn(client: TestClient, name: str) -> None:
    assert client.get(f"/static/preview/{name}.png").status_code == 404


def test_an_address_tells_the_host_and_the_scheme_of_the_proxy() -> None:
    app = create_app(LIMITS, ["games.example"], root_path="/play")
    with TestClient(app, base_url="http://games.example") as client:
        for claimed, scheme in {"https": "https", "javascript": "http", 'https"': "http"}.items():
            meta = Head(client.get("/play/taxman:20", headers={"X-Forwarded-Proto": claimed}).text).meta
            assert meta["og:url"] == f"{scheme}://games.example/play/taxman:20"
            assert meta["og:image"] == f"{scheme}://games.example/play/static/preview/taxman:20.png?lang=en"
        assert client.get("/play/static/preview/taxman:20.png").status_code == 200
        assert client.get("/taxman:20", headers={"Host": "evil.example"}).status_code == 421
        zone = Head(client.get("/taxman:20", headers={"Host": '[fe80::1%"><b>]'}).text)
        assert zone.meta.get("og:title", "") in {"", "Taxman: 1–20"}  # noqa: RUF001


def test_pictures_are_remembered_up_to_a_limit(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_PREVIEWS", Memory(60_000))
    drawn = []

    def counting(preview: Preview) -> bytes:
        drawn.append(preview.title)
        return draw_preview(preview)

    monkeypatch.setattr(games, "draw_preview", counting)
    for n in (20, 20, 21, 22, 23, 20):
        assert client.get(f"/static/preview/taxman:{n}.png").status_code == 200
    assert [title.rpartition("–")[2] for title in drawn] == ["20", "21", "22", "23", "20"]  # noqa: RUF001


@pytest.mark.parametrize("path", ["taxman:2000", "factorgame:401", f"coins:{'.'.join(['7'] * 60)}"])
def test_a_large_game_has_a_short_title_and_a_small_picture(path: str) -> None:
    name, shown = games.preview(path)
    assert name == path
    assert len(shown.title) < 80
    assert path.startswith("coins") or [number for number, _ in shown.tiles][4:] == ["5", "…", path.partition(":")[2]]
    image = draw_preview(shown)
    assert shape(image) == PREVIEW_SIZE
    assert len(image) < 40_000


@pytest.mark.parametrize(
    "path",
    ["taxman:20000", "taxman:20000/19997", f"coins:{'.'.join(['7'] * 61)}", f"coins:{'9' * 900}.{'8' * 900}"],
)
def test_a_start_beyond_the_board_has_the_preview_of_its_game(client: TestClient, path: str) -> None:
    assert games.preview(path) == games.preview(path.partition(":")[0])
    answer = client.get(f"/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")


def test_other_games_have_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "game_parts", lambda _: {})
    name, shown = games.preview("coins:1.2")
    assert (name, shown.title, shown.tiles) == ("coins", "Greedy coins", ())
