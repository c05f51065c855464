"""How many examples hypothesis tries: few on an ordinary day, all of them in ``make test-all``."""

from hypothesis import settings

USUAL = 100
DAY = 15


def register() -> None:
    """Make both profiles known; without a word on the command line it is the one with all examples."""
    # Machines are noisy: no example is judged by its time.
    settings.register_profile("all", deadline=None, max_examples=USUAL)
    settings.register_profile("day", deadline=None, max_examples=DAY)
    settings.load_profile("all")


def examples(most: int) -> int:
    """Return how many examples a test tries that wants another number than usual."""
    return most if settings().max_examples == USUAL else max(1, most * DAY // USUAL)
