"""Checking certificates of all games: which game each is of, what that game's checker says, and of what there is none.

Nothing here believes a certificate: it is read to find its game, and the checker of the game reads it again.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import re
import stat
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from perfectplay.core.errors import quote
from perfectplay.core.game import game_names, game_spec
from perfectplay.core.schema import Answer, encode

__all__ = [
    "ENDS",
    "MANIFEST",
    "Checked",
    "FailedCheck",
    "FolderChecked",
    "Refusal",
    "Report",
    "check_files",
    "check_folder",
    "expected",
    "facts",
    "list_certificates",
    "parse_certificate",
    "ranges",
    "read_certificate",
    "summary",
    "told",
]

ENDS = (".json", ".json.gz", ".json.xz", ".jsonl.xz")
"""How the names of certificates and packs of them end."""

MANIFEST = "manifest.json"
"""The file of a folder that says what it should hold."""

Run = Callable[[Callable[[Path], Any], list[Path]], Iterable[Any]]
"""``map``, or that of an executor."""

# What is beyond these is not read to find its game.
_MAX_BYTES = 1 << 25
_MAX_PACK_BYTES = 1 << 29
_MAX_MEMORY = 1 << 28
_MAX_DIGITS = 600
_PIECE = 1 << 16

_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
_HEAD = re.compile(rb'\s*\{\s*"format"\s*:\s*"perfectplay"\s*,\s*"version"\s*:\s*2\s*,\s*"game"\s*:\s*"([a-z0-9-]+)"')
"""As this program writes certificates: then nothing else has to be read."""
_PACK = ".jsonl"
"""In the name of a file with a certificate in each line; how it is compressed, its first bytes tell."""
_OLD = re.compile("perfectplay-([a-z0-9-]+)-certificate")
"""What certificates of version 1 called their format."""
_MOST_RANGES = 8
_NOT_CLAIMED = frozenset({"game", "valid", "reason", "examined"})


@dataclass(frozen=True)
class Refusal:
    """The word on what no game's checker can judge; always invalid.

    Attributes
    ----------
    reason
        Why.
    examined
        Whether it was read: ``False`` for what is not a regular file, or too large.
    """

    reason: str
    examined: bool = True
    valid: bool = False


@dataclass(frozen=True)
class Checked:
    """A certificate, and the word on it.

    Attributes
    ----------
    path
        Its file, or its pack and line.
    game
        Name of its game, or ``None`` if it names none that is here.
    verdict
        Of the game's checker, which has ``valid``, ``reason`` and ``examined`` at least; or a `Refusal`.

    Examples
    --------
    >>> Checked(Path("10.json"), None, Refusal("it is not JSON")).verdict.reason
    'it is not JSON'
    """

    path: Path
    game: str | None
    verdict: Any

    def to_dict(self) -> dict[str, Any]:
        """Return what ``perfectplay check FILE --json`` prints of it, but for what that advises to check beside."""
        told: dict[str, Any] = encode({"file": str(self.path), **facts(self)})
        return told


@dataclass(frozen=True, repr=False)
class Report:
    """The word on files, or on a folder.

    Attributes
    ----------
    checked
        All certificates; those of a chain in the order of N.
    fault
        The manifest of a folder, and what about it does not fit; ``None`` if it does, or if there is none.
    folder
        The folder, if one was checked.
    seconds
        Wall-clock time.

    Examples
    --------
    >>> Report((Checked(Path("10.json"), None, Refusal("it is not JSON")),)).valid
    False
    """

    checked: tuple[Checked, ...]
    fault: Checked | None = None
    folder: Path | None = field(default=None, compare=False)
    seconds: float = field(default=0.0, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``check FOLDER --json`` prints; of files, it prints what each of ``checked`` returns."""
        return FolderChecked.of(self).to_dict()

    def __repr__(self) -> str:
        """Sum up."""
        return f"<Report: {summary(self)}>"

    def _repr_html_(self) -> str:
        from perfectplay.core.notebook_html import MOST_ROWS, table

        # Those that do not hold come first: they must not be among what is left out.
        shown = [*self.failures, *(one for one in self.checked if one.verdict.valid)]
        hidden = [(f"… {len(shown) - MOST_ROWS:,}", None, None)] if len(shown) > MOST_ROWS else []
        rows = [(one.path, one.game, told(one)) for one in shown[:MOST_ROWS]]
        return table((*rows, *hidden), ("certificate", "game", "verdict"), summary(self))

    @property
    def valid(self) -> bool:
        """Whether there are certificates, and every one is valid."""
        return bool(self.checked) and not self.failures

    @cached_property
    def failures(self) -> tuple[Checked, ...]:
        """What is not valid, or not examined, and a manifest that does not fit."""
        return tuple(one for one in (*self.checked, *filter(None, [self.fault])) if not one.verdict.valid)

    @cached_property
    def optimal(self) -> tuple[int, ...]:
        """Every N whose score is proven optimal, ascending."""
        return self._numbers(optimal=True)

    @cached_property
    def bounded(self) -> tuple[int, ...]:
        """Every N for which a bound above the score is proven, and no more; ascending."""
        return tuple(sorted({*self._numbers(optimal=False)} - {*self.optimal}))

    @cached_property
    def holes(self) -> tuple[int, ...]:
        """Every N between the first and the last that is proven to be something for which nothing is proven."""
        known = {*self.optimal, *self.bounded}
        return tuple(n for n in range(min(known), max(known)) if n not in known) if known else ()

    def _numbers(self, *, optimal: bool) -> tuple[int, ...]:
        return tuple(
            sorted(
                {
                    one.verdict.n
                    for one in self.checked
                    # A game under way is about less than its pot.
                    if getattr(one.verdict, "n", None) is not None
                    and one.verdict.valid
                    and one.verdict.position == f"{one.game}:{one.verdict.n}"
                    and one.verdict.optimal == optimal
                }
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCheck:
    """A certificate that does not hold.

    Attributes
    ----------
    file
        Its name.
    reason
        What is wrong.
    examined
        Whether that was found out; otherwise it is beyond the checker's limits.
    """

    file: str
    reason: str
    examined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderChecked(Answer):
    """What the certificates of a folder prove, or those of some files.

    Attributes
    ----------
    folder
        As given; ``None`` if files were checked.
    valid
        Whether there are certificates and every one holds.
    checked
        How many there are.
    first, last
        The smallest and the largest N proven optimal.
    without_hole_up_to
        The last N of those from the first one on of which none is missing.
    optimal, bounded, missing
        The N that are proven optimal, those of which only a bound is proven, and those between that lack both, such as
        ``"1-40, 44"``.
    seconds
        Wall-clock time.
    failures
        Certificates that do not hold.
    """

    folder: str | None
    valid: bool
    checked: int
    first: int | None
    last: int | None
    without_hole_up_to: int | None
    optimal: str
    bounded: str
    missing: str
    seconds: float
    failures: tuple[FailedCheck, ...]

    @classmethod
    def of(cls, report: Report) -> FolderChecked:
        """Sum a report up."""
        optimal = report.optimal
        steady = [n for i, n in enumerate(optimal) if n == optimal[0] + i]
        return cls(
            folder=None if report.folder is None else str(report.folder),
            valid=report.valid,
            checked=len(report.checked),
            first=optimal[0] if optimal else None,
            last=optimal[-1] if optimal else None,
            without_hole_up_to=steady[-1] if steady else None,
            optimal=ranges(optimal),
            bounded=ranges(report.bounded),
            missing=ranges(report.holes),
            seconds=round(report.seconds, 3),
            failures=tuple(
                FailedCheck(file=one.path.name, reason=str(one.verdict.reason), examined=one.verdict.examined)
                for one in report.failures
            ),
        )


def check_files(paths: Sequence[Path], game: str | None = None) -> Report:
    """Check files: certificates and packs, of any games.  Where those of a game cite each other, they may do so.

    Parameters
    ----------
    paths
        The files.
    game
        Whose checker judges what names no game that is here; by default none does.

    Raises
    ------
    OSError
        If a file cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay.core.proofs import find
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "10.json"
    ...     _ = path.write_text(find("taxman:10").text)
    ...     check_files([path])
    <Report: 1 certificate, all valid; N = 10 is proven optimal>
    """
    began = time.perf_counter()
    checked = tuple(_checked(paths, game, lambda checker, group: checker.check_files(group)))
    return Report(checked, seconds=time.perf_counter() - began)


def check_folder(folder: Path, run: Run = map, game: str | None = None, manifest: Path | None = None) -> Report:
    """Check all that a folder holds; where the certificates of a game cite each other, as one chain.

    Parameters
    ----------
    folder
        See `list_certificates`.
    run
        Applies a function to each file, in order.
    game
        See `check_files`.
    manifest
        What the folder should hold; by default its own `MANIFEST`, if it has one.

    Raises
    ------
    OSError
        If a file or the folder cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay.core.proofs import find
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "10.json").write_text(find("taxman:10").text)
    ...     check_folder(Path(folder)).valid
    True
    """

    def together(checker: Any, group: list[Path]) -> Iterable[tuple[Path, Any]]:
        verdicts: Iterable[tuple[Path, Any]] = checker.check_folder(folder, run, group, manifest).verdicts
        return verdicts

    began = time.perf_counter()
    known = folder / MANIFEST if manifest is None else manifest
    checked = list(_checked(list_certificates(folder), game, together))
    fault = next((one for one in checked if one.path == known), None)
    kept = tuple(one for one in checked if one is not fault)
    return Report(kept, fault, folder, time.perf_counter() - began)


def list_certificates(folder: Path) -> list[Path]:
    """List certificates and packs in a folder, by name: all whose names have one of `ENDS` but `MANIFEST`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     (Path(folder) / "10.json").touch()
    ...     [path.name for path in list_certificates(Path(folder))]
    ['10.json']
    """
    return sorted(file for file in folder.iterdir() if file.name.endswith(ENDS) and file.name != MANIFEST)


def read_certificate(path: Path) -> tuple[bytes, dict[str, Any]]:
    """Read what a file says of itself, which need not be true.

    Returns
    -------
    bytes
        The text, unpacked, and without the end of a line; that of the file as it is, if it cannot be unpacked.
    dict
        The certificate; empty if it is not one.
    """
    try:
        with _opened(path) as stream:
            text = _content(stream).removesuffix(b"\n")
    except _RefusedError:
        return path.read_bytes(), {}
    try:
        said = _parse(text)
    except _RefusedError:
        return text, {}
    return text, said if isinstance(said, dict) else {}


def parse_certificate(data: bytes) -> Any:
    """Read JSON that may be compressed, within the limits for certificates.

    Raises
    ------
    ValueError
        If it is damaged, or too large.

    Examples
    --------
    >>> parse_certificate(b'{"game": "taxman"}')
    {'game': 'taxman'}
    """
    try:
        return _parse(_content(io.BytesIO(data)))
    except _RefusedError as reason:
        raise ValueError(str(reason)) from reason


def facts(checked: Checked) -> dict[str, Any]:
    """Return what a verdict says, for JSON: its fields, and the game.

    Examples
    --------
    >>> facts(Checked(Path("10.json"), None, Refusal("it is not JSON")))
    {'game': None, 'reason': 'it is not JSON', 'examined': True, 'valid': False}
    """
    verdict = checked.verdict
    names = [field.name for field in fields(verdict)] if is_dataclass(verdict) else ["valid", "reason", "examined"]
    return {"game": checked.game} | {name: getattr(verdict, name) for name in names}


def told(checked: Checked) -> str:
    """Say in a line what a verdict says.

    Examples
    --------
    >>> told(Checked(Path("10.json"), None, Refusal("it is not JSON")))
    'NOT valid: it is not JSON'
    """
    verdict = checked.verdict
    line: str | None = getattr(verdict, "summary", None)
    if line is not None:
        return line
    if not verdict.valid:
        return f"{'NOT valid' if verdict.examined else 'not examined'}: {verdict.reason}"
    claim = {name: value for name, value in facts(checked).items() if value is not None and name not in _NOT_CLAIMED}
    return f"valid: {', '.join(f'{name} {value}' for name, value in claim.items())}"


def _checked(
    paths: Sequence[Path], default: str | None, together: Callable[[Any, list[Path]], Iterable[tuple[Path, Any]]]
) -> Iterator[Checked]:
    """Check files, those of a game together if its checker links them."""
    groups: dict[str, list[Path]] = {}
    refused = []
    for path in paths:
        try:
            game = _game_of(path)
        except _RefusedError as reason:
            if default is None:
                refused.append(Checked(path, None, Refusal(str(reason), reason.examined)))
                continue
            game = default
        groups.setdefault(game, []).append(path)
    for game, group in groups.items():
        checker = game_spec(game).part("check")
        if hasattr(checker, "check_folder"):
            yield from (Checked(path, game, verdict) for path, verdict in together(checker, group))
        else:
            for path in group:
                yield from (Checked(name, game, verdict) for name, verdict in _judged(path, game, checker))
    yield from refused


def _judged(path: Path, game: str, checker: Any) -> Iterator[tuple[Path, Any]]:
    """Let a checker judge a file, or each line of a pack."""
    if checker is None:
        yield path, Refusal(f"the game {quote(game)} has no checker")
        return
    is_pack = _PACK in path.name
    if hasattr(checker, "check_file") and not is_pack:
        yield path, checker.check_file(path)
        return
    judge = getattr(checker, "check_certificate", checker)
    try:
        with _opened(path) as stream:
            # All of them first: where the end of a pack is damaged, nothing in it counts.
            words = [_word(judge, text) for text in (_lines(stream) if is_pack else [_content(stream)])]
        yield from ((Path(f"{path}:{number}") if is_pack else path, word) for number, word in enumerate(words, 1))
    except _RefusedError as reason:
        yield path, Refusal(str(reason), reason.examined)


def _word(judge: Callable[[object], Any], data: bytes) -> Any:
    try:
        return judge(_parse(data))
    except _RefusedError as reason:
        return Refusal(str(reason), reason.examined)
    except Exception as error:  # noqa: BLE001  # whatever another package's checker does, the other certificates are checked
        return Refusal(f"its checker failed: {type(error).__name__}: {error}", examined=False)


# -- reading ---------------------------------------------------------------------------------------------------


class _RefusedError(Exception):
    """It cannot be judged, for the reason given."""

    def __init__(self, reason: str, *, examined: bool = True) -> None:
        super().__init__(reason)
        self.examined = examined


def _game_of(path: Path) -> str:
    """Find the game of a certificate, or of the first one of a pack."""
    with _opened(path) as stream:
        data = next(_lines(stream), b"") if _PACK in path.name else _content(stream)
    head = _HEAD.match(data[:_PIECE])
    game = head[1].decode() if head else _named_game(_parse(data))
    if game not in game_names():
        reason = f"there is no game {quote(game)} here; the games are {', '.join(game_names())}"
        raise _RefusedError(reason)
    return game


def _named_game(certificate: object) -> str:
    if not isinstance(certificate, dict):
        reason = "it is not a JSON object"
        raise _RefusedError(reason)
    old = _OLD.fullmatch(str(certificate.get("format", "")))
    game = certificate.get("game", old and old[1])
    if not isinstance(game, str):
        reason = "it does not say of which game it is: it lacks 'game'" if game is None else "its game is not a text"
        raise _RefusedError(reason)
    return game


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a regular file: a pipe might keep us waiting, and a device never end."""
    _check_kind(path.stat())
    # What stands there may have been changed meanwhile: neither wait for a pipe nor read from a device.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        yield stream


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(found: os.stat_result) -> None:
    # Folders cannot be opened, and the error says so.
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        reason = "it is not a regular file"
        raise _RefusedError(reason, examined=False)


def _content(stream: IO[bytes]) -> bytes:
    """Read a file, and unpack it if it is compressed."""
    data = bytearray()
    for piece in _unpacked(stream):
        data += piece
        if len(data) > _MAX_BYTES:
            reason = f"it is larger than {_MAX_BYTES} bytes"
            raise _RefusedError(reason, examined=False)
    return bytes(data)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Unpack the lines of a pack, one after the other."""
    line = bytearray()
    total = 0
    for piece in _unpacked(stream):
        *whole, rest = piece.split(b"\n")
        for end in whole:
            yield bytes(line + end)
            line.clear()
        line += rest
        total += len(piece)
        if len(line) > _MAX_BYTES or total > _MAX_PACK_BYTES:
            reason = f"the pack is larger than {_MAX_PACK_BYTES} bytes, or a line of it than {_MAX_BYTES}"
            raise _RefusedError(reason, examined=False)
    if line:
        yield bytes(line)


def _unpacked(stream: IO[bytes]) -> Iterator[bytes]:
    """Read a file in pieces; its first bytes tell how it is compressed."""
    first = stream.read(len(_XZ))
    stream.seek(0)
    if first != _XZ and not first.startswith(_GZIP):
        yield from iter(lambda: stream.read(_PIECE), b"")
        return
    xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_MEMORY) if first == _XZ else None
    gzip = zlib.decompressobj(wbits=31)
    unpacker = xz or gzip
    try:
        while not unpacker.eof:
            left = b"" if xz is not None else gzip.unconsumed_tail
            packed = left or (stream.read(_PIECE) if xz is None or xz.needs_input else b"")
            piece = unpacker.decompress(packed, _PIECE)
            if not packed and not piece and not unpacker.eof:
                reason = "the compressed file is damaged, or its end is missing"
                raise _RefusedError(reason)
            yield piece
    except (zlib.error, lzma.LZMAError) as error:
        reason = "the compressed file is damaged"
        raise _RefusedError(reason) from error


def _parse(data: bytes) -> object:
    # What Python makes of JSON takes more room: at most these bytes for each text, number, list and object.
    room = 40 * data.count(b'"') + 48 * data.count(b",") + 112 * data.count(b"[") + 300 * data.count(b"{")
    if room > _MAX_MEMORY:
        reason = f"it would take more than {_MAX_MEMORY} bytes of memory"
        raise _RefusedError(reason, examined=False)
    # Texts may have as many digits; numbers are looked at one by one only where there may be such a long one.
    read = _integer if re.search(rb"[0-9]{%d}" % _MAX_DIGITS, data) else None
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_int=read)
    except (RecursionError, MemoryError) as error:
        reason = "it is nested too deeply, or too large for the memory of this machine"
        raise _RefusedError(reason, examined=False) from error
    except ValueError as error:
        reason = "the file is not JSON"
        raise _RefusedError(reason) from error


def _integer(text: str) -> int:
    # Reading a number takes the square of its length.
    if len(text) >= _MAX_DIGITS:
        reason = f"it has a number of {_MAX_DIGITS} digits or more"
        raise _RefusedError(reason, examined=False)
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Of two fields with the same name one reader might see the first and another the last.
    found = dict(pairs)
    if len(found) != len(pairs):
        reason = "an object has the same field twice"
        raise _RefusedError(reason)
    return found


# -- what all of it proves -------------------------------------------------------------------------------------


def ranges(numbers: Sequence[int], most: int | None = None) -> str:
    """Write ascending numbers in short.

    Parameters
    ----------
    numbers
        The numbers, each of them once.
    most
        How many ranges are written out at most; how many numbers are left out is said.

    Examples
    --------
    >>> ranges([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    >>> ranges([1, 2, 3, 7, 9, 10], most=2)
    '1-3, 7 and 2 more'
    """
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    shown = ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in runs[:most])
    left = sum(b - a + 1 for a, b in runs[most:]) if most is not None else 0
    return f"{shown} and {left} more" if left else shown


def summary(report: Report) -> str:
    """Say in a line what was checked, and which N are proven and which are not.

    Examples
    --------
    >>> summary(Report((Checked(Path("10.json"), None, Refusal("it is not JSON")),)))
    '1 certificate, 1 NOT valid'
    """
    count = len(report.checked)
    failures = [one for one in report.checked if not one.verdict.valid]
    unexamined = sum(not one.verdict.examined for one in failures)
    invalid = len(failures) - unexamined
    grades = [f"{invalid} NOT valid"] * (invalid > 0) + [f"{unexamined} not examined"] * (unexamined > 0)
    whole = "all valid" if not report.holes else "each valid, but not without a hole"
    counted = f"{count} certificate{'s' if count != 1 else ''}, {', '.join(grades) or whole}"
    misfit = ["the manifest does not fit"] if report.fault else []
    return "; ".join([counted, *misfit, *_covered(report)])


def _covered(report: Report) -> Iterator[str]:
    optimal, bounded, holes = report.optimal, report.bounded, report.holes
    if optimal and len(optimal) == optimal[-1] - optimal[0] + 1:
        both = f"every N from {optimal[0]} to {optimal[-1]}"
        yield f"{both if len(optimal) > 1 else f'N = {optimal[0]}'} is proven optimal"
    elif optimal:
        yield f"N = {ranges(optimal, _MOST_RANGES)} are proven optimal"
    elif any(hasattr(one.verdict, "n") for one in report.checked):
        yield "no N is proven optimal"
    if bounded:
        yield f"N = {ranges(bounded, _MOST_RANGES)} ha{'ve' if len(bounded) > 1 else 's'} a bound only"
    if holes:
        yield f"N = {ranges(holes, _MOST_RANGES)} {'are' if len(holes) > 1 else 'is'} missing"


def expected(report: Report, first: int, last: int) -> str:
    """Say what keeps a range of N from being proven optimal; nothing if all of it is.

    Examples
    --------
    >>> expected(Report(()), 2, 5)
    'N = 2-5 are missing'
    """
    wanted = range(first, last + 1)
    bounded = [n for n in report.bounded if n in wanted]
    known = {*report.optimal, *bounded}
    missing = [n for n in wanted if n not in known]
    parts = [f"N = {ranges(missing, _MOST_RANGES)} {'are' if len(missing) > 1 else 'is'} missing"] * bool(missing)
    if bounded:
        parts.append(f"N = {ranges(bounded, _MOST_RANGES)} ha{'ve' if len(bounded) > 1 else 's'} a bound only")
    return "; ".join(parts)
