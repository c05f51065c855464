"""The command line: parsing and printing.  No rules and no mathematics live here."""
