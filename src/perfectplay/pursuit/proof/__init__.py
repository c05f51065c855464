"""Proofs of arithmetical pursuit: `write` makes certificates of answers, and the independent `check` checks them.

Nothing is imported here, so that the checker needs nothing else.
"""
