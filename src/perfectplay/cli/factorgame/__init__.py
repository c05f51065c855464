"""The factor game at the command line."""
