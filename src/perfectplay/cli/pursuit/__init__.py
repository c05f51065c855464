"""The commands of arithmetical pursuit."""
