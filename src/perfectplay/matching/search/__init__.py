"""Branch and cut: the tree, and the processes that search it."""
