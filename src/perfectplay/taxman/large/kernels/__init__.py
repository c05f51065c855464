"""Kernels in C for large pots."""
