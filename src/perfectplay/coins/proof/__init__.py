"""Certificates of greedy coins: `write` makes them, and `check`, which shares no code with any solver, checks them."""
