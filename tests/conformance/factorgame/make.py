"""Write good and bad certificates of the factor game: ``python -m tests.conformance.factorgame.make``.

The files can test any checker.  For each file, ``verdicts.json`` records whether it is valid, whether it was examined
(it may exceed a limit of the checker), and this package's reason if it is not valid.  The good files come from the
solver; the bad files are good files that were changed by hand.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perfectplay.factorgame.proof.check import _check_file
from perfectplay.factorgame.proof.write import certify
from perfectplay.factorgame.rules import FactorPosition

FOLDER = Path(__file__).parent

_GOOD = (
    "2",
    "3",
    "4",
    "8",
    "8~pass",
    "12",
    "12~pass",
    "12/11",
    "12~pass/11.7",
    "12/11.9.6",
    "13~pass/1",
    "9~pass/9.5.7",
)


def _certificate(start: str) -> dict[str, Any]:
    return certify(FactorPosition.from_id(f"factorgame:{start}"))


def _text(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _good() -> Iterator[tuple[str, bytes]]:
    for start in _GOOD:
        yield f"{start.replace('~', '-').replace('/', '-')}.json", _text(_certificate(start))
    large = _certificate("30")
    yield "30.json.gz", gzip.compress(_text(large), mtime=0)
    true = _certificate("12")
    yield "fields-in-another-order.json", _text(dict(reversed(true.items())))
    yield "blanks.json", json.dumps(true, indent=1).encode()


def _bad() -> Iterator[tuple[str, bytes]]:
    true, passing = _certificate("12"), _certificate("12~pass")
    moves, lead = true["proof"]["moves"], true["claim"]["lead"]

    def claiming(lead: object, best: object) -> bytes:
        return _text({**true, "claim": {"lead": lead, "best_moves": best}})

    def played(changed: object) -> bytes:
        return _text({**true, "proof": {"kind": "strategy", "moves": changed}})

    yield "empty.json", b""
    yield "no-object.json", b"[]"
    yield "damaged.json.gz", gzip.compress(_text(true), mtime=0)[:-20]
    yield "field-twice.json", _text(true).replace(b'"version":2', b'"version":2,"version":2')
    yield "field-missing.json", _text({name: value for name, value in true.items() if name != "claim"})
    yield "field-too-many.json", _text({**true, "comment": ""})
    yield "game-of-another.json", _text({**true, "game": "coins"})
    yield "version-1.json", _text({**true, "version": 1})
    yield "position-by-the-other-rule.json", _text({**true, "position": "factorgame:12~pass"})
    yield "position-by-our-rule.json", _text({**passing, "position": "factorgame:12"})
    yield "position-of-another-board.json", _text({**true, "position": "factorgame:13"})
    yield "position-with-an-illegal-move.json", _text({**true, "position": "factorgame:12/1"})
    yield "position-that-is-over.json", _text({**true, "position": "factorgame:4/4"})
    yield "position-with-a-leading-zero.json", _text({**true, "position": "factorgame:012"})
    yield "position-too-large.json", _text({**true, "position": "factorgame:100000000"})
    yield "lead-too-high.json", claiming(lead + 1, [11])
    yield "lead-too-low.json", claiming(lead - 1, [11])
    yield "lead-is-a-fraction.json", claiming(5.0, [11])
    yield "lead-is-true.json", claiming(lead == 5, [11])
    yield "best-move-missing.json", claiming(lead, [])
    yield "best-move-that-is-not.json", claiming(lead, [9])
    yield "best-moves-one-too-many.json", claiming(lead, [9, 11])
    yield "best-moves-twice.json", claiming(lead, [11, 11])
    yield "best-moves-one-of-two.json", _text({**_certificate("4"), "claim": {"lead": 1, "best_moves": [2]}})
    yield "kind-unknown.json", _text({**true, "proof": {"kind": "tree", "moves": moves}})
    yield "moves-too-few.json", played(moves[:-1])
    yield "moves-too-many.json", played([*moves, 4])
    yield "moves-not-legal.json", played([1, *moves[1:]])
    yield "moves-alone-by-our-rule.json", played([0, *moves[1:]])
    yield "moves-not-whole.json", played([float(moves[0]), *moves[1:]])
    yield ("moves-of-a-weak-strategy.json", played([12, 12, 12, 10, 6, 12, 9, 12, 10, 9, 12, 9, 9]))
    yield "number-too-long.json", played([10**700])


def write_files(folder: Path) -> None:
    """Write all files and their verdicts."""
    verdicts = {}
    for kind, files in (("good", _good()), ("bad", _bad())):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for name, content in files:
            path = folder / kind / name
            path.write_bytes(content)
            verdict = _check_file(path)
            verdicts[f"{kind}/{name}"] = {
                "valid": verdict.valid,
                "examined": verdict.examined,
                "reason": verdict.reason,
            }
    (folder / "verdicts.json").write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_files(FOLDER)
