"""Write certificates of greedy coins in the flat form that the proven checker of coins reads, one in each line.

    python3 formal/coins.py row.json ... | build/coins-proven

The files are like those of `flatten.py`. A certificate that is malformed (see docs/certificates-coins.md) or beyond
this program becomes a line that begins with a word, which the checker refuses.

Trusting a verdict means trusting `head`, which translates the position and the claim into numbers. For an accepted
certificate, the checker prints these numbers. Errors anywhere else in this file cannot make it accept a false claim.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import Any

from flatten import NotExamined, NotValid, fields_of, integer, list_of, main, parse

MOST_COINS, LONGEST_CIRCLE, MOST_BITS = 1 << 20, 8_192, 4_096
_COIN = re.compile(r"(0|-?[1-9][0-9]*)(?:_([1-9][0-9]*))?", re.ASCII)
_NUMBER = re.compile(r"(-?[1-9][0-9]*)/([1-9][0-9]*)", re.ASCII)
_MOVE = re.compile(r"([1-9][0-9]{0,8})(L|R|K[1-9][0-9]{0,8})", re.ASCII)
_HISTORY = re.compile("[cf]*p*")

Part = tuple[str, list[int]]
"""A row, or "l", "r" (that end is blocked) or "o" for a circle; and the coins over the common denominator."""


def flatten(data: bytes) -> str:
    """Return the flat form of a certificate, or a line that says why there is none."""
    try:
        found = parse(data)
        return " ".join([*head(found), *_Proof(found).words()])
    except NotExamined as reason:
        return f"unexamined: {reason}"
    except (NotValid, UnicodeDecodeError, RecursionError) as reason:
        return f"refused: {reason}".replace("\n", " ")
    except ValueError:
        return "unexamined: a number has thousands of digits"


# -- position and claim ----------------------------------------------------------------------------------------------


def head(certificate: Any) -> list[str]:
    """Return the claim of a certificate, and the position that it is about."""
    fields = fields_of(certificate, ("format", "version", "game", "position", "claim", "proof"))
    if (fields["format"], integer(fields["version"]), fields["game"]) != ("perfectplay", 2, "coins"):
        raise NotValid("it is not a certificate of coins, version 2")
    claim = fields_of(fields["claim"], ("margin", "best_moves", "mistake_cost"))
    position = Position(fields["position"])
    margin = scaled(_number(claim["margin"]), position.unit)
    best, cost = claim["best_moves"], claim["mistake_cost"]
    flags = ["none"]
    if best is not None:
        moves = position.moves()
        # Both ends of a row's last coin are the same move.
        given = {"L", "R"} if position.is_row and best == "LR" else set(str(best).split(" "))
        twice = {name[:-1] + "R" for name in moves if not position.is_row and position.last_coin(name)}
        flags = ["best" if {name, name[:-1] + "L" if name in twice else name} & given else "worse" for name in moves]
        named = [name for name, flag in zip(moves, flags, strict=True) if flag == "best" and name not in twice]
        if best != ("" if position.is_row else " ").join(named):
            raise NotValid(f"the best moves are {best!r:.40}")
        flags = ["some", str(len(flags)), *flags]
    if (cost is None) == position.is_row:
        raise NotValid("the cost of a mistake is one of a row")
    told = ["none"] if cost is None else ["some", f"{scaled(_number(cost), position.unit):x}"]
    played = [str(number) for move in position.played for number in move]
    return [*_table(position.start), str(len(position.played)), *played, f"{margin:x}", *flags, *told]


def _table(parts: list[Part]) -> list[str]:
    return [str(len(parts)), *(word for part in parts for word in _part(part))]


def _part(part: Part) -> list[str]:
    return [part[0], str(len(part[1])), *(f"{coin:x}" for coin in part[1])]


def _ends(kind: str, size: int) -> list[str]:
    """Name the moves in one part of the table, in the order of CoinsRules.v; the last coin of a row has two."""
    if not size:
        return []
    return [f"K{i}" for i in range(1, size + 1)] if kind == "o" else {"row": ["L", "R"], "l": ["R"], "r": ["L"]}[kind]


class Position:
    """The parts at the start, the moves as pairs of indices, and the remaining parts; all over one denominator."""

    def __init__(self, text: Any) -> None:
        if not isinstance(text, str) or not text.startswith("coins:"):
            raise NotValid("there is no such position")
        start, slash, moves = text.removeprefix("coins:").partition("/")
        if start.count(".") + start.count("~") >= MOST_COINS:
            raise NotExamined("there are too many coins")
        pieces = parts(start)
        self.unit = lcm(*(coin.denominator for _, coins in pieces for coin in coins))
        if self.unit.bit_length() > MOST_BITS:
            raise NotExamined("the common denominator is too large")
        self.start = [(kind, [scaled(coin, self.unit) for coin in coins]) for kind, coins in pieces]
        self.left = list(self.start)
        self.single = len(pieces) == 1 and pieces[0][0] != "o"
        self.is_row = self.single and pieces[0][0] == "row"
        if slash and not moves:
            raise NotValid("the position ends after '/'")
        names = [f"1{move}" for move in moves] if self.single else moves.split(".") if slash else []
        self.played = [self._play(name) for name in names]
        if not any(coins for _, coins in self.left):
            raise NotValid("there is no coin left")

    def _play(self, name: str) -> tuple[int, int]:
        i, j = place(self.left, name)
        self.left[i] = after(self.left[i], name)
        return i, j

    def moves(self) -> list[str]:
        """Name all remaining moves, in the order of CoinsRules.v."""
        numbers = [""] if self.single else range(1, len(self.left) + 1)
        return [
            f"{number}{end}"
            for number, (kind, coins) in zip(numbers, self.left, strict=True)
            for end in _ends(kind, len(coins))
        ]

    def last_coin(self, name: str) -> bool:
        """Return whether a move takes the last coin of a row."""
        kind, coins = self.left[0 if self.single else place(self.left, name)[0]]
        return kind == "row" and len(coins) == 1


def place(table: list[Part], name: Any) -> tuple[int, int]:
    """Return the indices of a move, from 0: of its part, and among the moves in this part."""
    matched = _MOVE.fullmatch(name) if isinstance(name, str) else None
    i = int(matched[1]) - 1 if matched else -1
    if matched is None or i >= len(table) or matched[2] not in _ends(table[i][0], len(table[i][1])):
        raise NotValid(f"the move {name!r:.40} cannot be played")
    return i, int(matched[2][1:]) - 1 if matched[2][0] == "K" else _ends(table[i][0], 1).index(matched[2])


def after(part: Part, name: str) -> Part:
    """Return the part that remains after a move."""
    kind, coins = part
    if "K" in name:
        taken = int(name.partition("K")[2])
        return "row", coins[taken:] + coins[: taken - 1]
    return kind, coins[1:] if name.endswith("L") else coins[:-1]


def parts(text: str) -> list[tuple[str, list[Fraction]]]:
    """Read the parts of a table."""
    found = []
    for piece in text.split("~"):
        kind = piece[0] if piece[:1] in {"l", "r", "o"} else "row"
        found.append((kind, [_coin(word) for word in (piece if kind == "row" else piece[1:]).split(".")]))
    return found


def scaled(number: Fraction, unit: int) -> int:
    """Return a number over the common denominator."""
    if unit % number.denominator:
        raise NotValid("a number is not a multiple of the unit")
    return number.numerator * (unit // number.denominator)


def _coin(word: str) -> Fraction:
    matched = _COIN.fullmatch(word)
    if matched is None:
        raise NotValid(f"the position has the coin {word!r:.40}")
    return _fraction(matched[1], matched[2])


def _number(value: Any) -> Fraction:
    if isinstance(value, str) and (matched := _NUMBER.fullmatch(value)):
        return _fraction(matched[1], matched[2])
    return _limited(Fraction(integer(value)))


def _fraction(above: str, below: str | None) -> Fraction:
    number = Fraction(int(above), int(below or "1"))
    if below is not None and (number.denominator == 1 or str(number) != f"{above}/{below}"):
        raise NotValid("a fraction is not in lowest terms")
    return _limited(number)


def _limited(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MOST_BITS:
        raise NotExamined(f"a number has more than {MOST_BITS} bits")
    return number


# -- the proof -------------------------------------------------------------------------------------------------------


class _Proof:
    """The proof of a certificate whose head has been read."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        position = Position(certificate["position"])
        self.unit = position.unit
        self.left = [part for part in position.left if part[1]]
        self.moves_claimed = certificate["claim"]["best_moves"] is not None
        self.proof = certificate["proof"]

    def words(self) -> Iterable[str]:
        alone = len(self.left) == 1
        circles = [len(coins) for kind, coins in self.left if kind == "o"]
        if max(circles, default=0) > LONGEST_CIRCLE:
            raise NotExamined("a circle is too long")
        kind = (
            "circle" if alone and circles else "fusion" if alone else "search" if max(circles, default=0) > 2 else "sum"
        )
        if not isinstance(self.proof, dict) or self.proof.get("kind") != kind:
            raise NotValid(f"the kind of the proof should be {kind}")
        if kind != "sum" and not self.moves_claimed:
            raise NotValid("the best moves should be claimed")
        return [
            kind,
            *{"fusion": self._fusion, "sum": self._sum, "circle": self._circle, "search": self._search}[kind](),
        ]

    def _fusion(self) -> list[str]:
        (part,) = self.left
        names = self._moved(part)
        fields = fields_of(self.proof, ("kind", *names))
        return [str(len(names)), *(_history(fields[name]) for name in names)]

    def _sum(self) -> list[str]:
        components = list_of(fields_of(self.proof, ("kind", "components"))["components"])
        if len(components) != len(self.left):
            raise NotValid("there should be one component for each thing on the table")
        wholes, moved = [], []
        for part, item in zip(self.left, components, strict=True):
            names = self._moved(part) if self.moves_claimed else []
            fields = fields_of(item, ("whole", *names))
            wholes.append(_history(fields["whole"]))
            moved += [str(len(names)), *(_history(fields[name]) for name in names)]
        count = str(len(wholes))
        return [count, *wholes, *(["some", count, *moved] if self.moves_claimed else ["none"])]

    def _moved(self, part: Part) -> list[str]:
        """Name the history for each move: a row's last coin has one for both; a circle of two coins is a row."""
        kind, coins = part
        if kind in {"row", "o"} and len(coins) == 1:
            return ["without_first"] * len(_ends(kind, 1))
        return {"l": ["without_last"], "r": ["without_first"]}.get(kind, ["without_first", "without_last"])

    def _circle(self) -> list[str]:
        fields = fields_of(self.proof, ("kind", "forward", "backward", "joints"))
        joints = [_history(joint) for joint in list_of(fields["joints"])]
        counts = []
        for name in ("forward", "backward"):
            text = fields[name]
            if not isinstance(text, str) or not re.fullmatch("(cf*)*", text):
                raise NotValid("a history should begin with a coin")
            fusions = text.split("c")[1:]
            counts += [str(len(fusions)), *(str(len(steps)) for steps in fusions)]
        return [*counts, str(len(joints)), *joints]

    def _search(self) -> list[str]:
        fields = fields_of(self.proof, ("kind", "rows", "at_least", "at_most"))
        for name in ("rows", "at_least", "at_most"):
            if not isinstance(fields[name], dict):
                raise NotValid(f"{name} should be an object")
        rows = []
        for text, history in fields["rows"].items():
            # A row that no state needs may be malformed.
            with suppress(NotValid):
                state = self._state(text)
                rows += [[*_part(part), _history(history)] for part in state if len(state) == 1]
        most = [[*_table(self._state(text)), self._bound(bound)] for text, bound in fields["at_most"].items()]
        least = []
        for text, given in fields["at_least"].items():
            state = self._state(text)
            if len(list_of(given)) != 2:
                raise NotValid("a lower bound should have a move")
            least.append([*_table(state), self._bound(given[0]), *map(str, place(state, given[1]))])
        return [word for items in (rows, most, least) for word in [str(len(items)), *chain(*items)]]

    def _state(self, text: str) -> list[Part]:
        found = [(kind, [scaled(coin, self.unit) for coin in coins]) for kind, coins in parts(text)]
        if any(kind == "o" and len(coins) > LONGEST_CIRCLE for kind, coins in found):
            raise NotExamined("a circle is too long")
        return found

    def _bound(self, value: Any) -> str:
        return f"{scaled(_number(value), self.unit):x}"


def _history(text: Any) -> str:
    if not isinstance(text, str) or not _HISTORY.fullmatch(text):
        raise NotValid(f"{text!r:.40} is not a history")
    return f".{text}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], flatten, __doc__))
