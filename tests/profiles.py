"""Set how many examples hypothesis tries: few by default, all of them in ``make test-all``."""

from hypothesis import settings

USUAL = 100
DAY = 15


def register() -> None:
    """Register both profiles; unless the command line selects one, all examples are tried."""
    # Machines differ in speed, so no example has a time limit.
    settings.register_profile("all", deadline=None, max_examples=USUAL)
    settings.register_profile("day", deadline=None, max_examples=DAY)
    settings.load_profile("all")


def examples(most: int) -> int:
    """Return a test's own number of examples, reduced in proportion if the profile tries few."""
    return most if settings().max_examples == USUAL else max(1, most * DAY // USUAL)
