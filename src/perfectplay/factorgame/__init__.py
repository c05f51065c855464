"""The factor game: Taxman for two, who take turns at being the taxman."""

from perfectplay.factorgame.rules import FactorPosition

__all__ = ["FactorPosition"]
