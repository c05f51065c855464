"""The general commands, which every game supports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import click

from perfectplay.cli import INTERRUPTED
from perfectplay.cli.base import COMMAND_SETTINGS, Command, Function, Group, refuse, seconds
from perfectplay.cli.games import position_option
from perfectplay.cli.games.repl import Line, Play, Said, Scene, open_view, run
from perfectplay.cli.output import certificate_option, json_option, present, show_progress, svg_option
from perfectplay.core import front
from perfectplay.core.answers import board_text
from perfectplay.core.game import load_game
from perfectplay.core.game.position import Position
from perfectplay.core.game.spec import GameSpec, blaming
from perfectplay.core.result import Result
from perfectplay.core.schema import exact


def commands(spec: GameSpec, play: click.Command | None = None) -> click.Group:
    """Build a game's group with the commands ``solve`` and ``play``; a game may supply its own ``play``."""
    example = f"Example: perfectplay {spec.name}"
    certified: Callable[[Function], Function] = certificate_option if spec.proofs else lambda function: function

    @click.command(cls=Command, epilog=f"{example} solve {spec.example}")
    @position_argument(spec)
    @click.option(
        "--time-limit", type=seconds, metavar="S", help="Stop after S seconds; the answer is what was proven by then."
    )
    @svg_option("the position, or best play from it,")
    @certified
    @json_option
    @click.pass_context
    def solve(
        ctx: click.Context,
        position: str,
        *,
        time_limit: float | None,
        svg: str | None,
        certificate: str | None = None,
        as_json: bool,
    ) -> None:
        """Find best play from a position."""
        start = read(spec, position)
        with show_progress(quiet=as_json) as report:
            result = front.solve(start, time_limit=time_limit, progress=report, certificate=certificate is not None)
            if certificate is not None:
                result.save_certificate(certificate)
        if svg is not None:
            front.draw(result if hasattr(start, "draw") else start).save(svg)
        present(result, _told(start, result), as_json=as_json)
        if result.provenance.get("interrupted"):
            ctx.exit(INTERRUPTED)

    @click.command("play", cls=Command, epilog=f"{example} play {spec.example}")
    @position_argument(spec, spec.example)
    @click.option("--time-limit", type=seconds, metavar="S", help="Longest time to think about a hint.")
    @json_option
    def plain_play(position: str, *, time_limit: float | None, as_json: bool) -> None:
        """Play in the terminal, with undo and hints."""
        with blaming(spec, "failed in play"):
            run(_GenericPlay(read(spec, position), time_limit=time_limit), open_view(as_json=as_json))

    shown = f"{spec.line}\n\nA POSITION is written as in {spec.example}."
    return Group(
        spec.name,
        [solve, play or plain_play],
        context_settings=COMMAND_SETTINGS,
        help=shown,
        short_help=spec.line,
        epilog=f"{example} solve {spec.example}",
    )


def position_argument(spec: GameSpec, usual: str | None = None) -> Callable[[Function], Function]:
    """Build the argument POSITION, and the option ``--position`` that may replace it, for every game."""

    def chosen(ctx: click.Context, _param: click.Parameter, text: str | None) -> str | None:
        given = [spelling for spelling in (text, ctx.params.pop("named")) if spelling is not None]
        if len(given) > 1:
            refuse("POSITION and --position exclude each other; give one of them")
        if not given and usual is None:
            refuse(f"a position is missing; give POSITION, as in {spec.example}, or --position ID")
        return given[0] if given else usual

    # Make the option eager, so that click parses it before the argument, whose callback needs its value.
    option = position_option(spec.name, "The POSITION, by its id.", "named", is_eager=True)
    return lambda function: click.argument("position", required=False, callback=chosen)(option(function))


def read(spec: GameSpec, text: str) -> Position[Any]:
    """Parse a position of this game; its id may omit the game's name."""
    return load_game(spec.name).from_id(text if ":" in text else f"{spec.name}:{text}")


def _told(position: Position[Any], result: Result[Any]) -> Iterator[str]:
    yield board_text(position)
    yield _value(position, result)
    yield f"moves: {' '.join(map(str, result.moves)) or 'none: the game is over'}"


def _value(position: Position[Any], result: Result[Any]) -> str:
    value, settled = exact(result.value), result.lower == result.upper
    span = f"{exact(result.lower)}, proven" if settled else f"between {exact(result.lower)} and {exact(result.upper)}"
    alone = load_game(position.game).players == 1
    if result.status == "optimal":
        return f"best value{'' if alone else ' for the first player'}: {value}, proven"
    if alone:
        return f"best value: {value}, {span}"
    # The value of one line of play is not a bound in a two-player game.
    sentence = f"with best play the value for the first player is {span}; these moves lead to {value}"
    return f"{sentence}: the search ended before the best ones were known" if settled else f"not settled: {sentence}"


class _GenericPlay(Play[Position[Any]]):
    """A terminal version of any game that implements the game protocol."""

    moves_help: ClassVar[Sequence[tuple[str, str]]] = (("MOVE", "a move, as m lists them"),)

    @property
    def greeting(self) -> str:
        """Return the game's summary."""
        return f"{self.session.game.title}: {self.session.game.summary}."

    @property
    def resume(self) -> str:
        """Return the command that continues from here."""
        return f"perfectplay {self.session.game.name} play {self.position.id}"

    def scene(self) -> Scene:
        """Return the title and the scores of the game."""
        scores = [exact(score) for score in self.position.scores()]
        turn = f"   player {self.position.to_move + 1} to move" if hasattr(self.position, "to_move") else ""
        over = "   the game is over" if self.position.is_over() else turn
        status = f"score {', '.join(map(str, scores))}{over}"
        return Scene(self.session.game.title, status, {"scores": scores, "over": self.position.is_over()})

    def board(self, width: int, height: int) -> list[Line]:  # noqa: ARG002  # its width is fixed
        """Return the position's own text as the board."""
        return [[(line, "")] for line in board_text(self.position).splitlines()]

    def move(self, text: str) -> Said:
        """Parse and play a move; the game raises an error if it cannot parse the text."""
        before = self.position
        move = self.session.game.parse_move(text, before)
        self.make(move)
        return self.changed("move", f"Played: {move}.", self.mistake(before))

    def hint(self, text: str) -> Said:  # noqa: ARG002  # no argument is needed
        """Name a best move."""
        moves = [str(move) for move in self.think(self.position).moves]
        return Said("hint", f"Best: {moves[0]}." if moves else "The game is over.", {"moves": moves})

    def best(self, text: str) -> Said:  # noqa: ARG002  # as above
        """Describe the best result that is still possible."""
        result = self.think(self.position)
        return Said("best", _value(self.position, result), {"value": exact(result.value), "status": result.status})
