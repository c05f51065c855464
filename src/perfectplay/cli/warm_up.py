"""The command that compiles everything beforehand."""

from __future__ import annotations

import time
from concurrent.futures import as_completed
from dataclasses import dataclass

import click

from perfectplay.cli.base import Command, whole
from perfectplay.cli.output import emit_json, json_option, show_progress
from perfectplay.core.game import warm_ups
from perfectplay.core.game.spec import WarmUp
from perfectplay.core.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class WarmedUp:
    """What was made ready, how many functions had to be compiled for that, and in how many seconds."""

    steps: tuple[str, ...]
    compiled: int
    seconds: float


@click.command(
    cls=Command,
    short_help="Compile everything now, so that no answer waits for it.",
    epilog="Example: perfectplay warm-up",
)
@click.option("--jobs", type=whole, metavar="J", help="Processes to use; one for each processor by default.")
@json_option
def command(*, jobs: int | None, as_json: bool) -> None:
    """Compile the solvers of all games and keep the code, so that no later answer waits for it.

    It takes half a minute, once after each installation; a second run finds nothing to do.  To set the program up for
    other users, run it as the owner of the installation: its code then serves all of them.
    """
    from perfectplay.core.running.executor import open_executor

    began = time.perf_counter()
    steps = warm_ups()
    compiled = 0
    with show_progress() as report, open_executor(jobs) as executor:
        report(Progress("compiling the solvers", 0.0, done=0, total=len(steps)))
        work = {executor.submit(_perform, step): step for step in steps}
        for done, future in enumerate(as_completed(work), 1):
            compiled += future.result()
            report(Progress(f"ready: {work[future].what}", time.perf_counter() - began, done=done, total=len(steps)))
    seconds = time.perf_counter() - began
    if as_json:
        told = tuple(step.what for step in steps)
        emit_json(WarmedUp(steps=told, compiled=compiled, seconds=round(seconds, 3)))
    elif compiled:
        click.echo(f"compiled {compiled} functions in {seconds:.0f} s; from now on no answer waits for that")
    else:
        click.echo("all functions have been compiled before")


def _perform(step: WarmUp) -> int:
    """Make one solver ready, and count what had to be compiled for that."""
    from perfectplay.work.compiled import count_compilations

    with count_compilations() as count:
        step.run()
    return count()
