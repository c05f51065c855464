"""Dealing: decks, cards that are dealt, and how hard a deal is."""
