"""Kernels in C for arithmetical pursuit."""
