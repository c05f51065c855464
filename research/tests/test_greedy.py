"""Test greedy play in the factor game against a plain search of all replies, and check that the lines are legal."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import perfectplay
from perfectplay_research.greedy import greedy_leads, greedy_line
from tests.factorgame import twins

PAGE = (Path(__file__).parents[2] / "docs" / "answers" / "two-players.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?:N|lead of|if the) .*", PAGE.partition("## Is it best to take")[2], re.MULTILINE)[:4]
"""Rows of the page's table: N, and the lead if both play best, the first is greedy, and the second is greedy."""


@cache
def plainly(board: twins.Board, *, greedy: bool) -> int:
    """Return the margin of the player to move if one player is greedy and the other plays the best replies."""
    nets = {number: number - sum(given) for number, given in twins.moves(board).items()}
    if not nets:
        return 0
    chosen = [min(nets, key=lambda number: (-nets[number], number))] if greedy else list(nets)
    after = {number: twins.live(board - twins.moves(board)[number] - {number}) for number in chosen}
    return max(nets[number] - plainly(left, greedy=not greedy) for number, left in after.items())


def test_all_replies_are_tried() -> None:
    for n in range(1, 26):
        board = frozenset(range(1, n + 1))
        assert greedy_leads(n) == (plainly(board, greedy=True), plainly(board, greedy=False))


def test_what_the_page_tells_of_greedy_play() -> None:
    leads = {n: (int(perfectplay.solve(f"factorgame:{n}").value), *greedy_leads(n)) for n in (*range(2, 51), 60)}
    first = [n for n, (best, own, _) in leads.items() if own == best]
    second = [n for n, (best, _, other) in leads.items() if other == best]
    assert (first, second) == ([2, 3, 5, 6, 7, 8, 10, 11, 12, 13], [2, 3, 4, 5, 8, 10, 11, 14])
    table = [[int(cell) for cell in row.replace("\N{MINUS SIGN}", "-").split("|")[2:-1]] for row in ROWS]
    assert all([*leads[n]] == row for n, *row in zip(*table, strict=True) if n in leads)


@pytest.mark.parametrize("n", [14, 30, 49, 60, 81, 100, 150])
def test_a_line_against_a_greedy_player_can_be_played(n: int) -> None:
    lead, moves = greedy_line(n)
    board, won, twin = frozenset(range(1, n + 1)), 0, -1
    for at, number in enumerate(moves):
        options = {one: one - sum(given) for one, given in twins.moves(board).items()}
        assert at % 2 or number == min(options, key=lambda one: (-options[one], one))
        twin = -twin
        won += twin * options[number]
        board -= twins.moves(board)[number] | {number}
    assert not twins.moves(board)
    assert won == lead
    assert lead < (max(q for q in range(2, n + 1) if all(q % d for d in range(2, q))) - 1) // 2


def test_nothing_can_be_taken() -> None:
    assert greedy_line(1) == (0, ())
