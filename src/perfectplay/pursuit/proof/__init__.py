"""Proofs of arithmetical pursuit: `write` makes certificates of answers, and `check`, which stands alone, checks them.

Nothing is imported here, so that the checker does without everything else.
"""
