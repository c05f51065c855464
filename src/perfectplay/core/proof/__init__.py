"""How proofs are read, whichever game they are of."""
