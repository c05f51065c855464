"""Environments of all games for reinforcement learning, registered on import; needs the extra ``rl``.

After the import, ``gymnasium.make``, ``gymnasium.make_vec`` and ``pettingzoo.make`` find them.
"""

from __future__ import annotations

from perfectplay.core.game import game_specs
from perfectplay.core.game.environments import Environment
from perfectplay.core.running.extras import load_extra

__all__ = ["register_environments"]


def register_environments() -> tuple[Environment, ...]:
    """Register the environments of all games, including those of other packages; skip registered ones.

    Returns
    -------
    tuple of perfectplay.core.game.environments.Environment
        All environments that games declare, registered now or before.

    Raises
    ------
    MissingExtraError
        If Gymnasium or PettingZoo is not installed.

    Examples
    --------
    >>> [environment.id for environment in register_environments() if environment.library == "gymnasium"]
    ['perfectplay/Taxman-v0', 'perfectplay/Pursuit-v0']
    """
    gymnasium, pettingzoo = load_extra("gymnasium", "rl"), load_extra("pettingzoo", "rl")
    declared = tuple(environment for spec in game_specs() for environment in spec.environments)
    for row in declared:
        if row.library == "gymnasium":
            if row.id not in gymnasium.registry:
                gymnasium.register(row.id, row.entry_point, vector_entry_point=row.vector_entry_point)
        elif row.id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", row.id, row.entry_point)
    return declared


register_environments()
