"""Searches for the values and the solutions of a deal, and counts of formulae."""
