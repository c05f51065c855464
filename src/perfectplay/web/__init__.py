"""The web app: pages and an HTTP API on this computer. It contains neither rules of games nor solvers."""
