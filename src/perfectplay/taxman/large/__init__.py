"""Large pots, for which proofs of best play are out of reach: good games, and bounds."""
