"""Certificates of Taxman: `write` makes them, and `check`, which shares no code with any solver, checks them."""
