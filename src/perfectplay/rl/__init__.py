"""Environments of two-player games, for programs that learn to play."""
