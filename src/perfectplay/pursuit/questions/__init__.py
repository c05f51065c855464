"""Questions about arithmetical pursuit, each with its answer for ``--json`` and HTTP."""

from perfectplay.pursuit.questions.base import (
    AboutDeck,
    ByRules,
    check_length,
    check_size,
    check_solvable,
    default_targets,
    one_game,
)

__all__ = ["AboutDeck", "ByRules", "check_length", "check_size", "check_solvable", "default_targets", "one_game"]
