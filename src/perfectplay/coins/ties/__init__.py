"""Which rows are ties: listed one by one, and counted without looking at them."""
