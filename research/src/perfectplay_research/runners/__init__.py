"""The commands of ``python -m perfectplay_research NAME``, a module for each."""
