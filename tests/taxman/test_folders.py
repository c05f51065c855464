"""Test folders of certificates that are checked as one chain."""

import gzip
import hashlib
import json
import lzma
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from perfectplay.core.proof.certificates import CheckedCertificate, FolderReport, Report, list_certificates
from perfectplay.core.proof.writing import write_certificate
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.proof import check
from perfectplay.taxman.proof.write import _written_manifest, chain_certificate, is_chained, write_manifest, write_packs
from perfectplay.taxman.ranges import certificate_path, solve_range
from perfectplay.taxman.records import Record, load_bounded, load_records
from tests.judged import Words, words, words_of_folder

LAST = 14


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of certificates of N = 1..14, in which 14 (an increment), 13 and 11 (primes) are links of chains."""
    folder = tmp_path_factory.mktemp("chain")
    rows = list(solve_range(1, LAST, certificates=folder))
    increment = chain_certificate(LAST, 66, rows[-1].moves, "increment", 52)
    write_certificate(certificate_path(folder, LAST), increment)
    assert {n for n in range(1, LAST + 1) if is_chained(load(folder, n))} >= {11, 13, 14}
    return folder


@pytest.fixture
def proofs(chain: Path, tmp_path: Path) -> Path:
    shutil.copytree(chain, tmp_path / "proofs")
    return tmp_path / "proofs"


def load(folder: Path, n: int) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(gzip.decompress(certificate_path(folder, n).read_bytes()))
    return loaded


def save(folder: Path, n: int, certificate: object) -> None:
    certificate_path(folder, n).write_bytes(gzip.compress(json.dumps(certificate).encode()))


def ends(checked: Words) -> tuple[int | None, int | None, int | None]:
    report = FolderReport.of(Report(tuple(CheckedCertificate(path, "taxman", verdict) for path, verdict in checked)))
    return report.first, report.last, report.without_hole_up_to


def valid(checked: Words) -> bool:
    return all(verdict.valid for _, verdict in checked)


def bad(checked: Words) -> dict[str, str]:
    return {path.name: verdict.reason for path, verdict in checked if not verdict.valid}


def test_a_whole_chain_is_valid(proofs: Path) -> None:
    checked = words_of_folder(proofs)
    assert valid(checked)
    assert ends(checked) == (1, LAST, LAST)
    assert [verdict.n for _, verdict in checked] == list(range(1, LAST + 1))


def test_names_and_helpers_do_not_matter(proofs: Path) -> None:
    for n in range(1, LAST + 1):
        certificate_path(proofs, n).rename(proofs / f"{chr(ord('z') - n)}.json.gz")
    (proofs / "a.json").write_bytes(gzip.decompress((proofs / "y.json.gz").read_bytes()))
    with ThreadPoolExecutor(2) as executor:
        checked = words_of_folder(proofs, executor.map)
    assert (valid(checked), len(checked), ends(checked)) == (True, LAST + 1, (1, LAST, LAST))
    assert checked == words_of_folder(proofs)


def test_a_missing_link_breaks_what_hangs_on_it(proofs: Path) -> None:
    certificate_path(proofs, 12).unlink()
    checked = words_of_folder(proofs)
    assert bad(checked).keys() == {"taxman-000013.json.gz", "taxman-000014.json.gz"}
    assert bad(checked) == {
        "taxman-000013.json.gz": "it cites N = 12, for which no certificate here proves anything",
        "taxman-000014.json.gz": "it cites N = 13, whose certificate is not valid",
    }
    assert ends(checked) == (1, 11, 11)


def test_a_hole_that_nothing_hangs_on_is_seen(proofs: Path) -> None:
    kept = [n for n in range(1, LAST + 1) if n not in {3, 4, 5, 7}]
    for n in set(range(1, LAST + 1)) - set(kept):
        certificate_path(proofs, n).unlink()
    checked = words_of_folder(proofs)
    assert bad(checked).keys() <= {certificate_path(proofs, n).name for n in kept if is_chained(load(proofs, n))}
    assert ends(checked) == (1, LAST, 2)


def test_a_tampered_file_is_named_and_breaks_its_chain(proofs: Path) -> None:
    proof = load(proofs, 12)
    higher = proof | {"claim": {name: value + 1 for name, value in proof["claim"].items()}}
    save(proofs, 12, higher)
    failures = bad(words_of_folder(proofs))
    assert failures.keys() == {f"taxman-0000{n}.json.gz" for n in (12, 13, 14)}
    assert failures["taxman-000013.json.gz"] == "it cites N = 12, whose certificate is not valid"
    # Another file may still prove the bound that the chain cites.
    (proofs / "another.json").write_text(json.dumps(proof), encoding="utf-8")
    assert bad(words_of_folder(proofs)).keys() == {"taxman-000012.json.gz"}


def test_a_link_does_not_accept_another_score(proofs: Path) -> None:
    link = load(proofs, 14)
    link["proof"]["score"] -= 1
    save(proofs, 14, link)
    assert bad(words_of_folder(proofs)).keys() == {"taxman-000014.json.gz"}


def test_a_link_to_another_score_than_the_proven_one(proofs: Path) -> None:
    link = load(proofs, 14)
    link["claim"] = {"score": 52, "upper": 52}
    link["proof"] |= {"score": 38, "moves": [13, 9, 10, 8, 12]}
    save(proofs, 14, link)
    assert bad(words_of_folder(proofs)) == {"taxman-000014.json.gz": "it cites 38 for N = 13, where only 52 is proven"}


def test_files_are_checked_like_a_folder(proofs: Path) -> None:
    files = list(proofs.iterdir())
    assert words(*sorted(files, reverse=True)) == words_of_folder(proofs)
    ((_, verdict),) = words(certificate_path(proofs, 14))
    assert (verdict.valid, verdict.lonely, verdict.cites) == (False, True, 13)
    assert verdict.reason == "cannot be checked alone: it cites N = 13"


def test_an_open_proof_is_no_link(tmp_path: Path) -> None:
    list(solve_range(400, 400, certificates=tmp_path, time_limit=0.0))
    checked = words_of_folder(tmp_path)
    assert valid(checked)
    assert ends(checked) == (None, None, None)


def test_foreign_files(proofs: Path) -> None:
    (proofs / "notes.txt").write_text("passed over", encoding="utf-8")
    (proofs / "package.json").write_text('{"name": "something else"}', encoding="utf-8")
    checked = words_of_folder(proofs)
    assert bad(checked) == {"package.json": "the certificate lacks 'format'"}
    assert checked[-1][0].name == "package.json"
    assert ends(checked) == (1, LAST, LAST)


def test_a_game_under_way_is_no_link(proofs: Path) -> None:
    # This certificate is for N = 12 after 11 was taken, so the link for 13 must not cite it.
    certificate_path(proofs, 12).unlink()
    later = solve(TaxmanPosition.from_id("taxman:12/11"), certificate=True).certificate
    (proofs / "later.json").write_text(json.dumps(later), encoding="utf-8")
    checked = words_of_folder(proofs)
    assert [verdict.valid for path, verdict in checked if path.name == "later.json"] == [True]
    assert bad(checked).keys() == {"taxman-000013.json.gz", "taxman-000014.json.gz"}
    assert ends(checked) == (1, 11, 11)


def test_an_empty_folder_proves_nothing(tmp_path: Path) -> None:
    checked = words_of_folder(tmp_path)
    assert (checked, ends(checked)) == ([], (None, None, None))


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(OSError, match=r"folder\.json"):
        words_of_folder(tmp_path)
    with pytest.raises(OSError, match="none"):
        words_of_folder(tmp_path / "none")


def test_the_checker_checks_folders_on_its_own(proofs: Path, tmp_path: Path) -> None:
    script = tmp_path / "check.py"
    script.write_bytes(Path(check.__file__).read_bytes())

    def run(*names: str) -> tuple[int, list[str]]:
        # With -I and -S, Python finds only the standard library, and ignores site-packages and environment variables.
        done = subprocess.run(
            [sys.executable, "-I", "-S", script, *names], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        return done.returncode, (done.stdout + done.stderr).splitlines()

    status, lines = run("proofs")
    assert (status, len(lines)) == (0, LAST + 1)
    assert lines[-1] == "proofs: every N from 1 to 14 is proven optimal"
    certificate_path(proofs, 12).unlink()
    status, lines = run("proofs")
    assert status == 1
    assert [line.split(": ")[1] for line in lines[-3:]] == [
        "NOT valid",
        "NOT valid",
        "every N from 1 to 11 is proven optimal",
    ]
    assert run("proofs/taxman-000013.json.gz") == (
        1,
        ["proofs/taxman-000013.json.gz: cannot be checked alone: it cites N = 12"],
    )
    (tmp_path / "empty").mkdir()
    assert run("empty") == (1, ["empty: no N is proven optimal"])


# -- packs ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def packs(chain: Path, tmp_path: Path) -> Path:
    """A folder with the certificates of `chain` in one pack, and with a manifest."""
    folder = tmp_path / "packs"
    folder.mkdir()
    write_packs(folder, [(n, load(chain, n)) for n in range(1, LAST + 1)])
    assert sorted(file.name for file in folder.iterdir()) == ["manifest.json", PACK]
    return folder


PACK = "taxman-0001-0100.jsonl.xz"


def lines_of(folder: Path) -> list[bytes]:
    return lzma.decompress((folder / PACK).read_bytes()).splitlines(keepends=True)


def repack(folder: Path, lines: list[bytes]) -> None:
    (folder / PACK).write_bytes(lzma.compress(b"".join(lines)))


def test_a_pack_is_a_chain(packs: Path, chain: Path) -> None:
    checked = words_of_folder(packs)
    assert (valid(checked), ends(checked)) == (True, (1, LAST, LAST))
    assert [path.name for path, _ in checked] == [f"{PACK}:{n}" for n in range(1, LAST + 1)]
    assert [word for _, word in checked] == [word for _, word in words_of_folder(chain)]
    assert words(packs / PACK) == checked
    with ThreadPoolExecutor(2) as executor:
        assert words_of_folder(packs, executor.map) == checked
    assert [json.loads(line) for line in lines_of(packs)] == [load(chain, n) for n in range(1, LAST + 1)]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_the_bytes_of_a_pack_tell_how_it_is_compressed(packs: Path, pack: Callable[[bytes], bytes]) -> None:
    before = words_of_folder(packs)
    (packs / PACK).write_bytes(pack(b"".join(lines_of(packs))))
    assert words_of_folder(packs) == before
    assert perfectplay.check(packs).valid


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data[:-20], "the pack is damaged, or its end is missing"),
        (lambda data: data[:6], "the pack is damaged, or its end is missing"),
        (lambda data: data + b"x", "the pack goes on behind its end"),
        (lambda data: data + data, "the pack goes on behind its end"),
        (lambda data: data[:100] + b"?" + data[101:], "the pack is damaged"),
        (lambda data: data[:-30] + bytes(30), "the pack "),
        (lambda data: lzma.compress(b""), "the pack is empty"),
    ],
)
def test_nothing_in_a_damaged_pack_counts(packs: Path, damage: Callable[[bytes], bytes], reason: str) -> None:
    (packs / PACK).write_bytes(damage((packs / PACK).read_bytes()))
    ((path, verdict),) = words(packs / PACK)
    assert (path.name, verdict.valid, verdict.n) == (PACK, False, None)
    assert verdict.reason.startswith(reason)
    assert bad(words_of_folder(packs)).keys() == {PACK, "manifest.json"}


def test_a_line_of_a_pack_that_is_no_certificate_gets_a_reason(packs: Path) -> None:
    for line, reason in ((b"hello\n", "the file is not JSON"), (b"\n\n", "the file is not JSON: it is empty")):
        (packs / PACK).write_bytes(lzma.compress(line))
        assert [verdict.reason for _, verdict in words(packs / PACK)][-1].startswith(reason)


def test_packs_hold_a_hundred_each(chain: Path, tmp_path: Path) -> None:
    given = {n: load(chain, 1 + n % LAST) | {"position": f"taxman:{n}"} for n in (99, 100, 101, 250, 251)}
    manifest = write_packs(tmp_path, given.items())
    assert [(n, score) for n, score, *_ in manifest["certificates"]] == [
        (n, certificate["claim"]["score"]) for n, certificate in given.items()
    ]
    assert json.loads((tmp_path / "manifest.json").read_text()) == json.loads(json.dumps(manifest))
    assert [file.name for file in list_certificates(tmp_path)] == [
        "taxman-0001-0100.jsonl.xz",
        "taxman-0101-0200.jsonl.xz",
        "taxman-0201-0300.jsonl.xz",
    ]


def test_the_manifest_of_packs_can_be_written_anew(packs: Path) -> None:
    before = (packs / "manifest.json").read_bytes()
    (packs / "manifest.json").unlink()
    write_manifest(packs)
    assert (packs / "manifest.json").read_bytes() == before


def test_the_same_certificates_give_the_same_packs(packs: Path, chain: Path, tmp_path: Path) -> None:
    before = {file.name: file.read_bytes() for file in packs.iterdir()}
    write_packs(packs, [(n, load(chain, n)) for n in range(1, LAST + 1)])
    assert {file.name: file.read_bytes() for file in packs.iterdir()} == before


def test_a_pack_that_holds_the_same_stays_as_it_is(chain: Path, tmp_path: Path) -> None:
    # Another library or version may compress differently.
    certificates = [(n, load(chain, n)) for n in range(1, 11)]
    write_packs(tmp_path, certificates)
    (pack,) = tmp_path.glob("*.xz")
    otherwise = lzma.compress(lzma.decompress(pack.read_bytes()), preset=0)
    pack.write_bytes(otherwise)
    write_packs(tmp_path, certificates)
    assert pack.read_bytes() == otherwise


def test_packs_and_files_make_one_chain(packs: Path, chain: Path) -> None:
    lines = lines_of(packs)
    repack(packs, [line for n, line in enumerate(lines, 1) if n != 12])
    (packs / "manifest.json").unlink()
    assert bad(words_of_folder(packs)).keys() == {f"{PACK}:12", f"{PACK}:13"}
    shutil.copy(certificate_path(chain, 12), packs)
    checked = words_of_folder(packs)
    assert (valid(checked), ends(checked)) == (True, (1, LAST, LAST))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: lines[:-1], "knows for N = 14 is missing, or is another one here"),
        (lambda lines: [*lines, lines[3].rstrip() + b" \n"], f"the manifest does not know '{PACK}:15'"),
        (
            lambda lines: [lines[0].replace(b":", b": "), *lines[1:]],
            "knows for N = 1 is missing, or is another one here",
        ),
        (lambda lines: lines[:4] + lines[5:], "knows for N = 5 is missing, or is another one here"),
    ],
)
def test_the_manifest_sees_what_is_missing_or_changed(
    packs: Path, change: Callable[[list[bytes]], list[bytes]], reason: str
) -> None:
    repack(packs, change(lines_of(packs)))
    checked = words_of_folder(packs)
    assert not valid(checked)
    assert checked[-1][0].name == "manifest.json"
    assert reason in bad(checked)["manifest.json"]


def test_the_manifest_is_about_certificates_and_not_about_packs(packs: Path, proofs: Path) -> None:
    manifest = packs / "manifest.json"
    repack(packs, lines_of(packs)[::-1])
    assert valid(words_of_folder(packs))
    assert valid(words_of_folder(proofs, manifest=manifest))
    certificate_path(proofs, LAST).unlink()
    assert bad(words_of_folder(proofs, manifest=manifest)).keys() == {"manifest.json"}


def test_a_pack_that_is_not_there_is_missed(packs: Path) -> None:
    (packs / PACK).unlink()
    assert bad(words_of_folder(packs)).keys() == {"manifest.json"}


def headed(manifest: dict[str, Any], rows: list[Any]) -> dict[str, Any]:
    """Return a copy of a manifest with other rows and the correct head for these rows."""
    text = "".join(f"{' '.join(map(str, row))}\n" for row in rows)
    return manifest | {"certificates": rows, "head": hashlib.sha256(text.encode()).hexdigest()}


def with_row(manifest: dict[str, Any], place: int, value: object) -> dict[str, Any]:
    rows = manifest["certificates"]
    rows[0][place] = value
    return headed(manifest, rows)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda manifest: headed(manifest, manifest["certificates"][:-1]), f"the manifest does not know '{PACK}:14'"),
        (lambda manifest: manifest | {"certificates": 7}, "should be a list, not 7"),
        (lambda manifest: manifest | {"certificates": [7]}, "a row of the manifest should be a list, not 7"),
        (lambda manifest: manifest | {"certificates": [[1, 0, 0]]}, "a row of the manifest should have an N"),
        (lambda manifest: manifest | {"certificates": [[1, 0, 0, []]]}, "a row of the manifest should have an N"),
        (lambda manifest: manifest | {"certificates": []}, "the head of the manifest is not the hash of its rows"),
        (lambda manifest: manifest | {"head": "0" * 64}, "the head of the manifest is not the hash of its rows"),
        (lambda manifest: manifest | {"version": 2}, "the format 'perfectplay-manifest', version 1"),
        (lambda manifest: manifest | {"note": ""}, "a field 'note', which means nothing"),
        (lambda manifest: [], "the manifest should be a JSON object"),
        (lambda manifest: with_row(manifest, 0, 2), "claims something else"),
        (lambda manifest: with_row(manifest, 1, 7), "claims something else"),
        (lambda manifest: with_row(manifest, 2, 7), "claims something else"),
        (lambda manifest: with_row(manifest, 3, "0" * 64), "knows for N = 1 is missing"),
    ],
)
def test_a_manifest_that_is_wrong_is_a_failure(packs: Path, change: Callable[[Any], Any], reason: str) -> None:
    manifest = json.loads((packs / "manifest.json").read_text())
    (packs / "manifest.json").write_text(json.dumps(change(manifest)))
    checked = words_of_folder(packs)
    assert bad(checked).keys() == {"manifest.json"}
    assert reason in bad(checked)["manifest.json"]
    assert ends(checked) == (1, LAST, LAST)


def test_a_tampered_line_is_named(packs: Path) -> None:
    lines = lines_of(packs)
    lines[9] = lines[9].replace(b'"upper":40', b'"upper":41')
    assert lines[9] != lines_of(packs)[9]
    repack(packs, lines)
    failures = bad(words_of_folder(packs))
    assert failures.keys() == {f"{PACK}:10", f"{PACK}:11", "manifest.json"}
    assert failures[f"{PACK}:11"] == "it cites N = 10, whose certificate is not valid"


@pytest.mark.parametrize(
    ("limit", "value", "text", "reason"),
    [
        ("MAX_BYTES", 1 << 16, b"[" + b" " * (1 << 24), "line 1 of the pack is larger than 65536 bytes"),
        ("MAX_PACK_BYTES", 1 << 20, (b"{}" + b" " * 997 + b"\n") * 2_000, "the pack is larger than 1048576 bytes"),
        ("MAX_PACK_LINES", 50, b"{}\n" * (1 << 15), "the pack has more than 50 lines"),
    ],
)
def test_bombs_are_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, text: bytes, reason: str
) -> None:
    monkeypatch.setattr(check, limit, value)
    (tmp_path / "bomb.jsonl.xz").write_bytes(lzma.compress(text))
    verdict = check._check_files([tmp_path / "bomb.jsonl.xz"])[-1][1]
    assert (verdict.valid, verdict.examined, verdict.reason) == (False, False, reason)


def test_a_pack_that_wants_too_much_memory_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MAX_MEMORY", 1 << 24)
    (tmp_path / "large.jsonl.xz").write_bytes(
        lzma.compress(b"{}\n", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 25}])
    )
    ((_, verdict),) = check._check_files([tmp_path / "large.jsonl.xz"])
    assert (verdict.examined, verdict.reason) == (False, "unpacking it would take more than 16777216 bytes of memory")


CERTIFICATES = Path(__file__).parents[2] / "certificates"


PACKS = sorted(path.name for path in CERTIFICATES.glob("*.xz"))


@cache
def shipped(n: int) -> Record:
    """Return the shipped record of an N from the table or, after its end, from the list of bounds."""
    return load_records().lookup(n) or load_bounded()[n]


READ = 100_000
"""Largest total size in bytes of the certificates to check in each pack; shorter certificates come first."""


@cache
def shipped_rows() -> list[list[Any]]:
    rows: list[list[Any]] = json.loads((CERTIFICATES / "manifest.json").read_text())["certificates"]
    return rows


@lru_cache(maxsize=1)  # the tests of a pack follow each other
def shipped_lines(pack: str) -> list[tuple[int, bytes, bool]]:
    """Return N, the line, and whether the manifest lists it last for this N, for each certificate in a pack."""
    rows = {digest: (n, score, upper) for n, score, upper, digest in shipped_rows()}
    counting = {n: digest for n, _, _, digest in shipped_rows()}
    found = []
    for line in lzma.decompress((CERTIFICATES / pack).read_bytes()).splitlines():
        digest = hashlib.sha256(line).hexdigest()
        n, score, upper = rows[digest]
        assert f'"position":"taxman:{n}","claim":{{"score":{score},"upper":{upper}}},' in line[:200].decode()
        found.append((n, line, counting[n] == digest))
    return found


def accept(n: int, line: bytes, *, counts: bool) -> None:
    """Check a certificate; a link of a chain may cite the shipped bound of N - 1, even if another pack proves it."""
    record = shipped(n)
    verdict = check.check_bytes(line, {n - 1: shipped(n - 1).upper} if n > 1 else {})
    assert (verdict.valid, verdict.n) == (True, n)
    if counts:
        assert (verdict.score, verdict.upper) == (record.score, record.upper), n
    if counts and n % 50 < 2:
        assert sorted(json.loads(line)["proof"]["moves"]) == sorted(record.moves)


@pytest.mark.full
def test_the_manifest_of_the_certificates_is_about_what_is_shipped(tmp_path: Path) -> None:
    manifest = json.loads((CERTIFICATES / "manifest.json").read_text())
    assert [file.name for file in list_certificates(CERTIFICATES)] == PACKS
    known = load_records().bounds() | load_bounded().bounds()
    counting = {n: (score, upper) for n, score, upper, _ in manifest["certificates"]}
    assert counting == known
    assert list(counting) == list(range(1, len(known) + 1))
    _written_manifest(tmp_path, [tuple(row) for row in manifest["certificates"]])
    assert (tmp_path / "manifest.json").read_bytes() == (CERTIFICATES / "manifest.json").read_bytes()


ONE_OF = 10
"""The checker in C checks every certificate; the full run of the next test checks one in ten of any length, chosen by
the manifest's head."""


@pytest.mark.parametrize("any_length", [False, pytest.param(True, marks=pytest.mark.full)])
@pytest.mark.parametrize("pack", PACKS)
def test_certificates_in_the_repository_are_accepted(pack: str, *, any_length: bool) -> None:
    certificates = shipped_lines(pack)
    if any_length:
        head = json.loads((CERTIFICATES / "manifest.json").read_text())["head"]
        chosen = [one for one in certificates if one[0] % ONE_OF == int(head, 16) % ONE_OF]
    else:
        shortest = sorted(certificates, key=lambda one: len(one[1]))
        sizes = accumulate(len(line) for _, line, _ in shortest)
        chosen = [one for one, size in zip(shortest, sizes, strict=True) if size <= READ]
        assert len(chosen) >= min(10, len(certificates) // 4)
    for n, line, counts in chosen:
        accept(n, line, counts=counts)


@pytest.mark.full
def test_the_manifest_is_what_the_certificates_give(tmp_path: Path) -> None:
    for pack in PACKS:
        (tmp_path / pack).symlink_to(CERTIFICATES / pack)
    write_manifest(tmp_path)
    assert (tmp_path / "manifest.json").read_bytes() == (CERTIFICATES / "manifest.json").read_bytes()
