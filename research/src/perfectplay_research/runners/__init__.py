"""The commands of ``python -m perfectplay_research NAME``; each has its own module."""
