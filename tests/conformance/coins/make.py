"""Write good and bad certificates of greedy coins, and the verdicts: ``python -m tests.conformance.coins.make``.

The files can test any checker.  For each file, ``verdicts.json`` records whether it is valid, whether it was examined
(it may exceed a limit of the checker), and this package's reason if it is not valid.  The good files come from the
solver; the bad files are good files that were changed by hand.
"""

import copy
import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from perfectplay.coins.proof.check import MAX_COINS
from perfectplay.coins.proof.write import certify
from perfectplay.coins.rules import CoinsPosition, Component
from perfectplay.coins.solve import Table
from tests.judged import word

FOLDER = Path(__file__).parent

_ROW, _STACK, _SUM = "coins:1.2.4.3", "coins:r4.1.2", "coins:l1.2~3.7.4~r9"
_CIRCLE, _SEARCH = "coins:o1.5.2.5", "coins:o1.5.2.4~3.6"

_MARGIN, _BEST = ("claim", "margin"), ("claim", "best_moves")

_GOOD: dict[str, str] = {
    "row": _ROW,
    "row-one-coin": "coins:-7",
    "row-two-coins": "coins:2.2",
    "row-with-moves": "coins:5.1.1.5.1.2.2.1/LRL",
    "row-last-coin": "coins:1.2/R",
    "row-of-fractions": "coins:3_2.-4.1_3.0.-7_6",
    "row-of-long-coins": f"coins:{10**700}.{-(10**700) - 1}.{10**699}.3",
    "stack-right": _STACK,
    "stack-left": "coins:l0.2.1.3.1.1",
    "stack-with-moves": "coins:r4.1.2.6/LL",
    "sum": _SUM,
    "sum-with-moves": "coins:1.2~3.4.9~r2.2/1L.1L.2R",
    "sum-with-small-circles": "coins:o1.4~o3~2.2.5",
    "sum-of-fractions": "coins:1_2.1_3~l5_6.1.0",
    "circle": _CIRCLE,
    "circle-one-coin": "coins:o5",
    "circle-two-coins": "coins:o5.6",
    "circle-that-is-a-valley": "coins:o1.2.3.4.5.6.7",
    "circle-in-a-sum-alone": "coins:3~o2.1.4.4~r1/1L.3L",
    "circle-opened": "coins:o5.1.2.4.3/1K3.1R",
    "search": _SEARCH,
    "search-two-circles": "coins:o1.5.2~o-1.2_3.4",
    "search-with-stacks": "coins:l1.2~3.7.4~o5.1.2/2L",
}


def _certificate(table: Table | str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        json.dumps(certify(CoinsPosition.from_id(table) if isinstance(table, str) else table))
    )
    return found


def _changed(table: str, *changes: tuple[Sequence[str | int], object]) -> str:
    found = copy.deepcopy(_certificate(table))
    for path, value in changes:
        place: Any = found
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value
    return _text(found)


def _text(certificate: object) -> str:
    return json.dumps(certificate, indent=1) + "\n"


def _no_certificates() -> Iterator[tuple[str, str | bytes]]:
    """Yield names and contents of files that are not valid JSON."""
    row = _text(_certificate(_ROW))
    yield "empty.json", ""
    yield "cut-off.json", row[: len(row) // 2]
    yield "utf-16.json", row.encode("utf-16")
    yield "byte-order-mark.json", b"\xef\xbb\xbf" + row.encode()
    yield "list.json", f"[{row}]"
    yield "member-twice.json", row.replace('"margin": 0', '"margin": 0, "margin": 0')
    yield "behind-the-end.json.gz", gzip.compress(row.encode(), mtime=0) * 2
    yield "damaged.json.gz", gzip.compress(row.encode(), mtime=0)[:-5]
    yield "margin-with-an-exponent.json", row.replace('"margin": 0', '"margin": 0e0')


def _forms() -> Iterator[tuple[str, str | bytes]]:
    yield "version-true.json", _changed(_ROW, (("version",), True))
    yield "version-3.json", _changed(_ROW, (("version",), 3))
    yield "other-game.json", _changed(_ROW, (("game",), "taxman"))
    yield "member-too-many.json", _changed(_ROW, (("note",), "trust me"))
    yield "margin-with-a-point.json", _changed(_ROW, (_MARGIN, 0.0))
    yield "margin-not-in-lowest-terms.json", _changed("coins:3_2", (_MARGIN, "6/4"))
    yield "margin-as-text.json", _changed(_ROW, (_MARGIN, "0"))
    yield "coin-not-in-lowest-terms.json", _changed("coins:4", (("position",), "coins:8_2"))
    yield "coin-with-a-zero-before-it.json", _changed(_ROW, (("position",), "coins:1.02.4.3"))
    yield "move-that-is-not-legal.json", _changed(_STACK, (("position",), "coins:r4.1.2/R"))
    yield "no-coin-left.json", _changed(_ROW, (("position",), "coins:1.2/LL"))
    yield "slash-without-moves.json", _changed(_ROW, (("position",), "coins:1.2.4.3/"))


def _claims() -> Iterator[tuple[str, str | bytes]]:
    yield "margin-too-large.json", _changed(_ROW, (_MARGIN, 1))
    yield "best-move-missing.json", _changed(_ROW, (_BEST, "L"), (("claim", "mistake_cost"), 1))
    yield "mistake-cost.json", _changed("coins:3.2.1.2", (("claim", "mistake_cost"), 1))
    yield "mistake-cost-of-a-stack.json", _changed(_STACK, (("claim", "mistake_cost"), 0))
    yield "best-moves-of-a-row-left-open.json", _changed(_ROW, (_BEST, None))
    yield "best-moves-of-a-sum.json", _changed(_SUM, (_BEST, "1R 3L"))
    yield "best-moves-of-a-circle.json", _changed(_CIRCLE, (_BEST, "1K4"))
    yield "best-moves-of-a-search.json", _changed(_SEARCH, (_BEST, "1K2"))


def _proofs() -> Iterator[tuple[str, str | bytes]]:
    yield "kind-of-another-table.json", _changed(_ROW, (("proof", "kind"), "sum"))
    yield "fusion-not-at-a-peak.json", _changed(_ROW, (("proof", "without_last"), "cccf"))
    yield "peak-left.json", _changed(_ROW, (("proof", "without_first"), "ccc"), (_MARGIN, -2))
    yield "coin-not-put.json", _changed(_ROW, (("proof", "without_last"), "cc"), (_MARGIN, 2))
    yield "coin-put-twice.json", _changed(_ROW, (("proof", "without_last"), "cccc"))
    yield "history-as-numbers.json", _changed(_ROW, (("proof", "without_last"), [0, 0, 0]))
    yield "pair-left.json", _changed(_STACK, (("proof", "without_first"), "cc"), (_MARGIN, 3))
    yield "pair-of-a-row.json", _changed("coins:4.1.2", (("proof", "without_first"), "ccp"))
    yield "pair-that-falls.json", _changed("coins:r4.2.1", (("proof", "without_first"), "ccp"), (_MARGIN, 5))
    yield (
        "component-missing.json",
        _changed(_SUM, (("proof", "components"), _certificate(_SUM)["proof"]["components"][:2])),
    )
    yield "joint-missing.json", _changed(_CIRCLE, (("proof", "joints"), ["", "cf", ""]))
    yield "joint-with-a-peak.json", _changed(_CIRCLE, (("proof", "joints", 1), ""))
    yield "backward-fusion.json", _changed(_CIRCLE, (("proof", "backward"), "cccf"))
    state = next(iter(_certificate(_SEARCH)["proof"]["at_least"]))
    bound, move = _certificate(_SEARCH)["proof"]["at_least"][state]
    yield "state-missing.json", _changed(_SEARCH, (("proof", "at_least"), {}))
    yield "bound-without-reason.json", _changed(_SEARCH, (("proof", "at_least", state), [bound + 1, move]))
    yield "bound-too-weak.json", _changed(_SEARCH, (("proof", "at_least", state), [bound - 99, move]))
    yield "bound-by-another-move.json", _changed(_SEARCH, (("proof", "at_least", state), [bound, "7L"]))
    yield "row-missing.json", _changed(_SEARCH, (("proof", "rows"), {}))


def _beyond_the_limits() -> Iterator[tuple[str, str | bytes]]:
    yield "version-1.json", _text({"format": "perfectplay-coins-certificate", "version": 1, "coins": [1]})
    yield "number-of-4097-bits.json", _changed(_ROW, (("position",), f"coins:1.{1 << 4096}.4.3"))
    many = _changed(_ROW).replace("coins:1.2.4.3", "coins:" + "0." * MAX_COINS + "0")
    yield "too-many-coins.json.gz", gzip.compress(many.encode(), mtime=0)


def _true_and_beyond_the_limits() -> Iterator[tuple[str, str | bytes]]:
    """Yield true certificates with too many steps: each move in a circle of 200,000 ones leaves a margin of 1."""
    long = _certificate(_SEARCH)
    long["proof"]["at_most"]["o" + ".".join(["1"] * 200_000)] = 0
    long["proof"]["rows"][".".join(["1"] * 199_999)] = "c" + "ccf" * 99_999
    yield "too-many-steps.json.gz", gzip.compress(_text(long).encode(), mtime=0)


def write_files(folder: Path) -> None:
    """Write all files and their verdicts."""
    files: list[tuple[Path, str | bytes]] = [
        (folder / "good" / f"{name}.json", _text(_certificate(position))) for name, position in _GOOD.items()
    ]
    many = [Component("row", (i % 7, i % 3)) for i in range(1_001)]
    files.append(
        (folder / "good" / "sum-without-best-moves.json.gz", gzip.compress(_text(_certificate(many)).encode(), mtime=0))
    )
    files += [
        (folder / "bad" / name, content)
        for part in (_no_certificates, _forms, _claims, _proofs, _beyond_the_limits)
        for name, content in part()
    ]
    files += [(folder / "beyond" / name, content) for name, content in _true_and_beyond_the_limits()]
    verdicts = {}
    for path, content in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        verdict = word(path, "coins")
        name = path.relative_to(folder).as_posix()
        verdicts[name] = {"valid": verdict.valid, "examined": verdict.examined, "reason": verdict.reason}
    (folder / "verdicts.json").write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_files(FOLDER)
