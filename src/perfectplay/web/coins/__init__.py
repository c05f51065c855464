"""What the web app has of greedy coins."""
