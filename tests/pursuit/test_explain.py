"""Compare explanations of distances with a search of every formula that uses only the rules."""

import json
from pathlib import Path
from random import Random

import pytest

import perfectplay
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.pictures.svg import reason_map
from perfectplay.pursuit.questions.explain import ExplainDeal
from perfectplay.pursuit.rules import PursuitPosition, Rules
from tests.pursuit.oracles import EVERY_RULE, fewest_of, parts_of, values_of

ROOT = Path(__file__).parents[2]
HIGH = 1000


def check(numbers: tuple[int, ...], target: int, rules: Rules) -> None:
    """Check an explanation of a position, using only its JSON."""
    question = ExplainDeal(position=PursuitPosition.new(numbers, target, rules))
    answer = json.loads(json.dumps(question.answer().to_dict()))
    fewest = fewest_of(numbers, 1, 2 * HIGH, rules)
    assert (answer["low"], answer["high"]) == (1, HIGH)
    assert answer["counts"] == [fewest[:HIGH].count(count) for count in range(1, len(numbers) + 1)]
    assert answer["missing"] == fewest[:HIGH].count(0)
    parts = parts_of(numbers, rules)
    assert answer["choices"] == len(parts)
    made = {int(value) for part in parts for value in values_of(part, rules) if value >= 0 and value == int(value)}
    if rules.use_all and len(numbers) > 1:
        # A player who makes no number counts as having made 0.
        made.add(0)
    assert answer["distance"] == min(abs(value - target) for value in made)
    assert abs(answer["answer"] - target) == answer["distance"]
    reached = [value for value, count in enumerate(fewest, 1) if count]
    smaller, larger = [value for value in reached if value < target], [value for value in reached if value > target]
    expected = [target] if answer["distance"] == 0 else [*smaller[-1:], *larger[:1]]
    assert [near["value"] for near in answer["nearest"]] == expected
    for near in answer["nearest"]:
        formula = parse_expression(near["expression"])
        assert formula.value == near["value"]
        assert len(formula.numbers) == near["fewest"] == fewest[near["value"] - 1]
    assert f"{answer['answer']:,}" in answer["text"][-1]


def test_deals_are_explained_by_all_rules() -> None:
    random = Random(53)
    for rules in EVERY_RULE:
        numbers = tuple(random.choice((1, 2, 3, 5, 5, 7, 10, 25)) for _ in range(random.randint(1, 4)))
        for target in (random.randint(1, 30), random.randint(1, HIGH)):
            check(numbers, target, rules)


def test_a_result_explains_itself() -> None:
    position = PursuitPosition.new([3, 6, 9], 52)
    assert perfectplay.solve(position).explain() == ExplainDeal(position=position).answer()


def test_a_target_above_those_of_the_article() -> None:
    answer = ExplainDeal(position=PursuitPosition.new([3, 6, 9, 10, 50, 100], 999_999)).answer()
    assert (answer.low, answer.high, answer.answer) == (999_499, 1_000_000, 981_000)
    assert sum(answer.counts) + answer.missing == 502


def test_what_cannot_be_explained_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="has moves"):
        ExplainDeal(position=PursuitPosition.from_id("pursuit:3.6.9:51/9m6"))
    with pytest.raises(LimitExceededError, match="8 numbers with fractions"):
        ExplainDeal(position=PursuitPosition.new(range(1, 9), 51, Rules(fractions=True)))


def test_the_picture_of_the_docs_is_what_is_drawn() -> None:
    drawn = reason_map(ExplainDeal(position=PursuitPosition.new([1, 3, 7, 10, 25, 50], 831)).answer())
    assert drawn == (ROOT / "docs/images/pursuit-reason.svg").read_text(encoding="utf-8")
    assert drawn.count('class="pp-ring"') == 1
