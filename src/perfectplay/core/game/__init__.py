"""Positions of games, their declarations, and the registry of all games."""

from perfectplay.core.game.registry import (
    game_names,
    game_parts,
    game_spec,
    game_specs,
    load_game,
    parse_position,
    register,
)

__all__ = ["game_names", "game_parts", "game_spec", "game_specs", "load_game", "parse_position", "register"]
