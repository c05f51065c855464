"""Prices on the numbers of a pot, and a proof in words that nobody can do better (docs, "Why nobody can")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.proof.writing import compact
from perfectplay.core.question import UNLIMITED, Question, Work
from perfectplay.core.running.deadline import Deadline
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.schema import Answer, Exact, optional
from perfectplay.core.text.texts import Text
from perfectplay.taxman.questions.solve import AboutPot
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve

if TYPE_CHECKING:
    from perfectplay.taxman.exact.prices import PricedCut, Prices

__all__ = ["MAX_EXPLAINED", "ExplainPot", "TaxmanExplanation"]

MAX_EXPLAINED = 500
"""Maximum size of a pot that is explained: larger explanations are too long to read, and finding the cuts takes 5 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanPrice:
    """A number and its price.

    Attributes
    ----------
    number
        A number of the pot.
    price
        Price of the number, 0 or larger.
    """

    number: int
    price: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanPricedPair:
    """A move of the best game, and the price of its pair.

    Attributes
    ----------
    take
        The number taken.
    pays
        The largest number that the taxman gets for it.
    price
        The sum of the prices of both numbers and of the cuts that contain the pair; at least the number taken.
    """

    take: int
    pays: int
    price: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanPricedCut:
    """Numbers that compete: a game can use only a limited number of them.

    Attributes
    ----------
    kind
        ``"S"`` if they compete as numbers that the taxman gets; ``"T"`` if as numbers that the player takes.
    numbers
        The numbers that compete, ascending.
    pairs
        The pairs of the cut. Each has the number that the taxman gets, followed by the number that the player takes.
    most
        The largest number of these pairs in a game.
    price
        Price of the cut: it is added to the price of each pair, and ``most`` times to the sum of all prices.
    reason
        The reason why a game has no more than ``most`` of these pairs, in one sentence.
    """

    kind: str
    numbers: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    most: int
    price: Exact
    reason: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanFirstCase:
    """The first branch of a proof that needs a tree: whether the player takes a certain number.

    Attributes
    ----------
    number
        The number that the branch is about.
    taken, left
        The bounds of the proof on the final score if the number is taken, and if it is not; ``None`` where no better
        score is possible at all.
    leaves
        Number of cases in which the whole proof ends.
    """

    number: int
    taken: Exact | None
    left: Exact | None
    leaves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanExplanation(Answer):
    """An explanation of why no game from a position scores more than the best one.

    Attributes
    ----------
    position
        Id of the position.
    n
        The N of the pot {1..N} in which the game began, or ``None`` if it was another pot.
    score
        The best final score, past moves included.
    gain
        The part of the score that is gained after the position.
    moves
        A best game from the position on.
    complete
        Whether prices and cuts that suffice were found. If not, both are left out, and the proof has a tree.
    total
        The sum of all prices, including the prices of cuts: at least the gain, and less than the gain plus 1.
    prices
        The numbers that have a price above 0, ascending.
    cuts
        Sets of numbers that compete; often there are none.
    pairs
        The moves of the best game with their prices.
    text
        The explanation in sentences, without the reasons for cuts, which are in ``cuts``.
    tree
        The first branch of the proof's tree; given if there are no prices.
    certificate
        Given if the explanation is complete: the text of a file with prices and cuts that `perfectplay check` accepts.
    """

    position: str
    n: int | None
    score: int
    gain: int
    moves: tuple[int, ...]
    complete: bool
    total: Exact | None
    prices: tuple[TaxmanPrice, ...]
    cuts: tuple[TaxmanPricedCut, ...]
    pairs: tuple[TaxmanPricedPair, ...]
    text: tuple[Text, ...]
    tree: TaxmanFirstCase | None = optional()
    certificate: str | None = optional()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainPot(AboutPot[TaxmanExplanation]):
    """A question: prices on the numbers of a pot that prove its best score, for a person to check; see `AboutPot`.

    Raises
    ------
    LimitExceededError
        If more than `MAX_EXPLAINED` numbers are left.
    PerfectPlayError
        If the best score was not proven in time.

    Notes
    -----
    The theorem is in the docs, "Theory of Taxman", T1.  Milliseconds up to N = 100, and about 0.5 s at N = 300, if the
    best score is in the table of records.  Otherwise a search must first find the best score.

    Examples
    --------
    >>> answer = ExplainPot(n=10).answer()
    >>> answer.score, answer.total, [(row.number, row.price) for row in answer.prices]
    (40, 40, [(1, 7), (2, 6), (3, 9), (4, 8), (10, 10)])
    >>> print(ExplainPot(n=24).answer().cuts[0].reason)
    6, 10, 14, 15 and 21 pay with 2, 3, 5 and 7: the first such move takes two of these, so at most 3 are possible.
    """

    def __post_init__(self) -> None:
        """Raise an error if the pot is too large to be explained."""
        # Avoid super() without arguments: a dataclass with slots replaces the class, so super() would fail.
        Question.__post_init__(self)
        size = self.n if self.n is not None else len(self.start.pot)
        if size > MAX_EXPLAINED:
            raise LimitExceededError(
                "{size} numbers are left, too many to explain; the limit is {most}", size=size, most=MAX_EXPLAINED
            )

    @all_or_nothing()
    def answer(self, work: Work = UNLIMITED) -> TaxmanExplanation:
        """Find a best game, and the prices that prove it."""
        from perfectplay.taxman.exact.prices import find_prices

        start, deadline = self.start, Deadline(work.time_limit)
        best = solve(start, time_limit=deadline.remaining, progress=work.progress)
        if best.status != "optimal" or best.value is None:
            raise PerfectPlayError(
                "the search for {id} ended before the best score was proven; allow more time", id=quote(start.id)
            )
        gain, moves = best.value - start.player, tuple(best.moves)
        prices = find_prices(sorted(start.pot), gain, time_limit=deadline.remaining)
        pairs = tuple(_pairs(start, moves))
        return TaxmanExplanation(
            position=start.id,
            n=start.start_pot.n,
            score=best.value,
            gain=gain,
            moves=moves,
            complete=prices is not None,
            total=None if prices is None else _exact(prices.total, prices.scale),
            prices=() if prices is None else tuple(_costly(prices)),
            cuts=() if prices is None else tuple(_cut(cut, prices.scale) for cut in prices.cuts),
            pairs=() if prices is None else tuple(_priced(q, p, prices) for q, p in pairs),
            text=tuple(_text(start, gain, prices)),
            tree=_first_case(start, work, deadline) if prices is None else None,
            certificate=None if prices is None else _certificate(start, best.value, moves, prices),
        )


def _pairs(start: TaxmanPosition, moves: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    position = start
    for move in moves:
        after = position.play(move)
        yield max(d for d in position.pot - after.pot if move % d == 0 and d != move), move
        position = after


def _exact(parts: int, scale: int) -> Exact:
    whole, rest = divmod(parts, scale)
    return Fraction(parts, scale) if rest else whole


def _costly(prices: Prices) -> Iterator[TaxmanPrice]:
    for number, price in prices.numbers.items():
        if price:
            yield TaxmanPrice(number=number, price=_exact(price, prices.scale))


def _priced(q: int, p: int, prices: Prices) -> TaxmanPricedPair:
    return TaxmanPricedPair(take=p, pays=q, price=_exact(prices.paid(q, p), prices.scale))


# -- in words ------------------------------------------------------------------------------------------------------


def _listed(numbers: tuple[int, ...]) -> str:
    *most, last = map(str, numbers)
    return Text("{numbers} and {last}", numbers=", ".join(most), last=last) if most else last


def _cut(cut: PricedCut, scale: int) -> TaxmanPricedCut:
    lower = tuple(sorted({q for q, _ in cut.pairs}))
    upper = tuple(sorted({p for _, p in cut.pairs}))
    values = {"numbers": _listed(cut.numbers), "lower": _listed(lower), "upper": _listed(upper), "most": cut.most}
    if len(cut.cut.vectors) > 1:
        reason = Text(
            "{upper} pay with {lower}: in one game at most {most} such moves are possible (theorem 9).", **values
        )
    elif cut.cut.kind == "S":
        reason = Text(
            "{upper} pay with {numbers}: the first such move takes two of these, so at most {most} are possible.",
            **values,
        )
    else:
        reason = Text(
            "{numbers} pay with {lower}, each of which divides two of them: the last one finds its divisor gone, so at "
            "most {most} such moves are possible.",
            **values,
        )
    return TaxmanPricedCut(
        kind=cut.cut.kind,
        numbers=cut.numbers,
        pairs=cut.pairs,
        most=cut.most,
        price=_exact(cut.price, scale),
        reason=reason,
    )


def _text(start: TaxmanPosition, gain: int, prices: Prices | None) -> Iterator[Text]:
    if prices is None:
        yield Text("No prices and cuts that suffice were found; the proof distinguishes cases.")
        return
    if not gain:
        yield Text("No number can be taken.")
        return
    if start.start_pot.n is None:
        yield Text(
            "Whenever you take a number, you pay for it with a divisor that no other move can use, and no number of "
            "the pot lies between the two."
        )
        yield Text("The two numbers of each such pair cost together at least the larger one.")
    else:
        yield Text(
            "Whenever you take a number, you pay for it with this number divided by some prime, which no other move "
            "can use."
        )
        yield Text("Each number and its quotient by any prime cost together at least the number.")
    if prices.cuts:
        yield Text("For the pairs of a cut, the price of the cut counts as well.")
    if prices.total == gain * prices.scale:
        yield Text("So no game gains more than all prices together: {total}.", total=gain)
    else:
        yield Text(
            "So no game gains more than all prices together, {total}, and gains are whole numbers: {gain} at most.",
            total=str(_exact(prices.total, prices.scale)),
            gain=gain,
        )
    yield Text("And {gain} can be reached.", gain=gain)


# -- proofs --------------------------------------------------------------------------------------------------------


def _certificate(start: TaxmanPosition, score: int, moves: tuple[int, ...], prices: Prices) -> str:
    cuts = [{"kind": cut.cut.kind, "vectors": [list(group) for group in cut.cut.vectors]} for cut in prices.cuts]
    leaf = {
        "scale": prices.scale,
        "u": [[number, price] for number, price in prices.numbers.items() if price],
        "cuts": [[min(at, 1), cut.price] for at, cut in enumerate(prices.cuts)],
    }
    from perfectplay.taxman.proof.write import envelope

    made = envelope(
        start.id, score, score, {"kind": "tree", "moves": list(moves), "cuts": cuts, "tree": {"leaf": leaf}}
    )
    return compact(made)


def _first_case(start: TaxmanPosition, work: Work, deadline: Deadline) -> TaxmanFirstCase | None:
    from perfectplay.taxman.proof.show import prove

    proof = prove(start, time_limit=deadline.remaining, progress=work.progress)
    branch = next((case for case in proof.cases if case.kind == "branch"), None)
    if branch is None or branch.on is None:
        return None
    below = {case.given: case.bound for case in proof.cases if case.parent == branch.number}
    return TaxmanFirstCase(
        number=int(branch.on), taken=below["picked"], left=below["not"], leaves=proof.cases[0].leaves
    )
