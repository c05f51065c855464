"""Arithmetical pursuit as a Gymnasium environment for reinforcement learning; needs the extra ``rl``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from math import prod
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, quote
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
from perfectplay.pursuit.deal.deals import Dealer, Deck, load_deck
from perfectplay.pursuit.reach import check_range
from perfectplay.pursuit.rules import MAX_TARGET, OPERATORS, STOP, PursuitPosition, Rules, Step
from perfectplay.pursuit.solve import solve

load_extra("gymnasium", "rl")

import gymnasium as gym  # noqa: E402  # if the import fails, the line above says how to install it

__all__ = ["PursuitEnv"]

_LARGEST = 2**53

Integers = npt.NDArray[np.int64]


class PursuitEnv(gym.Env[dict[str, Integers], int | np.integer[Any]]):
    """A Gymnasium environment of arithmetical pursuit: ``gymnasium.make("perfectplay/Pursuit-v0")``.

    A deal of k numbers fills k places. After a step, the remaining numbers come first, then the result of the step;
    the other places are empty. ``actions`` lists the 3 k (k - 1) + 1 actions: for each operator the pairs of places,
    counted from 0, in both orders if the order matters, and finally ``"="``, which stops.

    The observation is a dictionary of int64 arrays. ``"numerators"`` and ``"denominators"`` of the numbers in the
    places have shape (k,), with 0 and 0 for an empty place. ``"target"`` and ``"answer"`` have shape (1,); the
    answer is the number that counts if the game ends now.  The reward is 0 until the game is over, and then the
    negative distance: 0 is a hit. An illegal action also ends the game, and its reward is lower by 1.

    ``info`` has

    * ``"action_mask"``, an int8 array with 1 for each legal action;
    * ``"illegal"``, whether this action was illegal; if so, ``"message"`` gives the reason;
    * ``"optimal"``, the best possible return from the start, computed by the solver.

    The attribute ``position`` is the `perfectplay.pursuit.rules.PursuitPosition`.  ``MaskablePPO`` of ``sb3-contrib``
    calls `action_masks`. ``"numbers"`` and ``"target"`` in ``options`` of ``reset`` choose the game.

    Parameters
    ----------
    deal
        The numbers of every game, or how many are dealt from the deck at each ``reset``.
    target
        The target of every game; ``None`` if it is drawn from ``targets`` at each ``reset``.
    deck
        A name, a file, or a `perfectplay.pursuit.deal.deals.Deck`.
    large
        Number of large numbers in a deal, or ``None``.
    targets
        The smallest and the largest target; all targets between them are equally likely.
    rules
        A `perfectplay.pursuit.rules.Rules`, or text that its ``parse`` reads.
    solved
        Whether ``info`` contains ``"optimal"``, which takes about ten milliseconds for six numbers.
    render_mode
        ``"ansi"`` for a line of text: the position's id and the answer; ``"rgb_array"`` for a frame of a film, which
        needs the extra ``pictures``; ``"human"`` prints the numbers after each step.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If the deal, the target or the deck is invalid, or numbers could exceed 2^53.
    PerfectPlayError
        If the render mode or an option of ``reset`` is unknown.
    IllegalMoveError
        Raised by ``step`` if the action is outside the action space, or no game is in progress.

    Examples
    --------
    >>> env = PursuitEnv([3, 6, 9, 10, 50, 100], 951)
    >>> observation, info = env.reset()
    >>> action = env.actions.index(("+", 1, 5))  # 6+100
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> observation["numerators"].tolist(), observation["answer"].tolist(), reward, terminated, info["optimal"]
    ([3, 9, 10, 50, 106, 0], [106], 0.0, False, 0)
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  # Gymnasium's way

    def __init__(
        self,
        deal: int | Iterable[int] = 6,
        target: int | None = None,
        *,
        deck: str | Deck = "cards",
        large: int | None = None,
        targets: tuple[int, int] = (1, 1000),
        rules: str | Rules = "",
        solved: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self._deck = deck if isinstance(deck, Deck) else load_deck(deck)
        self._rules = rules if isinstance(rules, Rules) else Rules.parse(rules)
        self._numbers: tuple[int, ...] | None = None
        if isinstance(deal, Iterable):
            self._numbers = PursuitPosition.new(deal, 1).numbers
            dealt = self._numbers
        else:
            count = self._deck.check_count(deal)
            dealt = self._deck.cards[-count:]
            if large is not None:
                self._deck.check_large(large, count)
        check_range(*targets)
        self._target = None if target is None else PursuitPosition.new(dealt, target).target
        self._large, self._targets, self._solved = large, targets, solved
        self.render_mode: str | None = render_mode
        self._count, self._bound = len(dealt), _bound(dealt)
        if self._count < 2:
            raise InvalidPositionError(
                "the deal {numbers} leaves nothing to do; an environment needs two numbers", numbers=quote(dealt)
            )
        pairs = tuple(permutations(range(self._count), 2))
        self.actions: tuple[tuple[str, int, int] | Literal["="], ...] = (
            *((sign, i, j) for sign in OPERATORS for i, j in pairs if sign in "-/" or i < j),
            STOP,
        )
        self.action_space: gym.spaces.Discrete[np.int64] = gym.spaces.Discrete(len(self.actions))
        box, places = gym.spaces.Box, (self._count,)
        parts: dict[str, gym.Space[Any]] = {
            "numerators": box(-self._bound, self._bound, places, np.int64),
            "denominators": box(0, self._bound, places, np.int64),
            "target": box(1, MAX_TARGET, (1,), np.int64),
            "answer": box(-self._bound, self._bound, (1,), np.int64),
        }
        # The type of Gymnasium's dictionary space does not include the types of the arrays.
        self.observation_space: gym.Space[dict[str, Integers]] = cast(
            "gym.Space[dict[str, Integers]]", gym.spaces.Dict(parts)
        )
        self.position: PursuitPosition | None = None
        self._best: int | None = None
        self._under_way = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Integers], dict[str, Any]]:
        """Begin a game; ``options`` may have ``"numbers"`` and ``"target"``."""
        super().reset(seed=seed)
        chosen = check_options(options, ("numbers", "target"))
        drawn = self._draw()
        position = PursuitPosition.new(chosen.get("numbers", drawn[0]), chosen.get("target", drawn[1]), self._rules)
        if len(position.numbers) != self._count or _bound(position.numbers) > self._bound:
            raise InvalidPositionError(
                "the numbers {numbers} do not fit here; there are {count}, such as {example}, and no larger ones",
                numbers=quote(position.numbers),
                count=self._count,
                example=" ".join(map(str, drawn[0])),
            )
        self.position, self._under_way = position, True
        self._best = _best(position) if self._solved else None
        if self.render_mode == "human":
            self.render()
        return self._seen(position), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[dict[str, Integers], float, bool, bool, dict[str, Any]]:
        """Play an action: a calculation, or ``"="`` to stop."""
        if self.position is None or not self._under_way:
            refuse_to_go_on()
        number, reward, wrong = check_action(action, len(self.actions)), 0, {}
        try:
            self.position, self._under_way = self._after(self.position, number)
        except IllegalMoveError as error:
            reward, wrong, self._under_way = ILLEGAL_REWARD, {"message": str(error)}, False
        if not self._under_way:
            reward -= self.position.distance
        if self.render_mode == "human":
            self.render()
        info = self._info() | {"illegal": bool(wrong), **wrong}
        return self._seen(self.position), float(reward), not self._under_way, False, info

    def render(self) -> Any:
        """Return the output of the render mode; ``None`` if there is no mode or no game."""
        if self.render_mode is None or self.position is None:
            return None
        position, answer = self.position, self.position.answer
        return rendered(self.render_mode, f"{position.id}  {answer}", f"{position}\nnow {answer}")

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return a bool array with an entry for each of ``actions``, which is true if the action is legal."""
        mask = np.zeros(len(self.actions), np.bool_)
        if self.position is not None and self._under_way:
            count, legal = len(self.position.table), frozenset(self.position.legal_moves())
            for number, action in enumerate(self.actions):
                mask[number] = action == STOP or (max(action[1:]) < count and _step(self.position, *action) in legal)
        return mask

    def _draw(self) -> tuple[tuple[int, ...], int]:
        """Return the numbers and the target of a game; draw at random what the environment does not fix."""
        dealer = Dealer(int(self.np_random.integers(2**63)), self._deck)
        numbers = self._numbers or dealer.deal(self._count, self._large)
        return numbers, self._target or dealer.draw(*self._targets)

    def _after(self, position: PursuitPosition, number: int) -> tuple[PursuitPosition, bool]:
        """Return the position after an action, and whether the game continues; may raise `IllegalMoveError`."""
        action = self.actions[number]
        if action == STOP:
            # The game may already be over, because some deals allow no step at all.
            return position if position.is_over() else position.play(STOP), False
        if max(action[1:]) >= len(position.table):
            raise IllegalMoveError(
                "the action {action} needs a number in the place {place}, and there are {count} numbers",
                action=quote(action),
                place=max(action[1:]),
                count=len(position.table),
            )
        position = position.play(_step(position, *action))
        return position, not position.is_over()

    def _seen(self, position: PursuitPosition) -> dict[str, Integers]:
        blank = [0] * (self._count - len(position.table))
        return {
            "numerators": np.array([number.numerator for number in position.table] + blank),
            "denominators": np.array([number.denominator for number in position.table] + blank),
            "target": np.array([position.target]),
            "answer": np.array([position.answer]),
        }

    def _info(self) -> dict[str, Any]:
        best = {} if self._best is None else {"optimal": self._best}
        return {"action_mask": self.action_masks().astype(np.int8), "illegal": False, **best}


def _step(position: PursuitPosition, sign: str, i: int, j: int) -> Step:
    """Return the step for the numbers in two places, with operands in the order that `legal_moves` uses."""
    left, right = position.table[i], position.table[j]
    return Step(right, sign, left) if sign in "+*" and left < right else Step(left, sign, right)


def _bound(numbers: tuple[int, ...]) -> int:
    """Return an upper bound on numerator and denominator of every number that can be made.

    A result's numerator plus its denominator is at most the product of these sums for the two operands.
    """
    bound = prod(number + 1 for number in numbers)
    if bound > _LARGEST:
        raise LimitExceededError(
            "the numbers {numbers} could grow to {bound:.1e}, too large for an observation; at most 2^53 is allowed",
            numbers=quote(numbers),
            bound=bound,
        )
    return bound


@lru_cache(maxsize=1024)
def _best(position: PursuitPosition) -> int:
    """Return the best possible sum of rewards, which is the negative of the least distance."""
    return -solve(position).distance
