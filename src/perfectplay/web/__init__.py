"""The web app: pages and an HTTP API on this computer. It contains no rules of games and no solvers."""
