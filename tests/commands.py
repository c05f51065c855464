"""Walk over all commands of the program."""

from collections.abc import Iterator

import click

from perfectplay.cli.main import main


def commands(command: click.Command = main, *names: str) -> Iterator[tuple[str, click.Command]]:
    """Yield a command or group and all below it, each with the words that call it, such as ``"taxman solve"``."""
    yield " ".join(names), command
    if isinstance(command, click.Group):
        # Use the command's own settings, because click keeps the help option that its first context makes.
        context = click.Context(command, **command.context_settings)
        for name in command.list_commands(context):
            _, inner, _ = command.resolve_command(context, [name])
            assert inner is not None
            yield from commands(inner, *names, name)


def leaves() -> Iterator[tuple[str, click.Command]]:
    """Yield the commands that are not groups."""
    return ((path, command) for path, command in commands() if not isinstance(command, click.Group))
