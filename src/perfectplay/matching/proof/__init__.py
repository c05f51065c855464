"""Turn what a search proved into a short text: small multipliers, few leaves."""
