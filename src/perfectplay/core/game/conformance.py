"""The contract of games, checked briefly when another package's game is loaded, and thoroughly in the game's tests."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from perfectplay.core.errors import GameError, IllegalMoveError, quote
from perfectplay.core.game.spec import DeclaredGame

__all__ = ["check_game"]

_URL_SAFE = re.compile(r"[A-Za-z0-9._~:/-]+")
_NO_MOVES = ("", "?", "-", "\n")


def check_game(game: Any, *, playouts: int = 0, seed: int = 1) -> None:
    """Check a game by its example.

    Parameters
    ----------
    game
        Any object; it should be a `perfectplay.core.game.position.Game`.
    playouts
        Number of random games. Each of their positions is checked, and the first, middle and last ones are solved. With
        0, only the example and its first legal move are checked, without the solver.
    seed
        The same seed gives the same random games.

    Raises
    ------
    GameError
        At the first fault.

    Examples
    --------
    >>> from perfectplay.core.game import load_game
    >>> check_game(load_game("coins"), playouts=2)
    """
    example = game.example()
    _hold(example.game == game.name, f"positions of the game say {quote(example.game)}")
    _hold(tuple(example.moves) == (), "the example has moves already; it should be a start")
    _hold(example == example.start(), "the example is not equal to its own start()")
    _hold(not example.is_over(), "the example is over already")
    _check_position(game, example)
    _check_play(game, example, next(iter(example.legal_moves())))
    if playouts:
        _check_refusals(game, example)
    source = random.Random(seed)  # noqa: S311  # a game to try, not a secret
    for _ in range(playouts):
        line = list(_playout(game, example, source))
        for position in {0: line[0], 1: line[len(line) // 2], 2: line[-1]}.values():
            _check_solution(game, position)


def _hold(truth: object, problem: str) -> None:
    if not truth:
        raise GameError(problem)


def _playout(game: Any, position: Any, source: random.Random) -> Iterator[Any]:
    yield position
    while not position.is_over():
        position = _check_play(game, position, source.choice(list(position.legal_moves())))
        yield position


def _check_position(game: Any, position: Any) -> None:
    text = position.id
    _hold(isinstance(text, str) and _URL_SAFE.fullmatch(text), f"the id {quote(text)} is not URL-safe text")
    _hold(text.startswith(f"{game.name}:"), f"the id {quote(text)} does not begin with {quote(game.name + ':')}")
    again = game.from_id(text)
    _hold(again == position and again.id == text, f"the id {quote(text)} leads to another position: {quote(again.id)}")
    legal = list(position.legal_moves())
    _hold(list(again.legal_moves()) == legal, f"the legal moves of {quote(text)} are not the same when asked again")
    _hold(bool(legal) != position.is_over(), f"{quote(text)} must have legal moves, or be over")
    scores = position.scores()
    _hold(isinstance(scores, tuple) and len(scores) >= game.players, f"{quote(text)} has not a score for each player")
    _hold(all(_is_exact(score) for score in scores), f"the scores {quote(scores)} of {quote(text)} are not exact")


def _is_exact(number: object) -> bool:
    return isinstance(number, (int, Fraction)) and not isinstance(number, bool)


def _check_play(game: Any, before: Any, move: Any) -> Any:
    read = game.parse_move(f" {move} ", before)
    _hold(read == move, f"the move {quote(move)} of {quote(before.id)} is read as {quote(read)}")
    seen = (before.id, before.scores(), list(before.legal_moves()))
    after = before.play(move)
    _hold(seen == (before.id, before.scores(), list(before.legal_moves())), f"a move changes {quote(before.id)} itself")
    _hold(tuple(after.moves) == (*before.moves, move), f"{quote(after.id)} does not end with the move {quote(move)}")
    problem = f"the id {quote(after.id)} without its last move is not {quote(before.id)}"
    _hold(_cut(after.id, len(before.moves)) == before.id, f"{problem}; join moves by dots, or write a letter for each")
    _hold(after.start() == before.start(), f"{quote(after.id)} has another start than {quote(before.id)}")
    _check_position(game, after)
    if game.players == 2:
        turns = (before.to_move, after.to_move)
        _hold(turns in {(0, 1), (1, 0)}, f"the players do not move in turn in {quote(after.id)}")
    return after


def _cut(text: str, count: int) -> str:
    """Return an id cut after its first moves; the web pages shorten ids in the same way to undo moves."""
    start, _, moves = text.partition("/")
    dotted = moves.split(".")
    kept = ".".join(dotted[:count]) if len(dotted) == count + 1 else moves[:count]
    return f"{start}/{kept}" if kept else start


def _check_refusals(game: Any, position: Any) -> None:
    for text in _NO_MOVES:
        try:
            position.play(game.parse_move(text, position))
        except IllegalMoveError as error:
            _hold(len(str(error).splitlines()) == 1, f"the refusal of the move {quote(text)} is not one line")
        else:
            raise GameError(f"the move {quote(text)} is not refused")


def _check_solution(game: Any, position: Any) -> None:
    result = game.solve(position)
    _hold(result.status == "optimal", f"the example is too large: {quote(position.id)} is not solved")
    end = position
    for move in result.moves:
        end = end.play(move)
    _hold(end.is_over(), f"the solution of {quote(position.id)} ends before the game does")
    scores = end.scores()
    reached = game.spec.outcome(scores) if isinstance(game, DeclaredGame) else scores[0]
    _hold(reached == result.value, f"the solution of {quote(position.id)} is worth {reached}, not {result.value}")
