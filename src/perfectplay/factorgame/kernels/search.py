"""Compiled inner loops of the factor game.  Plain twins live in the tests.

Conventions.  A board is a uint64: bit i stands for the number of index i, of at most 64 numbers in ascending order.
``below`` and ``above`` have the proper divisors and the proper multiples of each number as bits; ``sums[k, c]`` is the
sum of the numbers whose bits in part k of 16 bits are those of c.  The proofs are in docs/answers/two-players.md.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled

__all__ = ["NOTHING", "search", "tidy"]

NOTHING = -(1 << 30)
"""What a search returns that ran out of nodes."""

_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: spreads boards over the table
_FIRST = 1 << 20
"""More than any gain: what has been best before is tried first."""
_LOW, _HIGH, _REACHED, _VALUE, _BEST, _NEXT, _SIZE = range(7)
"""What is known of a board under way: its window and what of it is reached, the best value and its move, the number of
the next move and how many there are."""

# The top six bits of a power of two times this are different for all 64 powers.
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_INDEX = np.zeros(64, np.int64)
for _bit in range(64):
    _INDEX[((0x03F79D71B4CB0A89 << _bit) % (1 << 64)) >> 58] = _bit


@compiled
def _index(bit):
    return _INDEX[np.int64((bit * _DE_BRUIJN) >> np.uint64(58))]


@compiled
def _sum(board, sums):
    return (
        sums[0, np.int64(board & _ALL)]
        + sums[1, np.int64((board >> np.uint64(16)) & _ALL)]
        + sums[2, np.int64((board >> np.uint64(32)) & _ALL)]
        + sums[3, np.int64(board >> np.uint64(48))]
    )


@compiled
def _tidy(board, below, above, kept, index):
    """Leave out what cannot matter; ``kept`` and ``index`` are room for 64 entries.  See `tidy`."""
    left = board
    size = 0
    rest = board
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        i = _index(bit)
        if above[i] & board:
            continue
        divisors = below[i] & board
        if not divisors:
            left ^= bit
            continue
        j = 0
        while j < size and kept[j] != divisors:
            j += 1
        if j < size:
            left ^= _ONE << np.uint64(index[j])
        else:
            size += 1
        kept[j] = divisors
        index[j] = i
    return left


@undisturbed
@compiled
def tidy(board, below, above):
    """Return a board without what cannot matter.

    That is a number without divisors and multiples on the board; and of numbers without multiples and with the same
    divisors there all but the largest.
    """
    return _tidy(board, below, above, np.empty(64, np.uint64), np.empty(64, np.int64))


@compiled
def _options(board, below, above, numbers, sums, moves, gains):
    """List what can be taken and what is won by it at once; of pairs on their own, the one that wins most alone."""
    size = 0
    pair = -1
    rest = board
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        i = _index(bit)
        divisors = below[i] & board
        if not divisors:
            continue
        gain = numbers[i] - _sum(divisors, sums)
        place = size
        if not divisors & (divisors - _ONE) and above[_index(divisors)] & board == bit and not above[i] & board:
            if pair >= 0:
                if gains[pair] >= gain:
                    continue
                place = pair
            pair = place
        moves[place] = i
        gains[place] = gain
        size = max(size, place + 1)
    return size


@compiled
def _sort(moves, gains, size, first):
    """Put the largest gains first, and before them the move that has been best before."""
    for k in range(1, size):
        move = moves[k]
        gain = gains[k]
        rank = gain + (_FIRST if move == first else 0)
        j = k
        while j > 0 and gains[j - 1] + (_FIRST if moves[j - 1] == first else 0) < rank:
            moves[j] = moves[j - 1]
            gains[j] = gains[j - 1]
            j -= 1
        moves[j] = move
        gains[j] = gain


@compiled
def _known(board, low, high, table):
    """Tell what the table knows of a board: a value if that is enough for the window, `NOTHING` otherwise."""
    boards, lows, highs, _ = table
    place = _place(board, boards)
    if boards[place] == board:
        if lows[place] >= high or lows[place] == highs[place]:
            return lows[place]
        if highs[place] <= low:
            return highs[place]
    return NOTHING


@compiled
def _place(board, boards):
    spread = board * _MIX
    return np.int64((spread ^ (spread >> np.uint64(29))) & np.uint64(boards.size - 1))


@compiled
def _keep(board, low, high, value, best, table):
    """Put into the table what a search with a window has found."""
    boards, lows, highs, bests = table
    place = _place(board, boards)
    if boards[place] != board:
        boards[place] = board
        lows[place] = NOTHING + 1
        highs[place] = -NOTHING
    if value > low:
        lows[place] = value
    if value < high:
        highs[place] = value
    bests[place] = best


@undisturbed
@compiled
def search(board, low, high, game, room, table, nodes):
    """Tell by how much the player to move wins from a tidy board on, as far as a window asks for it.

    Parameters
    ----------
    board
        Without what `tidy` leaves out.
    low, high
        A window: a value in between is exact, one of at most ``low`` an upper bound, one of at least ``high`` a lower
        bound.
    game
        ``numbers`` (int64), ``below`` and ``above`` (uint64), ``sums`` (int64, 4 by 65536).
    room
        Scratch: what is under way at each depth (uint64, 65; int64, 65 by 7), moves and gains (int64, 65 by 64), and
        two arrays of 64 entries (uint64, int64).
    table
        What is known, with one place for each remainder of a board's hash: boards (uint64, a power of 2 of them), lower
        and upper bounds (int32), best moves (int8).  It is kept from search to search.
    nodes
        One int64: how many positions may still be looked at.

    Returns
    -------
    int
        `NOTHING` if there were not enough nodes; the table then has what was found, so that the next search gets
        further.
    """
    # A loop with frames of its own: what numba keeps of functions that call themselves crashes when it is loaded.
    numbers, below, above, sums = game
    boards, frames, moves, gains, kept, index = room
    depth = 0
    boards[0] = board
    frames[0, _LOW] = low
    frames[0, _HIGH] = high
    while True:
        # Enter the board at this depth.
        board = boards[depth]
        frame = frames[depth]
        result = np.int64(0) if not board else np.int64(_known(board, frame[_LOW], frame[_HIGH], table))
        if result == NOTHING:
            if nodes[0] <= 0:
                return np.int64(NOTHING)
            nodes[0] -= 1
            first = np.int64(-1)
            place = _place(board, table[0])
            if table[0][place] == board:
                first = np.int64(table[3][place])
                frame[_LOW] = max(frame[_LOW], table[1][place])
                frame[_HIGH] = min(frame[_HIGH], table[2][place])
            frame[_REACHED] = frame[_LOW]
            frame[_VALUE] = NOTHING
            frame[_NEXT] = 0
            frame[_SIZE] = _options(board, below, above, numbers, sums, moves[depth], gains[depth])
            _sort(moves[depth], gains[depth], frame[_SIZE], first)
        else:
            # Hand values back, until a board has a move left that is worth a look.
            while True:
                if depth == 0:
                    return result
                depth -= 1
                frame = frames[depth]
                k = frame[_NEXT]
                value = gains[depth, k] - result
                frame[_NEXT] = k + 1
                if value > frame[_VALUE]:
                    frame[_VALUE] = value
                    frame[_BEST] = moves[depth, k]
                    frame[_REACHED] = max(frame[_REACHED], value)
                if frame[_REACHED] < frame[_HIGH] and k + 1 < frame[_SIZE]:
                    break
                result = frame[_VALUE]
                _keep(boards[depth], frame[_LOW], frame[_HIGH], result, frame[_BEST], table)
        # Make the next move of the board at this depth.
        i = moves[depth, frame[_NEXT]]
        gain = gains[depth, frame[_NEXT]]
        left = boards[depth] & ~(below[i] | (_ONE << np.uint64(i)))
        boards[depth + 1] = _tidy(left, below, above, kept, index)
        frames[depth + 1, _LOW] = gain - frame[_HIGH]
        frames[depth + 1, _HIGH] = gain - frame[_REACHED]
        depth += 1
