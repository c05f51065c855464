"""Aids for learning and teaching, for all games."""
