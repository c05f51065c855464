"""Write certificates for answers of `perfectplay.coins.solve.solve`; `perfectplay.coins.proof.check` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt
from typing import Any

from perfectplay.coins.proof.check import FORMAT, GAME, MAX_COINS, MAX_STEPS, VERSION
from perfectplay.coins.row.fusion import fuse, put
from perfectplay.coins.row.sums import Search, is_round, searched_states, taken
from perfectplay.coins.rules import Coin, CoinsPosition, Component, Stretch, ends
from perfectplay.coins.solve import CoinsResult, Table, laid_out, solve
from perfectplay.coins.values import as_values, listed
from perfectplay.coins.watch import Watch
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import Proof
from perfectplay.core.running.deadline import Deadline
from perfectplay.core.schema import encode, exact

__all__ = ["certify", "check_size", "prove"]
_State = tuple[Component, ...]


def check_size(coins: int) -> None:
    """Raise an error if there are more coins, taken or not, than `perfectplay.coins.proof.check` examines.

    >>> check_size(1000)
    """
    if coins > MAX_COINS:
        raise LimitExceededError(
            "{coins:,} coins are too many for a certificate; the limit is {most:,}", coins=coins, most=MAX_COINS
        )


def certify(
    position: Table, result: CoinsResult | None = None, *, progress: ProgressCallback = ignore_progress
) -> dict[str, Any]:
    """Return a certificate of the margin and, if known, of the best moves and the cost of a mistake.

    There must be coins left; `perfectplay.coins.solve.solve` is called if its ``result`` is not given.
    docs/certificates-coins.md has the format. Raises the errors of `solve`; also `LimitExceededError` if there are too
    many coins, see `check_size`, or if checking a circle would take more than `perfectplay.coins.proof.check.MAX_STEPS`
    steps.

    O(n) time and size for rows, stacks and sums of them. For a circle, O(n) size, and time proportional to the total
    size of its n reduced rows. A circle beside other components takes as long as its search.

    >>> certificate = certify([1, 2, 4, 3])
    >>> certificate["claim"]
    {'margin': 0, 'best_moves': 'LR', 'mistake_cost': 0}
    >>> certificate["proof"]
    {'kind': 'fusion', 'without_first': 'cccf', 'without_last': 'ccc'}
    """
    coins, components = laid_out(position)
    start = position if isinstance(position, CoinsPosition) else None
    if start is not None and start.is_over():
        raise InvalidPositionError(
            "the game {id} is over; give a position in which there are coins left to be taken", id=quote(start.id)
        )
    check_size(len(coins) if start is None else sum(len(part.coins) for part in start.start_components))
    for row, component in enumerate(components, 1):
        if start is None and not component.coins:
            raise InvalidPositionError(
                "row {row} of {count} is empty; there must be at least one coin, as in 1 2 4 3",
                row=row,
                count=len(components),
            )
    parts = [part for part in components if part.coins] or [Component("row", tuple(listed(as_values(coins))))]
    if start is None and len(parts) == 1 and parts[0].kind == "row":
        # A list of one component that is a row counts as a row.
        position = parts[0].coins
    result = result or solve(position, line=False, progress=progress)
    answer = replace(result, table=position).as_answer()
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME,
        "position": f"{GAME}:{'~'.join(map(str, parts))}" if start is None else start.id,
        "claim": encode(
            {"margin": answer.margin, "best_moves": answer.best_moves, "mistake_cost": answer.mistake_cost}
        ),
        "proof": _proof(parts, progress, moves=answer.best_moves is not None),
    }


def _proof(parts: Sequence[Component], progress: ProgressCallback, *, moves: bool) -> dict[str, Any]:
    if len(parts) == 1:
        (part,) = parts
        return _circle(part.coins) if part.kind == "circle" else {"kind": "fusion"} | _after_moves(part)
    if any(is_round(part) for part in parts):
        return _Search(progress).proof(tuple(parts))
    return {
        "kind": "sum",
        "components": [{"whole": _history(part)} | (_after_moves(part) if moves else {}) for part in parts],
    }


# -- histories -----------------------------------------------------------------------------------------------------


def _after_moves(part: Component) -> dict[str, str]:
    """Return the histories for the coins left after each move in a row or stack; a small circle counts as a row."""
    open_part = part if part.kind != "circle" else Component("row", part.coins)
    names = {"L": "without_first", "R": "without_last"}
    moves = ends(Stretch(open_part.kind, 0, len(part.coins)))
    return {names[end]: _history(taken(open_part, end)[1]) for end in moves}


def _history(part: Component) -> str:
    """Return the history of a row's or stack's reduction: c pushes a coin, f fuses the top three, p removes a pair."""
    stack: list[Coin] = []
    text = _fused(stack, part.coins[::-1] if part.kind == "left" else part.coins)
    pairs = 0
    if part.kind in {"left", "right"}:
        while len(stack) - 2 * pairs >= 2 and stack[-2 * pairs - 2] <= stack[-2 * pairs - 1]:
            pairs += 1
    return text + "p" * pairs


def _fused(stack: list[Coin], coins: Sequence[Coin]) -> str:
    return "".join("c" + "f" * count for count in fuse(stack, coins))


# -- circles -------------------------------------------------------------------------------------------------------


def _circle(coins: Sequence[Coin]) -> dict[str, Any]:
    before: list[Coin] = []
    behind: list[Coin] = []
    forward, backward = _fused([], coins[:-1]), _fused([], coins[:0:-1])
    # The stack of the coins behind a coin is built from the far end and then undone, so record what each push removed.
    gone = []
    for coin, fusions in zip(coins[:0:-1], backward.split("c")[1:], strict=True):
        gone.append(behind[len(behind) - 2 * len(fusions) :])
        put(behind, coin)
    joints = []
    steps = 0
    for coin in coins:
        steps += len(behind) + len(before)
        if steps > MAX_STEPS:
            raise LimitExceededError(
                "checking a proof of this circle of {count:,} coins would take more than {most:,} steps; circles of "
                "up to {isqrt:,} coins always have a proof",
                count=len(coins),
                most=MAX_STEPS,
                isqrt=isqrt(MAX_STEPS),
            )
        joints.append(_joint(behind[::-1], before))
        put(before, coin)
        if gone:
            behind[-1:] = gone.pop()
    return {"kind": "circle", "forward": forward, "backward": backward, "joints": joints}


def _joint(stack: list[Coin], coins: Sequence[Coin]) -> str:
    """Return the history of pushing a valley's coins onto another valley, up to the last fusion."""
    steps = []
    for coin in coins:
        steps.append("c" + "f" * put(stack, coin))
        # After two pushes without a fusion, the top coins are neighbours in a valley, so no fusion follows.
        if steps[-2:] == ["c", "c"]:
            break
    return "".join(steps).rstrip("c")


# -- a circle beside other parts -----------------------------------------------------------------------------------


class _Search:
    """The states that a proof needs: after one move for a lower bound, and after every move for an upper bound."""

    def __init__(self, progress: ProgressCallback) -> None:
        watch = Watch(Deadline(), progress, "Ctrl-C ends it")
        watch.begin("certificate")
        self._search = Search(lambda done, total: watch(0, done, total))
        self._todo: list[tuple[_State, str]] = []
        self._rows: dict[str, str] = {}
        self._bounds: dict[str, dict[str, Any]] = {"at_least": {}, "at_most": {}}

    def proof(self, start: _State) -> dict[str, Any]:
        """Return the proof of a state's margin and of its best moves."""
        self._search.total = searched_states(start)
        options = self._options(start)
        margin = max(value for _, value, _ in options)
        for _, value, after in options:
            self._need(after, "at_least")
            if value == margin:
                self._need(after, "at_most")
        while self._todo:
            state, bound = self._todo.pop()
            if _text(state) not in self._bounds[bound]:
                self._write(state, bound)
        return {"kind": "search", "rows": self._rows} | self._bounds

    def _write(self, state: _State, bound: str) -> None:
        options = self._options(state)
        margin = max(value for _, value, _ in options)
        if bound == "at_most":
            self._bounds[bound][_text(state)] = exact(margin)
            for _, _, after in options:
                self._need(after, "at_least")
            return
        best = [(move, after) for move, value, after in options if value == margin]
        # Prefer moves that open the last circle, because they need no further states.
        move, after = min(best, key=lambda option: _has_circle(option[1]))
        self._bounds[bound][_text(state)] = [exact(margin), move]
        self._need(after, "at_most")

    def _options(self, state: _State) -> list[tuple[str, Coin, _State]]:
        """List the moves with their margins and the resulting states."""
        options = []
        for index, part in enumerate(state):
            for end in ends(Stretch(part.kind, 0, len(part.coins))):
                coin, left = taken(part, end)
                after = (*state[:index], *((left,) if left.coins else ()), *state[index + 1 :])
                options.append((f"{index + 1}{end}", coin - self._search.margin(after), after))
        return options

    def _need(self, state: _State, bound: str) -> None:
        if _has_circle(state):
            self._todo.append((state, bound))
            return
        for part in state:
            if str(part) not in self._rows:
                self._rows[str(part)] = _history(part)


def _has_circle(state: _State) -> bool:
    return any(part.kind == "circle" for part in state)


def _text(state: _State) -> str:
    return "~".join(map(str, state))


def prove(
    position: CoinsPosition,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes a fraction of a second
    progress: ProgressCallback = ignore_progress,
) -> Proof:
    """Build the certificate of a position with coins left; it is complete, and the time limit is ignored.

    Raises `LimitExceededError` if there are too many coins for the checker; see
    `perfectplay.coins.proof.write.certify`.

    >>> prove(CoinsPosition.from_id("coins:1.2.4.3")).moves
    ('L', 'L', 'L', 'L')
    """
    text = json.dumps(certify(position, progress=progress), separators=(",", ":"))
    result = solve(position, progress=progress)
    return Proof(certificates=(text,), moves=result.moves, counts={"moves": len(result.moves)}, result=result)
