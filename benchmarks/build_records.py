"""Make the table of records and the list of bounded results from range runs and folders of certificates.

    python benchmarks/build_records.py SOURCE... [--output FOLDER] [--packs FOLDER]
    python benchmarks/build_records.py --manifest FOLDER

A SOURCE is an SQLite file of ``perfectplay taxman range --resume`` (it is only read, and may be in use) or a folder of
certificates or packs.  Every certificate is checked again, chained ones along their chain; a row without one, or with
one that does not hold, is left out and named.  Where sources know the same N, the lowest bound counts, with the
shortest certificate that proves it, and the best game.  Then each pot hands on what it can to the next one and to the
one before (docs, "Theory", T6), as long as that changes anything: bounds upwards, with a chained certificate where that
is lower than what a source proves, and games both ways.  What is proven without a hole from N = 1 on is the table of
records, all else the list.  The same sources give the same bytes.

With ``--packs``, certificates that a folder lacks, or that are better than its own, go into new packs there.  Its packs
stay as they are; ``SHA256SUMS`` and the manifest get what is new.

With ``--manifest``, the manifest of the packs in a folder is written anew, and nothing else is done.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from perfectplay.core.errors import InvalidPositionError
from perfectplay.core.proof.certificates import list_certificates
from perfectplay.core.proof.writing import compact
from perfectplay.core.running.files import write_file
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.proof.check import check_bytes
from perfectplay.taxman.proof.write import chain_certificate, with_game, write_manifest, write_packs
from perfectplay.taxman.records import Proof, Record, load_records, pack_records, playing_order
from perfectplay.taxman.strategies.model import is_prime

SHIPPED = Path(__file__).parents[1] / "src" / "perfectplay" / "taxman" / "data"
SUMS = "SHA256SUMS"

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
                    # If several packs have the same N, the last one counts.
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
        # The lines are requested in order, so keep the file open.
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


class Known(NamedTuple):
    """The known facts about an N, with their source."""

    record: Record
    source: Source


def best_known(sources: list[Source]) -> Iterator[Known]:
    """Check all certificates in the order of N, and yield the best known facts about each N."""
    known: dict[int, int | None] = {}
    for n in sorted(set[int]().union(*(source.numbers for source in sources))):
        best: tuple[int, int, Known] | None = None
        score: int = -1
        moves: tuple[int, ...] = ()
        for source in sources:
            if n not in source.numbers:
                continue
            certificate = source.certificate(n)
            size = len(compact(certificate))
            if best is not None and best[2].record.status == "optimal" and best[1] <= size:
                continue
            verdict = check_bytes(compact(certificate).encode(), known)
            if not verdict.valid or verdict.score is None or verdict.upper is None:
                print(f"{source.name}: N = {n} is left out: {verdict.reason}")
                continue
            if verdict.position != f"taxman:{n}":
                print(f"{source.name}: N = {n} is left out: its certificate is about {verdict.position}")
                continue
            proof = certificate["proof"]
            count = leaves(proof["tree"]) if proof["kind"] == "tree" else 0
            kind: Proof = "searched" if count else "chained"
            if verdict.score > score:
                score, moves = verdict.score, tuple(proof["moves"])
            # Compare bounds instead of gaps: certificates that cite a bound need this bound or a lower one.
            if best is None or (verdict.upper, size) < best[:2]:
                record = Record(n, verdict.score, verdict.upper, kind, count, tuple(proof["moves"]))
                best = verdict.upper, size, Known(record, source)
        if best is not None:
            record, source = best[2]
            known[n] = record.upper
            # Combine the bound with the best game, which may come from another source.
            yield Known(replace(record, score=score, moves=moves), source) if score > record.score else best[2]


def closed(records: Sequence[Record]) -> list[Record]:
    """Pass bounds on to the next pot, and games to both neighbours, until nothing changes (T6)."""
    known = {row.n: row for row in records}
    # Visit each N only once, because both rules derive a bound from that for N - 1.
    for n, row in known.items():
        if n - 1 in known and known[n - 1].upper + gain(n)[1] < row.upper:
            known[n] = replace(row, upper=known[n - 1].upper + gain(n)[1], proof="chained", leaves=0)
    before: dict[int, Record] = {}
    while before != known:
        before = dict(known)
        for n in sorted(known):
            for picks in inherited(n, known):
                if sum(picks) > known[n].score:
                    with suppress(InvalidPositionError):
                        known[n] = replace(known[n], score=sum(picks), moves=playing_order(n, picks))
    return list(known.values())


def gain(n: int) -> tuple[str, int]:
    """Return the rule of the chain for N, and the difference between the bounds for N and N - 1."""
    return ("prime", n - last_prime(n)) if n > 2 and is_prime(n) else ("increment", n)


def last_prime(n: int) -> int:
    """Return the largest prime below N, which is at least 3."""
    return next(p for p in range(n - 1, 1, -1) if is_prime(p))


def inherited(n: int, known: Mapping[int, Record]) -> Iterator[set[int]]:
    """Yield sets of picks for N that follow from the games for N - 1 and N + 1; not all of them are games."""
    if n - 1 in known:
        picks = set(known[n - 1].moves)
        yield picks
        yield picks | {n}
        if n > 2 and is_prime(n):
            yield picks - {last_prime(n)} | {n}
    if n + 1 in known:
        picks = set(known[n + 1].moves) - {n + 1}
        yield picks
        if n > 1 and is_prime(n + 1):
            yield picks | {last_prime(n + 1)}


def linked(record: Record, previous: Record) -> Certificate:
    """Return the certificate of a record whose bound follows from that of the previous record."""
    rule, _ = gain(record.n)
    return chain_certificate(record.n, record.score, record.moves, rule, previous.upper, upper=record.upper)


def certificates(rows: Sequence[Known], records: Sequence[Record]) -> Iterator[tuple[int, Certificate]]:
    """Yield the certificates of records: chained ones, or those of the sources with the games of the records."""
    for i, ((found, source), record) in enumerate(zip(rows, records, strict=True)):
        if record.upper < found.upper:
            yield record.n, linked(record, records[i - 1])
        else:
            yield record.n, with_game(source.certificate(record.n), record.score, record.moves)


def list_sums(folder: Path) -> None:
    """Append missing packs to the list of checksums of a folder, in ``sha256sum``'s format."""
    lines = (folder / SUMS).read_text().splitlines() if (folder / SUMS).exists() else []
    listed = {line.partition("  ")[2] for line in lines}
    packs = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.xz"))
    lines += [f"{sha256((folder / name).read_bytes()).hexdigest()}  {name}" for name in packs if name not in listed]
    write_file(folder / SUMS, "".join(f"{line}\n" for line in lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", metavar="SOURCE", nargs="*", type=Path)
    parser.add_argument("--output", metavar="FOLDER", type=Path, default=SHIPPED)
    parser.add_argument("--packs", metavar="FOLDER", type=Path, help="also append what is new there in packs")
    parser.add_argument("--manifest", metavar="FOLDER", type=Path, help="only write the manifest of its packs anew")
    options = parser.parse_args()
    if options.manifest is not None:
        print(f"head {write_manifest(options.manifest)['head']}")
        return
    # Make the folders now, so that an error does not come only after checking all certificates.
    for folder in (options.output, options.packs or options.output):
        folder.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    rows = []
    for row in best_known([Source(path) for path in options.sources]):
        rows.append(row)
        if row.record.n % 100 == 0:
            print(f"N = {row.record.n} after {time.perf_counter() - began:.0f} s", flush=True)
    if not rows:
        sys.exit("no certificate holds; nothing is written")
    records = closed([row.record for row in rows])
    if options.packs is not None:
        write_packs(options.packs, certificates(rows, records))
        list_sums(options.packs)
    end = next((i for i, row in enumerate(records) if (row.n, row.score) != (i + 1, row.upper)), len(records))
    for name, part in (("records.bin", records[:end]), ("bounded.bin", records[end:])):
        print(f"{name}: {written(options.output / name, part)}, {time.perf_counter() - began:.0f} s")


def written(path: Path, rows: list[Record]) -> str:
    """Write rows to a file, read the file again, replay every game by the rules, and return a summary."""
    write_file(path, pack_records(rows))
    table = load_records(path)
    for row in rows:
        again = table[row.n]
        position = TaxmanPosition.new(row.n)
        for move in again.moves:
            position = position.play(move)
        facts = (again.upper, again.proof, again.leaves)
        if position.scores() != (row.score, row.taxman) or facts != (row.upper, row.proof, row.leaves):
            sys.exit(f"N = {row.n} came back from the file as something else")
    if not rows:
        return "nothing"
    gap = max((row.upper - row.score) / max(row.score, 1) for row in rows)
    return (
        f"{len(rows)} pots, N = {rows[0].n}..{rows[-1].n}, {sum(row.status == 'optimal' for row in rows)} of them "
        f"optimal, {sum(row.proof == 'chained' for row in rows)} chained, gaps up to {100 * gap:.4f} %; "
        f"{path.stat().st_size} bytes"
    )


if __name__ == "__main__":
    main()
