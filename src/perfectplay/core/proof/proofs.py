"""Proofs for display: a position's certificate, its tree of cases, and the checker's verdict."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.game import game_spec, parse_position
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.proof.certificates import CheckedCertificate, Refusal, check_texts, verdict_line
from perfectplay.core.proof.reading import MANIFEST, UnreadableError, opened, parse_certificate, texts
from perfectplay.core.result import Result
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import shortened

__all__ = [
    "VARIABLE",
    "Case",
    "CheckedProof",
    "CheckedUpload",
    "Proof",
    "branch",
    "certificates_folder",
    "check_proof",
    "check_upload",
    "digest",
    "find",
    "plain_claim",
]

VARIABLE = "PERFECTPLAY_CERTIFICATES"
"""Environment variable that names a folder of certificates to use instead of the repository's."""

_CHECKOUT = Path(__file__).parents[4] / "certificates"
_PACKAGED = Path(__file__).parents[2] / "certificates"
_NAME = re.compile(r"[^A-Za-z0-9.]+")
_LONGEST = 60
"""Maximum length of a certificate's file name, without its ending."""
# Limits on the parts of a user's certificate that the verdict repeats, because it may unpack to millions of characters:
# bytes of a certificate that is parsed again, characters of its position and other texts, and fields of its claim.
_READ_AGAIN, _POSITION, _TEXT, _FIELDS = 8_000_000, 8_000, 1_000, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case of a proof: a node of its tree.

    Attributes
    ----------
    number
        Its index in the order of the proof; the root is 0, and each case precedes its children.
    parent
        Number of the parent; ``None`` for the root.
    given
        The assumption that this case adds: ``"picked"`` or ``"not"`` for the parent's move ``on``, ``"then"`` after a
        fixing, and ``"start"`` for the root.
    kind
        A ``"branch"`` has two children, a ``"fixing"`` excludes games that do not beat the claim and has one child, and
        a ``"leaf"`` is closed by its bound.
    on
        The move that a branch decides; ``None`` for other kinds.
    bound
        An upper bound on the value of every game of this case: proven by a leaf, or the largest bound below. A fixing
        excludes only games that do not beat the claim, so its bound is at least the claim. ``None`` if no game can beat
        the claim.
    size, leaves
        Cases and leaves of the subtree, this case included.
    """

    number: int
    parent: int | None
    given: Literal["start", "picked", "not", "then"]
    kind: Literal["branch", "fixing", "leaf"]
    on: str | None
    bound: Exact | None
    size: int
    leaves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A certificate of a position, with all details that are shown to users.

    Attributes
    ----------
    certificates
        The texts of all certificates, without line endings. The position's certificate comes last, after the
        certificates that it cites; each cites its predecessor.
    moves
        The moves of best play from the position, as texts.
    shipped
        Whether the certificate comes with the repository; otherwise it was made on request.
    listed
        Its SHA-256 in the repository's manifest; empty if it is not listed.
    missing
        Whether the repository has a certificate of the position that is not installed.
    cases
        Tree of the first certificate, if it has one.
    counts
        Counts of the parts of the certificate, keyed by the game's labels for the parts.
    result
        The result of the search that made it, without its certificate; ``None`` if there was no search.

    Examples
    --------
    >>> proof = find("taxman:10")
    >>> proof.moves, proof.text[:24]
    (('7', '9', '6', '10', '8'), '{"format":"perfectplay",')
    """

    certificates: tuple[str, ...]
    moves: tuple[str, ...]
    shipped: bool = False
    listed: str = ""
    missing: bool = False
    cases: tuple[Case, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    result: Result[Any] | None = None

    @property
    def text(self) -> str:
        """Text of the position's certificate."""
        return self.certificates[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedProof:
    """The checker's verdict on a proof.

    Attributes
    ----------
    position
        Id of the position.
    valid
        Whether the claim is proven.
    examined
        Whether the checker examined the proof: ``False`` if the proof exceeds the checker's limits.
    reason
        Why the proof is not valid; empty if it is valid.
    checker
        Name of the module that checked.
    sha256, size
        Hash in hexadecimal and length in bytes of the certificate's text.
    log
        The verdict on each certificate, in a line as ``perfectplay check`` prints it; cited certificates come first.
    seconds
        Wall-clock time of the check, to the millisecond.
    """

    position: str
    valid: bool
    examined: bool
    reason: str
    checker: str
    sha256: str
    size: int
    log: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedUpload(CheckedProof):
    """The checker's verdict on a certificate that a user sent.

    Attributes
    ----------
    position
        Id of its position, empty if unreadable; the middle is left out if it is longer than 8,000 characters.
    checker
        Name of the module that checked; empty if the certificate names no known game.
    game, kind, claim
        The certificate's own statements, proven or not; ``None`` for each that is missing, or if the certificate has
        more than 8,000,000 bytes.  Lists in the claim become texts; texts over 1,000 characters lose their middle.
    """

    game: str | None
    kind: str | None
    claim: Mapping[str, Exact | str | None] | None


def certificates_folder() -> Path | None:
    """Find the folder with the certificates of the repository.

    Returns
    -------
    Path or None
        The folder that `VARIABLE` names, the folder of a checkout, or the installed package's folder, which has only
        small certificates; ``None`` if none of these has a manifest.

    Examples
    --------
    >>> certificates_folder() is None or certificates_folder().is_dir()
    True
    """
    given = os.environ.get(VARIABLE)
    folders = (Path(given) if given else _CHECKOUT, _PACKAGED)
    return next((folder for folder in folders if (folder / MANIFEST).is_file()), None)


def find(text: str, time_limit: float | None = None, progress: ProgressCallback = ignore_progress) -> Proof:
    """Find the proof of a position's value, or make one.

    Parameters
    ----------
    text
        The position's id.
    time_limit
        Seconds for a search; the proof covers what is proven by then.
    progress
        Called from time to time.

    Raises
    ------
    PerfectPlayError
        If there is no proof; the message says why.

    Examples
    --------
    >>> find("coins:1.2.4.3").moves
    ('L', 'L', 'L', 'L')
    """
    position = parse_position(text)
    prove = game_spec(position.game).part("proofs")
    if prove is None:
        raise PerfectPlayError(
            "the game {game} has no proofs; solve answers {id} without one",
            game=quote(position.game),
            id=quote(position.id),
        )
    proof: Proof = prove(position, time_limit=time_limit, progress=progress)
    return proof


def check_proof(
    text: str, time_limit: float | None = None, progress: ProgressCallback = ignore_progress
) -> CheckedProof:
    """Find the proof of a position and have its game's checker check it, like ``perfectplay check``.

    The parameters and errors are the same as for `find`.

    Examples
    --------
    >>> check_proof("taxman:10").valid
    True
    """
    proof = find(text, time_limit, progress)
    position = parse_position(text)
    names = [_file_name(certificate) for certificate in proof.certificates]
    began = time.perf_counter()

    def given() -> Iterator[tuple[Path, bytes]]:
        for done, (name, certificate) in enumerate(zip(names, proof.certificates, strict=True)):
            seconds = time.perf_counter() - began
            progress(Progress("certificates", seconds, done=done, total=len(names)))
            yield Path(name), certificate.encode()

    verdicts = {checked.path.name: checked for checked in check_texts(given()).checked}
    last = verdicts[names[-1]]
    sha256, reason = digest(proof.text), str(last.verdict.reason)
    log = [f"{name}: {verdict_line(verdicts[name])}" for name in names]
    if proof.listed and proof.listed != sha256:
        reason = f"it is not the certificate that the manifest knows: its SHA-256 is not {proof.listed}"
        log.append(f"{names[-1]}: NOT valid: {reason}")
    checker = game_spec(position.game).part("check")
    return CheckedProof(
        position=position.id,
        valid=last.verdict.valid and not reason,
        examined=last.verdict.examined,
        reason=reason,
        checker=getattr(checker, "__name__", str(checker)),
        sha256=sha256,
        size=len(proof.text.encode()),
        log=tuple(log),
        seconds=round(time.perf_counter() - began, 3),
    )


def check_upload(file: Path, progress: ProgressCallback = ignore_progress) -> CheckedUpload:
    """Check a certificate that a user sent, and the certificates it cites, like ``check FILE``.

    Nothing in it is trusted, and the checker's limits bound what is read. The file may be compressed by gzip, and its
    name does not appear in the verdict.  Raises `OSError` if it cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "sent")
    ...     _ = file.write_bytes(b"2 + 2 = 5")
    ...     verdict = check_upload(file)
    >>> verdict.valid, verdict.log
    (False, ('certificate.json: NOT valid: the file is not JSON',))
    """
    progress(Progress("certificates", 0.0, done=0, total=1))
    began = time.perf_counter()
    text, said = b"", dict[str, Any]()
    try:
        with opened(file) as stream:
            text = stream.read()
        given = list(texts(file, text))
    except UnreadableError as reason:
        checked = CheckedCertificate(file, None, Refusal(str(reason), reason.examined))
    else:
        report = check_texts(given)
        # The last certificate makes the claim; those before it are cited.
        name, text = given[-1]
        checked = next(
            candidate for candidate in (*report.failures, *report.checked) if report.failures or candidate.path == name
        )
        text = text.removesuffix(b"\n")
        said = _said(text)
    verdict = checked.verdict
    checker = None if checked.game is None else game_spec(checked.game).part("check")
    # If cited certificates are missing, the claim is neither proven nor refuted, so it counts as not examined.
    lonely = bool(getattr(verdict, "lonely", False))
    claim = said.get("claim")
    proof = said.get("proof")
    kind = proof.get("kind") if isinstance(proof, dict) else None
    position = said.get("position")
    return CheckedUpload(
        position=shortened(position, _POSITION) if isinstance(position, str) else "",
        valid=verdict.valid,
        examined=verdict.examined and not lonely,
        reason=str(verdict.reason),
        checker="" if checker is None else getattr(checker, "__name__", str(checker)),
        sha256=hashlib.sha256(text).hexdigest(),
        size=len(text),
        log=(f"certificate.json: {verdict_line(checked)}",),
        seconds=round(time.perf_counter() - began, 3),
        game=checked.game,
        kind=shortened(kind, _TEXT) if isinstance(kind, str) else None,
        claim=plain_claim(claim) if isinstance(claim, dict) else None,
    )


def _said(text: bytes) -> dict[str, Any]:
    """Return the fields of a certificate, proven or not; empty if the text is too long or not a certificate."""
    try:
        said = parse_certificate(text) if len(text) <= _READ_AGAIN else None
    except UnreadableError:
        return {}
    return said if isinstance(said, dict) else {}


def plain_claim(claim: Mapping[str, Any]) -> dict[str, Exact | str | None]:
    """Return those of a claim's first 20 fields that are texts, integers or ``None``; lists become texts.

    Examples
    --------
    >>> plain_claim({"lead": 1, "best_moves": [2, 4], "else": {}})
    {'lead': 1, 'best_moves': '2 4'}
    """
    plain = {shortened(name, _TEXT): _plain(value) for name, value in islice(claim.items(), _FIELDS)}
    return {
        name: value
        for name, value in plain.items()
        if value is None or isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
    }


def _plain(value: object) -> object:
    if isinstance(value, list):
        value = " ".join(str(part) for part in value[:_TEXT] if isinstance(part, (int, str)))
    return shortened(value, _TEXT) if isinstance(value, str) else value


def digest(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal.

    Examples
    --------
    >>> digest("")[:16]
    'e3b0c44298fc1c14'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def branch(cases: tuple[Case, ...], number: int, depth: int, most: int) -> tuple[Case, ...]:
    """Return a subtree: a case, and at most ``depth`` levels below it.

    Levels below the first are left out if they exceed ``most`` cases. Raises `PerfectPlayError` for an unknown case.

    >>> leaf = {"kind": "leaf", "on": None, "size": 1, "leaves": 1}
    >>> tree = (
    ...     Case(number=0, parent=None, given="start", kind="branch", on="8", bound=30, size=3, leaves=2),
    ...     Case(number=1, parent=0, given="picked", bound=30, **leaf),
    ...     Case(number=2, parent=0, given="not", bound=None, **leaf),
    ... )
    >>> [case.number for case in branch(tree, 0, 1, 10)], [case.number for case in branch(tree, 2, 5, 10)]
    ([0, 1, 2], [2])
    """
    if not 0 <= number < len(cases):
        message = Text(
            "there is no case {number}; the tree has the cases 0 to {last}", number=number, last=len(cases) - 1
        )
        if not cases:
            message = Text("there is no case {number}; this proof is not a tree", number=number)
        raise PerfectPlayError(message)
    root = cases[number]
    levels = {root.number: 0}
    for case in cases[number + 1 : number + root.size]:
        levels[case.number] = levels[case.parent or 0] + 1
    deepest = 1
    while deepest < depth and sum(level <= deepest + 1 for level in levels.values()) <= most:
        deepest += 1
    return tuple(cases[key] for key, level in levels.items() if level <= min(depth, deepest))


def _file_name(certificate: str) -> str:
    """Return the name of a certificate's file, made from its position."""
    given = json.loads(certificate)
    position = str(given.get("position", "")) if isinstance(given, dict) else ""
    return f"{_NAME.sub('-', position)[:_LONGEST] or 'certificate'}.json"
