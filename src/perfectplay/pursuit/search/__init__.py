"""Values, solutions and counts of formulae of a deal."""
