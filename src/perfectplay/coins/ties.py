"""The tie laboratory: count and list tied games over {1..k}, and put rules about ties to the test.

A game is tied when both players get the same under best play: its margin is 0.  Counting looks at no game, see
`perfectplay.coins.census`.  Listing is fast because of fusing (see the docs, "Linear time"): a row may be reduced from
the left while it grows, and whatever is appended later, only the reduced row matters.  Of these there are few: 509 for
the 1,048,576 rows of length 20 over {1, 2}.

Source: B. Yorgey, "The greedy coins game" and its sequels, The Math Less Traveled (2017), where the conjectures come
from; T. Idziaszek, "An optimal algorithm for calculating the profit in the coins in a row game", for the fusion.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Any

from perfectplay.coins import census
from perfectplay.coins.census import Tick, go_on
from perfectplay.coins.fusion import put, reduce_row, valley_margin
from perfectplay.coins.rules import Coin
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError, quote, quote_path
from perfectplay.core.notices import notify
from perfectplay.core.texts import Text
from perfectplay.core.user_code import SUFFIX, describe_error, one_line, run_file

__all__ = [
    "MAX_LENGTH",
    "MAX_STEPS",
    "MAX_TESTED",
    "MAX_WORK",
    "RULES",
    "Rule",
    "Tick",
    "TieRule",
    "TieTest",
    "arises_from_rules",
    "bfile_lines",
    "check_limit",
    "check_list",
    "check_ties",
    "count_ties",
    "is_joined",
    "is_tied",
    "is_wrapped",
    "list_ties",
    "load_rule",
    "smallest_counterexample",
    "tie_bfile",
    "tie_counts",
]

MAX_WORK = 200_000_000
"""Most units of `perfectplay.coins.census.work` that ties are counted with: about 5 seconds, and 600 MB."""

MAX_STEPS = 10_000_000
"""Most reduced rows, each with one more coin, that ties are listed by: about 20 seconds."""

MAX_LENGTH = 200
"""Most coins in a row whose ties are counted or listed."""

MAX_TESTED = 10_000_000
"""Most games that are shown to a rule."""

Rule = Callable[[tuple[int, ...]], bool]
"""Whether a row of coins is claimed to be tied."""

_Reduced = tuple[Coin, ...]
_EACH = 1 << 12
"""Reduced rows, of which each takes some microseconds, between two looks at the clock."""
_FUNCTION = "rule"


def _push(reduced: _Reduced, coin: Coin) -> _Reduced:
    """Append a coin to a reduced row."""
    longer = [*reduced]
    put(longer, coin)
    return tuple(longer)


def is_tied(coins: Sequence[Coin]) -> bool:
    """Whether both players get the same under best play; O(n) for n coins of any exact value.

    Nothing at all is a tie, too.

    Examples
    --------
    >>> is_tied((1, 2, 4, 3)), is_tied((3, 2, 1, 2))
    (True, False)
    """
    return valley_margin(reduce_row(coins)) == 0


# -- counting and listing --------------------------------------------------------------------------------------


def tie_counts(k: int, max_length: int, *, tick: Tick = go_on) -> Iterator[tuple[int, int]]:
    """Count the tied games of each length.

    Parameters
    ----------
    k
        Coins are worth 1, 2, ..., k; at least 1.
    max_length
        Largest number of coins; at least 1.
    tick
        Called some hundred times a second, with units of `perfectplay.coins.census.work`.  Once it returns true, no
        more lengths follow.

    Yields
    ------
    tuple of int
        Length, and how many of the ``k**length`` rows are tied: each length as soon as it is known.

    Raises
    ------
    InvalidPositionError
        If ``k`` or ``max_length`` is below 1.
    LimitExceededError
        If ``max_length`` is above `MAX_LENGTH`, or more than `MAX_WORK` units are needed: at once, as `check_ties`.

    Notes
    -----
    O(k^2 n^4) operations on integers of O(n) digits for all lengths up to n, with a small constant.

    Examples
    --------
    >>> list(tie_counts(2, 6))
    [(1, 0), (2, 2), (3, 1), (4, 6), (5, 7), (6, 18)]
    >>> dict(tie_counts(2, 100))[100]
    18971648228907491499736818860
    """
    check_ties(k, max_length)
    # Of coins that are all equal, an even number is tied.
    counts = census.tied_rows(k, max_length, tick) if k > 1 else (1 - n % 2 for n in range(1, max_length + 1))
    return enumerate(counts, start=1)


def check_ties(k: int, max_length: int) -> int:
    """Find out before the work whether ties can be counted.

    Parameters
    ----------
    k, max_length
        As for `tie_counts`.

    Returns
    -------
    int
        How many units of `perfectplay.coins.census.work` counting takes.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `tie_counts` does.

    Examples
    --------
    >>> check_ties(2, 20)
    31055
    """
    _check(k, max_length)
    return _within(k, max_length, MAX_WORK, lambda length: census.work(k, length))


def check_list(k: int, length: int) -> None:
    """Find out before the work whether ties can be listed; complain as `list_ties` does.

    Examples
    --------
    >>> check_list(2, 73)
    """
    _check(k, length)
    _within(k, length, MAX_STEPS, lambda n: k * _reduced_rows(k, n - 1))


def _within(k: int, max_length: int, most: int, cost: Callable[[int], int]) -> int:
    """Add up what the lengths cost, and complain if that is too much."""
    longest, total = _reach(max_length, most, cost)
    if longest < max_length:
        within = (
            Text("lengths up to {longest} are within reach", longest=longest)
            if longest
            else Text("take a smaller alphabet")
        )
        problem = Text(
            "ties of length {most} over 1 to {k} take more than {max_steps} steps",
            most=max_length,
            k=quote(k),
            max_steps=most,
        )
        message = Text("{problem}; {within}", problem=problem, within=within)
        raise LimitExceededError(message)
    return total


def _reach(max_length: int, most: int, cost: Callable[[int], int]) -> tuple[int, int]:
    """Return the largest length up to ``max_length`` that is not too much, and what it costs with all shorter ones."""
    total = 0
    for length in range(1, max_length + 1):
        more = cost(length)
        if total + more > most:
            return length - 1, total
        total += more
    return max_length, total


def _reduced_rows(k: int, length: int) -> int:
    """Count the reduced rows of so many coins worth 1 to k.

    They are the valleys that take no more coins than there are, and as many modulo 2.  A single coin v is what is
    left of 1 + 2 t coins or more, where t is 0 if v >= 1, and otherwise the least number with v >= 1 - t (k - 1):
    fusing round a k takes away up to k - 1.  In a valley the least coin stands once, or twice side by side, and every
    larger one once or not at all on either side.  docs/coins-theory.md, "How many reduced rows there are", proves it.

    O(length^2 (k + length k)) for ``length`` above 2.
    """
    if length <= 2 or k == 1:  # so short a row has no peak
        return int(k**length)
    # How many ways there are to choose the larger coins so that they take so many.
    ways = [1] + [0] * length
    found = 0
    least = k
    while (takes := census.least_coins(k, least)) <= length:
        for bottom in (takes, 2 * takes):
            found += sum(ways[length - bottom :: -2]) if bottom <= length else 0
        for _ in range(2):
            for size in range(length, takes - 1, -1):
                ways[size] += ways[size - takes]
        least -= 1
    return found


def _check(k: int, length: int) -> None:
    if k < 1:
        message = Text("there are no coins worth 1 to {k}; the largest coin must be at least 1", k=quote(k))
        raise InvalidPositionError(message)
    if length < 1:
        message = Text(
            "there are no rows of {length} coins to look at; the length must be at least 1", length=quote(length)
        )
        raise InvalidPositionError(message)
    if length > MAX_LENGTH:
        message = Text(
            "rows of {length} coins are too long for this; the length may be at most {most}",
            length=quote(length),
            most=MAX_LENGTH,
        )
        raise LimitExceededError(message)


def count_ties(k: int, length: int) -> int:
    """Count the tied games of one length, as `tie_counts` does.

    Examples
    --------
    >>> count_ties(2, 20)
    104176
    """
    return next(count for n, count in tie_counts(k, length) if n == length)


def list_ties(k: int, length: int, limit: int | None = 1000, *, tick: Tick = go_on) -> list[tuple[int, ...]]:
    """List the tied games of one length in lexicographic order.

    Parameters
    ----------
    k, length
        As for `count_ties`.
    limit
        Most games that are listed, the first ones; ``None`` for all.
    tick
        Called again and again, with the games found and their limit (or 0) as units; once it returns true, the list
        ends.

    Raises
    ------
    InvalidPositionError
        If ``k`` or ``length`` is below 1.
    LimitExceededError
        If ``length`` is above `MAX_LENGTH`, or more than `MAX_STEPS` steps are needed.

    Examples
    --------
    >>> list_ties(2, 4)
    [(1, 1, 1, 1), (1, 1, 2, 2), (1, 2, 2, 1), (2, 1, 1, 2), (2, 2, 1, 1), (2, 2, 2, 2)]
    """
    check_limit(limit)
    found: list[tuple[int, ...]] = []
    found.extend(islice(_ties(k, length, lambda: tick(length, len(found), limit or 0)), limit))
    return found


def check_limit(limit: int | None) -> None:
    """Complain about a number of games that cannot be listed.

    Raises
    ------
    InvalidPositionError
        If it is negative.

    Examples
    --------
    >>> check_limit(10)
    """
    if limit is not None and limit < 0:
        message = Text("at most {limit} games cannot be listed; the limit must not be negative", limit=quote(limit))
        raise InvalidPositionError(message)


def _ties(k: int, length: int, stopped: Callable[[], bool]) -> Iterator[tuple[int, ...]]:
    check_list(k, length)

    @cache
    def can_tie(reduced: _Reduced, left: int) -> bool:
        if not left:
            return valley_margin(reduced) == 0
        return any(can_tie(_push(reduced, coin), left - 1) for coin in range(1, k + 1))

    def search(coins: tuple[int, ...], reduced: _Reduced) -> Iterator[tuple[int, ...]]:
        left = length - len(coins)
        if stopped() or not can_tie(reduced, left):
            return
        if not left:
            yield coins
            return
        for coin in range(1, k + 1):
            yield from search((*coins, coin), _push(reduced, coin))

    return search((), ())


def bfile_lines(k: int, max_length: int, *, even: bool = True, tick: Tick = go_on) -> Iterator[str]:
    """Write the counts as a b-file of the On-Line Encyclopedia of Integer Sequences: lines ``n a(n)`` from n = 1.

    Parameters
    ----------
    k, max_length
        As for `tie_counts`.
    even
        Whether only even lengths count: then a(n) is the number of ties of length 2n, otherwise of length n.
    tick
        As for `tie_counts`.

    Yields
    ------
    str
        One line without its line break, as soon as its count is known.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `tie_counts` does; if there is no even length, too.

    Examples
    --------
    >>> list(bfile_lines(2, 6))
    ['1 2', '2 6', '3 18']
    """
    if even and max_length == 1:
        message = Text("there is no even length up to 1; the largest length must be at least 2")
        raise InvalidPositionError(message)
    step = 2 if even else 1
    for n, count in tie_counts(k, max_length, tick=tick):
        if n % step == 0:
            yield f"{n // step} {count}"


def tie_bfile(k: int, max_length: int, *, even: bool = True) -> str:
    """Write the counts as one text: the lines of `bfile_lines`.

    Parameters and errors as of `bfile_lines`.

    Examples
    --------
    >>> print(tie_bfile(2, 8), end="")
    1 2
    2 6
    3 18
    4 56
    """
    return "".join(f"{line}\n" for line in bfile_lines(k, max_length, even=even))


# -- rules -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TieRule:
    """A claim about ties.

    Attributes
    ----------
    name
        Short name, or the path of the file that it came from.
    statement
        The claim in one sentence.
    claims
        Whether a row is one that the rule speaks of.
    converse
        ``False``: every row that the rule speaks of is tied.  ``True``: it speaks of every tied row.

    Examples
    --------
    >>> RULES["wrap"].statement
    'c G c is tied if G is tied and has an even number of coins.'
    """

    name: str
    statement: str
    claims: Rule
    converse: bool = False


def is_wrapped(coins: tuple[int, ...]) -> bool:
    """Whether a row is a tied game of even length between equal coins, as in 1 [2 2] 1; it may be empty.

    Examples
    --------
    >>> is_wrapped((1, 2, 2, 1)), is_wrapped((1, 2, 4, 3))
    (True, False)
    """
    return len(coins) >= 2 and len(coins) % 2 == 0 and coins[0] == coins[-1] and is_tied(coins[1:-1])


def is_joined(coins: tuple[int, ...]) -> bool:
    """Whether a row is two tied games side by side, neither of them empty.

    Examples
    --------
    >>> is_joined((1, 1, 2, 2)), is_joined((1, 2, 2, 1))
    (True, False)
    """
    return any(is_tied(coins[:i]) and is_tied(coins[i:]) for i in range(1, len(coins)))


def arises_from_rules(coins: tuple[int, ...]) -> bool:
    """Whether a row can be built from nothing, by putting equal coins round a game and games side by side.

    O(n^3) for n coins.

    Examples
    --------
    >>> arises_from_rules((1, 2, 2, 1)), arises_from_rules((1, 2, 4, 3))
    (True, False)
    """

    @cache
    def built(i: int, j: int) -> bool:
        if i == j:
            return True
        wrapped = j - i >= 2 and coins[i] == coins[j - 1] and built(i + 1, j - 1)
        return wrapped or any(built(i, m) and built(m, j) for m in range(i + 2, j - 1, 2))

    return len(coins) % 2 == 0 and built(0, len(coins))


RULES: dict[str, TieRule] = {
    rule.name: rule
    for rule in (
        TieRule("wrap", "c G c is tied if G is tied and has an even number of coins.", is_wrapped),
        TieRule("join", "G1 G2 is tied if G1 and G2 are tied.", is_joined),
        TieRule(
            "arise",
            "Every tied game with an even number of coins arises from the rules wrap and join.",
            lambda coins: len(coins) % 2 == 1 or arises_from_rules(coins),
            converse=True,
        ),
    )
}
"""The conjectures of the series, by name.  The first holds, the others do not."""


def load_rule(name_or_path: str) -> TieRule:
    """Return one of `RULES`, or the rule in a Python file.

    Parameters
    ----------
    name_or_path
        A name, or the path of a file that ends in ``.py`` and defines ``rule(coins)``, which gets a tuple of integers
        and returns ``True`` or ``False``: whether they are claimed to be tied.  If the file sets ``converse = True``,
        the claim is that every tied row is one of these.  The file is executed: load only what you trust.  What it
        prints goes to standard error.

    Raises
    ------
    PerfectPlayError
        If there is no such rule, or if the file cannot be read or executed, has no ``rule``, or sets ``converse`` to
        something else than ``True`` or ``False``.

    Examples
    --------
    >>> load_rule("join").statement
    'G1 G2 is tied if G1 and G2 are tied.'
    """
    if name_or_path in RULES:
        return RULES[name_or_path]
    if not name_or_path.endswith(SUFFIX):
        message = Text(
            "there is no rule {name_or_path}; the rules are {rules}, or give the path of a file that ends in "
            "{suffix} and defines {function}(coins)",
            name_or_path=quote(name_or_path),
            rules=", ".join(RULES),
            suffix=SUFFIX,
            function=_FUNCTION,
        )
        raise PerfectPlayError(message)
    module = run_file(name_or_path, "rule", f"{_FUNCTION}(coins)", PerfectPlayError)
    function = getattr(module, _FUNCTION, None)
    if not callable(function):
        message = Text(
            "rule file {name_or_path} has no function {function}(coins); define one that returns whether a tuple "
            "of coins is claimed to be tied",
            name_or_path=quote_path(name_or_path),
            function=_FUNCTION,
        )
        raise PerfectPlayError(message)
    converse = getattr(module, "converse", False)
    if not isinstance(converse, bool):
        message = Text(
            "rule file {name_or_path} sets converse = {shown}; set it to True or to False",
            name_or_path=quote_path(name_or_path),
            shown=_shown(converse),
        )
        raise PerfectPlayError(message)
    # Anything can be assigned to __doc__.
    docs = (getattr(function, "__doc__", None), module.__doc__)
    doc = next((text.strip() for text in docs if isinstance(text, str) and text.strip()), "No description.")
    return TieRule(name_or_path, doc.partition("\n")[0], function, converse=converse)


def _shown(value: object) -> str:
    """Quote what a file gave, with its type: 1 is not True."""
    return f"{quote(one_line(value))} ({type(value).__name__})"


@dataclass(frozen=True, slots=True)
class TieTest:
    """What came of testing a rule.

    Attributes
    ----------
    counterexample
        The first row that refutes the rule: the shortest, and of these the first in lexicographic order; ``None`` if
        there is none.
    margin
        Its margin under best play: 0 if it is a tie that the rule overlooks.
    tested
        How many rows the rule was put to the test by: rows that it calls tied, or tied rows, for a converse.
    max_length
        Length up to which all rows over the alphabet were looked at, if there is no counterexample: shorter than
        asked for if the search was stopped.

    Examples
    --------
    >>> smallest_counterexample(RULES["join"], 2, 6).margin
    2
    """

    counterexample: tuple[int, ...] | None
    margin: int | None
    tested: int
    max_length: int


def smallest_counterexample(rule: TieRule | Rule, k: int, max_length: int, *, tick: Tick = go_on) -> TieTest:
    """Look for the smallest row that refutes a rule about ties.

    Parameters
    ----------
    rule
        The rule, or a function of a tuple of integers that returns ``True`` or ``False``: whether they are claimed to
        be tied.  What it prints goes to standard error.
    k
        Coins are worth 1, 2, ..., k.
    max_length
        Largest number of coins in a row.
    tick
        Called before each row that is shown to the rule: that is the unit of work.  Once it returns true, the search
        ends.

    Raises
    ------
    InvalidPositionError
        If ``k`` or ``max_length`` is below 1.
    LimitExceededError
        If ``max_length`` is above `MAX_LENGTH`, or if more than `MAX_TESTED` rows would have to be shown to the rule
        and those up to a length within reach do not refute it.
    PerfectPlayError
        If the rule raises an exception, or returns something else than ``True`` or ``False``.

    Examples
    --------
    >>> smallest_counterexample(RULES["join"], 2, 8)
    TieTest(counterexample=(1, 1, 2, 1, 1, 2), margin=2, tested=12, max_length=8)
    >>> smallest_counterexample(lambda coins: coins == coins[::-1] and len(coins) % 2 == 0, 3, 8).counterexample is None
    True
    """
    _check(k, max_length)
    claim = rule if isinstance(rule, TieRule) else TieRule("rule", "No description.", rule)
    counts = _rows_to_show(k, max_length, tick, tied=claim.converse)
    if counts is None:
        return TieTest(None, None, 0, 0)
    longest = len(counts)
    problem = Text(
        "more than {most:,} rows would have to be shown to the rule for lengths up to {max_length}",
        most=MAX_TESTED,
        max_length=max_length,
    )
    if not longest:
        message = Text("{problem}; take a smaller alphabet", problem=problem)
        raise LimitExceededError(message)
    if longest < max_length:
        notify(Text("{problem}; those of lengths up to {longest} are looked at", problem=problem, longest=longest))
    # Once for all rows: a redirection for each would take longer than many a rule.
    with redirect_stdout(sys.stderr):
        test = _search(claim, k, max_length, counts, tick)
    if test.counterexample is None and test.max_length == longest < max_length:
        message = Text(
            "no counterexample of lengths up to {longest}; {problem}, so ask for lengths up to {longest}",
            longest=longest,
            problem=problem,
        )
        raise LimitExceededError(message)
    return test


def _rows_to_show(k: int, max_length: int, tick: Tick, *, tied: bool) -> list[int] | None:
    """Numbers of rows of length 1, 2, ... to be shown to a rule, as far as they are few enough; ``None`` if stopped."""
    found: list[int] = []
    if not tied:
        for length in range(1, max_length + 1):
            if sum(found) + k**length > MAX_TESTED:
                break
            found.append(k**length)
        return found
    longest, _ = _reach(max_length, MAX_STEPS, lambda length: k * _reduced_rows(k, length - 1))
    for _, count in tie_counts(k, longest, tick=tick) if longest else ():
        if sum(found) + count > MAX_TESTED:
            return found
        found.append(count)
    return found if len(found) == longest else None


def _search(claim: TieRule, k: int, max_length: int, counts: Sequence[int], tick: Tick) -> TieTest:
    """Show all rows of the lengths whose numbers of rows are given to a rule, until one refutes it."""
    total = sum(counts)
    shown = tested = 0
    for length in range(1, len(counts) + 1):
        rows = _ties(k, length, lambda: False) if claim.converse else product(range(1, k + 1), repeat=length)
        for coins in rows:
            if tick(length, shown, total):
                return TieTest(None, None, tested, length - 1)
            shown += 1
            claimed = _ask(claim, coins)
            tested += claim.converse or claimed
            if claimed != claim.converse:
                margin = valley_margin(reduce_row(coins))
                if claim.converse or margin:
                    return TieTest(coins, int(margin), tested, max_length)
    return TieTest(None, None, tested, len(counts))


def _ask(rule: TieRule, coins: tuple[int, ...]) -> bool:
    try:
        answer: Any = rule.claims(coins)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        message = Text(
            "the rule {name} failed on {row}: {error}; correct it",
            name=quote_path(rule.name),
            row=_row(coins),
            error=describe_error(error, rule.name),
        )
        raise PerfectPlayError(message) from error
    if not isinstance(answer, bool):
        message = Text(
            "the rule {name} answered {shown} to {row}; it must return True or False",
            name=quote_path(rule.name),
            shown=_shown(answer),
            row=_row(coins),
        )
        raise PerfectPlayError(message)
    return answer


def _row(coins: tuple[int, ...]) -> str:
    return quote(" ".join(map(str, coins)))
