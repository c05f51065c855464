"""Test that the picks above N/2 in each known best game are the greedy ones."""

from perfectplay.matching.incumbent import greedy_picks
from perfectplay.taxman.large.kernels import largescale as kernels
from perfectplay.taxman.records import load_bounded, load_records
from tests.taxman.test_bans import downwards, numbers


def test_the_upper_half_of_every_best_game_that_is_known_is_the_greedy_one() -> None:
    records, bounded = load_records(), load_bounded()
    best = {n: records[n].moves for n in range(2, records.largest_without_hole + 1)}
    best |= {n: bounded[n].moves for n in bounded.scores() if n <= 3000}
    assert len(best) >= 2185
    for n, moves in best.items():
        ptr, lower, _ = kernels.cover_graph(n)
        upper_half = [p for p in moves if 2 * p > n]
        assert numbers(greedy_picks(ptr, lower, downwards(n, n // 2 + 1))) == sorted(upper_half), n
