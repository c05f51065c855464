"""Check certificates of all games, and sum up what they prove.

The text of a certificate names its game, whose checker then gets the text.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from perfectplay.core.errors import quote, quote_path
from perfectplay.core.game import game_names, game_spec
from perfectplay.core.proof.reading import (
    ENDS,
    MANIFEST,
    UnreadableError,
    content,
    list_certificates,
    named_game,
    opened,
    parse_certificate,
    texts,
)
from perfectplay.core.schema import Answer, encode

__all__ = [
    "ENDS",
    "MANIFEST",
    "CheckedCertificate",
    "FailedCheck",
    "FolderReport",
    "Refusal",
    "Report",
    "check_files",
    "check_folder",
    "check_texts",
    "list_certificates",
    "parse_certificate",
    "ranges",
    "summary",
    "unproven",
    "verdict_fields",
    "verdict_line",
]

Run = Callable[[Callable[[Path], Any], list[Path]], Iterable[Any]]
"""A function like `map`, for example an executor's method ``map``."""

_MOST_RANGES = 8
_NOT_CLAIMED = frozenset({"game", "valid", "reason", "examined"})


@dataclass(frozen=True)
class Refusal:
    """The verdict on a certificate that no game's checker can judge; always invalid.

    Attributes
    ----------
    reason
        Why it cannot be judged.
    examined
        Whether the file was read: ``False`` if it is not a regular file or is too large.
    """

    reason: str
    examined: bool = True

    @property
    def valid(self) -> bool:
        """Return False."""
        return False


@dataclass(frozen=True)
class CheckedCertificate:
    """A certificate and its verdict.

    Attributes
    ----------
    path
        The file of the certificate, or its pack and line.
    game
        Name of its game; ``None`` if it names no known game.
    verdict
        The checker's verdict, which has at least ``valid``, ``reason`` and ``examined``; or a `Refusal`.

    Examples
    --------
    >>> CheckedCertificate(Path("10.json"), None, Refusal("it is not JSON")).verdict.reason
    'it is not JSON'
    """

    path: Path
    game: str | None
    verdict: Any

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``perfectplay check FILE --json`` prints for this certificate."""
        row: dict[str, Any] = encode({"file": str(self.path), **verdict_fields(self)})
        return row


@dataclass(frozen=True, repr=False)
class Report:
    """The verdicts on the certificates of some files or of a folder.

    Attributes
    ----------
    checked
        All certificates; links of a chain are in the order of N.
    fault
        The mismatch between a folder and its manifest; ``None`` if they match or there is no manifest.
    folder
        The folder, if one was checked.
    seconds
        Wall-clock time.

    Examples
    --------
    >>> report = Report((CheckedCertificate(Path("10.json"), None, Refusal("it is not JSON")),))
    >>> report.valid, len(report.failures), report.optimal, report.bounded, report.holes
    (False, 1, (), (), ())
    """

    checked: tuple[CheckedCertificate, ...]
    fault: CheckedCertificate | None = None
    folder: Path | None = field(default=None, compare=False)
    seconds: float = field(default=0.0, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``perfectplay check FOLDER --json`` prints."""
        return FolderReport.of(self).to_dict()

    def __repr__(self) -> str:
        """Sum up the report, with the first failure."""
        shown = "".join(f"; {quote_path(failure.path.name)}: {verdict_line(failure)}" for failure in self.failures[:1])
        return f"<Report: {summary(self)}{shown}>"

    def _repr_html_(self) -> str:
        from perfectplay.core.notebook import MOST_ROWS, table

        # List failures first, so that they are never among the rows that are cut off.
        shown = [*self.failures, *(checked for checked in self.checked if checked.verdict.valid)]
        hidden = [(f"… {len(shown) - MOST_ROWS:,}", None, None)] if len(shown) > MOST_ROWS else []
        rows = [(checked.path, checked.game, verdict_line(checked)) for checked in shown[:MOST_ROWS]]
        return table((*rows, *hidden), ("certificate", "game", "verdict"), summary(self))

    @property
    def valid(self) -> bool:
        """Return whether there are certificates and all are valid."""
        return bool(self.checked) and not self.failures

    @cached_property
    def failures(self) -> tuple[CheckedCertificate, ...]:
        """Certificates that are invalid or not examined, and a manifest that does not match."""
        return tuple(checked for checked in (*self.checked, *filter(None, [self.fault])) if not checked.verdict.valid)

    @cached_property
    def optimal(self) -> tuple[int, ...]:
        """Every N whose score is proven optimal, ascending."""
        return self._numbers(optimal=True)

    @cached_property
    def bounded(self) -> tuple[int, ...]:
        """Every N for which only an upper bound is proven."""
        return tuple(sorted({*self._numbers(optimal=False)} - {*self.optimal}))

    @cached_property
    def holes(self) -> tuple[int, ...]:
        """Every N for which nothing is proven, between the smallest and the largest N with a proof."""
        known = {*self.optimal, *self.bounded}
        return tuple(n for n in range(min(known), max(known)) if n not in known) if known else ()

    def _numbers(self, *, optimal: bool) -> tuple[int, ...]:
        return tuple(
            sorted(
                {
                    checked.verdict.n
                    for checked in self.checked
                    # Skip games in progress: their certificates prove nothing about the whole pot.
                    if getattr(checked.verdict, "n", None) is not None
                    and checked.verdict.valid
                    and checked.verdict.position == f"{checked.game}:{checked.verdict.n}"
                    and checked.verdict.optimal == optimal
                }
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCheck:
    """A certificate that failed its check.

    Attributes
    ----------
    file
        Name of its file.
    reason
        What is wrong.
    examined
        Whether the checker read it; ``False`` if it exceeds the checker's limits.
    """

    file: str
    reason: str
    examined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderReport(Answer):
    """The verdict on the certificates of a folder or of some files.

    Attributes
    ----------
    folder
        The folder as given; ``None`` if files were checked.
    valid
        Whether there are certificates and every one is valid.
    checked
        Number of certificates.
    first, last
        The smallest and the largest N proven optimal.
    without_hole_up_to
        The largest N such that no number from ``first`` to it is missing.
    optimal, bounded, missing
        The N proven optimal, the N with only a bound, and the N in between with neither, as text: ``"1-40, 44"``.
    seconds
        Wall-clock time.
    failures
        Certificates that failed.
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
    def of(cls, report: Report) -> FolderReport:
        """Sum up a report."""
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
                FailedCheck(
                    file=failure.path.name, reason=str(failure.verdict.reason), examined=failure.verdict.examined
                )
                for failure in report.failures
            ),
        )


def check_files(paths: Sequence[Path]) -> Report:
    """Check files with certificates or packs of any games; the certificates may cite each other.

    Raises `OSError` if a file cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay.core.proof.proofs import find
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "10.json"
    ...     _ = path.write_text(find("taxman:10").text)
    ...     check_files([path])
    <Report: 1 certificate, all valid; N = 10 is proven optimal>
    """
    began = time.perf_counter()
    certificates = [certificate for path in paths for certificate in _check_file(path)]
    return Report(tuple(_linked(certificates, chain=False)), seconds=time.perf_counter() - began)


def check_folder(folder: Path, run: Run = map, manifest: Path | None = None) -> Report:
    """Check all certificates of a folder; those that cite each other are checked as one chain.

    Parameters
    ----------
    folder
        See `list_certificates`.
    run
        Applies a function to each file, in order.
    manifest
        A file that lists what the folder should hold; by default the folder's `MANIFEST`, if it has one.

    Raises
    ------
    OSError
        If a file or the folder cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay.core.proof.proofs import find
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "10.json").write_text(find("taxman:10").text)
    ...     check_folder(Path(folder)).valid
    True
    """
    began = time.perf_counter()
    certificates = [certificate for several in run(_check_file, list_certificates(folder)) for certificate in several]
    known = folder / MANIFEST if manifest is None else manifest
    checked = list(_linked(certificates, chain=True, manifest=known if known is manifest or known.exists() else None))
    fault = next((certificate for certificate in checked if certificate.path == known), None)
    kept = tuple(certificate for certificate in checked if certificate is not fault)
    return Report(kept, fault, folder, time.perf_counter() - began)


def check_texts(given: Iterable[tuple[Path, bytes]]) -> Report:
    """Check certificates that have already been read, in the same way as the certificates of a folder.

    Parameters
    ----------
    given
        Name and text of each certificate.

    Examples
    --------
    >>> from perfectplay.core.proof.proofs import find
    >>> check_texts([(Path("10.json"), find("taxman:10").text.encode())])
    <Report: 1 certificate, all valid; N = 10 is proven optimal>
    """
    began = time.perf_counter()
    certificates = [certificate for name, text in given for certificate in _check_each(name, [(name, text)])]
    return Report(tuple(_linked(certificates, chain=len(certificates) > 1)), seconds=time.perf_counter() - began)


def verdict_fields(checked: CheckedCertificate) -> dict[str, Any]:
    """Return the fields of a verdict, and its game, for JSON.

    Examples
    --------
    >>> verdict_fields(CheckedCertificate(Path("10.json"), None, Refusal("it is not JSON")))
    {'game': None, 'reason': 'it is not JSON', 'examined': True, 'valid': False}
    """
    verdict = checked.verdict
    own = [field.name for field in fields(verdict)] if is_dataclass(verdict) else []
    return {"game": checked.game} | {name: getattr(verdict, name) for name in (*own, "valid", "reason", "examined")}


def verdict_line(checked: CheckedCertificate) -> str:
    """Describe a verdict in one line.

    Examples
    --------
    >>> verdict_line(CheckedCertificate(Path("10.json"), None, Refusal("it is not JSON")))
    'NOT valid: it is not JSON'
    """
    verdict = checked.verdict
    line: str | None = getattr(verdict, "summary", None)
    if line is not None:
        return line
    if not verdict.valid:
        return f"{'NOT valid' if verdict.examined else 'not examined'}: {verdict.reason}"
    claim = {
        name: value for name, value in verdict_fields(checked).items() if value is not None and name not in _NOT_CLAIMED
    }
    return f"valid: {', '.join(f'{name} {value}' for name, value in claim.items())}"


@dataclass(frozen=True, slots=True)
class _Found:
    """A certificate that was checked alone; a link keeps its text, because it is checked again with its chain."""

    checked: CheckedCertificate
    digest: str = ""
    link: bytes = b""


def _check_file(path: Path) -> list[_Found]:
    """Check each certificate of a file by itself."""
    return _check_each(path, texts(path))


def _check_each(path: Path, given: Iterable[tuple[Path, bytes]]) -> list[_Found]:
    """Check the certificates of one file; if the file cannot be read to its end, none of them counts."""
    game, certificates = None, list[_Found]()
    try:
        for name, text in given:
            # A pack has certificates of one game, which its first certificate names.
            game = _game_of(text) if game is None else game
            certificates.append(_judged(name, text, game))
    except UnreadableError as reason:
        return [_Found(_refused(path, game, reason))]
    return certificates


def _game_of(text: bytes) -> str:
    game = named_game(text)
    if game not in game_names():
        raise UnreadableError(f"there is no game {quote(game)} here; the games are {', '.join(game_names())}")
    return game


def _judged(name: Path, text: bytes, game: str) -> _Found:
    checker = _part(game)
    digest = sha256(text.removesuffix(b"\n")).hexdigest()
    if checker is None:
        return _Found(CheckedCertificate(name, game, Refusal(f"the game {quote(game)} has no checker")), digest)
    try:
        verdict = checker.check_bytes(text) if hasattr(checker, "check_bytes") else checker(parse_certificate(text))
    except UnreadableError as reason:
        return _Found(_refused(name, game, reason), digest)
    except Exception as error:  # noqa: BLE001  # other packages' checkers may raise anything
        failure = UnreadableError(f"its checker failed: {type(error).__name__}: {error}", examined=False)
        return _Found(_refused(name, game, failure), digest)
    return _Found(
        CheckedCertificate(name, game, verdict), digest, b"" if getattr(verdict, "cites", None) is None else text
    )


def _refused(path: Path, game: str | None, reason: UnreadableError) -> CheckedCertificate:
    """Return a refused certificate; the checker's own type of refusal is used if it has one."""
    word = getattr(_part(game), "Verdict", None)
    if word is None:
        return CheckedCertificate(path, game, Refusal(str(reason), reason.examined))
    return CheckedCertificate(path, game, word(valid=False, reason=str(reason), examined=reason.examined))


def _linked(
    certificates: Iterable[_Found], *, chain: bool, manifest: Path | None = None
) -> Iterator[CheckedCertificate]:
    """Check certificates that cite each other as chains, one game after the other.

    Without ``chain``, a game's only certificate keeps its own verdict. A bad manifest's verdict comes after its game's.
    """
    groups: dict[str | None, list[_Found]] = {}
    for certificate in certificates:
        groups.setdefault(certificate.checked.game, []).append(certificate)
    unknown = groups.pop(None, [])
    for game, group in groups.items():
        checker = _part(game)
        verdicts = [(certificate.checked.path, certificate.checked.verdict) for certificate in group]
        if hasattr(checker, "check_chain") and (chain or len(group) > 1):
            verdicts = checker.check_chain(
                [(*pair, certificate.link) for pair, certificate in zip(verdicts, group, strict=True)]
            )
        yield from (CheckedCertificate(path, game, verdict) for path, verdict in verdicts)
        if manifest is not None and hasattr(checker, "check_manifest"):
            last = dict(verdicts)
            there = {
                certificate.digest: (certificate.checked.path, last[certificate.checked.path]) for certificate in group
            }
            try:
                with opened(manifest) as stream:
                    word = CheckedCertificate(manifest, game, checker.check_manifest(content(stream), there))
            except UnreadableError as reason:
                word = _refused(manifest, game, reason)
            yield from [word] * (not word.verdict.valid)
    yield from (certificate.checked for certificate in unknown)


def _part(game: str | None) -> Any:
    return None if game is None else game_spec(game).part("check")


# -- what the verdicts prove together --------------------------------------------------------------------------


def ranges(numbers: Sequence[int], most: int | None = None) -> str:
    """Format ascending numbers as ranges.

    Parameters
    ----------
    numbers
        Ascending numbers without repetition.
    most
        Maximum number of ranges to write out; further ranges are only counted.

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
    """Sum up in one line how many certificates were checked, and which N they prove.

    Examples
    --------
    >>> summary(Report((CheckedCertificate(Path("10.json"), None, Refusal("it is not JSON")),)))
    '1 certificate, 1 NOT valid'
    """
    count = len(report.checked)
    failures = [checked for checked in report.checked if not checked.verdict.valid]
    unexamined = sum(not checked.verdict.examined for checked in failures)
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
    elif any(hasattr(checked.verdict, "n") for checked in report.checked):
        yield "no N is proven optimal"
    if bounded:
        yield f"N = {ranges(bounded, _MOST_RANGES)} ha{'ve' if len(bounded) > 1 else 's'} a bound only"
    if holes:
        yield f"N = {ranges(holes, _MOST_RANGES)} {'are' if len(holes) > 1 else 'is'} missing"


def unproven(report: Report, first: int, last: int) -> str:
    """Describe which N of a range are not proven optimal; return an empty text if all are.

    Examples
    --------
    >>> unproven(Report(()), 2, 5)
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
