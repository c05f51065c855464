"""HiGHS, the engine of linear programs, as every solver uses it: one thread, and silent."""

from __future__ import annotations

import highspy

__all__ = ["new_highs"]


class _Silent(highspy.Highs):
    """HiGHS without output, from its first line on.

    Version 1.16.0 prints a banner when its constructor enables callbacks, which is before a caller can set an option.
    """

    def enableCallbacks(self) -> None:  # noqa: N802  # HiGHS's name
        self.silent()
        super().enableCallbacks()  # type: ignore[no-untyped-call]  # highspy is partly typed


def new_highs(**options: float | str) -> highspy.Highs:
    """Return an instance of HiGHS that writes nothing and runs in one thread, with options of HiGHS."""
    highs = _Silent()  # type: ignore[no-untyped-call]  # highspy is partly typed
    for name, value in {"threads": 1, **options}.items():
        highs.setOptionValue(name, value)
    return highs
