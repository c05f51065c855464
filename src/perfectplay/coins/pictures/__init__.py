"""Pictures of greedy coins."""
