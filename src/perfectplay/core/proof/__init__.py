"""Read, check and describe certificates of any game."""
