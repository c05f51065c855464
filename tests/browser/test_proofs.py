"""Test how users reach and check a proof from the home page, and the messages if there is no proof."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from perfectplay.core.proof.proofs import VARIABLE
from tests.browser.conftest import CheckPage, OpenPage, heard, serve, settings, settled, sideways

CERTIFICATES = Path(__file__).parents[2] / "certificates"
CHECK = "Check it now"
HOLDS = "Checked: the proof holds."
PYTHON = "Ask the checker in Python, too"
ROW = "coins:5.1.1.5.1.2.2.1"


def checked(page: Page) -> None:
    """Start the check of a proof, and wait for the verdict."""
    page.get_by_role("button", name=CHECK).click()
    expect(page.locator(".proof-verdict")).to_have_text(HOLDS)


@pytest.mark.parametrize(
    ("position", "claim", "log"),
    [
        ("", "the best score that anybody can reach is 3,164", "valid: 3164 is the best score of taxman:100"),
        ("coins:5.1.1.5.1.2.2.1", "gets 8 more than the other", "valid: the margin of 8 coins is 8"),
        ("pursuit:1.1.2.2.3.3:999", "The nearest number is 81", "nothing comes nearer than 81"),
    ],
)
def test_a_proof_is_a_click_from_home_and_checked(open_page: OpenPage, position: str, claim: str, log: str) -> None:
    page = open_page(f"/proof?id={position}" if position else "/")
    if not position:
        page.get_by_role("link", name="Proofs").click()
    expect(page.locator(".proof-says")).to_contain_text(claim)
    expect(page.locator(".proof-word")).to_have_count(0)
    checked(page)
    expect(page.locator(".proof-log")).to_contain_text(log)
    heard(page, HOLDS)
    expect(page.locator(".proof-word")).to_contain_text("coins.proof" if "coins" in position else "_check.c took")


def test_a_proof_is_checked_here_and_python_says_the_same_on_request(open_page: OpenPage) -> None:
    page = open_page("/proof?id=taxman:99", failures=True)
    settled(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    checked(page)
    expect(page.locator(".proof-word")).to_contain_text("the checker in C, compiled to WebAssembly")
    expect(page.locator(".proof-word")).to_contain_text("docs/trust.md")
    # The page loads only four certificates, the checker, and the checker's worker.
    assert sorted(re.sub(r".*(/\w+|\.\w+)(\?.*)?$", r"\1", url) for url in asked) == [
        ".js",
        ".wasm",
        *4 * ["/certificate"],
    ]
    second = page.get_by_role("button", name=PYTHON)
    second.click()
    expect(page.locator(".proof-log")).to_have_count(2)
    c, python = page.locator(".proof-log").all_inner_texts()
    assert c == python
    assert c.count("valid: ") == 4
    for blocked in ("**/*.wasm", "**/check-worker.js"):
        page.route(blocked, lambda route: route.abort())
        page.get_by_role("button", name="Check it again").click()
        expect(page.get_by_role("alert").filter(has_text="This browser could not run the checker: ")).to_be_visible()
        expect(second).to_be_visible()
        page.unroute(blocked)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".proof-verdict")).to_have_text(HOLDS)


def test_a_large_proof_is_checked_and_its_tree_unfolds_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/proof?id=taxman:1000")
    checked(page)
    tree = page.get_by_role("region", name="The cases and their bounds")
    expect(tree).to_contain_text("172 cases in all, 86 that are closed by their bounds")
    first = tree.locator("summary").first
    expect(first).to_contain_text("All games")
    expect(first).to_contain_text("at most 315,426")
    # Fold and unfold the tree, and open parts that the first answer did not contain.
    first.focus()
    page.keyboard.press("Enter")
    expect(tree.locator("summary").nth(1)).to_be_hidden()
    page.keyboard.press("Enter")
    for _ in range(8):
        before = tree.locator("li").count()
        # Choose a folded part, because Enter would fold an unfolded part.
        tree.locator("details:not([open]) > summary").last.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.querySelectorAll('.proof-tree li').length > n", arg=before)
        expect(tree.locator(".spinner")).to_have_count(0)
    assert tree.locator(".chip").all_inner_texts()
    assert {int(re.sub(r"\D", "", text.partition("(")[0])) for text in tree.locator(".chip").all_inner_texts()} <= {
        *range(315_000, 315_427)
    }


def test_a_proof_of_a_single_case_says_so(open_page: OpenPage) -> None:
    page = open_page("/proof?id=taxman:20")
    tree = page.get_by_role("region", name="The cases and their bounds")
    expect(tree).to_contain_text("The proof takes one step: no game is worth more than this bound. at most 124")
    expect(tree.locator("li")).to_have_count(0)


def test_the_reason_is_told_in_prices_that_can_be_checked(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/proof?id=taxman:24")
    why = page.get_by_role("region", name="Why nobody can do better")
    expect(why).to_contain_text("nobody gains more than all prices together, 182, and 182 can be reached")
    expect(why).to_contain_text("6, 10, 14, 15, and 21 pay with 2, 3, 5, and 7. The first such move takes two of these")
    prices = {
        number: int(said.removeprefix(f"{number}, price "))
        for number in range(1, 25)
        if (said := why.locator(f"[data-number='{number}']").get_attribute("aria-label"))
    }
    assert len(prices) == 24
    assert sum(prices.values()) + 3 == 182
    # For each number and its quotient by a prime, the two prices suffice, if necessary with the price of the cut.
    for p in range(2, 25):
        why.locator(f"[data-number='{p}']").click()
        lines = why.locator("[aria-live] p").all_text_contents()
        assert len(lines) == sum(p % prime == 0 for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23))
        for line in lines:
            q, total = (int(part) for part in re.findall(r"with (\d+):.*= (\d+), at least", line)[0])
            cut = line.count("+") == 2
            assert total == prices[p] + prices[q] + cut >= p, line
    axe(page)


def test_a_larger_pot_lists_its_prices_and_a_large_one_has_none(open_page: OpenPage) -> None:
    page = open_page("/proof?id=taxman:100")
    why = page.get_by_role("region", name="Why nobody can do better")
    expect(why.locator(".why-prices div", has_text=re.compile("^price 49"))).to_contain_text(
        "2 3 5 7 11 13 17 19 23 29 31"
    )
    page.goto(page.url.replace("taxman:100", "taxman:101"))
    expect(page.locator(".proof-says")).to_contain_text("3,168")
    expect(why).to_have_count(0)


def test_the_moves_are_replayed(open_page: OpenPage) -> None:
    page = open_page("/proof?id=taxman:20/19")
    moves = page.get_by_role("region", name="The moves")
    expect(moves).to_contain_text("before the first move")
    expect(moves.locator("[data-number='19']")).to_have_attribute("aria-label", "19: taken in move 1.")
    slider = moves.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(moves).to_contain_text("124 for the player, 86 for the taxman")
    page.keyboard.press("Home")
    expect(moves).to_contain_text("19 for the player, 42 for the taxman")
    page.keyboard.press("ArrowRight")
    moves.get_by_role("link", name="Go on playing from here").click()
    expect(page).to_have_url(re.compile(r"/taxman:20/19\.\d+$"))


def test_the_certificate_can_be_kept(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/proof?id=taxman:100")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the certificate").click()
    download = waiting.value
    assert download.suggested_filename == "taxman-100.json"
    download.save_as(tmp_path / "kept.json")
    assert json.loads((tmp_path / "kept.json").read_bytes())["position"] == "taxman:100"
    expect(page.locator(".proof-facts")).to_contain_text("The same as in the repository\u2019s manifest.")
    expect(page.locator(".proof-facts")).to_contain_text("Yes: Rocq\u2019s kernel itself checks it")
    page.goto(page.url.replace("taxman:100", "taxman:601"))
    expect(page.locator(".proof-facts")).to_contain_text("Yes: the checker that is proven in Rocq accepts it")


@pytest.mark.parametrize(
    ("about", "opener"),
    [
        ("taxman:30/29.25", ""),
        ("coins:5.1.1.5.1.2.2.1/LL", "Say what each end is worth"),
        ("pursuit:3.6.9.10.50.100:951", "Can it be hit?"),
    ],
)
def test_what_is_proven_in_a_game_leads_to_its_proof(open_page: OpenPage, about: str, opener: str) -> None:
    page = open_page(f"/{about}")
    if opener.startswith("Say"):
        with settings(page) as sheet:
            sheet.get_by_label(opener).check()
    elif opener:
        page.get_by_text(opener).click()
    page.get_by_role("link", name="proven").first.click()
    expect(page.locator(".proof-id")).to_have_text(about)
    checked(page)


def test_where_there_is_no_proof_a_sentence_says_why(open_page: OpenPage) -> None:
    page = open_page("/proof?id=taxman:5/5.4", failures=True)
    expect(page.get_by_role("heading", name="There is no proof here")).to_be_visible()
    expect(page.locator(".error-note")).to_contain_text("give a position before its end")
    page.get_by_role("link", name="Another position").click()
    page.get_by_label("Position").fill("taxman:99")
    page.keyboard.press("Enter")
    expect(page.locator(".proof-chain li")).to_have_count(4)
    checked(page)


def test_a_tampered_certificate_is_refused(browser: Browser, tmp_path: Path) -> None:
    pack = "taxman-0001-0100.jsonl.xz"
    text = lzma.decompress((CERTIFICATES / pack).read_bytes()).decode()
    assert text.count('"u":[89,49,49') == 1
    (tmp_path / pack).write_bytes(lzma.compress(text.replace('"u":[89,49,49', '"u":[88,49,49').encode()))
    (tmp_path / "manifest.json").write_bytes((CERTIFICATES / "manifest.json").read_bytes())
    with serve({**os.environ, VARIABLE: str(tmp_path)}) as address:
        page = browser.new_page()
        page.goto(f"{address}/proof?id=taxman:100&lang=en")
        expect(page.locator(".proof-facts")).to_contain_text("somebody has changed the file")
        expect(page.locator(".proof-facts")).to_contain_text("No: neither Rocq\u2019s kernel")
        page.get_by_role("button", name=CHECK).click()
        expect(page.locator(".proof-verdict")).to_have_text("Refused: the proof does not hold.")
        expect(page.locator(".proof-log")).to_contain_text("NOT valid")
        page.close()


POSITIONS = ("taxman:1000", "coins:5.1.1.5.1.2.2.1", "pursuit:1.1.2.2.3.3:999")


@pytest.mark.parametrize("position", POSITIONS)
def test_a_checked_proof_keeps_nobody_out_and_fits_a_phone(open_page: OpenPage, axe: CheckPage, position: str) -> None:
    page = open_page(f"/proof?id={position}", lang="de", touch=True)
    page.get_by_role("button", name="Jetzt prüfen").click()
    expect(page.locator(".proof-word")).to_be_visible()
    settled(page)
    axe(page)
    # Everything still fits in a narrow window.
    page.set_viewport_size({"width": 360, "height": 640})
    settled(page)
    assert sideways(page) <= 0


# -- uploaded certificates -----------------------------------------------------------------------------------------


def dropped(page: Page, name: str, text: str) -> None:
    """Drop a file with this text on the page."""
    expect(page.get_by_role("heading", name="A certificate from elsewhere")).to_be_visible()
    page.evaluate(
        """([name, text]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], name));
            const at = document.querySelector("h1");
            for (const kind of ["dragover", "drop"]) {
                at.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
            }
        }""",
        [name, text],
    )


def test_a_file_is_dropped_and_checked(open_page: OpenPage, axe: CheckPage, certificate: str) -> None:
    page = open_page("/proof", failures=True)
    verdict, log = page.locator(".proof-verdict"), page.locator(".proof-log")
    dropped(page, "mine.json", certificate)
    expect(verdict).to_have_text(HOLDS)
    expect(log).to_contain_text("certificate.json: valid: the margin of 8 coins is 8")
    expect(page.locator(".proof-says")).to_contain_text("the player to move gets 8 more than the other")
    expect(page.get_by_role("link", name=ROW)).to_have_attribute("href", f"/proof?id={ROW}")
    heard(page, HOLDS)
    axe(page)
    told = json.loads(certificate)
    told["claim"]["margin"] = 10
    dropped(page, "other.json", json.dumps(told))
    expect(verdict).to_have_text("Refused: the proof does not hold.")
    expect(page.locator(".proof-says")).to_have_count(0)
    dropped(page, "notes.txt", "2 + 2 = 5")
    expect(log).to_have_text(
        "certificate.json: NOT valid: not JSON as certificates have it: something behind the end at byte 2"
    )
    for name, text, problem in (
        ("empty.json", "", "“empty.json” is empty."),
        ("large.json", " " * 8_000_001, "“large.json” has 8,000,001 bytes; this page checks at most 8,000,000."),
    ):
        dropped(page, name, text)
        expect(page.get_by_role("alert").filter(has_text=problem)).to_be_visible()
        expect(verdict).to_have_count(0)


def test_a_file_of_taxman_stays_in_the_browser(open_page: OpenPage) -> None:
    page = open_page("/proof")
    verdict, log = page.locator(".proof-verdict"), page.locator(".proof-log")
    lines = lzma.decompress((CERTIFICATES / "taxman-0001-0100.jsonl.xz").read_bytes()).decode().splitlines()
    expect(page.get_by_role("heading", name="A certificate from elsewhere")).to_be_visible()
    page.on("request", lambda request: pytest.fail(request.url) if "/api/" in request.url else None)
    dropped(page, "100.json", lines[99])
    expect(log).to_have_text("certificate.json: valid: 3164 is the best score of taxman:100")
    expect(page.locator(".proof-says")).to_contain_text("the best score that anybody can reach is 3,164")
    # A link of a chain is valid only together with the certificates that it cites; alone, it is undecided.
    dropped(page, "99.json", lines[98])
    expect(verdict).to_have_text("Neither proven nor refuted: the checker says why.")
    dropped(page, "chain.json", "\n".join(lines[95:99]))
    expect(log).to_have_text("certificate.json: valid: 3106 is the best score of taxman:99")
    large = json.loads(lines[0])
    large["claim"] |= {"score": 10**30, "upper": 10**30}
    dropped(page, "large.json", json.dumps(large))
    expect(log).to_contain_text(f"NOT valid: the moves score 0, and not the claimed {10**30}")


def test_a_packed_file_is_unpacked_in_the_browser(open_page: OpenPage, tmp_path: Path) -> None:
    line = lzma.decompress((CERTIFICATES / "taxman-0001-0100.jsonl.xz").read_bytes()).splitlines()[99]
    page = open_page("/proof")
    log = page.locator(".proof-log")
    valid = "valid: 3164 is the best score of taxman:100"
    for name, packed, said, checker in (
        ("100.json.gz", gzip.compress(line), valid, "taxman_check.c took"),
        ("100.json.xz", lzma.compress(line), valid, "perfectplay.taxman.proof.check took"),
        ("damaged.json.gz", gzip.compress(line)[:-20], "NOT valid: the compressed file is damaged", ""),
    ):
        (tmp_path / name).write_bytes(packed)
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Choose a file").click()
        chooser.value.set_files(tmp_path / name)
        expect(log).to_contain_text(said)
        expect(page.locator(".proof-word")).to_contain_text(checker)


def test_a_file_is_chosen_by_keyboard(open_page: OpenPage, tmp_path: Path, certificate: str) -> None:
    (tmp_path / "mine.json").write_text(certificate, encoding="utf-8")
    page = open_page("/proof?id=taxman:20", lang="de", width=360, height=640)
    # Intercept the file dialog now, because registering the handler just before the key press might be too late.
    page.on("filechooser", lambda _: None)
    button = page.get_by_role("button", name="Datei wählen")
    settled(page)
    button.focus()
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(tmp_path / "mine.json")
    expect(page.locator(".proof-verdict")).to_have_text("Geprüft: Der Beweis stimmt.")
    expect(page.get_by_text("Verschmelzung")).to_be_visible()
    expect(button).to_be_focused()
    assert sideways(page) <= 0


@pytest.fixture(scope="module")
def certificate(server: str) -> str:
    """Return a certificate of a row of coins."""
    with urlopen(f"{server}/api/v1/proof/certificate?position={ROW}") as answer:  # noqa: S310  # our own server
        text: str = answer.read().decode()
    return text
