"""The commands of the factor game."""
