"""A plain, slow implementation of greedy coins, which is used to check the fast code."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from perfectplay.coins.rules import Coin, CoinsPosition, Component, Kind, Stretch
from perfectplay.core.game.opponents import Opponent

coins = st.integers(-4, 6)
fractions = coins | st.builds(Fraction, st.integers(-9, 9), st.integers(1, 4))
kinds: st.SearchStrategy[Kind] = st.sampled_from(["row", "left", "right", "circle"])


@st.composite
def components(draw: st.DrawFn, largest: int) -> Component:
    """Generate any component of at most a given number of coins."""
    values: st.SearchStrategy[Coin] = draw(st.sampled_from([coins, fractions]))
    return Component(draw(kinds), tuple(draw(st.lists(values, min_size=1, max_size=largest))))


def starts(rows: int = 3, largest: int = 4, single: int = 12) -> st.SearchStrategy[CoinsPosition]:
    """Generate a game of one component or of several small ones, with at most 12 coins in all."""
    several = st.lists(components(largest), min_size=1, max_size=rows)
    return (several | components(single).map(lambda component: [component])).map(CoinsPosition.new)


class Twin:
    """The rules on plain lists of coins, as people explain them."""

    def __init__(self, start: CoinsPosition) -> None:
        self.kinds: list[str] = [component.kind for component in start.start_components]
        self.rows = [list(component.coins) for component in start.start_components]
        self.totals: list[Coin] = [0, 0]
        self.turn = 0

    def legal(self) -> list[tuple[int, str]]:
        found = []
        for i, (kind, row) in enumerate(zip(self.kinds, self.rows, strict=True)):
            if not row:
                continue
            if kind == "circle":
                found += [(i, f"K{k + 1}") for k in range(len(row))]
            if kind == "right" or kind == "row":  # noqa: PLR1714  # there is one line for each end
                found.append((i, "L"))
            if kind == "left" or (kind == "row" and len(row) > 1):
                found.append((i, "R"))
        return found

    def take(self, i: int, end: str) -> None:
        row = self.rows[i]
        k = 0 if end == "L" else len(row) - 1 if end == "R" else int(end[1:]) - 1
        self.totals[self.turn] += row[k]
        self.turn = 1 - self.turn
        if end.startswith("K"):
            self.rows[i] = row[k + 1 :] + row[:k]
            self.kinds[i] = "row"
        else:
            del row[k]


Memory = dict[tuple[Stretch, ...], Coin]


def perfect(position: CoinsPosition, memory: Memory | None = None) -> Coin:
    """Return the margin of the player to move under best play, by trying all moves."""
    memory = {} if memory is None else memory
    if position.stretches not in memory:
        memory[position.stretches] = max(
            (position.coin(move) - perfect(position.play(move), memory) for move in position.legal_moves()), default=0
        )
    return memory[position.stretches]


def expected(
    position: CoinsPosition,
    opponent: Opponent,
    *,
    mine: bool,
    memory: dict[tuple[Stretch, ...], Fraction] | None = None,
) -> Fraction:
    """Compute by brute force an optimiser's expected margin against an opponent that plays as its description says."""
    memory = {} if memory is None else memory
    if position.is_over():
        return Fraction(0)
    if position.stretches not in memory:
        after = {
            move: expected(position.play(move), opponent, mine=not mine, memory=memory)
            for move in position.legal_moves()
        }
        if mine:
            value = max(position.coin(move) + after[move] for move in after)
        else:
            chances = probabilities(position, opponent)
            value = sum((chances[move] * (after[move] - position.coin(move)) for move in after), Fraction(0))
        memory[position.stretches] = Fraction(value)
    return memory[position.stretches]


def probabilities(position: CoinsPosition, opponent: Opponent) -> Mapping[str, Fraction]:
    """Map each move to the probability that an opponent chooses it, as its description says."""
    moves = position.legal_moves()
    margins = {move: position.coin(move) - perfect(position.play(move)) for move in moves}
    largest = max(moves, key=position.coin)
    best = max(moves, key=margins.__getitem__)
    match opponent.name:
        case "random":
            return dict.fromkeys(moves, Fraction(1, len(moves)))
        case "greedy":
            return {move: Fraction(move == largest) for move in moves}
        case "perfect":
            return {move: Fraction(move == best) for move in moves}
        case _:
            epsilon: Fraction = opponent.epsilon  # type: ignore[attr-defined]  # only Noisy remains
            return {move: epsilon / len(moves) + (1 - epsilon) * (move == best) for move in moves}


def digits(text: str) -> tuple[int, ...]:
    """Parse a row of small coins."""
    return tuple(map(int, text))


class Patience:
    """A tick callback that records progress reports, and stops the work after a number of calls."""

    def __init__(self, calls: int) -> None:
        self.left = calls
        self.told: list[tuple[int, int, int]] = []

    def __call__(self, length: int, done: int, total: int) -> bool:
        self.told.append((length, done, total))
        self.left -= 1
        return self.left < 0


def slow_margin(coins: Any, larger: Callable[..., Any] = max) -> Any:
    """Compute the margin by the textbook recursion on all segments, in quadratic time.

    The coins may be columns of many rows of equal length; ``larger`` is then `np.maximum`.
    """
    margins = list(coins)
    for size in range(2, len(coins) + 1):
        margins = [
            larger(coins[i] - margins[i + 1], coins[i + size - 1] - margins[i]) for i in range(len(coins) - size + 1)
        ]
    return margins[0]


def walk(start: CoinsPosition, source: Random) -> CoinsPosition:
    """Generate some random moves from a start."""
    position = start
    for _ in range(source.randrange(start.coins_left + 1)):
        position = position.play(source.choice(position.legal_moves()))
    return position
