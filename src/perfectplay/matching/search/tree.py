"""Branch and cut: the root, the tree, and the proof that results.

The docs explain the method and its literature ("How the solver works"). Floating-point numbers only guide the search;
every pruning and every fixing is repeated in integers (`perfectplay.matching.relaxation.Dual`)::

    solve the root's program, add cuts, repeat while the bound comes down     # _solve_root
    open = [root]
    while open:                                                               # _search_tree
        node = the open one with the best bound; drop it if the incumbent is as good
        settle pairs that no better matching can have, by the root's duals    # _fix_pairs
        solve its program, add cuts, prove its bound in integers              # bound_node
        stop here if the bound is no better than the incumbent                # _prove
        look for a better incumbent near the fractional point                 # Incumbent.improve
        open += the node with a vertex picked, and with it not picked         # _choose, Node.split
    the leaves, each with the multipliers that close it, are the proof
"""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from itertools import count
from typing import NamedTuple

import numpy as np

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import ignore_progress, log_stage
from perfectplay.core.running.deadline import Deadline, StoppedError
from perfectplay.core.running.interrupt import deferred_interrupt
from perfectplay.matching.cuts import BINARY
from perfectplay.matching.incumbent import Incumbent
from perfectplay.matching.relaxation import Decisions, Domain, Dual, Relaxation
from perfectplay.matching.search.branching import Brancher
from perfectplay.matching.search.parallel import Helpers, Reply, Task, graft, make_reply, make_task, take_task
from perfectplay.matching.search.primal import dive, search_nearby
from perfectplay.matching.search.state import REPORT_EVERY, Node, Outcome, Proof, State
from perfectplay.matching.separation import Separator

__all__ = ["Search"]


class _Stage(NamedTuple):
    """A stage of the search for cuts at the root, which lasts as long as it makes enough progress.

    The stage is skipped if the gap is smaller than ``least_gap``, because the tree is then faster. It ends if the last
    ``rounds`` rounds close less than the share ``progress`` of the gap. `Separator.combined` gets one of the
    ``ranks`` in turn, ``combinations`` and ``slack``; without combinations, only S- and T-cuts are sought.
    """

    least_gap: float
    rounds: int
    progress: float
    ranks: tuple[int, ...]
    combinations: int
    slack: float | None


_EPSILON = 1e-6
_MARGIN = 1e-3
_PATIENCE = 5
"""Number of rounds in a row in which a cut may be slack before it leaves the linear program."""
_ROOT_TAIL = 20
_ROOT_STAGES = (
    _Stage(least_gap=0.0, rounds=3, progress=0.015, ranks=(1,), combinations=0, slack=None),
    _Stage(least_gap=0.0, rounds=4, progress=0.02, ranks=(2, 3, 4), combinations=1_500, slack=None),
    _Stage(least_gap=150.0, rounds=6, progress=0.06, ranks=(4,), combinations=4_000, slack=0.5),
)
_TREE_COMBINATIONS = 300
"""Maximum number of combinations in a round at a node of the tree; more would cost more time than they save."""
_NODE_ROUNDS = 15
_NODE_PROGRESS = ((5.0, 0.02), (20.0, 0.15), (float("inf"), 0.8))
"""Pairs of a gap and a fall: at a smaller gap, separation ends if a round lowers the bound by less than the fall.

A node that is almost closed is worth more rounds than a node that will be branched on anyway.
"""
_SCALE = 1 << 20
"""Common denominator to which multipliers are rounded."""
_ALONE = 6
"""Number of nodes that one process searches before others join; most trees end sooner."""
_SLICE = 10.0
"""Seconds for which a worker process searches below a node before it replies."""
_LOGGED_EVERY = 50
"""Number of nodes between two lines in the log; there are also lines at nodes 1, 2, 4, 8, ..."""
_DEEPER_LOOKS = (10, 20, 40, 80, 160, 320, 640)


class Search:
    """Branch and cut from a given state; helpers join once the tree is large enough.

    With helpers, the course of the search also depends on their speed.
    """

    def __init__(self, state: State, helpers: Helpers | None = None) -> None:
        self.state = state
        # These aliases are safe because the state keeps the same three objects for the whole search.
        self.relaxation: Relaxation = state.relaxation
        self.incumbent: Incumbent = state.incumbent
        self.separator: Separator = state.separator
        self._trouble = ""
        self._helpers = helpers
        self._fixed_for = 0
        self._solves_elsewhere = 0
        self._brancher = Brancher(state)

    # -- control -----------------------------------------------------------------------------------------------

    def run(self) -> Outcome:
        """Search until the proof is complete, the deadline has passed or Ctrl-C is pressed."""
        state = self.state
        interrupted = False
        root_bound = None
        with deferred_interrupt() as state.deadline.flag:
            try:
                self._solve_root(thorough=False)
                root_bound = state.root.bound
                if not state.finished():
                    self._search_tree()
            except (StoppedError, KeyboardInterrupt) as stop:
                interrupted = isinstance(stop, KeyboardInterrupt)
                log_stage("interrupted" if interrupted or state.deadline.interrupted else "the time is up")
        # Ctrl-C may also come after the last check, and a caller with more to do must know of it.
        interrupted |= state.deadline.interrupted
        open_bounds = [leaf.bound for leaf in state.root.leaves() if leaf.bound > self.incumbent.value]
        upper = max(open_bounds, default=self.incumbent.value)
        tree_upper = upper
        if state.enough is not None:
            upper = min(upper, state.enough)
        solves = self.relaxation.solves + self._solves_elsewhere
        figures = f"{state.nodes} nodes, {solves} linear programs, {len(state.pool)} cuts"
        state.log(f"finished: {figures}", upper)
        return Outcome(
            self.incumbent.value,
            upper,
            self.incumbent.picks,
            state.proof,
            state.pool,
            state.nodes,
            solves,
            max(state.root.bound if root_bound is None else root_bound, self.incumbent.value),
            interrupted,
            tree_upper,
            self._trouble,
        )

    # -- exact bounds ------------------------------------------------------------------------------------------

    def _prove(self, node: Node, domain: Domain) -> None:
        """Derive an exact bound from the linear program, which was solved for the domain; keep it if it is better."""
        state = self.state
        dual = self.relaxation.dual(_SCALE)
        bound = dual.bound(dual.residual(state.graph, state.pool), domain, state.pool) // _SCALE
        node.estimate = min(node.estimate, self.relaxation.objective)
        if bound < node.bound or node.dual is None:
            node.bound, node.dual = min(bound, node.bound), dual
        node.closed = node.bound <= self.incumbent.value

    def _prove_empty(self, node: Node, domain: Domain) -> None:
        """Turn HiGHS's proof of infeasibility into an integer proof, or leave the node open."""
        state = self.state
        ray = self.relaxation.ray(_SCALE)
        for candidate in () if ray is None else (ray, Dual(ray.scale, 0, -ray.u, ray.cuts, ray.weights)):
            allowed = np.ones(state.graph.size, np.bool_)
            allowed[list(domain.picked)] = False
            if (candidate.u[allowed] < 0).any():
                continue
            if candidate.bound(candidate.residual(state.graph, state.pool), domain, state.pool) < 0:
                node.dual, node.bound, node.closed = candidate, -1, True
                return

    def _fix_pairs(self) -> None:
        """Settle pairs exactly by the reduced costs of the root; rebuild the program if many pairs were excluded."""
        if self._fixed_for == self.incumbent.value:
            return
        state = self.state
        self._fixed_for = self.incumbent.value
        before = int(state.root_domain.excluded.sum())
        for dual in state.root_duals:
            settled = dual.settled(state.graph, state.pool, state.root_domain, self.incumbent.value + 1)
            if settled is not None:
                state.root_domain = settled
                state.proof.fixings.append(dual)
        after = int(state.root_domain.excluded.sum())
        forced = int(state.root_domain.forced.sum())
        state.log(f"settled by reduced costs: {after} of {state.graph.pairs} pairs out, {forced} in")
        if after - before > 0.05 * max(1, state.graph.pairs - before):
            self.relaxation.rebuild(state.root_domain)

    # -- root --------------------------------------------------------------------------------------------------

    def bound_root(self, *, thorough: bool) -> int:
        """Solve only the root, with every stage of separation if ``thorough``; return the bound."""
        with suppress(StoppedError):
            self._solve_root(thorough=thorough)
        return max(self.state.root.bound, self.incumbent.value)

    def _solve_root(self, *, thorough: bool) -> None:
        state = self.state
        relaxation, incumbent = self.relaxation, self.incumbent
        domain = state.root_domain
        stages = list(_ROOT_STAGES)
        bounds: list[float] = []
        for turn in count():
            if relaxation.solve() != "optimal":
                break
            self._prove(state.root, domain)
            state.log(f"root, round {turn}: {len(relaxation.rows)} cuts in use, {len(state.pool)} found")
            # Check the deadline only now, so even a search without time usually has the first program's bound.
            state.check_time()
            incumbent.improve(relaxation.y(), 3)
            state.root.closed = state.root.bound <= incumbent.value
            gap = relaxation.objective - incumbent.value
            if state.root.closed or state.finished():
                return
            bounds.append(relaxation.objective)
            new = self._separate_at_root(stages[0], turn)
            if not (new or stages[0].combinations) or _has_stalled(stages[0], bounds, gap):
                del stages[0]
                bounds.clear()
                while stages and not thorough and gap < stages[0].least_gap:
                    del stages[0]
                if not stages:
                    break
            relaxation.purge(_PATIENCE)
            relaxation.add(new)
        if relaxation.current:
            incumbent.improve(relaxation.y(), _ROOT_TAIL)
            state.root_duals.append(relaxation.dual(_SCALE))

    def _separate_at_root(self, stage: _Stage, turn: int) -> list[int]:
        new = self.separator.simple(self.relaxation)
        if stage.combinations:
            rank = stage.ranks[turn % len(stage.ranks)]
            new += self.separator.combined(self.relaxation, rank, stage.combinations, stage.slack)
        return new

    # -- tree --------------------------------------------------------------------------------------------------

    def _search_tree(self) -> None:
        state = self.state
        state.stage = "tree"
        state.push(state.root)
        while state.open:
            helpers = self._helpers
            if helpers and state.nodes >= _ALONE and len(state.open) >= helpers.jobs:
                self._search_side_by_side(helpers)
                if state.finished() or not state.open:
                    return
            node = state.pop()
            if node.bound <= self.incumbent.value:
                node.closed = True
                continue
            state.nodes += 1
            self._fix_pairs()
            if state.nodes % _LOGGED_EVERY == 0 or state.nodes.bit_count() == 1:
                state.log(f"tree, node {state.nodes}: {len(state.open)} open", state.global_bound())
            self._process(node)
            if state.finished():
                return

    def _search_side_by_side(self, helpers: Helpers) -> None:
        """Hand out open nodes, best bounds first, to several processes, and graft the subtrees that they return."""
        from perfectplay.core.running.executor import open_executor

        state = self.state
        key = f"{os.getpid()}-{id(self)}-{time.time_ns()}"
        busy: dict[Future[Reply], Node] = {}
        try:
            with open_executor(helpers.jobs, helpers.cluster) as executor:
                while (state.open or busy) and not state.finished():
                    self._hand_out(executor, helpers, key, busy)
                    state.check_time()
                    for future in wait(busy, timeout=REPORT_EVERY, return_when=FIRST_COMPLETED).done:
                        reply = future.result()
                        node = busy.pop(future)
                        state.nodes += reply.nodes
                        self._solves_elsewhere += reply.solves
                        state.log(f"{reply.nodes} nodes came back, {len(state.open)} open", state.global_bound())
                        for leaf in graft(state, node, reply):
                            if leaf.bound <= self.incumbent.value:
                                leaf.closed = True
                            else:
                                state.push(leaf)
        except PerfectPlayError as error:
            # If a signal has ended all processes of this search, stop this process, too.
            state.check_time()
            # If helpers are lost, only their time is lost: this process continues alone.
            self._trouble, self._helpers = str(error), None
            log_stage(f"goes on alone: {error}")
            for node in busy.values():
                state.push(node)

    def _hand_out(self, executor: Executor, helpers: Helpers, key: str, busy: dict[Future[Reply], Node]) -> None:
        """Give each idle process the open node with the best bound."""
        state = self.state
        while state.open and len(busy) < helpers.jobs:
            node = state.open[0][2]
            if node.bound <= self.incumbent.value:
                node.closed = True
            else:
                self._fix_pairs()
                left = state.deadline.remaining
                seconds = _SLICE if left is None else min(_SLICE, left)
                busy[executor.submit(_explore, make_task(state, key, node, seconds))] = node
                state.log(f"hands out a node of bound {node.bound + state.offset} for {seconds:.0f} s", node.bound)
            # Remove the node only after sending it, so that it still waits if sending fails.
            state.pop()

    def explore(self, node: Node, seconds: float) -> tuple[int, int]:
        """Search below a node for ``seconds``, in a worker process; return the numbers of nodes and linear programs."""
        state = self.state
        state.root, state.proof, state.open, state.nodes = node, Proof(node), [], 0
        state.deadline = Deadline(seconds)
        solves = self.relaxation.solves
        with suppress(StoppedError):
            self._search_tree()
        return state.nodes, self.relaxation.solves - solves

    def _process(self, node: Node) -> None:
        """Bound a node, and branch if it stays open."""
        state = self.state
        relaxation, incumbent = self.relaxation, self.incumbent
        domain = state.domain_of(node.decisions)
        self._go_to(node, domain)
        if not self.bound_node(node, domain, rounds=20 if node is state.root else _NODE_ROUNDS):
            return
        if relaxation.current:
            incumbent.improve(relaxation.y(), 6)
        if state.nodes in _DEEPER_LOOKS and node.estimate - incumbent.value > 15 and relaxation.current:
            self._look_deeper(node.decisions)
            if not self.bound_node(node, domain, rounds=2):
                return
        vertex = self._choose(node)
        while vertex is None:
            # If y is integral, an acyclic matching has its picks, or the picks that cannot be peeled violate a T-cut.
            core = incumbent.stuck(relaxation.y() > 0.5)
            if core.any():
                relaxation.add(self.separator.stuck_core(core))
                if not self.bound_node(node, domain, rounds=_NODE_ROUNDS):
                    return
                vertex = self._choose(node)
            else:
                incumbent.try_order(np.argsort(-relaxation.y(), kind="stable"))
                self._prove(node, domain)
                if node.closed:
                    return
                vertex = self._any_undecided(node)
        starts = self._brancher.starts(vertex)
        for child, start in zip(node.split(vertex), starts, strict=True):
            child.start = start
            state.push(child)

    def _go_to(self, node: Node, domain: Domain) -> None:
        """Set the linear program to a node's domain, and start it from the parent's final basis."""
        self.relaxation.restrict(domain)
        if node.start is not None:
            self.relaxation.resume(node.start)
            node.start = None

    def _look_deeper(self, decisions: Decisions) -> None:
        """Look for better matchings below a node with the linear program, and restore the program afterwards."""
        start = self.relaxation.start()
        dive(self.state, 0.25, 0.1, decisions)
        search_nearby(self.state, decisions, 15)
        self.relaxation.restrict(self.state.domain_of(decisions))
        self.relaxation.resume(start)

    def _choose(self, node: Node) -> int | None:
        """Return the vertex to branch on, or ``None`` if the relaxation is solved and integral."""
        if self.relaxation.current:
            return self._brancher.choose(node, self.relaxation.y())
        return self._any_undecided(node)

    def _any_undecided(self, node: Node) -> int:
        """Return the undecided vertex with the most pairs, for use when the linear program gives no guidance."""
        graph, forced = self.state.graph, self.state.root_domain.forced
        degree = np.diff(graph.up_ptr) + np.diff(graph.down_ptr)
        degree[[*dict(node.decisions), *graph.lower[forced], *graph.upper[forced]]] = -1
        vertex = int(np.argmax(degree))
        if degree[vertex] < 0:
            raise ArithmeticError("every vertex is decided and the node is still open: the multipliers are too coarse")
        return vertex

    def bound_node(self, node: Node, domain: Domain, rounds: int) -> bool:
        """Bound a node by solving the program, set to its domain, and adding cuts; return whether it stays open."""
        relaxation = self.relaxation
        previous = float("inf")
        for i in range(rounds):
            self.state.check_time()
            if not self._relax(node, domain):
                return not node.closed
            gap = relaxation.objective - self.incumbent.value
            close = gap < 1 - _EPSILON
            least = next(progress for most, progress in _NODE_PROGRESS if gap < most)
            last = i == rounds - 1 or previous - relaxation.objective < least
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
        """Solve a node's linear program; return whether it has an optimal point, from which cuts can be sought."""
        status = self.relaxation.solve(cutoff=self.incumbent.value + 1 - _MARGIN)
        if status == "infeasible":
            self._prove_empty(node, domain)
        elif status == "below":
            self._prove(node, domain)
            if not node.closed:
                status = self.relaxation.solve()
        return status == "optimal"

    def separate_in_tree(self, turn: int) -> list[int]:
        """Find cuts at a node of the tree, with less effort than at the root."""
        relaxation, separator = self.relaxation, self.separator
        new = separator.simple(relaxation, thorough=False)
        return new + separator.vectors(relaxation, BINARY, 2 + turn % 3, _TREE_COMBINATIONS)


def _has_stalled(stage: _Stage, bounds: list[float], gap: float) -> bool:
    """Return whether the latest rounds of a stage have closed too little of the gap."""
    return len(bounds) > stage.rounds and bounds[-1 - stage.rounds] - bounds[-1] < stage.progress * gap


class _Kept(threading.local):
    """The last search of this thread, by its key, which is kept because its linear program can be used again.

    Workers of a cluster may have several threads, and an instance of HiGHS belongs to one of them.
    """

    def __init__(self) -> None:
        self.searches: dict[str, Search] = {}


_KEPT = _Kept()


def _explore(task: Task) -> Reply:
    """Search below a task's node, in a worker process; return the reply."""
    search = _KEPT.searches.get(task.key)
    if search is None:
        _KEPT.searches.clear()
        state = State(
            task.graph, seed=task.seed, deadline=Deadline(), progress=ignore_progress, heuristic=task.heuristic
        )
        search = _KEPT.searches[task.key] = Search(state)
    node = take_task(search.state, task)
    nodes, solves = search.explore(node, task.seconds)
    return make_reply(search.state, node, nodes, solves)
