"""Search variants side by side, on many pots: processor time and nodes against the search as it is."""

from __future__ import annotations

import math
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

POTS = (950, 951, 979, 999, 1000, 1029, 1032, 1035, 1041, 1043, 1048, 1190, 1197, 1200, 1205, 1221, 1254, 1257, 1261, 1281)
SEEDS = (int(os.environ.get("SEED", "0")),)
VARIANTS = (
    "base", "probes2", "probes0", "patience2", "patience10", "quiet", "adaptive", "patient", "longroot", "inout",
    "restart", "nearclose", "worst",
)  # fmt: skip
LIMIT = 90.0


def apply(name: str) -> None:
    """Change the solver in this process."""
    if "+" in name:
        for part in name.split("+"):
            apply(part)
        return
    import numpy as np

    from perfectplay.taxman.exact import branching, incumbent, tree

    search = tree.Search
    if name == "base":
        return
    if name in ("probes2", "probes0"):
        old = branching.Brancher.__init__
        most = int(name[-1])

        def init(self, state, probes=5, candidates=30):
            old(self, state, most if state else probes, candidates)

        branching.Brancher.__init__ = init
    elif name == "patience2":
        process = search._process

        def _process(self, node):
            tree._PATIENCE = 2
            return process(self, node)

        search._process = _process
    elif name == "patience10":
        process = search._process

        def _process(self, node):
            tree._PATIENCE = 10
            return process(self, node)

        search._process = _process
    elif name == "quiet":
        improve = incumbent.Incumbent.improve

        def quiet(self, y, tries):
            if tries == 6:
                self._calls = getattr(self, "_calls", 0) + 1
                if self._calls > 10 and self._calls % 4:
                    return
            improve(self, y, tries)

        incumbent.Incumbent.improve = quiet
    elif name in ("adaptive", "patient", "nearclose"):

        def bound_node(self, node, domain, rounds):
            relaxation = self.relaxation
            previous = float("inf")
            if name == "patient":
                rounds *= 2
            i = -1
            while True:
                i += 1
                self.state.check_time()
                if not self._relax(node, domain):
                    return not node.closed
                gap = relaxation.objective - self.incumbent.value
                close = gap < 1 - 1e-6
                if name == "adaptive":
                    least = max(0.1, 0.02 * gap)
                elif name == "patient":
                    least = 0.05
                else:
                    least = 0.02 if gap < 5 else 0.1 if gap < 20 else 0.25
                last = i == rounds - 1 or previous - relaxation.objective < least
                if close or last:
                    self._prove(node, domain)
                    if node.closed or last:
                        return not node.closed
                previous = relaxation.objective
                new = self.separate_in_tree(i)
                relaxation.purge(tree._PATIENCE)
                if not relaxation.add(new):
                    if relaxation.solve() == "optimal":
                        self._prove(node, domain)
                    return not node.closed

        search.bound_node = bound_node
    elif name == "longroot":
        tree._ROOT_PATIENCE = 15
        tree._ROOT_COMBINATIONS = 3000
        tree._ROOT_PROGRESS = 0.005
    elif name == "inout":
        combined = tree.Search._solve_root
        from perfectplay.taxman.exact.separation import Separator

        old = Separator.combined

        def both(self, relaxation, turn, most):
            x = relaxation.x
            average = getattr(self, "_average", x)
            self._average = 0.5 * average + 0.5 * x
            new = old(self, relaxation, turn, most)
            relaxation.x = self._average
            new += self.simple(relaxation, thorough=False) + old(self, relaxation, turn, most)
            relaxation.x = x
            return new

        Separator.combined = both
        del combined
    elif name == "restart":
        process = search._process

        def _process(self, node):
            state = self.state
            if state.nodes == 20 and not getattr(self, "_again", False):
                self._again = True
                state.open.clear()
                root = state.root
                root.children = root.branch = None
                self.relaxation.restrict(state.root_domain)
                domain = state.root_domain
                stall, previous = 0, float("inf")
                for turn in range(60):
                    if self.relaxation.solve() != "optimal":
                        break
                    self._prove(root, domain)
                    if root.closed:
                        return None
                    gap = self.relaxation.objective - self.incumbent.value
                    stall = stall + 1 if previous - self.relaxation.objective < 0.01 * gap else 0
                    previous = self.relaxation.objective
                    new = self.separator.simple(self.relaxation) + self.separator.combined(self.relaxation, turn, 1500)
                    if stall >= 4 or not new:
                        break
                    self.relaxation.purge(5)
                    self.relaxation.add(new)
                if self.relaxation.current:
                    state.root_duals.append(self.relaxation.dual(1 << 20))
                    self._fixed_for = 0
                    self._fix_pairs()
                node = root
            return process(self, node)

        search._process = _process
    elif name == "worst":
        # Branch where the smaller of both falls is largest.
        old_choose = branching.Brancher.choose
        branching._LEARNT = 8
        branching._PROBE_ITERATIONS = 30
        del old_choose
    else:
        raise ValueError(name)
    assert np is not None


def work(job: tuple[str, int, int]) -> tuple[str, int, int, float, int, int, int]:
    """Solve one pot in a fresh process."""
    name, n, seed = job
    from perfectplay.taxman.exact import solve
    from perfectplay.taxman.rules import TaxmanPosition

    solve(TaxmanPosition.new(400), certificate=True)
    apply(name)
    began = time.process_time()
    result = solve(TaxmanPosition.new(n), seed=seed, time_limit=LIMIT)
    told = result.provenance
    return name, n, seed, time.process_time() - began, told["nodes"], told["root_bound"] - result.value, result.upper - result.value


def main() -> None:
    """Run all, print each, and tell the geometric means of the ratios."""
    jobs, seconds = int(sys.argv[1]), float(sys.argv[2])
    variants = sys.argv[3].split(",") if len(sys.argv) > 3 else VARIANTS
    pots = tuple(map(int, sys.argv[4].split(","))) if len(sys.argv) > 4 else POTS
    began = time.time()
    # The longest first.
    tasks = [(name, n, seed) for seed in SEEDS for n in sorted(pots, reverse=True) for name in variants]
    found = {}
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        futures = [pool.submit(work, task) for task in tasks]
        try:
            for future in as_completed(futures, timeout=seconds):
                name, n, seed, *figures = future.result()
                found[name, n, seed] = figures
                print(name, n, seed, "%.1f s %d nodes gap %d left %d" % tuple(figures), flush=True)
        except TimeoutError:
            print("time is up")
        for future in futures:
            future.cancel()
        pots_done = {key for key in ((n, s) for _, n, s in found) if all((v, *key) in found for v in variants)}
        print(f"{len(pots_done)} pots x seeds with all variants, {time.time() - began:.0f} s")
        for name in variants:
            pairs = [(found[name, n, s], found[variants[0], n, s]) for n, s in sorted(pots_done)]
            pairs = [(a, b) for a, b in pairs if a[3] == b[3] == 0]
            if pairs:
                mean = lambda i, plus: math.exp(sum(math.log((a[i] + plus) / (b[i] + plus)) for a, b in pairs) / len(pairs))
                total = lambda i: sum(a[i] for a, _ in pairs)
                print(f"{name:12} {len(pairs)} time x{mean(0, 0.5):.3f} nodes x{mean(1, 5):.3f} sum {total(0):.0f} s {total(1)} nodes root gaps {total(2)}", flush=True)
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
