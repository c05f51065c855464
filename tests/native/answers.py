"""Write the application's answers to the pages' questions: ``python -m tests.native.answers FOLDER [COUNT]``.

This is a separate program, because creating a bridge changes how the whole program runs functions in threads.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from perfectplay.coins.rules import CoinsPosition, Component, Kind
from perfectplay.core.game.position import P, Position
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.pursuit.play import OPPONENTS
from perfectplay.pursuit.rules import MAX_TARGET, OPERATORS, PursuitPosition, Rules, write_number
from perfectplay.taxman.plain import MAX_NUMBERS, solve_plainly
from perfectplay.taxman.questions.replay import BEST
from perfectplay.taxman.rules import TaxmanPosition, Variant
from perfectplay.taxman.strategies import strategy_names
from perfectplay.taxman.strategies.loading import is_built_in
from perfectplay.web.site.bridge import Bridge

KINDS: tuple[Kind, ...] = ("row", "row", "row", "left", "right", "circle")
SIGNED = ("+", "-", "*", "/", " x ", "\u00d7", " : ", "\u2212")
SLIPS = ("+", "(", ")", "]", "9", "/0", "=", "a", " ", "1000001")
POSITIONS = 500
"""Number of positions per game; all four games together take two minutes of processor time."""


def address(path: str, **parameters: object) -> str:
    """Return the path and the query of a request, written as the pages write them."""
    given = (f"{name}={quote(str(value), safe='')}" for name, value in parameters.items())
    return f"{path}?{'&'.join(given)}"


def somewhere(random: Random, start: P, most: int) -> P:
    """Return a position after at most ``most`` random moves, often only a few; sometimes step back from the end."""
    position = before = start
    for _ in range(random.choice((0, random.randint(0, 3), random.randint(0, most)))):
        if position.legal_moves():
            before, position = position, position.play(random.choice(position.legal_moves()))
    return before if position.is_over() and random.random() < 0.3 else position


def about(position: Position[Any]) -> Iterator[str]:
    """Yield the questions that the pages ask about a position of any game."""
    yield from (address(path, id=position.id) for path in ("/position", "/hint", "/hint/steps", "/review"))
    yield from (address("/move", id=position.id, move=move) for move in position.legal_moves()[-1:])


def coin(random: Random, most: int, *, broken: bool) -> int | Fraction:
    """Return a random coin, sometimes a negative one or a fraction."""
    top = random.randint(-most if random.random() < 0.3 else 0, most)
    return Fraction(top, random.randint(1, min(most, 9999))) if broken and random.random() < 0.5 else top


def coins(random: Random) -> Iterator[list[str]]:
    """Yield questions about rows, stacks, circles and sums, some of which are too large for a board."""
    while True:
        count, broken = random.choice((1, 1, 1, 2, 3, random.randint(1, 10))), random.random() < 0.25
        most = random.choice((1, 3, 9, 100, 10**6, 99_999 if broken else 10**12 - 1))
        parts = []
        for _ in range(count):
            kind = random.choice(KINDS)
            size = random.choice((1, 2, 3, random.randint(1, 12), random.randint(1, 40)))
            size = random.randint(1, 4) if kind == "circle" and count > 1 else size
            parts.append(Component(kind, tuple(coin(random, most, broken=broken) for _ in range(size))))
        position = somewhere(random, CoinsPosition.new(parts), 60)
        asked = list(about(position))
        opponent, seed = random.choice(("perfect", "greedy", "random", "noisy")), random.randint(0, 10**9)
        asked.append(address("/coins/reply", id=position.id, opponent=opponent, seed=seed))
        if [part.kind for part in parts] == ["row"]:
            row, of = str(parts[0]), random.choice("AMS")
            asked.append(address("/coins/table", coins=row, of=of))
            asked.append(address("/coins/table", coins=row, of=of, **{"from": 2, "to": random.randint(2, 9)}))
        yield asked


def deal(random: Random) -> PursuitPosition:
    """Return a deal by random rules, with tiles of the television game or other numbers."""
    count = random.choice((6, 6, 6, random.randint(1, 5), random.randint(1, 8)))
    large = random.sample((25, 50, 75, 100), random.randint(0, min(4, count)))
    tiles = large + random.sample([*range(1, 11), *range(1, 11)], count - len(large))
    most = random.choice((10, 100, 1000, 10**6))
    numbers = tiles if random.random() < 0.5 else [random.randint(1, most) for _ in range(count)]
    operators = "".join(sign for sign in OPERATORS if random.random() < 0.7) or "-"
    use_all, fractions, positive = (random.random() < 0.3 for _ in range(3))
    usual = (Rules(), Rules(), Rules(positive=True))
    rules = random.choice((*usual, Rules(operators, use_all, fractions, positive)))
    target = random.choice((random.randint(101, 999), random.randint(1, 1000), random.randint(1, 10**6)))
    return PursuitPosition.new(numbers, target, rules)


def typed(random: Random, position: PursuitPosition) -> Iterator[str]:
    """Yield expressions of numbers on the table, in the deal, or others; some are cut short or have an error."""
    for numbers in (position.table, position.numbers, (*position.numbers, 0, 7)):
        parts = [write_number(number) for number in random.sample(numbers, random.randint(1, len(numbers)))]
        while len(parts) > 1:
            one, other = parts.pop(random.randrange(len(parts))), parts.pop(random.randrange(len(parts)))
            opening, closing = random.choice((("", ""), ("(", ")"), ("[", "]")))
            parts.append(f"{opening}{one}{random.choice(SIGNED)}{other}{closing}")
        text = parts[0]
        yield text + random.choice(("", "", "=", f" = {position.target}"))
        place = random.randrange(len(text))
        yield random.choice((text[:place], text[:place] + random.choice(SLIPS) + text[place:]))


def wanted(random: Random) -> dict[str, object]:
    """Return random parameters for a request to deal numbers."""
    deck = random.choice(("cards", "classic", "suit"))
    given: dict[str, object] = {"deck": deck, "seed": random.choice((0, random.randint(0, 10**15)))}
    if random.random() < 0.05:
        return given | {"difficulty": random.choice(("easy", "medium"))}
    more = {
        "numbers": random.randint(1, 9),
        "large": random.randint(0, 4),
        "targets": random.choice(("24-24", "1-1000", "500-1000000")),
        "rules": random.choice(("positive", "all,operators=+-*")),
    }
    return given | {name: value for name, value in more.items() if random.random() < 0.3}


def pursuit(random: Random) -> Iterator[list[str]]:
    """Yield questions about deals and unfinished games, some of which are too large for the pages."""
    while True:
        start = deal(random)
        position = somewhere(random, start, 5)
        # If there are many numbers, ask only for the position, because other answers would take the library seconds.
        if len(position.numbers) > 6 - 2 * position.rules.fractions:
            yield [address("/position", id=position.id)]
            continue
        numbers, low = ".".join(map(str, start.numbers)), random.randint(1, 2000)
        targets = random.choice(("1-1000", "101-999", f"{low}-{low + 999}"))
        asked = [*about(position), address("/pursuit/map", numbers=numbers, targets=targets, rules=start.rules)]
        asked += [address("/pursuit/solve", position=game.id) for game in (start, position)]
        if random.random() < 0.3:
            asked.append(address("/pursuit/solve", position=start.id, all=1, limit=100))
        asked += [address("/pursuit/evaluate", id=position.id, expression=text) for text in typed(random, position)]
        # Declare a number that the player has made, or any other number.
        declared = random.choice((random.randint(1, 1000), position.answer if position.answer > 0 else 1))
        rival = {"opponent": random.choice(tuple(OPPONENTS)), "seed": random.randint(0, 10**15)}
        asked.append(address("/pursuit/opponent", position=start.id, **rival))
        asked.append(address("/pursuit/round", position=position.id, targets=targets))
        if declared <= MAX_TARGET:
            asked.append(address("/pursuit/round", position=position.id, declared=declared, targets=targets, **rival))
        asked.append(address("/pursuit/deal", **wanted(random)))
        yield asked


def pot(random: Random) -> TaxmanPosition:
    """Return a pot from 1 to N, one with up to three numbers changed, or one of random numbers."""
    n = random.choice((random.randint(1, 12), random.randint(1, 60), random.randint(1, 60), random.randint(61, 300)))
    numbers = set(range(1, n + 1))
    shape = random.random()
    if shape < 0.2:
        numbers ^= {random.randint(1, 2 * n) for _ in range(random.randint(1, 3))}
    elif shape < 0.4:
        top = random.choice((2 * n, 10 * n, 10**6))
        numbers = {random.randint(1, top) * random.choice((1, 1, 2, 6)) for _ in range(min(n, 80))}
    variant: Variant = "end" if random.random() < 0.25 else "immediate"
    return TaxmanPosition.new(numbers or {1}, variant)


def taxman(random: Random) -> Iterator[list[str]]:
    """Yield questions about pots, and about unfinished, almost finished and finished games."""
    strategies = [BEST, *filter(is_built_in, strategy_names())]
    while True:
        position = somewhere(random, pot(random), 150)
        small = len(position.start_pot.numbers) <= MAX_NUMBERS
        # Replace hard pots, for which the library would take seconds.
        if small and solve_plainly(position) is None:
            position = TaxmanPosition.new(random.randint(1, MAX_NUMBERS))
        asked = list(about(position))
        player = {"strategy": random.choice(strategies), "seed": random.randint(0, 10**9)}
        asked.append(address("/taxman/solve", position=position.id))
        asked.append(address("/taxman/replay", position=position.start().id, **player))
        asked.append(address("/taxman/compare", id=position.id, **player))
        asked += [address("/taxman/preview", id=position.id, take=move) for move in position.legal_moves()[:1]]
        yield asked


def factorgame(random: Random) -> Iterator[list[str]]:
    """Yield questions about boards under both rules, and about unfinished, almost finished and finished games."""
    while True:
        n = random.choice((random.randint(1, 12), random.randint(10, 36), random.randint(30, 49)))
        position = somewhere(random, FactorPosition.new(n, passing=random.random() < 0.4), 40)
        asked = list(about(position))
        opponent, seed = random.choice(("perfect", "greedy", "random", "noisy")), random.randint(0, 10**9)
        asked.append(address("/factorgame/reply", id=position.id, opponent=opponent, seed=seed))
        asked.append(address("/factorgame/solve", position=position.id))
        asked.append(address("/factorgame/solve", position=position.id, costs=1))
        yield asked


GAMES: Mapping[str, Callable[[Random], Iterator[list[str]]]] = {
    "coins": coins,
    "factorgame": factorgame,
    "pursuit": pursuit,
    "taxman": taxman,
}


def answer(bridge: Bridge, path: str) -> Any:
    """Return the application's answer, or ``None`` if it refuses."""
    parts: list[bytes] = []
    status = 0

    def take(code: int, head: list[tuple[str, str]] | None, part: bytes) -> None:
        nonlocal status
        status = code
        if head is None:
            parts.append(part)

    # Allow more than the usual 20 seconds for a review, so that it solves all positions even on a busy computer.
    patience = "&time-limit=120" if path.startswith("/review?") else ""
    bridge.ask("GET", f"/api/v1{path}{patience}", {"Accept": "application/json", "Accept-Language": "en"}, b"", take)
    return json.loads(b"".join(parts)) if status == 200 else None


def main(folder: Path, count: int = POSITIONS) -> None:
    """Write the answers to questions about `count` positions of each game."""
    random, bridge = Random(1), Bridge()
    answers: dict[str, list[dict[str, Any]]] = {}
    for game, questions in GAMES.items():
        asked = (path for paths in islice(questions(random), count) for path in paths)
        answers[game] = [{"url": path, "json": answer(bridge, path)} for path in asked]
    (folder / "answers.json").write_text(json.dumps(answers), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
