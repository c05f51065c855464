"""The factor game: Taxman for two, who take turns at being the taxman."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.factorgame.rules import FactorPosition

__all__ = ["FactorPosition"]


def __getattr__(name: str) -> object:
    """Load the rules when they are first needed: the game's declaration does without them."""
    if name in __all__:
        return getattr(import_module("perfectplay.factorgame.rules"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
