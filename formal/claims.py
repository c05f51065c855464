"""Compare what the checker that is proven has accepted with what certificates claim.

    python3 formal/flatten.py PACKS | build/taxman-proven --lines | python3 formal/claims.py PACKS

Neither `flatten.py` nor the order of certificates has to be believed then: each line must say "valid", and position,
score and bound of the certificate in the same place of the packs.  So this reads the packs itself.
"""

from __future__ import annotations

import gzip
import json
import lzma
import re
import sys
from collections.abc import Sequence
from pathlib import Path

_HEAD = re.compile(
    rb'{"format":"perfectplay","version":2,"game":"taxman","position":"taxman:(\d+)","claim":{"score":(\d+),"upper":(\d+)},'
)
"""How a certificate of the packs begins: that much is read a hundred times as fast as all of it."""


def claimed(certificate: bytes) -> str:
    """Return what a certificate claims, as the checker writes it: position, score and bound."""
    if head := _HEAD.match(certificate):
        return " ".join(number.decode() for number in head.groups())
    fields = json.loads(certificate)
    pot, slash, moves = fields["position"].removeprefix("taxman:").partition("/")
    pot = pot.removesuffix("~end")
    if pot.startswith("pot."):  # the order of its numbers does not matter
        pot = ".".join(["pot", *sorted(pot.split(".")[1:], key=int)])
    return f"{pot}{slash}{moves} {fields['claim']['score']} {fields['claim']['upper']}"


def certificates(pack: str) -> Sequence[bytes]:
    """Read the certificates of a pack, or the one of a file whose first line is not all of it."""
    data = Path(pack).read_bytes()
    text = lzma.decompress(data) if data[:1] == b"\xfd" else gzip.decompress(data) if data[:1] == b"\x1f" else data
    lines = text.removesuffix(b"\n").split(b"\n")
    return lines if lines[0].endswith(b"}") else [text]


def main(packs: list[str]) -> int:
    """Compare standard input with the packs; the exit status is 0 if each certificate is accepted for its own claim."""
    count = wrong = 0
    for pack in packs:
        for certificate in certificates(pack):
            count += 1
            expected, found = f"{count}: valid: {claimed(certificate)}", sys.stdin.readline().rstrip("\n")
            if found != expected:
                wrong += 1
                sys.stdout.write(f"{Path(pack).name}: expected '{expected}', and the checker says '{found}'\n")
    for line in sys.stdin:
        # Certificates beyond the packs have a number; the last line is the sum.
        wrong += re.match(r"\d+: ", line) is not None
        sys.stdout.write(line)
    sys.stdout.write(
        f"{count} certificates, {'each accepted for its own claim' if not wrong else f'{wrong} of them not'}\n"
    )
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
