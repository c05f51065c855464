"""What is shown of proofs, of any game."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.proof.proofs import (
    VARIABLE,
    Case,
    branch,
    certificates_folder,
    digest,
    examine,
    examine_given,
    find,
)

Shape = list["Shape"]


def tree(shape: Shape) -> tuple[Case, ...]:
    """A tree of cases with as many below each as a nested list has."""
    cases: list[Case] = []

    def add(part: Shape, parent: int | None) -> None:
        number = len(cases)
        cases.append(leaf(number, parent))
        for below in part:
            add(below, number)
        one, size = cases[number], len(cases) - number
        leaves = sum(case.kind == "leaf" for case in cases[number + 1 :]) or 1
        cases[number] = Case(
            number=number,
            parent=one.parent,
            given=one.given,
            kind="branch" if part else "leaf",
            on=None,
            bound=1,
            size=size,
            leaves=leaves,
        )

    add(shape, None)
    return tuple(cases)


def leaf(number: int, parent: int | None) -> Case:
    return Case(number=number, parent=parent, given="start", kind="leaf", on=None, bound=1, size=1, leaves=1)


SHAPES: st.SearchStrategy[Shape] = st.recursive(st.just([]), lambda below: st.lists(below, min_size=1, max_size=3))


@given(SHAPES, st.integers(0, 6), st.integers(1, 12), st.data())
def test_a_part_of_a_tree(shape: Shape, depth: int, most: int, data: st.DataObject) -> None:
    cases = tree(shape)
    number = data.draw(st.integers(0, len(cases) - 1))
    part = branch(cases, number, depth, most)
    root = cases[number]
    assert part[0] == root
    assert [one.number for one in part] == sorted({one.number for one in part})

    def level(case: Case) -> int:
        return 0 if case == root else 1 + level(cases[case.parent or 0])

    below = cases[number : number + root.size]
    # All of some levels, and nothing of the others.
    deepest = max(map(level, part))
    assert deepest <= depth
    assert part == tuple(one for one in below if level(one) <= deepest)
    assert len(part) <= most or deepest <= 1
    if deepest < min(depth, max(map(level, below))):
        assert sum(level(one) <= deepest + 1 for one in below) > most or deepest == 0 == depth


@pytest.mark.parametrize("number", [-1, 3])
def test_a_case_that_there_is_not(number: int) -> None:
    with pytest.raises(PerfectPlayError, match=f"no case {number}; the tree has the cases 0 to 2"):
        branch(tree([[], []]), number, 1, 10)


def test_the_folder_of_the_repository_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = certificates_folder()
    assert folder is not None
    assert folder.name == "certificates"


def test_a_folder_without_a_manifest_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert certificates_folder() is None


@pytest.mark.parametrize("position", ["taxman:21", "coins:1.2.4.3/R", "pursuit:3.6.9.10.50.100:951"])
def test_what_is_found_is_what_is_examined(position: str) -> None:
    proof, said = find(position), examine(position)
    assert said.valid
    assert (said.sha256, said.size) == (digest(proof.text), len(proof.text))
    assert len(said.log) == len(proof.certificates)


def test_a_pack_is_not_a_single_certificate(tmp_path: Path) -> None:
    # One with a line is that line.
    line = find("taxman:10").text.encode()
    file = tmp_path / "sent"
    file.write_bytes(lzma.compress(line))
    assert examine_given(file).valid
    file.write_bytes(lzma.compress(line + b"\n" + line))
    said = examine_given(file)
    assert (said.valid, said.reason) == (False, "it is a pack of certificates where a single one should be")
