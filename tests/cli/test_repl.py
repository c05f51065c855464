"""Test games at the terminal with a game made for this test, in which a player climbs one or two steps at a time."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any, ClassVar

import pytest
from rich.console import Console

from perfectplay.cli.coins.play import CoinsPlay
from perfectplay.cli.games import repl
from perfectplay.cli.games.repl import Line, PlainView, Play, RichView, Said, Scene, Verb, open_view, run
from perfectplay.cli.pursuit.play import PursuitPlay
from perfectplay.cli.taxman.play import TaxmanPlay
from perfectplay.coins import CoinsPosition
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, quote
from perfectplay.core.game.opponents import Perfect
from perfectplay.core.result import Result
from perfectplay.pursuit import PursuitPosition
from perfectplay.taxman import TaxmanPosition
from tests.tables import rows


@dataclass(frozen=True)
class Stair:
    """A stair with a number of steps, and the moves made so far, which have climbed some of the steps."""

    steps: int
    moves: tuple[int, ...] = ()
    game: ClassVar[str] = "stair"

    @property
    def id(self) -> str:
        return f"stair:{self.steps}" + ("/" if self.moves else "") + ".".join(map(str, self.moves))

    @classmethod
    def from_id(cls, text: str) -> Stair:
        found = re.fullmatch(r"stair:(\d+)(?:/([12.]+))?", text)
        if not found:
            raise InvalidPositionError(f"{quote(text)} is not a stair; write it as in stair:5/1.2")
        position = cls(int(found[1]))
        for move in (found[2] or "").split(".") if found[2] else ():
            position = position.play(int(move))
        return position

    def start(self) -> Stair:
        return Stair(self.steps)

    def legal_moves(self) -> tuple[int, ...]:
        return tuple(move for move in (1, 2) if sum(self.moves) + move <= self.steps)

    def play(self, move: int) -> Stair:
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move} is not possible here; climb 1 or 2 steps that are there")
        return Stair(self.steps, (*self.moves, move))

    def is_over(self) -> bool:
        return not self.legal_moves()

    def scores(self) -> tuple[int]:
        return (len(self.moves),)


class StairGame:
    """The game of stairs, as a registry lists it."""

    name, title, summary, players = "stair", "A stair", "climb", 1
    solved: ClassVar[list[float | None]] = []

    def example(self) -> Stair:
        return Stair(5)

    def from_id(self, text: str) -> Stair:
        return Stair.from_id(text)

    def parse_move(self, text: str, _position: object) -> int:
        if text not in {"1", "2"}:
            raise IllegalMoveError(f"{quote(text)} is not a number of steps; climb 1 or 2")
        return int(text)

    def solve(self, position: Stair, *, time_limit: float | None = None, progress: object = None) -> Result[int, int]:
        assert progress is not None
        self.solved.append(time_limit)
        left = position.steps - sum(position.moves)
        return Result(0, 0, 0, "optimal", (2,) * (left // 2) + (1,) * (left % 2), 0.0, {"source": "search"})


class Climb(Play[Stair]):
    """The game of stairs at the terminal; the input 1+2 makes two moves at once."""

    moves_help = (("1", "climb a step"), ("1+2", "climb twice at once"))
    legend = (("#", "bold", "climbed"), ("_", "", "to be climbed"))
    meanings: ClassVar[dict[str, str]] = {"moves": "what can be climbed"}
    greeting = "Climb the stair."
    thought: Callable[[], None] | None = None
    mood = "fresh"

    def own_verbs(self) -> Sequence[Verb]:
        return (Verb(("j", "jump"), "jump to the top", self._jump), Verb(("l", "long"), "a long story", self._long))

    def scene(self) -> Scene:
        climbed = sum(self.position.moves)
        return Scene(f"A stair [of] {self.position.steps}", f"climbed {climbed}", {"climbed": climbed}, "fun")

    def board(self, width: int, height: int) -> list[Line]:
        assert min(width, height) > 0
        climbed = sum(self.position.moves)
        done, rest = [("#", "bold"), (" " * (width - 2), ""), (">", "")], [("_", "")]
        return [done if step < climbed else rest for step in range(self.position.steps)]

    def move(self, text: str) -> Said:
        moves = [self.session.game.parse_move(part, self.position) for part in text.split("+")]
        self.make(*moves)
        return self.changed("climb", f"You climbed {text}.", by=sum(moves))

    def verdict(self, _: str) -> tuple[list[str], dict[str, Any]]:
        return (["You are at the top."], {"top": True}) if self.position.is_over() else ([], {})

    def hint(self, _: str) -> Said:
        return Said("hint", f"Climb {self.think(self.position).moves[0]}.")

    def best(self, _: str) -> Said:
        # Change the game and fail, to test that an error or an interrupt undoes the change.
        self.mood = "spoilt"
        self.make(1)
        if self.thought is not None:
            self.thought()
        raise IllegalMoveError("nothing is best")

    def _jump(self, text: str) -> Said:
        self.make(*self.think(self.position.start()).moves, after=0)
        return self.changed("jump", f"You jumped{text and ' with '}{text}.")

    def _long(self, _: str) -> Said:
        return Said("story", "\n".join(map(str, range(20))))


class Duel(Climb):
    """The game of stairs against a player who takes one step at a time; in this game, r is a move."""

    shared_as_moves = frozenset("r")

    def is_turn(self, made: int) -> bool:
        return made % 2 == 0

    def move(self, text: str) -> Said:
        mine = 2 if text == "r" else self.session.game.parse_move(text, self.position)
        self.make(mine, *([] if self.position.play(mine).is_over() else [1]))
        return self.changed("climb", "Both climbed.")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.core.session.load_game", lambda _name: StairGame())


def events(play: Play[Any], *lines: str) -> list[str]:
    return [play.answer(line).event for line in lines]


# -- the keys --------------------------------------------------------------------------------------------------


@rows(
    "keys, event",
    [
        (("h", "hint", "H", "Hint"), "hint"),
        (("m", "moves"), "moves"),
        (("b", "best"), "error"),
        (("u", "undo"), "undo"),
        (("s", "id"), "id"),
        (("n", "new"), "new"),
        (("?", "help", " ? "), "help"),
        (("j", "jump", "j there"), "jump"),
        (("", "  "), "board"),
    ],
)
def test_a_key_and_its_words_do_the_same(keys: tuple[str, ...], event: str) -> None:
    answers = [Climb(Stair(5, (1, 2))).answer(key) for key in keys]
    assert {answer.event for answer in answers} == {event}


def test_undo_and_redo_go_by_lines_of_input() -> None:
    play = Climb(Stair(9))
    assert events(play, "1", "1+2+1", "u", "u", "u", "r", "y", "redo") == [
        *["climb"] * 2,
        *["undo", "undo", "error"],
        *["redo", "redo", "error"],
    ]
    assert play.position.moves == (1, 1, 2, 1)
    assert play.answer("u").message == "Taken back: 1, 2, 1; r plays them again."
    assert play.answer("u").message == "Taken back: 1; r plays it again."
    assert play.answer("u").message == "there is no move of yours to undo"
    assert play.answer("r").message == "Played again: 1."
    # A new move discards the moves that could be redone.
    assert events(play, "2", "r") == ["climb", "error"]
    assert play.answer("r").message == "there is no move to redo: no move was taken back"


def test_moves_of_the_start_are_undone_one_by_one() -> None:
    play = Climb(Stair(9, (1, 2, 2)))
    assert events(play, "u", "u", "r", "u", "u", "u") == ["undo", "undo", "redo", "undo", "undo", "error"]
    # A jump to an earlier move can also be undone, but undo stops at the start of the game.
    assert events(play, "2", "j", "u", "u", "r") == ["climb", "jump", "undo", "error", "redo"]
    assert play.position.moves == (2, 2, 2, 2, 1)


def test_with_an_opponent_undo_goes_to_the_persons_turn() -> None:
    play = Duel(Stair(9, (1, 1)))
    assert events(play, "r", "2") == ["climb", "climb"]
    assert play.position.moves == (1, 1, 2, 1, 2, 1)
    assert play.answer("u").message == "Taken back: 2, 1; y plays them again."
    assert events(play, "u", "u", "u") == ["undo", "undo", "error"]
    assert events(play, "y", "redo", "y") == ["redo"] * 3
    over = Duel(Stair(3, (1, 1, 1)))
    assert events(over, "u", "y", "y") == ["undo", "redo", "error"]
    assert over.position.is_over()


def test_help_is_a_line_for_each_command() -> None:
    lines = Climb(Stair(5)).answer("?").message.splitlines()
    assert lines[:2] == ["1              climb a step", "1+2            climb twice at once"]
    assert "m, moves       what can be climbed" in lines
    assert "r, y, redo     redo what was undone" in lines
    assert [line[0] for line in lines[2:]] == list("hmbjlursn?q")
    assert "y, redo" in [line[:8].strip() for line in Duel(Stair(5)).answer("?").message.splitlines()]
    # If moves have no price, asking for the price of a move shows the help.
    assert Climb(Stair(5)).answer("?2") == Climb(Stair(5)).answer("help 2") == Climb(Stair(5)).answer("?")


def test_moves_are_listed_and_a_long_list_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Climb(Stair(5)).answer("m") == Said("moves", "1  2", {"moves": ["1", "2"]})
    assert Climb(Stair(0)).answer("m").message == "There is no legal move: the game is over."
    monkeypatch.setattr(repl, "_MOVES_SHOWN", 1)
    assert Climb(Stair(5)).answer("m").message == "1  ... (2 moves)"


def test_a_new_game_begins_again_or_from_an_id() -> None:
    play = Climb(Stair(5, (1,)))
    assert (play.answer("n").event, play.position) == ("new", Stair(5))
    assert (play.answer("n stair:7/2.2").event, play.position) == ("new", Stair(7, (2, 2)))
    assert events(play, "u", "u", "u") == ["undo", "undo", "error"]
    for text in ("n 8", "n stair:x", "n other:5", "n stair:2/2.2"):
        assert play.answer(text).event == "error"
    assert play.position == Stair(7)
    assert play.answer("n 8").message == "'8' is not the id of a game; n alone begins again"


def test_the_end_is_told_by_the_game() -> None:
    play = Climb(Stair(2))
    assert play.answer("2") == Said("climb", "You climbed 2.\nYou are at the top.", {"by": 2, "top": True}, board=True)
    assert play.opened("start").message == "You are at the top."
    assert play.answer("s").message == "stair:2/2\nResume with: perfectplay stair play --position stair:2/2"


def test_the_command_that_goes_on_is_quoted_for_a_shell() -> None:
    assert Climb(Stair(2), ["--deck", "my deck"]).resume.endswith("--position stair:2 --deck 'my deck'")


# -- errors ----------------------------------------------------------------------------------------------------


@rows("line", ["foo", "3", "1+x", "1+2+2", "[bold]", "\u0663", "9" * 500, "b", "stair:5"])
def test_an_error_is_one_line_and_changes_nothing(line: str) -> None:
    play = Climb(Stair(4))
    answer = play.answer(line)
    assert (answer.event, answer.board, answer.message.count("\n")) == ("error", False, 0)
    assert (play.position, play.mood) == (Stair(4), "fresh")
    assert events(play, "u", "r") == ["error", "error"]


def pressed() -> None:
    raise KeyboardInterrupt


def pressed_in_compiled_code() -> None:
    raise SystemError("something was lost") from KeyboardInterrupt()


@pytest.mark.parametrize("thought", [pressed, pressed_in_compiled_code])
def test_ctrl_c_stops_a_thought_and_leaves_everything_as_it_was(thought: Callable[[], None]) -> None:
    play = Climb(Stair(4), limit=9.0)
    play.thought = thought
    assert events(play, "1", "2", "u") == ["climb", "climb", "undo"]
    assert play.answer("b", 5.0) == Said("error", "stopped thinking; nothing has changed")
    assert (play.position.moves, play.mood) == ((1,), "fresh")
    # The interrupted input has taken time, but the undone move can still be redone.
    assert (play.spent, play.answer("r").event, play.position.moves) == (5.0, "redo", (1, 2))


def test_a_mistake_of_the_program_is_not_hidden() -> None:
    play = Climb(Stair(4))
    play.thought = lambda: 1 // 0  # type: ignore[assignment]
    with pytest.raises(ZeroDivisionError):
        play.answer("b")


# -- the clock -------------------------------------------------------------------------------------------------


def test_the_clock_runs_while_the_person_thinks() -> None:
    play = Climb(Stair(9), limit=1000.0)
    assert play.clock == "clock 0 of 1,000 s"
    play.answer("1", 600.0)
    late = play.answer("2", 500.0)
    assert late.message == "Time is up: 1,100.0 of 1,000 seconds.\nYou climbed 2."
    assert (late.event, late.data) == ("climb", {"late": True, "by": 2})
    assert (play.clock, play.finished) == ("clock stopped", True)
    assert "late" not in play.answer("1", 500.0).data
    play.answer("n")
    assert (play.spent, play.finished, play.clock) == (0.0, False, "clock 0 of 1,000 s")
    assert Climb(Stair(9)).clock == ""


def test_an_error_may_come_late_too() -> None:
    answer = Climb(Stair(9), limit=1.0).answer("foo", 2.0)
    assert (answer.event, answer.data, answer.message.count("\n")) == ("error", {"late": True}, 1)


def test_the_solver_is_given_the_time_limit() -> None:
    StairGame.solved.clear()
    assert Climb(Stair(9), time_limit=2.5).answer("h").message == "Climb 2."
    assert StairGame.solved == [2.5]


# -- the views -------------------------------------------------------------------------------------------------


def piped(play: Play[Any], text: str, monkeypatch: pytest.MonkeyPatch, *, as_json: bool = False) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    run(play, open_view(as_json=as_json))


TRANSCRIPT = """\

A stair [of] 2
_
_
# climbed   _ to be climbed
? for help, q to quit.
climbed 0   clock 0 of 99 s   fun
Climb the stair.
play> foo bar
'foo\\x1bbar' is not a number of steps; climb 1 or 2
play> 1

A stair [of] 2
#                                                                             >
_
climbed 1   clock 0 of 99 s   fun
You climbed 1.
play>\x20

A stair [of] 2
#                                                                             >
_
climbed 1   clock 0 of 99 s   fun
? lists the commands.
play> {end}
fun
stair:2/1
Resume with: perfectplay stair play --position stair:2/1
"""


@pytest.mark.parametrize("end", ["q", "quit", "EXIT", ""])
def test_a_transcript_of_a_pipe_is_readable(
    end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(Climb(Stair(2), limit=99.0), f"foo\x1bbar\n1\n\n{end}", monkeypatch)
    assert capsys.readouterr().out == TRANSCRIPT.format(end=end)


def test_a_long_line_is_not_repeated_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(Climb(Stair(2)), "x" * 500, monkeypatch)
    assert f"play> {'x' * 200}...\n" in capsys.readouterr().out


def test_a_program_gets_an_object_for_each_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(Climb(Stair(2)), "1\n\nfoo\n1\n", monkeypatch, as_json=True)
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in found] == ["start", "climb", "board", "error", "climb", "quit"]
    assert found[4] == {
        "event": "climb",
        "message": "You climbed 1.\nYou are at the top.",
        "position": "stair:2/1.1",
        "climbed": 2,
        "legal": [],
        "over": True,
        "by": 1,
        "top": True,
    }
    assert found[1]["legal"] == [1]
    assert found[-1]["message"] == "Resume with: perfectplay stair play --position stair:2/1.1"


def screens(
    play: Play[Any], lines: list[str], monkeypatch: pytest.MonkeyPatch, width: int = 80, height: int = 24
) -> list[str]:
    """Return the screen before each line of input, and the final screen after Ctrl-C."""
    console = Console(width=width, height=height, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(repl, "console", lambda: console)
    typed = iter(lines)

    def read(_prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(console, "input", read)
    with console.capture() as capture:
        run(play, RichView())
    return capture.get().split("\x1b[2J\x1b[H")[1:]


def test_the_screen_keeps_the_board_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = screens(Climb(Stair(8)), ["1", "foo", "h", "2+2", "u", "[bold]"], monkeypatch)
    assert len(shown) == 7
    tops = {screen.splitlines()[0] for screen in shown}
    assert tops == {f"╭{' A stair [of] 8 ':─^78}╮"}
    for screen in shown[:6]:
        lines = screen.splitlines()
        assert [line[0] for line in lines[:10]] == ["╭", *"│" * 8, "╰"]
        assert lines[10] == "# climbed  _ to be climbed"
        assert lines[11].startswith("h hint  m moves  b best  j jump")
        assert lines[-2].startswith("climbed ")
        assert len(lines) < 24
    assert shown[1].splitlines()[1].endswith("> │")
    assert "'[bold]' is not a number of steps" in shown[6]
    assert shown[6].endswith("\nfun\nResume with:\nperfectplay stair play --position stair:8/1\n")


def test_what_is_too_long_for_the_board_has_the_screen_until_the_next_line(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = screens(Climb(Stair(8)), ["l", "", "?", "1"], monkeypatch)
    assert shown[1].splitlines() == [*map(str, range(20)), "Enter shows the board again."]
    assert "A stair" in shown[2]
    assert "? lists the commands." in shown[2]
    assert shown[3].startswith("1              climb a step\n")
    assert "A stair" in shown[4]
    # If there is room, help appears below the board.
    below = screens(Climb(Stair(8)), ["?"], monkeypatch, height=40)[1]
    assert below.index("A stair") < below.index("climb a step")


def test_the_room_for_the_board_is_the_same_whatever_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    class Measured(Climb):
        def board(self, width: int, height: int) -> list[Line]:
            asked.add((width, height))
            return super().board(width, height)

    screens(Measured(Stair(8)), ["1", "?", "l", "foo", "h", "b", "2", "u", "n", ""], monkeypatch)
    assert len(asked) == 1


def test_a_board_taller_than_the_screen_is_drawn_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = screens(Climb(Stair(30)), ["1", "foo", "l"], monkeypatch)
    assert all("A stair" in screen for screen in shown[:3])
    assert "A stair" not in shown[3]


def test_what_stands_in_brackets_is_no_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = screens(Climb(Stair(3), ["--deck", "[bold]x[/]"]), [], monkeypatch)
    assert shown.endswith("perfectplay stair play --position stair:3 --deck '[bold]x[/]'\n")


def test_the_view_suits_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert type(open_view(as_json=False)) is PlainView
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert type(open_view(as_json=False)) is RichView
    monkeypatch.setenv("TERM", "dumb")
    assert type(open_view(as_json=False)) is PlainView
    assert type(open_view(as_json=True)) not in {PlainView, RichView}


def test_a_line_of_progress_is_for_the_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Climb(Stair(3))
    screens(play, [], monkeypatch)
    assert not play.quiet
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    run(play, PlainView())
    assert play.quiet


def test_no_game_is_named_in_the_loop() -> None:
    source = Path(repl.__file__).read_text(encoding="utf-8").lower()
    assert not re.search("taxman|coin|pursuit", source)


# -- keys of all games -------------------------------------------------------------------------------------------------

SHARED = {
    "h": "hint",
    "m": "moves",
    "b": "best",
    "u": "undo",
    "y": "redo",
    "s": "id",
    "n": "new",
    "?": "help",
    "q": "quit",
}

DEAL = PursuitPosition.new([1, 2, 3], 7)
PLAYS: list[Play[Any]] = [
    TaxmanPlay(TaxmanPosition.new(10), 1.0),
    CoinsPlay(CoinsPosition.new([1, 2, 4, 3]), Perfect(), "perfect", 0, random.Random(0)),
    PursuitPlay(DEAL, repeat(DEAL)),
]


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: type(play).__name__)
def test_a_shared_key_has_one_meaning_and_no_key_has_two(play: Play[Any]) -> None:
    words = {key: verb.keys[-1] for verb in play.verbs for key in verb.keys}
    assert {key: words[key] for key in SHARED} == SHARED
    assert len(words) == sum(len(verb.keys) for verb in play.verbs)
    # The key r also means redo, unless it is a move.
    assert words.get("r", "redo") == "redo"
    assert ("r" in words) == ("r" not in play.shared_as_moves)


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: type(play).__name__)
def test_commands_and_moves_are_told_in_lines_that_fit(play: Play[Any]) -> None:
    lines = play.answer("?").message.splitlines()
    assert len(lines) == len(play.moves_help) + len(play.verbs)
    assert max(map(len, lines)) < 80
    assert len(lines) < 20
