"""Compiled loops for large pots."""
