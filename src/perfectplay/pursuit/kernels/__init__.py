"""Compiled loops of arithmetical pursuit."""
