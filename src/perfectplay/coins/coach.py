"""The coach: the worth of each move, the cost of a mistake, and how to use the other player's mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from perfectplay.coins.opponents import expected_margin, move_margins
from perfectplay.coins.rules import Coin, CoinsPosition, Player, to_coin
from perfectplay.core.errors import IllegalMoveError, quote
from perfectplay.core.game.opponents import Opponent, load_opponent

__all__ = ["Advice", "Coach", "ParityGuarantee", "Review", "parity_guarantee"]

MoveT_co = TypeVar("MoveT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Advice:
    """The worth of a legal move.

    Attributes
    ----------
    move
        The move.
    coin
        The coin that the move takes.
    margin
        Margin of the mover from this move on, if both players play perfectly afterwards.
    cost
        Difference from the best move's margin; 0 for a best move.

    Examples
    --------
    >>> advice = Coach(CoinsPosition.new([3, 9, 1, 2])).advice("L")
    >>> advice.cost, advice.is_best
    (12, False)
    """

    move: str
    coin: Coin
    margin: Coin
    cost: Coin

    @property
    def is_best(self) -> bool:
        """Return whether no move is better."""
        return self.cost == 0


@dataclass(frozen=True, slots=True)
class Review(Generic[MoveT_co]):
    """A review of the last move, with the best answers to it. Moves are strings, or of the type that the board uses.

    Attributes
    ----------
    player
        The player who made it: 0 for the first, 1 for the second.
    move
        The move.
    cost
        The margin that the move lost; 0 if it was a best move.
    better
        The best moves that were possible instead; empty if the move was one of them.
    answers
        The best moves now, which keep the gain from the mistake. Empty if the game is over.
    margin
        Margin of the other player, who moves now, under perfect play from here on.
    """

    player: Player
    move: str
    cost: Coin
    better: tuple[MoveT_co, ...]
    answers: tuple[MoveT_co, ...]
    margin: Coin


@dataclass(frozen=True, slots=True)
class ParityGuarantee:
    """The margin that a simple rule guarantees the player to move in a row of an even number of coins.

    Attributes
    ----------
    odd, even
        Sum of the coins in places 1, 3, 5, ... and in places 2, 4, 6, ...
    move
        ``"L"`` to get all odd places, ``"R"`` to get all even ones, whichever sum is larger. Afterwards always take a
        coin from the end that the other player just took from.
    margin
        The guaranteed difference; perfect play gives at least as much.
    """

    odd: Coin
    even: Coin
    move: str
    margin: Coin


def parity_guarantee(position: CoinsPosition) -> ParityGuarantee | None:
    """Return the margin that taking all odd or all even places guarantees; takes O(coins) time.

    Returns ``None`` unless a single row is left, with both ends open and an even, positive number of coins.

    Examples
    --------
    >>> parity_guarantee(CoinsPosition.new([5, 1, 1, 5, 1, 2, 2, 1]))
    ParityGuarantee(odd=9, even=9, move='L', margin=0)
    """
    live = [(number, component) for number, component in enumerate(position.components, 1) if component.coins]
    if len(live) != 1 or live[0][1].kind != "row" or len(live[0][1].coins) % 2:
        return None
    number, row = live[0]
    odd, even = to_coin(Fraction(sum(row.coins[::2]))), to_coin(Fraction(sum(row.coins[1::2])))
    end = "L" if odd >= even else "R"
    return ParityGuarantee(odd, even, end if position.is_single else f"{number}{end}", max(odd - even, even - odd))


class Coach:
    """Values of all moves of a position.

    Parameters
    ----------
    position
        Any position, even after the end of the game.

    Raises
    ------
    LimitExceededError
        As in `move_margins`, when a value is first requested.

    Examples
    --------
    >>> coach = Coach(CoinsPosition.from_id("coins:3.2.1.2/R"))
    >>> [(advice.move, advice.margin, advice.cost) for advice in coach.moves]
    [('L', 2, 0), ('R', 0, 2)]
    >>> coach.review().cost, coach.review().better, coach.review().answers
    (2, ('L',), ('L',))

    >>> coach = Coach(CoinsPosition.new([3, 9, 1, 2]))
    >>> coach.margin, coach.best_moves, coach.worst_cost, coach.final_margin, coach.final_scores, coach.guaranteed
    (7, ('R',), 12, 7, (11, 4), 11)
    >>> coach.parity
    ParityGuarantee(odd=4, even=11, move='R', margin=7)
    >>> coach.advice("L").cost, coach.expected("L"), coach.review() is None
    (12, Fraction(2, 1), True)
    """

    def __init__(self, position: CoinsPosition) -> None:
        self.position = position

    @cached_property
    def moves(self) -> tuple[Advice, ...]:
        """Advice on every legal move, in the order of ``legal_moves()``; empty if the game is over."""
        position, margins = self.position, move_margins(self.position)
        return tuple(
            Advice(move, position.coin(move), margin, max(margins) - margin)
            for move, margin in zip(position.legal_moves(), margins, strict=True)
        )

    @property
    def margin(self) -> Coin:
        """Margin of the player to move from here on; 0 if the game is over."""
        return max((advice.margin for advice in self.moves), default=0)

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The best moves; empty if the game is over."""
        return tuple(advice.move for advice in self.moves if advice.is_best)

    @property
    def worst_cost(self) -> Coin:
        """Return the loss from the worst move; 0 if every move is best."""
        return max((advice.cost for advice in self.moves), default=0)

    def advice(self, move: str) -> Advice:
        """Return the advice on one move.

        Raises
        ------
        IllegalMoveError
            If the move is illegal.
        """
        # A move may have two names: the position turns R into L for a row's last coin.
        made = self.position.play(move).moves[-1]
        return next(advice for advice in self.moves if advice.move == made)

    @cached_property
    def final_scores(self) -> tuple[Coin, Coin]:
        """Totals of the first and second player after perfect play from here, past moves included."""
        first, second = self.position.scores()
        # Convert to a fraction first: dividing two integers by / would give a float.
        rest = Fraction(sum(sum(component.coins) for component in self.position.components))
        mover, opponent = to_coin((rest + self.margin) / 2), to_coin((rest - self.margin) / 2)
        return (first + opponent, second + mover) if self.position.to_move else (first + mover, second + opponent)

    @property
    def final_margin(self) -> Coin:
        """Margin of the first player after perfect play from here, past moves included."""
        first, second = self.final_scores
        return first - second

    @property
    def guaranteed(self) -> Coin:
        """The total that perfect play guarantees the player to move."""
        return self.final_scores[self.position.to_move]

    @cached_property
    def parity(self) -> ParityGuarantee | None:
        """The result of `parity_guarantee` for the position."""
        return parity_guarantee(self.position)

    def expected(self, move: str, opponent: Opponent | str = "random") -> Fraction:
        """Return the mover's average margin for a move, followed by best play against an opponent.

        Parameters
        ----------
        move
            A legal move.
        opponent
            An opponent, or its name for `load_opponent`.

        Raises
        ------
        IllegalMoveError
            If the move is illegal.
        LimitExceededError
            As in `expected_margin`.
        """
        rival = load_opponent(opponent) if isinstance(opponent, str) else opponent
        after = self.position.play(move)
        return self.position.coin(move) + expected_margin(after, rival, optimiser_first=False)

    def best_trap(self, opponent: Opponent | str = "random") -> str:
        """Return the best move that gains most on average against an opponent who makes mistakes.

        Parameters
        ----------
        opponent
            As in `expected`.

        Returns
        -------
        str
            The move; the first one on ties.

        Raises
        ------
        IllegalMoveError
            If the game is over.
        LimitExceededError
            As in `expected_margin`.

        Examples
        --------
        >>> coach = Coach(CoinsPosition.new([1, 2, 4, 3]))
        >>> coach.best_moves, coach.expected("L"), coach.expected("R"), coach.best_trap()
        (('L', 'R'), Fraction(0, 1), Fraction(2, 1), 'R')
        """
        if not self.moves:
            raise IllegalMoveError("there is no move in {id}: the game is over", id=quote(self.position.id))
        return max(self.best_moves, key=lambda move: self.expected(move, opponent))

    def review(self) -> Review[str] | None:
        """Review the last move; return ``None`` if no move has been made.

        Takes as long as `move_margins`.
        """
        if not self.position.moves:
            return None
        *earlier, last = self.position.moves
        before = self.position.start()
        for move in earlier:
            before = before.play(move)
        coach = Coach(before)
        cost = coach.advice(last).cost
        better = coach.best_moves if cost else ()
        return Review(before.to_move, last, cost, better, self.best_moves, self.margin)
