"""The readers that get random inputs, and functions that check their answers."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.datastructures import QueryParams

from perfectplay import parse_position
from perfectplay.coins.rules import parse_coins, parse_gaps
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_parts
from perfectplay.core.running.store import SealedRows
from perfectplay.core.teaching.daily import read_day
from perfectplay.matching.complexes import read_facets
from perfectplay.pursuit.deal.deals import load_deck
from perfectplay.pursuit.design import parse_vary
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.rules import Rules
from perfectplay.web.app import endpoints
from perfectplay.web.parameters import Query
from tests.checkers.test_taxman_check_c import best
from tests.coins.oracles import brute_claim
from tests.factorgame.test_check import truth
from tests.fuzz.engine import Target, one_line, read_corpus
from tests.pursuit.test_proof import is_true

CONFORMANCE = Path(__file__).parents[1] / "conformance"
SMALL = 330
"""Size in bytes from which certificates are left out: testing larger ones would only take longer."""


# -- certificates --------------------------------------------------------------------------------------------------


def certificates(game: str) -> list[bytes]:
    """Return the corpus and the small certificates of the conformance suite."""
    files = sorted((CONFORMANCE / game).glob("*/*.json"))
    small = [file.read_bytes() for file in files if file.is_file() and file.stat().st_size < SMALL]
    assert len(small) > 10
    return [*read_corpus(game), *small]


def taxman(verdict: Any) -> None:
    numbers = list(map(int, re.findall(r"\d+", verdict.position)))
    if max(numbers) <= 40:
        assert verdict.score <= best(verdict.position) <= verdict.upper


@cache
def coins_claim(position: str) -> dict[str, Any]:
    return brute_claim(parse_position(position))  # type: ignore[arg-type]  # a position of coins


def coins(verdict: Any) -> None:
    if verdict.coins <= 8:
        claim = coins_claim(verdict.position)
        assert str(verdict.margin) == str(claim["margin"])
        assert verdict.best_moves in {None, claim["best_moves"]}
        assert verdict.mistake_cost is None or str(verdict.mistake_cost) == str(claim["mistake_cost"])


def factorgame(verdict: Any) -> None:
    if int(re.findall(r"\d+", verdict.position)[0]) <= 20:
        assert truth(verdict.position) == {"lead": verdict.lead, "best_moves": list(verdict.best_moves)}


def pursuit(verdict: Any) -> None:
    numbers, targets, *_ = verdict.position.removeprefix("pursuit:").split(":")
    if "of" not in numbers and numbers.count(".") < 4:
        assert is_true(verdict), targets


def judge_certificate(game: str, check_claim: Callable[[Any], None], data: bytes) -> None:
    """Check a certificate: if it is accepted, its claim must be true; otherwise, the checker must give a reason."""
    verdict = import_module(f"perfectplay.{game}.proof.check").check_bytes(data)
    one_line(verdict.summary)
    if verdict.valid:
        check_claim(verdict)
    else:
        assert verdict.reason


# -- texts ---------------------------------------------------------------------------------------------------------


def judge_id(data: bytes) -> None:
    """Parse an id: if it is accepted, the id of its position gives the same position again."""
    try:
        position = parse_position(data.decode(errors="replace"))
    except PerfectPlayError as error:
        one_line(str(error))
        return
    again = parse_position(position.id)
    assert (again, again.id, again.is_over()) == (position, position.id, position.is_over())


MEMORY = Path("/dev/shm")  # noqa: S108  # SQLite would wait for a disk after each file
_KEPT = TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
SCRATCH = Path(_KEPT.name)


def read_deck(text: str) -> None:
    file = SCRATCH / "deck.json"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    deck = load_deck(file)
    assert deck.size == sum(deck.copies)


def read_complex(text: str) -> None:
    assert all(len(set(facet)) == len(facet) for facet in read_facets(text))


TEXTS: dict[str, Callable[[str], object]] = {
    "deck": read_deck,
    "facets": read_complex,
    "rules": Rules.parse,
    "expression": parse_expression,
    "coins": lambda text: parse_coins(text.split()),
    "gaps": parse_gaps,
    "vary": lambda text: parse_vary(text.split(" ")),
    "day": read_day,
}
"""Map from the first word of a row to the parser that gets the rest of the row."""


def judge_text(data: bytes) -> None:
    """Give the text to the parser that its first word names, and check that a refusal is a single line."""
    name, _, text = data.decode(errors="replace").partition(" ")
    try:
        TEXTS.get(name, read_facets)(text)
    except PerfectPlayError as error:
        one_line(str(error))


# -- files to resume from ------------------------------------------------------------------------------------------

QUESTION = "what all answers depend on"
ANSWERS = {number: bytes([number]) * number for number in range(40)}


def open_rows(file: Path) -> SealedRows:
    return SealedRows.open(file, 3, "answer", kind="random inputs")


def put(file: Path) -> None:
    with open_rows(file) as rows:
        rows.put(QUESTION, ANSWERS)


def resume_files() -> list[bytes]:
    """Return files with all answers, with one answer, without answers, and with invalid SQL, all with small pages."""
    contents = []
    for count in (40, 1, 0):
        file = SCRATCH / f"whole-{count}.db"
        with open_rows(file) as rows:
            rows.put(QUESTION, dict(list(ANSWERS.items())[:count]))
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA page_size = 512")
        connection.execute("VACUUM")
        connection.close()
        contents.append(file.read_bytes())
    return [*contents, contents[2].replace(b"seal BLOB", b'seal "\nOB')]


def judge_resume_file(data: bytes) -> None:
    """Check that a file gives right answers and stores new ones, or is refused and left unchanged."""
    for old in SCRATCH.glob("run.db*"):
        old.unlink()
    file = SCRATCH / "run.db"
    file.write_bytes(data)
    try:
        with open_rows(file) as rows:
            assert rows.read(QUESTION, bytes).items() <= ANSWERS.items()
            rows.put(QUESTION, ANSWERS)
            assert rows.read(QUESTION, bytes) == ANSWERS
    except PerfectPlayError as error:
        one_line(str(error))
        assert file.read_bytes() == data


# -- requests ------------------------------------------------------------------------------------------------------


@cache
def addresses() -> dict[str, Any]:
    return {endpoint.path: endpoint for endpoint in endpoints(game_parts("web"))}


def queries() -> list[bytes]:
    """Return the corpus, and requests for each path of the API with all or some of its parameters."""
    made = []
    for path, endpoint in addresses().items():
        given = [
            f"{one.name}={one.example or one.schema.get('default', 1)}"
            for one in endpoint.described.parameters.values()
        ]
        made += [f"{path}?{'&'.join(part)}" for part in (given, given[:1], given[1:])]
    return [*read_corpus("queries"), *(text.encode() for text in made)]


def judge_query(data: bytes) -> None:
    """Parse the parameters of a request without starting its work; check that a refusal is a single line."""
    path, _, given = data.partition(b"?")
    endpoint = addresses().get(path.decode(errors="replace"))
    if endpoint is None:
        return
    try:
        query = Query(QueryParams(given).multi_items())
        endpoint.read(query)
        query.done()
    except PerfectPlayError as error:
        one_line(str(error))


CLAIMS = {"taxman": taxman, "coins": coins, "factorgame": factorgame, "pursuit": pursuit}
TARGETS = [
    *(
        Target(game, 120_000, partial(certificates, game), partial(judge_certificate, game, check_claim))
        for game, check_claim in CLAIMS.items()
    ),
    Target("ids", 150_000, partial(read_corpus, "ids"), judge_id),
    Target("texts", 217_000, partial(read_corpus, "texts"), judge_text),
    Target("resume", 3_000, resume_files, judge_resume_file),
    Target("queries", 150_000, queries, judge_query),
]
