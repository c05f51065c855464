"""Test shipped and new proofs over HTTP, with their trees and the checker's verdicts."""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from perfectplay.cli.main import main
from perfectplay.core.proof.proofs import VARIABLE
from perfectplay.core.proof.writing import compact
from perfectplay.taxman.proof.write import write_manifest
from perfectplay.web.app import create_app
from perfectplay.web.jobs import Jobs
from perfectplay.web.proofs import check_sent
from perfectplay.web.worker import AbandonedError
from tests.outside import install_euclid
from tests.tables import rows
from tests.web.conftest import LIMITS, ROOT, get

CERTIFICATES = Path(__file__).parents[2] / "certificates"
LISTED = {row[0]: row[1:] for row in json.loads((CERTIFICATES / "manifest.json").read_bytes())["certificates"]}

Change = Callable[[dict[str, Any]], None]


def download(client: TestClient, position: str) -> str:
    response = client.get(f"{ROOT}/proof/certificate", params={"id": position})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("application/json")
    assert response.headers["content-disposition"].startswith("attachment; filename=")
    return response.text


def printed(tmp_path: Path, text: str, name: str) -> str:
    """Return the output of ``perfectplay check`` for a certificate."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(tmp_path / name)])
    return result.stdout.strip().removeprefix(f"{tmp_path}/")


@pytest.mark.parametrize("n", [100, 1000])
def test_a_proof_of_the_repository_is_shown_and_checked(client: TestClient, tmp_path: Path, n: int) -> None:
    score, upper, sha256 = LISTED[n]
    shown = get(client, "proof", id=f"taxman:{n}")
    assert shown["claim"] == {"score": score, "upper": upper}
    assert (shown["shipped"], shown["missing"], shown["cites"], shown["kind"]) == (True, False, [], "tree")
    assert shown["sha256"] == shown["listed"] == sha256
    assert sum(map(int, shown["moves"])) == score

    text = download(client, f"taxman:{n}")
    assert (hashlib.sha256(text.encode()).hexdigest(), len(text.encode())) == (sha256, shown["size"])

    said = get(client, "proof/check", id=f"taxman:{n}")
    assert (said["valid"], said["examined"], said["reason"], said["sha256"]) == (True, True, "", sha256)
    assert said["checker"] == "perfectplay.taxman.proof.check"
    assert said["log"] == [f"taxman-{n}.json: valid: {score} is the best score of taxman:{n}"]
    assert said["log"] == [printed(tmp_path, text, f"taxman-{n}.json")]


def test_the_moves_can_be_played(client: TestClient) -> None:
    on_the_spot = ("coins:5.1.1.5.1.2.2.1/L", "pursuit:3.6.9.10.50.100:951", "factorgame:12~pass/11")
    for position in ("taxman:100", "taxman:20/19.9", *on_the_spot):
        shown = get(client, "proof", id=position)
        here = position
        for move, mark in zip(shown["moves"], shown["marks"], strict=True):
            here = get(client, "move", id=here, move=move)["id"]
            assert here == shown["end"][:mark]
        assert get(client, "position", id=here)["over"]


def test_a_chain_is_checked_with_what_it_cites(client: TestClient) -> None:
    shown = get(client, "proof", id="taxman:99")
    cited = [one["position"] for one in shown["cites"]]
    assert (shown["kind"], cited) == ("chain", ["taxman:96", "taxman:97", "taxman:98"])
    assert [one["kind"] for one in shown["cites"]] == ["tree", "chain", "chain"]
    said = get(client, "proof/check", id="taxman:99")
    assert said["valid"]
    assert [line.partition(": ")[0] for line in said["log"]] == [f"taxman-{n}.json" for n in (96, 97, 98, 99)]
    assert get(client, "proof/tree", id="taxman:99")["about"] == "taxman:96"


def test_a_chain_goes_on_in_the_pack_before(client: TestClient) -> None:
    shown = get(client, "proof", id="taxman:101")
    assert [one["position"] for one in shown["cites"]] == ["taxman:100"]
    assert get(client, "proof/check", id="taxman:101")["valid"]


def test_when_dead_numbers_change_hands_is_all_the_same(client: TestClient) -> None:
    shown = get(client, "proof", id="taxman:100~end")
    assert (shown["position"], shown["about"], shown["shipped"]) == ("taxman:100~end", "taxman:100", True)


def test_a_large_tree_comes_in_parts(client: TestClient) -> None:
    score = LISTED[1000][0]
    shown = get(client, "proof", id="taxman:1000")
    cases: dict[int, dict[str, Any]] = {}
    todo = [0]
    while todo:
        number = todo.pop()
        tree = get(client, "proof/tree", id="taxman:1000", case=number, depth=5)
        assert (tree["position"], tree["about"], tree["cases"]) == ("taxman:1000", "taxman:1000", shown["cases"])
        part = {one["number"]: one for one in tree["part"]}
        cases |= part
        parents = {one["parent"] for one in part.values()}
        todo += [one["number"] for one in part.values() if one["size"] > 1 and one["number"] not in parents]
    assert sorted(cases) == list(range(shown["cases"]))
    assert (cases[0]["parent"], cases[0]["given"], cases[0]["size"]) == (None, "start", shown["cases"])
    assert cases[0]["leaves"] == shown["counts"]["leaves"]

    def bound(case: dict[str, Any]) -> float:
        top, _, bottom = str(case["bound"]).partition("/")
        return int(top) / int(bottom or 1)

    for number, case in cases.items():
        below = [one for one in cases.values() if one["parent"] == number]
        kinds = {"branch": ["picked", "not"], "fixing": ["then"], "leaf": []}
        assert [one["given"] for one in below] == kinds[case["kind"]]
        assert (case["on"] is not None) == (case["kind"] == "branch")
        assert case["size"] == 1 + sum(one["size"] for one in below)
        if case["bound"] is not None:
            assert bound(case) < score + 1
        if case["kind"] == "branch":
            assert case["bound"] == max(below, key=bound)["bound"]
        if case["kind"] == "fixing":
            assert bound(case) == max(bound(below[0]), score)
        if below:
            assert case["leaves"] == sum(one["leaves"] for one in below)
    assert not get(client, "proof/tree", 400, id="taxman:1000", case=shown["cases"])["error"].startswith("the program")
    assert "not a tree" in get(client, "proof/tree", 400, id="coins:1.2.4.3")["error"]


@pytest.mark.parametrize(
    ("position", "kind", "claim"),
    [
        ("taxman:20/19.9", "tree", {"score": 123, "upper": 123}),
        ("taxman:pot.2.3.6", "tree", {"score": 6, "upper": 6}),
        ("coins:1.2.4.3", "fusion", {"margin": 0, "best_moves": "LR", "mistake_cost": 0}),
        ("factorgame:4", "strategy", {"lead": 1, "best_moves": "2 4"}),
        ("coins:o1.5.3.4.2", "circle", {"margin": 5, "best_moves": "1K2", "mistake_cost": None}),
        ("coins:l1.2~3.7.4~r9/2L", "sum", {"margin": 5, "best_moves": "3L", "mistake_cost": None}),
        ("pursuit:3.6.9.10.50.100:951", "formula", {"value": 951, "distance": 0}),
        ("pursuit:1.1.2.2.3.3:999", "closure", {"value": 81, "distance": 918}),
    ],
)
def test_a_proof_is_made_on_the_spot(
    client: TestClient, tmp_path: Path, position: str, kind: str, claim: dict[str, object]
) -> None:
    shown = get(client, "proof", id=position)
    assert (shown["kind"], shown["claim"], shown["about"]) == (kind, claim, position)
    assert (shown["shipped"], shown["missing"], shown["listed"]) == (False, False, None)
    said = get(client, "proof/check", id=position)
    assert said["valid"]
    # The proof that is checked is the same as the proof that is shown.
    assert said["sha256"] == shown["sha256"]
    text = download(client, position)
    assert hashlib.sha256(text.encode()).hexdigest() == shown["sha256"]
    (name, _), *_ = [line.split(": ", 1) for line in said["log"]]
    assert said["log"] == [printed(tmp_path, text, name)]


def test_a_check_is_a_new_one_each_time(client: TestClient) -> None:
    jobs = client.app.state.jobs  # type: ignore[attr-defined]  # it is a Starlette application
    for _ in range(2):
        assert get(client, "proof/check", id="taxman:21")["valid"]
    assert get(client, "proof", id="taxman:21")["shipped"]
    keys = [key for (key,) in jobs._known._known]
    assert any(b"shown_proof" in key and b"taxman:21" in key for key in keys)
    assert not any(b"check_proof" in key for key in keys)


def test_the_page_is_there(client: TestClient) -> None:
    assert client.get("/proof", params={"id": "taxman:100"}).status_code == 200


# -- certificates in other folders ---------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TestClient, Path]]:
    """Yield a client of an application whose folder of certificates is empty, together with that folder."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    monkeypatch.setenv(VARIABLE, str(folder))
    # Processes of the application inherit this environment variable.
    with TestClient(create_app(LIMITS), base_url="http://127.0.0.1:8017") as client:
        yield client, folder


def kept(folder: Path, change: Change, n: int) -> None:
    """Copy a pack and the repository's manifest to a folder, and change one certificate."""
    name = "taxman-0001-0100.jsonl.xz"
    lines = lzma.decompress((CERTIFICATES / name).read_bytes()).decode().splitlines()
    certificate = json.loads(lines[n - 1])
    change(certificate)
    lines[n - 1] = compact(certificate)
    (folder / name).write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode()))
    (folder / "manifest.json").write_bytes((CERTIFICATES / "manifest.json").read_bytes())


def nothing(_: dict[str, Any]) -> None:
    """Leave the certificate unchanged."""


def bolder(certificate: dict[str, Any]) -> None:
    """Claim a lower score and a lower bound than the certificate proves."""
    certificate["claim"]["upper"] -= 1
    certificate["claim"]["score"] -= 1


def cheaper(certificate: dict[str, Any]) -> None:
    """Reduce a multiplier."""
    certificate["proof"]["tree"]["leaf"]["u"][0] -= 1


def worthless(certificate: dict[str, Any]) -> None:
    """Keep the meaning of the JSON, but change its bytes."""
    certificate["proof"] = dict(reversed(certificate["proof"].items()))


def test_a_folder_that_is_named_is_used(elsewhere: tuple[TestClient, Path]) -> None:
    client, folder = elsewhere
    kept(folder, nothing, 21)
    assert get(client, "proof", id="taxman:21")["shipped"]
    assert get(client, "proof/check", id="taxman:99")["valid"]


@pytest.mark.full
@pytest.mark.parametrize("change", [bolder, cheaper, worthless])
def test_a_changed_certificate_is_refused_for_its_hash(elsewhere: tuple[TestClient, Path], change: Change) -> None:
    client, folder = elsewhere
    kept(folder, change, 100)
    shown = get(client, "proof", id="taxman:100")
    assert shown["listed"] == LISTED[100][2] != shown["sha256"]
    said = get(client, "proof/check", id="taxman:100")
    assert not said["valid"]
    assert "not the certificate that the manifest knows" in said["reason"]
    assert said["log"][-1] == f"taxman-100.json: NOT valid: {said['reason']}"
    # The other certificates can still be checked.
    assert get(client, "proof/check", id="taxman:99")["valid"]


@pytest.mark.parametrize(
    ("change", "reason"), [(bolder, "the moves reach 3164, not 3163"), (cheaper, "a leaf proves only a bound of")]
)
def test_a_changed_certificate_is_refused_by_the_checker(
    elsewhere: tuple[TestClient, Path], change: Change, reason: str
) -> None:
    client, folder = elsewhere
    kept(folder, change, 100)
    write_manifest(folder)
    shown = get(client, "proof", id="taxman:100")
    assert shown["listed"] == shown["sha256"]
    said = get(client, "proof/check", id="taxman:100")
    assert (said["valid"], said["examined"]) == (False, True)
    assert said["reason"].startswith(reason)
    assert said["log"] == [f"taxman-100.json: NOT valid: {said['reason']}"]


def test_a_link_does_not_hold_without_what_it_cites(elsewhere: tuple[TestClient, Path]) -> None:
    client, folder = elsewhere
    kept(folder, bolder, 96)
    said = get(client, "proof/check", id="taxman:99")
    assert not said["valid"]
    assert ["NOT valid" in line or "cites" in line for line in said["log"]] == [True] * 4


def test_what_is_damaged_is_said(elsewhere: tuple[TestClient, Path]) -> None:
    client, folder = elsewhere
    kept(folder, lambda certificate: certificate["proof"].pop("moves"), 100)
    assert "is damaged" in get(client, "proof", 400, id="taxman:100")["error"]
    pack = folder / "taxman-0001-0100.jsonl.xz"
    pack.write_bytes(pack.read_bytes()[:-200])
    assert "is damaged" in get(client, "proof/check", 400, id="taxman:100")["error"]


def test_what_is_not_installed_is_made(elsewhere: tuple[TestClient, Path]) -> None:
    client, _ = elsewhere
    shown = get(client, "proof", id="taxman:20")
    assert (shown["shipped"], shown["missing"], shown["claim"]) == (False, True, {"score": 124, "upper": 124})
    assert get(client, "proof/check", id="taxman:20")["valid"]
    assert not get(client, "proof", id="taxman:20/19")["missing"]
    error = get(client, "proof", 400, id="taxman:1500")["error"]
    assert "the repository has its certificate" in error


def test_a_game_without_proofs_says_so(tmp_path: Path) -> None:
    install_euclid(tmp_path)
    sys.path.insert(0, str(tmp_path))
    try:
        with TestClient(create_app(LIMITS), base_url="http://127.0.0.1:8017") as client:
            assert "has no proofs" in get(client, "proof", 400, id="euclid:21.13")["error"]
    finally:
        sys.path.remove(str(tmp_path))


# -- uploaded certificates -----------------------------------------------------------------------------------------


def send(client: TestClient, content: bytes) -> dict[str, Any]:
    """Upload a file and return its verdict."""
    response = client.post(f"{ROOT}/proof/check", content=content)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


@pytest.mark.parametrize("position", ["taxman:20/19.9", "coins:5.1.1.5", "pursuit:3.6.9.10.50.100:951"])
def test_a_certificate_from_elsewhere_is_checked(client: TestClient, tmp_path: Path, position: str) -> None:
    text = download(client, position)
    said = send(client, text.encode() + b"\n")
    assert (said["valid"], said["examined"], said["reason"]) == (True, True, "")
    assert (said["position"], said["game"]) == (position, position.partition(":")[0])
    assert said["checker"] == f"perfectplay.{said['game']}.proof.check"
    shown = get(client, "proof", id=position)
    assert {key: said[key] for key in ("kind", "claim", "sha256", "size")} == {
        key: shown[key] for key in ("kind", "claim", "sha256", "size")
    }
    assert said["log"] == [printed(tmp_path, text, "certificate.json")]


def test_it_may_be_packed(client: TestClient) -> None:
    text = download(client, "coins:5.1.1.5").encode()
    assert send(client, gzip.compress(text)) | {"seconds": 0} == send(client, text) | {"seconds": 0}


def test_a_claim_that_is_not_proven_is_refused(client: TestClient) -> None:
    certificate = json.loads(download(client, "taxman:20"))
    certificate["claim"] = {"score": 125, "upper": 125}
    said = send(client, compact(certificate).encode())
    assert (said["valid"], said["examined"], said["claim"]) == (False, True, {"score": 125, "upper": 125})
    assert said["log"] == [f"certificate.json: NOT valid: {said['reason']}"]


def test_one_that_needs_others_is_neither_right_nor_wrong(client: TestClient) -> None:
    said = send(client, download(client, "taxman:99").encode())
    assert (said["valid"], said["examined"], said["kind"]) == (False, False, "chain")
    assert said["reason"].startswith("cannot be checked alone")


@rows(
    "content, reason",
    [
        (b"2 + 2 = 5", "the file is not JSON"),
        (b"\xff\xfe", "the file is not JSON"),
        (b"[1, 2]", "it is not a JSON object"),
        (b'{"a": 1, "a": 2}', "an object has the same field twice"),
        (b'{"format": "perfectplay"}', "it does not say of which game it is: it lacks 'game'"),
        (b'{"game": "chess"}', "there is no game 'chess' here; the games are taxman, coins, pursuit"),
        (gzip.compress(b"{}", mtime=0)[:-9], "the compressed file is damaged, or its end is missing"),
        (b"\x1f\x8b, and no more", "the compressed file is damaged"),
        (b'{"game": "taxman"}', "format"),
        (b'{"format": "perfectplay", "version": 9, "game": "taxman"}', "version"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(client: TestClient, content: bytes, reason: str) -> None:
    said = send(client, content)
    assert not said["valid"]
    assert reason in said["reason"]
    assert [len(line.splitlines()) for line in said["log"]] == [1]


LONG = "a" * 2_000_000


@rows(
    "change",
    [
        {"position": f"coins:{LONG}"},
        {"claim": {"margin": LONG, LONG: 1}},
        {"claim": {"best_moves": [1] * 1_000_000}},
        {"claim": {"best_moves": [LONG]}},
        {"claim": {str(number): number for number in range(200_000)}},
        {"proof": {"kind": LONG}},
        {LONG: 1},
        {"game": LONG},
        {"format": LONG},
    ],
)
def test_the_answer_is_short_whatever_is_sent(client: TestClient, change: dict[str, Any]) -> None:
    certificate = json.loads(download(client, "coins:5.1.1.5")) | change
    response = client.post(f"{ROOT}/proof/check", content=gzip.compress(compact(certificate).encode()))
    assert response.status_code == 200
    assert not response.json()["valid"]
    assert len(response.content) < 12_000


def test_half_a_character_that_is_sent_comes_back_escaped(client: TestClient) -> None:
    certificate = json.loads(download(client, "coins:5.1.1.5"))
    half = {"position": "\ud800", "claim": {"\ud800": "\ud800"}, "proof": {"kind": "\ud800"}}
    said = send(client, compact(certificate | half).encode())
    assert (said["position"], said["claim"], said["kind"]) == ("\ud800", {"\ud800": "\ud800"}, "\ud800")


def test_what_cannot_be_a_certificate_is_refused(client: TestClient) -> None:
    most = 8_000_000
    for content in (b" " * (most + 1), iter([b" " * 5_000_000] * 2)):
        refused = client.post(f"{ROOT}/proof/check", content=content)
        assert (refused.status_code, refused.json()["code"]) == (413, "limit-exceeded")
        assert refused.json()["error"] == f"more than {most} bytes have been sent; at most {most} are read here"
    empty = client.post(f"{ROOT}/proof/check", content=b"")
    assert (empty.status_code, empty.json()["code"]) == (400, "invalid-input")
    assert empty.json()["error"] == f"nothing has been sent; send a file of up to {most} bytes"
    asked = client.post(f"{ROOT}/proof/check", params={"position": "taxman:20"}, content=b"{}")
    assert (asked.status_code, asked.json()["code"]) == (400, "unknown-parameter")
    foreign = client.post(f"{ROOT}/proof/check", content=b"{}", headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403


def test_nothing_that_is_sent_is_kept(client: TestClient) -> None:
    jobs: Jobs = client.app.state.jobs  # type: ignore[attr-defined]  # it is a Starlette application
    assert send(client, download(client, "coins:5.1.1.5").encode())["valid"]
    client.post(f"{ROOT}/proof/check", content=b"")
    folder = jobs._progress_files.folder
    assert folder is not None
    assert [path.name for path in folder.iterdir()] == ["lock"]
    assert not jobs._sent


def test_a_client_that_has_left_is_not_a_fault(tmp_path: Path) -> None:
    with pytest.raises(AbandonedError):
        check_sent(tmp_path / "gone")
