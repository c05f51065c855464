"""Declares the kernels of sample.c for the tests; their library is in the folder that SAMPLE names."""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

import os
from pathlib import Path

from perfectplay.native import Bools, Bytes, Floats, Integers, Ints, Library, Numbers, Words, Written

library = Library(Path(os.environ["SAMPLE"]))
kernel = library.kernel


@kernel(whole="m", small="n, 2", real="m..", flags="n", bytes="n", words="2 * n + m")
def everything(
    whole: Ints, small: Written[Numbers], real: Floats, flags: Bools, bytes: Bytes, words: Words,  # noqa: A002  # as in C
    at: int, factor: float, twice: bool,  # noqa: FBT001  # kernels take arguments by position
) -> tuple[int, float, bool]:  # fmt: skip
    """Use arguments and results of every type."""


@kernel()
def squares(n: int) -> tuple[Ints, Floats]:
    """Return the integers below n and their squares; fail for lack of memory if n is negative."""


@kernel()
def scratch(n: int, room: int) -> int:
    """Return the sum of the integers up to n."""


@kernel()
def nothing() -> None:
    """Do nothing."""


@kernel(numbers="n", doubled="n..")
def double(numbers: Integers, doubled: Written[Integers]) -> Integers:
    """Write twice each integer to `doubled`, and return the integers in reverse order."""
