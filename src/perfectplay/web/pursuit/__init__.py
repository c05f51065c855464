"""The web app's part for arithmetical pursuit."""
