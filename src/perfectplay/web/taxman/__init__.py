"""The Taxman part of the web app."""
