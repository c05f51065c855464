"""Hints in greedy coins: first an idea that holds in the position, then an area to look at, then the best move."""

from __future__ import annotations

from perfectplay.coins.coach import Advice, Coach
from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.core.game.parts import Clue, Hinter
from perfectplay.core.result import Result

__all__ = ["HINTS"]

_ENDS = 2
"""Number of legal moves in a row with both ends open."""

_AMONG = 3
"""Number of a circle's coins that a hint names."""


def _idea(position: CoinsPosition, result: Result[str]) -> Clue:
    coach = Coach(position)
    if len(coach.moves) == 1:
        return Clue("only-move", "Only one coin can be taken.", (1,))
    if not coach.worst_cost:
        return Clue("any-move", "Every move is equally good here.")
    best = coach.advice(result.moves[0])
    parity = coach.parity
    if parity is not None and parity.odd != parity.even and parity.move == best.move:
        text = f"Colour the coins in turn: every other one adds up to {parity.odd}, the others to {parity.even}."
        return Clue("colours", text, (parity.odd, parity.even))
    row = _row(position)
    clue = None if row is None else _of_ends(row, best, coach)
    costs = f"The moves are not equally good: the worst costs {coach.worst_cost}."
    return clue or Clue("costs", costs, (coach.worst_cost,))


def _row(position: CoinsPosition) -> tuple[Coin, ...] | None:
    """Return the coins if the position is a single row with both ends open, otherwise ``None``."""
    live = [component for component in position.components if component.coins]
    return tuple(live[0].coins) if len(live) == 1 and live[0].kind == "row" else None


def _of_ends(row: tuple[Coin, ...], best: Advice, coach: Coach) -> Clue | None:
    """Return a clue to the better end of a row of at least two coins that has exactly one best move."""
    (worse,) = (advice for advice in coach.moves if advice.move != best.move)
    # Order the row so that the worse end comes first.
    ordered = row if best.move.endswith("R") else row[::-1]
    if len(row) > 2 and ordered[1] > max(ordered[0], best.coin):
        text = f"One of the ends covers a coin of {ordered[1]}: do not uncover it for the other player."
        return Clue("covers", text, (ordered[1],))
    if best.coin > worse.coin:
        return Clue("larger", "The larger of the two coins is the better one here.")
    return None


def _area(position: CoinsPosition, result: Result[str]) -> Clue:
    """Return a clue to the move: its row, or three coins of a circle; for a single row, only the worth of both ends."""
    move, legal = result.moves[0], position.legal_moves()
    rows = {_row_of(choice) for choice in legal}
    if len(rows) > 1:
        number = _row_of(move)
        return Clue(
            "row", f"It is in row {number}.", (number,), tuple(choice for choice in legal if _row_of(choice) == number)
        )
    if len(legal) > _ENDS:
        # In a circle, name three neighbouring coins; the move is in the middle or at an end, depending on its index.
        at, size = legal.index(move), len(legal)
        first = at - 1 - at % 2
        moves = tuple(legal[index % size] for index in range(first, first + min(size, _AMONG)))
        return Clue("among", f"It is among these: {', '.join(moves)}.", (), moves)
    margins = tuple(sorted((advice.margin for advice in Coach(position).moves), reverse=True))
    if len(margins) == 1:
        return Clue("worth-one", f"From here on, it is worth {margins[0]} to you.", margins, legal)
    worth = " and ".join(f"{'+' * (margin > 0)}{margin}" for margin in margins)
    return Clue("worth", f"From here on, the moves are worth {worth} to you.", margins, legal)


def _row_of(move: str) -> int:
    """Return the number of the row that a move takes from; 1 if the move has no number."""
    return int(move.rstrip("LR").partition("K")[0] or 1)


def _move(position: CoinsPosition, result: Result[str]) -> Clue:
    coach, move = Coach(position), result.moves[0]
    coin, margin = coach.advice(move).coin, coach.margin
    return Clue("best", f"Take {move}, the {coin}: from here on it is worth {margin} to you.", (coin, margin))


HINTS = Hinter(_idea, _area, _move)
"""Hints for greedy coins; each is true of the position and of the solver's move."""
