"""The declaration of greedy coins."""

from __future__ import annotations

from perfectplay.core.game.environments import Environment
from perfectplay.core.game.spec import GameSpec
from perfectplay.core.text.texts import Text

__all__ = ["GAME"]

GAME = GameSpec(
    name="coins",
    title=Text("Greedy coins"),
    summary=Text("two players take coins from the ends of a row, and each wants the larger sum"),
    short="two players take coins from the ends of a row",
    players=2,
    example="coins:1.2.4.3",  # the tied row of four coins from Yorgey's article
    from_id="perfectplay.coins.rules:CoinsPosition.from_id",
    parse_move="perfectplay.coins.rules:parse_move",
    question="perfectplay.coins.questions.solve:SolveCoins",
    cli="perfectplay.cli.coins.command:command",
    web="perfectplay.web.coins.api:WEB",
    exercises="perfectplay.coins.teaching.exercises:EXERCISES",
    lessons="perfectplay.coins.teaching:LESSONS",
    daily="perfectplay.coins.teaching:DAILY",
    sequences="perfectplay.coins.ties.sequences:ENTRIES",
    draw="perfectplay.coins.pictures.triangle:draw",
    check="perfectplay.coins.proof.check",
    proofs="perfectplay.coins.proof.write:prove",
    explain="perfectplay.coins.questions.explain:ExplainRow",
    limits="perfectplay.web.coins.board:check_board",
    review="perfectplay.coins.teaching:MEASURE",
    hints="perfectplay.coins.teaching.hints:HINTS",
    environments=(Environment("pettingzoo", "perfectplay/greedy_coins-v1", "perfectplay.coins.env:coins_env"),),
)
