"""Pictures of the factor game."""
