"""Files that work is resumed from: whatever is changed in their rows, the answers are the same."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.errors import PerfectPlayError
from perfectplay.pursuit.deal.deals import SUIT
from perfectplay.pursuit.design import evaluate_decks
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.rules import Rules
from perfectplay.taxman.ranges import solve_range
from perfectplay.taxman.strategies.tournament import score_table

CHANGED = 200
SEALED = ("number", "content", "seal")
# `seconds` is what a row took, and no answer.
PROVEN = ("score", "upper", "moves", "certificate")

KINDS: dict[str, tuple[str, tuple[str, ...], Callable[[Path], Any]]] = {
    "range": ("result", PROVEN, lambda file: [(row.n, row.score) for row in solve_range(1, 205, resume=file)]),
    "tournament": ("game", SEALED, lambda file: score_table(["random", "trono-1"], 2, 110, jobs=1, resume=file)),
    "design": (
        "deck",
        SEALED,
        lambda file: {
            (row.changes, row.probability, row.certain, row.by_used, row.by_distance, row.hits)
            for row in evaluate_decks(SUIT, {25: range(100, 204), 50: [50, 60]}, 2, 1, 5, resume=file)
        },
    ),
    "odds": ("fewest", SEALED, lambda file: odds(SUIT, 3, 1, 20, Rules(use_all=True), resume=file)),
}


def other(value: Any, chance: random.Random) -> Any:
    """Make something else of a value: often something that could stand there."""
    several: list[Any] = [None, "abc", b"\xff", -1, 0.5, 2**62, "[" * 1000]
    if isinstance(value, int):
        several = [*several, value + 1, value - 1, 3 * value, str(value) + "x", float(value) + 0.25] + [value + 1] * 6
    elif isinstance(value, bytes):
        place = chance.randrange(len(value))
        several += [value[:place], bytes([*value[:place], value[place] ^ 1, *value[place + 1 :]])] * 6
        several += [value.replace(b"1", b"2", 1), value + b"0"]
    elif isinstance(value, str):
        several += [value.replace("1", "2", 1), value + "0", value[:-1]] * 3
    # What is of another type only is equal, too.
    return chance.choice([one for one in several if one != value or type(one) is not type(value)])


@pytest.fixture(autouse=True)
def _never_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def at_once(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", at_once)


@pytest.mark.parametrize("kind", KINDS)
def test_no_change_of_200_rows_changes_an_answer(kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table, columns, ask = KINDS[kind]
    file, chance = tmp_path / "run.db", random.Random(2026)
    right = ask(file)
    key = "n" if kind == "range" else "question, number"
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
    assert ask(file) == right
    assert any("damaged row" in line and "taken out" in line for line in caplog.messages)
    # What was damaged is there again, and stays.
    caplog.clear()
    assert ask(file) == right
    assert caplog.messages == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "range"])
def test_a_file_of_another_version_is_left_alone(kind: str, tmp_path: Path) -> None:
    table, _, ask = KINDS[kind]
    file = tmp_path / "run.db"
    ask(file)
    for change, problem in ((-1, "an older version of perfectplay wrote it"), (1, "a newer version of perfectplay")):
        with closing(sqlite3.connect(file)) as connection:
            ((version,),) = connection.execute("PRAGMA user_version")
            connection.execute(f"PRAGMA user_version = {version + change}")
        before = file.read_bytes()
        with pytest.raises(PerfectPlayError, match=problem):
            ask(file)
        assert file.read_bytes() == before
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
    assert table
