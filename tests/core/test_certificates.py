"""Test how certificates of any game are checked: the choice of checker, the report, and missing certificates."""

import gzip
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from perfectplay.coins.proof import check as coins
from perfectplay.core.game import registry
from perfectplay.core.game.spec import GameSpec
from perfectplay.core.proof import certificates
from perfectplay.core.proof.certificates import (
    Refusal,
    Report,
    check_files,
    check_folder,
    ranges,
    summary,
    unproven,
    verdict_fields,
    verdict_line,
)
from perfectplay.core.proof.proofs import check_upload, find
from perfectplay.core.schema import to_json
from perfectplay.pursuit.proof import check as pursuit
from perfectplay.taxman.proof import check as taxman
from perfectplay.taxman.proof import check as taxman_check
from tests.judged import word
from tests.tables import rows
from tests.timing import effort

SHIPPED = Path(__file__).parents[2] / "certificates"


@dataclass(frozen=True)
class Word:
    valid: bool
    reason: str = ""
    examined: bool = True


def judge(certificate: object) -> Word:
    """Imitate a checker from another package, which accepts honest claims and crashes if the proof is 0."""
    assert isinstance(certificate, dict)
    return Word(1 / certificate["proof"] > 0.5) if certificate.get("honest") else Word(False, "it is not honest")  # noqa: FBT003


def spec(check: Any) -> GameSpec:
    example = perfectplay.load_game("coins").example()
    return GameSpec(
        name="nim",
        title="Nim",
        summary="take heaps",
        players=2,
        example=example.id,
        from_id=type(example).from_id,
        parse_move=str,
        question=str,
        check=check,
    )


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "nim", lambda: spec(judge))


def written(path: Path, *certificates: object) -> Path:
    text = "".join(f"{json.dumps(one)}\n" for one in certificates).encode()
    path.write_bytes(
        lzma.compress(text) if path.suffix == ".xz" else gzip.compress(text) if path.suffix == ".gz" else text
    )
    return path


def words(report: Report) -> list[tuple[str, str | None, bool, str]]:
    return [(one.path.name, one.game, one.verdict.valid, one.verdict.reason) for one in report.checked]


HONEST = {"format": "perfectplay", "version": 2, "game": "nim", "honest": True, "proof": 1}


@pytest.mark.usefixtures("nim")
def test_a_function_of_another_package_judges_its_certificates(tmp_path: Path) -> None:
    plain = written(tmp_path / "a.json", HONEST)
    packed = written(tmp_path / "b.json.gz", HONEST | {"honest": False})
    single = written(tmp_path / "c.json.xz", dict(reversed(HONEST.items())))
    pack = written(tmp_path / "d.jsonl.xz", HONEST, HONEST | {"proof": 0}, HONEST | {"proof": 2})
    report = check_folder(tmp_path)
    assert words(report) == [
        ("a.json", "nim", True, ""),
        ("b.json.gz", "nim", False, "it is not honest"),
        ("c.json.xz", "nim", True, ""),
        ("d.jsonl.xz:1", "nim", True, ""),
        ("d.jsonl.xz:2", "nim", False, "its checker failed: ZeroDivisionError: division by zero"),
        ("d.jsonl.xz:3", "nim", False, ""),
    ]
    assert check_files([plain, packed, single, pack]) == report
    assert summary(report) == "6 certificates, 2 NOT valid, 1 not examined"
    assert repr(report) == f"<Report: {summary(report)}; 'b.json.gz': NOT valid: it is not honest>"
    expected = {"game": "nim", "valid": False, "reason": "it is not honest", "examined": True}
    assert verdict_fields(report.checked[1]) == expected


def test_a_game_without_a_checker_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "nim", lambda: spec(None))
    assert words(check_files([written(tmp_path / "a.json", HONEST)])) == [
        ("a.json", "nim", False, "the game 'nim' has no checker")
    ]


@pytest.mark.usefixtures("nim")
def test_games_share_a_folder(tmp_path: Path) -> None:
    written(tmp_path / "a.json", HONEST)
    shutil.copy(SHIPPED / "taxman-0001-0100.jsonl.xz", tmp_path)
    (tmp_path / "notes.txt").write_text("passed over")
    report = perfectplay.check(tmp_path)
    assert (report.valid, len(report.checked)) == (True, 101)
    assert report.optimal == tuple(range(1, 101))
    assert repr(report) == "<Report: 101 certificates, all valid; every N from 1 to 100 is proven optimal>"
    assert {one.game for one in report.checked} == {"taxman", "nim"}


BAD: list[tuple[bytes, str, bool]] = [
    (b"", "the file is not JSON", True),
    (b"[]", "it is not a JSON object", True),
    (b"{}", "it does not say of which game it is: it lacks 'game'", True),
    (b'{"game": 7}', "its game is not a text", True),
    (b'{"game": "chess"}', "there is no game 'chess' here; the games are taxman, coins, pursuit", True),
    (b'{"game": "taxman", "game": "coins"}', "an object has the same field twice", True),
    (b'{"game": ' + b"7" * 1000 + b"}", "it has a number of 600 digits or more", False),
    (b"[" * 100_000, "it is nested too deeply", False),
    (b'{"a": ' * 100_000, "it is nested too deeply", False),
    (gzip.compress(b"{}")[:-10], "the compressed file is damaged, or its end is missing", True),
    (b"\x1f\x8bnothing", "the compressed file is damaged", True),
    (b"\xfd7zXZ\x00nothing", "the compressed file is damaged", True),
    (b"{}" + b" " * (1 << 25), "the certificate is larger than 33554432 bytes", False),
    (gzip.compress(b" " * (1 << 26), 1), "the certificate is larger than 33554432 bytes", False),
    (b"[" + b"[]," * 3_000_000, "it would take more than", False),
]


@pytest.mark.parametrize(("content", "reason", "examined"), BAD, ids=[reason for _, reason, _ in BAD])
def test_what_names_no_game_gets_a_reason(tmp_path: Path, content: bytes, reason: str, examined: bool) -> None:  # noqa: FBT001  # a table
    path = tmp_path / "a.json"
    path.write_bytes(content)
    (one,) = check_files([path]).checked
    assert isinstance(one.verdict, Refusal)
    assert one.game is None
    assert (one.verdict.valid, one.verdict.examined) == (False, examined)
    assert reason in one.verdict.reason


@pytest.mark.parametrize(
    ("content", "reason", "examined"),
    [
        (b"", "the pack is empty", True),
        (b"nothing", "the file is not JSON", True),
        (lzma.compress(b"{}")[:14], "the pack is damaged, or its end is missing", True),
        (b"\xfd7zXZ\x00nothing", "the pack is damaged", True),
        (lzma.compress(b"{}") + b"x", "the pack goes on behind its end", True),
        (lzma.compress(b""), "the pack is empty", True),
        (lzma.compress(b" " * ((1 << 25) + 1), preset=0), "line 1 of the pack is larger than", False),
        (lzma.compress(b"{}\n" * 10_001), "it does not say of which game it is", True),
    ],
)
def test_packs_that_cannot_be_read_get_a_reason(tmp_path: Path, content: bytes, reason: str, examined: bool) -> None:  # noqa: FBT001  # a table
    path = tmp_path / "a.jsonl.xz"
    path.write_bytes(content)
    (one,) = check_files([path]).checked
    assert (one.verdict.valid, one.verdict.examined) == (False, examined)
    assert one.verdict.reason.startswith(reason)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_a_pack_is_read_whatever_compresses_it_and_counts_as_a_whole(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "a.jsonl.xz"
    line = find("coins:1.2.4.3").text.encode()
    path.write_bytes(pack(b"\n".join([line] * 3)))
    assert [(one.path.name, one.verdict.valid) for one in check_files([path]).checked] == [
        (f"a.jsonl.xz:{number}", True) for number in (1, 2, 3)
    ]
    if pack is not bytes:
        path.write_bytes(pack(b"\n".join([line] * 3))[:-3])
        assert [(one.path.name, one.verdict.valid) for one in check_files([path]).checked] == [("a.jsonl.xz", False)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_pipes_and_devices_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    (tmp_path / "b.json").symlink_to(os.devnull)
    assert words(check_folder(tmp_path)) == [
        ("a.json", None, False, "it is not a regular file"),
        ("b.json", None, False, "it is not a regular file"),
    ]


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        perfectplay.check(tmp_path / "none")
    (tmp_path / "a.json").mkdir()
    with pytest.raises(OSError, match=r"a\.json"):
        perfectplay.check(tmp_path)


def test_an_empty_folder_is_not_valid(tmp_path: Path) -> None:
    assert not perfectplay.check(tmp_path).valid


def report_of(optimal: list[int], bounded: list[int]) -> Report:
    def word(n: int, upper: int) -> certificates.CheckedCertificate:
        verdict = taxman_check.Verdict(valid=True, position=f"taxman:{n}", n=n, score=0, upper=upper)
        return certificates.CheckedCertificate(Path("a"), "taxman", verdict)

    return Report((*(word(n, 0) for n in optimal), *(word(n, 1) for n in bounded)))


@pytest.mark.parametrize(
    ("optimal", "bounded", "said", "lacking"),
    [
        ([1, 2, 3, 4, 5], [], "5 certificates, all valid; every N from 1 to 5 is proven optimal", ""),
        ([5], [], "1 certificate, all valid; N = 5 is proven optimal", "N = 1-4 are missing"),
        (
            [1, 2, 4, 5],
            [],
            "4 certificates, each valid, but not without a hole; N = 1-2, 4-5 are proven optimal; N = 3 is missing",
            "N = 3 is missing",
        ),
        (
            [1, 2, 3],
            [3, 4, 5],
            "6 certificates, all valid; every N from 1 to 3 is proven optimal; N = 4-5 have a bound only",
            "N = 4-5 have a bound only",
        ),
        (
            [],
            [1, 5],
            (
                "2 certificates, each valid, but not without a hole; no N is proven optimal; "
                "N = 1, 5 have a bound only; N = 2-4 are missing"
            ),
            "N = 2-4 are missing; N = 1, 5 have a bound only",
        ),
    ],
)
def test_what_is_covered(optimal: list[int], bounded: list[int], said: str, lacking: str) -> None:
    report = report_of(optimal, bounded)
    assert summary(report) == said
    assert unproven(report, 1, 5) == lacking


def test_a_game_under_way_covers_no_n() -> None:
    verdict = taxman_check.Verdict(valid=True, position="taxman:5/3", n=5, score=9, upper=9)
    assert Report((certificates.CheckedCertificate(Path("a"), "taxman", verdict),)).optimal == ()


def test_long_lists_are_shortened() -> None:
    assert ranges([]) == ""
    assert ranges(range(1, 101, 2), 3) == "1, 3, 5 and 47 more"
    assert ranges([1, 3, 5], 3) == "1, 3, 5"
    assert summary(report_of([*range(1, 101, 2)], [])).endswith("and 41 more are missing")


# -- checkers ----------------------------------------------------------------------------------------------------------

CHECKERS = {"taxman": taxman, "coins": coins, "pursuit": pursuit}


@rows("game", CHECKERS)
@pytest.mark.parametrize(
    ("content", "reason", "examined"),
    [
        (b"", "not JSON", True),
        (b"hello", "not JSON", True),
        ("{}".encode("utf-16"), "not text in UTF-8", True),
        ("\ufeff{}".encode(), "not JSON", True),
        (b'{"a":1,"a":1}', "twice", True),
        (b"[1]", "JSON object", True),
        (b"[" * 100_000, "nested too deeply", False),
        (b"[" + b"9" * 5000 + b"]", "digits", False),
        (b"[" + b"[]," * 3_000_000, "bytes of memory", False),
        (gzip.compress(b"{}", mtime=0) + bytes(100), "goes on behind its end", True),
        (gzip.compress(b"{}", mtime=0) * 2, "goes on behind its end", True),
        (gzip.compress(b"{}", mtime=0)[:-3], "damaged, or its end is missing", True),
        (gzip.compress(b"{}", mtime=0)[:12] + b"garbage", "damaged", True),
    ],
    ids=range(13),
)
def test_bad_files_get_a_reason(tmp_path: Path, content: bytes, reason: str, examined: bool, game: str) -> None:  # noqa: FBT001  # a table
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    verdict = word(path, game)
    assert (verdict.valid, verdict.examined) == (False, examined)
    assert reason in verdict.reason
    assert "\n" not in verdict.reason


@rows("game, most", [("taxman", 199), ("coins", 4095), ("pursuit", 600)])
def test_a_number_has_so_many_digits_and_no_more(tmp_path: Path, game: str, most: int) -> None:
    path = tmp_path / "long.json"
    for digits, examined in ((most, True), (most + 1, False)):
        path.write_bytes(b"[" + b"9" * digits + b"]")
        verdict = word(path, game)
        assert (verdict.examined, "digits" in verdict.reason) == (examined, not examined)


HALF = "\ud800"
"""Half of a surrogate pair: JSON text may contain it, but UTF-8 cannot."""


@rows("position", ["taxman:10", "coins:1.2.4.3", "pursuit:3.6.9.10.50.100:951", "factorgame:12"])
@rows("path", [("position",), ("claim", HALF), ("proof", "kind"), ("proof", "moves"), (HALF,), ("format",), ("game",)])
def test_half_a_character_is_escaped_at_every_door(tmp_path: Path, path: tuple[str, ...], position: str) -> None:
    certificate = json.loads(find(position).text)
    *above, last = path
    inner = certificate
    for name in above:
        inner = inner[name]
    inner[last] = HALF
    file = written(tmp_path / "half.json", certificate)
    report = perfectplay.check(file)
    for answer in (report.to_dict(), report.checked[0].to_dict(), check_upload(file)):
        text = to_json(answer)
        assert text.isprintable()
        assert not json.loads(text.encode())["valid"]
    assert verdict_line(report.checked[0]).isprintable()


def test_half_a_character_in_a_manifest_is_told_in_a_line(tmp_path: Path) -> None:
    written(tmp_path / "10.json", json.loads(find("taxman:10").text))
    rows_of_it = {
        "format": "perfectplay-manifest",
        "version": 1,
        "game": "taxman",
        "certificates": [[10, 40, 40, HALF]],
    }
    written(tmp_path / "manifest.json", rows_of_it | {"head": HALF})
    assert [one.verdict.reason for one in check_folder(tmp_path).failures] == [
        "the head of the manifest is not the hash of its rows"
    ]


MOST_EFFORT = 8.0
"""Limit on the `effort` of checking a file of less than 100 kB; the effort is about 3 now, and was once 50."""
RUN = "1" * 599 + "x"
HOSTILE = {
    "long runs of digits": '"' + RUN * 40_000 + '"',
    "long numbers": "[" + ("1" * 599 + ",") * 40_000 + "1]",
    "a long text": '"' + "a" * 24_000_000 + '"',
    "escapes": '"' + r"\u0041" * 4_000_000 + '"',
    "deep lists": "[" * 2_000_000 + "]" * 2_000_000,
    "deep objects": '{"":' * 800_000 + "1" + "}" * 800_000,
    "many deep lists": "[" + ("[" * 900 + "]" * 900 + ",") * 2_600 + "1]",
    "many lists": "[" + "[1]," * 1_600_000 + "1]",
    "blanks": " " * 24_000_000 + "0",
    "the same key many times": "{" + '"a":1,' * 3_000_000 + '"a":1}',
    "many numbers": "[" + "1," * 3_000_000 + "1]",
}


TIMED = f"""
import pickle, sys
from functools import partial
from pathlib import Path
from perfectplay.core.proof.proofs import check_upload
from perfectplay.web import worker
from tests.timing import effort

for path in map(Path, sys.argv[1:]):
    work = pickle.dumps(partial(check_upload, path))
    answers = []
    print(effort(lambda: answers.append(worker.perform(work, None)), {MOST_EFFORT}))
    assert not answers[0].valid, path
"""
"""Runs the check as the server does, in a separate process."""


@pytest.mark.full
@rows("game", [*CHECKERS, "factorgame"])
def test_a_hostile_file_is_judged_soon(tmp_path: Path, game: str) -> None:
    paths = []
    # Test bad positions with only one game, because all checkers read positions with the same code.
    for part in ("position", "proof") if game == "taxman" else ("proof",):
        for shape, value in HOSTILE.items():
            fields = {"position": f'"{game}:10"', "claim": "{}", "proof": "{}"} | {part: value}
            text = ",".join(f'"{name}":{value}' for name, value in fields.items())
            paths.append(tmp_path / f"{part}, {shape}.json.gz")
            paths[-1].write_bytes(
                gzip.compress(f'{{"format":"perfectplay","version":2,"game":"{game}",{text}}}'.encode())
            )
            assert paths[-1].stat().st_size < 100_000
    command = [sys.executable, "-c", TIMED, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    times = dict(zip(paths, map(float, done.stdout.splitlines()), strict=True))
    assert {path.name: spent for path, spent in times.items() if spent > MOST_EFFORT} == {}


@rows("game", [*CHECKERS, "factorgame"])
def test_runs_of_digits_take_linear_time(tmp_path: Path, game: str) -> None:
    path = tmp_path / "digits.json"
    path.write_text(f'{{"format":"perfectplay","version":2,"game":"{game}","claim":"{RUN * 20_000}"}}')
    valid = []
    assert effort(lambda: valid.append(check_upload(path).valid), MOST_EFFORT) < MOST_EFFORT
    assert not any(valid)


# Without the lookbehind, the time for searching a run of n - 1 digits grows with the square of its length.
QUADRATIC = re.compile(r"(?<!\(\?<!\[0-9\]\))(?<!\(\?<!\\d\))(?:\[0-9\]|\\d)\{(?:\{*[A-Za-z_%]|[0-9]{3,})")


def test_no_expression_searches_for_long_runs_of_digits_without_looking_behind() -> None:
    folder = SHIPPED.parent
    places = [*(folder / "src").rglob("*.py"), *(folder / "research").rglob("*.py"), *(folder / "formal").rglob("*.py")]
    assert QUADRATIC.search('rb"[0-9]{%d}" % MOST')
    assert QUADRATIC.search('rf"\\d{{{MOST}}}"')
    assert QUADRATIC.search('r"[0-9]{600}"')
    assert not QUADRATIC.search('rb"(?<![0-9])[0-9]{%d}"')
    assert [path.name for path in places if QUADRATIC.search(path.read_text(encoding="utf-8"))] == []


# Taxman's checker has a smaller limit, which another test covers.
@rows("game", ["coins", "pursuit"])
def test_a_bomb_is_not_unpacked(tmp_path: Path, game: str) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b" " * (1 << 26)))
    verdict = word(path, game)
    assert (verdict.valid, verdict.examined) == (False, False)
    assert "larger than" in verdict.reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names there")
@rows("game", CHECKERS)
def test_pipes_are_not_opened_and_names_do_not_spoil_the_output(tmp_path: Path, game: str) -> None:
    pipe, link = tmp_path / "a\nb: valid\x1b[1m.json", tmp_path / "null.json"
    if not pipe.exists():
        os.mkfifo(pipe)
        link.symlink_to(os.devnull)
    command = [sys.executable, str(CHECKERS[game].__file__), pipe.name, link.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{name}: not examined: it is not a regular file" for name in (repr(pipe.name), link.name)
    ]
