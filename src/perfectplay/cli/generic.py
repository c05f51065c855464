"""The commands of a game that brings none of its own: what every game can do."""

from __future__ import annotations

from collections.abc import Sequence

import click

from perfectplay.cli.base import COMMAND_SETTINGS, Command, Group, seconds
from perfectplay.cli.output import emit_json, show_progress
from perfectplay.cli.playing import ask_plain, edit_lines
from perfectplay.core.answers import board_text, solution_record
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import GameSpec, Position, load_game
from perfectplay.core.result import Result, exact
from perfectplay.core.session import Session

__all__ = ["commands"]

_SHOWN = 12
"""Most legal moves that are listed at once."""
_HELP = "type a move, or: undo, redo, hint, id, quit"


def commands(spec: GameSpec) -> click.Group:
    """Make the commands ``solve`` and ``play`` of a game.

    Parameters
    ----------
    spec
        The game's declaration.

    Returns
    -------
    click.Group
        Named after the game.
    """
    example = f"Example: perfectplay {spec.name}"

    @click.command(cls=Command, epilog=f"{example} solve {spec.example}")
    @click.argument("position")
    @click.option("--time-limit", type=seconds, metavar="S", help="Stop after S seconds; what was proven then counts.")
    @click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else on standard output.")
    def solve(position: str, *, time_limit: float | None, as_json: bool) -> None:
        """Find best play from a position."""
        start = _read(spec, position)
        with show_progress(quiet=as_json) as report:
            result = load_game(spec.name).solve(start, time_limit=time_limit, progress=report)
        if as_json:
            emit_json(solution_record(start, result))
        else:
            click.echo("\n".join(_told(start, result)))

    @click.command(cls=Command, epilog=f"{example} play {spec.example}")
    @click.argument("position", default=spec.example)
    def play(position: str) -> None:
        """Play in the terminal, with undo and hints."""
        edit_lines()
        _play(Session(_read(spec, position)))

    shown = f"{spec.line}\n\nA POSITION is written as in {spec.example}."
    return Group(
        spec.name,
        [solve, play],
        context_settings=COMMAND_SETTINGS,
        help=shown,
        short_help=spec.line,
        epilog=f"{example} solve {spec.example}",
    )


def _read(spec: GameSpec, text: str) -> Position:
    """Read a position of this game, whose id may go without the game's name."""
    return load_game(spec.name).from_id(text if ":" in text else f"{spec.name}:{text}")


def _told(position: Position, result: Result) -> list[str]:
    proof = "proven" if result.status == "optimal" else f"between {exact(result.lower)} and {exact(result.upper)}"
    moves = " ".join(map(str, result.moves)) or "none: the game is over"
    whose = "value" if load_game(position.game).players == 1 else "value for the first player"
    return [board_text(position), f"best {whose}: {exact(result.value)}, {proof}", f"moves: {moves}"]


def _play(session: Session) -> None:
    """Ask for moves until the game is left."""
    actions = {"undo": session.undo, "redo": session.redo}
    click.echo(f"{_HELP}\n{_shown(session.position)}")
    while True:
        try:
            line = ask_plain("> ").strip()
        except EOFError:
            return
        if line in {"q", "quit"}:
            return
        try:
            if line == "id":
                click.echo(session.position.id)
            elif line == "hint":
                with show_progress() as report:
                    hint = session.hint(progress=report)
                click.echo(_listed(hint.moves[:1]))
            elif line in {"", "help", "?"}:
                click.echo(_HELP)
            else:
                click.echo(_shown(actions[line]() if line in actions else session.play(line)))
        except PerfectPlayError as error:
            click.echo(error)


def _shown(position: Position) -> str:
    scores = ", ".join(str(exact(score)) for score in position.scores())
    state = "the game is over" if position.is_over() else f"moves: {_listed(position.legal_moves())}"
    return f"{board_text(position)}\nscores: {scores}; {state}"


def _listed(moves: Sequence[object]) -> str:
    more = ", ..." if len(moves) > _SHOWN else ""
    return ", ".join(map(str, moves[:_SHOWN])) + more or "none: the game is over"
