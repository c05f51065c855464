"""The web app: pages and an HTTP API on this computer. It checks limits and presents; it has no rules or solvers."""
