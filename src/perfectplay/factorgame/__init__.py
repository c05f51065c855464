"""The factor game: Taxman for two players, who take turns in the taxman's role."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.factorgame.rules import FactorPosition

__all__ = ["FactorPosition"]


def __getattr__(name: str) -> object:
    """Import the rules when they are first needed: the game's declaration does not need them."""
    if name in __all__:
        return getattr(import_module("perfectplay.factorgame.rules"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
