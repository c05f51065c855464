"""Compare the model of a person, and the chances with habits, with plain enumerations of all calculations."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, isnan

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, SUIT, Deck
from perfectplay.pursuit.odds import odds
from perfectplay_research.__main__ import main
from perfectplay_research.habits import habit_chances
from perfectplay_research.person import Person, attempts, estimate, rank_correlation
from tests.profiles import examples
from tests.tables import rows

SMALL = Deck.of("small", {1: 2, 2: 1, 3: 2, 7: 1, 25: 1, 60: 1}, [25])


def ways(result: int, number: int, largest: int) -> Iterator[int]:
    """Yield the results of combining a result and a number by each operator."""
    yield from (value for value in (result + number, abs(result - number), result * number) if 0 < value <= largest)
    for top, bottom in {(result, number), (number, result)}:
        if top % bottom == 0 and (top != bottom or (top, bottom) == (result, number)) and top // bottom <= largest:
            yield top // bottom


def chance_by_steps(person: Person, deal: tuple[int, ...], target: int, calculations: int) -> Fraction:
    """Return the exact chance of a hit by recursion over single calculations instead of whole attempts."""
    pairs = combinations(deal, 2)
    if target in deal or (
        person.glance and person.numbers > 1 and any(target in {x + y, abs(x - y)} for x, y in pairs)
    ):
        return Fraction(1)

    def weight(value: int) -> Fraction:
        return Fraction(min(value, target), max(value, target)) ** person.focus

    @cache
    def anew(left: int) -> Fraction:
        if not left:
            return Fraction(0)
        total = Fraction(0)
        for i, number in enumerate(deal):
            rest = deal[:i] + deal[i + 1 :]
            chance = on(number, rest, left, 0) if number <= person.largest else anew(left - 1)
            total += Fraction(number, sum(deal)) * chance
        return total

    @cache
    def on(result: int, rest: tuple[int, ...], left: int, made: int) -> Fraction:
        if made and (
            result == target
            or (person.glance and made + 2 <= person.numbers and any(abs(result - target) == card for card in rest))
        ):
            return Fraction(1)
        more = [
            (value, rest[:i] + rest[i + 1 :])
            for i, card in enumerate(rest)
            for value in ways(result, card, person.largest)
            if made + 1 < person.numbers
        ]
        if not more:
            return anew(left if made else left - 1)
        if not left:
            return Fraction(0)
        whole = sum(weight(value) for value, _ in more)
        return sum((weight(value) / whole * on(value, after, left - 1, made + 1) for value, after in more), Fraction(0))

    return anew(calculations)


@settings(max_examples=examples(40))
@given(
    st.lists(st.sampled_from([1, 2, 3, 4, 7, 25, 60]), min_size=1, max_size=4),
    st.integers(1, 120),
    st.builds(
        Person,
        numbers=st.integers(1, 4),
        largest=st.sampled_from([10, 59, 200]),
        focus=st.integers(0, 2),
        glance=st.booleans(),
    ),
    st.integers(0, 6),
)
def test_the_chance_is_that_of_all_ways_to_calculate(
    deal: list[int], target: int, person: Person, calculations: int
) -> None:
    dealt = tuple(sorted(deal))
    wanted = chance_by_steps(person, dealt, target, calculations)
    assert attempts(person, dealt, target).chance(calculations) == pytest.approx(float(wanted), abs=1e-12)


def test_an_attempt_hits_or_fails() -> None:
    for deal, target in (((3, 6, 9, 10, 50, 100), 951), ((1, 3, 7, 10, 25, 50), 831), ((2, 2, 3, 5, 8, 9), 987)):
        for person in (Person(), Person(glance=False, numbers=6), Person(largest=60, focus=0)):
            found = attempts(person, deal, target)
            assert sum(found.hits) + sum(found.failures) == pytest.approx(1, abs=1e-12)
            chances = [found.chance(n) for n in (0, 1, 15, 60, 1000)]
            assert chances == sorted(chances)
            assert found.possible == (chances[-1] > 0)


def test_the_chance_is_what_a_person_of_dice_makes_of_it() -> None:
    """Test that the share of hits in 1,000 simulated games is within four standard errors of the computed chance."""
    person, deal, target, dice = Person(), (3, 6, 9, 10, 50, 100), 951, random.Random(1)

    def plays(left: int) -> bool:
        while left:
            i = dice.choices(range(len(deal)), deal)[0]
            result, rest = deal[i], list(deal[:i] + deal[i + 1 :])
            for made in range(1, person.numbers):
                options = [(value, card) for card in rest for value in ways(result, card, person.largest)]
                if not options or not left:
                    break
                weights = [min(value, target) / max(value, target) for value, _ in options]
                result, card = dice.choices(options, weights)[0]
                rest.remove(card)
                left -= 1
                if result == target or (made + 2 <= person.numbers and abs(target - result) in rest):
                    return True
        return False

    wanted = attempts(person, deal, target).chance(60)
    share = estimate([float(plays(60)) for _ in range(1000)])
    assert 0.1 < wanted < 0.3
    assert abs(share.mean - wanted) < 4 * share.error


# -- habits ---------------------------------------------------------------------------------------------------------


def made_of(deal: tuple[int, ...], largest: int, *, line: bool) -> set[int]:
    """Return all results of formulae of any shape, or in a line, that use every number of a deal."""

    @cache
    def made(cards: tuple[int, ...]) -> frozenset[int]:
        if len(cards) == 1:
            return frozenset(cards)
        found: set[int] = set()
        for size in (1,) if line else range(1, len(cards)):
            for chosen in combinations(range(len(cards)), size):
                one = tuple(cards[i] for i in chosen)
                other = tuple(card for i, card in enumerate(cards) if i not in chosen)
                found |= {value for x in made(other) for y in made(one) for value in ways(x, y, largest)}
        return frozenset(found)

    return set(made(deal))


@rows("line", [True, False])
@rows("numbers, low, high, largest", [(4, 1, 100, 50), (4, 5, 40, 300), (1, 1, 30, 5)])
def test_habits_leave_what_can_be_made_with_them(numbers: int, low: int, high: int, largest: int, line: bool) -> None:  # noqa: FBT001  # pytest passes it by name
    hits = [0] * numbers
    for deal in combinations(SMALL.cards, numbers):
        reached: set[int] = set()
        for k in range(1, numbers + 1):
            for part in set(combinations(deal, k)):
                reached |= made_of(part, largest, line=line)
            hits[k - 1] += sum(low <= value <= high for value in reached)
    pairs = comb(SMALL.size, numbers) * (high - low + 1)
    found = habit_chances(SMALL, numbers, low, high, largest=largest, line=line)
    assert found == tuple(Fraction(count, pairs) for count in hits)


def test_who_avoids_nothing_reaches_everything() -> None:
    assert habit_chances(SUIT, 4, 1, 300, largest=100_000, line=False) == odds(SUIT, 4, 1, 300).by_used


@pytest.mark.parametrize("glance", [True, False])
def test_a_person_finds_in_the_end_what_is_in_a_line(glance: bool) -> None:  # noqa: FBT001  # likewise
    person = Person(numbers=3, largest=200, glance=glance)
    deck = Deck.of("six", {1: 1, 2: 1, 3: 2, 7: 1, 25: 1})
    deals = list(combinations(deck.cards, 4))
    possible = sum(attempts(person, deal, target).possible for deal in deals for target in range(1, 31))
    # A glance may see a sum that is too large to be a result, but no target here is that large.
    assert Fraction(possible, len(deals) * 30) == habit_chances(deck, 4, 1, 30, largest=200)[2]


@pytest.mark.parametrize(
    ("deck", "low", "high", "small", "line"),
    [
        (CARDS, 1, 1000, Fraction(2341733727, 2544815000), Fraction(8702311249, 10179260000)),
        (CLASSIC, 101, 999, Fraction(113136711, 121001804), Fraction(53602715, 60500902)),
    ],
)
def test_the_figures_of_the_page(deck: Deck, low: int, high: int, small: Fraction, line: Fraction) -> None:
    assert habit_chances(deck, 6, low, high, line=False)[-1] == small
    assert habit_chances(deck, 6, low, high)[-1] == line


# -- figures and refusals -------------------------------------------------------------------------------------------


def test_rank_correlation() -> None:
    # Spearman's formula for distinct values: the squared differences of ranks add up to 8.
    assert rank_correlation([1, 2, 3, 4, 5], [3, 1, 2, 5, 4]) == pytest.approx(1 - 6 * 8 / 120)
    assert rank_correlation([1, 1, 2], [5, 5, 9]) == pytest.approx(1)
    assert isnan(rank_correlation([1, 2], [3, 3]))
    assert estimate([1.0, 2.0, 3.0]).error == pytest.approx((1 / 3) ** 0.5)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"pace": 0}, "a calculation cannot take 0 seconds"),
        ({"pace": float("nan")}, "a calculation cannot take nan seconds"),
        ({"numbers": 9}, "the most numbers of a person cannot be 9; it is from 1 to 8"),
        ({"largest": 0}, "the largest result of a person cannot be 0; it is from 1 to 100,000"),
        ({"focus": -1}, "the focus of a person cannot be -1; it is from 0 to 20"),
    ],
)
def test_no_such_person(arguments: dict[str, float], words: str) -> None:
    with pytest.raises((InvalidPositionError, LimitExceededError), match=f"^{words}"):
        Person(**arguments)  # type: ignore[arg-type]  # wrong on purpose


def test_refusals() -> None:
    assert Person(pace=0.1).calculations(0.3) == 3
    with pytest.raises(InvalidPositionError, match=r"^nobody has -1 seconds"):
        Person().calculations(-1)
    with pytest.raises(LimitExceededError, match=r"^1000000 seconds would be more than 100,000 calculations of 2"):
        Person().calculations(1_000_000)
    with pytest.raises(LimitExceededError, match=r"^30 seconds would be more than 100,000 calculations of 1e-320"):
        Person(pace=1e-320).calculations(30)
    with pytest.raises(LimitExceededError, match=r"^7 numbers are too many for the model of a person"):
        attempts(Person(), (1, 2, 3, 4, 5, 6, 7), 100)
    with pytest.raises(InvalidPositionError, match=r"^1 deals have no standard error"):
        estimate([1.0])
    with pytest.raises(LimitExceededError, match=r"^the largest result cannot be 0"):
        habit_chances(SMALL, 2, largest=0)
    with pytest.raises(LimitExceededError, match=r"^6 numbers of the deck 'cards' with results up to 100,000"):
        habit_chances(CARDS, 6, largest=100_000)


# -- the runners ----------------------------------------------------------------------------------------------------


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, args)
    assert result.exit_code == status, result.output
    return result.stdout if not status else result.stderr


def test_the_runner_tells_of_a_deal() -> None:
    told = run("person", "3", "6", "9", "10", "50", "100", "--target", "951", "--clock", "60")
    wanted = attempts(Person(), (3, 6, 9, 10, 50, 100), 951)
    assert [line.split()[-1] for line in told.splitlines()[1:-1]] == [
        f"{wanted.chance(30 * many):.4f}" for many in (1, 2, 4, 10, 20)
    ]
    assert told.endswith("difficulty: medium, 25 points\n")
    assert "this person never hits it" in run("person", "1", "3", "7", "10", "25", "50", "--target", "831")


def test_the_runner_tells_of_a_sample() -> None:
    asked = ["person", "--deck", "suit", "--size", "4", "--deals", "30", "--seed", "7"]
    plain, graded = run(*asked), run(*asked, "--grades")
    assert graded.startswith(plain)
    grades = graded.removeprefix(plain).splitlines()
    assert sum(int(line.split(": ")[1].split()[0]) for line in grades[:6]) == 30
    assert all(-1 <= float(line.split()[-1]) < 0 for line in grades[6:])


def test_the_runner_tells_of_habits() -> None:
    told = run("habits", "--deck", "suit", "--size", "3", "--targets", "1", "100", "--largest", "100")
    line = habit_chances(SUIT, 3, 1, 100, largest=100)
    assert [row.split()[-1] for row in told.splitlines()[1:]] == [f"{float(chance):.6f}" for chance in line]


@rows(
    "args, status, words",
    [
        (["person", "1", "2"], 2, "NUMBERS and --target go together"),
        (["person", "--depth", "0"], 1, "the most numbers of a person cannot be 0"),
        (["habits", "--largest", "0"], 1, "the largest result cannot be 0"),
    ],
)
def test_the_runners_refuse(args: list[str], status: int, words: str) -> None:
    assert words in run(*args, status=status)
