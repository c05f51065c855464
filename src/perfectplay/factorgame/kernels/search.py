"""Compiled inner loops of the factor game.  Plain twins live in the tests.

Conventions.  Numbers are known by their index, in ascending order, at most `NUMBERS` of them.  A board is two uint64:
bit i of the first word stands for the number of index i, bit i - 64 of the second for one from 64 on; these divide no
other number.  The highest bit of the second word is the *odd number*: by the classroom's rule, it says that of the
numbers with neither divisors nor multiples on the board there is an odd number, of which the others cancel.  Its index
is `NUMBERS`, as it is taken like a number, for no points.  ``below`` has the proper divisors of each number as bits of
the first word; ``sums[k, c]`` is the sum of the numbers whose bits in part k of 16 bits are those of c.  The proofs are
in docs/answers/two-players.md.
"""

# numba infers the types, and the docstrings give them.
# mypy: allow-untyped-decorators, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from perfectplay.core.running.interrupt import undisturbed
from perfectplay.work.compiled import compiled

__all__ = ["DIVIDING", "FAR", "NOTHING", "NUMBERS", "live", "search"]

NUMBERS = 127
"""Most numbers of a board."""
DIVIDING = 64
"""Most of these that divide others."""
NOTHING = -(1 << 30)
"""What a search returns that ran out of nodes."""
FAR = 32_767
"""More than any lead on boards that are searched; what the table has as a bound that is not known."""

_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFF)
_ODD = np.uint64(1 << 63)
_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: spreads boards over the table
_HALF = np.uint64(32)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)  # a large prime, for the second word
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
def _live(first, second, below, passing):
    """Leave out what cannot matter.  See `live`."""
    left = np.uint64(0)
    right = np.uint64(0)
    rest = first
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        divisors = below[_index(bit)] & first
        if divisors:
            left |= divisors | bit
    rest = second & ~_ODD
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        divisors = below[64 + _index(bit)] & first
        if divisors:
            left |= divisors
            right |= bit
    if passing and left:
        alone = (first ^ left) ^ (second ^ right)
        for shift in (32, 16, 8, 4, 2, 1):
            alone ^= alone >> np.uint64(shift)
        right |= (alone & _ONE) << np.uint64(63)
    return left, right


@undisturbed
@compiled
def live(first, second, below, passing):
    """Return a board without the numbers that have neither divisors nor multiples on it; empty when the game is over.

    By the classroom's rule (``passing``), the odd number remains if there was an odd number of them.
    """
    return _live(first, second, below, passing)


@compiled
def _options(first, second, numbers, below, sums, passing, moves, gains):
    """List what can be taken and what is won by it at once."""
    size = 0
    for word in range(2):
        rest = second if word else first
        while rest:
            bit = rest & (~rest + _ONE)
            rest ^= bit
            i = 64 * word + _index(bit)
            divisors = below[i] & first
            if divisors:
                gains[size] = numbers[i] - _sum(divisors, sums)
            elif passing:
                gains[size] = 0
            else:
                continue
            moves[size] = i
            size += 1
    return size


@compiled
def _sort(moves, gains, size, first):
    """Put the largest gains first, and before them the move that has been best before."""
    for k in range(1, size):
        move = moves[k]
        gain = gains[k]
        rank = gain + (FAR if move == first else 0)
        j = k
        while j > 0 and gains[j - 1] + (FAR if moves[j - 1] == first else 0) < rank:
            moves[j] = moves[j - 1]
            gains[j] = gains[j - 1]
            j -= 1
        moves[j] = move
        gains[j] = gain


@compiled
def _place(first, second, boards):
    # The upper bits of a product depend on all bits.
    spread = first * _MIX
    spread = ((spread ^ (spread >> _HALF)) + second) * _MIX_2
    return np.int64(((spread >> _HALF) * np.uint64(boards.shape[0] >> 1)) >> _HALF) << 1


@compiled
def _find(first, second, known):
    """Return where the table has a board, or -1."""
    place = _place(first, second, known)
    for k in range(2):
        if known[place + k, 0] == first and known[place + k, 1] == second:
            return place + k
    return np.int64(-1)


@compiled
def _room_for(first, second, size, known, bounds):
    """Return where a new board goes: of the two at its place, the one with more moves stays, for it took more time."""
    place = _place(first, second, known)
    if size < bounds[place, 3]:
        place += 1
    else:
        known[place + 1] = known[place]
        bounds[place + 1] = bounds[place]
    known[place, 0] = first
    known[place, 1] = second
    bounds[place, 0] = -FAR
    bounds[place, 1] = FAR
    bounds[place, 3] = size
    return place


@undisturbed
@compiled
def search(first, second, low, high, game, room, table, nodes):
    """Tell by how much the player to move wins from a board on, as far as a window asks for it.

    Parameters
    ----------
    first, second
        The board, without what `live` leaves out.
    low, high
        A window: a value in between is exact, one of at most ``low`` an upper bound, one of at least ``high`` a lower
        bound.
    game
        ``numbers`` (int64, 128) and ``below`` (uint64, 128), 0 where there is none, ``sums`` (int64, 4 by 65536), and
        whether the classroom's rule holds.
    room
        Scratch: what is under way at each depth (uint64, 129 by 2; int64, 129 by 7), moves and gains (int64, 129 by
        128).
    table
        What is known, two boards for each remainder of their hash: boards (uint64, an even number by 2), and for each a
        lower bound, an upper one, the best move, and how many moves there are (int16, by 4).  It is kept from search to
        search.
    nodes
        One int64: how many positions may still be looked at.

    Returns
    -------
    int
        `NOTHING` if there were not enough nodes; the table then has what was found, so that the next search gets
        further.
    """
    # A loop with frames of its own: what numba keeps of functions that call themselves crashes when it is loaded.
    numbers, below, sums, passing = game
    boards, frames, moves, gains = room
    known, bounds = table
    depth = 0
    boards[0, 0] = first
    boards[0, 1] = second
    frames[0, _LOW] = low
    frames[0, _HIGH] = high
    while True:
        # Enter the board at this depth.
        first = boards[depth, 0]
        second = boards[depth, 1]
        frame = frames[depth]
        result = np.int64(NOTHING)
        best = np.int64(-1)
        if not first:
            result = np.int64(0)
        else:
            place = _find(first, second, known)
            if place >= 0:
                least = np.int64(bounds[place, 0])
                most = np.int64(bounds[place, 1])
                best = np.int64(bounds[place, 2])
                if least >= frame[_HIGH] or least == most:
                    result = least
                elif most <= frame[_LOW]:
                    result = most
                else:
                    frame[_LOW] = max(frame[_LOW], least)
                    frame[_HIGH] = min(frame[_HIGH], most)
        if result == NOTHING:
            if nodes[0] <= 0:
                return np.int64(NOTHING)
            nodes[0] -= 1
            frame[_REACHED] = frame[_LOW]
            frame[_VALUE] = NOTHING
            frame[_NEXT] = 0
            frame[_SIZE] = _options(first, second, numbers, below, sums, passing, moves[depth], gains[depth])
            _sort(moves[depth], gains[depth], frame[_SIZE], best)
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
                # Put what is found into the table.
                first = boards[depth, 0]
                second = boards[depth, 1]
                place = _find(first, second, known)
                if place < 0:
                    place = _room_for(first, second, frame[_SIZE], known, bounds)
                if result > frame[_LOW]:
                    bounds[place, 0] = result
                if result < frame[_HIGH]:
                    bounds[place, 1] = result
                bounds[place, 2] = frame[_BEST]
        # Make the next move of the board at this depth.
        i = moves[depth, frame[_NEXT]]
        gain = gains[depth, frame[_NEXT]]
        first = boards[depth, 0] & ~below[i]
        second = boards[depth, 1]
        if i < 64:
            first &= ~(_ONE << np.uint64(i))
        else:
            second &= ~(_ONE << np.uint64(i - 64))
        first, second = _live(first, second, below, passing)
        boards[depth + 1, 0] = first
        boards[depth + 1, 1] = second
        frames[depth + 1, _LOW] = gain - frame[_HIGH]
        frames[depth + 1, _HIGH] = gain - frame[_REACHED]
        depth += 1
