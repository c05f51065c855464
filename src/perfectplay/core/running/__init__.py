"""How long work runs: in processes, to a deadline, interrupted, and kept in files."""
