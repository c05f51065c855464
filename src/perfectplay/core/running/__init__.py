"""Run long work in processes, stop it at a deadline or on Ctrl-C, and resume it from files."""
