"""Pictures of Taxman."""
