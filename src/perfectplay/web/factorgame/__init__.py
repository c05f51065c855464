"""The web app's part for the factor game."""
