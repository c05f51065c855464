"""What the web app has of the factor game."""
