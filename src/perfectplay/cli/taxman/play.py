"""Taxman in the terminal: describe the costs and results of moves, and draw the pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from perfectplay.cli.games import numbers
from perfectplay.cli.games.numbers import Cell
from perfectplay.cli.games.repl import Line, Play, Said, Scene, refuse
from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.result import Result
from perfectplay.core.schema import encode
from perfectplay.taxman.rules import TaxmanPosition, TaxmanPreview

_MOVES_SHOWN = 60
_NUMBERS_SHOWN = 12
_YOURS, _TAXMANS, _TAKEABLE, _WAITING = "+", "x", "", "."
_STYLES = {_YOURS: "bold green", _TAXMANS: "red", _TAKEABLE: "bold", _WAITING: "dim"}
_LEGEND = tuple(
    (f"{mark}7", _STYLES[mark], meaning)
    for mark, meaning in (
        (_YOURS, "yours"),
        (_TAXMANS, "the taxman's"),
        (_TAKEABLE, "takeable"),
        (_WAITING, "not takeable now"),
    )
)
"""An example of each mark, with its style and meaning."""


class TaxmanPlay(Play[TaxmanPosition]):
    """A game of Taxman in the terminal; ``time_limit`` is the solver's limit for each question."""

    prompt = "take> "
    greeting = "Take a number; the taxman takes its divisors."
    legend: Sequence[tuple[str, str, str]] = _LEGEND
    moves_help: ClassVar[Sequence[tuple[str, str]]] = (
        ("12", "take 12; the taxman takes its divisors"),
        ("? 12", "what 12 would cost: its tax, and what it strands"),
    )
    meanings: ClassVar[Mapping[str, str]] = {
        "moves": "all legal moves with their prices, the cheapest first",
        "new": "begin again; n 30: a new game with N = 30",
    }

    def __init__(self, start: TaxmanPosition, time_limit: float) -> None:
        super().__init__(start, time_limit=time_limit)

    def scene(self) -> Scene:
        """Describe the pot, both scores and the sum left in the pot."""
        pot = self.position.start_pot
        title = f"Taxman, N = {pot.n}" if pot.n is not None else f"Taxman, a pot of {len(pot.numbers)}"
        you, taxman = self.position.scores()
        status = f"you {you}   taxman {taxman}   in the pot {sum(self.position.pot)}"
        return Scene(title, status, {"player": you, "taxman": taxman})

    def board(self, width: int, height: int) -> list[Line]:
        """Draw the pot."""
        return numbers.board(cells(self.position), _STYLES, width, height)

    def fresh(self, text: str) -> TaxmanPosition:
        """Return a starting position with the requested pot {1..N}, or with this game's pot if the text is empty."""
        if text and (not (text.isascii() and text.isdecimal()) or len(text) > 18):
            refuse(f"{quote(text)} is not a size of a pot; write n 30 for N = 30, or n to begin again")
        return TaxmanPosition.new(int(text)) if text else self.position.start()

    def move(self, text: str) -> Said:
        """Take a number, and describe what the taxman takes."""
        preview, before = self._read(text), self.position
        self.make(preview.take)
        message = f"You took {preview.take}; the taxman took {_listed(preview.tax)}"
        # In the variant "immediate", useless numbers leave the pot at once.
        if preview.lost and self.position.variant == "immediate":
            message += f", and {_listed(preview.lost)}, now of no use to you"
        return self.changed("take", f"{message}.", self.mistake(before), **encode(preview))

    def preview(self, text: str) -> Said:
        """Describe the price of a move."""
        preview = self._read(text)
        message = f"{preview.take} costs {_summed(preview.tax)}"
        if preview.lost:
            message += f" and strands {_summed(preview.lost)}"
        return Said("preview", f"{message}.", encode(preview))

    def hint(self, _: str) -> Said:
        """Name the best known move."""
        result = self.think(self.position)
        if not result.moves:
            refuse("there is no hint: the game is over; u undoes, n begins again")
        move = result.moves[0]
        data = {"take": move, **_bounds(result), **self._behind(result)[1]}
        if result.status == "optimal":
            message = f"Take {move}: it keeps {result.value}."
        else:
            message = f"Take {move}: it leads to {result.value}, the best found in time."
        return Said("hint", message, data)

    def best(self, _: str) -> Said:
        """Describe the best score still possible."""
        result = self.think(self.position)
        behind, behind_data = self._behind(result)
        if result.status == "optimal":
            message = f"Best still possible from here: {result.value} (proven)."
        else:
            reach = f"at least {result.value}, at most {result.upper}"
            message = f"Best still possible from here: {reach} (not settled in time)."
        return Said("best", message + behind, {**_bounds(result), **behind_data})

    def _behind(self, result: Result[int, int]) -> tuple[str, Mapping[str, int]]:
        """Describe the loss from the moves so far, as far as it is known."""
        if not self.position.moves:
            return "", {}
        try:
            best = self.think(self.position.start())
        except PerfectPlayError:
            # The whole pot may be too large for the solver even if the rest is not.
            return "", {}
        below = best.value - result.upper
        if below <= 0:
            return "", {}
        if best.status == result.status == "optimal":
            return f" You are already {below} below the best ({best.value}).", {"below": below}
        return f" You are already at least {below} below the best.", {"below": below}

    def moves(self, _: str) -> Said:
        """List all moves with their prices."""
        previews = [self.position.preview(number) for number in self.position.legal_moves()]
        # Among equally cheap moves, the largest is the most interesting.
        previews.sort(key=lambda preview: (sum(preview.tax), -preview.take))
        if not previews:
            return Said("moves", "There is no legal move: the game is over.", {"moves": []})
        title = "Legal moves, cheapest first"
        if len(previews) > _MOVES_SHOWN:
            title = f"The {_MOVES_SHOWN} cheapest of {len(previews)} legal moves"
        moves = "  ".join(_price(preview) for preview in previews[:_MOVES_SHOWN])
        text = f"{title}, as move(tax) or move(tax+stranded):\n{moves}"
        return Said("moves", text, {"moves": previews})

    def _read(self, text: str) -> TaxmanPreview:
        return self.position.preview(self.session.game.parse_move(text, self.position))

    def verdict(self, _: str) -> tuple[Sequence[str], Mapping[str, int | str]]:
        """Compare the final score with the best one."""
        if not self.position.is_over():
            return [], {}
        you, taxman = self.position.scores()
        outcome = "You win" if you > taxman else "The taxman wins" if you < taxman else "A draw"
        lines = [f"The game is over. {outcome}: you {you}, taxman {taxman}."]
        try:
            best = self.think(self.position.start())
        except PerfectPlayError as error:
            return [*lines, f"The best score is not known: {error}"], {}
        short = best.upper - you
        if short == 0:
            lines.append("A perfect game: no game scores more.")
        elif best.status == "optimal":
            lines.append(f"You were {short} short of the best, {best.value}.")
        else:
            lines.append(f"You were at most {short} short of the best.")
        return lines, {"short": short, **_bounds(best)}


def _listed(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(map(str, numbers[:_NUMBERS_SHOWN]))
    return shown if len(numbers) <= _NUMBERS_SHOWN else f"{shown}, ... ({len(numbers)} numbers)"


def _summed(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    if len(numbers) > _NUMBERS_SHOWN:
        return f"{sum(numbers)} ({len(numbers)} numbers)"
    return f"{sum(numbers)} ({' + '.join(map(str, numbers))})"


def _price(preview: TaxmanPreview) -> str:
    stranded = f"+{sum(preview.lost)}" if preview.lost else ""
    return f"{preview.take}({sum(preview.tax)}{stranded})"


def _bounds(result: Result[int, int]) -> Mapping[str, int | str]:
    return {"best": result.value, "upper": result.upper, "status": result.status}


def cells(position: TaxmanPosition) -> list[Cell]:
    """Return a cell with a mark for every number of the starting pot."""
    mine = frozenset(position.moves)
    legal = frozenset(position.legal_moves())

    def mark(number: int) -> str:
        if number in legal:
            return _TAKEABLE
        if number in position.pot:
            return _WAITING
        return _YOURS if number in mine else _TAXMANS

    return [Cell(mark(number), number, number not in position.pot) for number in position.start_pot.numbers]
