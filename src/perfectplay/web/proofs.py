"""The API of proofs, for every game that has them: the overview, the tree of cases, the certificate, and its check."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_names, game_parts, game_spec, load_game, parse_position
from perfectplay.core.game.position import Position
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import (
    Case,
    CheckedProof,
    CheckedUpload,
    Proof,
    branch,
    check_proof,
    check_upload,
    digest,
    find,
    plain_claim,
)
from perfectplay.core.schema import Exact
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query, given_nothing, read_time_limit
from perfectplay.web.worker import AbandonedError

_CERTIFICATE = "application/json; charset=utf-8"
"""Media type of a certificate, whose text is sent unchanged so that its SHA-256 stays valid."""
_MOST_CASES = 500
"""Maximum number of cases in an answer; a single level of a tree may have more cases."""
_DEEPEST = 100
_MOST_SENT = 8_000_000
"""Maximum size of a certificate that a user sends; the repository's largest one has 5.7 million bytes, unpacked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofCited:
    """A certificate that another one cites.

    Attributes
    ----------
    position
        The certificate's position.
    kind
        The kind of the proof.
    claim
        The certificate's claim.
    """

    position: str
    kind: str
    claim: Mapping[str, Exact | str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    """Fields of all answers about a proof.

    Attributes
    ----------
    position
        The requested position.
    about
        Id of the position that the proof is about: ``position``, or another position whose certificate is cited.
    cases
        Number of cases in the tree of ``/proof/tree``; 0 if the proof is not a tree.
    """

    position: str
    about: str
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofShown(_About):
    """A proof, with its claim and its parts; its validity is not checked.

    Attributes
    ----------
    game
        Name of the game.
    kind
        Kind of the proof.
    claim
        The claim; its keys depend on the game. Items of a list are joined by spaces.
    cites
        The certificates that the proof cites; each of them cites the previous one.
    shipped
        Whether the proof comes with the repository; otherwise it was made on request.
    missing
        Whether the repository has a certificate of the position that is not installed here. If so, this new proof may
        prove less.
    sha256, size
        SHA-256 of the certificate in hexadecimal, and its length in bytes.
    listed
        The certificate's SHA-256 in the repository's manifest, if it is listed there.
    counts
        Maps each kind of part to the number of such parts in the proof; the keys depend on the game.
    moves
        Moves of best play from the position.
    end
        Id of the position after these moves; ``None`` if they are illegal.
    marks
        For each move, the length of the id after it, which is a prefix of ``end``; empty if an id is not a prefix.
    """

    game: str
    kind: str
    claim: Mapping[str, Exact | str | None]
    cites: tuple[ProofCited, ...]
    shipped: bool
    missing: bool
    sha256: str
    size: int
    listed: str | None
    counts: Mapping[str, int]
    moves: tuple[str, ...]
    end: str | None
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofBranch(_About):
    """A part of the tree of a proof.

    Attributes
    ----------
    part
        The requested case and the cases below it, down to the requested level or the maximum number of cases.
    """

    part: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """The result of a job that all requests about the same proof share."""

    proof: Proof
    shown: ProofShown


def shown_proof(text: str, time_limit: float, progress: ProgressCallback = ignore_progress) -> _Known:
    """Find or make a proof, and describe it."""
    proof = find(text, time_limit, progress)
    position = parse_position(text)
    end, marks = _played(position, proof.moves)
    *cited, own = [_envelope(certificate) for certificate in proof.certificates]
    shown = ProofShown(
        position=position.id,
        game=position.game,
        about=own.position,
        kind=own.kind,
        claim=own.claim,
        cites=tuple(cited),
        shipped=proof.shipped,
        missing=proof.missing,
        sha256=digest(proof.text),
        size=len(proof.text.encode()),
        listed=proof.listed or None,
        counts=proof.counts,
        cases=len(proof.cases),
        moves=proof.moves,
        end=end,
        marks=marks,
    )
    return _Known(proof, shown)


def _envelope(certificate: str) -> ProofCited:
    given = json.loads(certificate)
    return ProofCited(position=given["position"], kind=given["proof"]["kind"], claim=plain_claim(given["claim"]))


def _played(position: Position[Any], moves: tuple[str, ...]) -> tuple[str | None, tuple[int, ...]]:
    """Play moves; return the fields ``end`` and ``marks``. Moves of a damaged certificate may be illegal."""
    game = load_game(position.game)
    ids: list[str] = []
    try:
        for move in moves:
            position = position.play(game.parse_move(move, position))
            ids.append(position.id)
    except PerfectPlayError:
        return None, ()
    marks = tuple(map(len, ids)) if all(map(position.id.startswith, ids)) else ()
    return position.id, marks


def _shown(known: _Known) -> ProofShown:
    return known.shown


def _text(known: _Known) -> str:
    return known.proof.text


def _part(known: _Known, case: int, depth: int) -> ProofBranch:
    shown, cases = known.shown, known.proof.cases
    about = shown.cites[0].position if shown.cites else shown.about
    part = branch(cases, case, depth, _MOST_CASES)
    return ProofBranch(position=shown.position, about=about, cases=len(cases), part=part)


def _given_id(query: Query) -> Mapping[str, Any]:
    text = query.position(game_spec(game_names()[0]).example)
    time_limit = read_time_limit(query)
    position = parse_position(text)
    part: WebGame | None = game_parts("web").get(position.game)
    # Refuse a bad position before the request waits in the queue.
    check = (part and part.provable) or game_spec(position.game).part("limits")
    if check is not None:
        check(position)
    return {"text": position.id, "time_limit": time_limit}


def _given_case(query: Query) -> Mapping[str, Any]:
    case = query.integer("case", 0, low=0, high=10**9)
    query.depend("case", "position")
    return {**_given_id(query), "case": case, "depth": query.integer("depth", 3, low=0, high=_DEEPEST)}


def _proof(request: Request, text: str, time_limit: float) -> Response:
    return answer(request, shown_proof, text, time_limit, take=_shown)


def _tree(request: Request, text: str, time_limit: float, case: int, depth: int) -> Response:
    return answer(request, shown_proof, text, time_limit, take=partial(_part, case=case, depth=depth))


def _certificate(request: Request, text: str, time_limit: float) -> Response:
    name = "".join(letter if letter.isalnum() or letter == "." else "-" for letter in text)[:60]
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return answer(request, shown_proof, text, time_limit, media=_CERTIFICATE, take=_text, headers=headers)


def _check(request: Request, text: str, time_limit: float) -> Response:
    # Do not cache the verdict, because each request should run the check again.
    return answer(request, check_proof, text, time_limit, kept=False)


def _check_sent(request: Request, sent: Path) -> Response:
    return answer(request, check_sent, sent, kept=False)


def check_sent(sent: Path, progress: ProgressCallback = ignore_progress) -> CheckedUpload:
    """Check an upload by `check_upload`; raise `AbandonedError` if the client has left and the file is gone."""
    try:
        return check_upload(sent, progress)
    except FileNotFoundError:
        raise AbandonedError from None


ENDPOINTS = [
    Endpoint("/proof", "The proof of what a position is worth", _given_id, _proof, ProofShown, long=True),
    Endpoint("/proof/tree", "A part of a proof's tree of cases", _given_case, _tree, ProofBranch, long=True),
    Endpoint("/proof/certificate", "The certificate itself", _given_id, _certificate, _CERTIFICATE, long=True),
    Endpoint("/proof/check", "The checker's word on the certificate", _given_id, _check, CheckedProof, long=True),
    Endpoint(
        "/proof/check",
        "The checker's word on a certificate that is sent",
        given_nothing,
        _check_sent,
        CheckedUpload,
        long=True,
        sent=_MOST_SENT,
    ),
]
