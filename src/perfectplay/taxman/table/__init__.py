"""The table of solved pots: files to resume from, formats, and cuts from similar pots."""
