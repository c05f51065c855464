"""Arithmetical pursuit's answers: the same for the command line and for HTTP."""
