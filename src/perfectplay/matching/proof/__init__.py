"""From what a search proved to a short text: small multipliers, few leaves."""
