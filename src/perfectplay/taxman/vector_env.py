"""Many games of Taxman at once, as a Gymnasium vector environment on arrays; needs the extra ``rl``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import IllegalMoveError, LimitExceededError, PerfectPlayError, quote
from perfectplay.core.game.environments import ILLEGAL_REWARD, check_options, refuse_to_go_on
from perfectplay.core.running.extras import load_extra
from perfectplay.taxman.env import Pots, best_scores
from perfectplay.taxman.rules import Pot, Variant

load_extra("gymnasium", "rl")

from gymnasium.spaces import Discrete, MultiBinary, Space  # noqa: E402  # the line above explains a failure
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402  # as above
from gymnasium.vector.utils import batch_space  # noqa: E402  # as above

__all__ = ["TaxmanVectorEnv"]

Marks = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


# During a game, each number in the pot still has all the proper multiples that it had at the start: if the player had
# taken a multiple, the taxman would have got the number, and a dead multiple would have no divisors left in the pot. So
# a number in the pot may be taken if and only if one of its lower covers is in the pot. It can be a divisor if it could
# at the start: in {1..N}, if twice the number is at most N.
class TaxmanVectorEnv(VectorEnv[Marks, Integers, npt.NDArray[Any]]):
    """Copies of `perfectplay.taxman.env.TaxmanEnv` that step together, for ``gymnasium.make_vec``.

    Observations and action masks are int8 arrays of shape (num_envs, largest number of the pot), in Fortran order; the
    caller may change them. In ``infos`` each key of the single environment except ``"message"`` has an array; a
    bool array under the key with ``"_"`` in front says for which copies the values are valid.

    Parameters
    ----------
    num_envs
        Number of copies.
    pot, smallest, variant
        As in `perfectplay.taxman.env.TaxmanEnv`. One generator draws N independently for each copy. In ``options`` of
        ``reset``, ``"n"`` is an integer for all copies, or an array with an integer for each.
    autoreset_mode
        When a copy whose game is over begins the next one: ``NEXT_STEP`` at its next step, whose action does not count;
        ``SAME_STEP`` at once, with ``"final_obs"`` and ``"final_info"`` in ``infos``; ``DISABLED`` when ``reset`` has
        ``options={"reset_mask": ...}``, a bool array.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As in `TaxmanEnv`, or if there are no copies.
    PerfectPlayError
        If an option of ``reset`` is unknown or has another shape.
    IllegalMoveError
        By ``step``, if the actions are outside the action space, or a copy's game is over and was not reset.

    Notes
    -----
    A step takes O(num_envs * largest number * most prime factors of a number), in a few calls of numpy.

    Examples
    --------
    >>> envs = TaxmanVectorEnv(3, 10)
    >>> observations, infos = envs.reset()
    >>> observations, rewards, terminations, truncations, infos = envs.step([6, 9, 0])
    >>> rewards.tolist(), terminations.tolist()
    ([7.0, 10.0, -1.0], [False, False, True])
    """

    def __init__(
        self,
        num_envs: int = 1,
        pot: Pot | int | Iterable[int] = 20,
        *,
        smallest: int | None = None,
        variant: Variant = "immediate",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        if num_envs < 1:
            raise LimitExceededError(
                "{count} copies of a game are not possible; there must be at least one", count=num_envs
            )
        self._pots, self._immediate = Pots.of(pot, smallest, variant), variant == "immediate"
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": self._mode}
        self.num_envs: int = num_envs
        top = self._pots.top
        self.single_action_space: Discrete[np.int64] = Discrete(top)
        self.single_observation_space: MultiBinary = MultiBinary(top)
        self.action_space: Space[Integers] = batch_space(self.single_action_space, num_envs)
        self.observation_space: Space[Marks] = batch_space(self.single_observation_space, num_envs)
        self._copies, self._numbers = np.arange(num_envs), np.arange(1, top + 1)[:, None]
        self._tables(self._pots.largest)
        # The pots have a row for each number and a column for each copy. Padded tables point to an empty last row.
        self._pot = np.zeros((top + 1, num_envs), np.int8)
        self._flat = self._pot.reshape(-1)
        # Keep for each copy, at the start of its game: the pot, the legal moves, and the numbers that can be a divisor.
        self._start, self._first, self._useful = (np.zeros((top, num_envs), np.int8) for _ in range(3))
        self._legal = np.zeros((top, num_envs), np.int8)
        self._over = np.ones(num_envs, np.bool_)
        self._n, self._optimal = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        self._every = np.ones(num_envs, np.bool_)
        self._every.flags.writeable = False  # every call returns this same array
        self._begun = False

    def _tables(self, pot: Pot) -> None:
        """Compute tables of the rules for each number of the largest pot."""
        top, divisors_of = self._pots.top, pot.divisors
        divisors = [divisors_of.get(number, ()) for number in range(1, top + 1)]
        covers = [[q for q in given if not any(x != q and x % q == 0 for x in given)] for given in divisors]
        # For each number, list the indices in the flat pot of the number and its divisors, for the first copy.
        gone = [(number, *given) for number, given in enumerate(divisors, 1)]
        self._cells = _padded([[number - 1 for number in given] for given in gone], top) * self.num_envs
        self._covers = _padded([[number - 1 for number in given] for given in covers], top)[:-1].T.copy()
        self._there = np.array([number in divisors_of for number in range(1, top + 1)])[:, None]
        self._takeable = np.array([bool(given) for given in divisors])[:, None]
        self._dividing = np.array([bool(pot.multiples.get(number)) for number in range(1, top + 1)])[:, None]
        best = best_scores() if pot.n is not None else {}
        self._best = np.array([best.get(n, 0) for n in range(top + 1)])
        self._provable = bool(best)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Marks, dict[str, Any]]:
        """Begin the games of all copies, or only of the copies in ``options["reset_mask"]``."""
        super().reset(seed=seed)
        chosen = check_options(options, ("n", "reset_mask"))
        which = self._checked_mask(chosen["reset_mask"]) if "reset_mask" in chosen else self._every
        self._begin(which, self._checked_n(chosen["n"])[which] if "n" in chosen else None)
        self._begun = True
        return self._pot[:-1].copy().T, self._infos(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: npt.ArrayLike) -> tuple[Marks, Floats, Flags, Flags, dict[str, Any]]:
        """Take a number in each copy."""
        waiting = self._over
        if not self._begun or (self._mode is AutoresetMode.DISABLED and waiting.any()):
            refuse_to_go_on()
        chosen = self._checked_actions(actions)
        # Finished games have no legal actions, so their pots do not change.
        legal = self._legal[chosen, self._copies].view(np.bool_)
        cells = self._cells.take(np.where(legal, chosen, self._pots.top), 0)
        cells += self._copies[:, None]
        self._flat[cells] = 0
        going_on = self._settle()
        rewards = np.where(legal, chosen + 1.0, 0.0)
        illegal = ~(legal | waiting)
        if illegal.any():
            rewards[illegal] = ILLEGAL_REWARD
            self._legal[:, illegal] = 0
            going_on[illegal] = 0
        over = ~(going_on | waiting)
        infos: dict[str, Any] = {}
        self._over = over.copy()
        if self._mode is AutoresetMode.NEXT_STEP:
            self._begin(waiting)
        elif self._mode is AutoresetMode.SAME_STEP and over.any():
            infos = self._final(illegal)
            illegal = np.zeros_like(illegal)
            self._begin(over)
        # Return copies: callers may modify them.
        return self._pot[:-1].copy().T, rewards, over, np.zeros(self.num_envs, np.bool_), infos | self._infos(illegal)

    def _begin(self, which: Flags, n: Integers | None = None) -> None:
        """Begin the games of some copies, with drawn or given pots."""
        count = int(np.count_nonzero(which))
        if not count:
            return
        n = self._pots.draw(self.np_random, count) if n is None else n
        if (self._n[which] != n).any():
            there, useful = self._there & (self._numbers <= n), self._dividing & (2 * self._numbers <= n)
            if self._immediate:
                there &= self._takeable | useful
            self._n[which], self._optimal[which] = n, self._best[n]
            self._start[:, which], self._first[:, which], self._useful[:, which] = there, there & self._takeable, useful
        # Work on whole rows: numpy writes columns one by one, which takes several times as long.
        chosen, others = which.view(np.int8), (~which).view(np.int8)
        for rows, start in ((self._pot[:-1], self._start), (self._legal, self._first)):
            np.bitwise_and(rows, others, out=rows)
            np.bitwise_or(rows, start & chosen, out=rows)
        self._over &= ~which

    def _settle(self) -> Flags:
        """Update the legal moves, give the taxman the dead numbers, and return which games continue."""
        rows = self._pot[:-1]
        legal = self._pot.take(self._covers[0], 0)
        for covers in self._covers[1:]:
            legal |= self._pot.take(covers, 0)
        legal &= rows
        going_on: Marks = np.bitwise_or.reduce(legal, axis=0)
        rows &= legal | self._useful if self._immediate else going_on
        self._legal = legal
        return going_on.view(np.bool_)

    def _infos(self, illegal: Flags) -> dict[str, Any]:
        infos = {
            "action_mask": self._legal.copy().T,
            "_action_mask": self._every,
            "illegal": illegal,
            "_illegal": self._every,
            "n": self._n.copy(),
            "_n": self._every,
        }
        # A pot that is not {1..N} never has a proof.
        return infos | {"optimal": self._optimal.copy(), "_optimal": self._optimal > 0} if self._provable else infos

    def _final(self, illegal: Flags) -> dict[str, Any]:
        """Return the ``infos`` of finished games, before the next ones begin."""
        over, seen = self._over.copy(), np.full(self.num_envs, None, object)
        for copy in np.flatnonzero(over):
            seen[copy] = self._pot[:-1, copy].copy()
        infos = self._infos(illegal)
        for key in [key for key in infos if not key.startswith("_")]:
            infos[key][~over] = 0
            infos[f"_{key}"] = infos[f"_{key}"] & over
        return {"final_obs": seen, "_final_obs": over, "final_info": infos, "_final_info": over.copy()}

    def _checked_actions(self, actions: npt.ArrayLike) -> Integers:
        chosen = np.asarray(actions)
        possible = chosen.shape == (self.num_envs,) and chosen.dtype.kind in "iu"
        if not possible or ((chosen < 0) | (chosen >= self._pots.top)).any():
            raise IllegalMoveError(
                "the actions {actions} are not possible; they are {count} integers from 0 to {last}",
                actions=quote(actions),
                count=self.num_envs,
                last=self._pots.top - 1,
            )
        return chosen.astype(np.int64, copy=False)

    def _checked_mask(self, mask: Any) -> Flags:
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise PerfectPlayError(
                "the reset_mask {mask} is not possible; it is a bool array of shape ({count},)",
                mask=quote(mask),
                count=self.num_envs,
            )
        return mask

    def _checked_n(self, n: Any) -> Integers:
        if np.ndim(n) == 0:
            return np.full(self.num_envs, self._pots.checked(n))
        if np.shape(n) != (self.num_envs,):
            raise PerfectPlayError(
                "the option n cannot be {n}; give an integer, or one for each of {count} copies",
                n=quote(n),
                count=self.num_envs,
            )
        return np.array([self._pots.checked(number) for number in n])


def _padded(rows: list[list[int]], filler: int) -> Integers:
    """Stack lists into an array whose rows are padded with a filler, and add a last row of fillers."""
    table = np.full((len(rows) + 1, max(map(len, rows))), filler, np.int64)
    for row, places in zip(table, rows, strict=False):
        row[: len(places)] = places
    return table
