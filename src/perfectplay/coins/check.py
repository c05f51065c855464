"""Check a certificate of greedy coins.  This one file needs Python's standard library and nothing else.

    python check.py CERTIFICATE.json[.gz] ...

A certificate claims: "in this row of coins the player to move wins by this margin under best play, these first moves
are best, and the other one costs this much".  The first move leaves one of two rows.  For each of them the
certificate tells which coins to fuse; this program makes sure that every fusion is one of the *fusion lemma* (three
neighbours a <= b >= c become a - b + c), and that what remains is a *valley*, which the *valley lemma* evaluates.
Both are proved in docs/coins-theory.md.  The time is linear, and every number is exact.
"""

from __future__ import annotations

import gzip
import json
import sys
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any, NoReturn

__all__ = ["FORMAT", "VERSION", "Verdict", "check_certificate", "check_file"]

FORMAT = "perfectplay-coins-certificate"
VERSION = 1

# Limits against certificates made huge on purpose.  A million coins below 1000 take 8 MB.
MAX_BYTES = 1 << 26
MAX_BITS = 4_096


@dataclass(frozen=True)
class Verdict:
    """The checker's word on one certificate.

    Attributes
    ----------
    valid
        Whether the claim is proven.
    coins
        Number of coins, or ``None`` if they could not be read.
    margin, best_moves, mistake_cost
        The proven claim: an integer or a text such as ``"3/2"``, ``"L"``, ``"R"`` or ``"LR"``, and again a number;
        ``None`` if the certificate is not valid.
    reason
        Why the certificate is not valid; empty if it is.
    """

    valid: bool
    coins: int | None = None
    margin: int | str | None = None
    best_moves: str | None = None
    mistake_cost: int | str | None = None
    reason: str = ""


class _Invalid(Exception):  # noqa: N818  # it is the verdict, not an error of the program
    """The certificate fails, for the reason given."""


def check_file(path: str | Path) -> Verdict:
    """Check one file, plain or gzip-compressed.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Verdict
        Never raises for bad content; an unreadable file raises `OSError`.
    """
    with Path(path).open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
        stream.seek(0)
        try:
            data = (gzip.GzipFile(fileobj=stream) if packed else stream).read(MAX_BYTES + 1)
        except (EOFError, gzip.BadGzipFile) as error:
            return Verdict(valid=False, reason=f"the file is damaged: {error}")
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001  # zlib.error has no common base, and a bad file must not crash
            return Verdict(valid=False, reason=f"the file is damaged: {error}")
    if len(data) > MAX_BYTES:
        return Verdict(valid=False, reason=f"the certificate is larger than {MAX_BYTES} bytes")
    try:
        certificate = json.loads(data, object_pairs_hook=_object)
    except (ValueError, RecursionError, MemoryError) as error:
        return Verdict(valid=False, reason=f"the file is not JSON: {str(error)[:120]}")
    return check_certificate(certificate)


def check_certificate(certificate: object) -> Verdict:
    """Check a certificate given as the object that its JSON text stands for.

    Parameters
    ----------
    certificate
        A dictionary as described in docs/coins-theory.md; anything else is not valid.

    Returns
    -------
    Verdict
        With the reason if the certificate does not prove its claim.  Never raises.
    """
    count = None
    try:
        names = ("format", "version", "coins", "margin", "best_moves", "mistake_cost", "fusions")
        fields = _fields(certificate, "the certificate", names)
        version = fields["version"]
        if fields["format"] != FORMAT or type(version) is not int or version != VERSION:
            _fail(f"the format should be {FORMAT!r}, version {VERSION}")
        exact = [_number(value, "a coin") for value in _list(fields["coins"], "coins")]
        count = len(exact)
        if not exact:
            _fail("there is no coin")
        unit = _common_denominator(exact)
        coins = [int(value * unit) for value in exact]
        fusions = _fields(fields["fusions"], "fusions", ("without_first", "without_last"))
        left = coins[0] - _row_margin(coins[1:], _list(fusions["without_first"], "without_first"))
        right = coins[-1] - _row_margin(coins[:-1], _list(fusions["without_last"], "without_last"))
        _compare("margin", _number(fields["margin"], "the margin"), Fraction(max(left, right), unit))
        _compare("best_moves", fields["best_moves"], "LR" if left == right else "L" if left > right else "R")
        _compare("mistake_cost", _number(fields["mistake_cost"], "the cost"), Fraction(abs(left - right), unit))
    except _Invalid as reason:
        return Verdict(valid=False, coins=count, reason=str(reason))
    except MemoryError:
        return Verdict(valid=False, coins=count, reason="the certificate is too large for the memory of this machine")
    return Verdict(
        valid=True,
        coins=count,
        margin=fields["margin"],
        best_moves=fields["best_moves"],
        mistake_cost=fields["mistake_cost"],
    )


# -- the mathematics -------------------------------------------------------------------------------------------


def _row_margin(row: list[int], fusions: list[Any]) -> int:
    """Margin of the player to move in a row, with a number of fusions after each of its coins as a proof."""
    if len(fusions) != len(row):
        _fail(f"{len(fusions)} numbers of fusions are given for {len(row)} coins")
    reduced: list[int] = []
    for coin, count in zip(row, fusions, strict=True):
        reduced.append(coin)
        # Every fusion removes two coins, so that this loop is linear in all.
        if type(count) is not int or not 0 <= 2 * count < len(reduced):
            _fail(f"{_show(count)} is no number of fusions of {len(reduced)} coins")
        for _ in range(count):
            a, b, c = reduced[-3:]
            if not a <= b >= c:
                _fail(f"the fusion of {_show(a)}, {_show(b)} and {_show(c)} is not one at a peak")
            reduced[-3:] = [a - b + c]
    for a, b, c in zip(reduced, reduced[1:], reduced[2:], strict=False):
        if a <= b >= c:
            _fail(f"the peak {_show(a)}, {_show(b)}, {_show(c)} is left: the row is not reduced to a valley")
    # The valley lemma: the larger end is always a best move.
    margin, sign, low, high = 0, 1, 0, len(reduced) - 1
    while low <= high:
        if reduced[low] >= reduced[high]:
            margin += sign * reduced[low]
            low += 1
        else:
            margin += sign * reduced[high]
            high -= 1
        sign = -sign
    return margin


# -- reading ---------------------------------------------------------------------------------------------------


def _fail(reason: str) -> NoReturn:
    raise _Invalid(reason)


def _compare(name: str, claimed: object, proven: object) -> None:
    if claimed != proven:
        _fail(f"the certificate claims {name} {_show(claimed)} and proves {_show(proven)}")


def _show(value: object) -> str:
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):
        return "something very long"
    return text if len(text) <= 60 else text[:57] + "..."


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Of two fields with the same name one reader might see the first and another the last.
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "an object has the same field twice"
        raise ValueError(message)
    return found


def _fields(value: object, what: str, needed: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        _fail(f"{what} should be a JSON object, not {_show(value)}")
    for name in needed:
        if name not in value:
            _fail(f"{what} should have the field {name!r}")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        _fail(f"{what} should be a list, not {_show(value)}")
    return value


def _number(value: object, what: str) -> int | Fraction:
    """Return an integer, or the fraction that a text such as "-3/2" means."""
    number: int | Fraction
    if isinstance(value, str):
        top, slash, bottom = value.partition("/")
        digits = top.removeprefix("-")
        if not (slash and all(part.isascii() and part.isdigit() and len(part) < MAX_BITS for part in (digits, bottom))):
            _fail(f"{what} is {_show(value)}; it should be an integer or a text such as '3/2'")
        if not bottom.strip("0"):
            _fail(f"{what} is {_show(value)}, which divides by zero")
        number = Fraction(int(top), int(bottom))
    elif type(value) is not int:
        _fail(f"{what} is {_show(value)}; it should be an integer or a text such as '3/2'")
    else:
        number = value
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAX_BITS:
        _fail(f"{what} has more than {MAX_BITS} bits")
    return number


def _common_denominator(numbers: list[int | Fraction]) -> int:
    """Return the least one; fail where it is huge, because the arithmetic would not take linear time."""
    found = 1
    for denominator in {number.denominator for number in numbers}:
        found = lcm(found, denominator)
        if found.bit_length() > MAX_BITS:
            _fail(f"the common denominator of the coins has more than {MAX_BITS} bits")
    return found


def _main(paths: list[str]) -> int:
    failed = not paths
    for path in paths:
        verdict = check_file(path)
        failed = failed or not verdict.valid
        claim = f"{verdict.coins} coins, margin {verdict.margin}, best {verdict.best_moves}"
        sys.stdout.write(f"{path}: {f'valid: {claim}' if verdict.valid else f'NOT valid: {verdict.reason}'}\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
