"""Large pots, where proofs are out of reach: the best games that can be found, and bounds."""
