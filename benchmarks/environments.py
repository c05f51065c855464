"""How many steps a second the environments of Taxman do: one game after the other, and many at once in arrays.

    python benchmarks/environments.py [N ...] [--copies E ...] [--steps S]

Prints one line for each N and number of copies: microseconds of a step of the single environment, the same for one game
of many in the vector environment, and how many times as many steps the latter does; then likewise for Gymnasium's own
loop over 64 single environments.  All play random legal moves, which are drawn while the clock stands.  Seconds are
those of the processor; no figure is judged.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv, VectorEnv

from perfectplay.taxman.env import TaxmanEnv
from perfectplay.taxman.vector_env import TaxmanVectorEnv


def single(n: int, steps: int) -> float:
    """Return the seconds per step. A new game counts as a step, as in a batch."""
    env, source = TaxmanEnv(n), np.random.default_rng(0)
    terminated, total = True, 0.0
    info: dict[str, Any] = {}
    for _ in range(steps):
        action = 0 if terminated else int(source.choice(np.flatnonzero(info["action_mask"])))
        begin = time.process_time()
        if terminated:
            _, info = env.reset()
            terminated = False
        else:
            _, _, terminated, _, info = env.step(action)
        total += time.process_time() - begin
    return total / steps


def many(envs: VectorEnv[Any, Any, Any], steps: int) -> float:
    """Return the seconds per step of a single game."""
    source, total = np.random.default_rng(0), 0.0
    _, infos = envs.reset(seed=0)
    rounds = max(40, steps // envs.num_envs)
    for _ in range(rounds):
        mask = infos["action_mask"]
        actions = (mask * source.random(mask.shape)).argmax(1)
        begin = time.process_time()
        *_, infos = envs.step(actions)
        total += time.process_time() - begin
    return total / (rounds * envs.num_envs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int, nargs="*", default=[20, 50, 100])
    parser.add_argument("--copies", type=int, nargs="+", default=[64, 256, 1024, 4096])
    parser.add_argument("--steps", type=int, default=20_000)
    options = parser.parse_args()
    print(f"{'N':>4} {'copies':>7} {'single':>10} {'vector':>10} {'times':>7} {'loop':>10} {'times':>7}")
    for n in options.n:
        one = single(n, options.steps)
        loop = many(SyncVectorEnv([lambda n=n: TaxmanEnv(n)] * 64), options.steps // 4)
        for copies in options.copies:
            fast = many(TaxmanVectorEnv(copies, n), options.steps)
            times = f"{one / fast:7.0f} {loop * 1e6:7.2f} us {loop / fast:7.0f}"
            print(f"{n:4} {copies:7} {one * 1e6:7.2f} us {fast * 1e6:7.3f} us {times}")


if __name__ == "__main__":
    main()
