"""Write the conformance suite: ``python -m tests.conformance.make``, from the repository's root.

``base.jsonl`` has certificates from the solver. Each good or bad file is one of them with a single change, which
gives the file its name. The name of its folder is the expected verdict, which is compared with the shipped checker's
verdict; ``verdicts.json`` records that checker's reason.
"""

from __future__ import annotations

import copy
import gzip
import json
import lzma
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.judged import check_taxman, words, words_of_folder

FOLDER = Path(__file__).parent

Json = Any
Files = Iterator[tuple[str, Any]]
"""Names and contents: a certificate or the bytes of a file, or a folder's file names mapped to their bytes."""
_REACH = 40
_EDGES = 4
"""`edge` changes a number by less than `_REACH`; `edges` yields at most `_EDGES` examples in each direction."""


def bases() -> dict[str, Json]:
    """Map position (without the game) and kind of proof to the certificate; all other files derive from these."""
    lines = (FOLDER / "taxman" / "base.jsonl").read_text(encoding="utf-8").splitlines()
    certificates = [json.loads(line) for line in lines]
    return {
        f"{one['position'].removeprefix('taxman:').replace('/', '-').replace('~', '-')}-{one['proof']['kind']}": one
        for one in certificates
    }


def at(certificate: Json, path: str, value: Json) -> Json:
    """Return a copy with another value at a path, whose steps are names of fields or indices."""
    twin = copy.deepcopy(certificate)
    *outer, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    here = twin
    for step in outer:
        here = here[step]
    here[last] = value
    return twin


def without(certificate: Json, path: str) -> Json:
    """Return a copy of a certificate without the field at a path."""
    twin = copy.deepcopy(certificate)
    *outer, last = path.split("/")
    here = twin
    for step in outer:
        here = here[int(step) if step.isdigit() else step]
    del here[last]
    return twin


def text(certificate: Json) -> bytes:
    """Return a certificate as a line of compact JSON."""
    return json.dumps(certificate, separators=(",", ":")).encode() + b"\n"


def replaced(certificate: Json, old: str, new: str) -> bytes:
    """Return the text of a certificate with the first occurrence of ``old`` replaced."""
    before = text(certificate).decode()
    if before.count(old) < 1:
        raise ValueError(f"{old!r} does not occur")
    return before.replace(old, new, 1).encode()


# -- good ------------------------------------------------------------------------------------------------------


def taxman(grade: str, base: dict[str, Json]) -> Iterator[tuple[str, bytes | dict[str, bytes]]]:
    """Yield the name of each file or folder, with its content or the contents of its files."""
    makers = {"good": good_taxman, "bad": bad_taxman, "beyond": beyond_taxman}
    for name, content in makers[grade](base):
        is_certificate = isinstance(content, dict) and name.endswith(".json")
        yield name, text(content) if is_certificate else content


def good_taxman(base: dict[str, Json]) -> Files:
    """Yield certificates with valid proofs."""
    n21, n6 = base["21-tree"], base["6-tree"]
    for name, certificate in base.items():
        if certificate["proof"]["kind"] != "chain":
            yield f"n{name}.json", certificate
    yield "blanks.json", json.dumps(n21, indent=1).replace("\n", "\r\n\t").encode()
    yield "no-line-end.json", text(n21).rstrip()
    yield "fields-in-another-order.json", dict(reversed(n21.items()))
    yield "escaped-text.json", replaced(n21, '"perfectplay"', '"perf\\u0065ctplay"')
    yield "escaped-name-of-a-field.json", replaced(n21, '"game"', '"g\\u0061me"')
    yield "minus-zero.json", replaced(n21, "0,0]", "-0,0]")
    yield "compressed.json.gz", gzip.compress(text(n21), mtime=0)
    yield "claim-above-what-is-proven.json", at(n21, "claim/upper", 1000)
    yield "claim-of-200-bits.json", at(n21, "claim/upper", (1 << 200) - 1)
    yield "poorer-game.json", at(at(n21, "proof/moves", [19, 9, 21, 14]), "claim/score", 63)
    yield "no-moves.json", at(at(n21, "proof/moves", []), "claim/score", 0)
    yield "pot-in-any-order.json", at(base["pot.2.3.4.6.9.12-tree"], "position", "taxman:pot.12.2.9.3.6.4")
    leaf = "proof/tree/leaf"
    yield "scale-of-more.json", scaled(n21, 7)
    yield "one-part-below-the-next-whole-number.json", at(scaled(n21, 2), f"{leaf}/u/3", 1)
    yield "multipliers-by-number.json", by_number(n21)
    yield (
        "multipliers-by-number-added-up.json",
        at(n21, f"{leaf}/u", [[1, 10], *by_number(n21)["proof"]["tree"]["leaf"]["u"][1:], [1, 7]]),
    )
    yield (
        "multipliers-negative-on-the-way.json",
        at(n21, f"{leaf}/u", [[1, -5], *by_number(n21)["proof"]["tree"]["leaf"]["u"][1:], [1, 22]]),
    )
    yield "cut-named-twice.json", at(scaled(n21, 2), f"{leaf}/cuts", [[0, 1], [0, 1]])
    yield (
        "cut-that-is-not-used.json",
        at(n21, "proof/cuts", [*n21["proof"]["cuts"], {"kind": "S", "vectors": [[1, 2, 3]]}]),
    )
    yield "cut-of-one-number.json", at(n21, "proof/cuts/0/vectors", [[1, 10, 14, 15, 21], [4, 20]])
    yield (
        "cut-with-a-dead-number.json",
        at(base["pot.2.3.4.6.9.12-tree"], "proof/cuts", [{"kind": "T", "vectors": [[1, 12, 9]]}]),
    )
    # The product of w and a vector is in the vector's span, so these two vectors have rank 1 over GF(4) instead of 2.
    yield "cut-over-gf4.json", at(n21, "proof/cuts/0/vectors", [[1, 10, 14], [2, 15, 21]])
    yield "cut-over-gf4-by-the-other-element.json", at(n21, "proof/cuts/0/vectors", [[3, 10], [1, 14, 15, 21]])
    yield "cut-in-the-last-coordinate.json", at(n21, "proof/cuts/0/vectors", [[1 << 22, 10, 14], [3 << 22, 15, 21]])
    yield from good_trees(n6, base["225-tree"])
    yield from good_duals_and_chains(base)


def good_trees(n6: Json, n225: Json) -> Files:
    """Yield trees with each kind of node, and trees whose multipliers copy earlier multipliers."""
    no_game = {"scale": 1, "objective": 0, "u": [[1, 1], [2, -1], [3, -1]], "cuts": []}
    yield "node-without-a-game.json", at(n6, "proof/tree", branches(n6, no_game))
    yield "objective-1-in-words.json", at(n6, "proof/tree/leaf/objective", 1)
    like = {"scale": 3, "like": 0, "u": [], "cuts": []}
    yield "like-with-a-larger-scale.json", at(n6, "proof/tree", {"fix": root(n6), "then": {"leaf": like}})
    yield (
        "fixing-that-settles-nothing.json",
        at(n6, "proof/tree", {"fix": {"scale": 1, "u": [[1, 99]], "cuts": []}, "then": {"leaf": root(n6)}}),
    )
    yield (
        "like-counts-fix-before-then.json",
        at(
            n6,
            "proof/tree",
            {"fix": {"scale": 1, "u": [], "cuts": []}, "then": {"fix": root(n6), "then": like_leaf(1)}},
        ),
    )
    order = {"branch": 2, "picked": {"leaf": root(n6)}, "not": like_leaf(0)}
    yield "like-counts-picked-before-not.json", at(n6, "proof/tree", order)
    written = {"not": like_leaf(0), "picked": {"leaf": root(n6)}, "branch": 2}
    yield "like-counts-picked-before-not-wherever-they-stand.json", at(n6, "proof/tree", written)
    twice = {
        "branch": 2,
        "picked": {"branch": 2, "picked": {"leaf": root(n6)}, "not": like_leaf(0)},
        "not": like_leaf(0),
    }
    yield "branch-on-the-same-number-twice.json", at(n6, "proof/tree", twice)
    yield "fixing-for-a-claim-above-it.json", at(n225, "claim/upper", n225["claim"]["upper"] + 3)


def good_duals_and_chains(base: dict[str, Json]) -> Files:
    """Yield valid dual certificates, and valid chains of certificates."""
    n21 = base["21-tree"]
    yield "dual-in-more-parts.json", dual_parts(base["60-dual"], 3)
    yield "dual-one-part-below.json", one_part_below(base["60-dual"])
    yield (
        "dual-with-cuts-that-pay-nothing.json",
        at(base["60-dual"], "proof/cuts", [*base["60-dual"]["proof"]["cuts"], [0, [6, 10, 15]]]),
    )
    chain = {f"{n}.json": text(certificate) for n, certificate in chain_of(base).items()}
    yield "chain", chain
    yield "chain-whose-files-have-other-names", {f"{9 - int(name[0])}.json": data for name, data in chain.items()}
    yield "chain.jsonl.xz", lzma.compress(b"".join(chain.values()))
    yield "twice.json", text(n21) * 2
    yield "chain-in-one-file.json", b"".join(chain.values())
    yield "chain-in-one-file.json.gz", gzip.compress(b"".join(chain.values()), mtime=0)
    yield "chain-backwards.jsonl.xz", lzma.compress(b"".join(reversed(chain.values())))
    yield (
        "chain-on-a-bound",
        {"21.json": text(at(n21, "claim/upper", 150)), "22.json": text(open_link(base["22-chain"], 150))},
    )
    yield (
        "chain-on-a-lower-bound-than-it-cites",
        {"21.json": text(n21), "22.json": text(open_link(base["22-chain"], 147))},
    )
    yield "chain-of-which-one-is-proven-twice", chain | {"again.json": text(chain_of(base)[3])}


def root(certificate: Json) -> Json:
    """Return a copy of the multipliers of a tree that consists of one leaf."""
    return copy.deepcopy(certificate["proof"]["tree"]["leaf"])


def like_leaf(number: int) -> Json:
    """Return a leaf that copies the multipliers with a given number."""
    return {"leaf": {"scale": 1, "like": number, "u": [], "cuts": []}}


def scaled(certificate: Json, factor: int) -> Json:
    """Return a certificate whose only leaf has the same multipliers on a finer scale."""
    leaf = root(certificate)
    leaf |= {
        "scale": factor,
        "u": [factor * u for u in leaf["u"]],
        "cuts": [[step, factor * u] for step, u in leaf["cuts"]],
    }
    return at(certificate, "proof/tree/leaf", leaf)


def by_number(certificate: Json) -> Json:
    """Return a certificate whose leaf lists each multiplier with its number, instead of by position."""
    return at(certificate, "proof/tree/leaf/u", [[v, u] for v, u in enumerate(root(certificate)["u"], 1)])


def branches(certificate: Json, no_game: Json) -> Json:
    """Return a tree that branches on 3 and 2; they cannot both be picked, because both need 1."""
    leaf = {"leaf": root(certificate)}
    return {"branch": 3, "picked": {"branch": 2, "picked": {"leaf": no_game}, "not": leaf}, "not": leaf}


def dual_parts(certificate: Json, factor: int) -> Json:
    """Return a dual certificate with the same multipliers on a finer scale."""
    proof = certificate["proof"]
    u = [factor * value for value in proof["u"]]
    cuts = [[factor * value, members] for value, members in proof["cuts"]]
    return certificate | {"proof": proof | {"parts": factor * proof["parts"], "u": u, "cuts": cuts}}


def one_part_below(certificate: Json, more: int = 0) -> Json:
    """Raise a multiplier so that the bound is one part below the next integer, plus ``more`` parts."""
    twin = dual_parts(certificate, 5)
    proof, upper = twin["proof"], twin["claim"]["upper"]
    total = sum(proof["u"]) + sum(value * (len(members) - 1) for value, members in proof["cuts"])
    proof["u"][0] += proof["parts"] * (upper + 1) - 1 - total + more
    return twin


def chain_of(base: dict[str, Json]) -> dict[int, Json]:
    """Map N = 1 to 5 to the certificates of a chain."""
    return {n: base[f"{n}-{kind}"] for n, kind in enumerate(("tree", "tree", "chain", "tree", "chain"), 1)}


def open_link(link: Json, cited: int) -> Json:
    """Return a link for N = 22 that cites a bound on N = 21 instead of a score."""
    proof = {name: value for name, value in link["proof"].items() if name != "score"} | {"upper": cited}
    return link | {"claim": link["claim"] | {"upper": cited + 22}, "proof": proof}


def beyond_taxman(base: dict[str, Json]) -> Files:
    """Yield true claims with numbers too large for our checkers; a bound with that many digits is weak, but true."""
    n21 = base["21-tree"]
    yield "upper-of-201-bits.json", at(n21, "claim/upper", 1 << 200)
    yield "upper-of-4000-digits.json", replaced(n21, '"upper":144', '"upper":1' + 3999 * "0")
    yield "upper-of-5000-digits.json", replaced(n21, '"upper":144', '"upper":1' + 4999 * "0")


# -- bad -------------------------------------------------------------------------------------------------------


def bad_taxman(base: dict[str, Json]) -> Files:
    """Yield files that no checker may accept: malformed certificates, and proofs that fail."""
    n21 = base["21-tree"]
    yield from bad_texts(n21)
    yield from bad_types(n21)
    yield from bad_fields(base)
    yield from bad_positions(base)
    yield from bad_games(base)
    yield from bad_cuts(n21)
    yield from bad_trees(base)
    yield from bad_duals(base["60-dual"])
    yield from bad_chains(base)


def bad_texts(n21: Json) -> Files:
    """Yield texts that are not a single JSON object in UTF-8 without duplicate keys."""
    whole = text(n21)
    yield "empty.json", b""
    yield "blank.json", b" \n\t\n"
    for name, value in {
        "null": b"null",
        "number": b"7",
        "text": b'"perfectplay"',
        "list": b"[]",
        "object": b"{}",
    }.items():
        yield f"only-{name}.json", value
    yield "list-of-one.json", b"[" + whole.strip() + b"]"
    yield "cut-off.json", whole[:-3]
    yield "cut-off-by-half.json", whole[: len(whole) // 2]
    yield "goes-on.json", whole + b"x"
    yield "twice-in-one-line.json", whole.rstrip() + whole
    yield "null-byte-at-the-end.json", whole + b"\0"
    yield "byte-order-mark.json", b"\xef\xbb\xbf" + whole
    yield "utf-16.json", whole.decode().encode("utf-16")
    yield "utf-32.json", whole.decode().encode("utf-32-le")
    yield "not-utf-8.json", whole.replace(b"perfectplay", b"perfectpl\xe4y")
    yield "overlong-utf-8.json", whole.replace(b"perfectplay", b"perfectpl\xc1\xa1y")
    yield "surrogate-in-utf-8.json", whole.replace(b"taxman:21", b"taxman:21\xed\xa0\x80")
    yield "lone-surrogate.json", replaced(n21, "taxman:21", "taxman:21\\ud800")
    yield "line-end-in-text.json", replaced(n21, "taxman:21", "taxman:\n21")
    yield "single-quotes.json", whole.replace(b'"', b"'")
    yield "comment.json", b"// proof\n" + whole
    yield "comma-too-many.json", replaced(n21, "16],", "16,],")
    yield "comma-missing.json", replaced(n21, "19,9", "19 9")
    yield "leading-zero.json", replaced(n21, "[19,9", "[19,09")
    yield "plus-sign.json", replaced(n21, "[19,9", "[19,+9")
    yield "hexadecimal.json", replaced(n21, "[19,9", "[19,0x9")
    yield "digits-of-another-script.json", replaced(n21, "[19,9", "[19,\u0669")
    yield "same-field-twice.json", replaced(n21, '"version":2', '"version":2,"version":2')
    yield "same-field-twice-the-last-right.json", replaced(n21, '"claim":', '"claim":{"score":1,"upper":1},"claim":')
    yield "same-field-twice-inside.json", replaced(n21, '"scale":1', '"scale":1,"scale":1')
    yield "same-field-twice-once-escaped.json", replaced(n21, '"scale":1', '"scale":1,"sc\\u0061le":1')
    compressed = gzip.compress(whole, mtime=0)
    yield "compressed-cut-off.json.gz", compressed[:-9]
    yield "compressed-without-checksum.json.gz", compressed[:-8]
    yield "compressed-wrong-checksum.json.gz", compressed[:-8] + bytes(8)
    yield "compressed-goes-on.json.gz", compressed + b"x"
    yield "compressed-padded.json.gz", compressed + bytes(16)
    yield "compressed-two-members.json.gz", compressed + gzip.compress(b"", mtime=0)
    yield "pack-with-a-blank-line.json", whole + b"\n" + whole
    yield "pack-whose-second-is-none.json", whole + b"2 + 2 = 5\n"
    yield "pack-cut-off.jsonl.xz", lzma.compress(whole)[:-12]
    yield "pack-goes-on.jsonl.xz", lzma.compress(whole) + b"x"
    yield "pack-of-two-streams.jsonl.xz", lzma.compress(whole) + lzma.compress(whole)
    yield "pack-empty.jsonl.xz", lzma.compress(b"")
    yield "pack-with-a-blank-line.jsonl.xz", lzma.compress(whole + b"\n" + whole)


_NUMBERS = {
    "version": "version",
    "score": "claim/score",
    "upper": "claim/upper",
    "move": "proof/moves/8",
    "vector": "proof/cuts/0/vectors/0/0",
    "member": "proof/cuts/0/vectors/0/1",
    "scale": "proof/tree/leaf/scale",
    "multiplier": "proof/tree/leaf/u/0",
    "step": "proof/tree/leaf/cuts/0/0",
    "multiplier-of-a-cut": "proof/tree/leaf/cuts/0/1",
}


def bad_types(n21: Json) -> Files:
    """Yield certificates with a value of a wrong type, such as a text instead of an integer."""
    for name, path in _NUMBERS.items():
        here = n21
        for step in path.split("/"):
            here = here[int(step) if step.isdigit() else step]
        yield f"{name}-with-a-point.json", at(n21, path, float(here))
        yield f"{name}-is-true.json", at(n21, path, True)  # noqa: FBT003  # any value of JSON
        yield f"{name}-is-text.json", at(n21, path, str(here))
        yield f"{name}-is-null.json", at(n21, path, None)
    yield "score-with-an-exponent.json", replaced(n21, '"score":144', '"score":144e0')
    yield "score-with-a-small-exponent.json", replaced(n21, '"score":144', '"score":1440E-1')
    yield "score-is-not-a-number.json", replaced(n21, '"score":144', '"score":NaN')
    yield "upper-is-infinite.json", replaced(n21, '"upper":144', '"upper":Infinity')
    yield "score-of-minus-201-bits.json", at(n21, "claim/score", -1 << 200)
    wrong: dict[str, Json] = {"list": [], "object": {}, "text": "", "null": None}
    for field in (
        "format",
        "game",
        "position",
        "claim",
        "proof",
        "proof/kind",
        "proof/moves",
        "proof/cuts",
        "proof/tree",
    ):
        for name in ("null", "list"):
            if not (name == "list" and field in {"proof/moves", "proof/cuts"}):
                yield f"{field.replace('/', '-')}-is-{name}.json", at(n21, field, wrong[name])
    yield "moves-is-object.json", at(n21, "proof/moves", {})
    yield "cuts-is-object.json", at(n21, "proof/cuts", {})
    yield "cut-is-list.json", at(n21, "proof/cuts/0", [])
    yield "leaf-is-list.json", at(n21, "proof/tree/leaf", [])
    yield "move-is-list.json", at(n21, "proof/moves/8", [16])


def bad_fields(base: dict[str, Json]) -> Files:
    """Yield certificates with missing or meaningless fields."""
    n21, n225, dual, chain = base["21-tree"], base["225-tree"], base["60-dual"], base["3-chain"]
    for path in ("format", "version", "game", "position", "claim", "proof", "claim/score", "claim/upper"):
        yield f"lacks-{path.replace('/', '-')}.json", without(n21, path)
    for path in ("kind", "moves", "cuts", "tree", "cuts/0/kind", "cuts/0/vectors", "tree/leaf/scale", "tree/leaf/u"):
        yield f"lacks-proof-{path.replace('/', '-')}.json", without(n21, f"proof/{path}")
    yield "lacks-proof-tree-leaf-cuts.json", without(n21, "proof/tree/leaf/cuts")
    yield "lacks-proof-tree-then.json", without(n225, "proof/tree/then")
    for name in ("parts", "u", "cuts", "moves"):
        yield f"dual-lacks-{name}.json", without(dual, f"proof/{name}")
    for name in ("rule", "score", "moves"):
        yield f"chain-lacks-{name}.json", without(chain, f"proof/{name}")
    for path in ("note", "claim/note", "proof/note", "proof/cuts/0/note", "proof/tree/note", "proof/tree/leaf/note"):
        yield f"more-{path.replace('/', '-')}.json", at(n21, path, 0)
    yield "more-empty-name.json", at(n21, "claim/ ", 0)
    yield "more-name-in-capitals.json", at(n21, "Game", "taxman")
    yield "dual-more-tree.json", at(dual, "proof/tree", {})
    yield "chain-more-upper.json", at(chain, "proof/upper", 2)
    yield "format-of-another.json", at(n21, "format", "perfectplay-taxman")
    yield "format-with-a-blank.json", at(n21, "format", "perfectplay ")
    yield "version-1.json", at(n21, "version", 1)
    yield "version-3.json", at(n21, "version", 3)
    yield "game-of-another.json", at(n21, "game", "coins")
    yield "game-in-capitals.json", at(n21, "game", "Taxman")
    yield "kind-that-is-not.json", at(n21, "proof/kind", "sum")
    yield "kind-of-another.json", at(n21, "proof/kind", "dual")


def bad_positions(base: dict[str, Json]) -> Files:
    """Yield certificates whose position id is malformed, or belongs to another proof."""
    n21 = base["21-tree"]
    ids = {
        "of-another-game": "coins:21", "in-capitals": "Taxman:21", "without-game": "21", "empty": "",
        "nothing": "taxman:", "zero": "taxman:0", "negative": "taxman:-21", "plus": "taxman:+21",
        "leading-zero": "taxman:021", "blank-before": " taxman:21", "blank-after": "taxman:21 ",
        "line-end-after": "taxman:21\n", "blank-inside": "taxman: 21", "point": "taxman:21.",
        "two-sizes": "taxman:21.22", "fraction": "taxman:21.0", "exponent": "taxman:2e1",
        "underscore": "taxman:2_1", "other-digits": "taxman:\u0662\u0661",
        "fullwidth-digits": "taxman:\uff12\uff11", "superscript-digit": "taxman:2\u00b9",
        "nothing-after-slash": "taxman:21/", "two-slashes": "taxman:21/19/9",
        "moves-with-a-hole": "taxman:21/19..9", "move-not-in-the-pot": "taxman:21/19.1",
        "move-without-tax": "taxman:21/19.17", "move-too-large": "taxman:21/22",
        "move-twice": "taxman:21/19.19", "moves-of-the-proof": "taxman:21/19",
        "suffix-unknown": "taxman:21~start", "suffix-twice": "taxman:21~end~end",
        "suffix-behind-the-moves": "taxman:21/19~end", "pot-empty": "taxman:pot.",
        "pot-without-point": "taxman:pot", "pot-twice": "taxman:pot.2.3.3.6",
        "pot-with-zero": "taxman:pot.0.2.4", "pot-with-a-hole": "taxman:pot.2..4",
        "pot-of-19-digits": "taxman:pot.1." + 19 * "1", "too-small": "taxman:20", "too-large": "taxman:22",
        "beyond-the-limit": "taxman:1000001", "huge": "taxman:" + 400 * "9",
    }  # fmt: skip
    for name, position in ids.items():
        yield f"position-{name}.json", at(n21, "position", position)


def bad_games(base: dict[str, Json]) -> Files:
    """Yield certificates whose moves are illegal, or do not reach the claimed score."""
    n21 = base["21-tree"]
    moves = n21["proof"]["moves"]
    yield "score-too-high.json", at(n21, "claim/score", 145)
    yield "score-and-upper-too-high.json", at(n21, "claim", {"score": 145, "upper": 145})
    yield "score-too-low.json", at(n21, "claim/score", 143)
    yield "upper-too-low.json", at(n21, "claim", {"score": 144, "upper": 143})
    yield "upper-below-a-poorer-game.json", poorer_by_a_move(n21, 143)
    yield "score-without-the-moves-before.json", at(base["20-19.9-tree"], "claim", {"score": 96, "upper": 96})
    yield "moves-twice-the-same.json", at(n21, "proof/moves", [19, *moves])
    yield "moves-in-another-order.json", at(n21, "proof/moves", moves[::-1])
    yield "moves-one-without-tax.json", at(n21, "proof/moves", [*moves, 17])
    yield "moves-one-not-in-the-pot.json", at(n21, "proof/moves", [*moves, 22])
    yield "moves-one-that-was-tax.json", at(n21, "proof/moves", [*moves, 1])
    yield "moves-one-is-zero.json", at(n21, "proof/moves", [*moves, 0])
    yield "moves-one-is-negative.json", at(n21, "proof/moves", [*moves, -2])
    yield "moves-one-is-missing.json", at(n21, "proof/moves", moves[:-1])


def poorer_by_a_move(certificate: Json, upper: int) -> Json:
    """Return a certificate without its last move, and with another bound as its claim."""
    *moves, last = certificate["proof"]["moves"]
    claim = {"score": certificate["claim"]["score"] - last, "upper": upper}
    return at(at(certificate, "proof/moves", moves), "claim", claim)


def bad_cuts(n21: Json) -> Files:
    """Yield certificates whose cuts are malformed, or do not support the proof."""
    cut = "proof/cuts/0"
    yield "no-cut.json", at(n21, "proof/cuts", [])
    yield "cut-of-the-other-kind.json", at(n21, f"{cut}/kind", "S")
    yield "cut-of-no-kind.json", at(n21, f"{cut}/kind", "t")
    yield "cut-empty.json", at(n21, f"{cut}/vectors", [])
    yield "cut-vector-without-numbers.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15, 21], [2]])
    yield "cut-group-empty.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15, 21], []])
    yield "cut-group-is-a-number.json", at(n21, f"{cut}/vectors", [1, 10, 14, 15, 21])
    yield "cut-vector-zero.json", at(n21, f"{cut}/vectors/0/0", 0)
    yield "cut-vector-negative.json", at(n21, f"{cut}/vectors/0/0", -1)
    yield "cut-vector-of-25-bits.json", at(n21, f"{cut}/vectors/0/0", 1 << 24)
    yield "cut-same-vector-twice.json", at(n21, f"{cut}/vectors", [[1, 10, 14], [1, 15, 21]])
    yield "cut-number-twice.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15, 21, 10]])
    yield "cut-number-in-two-groups.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15, 21], [4, 10]])
    yield "cut-number-not-in-the-pot.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15, 21, 22]])
    yield "cut-number-zero.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15, 21, 0]])
    yield "cut-without-21.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15]])
    yield "cut-with-18.json", at(n21, f"{cut}/vectors", [[1, 10, 14, 15, 18, 21]])
    # 1 and 4 are independent, so a pair (q, p) is in the cut only if q divides another number with the vector of p.
    yield "cut-of-independent-vectors.json", at(n21, f"{cut}/vectors", [[1, 10, 14], [4, 15, 21]])
    # With rank 2, as over GF(2), these vectors would give a bound that is too low.
    yield (
        "cut-over-gf4-taken-for-gf2.json",
        poorer_by_a_move(at(n21, f"{cut}/vectors", [[1, 10, 14], [2, 15, 21]]), 143),
    )


def bad_trees(base: dict[str, Json]) -> Files:
    """Yield trees whose nodes or multipliers are malformed, or prove too little."""
    n21, n6, n225 = base["21-tree"], base["6-tree"], base["225-tree"]
    tree = "proof/tree"
    yield "node-empty.json", at(n21, tree, {})
    yield "node-is-text.json", at(n21, tree, "leaf")
    yield "node-is-two.json", at(n6, f"{tree}/fix", root(n6))
    yield "branch-without-picked.json", at(n6, tree, {"branch": 2, "not": {"leaf": root(n6)}})
    yield "branch-without-not.json", at(n6, tree, {"branch": 2, "picked": {"leaf": root(n6)}})
    both = {"picked": {"leaf": root(n6)}, "not": {"leaf": root(n6)}}
    for name, number in {"zero": 0, "negative": -2, "not-in-the-pot": 7}.items():
        yield f"branch-on-{name}.json", at(n6, tree, {"branch": number} | both)
    yield (
        "branch-on-a-dead-number.json",
        at(base["pot.2.3.4.6.9.12.35-tree"], tree, {"branch": 35, **leaf_twice(base["pot.2.3.4.6.9.12.35-tree"])}),
    )
    yield (
        "branch-with-an-open-case.json",
        at(n6, tree, {"branch": 2, "picked": {"leaf": root(n6)}, "not": {"leaf": {"scale": 1, "u": [], "cuts": []}}}),
    )
    yield from bad_multipliers(base)
    yield from bad_copies(n6)
    yield "fixing-for-a-claim-below-it.json", poorer_by_a_move(n225, n225["claim"]["upper"] - 1)


def bad_multipliers(base: dict[str, Json]) -> Files:
    """Yield leaves whose multipliers are malformed, or prove too little."""
    n21, n6 = base["21-tree"], base["6-tree"]
    leaf, tree = "proof/tree/leaf", "proof/tree"
    yield "scale-zero.json", at(n21, f"{leaf}/scale", 0)
    yield "scale-negative.json", at(n21, f"{leaf}/scale", -1)
    yield "scale-too-large.json", at(n21, f"{leaf}/scale", 2)
    yield "u-too-short.json", at(n21, f"{leaf}/u", root(n21)["u"][:-1])
    yield "u-too-long.json", at(n21, f"{leaf}/u", [*root(n21)["u"], 0])
    yield "u-mixed.json", at(n21, f"{leaf}/u/1", [2, 9])
    yield "u-mixed-the-other-way.json", at(by_number(n21), f"{leaf}/u/1", 9)
    yield "u-pair-of-three.json", at(by_number(n21), f"{leaf}/u/1", [2, 9, 0])
    yield "u-pair-of-one.json", at(by_number(n21), f"{leaf}/u/1", [2])
    yield "u-number-not-in-the-pot.json", at(by_number(n21), f"{leaf}/u/1/0", 22)
    yield "u-of-a-dead-number.json", at(base["pot.2.3.4.6.9.12.35-tree"], f"{leaf}/u", [[35, 0]])
    yield "u-negative.json", at(n21, f"{leaf}/u/9", -1)
    yield "u-one-more.json", at(n21, f"{leaf}/u/3", 1)
    yield "u-one-less.json", at(n21, f"{leaf}/u/1", 8)
    yield "u-empty.json", at(n21, f"{leaf}/u", [])
    yield "one-part-too-many.json", at(scaled(n21, 2), f"{leaf}/u/3", 2)
    yield "cut-reference-too-large.json", at(n21, f"{leaf}/cuts", [[1, 1]])
    yield "cut-reference-too-large-in-steps.json", at(n21, f"{leaf}/cuts", [[0, 1], [1, 0]])
    yield "cut-reference-negative.json", at(n21, f"{leaf}/cuts", [[-1, 1]])
    yield "cut-reference-negative-in-steps.json", at(n21, f"{leaf}/cuts", [[0, 1], [-1, 1], [1, 0]])
    yield "cut-multiplier-negative.json", at(n21, f"{leaf}/cuts", [[0, -1]])
    yield "cut-multiplier-zero.json", at(n21, f"{leaf}/cuts", [[0, 0]])
    yield "cut-multiplier-of-three.json", at(n21, f"{leaf}/cuts", [[0, 1, 0]])
    yield "cut-multiplier-is-a-number.json", at(n21, f"{leaf}/cuts", [0, 1])
    yield "objective-2.json", at(n21, f"{leaf}/objective", 2)
    yield "objective-negative.json", at(n21, f"{leaf}/objective", -1)
    yield "objective-false.json", at(n21, f"{leaf}/objective", False)  # noqa: FBT003  # any value of JSON
    yield "objective-0-at-the-root.json", at(n21, f"{leaf}/objective", 0)
    no_game: Json = {"scale": 1, "objective": 0, "u": [[1, 1], [2, -1], [3, -1]], "cuts": []}
    yield "node-with-a-game.json", at(n6, tree, branches(n6, no_game | {"u": [[1, 1], [2, -1], [3, 0]]}))
    yield (
        "negative-for-what-is-not-picked.json",
        at(
            n6,
            tree,
            {"branch": 2, "picked": {"leaf": root(n6)}, "not": {"leaf": at(root(n6), "u", [[1, 20], [2, -1]])}},
        ),
    )


def bad_copies(n6: Json) -> Files:
    """Yield trees with a leaf that copies unknown or unsuitable multipliers."""
    leaf, tree = "proof/tree/leaf", "proof/tree"
    yield "like-itself.json", at(n6, f"{leaf}/like", 0)
    yield "like-one-behind.json", at(n6, tree, {"fix": root(n6), "then": like_leaf(1)})
    yield "like-negative.json", at(n6, tree, {"fix": root(n6), "then": like_leaf(-1)})
    yield "like-is-null.json", at(n6, f"{leaf}/like", None)
    yield (
        "like-with-another-scale.json",
        at(scaled(n6, 2), tree, {"fix": scaled(n6, 2)["proof"]["tree"]["leaf"], "then": like_leaf(0)}),
    )
    yield (
        "like-counts-picked-before-not.json",
        at(n6, tree, {"branch": 2, "picked": like_leaf(0), "not": {"leaf": root(n6)}}),
    )
    yield (
        "like-counts-fix-before-then.json",
        at(n6, tree, {"fix": {"scale": 1, "u": [], "cuts": []}, "then": {"fix": root(n6), "then": like_leaf(0)}}),
    )


def leaf_twice(certificate: Json) -> Json:
    """Return both cases of a branch, each with the certificate's only leaf."""
    return {"picked": {"leaf": root(certificate)}, "not": {"leaf": root(certificate)}}


def bad_duals(dual: Json) -> Files:
    """Yield certificates whose multipliers are malformed, or prove too little."""
    yield "dual-upper-too-low.json", poorer_by_a_move(dual, dual["claim"]["upper"] - 1)
    yield "dual-one-part-too-many.json", one_part_below(dual, 1)
    yield "dual-score-too-high.json", at(dual, "claim/score", dual["claim"]["score"] + 1)
    yield "dual-of-a-game-under-way.json", at(dual, "position", "taxman:60/59")
    yield "dual-of-a-chosen-pot.json", at(dual, "position", "taxman:pot." + ".".join(map(str, range(1, 61))))
    yield "dual-of-another-pot.json", at(dual, "position", "taxman:61")
    yield "dual-with-suffix.json", at(dual, "position", "taxman:60~end")
    yield "dual-beyond-the-limit.json", at(dual, "position", "taxman:1000001")
    for name, value in {"zero": 0, "negative": -1, "true": True, "too-many": dual["proof"]["parts"] + 1}.items():
        yield f"dual-parts-{name}.json", at(dual, "proof/parts", value)
    yield "dual-u-negative.json", at(dual, "proof/u/58", -1)
    yield "dual-u-too-short.json", at(dual, "proof/u", dual["proof"]["u"][:-1])
    yield "dual-u-too-long.json", at(dual, "proof/u", [*dual["proof"]["u"], 0])
    yield "dual-u-with-a-point.json", at(dual, "proof/u/59", float(dual["proof"]["u"][59]))
    yield "dual-pair-not-paid-for.json", at(dual, "proof/u/59", dual["proof"]["u"][59] - 1)
    yield "dual-without-cuts.json", at(dual, "proof/cuts", [])
    for name, cut in {
        "of-one": [0, [6]], "twice-the-same": [0, [6, 6]], "with-one": [0, [1, 6]], "with-61": [0, [6, 61]],
        "negative": [-1, [6, 10]], "of-three": [0, [6, 10], 0], "is-a-number": 0, "with-true": [0, [6, True]],
        "members-is-number": [0, 6], "with-a-point": [0.0, [6, 10]],
    }.items():  # fmt: skip
        yield f"dual-cut-{name}.json", at(dual, "proof/cuts", [*dual["proof"]["cuts"], cut])


def bad_chains(base: dict[str, Json]) -> Files:
    """Yield chains with a link that cites nothing, or that does not prove its claim."""
    chain = chain_of(base)
    n21, n22 = base["21-tree"], base["22-chain"]

    def files(*certificates: Json) -> dict[str, bytes]:
        return {f"{i}.json": text(certificate) for i, certificate in enumerate(certificates, 1)}

    yield "chain-alone.json", chain[3]
    yield "chain-from-n-1.json", at(at(chain[3], "position", "taxman:1"), "proof/moves", [])
    yield "chain-starts-nowhere", files(chain[3], chain[4])
    yield "chain-with-a-hole", files(*(chain[n] for n in (1, 2, 3, 5)))
    yield "chain-on-a-failed-proof", files(at(n21, "proof/cuts", []), n22)
    yield "chain-on-a-bound-as-if-it-were-a-score", files(at(n21, "claim/upper", 150), n22)
    link = n21 | {"claim": {"score": 144, "upper": 145}}
    link |= {"proof": {"kind": "chain", "moves": n21["proof"]["moves"], "rule": "increment", "upper": 124}}
    yield "chain-on-a-game-under-way", files(base["20-19.9-tree"], link)
    yield "chain-of-a-game-under-way", files(n21, at(n22, "position", "taxman:22/19"))
    yield "chain-of-a-chosen-pot", files(n21, at(n22, "position", "taxman:pot." + ".".join(map(str, range(1, 23)))))
    yield "chain-that-cites-too-little", files(n21, at(n22, "proof/score", 143))
    *moves, last = n22["proof"]["moves"]
    poorer = at(at(open_link(n22, 143), "proof/moves", moves), "claim", {"score": 166 - last, "upper": 165})
    yield "chain-that-cites-too-little-and-claims-it", files(n21, poorer)
    yield "chain-that-cites-true", files(n21, at(n22, "proof/score", True))  # noqa: FBT003  # any value of JSON
    yield "chain-of-the-wrong-rule", files(n21, at(n22, "proof/rule", "prime"))
    yield "chain-of-no-rule", files(n21, at(n22, "proof/rule", "Increment"))
    yield "chain-that-claims-less-than-it-proves", files(n21, at(open_link(n22, 150), "claim/upper", 171))
    yield "chain-of-the-prime-rule-for-2", files(chain[1], prime_link_of_2(chain[3]))


def prime_link_of_2(link: Json) -> Json:
    """Return a link for N = 2 that wrongly uses the rule for primes above 2."""
    proof = link["proof"] | {"moves": [2], "score": 0}
    return link | {"position": "taxman:2", "claim": {"score": 2, "upper": 2}, "proof": proof}


# -- where proofs stop holding ---------------------------------------------------------------------------------


def edges(base: dict[str, Json]) -> Iterator[tuple[str, Json, Json]]:
    """Change numbers in proofs step by step; yield a name, the last valid proof, and the first invalid one."""
    for name in ("225-tree", "228-tree", "360-tree"):
        certificate = base[name]
        paths = list(numbers(certificate["proof"]["tree"], "proof/tree"))
        random.Random(name).shuffle(paths)
        for sign, word in ((1, "up"), (-1, "down")):
            found = 0
            for path in paths:
                pair = edge(certificate, path, sign)
                if pair and found < _EDGES:
                    found += 1
                    yield f"n{name}-{word}-{found}", *pair


def numbers(value: Json, path: str) -> Iterator[str]:
    """Yield the paths of all multipliers of a tree."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from numbers(inner, f"{path}/{name}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            if not isinstance(inner, int) or i or len(value) > 2:  # skip the number before its multiplier
                yield from numbers(inner, f"{path}/{i}")
    elif path.rsplit("/", 1)[1].isdigit():
        yield path


def edge(certificate: Json, path: str, sign: int) -> tuple[Json, Json] | None:
    """Return a valid and an invalid proof that differ by 1 in one number, or ``None``."""
    here = certificate
    for step in path.split("/"):
        here = here[int(step) if step.isdigit() else step]
    before = certificate
    for change in range(1, _REACH):
        after = at(certificate, path, here + sign * change)
        if not check_taxman(after).valid:
            # A number is uninformative if the first change of it already fails, or no change within `_REACH` fails.
            return (before, after) if change > 1 else None
        before = after
    return None


# -- writing ---------------------------------------------------------------------------------------------------


def judged(path: Path) -> dict[str, Any]:
    """Return the shipped checker's verdict on a file, a pack or a folder."""
    if path.is_dir():
        verdicts = [verdict for _, verdict in words_of_folder(path)]
    else:
        verdicts = [verdict for _, verdict in words(path)]
    word = next((verdict for verdict in verdicts if not verdict.valid), verdicts[0])
    return {"valid": word.valid, "examined": word.examined, "reason": word.reason}


def write(game: str, grade: str, files: Iterable[tuple[str, bytes | dict[str, bytes]]]) -> None:
    """Replace the content of a game's folder by the given files and folders."""
    folder = FOLDER / game / grade
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in files:
        path = folder / name
        if path.exists():
            raise ValueError(f"there are two files {name}")
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.mkdir()
            for inner, data in content.items():
                (path / inner).write_bytes(data)


def verdicts(judges: dict[str, Callable[[Path], dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Map the name of each file to a shipped checker's verdict; fail if it differs from the folder's name."""
    found: dict[str, dict[str, Any]] = {}
    wrong = []
    for game, judge in judges.items():
        for grade in ("good", "bad", "beyond"):
            for path in sorted((FOLDER / game / grade).iterdir()):
                name = path.relative_to(FOLDER).as_posix()
                found[name] = judge(path)
                if found[name]["valid"] != (grade == "good") or (grade == "beyond" and found[name]["examined"]):
                    wrong.append(f"{name}: {found[name]}")
    if wrong:
        raise ValueError("\n".join(wrong))
    return found


def main() -> None:
    """Write the whole suite."""
    base = bases()
    pairs = list(edges(base))
    for place, grade in enumerate(("good", "bad"), 1):
        write("taxman", grade, [*taxman(grade, base), *((f"edge-{pair[0]}.json", text(pair[place])) for pair in pairs)])
    write("taxman", "beyond", taxman("beyond", base))
    lines = ",\n".join(
        f" {json.dumps(name)}: {json.dumps(word)}" for name, word in verdicts({"taxman": judged}).items()
    )
    (FOLDER / "verdicts.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
