"""What helps to learn and to teach, whatever the game."""
