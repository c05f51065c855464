"""The declaration of the game, which is all that perfectplay reads before a player starts a game."""

from perfectplay import GameSpec

__all__ = ["GAME"]

GAME = GameSpec(
    name="euclid",
    title="Euclid's game",
    summary="subtract a multiple of the smaller number from the larger one, and reach 0 first",
    players=2,
    example="euclid:21.13",
    from_id="perfectplay_euclid.rules:EuclidPosition.from_id",
    parse_move="perfectplay_euclid.rules:parse_move",
    question="perfectplay_euclid.solve:solve",
    daily="perfectplay_euclid.daily:DAILY",
)
