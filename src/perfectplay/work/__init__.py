"""Below the games: how work is compiled."""
