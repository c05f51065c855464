"""Test which requests are allowed, and the headers of every answer."""

from __future__ import annotations

import re
import socket
from contextlib import suppress

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from perfectplay.cli.main import main
from perfectplay.web.app import create_app
from perfectplay.web.jobs import FAULT
from perfectplay.web.middleware import PAGE_POLICY, is_loopback
from perfectplay.web.site import build as site
from tests.tables import rows
from tests.web.conftest import LIMITS, NEVER, Served

CHEAP = "/api/v1/position?id=taxman:20"


@rows(
    "host",
    [
        "localhost",
        "localhost:8017",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]:8017",
        "192.168.1.20:8017",
        "LOCALHOST",
        "localhost.",
    ],
)
def test_its_own_names_are_known(client: TestClient, host: str) -> None:
    assert client.get(CHEAP, headers={"Host": host}).status_code == 200


@rows(
    "host",
    [
        "example.com",
        "127.0.0.1.example.com",
        "localhost.example.com",
        "localhost@example.com",
        "me@localhost",
        "",
        "localhost:port",
        "localhost:99999999",
        "[::1",
        "local host",
        "localhost/x",
        "0x7f000001.example",
        "2130706433x",
    ],
)
def test_a_name_that_is_pointed_here_is_refused(client: TestClient, host: str) -> None:
    """Check that DNS rebinding is refused, where a browser reaches this server under an attacker's name."""
    response = client.get(CHEAP, headers={"Host": host})
    assert response.status_code == 421
    assert "does not go by the name" in response.json()["error"]
    assert response.headers["content-security-policy"] == PAGE_POLICY


def test_another_name_can_be_allowed() -> None:
    with TestClient(create_app(names=["School-Server"]), base_url="http://school-server:8017") as client:
        assert client.get(CHEAP).status_code == 200
        assert client.get(CHEAP, headers={"Host": "other-server:8017"}).status_code == 421


@rows("origin", ["https://example.com", "null", "http://127.0.0.1:9", "http://localhost:8017", "http://[", "", "//"])
def test_foreign_origins_are_refused(client: TestClient, origin: str) -> None:
    response = client.get(CHEAP, headers={"Origin": origin})
    assert response.status_code == 403
    assert repr(origin) in response.json()["error"]


def test_its_own_origin_may_ask(client: TestClient) -> None:
    assert client.get(CHEAP, headers={"Origin": "http://127.0.0.1:8017"}).status_code == 200


def test_every_origin_and_site_that_is_given_counts(served: Served) -> None:
    ours = f"Origin: http://{served.name}"
    for headers in (
        (ours, "Origin: https://example.com"),
        ("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"),
    ):
        with served.ask(CHEAP, *headers, "Connection: close") as connection:
            assert connection.recv(65536).startswith(b"HTTP/1.1 403 ")
    with served.ask(CHEAP, ours, "Sec-Fetch-Site: same-origin", "Connection: close") as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_may_link_to_pages_and_use_nothing(client: TestClient, site: str) -> None:
    assert client.get(CHEAP, headers={"Sec-Fetch-Site": site}).status_code == 403
    assert client.get("/taxman:20/19", headers={"Sec-Fetch-Site": site}).status_code == 200


@rows("path", ["/", "/taxman:20", "/nowhere", "/static/app.js", CHEAP, "/api/v1/nowhere", "/static/.."])
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == PAGE_POLICY
    assert re.findall(r"[\w-]*unsafe[\w-]*", PAGE_POLICY) == ["wasm-unsafe-eval"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers
    assert headers["cache-control"] == "no-cache"


def test_a_fault_has_the_headers_and_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("something inside")

    monkeypatch.setattr("perfectplay.web.games.parse_position", broken)
    with TestClient(create_app(), "http://127.0.0.1:8017", raise_server_exceptions=False) as client:
        response = client.get(CHEAP + "1")
    assert response.status_code == 500
    assert response.json() == {"error": FAULT, "code": "fault"}
    assert response.headers["content-security-policy"] == PAGE_POLICY
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.full
@pytest.mark.parametrize("path", ["/", "/taxman:20", "/static/app.js", CHEAP, "/api/v1/hint?id=taxman:24/23"])
def test_a_head_alone_can_be_asked_for(served: Served, path: str) -> None:
    with served.ask(path, "Connection: close", method="HEAD") as connection:
        reply = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = reply.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"content-length: " in head.lower()
    assert body == b""


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/..%2f..%2fapp.py"]
)
def test_no_other_file_can_be_read(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "create_app" not in response.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(client: TestClient, method: str) -> None:
    response = client.request(method, CHEAP)
    assert response.status_code == 405
    assert response.json()["error"] == f"{method} is not possible here; everything is read with GET"
    assert response.headers["allow"] == "GET, HEAD"


def test_where_something_may_be_sent_the_refusal_says_so(client: TestClient) -> None:
    response = client.put("/api/v1/proof/check", content=b"{}")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD, POST")


CHUNKED = b"Transfer-Encoding: chunked\r\n"
SECOND = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.full
@pytest.mark.parametrize("method", ["POST /api/v1/proof/check", "GET /api/v1/games"])
@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 5\r\n" + CHUNKED,
        CHUNKED + b"content-length: 0\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: Chunked\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: identity\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding:\tchunked\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: gzip, chunked\r\n",
        CHUNKED + CHUNKED,
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: +5\r\n",
        b"Content-Length: 5, 6\r\n",
        b"Content-Length: 0x5\r\n",
        b"Content-Length : 5\r\n",
        b"Content-Length: -1\r\n",
    ],
)
def test_a_request_whose_end_is_not_clear_is_refused_with_all_behind_it(
    served: Served, headers: bytes, method: str
) -> None:
    """Check that the request is refused: a proxy may split it differently, so that a client could pose as another."""
    with socket.create_connection(served.address, timeout=NEVER) as connection:
        head = f"{method} HTTP/1.1\r\nHost: {served.name}\r\n".encode()
        connection.sendall(head + headers + b"\r\n0\r\n\r\n" + SECOND)
        with suppress(ConnectionResetError):
            reply = b"".join(iter(lambda: connection.recv(65536), b""))
    assert reply.count(b"HTTP/1.1 ") == 1
    assert reply.split(b" ")[1] in {b"400", b"501"}


@pytest.mark.full
@pytest.mark.parametrize(
    "lines",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: example.com\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=["no host", "two hosts", "nonsense", "long", "version", "tls"],
)
def test_what_is_no_request_does_no_harm(served: Served, lines: bytes) -> None:
    with socket.create_connection(served.address, timeout=NEVER) as connection:
        connection.sendall(lines)
        connection.shutdown(socket.SHUT_WR)
        reply = connection.recv(65536)
    # A long path that is not a page, and an unknown version, which is read as 1.1, are not refused as malformed.
    assert reply == b"" or reply.split(b" ")[1] in {b"200", b"400", b"404", b"414", b"421", b"431"}
    assert b"Traceback" not in reply
    with served.ask(CHEAP, "Connection: close") as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_loopback_addresses() -> None:
    assert all(is_loopback(host) for host in ("localhost", "127.0.0.1", "127.8.0.17", "::1"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "192.168.1.20", "example.com", ""))  # noqa: S104  # the server refuses


@rows(
    "target, location",
    [
        ("/taxman/", "/taxman"),
        ("/taxman:20/19.9/?lang=de", "/taxman:20/19.9?lang=de"),
        ("/daily///", "/daily"),
        ("/api/v1/", "/api/v1"),
        ("/api/v1/games/", "/api/v1/games"),
        ("/api/v1/position/?position=taxman:20", "/api/v1/position?position=taxman:20"),
        ("/static/app.js/", "/static/app.js"),
        ("//evil.example/", "/evil.example"),
        ("/%0d%0aSet-Cookie:x/", "/%0D%0ASet-Cookie:x"),
        ("/%5cevil.example/", "/%5Cevil.example"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_address_without(target: str, location: str) -> None:
    for root_path in ("", "/games"):
        with TestClient(create_app(LIMITS, root_path=root_path), base_url="http://127.0.0.1") as client:
            for asked in {target, root_path + target}:
                response = client.get(f"http://127.0.0.1{asked}", follow_redirects=False)
                assert (response.status_code, response.headers["location"]) == (308, root_path + location)
                assert response.headers["content-security-policy"]


def test_pages_behind_a_proxy_ask_below_its_path() -> None:
    with TestClient(create_app(LIMITS, root_path="/games"), base_url="http://127.0.0.1") as client:
        # The proxy may remove the prefix from the path, or keep it.
        pages = [client.get(path).text for path in ("/", "/games", "/games/", "/taxman:20", "/games/taxman:20")]
        assert (len(set(pages[:3])), len(set(pages[3:]))) == (1, 1)
        assert 'src="/games/static/app.js"' in pages[0]
        assert '"/static/' not in pages[0]
        assert client.get("/games/static/app.js").content == client.get("/static/app.js").content
        assert client.get("/games/api/v1/games").json() == client.get("/api/v1/games").json()
        assert client.get("/gamesx").status_code == 404


def test_an_older_link_to_the_list_of_addresses_leads_to_the_present_one() -> None:
    for root_path in ("", "/games"):
        with TestClient(create_app(LIMITS, root_path=root_path), base_url="http://127.0.0.1") as client:
            response = client.get("/api?ask=/taxman/solve?n=20", follow_redirects=False)
            assert (response.status_code, response.headers["location"]) == (307, f"{root_path}/api/v1")
            assert response.headers["content-security-policy"]
            assert "/api/v1/openapi.json" in client.get("/api").json()["paths"]


def test_a_root_path_is_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("games", "/games/", "/a b", "//evil.example", '/"x', "/games\n"):
        with pytest.raises(SystemExit):
            main(["serve", "--root-path", wrong, "--port", "0"])
        assert f"--root-path {wrong!r} is no beginning of addresses" in capsys.readouterr().err


def test_pages_of_named_origins_may_show_frames_and_pictures_stay_alone() -> None:
    frames = ("https://school.example", "http://127.0.0.1:4000")
    with TestClient(create_app(LIMITS, frames=frames), base_url="http://127.0.0.1:8017") as client:
        page = client.get("/taxman:20").headers["content-security-policy"]
        assert page == PAGE_POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(frames)}")
        picture = client.get("/api/v1/board.svg?id=taxman:20").headers["content-security-policy"]
        assert "frame-ancestors 'none'" in picture


def test_the_headers_of_a_site_forbid_frames_unless_it_is_to_be_embedded() -> None:
    assert "frame-ancestors 'none'\n" in site._headers([])
    pages, _, docs = site._headers(["*"]).partition("/docs/*")
    assert "frame-ancestors *\n" in pages
    assert "frame-ancestors 'none'" in docs


@rows("origin", ["school.example", "https://school.example/", "*", "https://a.example;script-src *", "https://a b"])
def test_an_origin_that_is_none_is_refused(origin: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--allow-frames", origin])
    assert done.exit_code == 2
    assert f"--allow-frames {origin!r} is not an origin" in done.stderr
