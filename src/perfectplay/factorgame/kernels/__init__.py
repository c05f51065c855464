"""Kernels in C for the factor game."""
