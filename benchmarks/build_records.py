"""Make the table of records from files of range runs and folders of certificates, and packs of their certificates.

    python benchmarks/build_records.py SOURCE... [--output FILE] [--packs FOLDER]

A SOURCE is an SQLite file of ``perfectplay taxman range --resume`` (it is only read, and may be in use) or a folder of
certificates or packs.  Every certificate is checked again, chained ones along their chain; a row without one, or with
one that does not hold, is left out and named.  Where sources know the same N, a proven score goes before a smaller gap,
and of certificates with the same claim the shorter one before the longer.  The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from perfectplay.core.files import write_file
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.certificate import compact, write_packs
from perfectplay.taxman.check import check_certificate, list_certificates
from perfectplay.taxman.records import Proof, Record, load_records, pack_records

SHIPPED = Path(__file__).parents[1] / "src" / "perfectplay" / "taxman" / "data" / "records.bin"

Certificate = dict[str, Any]


class Source:
    """Certificates by N, one read at a time.

    Attributes
    ----------
    name
        For messages.
    numbers
        Every N that it knows.
    """

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._connection: sqlite3.Connection | None = None
        self._files: dict[int, Path] = {}
        self._lines: dict[int, tuple[Path, int]] = {}
        self._open: tuple[Path, list[bytes]] | None = None
        if path.is_dir():
            for file in list_certificates(path):
                if file.suffix == ".xz":
                    for number, line in enumerate(self._pack(file)):
                        self._lines[_number(json.loads(line))] = file, number
                else:
                    self._files[int("".join(filter(str.isdecimal, file.name)))] = file
            self.numbers = set(self._files) | set(self._lines)
        else:
            self._connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
            with closing(self._connection.execute("SELECT n FROM result WHERE certificate IS NOT NULL")) as cursor:
                self.numbers = {n for (n,) in cursor}

    def certificate(self, n: int) -> Certificate:
        """Read the certificate of an N."""
        if self._connection is not None:
            statement = "SELECT certificate FROM result WHERE n = ?"
            with closing(self._connection.execute(statement, (n,))) as cursor:
                (data,) = cursor.fetchone()
        elif n in self._files:
            data = self._files[n].read_bytes()
        else:
            file, number = self._lines[n]
            data = self._pack(file)[number]
        certificate: Certificate = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        return certificate

    def _pack(self, file: Path) -> list[bytes]:
        # Its lines are asked for one after the other.
        if self._open is None or self._open[0] != file:
            self._open = file, lzma.decompress(file.read_bytes()).splitlines()
        return self._open[1]


def _number(certificate: Certificate) -> int:
    return int(certificate["position"].removeprefix("taxman:"))


def leaves(tree: Any) -> int:
    """Count the leaves of a tree."""
    count, stack = 0, [tree]
    while stack:
        node = stack.pop()
        count += "leaf" in node
        stack += [node[name] for name in ("then", "picked", "not") if name in node]
    return count


def records(sources: list[Source]) -> Iterator[tuple[Record, Certificate]]:
    """Check everything, in the order of N; yield the best that is known of each."""
    known: dict[int, int] = {}
    for n in sorted(set[int]().union(*(source.numbers for source in sources))):
        best: tuple[int, int, Record, Certificate] | None = None
        for source in sources:
            if n not in source.numbers:
                continue
            certificate = source.certificate(n)
            size = len(compact(certificate))
            if best is not None and best[:2] <= (0, size):
                continue
            verdict = check_certificate(certificate, known)
            if not verdict.valid or verdict.score is None or verdict.upper is None:
                print(f"{source.name}: N = {n} is left out: {verdict.reason}")
                continue
            if verdict.position != f"taxman:{n}":
                print(f"{source.name}: N = {n} is left out: its certificate is about {verdict.position}")
                continue
            proof = certificate["proof"]
            count = leaves(proof["tree"]) if proof["kind"] == "tree" else 0
            kind: Proof = "searched" if count else "chained"
            gap = verdict.upper - verdict.score
            if best is None or (gap, size) < best[:2]:
                record = Record(n, verdict.score, verdict.upper, kind, count, tuple(proof["moves"]))
                best = gap, size, record, certificate
        if best is None:
            continue
        _, _, record, certificate = best
        if record.status == "optimal":
            known[n] = record.score
        yield record, certificate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", metavar="SOURCE", nargs="+", type=Path)
    parser.add_argument("--output", metavar="FILE", type=Path, default=SHIPPED)
    parser.add_argument("--packs", metavar="FOLDER", type=Path, help="also write packs of the certificates to it")
    options = parser.parse_args()
    began = time.perf_counter()
    rows = []

    def found() -> Iterator[tuple[int, Certificate]]:
        for row, certificate in records([Source(path) for path in options.sources]):
            rows.append(row)
            if row.n % 100 == 0:
                print(f"N = {row.n} after {time.perf_counter() - began:.0f} s", flush=True)
            yield row.n, certificate

    if options.packs is not None:
        write_packs(options.packs, found())
    else:
        for _ in found():
            pass
    if not rows:
        sys.exit("no certificate holds; nothing is written")
    write_file(options.output, pack_records(rows))

    table = load_records(options.output)
    for row in rows:
        again = table[row.n]
        position = TaxmanPosition.new(row.n)
        for move in again.moves:
            position = position.play(move)
        facts = (again.upper, again.proof, again.leaves)
        if position.scores() != (row.score, row.taxman) or facts != (row.upper, row.proof, row.leaves):
            sys.exit(f"N = {row.n} came back from the file as something else")
    optimal = sum(row.status == "optimal" for row in rows)
    chained = sum(row.proof == "chained" for row in rows)
    print(
        f"{len(rows)} records, {optimal} of them optimal ({chained} chained), N = {rows[0].n}..{rows[-1].n}, "
        f"without a hole up to {table.largest_without_hole}; {options.output.stat().st_size} bytes, "
        f"{time.perf_counter() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
