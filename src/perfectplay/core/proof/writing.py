"""Write certificates, in the same way for all games."""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.running.files import write_file

__all__ = ["compact", "write_certificate"]


def write_certificate(
    path: str | Path,
    certificate: Mapping[str, Any],
    cited: Iterable[Mapping[str, Any]] = (),
    *,
    check: Callable[[bytes], Any] | None = None,
    progress: ProgressCallback = ignore_progress,
) -> None:
    r"""Write a certificate, compressed if the name ends in ``.gz`` or ``.xz``; whole or not at all.

    The certificates that it cites come before it, one in each line.  Raises `LimitExceededError` if ``check``, the
    ``check_bytes`` of a checker, does not accept it, and `PerfectPlayError` if the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_certificate(Path(folder) / "10.json", {"game": "taxman"})
    ...     (Path(folder) / "10.json").read_text()
    '{"game":"taxman"}\n'
    """
    data = "".join(f"{compact(text)}\n" for text in (*cited, certificate)).encode()
    if check is not None:
        began = time.perf_counter()
        progress(Progress("checking the proof", 0.0))
        reason = check(data).reason
        if reason:
            raise LimitExceededError("the proof is too large for the checker: {reason}", reason=reason)
        progress(Progress("writing the proof", time.perf_counter() - began))
    # `write_file` compresses files named .gz itself.
    write_file(path, lzma.compress(data) if Path(path).suffix == ".xz" else data)


def compact(certificate: Mapping[str, Any]) -> str:
    """Write a certificate as JSON without spaces, in one line.

    >>> compact({"game": "taxman"})
    '{"game":"taxman"}'
    """
    return json.dumps(certificate, separators=(",", ":"))
