"""What the web app has of arithmetical pursuit."""
