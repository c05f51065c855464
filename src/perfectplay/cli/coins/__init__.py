"""The commands of greedy coins."""
