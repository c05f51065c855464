"""Set how many examples hypothesis tries: few by default, all of them in ``make test-all``."""

from hypothesis import HealthCheck, settings

USUAL = 100
DAY = 15


def register() -> None:
    """Register both profiles; unless the command line selects one, all examples are tried."""
    # Machines differ in speed, so neither an example nor drawing it has a time limit.
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("all", patient, max_examples=USUAL)
    settings.register_profile("day", patient, max_examples=DAY)
    settings.load_profile("all")


def examples(most: int) -> int:
    """Return a test's own number of examples, reduced in proportion if the profile tries few."""
    return most if settings().max_examples == USUAL else max(1, most * DAY // USUAL)
