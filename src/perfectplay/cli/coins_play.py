"""A game of greedy coins at the terminal: what a person may type, and the answers.  `coins_screen` shows them."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from perfectplay.cli.coins_text import outcome, shortened
from perfectplay.cli.playing import Answer
from perfectplay.coins.answers import number
from perfectplay.coins.coach import Advice, Coach
from perfectplay.coins.opponents import Opponent, choose, expected_margin
from perfectplay.coins.rules import Coin, CoinsPosition, parse_coins
from perfectplay.core.errors import IllegalMoveError, LimitExceededError, PerfectPlayError, quote
from perfectplay.core.session import Session

__all__ = ["COMMANDS", "KEYS", "Play", "Scene", "View", "run"]

_MOVES_SHOWN = 12
_MAX_EXPECTED = 100
"""Most coins on the table for which averages over the opponent's moves are offered: they take a second or less."""
_MAX_REVIEWED = 1_000
"""Longest game whose mistakes are added up at its end."""
_MAX_TRIANGLE = 10
"""Most coins whose triangle fits into 24 lines."""
_PART = "perfectplay coins table shows a part with --from I --to J, and draws it with --svg FILE"
_ALICE = re.compile(r"\A(?:Alice|Bob  )")
_NAMES = {"Alice": "you  ", "Bob  ": "opp  "}
_CAPTIONS = {
    "A": "Your points from each part on; strokes lead to what a best move leaves.",
    "S": "By how much whoever moves wins each part; strokes lead to what a best move leaves.",
    "M": "The best move in each part of the row; strokes lead to what it leaves.",
}

COMMANDS: Mapping[str, str] = {
    "L": "take the coin at the left end; R: at the right end; as written below the coins if there are several rows",
    "h": "hint: a best move",
    "m": "all moves: what each leads to, and what it costs",
    "b": "the best result still possible from here, and what is certain",
    "t": "the triangle: your points for every part of the row; t S: the margins, t M: the best moves",
    "u": "undo your last move",
    "y": "yes, play it again: redo what was undone",
    "s": "show the id of this position, and the command that goes on from it",
    "n": "begin again; n 1 2 4 3: a new game with these coins",
    "q": "quit; shows the id, too",
}
"""What can be typed, with its meaning."""

KEYS: Mapping[str, str] = {
    "?": "help",
    "h": "hint",
    "m": "moves",
    "b": "best possible",
    "t": "triangle",
    "u": "undo",
    "q": "quit",
}
"""The same in a few words, for the screen's last line."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that can be seen.

    Attributes
    ----------
    position
        The position now.
    human
        0 if the person is the first player, 1 if the second.
    opponent
        Name of the other player, as on the command line.
    """

    position: CoinsPosition
    human: int
    opponent: str

    @property
    def yours(self) -> Coin:
        """The person's total so far."""
        return self.position.scores()[self.human]

    @property
    def theirs(self) -> Coin:
        """The opponent's total so far."""
        return self.position.scores()[1 - self.human]

    @property
    def resume(self) -> str:
        """The command that goes on from here."""
        second = " --second" if self.human else ""
        opponent = "" if self.opponent == "perfect" else f" --opponent {self.opponent}"
        return f"perfectplay coins play --position {self.position.id}{opponent}{second}"


class View(Protocol):
    """Where the game is seen and typed."""

    def ask(self) -> str:
        """Read a line; raises `EOFError` when there is none."""
        ...

    def show(self, scene: Scene, answer: Answer) -> None:
        """Show the coins and what was said."""
        ...

    def leave(self, scene: Scene) -> None:
        """Say goodbye in a way that loses nothing."""
        ...


class Play:
    """The commands.

    Parameters
    ----------
    start
        Where to begin; if it is the opponent's turn, the opponent moves at once.
    opponent
        Who plays against the person.
    name
        The opponent's name, as on the command line.
    human
        0 if the person is the first player, 1 if the second.
    source
        Where the opponent's chance comes from.
    """

    def __init__(self, start: CoinsPosition, opponent: Opponent, name: str, human: int, source: random.Random) -> None:
        self._session = Session(start)
        self._opponent = opponent
        self._name = name
        self._human = human
        self._source = source
        self._commands: dict[str, Callable[[str], Answer]] = {
            "?": self._help,
            "h": self._hint,
            "m": self._moves,
            "b": self._best,
            "t": self._triangle,
            "u": self._undo,
            "y": self._redo,
            "s": self._show_id,
            "n": self._new,
        }

    @property
    def scene(self) -> Scene:
        """What can be seen now."""
        return Scene(self._position, self._human, self._name)

    @property
    def _position(self) -> CoinsPosition:
        return self._session.position

    def begin(self) -> Answer:
        """Greet, and let the opponent move if it is the opponent's turn."""
        return self._opened("start", "Take a coin from either end; so does your opponent. The larger total wins.")

    def answer(self, line: str) -> Answer:
        """Do what a line of input says; a problem is an answer, too, and changes nothing.

        Parameters
        ----------
        line
            Anything.
        """
        line = line.strip()
        words = line.split(maxsplit=1)
        name, rest = (words[0].lower(), words[1] if len(words) > 1 else "") if words else ("?", "")
        try:
            if name in self._commands:
                return self._commands[name](rest)
            return self._take(line)
        except PerfectPlayError as error:
            return Answer("error", str(error))
        except KeyboardInterrupt:
            return Answer("error", "stopped thinking; nothing has changed")

    # -- moves ---------------------------------------------------------------------------------------------------

    def _take(self, text: str) -> Answer:
        before = Coach(self._position)
        advice = before.advice(self._session.game.parse_move(text, self._position))
        message = f"You took the {shortened(advice.coin)} ({advice.move}). {_judged(advice, before)}"
        after = self._position.play(advice.move)
        data: dict[str, Any] = {"take": advice.move, "coin": number(advice.coin), "cost": number(advice.cost)}
        if after.is_over():
            self._session.play(advice.move)
            return self._forecast("take", [message], data)
        # Everything is thought out before anything is changed: whoever loses patience loses nothing else.
        reply, reply_message, reply_data = self._reply(after)
        self._session.play(advice.move)
        self._session.play(reply)
        return self._forecast("take", [message, reply_message], data | reply_data)

    def _reply(self, position: CoinsPosition) -> tuple[str, str, dict[str, Any]]:
        """Let the opponent move: the move, what to say of it, and the same as data."""
        reply = choose(self._opponent, position, self._source)
        advice = Coach(position).advice(reply)
        message = f"Your opponent took the {shortened(advice.coin)} ({reply})."
        data: dict[str, Any] = {"move": reply, "coin": number(advice.coin), "cost": number(advice.cost), "use": []}
        if advice.cost:
            after = Coach(position.play(reply))
            data["use"] = list(after.best_moves)
            message += f" A mistake: it gives you {shortened(advice.cost)}."
            if after.best_moves:
                message += f" To make use of it, take {_either(after.best_moves)}."
        return reply, message, {"reply": data}

    def _opened(self, event: str, greeting: str) -> Answer:
        """Begin, or go on, on the person's turn."""
        if self._position.is_over() or self._position.to_move == self._human:
            return self._forecast(event, [greeting], {}, quiet=not self._position.moves)
        reply, message, data = self._reply(self._position)
        self._session.play(reply)
        return self._forecast(event, [greeting, message], data)

    def _forecast(self, event: str, lines: list[str], data: Mapping[str, Any], *, quiet: bool = False) -> Answer:
        """Add how the game ends with best play from here, or how it has ended.

        Parameters
        ----------
        event, lines, data
            What happened.
        quiet
            Do not tell people: at the start of a game it is for them to find out.
        """
        coach = Coach(self._position)
        scores = coach.final_scores
        yours, theirs = scores[self._human], scores[1 - self._human]
        found = dict(data) | {"margin": number(yours - theirs)}
        if self._position.is_over():
            lines = [*lines, f"The game is over: {_result(yours, theirs)}."]
            costs = self._costs()
            if costs is not None:
                mine, others = costs
                found |= {"your_cost": number(mine), "opponent_cost": number(others)}
                verdict = "You played perfectly" if mine == 0 else f"Your mistakes cost {shortened(mine)} in all"
                lines.append(f"{verdict}; your opponent's mistakes gave you {shortened(others)}.")
        elif not quiet:
            lines = [*lines, f"With best play from here {_result(yours, theirs)}."]
        return Answer(event, "\n".join(lines), found)

    def _costs(self) -> tuple[Coin, Coin] | None:
        """Add up what both players' mistakes cost, the person's first; ``None`` if that takes too long."""
        if len(self._position.moves) > _MAX_REVIEWED:
            return None
        costs: list[Coin] = [0, 0]
        position = self._position.start()
        for move in self._position.moves:
            costs[position.to_move] += Coach(position).advice(move).cost
            position = position.play(move)
        return costs[self._human], costs[1 - self._human]

    def _undo(self, _: str) -> Answer:
        steps = 0
        while self._session.can_undo:
            self._session.undo()
            steps += 1
            if self._position.to_move == self._human:
                return self._forecast("undo", ["You put your coin back; y takes it again."], {})
        for _step in range(steps):
            # The opponent's first move alone is not undone: the opponent would make it again.
            self._session.redo()
        message = "there is no move of yours to undo"
        raise IllegalMoveError(message)

    def _redo(self, _: str) -> Answer:
        before = len(self._position.moves)
        self._session.redo()
        if self._session.can_redo and self._position.to_move != self._human:
            self._session.redo()
        return self._forecast("redo", [f"Played again: {', '.join(self._position.moves[before:])}."], {})

    # -- questions -----------------------------------------------------------------------------------------------

    def _help(self, _: str) -> Answer:
        return Answer("help", "\n".join(f"{keys}  {meaning}" for keys, meaning in COMMANDS.items()))

    def _hint(self, _: str) -> Answer:
        coach = self._coach("hint")
        best = coach.best_moves
        move, reason = best[0], ""
        rival = "random" if self._name == "perfect" else self._opponent
        if len(best) > 1:
            reason = f" ({_either(best)}: equally good.)"
            if self._position.coins_left <= _MAX_EXPECTED and not self._position.is_over():
                gain: Coin = 0
                with suppress(LimitExceededError):
                    move = coach.best_trap(rival)
                    gain = coach.expected(move, rival) - coach.margin
                if gain > 0:
                    who = "a random opponent" if rival == "random" else "this opponent"
                    reason = f" ({_either(best)} are equally good, but here {who} loses {shortened(gain)} on average.)"
        coin = shortened(coach.advice(move).coin)
        yours, theirs = self._seen(coach)
        message = f"Take {move}, the {coin}: then {_result(yours, theirs)}, or better.{reason}"
        return Answer("hint", message, {"take": move, "best_moves": list(best), "margin": number(yours - theirs)})

    def _moves(self, _: str) -> Answer:
        coach = self._coach("list of moves")
        yours, theirs = self._seen(coach)
        listed = sorted(coach.moves, key=lambda advice: advice.cost)
        lines = [
            f"{advice.move} takes {shortened(advice.coin)}: {outcome(yours - theirs - advice.cost)}"
            + (f" (costs {shortened(advice.cost)})" if advice.cost else " (best)")
            for advice in listed[:_MOVES_SHOWN]
        ]
        if len(listed) > _MOVES_SHOWN:
            lines.append(f"and {len(listed) - _MOVES_SHOWN} more, which are not better")
        data = [
            {"move": a.move, "coin": number(a.coin), "margin": number(yours - theirs - a.cost), "cost": number(a.cost)}
            for a in coach.moves
        ]
        return Answer("moves", "\n".join(lines), {"moves": data})

    def _best(self, _: str) -> Answer:
        coach = self._coach("best result")
        yours, theirs = self._seen(coach)
        lines = [
            f"Best still possible against best play: {_result(yours, theirs)}.",
            f"You can be certain of {shortened(yours)} in all, whatever your opponent does.",
        ]
        data: dict[str, Any] = {"best": number(yours), "margin": number(yours - theirs)}
        parity = coach.parity
        if parity is not None:
            places = f"places 1, 3, ... hold {shortened(parity.odd)}, places 2, 4, ... hold {shortened(parity.even)}"
            lines.append(
                f"Without looking ahead: {places}. Take {parity.move}, then always the end that your opponent took "
                f"from, and you gain at least {shortened(parity.margin)} on your opponent from here on."
            )
            data["parity"] = {"move": parity.move, "margin": number(parity.margin)}
        if self._name != "perfect" and self._position.coins_left <= _MAX_EXPECTED:
            # It may be too much work, or too long a number for a program.
            with suppress(LimitExceededError):
                mean = self._lead() + expected_margin(self._position, self._opponent)
                lines.append(f"Against this opponent ({self._name}), at best, {outcome(mean)} on average.")
                data["expected"] = number(mean)
        return Answer("best", "\n".join(lines), data)

    def _triangle(self, text: str) -> Answer:
        what = text.strip().upper() or "A"
        if what not in {"A", "M", "S"}:
            message = (
                f"there is no triangle of {quote(text)}; t A shows your points, t S the margins, t M the best moves"
            )
            raise IllegalMoveError(message)
        live = [component for component in self._coach("triangle").position.components if component.coins]
        if len(live) > 1 or live[0].kind != "row":
            message = "a triangle is of a single row with two open ends; m compares the moves"
            raise IllegalMoveError(message)
        coins = live[0].coins
        if len(coins) > _MAX_TRIANGLE:
            message = f"the triangle of {len(coins)} coins is too wide here, {_MAX_TRIANGLE} fit; {_PART}"
            raise IllegalMoveError(message)
        # Drawing brings numpy along: loaded when a picture is wanted.
        from perfectplay.coins.draw import triangle_text  # noqa: PLC0415

        drawn = triangle_text(coins, cast(Literal["A", "M", "S"], what))
        # It is the person's turn, so Alice is "you" here.
        lines = [_ALICE.sub(lambda name: _NAMES[name[0]], line) for line in drawn.splitlines()]
        width, room = max(map(len, lines)), shutil.get_terminal_size().columns
        if width > room:
            message = f"the triangle is {width} characters wide, and here is room for {room}; {_PART}"
            raise IllegalMoveError(message)
        return Answer("triangle", "\n".join((_CAPTIONS[what], *lines)), {"of": what})

    def _show_id(self, _: str) -> Answer:
        return Answer("id", f"{self._position.id}\nResume with: {self.scene.resume}")

    def _new(self, text: str) -> Answer:
        start = CoinsPosition.new(parse_coins(text)) if text.strip() else self._position.start()
        self._session = Session(start)
        return self._opened("new", "A new game.")

    # -- helpers -------------------------------------------------------------------------------------------------

    def _coach(self, what: str) -> Coach:
        if self._position.is_over():
            message = f"there is no {what}: the game is over; u undoes, n begins again"
            raise IllegalMoveError(message)
        return Coach(self._position)

    def _seen(self, coach: Coach) -> tuple[Coin, Coin]:
        """Both final totals with best play from a position, the person's first."""
        scores = coach.final_scores
        return scores[self._human], scores[1 - self._human]

    def _lead(self) -> Coin:
        """How far the person is ahead so far."""
        scene = self.scene
        return scene.yours - scene.theirs


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
            line = view.ask()
        except (EOFError, KeyboardInterrupt):
            break
        if line.strip().lower() in {"q", "quit", "exit"}:
            break
        answer = play.answer(line)
    view.leave(play.scene)


def _judged(advice: Advice, before: Coach) -> str:
    """Say what a move of the person's was worth."""
    if advice.cost:
        return f"A mistake: it cost you {shortened(advice.cost)}; {_either(before.best_moves)} was better."
    if len(before.moves) == 1:
        return "There was no other."
    return "A best move." if before.worst_cost else "Every move was equally good."


def _either(moves: Sequence[str]) -> str:
    shown = list(moves[:_MOVES_SHOWN])
    if len(moves) > _MOVES_SHOWN:
        return f"{', '.join(shown)}, ... ({len(moves)} moves)"
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _result(yours: Coin, theirs: Coin) -> str:
    return f"{outcome(yours - theirs)}, {shortened(yours)} to {shortened(theirs)}"
