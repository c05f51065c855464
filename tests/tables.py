"""Run a whole table as one test, which names each row that fails."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

wanted = ""
"""The text of the option ``--row``, which selects rows by their names."""


def rows(
    names: str, table: Iterable[Any], ids: Callable[[Any], object] | Iterable[object] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each row of a table, like ``pytest.mark.parametrize``, but as one test.

    Separate test items for ten thousand rows would cost a minute, and report no more. All rows share the values of
    the fixtures, so a test that writes files or replaces parts of a module needs ``parametrize``. ``names`` are the
    parameters, separated by commas. Each row is a value, or a tuple if there are several names. ``ids`` are the rows'
    names, or a function that names a row; by default, the values of a row are its name.
    """
    parameters = [name.strip() for name in names.split(",")]
    table = list(table)
    listed = table if ids is None else [ids(row) for row in table] if callable(ids) else list(ids)
    every = [
        (str(name), dict(zip(parameters, row if len(parameters) > 1 else (row,), strict=True)))
        for name, row in zip(listed, table, strict=True)
    ]
    assert every, "a table without rows tests nothing"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)
        inner = "subtests" in signature.parameters
        others = [one for name, one in signature.parameters.items() if name not in {*parameters, "subtests"}]
        assert len(others) + len(parameters) + inner == len(signature.parameters), f"{test.__name__} lacks a parameter"

        @wraps(test)
        def whole(*, subtests: pytest.Subtests, **fixtures: Any) -> None:
            # If no name contains the text, run all rows: a test without any would pass.
            for name, values in [row for row in every if wanted in row[0]] or every:
                with subtests.test(name):
                    test(**fixtures, **values, **({"subtests": subtests} if inner else {}))

        own = inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)
        # pytest reads this signature to find the test's fixtures, and `subtests`, which runs the rows.
        whole.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[*(one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in others), own]
        )
        return whole

    return decorate
