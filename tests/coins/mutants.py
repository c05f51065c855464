"""Make mutants of certificates: each has one to three random changes, and many also have another claim."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from perfectplay.coins.proof.write import certify
from perfectplay.coins.rules import CoinsPosition, Component, Kind

_KINDS: tuple[Kind, ...] = ("row", "left", "right", "circle")
_LETTERS = "cfpLRK123456789.~/lro_-0 x"

Path = tuple[Any, ...]


def certificates(random: Random, count: int) -> list[dict[str, Any]]:
    """Return true certificates of small random positions with rows, stacks and circles."""
    found = []
    for _ in range(count):
        parts = []
        for _ in range(random.choice((1, 1, 2, 3))):
            coins = tuple(random.randint(-2, 4) for _ in range(random.randint(1, 4)))
            parts.append(Component(random.choice(_KINDS), coins))
        position = CoinsPosition.new(parts)
        for _ in range(random.choice((0, 0, 1))):
            if position.coins_left > 1:
                position = position.play(random.choice(position.legal_moves()))
        found.append(json.loads(json.dumps(certify(position))))
    return found


def mutant(random: Random, pool: list[dict[str, Any]]) -> dict[str, Any]:
    """Change a copy of a random certificate; the mutant may get parts of other certificates."""
    changed = copy.deepcopy(random.choice(pool))
    if random.random() < 0.5:
        changed["claim"]["margin"] += random.choice((-2, -1, 1, 2))
    elif random.random() < 0.3:
        changed["claim"]["best_moves"] = random.choice(pool)["claim"]["best_moves"]
    for _ in range(random.randint(1, 3)):
        place, name = random.choice(list(_places(changed)))
        others = [other[key] for tree in random.sample(pool, 2) for other, key in _places(tree) if key == name]
        if others and random.random() < 0.3:
            place[name] = copy.deepcopy(random.choice(others))
        else:
            _change(random, place, name)
    return changed


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each item of a tree as the list or object that holds it, and its index or name."""
    names = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for name in names:
        yield tree, name
        yield from _places(tree[name])


def _change(random: Random, place: Any, name: Any) -> None:
    value = place[name]
    match value:
        case bool() | None:
            place[name] = random.choice((0, 1, "L", True))
        case int():
            place[name] = random.choice((value + 1, value - 1, -value, value + 2, 0, str(value), float(value), None))
        case str():
            place[name] = _changed_text(random, value)
        case list() if value and random.random() < 0.8:
            i, j = random.randrange(len(value)), random.randrange(len(value))
            match random.randrange(3):
                case 0:
                    del value[i]
                case 1:
                    value.insert(i, copy.deepcopy(value[j]))
                case _:
                    value[i], value[j] = value[j], value[i]
        case dict() if value and random.random() < 0.8:
            one, other = random.choice(list(value)), random.choice(list(value))
            match random.randrange(3):
                case 0:
                    del value[one]
                case 1:
                    value[_changed_text(random, one)] = copy.deepcopy(value[other])
                case _:
                    value[one], value[other] = value[other], value[one]
        case _:
            place[name] = random.choice(([], {}, None, 0, "", 1.5))


def _changed_text(random: Random, text: str) -> str:
    i = random.randint(0, len(text))
    letter = random.choice(_LETTERS)
    match random.randrange(4):
        case 0:
            return text[:i] + text[i + 1 :]
        case 1:
            return text[:i] + letter + text[i:]
        case 2:
            return text[:i] + letter + text[i + 1 :]
        case _:
            return text[:i] + text[i + 1 : i + 2] + text[i : i + 1] + text[i + 2 :]
