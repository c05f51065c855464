"""Compare the nearest number, for all combinations of rules, with arithmetic that shares no code with the solver."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

import pytest

from perfectplay.cli.pursuit.text import solved_lines
from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.play import find_answer, load_opponent
from perfectplay.pursuit.proof.check import check_bytes
from perfectplay.pursuit.proof.write import deal_certificate
from perfectplay.pursuit.questions.match import PursuitAfter
from perfectplay.pursuit.questions.solve import SolveDeal
from perfectplay.pursuit.rules import STOP, PursuitPosition, Rules
from perfectplay.pursuit.search import solutions
from perfectplay.pursuit.solve import PursuitSolved, solve
from tests.cli.asked import Command
from tests.pursuit.oracles import positions_below
from tests.tables import rows

Table = tuple[Fraction, ...]

EVERY_RULE = [
    Rules("".join(signs), use_all, fractions, positive)
    for signs in chain.from_iterable(combinations("+-*/", size) for size in range(1, 5))
    for use_all, fractions, positive in product((False, True), repeat=3)
]
LINE = re.compile(r"\(?(-?\d+(?:/\d+)?)\)? ([-+*/]) \(?(-?\d+(?:/\d+)?)\)? = (-?\d+(?:/\d+)?)")
SIGNS = str.maketrans("×÷−", "*/-")  # noqa: RUF001  # printed signs of arithmetic


def result_of(left: Fraction, sign: str, right: Fraction, rules: Rules) -> Fraction | None:
    """Return the result of a step, or ``None`` if the rules forbid it."""
    if sign not in set(rules.operators) or (sign == "/" and not right):
        return None
    result = {"+": left + right, "-": left - right, "*": left * right}.get(sign)
    result = left / right if result is None else result
    is_whole = sign != "/" or rules.fractions or result.denominator == 1
    return result if is_whole and (result > 0 or not rules.positive) else None


@cache
def values(table: Table, rules: Rules) -> frozenset[Fraction]:
    """Return the values of all formulae that use all numbers of a table."""
    if len(table) == 1:
        return frozenset(table)
    places = range(len(table))
    made = set()
    for size in range(1, len(table)):
        for left in combinations(places, size):
            one = tuple(sorted(table[i] for i in left))
            other = tuple(sorted(table[i] for i in places if i not in left))
            for x, sign, y in product(values(one, rules), rules.operators, values(other, rules)):
                made.add(result_of(x, sign, y, rules))
    return frozenset(value for value in made if value is not None)


def whole_values(table: Table, rules: Rules) -> set[int]:
    """Return the integers that can be made of all numbers, or of any of them if the rules do not demand all."""
    sizes = [len(table)] if rules.use_all else range(1, len(table) + 1)
    parts = chain.from_iterable(combinations(sorted(table), size) for size in sizes)
    return {int(value) for part in set(parts) for value in values(part, rules) if value.denominator == 1}


def replayed(steps: tuple[str, ...], table: Table, rules: Rules) -> tuple[Table, list[Fraction]]:
    """Check written steps; return the numbers that remain after them, and the results of the steps."""
    left, results = Counter(table), []
    for step in steps:
        found = LINE.fullmatch(step.translate(SIGNS))
        assert found, step
        x, y, result = Fraction(found[1]), Fraction(found[3]), Fraction(found[4])
        left.subtract((x, y))
        assert min(left.values()) >= 0, step
        assert result_of(x, found[2], y, rules) == result, step
        left[result] += 1
        results.append(result)
    return tuple(left.elements()), results


def fractions(numbers: tuple[int, ...]) -> Table:
    return tuple(map(Fraction, numbers))


def expected_words(target: int, near: int | None, distance: int) -> str | None:
    """Return the expected line about stopping without a number, or ``None`` if there must be none."""
    if near is None:
        return f"no whole number can be made of all numbers, and that counts as 0, {target:,} away"
    if abs(near - target) == distance:
        return None
    told = f"the nearest that uses all numbers is {near:,}, {abs(near - target):,} away"
    return f"no result comes closer than 0, which counts if you make nothing; {told}"


def deals(source: random.Random, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield random deals and targets; numbers may be equal, and targets range from 1 to 400."""
    for size in range(1, most + 1):
        for _ in range(2):
            cards = tuple(source.choices((1, 2, 3, 5, 5, 7, 9, 12, 50), k=size))
            yield cards, source.choice((1, 2, 3, source.randint(4, 20), source.randint(21, 400)))


def check_everywhere(cards: tuple[int, ...], target: int, rules: Rules) -> bool:
    """Compare the answers about a deal with the oracle; return whether stopping without a number is best."""
    table = fractions(cards)
    made = whole_values(table, rules)
    least = min((abs(value - target) for value in made), default=None)
    nothing = [target] if rules.use_all and len(cards) > 1 else []
    distance = min([*nothing, *([] if least is None else [least])])
    nearest = {value for value in made if abs(value - target) == least}

    position = PursuitPosition.new(cards, target, rules)
    answer: PursuitSolved = SolveDeal(position=position).answer()
    assert (answer.value, answer.lower, answer.upper, answer.distance) == (distance,) * 4
    assert answer.reachable == (distance == 0)
    if answer.reached is None or answer.expression is None or answer.largest is None:
        assert not made
        assert (answer.reached, answer.expression, answer.largest) == (None, None, None)
        assert (answer.steps, answer.used, answer.operations) == ((), (), 0)
    else:
        assert answer.reached in nearest
        assert answer.reached >= 0
        left, results = replayed(answer.steps, table, rules)
        assert Counter(left) == Counter(table) - Counter(fractions(answer.used)) + Counter([Fraction(answer.reached)])
        assert answer.used == tuple(sorted(answer.used))
        assert len(answer.used) == answer.operations + 1 == len(answer.steps) + 1
        if rules.use_all:
            assert answer.used == tuple(sorted(cards))
        assert Fraction(answer.largest) == max(map(abs, results), default=Fraction(answer.reached))

    # The moves that the solver finds lead to the same distance.
    end = position
    for move in solve(position).moves:
        end = end.play(move)
    assert end.distance == distance
    assert end.is_over()

    found = solutions.solve(cards, target, rules)
    assert (found.distance, found.reachable) == (distance, distance == 0)
    assert (None if found.expression is None else str(found.expression)) == answer.expression
    assert (found.steps, found.used, found.operations) == (answer.steps, answer.used, answer.operations)

    words = list(solved_lines(position, answer))
    about_nothing = [line for line in words if "counts" in line]
    line = expected_words(target, answer.reached, distance)
    assert about_nothing == ([] if line is None else [line])
    if answer.reached is not None:
        how = "a hit" if least == 0 else f"{least:,} away"
        assert any(re.search(rf"(?:^|= ){answer.reached}: {how} with ", line) for line in words), words

    opponent = find_answer(load_opponent("perfect"), position)
    after = PursuitAfter.of(position)
    assert (None if opponent is None else int(opponent.value)) == after.value == answer.reached
    assert after.distance == (target if least is None else least)

    verdict = check_bytes(json.dumps(deal_certificate(position, solve(position))).encode())
    assert verdict.claim == {"value": answer.reached if least == distance else None, "distance": distance}, (
        verdict.reason
    )
    return least != distance


@rows("rules", EVERY_RULE, lambda rules: str(rules) or "article")
def test_all_doors_give_the_nearest_of_up_to_three_numbers(rules: Rules) -> None:
    for cards, target in deals(random.Random(str(rules)), 3):
        check_everywhere(cards, target, rules)


@pytest.mark.full
@rows("rules", EVERY_RULE, lambda rules: str(rules) or "article")
def test_all_doors_give_the_nearest_of_up_to_four_numbers(rules: Rules) -> None:
    source = random.Random(f"four {rules}")
    for cards, target in chain(deals(source, 4), deals(source, 4)):
        check_everywhere(cards, target, rules)


@rows(
    "cards, target, rules, is_nothing",
    [
        ((5, 7), 17, "all,operators=*", True),
        ((5, 7), 17, "all,positive,operators=*", True),
        # Some number is as close as stopping without a number.
        ((2, 4), 4, "all,operators=*", False),
        ((50, 50), 100, "all,operators=-", False),
        ((50, 50), 100, "all,positive,operators=-", True),
        ((50, 50), 1, "all", False),
        ((30, 40, 50), 2, "all,operators=+", True),
        # The nearest number is far beyond the range that is searched first, or beyond 2^53.
        ((50, 12, 9, 7), 1, "all,operators=*", True),
        ((1_000_000, 999_999, 999_998), 3, "all,operators=*", True),
        # Targets that only fractions can reach, and unreachable ones.
        ((2, 3, 50), 1, "all,fractions,operators=/", True),
        ((2, 9), 1, "all,operators=/", True),
        ((2, 9), 1, "all,fractions,operators=/", True),
        # A single number needs no step, because it already uses all numbers.
        ((10,), 1, "all", False),
        ((10,), 1, "all,positive,fractions,operators=/", False),
    ],
)
def test_nothing_is_the_nearest_where_it_is(
    cards: tuple[int, ...], target: int, rules: str, *, is_nothing: bool
) -> None:
    assert check_everywhere(cards, target, Rules.parse(rules)) == is_nothing


@rows("rules", [rules for rules in EVERY_RULE if rules.use_all], str)
def test_the_nearest_in_the_middle_of_a_game(rules: Rules) -> None:
    source = random.Random(f"middle {rules}")
    start = PursuitPosition.new(source.choices((1, 2, 3, 5, 7, 50), k=3), source.randint(1, 30), rules)
    for position in positions_below(start):
        # After stopping, no further number can be made.
        made = whole_values(tuple(map(Fraction, position.table)), rules) if STOP not in position.moves else set()
        if len(position.table) == 1:
            made = {int(value) for value in position.table if value.denominator == 1}
        from_zero = {abs(value - position.target) for value in made if value >= 0}
        answer = SolveDeal(position=position).answer()
        if from_zero:
            assert answer.reached is not None, position.id
            assert abs(answer.reached - position.target) == min(from_zero), position.id
            assert replayed(answer.steps, fractions(position.numbers), rules)[0] == (Fraction(answer.reached),)
        else:
            assert answer.reached == (min(made) if made and len(position.table) == 1 else None), position.id
        line = expected_words(position.target, answer.reached, answer.distance)
        (*told,) = (one for one in solved_lines(position, answer) if "counts" in one)
        assert [one.replace(" from 0 on", "") for one in told] == ([] if line is None else [line]), position.id


def test_a_negative_number_may_be_nearer_and_is_not_named() -> None:
    # The result -100 + 99 is two away from 1; the nearest result that is not negative is 99 - (-100) = 199.
    position = PursuitPosition.from_id("pursuit:100.99.200:1:all.ops-as/100s200")
    answer = SolveDeal(position=position).answer()
    assert (answer.distance, answer.reached, answer.moves) == (1, 199, ("=",))
    words = "\n".join(solved_lines(position, answer))
    assert "; the nearest from 0 on that uses all numbers is 199, 198 away\n" in words


def test_opponents_show_what_is_farther_than_nothing() -> None:
    game = PursuitPosition.new([2, 7], 5, Rules("*", use_all=True))
    after = PursuitAfter.of(game)
    # Stopping counts as 0, which is five away but cannot be declared; 14 is nine away and scores.
    assert (after.value, after.distance, after.expression, after.points) == (14, 9, "7*2", 5)
    assert [str(find_answer(load_opponent(name), game, 1)) for name in ("casual", "perfect")] == ["7*2", "7*2"]


@rows("rules", ["all", "all,positive", "all,operators=*", "all,positive,operators=-", "all,fractions,operators=/"])
@rows("size", [1, 2])
def test_odds_count_nothing_as_deals_do(size: int, rules: str) -> None:
    deck = Deck.of("small", dict.fromkeys((1, 2, 7, 30), 2))
    found = odds(deck, size, 1, 40, Rules.parse(rules))
    distances = Counter[int]()
    for deal in combinations(deck.cards, size):
        made = whole_values(fractions(deal), Rules.parse(rules))
        for target in range(1, 41):
            distances[min([*(abs(value - target) for value in made), *[target] * (size > 1)])] += 1
    for most, chance in enumerate(found.by_distance):
        assert chance == Fraction(sum(distances[d] for d in range(most + 1)), distances.total()), most


@rows(
    "words, largest",
    [
        ("186 81 195 125 176 --target 25 --rules operators=-*/", 44),
        ("5 5 --target 2 --rules operators=+-", 0),
        ("7 2 3 2 --target 2 --rules all,fractions,operators=-/", "7/2"),
        ("5 7 --target 17 --rules all,operators=*", 35),
        ("2 9 --target 1 --rules all,operators=/", None),
        ("100 --target 100", 100),
        ("3 6 9 10 50 100 --target 951", 954),
    ],
)
def test_the_largest_is_a_size(words: str, largest: object) -> None:
    shown = Command("pursuit").run("solve", *words.split(), "--json").stdout
    assert json.loads(shown)["largest"] == largest


@rows(
    "cards, target, rules, listed",
    [
        ((5, 5), 2, "operators=+-", {"5-5"}),
        ((50, 50, 7, 7), 1, "positive,operators=+*", {"7"}),
        ((8, 8, 9, 9), 1, "all,operators=-*", {"(9-8)*(9-8)"}),
        ((5, 7), 17, "all,operators=*", {"7*5"}),
        ((6, 6, 9), 1, "all,operators=-*", {"9*(6-6)"}),
        ((4, 4), 1, "all,operators=-", {"4-4"}),
    ],
)
def test_what_is_listed_is_what_is_reached(cards: tuple[int, ...], target: int, rules: str, listed: set[str]) -> None:
    position = PursuitPosition.new(cards, target, Rules.parse(rules))
    answer = SolveDeal(position=position, everything=True).answer()
    assert answer.solutions is not None
    assert {one.expression for one in answer.solutions} >= listed
    assert answer.expression in {one.expression for one in answer.solutions}
    assert answer.count == answer.total == len(answer.solutions)
    assert answer.complete
    for one in answer.solutions:
        left, _ = replayed(parse_expression(one.expression).step_lines, fractions(cards), position.rules)
        assert answer.reached in left


def test_products_alone_are_found_in_plain_python() -> None:
    rules = Rules("*/", use_all=True)
    deal = (25, 50, 75, 100, 3, 6, 9, 10)
    found = solutions.solve(deal, 5, rules)
    assert (found.value, found.expression is not None and int(found.expression.value)) == (0, 30)
    product_alone = solutions.solve(deal, 5, Rules("*", use_all=True)).expression
    assert product_alone is not None
    assert product_alone.value == 25 * 50 * 75 * 100 * 3 * 6 * 9 * 10
