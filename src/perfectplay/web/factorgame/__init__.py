"""The factor game part of the web app."""
