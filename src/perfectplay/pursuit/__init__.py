"""Arithmetical pursuit: six numbers and a target."""

from perfectplay.pursuit.rules import STOP, PursuitPosition, Rules, Step

__all__ = ["STOP", "PursuitPosition", "Rules", "Step"]
