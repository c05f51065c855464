"""Rules about ties, and the search for the smallest row that refutes a rule.

Source: B. Yorgey, "The greedy coins game" and its sequels, The Math Less Traveled (2017), where the conjectures come
from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from perfectplay.coins.row.fusion import reduce_row, valley_margin
from perfectplay.coins.ties import Tick, check_rows, each_tie, go_on, is_tied, longest_list, tie_counts
from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay_research.conditions import is_joined, is_wrapped
from perfectplay_research.statements import Statement, is_statement, read_statement

__all__ = [
    "MAX_TESTED",
    "RULES",
    "Rule",
    "TieRule",
    "TieTest",
    "named_rule",
    "smallest_counterexample",
]

MAX_TESTED = 10_000_000
"""Largest number of rows that a rule is tested on."""

Rule = Callable[[tuple[int, ...]], bool]
"""A rule as a function, which returns whether the rule claims that a row of coins is tied."""


@dataclass(frozen=True, slots=True)
class TieRule:
    """A claim about ties.

    Attributes
    ----------
    name
        Short name.
    statement
        The claim in one sentence.
    claims
        Whether the rule applies to a row.
    converse
        ``False``: every row that the rule applies to is tied.  ``True``: the rule applies to every tied row.

    Examples
    --------
    >>> RULES["wrap"].statement
    'c G c is tied if G is tied and has an even number of coins.'
    """

    name: str
    statement: str
    claims: Rule
    converse: bool = False

    @property
    def ties_only(self) -> bool:
        """Return whether the rule applies to ties only, so that other rows need no test."""
        return self.converse

    def judge(self, coins: tuple[int, ...]) -> bool | None:
        """Return whether the claim is right about a row, or ``None`` if it does not apply; converses apply to ties.

        Examples
        --------
        >>> RULES["join"].judge((1, 1, 2, 2)), RULES["join"].judge((1, 2)), RULES["arise"].judge((1, 2, 3, 2))
        (True, None, False)
        """
        claimed = self.claims(coins)
        if self.converse:
            return claimed
        return is_tied(coins) if claimed else None


RULES: dict[str, TieRule | Statement] = {
    rule.name: rule
    for rule in (
        TieRule("wrap", "c G c is tied if G is tied and has an even number of coins.", is_wrapped),
        TieRule("join", "G1 G2 is tied if G1 and G2 are tied.", is_joined),
        replace(
            read_statement("tied and even => arises"),
            name="arise",
            statement="Every tied game with an even number of coins arises from the rules wrap and join.",
        ),
    )
}
"""The conjectures of the series, by name.  Only the first one is true."""


def named_rule(name: str) -> TieRule | Statement:
    """Return one of `RULES` by its name, or parse a rule that is written out.

    Parameters
    ----------
    name
        A name, or a rule as `perfectplay_research.statements.read_statement` reads it.

    Raises
    ------
    PerfectPlayError
        If there is no such rule.

    Examples
    --------
    >>> named_rule("wrap").statement, named_rule("tied => even").ties_only
    ('c G c is tied if G is tied and has an even number of coins.', True)
    """
    if name in RULES:
        return RULES[name]
    if is_statement(name):
        return read_statement(name)
    raise PerfectPlayError(
        f"there is no rule {quote(name)}; the rules are {', '.join(RULES)}, or write one such as "
        "'even and palindrome => tied'"
    )


@dataclass(frozen=True, slots=True)
class TieTest:
    """The result of testing a rule.

    Attributes
    ----------
    counterexample
        The first row that refutes the rule: the shortest, and of these the first in lexicographic order; ``None`` if
        there is none.
    margin
        The counterexample's margin under best play: 0 if it is a tie; ``None`` without a counterexample.
    tested
        Number of rows that tested the rule: rows that it calls tied, or tied rows for a converse.  For a
        `Statement`, they are the rows that satisfy its premise.
    max_length
        If there is no counterexample, all rows over the alphabet up to this length were checked.  It is smaller than
        the requested length if the search was stopped.

    Examples
    --------
    >>> smallest_counterexample(RULES["join"], 2, 6).margin
    2
    """

    counterexample: tuple[int, ...] | None
    margin: int | None
    tested: int
    max_length: int


def smallest_counterexample(
    rule: TieRule | Statement | Rule, k: int, max_length: int, *, tick: Tick = go_on
) -> TieTest:
    """Look for the smallest row that refutes a rule about ties.

    Parameters
    ----------
    rule
        The rule, or a function that takes a tuple of integers and returns whether it claims that the row is tied.
    k
        Coins are worth 1, 2, ..., k.
    max_length
        Largest number of coins in a row.
    tick
        Called before the rule is tested on each row.  The search ends once it returns true.

    Raises
    ------
    InvalidPositionError
        If ``k`` or ``max_length`` is below 1.
    LimitExceededError
        If ``max_length`` is above `perfectplay.coins.ties.MAX_LENGTH`, or if more than `MAX_TESTED` rows
        would have to be tested and the shorter rows do not refute the rule.

    Examples
    --------
    >>> smallest_counterexample(RULES["join"], 2, 8)
    TieTest(counterexample=(1, 1, 2, 1, 1, 2), margin=2, tested=12, max_length=8)
    >>> smallest_counterexample(lambda coins: coins == coins[::-1] and len(coins) % 2 == 0, 3, 8).counterexample is None
    True
    """
    check_rows(k, max_length)
    claim = rule if isinstance(rule, TieRule | Statement) else TieRule("rule", "No description.", rule)
    counts = _rows_to_show(k, max_length, tick, tied=claim.ties_only)
    if counts is None:
        return TieTest(None, None, 0, 0)
    longest = len(counts)
    problem = f"more than {MAX_TESTED:,} rows would have to be shown to the rule for lengths up to {max_length}"
    if not longest:
        raise LimitExceededError(f"{problem}; take a smaller alphabet")
    test = _search(claim, k, max_length, counts, tick)
    if test.counterexample is None and test.max_length == longest < max_length:
        raise LimitExceededError(
            f"no counterexample of lengths up to {longest}; {problem}, so ask for lengths up to {longest}"
        )
    return test


def _rows_to_show(k: int, max_length: int, tick: Tick, *, tied: bool) -> list[int] | None:
    """Return how many rows to test of each length, at most `MAX_TESTED` in all; ``None`` if ``tick`` stops this."""
    found: list[int] = []
    if not tied:
        for length in range(1, max_length + 1):
            if sum(found) + k**length > MAX_TESTED:
                break
            found.append(k**length)
        return found
    longest = longest_list(k, max_length)
    for _, count in tie_counts(k, longest, tick=tick) if longest else ():
        if sum(found) + count > MAX_TESTED:
            return found
        found.append(count)
    return found if len(found) == longest else None


def _search(claim: TieRule | Statement, k: int, max_length: int, counts: Sequence[int], tick: Tick) -> TieTest:
    """Test a rule on all rows of the lengths 1 to ``len(counts)``, until a row refutes it."""
    total = sum(counts)
    shown = tested = 0
    for length in range(1, len(counts) + 1):
        rows = each_tie(k, length) if claim.ties_only else product(range(1, k + 1), repeat=length)
        for coins in rows:
            if tick(length, shown, total):
                return TieTest(None, None, tested, length - 1)
            shown += 1
            right = claim.judge(coins)
            tested += right is not None
            if right is False:
                return TieTest(coins, int(valley_margin(reduce_row(coins))), tested, max_length)
    return TieTest(None, None, tested, len(counts))
