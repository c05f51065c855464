"""Test that better proofs are appended as new packs, and that each reader takes the best certificate of an N."""

import gzip
import importlib.util
import json
import lzma
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.proof.certificates import check_folder, summary
from perfectplay.core.proof.proofs import VARIABLE, find
from perfectplay.core.proof.writing import compact
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.proof.shipped import listed, shipped
from perfectplay.taxman.proof.write import chain_certificate, envelope, packs_with, write_manifest, write_packs
from perfectplay.taxman.table.neighbours import cuts_near, cuts_of
from perfectplay.web.site.bridge import bring
from perfectplay.web.site.build import write_certificates
from tests.checkers.programs import compiled, run
from tests.judged import words_of_folder

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "certificates"
SUMS = "SHA256SUMS"
GIT, SHA256SUM = shutil.which("git"), shutil.which("sha256sum")
FIRST, SECOND, THIRD = (f"taxman-0001-0100{more}.jsonl.xz" for more in ("", "u01", "u02"))

Certificates = dict[int, dict[str, Any]]


# -- the list of packs ---------------------------------------------------------------------------------------------


def misfits(folder: Path) -> set[str]:
    """Return the names of packs that are missing from the folder or its list, or whose digest differs from the list."""
    lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    said = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    packs = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.xz")}
    return {name for name in {*said, *packs} if name not in packs or digest_of(packs[name]) != said.get(name)}


def digest_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


CHECKOUT = pytest.mark.skipif(
    GIT is None or not (ROOT / ".git").exists(), reason="this is not a git checkout: a source distribution lacks packs"
)


@CHECKOUT
def test_every_shipped_pack_is_as_it_was() -> None:
    assert misfits(CERTIFICATES) == set()


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda folder: (folder / FIRST).write_bytes(lzma.compress(b"{}\n")), FIRST),
        (lambda folder: (folder / FIRST).unlink(), FIRST),
        (lambda folder: shutil.copy(folder / FIRST, folder / SECOND), SECOND),
        (lambda folder: (folder / "pursuit" / "odds-cards.json.xz").unlink(), "pursuit/odds-cards.json.xz"),
        (lambda folder: shutil.copytree(folder / "pursuit", folder / "coins"), "coins/odds-cards.json.xz"),
    ],
)
def test_a_pack_that_is_changed_or_missing_or_not_listed_is_noticed(
    tmp_path: Path, change: Callable[[Path], object], name: str
) -> None:
    for pack in (FIRST, "pursuit/odds-cards.json.xz"):
        (tmp_path / pack).parent.mkdir(exist_ok=True)
        shutil.copy(CERTIFICATES / pack, tmp_path / pack)
    lines = (CERTIFICATES / SUMS).read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / SUMS).write_text("".join(line for line in lines if FIRST in line or "odds-cards" in line))
    assert misfits(tmp_path) == set()
    change(tmp_path)
    assert misfits(tmp_path) == {name}


@CHECKOUT
@pytest.mark.skipif(SHA256SUM is None, reason="no sha256sum found; it comes with GNU coreutils")
def test_the_list_is_one_that_sha256sum_reads() -> None:
    done = subprocess.run([str(SHA256SUM), "--check", "--strict", "--quiet", SUMS], cwd=CERTIFICATES, check=False)
    assert done.returncode == 0


@CHECKOUT
def test_no_pack_has_changed_since_there_is_a_list() -> None:
    """Compare all packs with the commit that began the list, because a change could hide in a rewritten list."""

    def git(*arguments: str) -> list[str]:
        command = [str(GIT), *arguments]
        return subprocess.run(command, cwd=CERTIFICATES, capture_output=True, text=True, check=True).stdout.splitlines()

    begun = git("log", "--format=%H", "--diff-filter=A", "--", SUMS)[-1:]
    changed = git("diff", "--name-only", "--diff-filter=MTD", *begun, "--", ".")
    assert [name for name in changed if name.endswith(".xz")] == []


# -- appended packs ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def best() -> Certificates:
    """Return the best certificates of N = 1..14: those of 13 and 14 are links of a chain."""
    found: Certificates = {}
    for n in range(1, 13):
        certificate = solve(TaxmanPosition.new(n), certificate=True).certificate
        assert certificate is not None
        found[n] = dict(certificate)
    assert [found[12]["claim"], found[12]["proof"]["kind"]] == [{"score": 50, "upper": 50}, "tree"]
    moves = {n: solve(TaxmanPosition.new(n)).moves for n in (13, 14)}
    found[13] = chain_certificate(13, 52, moves[13], "prime", 50)
    found[14] = chain_certificate(14, 66, moves[14], "increment", 52)
    return found


@pytest.fixture(scope="module")
def weak(best: Certificates) -> Certificates:
    """Return the certificates of `best` with weaker bounds for 12, and for 13 and 14, which follow it in the chain."""
    looser = {**best[12], "claim": {"score": 50, "upper": 53}}
    links = {
        13: chain_certificate(13, 52, best[13]["proof"]["moves"], "prime", 53, upper=55),
        14: chain_certificate(14, 66, best[14]["proof"]["moves"], "increment", 55, upper=69),
    }
    return {**best, 12: looser, **links}


@pytest.fixture
def folder(tmp_path: Path, weak: Certificates, best: Certificates) -> Path:
    """A folder to which better certificates of 12 to 14 were appended."""
    folder = tmp_path / "certificates"
    folder.mkdir()
    write_packs(folder, weak.items())
    report = check_folder(folder)
    assert (report.valid, report.optimal[-1], report.bounded) == (True, 11, (12, 13, 14))
    before = (folder / FIRST).read_bytes()
    write_packs(folder, best.items())
    assert (folder / FIRST).read_bytes() == before
    return folder


def lines_of(pack: Path) -> list[bytes]:
    return lzma.decompress(pack.read_bytes()).splitlines()


def names(folder: Path) -> list[str]:
    return [path.name for path in packs_with(folder, 1)]


def test_only_what_is_better_is_appended(folder: Path, best: Certificates) -> None:
    assert names(folder) == [FIRST, SECOND]
    assert lines_of(folder / SECOND) == [compact(best[n]).encode() for n in (12, 13, 14)]


def test_what_is_known_or_worse_is_not_appended(folder: Path, weak: Certificates, best: Certificates) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for certificates in (best, weak):
        write_packs(folder, certificates.items())
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_lower_bound_then_a_higher_score_then_a_shorter_text_is_better(tmp_path: Path) -> None:
    better = [(40, 60, "abc"), (30, 55, "abc"), (50, 55, "abc"), (50, 55, "ab")]
    for number, (score, upper, kind) in enumerate(better, 1):
        write_packs(tmp_path, [(12, envelope("taxman:12", score, upper, {"kind": kind}))])
        assert len(names(tmp_path)) == number
    for score, upper, kind in ((50, 55, "xy"), (49, 55, ""), (50, 56, "")):
        write_packs(tmp_path, [(12, envelope("taxman:12", score, upper, {"kind": kind}))])
    assert len(names(tmp_path)) == len(better)


def test_a_third_pack_comes_after_the_second(folder: Path, best: Certificates) -> None:
    shorter = chain_certificate(11, 44, best[11]["proof"]["moves"], "prime", 40)
    assert len(compact(shorter)) < len(compact(best[11]))
    write_packs(folder, [(11, shorter), (15, solve_of(15))])
    assert names(folder) == [FIRST, SECOND, THIRD]
    assert lines_of(folder / THIRD) == [compact(shorter).encode(), compact(solve_of(15)).encode()]
    report = check_folder(folder)
    assert (report.valid, report.optimal) == (True, tuple(range(1, 16)))
    # If a pack is missing, the new pack still comes last, and no other pack is overwritten.
    (folder / SECOND).unlink()
    write_packs(folder, [(12, best[12])])
    assert names(folder) == [FIRST, THIRD, "taxman-0001-0100u03.jsonl.xz"]


def solve_of(n: int) -> dict[str, Any]:
    certificate = solve(TaxmanPosition.new(n), certificate=True).certificate
    assert certificate is not None
    return dict(certificate)


def test_nothing_is_appended_to_a_folder_with_a_damaged_pack(folder: Path, best: Certificates) -> None:
    (folder / FIRST).write_bytes(b"damaged")
    with pytest.raises(PerfectPlayError, match=r"0001-0100\.jsonl\.xz' is damaged; take the certificates"):
        write_packs(folder, best.items())
    assert names(folder) == [FIRST, SECOND]


# -- the manifest lists all packs ----------------------------------------------------------------------------------


def test_a_folder_with_superseded_certificates_is_valid(folder: Path) -> None:
    report = check_folder(folder)
    assert summary(report) == "17 certificates, all valid; every N from 1 to 14 is proven optimal"
    assert all(verdict.valid for _, verdict in words_of_folder(folder))


def test_the_row_that_counts_comes_last(folder: Path, best: Certificates) -> None:
    certificates = json.loads((folder / "manifest.json").read_text())["certificates"]
    assert [n for n, *_ in certificates] == [*range(1, 12), 12, 12, 13, 13, 14, 14]
    counting = {n: row for n, *row in certificates}
    for n, certificate in best.items():
        claim = certificate["claim"]
        digest = sha256(compact(certificate).encode()).hexdigest()
        assert counting[n] == [claim["score"], claim["upper"], digest]


def repack(pack: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    pack.write_bytes(lzma.compress(b"".join(line + b"\n" for line in change(lines_of(pack)))))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda folder: (folder / SECOND).unlink(), "knows for N = 12 is missing"),
        (lambda folder: (folder / FIRST).unlink(), "knows for N = 1 is missing"),
        (lambda folder: repack(folder / FIRST, lambda lines: lines[:11] + lines[12:]), "knows for N = 12 is missing"),
        (lambda folder: repack(folder / SECOND, lambda lines: lines[:2]), "knows for N = 14 is missing"),
        (
            lambda folder: repack(folder / SECOND, lambda lines: [*lines[:2], lines[2].replace(b"66", b"65")]),
            "knows for N = 14 is missing, or is another one here",
        ),
        (
            lambda folder: repack(folder / SECOND, lambda lines: [lines[0].replace(b",", b", ", 1), *lines[1:]]),
            "knows for N = 12 is missing, or is another one here",
        ),
        (
            lambda folder: (folder / THIRD).write_bytes(lzma.compress(lines_of(folder / SECOND)[0] + b" \n")),
            "does not know",
        ),
    ],
)
def test_what_is_missing_or_changed_or_added_is_noticed(
    folder: Path, change: Callable[[Path], object], reason: str
) -> None:
    change(folder)
    path, word = words_of_folder(folder)[-1]
    assert (path.name, word.valid) == ("manifest.json", False)
    assert reason in word.reason


@pytest.mark.full
def test_packs_in_the_order_of_their_names_are_a_chain(folder: Path, tmp_path: Path) -> None:
    lines = [line for pack in sorted(folder.glob("*.xz")) for line in lines_of(pack)]
    said = run(compiled("taxman", tmp_path, "-O2"), "-", lines=lines).stdout
    assert said == "-: 17 certificates, all valid\nproven optimal: N = 1-14\n"


# -- readers take the best certificate -----------------------------------------------------------------------------


def test_a_question_gets_the_best_proof(
    folder: Path, best: Certificates, weak: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(folder))
    assert shipped(14) == [compact(best[n]) for n in (12, 13, 14)]
    assert shipped(11) == [compact(best[11])]
    assert [listed(n) for n in (11, 12)] == [sha256(compact(best[n]).encode()).hexdigest() for n in (11, 12)]
    proof = find("taxman:13")
    assert (proof.shipped, proof.listed) == (True, listed(13))
    assert json.loads(proof.text.splitlines()[-1])["claim"] == {"score": 52, "upper": 52}
    # Only the certificate of 14 is new, so its chain continues in an older pack.
    (folder / SECOND).unlink()
    write_packs(folder, [(14, chain_certificate(14, 66, best[14]["proof"]["moves"], "increment", 54, upper=68))])
    assert [json.loads(text)["claim"]["upper"] for text in shipped(14)] == [53, 55, 68]
    assert shipped(14)[:2] == [compact(weak[n]) for n in (12, 13)]


def test_a_chain_stops_where_a_certificate_is_missing(
    tmp_path: Path, best: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    link = chain_certificate(11, 44, best[11]["proof"]["moves"], "prime", 40)
    write_packs(tmp_path, [(11, link), *((n, best[n]) for n in (13, 14))])
    assert shipped(14) == [compact(best[n]) for n in (13, 14)]
    assert shipped(12) == shipped(15) == []
    (tmp_path / FIRST).write_bytes(lzma.compress(b'{"position":"taxman:12","proof":\n'))
    with pytest.raises(PerfectPlayError, match="is damaged; take the certificates from the repository again"):
        shipped(12)


def test_a_search_gets_the_best_cuts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    proofs = {
        name: {"position": "taxman:12", "proof": {"cuts": [{"kind": "S", "vectors": [[1, member, 12]]}]}}
        for name, member in ((FIRST, 8), (SECOND, 10))
    }
    for name, proof in proofs.items():
        (tmp_path / name).write_bytes(lzma.compress(json.dumps(proof).encode()))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    assert cuts_near(14) == cuts_of(proofs[SECOND]) != ()


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_table_and_the_kernel_get_the_best(
    folder: Path, best: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = loaded(ROOT / "benchmarks" / "build_records.py").Source(folder)
    assert {n: source.certificate(n) for n in source.numbers} == best
    monkeypatch.syspath_prepend(str(ROOT / "formal"))
    examples = loaded(ROOT / "formal" / "examples.py")
    monkeypatch.setattr(examples, "PACKS", sorted(folder.glob("taxman-*.jsonl.xz")))
    assert examples.lines(13) == {n: compact(best[n]).encode() for n in range(1, 14)}


def test_a_site_has_the_best_alone(
    folder: Path, best: Certificates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(folder))
    site = tmp_path / "site"
    assert write_certificates(site, None) == (14, {"taxman": 14})
    files = {n: (site / f"taxman-{n}.json.gz").read_bytes() for n in best}
    assert {n: gzip.decompress(file).decode() for n, file in files.items()} == {n: compact(best[n]) for n in best}
    # A browser has only the manifest and the files that it fetches, which some hosts unpack in transit.
    monkeypatch.setenv(VARIABLE, str(site))
    given = {14: files[14], 13: gzip.decompress(files[13]), 12: files[12]}
    cited = [bring("taxman", n, SimpleNamespace(to_bytes=lambda text=text: text)) for n, text in given.items()]
    assert cited == [True, True, False]
    assert shipped(14) == [compact(best[n]) for n in (12, 13, 14)]


def test_a_wheel_has_the_later_packs_of_small_pots(folder: Path) -> None:
    pytest.importorskip("hatchling")
    for name in ("taxman-0901-1000.jsonl.xz", "taxman-0901-1000u01.jsonl.xz", "taxman-10001-10100.jsonl.xz"):
        shutil.copy(folder / FIRST, folder / name)
    packs = loaded(ROOT / "hatch_build.py").small_certificates(folder)
    assert {path.name for path in packs} == {"manifest.json", FIRST, SECOND}


def test_the_script_appends_to_packs_and_to_their_list(folder: Path, best: Certificates, tmp_path: Path) -> None:
    (folder / SECOND).unlink()
    write_manifest(folder)
    script = loaded(ROOT / "benchmarks" / "build_records.py")
    script.list_sums(folder)
    before = {name: (folder / name).read_bytes() for name in (FIRST, SUMS)}
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "12.json").write_text(compact(best[12]), encoding="utf-8")
    command = [sys.executable, str(script.__file__), str(tmp_path / "proofs"), str(folder), "--packs", str(folder)]
    for _ in range(2):
        done = subprocess.run([*command, "--output", str(tmp_path)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        # The better bound for 12 also improves the bounds for 13 and 14.
        assert [json.loads(line)["claim"]["upper"] for line in lines_of(folder / SECOND)] == [50, 52, 66]
        assert names(folder) == [FIRST, SECOND]
        assert (folder / FIRST).read_bytes() == before[FIRST]
        assert (folder / SUMS).read_bytes() == before[SUMS] + f"{digest_of(folder / SECOND)}  {SECOND}\n".encode()
        assert check_folder(folder).optimal == tuple(range(1, 15))
