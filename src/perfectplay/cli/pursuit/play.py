"""Arithmetical pursuit in the terminal: parse calculations, describe their results, and draw the numbers."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import click

from perfectplay.cli.base import whole
from perfectplay.cli.games.repl import Line, Play, Said, Scene, Slot, Verb, drawn, refuse
from perfectplay.cli.pursuit.input import read_card, seconds_text
from perfectplay.cli.pursuit.text import (
    answer_line,
    away,
    best_text,
    map_line,
    nothing_line,
    numbers_line,
    printed,
    printed_steps,
    reach_line,
    tight,
)
from perfectplay.core.errors import IllegalMoveError, LimitExceededError, PerfectPlayError, quote
from perfectplay.core.teaching.hints import HINT_STEPS
from perfectplay.core.text.words import counted, shortened
from perfectplay.pursuit.expressions import Expression, ExpressionError, check_on_table, entries
from perfectplay.pursuit.questions.solve import MapDeal
from perfectplay.pursuit.rules import (
    MAX_CARD,
    MAX_TARGET,
    SIGNS,
    STOP,
    Number,
    PursuitPosition,
    Rules,
    Step,
    write_number,
)
from perfectplay.pursuit.search import solutions
from perfectplay.pursuit.solve import PursuitNearest, solve

_MARGIN = 3
_LONGEST = 30
"""Maximum length of a label; the middle of a longer label is left out."""
_STYLES = {"used": "dim", "card": "bold reverse", "made": "bold green reverse"}
_SOLUTIONS_SHOWN = 8
_NEAR = 10
"""Largest distance from the target at which other targets are listed."""
_MOST_TARGETS = 1000
"""The largest target in the article; reachable targets are counted up to this one."""
_WIDEST = 80
"""Maximum length of a line in which an error is underlined."""
_WORD = re.compile(r"[^\W\d_]+")
_NEW_GAME = re.compile(r"(.*?)\s*(?:->|=|:)\s*(\S+)\s*\Z")


@dataclass(frozen=True, slots=True)
class Score:
    """Results of finished games; a game ends with a hit, when the user stops, or when time runs out.

    Attributes
    ----------
    distance
        Sum of the distances from the target in games that missed it.
    helped
        Games in which the user requested a hint or the answer; they are not counted elsewhere.
    """

    games: int = 0
    hits: int = 0
    distance: int = 0
    helped: int = 0

    def plus(self, distance: int, *, helped: bool) -> Score:
        """Return the score after one more game."""
        if helped:
            return replace(self, helped=self.helped + 1)
        return Score(self.games + 1, self.hits + (distance == 0), self.distance + distance, self.helped)

    def __str__(self) -> str:
        """Describe the score."""
        parts = [f"{counted(self.hits, 'hit')} in {counted(self.games, 'game')}"] if self.games else []
        if self.distance:
            parts.append(f"{self.distance:,} away in all")
        if self.helped:
            parts.append(f"{counted(self.helped, 'game')} with help")
        return ", ".join(parts) or "no game so far"


class PursuitPlay(Play[PursuitPosition]):
    """A series of games from ``games``; ``limit`` is the time limit of each game in seconds, or ``None``.

    If ``foreign`` is set, expressions with numbers that were not dealt are evaluated, too.
    """

    moves_help: ClassVar[Sequence[tuple[str, str]]] = (
        ("100+6", "a step with two numbers of the table"),
        ("(100+6)*9-3", "a whole expression: all its steps at once"),
    )
    meanings: ClassVar[Mapping[str, str]] = {
        "moves": "all steps that are possible now",
        "undo": "undo what you typed last",
        "new": "a new game; n 3 6 9 10 50 100 -> 951: exactly this game",
    }

    # Leave this empty: the messages at the end of a game already say how to continue.
    again = ""

    def __init__(
        self,
        start: PursuitPosition,
        games: Iterator[PursuitPosition],
        *,
        limit: float | None = None,
        foreign: bool = False,
        options: Sequence[str] = (),
    ) -> None:
        self._games = games
        self._foreign = foreign
        self.total: Score = Score()
        super().__init__(start, options, limit=limit)

    def own_verbs(self) -> Sequence[Verb]:
        """Return the commands that stop the game, show the answer and list the targets."""
        return (
            Verb(("=", "stop"), "be content with the closest number so far", self._stop),
            Verb(("a", "answer"), "the simplest solutions", self._answer),
            Verb(("t", "targets"), "which targets these numbers can hit", self._targets),
        )

    @property
    def greeting(self) -> str:
        """Name the target and the time limit."""
        clock = f" You have {seconds_text(self.limit)} seconds." if self.limit is not None else ""
        return f"Combine numbers to reach {self.position.target:,}.{clock}"

    def scene(self) -> Scene:
        """Describe the player's progress, the score, and the rules unless they are the article's."""
        position = self.position
        closest = f"{position.answer:,}, {away(position.distance)}"
        if position.rules.use_all and len(position.table) > 1:
            closest = f"{len(position.table)} numbers left"
        rules = f"   rules {position.rules}" if str(position.rules) else ""
        status = f"target {position.target:,}   now {closest}{rules}"
        state = {
            "target": position.target,
            "table": position.table,
            "answer": position.answer,
            "distance": position.distance,
            "finished": self.finished,
            "seconds": round(self.spent, 1),
            "limit": self.limit,
            "games": self.total.games,
            "hits": self.total.hits,
            "helped": self.total.helped,
        }
        score = str(self.total) if self.total != Score() else ""
        return Scene(f"Arithmetical pursuit: reach {position.target:,}", status, state, score)

    def board(self, width: int, height: int) -> list[Line]:  # noqa: ARG002  # a deal has few numbers
        """Draw the numbers."""
        return board(self.position, width)

    def open(self, start: PursuitPosition) -> None:
        """Begin a game at a position; no help has been used yet."""
        super().open(start)
        self._helped = False

    def opened(self, event: str) -> Said:
        """Greet the user, even if nothing is left to calculate."""
        return self.changed(event, self.greeting)

    def verdict(self, event: str) -> tuple[list[str], dict[str, Any]]:
        """Describe the player's progress after undo or redo."""
        return [_closest_line(self.position)] if event in {"undo", "redo"} else [], {}

    def problem(self, error: BaseException) -> Said:
        """Describe an error; if it is in an expression, underline the wrong part."""
        if not isinstance(error, ExpressionError):
            return super().problem(error)
        span = {"start": error.start, "stop": error.stop}
        return Said("error", "\n".join((str(error), *_pointer(error))), {"text": error.text} | span)

    # -- the clock and the score ---------------------------------------------------------------------------------

    def time_up(self) -> Said:
        """Count the game as finished for the score, but let the user continue."""
        self._finish()
        late, position = super().time_up(), self.position
        message = f"{late.message} What counts is {position.answer:,}, {away(position.distance)}; you may play on."
        return replace(late, message=message, data={**late.data, "counted": position.distance})

    def _finish(self) -> None:
        if not self.finished:
            self.finished = True
            self.total = self.total.plus(self.position.distance, helped=self._helped)

    # -- moves ---------------------------------------------------------------------------------------------------

    def move(self, text: str) -> Said:
        """Play a step, or all steps of an expression; a value after ``=`` must be right."""
        if _WORD.fullmatch(text):
            refuse(f"{quote(text)} is not a command or a calculation; ? lists the commands")
        text, _, claim = text.partition("=")
        text = text.rstrip()
        position = self.position
        if position.is_over():
            return self._tried_again(text, claim)
        step = self._typed_step(text)
        if step is not None:
            return self._played(position, [step], text, claim)
        try:
            return self._taken(position, self._checked(text, position), text, claim)
        except ExpressionError as error:
            if not position.moves:
                raise
            # A whole expression uses the dealt numbers, even if calculations were made before.
            with suppress(ExpressionError):
                return self._tried_again(text, claim)
            raise error from None

    def _tried_again(self, text: str, claim: str) -> Said:
        start = self.position.start()
        try:
            expression = self._checked(text, start)
        except ExpressionError as error:
            if not self.position.is_over():
                raise
            _check_operators(text, start.rules)
            raise IllegalMoveError(f"{quote(text)} cannot be played: {self._ending}") from error
        return self._taken(start, expression, text, claim)

    @property
    def _ending(self) -> str:
        """Explain why no step can be played, and list what users can do."""
        if STOP in self.position.moves:
            return "the game is over; u undoes, n deals again"
        return f"nothing is left to calculate; = stops, {'u undoes, ' if self.position.moves else ''}n deals again"

    def _typed_step(self, text: str) -> Step | None:
        """Parse a single step with two numbers of the table, which may be fractions or negative."""
        try:
            step = Step.parse(text)
        except PerfectPlayError:
            return None
        is_there = not Counter((step.left, step.right)) - Counter(self.position.table)
        return step if is_there else None

    def _checked(self, text: str, position: PursuitPosition) -> Expression:
        """Parse an expression that uses the whole numbers on the table."""
        numbers = [number.numerator for number in position.table if number.denominator == 1 and 0 < number <= MAX_CARD]
        if not numbers:
            refuse(f"{quote(text)} has no number of the table; write fractions and the like as in (1/2)*(-6)")
        return check_on_table(text, numbers, position, foreign=self._foreign)

    def _taken(self, base: PursuitPosition, expression: Expression, text: str, claim: str) -> Said:
        """Play an expression from a position, if the position has all of its numbers."""
        whole_ones = Counter(number.numerator for number in base.table if number.denominator == 1)
        others = sorted((Counter(expression.numbers) - whole_ones).elements())
        if others:
            _check_claim(expression.value, claim, text)
            distance = abs(expression.value.numerator - base.target)
            sentence = f"{printed(expression)} = {expression.value}: {away(distance)}. It does not count: "
            sentence += f"{numbers_line(others)} {'is' if len(others) == 1 else 'are'} not among the numbers."
            data = {"value": expression.value.numerator, "away": distance, "foreign": others}
            return Said("foreign", sentence, data)
        if expression.operations:
            return self._played(base, [step for step, _ in expression.steps], text, claim)
        if abs(expression.value.numerator - self.position.target) > self.position.distance:
            refuse(f"{expression.value} is not the closest number here; = stops with {self.position.answer}")
        return self._stop("")

    def _played(self, base: PursuitPosition, steps: Sequence[Step], text: str, claim: str) -> Said:
        """Play steps from the current position, or from the start."""
        end, lines = base, []
        try:
            for step in steps:
                end = end.play(step)
                lines.append(f"{_written(step)} = {end.table[-1]}")
        except IllegalMoveError as error:
            raise ExpressionError(str(error), text, 0, len(text)) from error
        _check_claim(end.table[-1], claim, text)
        self.make(*steps, after=len(base.moves))
        data: dict[str, Any] = {"steps": lines, "value": end.table[-1]}
        shown = ", ".join(printed_steps(lines))
        if end.distance == 0 and not self.finished:
            self._finish()
            ending = "" if end.is_over() else self.look_back
            sentence = f"{end.answer:,}: a hit{self._effort()} n deals again."
            return self.changed("hit", f"{shown}.", sentence, ending, **data)
        late = " It is not counted: the game was finished before." if end.distance == 0 else ""
        # In a timed or finished game, do not point out mistakes: players should find them themselves.
        slip = "" if self.limit is not None or self.finished else self.mistake(base, better=False)
        return self.changed("step", f"{shown}. {_closest_line(end)}{late}", slip, **data)

    def _effort(self) -> str:
        clock = f" in {self.spent:,.1f} seconds" if self.limit is not None else ""
        return f"{clock}! With help, so it is not counted." if self._helped else f"{clock}!"

    def _stop(self, rest: str) -> Said:
        position = self.position
        if rest:
            refuse(f"{quote(rest)} follows =; type = alone to stop, or an expression before it")
        if position.moves and position.moves[-1] == STOP:
            refuse(f"there is nothing to stop: {self._ending}")
        text = f"You stop with {position.answer:,}: {away(position.distance)}."
        if position.distance:
            # Compute everything before anything is changed, so that Ctrl-C loses nothing. If the numbers are
            # too large for the solver, users can still stop.
            with suppress(LimitExceededError):
                best = solve(position.start())
                closer = f"Possible was {best_text(best)}: a shows how, u undoes."
                text += "\n" + (closer if best.distance < position.distance else "Nothing closer was possible.")
        if not position.is_over():
            self.make(STOP)
        self._finish()
        return self.changed("stop", f"{text} n deals again.", value=position.answer)

    def new(self, text: str) -> Said:
        """Add the last game to the score if it was begun but not finished, and begin another one."""
        lines = []
        if not self.finished and self.position.moves:
            self._finish()
            lines.append(f"You left the last game with {self.position.answer:,}: {away(self.position.distance)}.")
        answer = super().new(text)
        return replace(answer, message="\n".join((*lines, answer.message)))

    def fresh(self, text: str) -> PursuitPosition:
        """Deal a new game, or parse its numbers and its target from the text."""
        if not text:
            return next(self._games)
        matched = _NEW_GAME.match(text)
        if not matched:
            refuse(f"{quote(text)} is not a game; write numbers and a target, as in n 3 6 9 10 50 100 -> 951")
        try:
            numbers = [read_card(word) for word in matched[1].replace(",", " ").split()]
            return PursuitPosition.new(numbers, whole(matched[2]), self.position.rules)
        except click.UsageError as error:
            raise IllegalMoveError(error.message) from error

    # -- questions -----------------------------------------------------------------------------------------------

    def _hint(self, text: str) -> Said:
        """Give a hint; even the mere idea of a move counts as help."""
        said = super()._hint(text)
        self._helped |= bool(self.position.distance and said.data.keys() & HINT_STEPS)
        return said

    def hint(self, _: str) -> Said:
        """Name the next step of a best solution from here."""
        position = self.position
        if position.distance == 0:
            data: dict[str, Any] = {"step": None, "best_distance": 0}
            return Said("hint", "You have hit the target. = stops, n deals again.", data)
        result = self.think(position)
        steps, distance = [move for move in result.moves if isinstance(move, Step)], result.value
        sentence = f"Nothing that is left comes closer than {position.answer:,}, {away(position.distance)}."
        if steps:
            self._helped = True
            (shown,) = printed_steps([_written(steps[0])])
            sentence = f"Try {shown}: then {away(distance)} is possible."
        data = {"step": str(steps[0]) if steps else None, "best_distance": distance}
        return Said("hint", "\n".join((sentence, *self._better_before(distance))), data)

    def _better_before(self, distance: int) -> list[str]:
        """Describe whether a better result was possible at the start."""
        if not self.position.moves or distance == 0:
            return []
        try:
            best = solve(self.position.start())
        except LimitExceededError:
            return []
        if best.distance >= distance:
            return ["Nor was anything closer possible with all the numbers."]
        return [f"At the start, the best was {best_text(best)}: u undoes."]

    def best(self, _: str) -> Said:
        """Describe how close to the target the player can still get."""
        result = solve(self.position)
        lines = (f"Best still possible from here: {best_text(result)}.", *self._better_before(result.distance))
        return Said("best", "\n".join(lines), {"best": result.answer, "best_distance": result.distance})

    def _answer(self, _: str) -> Said:
        start = self.position.start()
        result = solve(start)
        made = result.expression
        self._helped = True
        lines = [nothing_line(start, made).capitalize()] if made is None or made.value != result.answer else []
        if made is None:
            return Said("answer", lines[0], {"solutions": []})
        value = int(made.value)
        listed = [made]
        with suppress(LimitExceededError):
            listed = solutions.solutions(start.numbers, value, start.rules, _SOLUTIONS_SHOWN + 1) or listed
        lines += [*printed_steps(made.step_lines), answer_line(made, abs(value - start.target))]
        others = [solution for solution in listed if solution != made][: _SOLUTIONS_SHOWN - 1]
        if others:
            lines.append("Others: " + ", ".join(map(tight, others)) + (" ..." if len(listed) > len(others) + 1 else ""))
        data = {"value": value, "solutions": [str(made), *map(str, others)]}
        return Said("answer", "\n".join(lines), data | {"best_distance": result.distance})

    def _targets(self, _: str) -> Said:
        start = self.position.start()
        high = max(_MOST_TARGETS, start.target)
        answer = MapDeal(numbers=start.numbers, targets=(1, min(2 * high, MAX_TARGET)), allowed=start.rules).answer()
        nearest = PursuitNearest.of(answer, start.target, high)
        near = [target for target in answer.targets if abs(target - start.target) <= _NEAR]
        lines = [f"These numbers reach {nearest.count:,} of the targets {nearest.low:,} to {nearest.high:,}."]
        if start.target not in near:
            lines = [f"{reach_line(nearest, start.target)}."]
        lines.append(f"In reach within {_NEAR} of {start.target:,}: {' '.join(f'{n:,}' for n in near) or 'none'}.")
        line = map_line(start)
        lines.append(line[0].upper() + line[1:])
        data = {"count": nearest.count, "low": nearest.low, "high": nearest.high, "near": near}
        return Said("targets", "\n".join(lines), data)


def _written(step: Step) -> str:
    return f"{write_number(step.left)} {step.operator} {write_number(step.right)}"


def _closest_line(position: PursuitPosition) -> str:
    """Describe how close to the target the player is."""
    if position.distance == 0:
        return f"That is {position.target:,}: a hit."
    if position.rules.use_all and len(position.table) > 1:
        return f"{len(position.table)} numbers are left, and all must be used."
    if position.is_over():
        return f"{position.answer:,}, {away(position.distance)}, and nothing is left to calculate: = stops, u undoes."
    return f"Closest now: {position.answer:,}, {away(position.distance)}."


def _check_operators(text: str, rules: Rules) -> None:
    """Raise an error for the first operator in the text that the rules forbid."""
    for index, sign in enumerate(text):
        if sign in SIGNS and SIGNS[sign] not in rules.operators:
            problem = f"the operator {quote(sign)} is not allowed here; use {' '.join(rules.operators)}"
            raise ExpressionError(f"{quote(sign)} at character {index + 1}: {problem}", text, index, index + 1)


def _check_claim(value: Number, claim: str, text: str) -> None:
    """Check the value after ``=``, if there is one."""
    if claim.strip() and claim.strip() != str(value):
        refuse(f"{quote(text)} is {value}, not {quote(claim.strip())}; leave out what follows =, or correct it")


def _pointer(error: ExpressionError) -> tuple[str, str]:
    """Underline an error; if the text is wider than the terminal, show only the part around the error."""
    width = min(shutil.get_terminal_size().columns, _WIDEST) - 1
    text, carets = error.pointer().split("\n")
    first = 0 if len(text) <= width else max(0, error.start - width // 2)
    return text[first : first + width], carets[first : first + width]


# -- how the numbers look -------------------------------------------------------------------------------------------


def slots(position: PursuitPosition) -> list[Slot]:
    """Return a slot for every dealt number, marked if it is used, and for every result that is left."""
    dealt = len(position.numbers)
    shown = []
    for i, entry in enumerate(entries(position)):
        value = shortened(str(entry.expression.value), _LONGEST)
        if i < dealt:
            shown.append(Slot(value, "used" if entry.used else "", "used" if entry.used else "card"))
        elif not entry.used:
            shown.append(Slot(value, shortened(tight(entry.expression), _LONGEST), "made"))
    return shown


def layout(row: list[Slot], width: int) -> list[list[tuple[Slot, int]]]:
    """Arrange numbers in lines, each with its width in characters; results begin a new line."""
    lines: list[list[tuple[Slot, int]]] = []
    room = 0
    for slot in row:
        size = max(len(slot.value), len(slot.label), len("used"))
        first_made = slot.kind == "made" and lines[-1][-1][0].kind != "made"
        if size > room or first_made:
            lines.append([])
            room = width
        lines[-1].append((slot, size))
        room -= size + _MARGIN
    return lines


def board(position: PursuitPosition, width: int) -> list[Line]:
    """Draw the numbers; the word below a number says whether it is used, or how it was made."""
    return [half for line in layout(slots(position), width) for half in drawn(line, _STYLES, _MARGIN)]
