"""Taxman declares itself."""

from __future__ import annotations

from perfectplay.core.game.environments import Environment
from perfectplay.core.game.spec import GameSpec, WarmUp
from perfectplay.core.text.texts import Text

__all__ = ["GAME"]


def _search() -> None:
    from perfectplay.taxman.exact import solve
    from perfectplay.taxman.rules import TaxmanPosition

    # A pot with gaps, and one that needs every kind of cut, a tree and its proof.
    solve(TaxmanPosition.new([p for p in range(1, 30) if p not in {4, 9}]))
    solve(TaxmanPosition.new(408), certificate=True)


def _large() -> None:
    from perfectplay.taxman.large.firstorder import FirstOrder
    from perfectplay.taxman.large.largescale import approximate

    # Batches, then bans, then steps along a linear program.
    approximate(1000, batches=10)
    approximate(100, tries=1)
    FirstOrder(100).round()


GAME = GameSpec(
    name="taxman",
    title=Text("Taxman"),
    summary=Text("take a number, and the taxman takes its divisors"),
    players=1,
    example="taxman:20",
    from_id="perfectplay.taxman.rules:TaxmanPosition.from_id",
    parse_move="perfectplay.taxman.rules:parse_move",
    solve="perfectplay.taxman.solve:solve",
    answer="perfectplay.taxman.questions:TaxmanSolved.of",
    cli="perfectplay.cli.taxman.command:command",
    web="perfectplay.web.taxman.api:WEB",
    exercises="perfectplay.taxman.teaching.exercises:EXERCISES",
    lessons="perfectplay.taxman.teaching:LESSONS",
    daily="perfectplay.taxman.teaching:DAILY",
    sequences="perfectplay.taxman.table.sequences:ENTRIES",
    warm_up=(WarmUp("Taxman: the exact search", _search), WarmUp("Taxman: large pots", _large)),
    draw="perfectplay.taxman.pictures.game:draw",
    check="perfectplay.taxman.proof.check",
    proofs="perfectplay.taxman.proof.show:prove",
    limits="perfectplay.taxman.questions:check_board",
    review="perfectplay.taxman.teaching:MEASURE",
    hints="perfectplay.taxman.teaching.hints:HINTS",
    environments=(
        Environment(
            "gymnasium",
            "perfectplay/Taxman-v0",
            "perfectplay.taxman.env:TaxmanEnv",
            "perfectplay.taxman.vector_env:TaxmanVectorEnv",
        ),
    ),
)
