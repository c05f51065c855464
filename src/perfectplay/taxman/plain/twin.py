"""The plain search in Python: the twin of native/plain.c; tests compare their results.

It replaces the kernels for numbers beyond 64 bits, and in a browser, which cannot load a library. `kernels` describes
the functions, and the docs ("How the solver works", "Small questions") explain them; T4 is a section of the theory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

_OPEN, _PICKED, _LEFT = range(3)
_NOBODY = -1

_Decisions = tuple[tuple[int, int], ...]


def best_games(
    numbers: Sequence[int],
    most_nodes: int,
    every: bool,  # noqa: FBT001  # the kernel's signature
) -> tuple[list[int], int, int, int, bool]:
    """Split sets of games until a game reaches the best bound; if ``every``, find all equally good sets of picks."""
    pot = _Pot(numbers)
    root = pot.root()
    waiting = [(-root.bound, 0, root)]
    games: list[int] = []
    pushed, nodes, best = 0, 0, -1
    # Stop when no waiting node can have a game as good as the best one.
    while nodes < most_nodes and waiting and -waiting[0][0] >= best:
        nodes += 1
        _, _, node = heappop(waiting)
        picks, torn = pot.picks(node)
        conflict = pot.conflict(picks)
        if conflict or torn is not None:
            parts = _split(node, conflict, torn)
        else:
            best = node.bound
            games += [*pot.moves(picks), 0]
            if not every:
                return games, best, nodes, root.bound, True
            parts = _others(node, picks)
        for decisions in parts:
            child = pot.child(node, decisions)
            if child is not None and child.bound >= best:
                # Among nodes of equal bounds, try the latest first, because it is closest to a game.
                pushed += 1
                heappush(waiting, (-child.bound, -pushed, child))
    return games, best, nodes, root.bound, not waiting or -waiting[0][0] < best


def worst_game(numbers: Sequence[int]) -> tuple[list[int], int]:
    """Return a game with the least score, played until no move is left, and how many sets of numbers were reached."""
    below = _Pot(numbers).below
    useful = sum(1 << v for v in range(len(numbers)) if any(divisors >> v & 1 for divisors in below))
    pickers = [[m for m, divisors in enumerate(below) if (divisors | 1 << m) >> v & 1] for v in range(len(numbers))]

    def rest(gone: int) -> int:
        """Return a lower bound on the remaining score: a pick is worth at least the prices of the numbers it takes."""
        left, room, total = useful & ~gone, [*numbers], 0
        for v in reversed([*_members(left)]):
            # A number without a divisor in the pot can no longer be picked, only paid as tax.
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
    return [*waiting[0][3]], len(least)


def _split(node: _Node, conflict: int, torn: int | None) -> Iterator[_Decisions]:
    """Yield decisions such that each game in the node obeys exactly one of them.

    No game takes all members of a conflict. So each child leaves a different member, and takes all larger members.
    Without a conflict, a half picked number is left in one child and taken in the other.
    """
    if not conflict:
        assert torn is not None  # noqa: S101  # `best_games` ensures it
        yield ((torn, _LEFT),)
        yield ((torn, _PICKED),)
        return
    before: _Decisions = ()
    for vertex in reversed(list(_members(conflict))):
        if node.state[vertex] == _OPEN:
            yield (*before, (vertex, _LEFT))
            before = (*before, (vertex, _PICKED))


def _others(node: _Node, picks: int) -> Iterator[_Decisions]:
    """Yield decisions such that each game in the node obeys exactly one, except games that take exactly ``picks``."""
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
        For each end, the end that it is matched with.
    price
        The multiplier of each end; the bound is half their sum.
    """

    state: list[int]
    mate: list[int]
    price: list[int]

    @property
    def bound(self) -> int:
        """Upper bound on the score of all games in the node."""
        return sum(self.price) // 2


class _Pot:
    """The remaining pot. A vertex is an index into its ascending numbers; a set of vertices is a bit mask.

    Matchings are in a bipartite graph of *ends*. A component of the cover graph without odd cycles is bipartite itself,
    so each of its vertices is one end. In any other component each vertex has two ends, one on either side.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self.below: list[int] = []
        covers: list[list[int]] = []
        for number in numbers:
            below = [vertex for vertex in range(len(covers)) if number % numbers[vertex] == 0]
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
            # If each vertex is one end, a pair also stands for its mirror image, so its gain counts twice.
            gain = self.numbers[upper] * (2 // len(self.ends[upper]))
            for lower in below:
                for which, end in on[upper].items():
                    opposite = on[lower][1 - which]
                    self.links[end].append((opposite, gain, lower, upper))
                    self.links[opposite].append((end, gain, lower, upper))

    def root(self) -> _Node:
        """Return the root node, which has all games."""
        node = _Node([_OPEN] * len(self.numbers), [_NOBODY] * len(self.of), [0] * len(self.of))
        for end in self.starts:
            node.price[end] = max((gain for _, gain, _, _ in self.links[end]), default=0)
        for end in self.starts:
            self._settle(node, end)
        return node

    def child(self, node: _Node, decisions: _Decisions) -> _Node | None:
        """Return the node of the games that also obey some decisions, or ``None`` if there are no such games."""
        child = _Node(node.state.copy(), node.mate.copy(), node.price.copy())
        loose = []
        for vertex, state in decisions:
            child.state[vertex] = state
            for end in self.ends[vertex]:
                mate = child.mate[end]
                if mate == _NOBODY:
                    loose.append(end)
                elif (self.of[mate] < vertex) == (state == _LEFT):
                    child.mate[end] = child.mate[mate] = _NOBODY
                    loose += (end, mate)
        for end in loose:
            idle = child.mate[end] == _NOBODY
            if idle and (child.price[end] or child.state[self.of[end]] == _PICKED) and not self._settle(child, end):
                return None
        return child

    def _settle(self, node: _Node, root: int) -> bool:
        """Match an idle end, or lower its price to zero: one step of the Hungarian method.

        Before and after the step, the prices of a pair's two ends cover its gain, exactly if the pair is matched, and
        all idle ends except those that wait for this step have the price 0.  The end of a picked number must not stay
        idle, and its price may be negative.  Return ``False`` if ``root`` is such an end and cannot be matched.
        """
        near: dict[int, int] = {}
        there: dict[int, int] = {}
        way: dict[int, int] = {}
        goal = self._nearest(node, root, near, there, way)
        if goal is None:
            return False
        least, last = goal
        for end, distance in near.items():
            node.price[end] -= max(0, least - distance)
        for end_there, distance in there.items():
            node.price[end_there] += max(0, least - distance)
        mate = node.mate
        if last in near:
            # The price of the last end is zero now, so the end becomes idle, and its mate is free.
            mate[last], last = _NOBODY, mate[last]
        while last != _NOBODY:
            end = way[last]
            following, mate[end], mate[last] = mate[end], last, end
            last = following
        return True

    def _nearest(
        self, node: _Node, root: int, near: dict[int, int], there: dict[int, int], way: dict[int, int]
    ) -> tuple[int, int] | None:
        """Find the nearest end of an alternating path from an idle end, by Dijkstra's algorithm.

        A path may stop at an idle end on the other side, or at an end on this side that may become idle, at the cost of
        its price. The length of a pair is the excess of its prices over its gain. Return the distance and the last end,
        or ``None`` if there is no path; fill in the distances on both sides, and the paths to the other side.
        """
        state, price = node.state, node.price
        waiting = [(0, True, root)]
        while waiting:
            distance, onwards, end = heappop(waiting)
            if not onwards:
                return distance, end
            if end in near:
                continue
            near[end] = distance
            if state[self.of[end]] != _PICKED:
                heappush(waiting, (distance + price[end], False, end))
            for opposite, gain, lower, upper in self.links[end]:
                length = distance + price[end] + price[opposite] - gain
                if state[lower] != _PICKED and state[upper] != _LEFT and length < there.get(opposite, length + 1):
                    there[opposite], way[opposite] = length, end
                    taken = node.mate[opposite] != _NOBODY
                    heappush(waiting, (length, taken, node.mate[opposite] if taken else opposite))
        return None

    def picks(self, node: _Node) -> tuple[int, int | None]:
        """Return the set of vertices that are upper ends in a node's matching, and a half picked vertex or ``None``."""
        weight = [0] * len(self.numbers)
        for end, mate in enumerate(node.mate):
            if mate != _NOBODY and self.of[mate] < self.of[end]:
                weight[self.of[end]] += 2 // len(self.ends[self.of[end]])
        torn = next((vertex for vertex, halves in enumerate(weight) if halves == 1), None)
        return sum(1 << vertex for vertex, halves in enumerate(weight) if halves == 2), torn

    def conflict(self, picks: int) -> int:
        """Return a minimal set of picks that no game takes together; an empty set if a game takes them all."""
        conflict = self._stuck(picks)
        # Remove small picks first: the larger the members of a conflict, the more it lowers the bound.
        for vertex in _members(conflict):
            if conflict >> vertex & 1:
                conflict = self._stuck(conflict & ~(1 << vertex)) or conflict
        return conflict

    def _stuck(self, picks: int) -> int:
        """Return picks that cannot be peeled, and picks among their divisors, which cannot serve as factors."""
        core = self._peel(picks)[1]
        for vertex in _members(core):
            core |= self.below[vertex] & picks
        return core

    def _peel(self, picks: int) -> tuple[list[int], int]:
        """Remove picks with a private factor (T4) until none is left; return them in order, and the other picks."""
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
        """Order picks, all of which can be peeled, into a game."""
        return tuple(self.numbers[vertex] for vertex in reversed(self._peel(picks)[0]))


def _sides(covers: list[list[int]]) -> tuple[list[int], list[bool]]:
    """Colour the vertices with 0 and 1 so that both ends of a pair differ; also return for which this is impossible."""
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
            for neighbour in neighbours[vertex]:
                if side[neighbour] < 0:
                    side[neighbour] = 1 - side[vertex]
                    component.append(neighbour)
                fails = fails or side[neighbour] == side[vertex]
        for vertex in component:
            odd[vertex] = fails
    return side, odd


def _members(mask: int) -> Iterator[int]:
    """Yield the vertices of a set in ascending order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
