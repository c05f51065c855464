"""Texts for people, in their language."""
