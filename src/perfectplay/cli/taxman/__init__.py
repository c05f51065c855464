"""The commands of Taxman."""
