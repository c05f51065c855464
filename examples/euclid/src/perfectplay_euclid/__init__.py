"""Euclid's game: subtract from the larger of two numbers a multiple of the smaller one; who reaches 0 wins."""
