"""Check explanations of best scores, using only the theorem that they refer to."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import perfectplay
from perfectplay.core.errors import LimitExceededError, PerfectPlayError
from perfectplay.core.question import MissingError, Work
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact.prices import find_prices
from perfectplay.taxman.pictures.prices import draw_prices
from perfectplay.taxman.proof.check import check_bytes
from perfectplay.taxman.questions.explain import MAX_EXPLAINED, ExplainPot, TaxmanExplanation

ROOT = Path(__file__).parents[2]
ALONE = [*range(2, 21), *range(25, 39), 55, 56, 65, 66, 67, 68, 77, 88, 89, 90]
"""The values of N up to 100 for which prices without cuts prove the best score."""


def proven(pot: frozenset[int], answer: dict[str, Any]) -> Fraction:
    """Return the bound that the prices and cuts of an answer in JSON prove by the theorem."""
    price = {row["number"]: Fraction(row["price"]) for row in answer["prices"]}
    total = sum(price.values(), Fraction())
    extra: dict[tuple[int, int], Fraction] = {}
    for cut in answer["cuts"]:
        members, cost = set(cut["numbers"]), Fraction(cut["price"])
        total += (len(members) - 1) * cost
        for q, p in cut["pairs"]:
            rival = {x for x in members & pot if (p % x == 0 and x not in {q, p} if cut["kind"] == "S" else x % q == 0)}
            assert (q if cut["kind"] == "S" else p) in members
            assert rival - {q, p}
            extra[q, p] = extra.get((q, p), Fraction()) + cost
    assert min([*price.values(), *extra.values()], default=0) >= 0
    for p in pot:
        below = [q for q in pot if q != p and p % q == 0]
        for q in below:
            if not any(x != q and x % q == 0 for x in below):
                assert price.get(q, 0) + price.get(p, 0) + extra.get((q, p), 0) >= p
    return total


def check(answer: TaxmanExplanation) -> None:
    """Check an explanation by the theorem, and the certificate that comes with it by the checker."""
    position = TaxmanPosition.from_id(answer.position)
    assert answer.complete
    assert proven(position.pot, json.loads(json.dumps(answer.to_dict()))) == answer.total
    assert answer.gain <= (answer.total or 0) < answer.gain + 1
    assert all(pair.price >= pair.take for pair in answer.pairs)
    for move in answer.moves:
        position = position.play(move)
    assert position.player == answer.score
    verdict = check_bytes((answer.certificate or "").encode())
    assert (verdict.valid, verdict.score, verdict.upper) == (True, answer.score, answer.score)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 20, 24, 30, 45, 60, 70, 100, 231])
def test_pots_have_a_reason_that_can_be_checked(n: int) -> None:
    answer = ExplainPot(n=n).answer()
    check(answer)
    assert {Fraction(row.price).denominator for row in answer.prices} <= {1}


@pytest.mark.parametrize("start", ["taxman:20", "taxman:24/23", "taxman:pot.2.3.6.12", "taxman:10/7.9.6.10"])
def test_a_result_explains_itself(start: str) -> None:
    position = TaxmanPosition.from_id(start)
    answer = perfectplay.solve(position).explain()
    check(answer)
    assert answer.to_dict() == ExplainPot(position=position).answer().to_dict()


def test_what_a_result_cannot_explain_is_refused() -> None:
    with pytest.raises(LimitExceededError, match="501 numbers are left"):
        perfectplay.solve(f"taxman:{MAX_EXPLAINED + 1}").explain()
    result = perfectplay.solve("taxman:20")
    for spec in (None, replace(result.spec, explain=None)):
        with pytest.raises(PerfectPlayError, match="this result cannot be explained; use perfectplay"):
            replace(result, spec=spec).explain()
    with pytest.raises(PerfectPlayError, match="ended before the best score was proven"):
        replace(result, position=TaxmanPosition.new(range(3, 490))).explain(time_limit=0)


@pytest.mark.full
def test_every_pot_up_to_200_has_a_reason_in_whole_numbers() -> None:
    answers = {n: ExplainPot(n=n).answer() for n in range(2, 201)}
    for answer in answers.values():
        check(answer)
        assert all(isinstance(row.price, int) for row in answer.prices)
    assert [n for n, answer in answers.items() if not answer.cuts and n <= 100] == ALONE


def _positions(count: int) -> Iterator[TaxmanPosition]:
    """Yield random pots, and random games in progress, of up to 100 numbers."""
    random = Random(53)
    for number in range(count):
        n = random.choice([12, 20, 30, 60, 100])
        if number % 2:
            yield TaxmanPosition.new(sorted(random.sample(range(1, n + 1), random.randint(3, min(n, 60)))))
        else:
            position = TaxmanPosition.new(n)
            for _ in range(random.randint(1, 6)):
                moves = sorted(position.legal_moves())
                if moves:
                    position = position.play(random.choice(moves))
            yield position


def _trees(count: int) -> int:
    """Check the explanations of random positions, and return how many positions need a tree."""
    answers = [ExplainPot(position=position).answer() for position in _positions(count)]
    for answer in answers:
        if answer.tree is None:
            check(answer)
    return sum(not answer.complete for answer in answers)


def test_random_positions_have_a_reason() -> None:
    assert _trees(60) == 0


@pytest.mark.full
def test_a_thousand_random_positions_have_a_reason_or_need_a_tree() -> None:
    assert 0 < _trees(1_000) < 10


def test_prices_of_a_class_board_are_few() -> None:
    prices: dict[object, list[int]] = {}
    for row in ExplainPot(n=20).answer().prices:
        prices.setdefault(row.price, []).append(row.number)
    assert prices == {19: [1], 10: [4, 6, 9, 10, 20], 16: [8], 2: [12], 14: [14], 15: [15], 8: [18]}


def test_words_for_20_are_few() -> None:
    words = " ".join(ExplainPot(n=20).answer().text).split()
    assert len(words) <= 60


def test_a_cut_says_why_in_one_sentence() -> None:
    cuts = ExplainPot(n=100).answer().cuts
    assert {cut.kind for cut in cuts} == {"S", "T"}
    assert all(str(cut.most) in cut.reason and cut.reason.count(".") == 1 for cut in cuts)


def test_a_price_that_is_too_low_is_refused() -> None:
    certificate = json.loads(ExplainPot(n=24).answer().certificate or "")
    leaf = certificate["proof"]["tree"]["leaf"]
    for at, (number, price) in enumerate(leaf["u"]):
        cheaper = [*leaf["u"][:at], [number, price - 1], *leaf["u"][at + 1 :]]
        lower = certificate | {"claim": {"score": 181, "upper": 181}}
        lower["proof"] = certificate["proof"] | {"tree": {"leaf": leaf | {"u": cheaper}}}
        assert not check_bytes(json.dumps(lower).encode()).valid


def test_a_gain_that_can_be_beaten_has_no_prices() -> None:
    assert find_prices(range(1, 25), 181) is None
    assert find_prices(range(1, 25), 182) is not None


def test_where_a_tree_is_needed_its_first_question_is_named() -> None:
    pot = (1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19, 21, 22, 23, 24, 25, 28, 29, 30)
    answer = ExplainPot(pot=pot).answer()
    assert not answer.complete
    assert (answer.prices, answer.cuts, answer.certificate) == ((), (), None)
    assert answer.tree is not None
    assert (answer.tree.number, answer.tree.leaves) == (12, 2)


def test_what_cannot_be_explained_is_refused() -> None:
    with pytest.raises(LimitExceededError, match="501 numbers are left"):
        ExplainPot(n=MAX_EXPLAINED + 1)
    with pytest.raises(MissingError):
        ExplainPot()
    with pytest.raises(Exception, match="exclude each other"):
        ExplainPot(n=20, pot=(2, 4))


def test_the_picture_of_the_docs_is_what_is_drawn() -> None:
    drawn = draw_prices(ExplainPot(n=20).answer(Work()))
    assert drawn == (ROOT / "docs/images/taxman-20-prices.svg").read_text(encoding="utf-8")
