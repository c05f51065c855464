"""HiGHS, the solver of linear programs, set up to use one thread and print nothing."""

from __future__ import annotations

import highspy

__all__ = ["new_highs"]


class _Silent(highspy.Highs):
    """HiGHS without any output.

    Version 1.16.0 prints a banner when its constructor enables callbacks, before a caller can set an option.
    """

    def enableCallbacks(self) -> None:  # noqa: N802  # the name comes from HiGHS
        self.silent()
        super().enableCallbacks()  # type: ignore[no-untyped-call]  # highspy is partly typed


def new_highs(**options: float | str) -> highspy.Highs:
    """Return a silent instance of HiGHS that runs in one thread and has the given options."""
    highs = _Silent()  # type: ignore[no-untyped-call]  # highspy is partly typed
    for name, value in {"threads": 1, **options}.items():
        highs.setOptionValue(name, value)
    return highs
