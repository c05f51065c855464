"""Check a certificate of greedy coins.  This one file needs Python's standard library and nothing else.

    python check.py CERTIFICATE.json[.gz] ...

A certificate claims: "in this row of coins the player to move wins by this margin under best play, these first moves
are best, and the other one costs this much".  The first move leaves one of two rows.  For each of them the
certificate tells which coins to fuse; this program makes sure that every fusion is one of the *fusion lemma* (three
neighbours a <= b >= c become a - b + c), and that what remains is a *valley*, which the *valley lemma* evaluates.
Both are proved in docs/coins-theory.md.  The time is linear, and every number is exact.
"""

from __future__ import annotations

import json
import os
import re
import reprlib
import stat
import sys
import zlib
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from pathlib import Path
from typing import Any, NoReturn

__all__ = ["FORMAT", "VERSION", "Verdict", "check_certificate", "check_file"]

FORMAT = "perfectplay-coins-certificate"
VERSION = 1

# Limits against certificates made huge on purpose; what is beyond them is not examined.  A million coins below 1000
# take 8 MB.
MAX_BYTES = 1 << 25
MAX_MEMORY = 1 << 28
MAX_COINS = 1 << 20
MAX_BITS = 4_096
MAX_ALL_BITS = 1 << 29

_DIGITS = 600
"""Digits of an integer that Python reads and writes whatever its settings are."""


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
    examined
        Whether it was read to its end, or to what makes it invalid: ``False`` if it is beyond a limit of this checker
        or not a regular file.
    """

    valid: bool
    coins: int | None = None
    margin: int | str | None = None
    best_moves: str | None = None
    mistake_cost: int | str | None = None
    reason: str = ""
    examined: bool = True


class _Invalid(Exception):  # noqa: N818  # it is the verdict, not an error of the program
    """The certificate fails, for the reason given."""

    examined = True


class _NotExamined(_Invalid):
    """The certificate is beyond a limit of this checker."""

    examined = False


def check_file(path: str | Path) -> Verdict:
    """Check one file, plain or gzip-compressed.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Verdict
        Never raises for bad content; an unreadable file raises `OSError`, and pipes and devices are not opened.
    """
    try:
        certificate = _parse(_content(Path(path)))
    except _Invalid as failure:
        return Verdict(valid=False, reason=str(failure), examined=failure.examined)
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
        count = len(_list(fields["coins"], "coins"))
        if not count:
            _fail("there is no coin")
        if count > MAX_COINS:
            _refuse(f"there are {count} coins; this checker handles {MAX_COINS}")
        exact = [_number(value, "a coin") for value in fields["coins"]]
        unit = _common_denominator(exact)
        coins = [value.numerator * (unit // value.denominator) for value in exact]
        fusions = _fields(fields["fusions"], "fusions", ("without_first", "without_last"))
        left = coins[0] - _row_margin(coins[1:], _list(fusions["without_first"], "without_first"))
        right = coins[-1] - _row_margin(coins[:-1], _list(fusions["without_last"], "without_last"))
        _compare("margin", _number(fields["margin"], "the margin"), Fraction(max(left, right), unit))
        _compare("best_moves", fields["best_moves"], "LR" if left == right else "L" if left > right else "R")
        _compare("mistake_cost", _number(fields["mistake_cost"], "the cost"), Fraction(abs(left - right), unit))
    except _Invalid as failure:
        return Verdict(valid=False, coins=count, reason=str(failure), examined=failure.examined)
    except MemoryError:
        reason = "it is too large for the memory of this machine"
        return Verdict(valid=False, coins=count, reason=reason, examined=False)
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


def _refuse(reason: str) -> NoReturn:
    raise _NotExamined(reason)


def _compare(name: str, claimed: object, proven: object) -> None:
    if claimed != proven:
        _fail(f"the certificate claims {name} {_show(claimed)} and proves {_show(proven)}")


def _show(value: object) -> str:
    try:
        # Not repr, which would write out the whole of a huge list.
        text = str(value) if isinstance(value, Fraction) else reprlib.repr(value)
    except ValueError:
        return "something very long"
    return text if len(text) <= 60 else text[:57] + "..."


def _content(path: Path) -> bytes:
    """Read a file, and unpack it if it is compressed."""
    _check_kind(path.stat())
    # What stands there may have been changed meanwhile: neither wait for a pipe nor read from a device.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        data = stream.read(MAX_BYTES + 1)
    if len(data) <= MAX_BYTES and data.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, MAX_BYTES + 1)
        except zlib.error:
            _fail("the compressed file is damaged")
        if len(data) <= MAX_BYTES and not unpacker.eof:
            _fail("the compressed file is damaged, or its end is missing")
        if unpacker.unused_data:
            _fail("the compressed file goes on behind its end")
    if len(data) > MAX_BYTES:
        _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    return data


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(found: os.stat_result) -> None:
    # Folders cannot be opened, and the error says so.
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        _refuse("it is not a regular file")


def _parse(data: bytes) -> object:
    # What Python makes of JSON takes more room: at most these bytes for each text, number, list and object.
    room = 40 * data.count(b'"') + 48 * data.count(b",") + 112 * data.count(b"[") + 300 * data.count(b"{")
    if room > MAX_MEMORY:
        _refuse(f"reading it would take more than {MAX_MEMORY} bytes of memory")
    # Reading a number takes the square of its length.
    if re.search(rb"(?<![0-9])[0-9]{%d}" % MAX_BITS, data):
        _refuse(f"it has a number of {MAX_BITS} digits or more")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_int=_whole)
    except UnicodeDecodeError:
        _fail("the file is not JSON: it is not text in UTF-8")
    except ValueError as error:
        _fail(f"the file is not JSON: {str(error)[:120]}")
    except (RecursionError, MemoryError):
        _refuse("it is nested too deeply, or too large for the memory of this machine")


def _whole(text: str) -> int:
    """Read an integer of any length: how many digits Python itself reads depends on its settings."""
    if len(text) <= _DIGITS:
        return int(text)
    digits, value = text.removeprefix("-"), 0
    for start in range(0, len(digits), _DIGITS):
        part = digits[start : start + _DIGITS]
        value = value * 10 ** len(part) + int(part)
    return -value if text.startswith("-") else value


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
        above, below = _whole(top), _whole(bottom)
        if below == 1 or gcd(above, below) > 1 or digits[0] == "0" or bottom[0] == "0":
            _fail(f"{what} is {_show(value)}, which is not in lowest terms")
        number = Fraction(above, below)
    elif type(value) is not int:
        _fail(f"{what} is {_show(value)}; it should be an integer or a text such as '3/2'")
    else:
        number = value
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAX_BITS:
        _refuse(f"{what} has more than {MAX_BITS} bits")
    return number


def _common_denominator(numbers: list[int | Fraction]) -> int:
    """Return the least one; fail where it is huge, because the arithmetic would not take linear time."""
    found = 1
    for denominator in {number.denominator for number in numbers}:
        found = lcm(found, denominator)
        if found.bit_length() > MAX_BITS:
            _refuse(f"the common denominator of the coins has more than {MAX_BITS} bits")
    if found.bit_length() * len(numbers) > MAX_ALL_BITS:
        _refuse(f"with a common denominator the coins have more than {MAX_ALL_BITS} bits")
    return found


def _main(paths: list[str]) -> int:
    failed = not paths
    for path in paths:
        verdict = check_file(path)
        failed = failed or not verdict.valid
        name = path if path.isprintable() else repr(path)
        margin = verdict.margin if isinstance(verdict.margin, str) else _show(verdict.margin)
        claim = f"valid: {verdict.coins} coins, margin {margin}, best {verdict.best_moves}"
        grade = "NOT valid" if verdict.examined else "not examined"
        sys.stdout.write(f"{name}: {claim if verdict.valid else f'{grade}: {verdict.reason}'}\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
