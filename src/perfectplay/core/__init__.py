"""Code that all games share: the game protocol, position ids, results, errors, sessions and executors."""
