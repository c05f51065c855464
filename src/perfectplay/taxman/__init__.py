"""Taxman: take a number, and the taxman takes its divisors."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.taxman.rules import Pot, TaxmanPosition

__all__ = ["Pot", "TaxmanPosition"]


def __getattr__(name: str) -> object:
    """Import the rules on first use, because the game's declaration does not need them."""
    if name in __all__:
        return getattr(import_module("perfectplay.taxman.rules"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
