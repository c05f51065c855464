"""Compare the claims that the proven checker has accepted with the claims of the certificates.

    python3 formal/flatten.py PACKS | build/taxman-proven --lines | python3 formal/claims.py PACKS

This program reads the packs itself: each line must say "valid", with the position, score and bound of the certificate
at the same place in the packs. So neither `flatten.py` nor the order of certificates has to be trusted.
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
"""The beginning of each certificate in a pack: reading only this is a hundred times as fast as reading everything."""


def claimed(certificate: bytes) -> str:
    """Return the claim of a certificate in the checker's format: position, score and bound."""
    if head := _HEAD.match(certificate):
        return " ".join(number.decode() for number in head.groups())
    fields = json.loads(certificate)
    pot, slash, moves = fields["position"].removeprefix("taxman:").partition("/")
    pot = pot.removesuffix("~end")
    if pot.startswith("pot."):  # the order of its numbers does not matter
        pot = ".".join(["pot", *sorted(pot.split(".")[1:], key=int)])
    return f"{pot}{slash}{moves} {fields['claim']['score']} {fields['claim']['upper']}"


def certificates(pack: str) -> Sequence[bytes]:
    """Read the certificates of a pack, or of a file with a single certificate in several lines."""
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
