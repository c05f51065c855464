"""Run long work: in processes, until a deadline, interruptible, resumed from files."""
