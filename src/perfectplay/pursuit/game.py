"""The declaration of arithmetical pursuit."""

from __future__ import annotations

from perfectplay.core.game.environments import Environment
from perfectplay.core.game.spec import GameSpec
from perfectplay.core.text.texts import Text

__all__ = ["GAME"]

GAME = GameSpec(
    name="pursuit",
    title=Text("Arithmetical pursuit"),
    summary=Text("combine six numbers with + - * / and land as close to a target as possible"),
    short="combine six numbers to hit a target",
    players=1,
    example="pursuit:3.6.9.10.50.100:831",  # the deal from the article that reaches every target
    from_id="perfectplay.pursuit.rules:PursuitPosition.from_id",
    parse_move="perfectplay.pursuit.rules:parse_move",
    question="perfectplay.pursuit.solve:solve",
    value="distance",
    cli="perfectplay.cli.pursuit.command:command",
    web="perfectplay.web.pursuit.api:WEB",
    exercises="perfectplay.pursuit.teaching.exercises:EXERCISES",
    lessons="perfectplay.pursuit.teaching:LESSONS",
    daily="perfectplay.pursuit.teaching:DAILY",
    sequences="perfectplay.pursuit.sequences:ENTRIES",
    draw="perfectplay.pursuit.pictures.svg:draw",
    check="perfectplay.pursuit.proof.check",
    proofs="perfectplay.pursuit.proof.write:prove",
    explain="perfectplay.pursuit.questions.explain:ExplainDeal",
    limits="perfectplay.pursuit.questions.base:check_solvable",
    review="perfectplay.pursuit.teaching:MEASURE",
    hints="perfectplay.pursuit.teaching.hints:HINTS",
    environments=(Environment("gymnasium", "perfectplay/Pursuit-v0", "perfectplay.pursuit.env:PursuitEnv"),),
)
