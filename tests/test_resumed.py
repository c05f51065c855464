"""Test that changed rows or damaged pages of resume files never change the answers."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.pursuit.deal.deals import SUIT
from perfectplay.pursuit.design import evaluate_decks
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.rules import Rules
from perfectplay.taxman.ranges import solve_range
from perfectplay.taxman.strategies.tournament import score_table
from tests.commands import commands

CHANGED = 200
SEALED = ("number", "content", "seal")
# Leave out `seconds`: it is the time that the row took, not part of its answer.
PROVEN = ("score", "upper", "moves", "certificate")

MANY, FEW = 2, 1

KINDS: dict[str, tuple[str, tuple[str, ...], Callable[[Path, int], Any]]] = {
    "taxman range": (
        "result",
        PROVEN,
        lambda file, size: [(row.n, row.score) for row in solve_range(1, 205 if size == MANY else 24, resume=file)],
    ),
    "taxman tournament": (
        "game",
        SEALED,
        lambda file, size: score_table(["random", "trono-1"], 2, 110 if size == MANY else 40, jobs=1, resume=file),
    ),
    "pursuit design": (
        "deck",
        SEALED,
        lambda file, size: {
            (row.changes, row.probability, row.certain, row.by_used, row.by_distance, row.hits)
            for row in evaluate_decks(SUIT, {25: range(100, 100 * size + 4), 50: [50, 60]}, 2, 1, 5, resume=file)
        },
    ),
    "pursuit odds": (
        "fewest",
        SEALED,
        lambda file, size: odds(SUIT, 1 + size, 1, 20, Rules(use_all=True), resume=file),
    ),
}


def other(value: Any, chance: random.Random) -> Any:
    """Return a different value, which is often plausible as a replacement."""
    several: list[Any] = [None, "abc", b"\xff", -1, 0.5, 2**62, "[" * 1000]
    if isinstance(value, int):
        several = [*several, value + 1, value - 1, 3 * value, str(value) + "x", float(value) + 0.25] + [value + 1] * 6
    elif isinstance(value, bytes):
        place = chance.randrange(len(value))
        several += [value[:place], bytes([*value[:place], value[place] ^ 1, *value[place + 1 :]])] * 6
        several += [value.replace(b"1", b"2", 1), value + b"0"]
    elif isinstance(value, str):
        several += [value.replace("1", "2", 1), value + "0", value[:-1]] * 3
    # An equal value of another type counts as a change, too.
    return chance.choice([one for one in several if one != value or type(one) is not type(value)])


@pytest.fixture(autouse=True)
def _never_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def at_once(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        try:
            connection.execute("PRAGMA synchronous = OFF")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    monkeypatch.setattr(sqlite3, "connect", at_once)


class _HereAndNow(Executor):
    """An executor that does all work immediately when it is submitted."""

    def submit(self, work: Callable[..., Any], /, *values: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*values, **named))
        return done


@pytest.fixture(autouse=True)
def _without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def opened(_jobs: int | None, _cluster: str | None) -> Iterator[Executor]:
        yield _HereAndNow()

    monkeypatch.setattr("perfectplay.taxman.strategies.matches.open_executor", opened)


def test_these_are_all_commands_with_such_a_file() -> None:
    resumable = {path for path, command in commands() if any("--resume" in one.opts for one in command.params)}
    assert resumable == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_no_change_of_200_rows_changes_an_answer(kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table, columns, ask = KINDS[kind]
    file, chance = tmp_path / "run.db", random.Random(2026)
    right = ask(file, MANY)
    key = "n" if kind == "taxman range" else "question, number"
    named = key.split(", ")
    where = " AND ".join(f"{name} IS ?" for name in named)
    with closing(sqlite3.connect(file)) as connection:
        connection.text_factory = bytes
        keys = connection.execute(f"SELECT {key} FROM {table}").fetchall()  # noqa: S608
        assert len(keys) >= CHANGED
        for row in chance.sample(keys, CHANGED):
            column = chance.choice(columns)
            ((value,),) = connection.execute(f"SELECT {column} FROM {table} WHERE {where}", row).fetchall()  # noqa: S608
            update = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {where}"  # noqa: S608
            connection.execute(update, (other(value, chance), *row))
        assert connection.total_changes > CHANGED // 2
        connection.commit()
    caplog.clear()
    assert ask(file, MANY) == right
    assert any("damaged row" in line and "removed" in line for line in caplog.messages)
    # The damaged rows have been solved again and stored, so the next run reports no damage.
    caplog.clear()
    assert ask(file, MANY) == right
    assert caplog.messages == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "taxman range"])
def test_a_file_of_another_version_is_left_alone(kind: str, tmp_path: Path) -> None:
    table, _, ask = KINDS[kind]
    file = tmp_path / "run.db"
    ask(file, FEW)
    for change, problem in ((-1, "an older version of perfectplay wrote it"), (1, "a newer version of perfectplay")):
        with closing(sqlite3.connect(file)) as connection:
            ((version,),) = connection.execute("PRAGMA user_version")
            connection.execute(f"PRAGMA user_version = {version + change}")
        before = file.read_bytes()
        with pytest.raises(PerfectPlayError, match=problem):
            ask(file, FEW)
        assert file.read_bytes() == before
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
    assert table


# -- damaged files -----------------------------------------------------------------------------------------------------

PAGE = 512
VERSION = range(60, 64)
"""Positions of the layout number's bytes in the file; a file with another number is refused and left unchanged."""


@cache
def finished(kind: str) -> tuple[bytes, Any]:
    """Return the content of a whole run's resume file, which has many small pages, and the right answer."""
    _, _, ask = KINDS[kind]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "run.db"
        right = ask(file, FEW)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f"PRAGMA page_size = {PAGE}")
            connection.execute("VACUUM")
        return file.read_bytes(), right


def damages(content: bytes, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of damaged files."""

    def put(name: str, start: int, piece: bytes) -> tuple[str, bytes]:
        return f"{name} at {start}", content[:start] + piece + content[start + len(piece) :]

    for start in range(100):
        yield put("header", start, bytes([chance.choice([0, 1, 2, 255])]))
        yield put("header", start, chance.choice([bytes(4), b"\xff" * 4, chance.randbytes(8)]))
    for start in range(100, len(content), 97):
        yield put("bits", start, bytes([content[start] ^ 1 << chance.randrange(8)]))
    for start in range(0, len(content), PAGE):
        page, other = content[start : start + PAGE], chance.randrange(0, len(content), PAGE)
        yield put("zeros", start, bytes(PAGE))
        yield put("noise", start, chance.randbytes(PAGE))
        yield put("head of page", start, chance.randbytes(12))
        yield put("tail of page", start + PAGE - 100, chance.randbytes(100))
        yield f"cut at {start}", content[:start]
        yield f"cut in {start}", content[: start + chance.randrange(1, PAGE)]
        swapped = bytearray(content)
        swapped[start : start + PAGE], swapped[other : other + PAGE] = content[other : other + PAGE], page
        yield f"swapped {start} and {other}", bytes(swapped)


@pytest.mark.parametrize("step", [23, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("kind", KINDS)
def test_no_damage_changes_an_answer_or_stands_in_the_way(
    kind: str, step: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Test that the first run gives the right answer or refuses the file in one line, and the second run is silent."""
    _, _, ask = KINDS[kind]
    content, right = finished(kind)
    file, kept = tmp_path / "run.db", tmp_path / "run.db.damaged"
    replaced = refused = 0
    for name, damaged in list(damages(content, random.Random(2026)))[::step]:
        kept.unlink(missing_ok=True)
        file.write_bytes(damaged)
        caplog.clear()
        problem = ""
        try:
            assert ask(file, FEW) == right, name
        except PerfectPlayError as error:
            problem = str(error)
        if problem:
            assert problem.startswith(f"cannot use '{file}' to resume: "), name
            assert "\n" not in problem, name
            assert file.read_bytes() == damaged, name
            assert list(tmp_path.iterdir()) == [file], name
            assert len(damaged) < PAGE or any(damaged[at] != content[at] for at in VERSION), name
            refused += 1
            continue
        for line in caplog.messages:
            assert re.search(r"was damaged: it is now called '|held .*damaged row", line), (name, line)
        if any("it is now called" in line for line in caplog.messages):
            assert kept.read_bytes() == damaged, name
            replaced += 1
        caplog.clear()
        assert ask(file, FEW) == right, name
        assert caplog.messages == [], name
        assert set(tmp_path.iterdir()) <= {file, kept}, name
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], name
    assert replaced > 100 // step
    assert refused < 20


@pytest.mark.parametrize("kind", KINDS)
def test_a_lost_page_costs_its_own_rows_alone(kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table, _, ask = KINDS[kind]
    content, _ = finished(kind)
    file = tmp_path / "run.db"
    file.write_bytes(content)
    with closing(sqlite3.connect(file)) as connection:
        ((rows,),) = connection.execute(f"SELECT count(*) FROM {table}")  # noqa: S608
    lost = []
    # The header and the layout are on the first page, and the root of the tree is the second.
    for page in range(0, len(content) // PAGE, 3):
        file.write_bytes(content[: page * PAGE] + bytes(PAGE) + content[(page + 1) * PAGE :])
        caplog.clear()
        ask(file, FEW)
        if saved := re.search(r"and (\d+) rows were saved", caplog.text):
            lost.append(rows - int(saved[1]))
        else:
            # The lost page was the end of a long row, or had no rows.
            lost.append(caplog.text.count("held 1 damaged row"))
    assert lost[0] == 0
    # A page may hold two dozen short rows (games), or a piece of one long row.
    assert max(lost) <= PAGE // 18
    assert 0 < sum(lost) <= rows / 2
