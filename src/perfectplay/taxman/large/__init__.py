"""Good games and bounds for large pots, where proofs of best play are out of reach."""
