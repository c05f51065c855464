"""The arithmetical pursuit part of the web app."""
