"""The factor game in the terminal: describe the gains and costs of moves, and choose the opponent's moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from perfectplay.cli.games import PERSON, numbers
from perfectplay.cli.games.duel import Duel
from perfectplay.cli.games.numbers import Cell
from perfectplay.cli.games.repl import Line, Said, Scene
from perfectplay.cli.output import show_progress
from perfectplay.core.errors import IllegalMoveError, PerfectPlayError
from perfectplay.core.question import Work
from perfectplay.core.session import Session
from perfectplay.factorgame.questions import AskOpponent
from perfectplay.factorgame.rules import FactorPosition

_MOVES_SHOWN = 60
_MINE, _THEIRS, _WASTED, _TAKEABLE, _WAITING = "+", "x", "-", "", "."
_STYLES = {_MINE: "bold green", _THEIRS: "red", _WASTED: "dim", _TAKEABLE: "bold", _WAITING: "dim"}


class FactorPlay(Duel[FactorPosition]):
    """A factor game in the terminal.

    Parameters
    ----------
    start
        The first position; if it is the opponent's turn, the opponent moves at once.
    name
        The opponent's name, or `perfectplay.cli.games.PERSON`.
    human
        0 if the user is the first player, 1 if the second.
    seed
        Seed of the opponent's random choices.
    time_limit
        Maximum number of seconds that the solver may take for each question.
    """

    prompt = "take> "
    moves_help: ClassVar[Sequence[tuple[str, str]]] = (
        ("12", "take 12; the other player gets its divisors"),
        ("? 12", "what 12 would bring to both, and what it would cost"),
    )
    meanings: ClassVar[Mapping[str, str]] = {
        "moves": "all legal moves with what they bring, the largest gain first",
        "new": "begin again; n 49: a new game on 1 to 49",
    }

    def __init__(self, start: FactorPosition, name: str, human: int, seed: int, time_limit: float) -> None:
        self._seed = seed
        self._who = ("player 1", "player 2") if name == PERSON else ("you", f"opponent ({name})")
        whose = ("player 1's", "player 2's") if name == PERSON else ("yours", "your opponent's")
        meanings = zip((_MINE, _THEIRS, _TAKEABLE, _WAITING), (*whose, "takeable", "without a divisor"), strict=True)
        self.legend: Sequence[tuple[str, str, str]] = [(f"{mark}7", _STYLES[mark], text) for mark, text in meanings]
        super().__init__(start, name, 0 if name == PERSON else human, time_limit=time_limit)

    @property
    def greeting(self) -> str:
        """Return the rules in a sentence."""
        wasted = " A number without divisors wastes the turn." if self.position.passing else ""
        return f"Take a number; the other player gets all its divisors that are left. The larger sum wins.{wasted}"

    @property
    def resume(self) -> str:
        """Return the command that continues from here, with the same random choices of the opponent."""
        luck = f" --seed {self._seed}" if self._name not in {"perfect", "greedy", PERSON} else ""
        return super().resume.replace("--position ", "", 1) + luck

    def scene(self) -> Scene:
        """Describe both scores, and whose turn it is."""
        mine, theirs = self.seen(self.position.points)
        status = f"{self._who[0]} {_MINE} {mine}   {self._who[1]} {_THEIRS} {theirs}"
        if self._name == PERSON and not self.position.is_over():
            status += f"   {self._who[self.position.to_move]} to move"
        title = f"Factor game, 1 to {self.position.n}"
        return Scene(title, status, {"player": mine, "opponent": theirs})

    def board(self, width: int, height: int) -> list[Line]:
        """Draw the board."""
        return numbers.board(self._cells(), _STYLES, width, height)

    def _cells(self) -> list[Cell]:
        position, marks = self.position, dict[int, str]()
        line = list(Session.replay(position))
        for before, move in zip(line[:-1], position.moves, strict=True):
            mover, opponent = (_MINE, _THEIRS) if before.to_move == self._human else (_THEIRS, _MINE)
            marks |= dict.fromkeys(before.given(move), opponent)
            marks[move] = mover if before.given(move) else _WASTED
        marks |= {number: _TAKEABLE if position.given(number) else _WAITING for number in position.left}
        return [Cell(marks[number], number, number not in position.left) for number in range(1, position.n + 1)]

    def fresh(self, text: str) -> FactorPosition:
        """Return a starting position with the requested board, or with this game's board if the text is empty."""
        return FactorPosition.from_id(f"{self.position.game}:{text}") if text else self.position.start()

    # -- moves ---------------------------------------------------------------------------------------------------

    def move(self, text: str) -> Said:
        """Take a number for the user, and let the opponent reply."""
        before = self.position
        number = self.session.game.parse_move(text, before)
        after = before.play(number)
        who = f"Player {before.to_move + 1}" if self._name == PERSON else "You"
        message = f"{who} took {number}: {self._brings(before, number)}."
        said = "\n".join(filter(None, (message, self.mistake(before, after))))
        return self.turn(number, said, take=number, **_gains(before, number))

    def _brings(self, position: FactorPosition, number: int) -> str:
        own, theirs = position.gains(number)
        if not own:
            return "no points, the turn is wasted"
        mine, others = ("you", "your opponent") if self.is_turn(len(position.moves)) else ("your opponent", "you")
        if self._name == PERSON:
            mine, others = self._who[position.to_move], self._who[1 - position.to_move]
        given = ", ".join(map(str, sorted(position.given(number))))
        return f"{own} for {mine}, {theirs} for {others} ({given})"

    def reply(self, position: FactorPosition) -> tuple[int, str, Mapping[str, Any]]:
        """Choose the opponent's move."""
        question = AskOpponent(position=position, opponent=self._name, seed=self._seed)
        with show_progress(quiet=self.quiet) as progress:
            answer = question.answer(Work(progress=progress, time_limit=self._time_limit))
        message = f"Your opponent took {answer.move}: {self._brings(position, answer.move)}."
        if self._name == "perfect" and not answer.proven:
            message += " It is the best move found in time; whether another is better is not known."
        elif self.coaching and not answer.proven:
            cost = self.cost(position, position.play(answer.move))
            message += f" A mistake: it gives you {cost}." if cost else ""
        return answer.move, message, {"reply": {"take": answer.move, **_gains(position, answer.move)}}

    def verdict(self, _: str) -> tuple[Sequence[str], Mapping[str, Any]]:
        """Name the winner of a finished game, and the result that best play from the start gives."""
        if not self.position.is_over():
            return (), {}
        mine, theirs = self.seen(self.position.points)
        # If two people play, put the winner's points first.
        totals = sorted((mine, theirs), reverse=True) if self._name == PERSON else (mine, theirs)
        lines = [f"The game is over: {self._outcome(mine - theirs)}, {totals[0]} to {totals[1]}."]
        data: dict[str, Any] = {"lead": mine - theirs}
        try:
            best = self.think(self.position.start())
        except PerfectPlayError:
            return lines, data
        if best.status == "optimal":
            lead = self._lead(best.value)
            lines.append(f"With best play by both from the start: {self._outcome(lead)}.")
            data["best"] = lead
        return lines, data

    # -- questions -----------------------------------------------------------------------------------------------

    def hint(self, _: str) -> Said:
        """Name the best known move, and the final lead if both players play perfectly after it."""
        if self.position.is_over():
            raise IllegalMoveError("there is no hint: the game is over; u undoes, n begins again")
        result = self.think(self.position)
        move, lead = result.moves[0], self._lead(result.value)
        sentence = (
            f"with best play, {self._outcome(lead)}" if result.status == "optimal" else "it is the best found in time"
        )
        return Said("hint", f"Take {move}: {sentence}.", {"take": move, "lead": lead, "status": result.status})

    def best(self, _: str) -> Said:
        """Describe the result of best play from here."""
        result = self.think(self.position)
        least, most = sorted(map(self._lead, (result.lower, result.upper)))
        if least == most:
            message = f"With best play by both from here: {self._outcome(least)} (proven)."
            return Said("best", message, {"lead": least, "status": "optimal"})
        whose = "the lead of player 1" if self._name == PERSON else "your lead"
        message = f"What best play leads to was not settled in time; {whose} is between {least} and {most}."
        return Said("best", message, {"lead": self._lead(result.value), "status": result.status})

    def preview(self, text: str) -> Said:
        """Describe the gain and the cost of a move."""
        position = self.position
        number = self.session.game.parse_move(text, position)
        after = position.play(number)
        cost = self.cost(position, after)
        message = f"{number}: {self._brings(position, number)}" + (f"; it costs {cost}." if cost else ".")
        return Said("preview", message, {"take": number, **_gains(position, number)})

    def moves(self, _: str) -> Said:
        """List all moves with their gains."""
        position = self.position
        legal = sorted(position.legal_moves(), key=lambda number: (-position.net(number), number))
        if not legal:
            return Said("moves", "There is no legal move: the game is over.", {"moves": []})
        title = "Legal moves, the largest gain first"
        if len(legal) > _MOVES_SHOWN:
            title = f"The first {_MOVES_SHOWN} of {len(legal)} legal moves, by what they gain at once"
        moves = "  ".join("{}({}:{})".format(number, *position.gains(number)) for number in legal[:_MOVES_SHOWN])
        data = [{"take": number, **_gains(position, number)} for number in legal]
        return Said("moves", f"{title}, as move(own points:the other's):\n{moves}", {"moves": data})

    def _lead(self, value: int) -> int:
        """Return the lead of the user, or of player 1 if two people play, from that of player 1."""
        return -value if self._human else value

    def _outcome(self, lead: int) -> str:
        if not lead:
            return "a tie"
        if self._name == PERSON:
            return f"player {1 if lead > 0 else 2} wins by {abs(lead)}"
        return f"you {'win' if lead > 0 else 'lose'} by {abs(lead)}"


def _gains(position: FactorPosition, number: int) -> dict[str, Any]:
    return {"given": sorted(position.given(number)), "gains": list(position.gains(number))}
