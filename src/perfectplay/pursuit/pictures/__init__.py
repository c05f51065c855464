"""Pictures of arithmetical pursuit."""
