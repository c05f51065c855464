"""Certificates of the factor game: `write` makes them; `check`, which shares no code with any solver, checks them."""
