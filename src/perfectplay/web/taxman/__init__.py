"""What the web app has of Taxman."""
