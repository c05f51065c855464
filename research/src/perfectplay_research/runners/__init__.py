"""What ``python -m perfectplay_research NAME`` runs: a module for each name."""
