"""Read certificates within limits: files, packs and uploads become texts, one per certificate.

This module reads everything that is checked, once, and judges nothing: it passes each text to its game's checker.
"""

from __future__ import annotations

import heapq
import io
import json
import lzma
import os
import re
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, NoReturn

from perfectplay.core.errors import PerfectPlayError, quote_path

ENDS = (".json", ".json.gz", ".json.xz", ".jsonl.xz")
"""Endings of the names of certificates and packs."""

MANIFEST = "manifest.json"
"""Name of the file that lists what its folder should hold."""

# Limits beyond which files are refused; files are unpacked in pieces of _PIECE bytes.
_MAX_BYTES = 1 << 25
_MAX_PACK_BYTES = 1 << 29
_MAX_PACK_LINES = 10_000
_MAX_MEMORY = 1 << 28
_MAX_DIGITS = 600
_PIECE = 1 << 16

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_HEAD = re.compile(rb'\s*\{\s*"format"\s*:\s*"perfectplay"\s*,\s*"version"\s*:\s*2\s*,\s*"game"\s*:\s*"([a-z0-9-]+)"')
"""The beginning of this program's certificates, which names the game, so that the rest need not be parsed."""
_PACK = ".jsonl"
"""Part of a pack's file name. A pack has a certificate in each line; its first bytes show how it is compressed."""
_POSITION = re.compile(rb'"position"\s*:\s*"[a-z]+:([1-9][0-9]{0,17})"')
_CHAINED = re.compile(rb'"kind"\s*:\s*"chain"')
_OLD = re.compile("perfectplay-([a-z0-9-]+)-certificate")
"""The ``format`` of certificates of version 1."""


class UnreadableError(ValueError):
    """A certificate cannot be read, for the reason given.

    ``examined`` is ``False`` if it was not even read, because it is not a regular file or is too large.
    """

    def __init__(self, reason: str, *, examined: bool = True) -> None:
        super().__init__(reason)
        self.examined = examined


def list_certificates(folder: Path) -> list[Path]:
    """List the certificates and packs of a folder by name: files with one of `ENDS`, except `MANIFEST`."""
    return sorted(file for file in folder.iterdir() if file.name.endswith(ENDS) and file.name != MANIFEST)


def pack_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the N and the text of each certificate in a pack; raise `PerfectPlayError` if the pack is damaged."""
    try:
        with lzma.open(path) as pack:
            for line in pack:
                if position := _POSITION.search(line):
                    yield int(position[1]), line.removesuffix(b"\n")
    except (OSError, lzma.LZMAError, EOFError) as error:
        raise damaged(path) from error


def best_lines(packs: Iterable[Path]) -> Iterator[tuple[int, bytes]]:
    """Yield each N, ascending, with the text of its certificate; if several packs have one, the last pack wins."""
    merged = heapq.merge(*map(pack_lines, packs), key=itemgetter(0))
    for n, several in groupby(merged, itemgetter(0)):
        *_, (_, line) = several
        yield n, line


def cites(line: bytes) -> bool:
    """Return whether a certificate cites its predecessor in a chain; its kind is given near its beginning."""
    return _CHAINED.search(line, 0, 2_000) is not None


def damaged(path: Path) -> PerfectPlayError:
    """Return the error for a damaged file of certificates."""
    return PerfectPlayError("{path} is damaged; take the certificates from the repository again", path=quote_path(path))


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a regular file; raise `UnreadableError` for others, because a pipe may block and a device may never end."""
    _check_kind(path.stat())
    # The file may have been replaced since the last check, so open it without blocking and check its type again.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        yield stream


def texts(path: Path, data: bytes | None = None) -> Iterator[tuple[Path, bytes]]:
    r"""Yield the name and the text of each certificate in a file, or in the ``data`` that was read from it.

    A file is a pack if its name says so, or if it has several lines and the first ends like a certificate.

    Raises
    ------
    UnreadableError
        If it is not a regular file, or damaged or too large. If this happens after some texts, ignore them, too.

    Examples
    --------
    >>> list(texts(Path("all.jsonl.xz"), b'{"n": 1}\n{"n": 2}\n'))
    [(PosixPath('all.jsonl.xz:1'), b'{"n": 1}'), (PosixPath('all.jsonl.xz:2'), b'{"n": 2}')]
    """
    with opened(path) if data is None else io.BytesIO(data) as stream:
        yield from _texts(path, stream)


def _texts(path: Path, stream: IO[bytes]) -> Iterator[tuple[Path, bytes]]:
    if _PACK not in path.name:
        text = content(stream)
        first, _, rest = text.partition(b"\n")
        # A single certificate may also have several lines, but then its first line does not end with "}".
        if not first.endswith(b"}") or not rest.strip():
            yield path, text
            return
        stream = io.BytesIO(text)
    for number, line in enumerate(_lines(stream), 1):
        yield Path(f"{path}:{number}"), line


def content(stream: IO[bytes]) -> bytes:
    """Read a whole file and unpack it if it is compressed; raise `UnreadableError` if it is damaged or too large."""
    data = bytearray()
    for piece in _unpacked(stream, "the compressed file"):
        data += piece
        if len(data) > _MAX_BYTES:
            _refuse(f"the certificate is larger than {_MAX_BYTES} bytes")
    return bytes(data)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the unpacked lines of a pack, one after the other."""
    line = bytearray()
    count = total = 0
    for piece in _unpacked(stream, "the pack"):
        total += len(piece)
        if total > _MAX_PACK_BYTES:
            _refuse(f"the pack is larger than {_MAX_PACK_BYTES} bytes")
        first, *others = piece.split(b"\n")
        line += first
        for rest in others:
            yield bytes(line)
            count += 1
            line[:] = rest
        if len(line) > _MAX_BYTES:
            _refuse(f"line {count + 1} of the pack is larger than {_MAX_BYTES} bytes")
        if count > _MAX_PACK_LINES:
            _refuse(f"the pack has more than {_MAX_PACK_LINES} lines")
    if line:
        yield bytes(line)
    elif not count:
        _fail("the pack is empty")


def _packed_by(stream: IO[bytes]) -> bytes:
    """Return the magic bytes of a file's compression, empty if there is none; the file's name does not matter."""
    first = stream.read(len(_XZ))
    stream.seek(0)
    return next((magic for magic in (_XZ, _GZIP) if first.startswith(magic)), b"")


def _unpacked(stream: IO[bytes], label: str) -> Iterator[bytes]:
    """Yield the pieces of a file, unpacked if it is compressed."""
    unpacker = _unpacker(_packed_by(stream))
    if unpacker is None:
        yield from iter(lambda: stream.read(_PIECE), b"")
        return
    left = b""
    try:
        while not unpacker.eof:
            packed = left or (stream.read(_PIECE) if getattr(unpacker, "needs_input", True) else b"")
            piece = unpacker.decompress(packed, _PIECE)
            left = getattr(unpacker, "unconsumed_tail", b"")
            if not packed and not piece and not unpacker.eof:
                _fail(f"{label} is damaged, or its end is missing")
            yield piece
    except (zlib.error, lzma.LZMAError) as error:
        if "limit" in str(error):
            _refuse(f"unpacking it would take more than {_MAX_MEMORY} bytes of memory")
        _fail(f"{label} is damaged")
    if unpacker.unused_data or stream.read(1):
        _fail(f"{label} goes on behind its end")


def _unpacker(packed_by: bytes) -> Any:
    if packed_by == _XZ:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_MEMORY)
    return zlib.decompressobj(wbits=31) if packed_by == _GZIP else None


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(status: os.stat_result) -> None:
    # Let folders pass: opening one fails with an error that says that it is a folder.
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        _refuse("it is not a regular file")


def _fail(reason: str) -> NoReturn:
    raise UnreadableError(reason)


def _refuse(reason: str) -> NoReturn:
    raise UnreadableError(reason, examined=False)


# -- the game that a certificate names -------------------------------------------------------------------------


def named_game(text: bytes) -> str:
    """Return the name of the game that a certificate states; the game need not exist.

    Raises
    ------
    UnreadableError
        If the certificate does not name a game.
    """
    head = _HEAD.match(text[:_PIECE])
    if head:
        return head[1].decode()
    certificate = parse_certificate(text)
    if not isinstance(certificate, dict):
        _fail("it is not a JSON object")
    old = _OLD.fullmatch(str(certificate.get("format", "")))
    game = certificate.get("game", old and old[1])
    if not isinstance(game, str):
        _fail("it does not say of which game it is: it lacks 'game'" if game is None else "its game is not a text")
    return game


def parse_certificate(data: bytes) -> Any:
    """Read JSON that may be compressed, within the limits for certificates.

    Raises
    ------
    UnreadableError
        If the JSON is damaged or too large; the error is also a `ValueError`.

    Examples
    --------
    >>> parse_certificate(b'{"game": "taxman"}')
    {'game': 'taxman'}
    """
    text = content(io.BytesIO(data))
    # Parsed JSON takes more memory than its text: at most this many bytes for each text, number, list and object.
    room = 40 * text.count(b'"') + 48 * text.count(b",") + 112 * text.count(b"[") + 300 * text.count(b"{")
    if room > _MAX_MEMORY:
        _refuse(f"it would take more than {_MAX_MEMORY} bytes of memory")
    # Inspect numbers one by one only if the text has a run of _MAX_DIGITS digits, which may also be in a string.
    read = _integer if re.search(rb"(?<![0-9])[0-9]{%d}" % _MAX_DIGITS, text) else None
    try:
        return json.loads(text.decode("utf-8"), object_pairs_hook=_object, parse_int=read)
    except (RecursionError, MemoryError):
        _refuse("it is nested too deeply, or too large for the memory of this machine")
    except UnreadableError:
        raise
    except ValueError:
        _fail("the file is not JSON")


def _integer(text: str) -> int:
    # Parsing a number takes time that grows with the square of its length.
    if len(text) >= _MAX_DIGITS:
        _refuse(f"it has a number of {_MAX_DIGITS} digits or more")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Refuse repeated fields: one reader could see the first, another the last.
    members = dict(pairs)
    if len(members) != len(pairs):
        _fail("an object has the same field twice")
    return members
