"""Taxman: take a number, and the taxman takes its divisors."""

from perfectplay.taxman.rules import Pot, TaxmanPosition

__all__ = ["Pot", "TaxmanPosition"]
