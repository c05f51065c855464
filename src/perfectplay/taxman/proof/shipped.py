"""The certificates of pots {1..N} that are at hand: those of the repository, or the small ones of the package."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.proof.certificates import MANIFEST
from perfectplay.core.proof.proofs import certificates_folder
from perfectplay.taxman.proof.write import damaged, is_chained, pack_lines, pack_with

__all__ = ["listed", "shipped"]

_CHAINED = re.compile(rb'"kind"\s*:\s*"chain"')
_HEAD = 2_000
"""Bytes of a certificate within which its kind stands: a chained one is short."""


def listed(n: int) -> str:
    """Look up the SHA-256 that the manifest has for an N; empty if there is none."""
    folder = certificates_folder()
    if folder is None:
        return ""
    try:
        rows = json.loads((folder / MANIFEST).read_bytes())["certificates"]
        return next((str(row[3]) for row in rows if row[0] == n), "")
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise damaged(folder / MANIFEST) from error


def shipped(n: int, progress: ProgressCallback = ignore_progress) -> list[str]:
    """Read the certificate of {1..n}, and before it those that it cites; nothing if it is not at hand.

    A tenth of a second, and two where the pack is large.  `PerfectPlayError` if a file of certificates is damaged.

    >>> len(shipped(10**9))
    0
    """
    folder = certificates_folder()
    pack = None if folder is None else pack_with(folder, n)
    if pack is None:
        return []
    path, numbers = pack
    run = _run(path, n, n - numbers[0] + 1, progress)
    if not run:
        return []
    try:
        first = json.loads(run[0])
        cited = int(first["position"].partition(":")[2]) - 1
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise damaged(path) from error
    # It may go on in the pack before.
    return [*(shipped(cited, progress) if is_chained(first) and cited > 1 else []), *run]


def _run(path: Path, n: int, total: int, progress: ProgressCallback) -> list[str]:
    """Read the certificate of an N from a pack, and before it the links of its chain, as far as they are there."""
    wanted = re.compile(rb'"position"\s*:\s*"taxman:%d"' % n)
    began = time.perf_counter()
    run: list[bytes] = []
    for done, line in enumerate(pack_lines(path)):
        progress(Progress("certificates", time.perf_counter() - began, done=done, total=total))
        head = line[:_HEAD]
        run = [*run, line] if _CHAINED.search(head) else [line]
        if wanted.search(head):
            return [text.decode() for text in run]
    return []
