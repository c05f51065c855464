"""Test integer sequences: their terms, and their entries in the format of the OEIS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product

import pytest
from click.testing import CliRunner

from perfectplay.cli.main import main
from perfectplay.coins.ties.sequences import composition
from perfectplay.core.game import game_names
from perfectplay.core.game.parts import Entry
from perfectplay.core.sequences import entry_name, entry_names, find_entry
from tests.tables import rows

# The terms that the OEIS entries list.
PUBLISHED = {
    "taxman-scores": (
        "A019312",
        "1,2",
        *(0, 2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66, 81, 89, 93, 111, 113, 124, 144, 166, 170, 182, 198, 224),
        *(251, 279, 285, 301, 303, 319, 352, 386, 418, 442, 448, 486, 503, 525, 529, 571, 573, 617, 660, 706, 710),
        *(734, 758, 808, 833, 885, 891, 940),
    ),
    "coins-margins": (
        "A276165",
        "0,3",
        *(0, 1, 2, 0, 3, 1, 1, 1, 4, 2, 0, 2, 2, 0, 2, 0, 5, 3, 1, 3, 1, 1, 1, 1, 3, -1, 1, 1, 3, 1, 1, 1, 6, 4, 2, 4),
        *(0, 2, 2, 2, 2, 0, 2, 0, 2, 2, 0, 2, 4, -2, 0, 2, 2, 0, 2, 0, 4, 2, 0, 0, 2, 0, 2, 0, 7, 5, 3, 5, 1, 3, 3, 3),
        *(1, 1, 3, 1, 1, 3, 1, 3, 3, -1, 1, 1, 3, 1),
    ),
    "coins-first": (
        "A276166",
        "0,3",
        *(0, 1, 2, 1, 3, 2, 2, 2, 4, 3, 2, 3, 3, 2, 3, 2, 5, 4, 3, 4, 3, 3, 3, 3, 4, 2, 3, 3, 4, 3, 3, 3, 6, 5, 4, 5),
        *(3, 4, 4, 4, 4, 3, 4, 3, 4, 4, 3, 4, 5, 2, 3, 4, 4, 3, 4, 3, 5, 4, 3, 3, 4, 3, 4, 3, 7, 6, 5, 6, 4, 5, 5, 5),
        *(4, 4, 5, 4, 4, 5, 4, 5, 5, 3, 4, 4, 5, 4, 4),
    ),
    "coins-second": (
        "A276167",
        "0,11",
        *(0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 2, 1, 1, 2, 1, 2, 0, 1, 2, 1, 2, 2, 2, 2, 1, 3, 2, 2, 1, 2, 2, 2, 0, 1, 2, 1),
        *(3, 2, 2, 2, 2, 3, 2, 3, 2, 2, 3, 2, 1, 4, 3, 2, 2, 3, 2, 3, 1, 2, 3, 3, 2, 3, 2, 3, 0, 1, 2, 1, 3, 2, 2, 2),
        *(3, 3, 2, 3, 3, 2, 3, 2, 2, 4, 3, 3, 2, 3, 3),
    ),
    # A060315 has the same numbers from its second term on.
    "pursuit-missed": (None, "1,1", 2, 4, 10, 29, 76, 284, 1413),
}
SLOW = 7
"""Number of terms of the pursuit sequences that can be computed in almost no time."""


@cache
def known(name: str) -> tuple[int, ...]:
    return tuple(islice(find_entry(name).terms(), SLOW if name.startswith("pursuit-") else 200))


def terms(name: str, most: int = 200) -> list[int]:
    return list(known(name) if most <= 200 else islice(find_entry(name).terms(), most))[:most]


@pytest.mark.parametrize("name", PUBLISHED)
def test_terms_are_those_that_are_published(name: str) -> None:
    number, offset, *printed = PUBLISHED[name]
    entry = find_entry(name)
    assert entry.number == number
    assert entry.offset == int(str(offset).partition(",")[0])
    assert terms(name, len(printed)) == printed


def test_every_game_has_some() -> None:
    assert {name.partition("-")[0] for name in entry_names()} == set(game_names())


@cache
def margin(row: tuple[int, ...]) -> int:
    """Return the margin of a row by a search that follows only the rules."""
    return max(row[0] - margin(row[1:]), row[-1] - margin(row[:-1])) if row else 0


def test_rows_are_compositions_in_order() -> None:
    assert composition(1418) == [2, 1, 4, 2, 2]
    rows = [tuple(composition(n)) for n in range(1 << 10)]
    assert len(set(rows)) == len(rows)
    # The rows from 2^(k-1) to 2^k - 1 are exactly those whose coins add up to k.
    assert all(sum(row) == n.bit_length() for n, row in enumerate(rows))
    assert terms("coins-margins", len(rows)) == list(map(margin, rows))


@pytest.mark.parametrize(("k", "most"), [(2, 10), (3, 7)])
def test_ties_are_counted_one_by_one(k: int, most: int) -> None:
    counts = [sum(not margin(row) for row in product(range(1, k + 1), repeat=n)) for n in range(1, most + 1)]
    assert terms(f"coins-ties-{k}", most) == counts
    assert terms(f"coins-ties-{k}-even", most // 2) == counts[1::2]


def test_all_that_pursuit_reaches_is_made_by_hand() -> None:
    made: list[set[int]] = []
    for n in (1, 2, 3, 4):
        found, tables = set(range(1, n + 1)), [tuple(range(1, n + 1))]
        while tables:
            table = tables.pop()
            found.update(table)
            for i, j in product(range(len(table)), repeat=2):
                a, b = table[i], table[j]
                if i != j and a >= b:
                    rest = tuple(one for at, one in enumerate(table) if at not in {i, j})
                    new = {a + b, a * b} | ({a - b} if a > b else set()) | ({a // b} if a % b == 0 else set())
                    tables += [(*rest, one) for one in new]
        made.append(found)
    assert terms("pursuit-reached", 4)[:4] == [len(found) for found in made]
    assert terms("pursuit-missed", 4)[:4] == [min(set(range(1, 99)) - found) for found in made]


def test_of_taxman_one_follows_from_the_other() -> None:
    scores = terms("taxman-scores")
    pots = [n * (n + 1) // 2 for n in range(1, 201)]
    assert [score + tax for score, tax in zip(scores, terms("taxman-taxman"), strict=True)] == pots
    steps = [b - a for a, b in zip([0, *scores], scores, strict=False)]
    assert terms("taxman-differences") == steps
    assert all(0 <= step <= n for n, step in enumerate(steps, 1))
    full = [n for n, step in enumerate(steps, 1) if step == n]
    assert terms("taxman-full-steps", len(full)) == full
    assert terms("taxman-share") == [10**6 * score // pot for score, pot in zip(scores, pots, strict=True)]


# -- formats -------------------------------------------------------------------------------------------------------


def quick(name: str) -> Entry:
    """Return an entry, limited to the terms that take almost no time."""
    return replace(find_entry(name), terms=lambda: iter(known(name)))


@rows("name", entry_names())
def test_a_b_file_is_one(name: str) -> None:
    entry = quick(name)
    text = "".join(f"{line}\n" for line in entry.bfile())
    assert text.isascii()
    comment, *lines = text.splitlines()
    assert comment == f"# {entry.definition}"
    for n, line in enumerate(lines, entry.offset):
        assert re.fullmatch(r"[0-9]+ (0|-?[1-9][0-9]{0,999})", line)
        assert int(line.split()[0]) == n
    assert len(lines) == len(known(name))


@rows("name", entry_names())
def test_a_draft_has_what_the_encyclopedia_asks_for(name: str) -> None:
    entry = find_entry(name)
    lines = list(quick(name).draft())
    assert "\n".join(lines).isascii()
    assert all(len(line) <= 100 for line in lines)
    parts = [line for line in lines[1:] if not line.startswith(" ")]
    order = ["NAME", "DATA", "OFFSET", "COMMENTS", "LINKS", "FORMULA", "EXAMPLE", "CROSSREFS", "KEYWORD"]
    assert parts == [part for part in order if part in parts]
    assert {"NAME", "DATA", "OFFSET", "COMMENTS", "EXAMPLE", "KEYWORD"} <= set(parts)
    data = " ".join(line.strip() for line in lines[lines.index("DATA") + 1 : lines.index("OFFSET")])
    assert len(data) <= 260
    shown = [int(term) for term in data.split(", ")]
    assert shown == terms(name)[: len(shown)]
    if name in PUBLISHED:
        assert lines[lines.index("OFFSET") + 1].strip() == PUBLISHED[name][1] or name == "pursuit-missed"
    # The keyword `sign` means that there are negative terms.
    assert ("sign" in entry.keywords) == (min(known(name)) < 0)
    assert ("sign" in entry.keywords) != ("nonn" in entry.keywords)


@rows("name", entry_names())
def test_examples_are_terms(name: str) -> None:
    entry = find_entry(name)
    for example in entry.examples:
        found = re.match(r"a\((\d+)\) = (-?\d+)[:.]", example)
        assert found, example
        assert terms(name)[int(found[1]) - entry.offset] == int(found[2])


# -- the command ---------------------------------------------------------------------------------------------------


def test_a_sequence_has_the_name_that_the_list_shows() -> None:
    run = CliRunner().invoke
    assert run(main, ["sequences", "a019312"]).stdout == run(main, ["sequences", "taxman-scores"]).stdout
    for line in run(main, ["sequences"]).stdout.splitlines():
        name, number = re.match(r"([^:]+): .*?(?: \((A[0-9]{6})\))?$", line).groups()  # type: ignore[union-attr]
        assert number is None or entry_name(number) == name


def test_an_interrupt_ends_it_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops() -> Iterator[int]:
        raise KeyboardInterrupt

    entry = find_entry("coins-ties-2")
    stopped = replace(entry, terms=stops)
    monkeypatch.setattr("perfectplay.cli.sequences.find_entry", lambda _: stopped)
    done = CliRunner().invoke(main, ["sequences", "coins-ties-2"])
    assert done.exit_code == 130
    assert done.stderr.strip() == "interrupted"
