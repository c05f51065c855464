"""Environments of games for two, for programs that learn to play."""
