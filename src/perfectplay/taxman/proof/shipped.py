"""The installed certificates of pots {1..N}, from the repository, or small certificates from the package."""

from __future__ import annotations

import json
import time
from pathlib import Path

from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import certificates_folder
from perfectplay.core.proof.reading import MANIFEST, best_lines, cites, damaged
from perfectplay.taxman.proof.write import is_chained, packs_with

__all__ = ["listed", "shipped"]


def listed(n: int) -> str:
    """Return the SHA-256 that the manifest lists for the current certificate of an N; empty if there is none."""
    folder = certificates_folder()
    if folder is None:
        return ""
    try:
        rows = json.loads((folder / MANIFEST).read_bytes())["certificates"]
        return next((str(row[3]) for row in reversed(rows) if row[0] == n), "")
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise damaged(folder / MANIFEST) from error


def shipped(n: int, progress: ProgressCallback = ignore_progress) -> list[str]:
    """Read the certificate of {1..n}, preceded by all that it depends on; return an empty list if it is not installed.

    Takes a tenth of a second, or two for a large pack. Raises `PerfectPlayError` if a file of certificates is damaged.

    >>> len(shipped(10**9))
    0
    """
    folder = certificates_folder()
    run = [] if folder is None else _run(folder, n, progress)
    if folder is None or not run:
        return []
    first, line = run[0]
    try:
        chained = is_chained(json.loads(line))
    except ValueError as error:
        raise damaged(folder) from error
    # The chain may begin in an earlier pack.
    return [*(shipped(first - 1, progress) if chained and first > 2 else []), *(text.decode() for _, text in run)]


def _run(folder: Path, n: int, progress: ProgressCallback) -> list[tuple[int, bytes]]:
    """Read the certificate of an N, preceded by the links of its chain that are in the same packs."""
    began = time.perf_counter()
    run: list[tuple[int, bytes]] = []
    for done, (number, line) in enumerate(best_lines(packs_with(folder, n))):
        progress(Progress("certificates", time.perf_counter() - began, done=done, total=done + n - number + 1))
        linked = run and run[-1][0] == number - 1 and cites(line)
        run = [*run, (number, line)] if linked else [(number, line)]
        if number >= n:
            return run if number == n else []
    return []
