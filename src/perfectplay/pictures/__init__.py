"""Frames, scales and charts for the pictures of all games."""
