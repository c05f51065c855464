"""The web app: pages and an HTTP API on this computer.  It reads, bounds and shows; rules and solvers are below."""
