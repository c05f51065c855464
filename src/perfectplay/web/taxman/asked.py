"""Which pot of taxman a question is about."""

from __future__ import annotations

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.question import MissingError
from perfectplay.core.text.texts import Text
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.web.parameters import Query, demand
from perfectplay.web.taxman.board import EXAMPLE, MAX_BOARD, check_pot


def read_asked(query: Query, most: int) -> tuple[int | None, str | None, tuple[int, ...]]:
    """Read what may say which position is asked about: ``n``, ``position`` and ``pot``."""
    query.exclude("n", "position", "pot")
    n = query.optional_integer("n", low=1, high=most, example="20")
    text = query.optional("position", example=EXAMPLE)
    return n, text, query.numbers("pot", most=MAX_BOARD, example="2.3.6", required=False)


def read_one(asked: tuple[int | None, str | None, tuple[int, ...]], most: int, what: str) -> TaxmanPosition:
    """Find the one position that is asked about."""
    n, text, numbers = asked
    if n is not None:
        return TaxmanPosition.new(n)
    if text is not None:
        position = TaxmanPosition.from_id(text)
    elif numbers:
        position = TaxmanPosition.new(numbers)
    else:
        message = Text(
            "there is nothing to {what}; give n=20, or position={example}, or pot=2.3.6", what=what, example=EXAMPLE
        )
        raise MissingError(message)
    check_pot(position.start_pot, most)
    return position


def read_pot(query: Query, most: int) -> int:
    """Read a pot {1..N} of which nothing has been taken: ``n``, or ``position``."""
    query.exclude("n", "position")
    n = query.optional_integer("n", low=1, high=most, example="20")
    text = query.optional("position", example="taxman:20")
    if text is None:
        if n is None:
            demand("n", "20")
        return n
    start = TaxmanPosition.from_id(text)
    if start.moves or start.start_pot.n is None or start.variant != "immediate":
        message = Text(
            "{id} is not a whole pot from 1 to N; give the start of one, as in position=taxman:20", id=quote(start.id)
        )
        raise InvalidPositionError(message)
    check_pot(start.start_pot, most)
    return start.start_pot.n
