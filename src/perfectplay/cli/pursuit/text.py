"""Lines of text for the commands that examine one deal. This module formats results, and computes nothing."""

from __future__ import annotations

import shlex
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from perfectplay.core.text.words import counted
from perfectplay.pursuit.expressions import Expression, parse_expression
from perfectplay.pursuit.rules import MAX_TARGET, Number, PursuitPosition

if TYPE_CHECKING:
    from perfectplay.pursuit.questions.explain import PursuitExplanation
    from perfectplay.pursuit.reach import Reach
    from perfectplay.pursuit.solve import PursuitNearest, PursuitResult, PursuitSolution, PursuitSolved

_PRETTY = {" * ": " × ", " / ": " ÷ ", " - ": " − "}  # noqa: RUF001  # printed signs
_PLAIN = str.maketrans({"×": "*", "÷": "/", "−": "-"})  # noqa: RUF001  # as above
_ROWS = (50, 40, 30, 20, 10)
"""Possible numbers of targets in a line of the map; all are multiples of ten."""
_GROUP = 10
_LISTED = 100
"""Maximum number of targets that are listed individually below a map."""
_MOST_MAPPED = 1000
"""Number of targets in a map, as in the article; a map around a larger target has as many."""
_FOLDED = 4
"""Maximum number of consecutive empty lines of a map that are shown."""
_NARROW = 20
"""Narrowest width at which text is wrapped."""


def printable(text: str) -> str:
    """Replace typographic signs of arithmetic with ASCII if standard output cannot show them."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return text.translate(_PLAIN)
    return text


def printed(expression: Expression) -> str:
    """Format an expression for people: ``(100 + 6) × 9 − 3`` if that can be shown."""  # noqa: RUF002  # its signs
    return printable(expression.pretty())


def tight(expression: Expression) -> str:
    """Format an expression without spaces."""
    return printable(expression.pretty().replace(" ", ""))


def printed_steps(lines: Sequence[str]) -> list[str]:
    """Format steps such as ``100 * 6 = 600`` for people."""
    shown = []
    for line in lines:
        for plain, pretty in _PRETTY.items():
            line = line.replace(plain, pretty)  # noqa: PLW2901  # one sign after the other
        shown.append(printable(line))
    return shown


def away(distance: int) -> str:
    """Format a distance: ``a hit``, ``3 away``."""
    return f"{distance:,} away" if distance else "a hit"


def numbers_line(numbers: Sequence[Number]) -> str:
    """Format numbers, separated by spaces."""
    return " ".join(map(str, numbers))


def deal_text(position: PursuitPosition) -> str:
    """Format a deal and its target, and the rules unless they are the article's."""
    rules = f"   ({position.rules})" if str(position.rules) else ""
    return f"{numbers_line(position.numbers)} -> {position.target}{rules}"


def map_line(position: PursuitPosition) -> str:
    """Return the command that lists all targets of a deal, or only the targets near a large one."""
    words = ["perfectplay", "pursuit", "map", *map(str, position.numbers)]
    is_far = position.target > _MOST_MAPPED
    if is_far:
        low = position.target - _MOST_MAPPED // 2
        words += ["--targets", f"{low}-{min(low + _MOST_MAPPED - 1, MAX_TARGET)}"]
    if str(position.rules):
        words += ["--rules", str(position.rules)]
    return f"{'targets around it' if is_far else 'all targets'}: {shlex.join(words)}"


def answer_line(expression: Expression, distance: int) -> str:
    """Describe the value of an expression, and its numbers and steps."""
    effort = f"{counted(len(expression.numbers), 'number')} and {counted(expression.operations, 'step')}"
    if not expression.operations:
        return f"{expression.value}: {away(distance)} with that number alone"
    return f"{printed(expression)} = {expression.value}: {away(distance)} with {effort}"


def explained_lines(position: PursuitPosition, answer: PursuitExplanation) -> Iterator[str]:
    """Explain in sentences why no answer is closer; add a table of targets by numbers used, and the nearest targets."""
    yield f"{deal_text(position)}: {answer.answer:,} is the closest, {away(answer.distance)}"
    yield ""
    yield from answer.text
    yield ""
    yield "numbers  targets"
    for count, targets in enumerate(answer.counts, 1):
        yield f"{count:>7}  {targets:>7,}"
    yield f"   none  {answer.missing:>7,}"
    for near in answer.nearest:
        formula = parse_expression(near.expression)
        if formula.operations:
            yield f"{near.value:,} = {printed(formula)} takes {counted(near.fewest, 'number')}"
        else:
            yield f"{near.value:,} is one of the numbers"


def best_text(result: PursuitResult) -> str:
    """Describe the final answer, and its distance from the target."""
    made = result.expression
    how = "" if made is not None and made.value == result.answer else ", which counts if you make nothing"
    return f"{result.answer:,}{how}, {away(result.distance)}"


def nothing_line(position: PursuitPosition, made: Expression | None) -> str:
    """Explain that 0 counts because no result is closer to the target, and name the closest result, ``made``."""
    if made is None:
        return f"no whole number can be made of all numbers, and that counts as 0, {away(position.target)}"
    # With negative numbers on the table, only results of at least 0 were tried.
    nearest = "nearest from 0 on" if min(position.table) < 0 else "nearest"
    closest = f"the {nearest} that uses all numbers is {made.value:,}, {away(int(made.value) - position.target)}"
    return f"no result comes closer than 0, which counts if you make nothing; {closest}"


def reach_line(nearest: PursuitNearest, target: int) -> str:
    """Explain that the target cannot be hit: count the targets that can be, and name the nearest ones."""
    reached = f"{nearest.count:,} of the targets {nearest.low:,} to {nearest.high:,}"
    near = [f"{value:,}" for value in (nearest.below, nearest.above) if value is not None]
    closest = f"; the nearest {'are' if len(near) > 1 else 'is'} {' and '.join(near)}" if near else ""
    return f"{target:,} cannot be hit: these numbers reach {reached}{closest}"


def solved_lines(position: PursuitPosition, solved: PursuitSolved) -> Iterator[str]:
    """Describe a solution in lines."""
    yield deal_text(position)
    if position.moves:
        yield f"after {', '.join(map(str, position.moves))}: {numbers_line(position.table)}"
    if solved.nearest is not None:
        yield reach_line(solved.nearest, position.target)
    elif solved.distance:
        yield f"{position.target:,} cannot be hit{' from here' if position.moves else ''}"
    made = None if solved.expression is None else parse_expression(solved.expression)
    distance = None if made is None else abs(int(made.value) - solved.target)
    if distance != solved.distance:
        yield nothing_line(position, made)
    if made is not None and distance is not None:
        yield from (f"  {line}" for line in printed_steps(solved.steps))
        yield answer_line(made, distance)
    if solved.difficulty is not None and not solved.distance:
        yield f"difficulty: {solved.difficulty.grade}, {counted(solved.difficulty.points, 'point')}"
        yield from (f"  {reason}" for reason in solved.difficulty.reasons)
    if solved.solutions:
        yield from _listing(solved, solved.solutions)
    if solved.nearest is not None and not position.moves:
        yield map_line(position)
    yield f"{solved.seconds:.2f} s"


def _listing(solved: PursuitSolved, listed: Sequence[PursuitSolution]) -> Iterator[str]:
    width = len(str(len(listed)))
    texts = [printed(parse_expression(solution.expression)) for solution in listed]
    room = max(map(len, texts))
    for number, (shown, text) in enumerate(zip(listed, texts, strict=True), 1):
        steps = counted(shown.operations, "step")
        yield f"{number:{width}}. {text:<{room}}   {steps}, largest {shown.largest_text}"
    if solved.total is None:
        yield "... and more; without --limit, all are listed"
        return
    some = "" if solved.complete else f"... {len(listed):,} of "
    every = "; without --limit, all are listed" if some else ""
    yield f"{some}{counted(solved.total, 'essentially different solution')} for {solved.reached:,}{every}"
    if solved.expressions is not None:
        count = counted(solved.expressions, "expression")
        yield f"{count} with positive results on the way if order and brackets count"


def map_lines(reach: Reach, width: int) -> Iterator[str]:
    """Draw a map with a character for each target, at least ten per line, and describe the main facts."""
    total = len(reach.fewest)
    label = len(str(reach.high))
    row = next((row for row in _ROWS if label + 1 + row + row // _GROUP <= width), _ROWS[-1])
    rules = f"   ({reach.rules})" if str(reach.rules) else ""
    yield from _wrapped(f"{numbers_line(reach.numbers)}: targets {reach.low:,} to {reach.high:,}{rules}", width)
    empty: list[str] = []
    for first in range(reach.low - (reach.low - 1) % row, reach.high + 1, row):
        cells = [_cell(reach, target) for target in range(first, first + row)]
        line = "".join(cell if i % _GROUP else f" {cell}" for i, cell in enumerate(cells))
        shown = f"{first:>{label}} {line}".rstrip()
        if set(cells) <= {".", " "}:
            empty.append(shown)
            continue
        yield from _folded(empty, label)
        empty = []
        yield shown
    yield from _folded(empty, label)
    yield from _wrapped(
        "Each digit is the fewest numbers that reach a target; a dot is a target that cannot be reached.", width
    )
    fewest = Counter(reach.fewest)
    parts = [f"{fewest[k]:,} with {k}" for k in range(1, len(reach.numbers) + 1) if fewest[k]]
    reached = f"{reach.count:,} of {counted(total, 'target')} can be reached"
    yield from _wrapped(f"{reached}: {', '.join(parts)}" if parts else reached, width)
    if not reach.missing or not reach.targets:
        return
    if len(reach.missing) <= _LISTED:
        yield from _wrapped(f"missing: {numbers_line(reach.missing)}", width)
    elif reach.count <= _LISTED:
        yield from _wrapped(f"reachable: {numbers_line(reach.targets)}", width)


def _cell(reach: Reach, target: int) -> str:
    if not reach.low <= target <= reach.high:
        return " "
    return str(reach.fewest[target - reach.low] or ".")


def _folded(lines: Sequence[str], label: int) -> Iterator[str]:
    """Leave out the middle of long runs of lines without a reachable target."""
    if len(lines) <= _FOLDED:
        yield from lines
        return
    yield lines[0]
    yield f"{'':>{label}}  ... none in {len(lines) - 2} lines ..."
    yield lines[-1]


def _wrapped(text: str, width: int) -> Sequence[str]:
    return textwrap.wrap(text, max(width, _NARROW), subsequent_indent="  ")
