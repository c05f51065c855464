"""Reading certificates: files, packs of them and what is sent become texts, one for each certificate, within limits.

Whatever is checked is read here, once.  Nothing here judges a certificate: the checker of its game gets its text.
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
"""How the names of certificates and packs of them end."""

MANIFEST = "manifest.json"
"""The file of a folder that says what it should hold."""

# What is beyond these is not read.
_MAX_BYTES = 1 << 25
_MAX_PACK_BYTES = 1 << 29
_MAX_PACK_LINES = 10_000
_MAX_MEMORY = 1 << 28
_MAX_DIGITS = 600
_PIECE = 1 << 16

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_HEAD = re.compile(rb'\s*\{\s*"format"\s*:\s*"perfectplay"\s*,\s*"version"\s*:\s*2\s*,\s*"game"\s*:\s*"([a-z0-9-]+)"')
"""As this program writes certificates: then nothing else has to be read."""
_PACK = ".jsonl"
"""In the name of a pack, a file with a certificate in each line; how it is compressed, its first bytes tell."""
_POSITION = re.compile(rb'"position"\s*:\s*"[a-z]+:([1-9][0-9]{0,17})"')
_CHAINED = re.compile(rb'"kind"\s*:\s*"chain"')
_OLD = re.compile("perfectplay-([a-z0-9-]+)-certificate")
"""What certificates of version 1 called their format."""


class UnreadableError(ValueError):
    """It cannot be read, for the reason given.

    ``examined`` tells whether that was found out by reading it: ``False`` for what is not a regular file, or too large.
    """

    def __init__(self, reason: str, *, examined: bool = True) -> None:
        super().__init__(reason)
        self.examined = examined


def list_certificates(folder: Path) -> list[Path]:
    """List certificates and packs in a folder, by name: all whose names have one of `ENDS` but `MANIFEST`."""
    return sorted(file for file in folder.iterdir() if file.name.endswith(ENDS) and file.name != MANIFEST)


def pack_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield N and text of each certificate in a pack, in its order; `PerfectPlayError` if the pack is damaged."""
    try:
        with lzma.open(path) as pack:
            for line in pack:
                if position := _POSITION.search(line):
                    yield int(position[1]), line.removesuffix(b"\n")
    except (OSError, lzma.LZMAError, EOFError) as error:
        raise damaged(path) from error


def best_lines(packs: Iterable[Path]) -> Iterator[tuple[int, bytes]]:
    """Yield N and text of each certificate that counts in packs, in the order of N: the one of the last pack."""
    merged = heapq.merge(*map(pack_lines, packs), key=itemgetter(0))
    for n, several in groupby(merged, itemgetter(0)):
        *_, (_, line) = several
        yield n, line


def cites(line: bytes) -> bool:
    """Return whether a certificate is a link of a chain, which cites the one before it: such a text is short."""
    return _CHAINED.search(line, 0, 2_000) is not None


def damaged(path: Path) -> PerfectPlayError:
    """Return the error that says that a file of certificates is damaged."""
    return PerfectPlayError("{path} is damaged; take the certificates from the repository again", path=quote_path(path))


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a regular file; anything else is an `UnreadableError`: a pipe might keep us waiting, a device never end."""
    _check_kind(path.stat())
    # What stands there may have been changed meanwhile: neither wait for a pipe nor read from a device.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        yield stream


def texts(path: Path, data: bytes | None = None) -> Iterator[tuple[Path, bytes]]:
    r"""Yield the name and the text of each certificate in a file, or in the ``data`` that was read from it.

    The name of the file tells whether it is a pack; so do several lines of which the first ends as a certificate does.

    Raises
    ------
    UnreadableError
        If it is not a regular file, or damaged or too large, perhaps after some of the texts: then none of them counts.

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
        # A single certificate may have several lines, too; then it does not end with the first one.
        if not first.endswith(b"}") or not rest.strip():
            yield path, text
            return
        stream = io.BytesIO(text)
    for number, line in enumerate(_lines(stream), 1):
        yield Path(f"{path}:{number}"), line


def content(stream: IO[bytes]) -> bytes:
    """Read all of a file, and unpack it if it is compressed; what is damaged or too large is an `UnreadableError`."""
    data = bytearray()
    for piece in _unpacked(stream, "the compressed file"):
        data += piece
        if len(data) > _MAX_BYTES:
            _refuse(f"the certificate is larger than {_MAX_BYTES} bytes")
    return bytes(data)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Unpack the lines of a pack, one after the other."""
    line = bytearray()
    count = total = 0
    for piece in _unpacked(stream, "the pack"):
        total += len(piece)
        if total > _MAX_PACK_BYTES:
            _refuse(f"the pack is larger than {_MAX_PACK_BYTES} bytes")
        first, *others = piece.split(b"\n")
        line += first
        for other in others:
            yield bytes(line)
            count += 1
            line[:] = other
        if len(line) > _MAX_BYTES:
            _refuse(f"line {count + 1} of the pack is larger than {_MAX_BYTES} bytes")
        if count > _MAX_PACK_LINES:
            _refuse(f"the pack has more than {_MAX_PACK_LINES} lines")
    if line:
        yield bytes(line)
    elif not count:
        _fail("the pack is empty")


def _packed_by(stream: IO[bytes]) -> bytes:
    """Tell by its first bytes, and not by its name, how a file is compressed."""
    first = stream.read(len(_XZ))
    stream.seek(0)
    return next((magic for magic in (_XZ, _GZIP) if first.startswith(magic)), b"")


def _unpacked(stream: IO[bytes], what: str) -> Iterator[bytes]:
    """Read a file in pieces, whatever compresses it."""
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
                _fail(f"{what} is damaged, or its end is missing")
            yield piece
    except (zlib.error, lzma.LZMAError) as error:
        if "limit" in str(error):
            _refuse(f"unpacking it would take more than {_MAX_MEMORY} bytes of memory")
        _fail(f"{what} is damaged")
    if unpacker.unused_data or stream.read(1):
        _fail(f"{what} goes on behind its end")


def _unpacker(packed_by: bytes) -> Any:
    if packed_by == _XZ:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_MEMORY)
    return zlib.decompressobj(wbits=31) if packed_by == _GZIP else None


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(found: os.stat_result) -> None:
    # Folders cannot be opened, and the error says so.
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        _refuse("it is not a regular file")


def _fail(reason: str) -> NoReturn:
    raise UnreadableError(reason)


def _refuse(reason: str) -> NoReturn:
    raise UnreadableError(reason, examined=False)


# -- what a text says of itself --------------------------------------------------------------------------------


def named_game(text: bytes) -> str:
    """Find the name of the game that a certificate says it is of; there need not be such a game.

    Raises
    ------
    UnreadableError
        If it does not say so.
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
        A `ValueError`: if it is damaged, or too large.

    Examples
    --------
    >>> parse_certificate(b'{"game": "taxman"}')
    {'game': 'taxman'}
    """
    text = content(io.BytesIO(data))
    # What Python makes of JSON takes more room: at most these bytes for each text, number, list and object.
    room = 40 * text.count(b'"') + 48 * text.count(b",") + 112 * text.count(b"[") + 300 * text.count(b"{")
    if room > _MAX_MEMORY:
        _refuse(f"it would take more than {_MAX_MEMORY} bytes of memory")
    # Texts may have as many digits; numbers are looked at one by one only where there may be such a long one.
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
    # Reading a number takes the square of its length.
    if len(text) >= _MAX_DIGITS:
        _refuse(f"it has a number of {_MAX_DIGITS} digits or more")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Of two fields with the same name one reader might see the first and another the last.
    found = dict(pairs)
    if len(found) != len(pairs):
        _fail("an object has the same field twice")
    return found
