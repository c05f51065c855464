"""Kernels in C for the search for matchings."""
