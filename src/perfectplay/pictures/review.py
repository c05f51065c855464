"""Pictures of a game's review, which show the best result that was still possible after each move."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.game import game_spec, load_game
from perfectplay.core.schema import Exact
from perfectplay.core.teaching.review import Review, ReviewMove
from perfectplay.core.text.texts import decimal_mark, grouped, say, say_counted, translate
from perfectplay.pictures.charts import MOST_BANDS, Chart, Curve, Flag, line_chart
from perfectplay.pictures.scales import nice_range

__all__ = ["draw_review"]

_DOTTED = 60
"""Maximum number of moves for which the curve has a dot at each point."""
_LETTERS = 48
"""Maximum total number of letters of the labels, which stand side by side above the curve."""
_LISTED = 5
"""Maximum number of costly moves that the notes list."""
_MINUS = "\u2212"
_LONGEST = 10**12
"""Smallest number that is too wide for the margin of a chart."""


def draw_review(review: Review) -> str:
    """Draw, as SVG, the best result that was still possible after each move, and mark the moves that made it worse.

    Raises `LimitExceededError` if a number has more than twelve digits.

    >>> from perfectplay.core.teaching.review import review
    >>> draw_review(review("taxman:10/10.8.9")).startswith("<svg")
    True
    """
    points = review.points
    low, high = (Fraction(end) for end in (min(p.lower for p in points), max(p.upper for p in points)))
    if max(abs(low), abs(high)) >= _LONGEST:
        raise LimitExceededError("a number of this game has more than twelve digits; there is no picture of its curve")
    title, name = translate(load_game(review.game).title), game_spec(review.game).part("review")
    axis = translate(name.name if name else review.measure)
    known = review.status == "optimal"
    dotted = len(points) <= _DOTTED
    curves = [
        Curve(
            say("still possible") if known else say("at least"), [(p.made, p.lower) for p in points], 0, dotted=dotted
        )
    ]
    if not known:
        curves.insert(0, Curve(say("at most"), [(p.made, p.upper) for p in points], 1, dotted=dotted))
    costly = [move for move in review.moves if move.least > 0]
    whole = low.denominator == high.denominator == 1
    top = max(high, low + 1)
    # If all points are integers, the marks are at least 1 apart.
    marks = nice_range(low, top, min(6, int(top - low)) if whole else 6)
    every = -(-len(points) // MOST_BANDS)
    chart = Chart(
        curves,
        (0, len(points) - 1),
        [(mark, _mark(mark)) for mark in marks],
        (say("moves made"), axis),
        [(p.made, _hint(review, p.made)) for p in points[::every]],
        flags=_flags(review, costly),
    )
    heading = say("{title}: the best still possible after every move", title=title)
    caption = _told(review, costly)
    moves = _moves(len(review.moves))
    description = say("A chart of {axis} after each of {moves}. {told}", axis=axis, moves=moves, told=" ".join(caption))
    return line_chart(chart, heading, description, heading, caption[:1], [*caption[1:], *_notes(review)])


def _flags(review: Review, costly: Sequence[ReviewMove]) -> list[Flag]:
    """Mark the moves that made the best result worse; label the worst ones, as many as fit, with their loss."""
    labels = {move.number: f"{_who(review, move)}{_MINUS}{move.least}" for move in costly}
    longest = max(map(len, labels.values()), default=1)
    shown = {move.number for move in sorted(costly, key=lambda move: -move.least)[: _LETTERS // (longest + 1)]}
    return [
        Flag(move.number, review.points[move.number].lower, labels[move.number] if move.number in shown else "")
        for move in costly
    ]


def _who(review: Review, move: ReviewMove) -> str:
    return f"{'AB'[move.player]} " if review.players > 1 else ""


def _mark(mark: Fraction) -> str:
    written = grouped(int(mark)) if mark.denominator == 1 else f"{float(mark):g}".replace(".", decimal_mark())
    return written.replace("-", _MINUS)


def _moves(count: int) -> str:
    return say_counted(count, "{count:,} move", "{count:,} moves")


def _hint(review: Review, made: int) -> str:
    point = review.points[made]
    still = f"{point.lower}"
    if point.lower != point.upper:
        still = say("from {lower} to {upper}", lower=point.lower, upper=point.upper)
    if not made:
        return say("At the start: {still}", still=still)
    return say("{move}. Then: {still}", move=_move(review, review.moves[made - 1]), still=still)


def _move(review: Review, move: ReviewMove) -> str:
    """Describe a move and its loss."""
    sentence = say("Move {number} ({move})", number=move.number, move=move.move)
    if review.players > 1 and move.player:
        sentence = say("Move {number} of the second player ({move})", number=move.number, move=move.move)
    elif review.players > 1:
        sentence = say("Move {number} of the first player ({move})", number=move.number, move=move.move)
    if move.most:
        sentence = say("{told} cost {cost}", told=sentence, cost=_cost(move))
    if move.better is not None:
        sentence = say("{told}; {better} was better", told=sentence, better=move.better)
    return sentence


def _cost(move: ReviewMove) -> Exact | str:
    if move.cost is not None:
        return move.cost
    if move.least:
        return say("{least} to {most}", least=move.least, most=move.most)
    return say("{most} at most", most=move.most)


def _told(review: Review, costly: Sequence[ReviewMove]) -> list[str]:
    if not review.moves:
        return [say("No move has been made.")]
    if not costly:
        if review.status == "optimal":
            return [say("No move gave anything away.")]
        return [say("No move is known to be a mistake.")]
    first = say("{moves} of {count} gave something away.", moves=_moves(len(costly)), count=len(review.moves))
    worst = sorted(costly, key=lambda move: -move.least)[:_LISTED]
    return [first, *(f"{_move(review, move)}." for move in sorted(worst, key=lambda move: move.number))]


def _notes(review: Review) -> list[str]:
    notes = []
    if review.players > 1:
        notes.append(say("A is the first player, B the second; a cost is counted in the margin."))
    if review.status != "optimal":
        notes.append(say("Not everything was settled in time: what was possible lies between the two lines."))
    return notes
