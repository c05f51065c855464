"""The table of solved pots: files to resume from, formats, and what neighbours know."""
