"""Check a certificate of the factor game. This file needs only Python's standard library.

    python check.py CERTIFICATE.json[.gz] ...

A certificate claims: "under best play by both, the first player wins by this much, and these are the best moves in this
position".  Its proof is a *strategy*: a move for every board that the player who follows it can meet. The margin of a
board is the lead that the player to move gains over the other in the rest of the game. It does not depend on which
player this is, so one strategy serves both. This program plays the strategy against all replies, by the rules
(docs/answers/two-players.md). So it finds the margin that the strategy guarantees: the immediate gain of its move,
minus the largest margin that any reply reaches. The certificate contains only the moves, in the order in which their
boards are first met.

Numbers with neither divisors nor multiples on a board are left out of it, because they cannot be taken. By the
classroom's rule, two such numbers cancel, so one is kept if their count is odd (docs/answers/two-players.md proves it).
docs/certificates-factorgame.md has the format.
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
from pathlib import Path
from typing import Any, NoReturn

__all__ = ["FORMAT", "GAME", "VERSION", "Verdict", "check_bytes"]

FORMAT, VERSION, GAME = "perfectplay", 2, "factorgame"

# Limits against certificates made huge on purpose; larger ones are not examined.
MAX_BYTES = 1 << 25
MAX_MOVES = 1 << 20
MAX_N = 200

_POSITION = re.compile(r"factorgame:([1-9][0-9]{0,8})(~pass)?(?:/([1-9][0-9]{0,8}(?:\.[1-9][0-9]{0,8})*))?")
_DIGITS = 600
"""Maximum number of digits of an integer in a certificate."""
_ALONE = 0
"""The move that takes a number without divisors or multiples on the board."""


@dataclass(frozen=True)
class Verdict:
    """The checker's verdict on a certificate.

    Attributes
    ----------
    valid
        Whether the claim is proven.
    position
        The position's id, or ``None`` if it could not be read.
    lead, best_moves
        The proven claim: the first player's final lead, and all best moves of the player to move, ascending.  Both are
        ``None`` if the certificate is not valid.
    reason
        Why the certificate is not valid; empty if it is.
    examined
        ``False`` if the certificate exceeds a limit of this checker, or is not a regular file.

    Examples
    --------
    >>> Verdict(False, reason="it is empty").summary
    'NOT valid: it is empty'
    """

    valid: bool
    position: str | None = None
    lead: int | None = None
    best_moves: tuple[int, ...] | None = None
    reason: str = ""
    examined: bool = True

    @property
    def summary(self) -> str:
        """Return the verdict as a line of text."""
        if self.lead is None or self.best_moves is None:
            return f"{'NOT valid' if self.examined else 'not examined'}: {self.reason}"
        moves = f"best move{'s' * (len(self.best_moves) > 1)}: {' '.join(map(str, self.best_moves))}"
        return f"valid: {self.position}: with best play the first player leads by {self.lead}; {moves}"


class _Invalid(Exception):  # noqa: N818  # a verdict, not an error of the program
    """The certificate is not valid; the exception's text says why."""

    examined = True


class _NotExamined(_Invalid):
    """The certificate exceeds a limit of this checker."""

    examined = False


def check_bytes(data: bytes) -> Verdict:
    """Check the text of a certificate.

    Parameters
    ----------
    data
        JSON as described in docs/certificates-factorgame.md; anything else is not valid.

    Returns
    -------
    Verdict
        Never raises.

    Examples
    --------
    >>> claim = {"lead": 2, "best_moves": [3]}
    >>> head = {"format": "perfectplay", "version": 2, "game": "factorgame", "position": "factorgame:3"}
    >>> certificate = head | {"claim": claim, "proof": {"kind": "strategy", "moves": []}}
    >>> check_bytes(json.dumps(certificate).encode()).summary
    'valid: factorgame:3: with best play the first player leads by 2; best move: 3'
    """
    try:
        certificate = _parse(data)
    except _Invalid as failure:
        return _refusal(failure)
    return _judged(certificate)


def _refusal(failure: _Invalid) -> Verdict:
    return Verdict(valid=False, reason=str(failure), examined=failure.examined)


def _judged(certificate: object) -> Verdict:
    position = None
    try:
        fields = _fields(certificate, "the certificate", ("format", "version", "game", "position", "claim", "proof"))
        version, names = fields["version"], (fields["format"], fields["game"])
        if names != (FORMAT, GAME) or type(version) is not int or version != VERSION:
            _fail(f"the format should be {FORMAT!r}, version {VERSION}, and the game {GAME!r}")
        board, lead, sign = _board(fields["position"])
        position = fields["position"]
        claim = _fields(fields["claim"], "the claim", ("lead", "best_moves"))
        proof = _fields(fields["proof"], "the proof", ("kind", "moves"))
        if proof["kind"] != "strategy":
            _fail(f"the kind of the proof is {_show(proof['kind'])}; it should be 'strategy'")
        best = tuple(_numbers(claim["best_moves"], "best_moves"))
        (claimed,) = _numbers([claim["lead"]], "the lead")
        # Convert the claimed final lead to the margin of the player to move in the rest of the game.
        _check_claim(board, sign * (claimed - lead), best, _numbers(proof["moves"], "the moves"))
    except _Invalid as failure:
        return Verdict(valid=False, position=position, reason=str(failure), examined=failure.examined)
    except MemoryError:
        reason = "it is too large for the memory of this machine"
        return Verdict(valid=False, position=position, reason=reason, examined=False)
    return Verdict(valid=True, position=position, lead=claimed, best_moves=best)


def _check_claim(board: _Board, margin: int, best: tuple[int, ...], moves: list[int]) -> None:
    """Check that the claimed best moves reach the margin, and that all other moves reach less."""
    options = {move: (gain, left) for move, gain, left in board.options(board.start)}
    if not options:
        _fail("the game is over there")
    if not best or list(best) != sorted(set(best)) or not options.keys() >= {*best}:
        _fail("best_moves should be legal moves, ascending")
    strategy = _Strategy(board, moves)
    for move, (gain, left) in options.items():
        # After this move, the other player follows the strategy, which limits the margin.
        most = gain - strategy.worth(left)
        if most > margin - (move not in best):
            _fail(f"by the strategy {move} may win by {most}, and {margin} is claimed of the best moves")
    for move in best:
        # After a best move, the other player may reply in any way, and the strategy answers.
        gain, left = options[move]
        least = gain - strategy.most(left)
        if least < margin:
            _fail(f"by the strategy {move} wins by {least} or more, and {margin} is claimed")
    strategy.check_end()


class _Board:
    """The rules of the game; bit i of a board stands for the number i, bit 0 for a number that is alone."""

    def __init__(self, n: int, *, passing: bool) -> None:
        self.start = (2 << n) - 2
        self._passing = passing
        self._divisors = [0] * (n + 1)
        for d in range(1, n + 1):
            for number in range(2 * d, n + 1, d):
                self._divisors[number] |= 1 << d

    def options(self, board: int) -> list[tuple[int, int, int]]:
        """List the moves in ascending order, with immediate gain and remaining board; empty if the game is over."""
        options, over = [], True
        for number in _bits(board):
            given = self._divisors[number] & board
            if given:
                over = False
                options.append((number, number - sum(_bits(given)), board & ~given & ~(1 << number)))
            elif self._passing:
                options.append((number, 0, board & ~(1 << number)))
        return [] if over else options

    def tidy(self, board: int) -> int:
        """Drop numbers that are alone; by the classroom's rule, keep bit `_ALONE` if their count is odd."""
        kept = 0
        for number in _bits(board & ~1):
            given = self._divisors[number] & board
            if given:
                kept |= given | 1 << number
        alone = (board & ~kept).bit_count() % 2
        return kept | alone if self._passing and kept else kept


class _Strategy:
    """A strategy under test: its moves are read in the order in which their boards are first met."""

    def __init__(self, board: _Board, moves: list[int]) -> None:
        self._board = board
        self._moves = iter(moves)
        self._worth: dict[int, int] = {0: 0}

    def worth(self, left: int) -> int:
        """Return a lower bound on the margin of the player to move, who follows the strategy."""
        board = self._board.tidy(left)
        if board not in self._worth:
            move = next(self._moves, None)
            if move is None:
                _fail("the strategy has too few moves")
            for number, gain, after in self._board.options(board):
                if number == move:
                    self._worth[board] = gain - self.most(after)
                    break
            else:
                _fail(f"the strategy takes {_show(move)}, which is not legal there")
        return self._worth[board]

    def most(self, left: int) -> int:
        """Return an upper bound on the margin of the player to move if the other player follows the strategy."""
        return max(
            (gain - self.worth(after) for _, gain, after in self._board.options(self._board.tidy(left))), default=0
        )

    def check_end(self) -> None:
        if next(self._moves, None) is not None:
            _fail("the strategy has moves for boards that are never met")


def _bits(board: int) -> list[int]:
    bits = []
    while board:
        bit = board & -board
        bits.append(bit.bit_length() - 1)
        board ^= bit
    return bits


def _board(text: object) -> tuple[_Board, int, int]:
    """Parse a position id: the board, the first player's lead, and 1 if the first player is to move, otherwise -1."""
    read = _POSITION.fullmatch(text) if type(text) is str and len(text) <= MAX_N * 5 else None
    if read is None:
        _fail(f"the position is {_show(text)}; it should be a text such as 'factorgame:30/25.27'")
    n, moves = int(read[1]), [int(word) for word in read[3].split(".")] if read[3] else []
    if n > MAX_N:
        _refuse(f"N = {n} is more than {MAX_N}")
    board, lead, sign = _Board(n, passing=read[2] is not None), 0, 1
    for move in moves:
        for number, gain, left in board.options(board.start):
            if number == move:
                lead, sign, board.start = lead + sign * gain, -sign, left
                break
        else:
            _fail(f"the position has the move {move}, which is not legal there")
    return board, lead, sign


# -- reading ---------------------------------------------------------------------------------------------------


def _fail(reason: str) -> NoReturn:
    raise _Invalid(reason)


def _refuse(reason: str) -> NoReturn:
    raise _NotExamined(reason)


def _show(value: object) -> str:
    # Avoid repr: it would write a huge list in full.
    text = reprlib.repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _check_file(path: Path) -> Verdict:
    """Check one file, plain or gzip-compressed. Raises `OSError` if it cannot be read."""
    try:
        data = _unpacked(_content(path))
    except _Invalid as failure:
        return _refusal(failure)
    return check_bytes(data)


def _content(path: Path) -> bytes:
    _check_kind(path.stat())
    # The path may have been replaced since the last check, so open it without blocking, and check its kind again.
    with open(path, "rb", opener=_open_at_once) as stream:
        _check_kind(os.fstat(stream.fileno()))
        return stream.read(MAX_BYTES + 1)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _check_kind(status: os.stat_result) -> None:
    # Let folders pass: opening them fails with an error that says what they are.
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        _refuse("it is not a regular file")


def _unpacked(data: bytes) -> bytes:
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
    return data


def _parse(data: bytes) -> object:
    if len(data) > MAX_BYTES:
        _refuse(f"the certificate is larger than {MAX_BYTES} bytes")
    # Refuse anything that would take more memory than the longest allowed list of moves.
    if data.count(b",") > MAX_MOVES + _DIGITS or max(map(data.count, (b"[", b"{", b'"'))) > _DIGITS:
        _refuse(f"it has more than {MAX_MOVES} moves, or is nested too deeply")
    # Parsing a number takes time that grows with the square of its length.
    if re.search(rb"(?<![0-9])[0-9]{%d}" % _DIGITS, data):
        _refuse(f"it has a number of {_DIGITS} digits or more")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_members)
    except UnicodeDecodeError:
        _fail("the file is not JSON: it is not text in UTF-8")
    except json.JSONDecodeError as error:
        # Report only the position, because Python's wording differs between versions.
        spot = error
        if error.msg.startswith("Illegal trailing comma"):
            # Python 3.13 reports the comma; report the bracket after it, like other versions and checkers.
            rest = error.doc[error.pos + 1 :].lstrip(" \t\n\r")
            spot = json.JSONDecodeError(error.msg, error.doc, len(error.doc) - len(rest))
        _fail(f"the file is not JSON: it goes wrong in line {spot.lineno}, column {spot.colno}")
    except (RecursionError, MemoryError):
        _refuse("it is nested too deeply, or too large for the memory of this machine")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Refuse repeated fields: one reader could see the first, another the last.
    members = dict(pairs)
    if len(members) != len(pairs):
        _fail("an object has the same field twice")
    return members


def _fields(value: object, label: str, needed: tuple[str, ...]) -> dict[str, Any]:
    """Check that an object has exactly the required fields, and return it."""
    if not isinstance(value, dict):
        _fail(f"{label} should be a JSON object, not {_show(value)}")
    for name in needed:
        if name not in value:
            _fail(f"{label} should have the field {name!r}")
    for name in value:
        if name not in needed:
            _fail(f"{label} should not have the field {_show(name)}")
    return value


def _numbers(value: object, label: str) -> list[int]:
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        _fail(f"{label} should be whole numbers, not {_show(value)}")
    return value


def _main(paths: list[str]) -> int:
    failed = not paths
    for path in paths:
        verdict = _check_file(Path(path))
        failed = failed or not verdict.valid
        sys.stdout.write(f"{path if path.isprintable() else repr(path)}: {verdict.summary}\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
