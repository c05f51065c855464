"""The declaration of Taxman."""

from __future__ import annotations

from perfectplay.core.game.environments import Environment
from perfectplay.core.game.spec import GameSpec
from perfectplay.core.text.texts import Text

__all__ = ["GAME"]

GAME = GameSpec(
    name="taxman",
    title=Text("Taxman"),
    summary=Text("take a number, and the taxman takes its divisors"),
    players=1,
    example="taxman:20",
    from_id="perfectplay.taxman.rules:TaxmanPosition.from_id",
    parse_move="perfectplay.taxman.rules:parse_move",
    question="perfectplay.taxman.questions.solve:SolvePot",
    cli="perfectplay.cli.taxman.command:command",
    web="perfectplay.web.taxman.api:WEB",
    exercises="perfectplay.taxman.teaching.exercises:EXERCISES",
    lessons="perfectplay.taxman.teaching:LESSONS",
    daily="perfectplay.taxman.teaching:DAILY",
    sequences="perfectplay.taxman.table.sequences:ENTRIES",
    draw="perfectplay.taxman.pictures.game:draw",
    check="perfectplay.taxman.proof.check",
    proofs="perfectplay.taxman.proof.show:prove",
    explain="perfectplay.taxman.questions.explain:ExplainPot",
    limits="perfectplay.web.taxman.board:check_board",
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
