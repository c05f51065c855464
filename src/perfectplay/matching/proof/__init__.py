"""Turn the proof of a search into a short text, with small multipliers and few leaves."""
