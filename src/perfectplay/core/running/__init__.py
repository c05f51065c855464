"""Run long work: in processes, until a deadline or Ctrl-C, resumed from files."""
