"""Compare the figures for stored proofs with the figures that `perfectplay` computes."""

from __future__ import annotations

import pytest

from perfectplay.taxman.bounds import matching
from perfectplay.taxman.records import load_records
from perfectplay_research.hardness import proofs, rank_correlation


def test_proofs_are_those_of_the_table_with_what_is_cheap_to_know() -> None:
    records, known = load_records(), proofs(2, 200)
    assert [one.n for one in known] == [n for n in range(2, 201) if records[n].proof == "searched"]
    for one in known:
        assert one.score == records[one.n].score
        assert max(one.score, one.greedy) == one.score <= one.matching == matching(one.n)
        assert one.leaves == (records[one.n].leaves or 1)


def test_ranks_are_shared_by_equal_values() -> None:
    assert rank_correlation([1, 1, 2], [5, 5, 9]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
