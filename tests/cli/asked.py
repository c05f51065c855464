"""Run commands in the test's own process, and parse their output."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner, Result

from perfectplay.cli.main import main


@dataclass(frozen=True)
class Command:
    """A subcommand of the program, such as a game; its name precedes the arguments of each run."""

    name: str

    def run(self, *args: str, stdin: str | bytes | None = None) -> Result:
        # The command `check` is shared by all games, so no name precedes it.
        words = [] if args[:1] == ("check",) else [self.name]
        return CliRunner().invoke(main, [*words, *args], input=stdin)

    def records(self, *args: str, status: int = 0, stdin: str | bytes | None = None) -> list[dict[str, Any]]:
        result = self.run(*args, "--json", stdin=stdin)
        assert result.exit_code == status, result.stderr
        return [json.loads(line) for line in result.stdout.splitlines()]

    def record(self, *args: str, status: int = 0, stdin: str | bytes | None = None) -> dict[str, Any]:
        (found,) = self.records(*args, status=status, stdin=stdin)
        return found

    def play(self, *args: str, lines: str) -> Result:
        return self.run("play", *args, stdin=lines)

    def events(self, *args: str, lines: str) -> list[dict[str, Any]]:
        return self.records("play", *args, stdin=lines)
