"""Questions about the factor game, each with its answer for ``--json`` and HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from perfectplay.core.answers import Reply
from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.game.opponents import chosen, load_opponent, source_of
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.running.deadline import Deadline
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.schema import Answer
from perfectplay.core.text.texts import Text
from perfectplay.factorgame.rules import FactorPosition, Player
from perfectplay.factorgame.solve import FactorResult, solve

__all__ = [
    "MAX_SOLVED",
    "MAX_SOLVED_ALONE",
    "AskOpponent",
    "ExplainFactor",
    "FactorExplanation",
    "FactorReply",
    "SolveFactor",
]

MAX_SOLVED = 60
"""Largest N for which the start is solved within seconds under both rules."""

MAX_SOLVED_ALONE = 49
"""Largest N for which the start is solved within seconds without kernels, as in a browser."""

_MAX_EXPLAINED = 40
"""Maximum number of numbers on a board to explain: more rows would be too many to read, and take seconds."""


# -- best play -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveFactor(Question[FactorResult]):
    """A question: the first player's lead under best play, and how to reach it.

    Parameters
    ----------
    position
        Any position; see `perfectplay.factorgame.solve.solve` for errors and complexity.
    costs
        Whether to include the cost of every move.

    Examples
    --------
    >>> result = SolveFactor(position=FactorPosition.new(6), costs=True).answer()
    >>> result.value, result.moves, result.best_moves, result.costs
    (3, (5, 6), (5,), {2: 5, 3: 5, 4: 5, 5: 0, 6: 3})
    """

    position: FactorPosition
    costs: bool = False

    def answer(self, work: Work = UNLIMITED) -> FactorResult:
        """Find the answer."""
        return solve(self.position, time_limit=work.time_limit, progress=work.progress, costs=self.costs)


# -- why it is best ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorAnswered:
    """A move with the best reply to it.

    Attributes
    ----------
    move
        A number that can be taken.
    reply
        The best reply; ``None`` if the game is over.
    lead
        The final lead, past points included, of the player to move in the explained position, if both then play best.
    """

    move: int
    reply: int | None
    lead: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorExplanation(Answer):
    """An explanation, for people, of why a lead is optimal: a reply to every move that either player can try next.

    Attributes
    ----------
    position
        Id of the position.
    move
        A best move; ``None`` if the game is over.
    lead
        The final lead of the player to move, past points included, under best play by both.
    answers
        Each move of the other player after ``move``, and the reply that keeps the lead at ``lead`` or more.
    tries
        Each legal move in the position, and the other player's reply, which keeps the lead at ``lead`` or less.
    text
        The reason in sentences.
    """

    position: str
    move: int | None
    lead: int
    answers: tuple[FactorAnswered, ...]
    tries: tuple[FactorAnswered, ...]
    text: tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainFactor(Question[FactorExplanation]):
    """A question: the best reply to each move, and to each answer to the best move.

    Parameters
    ----------
    position
        Any position with at most 40 numbers on the board.

    Raises
    ------
    LimitExceededError
        If there are more numbers.
    PerfectPlayError
        If a lead was not proven in time.

    Notes
    -----
    Each row takes a separate search: all rows take 0.4 s for N = 30, and 1.4 s for N = 40.

    Examples
    --------
    >>> answer = ExplainFactor(position=FactorPosition.new(6)).answer()
    >>> answer.move, answer.lead, [(row.move, row.reply, row.lead) for row in answer.answers]
    (5, 3, [(4, 6, 5), (6, None, 3)])
    >>> [(row.move, row.reply, row.lead) for row in answer.tries]
    [(2, 6, -2), (3, 6, -2), (4, 6, -2), (5, 6, 3), (6, None, 0)]
    """

    position: FactorPosition

    def __post_init__(self) -> None:
        """Raise an error if the board has too many numbers."""
        if len(self.position.left) > _MAX_EXPLAINED:
            raise LimitExceededError(
                "{size} numbers are left, too many to explain; the limit is {most}",
                size=len(self.position.left),
                most=_MAX_EXPLAINED,
            )

    @all_or_nothing()
    def answer(self, work: Work = UNLIMITED) -> FactorExplanation:
        """Find the answer."""
        start, deadline = self.position, Deadline(work.time_limit)

        def best(position: FactorPosition) -> tuple[int | None, int]:
            """Return a best move in a position, and the final lead of the player to move in the explained position."""
            left = deadline.remaining
            # Skip the search if no time is left, because a time limit of 0 is refused.
            solved = None if left == 0 else solve(position, time_limit=left, progress=work.progress)
            if solved is None or solved.status != "optimal":
                raise PerfectPlayError(
                    "the search for {id} ended before every lead was proven; allow more time", id=quote(start.id)
                )
            return next(iter(solved.moves), None), -solved.value if start.to_move else solved.value

        def table(position: FactorPosition) -> Iterator[FactorAnswered]:
            for move in position.legal_moves():
                reply, lead = best(position.play(move))
                yield FactorAnswered(move=move, reply=reply, lead=lead)

        move, lead = best(start)
        answers = () if move is None else tuple(table(start.play(move)))
        return FactorExplanation(
            position=start.id,
            move=move,
            lead=lead,
            answers=answers,
            tries=tuple(table(start)),
            text=tuple(_reasons(start.to_move, move, lead, more=bool(answers))),
        )


def _reasons(player: Player, move: int | None, lead: int, *, more: bool) -> Iterator[Text]:
    values = {"player": player + 1, "opponent": 2 - player, "move": move, "lead": lead}
    if move is None:
        yield Text("No number can be taken, so the lead of player {player} stays {lead}.", **values)
        return
    yield Text("With best play, player {player} takes {move}, and has a lead of {lead} in the end.", **values)
    if more:
        yield Text(
            "After {move}, player {player} has a reply to every answer that keeps this lead at {lead} or more.",
            **values,
        )
    yield Text("To every first move, player {opponent} has an answer that keeps this lead at {lead} or less.", **values)
    yield Text("A complete search proves each row.")


# -- opponents -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorReply(Reply):
    """An opponent's move.

    Attributes
    ----------
    move
        The number taken.
    given
        The divisors that the other player gets, ascending.
    gains
        Points of the move for the opponent, and for the other player.
    proven
        Whether the move is proven best; false for opponents that do not search.
    """

    move: int
    given: tuple[int, ...]
    gains: tuple[int, int]
    proven: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOpponent(Question[FactorReply]):
    """A question: an opponent's move.

    On a board that is too large, or if time runs out, a perfect opponent plays its best move so far, or a greedy move
    if there is none.

    Parameters
    ----------
    position
        A position that is not over.
    opponent
        Name of the opponent, for `perfectplay.core.game.opponents.load_opponent`.
    seed
        Seed of the opponent's random choices: the same seed in the same position gives the same move.

    Raises
    ------
    InvalidPositionError
        If there is no opponent with this name, or the game is over.

    Examples
    --------
    >>> start = FactorPosition.new(30)
    >>> AskOpponent(position=start, opponent="greedy").answer().move
    29
    >>> reply = AskOpponent(position=start).answer()
    >>> reply.move, reply.gains, reply.proven
    (25, (25, 6), True)
    """

    position: FactorPosition
    opponent: str = "perfect"
    seed: int = 0

    def answer(self, work: Work = UNLIMITED) -> FactorReply:
        """Find the answer."""
        position, proven = self.position, frozenset[int]()
        legal = position.legal_moves()
        gains = tuple(map(position.net, legal))

        def margins() -> Sequence[int]:
            # Opponents need only the best move, so give it 1 and all other moves 0 instead of true margins.
            nonlocal proven
            try:
                result = solve(position, time_limit=work.time_limit, progress=work.progress)
            except (LimitExceededError, ModuleNotFoundError):
                # The board is too large for the solver, or needs NumPy, which is missing, as in a browser.
                return gains
            proven = frozenset(result.best_moves or ())
            return [int(move == result.moves[0]) for move in legal]

        source = source_of(self.seed, position)
        move = chosen(load_opponent(self.opponent), position, gains, margins, source)
        return FactorReply(
            opponent=self.opponent,
            move=move,
            given=tuple(sorted(position.given(move))),
            gains=position.gains(move),
            position=position.play(move).id,
            proven=move in proven,
        )
