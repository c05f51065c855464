"""Write certificates of Taxman in the flat form that the checker in formal/ reads, one in each line.

    python3 formal/flatten.py certificates/taxman-*.xz | build/taxman-proven

Files are certificates, plain or compressed with gzip, or packs, one certificate in each line; ``-`` is standard input,
with one in each line.  A certificate that is malformed (see docs/certificate-format.md) or beyond the checker becomes a
line that begins with a word, which the checker refuses. Errors in this file cannot make a false claim look true: the
checker itself prints the claims that it has accepted.
"""

from __future__ import annotations

import gc
import gzip
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from operator import add
from pathlib import Path
from typing import Any

LARGEST = 10000
_EVEN = 0x555555
_NUMBER = re.compile("[1-9][0-9]{0,17}", re.ASCII)


class NotValid(ValueError):  # noqa: N818  # a verdict, not an error of the program
    """Raised if a certificate does not follow the format."""


class NotExamined(ValueError):  # noqa: N818  # likewise
    """Raised if a certificate may be valid but is too large for the checker."""


def flatten(data: bytes) -> str:
    """Return the flat form of a certificate, or a line that says why there is none."""
    try:
        return " ".join(map(str, _certificate(parse(data))))
    except NotExamined as reason:
        return f"unexamined: {reason}"
    except (NotValid, UnicodeDecodeError, RecursionError) as reason:
        return f"refused: {reason}".replace("\n", " ")
    except ValueError:
        return "unexamined: a number has thousands of digits"


def parse(data: bytes) -> Any:
    """Read JSON without repeated fields, and with only integers as numbers."""
    try:
        return json.loads(data.decode(), object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise NotValid(str(error)) from None


def _refuse(text: str) -> Any:
    raise NotValid(f"{text} is not an integer")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise NotValid("a field stands twice")
    return fields


def fields_of(value: Any, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return an object that has exactly these fields."""
    if not isinstance(value, dict) or not set(needed) <= set(value) <= {*needed, *optional}:
        raise NotValid(f"there should be an object with the fields {', '.join(needed)}")
    return value


def integer(value: Any) -> int:
    """Return an integer; refuse true and false."""
    if type(value) is not int:
        raise NotValid(f"{value!r:.40} is not an integer")
    return value


def _integers(values: list[Any]) -> list[int]:
    """Return a long list of integers, checked like `integer`."""
    if not set(map(type, values)) <= {int}:
        raise NotValid(f"{values!r:.40} is not a list of integers")
    return values


def list_of(value: Any) -> list[Any]:
    """Return a list."""
    if not isinstance(value, list):
        raise NotValid(f"{value!r:.40} is not a list")
    return value


def _two(value: Any) -> list[int]:
    if type(value) is list and len(value) == 2 and type(value[0]) is type(value[1]) is int:
        return value
    raise NotValid(f"{value!r:.40} is not a pair of integers")


def _certificate(value: Any) -> list[int | str]:
    """Return position, score and bound; each move after its tax; the proof."""
    fields = fields_of(value, ("format", "version", "game", "position", "claim", "proof"))
    if (fields["format"], integer(fields["version"]), fields["game"]) != ("perfectplay", 2, "taxman"):
        raise NotValid("it is not a certificate of Taxman, version 2")
    claim = fields_of(fields["claim"], ("score", "upper"))
    score, upper = integer(claim["score"]), integer(claim["upper"])
    if score > upper:
        raise NotValid("the score is above the bound")
    pot, before, plain = _position(fields["position"])
    left = dict.fromkeys(pot)
    made = _with_taxes(left, before)
    n = len(pot) if isinstance(pot, range) else 0
    place = [n] if n and not made else [0, n, *([] if n else [len(pot), *pot]), len(before), *made]
    proof = fields["proof"]
    kind = proof.get("kind") if isinstance(proof, dict) else None
    reason: list[int | str]
    if kind == "tree":
        fields_of(proof, ("kind", "moves", "cuts", "tree"))
        cuts = [_cut(cut, left) for cut in list_of(proof["cuts"])]
        reason = [0, len(cuts), *chain.from_iterable(cuts), *_Tree(left, len(cuts)).flat(proof["tree"])]
    elif kind == "chain":
        reason = [*_chain(proof, n if plain else 0, score == upper, upper)]
    elif kind == "dual":
        reason = [*_dual(proof, n, plain)]
    else:
        raise NotValid("there is no such kind of proof")
    moves = _with_taxes(left, list_of(proof["moves"]))  # at last, because they empty the pot
    return [*place, score, upper, len(moves) // 2, *moves, *reason]


def _position(position: Any) -> tuple[range | list[int], list[int], bool]:
    """Return the pot (a range if it is {1, ..., N}), the moves made in it, and whether the position is only N."""
    if not isinstance(position, str) or not position.startswith("taxman:"):
        raise NotValid("there is no such position")
    start, slash, moves = position.removeprefix("taxman:").partition("/")
    numbers = start.removesuffix("~end")
    made = _numbers(moves) if slash else []
    if numbers.startswith("pot."):
        chosen = sorted(_numbers(numbers.removeprefix("pot.")))
        if len(set(chosen)) < len(chosen):
            raise NotValid("a number of the pot stands twice")
        if len(chosen) > LARGEST:
            raise NotExamined("its pot is too large")
        return chosen, made, False
    if not _NUMBER.fullmatch(numbers):
        raise NotValid("there is no such position")
    if int(numbers) > LARGEST:
        raise NotExamined("its pot is too large")
    return range(1, int(numbers) + 1), made, start == numbers and not made


def _numbers(text: str) -> list[int]:
    parts = text.split(".")
    if not all(map(_NUMBER.fullmatch, parts)):
        raise NotValid("there is no such position")
    return list(map(int, parts))


@cache
def _divisors(p: int) -> list[int]:
    """Return the proper divisors of a small number, ascending; every certificate asks for the same ones."""
    return [d for d in range(1, p // 2 + 1) if p % d == 0]


def _dividing(p: int, pot: dict[int, None]) -> list[int]:
    """Return the proper divisors of a number in a pot, which is ascending."""
    return [d for d in _divisors(p) if d in pot] if p <= LARGEST else [d for d in pot if d < p and p % d == 0]


def _with_taxes(left: dict[int, None], moves: list[Any]) -> list[int]:
    """Pair each move with the largest of its taxes, by the rules. The numbers leave the pot, which is ascending."""
    flat = []
    for move in moves:
        p = integer(move)
        taxes = _dividing(p, left) if p in left else []
        if not taxes:
            raise NotValid(f"the move {p} is not possible")
        for number in (*taxes, p):
            del left[number]
        flat += [taxes[-1], p]
    return flat


def _cut(value: Any, rest: dict[int, None]) -> list[int | str]:
    """Return kind, number of members, and the members in ascending order, each with the two halves of its vector."""
    cut = fields_of(value, ("kind", "vectors"))
    if cut["kind"] not in ("S", "T") or not list_of(cut["vectors"]):
        raise NotValid("there is no such cut")
    vectors: set[int] = set()
    of: dict[int, str] = {}
    count = 0
    for group in cut["vectors"]:
        if len(list_of(group)) < 2:
            raise NotValid("a group of a cut has no vector, or no member")
        vector, *numbers = _integers(group)
        if not 0 < vector < 1 << 24 or vector in vectors:
            raise NotValid(f"{vector} is not a vector, or stands twice")
        vectors.add(vector)
        of |= dict.fromkeys(numbers, f"{vector & _EVEN} {vector >> 1 & _EVEN}")
        count += len(numbers)
    if len(of) < count or not of.keys() <= rest.keys():
        raise NotValid("a member of a cut is not in the pot, or stands twice")
    return ["ST".index(cut["kind"]), len(of), *(f"{s} {of[s]}" for s in sorted(of))]


def _chain(proof: dict[str, Any], n: int, optimal: bool, upper: int) -> list[int]:  # noqa: FBT001  # which of two fields
    cited = "score" if optimal else "upper"
    fields = fields_of(proof, ("kind", "moves", "rule", cited))
    if n < 2:
        raise NotValid("a chain is about a whole pot {1, ..., N}, N at least 2, without moves")
    before = integer(fields[cited])
    if fields["rule"] == "increment":
        gain, reason = n, [1]
    elif fields["rule"] == "prime":
        p = next((p for p in range(n - 1, 1, -1) if all(p % d for d in range(2, p))), 0)
        gain, reason = n - p, [2, p]
    else:
        raise NotValid("there is no such rule")
    # The checker looks up the bound for N - 1 itself; `upper` ensures that it is not higher than the cited one.
    if before + gain != upper or (n == 2 and before):  # the least N of a chain
        raise NotValid("the bound does not follow from the one that is cited")
    return reason


@cache
def _lower(p: int) -> list[int]:
    """Return the lower ends of a number's pairs: the number divided by each of its primes."""
    return [p // r for r in (*_divisors(p)[1:], p) if len(_divisors(r)) == 1]


def _dual(proof: dict[str, Any], n: int, plain: bool) -> list[int]:  # noqa: FBT001  # see `_position`
    """Write a dual as a tree with a single leaf, in which each set of numbers is a T-cut with the same vector for all.

    The checker would add the price of an unpaid pair, and accept the claim if it is true anyway; but a dual has to pay
    for each pair.
    """
    fields = fields_of(proof, ("kind", "moves", "parts", "u", "cuts"))
    parts, u = integer(fields["parts"]), [0, *map(integer, list_of(fields["u"]))]
    if not plain or parts < 1 or len(u) != n + 1 or min(u) < 0:
        raise NotValid("a dual has a multiplier for each number of {1, ..., N}, none negative, in parts of one")
    owed = {(q, p): parts * p - u[q] - u[p] for p in range(2, n + 1) for q in _lower(p)}
    cuts, weights = [], []
    for cut in list_of(fields["cuts"]):
        if len(list_of(cut)) != 2:
            raise NotValid("a cut of a dual is a multiplier and its numbers")
        weight, members = integer(cut[0]), sorted(map(integer, list_of(cut[1])))
        if weight < 0 or len(set(members)) < max(2, len(members)) or not 1 < members[0] <= members[-1] <= n:
            raise NotValid("a cut of a dual has a negative multiplier, or other numbers than two or more of 2 to N")
        cuts += [1, len(members), *(x for s in members for x in (s, 1, 0))]
        weights += [len(weights) // 2 + 1, weight]
        shared = Counter(q for s in members for q in _lower(s))
        for pair in ((q, s) for s in members for q in _lower(s) if shared[q] > 1):
            owed[pair] -= weight
    if max(owed.values(), default=0) > 0:
        raise NotValid("a pair is not paid for")
    numbers = [x for pair in enumerate(u[1:], 1) for x in pair]
    return [0, len(weights) // 2, *cuts, 0, parts, 1, n, *numbers, len(weights) // 2, *weights]


class _Tree:
    """Return nodes and multipliers; multipliers that refer to earlier ones are written out."""

    def __init__(self, rest: dict[int, None], cuts: int) -> None:
        below = {p: _dividing(p, rest) for p in rest}
        inner = sorted({q for found in below.values() for q in found})
        self.inner = len(inner)
        # Numbers that may have multipliers, and the index of each: first those with a multiple, then the others.
        self.live = [*inner, *sorted({p for p, found in below.items() if found} - {*inner})]
        self.place = {number: place for place, number in enumerate(self.live)}
        self.cuts = cuts
        self.known: list[tuple[int, list[int], dict[int, int]]] = []

    def flat(self, root: Any) -> list[int | str]:
        found: list[int | str] = []
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, dict) and "branch" in node:
                fields_of(node, ("branch", "picked", "not"))
                if integer(node["branch"]) not in self.place:
                    raise NotValid("a branch is not about a number of the pot")
                found += [2, node["branch"]]
                stack += [node["not"], node["picked"]]
            elif isinstance(node, dict) and "fix" in node:
                fields_of(node, ("fix", "then"))
                found += [1, *self._multipliers(node["fix"])]
                stack.append(node["then"])
            else:
                found += [0, *self._multipliers(fields_of(node, ("leaf",))["leaf"])]
        return found

    def _multipliers(self, value: Any) -> list[int | str]:
        given = fields_of(value, ("scale", "u", "cuts"), ("like", "objective"))
        scale, objective = integer(given["scale"]), integer(given.get("objective", 1))
        if scale < 1 or objective not in (0, 1):
            raise NotValid("a scale is positive, and an objective 0 or 1")
        u, weights = self._like(given["like"], scale) if "like" in given else ([0] * len(self.live), {})
        self._add(u, list_of(given["u"]))
        place = 0
        for step, change in map(_two, list_of(given["cuts"])):
            place += step
            if not 0 <= place < self.cuts:
                raise NotValid(f"there is no cut {place}")
            weights[place] = weights.get(place, 0) + change
        self.known.append((scale, u, weights))
        numbers = [f"{number} {x}" for number, x in zip(self.live, u, strict=True) if x]
        cuts = [f"{place + 1} {x}" for place, x in weights.items() if x]
        return [scale, objective, len(numbers), *numbers, len(cuts), *cuts]

    def _like(self, like: Any, scale: int) -> tuple[list[int], dict[int, int]]:
        if not 0 <= integer(like) < len(self.known):
            raise NotValid(f"there are no multipliers {like} before")
        earlier, u, weights = self.known[like]
        factor, rest = divmod(scale, earlier)
        if rest:
            raise NotValid(f"the scale {scale} is not a multiple of {earlier}")
        if factor == 1:
            return u.copy(), weights.copy()
        return [factor * x for x in u], {c: factor * x for c, x in weights.items()}

    def _add(self, u: list[int], given: list[Any]) -> None:
        """Add given values to the multipliers of numbers: a list for all numbers with a multiple, or pairs."""
        if given and type(given[0]) is int:
            if len(given) != self.inner:
                raise NotValid("there should be one multiplier for each number with a multiple")
            u[: self.inner] = map(add, u, _integers(given))
            return
        for number, change in map(_two, given):
            if number not in self.place:
                raise NotValid(f"there is a multiplier for {number}")
            u[self.place[number]] += change


def lines(name: str) -> Iterator[bytes]:
    """Yield the certificates of a file: a single one, or one in each line of a pack."""
    if name == "-":
        yield from sys.stdin.buffer
        return
    data = Path(name).read_bytes()
    packed = data.startswith(b"\xfd7zXZ\0")
    data = lzma.decompress(data) if packed else gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    # A single certificate may have several lines; its first line is then incomplete.
    first, _, rest = data.partition(b"\n")
    many = packed or (first.endswith(b"}") and rest.strip())
    yield from data.removesuffix(b"\n").split(b"\n") if many else [data]


def main(names: list[str], flat: Callable[[bytes], str], usage: str | None) -> int:
    """Write the certificates of files as flat lines, in their order."""
    if not names or names[0].startswith("--"):
        sys.stderr.write(usage or "")
        return 2
    gc.disable()  # values from JSON have no cycles, and looking for cycles would take 8 % of the time
    for name in names:
        for line in lines(name):
            sys.stdout.write(flat(line) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], flatten, __doc__))
