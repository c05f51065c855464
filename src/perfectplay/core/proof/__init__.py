"""Certificates are read, checked and told of, whichever game they are of."""
