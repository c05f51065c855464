"""Compiled loops of the search for matchings."""
