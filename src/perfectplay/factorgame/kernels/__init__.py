"""Compiled inner loops of the factor game."""
