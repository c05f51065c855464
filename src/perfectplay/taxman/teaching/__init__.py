"""What teaches the game: guided positions, hints, reviews, exercises and the puzzle of the day."""
