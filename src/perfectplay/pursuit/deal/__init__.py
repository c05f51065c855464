"""Decks, dealing, and the difficulty of deals."""
