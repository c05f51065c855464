"""Test that answers are compressed, have a tag, and are not sent again if the client has them."""

from __future__ import annotations

import gzip
import json
import re
import socket
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from perfectplay.web import middleware
from perfectplay.web.app import ROOT, create_app
from tests.web.conftest import Served

LARGE = f"{ROOT}/position?position=taxman:300"
SMALL = f"{ROOT}/games?"
PICTURE = f"{ROOT}/taxman/game.svg?position=taxman:20/19.9"
SLOW = f"{ROOT}/hint?position=taxman:24/23"


def ask(served: Served, target: str, *headers: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """Send a request with a client that does not decompress; return status, headers and raw body."""
    with served.ask(target, *headers, "Connection: close", method=method) as connection:
        return parted(read(connection))


def read(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(65536), b""))


def parted(reply: bytes) -> tuple[int, dict[str, str], bytes]:
    head, _, body = reply.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(first.split(" ")[1]), headers, body


@pytest.mark.parametrize("target", [LARGE, PICTURE, SLOW.replace("hint", "position"), "/", "/static/app.css"])
def test_who_can_unpack_gets_the_same_packed(served: Served, target: str) -> None:
    _, plain, body = ask(served, target)
    _, packed, less = ask(served, target, "Accept-Encoding: br, gzip;q=0.8")
    if len(body) < 1000:
        assert (packed, less) == (plain, body)
        return
    assert packed["content-encoding"] == "gzip"
    assert int(packed["content-length"]) == len(less) < len(body)
    assert gzip.decompress(less) == body
    assert "content-encoding" not in plain
    assert packed["vary"] == plain["vary"]
    assert "Accept-Encoding" in plain["vary"].split(", ")
    # Only the date and the headers about compression may differ.
    own = {"content-encoding", "content-length", "date"}
    assert {k: v for k, v in packed.items() if k not in own} == {k: v for k, v in plain.items() if k not in own}


def test_a_move_of_a_large_pot_is_small_when_packed(served: Served) -> None:
    _, _, body = ask(served, f"{ROOT}/move?position=taxman:300&move=293", "Accept-Encoding: gzip")
    assert len(body) < 8_000
    assert len(gzip.decompress(body)) > 30_000


@pytest.mark.parametrize("said", ["", "br", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "gzip;q=1.2.3", "identity"])
def test_who_cannot_unpack_gets_it_plain(served: Served, said: str) -> None:
    _, headers, body = ask(served, LARGE, f"Accept-Encoding: {said}")
    assert "content-encoding" not in headers
    assert json.loads(body)["id"] == "taxman:300"


@pytest.mark.parametrize("said", ["gzip", "x-gzip", "*", "GZIP;q=0.5", "br, *;q=0.1"])
def test_who_can_unpack_says_so_in_many_ways(served: Served, said: str) -> None:
    _, headers, _ = ask(served, LARGE, f"Accept-Encoding: {said}")
    assert headers["content-encoding"] == "gzip"


@pytest.mark.full
@pytest.mark.parametrize("target", [LARGE, SMALL, PICTURE, SLOW, "/", "/taxman:20", "/static/app.js"])
def test_what_a_client_has_is_not_sent_again(served: Served, target: str) -> None:
    status, first, body = ask(served, target)
    assert (status, first["cache-control"]) == (200, "no-cache")
    tag = first["etag"]
    assert tag.startswith('W/"')
    for said in (tag, tag[2:], f'"other", {tag}', "*"):
        again, headers, nothing = ask(served, target, f"If-None-Match: {said}", "Accept-Encoding: gzip")
        assert (again, nothing) == (304, b"")
        # A client replaces the old headers with these headers, so a picture has to keep its own policy.
        for name in ("etag", "cache-control", "vary", "content-type", "content-security-policy"):
            assert headers.get(name) == first.get(name)
    assert ask(served, target, 'If-None-Match: "other"')[2] == body


def test_the_same_answer_has_the_same_tag_wherever_it_comes_from(client: TestClient) -> None:
    with TestClient(create_app(), base_url="http://127.0.0.1:8017") as other:
        tags = {one.get(LARGE).headers["etag"] for one in (client, other)}
    assert len(tags) == 1
    assert client.get(LARGE.replace("300", "301")).headers["etag"] not in tags
    # The tag is the same for every compression, and for both names of the parameter.
    assert client.get(LARGE, headers={"Accept-Encoding": "identity"}).headers["etag"] in tags
    assert client.get(LARGE.replace("position=", "id=")).headers["etag"] in tags


@pytest.mark.parametrize(
    ("target", "status"), [(f"{ROOT}/move?position=taxman:20&move=x", 400), (f"{ROOT}/no", 404), ("/no", 404)]
)
def test_refusals_have_no_tag(client: TestClient, target: str, status: int) -> None:
    response = client.get(target, headers={"If-None-Match": "*"})
    assert response.status_code == status
    assert "etag" not in response.headers


def test_what_is_new_each_time_is_not_kept(client: TestClient) -> None:
    response = client.get(f"{ROOT}/pursuit/deal", headers={"If-None-Match": "*"})
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    assert "etag" not in response.headers


def test_a_stream_comes_as_it_is(served: Served) -> None:
    """Check that the first line of a stream arrives while the work is still running."""
    wanted = (f"{ROOT}/hint?position=taxman:1400/1399&time-limit=100", "Accept: text/event-stream")
    with served.ask(*wanted, "Accept-Encoding: gzip") as connection:
        got = b""
        while b"event: progress" not in got:
            piece = connection.recv(65536)
            assert piece, got
            got += piece
    _, headers, _ = parted(got)
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-store"
    assert headers["vary"] == "Accept, Accept-Language"
    assert not {"content-encoding", "etag", "content-length"} & headers.keys()


def test_an_answer_that_may_be_a_stream_says_what_decides(client: TestClient) -> None:
    assert client.get(SLOW).headers["vary"] == "Accept, Accept-Language, Accept-Encoding"


def test_a_head_alone_is_as_that_of_the_whole(served: Served) -> None:
    _, whole, _ = ask(served, LARGE, "Accept-Encoding: gzip")
    status, head, body = ask(served, LARGE, "Accept-Encoding: gzip", method="HEAD")
    assert (status, body) == (200, b"")
    assert {k: v for k, v in head.items() if k != "date"} == {k: v for k, v in whole.items() if k != "date"}


def test_names_with_a_hash_need_not_be_asked_for_again(client: TestClient) -> None:
    script = client.get("/static/app.js").text
    chunk = next(part for part in script.split('"') if part.startswith("./") and part.endswith(".js"))
    response = client.get(f"/static/{chunk[2:]}")
    assert response.headers["cache-control"] == "max-age=31536000, immutable"
    assert response.headers["content-type"].startswith("text/javascript")


def test_the_page_names_its_typeface(client: TestClient) -> None:
    page = client.get("/")
    address = re.search(r'"preload" href="(/static/[^"]+\.woff2)" as="font"', page.text)
    assert address is not None
    assert "font-src 'self'" in page.headers["content-security-policy"]
    response = client.get(address[1], headers={"Accept-Encoding": "gzip"})
    assert response.headers["content-type"] == "font/woff2"
    assert response.headers["cache-control"] == "max-age=31536000, immutable"
    # The font is already compressed, so it is sent unchanged.
    assert "content-encoding" not in response.headers
    assert response.content.startswith(b"wOF2")
    assert f"url(.{address[1].removeprefix('/static')})" in client.get("/static/app.css").text
    assert "SIL OPEN FONT LICENSE" in client.get("/static/OFL.txt").text


def test_the_checkers_for_pages_are_packed_and_kept(client: TestClient) -> None:
    size = 0
    for path in (Path(middleware.__file__).parent / "static").glob("*-check-*.wasm"):
        response = client.get(f"/static/{path.name}", headers={"Accept-Encoding": "gzip"})
        assert response.headers["content-type"] == "application/wasm"
        assert response.headers["cache-control"] == "max-age=31536000, immutable"
        assert response.content == path.read_bytes()
        size += int(response.headers["content-length"])
    assert 0 < size <= 30_000


def test_packed_answers_are_remembered_until_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []

    def pack(body: bytes) -> bytes:
        packed.append(body)
        return gzip.compress(body)

    monkeypatch.setattr(middleware, "_gzip", pack)
    monkeypatch.setattr(middleware, "_REMEMBERED", 15_500)
    app = create_app()
    with TestClient(app, base_url="http://127.0.0.1:8017") as client:
        for n in (300, 300, 310, 300, 320, 300):
            assert client.get(LARGE.replace("300", str(n))).json()["n"] == n
    # There is room for two answers: 320 replaced 310, because 300 was requested more recently.
    assert len(packed) == 3


def test_every_other_kind_of_answer_passes(client: TestClient) -> None:
    response = client.get("/static/LICENSES.txt", headers={"Accept-Encoding": "gzip"})
    assert response.headers["content-type"].startswith("text/plain")
    assert "Preact" in response.text
