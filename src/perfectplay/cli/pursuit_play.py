"""Arithmetical pursuit at the terminal: what a person may type, and the answers.  `pursuit_screen` shows them."""

from __future__ import annotations

import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

import click

from perfectplay.cli.base import whole
from perfectplay.cli.playing import Answer
from perfectplay.cli.pursuit_input import seconds_text
from perfectplay.cli.pursuit_scene import Scene, Score
from perfectplay.cli.pursuit_text import (
    answer_line,
    away,
    count_of,
    map_line,
    numbers_line,
    printed,
    printed_steps,
    reach_line,
    tight,
)
from perfectplay.core.errors import IllegalMoveError, LimitExceededError, PerfectPlayError, quote
from perfectplay.core.result import exact
from perfectplay.core.session import Session
from perfectplay.pursuit import solutions
from perfectplay.pursuit.answers import Nearest, targets
from perfectplay.pursuit.expressions import Expression, ExpressionError, check_expression
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
from perfectplay.pursuit.solve import solve

__all__ = ["COMMANDS", "KEYS", "Play", "View", "run"]

_SOLUTIONS_SHOWN = 8
_NEAR = 10
"""How far from the target other targets are listed."""
_MOST_TARGETS = 1000
"""The article's largest target, up to which what a deal reaches is counted."""
_WIDEST = 80
"""Widest line in which an error is underlined."""
_WORD = re.compile(r"[^\W\d_]+")
_NEW_GAME = re.compile(r"(.*?)\s*(?:->|=|:)\s*(\S+)\s*\Z")

COMMANDS: Mapping[str, str] = {
    "100+6": "a step with two numbers of the table; or a whole expression such as (100+6)*9-3",
    "=": "stop: be content with the closest number so far",
    "h": "hint: the next step of a best solution from here",
    "b": "the best result still possible from here",
    "a": "the answer: the simplest solutions",
    "m": "which targets these numbers can hit",
    "u": "undo what you typed last",
    "r": "redo what was undone; y does it, too",
    "s": "show the id of this position, and the command that goes on from it",
    "n": "a new game; n 3 6 9 10 50 100 -> 951: exactly this game",
    "q": "quit; shows the id, too",
}
"""What can be typed, with its meaning."""

KEYS: Mapping[str, str] = {
    "?": "help",
    "h": "hint",
    "b": "best possible",
    "a": "answer",
    "m": "targets",
    "u": "undo",
    "r": "redo",
    "=": "stop",
    "n": "new",
    "q": "quit",
}
"""The same in a few words, for the screen's last line."""


class View(Protocol):
    """Where the game is seen and typed."""

    def ask(self) -> str:
        """Read a line; raises `EOFError` when there is none."""
        ...

    def show(self, scene: Scene, answer: Answer) -> None:
        """Show the numbers and what was said."""
        ...

    def leave(self, scene: Scene) -> None:
        """Say goodbye in a way that loses nothing."""
        ...


class Play:
    """The commands.

    Parameters
    ----------
    start
        Where to begin.
    dealing
        Deals a new game.
    limit
        Seconds for each game, or ``None``.
    foreign
        Whether expressions with other numbers are evaluated, too.
    options
        What else belongs on the command line to go on.
    """

    def __init__(
        self,
        start: PursuitPosition,
        dealing: Callable[[], PursuitPosition],
        *,
        limit: float | None = None,
        foreign: bool = False,
        options: Sequence[str] = (),
    ) -> None:
        self._dealing = dealing
        self._limit = limit
        self._foreign = foreign
        self._options = options
        self._score = Score()
        self._open(start)
        self._commands: dict[str, Callable[[str], Answer]] = {
            "?": self._help,
            "=": self._stop,
            "h": self._hint,
            "b": self._best,
            "a": self._answer,
            "m": self._targets,
            "u": self._undo,
            "r": self._redo,
            "y": self._redo,
            "s": self._show_id,
            "n": self._new,
        }

    def _open(self, start: PursuitPosition) -> None:
        self._session = Session(start)
        # Numbers of moves after which a line of input ended: what is typed at once is undone at once.
        self._marks = list(range(len(start.moves) + 1))
        self._spent = 0.0
        self._finished = self._helped = False

    @property
    def scene(self) -> Scene:
        """What can be seen now."""
        return Scene(self._position, self._score, self._spent, self._limit, self._finished, self._options)

    @property
    def _position(self) -> PursuitPosition:
        return self._session.position

    @property
    def _start(self) -> PursuitPosition:
        return self._position.start()

    def begin(self) -> Answer:
        """Greet."""
        clock = f" You have {seconds_text(self._limit)} seconds." if self._limit is not None else ""
        return Answer("start", f"Combine numbers to reach {self._position.target:,}.{clock}")

    def answer(self, line: str, seconds: float = 0.0) -> Answer:
        """Do what a line of input says; a problem is an answer, too, and changes nothing.

        Parameters
        ----------
        line
            Anything.
        seconds
            How long it took to type: the clock runs while the person thinks, and not while the program does.
        """
        note = self._tick(seconds)
        answer = self._reply(line.strip())
        if note is None:
            return answer
        return Answer(answer.event, f"{note.message}\n{answer.message}", {**note.data, **answer.data})

    def _reply(self, line: str) -> Answer:
        words = line.split(maxsplit=1)
        name, rest = (words[0].lower(), words[1] if len(words) > 1 else "") if words else ("?", "")
        try:
            if name in self._commands:
                return self._commands[name](rest)
            if _WORD.fullmatch(line):
                message = f"{quote(line)} is no command and no calculation; ? lists the commands"
                raise IllegalMoveError(message)
            return self._calculate(line)
        except ExpressionError as error:
            place = {"start": error.start, "stop": error.stop}
            return Answer("error", "\n".join((str(error), *_pointer(error))), {"text": error.text} | place)
        except PerfectPlayError as error:
            return Answer("error", str(error))
        except KeyboardInterrupt:
            return Answer("error", "stopped thinking; nothing has changed")

    # -- the clock and the score ---------------------------------------------------------------------------------

    def _tick(self, seconds: float) -> Answer | None:
        """Let time pass; say so if that ends the game."""
        if self._finished:
            return None
        self._spent += seconds
        if self._limit is None or self._spent <= self._limit:
            return None
        self._finish()
        result = f"{self._position.answer:,}, {away(self._position.distance)}"
        clock = f"{self._spent:,.1f} of {seconds_text(self._limit)} seconds"
        message = f"Time is up: {clock}. What counts is {result}; you may play on."
        return Answer("late", message, {"late": True, "counted": self._position.distance})

    def _finish(self) -> None:
        if not self._finished:
            self._finished = True
            self._score = self._score.plus(self._position.distance, helped=self._helped)

    # -- moves ---------------------------------------------------------------------------------------------------

    def _calculate(self, line: str) -> Answer:
        """Play a step, or all steps of an expression; what follows ``=`` must be its value."""
        text, equals, claim = line.partition("=")
        text, claim = text.rstrip(), claim if equals else ""
        here = self._position
        if here.is_over():
            return self._tried_again(text, claim)
        step = self._typed_step(text)
        if step is not None:
            return self._played(here, [step], text, claim)
        try:
            return self._taken(here, self._checked(text, here), text, claim)
        except ExpressionError as error:
            if not here.moves:
                raise
            # Whoever has found a whole expression means the deal, whatever was calculated before.
            with suppress(ExpressionError):
                return self._tried_again(text, claim)
            raise error from None

    def _tried_again(self, text: str, claim: str) -> Answer:
        start = self._start
        try:
            expression = self._checked(text, start)
        except ExpressionError as error:
            if not self._position.is_over():
                raise
            _check_operators(text, start.rules)
            message = f"{quote(text)} cannot be played: {self._ending}"
            raise IllegalMoveError(message) from error
        return self._taken(start, expression, text, claim)

    @property
    def _ending(self) -> str:
        """Why no step can be played, and what can be done."""
        if STOP in self._position.moves:
            return "the game is over; u undoes, n deals again"
        return f"nothing is left to calculate; = stops, {'u undoes, ' if self._position.moves else ''}n deals again"

    def _typed_step(self, text: str) -> Step | None:
        """Read a single step with two numbers of the table, which may be fractions or negative."""
        try:
            step = Step.parse(text)
        except PerfectPlayError:
            return None
        is_there = not Counter((step.left, step.right)) - Counter(self._position.table)
        return step if is_there else None

    def _checked(self, text: str, position: PursuitPosition) -> Expression:
        """Read an expression in numbers of the table."""
        numbers = [number.numerator for number in position.table if number.denominator == 1 and 0 < number <= MAX_CARD]
        if not numbers:
            message = f"{quote(text)} has no number of the table; write fractions and the like as in (1/2)*(-6)"
            raise IllegalMoveError(message)
        try:
            # A part of the way is welcome where all numbers must be used in the end.
            return check_expression(text, numbers, replace(position.rules, use_all=False), foreign=self._foreign)
        except ExpressionError as error:
            if not position.moves:
                raise
            # The check was about what is left on the table, and takes it for a deal.
            message = str(error).replace("in the deal", "on the table").replace("the deal", "the table")
            raise ExpressionError(message, error.text, error.start, error.stop) from error

    def _taken(self, base: PursuitPosition, expression: Expression, text: str, claim: str) -> Answer:
        """Play an expression from a position on, if its numbers are there."""
        whole_ones = Counter(number.numerator for number in base.table if number.denominator == 1)
        others = sorted((Counter(expression.numbers) - whole_ones).elements())
        if others:
            _check_claim(expression.value, claim, text)
            distance = abs(expression.value.numerator - base.target)
            told = f"{printed(expression)} = {expression.value}: {away(distance)}. It does not count: "
            told += f"{numbers_line(others)} {'is' if len(others) == 1 else 'are'} not among the numbers."
            data = {"value": expression.value.numerator, "away": distance, "foreign": others}
            return Answer("foreign", told, data)
        if expression.operations:
            return self._played(base, [step for step, _ in expression.steps], text, claim)
        if abs(expression.value.numerator - self._position.target) > self._position.distance:
            message = f"{expression.value} is not the closest number here; = stops with {self._position.answer}"
            raise IllegalMoveError(message)
        return self._stop("")

    def _played(self, base: PursuitPosition, steps: Sequence[Step], text: str, claim: str) -> Answer:
        """Play steps from here, or from the start."""
        end, lines = base, []
        try:
            for step in steps:
                end = end.play(step)
                lines.append(f"{_written(step)} = {end.table[-1]}")
        except IllegalMoveError as error:
            raise ExpressionError(str(error), text, 0, len(text)) from error
        _check_claim(end.table[-1], claim, text)
        while self._session.can_undo and len(self._position.moves) > len(base.moves):
            self._session.undo()
        for step in steps:
            self._session.play(step)
        self._mark(len(base.moves), len(end.moves))
        data: dict[str, Any] = {"steps": lines, "value": exact(end.table[-1])}
        shown = ", ".join(printed_steps(lines))
        if end.distance == 0 and not self._finished:
            self._finish()
            return Answer("hit", f"{shown}.\n{end.answer:,}: a hit{self._effort()} n deals again.", data)
        late = " It is not counted: the game was finished before." if end.distance == 0 else ""
        return Answer("step", f"{shown}. {_closest_line(end)}{late}", data)

    def _mark(self, before: int, after: int) -> None:
        self._marks = [*(mark for mark in self._marks if mark <= before), after]

    def _effort(self) -> str:
        clock = f" in {self._spent:,.1f} seconds" if self._limit is not None else ""
        return f"{clock}! With help, so it is not counted." if self._helped else f"{clock}!"

    def _stop(self, rest: str) -> Answer:
        here = self._position
        if rest:
            message = f"{quote(rest)} follows =; type = alone to stop, or an expression before it"
            raise IllegalMoveError(message)
        if here.moves and here.moves[-1] == STOP:
            message = f"there is nothing to stop: {self._ending}"
            raise IllegalMoveError(message)
        told = f"You stop with {here.answer:,}: {away(here.distance)}."
        if here.distance:
            # Everything is thought out before anything is changed: whoever loses patience loses nothing else.
            # Numbers that are too large for the solver are not too large to stop with.
            with suppress(LimitExceededError):
                best = solve(self._start)
                closer = f"Possible was {best.answer:,}, {away(best.distance)}: a shows how, u undoes."
                told += "\n" + (closer if best.distance < here.distance else "Nothing closer was possible.")
        if not here.is_over():
            self._session.play(STOP)
            self._mark(len(here.moves), len(here.moves) + 1)
        self._finish()
        return Answer("stop", f"{told} n deals again.", {"value": here.answer})

    def _undo(self, _: str) -> Answer:
        now = len(self._position.moves)
        if not now:
            message = "there is nothing to undo: nothing has been calculated"
            raise IllegalMoveError(message)
        goal = max(mark for mark in self._marks if mark < now)
        while len(self._position.moves) > goal:
            self._session.undo()
        return Answer("undo", f"Undone; r does it again. {_closest_line(self._position)}")

    def _redo(self, _: str) -> Answer:
        now = len(self._position.moves)
        self._session.redo()
        goal = min((mark for mark in self._marks if mark > now), default=now + 1)
        while len(self._position.moves) < goal:
            self._session.redo()
        moves = ", ".join(map(str, self._position.moves[now:]))
        return Answer("redo", f"Done again: {moves}. {_closest_line(self._position)}")

    def _new(self, text: str) -> Answer:
        start = self._read_game(text.strip()) if text.strip() else self._dealing()
        told = []
        if not self._finished and self._position.moves:
            self._finish()
            told.append(f"You left the last game with {self._position.answer:,}: {away(self._position.distance)}.")
        self._open(start)
        return Answer("new", "\n".join((*told, self.begin().message)))

    def _read_game(self, text: str) -> PursuitPosition:
        if text.startswith(f"{PursuitPosition.game}:"):
            return PursuitPosition.from_id(text)
        matched = _NEW_GAME.match(text)
        if not matched:
            message = f"{quote(text)} is no game; write numbers and a target, as in n 3 6 9 10 50 100 -> 951"
            raise IllegalMoveError(message)
        try:
            numbers = [whole(word) for word in matched[1].replace(",", " ").split()]
            return PursuitPosition.new(numbers, whole(matched[2]), self._position.rules)
        except click.UsageError as error:
            raise IllegalMoveError(error.message) from error

    # -- questions -----------------------------------------------------------------------------------------------

    def _help(self, _: str) -> Answer:
        width = max(map(len, COMMANDS))
        return Answer("help", "\n".join(f"{keys:<{width}}  {meaning}" for keys, meaning in COMMANDS.items()))

    def _hint(self, _: str) -> Answer:
        if self._position.distance == 0:
            return Answer(
                "hint", "You have hit the target. = stops, n deals again.", {"step": None, "best_distance": 0}
            )
        result = solve(self._position)
        steps = [move for move in result.moves if isinstance(move, Step)]
        distance = result.distance
        if not steps:
            told = [
                f"Nothing that is left comes closer than {self._position.answer:,}, {away(self._position.distance)}."
            ]
            told += self._better_before(distance)
            return Answer("hint", "\n".join(told), {"step": None, "best_distance": distance})
        self._helped = True
        (shown,) = printed_steps([_written(steps[0])])
        message = f"Try {shown}: then {away(distance)} is possible, in {count_of(len(steps), 'step')} from here."
        return Answer(
            "hint",
            "\n".join((message, *self._better_before(distance))),
            {"step": str(steps[0]), "best_distance": distance},
        )

    def _better_before(self, distance: int) -> list[str]:
        """Tell whether more was possible at the start."""
        if not self._position.moves or distance == 0:
            return []
        try:
            best = solve(self._start)
        except LimitExceededError:
            return []
        if best.distance >= distance:
            return ["Nor was anything closer possible with all the numbers."]
        return [f"With all the numbers, {best.answer:,} was possible, {away(best.distance)}: u undoes."]

    def _best(self, _: str) -> Answer:
        result = solve(self._position)
        if result.expression is None:
            message = "No whole number can be made by these rules from here."
        else:
            message = f"Best still possible from here: {result.answer:,}, {away(result.distance)}."
        lines = (message, *self._better_before(result.distance))
        return Answer("best", "\n".join(lines), {"best": result.answer, "best_distance": result.distance})

    def _answer(self, _: str) -> Answer:
        start = self._start
        found = solve(start)
        self._helped = True
        if found.expression is None:
            return Answer("answer", "No whole number can be made by these rules.", {"solutions": []})
        listed = [found.expression]
        with suppress(LimitExceededError):
            listed = solutions.solutions(start.numbers, found.answer, start.rules, _SOLUTIONS_SHOWN + 1) or listed
        lines = [*printed_steps(found.expression.step_lines), answer_line(found.expression, found.distance)]
        others = [one for one in listed if one != found.expression][: _SOLUTIONS_SHOWN - 1]
        if others:
            lines.append("Others: " + ", ".join(map(tight, others)) + (" ..." if len(listed) > len(others) + 1 else ""))
        data = {"value": found.answer, "solutions": [str(found.expression), *map(str, others)]}
        return Answer("answer", "\n".join(lines), data | {"best_distance": found.distance})

    def _targets(self, _: str) -> Answer:
        start = self._start
        high = max(_MOST_TARGETS, start.target)
        found = targets(start.numbers, 1, min(2 * high, MAX_TARGET), start.rules)
        nearest = Nearest.of(found, start.target, high)
        near = [target for target in found.targets if abs(target - start.target) <= _NEAR]
        lines = [f"These numbers reach {nearest.count:,} of the targets {nearest.low:,} to {nearest.high:,}."]
        if start.target not in near:
            lines = [f"{reach_line(nearest, start.target)}."]
        lines.append(f"In reach within {_NEAR} of {start.target:,}: {' '.join(f'{one:,}' for one in near) or 'none'}.")
        told = map_line(start)
        lines.append(told[0].upper() + told[1:])
        data = {"count": nearest.count, "low": nearest.low, "high": nearest.high, "near": near}
        return Answer("targets", "\n".join(lines), data)

    def _show_id(self, _: str) -> Answer:
        return Answer("id", f"{self._position.id}\nResume with: {self.scene.resume}")


def run(play: Play, view: View) -> None:
    """Play until there is no more input.

    Parameters
    ----------
    play
        The game.
    view
        Where it is seen.
    """
    answer = play.begin()
    while True:
        try:
            view.show(play.scene, answer)
            begin = time.monotonic()
            line = view.ask()
        except (EOFError, KeyboardInterrupt):
            break
        if line.strip().lower() in {"q", "quit", "exit"}:
            break
        answer = play.answer(line, time.monotonic() - begin)
    view.leave(play.scene)


def _written(step: Step) -> str:
    return f"{write_number(step.left)} {step.operator} {write_number(step.right)}"


def _closest_line(position: PursuitPosition) -> str:
    """Tell how far a player has come."""
    if position.distance == 0:
        return f"That is {position.target:,}: a hit."
    if position.rules.use_all and len(position.table) > 1:
        return f"{len(position.table)} numbers are left, and all must be used."
    if position.is_over():
        return f"{position.answer:,}, {away(position.distance)}, and nothing is left to calculate: = stops, u undoes."
    return f"Closest now: {position.answer:,}, {away(position.distance)}."


def _check_operators(text: str, rules: Rules) -> None:
    """Complain about the first operator that the rules forbid, whatever else is wrong."""
    for place, sign in enumerate(text):
        if sign in SIGNS and SIGNS[sign] not in rules.operators:
            what = f"the operator {quote(sign)} is not allowed here; use {' '.join(rules.operators)}"
            message = f"{quote(sign)} at character {place + 1}: {what}"
            raise ExpressionError(message, text, place, place + 1)


def _check_claim(value: Number, claim: str, text: str) -> None:
    """Check what was written behind ``=``, if anything was."""
    if claim.strip() and claim.strip() != str(value):
        message = f"{quote(text)} is {value}, not {quote(claim.strip())}; leave out what follows =, or correct it"
        raise IllegalMoveError(message)


def _pointer(error: ExpressionError) -> tuple[str, str]:
    """Underline what is wrong; of a text that is wider than the terminal, what is near it."""
    width = min(shutil.get_terminal_size().columns, _WIDEST) - 1
    text, carets = error.pointer().split("\n")
    first = 0 if len(text) <= width else max(0, error.start - width // 2)
    return text[first : first + width], carets[first : first + width]
