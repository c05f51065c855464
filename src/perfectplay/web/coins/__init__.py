"""The greedy coins part of the web app."""
