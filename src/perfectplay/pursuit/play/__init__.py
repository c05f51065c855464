"""Playing against others: matches and opponents."""
