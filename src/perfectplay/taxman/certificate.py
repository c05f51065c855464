"""Certificates as JSON: the claim they make, chained ones, and writing them to files.

The proofs of searched certificates come from `perfectplay.taxman.exact`; the reader is `perfectplay.taxman.check`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from perfectplay.core.files import write_file
from perfectplay.taxman.check import FORMAT, GAME, VERSION

__all__ = ["chain_certificate", "envelope", "is_chained", "write_certificate"]


def envelope(position: str, score: int, upper: int, proof: Mapping[str, Any]) -> dict[str, Any]:
    """Return a certificate: "from here this score is reached, and no more than this bound", and the proof of it.

    Parameters
    ----------
    position
        Id of the position.
    score, upper
        For the whole game, moves before the position included.
    proof
        Its kind, the moves from the position on, and what the kind needs: see the docs, "Certificates".
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME,
        "position": position,
        "claim": {"score": score, "upper": upper},
        "proof": dict(proof),
    }


def chain_certificate(n: int, score: int, moves: Sequence[int], rule: str, previous: int) -> dict[str, Any]:
    """Return the certificate for {1..n} that cites the one for {1..n-1}.

    Parameters
    ----------
    n, score, moves
        The claim.
    rule
        ``"increment"`` if ``score == previous + n``, ``"prime"`` if n is a prime.
    previous
        The optimal score for n - 1.
    """
    proof = {"kind": "chain", "moves": list(moves), "rule": rule, "score": previous}
    return envelope(f"taxman:{n}", score, score, proof)


def is_chained(certificate: object) -> bool:
    """Whether a certificate, or what should be one, cites the one for N - 1."""
    proof = certificate.get("proof") if isinstance(certificate, dict) else None
    return isinstance(proof, dict) and proof.get("kind") == "chain"


def write_certificate(path: str | Path, certificate: Mapping[str, Any]) -> None:
    """Write a certificate, compressed if the name ends in ``.gz``; whole or not at all.

    Raises
    ------
    PerfectPlayError
        If the path cannot be written.
    """
    write_file(path, json.dumps(certificate, separators=(",", ":")) + "\n")
