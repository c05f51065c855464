"""A second checker, written only from docs/certificates-coins.md: slow, without limits, and without error messages.

It works on parsed JSON. Anything that the page does not allow raises some `Exception`.
"""

import re
from fractions import Fraction
from typing import Any

KINDS = {"l": "left", "r": "right", "o": "circle"}
State = list[tuple[str, list[Fraction]]]


def accepts(certificate: Any) -> bool:
    """Return whether a certificate proves its claim."""
    try:
        check(certificate)
    except Exception:  # noqa: BLE001  # whatever goes wrong, it is not proof
        return False
    return True


def check(certificate: Any) -> None:
    assert set(certificate) == {"format", "version", "game", "position", "claim", "proof"}
    assert (certificate["format"], certificate["game"]) == ("perfectplay", "coins")
    assert type(certificate["version"]) is int
    assert certificate["version"] == 2
    claim, proof = certificate["claim"], certificate["proof"]
    assert set(claim) == {"margin", "best_moves", "mistake_cost"}
    start, table = position(certificate["position"])
    live = [(kind, coins) for kind, coins in table if coins]
    assert live
    prefixes = [
        "" if len(start) == 1 and start != ["circle"] else str(i) for i, (_, coins) in enumerate(table, 1) if coins
    ]
    names = [prefix + end for prefix, part in zip(prefixes, live, strict=True) for end in ends(part)]
    told, best = margin_and_best(live, names, proof, claim["best_moves"])
    assert number(claim["margin"]) == told
    if start == ["row"]:
        margins = fusion(live, proof)
        both = len(margins) == 1 or margins[0] == margins[1]
        assert claim["best_moves"] == ("LR" if both else "L" if margins[0] > margins[1] else "R")
        assert number(claim["mistake_cost"]) == max(margins) - min(margins)
    else:
        assert claim["best_moves"] == (None if best is None else " ".join(best))
        assert claim["mistake_cost"] is None


def number(value: Any) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    assert type(value) is str
    assert re.fullmatch(r"-?[1-9][0-9]*/[1-9][0-9]*", value)
    found = Fraction(value)
    assert str(found) == value
    assert found.denominator > 1
    return found


def coin(word: str) -> Fraction:
    return number(word.replace("_", "/")) if "_" in word else whole(word)


def whole(word: str) -> Fraction:
    assert re.fullmatch(r"0|-?[1-9][0-9]*", word, re.ASCII)
    return Fraction(int(word))


def parts(text: str) -> State:
    found = []
    for piece in text.split("~"):
        kind = KINDS.get(piece[:1], "row")
        found.append((kind, [coin(word) for word in piece[kind != "row" :].split(".")]))
    return found


def position(text: Any) -> tuple[list[str], State]:
    """Return the kinds of the parts at the start of a game, and the parts that its moves leave."""
    assert type(text) is str
    assert text.startswith("coins:")
    before, slash, after = text[6:].partition("/")
    table = parts(before)
    start = [kind for kind, _ in table]
    numbered = len(start) > 1 or start == ["circle"]
    assert bool(slash) == bool(after)
    for move in (after.split(".") if numbered else after) if slash else ():
        digits, end = re.fullmatch(r"([1-9][0-9]*)(L|R|K[1-9][0-9]*)", move if numbered else f"1{move}").groups()  # type: ignore[union-attr]
        kind, coins = table[int(digits) - 1]
        if end == "R" and kind == "row" and len(coins) == 1:
            end = "L"
        assert end in ends((kind, coins))
        table[int(digits) - 1] = after_move((kind, coins), end)[1]
    return start, table


def ends(part: tuple[str, list[Fraction]]) -> list[str]:
    kind, coins = part
    if kind == "circle":
        return [f"K{i}" for i, _ in enumerate(coins, 1)]
    found = {"row": ["L", "R"], "left": ["R"], "right": ["L"]}[kind]
    return found[: len(coins)]


def after_move(part: tuple[str, list[Fraction]], end: str) -> tuple[Fraction, tuple[str, list[Fraction]]]:
    kind, coins = part
    if end[0] == "K":
        i = int(end[1:])
        return coins[i - 1], ("row", coins[i:] + coins[: i - 1])
    return (coins[0], (kind, coins[1:])) if end == "L" else (coins[-1], (kind, coins[:-1]))


# -- histories -----------------------------------------------------------------------------------------------------


def is_peak(a: Fraction, b: Fraction, c: Fraction) -> bool:
    return a <= b and b >= c


def has_peak(row: list[Fraction]) -> bool:
    return any(is_peak(*row[i : i + 3]) for i in range(len(row) - 2))


def fused(pile: list[Fraction]) -> list[Fraction]:
    a, b, c = pile[-3:]
    assert is_peak(a, b, c)
    return [*pile[:-3], a - b + c]


def reduced(part: tuple[str, list[Fraction]], history: Any) -> tuple[list[Fraction], Fraction]:
    kind, coins = part
    assert re.fullmatch(r"[cf]*p*", history)
    queue = coins[::-1] if kind == "left" else coins[:]
    pile: list[Fraction] = []
    extra = Fraction(0)
    for step in history:
        if step == "c":
            pile.append(queue.pop(0))
        elif step == "f":
            pile = fused(pile)
        else:
            assert not queue
            assert kind in {"left", "right"}
            u, x = pile[-2:]
            assert u <= x
            extra += x - u
            pile = pile[:-2]
    assert not queue
    assert not has_peak(pile)
    assert kind not in {"left", "right"} or len(pile) < 2 or pile[-2] > pile[-1]
    return pile, extra


def value(reductions: list[tuple[list[Fraction], Fraction]]) -> Fraction:
    coins = sorted((coin for pile, _ in reductions for coin in pile), reverse=True)
    extra = sum((more for _, more in reductions), Fraction(0))
    signed = [-coin if i % 2 else coin for i, coin in enumerate(coins)]
    return sum(signed, Fraction(0)) + (extra if len(coins) % 2 else -extra)


# -- proofs --------------------------------------------------------------------------------------------------------


def margin_and_best(live: State, names: list[str], proof: Any, claimed: Any) -> tuple[Fraction, list[str] | None]:
    rounds = [coins for kind, coins in live if kind == "circle"]
    if len(live) == 1:
        assert proof["kind"] == ("circle" if rounds else "fusion")
        margins = circle(live, proof) if rounds else fusion(live, proof)
    elif any(len(coins) > 2 for coins in rounds):
        assert proof["kind"] == "search"
        margins = search(live, proof)
    else:
        assert proof["kind"] == "sum"
        margin, found = sum_of(live, proof, moves=claimed is not None)
        if found is None:
            return margin, None
        assert margin == max(found)
        margins = found
    return max(margins), [name for name, one in zip(names, margins, strict=True) if one == max(margins)]


def after_ends(part: tuple[str, list[Fraction]], given: Any) -> list[tuple[Fraction, Any]]:
    """Return, for each move in a row or stack, the coin that it takes and the reduction of the rest."""
    kind, coins = part
    part = ("row" if kind == "circle" else kind, coins)
    found = []
    for end in ends(part):
        taken, left = after_move(part, end)
        found.append((taken, reduced(left, given.pop("without_first" if end == "L" else "without_last"))))
    assert given == {}
    return found


def fusion(live: State, proof: Any) -> list[Fraction]:
    found = after_ends(live[0], {name: one for name, one in proof.items() if name != "kind"})
    return [coin - value([reduction]) for coin, reduction in found]


def sum_of(live: State, proof: Any, *, moves: bool) -> tuple[Fraction, list[Fraction] | None]:
    assert set(proof) == {"kind", "components"}
    wholes, changes = [], []
    for i, (part, item) in enumerate(zip(live, proof["components"], strict=True)):
        given = dict(item)
        wholes.append(reduced(("row" if part[0] == "circle" else part[0], part[1]), given.pop("whole")))
        if moves:
            changes += [(i, *found) for found in after_ends(part, given)]
        else:
            assert given == {}
    if not moves:
        return value(wholes), None
    return value(wholes), [coin - value([*wholes[:i], new, *wholes[i + 1 :]]) for i, coin, new in changes]


def circle(live: State, proof: Any) -> list[Fraction]:
    assert set(proof) == {"kind", "forward", "backward", "joints"}
    coins = live[0][1]
    forward, backward = piles(coins[:-1], proof["forward"]), piles(coins[:0:-1], proof["backward"])
    assert type(proof["joints"]) is list
    found = []
    for i, (taken, joint) in enumerate(zip(coins, proof["joints"], strict=True)):
        row, queue = backward[len(coins) - 1 - i][::-1], forward[i][:]
        assert re.fullmatch(r"[cf]*", joint)
        for step in joint:
            row = [*row, queue.pop(0)] if step == "c" else fused(row)
        row += queue
        assert not has_peak(row)
        found.append(taken - value([(row, Fraction(0))]))
    return found


def piles(coins: list[Fraction], history: Any) -> list[list[Fraction]]:
    assert re.fullmatch(r"(cf*)*", history)
    found: list[list[Fraction]] = [[]]
    for coin, steps in zip(coins, history.split("c")[1:], strict=True):
        pile = [*found[-1], coin]
        for _ in steps:
            pile = fused(pile)
        found.append(pile)
    return found


def search(live: State, proof: Any) -> list[Fraction]:
    assert set(proof) == {"kind", "rows", "at_least", "at_most"}
    rows = proof["rows"]
    most = {text: number(bound) for text, bound in proof["at_most"].items()}
    least: dict[str, Fraction] = {}
    for text, (bound, _) in proof["at_least"].items():
        least[text] = number(bound)

    def bound_of(state: State, bounds: dict[str, Fraction]) -> Fraction:
        if all(kind != "circle" for kind, _ in state):
            return value([reduced(part, rows[written([part])]) for part in state])
        return bounds[written(state)]

    for text, bound in most.items():
        assert all(coin - bound_of(left, least) <= bound for _, coin, left in moves_of(parts(text)))
    for text, (_, move) in proof["at_least"].items():
        ((coin, left),) = [(coin, left) for name, coin, left in moves_of(parts(text)) if name == move]
        assert coin - bound_of(left, most) >= least[text]
    options = [(coin, left) for _, coin, left in moves_of(live)]
    upper = [coin - bound_of(left, least) for coin, left in options]
    for (coin, left), bound in zip(options, upper, strict=True):
        assert bound < max(upper) or coin - bound_of(left, most) == bound
    return upper


def moves_of(state: State) -> list[tuple[str, Fraction, State]]:
    found = []
    for i, part in enumerate(state):
        for end in ends(part):
            taken, left = after_move(part, end)
            found.append((f"{i + 1}{end}", taken, [*state[:i], *([left] if left[1] else []), *state[i + 1 :]]))
    return found


def written(state: State) -> str:
    letters = {kind: letter for letter, kind in KINDS.items()} | {"row": ""}
    return "~".join(letters[kind] + ".".join(str(coin).replace("/", "_") for coin in coins) for kind, coins in state)
