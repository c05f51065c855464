"""The web app's part for greedy coins."""
