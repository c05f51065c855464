"""Arithmetical pursuit: six numbers and a target."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.pursuit.rules import STOP, PursuitPosition, Rules, Step

__all__ = ["STOP", "PursuitPosition", "Rules", "Step"]


def __getattr__(name: str) -> object:
    """Import the rules on first use, because most importers need only the game's declaration."""
    if name in __all__:
        return getattr(import_module("perfectplay.pursuit.rules"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
