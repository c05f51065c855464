"""Branch and cut: the tree, and those who work on it."""
