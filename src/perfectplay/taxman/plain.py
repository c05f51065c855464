"""The plain search: best play of small pots, proven, in plain Python.

Nothing here is compiled and nothing imported beyond the standard library, so that a small question is answered at
once by a program that was installed a minute ago.  The docs ("How the solver works", "Small questions") tell how it
works and why what it finds is the best; names like T1 are sections of the theory.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import log_stage
from perfectplay.core.result import Result
from perfectplay.core.text.texts import Text
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["MAX_NUMBERS", "MAX_WORST", "find_best_sets", "solve_plainly", "solve_worst", "verify"]

MAX_NUMBERS = 300
"""Most numbers left in the pot: up to {1..300} no pot takes 0.3 s, and the compiled solver takes 0.2 s to load.  At
{1..400} it is 2 s, and the time grows steeply from there."""

MAX_NODES = 200
"""Nodes after which a question counts as hard: half a second with 300 numbers.  No pot {1..N} needs half as many."""

MAX_WORST = 69
"""Largest N whose worst game is looked for: 0.12 s of processor time at most, and 1.7 s at N = 70."""

_OPEN, _PICKED, _LEFT = range(3)
_NOBODY = -1

_Decisions = tuple[tuple[int, int], ...]


def solve_plainly(position: TaxmanPosition) -> Result[int, int] | None:
    """Find and prove the best play from a position, if that is a small question; ``None`` if it is not.

    The result is that of `perfectplay.taxman.exact.solve`, always optimal and without a certificate.  A pot may hold
    `MAX_NUMBERS` numbers of any size, and the search take `MAX_NODES` nodes.  A millisecond at N = 60, 20 at N = 150,
    and less in mid-game; half a second before it gives up.  Which questions it answers depends on the question alone
    and on no clock.

    >>> from perfectplay.taxman import TaxmanPosition
    >>> result = solve_plainly(TaxmanPosition.new(20))
    >>> result.value, result.status
    (124, 'optimal')
    """
    if len(position.pot) > MAX_NUMBERS:
        return None
    began = time.perf_counter()
    found = next(_best_games(_Pot(position), MAX_NODES))
    if found is None:
        log_stage(f"plain search: not finished after {MAX_NODES} nodes")
        return None
    score = position.player + found.bound
    verify(position, found.moves, score)
    log_stage(f"plain search: {found.nodes} nodes, bound at the root {position.player + found.root}, score {score}")
    return Result(
        value=score,
        lower=score,
        upper=score,
        status="optimal",
        moves=found.moves,
        seconds=time.perf_counter() - began,
        provenance={"source": "search", "nodes": found.nodes, "root_bound": position.player + found.root},
    )


def find_best_sets(position: TaxmanPosition, most_nodes: int) -> tuple[tuple[int, ...], ...] | None:
    """Find every set of numbers with which the best score is reached from a position on.

    Returns for each set a game that takes it, in playing order; ``None`` if it would take more than ``most_nodes``
    nodes, of which there are never fewer than sets.  The pot may hold more numbers than for `solve_plainly`, if there
    is time.

    Notes
    -----
    The search of `solve_plainly` goes on where the first game was found: a node whose games may be as good is split
    into those that differ from the game first in its largest undecided number, in the next one, and so on.

    Examples
    --------
    >>> from perfectplay.taxman import TaxmanPosition
    >>> [sorted(game) for game in find_best_sets(TaxmanPosition.new(10), 100)]
    [[6, 7, 8, 9, 10]]
    >>> sorted(sorted(game) for game in find_best_sets(TaxmanPosition.new([1, 2, 4, 7, 11, 22]), 100))
    [[4, 7, 22], [11, 22]]
    """
    found: list[tuple[int, ...]] = []
    for game in _best_games(_Pot(position), most_nodes):
        if game is None:
            return None
        verify(position, game.moves, position.player + game.bound)
        found.append(game.moves)
    return tuple(found)


def solve_worst(position: TaxmanPosition) -> Result[int, int]:
    """Find and prove the least score with which a game can end whose player goes on while there is a legal move.

    The pot is {1..N} with N up to `MAX_WORST`, and `LimitExceededError` is raised if it is another one.  From the start
    0.12 s of processor time at most; later in a game some two seconds.

    A game is over if and only if every number that has a multiple left is gone.  The rest of a game depends on which of
    these are gone, and on nothing else: a worst game is a shortest path through such sets, found by the A* algorithm.

    >>> from perfectplay.taxman import TaxmanPosition
    >>> solve_worst(TaxmanPosition.new(20)).value
    40
    """
    n, began = position.start_pot.n, time.perf_counter()
    if n is None or n > MAX_WORST:
        message = Text(
            "the least score of {pot} is not known; it is worked out for pots from 1 to N, up to N = {most}",
            pot=quote(position.start().id),
            most=MAX_WORST,
        )
        raise LimitExceededError(message)
    pot = _Pot(position)
    numbers, below = pot.numbers, pot.below
    useful = sum(1 << v for v in range(len(numbers)) if any(divisors >> v & 1 for divisors in below))
    pickers = [[m for m, divisors in enumerate(below) if (divisors | 1 << m) >> v & 1] for v in range(len(numbers))]

    def rest(gone: int) -> int:
        """Bound the rest of the score from below: no pick is worth less than the prices of the useful numbers in it."""
        left, room, total = useful & ~gone, numbers.copy(), 0
        for v in reversed([*_members(left)]):
            # A number without a divisor can no longer be picked itself.
            able = pickers[v] if below[v] & left else pickers[v][1:]
            price = min(room[m] for m in able)
            total += price
            for m in able:
                room[m] -= price
        return total

    waiting: list[tuple[int, int, int, tuple[int, ...]]] = [(rest(0), 0, 0, ())]
    least = {0: 0}
    while waiting[0][2] != useful:
        _, minus, gone, moves = heappop(waiting)
        for m, number in enumerate(numbers):
            if below[m] & ~gone:
                after, score = gone | (below[m] | 1 << m) & useful, number - minus
                if score < least.get(after, score + 1):
                    least[after] = score
                    heappush(waiting, (score + rest(after), -score, after, (*moves, number)))
    score, moves = position.player - waiting[0][1], waiting[0][3]
    verify(position, moves, score)
    told = {"source": "search", "nodes": len(least)}
    return Result(score, score, score, "optimal", moves, time.perf_counter() - began, told)


def verify(position: TaxmanPosition, moves: Iterable[int], score: int) -> None:
    """Replay the moves by the rules: no score leaves a solver on its own word, but with an `AssertionError`.

    >>> from perfectplay.taxman.rules import TaxmanPosition
    >>> verify(TaxmanPosition.new(6), (5, 4, 6), 15)  # anything else is an error
    """
    end = position
    for move in moves:
        end = end.play(move)
    if end.player != score or not end.is_over():
        message = f"internal error: the moves found for {position.start().id} reach {end.player}, not {score}"
        raise AssertionError(message)


@dataclass(frozen=True, slots=True)
class _Found:
    """The end of a search: the first node whose picks are a game; its bound is their sum."""

    bound: int
    moves: tuple[int, ...]
    nodes: int
    root: int


def _best_games(pot: _Pot, most_nodes: int) -> Iterator[_Found | None]:
    """Split the games until the best bound is reached by one of them, and then those that are as good.

    Yield a game for each set of numbers with which the best score is reached, each set once; ``None``, as the last, if
    that takes too many nodes.
    """
    root = pot.root()
    waiting = [(-root.bound, 0, root)]
    pushed, best = 0, -1
    for nodes in range(1, most_nodes + 1):
        # The games that no node holds are worse than those of the node with the best bound.
        if not waiting or -waiting[0][0] < best:
            return
        _, _, node = heappop(waiting)
        picks, torn = pot.picks(node)
        conflict = pot.conflict(picks)
        if conflict or torn is not None:
            parts = _split(node, conflict, torn)
        else:
            best = node.bound
            yield _Found(best, pot.moves(picks), nodes, root.bound)
            parts = _others(node, picks)
        for decisions in parts:
            child = pot.child(node, decisions)
            if child is not None and child.bound >= best:
                # Among equal bounds the latest node goes first: it is the one nearest to a game.
                pushed += 1
                heappush(waiting, (-child.bound, -pushed, child))
    if waiting and -waiting[0][0] >= best:
        yield None


def _split(node: _Node, conflict: int, torn: int | None) -> Iterator[_Decisions]:
    """Yield decisions of which each game in the node obeys exactly one.

    No game takes all of a conflict: the first of its members that is left, the largest first, tells the children
    apart.  A number that is half picked is taken or left.
    """
    if not conflict:
        assert torn is not None  # noqa: S101  # for the type checker: `_best_games` has seen it
        yield ((torn, _LEFT),)
        yield ((torn, _PICKED),)
        return
    before: _Decisions = ()
    for vertex in reversed(list(_members(conflict))):
        if node.state[vertex] == _OPEN:
            yield (*before, (vertex, _LEFT))
            before = (*before, (vertex, _PICKED))


def _others(node: _Node, picks: int) -> Iterator[_Decisions]:
    """Yield decisions of which each game in the node obeys exactly one, but for those that take exactly these picks."""
    before: _Decisions = ()
    for vertex in reversed(range(len(node.state))):
        if node.state[vertex] == _OPEN:
            as_here, otherwise = (_PICKED, _LEFT) if picks >> vertex & 1 else (_LEFT, _PICKED)
            yield (*before, (vertex, otherwise))
            before = (*before, (vertex, as_here))


@dataclass(slots=True)
class _Node:
    """A set of games and a bound on their scores.

    Attributes
    ----------
    state
        For each number: open, picked in all of the games, or left in all of them.
    mate
        For each end the end that it is matched with.
    price
        For each end its multiplier: half their sum is the bound.
    """

    state: list[int]
    mate: list[int]
    price: list[int]

    @property
    def bound(self) -> int:
        """No game of this node scores more."""
        return sum(self.price) // 2


class _Pot:
    """What is left of a pot.  A vertex is an index into its numbers, ascending; a set of them is a bit mask.

    Matchings live in a bipartite graph of *ends*.  A component of the cover graph without odd cycles is bipartite
    itself, so that each vertex is one end; in any other component each vertex has an end on either side.
    """

    def __init__(self, position: TaxmanPosition) -> None:
        left, divisors = position.pot, position.start_pot.divisors
        self.numbers = sorted(left)
        place = {number: vertex for vertex, number in enumerate(self.numbers)}
        self.below: list[int] = []
        covers = []
        for number in self.numbers:
            below = [place[divisor] for divisor in divisors[number] if divisor in left]
            between = 0
            for vertex in below:
                between |= self.below[vertex]
            self.below.append(sum(1 << vertex for vertex in below))
            covers.append([vertex for vertex in below if not between >> vertex & 1])
        self._build(covers)

    def _build(self, covers: list[list[int]]) -> None:
        side, odd = _sides(covers)
        self.of: list[int] = []
        on: list[dict[int, int]] = []
        for vertex in range(len(covers)):
            sides = (0, 1) if odd[vertex] else (side[vertex],)
            on.append({which: len(self.of) + i for i, which in enumerate(sides)})
            self.of += [vertex] * len(sides)
        self.ends = [list(ends.values()) for ends in on]
        self.starts = [ends[0] for ends in on if 0 in ends]
        self.links: list[list[tuple[int, int, int, int]]] = [[] for _ in self.of]
        for upper, below in enumerate(covers):
            # With one end each, a pair stands for itself and its mirror image.
            gain = self.numbers[upper] * (2 // len(self.ends[upper]))
            for lower in below:
                for which, end in on[upper].items():
                    other = on[lower][1 - which]
                    self.links[end].append((other, gain, lower, upper))
                    self.links[other].append((end, gain, lower, upper))

    def root(self) -> _Node:
        """Return the node of all games."""
        node = _Node([_OPEN] * len(self.numbers), [_NOBODY] * len(self.of), [0] * len(self.of))
        for end in self.starts:
            node.price[end] = max((gain for _, gain, _, _ in self.links[end]), default=0)
        for end in self.starts:
            self._settle(node, end)
        return node

    def child(self, node: _Node, decisions: _Decisions) -> _Node | None:
        """Return the node of those games that obey more decisions, or ``None`` if there are none."""
        child = _Node(node.state.copy(), node.mate.copy(), node.price.copy())
        loose = []
        for vertex, state in decisions:
            child.state[vertex] = state
            for end in self.ends[vertex]:
                other = child.mate[end]
                if other == _NOBODY:
                    loose.append(end)
                elif (self.of[other] < vertex) == (state == _LEFT):
                    child.mate[end] = child.mate[other] = _NOBODY
                    loose += (end, other)
        for end in loose:
            idle = child.mate[end] == _NOBODY
            if idle and (child.price[end] or child.state[self.of[end]] == _PICKED) and not self._settle(child, end):
                return None
        return child

    def _settle(self, node: _Node, root: int) -> bool:
        """Match an idle end, or lower its price to zero: one step of the Hungarian method.

        Before and after it, the prices of a pair's two ends cover its gain, those of a matched pair exactly, and
        all idle ends but those that wait for this step have the price 0.  The end of a picked number must not stay
        idle, and its price may be negative.  Return ``False`` if it cannot be matched.
        """
        here: dict[int, int] = {}
        there: dict[int, int] = {}
        way: dict[int, int] = {}
        goal = self._nearest(node, root, here, there, way)
        if goal is None:
            return False
        least, last = goal
        for end, distance in here.items():
            node.price[end] -= max(0, least - distance)
        for other, distance in there.items():
            node.price[other] += max(0, least - distance)
        mate = node.mate
        if last in here:
            # Its price is zero now: it becomes idle, and its mate is free.
            mate[last], last = _NOBODY, mate[last]
        while last != _NOBODY:
            end = way[last]
            following, mate[end], mate[last] = mate[end], last, end
            last = following
        return True

    def _nearest(
        self, node: _Node, root: int, here: dict[int, int], there: dict[int, int], way: dict[int, int]
    ) -> tuple[int, int] | None:
        """Go from an idle end along alternating paths to the nearest place where one may stop, by Dijkstra's algorithm.

        One may stop at an idle end on the other side, or at an end on this side that may become idle, for its price.
        A pair is as long as its prices exceed its gain.  Return how far it is and the place, or ``None`` if there is
        none; fill in the distances of the ends on this side and on the other, and the ways to the latter.
        """
        state, price = node.state, node.price
        waiting = [(0, True, root)]
        while waiting:
            distance, onwards, end = heappop(waiting)
            if not onwards:
                return distance, end
            if end in here:
                continue
            here[end] = distance
            if state[self.of[end]] != _PICKED:
                heappush(waiting, (distance + price[end], False, end))
            for other, gain, lower, upper in self.links[end]:
                length = distance + price[end] + price[other] - gain
                if state[lower] != _PICKED and state[upper] != _LEFT and length < there.get(other, length + 1):
                    there[other], way[other] = length, end
                    taken = node.mate[other] != _NOBODY
                    heappush(waiting, (length, taken, node.mate[other] if taken else other))
        return None

    def picks(self, node: _Node) -> tuple[int, int | None]:
        """Return which vertices are upper ends of a node's matching, and one that is so by half, if there is any."""
        weight = [0] * len(self.numbers)
        for end, other in enumerate(node.mate):
            if other != _NOBODY and self.of[other] < self.of[end]:
                weight[self.of[end]] += 2 // len(self.ends[self.of[end]])
        torn = next((vertex for vertex, halves in enumerate(weight) if halves == 1), None)
        return sum(1 << vertex for vertex, halves in enumerate(weight) if halves == 2), torn

    def conflict(self, picks: int) -> int:
        """Return picks that no game takes together, none of them to spare; none if some game takes them all."""
        conflict = self._stuck(picks)
        # Small ones first: the larger its members are, the more a conflict costs.
        for vertex in _members(conflict):
            if conflict >> vertex & 1:
                conflict = self._stuck(conflict & ~(1 << vertex)) or conflict
        return conflict

    def _stuck(self, picks: int) -> int:
        """Return picks that cannot be peeled, with those that are not factors for them because they are picked."""
        core = self._peel(picks)[1]
        for vertex in _members(core):
            core |= self.below[vertex] & picks
        return core

    def _peel(self, picks: int) -> tuple[list[int], int]:
        """Remove picks with a private factor (T4) until there is none; return them in order, and the rest."""
        order = []
        rest, before = picks, 0
        while rest != before:
            before = rest
            once = twice = 0
            for vertex in _members(rest):
                twice |= once & self.below[vertex]
                once |= self.below[vertex]
            private = once & ~twice & ~picks
            for vertex in _members(rest):
                if self.below[vertex] & private:
                    order.append(vertex)
                    rest ^= 1 << vertex
        return order, rest

    def moves(self, picks: int) -> tuple[int, ...]:
        """Bring picks that can be peeled into a playing order."""
        return tuple(self.numbers[vertex] for vertex in reversed(self._peel(picks)[0]))


def _sides(covers: list[list[int]]) -> tuple[list[int], list[bool]]:
    """Colour the vertices with 0 and 1 so that pairs have both; tell which are in a component where that fails."""
    neighbours: list[list[int]] = [list(below) for below in covers]
    for upper, below in enumerate(covers):
        for lower in below:
            neighbours[lower].append(upper)
    side = [-1] * len(covers)
    odd = [False] * len(covers)
    for start in range(len(covers)):
        if side[start] >= 0:
            continue
        side[start], component, fails = 0, [start], False
        for vertex in component:
            for other in neighbours[vertex]:
                if side[other] < 0:
                    side[other] = 1 - side[vertex]
                    component.append(other)
                fails = fails or side[other] == side[vertex]
        for vertex in component:
            odd[vertex] = fails
    return side, odd


def _members(mask: int) -> Iterator[int]:
    """Yield the vertices of a set, ascending."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
