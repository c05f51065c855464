"""Greedy coins in the terminal: describe the costs and results of moves, and draw the coins."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Literal, cast

from perfectplay.cli.coins.text import outcome, shortened
from perfectplay.cli.games.duel import Duel
from perfectplay.cli.games.repl import Line, Said, Scene, Slot, Verb, drawn, refuse
from perfectplay.coins.coach import Advice, Coach
from perfectplay.coins.opponents import choose, expected_margin
from perfectplay.coins.rules import Coin, CoinsPosition, Stretch, parse_coins, take
from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.game.opponents import Opponent
from perfectplay.core.schema import exact

_MOVES_SHOWN = 12
_MAX_EXPECTED = 100
"""Maximum number of coins for which averages over the opponent's moves are computed; this takes up to a second."""
_MAX_REVIEWED = 1_000
"""Maximum length of a game for which the costs of all mistakes are added up at its end."""
_MAX_TRIANGLE = 10
"""Maximum number of coins for which the triangle of values fits into 24 lines."""
_PART = "perfectplay coins table shows a part with --from I --to J, and draws it with --svg FILE"
_ALICE = re.compile(r"\A(?:Alice|Bob  )")
_NAMES = {"Alice": "you  ", "Bob  ": "opp  "}
_CAPTIONS = {
    "A": "Your points from each part on; strokes lead to what a best move leaves.",
    "S": "By how much the player to move wins each part; strokes lead to what a best move leaves.",
    "M": "The best move in each part of the row; strokes lead to what it leaves.",
}

_DIGITS = 15
_MARGIN = 2

_YOU, _OPPONENT = "you", "opp"
_STYLES = {_YOU: "green", _OPPONENT: "red", "end": "bold reverse", "sign": "dim"}
"""Styles of slots by kind: a coin's owner, a coin that can be taken (``end``), or a sign. Other coins have no style."""
_LEGEND = (
    ("L R", "bold", "= type it to take the coin above"),
    (_YOU, _STYLES[_YOU], "= yours"),
    (_OPPONENT, _STYLES[_OPPONENT], "= your opponent's"),
)
"""Words of the legend, each with its style and meaning."""

_MOVE = re.compile(r"(\d*)([LR]|K\d+)\Z")


class CoinsPlay(Duel[CoinsPosition]):
    """A game of coins in the terminal.

    Parameters
    ----------
    name
        The opponent's name, as on the command line.
    human
        0 if the user is the first player, 1 if the second.
    source
        Random numbers for the opponent.
    """

    prompt = "take> "
    greeting = "Take a coin from either end; so does your opponent. The larger total wins."
    legend: Sequence[tuple[str, str, str]] = _LEGEND
    moves_help: ClassVar[Sequence[tuple[str, str]]] = (
        ("L R", "take the coin at this end; what is written below a coin takes it"),
    )
    meanings: ClassVar[Mapping[str, str]] = {
        "moves": "all moves: what each leads to, and what it costs",
        "best": "the best result still possible from here, and what is certain",
        "new": "begin again; n 1 2 4 3: a new game with these coins",
    }
    shared_as_moves: ClassVar[frozenset[str]] = frozenset("r")
    talk = 5

    def __init__(self, start: CoinsPosition, opponent: Opponent, name: str, human: int, source: random.Random) -> None:
        self._opponent = opponent
        self._source = source
        super().__init__(start, name, human)

    def own_verbs(self) -> Sequence[Verb]:
        """Return the additional command, which shows the triangle of values."""
        return (
            Verb(("t", "triangle"), "your points for every part of the row; t S: margins, t M: moves", self._triangle),
        )

    def scene(self) -> Scene:
        """Describe the number of coins, both totals and the sum left on the table."""
        rows = self.position.start_components
        size = sum(len(row.coins) for row in rows)
        title = f"Greedy coins: {size} coin{'s' * (size > 1)}" + (f" in {len(rows)} rows" if len(rows) > 1 else "")
        yours, theirs = self.seen(self.position.scores())
        left = shortened(sum(sum(component.coins) for component in self.position.components))
        scores = f"you {shortened(yours)}   opponent ({self._name}) {shortened(theirs)}"
        state = {"player": yours, "opponent": theirs}
        return Scene(title, f"{scores}   on the table {left}", state)

    def board(self, width: int, height: int) -> list[Line]:
        """Draw the coins."""
        return board(self.position, self._human, width, height)

    def fresh(self, text: str) -> CoinsPosition:
        """Return a starting position with the given coins, or with this game's coins if none are given."""
        return CoinsPosition.new(parse_coins(text)) if text else self.position.start()

    # -- moves ---------------------------------------------------------------------------------------------------

    def move(self, text: str) -> Said:
        """Take a coin for the user, and let the opponent reply."""
        before = Coach(self.position)
        advice = before.advice(self.session.game.parse_move(text, self.position))
        message = f"You took the {shortened(advice.coin)} ({advice.move}). {_judged(advice, before)}"
        return self.turn(advice.move, message, take=advice.move, coin=advice.coin, cost=advice.cost)

    def reply(self, position: CoinsPosition) -> tuple[str, str, dict[str, Any]]:
        """Choose the opponent's move; return it with its description and the data for programs."""
        reply = choose(self._opponent, position, self._source)
        advice = Coach(position).advice(reply)
        message = f"Your opponent took the {shortened(advice.coin)} ({reply})."
        data: dict[str, Any] = {"move": reply, "coin": advice.coin, "cost": advice.cost, "use": []}
        if advice.cost:
            after = Coach(position.play(reply))
            data["use"] = list(after.best_moves)
            message += f" A mistake: it gives you {shortened(advice.cost)}."
            if after.best_moves:
                message += f" To make use of it, take {_either(after.best_moves)}."
        return reply, message, {"reply": data}

    def verdict(self, event: str) -> tuple[list[str], dict[str, Any]]:
        """Describe how the game ends with best play from here, or how it has ended."""
        yours, theirs = self.seen(Coach(self.position).final_scores)
        facts: dict[str, Any] = {"margin": yours - theirs}
        if not self.position.is_over():
            # At the start of a game, users should find the best result themselves.
            quiet = event in {"start", "new"} and not self.position.moves
            return [] if quiet else [f"With best play from here {_result(yours, theirs)}."], facts
        lines = [f"The game is over: {_result(yours, theirs)}."]
        if len(self.position.moves) <= _MAX_REVIEWED:
            mine, others = self._costs()
            facts |= {"your_cost": mine, "opponent_cost": others}
            sentence = "You played perfectly" if mine == 0 else f"Your mistakes cost {shortened(mine)} in all"
            lines.append(f"{sentence}; your opponent's mistakes gave you {shortened(others)}.")
        return lines, facts

    def _costs(self) -> tuple[Coin, Coin]:
        """Return the total cost of each player's mistakes, the user's first."""
        costs: list[Coin] = [0, 0]
        position = self.position.start()
        for move in self.position.moves:
            costs[position.to_move] += Coach(position).advice(move).cost
            position = position.play(move)
        return self.seen((costs[0], costs[1]))

    # -- questions -----------------------------------------------------------------------------------------------

    def hint(self, _: str) -> Said:
        """Name a best move; if there are several, name the one that traps this opponent best."""
        coach = self._coach("hint")
        best = coach.best_moves
        move = best[0]
        rival = "random" if self._name == "perfect" else self._opponent
        if len(best) > 1 and self.position.coins_left <= _MAX_EXPECTED:
            with suppress(LimitExceededError):
                move = coach.best_trap(rival)
        coin = shortened(coach.advice(move).coin)
        yours, theirs = self.seen(coach.final_scores)
        message = f"Take {move}, the {coin}: then {outcome(yours - theirs)}."
        return Said("hint", message, {"take": move, "best_moves": list(best), "margin": yours - theirs})

    def moves(self, _: str) -> Said:
        """List the moves with their results and costs, the best first."""
        coach = self._coach("list of moves")
        yours, theirs = self.seen(coach.final_scores)
        listed = sorted(coach.moves, key=lambda advice: advice.cost)
        lines = [
            f"{advice.move} takes {shortened(advice.coin)}: {outcome(yours - theirs - advice.cost)}"
            + (f" (costs {shortened(advice.cost)})" if advice.cost else " (best)")
            for advice in listed[:_MOVES_SHOWN]
        ]
        if len(listed) > _MOVES_SHOWN:
            lines.append(f"and {len(listed) - _MOVES_SHOWN} more, which are not better")
        data = [
            {"move": a.move, "coin": a.coin, "margin": yours - theirs - a.cost, "cost": a.cost} for a in coach.moves
        ]
        return Said("moves", "\n".join(lines), {"moves": data})

    def best(self, _: str) -> Said:
        """Describe the best result that is still possible, and the result that the user can force."""
        coach = self._coach("best result")
        yours, theirs = self.seen(coach.final_scores)
        lines = [
            f"Best still possible against best play: {_result(yours, theirs)}.",
            f"You can be certain of {shortened(yours)} in all, whatever your opponent does.",
        ]
        data: dict[str, Any] = {"best": yours, "margin": yours - theirs}
        parity = coach.parity
        if parity is not None:
            places = f"places 1, 3, ... hold {shortened(parity.odd)}, places 2, 4, ... hold {shortened(parity.even)}"
            lines.append(
                f"Without looking ahead: {places}. Take {parity.move}, then always the end that your opponent took "
                f"from, and you gain at least {shortened(parity.margin)} on your opponent from here on."
            )
            data["parity"] = {"move": parity.move, "margin": parity.margin}
        if self._name != "perfect" and self.position.coins_left <= _MAX_EXPECTED:
            # The computation may take too long, or its result may have too many digits for programs.
            with suppress(LimitExceededError):
                ahead, behind = self.seen(self.position.scores())
                mean = ahead - behind + expected_margin(self.position, self._opponent)
                lines.append(f"Against this opponent ({self._name}), at best, {outcome(mean)} on average.")
                data["expected"] = exact(mean)
        return Said("best", "\n".join(lines), data)

    def _triangle(self, text: str) -> Said:
        subject = text.strip().upper() or "A"
        if subject not in {"A", "M", "S"}:
            refuse(f"there is no triangle {quote(text)}; t A shows your points, t S the margins, t M the best moves")
        live = [component for component in self._coach("triangle").position.components if component.coins]
        if len(live) > 1 or live[0].kind != "row":
            refuse("a triangle is of a single row with two open ends; m compares the moves")
        coins = live[0].coins
        if len(coins) > _MAX_TRIANGLE:
            refuse(f"the triangle of {len(coins)} coins is too wide here, {_MAX_TRIANGLE} fit; {_PART}")
        from perfectplay.coins.pictures.triangle import triangle_text

        drawn = triangle_text(coins, cast(Literal["A", "M", "S"], subject))
        # Alice in this text is the player to move, in this case the user, so write "you" instead.
        lines = [_ALICE.sub(lambda name: _NAMES[name[0]], line) for line in drawn.splitlines()]
        width, room = max(map(len, lines)), shutil.get_terminal_size().columns
        if width > room:
            refuse(f"the triangle is {width} characters wide, and here is room for {room}; {_PART}")
        return Said("triangle", "\n".join((_CAPTIONS[subject], *lines)), {"of": subject})

    def _coach(self, subject: str) -> Coach:
        if self.position.is_over():
            refuse(f"there is no {subject}: the game is over; u undoes, n begins again")
        return Coach(self.position)


def _judged(advice: Advice, before: Coach) -> str:
    """Describe whether the user's move was best, and the cost of a mistake."""
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


# -- how the coins look ---------------------------------------------------------------------------------------------


def slots(position: CoinsPosition, human: int) -> list[list[Slot]]:
    """Return a list of slots for each component; a coin's label is its taker, or the legal move that takes it."""
    starts = position.start_components
    labels: dict[tuple[int, int], str] = {}
    stretches = [Stretch(component.kind, 0, len(component.coins)) for component in starts]
    for turn, move in enumerate(position.moves):
        component, end = _read(move)
        index, stretches[component] = take(stretches[component], end)
        labels[component, index % len(starts[component].coins)] = _YOU if turn % 2 == human else _OPPONENT
    for move in position.legal_moves():
        component, end = _read(move)
        index, _ = take(stretches[component], end)
        labels[component, index % len(starts[component].coins)] = move
    rows = []
    for component, start in enumerate(starts):
        row = [_slot(shortened(coin, _DIGITS), labels.get((component, i), "")) for i, coin in enumerate(start.coins)]
        wall = Slot("|", "", "sign")
        if start.kind == "left":
            row.insert(0, wall)
        elif start.kind == "right":
            row.append(wall)
        elif start.kind == "circle":
            row = [Slot("o-", "", "sign"), *row, Slot("-o", "", "sign")]
        if len(starts) > 1:
            row.insert(0, Slot(f"{component + 1}:", "", "sign"))
        rows.append(row)
    return rows


def _read(move: str) -> tuple[int, str]:
    """Split a legal move into the index of its component, from 0, and the move in it, such as ``L`` or ``K3``."""
    matched = _MOVE.match(move)
    if matched is None:
        raise AssertionError(f"{move!r} is not a move")
    return int(matched[1] or 1) - 1, matched[2]


def _slot(value: str, label: str) -> Slot:
    return Slot(value, label, label if label in _STYLES else "end" if label else "inner")


def layout(position: CoinsPosition, human: int, width: int, height: int) -> tuple[list[list[Slot]], int]:
    """Fit the coins into ``width`` characters and ``height`` lines; each coin keeps its column for the whole game.

    If there are too many, lines whose coins are all taken are left out first, then lines far from the rows' ends.
    """
    # Reserve room for the labels of the starting position, because later labels are not longer.
    start = [slot for row in slots(position.start(), human) for slot in row]
    size = max(len(_YOU), *(max(len(slot.value), len(slot.label)) for slot in start)) + _MARGIN
    fitting = max(3, width // size)
    rows = slots(position, human)
    lines = [row[i : i + fitting] for row in rows for i in range(0, len(row), fitting)]
    if len(lines) > height:
        lines = [line for line in lines if any(slot.kind in {"end", "inner"} for slot in line)] or lines
    ends = [i for i, line in enumerate(lines) if any(slot.kind == "end" for slot in line)] or [0]
    by_use = sorted(range(len(lines)), key=lambda i: min(abs(i - end) for end in ends))
    shown = lines
    for kept in range(len(lines) - 1, 0, -1):
        if len(shown) <= height:
            break
        chosen = set(by_use[:kept])
        shown = [
            lines[i] if i in chosen else [Slot("...", "", "sign")]
            for i in range(len(lines))
            if i in chosen or i == 0 or i - 1 in chosen
        ]
    return shown, size


def board(position: CoinsPosition, human: int, width: int, height: int) -> list[Line]:
    """Draw the coins in the layout of `layout`, each line with a line of labels below it."""
    lines, size = layout(position, human, width, max(1, height // 2))
    return [half for line in lines for half in drawn(((slot, size) for slot in line), _STYLES)]
