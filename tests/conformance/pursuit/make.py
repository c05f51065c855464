"""Write the conformance suite of arithmetical pursuit: ``python -m tests.conformance.pursuit.make``.

Each bad certificate is a good one with a single change, which gives the file its name. The name of its folder is the
expected verdict, which is compared with the shipped checker's; ``verdicts.json`` records that checker's reason.
"""

from __future__ import annotations

import copy
import gzip
import json
import lzma
import shutil
from pathlib import Path
from typing import Any

from perfectplay.pursuit.deal.deals import Deck
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.proof.write import deal_certificate, map_certificate, odds_certificate
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.solve import solve
from tests.conformance.make import Files, at, text
from tests.judged import word

Json = Any
FOLDER = Path(__file__).parent


def deal(position: str) -> Json:
    """Return the certificate for the deal and the target of a position."""
    start = PursuitPosition.from_id(position)
    return deal_certificate(start, solve(start))


def targets(position: str, low: int, high: int) -> Json:
    """Return the certificate of a map of targets from ``low`` to ``high``; the position's own target is ignored."""
    start = PursuitPosition.from_id(position)
    return map_certificate(reach(start.numbers, low, high, start.rules))


HIT = deal("pursuit:3.6.9.10.50.100:951")
MISS = deal("pursuit:1.3.7.10.25.50:831")
FARTHER = [50, 25, "+", 7, "+", 1, "+", 10, "*", 3, "-"]
NOTHING = deal("pursuit:100.100:3:all.ops-a")
MAP = targets("pursuit:1.1.1.1.2.2:1", 1, 20)
ODDS = odds_certificate(odds(Deck.of("small", {1: 2, 2: 1, 5: 3, 25: 1}), 3, 1, 20, maps=True))
ROW = ODDS["proof"]["maps"][2]


def good() -> Files:
    """Yield the name and the content of each good file."""
    yield "hit.json", HIT
    yield "hit-with-fractions.json", deal("pursuit:3.3.8.8:24:all.fractions")
    yield "hit-with-a-negative-result.json", deal("pursuit:3.5.7:9:ops-s")
    yield "hit-by-another-formula.json", at(HIT, "proof/formula", [9, 100, 6, "+", "*", 3, "-"])
    yield "nearest.json", MISS
    yield "nearest-of-two.json", deal("pursuit:3.7:5:ops-a")
    yield "nearest-is-nothing.json", NOTHING
    yield "nearest-is-zero.json", deal("pursuit:100.100:3:ops-as")
    yield "map.json", MAP
    yield "map-with-fractions.json", targets("pursuit:2.5.25:1:fractions", 40, 60)
    yield "map-of-all-numbers.json", targets("pursuit:1.2.3.4:1:all.positive", 1, 40)
    yield "map-with-zeros-on-the-way.json", targets("pursuit:1.1.1.5:1:all", 1, 10)
    yield "odds.json", ODDS
    yield "blanks.json", json.dumps(HIT, indent=1).replace("\n", "\r\n\t").encode()
    yield "fields-in-another-order.json", dict(reversed(HIT.items()))
    yield "compressed.json.gz", gzip.compress(text(HIT), mtime=0)
    yield "compressed.json.xz", lzma.compress(text(HIT))


def bad() -> Files:
    """Yield the name and the content of each bad file."""
    yield "empty.json", b""
    yield "byte-order-mark.json", b"\xef\xbb\xbf" + text(HIT)
    yield "field-twice.json", text(HIT).replace(b'"version":2', b'"version":2,"version":2')
    yield "field-too-many.json", HIT | {"n": 1}
    yield "number-with-a-point.json", text(HIT).replace(b"951,", b"951.0,")
    yield "true-for-a-number.json", at(MISS, "claim/distance", True)  # noqa: FBT003  # these characters are in the file
    yield "version-1.json", at(HIT, "version", 1)
    yield "another-game.json", at(HIT, "game", "taxman")
    yield "another-kind.json", at(HIT, "proof/kind", "odds")
    yield "game-under-way.json", at(HIT, "position", "pursuit:3.6.9.10.50.100:951/100a6")
    yield "nine-numbers.json", at(HIT, "position", "pursuit:1.2.3.4.5.6.7.8.9:951")
    yield "rules-in-another-order.json", at(HIT, "position", HIT["position"] + ":fractions.all")
    yield "card-used-twice.json", at(HIT, "proof/formula", [100, 6, "+", 6, "*", 3, "-"])
    yield "card-not-dealt.json", at(HIT, "proof/formula", [951])
    yield "division-that-is-not-exact.json", at(HIT, "proof/formula", [100, 6, "/"])
    yield "division-by-zero.json", at(MISS, "proof/formula", [50, 10, 7, 3, "+", "-", "/"])
    yield "operator-not-allowed.json", at(HIT, "position", HIT["position"] + ":ops-sm")
    yield "not-all-numbers.json", at(HIT, "position", HIT["position"] + ":all")
    negative = {"kind": "formula", "formula": [3, 6, "-", 9, "+"]}
    position = "pursuit:3.6.9.10.50.100:6:positive"
    yield (
        "negative-on-the-way.json",
        HIT | {"position": position, "claim": {"value": 6, "distance": 0}, "proof": negative},
    )
    yield "hit-that-misses.json", at(HIT, "proof/formula", [100, 6, "+", 9, "*"])
    yield "hit-by-closure.json", at(HIT, "proof/kind", "closure")
    yield (
        "nearest-but-one.json",
        MISS | {"claim": {"value": 827, "distance": 4}, "proof": {"kind": "closure", "formula": FARTHER}},
    )
    yield "nothing-where-something-is-nearer.json", at(NOTHING, "position", "pursuit:100.100:100:all.ops-a")
    yield "target-too-much.json", MAP | {"claim": {"count": 18, "fewest": MAP["claim"]["fewest"][:-1] + "6"}}
    yield "target-missing.json", MAP | {"claim": {"count": 16, "fewest": "0" + MAP["claim"]["fewest"][1:]}}
    yield "more-numbers-than-needed.json", at(MAP, "claim/fewest", "2" + MAP["claim"]["fewest"][1:])
    yield "wrong-count.json", at(MAP, "claim/count", 18)
    yield "wrong-weight.json", at(ODDS, "proof/maps/2/1", ROW[1] + 1)
    yield "deal-missing.json", at(ODDS, "proof/maps", ODDS["proof"]["maps"][1:])
    yield "deals-in-another-order.json", at(ODDS, "proof/maps", ODDS["proof"]["maps"][::-1])
    yield "wrong-chance.json", at(ODDS, "claim/numerator", ODDS["claim"]["numerator"] + 1)
    yield "maps-that-change-places.json", exchanged(ODDS)
    yield "goes-on-behind-its-end.json.gz", gzip.compress(text(HIT), mtime=0) * 2


def exchanged(certificate: Json) -> Json:
    """Move a hit from one deal to another of the same weight, so that all totals stay the same."""
    twin = copy.deepcopy(certificate)
    rows = [row for row in twin["proof"]["maps"] if row[1] == 3]
    one, other = (int(row[2], 16) for row in rows[:2])
    bit = (one & ~other) & -(one & ~other)
    rows[0][2], rows[1][2] = f"{one ^ bit:05x}", f"{other ^ bit:05x}"
    return twin


def main() -> None:
    """Write all files, and the checker's verdicts."""
    verdicts = {}
    for folder, files in (("good", good()), ("bad", bad())):
        shutil.rmtree(FOLDER / folder, ignore_errors=True)
        (FOLDER / folder).mkdir()
        for name, content in files:
            path = FOLDER / folder / name
            path.write_bytes(content if isinstance(content, bytes) else text(content))
            verdict = word(path, "pursuit")
            if verdict.valid != (folder == "good"):
                raise ValueError(f"{folder}/{name}: {verdict}")
            found = {"valid": verdict.valid, "examined": verdict.examined, "reason": verdict.reason}
            verdicts[f"{folder}/{name}"] = found
    text_of = json.dumps(dict(sorted(verdicts.items())), indent=1, ensure_ascii=False)
    (FOLDER / "verdicts.json").write_text(text_of + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
