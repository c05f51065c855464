"""Test that the shipped rows of the table of records are right, and that damaged rows are reported."""

import gzip
import importlib.util
import json
import subprocess
import sys
import zlib
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import InvalidPositionError, PerfectPlayError
from perfectplay.core.question import Work
from perfectplay.core.result import Result
from perfectplay.core.sequences import find_entry
from perfectplay.taxman import TaxmanPosition, records
from perfectplay.taxman.exact import solve
from perfectplay.taxman.proof.write import is_chained, with_game
from perfectplay.taxman.questions.large import PlayLargePot
from perfectplay.taxman.ranges import certificate_path, solve_range
from perfectplay.taxman.records import (
    MAGIC,
    Record,
    Records,
    at_least_known,
    best_known,
    game_nearby,
    load_bounded,
    load_records,
    pack_records,
    playing_order,
    proven_row,
    solve_from_table,
)
from perfectplay.taxman.solve import solve as best
from perfectplay.taxman.strategies.tournament import OPTIMAL_SCORES
from tests.judged import check_taxman, words_of_folder
from tests.profiles import examples

ROOT = Path(__file__).parents[2]

# N = 2..32: J. A. Trono, "Taxman revisited" (1994); the others: OEIS A019312. For comparison only.
PRINTED = {
    **OPTIMAL_SCORES,
    100: 3164,
    150: 7137,
    200: 12648,
    300: 28691,
    500: 78934,
    701: 155123,
    800: 201990,
    1000: 315426,
}


@pytest.fixture(scope="module")
def table() -> Records:
    return load_records()


@pytest.fixture(scope="module")
def rows(table: Records) -> list[Record]:
    return list(table.values())


def replay(n: int, moves: tuple[int, ...], divisors: list[list[int]]) -> int | None:
    """Play a game by the simplest rules; return the player's score, or None if a move is illegal."""
    there = bytearray(b"\1" * (n + 1))
    score = 0
    for move in moves:
        tax = [d for d in divisors[move] if there[d]]
        if not there[move] or not tax:
            return None
        for number in (move, *tax):
            there[number] = 0
        score += move
    return score


def divisors_to(largest: int) -> list[list[int]]:
    """Return a list of all proper divisors of each number; the index is the number."""
    divisors: list[list[int]] = [[] for _ in range(largest + 1)]
    for d in range(1, largest // 2 + 1):
        for multiple in range(2 * d, largest + 1, d):
            divisors[multiple].append(d)
    return divisors


# -- the shipped table ---------------------------------------------------------------------------------------------


@pytest.mark.full
def test_the_list_goes_on_where_the_table_ends(table: Records) -> None:
    known = load_bounded()
    assert [*table, *known] == list(range(1, max(known) + 1))
    assert max(known) >= 3000
    divisors = divisors_to(max(known))
    for row in known.values():
        assert replay(row.n, row.moves, divisors) == row.score <= row.upper


@pytest.mark.full
def test_what_is_proven_beyond_the_table_is_played_from_there(
    rows: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as shorter:
        shorter.setattr(records, "load_records", lambda: Records(pack_records(rows[:30])))
        shorter.setattr(records, "load_bounded", lambda: Records(pack_records(rows[31:])))
        assert solve_from_table(TaxmanPosition.new(31)) is None
        found = solve_from_table(TaxmanPosition.new(40))
    assert found is not None
    assert (found.value, found.upper, found.provenance["source"]) == (rows[39].score, rows[39].upper, "records")
    open_ones = [n for n, (score, upper) in load_bounded().bounds().items() if score < upper]
    assert solve_from_table(TaxmanPosition.new(open_ones[0])) is None
    assert proven_row(open_ones[0]) is None
    assert game_nearby(open_ones[0]) == load_bounded()[open_ones[0]].moves
    last = max(load_bounded())
    assert game_nearby(last + 1) == load_bounded()[last].moves
    assert game_nearby(last + 2) == ()


def test_a_pass_of_the_rules_for_neighbours_changes_nothing(rows: list[Record]) -> None:
    known = [*rows, *load_bounded().values()]
    assert builder().closed(known) == known


def test_the_readme_of_the_certificates_names_the_end_of_the_table(table: Records) -> None:
    text = (ROOT / "certificates" / "README.md").read_text(encoding="utf-8")
    assert f"certificates --expect 1-{table.largest_without_hole}\n" in text


@pytest.mark.parametrize("certificate", [False, True])
def test_a_search_that_is_cut_short_says_no_less_than_the_list(*, certificate: bool) -> None:
    n, known = next((n, row) for n, row in load_bounded().items() if row.status == "bounded")
    result = best(TaxmanPosition.new(n), time_limit=0.0, certificate=certificate)
    assert result.value >= known.score
    assert result.upper <= known.upper
    assert sum(result.moves) == result.value
    alone = best(TaxmanPosition.new(n), time_limit=0.0, records=False)
    assert alone.upper > known.upper
    if certificate:
        assert result.certificate is not None
        verdict = check_taxman(result.certificate)
        assert verdict.valid
        assert verdict.upper is not None
        assert verdict.upper > result.upper
        assert result.provenance["source"] == "records"


def test_what_is_found_is_put_beside_what_is_known() -> None:
    less = Result(119, 119, 130, "bounded", (19,), 2.0, {"source": "search"})
    found = at_least_known(20, less)
    assert (found.value, found.lower, found.upper, found.status) == (124, 124, 124, "optimal")
    assert (found.moves, found.provenance) == (load_records()[20].moves, {"source": "records"})
    assert at_least_known(10**6, less) is less
    assert best_known(10**6) is None


def test_approx_says_no_less_than_the_list() -> None:
    n, known = next((n, row) for n, row in load_bounded().items() if row.status == "bounded")
    question = PlayLargePot(n=n)
    found = question.answer(Work(time_limit=0.5))
    told = found.as_answer()
    assert told.valid
    assert told.score >= known.score
    assert (told.upper, told.source, found.upper) == (known.upper, "records", known.upper)


def test_the_table_is_part_of_the_package() -> None:
    data = files("perfectplay.taxman").joinpath("data", "records.bin").read_bytes()
    assert data.startswith(MAGIC)
    assert len(data) < 100_000


def test_it_reaches_the_state_of_the_art_without_a_hole(table: Records) -> None:
    assert table.largest_without_hole >= 1000
    assert sorted(table) == list(table)


def test_every_game_reaches_its_score(rows: list[Record]) -> None:
    divisors = divisors_to(rows[-1].n)
    wrong = [row.n for row in rows if replay(row.n, row.moves, divisors) != row.score]
    assert wrong == []


def test_scores_are_the_published_ones(table: Records) -> None:
    scores = table.scores()
    assert {n: scores.get(n) for n in PRINTED} == PRINTED


def test_scores_rise_by_at_most_n(table: Records) -> None:
    scores = table.scores()
    steps = {n: scores[n] - scores[n - 1] for n in scores if n - 1 in scores}
    assert len(steps) >= 999
    assert [n for n, step in steps.items() if not 0 <= step <= n] == []


def test_chained_records_follow_from_their_predecessors(table: Records, rows: list[Record]) -> None:
    primes = [n for n in range(2, rows[-1].n + 1) if all(n % d for d in range(2, int(n**0.5) + 1))]
    before = dict(zip(primes[1:], primes, strict=False))
    scores = table.scores()
    chained = [row for row in rows if row.proof == "chained"]
    assert len(chained) > 300
    for row in chained:
        assert (row.status, row.leaves) == ("optimal", 0)
        assert row.score == scores.get(row.n - 1, 0) + row.n - before.get(row.n, 0), row.n
        assert row.note.startswith(f"the score for {row.n - 1}, ")
        assert row.note.endswith("is a prime") == (row.n in before)


@pytest.mark.parametrize("n", [1, 2, 3, 30, 54, 91, 120])
def test_a_search_finds_the_same_score(table: Records, n: int) -> None:
    assert solve(TaxmanPosition.new(n)).value == table[n].score


# -- looking up ----------------------------------------------------------------------------------------------------


def test_a_lookup_tells_everything(table: Records) -> None:
    record = table.lookup(9)
    assert record is not None
    assert (record.n, record.score, record.upper, record.status, record.taxman) == (9, 30, 30, "optimal", 15)
    assert sum(record.moves) == 30
    assert (record.proof, record.note) == ("searched", "a search tree of 1 leaf")
    assert table.lookup(0) is None
    assert table.lookup(10**9) is None
    assert 9 in table
    assert 0 not in table
    with pytest.raises(KeyError):
        table[0]


@pytest.mark.full
def test_a_position_is_solved_by_its_record_only_at_the_start() -> None:
    for position in ("taxman:20", "taxman:20~end", "taxman:pot.1.2.3.4"):
        start = TaxmanPosition.from_id(position)
        result = solve_from_table(start)
        assert result is not None
        assert (result.status, result.provenance["source"]) == ("optimal", "records")
        for move in result.moves:
            start = start.play(move)
        assert start.is_over()
        assert start.player == result.value
    for position in ("taxman:20/19", "taxman:pot.2.3.6", "taxman:99991"):
        assert solve_from_table(TaxmanPosition.from_id(position)) is None


def test_an_open_record_solves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pack_records([Record(9, 30, 31, "searched", 3, (7, 9, 6, 8))])
    monkeypatch.setattr("perfectplay.taxman.records._shipped", lambda _name: Records(data))
    assert load_records()[9].status == "bounded"
    assert solve_from_table(TaxmanPosition.new(9)) is None


# -- the order of moves --------------------------------------------------------------------------------------------


@settings(max_examples=examples(100))
@given(st.integers(1, 60), st.data())
def test_the_picks_of_any_game_are_ordered_into_a_game(n: int, data: st.DataObject) -> None:
    position = TaxmanPosition.new(n)
    while not position.is_over():
        position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    ordered = playing_order(n, data.draw(st.permutations(position.moves)))
    again = TaxmanPosition.new(n)
    for move in ordered:
        again = again.play(move)
    assert again.player == position.player


@pytest.mark.parametrize(
    ("n", "picks", "message"),
    [
        (10, [1], "no order of these 1 numbers is a game of N = 10: 1 and others"),
        (10, [2, 3, 5], "no order of these 3 numbers"),
        # The first pick costs two of the four primes, so one of the other picks has no tax left.
        (21, [10, 14, 15, 21], "no order of these 4 numbers"),
        (10, [11], "11 cannot be taken; the numbers of the pot are 1 to 10"),
        (10, [-2], "-2 cannot be taken"),
    ],
)
def test_what_is_no_game_has_no_order(n: int, picks: list[int], message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        playing_order(n, picks)


# -- the file ------------------------------------------------------------------------------------------------------


@settings(max_examples=examples(50))
@given(st.sets(st.integers(1, 40), max_size=8), st.data())
def test_packed_records_come_back(numbers: set[int], data: st.DataObject) -> None:
    given_rows = []
    for n in sorted(numbers):
        position = TaxmanPosition.new(n)
        while not position.is_over() and data.draw(st.booleans()):
            position = position.play(data.draw(st.sampled_from(position.legal_moves())))
        leaves = data.draw(st.integers(0, 1000))
        gap = data.draw(st.integers(0, 300)) if leaves else 0
        moves = playing_order(n, position.moves)
        proof = "searched" if leaves else "chained"
        given_rows.append(Record(n, position.player, position.player + gap, proof, leaves, moves))  # type: ignore[arg-type]  # one of the two
    packed = pack_records(given_rows)
    assert list(Records(packed).values()) == given_rows
    assert pack_records(Records(packed).values()) == packed


def test_the_shipped_bytes_are_those_of_their_rows(rows: list[Record]) -> None:
    assert pack_records(rows) == files("perfectplay.taxman").joinpath("data", "records.bin").read_bytes()


def test_a_hole_is_a_hole(rows: list[Record]) -> None:
    some = [row for row in rows[:30] if row.n != 20]
    assert Records(pack_records(some)).largest_without_hole == 19
    assert Records(pack_records(some[1:])).largest_without_hole == 0
    opened = [*rows[:9], Record(10, 40, 41, "searched", 2, rows[9].moves), *rows[10:20]]
    assert Records(pack_records(opened)).largest_without_hole == 9
    assert 10 not in Records(pack_records(opened)).scores()


def sealed(body: bytes) -> bytes:
    return MAGIC + body + zlib.crc32(MAGIC + body).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "does not begin like one"),
        (b"PK\3\4 an archive, say", "does not begin like one"),
        (MAGIC, "does not begin like one"),
        (MAGIC + b"\0\0\0\0\0", "its checksum is wrong"),
        (sealed(b""), "it ends too early"),
        (sealed(b"\1\2\0\0"), "it ends too early"),
        (sealed(b"\0\0"), "it goes on after its last row"),
        (sealed(b"\0\x80"), "it goes on after its last row"),
        pytest.param(sealed(b"\1\0\0\0\0"), "it makes no sense after N = 0", id="no-step"),
        pytest.param(sealed(b"\1\2\1\0\1\2"), "it makes no sense after N = 0", id="zero-picked"),
        pytest.param(sealed(b"\1\2\1\0\2\0\0"), "it makes no sense after N = 0", id="change-twice"),
        pytest.param(sealed(b"\1\xff\xff\xff\x7f\1\0\0"), "it makes no sense after N = 0", id="too-large"),
    ],
)
def test_a_damaged_file_is_one_clear_line(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "records.bin"
    path.write_bytes(data)
    with pytest.raises(PerfectPlayError, match=reason) as caught:
        load_records(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_flipped_bit_is_noticed() -> None:
    data = pack_records(load_records()[n] for n in range(1, 13))
    for place in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        with pytest.raises(PerfectPlayError, match="is damaged"):
            Records(bytes(flipped))


def test_picks_that_are_no_game_are_noticed_when_looked_up() -> None:
    table = Records(pack_records([Record(10, 5, 5, "searched", 1, (2, 3))]))
    with pytest.raises(PerfectPlayError, match=r"is damaged: no order of these 2 numbers is a game of N = 10"):
        table[10]


def test_a_missing_file_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PerfectPlayError, match="cannot be read: No such file"):
        load_records(tmp_path / "none.bin")
    monkeypatch.setattr(records, "_TABLE", "data/none.bin")
    records._shipped.cache_clear()
    with pytest.raises(PerfectPlayError, match="install perfectplay again"):
        load_records()


# -- the script that writes the table ------------------------------------------------------------------------------


def builder() -> Any:
    spec = importlib.util.spec_from_file_location("build_records", ROOT / "benchmarks" / "build_records.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_bounds_and_games_are_handed_on_to_neighbours(tmp_path: Path) -> None:
    proofs, packs, again = (tmp_path / name for name in ("proofs", "packs", "again"))
    for folder in (proofs, packs, again):
        folder.mkdir()
    for n in range(26, 33):
        result = solve(TaxmanPosition.new(n), certificate=True)
        assert result.certificate is not None
        proof = dict(result.certificate)
        if n != 27:
            # Replace the game by one of a single move, and the bound by a weaker one.
            proof = with_game(proof, 23, [23])
            proof["claim"]["upper"] += 40
        certificate_path(proofs, n).write_bytes(gzip.compress(json.dumps(proof).encode()))
    done = build(proofs, output=tmp_path, packs=packs)
    assert done.returncode == 0, done.stderr
    made, table = built(tmp_path)[1], load_records()
    assert (made[26].score, made[26].upper) == (table[27].score - 27, table[26].score + 40)
    upper = table[27].score
    for n, gain in ((28, 28), (29, 29 - 23), (30, 30), (31, 31 - 29), (32, 32)):
        upper = min(upper + gain, table[n].score + 40)
        assert made[n].upper == upper
        assert made[n - 1].score <= made[n].score <= upper
    assert made[29].score >= made[28].score + 29 - 23
    checked = [word for _, word in words_of_folder(packs)]
    assert [(word.n, word.score, word.upper) for word in checked] == [
        (row.n, row.score, row.upper) for row in made.values()
    ]
    assert build(packs, output=again).returncode == 0
    assert (again / "bounded.bin").read_bytes() == (tmp_path / "bounded.bin").read_bytes()


def build(*sources: Path, output: Path, packs: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "build_records.py"), *map(str, sources)]
    more = [] if packs is None else ["--packs", str(packs)]
    return subprocess.run([*command, "--output", str(output), *more], capture_output=True, text=True, check=False)


def built(output: Path) -> tuple[Records, Records]:
    return load_records(output / "records.bin"), load_records(output / "bounded.bin")


def test_the_script_joins_runs_and_folders(tmp_path: Path) -> None:
    store, proofs = tmp_path / "run.sqlite", tmp_path / "proofs"
    list(solve_range(1, 14, resume=store))
    list(solve_range(15, 16, certificates=proofs))
    done = build(store, proofs, output=tmp_path)
    assert done.returncode == 0, done.stderr
    made, rest = built(tmp_path)
    assert made.scores() == {n: load_records()[n].score for n in range(1, 17)}
    assert not rest
    assert "16 pots, N = 1..16, 16 of them optimal" in done.stdout
    first = (tmp_path / "records.bin").read_bytes()
    assert build(store, proofs, output=tmp_path).returncode == 0
    assert (tmp_path / "records.bin").read_bytes() == first


def test_the_script_believes_nothing(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs"
    rows = list(solve_range(1, 12, certificates=proofs))
    chained = [row.n for row in rows if is_chained(row.certificate)]
    path = certificate_path(proofs, chained[-1] - 1)
    proof = json.loads(gzip.decompress(path.read_bytes()))
    higher = {name: score + 1 for name, score in proof["claim"].items()}
    path.write_bytes(gzip.compress(json.dumps(proof | {"claim": higher}).encode()))
    (proofs / "taxman-13.json").write_text(json.dumps(proof | {"position": "taxman:9"}), encoding="utf-8")
    done = build(proofs, output=tmp_path)
    for n in (chained[-1] - 1, chained[-1], 13):
        assert f"N = {n} is left out: " in done.stdout
        assert not any(n in part for part in built(tmp_path))


def test_the_script_takes_a_proven_score_rather_than_an_open_one(tmp_path: Path) -> None:
    (row,) = solve_range(432, 432, certificates=tmp_path / "open", time_limit=0.0)
    list(solve_range(432, 432, certificates=tmp_path / "proven"))
    assert row.status == "bounded"
    assert build(tmp_path / "open", output=tmp_path).returncode == 0
    assert built(tmp_path)[1][432].status == "bounded"
    assert build(tmp_path / "open", tmp_path / "proven", output=tmp_path).returncode == 0
    # The list of bounds also has proven scores, if they come after a gap in the table.
    table, rest = built(tmp_path)
    assert not table
    assert (rest[432].score, rest[432].status) == (59259, "optimal")
    assert rest[432].leaves > 1


# -- sequences -----------------------------------------------------------------------------------------------------


def terms(name: str, last: int | None = None) -> list[int]:
    return list(islice(find_entry(f"taxman-{name}").terms(), last))


def test_best_games_are_counted() -> None:
    assert terms("best-games", 26)[7:] == [2, 1, 2, 2, 8, 8, 40, 3, 6, 6, 4, 4, 64, 11, 62, 62, 200, 60, 360]
    several = terms("several-best")
    assert several[:5] == [425, 426, 427, 428, 432]
    assert [n for n, sets in enumerate(terms("best-sets"), 1) if sets > 1] == several


def test_a_sequence_ends_before_the_first_hole(rows: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    holed = Records(pack_records([*rows[:9], *rows[10:20]]))
    monkeypatch.setattr("perfectplay.taxman.table.sequences.load_records", lambda: holed)
    assert len(terms("scores")) == 9
    assert max(terms("full-steps")) <= 9
