"""Test that the nearest valid proofs on both sides of an N are used, from local files or from the shipped packs."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.proof.proofs import VARIABLE
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.exact.hasse import NamedCut
from perfectplay.taxman.ranges import solve_range
from perfectplay.taxman.records import load_bounded, load_records
from perfectplay.taxman.solve import solve as best
from perfectplay.taxman.table.neighbours import Cuts, cuts_near, cuts_of
from tests.tables import rows


def cut(number: int) -> NamedCut:
    return NamedCut("S", ((1, number, number + 1),))


@pytest.fixture
def nothing_shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))


@pytest.mark.usefixtures("nothing_shipped")
def test_the_eight_nearest_proofs_on_each_side() -> None:
    # Even numbers have no cuts in this test, like links of chains, so they do not count among the eight.
    near = cuts_near(101, lambda n: (cut(n), cut(1)) if n % 2 else ())
    assert set(near) == {cut(1), *(cut(n) for n in range(85, 118, 2))}
    assert len(near) == 18
    assert cuts_near(101, lambda n: (cut(n),) if n in {40, 133} else ()) == (cut(133),)


def test_those_of_the_repository_where_none_are_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    proofs = {n: {"cuts": [cut(n)._asdict()]} if n % 2 else {"kind": "chain"} for n in range(1, 11)}
    lines = [json.dumps({"position": f"taxman:{n}", "proof": proof}) for n, proof in proofs.items()]
    pack = tmp_path / "taxman-0001-0010.jsonl.xz"
    pack.write_bytes(lzma.compress("\n".join(lines).encode()))
    assert set(cuts_near(4)) == {cut(n) for n in range(1, 11, 2)}
    assert set(cuts_near(4, lambda n: (cut(50),) if n == 3 else ())) == {cut(1), cut(50), cut(5), cut(7), cut(9)}


def test_a_damaged_pack_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    (tmp_path / "taxman-0001-0010.jsonl.xz").write_bytes(b"{}")
    with pytest.raises(PerfectPlayError, match="is damaged; take the certificates from the repository again"):
        cuts_near(4)


NONSENSE: dict[str, Any] = {
    "no certificate": None,
    "a list": [1],
    "no proof": {"proof": "tree"},
    "no list of cuts": {"proof": {"cuts": {"kind": "S"}}},
    "no kind": {"proof": {"cuts": [{"vectors": [[1, 2, 3]]}]}},
    "another kind": {"proof": {"cuts": [{"kind": "U", "vectors": [[1, 2, 3]]}]}},
    "no vectors": {"proof": {"cuts": [{"kind": "S", "vectors": [[]]}]}},
    "no members": {"proof": {"cuts": [{"kind": "S", "vectors": [[1]]}]}},
    "texts": {"proof": {"cuts": [{"kind": "S", "vectors": [["1", "2"]]}]}},
    "truth values": {"proof": {"cuts": [{"kind": "S", "vectors": [[True, 2, 3]]}]}},
    "a member twice": {"proof": {"cuts": [{"kind": "S", "vectors": [[1, 2, 3], [2, 3]]}]}},
}


@rows("certificate", NONSENSE.values(), NONSENSE)
def test_a_certificate_that_makes_no_sense_has_no_cuts(certificate: Any) -> None:
    assert cuts_of(certificate) == ()


@rows("odd", [NamedCut("S", ((0, 12, 18),)), NamedCut("T", ((1 << 70, 12, 18),)), NamedCut("T", ((1 << 12, 12, 18),))])
def test_cuts_that_the_kernels_cannot_handle_are_passed_over(odd: NamedCut) -> None:
    assert solve(TaxmanPosition.new(60), cuts=[odd]).value == load_records()[60].score


def test_a_search_of_a_range_starts_from_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Cuts] = []

    def watched(*positions: Any, cuts: Cuts, **options: Any) -> Any:
        given.append(cuts)
        return solve(*positions, cuts=cuts, **options)

    (tmp_path / "none").mkdir()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none"))
    resumed = tmp_path / "run.sqlite"
    # Solve 398, 399, 402 and 403 first, so that the stored proofs on both sides give cuts for 401.
    found = {
        row.n: cuts_of(row.certificate) for first in (398, 402) for row in solve_range(first, first + 1, resume=resumed)
    }
    assert any(found.values())
    monkeypatch.setattr("perfectplay.taxman.exact.solve", watched)
    monkeypatch.setattr("perfectplay.taxman.ranges._linked", lambda *_: None)
    ((_, _, row, _, _)) = solve_range(399, 403, resume=resumed)
    assert row.score == load_records()[401].score
    assert set(given[-1]) >= {cut for cuts in found.values() for cut in cuts}


@rows("limit, used", [(None, True), (60.0, True), (1.0, False)])
def test_a_single_pot_that_is_not_proven_starts_from_them(*, limit: float | None, used: bool) -> None:
    known = next(row for row in load_bounded().values() if row.status == "bounded")
    given: list[tuple[Cuts, tuple[int, ...]]] = []

    def watched(_: TaxmanPosition, *, cuts: Cuts, warm: tuple[int, ...], **__: Any) -> Any:
        given.append((cuts, warm))
        return known.result()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("perfectplay.taxman.exact.solve", watched)
        patch.setattr("perfectplay.taxman.table.neighbours.cuts_near", lambda n: (cut(n),))
        # With little time, nearby proofs are not used, because finding them would take longer than they save.
        best(TaxmanPosition.new(known.n), time_limit=limit)
    assert given == [((cut(known.n),) if used else (), known.moves)]
