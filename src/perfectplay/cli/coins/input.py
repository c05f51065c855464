"""Parse rows of coins from the command line, from files and from standard input, up to millions of lines."""

from __future__ import annotations

import re
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from pathlib import Path
from typing import IO, TypeAlias, cast

import click

from perfectplay.cli.base import Command, refuse, refuse_thousands
from perfectplay.coins.rules import Coin, parse_coins
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError, quote, quote_path
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress

Coins: TypeAlias = "array[int] | list[Coin]"
"""A parsed row: ``array("q")`` while every coin fits into 64 bits, otherwise a list of exact numbers."""

_BLOCK = 1 << 22
_LONG = 1 << 24
"""Number of bytes that can be read in about a second."""
# Characters that either Python's int() or this program accepts in a number, but not both.
_UNUSUAL = re.compile(rb"[_+/]")
_NEGATIVE = re.compile(r"-[0-9.]")
_COMMA = re.compile(r"([+-]?[0-9]{1,9}),([0-9]{1,9})")
_MEMORY = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
_BYTES_READ = 8
_BYTES_EXACT = 48
"""Memory in bytes for a Python integer and its list entry."""


class CoinCommand(Command):
    """A command whose arguments are coins, so that ``-3`` is a coin instead of an unknown option."""

    ignore_unknown_options = True


def coin_words(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse misspelt options and options after ``--``, because `CoinCommand` passes them on like negative coins."""
    for word in words:
        if word.startswith("-") and not _NEGATIVE.match(word):
            raise click.NoSuchOption(word)
        refuse_thousands(word)
        decimal = _COMMA.fullmatch(word)
        if decimal:
            exact = Fraction(word.replace(",", "."))
            refuse(f"{quote(word)} may be two coins or a decimal; write {decimal[1]} {decimal[2]}, or {exact}")
    return words


def read_coins(name: str, progress: ProgressCallback = ignore_progress) -> Coins:
    """Parse a row from a file, or standard input (``-``): integers and fractions separated by spaces or line breaks.

    Returns
    -------
    array or list
        At least one coin.  Integers that fit into 64 bits take 8 bytes each.

    Raises
    ------
    InvalidPositionError
        If a word is not a coin (with its line number), or if there are no coins.
    LimitExceededError
        If the row does not fit into the free memory.
    PerfectPlayError
        If the file cannot be read.
    """
    where = "standard input" if name == "-" else quote_path(name)
    coins: Coins = array("q")
    line = 1
    done = 0
    began = time.perf_counter()
    try:
        with _open(name) as stream:
            for block in _blocks(stream):
                coins = _extended(coins, block, line, where)
                line += block.count(b"\n")
                done += len(block)
                progress(Progress(f"reading: {len(coins):,} coins, {done / 1e6:,.0f} MB", time.perf_counter() - began))
                each = _BYTES_READ if isinstance(coins, array) else _BYTES_EXACT
                free = free_memory()
                if free is not None and free < each * _BLOCK:
                    raise LimitExceededError(
                        f"line {line:,} of {where}: memory is full after {len(coins):,} coins; "
                        f"each takes {each} bytes, so give fewer or use a larger machine"
                    )
    except OSError as error:
        raise PerfectPlayError(
            f"cannot read {where}: {error.strerror or error}; give a file with one coin on each line"
        ) from error
    if not coins:
        raise InvalidPositionError(
            f"there is no coin in {where}; write one integer or fraction such as 3/2 on each line"
        )
    return coins


def is_long(name: str) -> bool:
    """Return whether reading a file may take more than a second; a pipe may, because its length is unknown."""
    try:
        return not sys.stdin.isatty() if name == "-" else Path(name).stat().st_size > _LONG
    except (OSError, ValueError):
        return False


def check_memory(coins: int, each: int, work: str) -> None:
    """Refuse work that needs more memory than is free; otherwise the system would kill the program silently.

    Each coin needs ``each`` bytes; ``work`` names the purpose in the error message.
    """
    free = free_memory()
    if free is not None and coins * each > free:
        raise LimitExceededError(
            f"{work} {coins:,} coins needs about {coins * each / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are "
            f"free: enough for {free // each:,} coins"
        )


def free_memory() -> int | None:
    """Return how many bytes this process may still use, or ``None`` if the system does not say.

    It is the minimum of Linux's available memory and the cgroup v2 limits.
    """
    try:
        fields = dict(line.split(":", 1) for line in _MEMORY.read_text(encoding="ascii").splitlines())
        free = int(fields["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return None
    try:
        limit = int((_GROUP / "memory.max").read_text(encoding="ascii"))
        free = min(free, limit - int((_GROUP / "memory.current").read_text(encoding="ascii")))
    except (OSError, ValueError):
        # There is no cgroup, or it has no limit ("max").
        return free
    return free


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    return Path(name).open("rb")


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    """Split a stream into pieces of about 4 MB that end at a space or a line break."""
    rest = stream.read(_BLOCK).removeprefix(b"\xef\xbb\xbf")
    while rest:
        more = stream.read(_BLOCK)
        # A word as long as a block cannot be a coin: pass it on, so that the parser refuses it.
        cut = max(rest.rfind(blank) for blank in (b"\n", b" ", b"\t")) + 1 if more else len(rest)
        cut = cut or len(rest)
        yield rest[:cut]
        rest = rest[cut:] + more


def _extended(coins: Coins, block: bytes, line: int, where: str) -> Coins:
    """Parse a block that begins at the given line, and append its coins; a fast path handles 64-bit integers."""
    if isinstance(coins, array) and not _UNUSUAL.search(block):
        try:
            coins.extend(array("q", map(int, block.split())))
        except (ValueError, OverflowError):
            pass
        else:
            return coins
    exact = _exact(block, line, where)
    if isinstance(coins, array):
        try:
            # This fails for fractions and for numbers beyond 64 bits.
            coins.extend(array("q", cast("list[int]", exact)))
        except (TypeError, OverflowError):
            return [*coins, *exact]
    else:
        coins += exact
    return coins


def _exact(block: bytes, line: int, where: str) -> list[Coin]:
    """Parse a block by the rules of the game, and name the line of an error."""
    exact: list[Coin] = []
    for number, text in enumerate(block.split(b"\n"), line):
        words = text.decode("utf-8", "replace").split()
        try:
            exact += parse_coins(words)
        except PerfectPlayError as error:
            raise InvalidPositionError(f"line {number:,} of {where}: {error}") from error
    return exact
