"""The declaration of the factor game."""

from __future__ import annotations

from perfectplay.core.game.environments import Environment
from perfectplay.core.game.spec import GameSpec
from perfectplay.core.text.texts import Text

__all__ = ["GAME"]

GAME = GameSpec(
    name="factorgame",
    title=Text("Factor game"),
    summary=Text("two players take numbers, and each gives the other all their divisors that are left"),
    short="Taxman for two",
    players=2,
    example="factorgame:12",
    from_id="perfectplay.factorgame.rules:FactorPosition.from_id",
    parse_move="perfectplay.factorgame.rules:parse_move",
    question="perfectplay.factorgame.questions:SolveFactor",
    value="lead",
    cli="perfectplay.cli.factorgame.command:command",
    web="perfectplay.web.factorgame.api:WEB",
    exercises="perfectplay.factorgame.teaching.exercises:EXERCISES",
    lessons="perfectplay.factorgame.teaching:LESSONS",
    daily="perfectplay.factorgame.teaching:DAILY",
    sequences="perfectplay.factorgame.sequences:ENTRIES",
    draw="perfectplay.factorgame.pictures.game:draw",
    check="perfectplay.factorgame.proof.check",
    proofs="perfectplay.factorgame.proof.write:prove",
    explain="perfectplay.factorgame.questions:ExplainFactor",
    review="perfectplay.factorgame.teaching:MEASURE",
    hints="perfectplay.factorgame.teaching.hints:HINTS",
    environments=(Environment("pettingzoo", "perfectplay/factor_game-v0", "perfectplay.factorgame.env:factor_env"),),
)
