"""Questions about arithmetical pursuit, each with its answer for ``--json`` and HTTP."""
