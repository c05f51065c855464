"""Run the program that answers a question: ``python -m perfectplay_research NAME ...``."""

from __future__ import annotations

import importlib

import click

RUNNERS = (
    "fusion",
    "greedy",
    "habits",
    "hardness",
    "large",
    "limit",
    "losses",
    "person",
    "pizza",
    "plots",
    "primitive",
    "random-rows",
    "recurrence",
    "runs",
    "ties",
)
"""The names of the runners; each is a module of `perfectplay_research.runners` that has a command ``run``."""


class _Runners(click.Group):
    """A group of commands that imports each runner only when it is needed."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of all runners."""
        return [*RUNNERS]

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a runner's module and return its command."""
        if cmd_name not in RUNNERS:
            return None
        module = importlib.import_module(f"perfectplay_research.runners.{cmd_name.replace('-', '_')}")
        run: click.Command = module.run
        return run


@click.command(cls=_Runners, context_settings={"show_default": True})
def main() -> None:
    """Compute the results of the pages about research again."""


if __name__ == "__main__":
    main(prog_name="python -m perfectplay_research")
