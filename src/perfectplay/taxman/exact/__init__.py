"""The exact solver: best play from any position, with a proof."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfectplay.taxman.exact.solver import alternative_optimum, root_bound, solve

__all__ = ["alternative_optimum", "root_bound", "solve"]


def __getattr__(name: str) -> object:
    """Load the search on first use, because prices need only the cover graph."""
    if name in __all__:
        return getattr(import_module("perfectplay.taxman.exact.solver"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
