"""Taxman as a Gymnasium environment, for learning programs; needs the extra ``rl``."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, quote
from perfectplay.core.game.environments import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    check_action,
    check_options,
    check_render_mode,
    refuse_to_go_on,
    rendered,
)
from perfectplay.core.running.extras import load_extra
from perfectplay.taxman.records import load_bounded, load_records
from perfectplay.taxman.rules import MAX_N, Pot, TaxmanPosition, Variant, as_pot

load_extra("gymnasium", "rl")

import gymnasium as gym  # noqa: E402  # if the import fails, the line above says how to install it

__all__ = ["Pots", "TaxmanEnv", "best_scores"]


@lru_cache(maxsize=1)
def best_scores() -> dict[int, int]:
    """Return the proven best score of {1..N} for each N, from the table and larger proofs, without computing moves.

    Examples
    --------
    >>> best_scores()[30]
    301
    """
    return load_bounded().scores() | load_records().scores()


@dataclass(frozen=True, slots=True)
class Pots:
    """The starting pots of an environment's games.

    Attributes
    ----------
    largest
        The pot, or the largest one if pots are drawn.
    smallest
        The smallest N of a drawn pot {1..N}; ``None`` if the pot is fixed.

    Examples
    --------
    >>> pots = Pots.of(30, 10, "immediate")
    >>> pots.top, pots.checked(12), pots.pot(12).text
    (30, 12, '12')
    >>> all(10 <= n <= 30 for n in pots.draw(np.random.default_rng(1), 100))
    True
    """

    largest: Pot
    smallest: int | None

    @classmethod
    def of(cls, pot: Pot | int | Iterable[int], smallest: int | None, variant: str) -> Pots:
        """Check the arguments of an environment.

        Raises `InvalidPositionError` or `LimitExceededError` if a pot is invalid or has no legal move, if drawn pots
        are not of the form {1..N}, or if the variant is unknown.
        """
        if variant not in get_args(Variant):
            raise InvalidPositionError(
                "the variant {variant} is unknown; the variants are {known}",
                variant=quote(variant),
                known=", ".join(get_args(Variant)),
            )
        pots = cls(as_pot(pot), smallest)
        if not any(pots.largest.divisors.values()):
            raise InvalidPositionError(
                "the pot {pot} has no legal move; an environment needs one", pot=quote(pots.largest.text)
            )
        if pots.largest.numbers[-1] > MAX_N:
            raise InvalidPositionError(
                "the pot {pot} is not possible here: actions stand for the numbers up to its largest, at most {most}",
                pot=quote(pots.largest.text),
                most=MAX_N,
            )
        if smallest is not None:
            pots.checked(smallest)
        return pots

    @property
    def top(self) -> int:
        """The largest number in any pot, and so the number of actions."""
        return self.largest.numbers[-1]

    def checked(self, n: Any) -> int:
        """Return ``n`` as an integer; raise `InvalidPositionError` if no pot {1..n} can be drawn."""
        most = self.largest.n
        if most is None:
            raise InvalidPositionError(
                "N = {n} does not fit this environment, whose only pot is {pot}", n=n, pot=quote(self.largest.text)
            )
        try:
            number = index(n)
        except TypeError:
            number = 0
        if not 2 <= number <= most:
            raise InvalidPositionError(
                "N = {n} is not possible here; it is an integer from 2 to {most}", n=quote(n), most=most
            )
        return number

    def draw(self, random: np.random.Generator, count: int) -> npt.NDArray[np.int64]:
        """Draw values of N with equal probability; for a fixed pot, return its largest number."""
        if self.smallest is None:
            return np.full(count, self.top, np.int64)
        return random.integers(self.smallest, self.top + 1, count)

    def pot(self, n: int) -> Pot:
        """Return the fixed pot, or the pot {1..n} if n was drawn."""
        return self.largest if n == self.top else Pot.up_to(n)


class TaxmanEnv(gym.Env[npt.NDArray[np.int8], int | np.integer[Any]]):
    """A Gymnasium environment of Taxman: ``gymnasium.make("perfectplay/Taxman-v0")``.

    The action i takes the number i + 1.  The observation is an int8 array of shape (largest number,) with 1 for each
    number in the pot.  The reward is the number taken, so the return is the player's score. An illegal action ends
    the game with the reward -1.

    ``info`` has

    * ``"action_mask"``, an int8 array with 1 for each legal action;
    * ``"illegal"``, whether the last action was illegal; if so, ``"message"`` says why;
    * ``"n"``, the largest number of the pot at the start;
    * ``"optimal"``, the best possible return from the start, if the table of records has a proof for it.

    The attribute ``position`` is the `perfectplay.taxman.rules.TaxmanPosition`.  ``MaskablePPO`` of ``sb3-contrib``
    calls `action_masks`.

    Parameters
    ----------
    pot
        N for the pot {1..N}, from 2 to 100,000; or the numbers of another pot.
    smallest
        If given, N is drawn at each ``reset`` from ``smallest``, ..., ``pot``, each equally likely;
        ``reset(options={"n": N})`` sets N instead.
    variant
        When dead numbers go to the taxman, ``"immediate"`` or at the ``"end"`` of the game. This changes observations,
        but not the score.
    render_mode
        ``"ansi"`` for a line of text: the position's id and the scores; ``"rgb_array"`` for a frame of a film, which
        needs the extra ``pictures``; ``"human"`` prints each board.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the pot is invalid or has no legal move, or the variant is unknown.
    PerfectPlayError
        If the render mode or an option of ``reset`` is unknown.
    IllegalMoveError
        By ``step``, if the action is outside the action space, or no game is under way.

    Examples
    --------
    >>> env = TaxmanEnv(10)
    >>> observation, info = env.reset()
    >>> info["action_mask"].tolist(), info["optimal"]
    ([0, 1, 1, 1, 1, 1, 1, 1, 1, 1], 40)
    >>> observation, reward, terminated, truncated, info = env.step(6)
    >>> observation.tolist(), reward
    ([0, 1, 1, 1, 1, 1, 0, 1, 1, 1], 7.0)
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        pot: Pot | int | Iterable[int] = 20,
        *,
        smallest: int | None = None,
        variant: Variant = "immediate",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self._pots, self._variant = Pots.of(pot, smallest, variant), variant
        self.render_mode: str | None = render_mode
        self.action_space: gym.spaces.Discrete[np.int64] = gym.spaces.Discrete(self._pots.top)
        self.observation_space: gym.spaces.MultiBinary = gym.spaces.MultiBinary(self._pots.top)
        self.position: TaxmanPosition | None = None
        self._under_way = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Begin a game, of the pot {1..N} if ``options`` has N under the key ``"n"``."""
        super().reset(seed=seed)
        chosen = check_options(options, ("n",))
        n = self._pots.checked(chosen["n"]) if "n" in chosen else int(self._pots.draw(self.np_random, 1)[0])
        self.position, self._under_way = TaxmanPosition.new(self._pots.pot(n), self._variant), True
        if self.render_mode == "human":
            self.render()
        return self._seen(self.position), self._info(self.position, self.position.legal_moves())

    def step(self, action: int | np.integer[Any]) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Take the number that an action stands for."""
        if self.position is None or not self._under_way:
            refuse_to_go_on()
        number = check_action(action, self._pots.top) + 1
        legal: tuple[int, ...]
        try:
            self.position = self.position.play(number)
        except IllegalMoveError as error:
            reward, legal, wrong = float(ILLEGAL_REWARD), (), {"message": str(error)}
        else:
            reward, legal, wrong = float(number), self.position.legal_moves(), {}
        self._under_way = bool(legal)
        if self.render_mode == "human":
            self.render()
        info = self._info(self.position, legal) | {"illegal": bool(wrong), **wrong}
        return self._seen(self.position), reward, not legal, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, as a bool array of shape (largest number,)."""
        legal = self.position.legal_moves() if self.position is not None and self._under_way else ()
        return self._marked(legal).astype(np.bool_)

    def _seen(self, position: TaxmanPosition) -> npt.NDArray[np.int8]:
        return self._marked(position.pot)

    def _info(self, position: TaxmanPosition, legal: tuple[int, ...]) -> dict[str, Any]:
        pot = position.start_pot
        best = {"optimal": best_scores()[pot.n]} if pot.n in best_scores() else {}
        return {"action_mask": self._marked(legal), "illegal": False, "n": pot.numbers[-1], **best}

    def _marked(self, numbers: Iterable[int]) -> npt.NDArray[np.int8]:
        marks = np.zeros(self._pots.top, np.int8)
        marks[[number - 1 for number in numbers]] = 1
        return marks

    def render(self) -> Any:
        """Return the output of the render mode, or ``None`` if there is no mode."""
        if self.render_mode is None or self.position is None:
            return None
        player, taxman = self.position.scores()
        line = f"{self.position.id}  {player} : {taxman}"
        board = f"{_rows(self.position)}\nplayer: {player}\ntaxman: {taxman}"
        return rendered(self.render_mode, line, board, self.position.draw)


def _rows(position: TaxmanPosition) -> str:
    """Format the pot as a square grid, with a dot for each number that is gone."""
    numbers = position.start_pot.numbers
    columns, width = math.isqrt(len(numbers) - 1) + 1, len(str(numbers[-1]))
    cells = [f"{number if number in position.pot else '.':>{width}}" for number in numbers]
    return "\n".join(" ".join(cells[i : i + columns]) for i in range(0, len(cells), columns))
