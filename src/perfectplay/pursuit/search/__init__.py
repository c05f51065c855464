"""What a deal can reach: values, solutions, and counts of formulae."""
