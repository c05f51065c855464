"""Check a Taxman certificate. This file needs only Python's standard library.

    python check.py CERTIFICATE.json[.gz] ... PACK.jsonl.xz ... FOLDER ...

A certificate claims: "from this position the player can reach this score, and no play reaches more than this bound".
It is accepted only after (1) the moves have been replayed by the rules, (2) every cut has been derived from its set of
vectors, (3) the tree is known to cover all cases and (4) each leaf's bound has been verified with integers. Solvers,
linear programs and floating-point numbers play no part.  The mathematics and the format are explained in
docs/certificates.md; sections (T1) ... (T7) below are in docs/theory.md and docs/theory-bounds.md.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import reprlib
import stat
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import IO, Any, TextIO

__all__ = [
    "FORMAT",
    "GAME",
    "VERSION",
    "Verdict",
    "check_bytes",
    "check_chain",
    "check_manifest",
    "rank_of_vectors",
]

FORMAT = "perfectplay"
VERSION = 2
GAME = "taxman"

# Limits against certificates made huge on purpose; larger ones are not examined. The largest certificate of N <= 3000
# has 5.7 MB.
MAX_BYTES = 1 << 24
MAX_PACK_BYTES = 1 << 29
MAX_PACK_LINES = 10_000
MAX_MEMORY = 1 << 28
MAX_STEPS = 200_000_000
MAX_N = 100_000
MAX_DUAL_N = 1_000_000
MAX_POT_SIZE = 2_000
MAX_DIGITS = 18
MAX_BITS = 200
MAX_VECTOR_BITS = 24
MAX_CYCLE = 10_000
MAX_SPANS = 50_000

_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ\x00"
_PIECE = 1 << 16
_ENDS = (".json", ".json.gz", ".jsonl.xz")
_MANIFEST = "manifest.json"
_HUGE = 1 << MAX_BITS
_LOWEST = -1 << 1000  # less than any rest of a pair, with multipliers up to MAX_BITS
_EVEN = 0x555555  # the bits of a vector that do not belong to w
_LONELY = "cannot be checked alone"


@dataclass(frozen=True)
class Verdict:
    """The checker's verdict on a certificate.

    Attributes
    ----------
    valid
        Whether the claim is proven.
    position
        Id of the position that the claim is about, or ``None`` if it could not be read.
    n
        N if the game started from {1..N}, otherwise ``None``.
    score, upper
        The proven score and bound, for the whole game; equal if the score is proven optimal.
    reason
        Why the certificate is not valid; empty if it is.
    examined
        ``False`` if it is beyond a limit of this checker, or not a regular file.
    cites
        The N whose proof the certificate cites, if nothing but this proof is missing; otherwise ``None``.

    Examples
    --------
    >>> verdict = Verdict(True, "taxman:10", 10, 40, 40)
    >>> verdict.optimal, verdict.lonely
    (True, False)
    >>> verdict.summary
    'valid: 40 is the best score of taxman:10'
    """

    valid: bool
    position: str | None = None
    n: int | None = None
    score: int | None = None
    upper: int | None = None
    reason: str = ""
    cites: int | None = None
    examined: bool = True

    @property
    def optimal(self) -> bool:
        """Return whether the score is proven to be the best possible."""
        return self.valid and self.score == self.upper

    @property
    def lonely(self) -> bool:
        """Return whether the certificate cites another one, so that alone it is neither valid nor wrong."""
        return self.reason.startswith(_LONELY)

    @property
    def summary(self) -> str:
        """Format the verdict as one line of text."""
        if not self.valid:
            return f"{'' if self.lonely else 'NOT valid: ' if self.examined else 'not examined: '}{self.reason}"
        if self.optimal:
            return f"valid: {self.score} is the best score of {self.position}"
        return f"valid: the best score of {self.position} is between {self.score} and {self.upper}"


class _Invalid(Exception):  # noqa: N818  # a verdict, not an error of the program
    """The certificate is not valid; the exception's text says why."""

    cites: int | None = None
    examined = True


class _NotExamined(_Invalid):
    """The certificate is beyond a limit of this checker."""

    examined = False


def check_bytes(
    data: bytes, known: dict[int, int | None] | None = None, watch: Callable[[int, int, int], None] | None = None
) -> Verdict:
    """Check the text of a certificate.

    Parameters
    ----------
    data
        JSON as described in docs/certificates.md; anything else is not valid.
    known
        Proven bounds by N that a chained certificate may cite; ``None`` for an N whose certificate failed.  Without
        ``known`` the certificate is checked alone.
    watch
        Called for each closed leaf of a tree, in the order of the proof, with its scale *s*, the limit that its bound
        must be below, and its bound. Both are in units of 1/*s* and count only the gain after the position.

    Returns
    -------
    Verdict
        Never raises.

    Examples
    --------
    >>> check_bytes(b'{"format": "perfectplay"}').reason
    "the certificate lacks 'version'"
    """
    try:
        certificate = _parse(data)
    except _Invalid as reason:
        return _refusal(reason)
    return _judged(certificate, known, watch)


def check_chain(alone: Iterable[tuple[Path, Verdict, bytes]]) -> list[tuple[Path, Verdict]]:
    """Check links of chains again, now together and in the order of N; certificates of other pots come last.

    Parameters
    ----------
    alone
        Name of each certificate, its verdict when checked alone, and its text if it ``cites`` another one. Only such
        links are checked again, which is quick.

    Examples
    --------
    >>> check_chain([(Path("11.json"), Verdict(True, "taxman:11", 11, 44, 44), b"")])[0][1].optimal
    True
    """
    verdicts = []
    known: dict[int, int | None] = {}
    for name, first, text in sorted(alone, key=lambda row: (row[1].n is None, row[1].n or 0)):
        verdict = first if first.cites is None else check_bytes(text, known)
        if verdict.n is not None and verdict.position == f"taxman:{verdict.n}":
            _remember(known, verdict.n, verdict.upper)
        verdicts.append((name, verdict))
    return verdicts


def check_manifest(manifest: bytes, there: dict[str, tuple[Path, Verdict]]) -> Verdict:
    """Compare certificates with the manifest of their folder: nothing may be missing, added or changed.

    Parameters
    ----------
    manifest
        Text of the manifest.
    there
        Map the SHA-256 of each certificate (in hexadecimal, without the end of the line) to its name and verdict.

    Returns
    -------
    Verdict
        The verdict on the manifest, with the reason if it does not match.

    Examples
    --------
    >>> check_manifest(b"[]", {}).reason
    'the manifest should be a JSON object, not []'
    """
    try:
        _compare(_parse(manifest), dict(there))
    except _Invalid as reason:
        return _refusal(reason)
    return Verdict(valid=True)


def _refusal(reason: _Invalid) -> Verdict:
    return Verdict(valid=False, reason=str(reason), examined=reason.examined)


def _remember(known: dict[int, int | None], n: int, upper: int | None) -> None:
    """Store the lowest bound that is proven for an N, or ``None`` if no certificate for it is valid."""
    before = known.setdefault(n, upper)
    if upper is not None and (before is None or upper < before):
        known[n] = upper


def _compare(manifest: object, there: dict[str, tuple[Path, Verdict]]) -> None:
    fields = _fields(manifest, "the manifest", ("format", "version", "game", "head", "certificates"))
    if (fields["format"], _integer(fields["version"], "version"), fields["game"]) != ("perfectplay-manifest", 1, GAME):
        _fail(f"the manifest should have the format 'perfectplay-manifest', version 1, and the game {GAME!r}")
    rows = [_list(row, "a row of the manifest") for row in _list(fields["certificates"], "certificates")]
    if any(len(row) != 4 or not isinstance(row[3], str) for row in rows):
        _fail("a row of the manifest should have an N, its score and bound, and a hash")
    lines = "".join(f"{' '.join(map(str, row))}\n" for row in rows)
    # A text in JSON may have a lone surrogate, which cannot be encoded as UTF-8, so it matches no hash.
    if hashlib.sha256(lines.encode(errors="surrogatepass")).hexdigest() != fields["head"]:
        _fail("the head of the manifest is not the hash of its rows")
    for *claim, digest in rows:
        _, verdict = there.pop(digest, (None, None))
        if verdict is None:
            _fail(
                f"the certificate that the manifest knows for N = {_show(claim[0])} is missing, or is another one here"
            )
        elif verdict.valid and [verdict.n, verdict.score, verdict.upper] != claim:
            _fail(f"the certificate for N = {_show(claim[0])} claims something else than the manifest says")
    if there:
        _fail(f"the manifest does not know {_show(min(name for name, _ in there.values()).name)}")


def _judged(
    certificate: object, known: dict[int, int | None] | None, watch: Callable[[int, int, int], None] | None
) -> Verdict:
    position = n = None
    work = _Work()
    try:
        _check_format(certificate)
        fields = _fields(certificate, "the certificate", ("format", "version", "game", "position", "claim", "proof"))
        position = _text(fields["position"], "position")
        dual = isinstance(fields["proof"], dict) and fields["proof"].get("kind") == "dual"
        start, before = _start(position, MAX_DUAL_N if dual else MAX_N)
        n = len(start) if start[-1] == len(start) else None
        claim = _fields(fields["claim"], "the claim", ("score", "upper"))
        score, upper = _integer(claim["score"], "score"), _integer(claim["upper"], "upper")
        if upper < score:
            _fail(f"the bound {upper} is below the score {score}")
        cited = "score" if upper == score else "upper"
        proof = _kind_of_proof(fields["proof"], cited)
        moves = _list(proof["moves"], "moves")
        if proof["kind"] == "tree":
            pot = set(start)
            done = _play(pot, before, work.spend)
            rest = sorted(pot)
            _compare_score(score, done + _play(pot, moves, work.spend))
            _Proof(rest, upper - done, proof, work.spend).check(watch)
        elif n is None or position != f"taxman:{n}":
            _fail("only a tree is about anything but a whole pot {1..N}")
        elif proof["kind"] == "dual":
            _compare_score(score, _play_whole(n, moves, work.spend))
            _check_dual(n, upper, proof, work.spend)
        else:
            _compare_score(score, _play(set(start), moves, work.spend))
            _check_chain(n, upper, proof["rule"], _integer(proof[cited], f"the cited {cited}"), known)
    except _Invalid as failure:
        shown = position[:100] if position is not None else None
        return Verdict(
            valid=False, position=shown, n=n, reason=str(failure), cites=failure.cites, examined=failure.examined
        )
    except MemoryError:
        reason = "it is too large for the memory of this machine"
        return Verdict(valid=False, n=n, reason=reason, examined=False)
    return Verdict(valid=True, position=position, n=n, score=score, upper=upper)


# -- reading ---------------------------------------------------------------------------------------------------


class _Work:
    """A counter of steps, each about one turn of an inner loop."""

    def __init__(self) -> None:
        self.steps = 0

    def spend(self, steps: int) -> None:
        """Count steps before they are done, and refuse the certificate if they are too many."""
        self.steps += steps
        if self.steps > MAX_STEPS:
            _refuse(f"checking would take more than {MAX_STEPS} steps")


def _fail(reason: str) -> Any:
    raise _Invalid(reason)


def _refuse(reason: str) -> Any:
    raise _NotExamined(reason)


def _show(value: object) -> str:
    try:
        # Avoid repr: it would write a huge list in full.
        text = reprlib.repr(value)
    except ValueError:
        return "something very long"
    return text if len(text) <= 60 else text[:57] + "..."


def _parse(data: bytes) -> object:
    if len(data) > MAX_BYTES:
        _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    if not data.strip():
        _fail("the file is not JSON: it is empty")
    # Parsed JSON takes more memory than its text: at most this many bytes for each text, number, list and object.
    room = 40 * data.count(b'"') + 48 * data.count(b",") + 112 * data.count(b"[") + 300 * data.count(b"{")
    if room > MAX_MEMORY:
        _refuse(f"reading it would take more than {MAX_MEMORY} bytes of memory")
    # Parsing a number takes time that grows with the square of its length, and Python itself limits the length.
    if re.search(rb"(?<![0-9])[0-9]{%d}" % MAX_BITS, data):
        _refuse(f"it has a number of {MAX_BITS} digits or more")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        spot = error
        if error.msg.startswith("Illegal trailing comma"):
            # Python 3.13 reports the comma; report the bracket after it, like other versions and checkers.
            rest = error.doc[error.pos + 1 :].lstrip(" \t\n\r")
            spot = json.JSONDecodeError(error.msg, error.doc, len(error.doc) - len(rest))
        _fail(f"the file is not JSON: it goes wrong in line {spot.lineno}, column {spot.colno}")
    except UnicodeDecodeError:
        _fail("the file is not JSON: it is not text in UTF-8")
    except (RecursionError, MemoryError):
        _refuse("it is nested too deeply, or too large for the memory of this machine")
    return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Refuse repeated fields: one program could read the first value, and another program the last.
    members = dict(pairs)
    if len(members) != len(pairs):
        _fail("an object has the same field twice")
    return members


def _check_format(certificate: object) -> None:
    fields = certificate if isinstance(certificate, dict) else {}
    if "format" in fields and "version" in fields:
        version = _integer(fields["version"], "version")
        if fields["format"] != FORMAT or version != VERSION:
            format_read = f"{_show(fields['format'])}, version {version}"
            _fail(f"the format should be {FORMAT!r}, version {VERSION}, not {format_read}")
        if fields.get("game", GAME) != GAME:
            _fail(f"the game should be {GAME!r}, not {_show(fields['game'])}")


def _kind_of_proof(proof: object, cited: str) -> dict[str, Any]:
    kind = proof.get("kind") if isinstance(proof, dict) else None
    if kind == "tree":
        return _fields(proof, "the proof", ("kind", "moves", "cuts", "tree"))
    if kind == "chain":
        return _fields(proof, "the proof", ("kind", "moves", "rule", cited))
    if kind == "dual":
        return _fields(proof, "the proof", ("kind", "moves", "parts", "u", "cuts"))
    if isinstance(proof, dict) and "kind" in proof:
        _fail(f"there is no kind of proof {_show(kind)}")
    return _fields(proof, "the proof", ("kind",))


def _fields(value: object, label: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    if not isinstance(value, dict):
        _fail(f"{label} should be a JSON object, not {_show(value)}")
    else:
        for name in needed:
            if name not in value:
                _fail(f"{label} lacks {name!r}")
        if len(value) > len(needed):
            for name in value:
                if name not in needed and name not in optional:
                    _fail(f"{label} has a field {_show(name)}, which means nothing")
        return value
    return {}


def _integer(value: object, label: str) -> int:
    if type(value) is not int:  # also refuses true and false
        _fail(f"{label} should be an integer, not {_show(value)}")
    elif not -_HUGE < value < _HUGE:
        _refuse(f"{label} has more than {MAX_BITS} bits")
    else:
        return value
    return 0


def _text(value: object, label: str) -> str:
    return value if isinstance(value, str) else str(_fail(f"{label} should be text, not {_show(value)}"))


def _list(value: object, label: str) -> list[Any]:
    return value if isinstance(value, list) else list(_fail(f"{label} should be a list, not {_show(value)}"))


def _numbers(text: str, label: str) -> list[int]:
    if text.count(".") >= MAX_N:
        _refuse(f"{label} has more than {MAX_N} numbers")
    numbers = []
    for part in text.split("."):
        if not (part.isascii() and part.isdigit()) or part[0] == "0" or len(part) > MAX_DIGITS:
            _fail(f"{label} has {_show(part)} where a positive integer of at most {MAX_DIGITS} digits should be")
        numbers.append(int(part))
    return numbers


def _start(position: str, largest: int) -> tuple[list[int], list[int]]:
    """Parse the ascending pot at the start and the moves of an id like ``taxman:20/19.9`` or ``taxman:pot.2.6``."""
    if not position.startswith("taxman:"):
        _fail(f"the position {_show(position)} is not one of Taxman's")
    body, slash, moves = position.removeprefix("taxman:").partition("/")
    # The suffix ~end says when dead numbers change hands, which never changes the player's gain.
    body = body.removesuffix("~end")
    if body.startswith("pot."):
        pot = sorted(_numbers(body.removeprefix("pot."), "the pot"))
        if len(set(pot)) != len(pot):
            _fail("the pot has a number twice")
        if len(pot) > MAX_POT_SIZE:
            _refuse(f"the pot has {len(pot)} numbers; this checker handles {MAX_POT_SIZE}")
    else:
        sizes = _numbers(body, "the position")
        if len(sizes) != 1:
            _fail(f"the pot {_show(body)} should be a single N")
        if sizes[0] > largest:
            _refuse(f"the pot {_show(body)} is larger than {largest}")
        pot = list(range(1, sizes[0] + 1))
    return pot, _numbers(moves, "the list of moves") if slash else []


# -- the game --------------------------------------------------------------------------------------------------


def _play(pot: set[int], moves: list[Any], spend: Callable[[int], None]) -> int:
    """Play moves by the rules, update the pot, and return the player's gain."""
    gain = 0
    for move in moves:
        p = _integer(move, "a move")
        if p not in pot:
            _fail(f"the move {_show(p)} takes a number that is not in the pot")
        tax = [d for d in _divisors(p, pot, spend) if d in pot]
        if not tax:
            _fail(f"the move {p} pays no tax")
        pot.difference_update(tax)
        pot.discard(p)
        gain += p
    return gain


def _divisors(p: int, pot: set[int], spend: Callable[[int], None]) -> list[int]:
    """Return the proper divisors of p, or only those in the pot, whichever is faster by trial division."""
    spend(min(isqrt(p), len(pot)) + 1)
    if isqrt(p) > len(pot):
        return [d for d in pot if d < p and p % d == 0]
    divisors = []
    d = 1
    while d * d <= p:
        if p % d == 0:
            divisors += [d, p // d]
        d += 1
    return [d for d in set(divisors) if d < p]


def _play_whole(n: int, moves: list[Any], spend: Callable[[int], None]) -> int:
    """Play moves from {1..n} by the rules and return the player's gain, like `_play` but faster for large pots.

    A number leaves the pot as soon as it or one of its multiples is taken.
    """
    never = len(moves)
    turn = [never] * (n + 1)
    spend(never + n * n.bit_length())
    for number, move in enumerate(moves):
        p = _integer(move, "a move")
        if not 0 < p <= n:
            _fail(f"the move {_show(p)} takes a number that is not in the pot")
        turn[p] = min(turn[p], number)
    gone = [never, *(min(turn[d::d]) for d in range(1, n + 1))]
    taxed = {number for d, number in enumerate(gone) if number < never and moves[number] != d}
    for number, p in enumerate(moves):
        if gone[p] != number:
            _fail(f"the move {p} takes a number that is not in the pot")
        if number not in taxed:
            _fail(f"the move {p} pays no tax")
    return sum(moves)


def _compare_score(claimed: int, played: int) -> None:
    if played != claimed:
        _fail(f"the moves reach {played}, not {claimed}")


def _check_chain(n: int, upper: int, rule: object, cited: int, known: dict[int, int | None] | None) -> None:
    """Apply (T6): score(N) <= score(N-1) + N, and score(N) <= score(N-1) + N - (the prime before N) for a prime N.

    So a bound on score(N-1) gives a bound on score(N).
    """
    if n < 2:
        _fail("N = 1 has no number before it to cite")
    if rule == "increment":
        best = cited + n
    elif rule == "prime":
        if n < 3 or not _is_prime(n):
            _fail(f"{n} is not a prime above 2")
        before = n - 1
        while not _is_prime(before):
            before -= 1
        if 2 * before <= n:
            # The theorem needs 2 * before > n. This is always true, but checking it is easier than proving it.
            _fail(f"{before}, the prime before {n}, has a multiple in the pot")
        best = cited + n - before
    else:
        best = _fail(f"there is no chain rule {_show(rule)}")
    if upper != best:
        _fail(f"the chain proves {best}, not {upper}")
    if n > 2:
        _check_cited(n - 1, cited, known)
    elif cited != 0:
        _fail("the score for N = 1 is 0")


def _check_cited(n: int, cited: int, known: dict[int, int | None] | None) -> None:
    proven = known.get(n) if known is not None else None
    if proven is not None and proven <= cited:
        return
    if proven is not None:
        missing = _Invalid(f"it cites {cited} for N = {n}, where only {proven} is proven")
    elif known is None:
        missing = _Invalid(f"{_LONELY}: it cites N = {n}")
    elif n in known:
        missing = _Invalid(f"it cites N = {n}, whose certificate is not valid")
    else:
        missing = _Invalid(f"it cites N = {n}, for which no certificate here proves anything")
    missing.cites = n
    raise missing


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


# -- multipliers without a tree --------------------------------------------------------------------------------


def _check_dual(n: int, upper: int, proof: dict[str, Any], spend: Callable[[int], None]) -> None:
    """Check that multipliers of numbers and cuts pay at least p for each pair (q, p) (T1, T5, T7).

    A game has each number in at most one pair, and fewer pairs of a cut than the cut has numbers. So it is worth at
    most the sum of all multipliers.
    """
    parts = _integer(proof["parts"], "parts")
    if parts < 1:
        _fail(f"{_show(parts)} parts of one are not possible; there is at least 1")
    u = _list(proof["u"], "u")
    spend(12 * n + len(u))
    if len(u) != n:
        _fail(f"there are {len(u)} multipliers for {n} numbers")
    if any(_integer(value, "a multiplier") < 0 for value in u):
        _fail("a multiplier of an inequality is negative")
    total = sum(u)
    smallest = _smallest_primes(n)
    paid: dict[tuple[int, int], int] = {}
    for cut in _list(proof["cuts"], "cuts"):
        multiplier, members = _cycle_cut(cut, n, spend)
        total += multiplier * (len(members) - 1)
        for pair in _shared_pairs(members, smallest):
            paid[pair] = paid.get(pair, 0) + multiplier
        # An entry takes up to 250 bytes: a key, its two numbers, and a value.
        if 250 * len(paid) > MAX_MEMORY:
            _refuse(f"what its cuts pay would take more than {MAX_MEMORY} bytes of memory")
    _check_pairs([0, *u], parts, paid, smallest, spend)
    if total >= parts * (upper + 1):
        _fail(f"the multipliers prove only a bound of {_show(total)}/{_show(parts)}, not {upper}")


def _check_pairs(
    u: list[int], parts: int, paid: dict[tuple[int, int], int], smallest: list[int], spend: Callable[[int], None]
) -> None:
    """Check that multipliers pay for each pair (q, p), where p/q is a prime."""
    for prime, factor in enumerate(smallest):
        if prime > 1 and factor == prime:
            spend(len(smallest) // prime + 1)
            for q, p in enumerate(range(prime, len(smallest), prime), 1):
                if u[q] + u[p] < parts * p and u[q] + u[p] + paid.get((q, p), 0) < parts * p:
                    _fail(f"the multipliers do not pay for the pair of {q} and {p}")


def _smallest_primes(n: int) -> list[int]:
    """Return the smallest prime factor of each number up to n; 0 and 1 map to themselves."""
    smallest = list(range(n + 1))
    for d in range(isqrt(n), 1, -1):
        smallest[d * d :: d] = [d] * len(range(d * d, n + 1, d))
    return smallest


def _cycle_cut(cut: object, n: int, spend: Callable[[int], None]) -> tuple[int, list[int]]:
    """Read the multiplier and the numbers of a cut."""
    both = _list(cut, "a cut")
    if len(both) != 2:
        _fail(f"a cut should be [multiplier, numbers], not {_show(cut)}")
    multiplier, members = _integer(both[0], "a multiplier of a cut"), _list(both[1], "the numbers of a cut")
    spend(30 * len(members) + 20)
    if multiplier < 0:
        _fail("a multiplier of an inequality is negative")
    if len(members) > MAX_CYCLE:
        _refuse(f"a cut has more than {MAX_CYCLE} numbers")
    for member in members:
        if not 1 < _integer(member, "a member of a cut") <= n:
            _fail(f"the member {_show(member)} of a cut is not one of 2 to {n}")
    if len(members) < 2 or len(set(members)) < len(members):
        _fail(f"a cut should have two or more numbers, each of them once, not {_show(members)}")
    return multiplier, members


def _shared_pairs(members: list[int], smallest: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs (q, p) of a cut: p is a number in it, and q is a lower cover of p and of another number in it."""
    lower: dict[int, list[int]] = {}
    for p in members:
        rest = p
        while rest > 1:
            prime = smallest[rest]
            lower.setdefault(p // prime, []).append(p)
            while rest % prime == 0:
                rest //= prime
    return ((q, p) for q, several in lower.items() if len(several) > 1 for p in several)


# -- the proof -------------------------------------------------------------------------------------------------


class _Proof:
    """A proof that no play of the pot gains more than ``bound``.

    Every game is a matching of cover pairs (q, p) without cycles (T1, T2), so it is enough to bound the weight of such
    matchings: x[q, p] is 1 if the pair is in the matching, and each number is in at most one pair.
    """

    def __init__(self, pot: list[int], bound: int, fields: dict[str, Any], spend: Callable[[int], None]) -> None:
        self.bound = bound
        self.spend = spend
        divisors = _all_divisors(pot, spend)
        # Leave out dead numbers: they have no divisor or multiple in the pot, and so no pair and no multiplier.
        live = {d for below in divisors.values() for d in below} | {p for p, below in divisors.items() if below}
        pot = [p for p in pot if p in live]
        self.index = {number: i for i, number in enumerate(pot)}
        self.size = len(pot)
        self.lower: list[int] = []
        self.upper: list[int] = []
        self.profit: list[int] = []
        self.pairs_below: list[list[int]] = [[] for _ in pot]  # pairs with the upper end v
        self.pairs_above: list[list[int]] = [[] for _ in pot]  # pairs with the lower end v
        pair_of: dict[tuple[int, int], int] = {}
        for p in pot:
            spend(len(divisors[p]) ** 2 + 1)
            for start, q in enumerate(divisors[p], 1):
                if not any(x % q == 0 for x in divisors[p][start:]):
                    i, j = self.index[q], self.index[p]
                    pair = pair_of[q, p] = len(self.lower)
                    self.lower.append(i)
                    self.upper.append(j)
                    self.profit.append(p)
                    self.pairs_below[j].append(pair)
                    self.pairs_above[i].append(pair)
        multiples: dict[int, list[int]] = {p: [] for p in divisors}
        for p, below in divisors.items():
            for d in below:
                multiples[d].append(p)
        # The certificate has multipliers for numbers with multiples. For the others, the tops, compute the best ones.
        self.inner = [v for v in range(self.size) if self.pairs_above[v]]
        self.tops = [(v, self.pairs_below[v]) for v in range(self.size) if not self.pairs_above[v]]
        self.no_tops = [e for v in self.inner for e in self.pairs_below[v]]
        self.cuts: list[tuple[int, list[int]]] = []
        spanned = _Spans(spend)
        for cut in _list(fields["cuts"], "cuts"):
            self.cuts.append(_derive_cut(cut, divisors, multiples, pair_of, spanned))
        self.tree = fields["tree"]
        self.given: list[tuple[int, list[int], dict[int, int]]] = []  # all multipliers read so far
        self.kept = 0  # bytes that they take

    def check(self, watch: Callable[[int, int, int], None] | None) -> None:
        """Check all leaves of the tree; each branch or fixing covers all cases of its node, and so do the leaves."""
        free = bytearray(b"\x01" * len(self.lower))  # 1 = free, 0 = excluded, 2 = forced
        # Each entry has a node, the state of its pairs, and its picked numbers.
        stack: list[tuple[Any, bytearray, frozenset[int]]] = [(self.tree, free, frozenset())]
        while stack:
            node, state, picked = stack.pop()
            # Charge for two copies of the state and of the picked numbers, which a branch makes.
            self.spend(1 + len(state) // 16 + len(picked))
            if len(stack) * (len(state) + 64 * len(picked)) > MAX_MEMORY:
                _refuse(f"the branches of its tree would take more than {MAX_MEMORY} bytes of memory")
            if not isinstance(node, dict):
                _fail(f"a node should be a JSON object, not {_show(node)}")
            elif "branch" in node:
                # Push in reverse, to read the first case first: multipliers are numbered as in the certificate.
                stack += reversed(self._cases(node, state, picked))
            elif "fix" in node:
                _fields(node, "a fixing", ("fix", "then"))
                stack.append((node["then"], self._fixed(node["fix"], state, picked), picked))
            elif "leaf" in node:
                _fields(node, "a leaf", ("leaf",))
                scale, goal, value, _ = self._bound(node["leaf"], state, picked)
                if value >= scale * goal:
                    _fail(f"a leaf proves only a bound of {_show(value)}/{_show(scale)}, which does not close it")
                if watch is not None:
                    watch(scale, scale * goal, value)
            else:
                _fail(f"the node {_show(node)} is neither a branch, nor a fixing, nor a leaf")

    def _cases(
        self, node: dict[str, Any], state: bytearray, picked: frozenset[int]
    ) -> list[tuple[Any, bytearray, frozenset[int]]]:
        """Return both cases of a branch: for each, its node, the state of its pairs, and its picked numbers."""
        _fields(node, "a branch", ("branch", "picked", "not"))
        number = _integer(node["branch"], "branch")
        if number not in self.index:
            _fail(f"the branch {_show(number)} is not a number of the pot")
        v = self.index[number]
        with_v, without_v = bytearray(state), bytearray(state)
        for pair in self.pairs_above[v]:
            with_v[pair] = 0  # a picked number is never a factor
        for pair in self.pairs_below[v]:
            without_v[pair] = 0
        return [(node["picked"], with_v, picked | {v}), (node["not"], without_v, picked)]

    def _fixed(self, multipliers: object, state: bytearray, picked: frozenset[int]) -> bytearray:
        """Exclude pairs that no matching above the bound has, and force pairs that all such matchings have (T7)."""
        scale, goal, value, rest = self._bound(multipliers, state, picked)
        limit = scale * goal
        fixed = bytearray(state)
        for pair, r in self._residuals(rest, state, picked):
            if r < 0 and value + r < limit:
                fixed[pair] = 0
            elif r > 0 and value - r < limit:
                fixed[pair] = 2
        return fixed

    def _residuals(self, rest: list[int], state: bytearray, picked: frozenset[int]) -> Iterator[tuple[int, int]]:
        """Yield each free pair and its excess over the best alternative: no pair, or another pair of its top."""
        for e in self.no_tops:
            if state[e] == 1:
                yield e, rest[e]
        for v, pairs in self.tops:
            self.spend(len(pairs) ** 2)
            if any(state[e] == 2 for e in pairs):
                continue
            free = [e for e in pairs if state[e] == 1]
            for e in free:
                others = [rest[pair] for pair in free if pair != e] + [0] * (v not in picked)
                if others:
                    yield e, rest[e] - max(others)

    def _bound(self, multipliers: object, state: bytearray, picked: frozenset[int]) -> tuple[int, int, int, list[int]]:
        """Return scale, goal, scaled bound, and the rest of each pair's weight that multipliers do not cover (T7).

        A leaf is closed if its scaled bound is below scale * goal. Then no matching of the node weighs more than
        ``bound`` if the objective is 1, and the node has no matching at all if the objective is 0.
        """
        self.spend(6 * len(state))
        scale, objective, u, cuts = self._read(multipliers, picked)
        value = sum(u)
        weight = scale * objective
        rest = [weight * p - u[i] - u[j] for p, i, j in zip(self.profit, self.lower, self.upper, strict=True)]
        for number, multiplier in cuts:
            rhs, members = self.cuts[number]
            self.spend(1 + len(members))
            value += multiplier * rhs
            for e in members:
                rest[e] -= multiplier
        value += sum(rest[e] for e in self.no_tops if state[e] == 2 or (state[e] == 1 and rest[e] > 0))
        tied = {self.upper[e] for e, kind in enumerate(state) if kind == 2} if 2 in state else ()
        for v, pairs in self.tops:
            # A matching has at most one pair per top, so the top's best multiplier is the largest rest of its pairs.
            best = _LOWEST if v in picked else 0
            for e in pairs:
                if rest[e] > best and state[e] == 1:
                    best = rest[e]
            forced = [rest[e] for e in pairs if state[e] == 2] if v in tied else ()
            value += sum(forced) if forced else best if best > _LOWEST else 0
        return scale, self.bound + 1 if objective else 0, value, rest

    def _read(self, multipliers: object, picked: frozenset[int]) -> tuple[int, int, list[int], list[tuple[int, int]]]:
        """Read scale, objective, the multiplier of each number, and (index, multiplier) of each cut in use.

        The index of each cut is stored as the difference from the previous index.
        """
        given = _fields(multipliers, "multipliers", ("scale", "u", "cuts"), ("objective", "like"))
        scale, objective = _integer(given["scale"], "scale"), _integer(given.get("objective", 1), "objective")
        if scale < 1 or objective not in (0, 1):
            _fail("a scale must be positive, and an objective 0 or 1")
        changes, cuts = _list(given["u"], "u"), _list(given["cuts"], "cuts of multipliers")
        u, weights = self._like(given["like"], scale) if "like" in given else ([0] * self.size, {})
        self.spend(4 * self.size + 8 * len(changes) + 8 * len(cuts))
        self._change(u, changes)
        number = 0
        for entry in cuts:
            step, change = _two(entry, "a multiplier of a cut")
            number += step
            if not 0 <= number < len(self.cuts):
                _fail(f"{_show(entry)} is not a cut with its multiplier")
            weights[number] = weights.get(number, 0) + change
        # A picked number is in exactly one pair, an equation, so its multiplier may have either sign.
        if any(value < 0 and v not in picked for v, value in enumerate(u)) or any(w < 0 for w in weights.values()):
            _fail("a multiplier of an inequality is negative")
        weights = {number: weight for number, weight in weights.items() if weight}
        self.given.append((scale, u, weights))
        # Count an index and an integer for each number, and about twice that for each cut.
        self.kept += 48 * self.size + 150 * len(weights)
        if self.kept > MAX_MEMORY:
            _refuse(f"its multipliers would take more than {MAX_MEMORY} bytes of memory")
        return scale, objective, u, list(weights.items())

    def _change(self, u: list[int], changes: list[Any]) -> None:
        """Change multipliers: by an integer for each number with multiples, or by pairs of a number and its change."""
        if changes and not isinstance(changes[0], list):
            if len(changes) != len(self.inner):
                _fail(f"there are {len(changes)} multipliers for {len(self.inner)} numbers with multiples")
            for v, change in zip(self.inner, changes, strict=True):
                u[v] += _integer(change, "a multiplier")
        else:
            for entry in changes:
                number, change = _two(entry, "a multiplier")
                if number not in self.index:
                    _fail(f"{_show(entry)} is not a number of the pot with its multiplier")
                u[self.index[number]] += change

    def _like(self, like: object, scale: int) -> tuple[list[int], dict[int, int]]:
        """Copy earlier multipliers to another scale."""
        number = _integer(like, "like")
        if not 0 <= number < len(self.given):
            _fail(f"there are no multipliers {number} to be like; {len(self.given)} were given before")
        earlier, u, weights = self.given[number]
        self.spend(self.size + len(weights))
        factor, rest = divmod(scale, earlier)
        if rest:
            _fail(f"the scale {scale} is not a multiple of {earlier}, that of the multipliers {number}")
        return [factor * value for value in u], {cut: factor * value for cut, value in weights.items()}


def _two(entry: object, label: str) -> tuple[int, int]:
    both = _list(entry, label)
    if len(both) != 2:
        _fail(f"{label} should be [number, multiplier], not {_show(entry)}")
    return _integer(both[0], label), _integer(both[1], label)


def _all_divisors(pot: list[int], spend: Callable[[int], None]) -> dict[int, list[int]]:
    """Map each number to its proper divisors in the pot, ascending; list multiples or try divisors, as fits better."""
    divisors: dict[int, list[int]] = {p: [] for p in pot}
    walks, trials = sum(pot[-1] // d for d in pot), len(pot) ** 2 // 2
    spend(min(walks, trials) + len(pot))
    if walks <= trials:
        for d in pot:
            for multiple in range(2 * d, pot[-1] + 1, d):
                if multiple in divisors:
                    divisors[multiple].append(d)
    else:
        for i, p in enumerate(pot):
            divisors[p] = [d for d in pot[:i] if p % d == 0]
    return divisors


def _derive_cut(
    cut: object,
    divisors: dict[int, list[int]],
    multiples: dict[int, list[int]],
    pair_of: dict[tuple[int, int], int],
    spanned: _Spans,
) -> tuple[int, list[int]]:
    """Derive the right-hand side and the pairs of a matroid cut (T5) from its vectors alone.

    Each member of the set S has a vector over GF(4). Let q be the other end of a pair, and take the members of S that q
    divides or is divided by. The pair belongs to the cut if the vector of its end in S is in the span of the vectors
    of the other members taken.
    """
    spend = spanned.spend
    spend(8)
    given = _fields(cut, "a cut", ("kind", "vectors"))
    if given["kind"] not in ("S", "T"):
        _fail(f"there is no kind of cut {_show(given['kind'])}")
    vectors, group = _groups(_list(given["vectors"], "vectors"), divisors, spend)
    below = given["kind"] == "S"
    neighbours: dict[int, list[int]] = {}  # opposite number -> the members of S that it is comparable to
    for member in group:
        opposites = multiples[member] if below else divisors[member]
        spend(10 * len(opposites) + 4)
        for opposite in opposites:
            if opposite in neighbours:
                neighbours[opposite].append(member)
            else:
                neighbours[opposite] = [member]
    pairs = []
    for opposite, members in neighbours.items():
        if len(members) == 1:
            continue  # there is no other vector to span it
        for index in spanned([group[member] for member in members]):
            ends = (members[index], opposite) if below else (opposite, members[index])
            if ends in pair_of:
                pairs.append(pair_of[ends])
    spend(2 * MAX_VECTOR_BITS * len(vectors))
    return len(group) - rank_of_vectors(vectors), pairs


class _Spans:
    """A cache of the vectors in a list that the others span: few different lists occur, but each occurs often."""

    def __init__(self, spend: Callable[[int], None]) -> None:
        self.spend = spend
        self.places: dict[tuple[int, ...], list[int]] = {}
        self.needed: dict[frozenset[int], set[int]] = {}

    def __call__(self, vectors: list[int]) -> list[int]:
        """Return the indices of vectors that the other vectors span."""
        key = tuple(vectors)
        if key not in self.places:
            self.spend(20 + 20 * len(key))
            if len(self.places) + len(self.needed) > MAX_SPANS:
                self.places.clear()
                self.needed.clear()
            hits = Counter(key)
            needed = self._needed(frozenset(hits))
            self.places[key] = [index for index, v in enumerate(key) if hits[v] >= 2 or v not in needed]
        return self.places[key]

    def _needed(self, several: frozenset[int]) -> set[int]:
        """Return the vectors of a set that the others do not span."""
        if several not in self.needed:
            self.spend(2 * MAX_VECTOR_BITS * len(several) ** 2)
            self.needed[several] = {v for v in several if _rest(v, _span(several - {v}))}
        return self.needed[several]


def _groups(
    groups: list[Any], divisors: dict[int, list[int]], spend: Callable[[int], None]
) -> tuple[list[int], dict[int, int]]:
    """Read the vectors of a cut, and the vector of each member."""
    vectors: list[int] = []
    group: dict[int, int] = {}
    spend(8 * len(groups))
    for entry in groups:
        if len(_list(entry, "a vector with its members")) < 2:
            _fail(f"a vector of a cut has no members: {_show(entry)}")
        spend(4 * len(entry))
        vector, *members = entry
        if not 0 < _integer(vector, "a vector") < 1 << MAX_VECTOR_BITS:
            _fail(f"{_show(vector)} is not a vector: it should be from 1 to {(1 << MAX_VECTOR_BITS) - 1}")
        vectors.append(vector)
        for member in members:
            if _integer(member, "a member of a cut") not in divisors:
                _fail(f"the member {_show(member)} of a cut is not in the pot")
            if member in group:
                _fail(f"the member {member} of a cut is named twice")
            group[member] = vector
    if not vectors:
        _fail("a cut has no vectors")
    if len(set(vectors)) != len(vectors):
        _fail("a cut has the same vector twice")
    return vectors, group


def rank_of_vectors(vectors: Iterable[int]) -> int:
    """Return the dimension of the span over GF(4).

    Examples
    --------
    >>> rank_of_vectors([0b011, 0b101, 0b110])
    2
    """
    return len(_span(vectors)) // 2


def _span(vectors: Iterable[int]) -> list[int]:
    """Return a basis over GF(2) of a span over GF(4), by elimination with each vector v and with w * v.

    Two bits of a vector are a coordinate a + b w, where w w = w + 1: so w (a + b w) = b + (a + b) w.
    """
    basis: list[int] = []
    for v in vectors:
        low, high = v & _EVEN, v >> 1 & _EVEN
        for product in (v, high | (low ^ high) << 1):
            rest = _rest(product, basis)
            if rest:
                basis.append(rest)
    return basis


def _rest(v: int, basis: list[int]) -> int:
    """Return the remainder of a vector after elimination, which is 0 if the vector is in the span."""
    for b in basis:
        # The first bit of b is in no later vector of the basis.
        v = min(v, v ^ b)
    return v


# -- the command line: files, packs of certificates and folders ------------------------------------------------


_Found = tuple[Path, Verdict, bytes, str]
"""Name of a certificate, its verdict when checked alone, its text if it cites another, and the SHA-256 of its text."""


def _check_files(paths: list[Path]) -> list[tuple[Path, Verdict]]:
    """Check files and packs, which may cite each other."""
    certificates = [certificate for path in paths for certificate in _found_in(path)]
    alone = [(name, verdict, link) for name, verdict, link, _ in certificates]
    return check_chain(alone) if len(certificates) > 1 else [(name, verdict) for name, verdict, _ in alone]


def _check_folder(folder: Path) -> list[tuple[Path, Verdict]]:
    """Check the certificates of a folder together; a verdict on the manifest comes last if it does not match."""
    names = sorted(path for path in folder.iterdir() if path.name.endswith(_ENDS) and path.name != _MANIFEST)
    certificates = [certificate for path in names for certificate in _found_in(path)]
    verdicts = check_chain((name, verdict, link) for name, verdict, link, _ in certificates)
    manifest, last = folder / _MANIFEST, dict(verdicts)
    if manifest.exists():
        try:
            with _opened(manifest) as stream:
                word = check_manifest(_content(stream), {sha: (name, last[name]) for name, _, _, sha in certificates})
        except _Invalid as reason:
            word = _refusal(reason)
        verdicts += [(manifest, word)] * (not word.valid)
    return verdicts


def _found_in(path: Path) -> list[_Found]:
    """Check each certificate of a file alone."""
    try:
        with _opened(path) as stream:
            if ".jsonl" not in path.name and _packed_by(stream) != _XZ:
                text = _content(stream)
                first, _, rest = text.partition(b"\n")
                # Lines are separate certificates, unless the first one is only the beginning of a certificate.
                if not first.endswith(b"}") or not rest.strip():
                    return [_found(path, text)]
                lines: Iterable[bytes] = text.removesuffix(b"\n").split(b"\n")
            else:
                lines = _lines(stream)
            return [_found(Path(f"{path}:{number}"), line) for number, line in enumerate(lines, 1)]
    except _Invalid as reason:
        # If any part of a pack is damaged, none of its certificates counts.
        return [(path, _refusal(reason), b"", "")]


def _found(name: Path, text: bytes) -> _Found:
    verdict = check_bytes(text)
    return name, verdict, b"" if verdict.cites is None else text, hashlib.sha256(text.removesuffix(b"\n")).hexdigest()


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a regular file; refuse any other, since a pipe may block and a device may never end."""
    _check_kind(path.stat())
    # The file may have been replaced since the last check, so open it without blocking, and check its kind again.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        yield stream


def _content(stream: IO[bytes]) -> bytes:
    """Read a certificate's file, and unpack it if it is compressed."""
    if _packed_by(stream) == _XZ:
        _fail("it is a pack of certificates where a single one should be")
    data = bytearray()
    for piece in _unpacked(stream):
        data += piece
        if len(data) > MAX_BYTES:
            _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    return bytes(data)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the unpacked lines of a pack, one after another."""
    line = bytearray()
    count = 0
    for piece in _unpacked(stream):
        first, *others = piece.split(b"\n")
        line += first
        for rest in others:
            yield bytes(line)
            count += 1
            line[:] = rest
        if len(line) > MAX_BYTES:
            _refuse(f"line {count + 1} of the pack is larger than {MAX_BYTES} bytes")
        if count > MAX_PACK_LINES:
            _refuse(f"the pack has more than {MAX_PACK_LINES} lines")
    if line:
        yield bytes(line)
    elif not count:
        _fail("the pack is empty")


def _packed_by(stream: IO[bytes]) -> bytes:
    """Return the magic bytes of a file's compression, empty if there is none; the file's name does not matter."""
    first = stream.read(len(_XZ))
    stream.seek(0)
    return next((magic for magic in (_XZ, _GZIP) if first.startswith(magic)), b"")


def _unpacked(stream: IO[bytes]) -> Iterator[bytes]:
    total = 0
    for piece in _pieces(stream, _packed_by(stream)):
        total += len(piece)
        if total > MAX_PACK_BYTES:
            _refuse(f"the pack is larger than {MAX_PACK_BYTES} bytes")
        yield piece


def _pieces(stream: IO[bytes], packed_by: bytes) -> Iterator[bytes]:
    unpacker: Any = None
    if packed_by == _XZ:
        unpacker, label = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_MEMORY), "the pack"
    elif packed_by == _GZIP:
        unpacker, label = zlib.decompressobj(wbits=31), "the compressed file"
    else:
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
            _refuse(f"unpacking it would take more than {MAX_MEMORY} bytes of memory")
        _fail(f"{label} is damaged")
    if unpacker.unused_data or stream.read(1):
        _fail(f"{label} goes on behind its end")


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(status: os.stat_result) -> None:
    # Let folders pass: opening a folder fails with an error that says what it is.
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        _refuse("it is not a regular file")


def _name(path: Path) -> str:
    """Return a file's name, quoted if it would break the line."""
    return str(path) if str(path).isprintable() else repr(str(path))


def _say(text: str, stream: TextIO | None = None) -> None:
    print(text, file=stream)  # a script's output


def _main(names: list[str]) -> int:
    if not names:
        _say("usage: python check.py CERTIFICATE.json[.gz] ... PACK.jsonl.xz ... FOLDER ...", sys.stderr)
        return 2
    status = 0
    paths = [Path(name) for name in names]
    try:
        verdicts = _check_files([path for path in paths if not path.is_dir()])
        folders = {path: _check_folder(path) for path in paths if path.is_dir()}
    except OSError as error:
        _say(f"cannot read {error.filename!r}: {error.strerror}", sys.stderr)
        return 2
    for path, verdict in [*verdicts, *(pair for folder in folders.values() for pair in folder)]:
        _say(f"{_name(path)}: {verdict.summary}")
        status = status or int(not verdict.valid)
    for path, several in folders.items():
        proven = sorted({one.n for _, one in several if one.optimal and one.n and one.position == f"taxman:{one.n}"})
        if not proven:
            _say(f"{_name(path)}: no N is proven optimal")
            status = 1
        else:
            steady = [n for i, n in enumerate(proven) if n == proven[0] + i]
            _say(f"{_name(path)}: every N from {proven[0]} to {steady[-1]} is proven optimal")
    return status


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
