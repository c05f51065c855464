"""Rows of coins from the command line, from files and from standard input, millions of lines if need be."""

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
"""A row that was read: ``array("q")`` while every coin fits into 64 bits, otherwise a list of exact numbers."""

_BLOCK = 1 << 22
_LONG = 1 << 24
"""Bytes that take about a second to be read."""
# What Python's int() reads as a number and this program does not, and the other way round.
_UNUSUAL = re.compile(rb"[_+/]")
_NEGATIVE = re.compile(r"-[0-9.]")
_COMMA = re.compile(r"([+-]?[0-9]{1,9}),([0-9]{1,9})")
_MEMORY = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
_BYTES_READ = 8
_BYTES_EXACT = 48
"""Of a Python integer and of its place in a list."""


class CoinCommand(Command):
    """A command whose arguments are coins, so that ``-3`` is a coin and not an unknown option."""

    ignore_unknown_options = True


def coin_words(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Tell negative coins from misspelt options and from options behind ``--``: `CoinCommand` lets all of them pass."""
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
    """Read a row from a file, or from standard input (``-``): integers and fractions between blanks or line breaks.

    Returns
    -------
    array or list
        At least one coin.  Integers that fit into 64 bits take 8 bytes each.

    Raises
    ------
    InvalidPositionError
        If a word is not a coin (with its line number), or if there is none at all.
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
    """Whether it may take more than a second to read a file; how much a pipe is going to bring is not known."""
    try:
        return not sys.stdin.isatty() if name == "-" else Path(name).stat().st_size > _LONG
    except (OSError, ValueError):
        return False


def check_memory(coins: int, each: int, work: str) -> None:
    """Refuse work that the machine has no memory for, before the system ends the program without a word.

    For each of the coins, ``each`` bytes are needed; ``work`` says what needs them, for the message.
    """
    free = free_memory()
    if free is not None and coins * each > free:
        raise LimitExceededError(
            f"{work} {coins:,} coins needs about {coins * each / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are "
            f"free: enough for {free // each:,} coins"
        )


def free_memory() -> int | None:
    """Bytes that this process may still use, or ``None`` where the system does not tell.

    The least of what Linux calls available and of what a version 2 control group leaves.
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
        # No control group, or one without a limit ("max").
        return free
    return free


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    return Path(name).open("rb")


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    """Cut a stream into pieces of about 4 MB that end at a blank or a line break."""
    rest = stream.read(_BLOCK).removeprefix(b"\xef\xbb\xbf")
    while rest:
        more = stream.read(_BLOCK)
        # A word as long as a block is not a coin: it goes out as it is, to be refused.
        cut = max(rest.rfind(blank) for blank in (b"\n", b" ", b"\t")) + 1 if more else len(rest)
        cut = cut or len(rest)
        yield rest[:cut]
        rest = rest[cut:] + more


def _extended(coins: Coins, block: bytes, line: int, where: str) -> Coins:
    """Append a block that begins in the given line, at full speed as long as everything is an ordinary integer."""
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
            # Fractions and large numbers are refused.
            coins.extend(array("q", cast("list[int]", exact)))
        except (TypeError, OverflowError):
            return [*coins, *exact]
    else:
        coins += exact
    return coins


def _exact(block: bytes, line: int, where: str) -> list[Coin]:
    """Read a block by the rules of the game, and say in which line they are broken."""
    exact: list[Coin] = []
    for number, text in enumerate(block.split(b"\n"), line):
        words = text.decode("utf-8", "replace").split()
        try:
            exact += parse_coins(words)
        except PerfectPlayError as error:
            raise InvalidPositionError(f"line {number:,} of {where}: {error}") from error
    return exact
