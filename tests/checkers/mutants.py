"""Mutants of certificates: every checker must reject false ones, and all checkers must agree."""

import contextlib
import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

Json = Any


class Fields(list[list[Any]]):
    """A JSON object as a list of ``[name, value]``, which keeps the order and allows repeated names."""


def parse(text: str) -> Json:
    """Parse JSON, with each object as `Fields`."""
    return json.loads(text, object_pairs_hook=lambda pairs: Fields([name, value] for name, value in pairs))


def dump(value: Json) -> str:
    """Write JSON without spaces; the inverse of `parse`."""
    if isinstance(value, Fields):
        return "{" + ",".join(f"{json.dumps(name)}:{dump(inner)}" for name, inner in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join([str(inner) if type(inner) is int else dump(inner) for inner in value]) + "]"
    return json.dumps(value)


def field(value: Fields, name: str) -> Json:
    """Return the value of a field, which must exist."""
    return next(inner for key, inner in value if key == name)


def lists(value: Json) -> Iterator[list[Any]]:
    """Yield all arrays, objects and fields in a value."""
    waiting = [value]
    while waiting:
        if isinstance(found := waiting.pop(), list):
            yield found
            waiting += [inner for inner in reversed(found) if isinstance(inner, list)]


def integers(value: Json) -> list[tuple[list[Any], int]]:
    """Return the list and the index of each integer in a value."""
    return [(items, i) for items in lists(value) for i, item in enumerate(items) if type(item) is int]


def nudge_number(rng: random.Random, whole: Json) -> None:
    """Change a number slightly."""
    items, i = rng.choice(integers(whole))
    items[i] += rng.choice((-3, -2, -1, 1, 2, 3))


def change_number(rng: random.Random, whole: Json) -> None:
    """Replace a number: change its sign or size, or copy a number from elsewhere in the certificate."""
    found = integers(whole)
    items, i = rng.choice(found)
    others, j = rng.choice(found)
    old = items[i]
    large = (old + 10**30, -(10**30), 1 << 80, 1 << 127, 10**25)
    items[i] = rng.choice((-old, 0, 1, old * 2, old // 2, others[j], rng.randint(-9, 400), rng.choice(large)))


def change_type(rng: random.Random, whole: Json) -> None:
    """Replace a value by one of another type."""
    items = rng.choice([items for items in lists(whole) if items])
    i = rng.randrange(len(items))
    if isinstance(items, Fields) or (items[:1] and i == 0 and isinstance(items[0], str)):
        return rename_field(rng, whole)
    items[i] = rng.choice((True, None, 1.0, 2.5, "1", [], [1], Fields(), str(items[i])[:20]))
    return None


NAMES = ("score", "upper", "cuts", "u", "like", "objective", "scale", "leaf", "fix", "then", "branch", "not", "x", "")


def rename_field(rng: random.Random, whole: Json) -> None:
    """Rename, drop or duplicate a field, or add one."""
    fields = rng.choice([items for items in lists(whole) if isinstance(items, Fields) and items])
    i = rng.randrange(len(fields))
    match rng.randrange(5):
        case 0:
            del fields[i]
        case 1:
            fields.insert(rng.randrange(len(fields) + 1), copy.deepcopy(fields[i]))
        case 2:
            fields[i][0] = rng.choice(NAMES)
        case 3:
            fields.append([rng.choice(NAMES), rng.choice((0, 1, [], Fields()))])
        case _:
            rng.shuffle(fields)  # not a real change, because the order of fields does not matter


def change_list(rng: random.Random, whole: Json) -> None:
    """Swap, remove, duplicate or move items of an array."""
    arrays = [items for items in lists(whole) if items and not isinstance(items, Fields)]
    found = [items for items in arrays if not isinstance(items[0], str)]
    items = rng.choice(found)
    i, j = rng.randrange(len(items)), rng.randrange(len(items))
    match rng.randrange(5):
        case 0:
            items[i], items[j] = items[j], items[i]
        case 1:
            del items[i]
        case 2:
            items.insert(j, copy.deepcopy(items[i]))
        case 3:
            rng.choice(found).append(copy.deepcopy(items[i]))
        case _:
            items.append(rng.randint(1, 60))


def change_cut(rng: random.Random, whole: Json) -> None:
    """Change a cut: its kind, a vector, or the group that a number belongs to."""
    objects = [items for items in lists(whole) if isinstance(items, Fields)]
    cuts = [fields for fields in objects if [name for name, _ in fields] == ["kind", "vectors"]]
    if not cuts:
        return nudge_number(rng, whole)
    cut = rng.choice(cuts)
    groups = [group for group in cut[1][1] if isinstance(group, list) and group] if isinstance(cut[1][1], list) else []
    match rng.randrange(5):
        case 1 if groups:
            rng.choice(groups)[0] = rng.choice((0, 1, 2, 3, 4, 5, 9, 16, 1 << 23, (1 << 24) - 1, 1 << 24, -1))
        case 2 if groups:
            rng.choice(groups).append(rng.choice(groups).pop())
        case 3 if groups:
            rng.choice(groups).append(rng.randint(1, 60))
        case 4 if groups:
            cut[1][1].append([rng.randint(1, 15), rng.choice(groups).pop()])
        case _:
            cut[0][1] = rng.choice("STU")
    return None


def change_claim(rng: random.Random, whole: Json) -> None:
    """Change the claimed score or bound."""
    claim = field(whole, "claim")
    by = rng.choice((-10, -1, 1, 1, 2, 10, 1000))
    for name in rng.choice((("score",), ("upper",), ("score", "upper"))):
        for entry in claim if isinstance(claim, Fields) else ():
            if entry[0] == name and type(entry[1]) is int:
                entry[1] += by


def change_position(rng: random.Random, whole: Json) -> None:
    """Replace the position of the claim by another one."""
    for entry in whole:
        if entry[0] == "position" and isinstance(entry[1], str):
            old = entry[1]
            number = rng.randint(0, 60)
            pot = "taxman:pot." + ".".join(map(str, range(1, number + 1)))
            ends = ("~end", f"/{number}", f".{number}", "/", ".", " ")
            entry[1] = rng.choice(
                (f"taxman:{number}", pot, old + rng.choice(ends), old.upper(), old.replace(":", ":0"))
            )


def change_moves(rng: random.Random, whole: Json) -> None:
    """Change the moves or their order."""
    moves = field(field(whole, "proof"), "moves")
    if not isinstance(moves, list) or not moves:
        return nudge_number(rng, whole)
    i, j = rng.randrange(len(moves)), rng.randrange(len(moves))
    match rng.randrange(4):
        case 0:
            moves[i], moves[j] = moves[j], moves[i]
        case 1:
            moves[i] = rng.randint(1, 60)
        case 2:
            moves.insert(i, rng.randint(1, 60))
        case _:
            del moves[i]
    return None


CHANGES: tuple[Callable[[random.Random, Json], None], ...] = (
    nudge_number, nudge_number, nudge_number, change_number, change_number, change_type, rename_field, change_list,
    change_list, change_cut, change_cut, change_claim, change_position, change_moves,
)  # fmt: skip


def changed_text(rng: random.Random, text: str) -> str:
    """Change random characters, regardless of their meaning."""
    i, j = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
    match rng.randrange(5):
        case 0:
            return text[:i]
        case 1:
            return text[:i] + text[i + 1 :]
        case 2:
            return text[:i] + rng.choice('0123456789-+.eE,:[]{}" \t\r\\/u\x00\x7f\xe9\ufeff\u2028') + text[i:]
        case 3:
            return text[:i] + text[i : i + rng.randint(1, 9)] + text[i:]
        case _:
            return text[:i] + text[j : j + 1] + text[i + 1 :]


def mutants(originals: list[str], seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Change random certificates; yield the original and the changed UTF-8 text, which has no line feed."""
    rng = random.Random(seed)
    for _ in range(count):
        original = rng.choice(originals)
        whole = parse(original)
        for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
            # An earlier change may have removed everything that the next one could change.
            with contextlib.suppress(StopIteration, IndexError, AttributeError, TypeError, ValueError):
                rng.choice(CHANGES)(rng, whole)
        text = dump(whole)
        if rng.random() < 0.1:
            text = changed_text(rng, text)
        yield original, text.replace("\n", " ").encode()


def forged(seed: int, count: int, bound_of: Callable[[Json], int]) -> Iterator[bytes]:
    """Invent certificates for small pots with random multipliers.

    Each certificate still proves some bound, and both checkers must compute the same bound.

    ``bound_of`` returns the bound that a certificate with a single leaf proves.  Claims are close to it, so
    excluded and forced pairs make a difference.  Each certificate is a UTF-8 text without a line feed.
    """
    rng = random.Random(seed)
    for _ in range(count):
        numbers = sorted(rng.sample(range(1, 61), rng.randint(4, 24)))
        start = ".".join(map(str, ["pot", *numbers]))
        if rng.random() < 0.5:
            numbers = list(range(1, rng.randint(4, 30)))
            start = str(numbers[-1])
        prices = {v: rng.randint(0, max(p for p in numbers if p % v == 0)) for v in numbers if is_inner(v, numbers)}
        prices |= {v: 0 for v in numbers if v not in prices and any(v % q == 0 for q in numbers if q < v)}
        cuts = [forged_cut(rng, numbers) for _ in range(rng.randint(0, 4))]
        proof = {"kind": "tree", "moves": [], "cuts": cuts, "tree": {"leaf": forged_multipliers(rng, prices, cuts, [])}}
        whole = {"format": "perfectplay", "version": 2, "game": "taxman", "position": f"taxman:{start}", "proof": proof}
        bound = bound_of({**whole, "claim": {"score": 0, "upper": 0}})
        proof["tree"] = forged_node(rng, prices, cuts, [])
        upper = max(0, bound - rng.choice((rng.randint(0, 10), rng.randint(0, 60))))
        yield json.dumps({**whole, "claim": {"score": 0, "upper": upper}}).encode()


def is_inner(v: int, numbers: list[int]) -> bool:
    """Return whether a number has a larger multiple among the numbers."""
    return any(p % v == 0 for p in numbers if p > v)


def forged_cut(rng: random.Random, numbers: list[int]) -> Json:
    """Return a cut of random kind that gives some numbers random vectors of one to three coordinates."""
    groups: dict[int, list[int]] = {}
    largest = rng.choice((1, 3, 15, 63))
    for member in rng.sample(numbers, rng.randint(1, len(numbers))):
        groups.setdefault(rng.randint(1, largest), []).append(member)
    return {"kind": rng.choice("ST"), "vectors": [[vector, *members] for vector, members in groups.items()]}


def forged_multipliers(rng: random.Random, prices: dict[int, int], cuts: list[Json], picked: list[int]) -> Json:
    """Return multipliers near the given prices; picked numbers may also have negative ones."""
    scale = rng.choice((1, 1, 2, 3))
    u = [[q, max(0, price * scale + rng.randint(-2, 2))] for q, price in prices.items()]
    u += [[v, -rng.randint(0, 3 * (prices[v] + 1) * scale)] for v in picked if rng.random() < 0.5]
    places = sorted(rng.choices(range(len(cuts)), k=rng.randint(0, len(cuts)))) if cuts else []
    steps = [[place - before, rng.randint(0, 5)] for before, place in itertools.pairwise([0, *places])]
    return {"scale": scale, "u": u, "cuts": steps, "objective": int(rng.random() < 0.95)}


def forged_node(rng: random.Random, prices: dict[int, int], cuts: list[Json], above: list[str], *picked: int) -> Json:
    """Return a node with random multipliers, at most three levels below the root."""
    kind = rng.choice(("leaf", "fix", "fix", "branch", "branch")) if len(above) < 3 else "leaf"
    if kind == "branch" and prices:
        v = rng.choice(list(prices))
        cases = [forged_node(rng, prices, cuts, [*above, kind], *more) for more in ((*picked, v), picked)]
        return {"branch": v, "picked": cases[0], "not": cases[1]}
    multipliers = forged_multipliers(rng, prices, cuts, list(picked))
    if kind == "fix":
        return {"fix": multipliers, "then": forged_node(rng, prices, cuts, [*above, kind], *picked)}
    return {"leaf": multipliers}
