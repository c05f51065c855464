"""Functions shared by the benchmarks: options, a line for each figure, and ratios to an earlier run."""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Figures:
    """Measured seconds by name, which are printed immediately.

    Parameters
    ----------
    description
        The description of the benchmark for ``--help``.
    quick
        The effect of ``--quick``, for ``--help``.
    """

    def __init__(self, description: str | None, quick: str) -> None:
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--quick", action="store_true", help=quick)
        parser.add_argument("--record", type=Path, help="save the figures as JSON")
        parser.add_argument("--against", type=Path, help="print ratios to a file of an earlier commit")
        self._options = parser.parse_args()
        against = self._options.against
        self._before = json.loads(against.read_text(encoding="utf-8")) if against else {}
        self._seconds: dict[str, float] = {}

    @property
    def quick(self) -> bool:
        """Return whether the run should be short."""
        return bool(self._options.quick)

    def show(self, name: str, seconds: float, note: str = "") -> None:
        """Print a figure, and remember it for `save`."""
        self._seconds[name] = seconds
        ratio = f"   {self._before[name] / seconds:6.2f} times as fast as before" if name in self._before else ""
        print(f"{name:48s} {seconds:10.5f} s   {note}{ratio}", flush=True)

    def save(self) -> None:
        """Save the figures if ``--record`` names a file."""
        if self._options.record:
            self._options.record.write_text(json.dumps(self._seconds, indent=1) + "\n", encoding="utf-8")


def timed(function: Callable[..., Any], *arguments: Any, repeat: int = 3, **options: Any) -> tuple[float, Any]:
    """Return the least wall-clock seconds of a few runs, and the result."""
    best = float("inf")
    for _ in range(repeat):
        began = time.perf_counter()
        answer = function(*arguments, **options)
        best = min(best, time.perf_counter() - began)
    return best, answer


def peak() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
