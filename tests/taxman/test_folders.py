"""Folders of certificates, checked as one chain."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from perfectplay.taxman import TaxmanPosition, check
from perfectplay.taxman.certificate import chain_certificate, is_chained, write_certificate
from perfectplay.taxman.check import FolderVerdict, check_files, check_folder, list_certificates
from perfectplay.taxman.exact import solve
from perfectplay.taxman.ranges import certificate_path, solve_range
from perfectplay.taxman.records import load_records

LAST = 14


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certificates of N = 1..14, of which 14 (an increment), 13 and 11 (primes) are chained."""
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


def ends(checked: FolderVerdict) -> tuple[int | None, int | None, int | None]:
    return checked.first, checked.last, checked.without_hole_up_to


def bad(checked: FolderVerdict) -> dict[str, str]:
    return {path.name: verdict.reason for path, verdict in checked.verdicts if not verdict.valid}


def test_a_whole_chain_is_valid(proofs: Path) -> None:
    checked = check_folder(proofs)
    assert checked.valid
    assert ends(checked) == (1, LAST, LAST)
    assert [verdict.n for _, verdict in checked.verdicts] == list(range(1, LAST + 1))


def test_names_and_helpers_do_not_matter(proofs: Path) -> None:
    for n in range(1, LAST + 1):
        certificate_path(proofs, n).rename(proofs / f"{chr(ord('z') - n)}.json.gz")
    (proofs / "a.json").write_text(json.dumps(load_any(proofs / "y.json.gz")), encoding="utf-8")
    with ThreadPoolExecutor(2) as executor:
        checked = check_folder(proofs, executor.map)
    assert (checked.valid, len(checked.verdicts), ends(checked)) == (True, LAST + 1, (1, LAST, LAST))
    assert checked.verdicts == check_folder(proofs).verdicts


def load_any(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return loaded


def test_a_missing_link_breaks_what_hangs_on_it(proofs: Path) -> None:
    certificate_path(proofs, 12).unlink()
    checked = check_folder(proofs)
    assert bad(checked).keys() == {"taxman-000013.json.gz", "taxman-000014.json.gz"}
    assert bad(checked) == {
        "taxman-000013.json.gz": "it cites N = 12, whose best score no certificate here proves",
        "taxman-000014.json.gz": "it cites N = 13, whose certificate is not valid",
    }
    assert ends(checked) == (1, 11, 11)


def test_a_hole_that_nothing_hangs_on_is_seen(proofs: Path) -> None:
    kept = [n for n in range(1, LAST + 1) if n not in {3, 4, 5, 7}]
    for n in set(range(1, LAST + 1)) - set(kept):
        certificate_path(proofs, n).unlink()
    checked = check_folder(proofs)
    assert bad(checked).keys() <= {certificate_path(proofs, n).name for n in kept if is_chained(load(proofs, n))}
    assert ends(checked) == (1, LAST, 2)


def test_a_tampered_file_is_named_and_breaks_its_chain(proofs: Path) -> None:
    proof = load(proofs, 12)
    higher = proof | {"claim": {name: value + 1 for name, value in proof["claim"].items()}}
    certificate_path(proofs, 12).write_bytes(gzip.compress(json.dumps(higher).encode()))
    failures = bad(check_folder(proofs))
    assert failures.keys() == {f"taxman-0000{n}.json.gz" for n in (12, 13, 14)}
    assert failures["taxman-000013.json.gz"] == "it cites N = 12, whose certificate is not valid"
    # Another file may still prove what the chain needs.
    (proofs / "another.json").write_text(json.dumps(proof), encoding="utf-8")
    assert bad(check_folder(proofs)).keys() == {"taxman-000012.json.gz"}


def test_a_link_does_not_accept_another_score(proofs: Path) -> None:
    link = load(proofs, 14)
    link["proof"]["score"] -= 1
    certificate_path(proofs, 14).write_bytes(gzip.compress(json.dumps(link).encode()))
    assert bad(check_folder(proofs)).keys() == {"taxman-000014.json.gz"}


def test_a_link_to_another_score_than_the_proven_one(proofs: Path) -> None:
    link = load(proofs, 14)
    link["claim"] = {"score": 52, "upper": 52}
    link["proof"] |= {"score": 38, "moves": [13, 9, 10, 8, 12]}
    certificate_path(proofs, 14).write_bytes(gzip.compress(json.dumps(link).encode()))
    assert bad(check_folder(proofs)) == {"taxman-000014.json.gz": "it cites the score 38 for N = 13, which is 52"}


def test_files_are_checked_like_a_folder(proofs: Path) -> None:
    files = list(proofs.iterdir())
    assert tuple(check_files(sorted(files, reverse=True))) == check_folder(proofs).verdicts
    ((_, verdict),) = check_files([certificate_path(proofs, 14)])
    assert (verdict.valid, verdict.lonely, verdict.cites) == (False, True, 13)
    assert verdict.reason == "cannot be checked alone: it cites N = 13"


def test_an_open_proof_is_no_link(tmp_path: Path) -> None:
    list(solve_range(400, 400, certificates=tmp_path, time_limit=0.0))
    checked = check_folder(tmp_path)
    assert checked.valid
    assert ends(checked) == (None, None, None)


def test_foreign_files(proofs: Path) -> None:
    (proofs / "notes.txt").write_text("passed over", encoding="utf-8")
    (proofs / "package.json").write_text('{"name": "something else"}', encoding="utf-8")
    checked = check_folder(proofs)
    assert bad(checked) == {"package.json": "the certificate lacks 'format'"}
    assert checked.verdicts[-1][0].name == "package.json"
    assert ends(checked) == (1, LAST, LAST)


def test_a_game_under_way_is_no_link(proofs: Path) -> None:
    # Its score is that of N = 12 after 11 was taken, so the chain of 13 must not rest on it.
    certificate_path(proofs, 12).unlink()
    later = solve(TaxmanPosition.from_id("taxman:12/11"), certificate=True).certificate
    (proofs / "later.json").write_text(json.dumps(later), encoding="utf-8")
    checked = check_folder(proofs)
    assert [verdict.valid for path, verdict in checked.verdicts if path.name == "later.json"] == [True]
    assert bad(checked).keys() == {"taxman-000013.json.gz", "taxman-000014.json.gz"}
    assert ends(checked) == (1, 11, 11)


def test_an_empty_folder_proves_nothing(tmp_path: Path) -> None:
    checked = check_folder(tmp_path)
    assert (checked.verdicts, ends(checked)) == ((), (None, None, None))


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(OSError, match=r"folder\.json"):
        check_folder(tmp_path)
    with pytest.raises(OSError, match="none"):
        check_folder(tmp_path / "none")


def test_the_checker_checks_folders_on_its_own(proofs: Path, tmp_path: Path) -> None:
    script = tmp_path / "check.py"
    script.write_bytes(Path(check.__file__).read_bytes())

    def run(*names: str) -> tuple[int, list[str]]:
        # -I -S: no site-packages, no environment; the standard library is all it has.
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
        "NOT VALID",
        "NOT VALID",
        "every N from 1 to 11 is proven optimal",
    ]
    assert run("proofs/taxman-000013.json.gz") == (
        1,
        ["proofs/taxman-000013.json.gz: cannot be checked alone: it cites N = 12"],
    )
    (tmp_path / "empty").mkdir()
    assert run("empty") == (1, ["empty: no N is proven optimal"])


CERTIFICATES = Path(__file__).parents[2] / "certificates"


def test_the_certificates_in_the_repository_are_those_of_the_table() -> None:
    records = load_records()
    files = list_certificates(CERTIFICATES)
    assert len(files) == len(records) == records.largest_without_hole >= 1000
    # The whole chain takes a minute; here its beginning, and its end without what it hangs on.
    verdicts = check_files(files[:300])
    assert all(verdict.optimal for _, verdict in verdicts)
    for n in (*range(1, 301), 1025, records.largest_without_hole):
        proof = json.loads(gzip.decompress(certificate_path(CERTIFICATES, n).read_bytes()))
        record = records.lookup(n)
        assert record is not None
        assert (proof["score"], sorted(proof["moves"])) == (record.score, sorted(record.moves))


@pytest.mark.long
def test_the_whole_chain_of_certificates() -> None:
    verdict = check_folder(CERTIFICATES)
    assert verdict.valid
    assert (verdict.first, verdict.without_hole_up_to) == (1, load_records().largest_without_hole)
