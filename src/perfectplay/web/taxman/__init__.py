"""The web app's part for Taxman."""
