"""Branch and cut: the root, the tree, and the proof that they leave behind.

How it works and on what literature it stands is told in the docs ("How the solver works").  Floating point
guides; every pruning and every fixing is repeated in integers (`perfectplay.taxman.exact.relaxation.Dual`).
"""

from __future__ import annotations

import heapq
import os
import time
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from itertools import count

import numpy as np

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.executor import open_executor
from perfectplay.core.interrupt import InterruptFlag, deferred_interrupt
from perfectplay.core.notices import log_stage
from perfectplay.core.progress import Progress, ProgressCallback
from perfectplay.taxman.exact.branching import Brancher, Choice
from perfectplay.taxman.exact.cuts import CutPool
from perfectplay.taxman.exact.incumbent import Incumbent
from perfectplay.taxman.exact.node import Node, Outcome, Proof
from perfectplay.taxman.exact.parallel import Reply, explore, graft, make_task
from perfectplay.taxman.exact.primal import dive, search_nearby
from perfectplay.taxman.exact.relaxation import Domain, Dual, Relaxation, exact_sum, half_pot
from perfectplay.taxman.exact.separation import Separator
from perfectplay.taxman.hasse import Hasse

__all__ = ["Search"]

_EPSILON = 1e-6
_MARGIN = 1e-3
_PATIENCE = 10
_REPORT_EVERY = 0.1
_ROOT_TAIL = 100
_ROOT_PROGRESS = 0.01
"""Share of the gap that a round of separation at the root should close."""
_ROOT_PATIENCE = 6
"""Rounds in a row that may fall short of it."""
_SCALE_BITS = 20
_ALONE = 6
"""Nodes that are searched by one process before others are called in: most trees end before."""
_SLICE = 10.0
"""Seconds that a process searches below a node before it reports."""
_LOGGED_EVERY = 50
"""Nodes between two lines about the tree, once it is large; the first ones double."""
_DEEPER_LOOKS = (5, 10, 20, 40, 80, 160, 320, 640)


class _TimeIsUpError(Exception):
    """The deadline has passed."""


class Search:
    """Branch and cut on one cover graph.

    Parameters
    ----------
    hasse
        The cover graph.
    seed
        Any integer; the search depends on it alone (and on the versions of HiGHS and numpy).
    deadline
        Value of `time.perf_counter` at which to stop, or ``None``.
    progress
        Called about ten times a second.
    enough
        Stop when a game of this value has been found, because the caller knows that there is no better one.
    offset
        Added to the values reported to ``progress``.
    jobs
        Processes that search the tree side by side, once it is large enough; with more than one the course of the
        search depends on their speed, too.
    cluster
        Address of a Dask scheduler that does their work instead.
    """

    def __init__(
        self,
        hasse: Hasse,
        *,
        seed: int,
        deadline: float | None,
        progress: ProgressCallback,
        enough: int | None = None,
        offset: int = 0,
        jobs: int = 1,
        cluster: str | None = None,
    ) -> None:
        self.hasse = hasse
        self.pool = CutPool()
        self.incumbent = Incumbent(hasse, seed)
        self.root_domain = Domain(np.zeros(hasse.pairs, np.bool_), np.zeros(hasse.pairs, np.bool_))
        self.relaxation = Relaxation(hasse, self.pool, self.root_domain, self.check_time)
        self.separator = Separator(hasse, self.pool, self.incumbent.stuck, seed)
        self.scale = 1 << _SCALE_BITS
        self.rng = np.random.default_rng(seed + 1)
        self._deadline = deadline
        self._progress = progress
        self._enough = enough
        self._offset = offset
        self._jobs = jobs
        self._cluster = cluster
        self.seed = seed
        self.trouble = ""
        self._began = time.perf_counter()
        self._reported = 0.0
        self._stage = "root"
        self._interrupt = InterruptFlag()
        bound = exact_sum(half_pot(hasse).u) // 2
        self.root = Node((), bound, float(bound))
        self.proof = Proof(self.root)
        self._root_duals: list[Dual] = []
        self._fixed_for = 0
        self._open: list[tuple[float, int, Node]] = []
        self._nodes = 0
        self._solves_elsewhere = 0
        self._pushed = 0
        self._brancher = Brancher(self)

    # -- control -----------------------------------------------------------------------------------------------

    def run(self) -> Outcome:
        """Search until the proof is complete, the deadline has passed or Ctrl-C is pressed."""
        interrupted = False
        root_bound = None
        with deferred_interrupt() as self._interrupt:
            try:
                self._solve_root()
                root_bound = self.root.bound
                if not self._finished():
                    self._prepare_tree()
                    self._search_tree()
            except _TimeIsUpError:
                log_stage("the time is up")
            except KeyboardInterrupt:
                interrupted = True
                log_stage("interrupted")
        open_bounds = [leaf.bound for leaf in self.root.leaves() if leaf.bound > self.incumbent.value]
        upper = max(open_bounds, default=self.incumbent.value)
        tree_upper = upper
        if self._enough is not None:
            upper = min(upper, self._enough)
        solves = self.relaxation.solves + self._solves_elsewhere
        figures = f"{self._nodes} nodes, {solves} linear programs, {len(self.pool)} cuts"
        self._log(f"finished: {figures}", upper)
        return Outcome(
            self.incumbent.value,
            upper,
            self.incumbent.picks,
            self.proof,
            self.pool,
            self._nodes,
            solves,
            max(self.root.bound if root_bound is None else root_bound, self.incumbent.value),
            interrupted,
            tree_upper,
        )

    def _log(self, text: str, bound: int | None = None) -> None:
        """Tell ``--verbose`` what was done, with the score found and the bound, by default that of the root."""
        best, upper = self.incumbent.value, self.root.bound if bound is None else bound
        figures = f"score {best + self._offset}, bound {max(best, upper) + self._offset}, gap {max(0, upper - best)}"
        log_stage(f"{text}; {figures}")

    def check_time(self) -> None:
        """Report progress, and leave if the deadline has passed or Ctrl-C was pressed."""
        if self._interrupt.pressed:
            raise KeyboardInterrupt
        now = time.perf_counter()
        if now - self._reported >= _REPORT_EVERY:
            self._reported = now
            bound = self.root.bound if self.root.children is None else self._global_bound()
            self._progress(
                Progress(
                    self._stage,
                    now - self._began,
                    self.incumbent.value + self._offset,
                    max(bound, self.incumbent.value) + self._offset,
                    self._nodes,
                    len(self._open),
                )
            )
        if self._deadline is not None and now > self._deadline:
            raise _TimeIsUpError

    def _global_bound(self) -> int:
        return max((leaf.bound for leaf in self.root.leaves() if not leaf.closed), default=self.incumbent.value)

    def _finished(self) -> bool:
        if self._enough is not None and self.incumbent.value >= self._enough:
            return True
        return self.root.bound <= self.incumbent.value

    def domain_of(self, node: Node) -> Domain:
        """Everything settled in a node."""
        return node.domain(self.hasse, self.root_domain)

    # -- exact bounds ------------------------------------------------------------------------------------------

    def _prove(self, node: Node, domain: Domain) -> None:
        """Draw an exact bound from the linear program, which must be solved for the domain, if it is better."""
        dual = self.relaxation.dual(self.scale)
        bound = dual.bound(dual.residual(self.hasse, self.pool), domain, self.pool) // self.scale
        node.estimate = min(node.estimate, self.relaxation.objective)
        if bound < node.bound or node.dual is None:
            node.bound, node.dual = min(bound, node.bound), dual
        node.closed = node.bound <= self.incumbent.value

    def _prove_empty(self, node: Node, domain: Domain) -> None:
        """Turn HiGHS's proof of infeasibility into one in integers, or leave the node open."""
        ray = self.relaxation.ray(self.scale)
        for candidate in () if ray is None else (ray, Dual(ray.scale, 0, -ray.u, ray.cuts, ray.weights)):
            allowed = np.ones(self.hasse.size, np.bool_)
            allowed[list(domain.picked)] = False
            if (candidate.u[allowed] < 0).any():
                continue
            if candidate.bound(candidate.residual(self.hasse, self.pool), domain, self.pool) < 0:
                node.dual, node.bound, node.closed = candidate, -1, True
                return

    def _fix_pairs(self) -> None:
        """Settle pairs by the reduced costs of the root, exactly; rebuild the program if that made it smaller."""
        if self._fixed_for == self.incumbent.value:
            return
        self._fixed_for = self.incumbent.value
        before = int(self.root_domain.excluded.sum())
        for dual in self._root_duals:
            settled = dual.settled(self.hasse, self.pool, self.root_domain, self.incumbent.value + 1)
            if settled is not None:
                self.root_domain = settled
                self.proof.fixings.append(dual)
        after = int(self.root_domain.excluded.sum())
        forced = int(self.root_domain.forced.sum())
        self._log(f"settled by reduced costs: {after} of {self.hasse.pairs} pairs out, {forced} in")
        if after - before > 0.05 * max(1, self.hasse.pairs - before):
            self.relaxation.rebuild(self.root_domain)

    # -- root --------------------------------------------------------------------------------------------------

    def bound_root(self) -> int:
        """Solve the root alone and return its bound."""
        self._solve_root()
        return max(self.root.bound, self.incumbent.value)

    def _solve_root(self) -> None:
        relaxation, incumbent = self.relaxation, self.incumbent
        domain = self.root_domain
        matroid = False
        stall = 0
        previous = float("inf")
        for turn in count():
            if relaxation.solve() != "optimal":
                break
            self._prove(self.root, domain)
            self._log(f"root, round {turn}: {len(relaxation.rows)} cuts in use, {len(self.pool)} found")
            # Only now: even a search without time then mostly has the matching bound.
            self.check_time()
            incumbent.improve(relaxation.y(), 3)
            self.root.closed = self.root.bound <= incumbent.value
            gap = relaxation.objective - incumbent.value
            if self.root.closed or self._finished():
                return
            progress = previous - relaxation.objective
            previous = relaxation.objective
            new = self.separator.simple(relaxation)
            if not matroid:
                stall = stall + 1 if progress < 0.005 * gap else 0
                if stall >= 4 or not new:
                    matroid, stall = True, 0
            if matroid and len(new) < 10:
                stall = stall + 1 if progress < _ROOT_PROGRESS * gap else 0
                if stall >= _ROOT_PATIENCE or gap < 2:
                    break
                new += self.separator.matroid(relaxation, 2, 4)
                if len(new) < 5:
                    new += self.separator.matroid(relaxation, 3, 5, starts_each=2)
            relaxation.purge(_PATIENCE)
            relaxation.add(new)
        if relaxation.current:
            incumbent.improve(relaxation.y(), _ROOT_TAIL)
            self._root_duals.append(relaxation.dual(self.scale))

    def _prepare_tree(self) -> None:
        """Settle pairs, and look for better games around the root's relaxation."""
        self._stage = "games"
        self._fix_pairs()
        dive(self, 0.25, 0.0)
        dive(self, 0.3, 0.2)
        self._log("dived twice from the root")
        self.relaxation.restrict(self.root_domain)
        if self.relaxation.solve() == "optimal":
            search_nearby(self, (), 15)
            self._log("searched near the best game")
        self._fix_pairs()
        self._stage = "tree"

    # -- tree --------------------------------------------------------------------------------------------------

    def _push(self, node: Node) -> None:
        self._pushed += 1
        heapq.heappush(self._open, (-node.estimate, self._pushed, node))

    def _search_tree(self) -> None:
        node: Node | None = self.root
        while node is not None or self._open:
            if self._jobs > 1 and self._nodes >= _ALONE and len(self._open) >= self._jobs:
                if node is not None:
                    self._push(node)
                self._search_side_by_side()
                if self._finished() or not self._open:
                    return
                node = None
            if node is None:
                node = heapq.heappop(self._open)[2]
            if node.bound <= self.incumbent.value:
                node.closed = True
                node = None
                continue
            self._nodes += 1
            if self._nodes % _LOGGED_EVERY == 0 or self._nodes.bit_count() == 1:
                self._log(f"tree, node {self._nodes}: {len(self._open)} open", self._global_bound())
            self._fix_pairs()
            node = self._process(node)
            if self._finished():
                return

    def _search_side_by_side(self) -> None:
        """Let several processes search the subtrees below open nodes, each for a while, best bounds first."""
        key = f"{os.getpid()}-{id(self)}-{time.time_ns()}"
        busy: dict[Future[Reply], Node] = {}
        try:
            with open_executor(self._jobs, self._cluster) as executor:
                while (self._open or busy) and not self._finished():
                    self._hand_out(executor, key, busy)
                    self.check_time()
                    for future in wait(busy, timeout=_REPORT_EVERY, return_when=FIRST_COMPLETED).done:
                        reply = future.result()
                        node = busy.pop(future)
                        self._nodes += reply.nodes
                        self._solves_elsewhere += reply.solves
                        self._log(f"{reply.nodes} nodes came back, {len(self._open)} open", self._global_bound())
                        for leaf in graft(self, node, reply):
                            if leaf.bound <= self.incumbent.value:
                                leaf.closed = True
                            else:
                                self._push(leaf)
        except PerfectPlayError as error:
            # Helpers that are lost take nothing with them but their time: this process goes on alone.
            self.trouble, self._jobs = str(error), 1
            log_stage(f"goes on alone: {error}")
            for node in busy.values():
                self._push(node)

    def _hand_out(self, executor: Executor, key: str, busy: dict[Future[Reply], Node]) -> None:
        """Give each idle process the open node with the best bound."""
        while self._open and len(busy) < self._jobs:
            node = self._open[0][2]
            if node.bound <= self.incumbent.value:
                node.closed = True
            else:
                self._fix_pairs()
                seconds = _SLICE if self._deadline is None else min(_SLICE, self._deadline - time.perf_counter())
                busy[executor.submit(explore, make_task(self, key, node, seconds))] = node
                self._log(f"hands out a node of bound {node.bound + self._offset} for {seconds:.0f} s", node.bound)
            # Only now: a node that could not be sent is still waiting.
            heapq.heappop(self._open)

    def explore(self, node: Node, seconds: float) -> tuple[int, int]:
        """Search below a node for a while, in a process of its own; return nodes and linear programs done."""
        self.root, self.proof, self._open, self._nodes = node, Proof(node), [], 0
        self._deadline = time.perf_counter() + seconds
        solves = self.relaxation.solves
        with suppress(_TimeIsUpError):
            self._search_tree()
        return self._nodes, self.relaxation.solves - solves

    def _process(self, node: Node) -> Node | None:
        """Bound a node and branch if need be; return the child to go on with, or ``None`` to jump."""
        relaxation, incumbent = self.relaxation, self.incumbent
        domain = self.domain_of(node)
        relaxation.restrict(domain)
        if not self.bound_node(node, domain, rounds=20 if node is self.root else 8):
            return None
        if relaxation.current:
            incumbent.improve(relaxation.y(), 6)
        if self._nodes in _DEEPER_LOOKS and node.estimate - incumbent.value > 15 and relaxation.current:
            dive(self, 0.25, 0.1, node.decisions)
            search_nearby(self, node.decisions, 15)
            relaxation.restrict(domain)
            if not self.bound_node(node, domain, rounds=2):
                return None
        choice = self._choose(node)
        while choice is None:
            # All of y is integral.  Either the picks are a game, or their stuck core gives a violated T-cut.
            core = incumbent.stuck(relaxation.y() > 0.5)
            if core.any():
                relaxation.add(self.separator.stuck_core(core))
                if not self.bound_node(node, domain, rounds=8):
                    return None
                choice = self._choose(node)
            else:
                incumbent.try_order(np.argsort(-relaxation.y(), kind="stable"))
                self._prove(node, domain)
                if node.closed:
                    return None
                choice = self._any_undecided(node)
        picked, left = node.split(choice.vertex)
        first, second = (picked, left) if choice.value >= 0.5 else (left, picked)
        self._push(second)
        best = -self._open[0][0]
        if best - first.estimate > 0.3 * (best - incumbent.value):
            self._push(first)  # the plunge has led too far below the best bound
            return None
        return first

    def _choose(self, node: Node) -> Choice | None:
        """Choose where to branch; ``None`` if the relaxation is solved and integral."""
        if self.relaxation.current:
            return self._brancher.choose(node, self.relaxation.y())
        return self._any_undecided(node)

    def _any_undecided(self, node: Node) -> Choice:
        """Where the linear program gives no guidance: the undecided number with the most pairs."""
        decided = {vertex for vertex, _ in node.decisions}
        degree = np.diff(self.hasse.up_ptr) + np.diff(self.hasse.down_ptr)
        degree[list(decided)] = -1
        vertex = int(np.argmax(degree))
        if vertex in decided:
            message = "every number is decided and the node is still open: the multipliers are too coarse"
            raise ArithmeticError(message)
        return Choice(vertex, 1.0)

    def bound_node(self, node: Node, domain: Domain, rounds: int) -> bool:
        """Cut and bound a node whose domain the linear program has; return whether it stays open."""
        relaxation = self.relaxation
        previous = float("inf")
        for i in range(rounds):
            self.check_time()
            if not self._relax(node, domain):
                return not node.closed
            close = relaxation.objective < self.incumbent.value + 1 - _EPSILON
            last = i == rounds - 1 or previous - relaxation.objective < 0.25
            if close or last:
                self._prove(node, domain)
                if node.closed or last:
                    return not node.closed
            previous = relaxation.objective
            new = self.separate_in_tree(i)
            relaxation.purge(_PATIENCE)
            if not relaxation.add(new):
                if relaxation.solve() == "optimal":
                    self._prove(node, domain)
                return not node.closed
        return True

    def _relax(self, node: Node, domain: Domain) -> bool:
        """Solve a node's linear program; return whether there is a current point to go on from."""
        status = self.relaxation.solve(cutoff=self.incumbent.value + 1 - _MARGIN)
        if status == "infeasible":
            self._prove_empty(node, domain)
        elif status == "below":
            self._prove(node, domain)
            if not node.closed:
                status = self.relaxation.solve()
        return status == "optimal"

    def separate_in_tree(self, turn: int) -> list[int]:
        """Cuts for a node: a lighter mixture than at the root."""
        new = self.separator.simple(self.relaxation, thorough=False)
        if len(new) < 6:
            rank, classes = (3, 5) if turn % 3 == 2 else (2, 4)
            new += self.separator.matroid(self.relaxation, rank, classes, enough=10, most_starts=80)
        return new
