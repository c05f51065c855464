"""Make the certificates of packs again from their own multipliers, and keep those that have become shorter.

    python benchmarks/shrink_certificates.py PACKS FOLDER [--jobs J] [--from N] [--to N]

Certificates of search trees of at least eight leaves are read from the packs in one folder; what becomes shorter, and
is valid, goes into the other, one file for each N.  What is there already is left alone, so that the same command goes
on after a stop.  ``build_records.py FOLDER PACKS --packs OUTPUT`` then takes the shorter one of each N.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from perfectplay.core.proof.writing import compact, write_certificate
from perfectplay.taxman.exact.certify import shrink_certificate
from perfectplay.taxman.proof.check import check_bytes
from perfectplay.taxman.ranges import certificate_path

FEWEST_LEAVES = 8


def shrink(line: bytes, folder: Path) -> str:
    """Make a certificate again, store it if it is valid and shorter, and return a line about the result."""
    certificate = json.loads(line)
    name = certificate["position"]
    began = time.process_time()
    again = shrink_certificate(certificate)
    seconds = time.process_time() - began
    before, after = (len(lzma.compress(compact(one).encode())) for one in (certificate, again))
    cuts = f"{len(certificate['proof']['cuts'])} cuts -> {len(again['proof']['cuts'])}"
    verdict = check_bytes(compact(again).encode())
    same = verdict.valid and again["claim"] == certificate["claim"]
    if same and after < before:
        write_certificate(certificate_path(folder, int(name.removeprefix("taxman:"))), again)
    return f"{name} {before} -> {after} bytes, {cuts}, {seconds:.1f} s{'' if same else ', NOT VALID'}"


def main() -> None:
    """Read the arguments and work through the packs, the longest certificates first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packs", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--from", type=int, default=1, dest="first")
    parser.add_argument("--to", type=int, default=1_000_000, dest="last")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for pack in sorted(options.packs.glob("*.jsonl.xz")):
        for line in lzma.decompress(pack.read_bytes()).splitlines():
            n = int(line.partition(b'"taxman:')[2].partition(b'"')[0])
            if options.first <= n <= options.last and not certificate_path(options.folder, n).exists():
                # If several packs have the same N, the last one counts.
                found[n] = line
    lines = [line for line in found.values() if line.count(b'"leaf"') >= FEWEST_LEAVES]
    lines.sort(key=len, reverse=True)
    with ProcessPoolExecutor(options.jobs) as pool:
        for told in pool.map(shrink, lines, [options.folder] * len(lines)):
            print(told, flush=True)


if __name__ == "__main__":
    main()
