"""Proofs to be shown: the certificate of a position, what it consists of, and the checker's word on it."""

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
from perfectplay.core.proof.certificates import Checked, Refusal, check_texts, told
from perfectplay.core.proof.reading import MANIFEST, UnreadableError, opened, parse_certificate, texts
from perfectplay.core.result import Result
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import shortened

__all__ = [
    "VARIABLE",
    "Case",
    "Examined",
    "Given",
    "Proof",
    "branch",
    "certificates_folder",
    "digest",
    "examine",
    "examine_given",
    "find",
    "plain_claim",
]

VARIABLE = "PERFECTPLAY_CERTIFICATES"
"""The environment variable that names the folder of certificates, where it is not that of the repository."""

_CHECKOUT = Path(__file__).parents[4] / "certificates"
_PACKAGED = Path(__file__).parents[2] / "certificates"
_NAME = re.compile(r"[^A-Za-z0-9.]+")
_LONGEST = 60
"""Longest name of a certificate's file, without its end."""
# Of a certificate from elsewhere no more is repeated, though it may unpack to millions of fields and characters: bytes
# of one that is read again, characters of its position and of other texts, and fields of its claim.
_READ_AGAIN, _POSITION, _TEXT, _FIELDS = 8_000_000, 8_000, 1_000, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A node of the tree of cases that a proof consists of.

    Attributes
    ----------
    number
        Its place in the order in which the proof has them, from 0, the root, on: a case comes before those below it.
    parent
        Number of the case that it belongs to; ``None`` for the root.
    given
        What holds here and not in the parent: that the ``on`` of the parent is ``"picked"``, or that it is ``"not"``;
        ``"then"`` that what the parent settles is settled; ``"start"`` is the root's.
    kind
        A ``"branch"`` has two cases, a ``"fixing"`` settles something and has one, a ``"leaf"`` is closed by its bound.
    on
        What a branch is about: a move.  ``None`` for the others.
    bound
        No game of this case has a higher value: as a leaf proves it, or the largest of those below.  What a fixing
        leaves out is not above the claim, so its own bound is no less than that.  ``None`` where no game is possible
        that would be better than the claim.
    size, leaves
        Cases and leaves from here on, this one included.
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
    """A certificate of a position, with what is to be shown of it.

    Attributes
    ----------
    certificates
        Their texts, without the end of a line: that of the position is the last one, and before it are those that it
        cites, each citing the one before it.
    moves
        Best play from the position on, as texts.
    shipped
        Whether it comes with the repository; otherwise it was made on the spot.
    listed
        The SHA-256 that the manifest of the repository has for it; empty if there is none.
    missing
        Whether the repository has a certificate of the position, and it is not installed here.
    cases
        Tree of the first certificate, if it has one.
    counts
        How much there is of what: words of the game's.
    result
        The answer of the search that made it, itself without certificate; ``None`` if there was no search.

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
        """The certificate of the position."""
        return self.certificates[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What the checker says of a proof.

    Attributes
    ----------
    position
        Id of what was asked about.
    valid
        Whether the claim is proven.
    examined
        Whether the checker went through it: ``False`` if it is beyond the checker's limits.
    reason
        Why it is not valid; empty if it is.
    checker
        The module that checked.
    sha256, size
        Of the text of the certificate: in hexadecimal, and in bytes.
    log
        What the checker says of each certificate, those that are cited first, as ``perfectplay check`` does.
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
class Given(Examined):
    """What the checker says of a certificate from elsewhere.

    Attributes
    ----------
    position
        Id of the position that it is about, without its middle if it is longer than 8,000 characters; empty if none
        could be read.
    checker
        The module that checked; empty if the certificate is of no game that is here.
    game, kind, claim
        What the certificate says of itself, whether that is proven or not; ``None`` if it does not say so, or is larger
        than 8,000,000 bytes.  A list in the claim is a text, with blanks between what it has.  Texts longer than 1,000
        characters lack their middle.
    """

    game: str | None
    kind: str | None
    claim: Mapping[str, Exact | str | None] | None


def certificates_folder() -> Path | None:
    """Find the folder with the certificates of the repository.

    Returns
    -------
    Path or None
        That which `VARIABLE` names, that of a checkout, or that of the installed package, which has the small ones;
        ``None`` if none has a manifest.

    Examples
    --------
    >>> certificates_folder() is None or certificates_folder().is_dir()
    True
    """
    given = os.environ.get(VARIABLE)
    folders = (Path(given) if given else _CHECKOUT, _PACKAGED)
    return next((folder for folder in folders if (folder / MANIFEST).is_file()), None)


def find(text: str, time_limit: float | None = None, progress: ProgressCallback = ignore_progress) -> Proof:
    """Find the proof of what best play from a position is worth, or make one.

    Parameters
    ----------
    text
        The position's id.
    time_limit
        Seconds for a search; the proof is about what is proven until then.
    progress
        Called now and then.

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
            "the game {game} has no proofs; what solve says of {id} is all there is",
            game=quote(position.game),
            id=quote(position.id),
        )
    proof: Proof = prove(position, time_limit=time_limit, progress=progress)
    return proof


def examine(text: str, time_limit: float | None = None, progress: ProgressCallback = ignore_progress) -> Examined:
    """Find the proof of a position, and let the checker of its game check it, as ``perfectplay check`` does.

    Parameters and errors are those of `find`.

    Examples
    --------
    >>> examine("taxman:10").valid
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

    verdicts = {one.path.name: one for one in check_texts(given()).checked}
    last = verdicts[names[-1]]
    sha256, reason = digest(proof.text), str(last.verdict.reason)
    log = [f"{name}: {told(verdicts[name])}" for name in names]
    if proof.listed and proof.listed != sha256:
        reason = f"it is not the certificate that the manifest knows: its SHA-256 is not {proof.listed}"
        log.append(f"{names[-1]}: NOT valid: {reason}")
    checker = game_spec(position.game).part("check")
    return Examined(
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


def examine_given(file: Path, progress: ProgressCallback = ignore_progress) -> Given:
    """Let the checker of its game check a certificate from elsewhere, and what that cites, as ``check FILE`` does.

    Nothing in it is believed, and no more of it is read than the checker's limits allow.  It may be packed by gzip; its
    name is not told.  Raises `OSError` if it cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "sent")
    ...     _ = file.write_bytes(b"2 + 2 = 5")
    ...     said = examine_given(file)
    >>> said.valid, said.log
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
        checked = Checked(file, None, Refusal(str(reason), reason.examined))
    else:
        report = check_texts(given)
        # It is about the last one, and those before are what that cites.
        name, text = given[-1]
        checked = next(one for one in (*report.failures, *report.checked) if report.failures or one.path == name)
        text = text.removesuffix(b"\n")
        said = _said(text)
    verdict = checked.verdict
    checker = None if checked.game is None else game_spec(checked.game).part("check")
    # One that needs others beside it is neither proven nor wrong.
    lonely = bool(getattr(verdict, "lonely", False))
    claim = said.get("claim")
    proof = said.get("proof")
    kind = proof.get("kind") if isinstance(proof, dict) else None
    position = said.get("position")
    return Given(
        position=shortened(position, _POSITION) if isinstance(position, str) else "",
        valid=verdict.valid,
        examined=verdict.examined and not lonely,
        reason=str(verdict.reason),
        checker="" if checker is None else getattr(checker, "__name__", str(checker)),
        sha256=hashlib.sha256(text).hexdigest(),
        size=len(text),
        log=(f"certificate.json: {told(checked)}",),
        seconds=round(time.perf_counter() - began, 3),
        game=checked.game,
        kind=shortened(kind, _TEXT) if isinstance(kind, str) else None,
        claim=plain_claim(claim) if isinstance(claim, dict) else None,
    )


def _said(text: bytes) -> dict[str, Any]:
    """Return what a certificate says of itself, which need not be true; nothing if it is none, or is too long."""
    try:
        said = parse_certificate(text) if len(text) <= _READ_AGAIN else None
    except UnreadableError:
        return {}
    return said if isinstance(said, dict) else {}


def plain_claim(claim: Mapping[str, Any]) -> dict[str, Exact | str | None]:
    """Take of a claim what it may consist of, lists as texts, and no more than any game claims.

    Examples
    --------
    >>> plain_claim({"lead": 1, "best_moves": [2, 4], "else": {}})
    {'lead': 1, 'best_moves': '2 4'}
    """
    told = {shortened(name, _TEXT): _plain(value) for name, value in islice(claim.items(), _FIELDS)}
    return {
        name: value
        for name, value in told.items()
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
    """Take a part of a tree: the case with a number, and at most ``depth`` levels below it.

    Levels with which there were more than ``most`` cases are left out, but for the first.  Raises `PerfectPlayError` if
    there is no such case.

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
    return tuple(cases[one] for one, level in levels.items() if level <= min(depth, deepest))


def _file_name(certificate: str) -> str:
    """Name the file of a certificate after its position."""
    given = json.loads(certificate)
    position = str(given.get("position", "")) if isinstance(given, dict) else ""
    return f"{_NAME.sub('-', position)[:_LONGEST] or 'certificate'}.json"
