"""Worksheets of arithmetical pursuit."""

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.core.teaching.exercises import LEVELS
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, Deck
from perfectplay.pursuit.deal.difficulty import grade
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.teaching.exercises import MAX_EXERCISES, exercises
from tests.tables import rows


@pytest.mark.full
@rows("deck", [CARDS, CLASSIC])
@rows("level", LEVELS)
def test_deals_are_of_the_level_and_their_solutions_hit(level: str, deck: Deck) -> None:
    seen: list[Progress] = []
    found = exercises(level, 3, 7, deck=deck, progress=seen.append)
    assert found == exercises(level, 3, 7, deck=deck)
    assert [report.done for report in seen] == [0, 1, 2]
    for deal in found:
        assert len(deal.numbers) == 6
        assert set(deal.numbers) <= set(deck.cards)
        assert grade(deal.numbers, deal.target).grade == level == deal.difficulty.grade
        assert parse_expression(deal.expression).value == deal.target == deal.reached
        assert deal.value == 0
        assert (deal.reachable, deal.distance) == (True, 0)
    if deck is CLASSIC:
        assert all(101 <= deal.target <= 999 for deal in found)


@pytest.mark.parametrize(("level", "count"), [("very easy", 1), ("easy", 0), ("easy", MAX_EXERCISES + 1)])
def test_what_is_no_worksheet_is_refused(level: str, count: int) -> None:
    with pytest.raises(PerfectPlayError, match=r"there is no level 'very easy'|games cannot be dealt; 1 to 12"):
        exercises(level, count, 1)
