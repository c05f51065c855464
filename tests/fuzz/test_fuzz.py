"""Test readers with a million random inputs: none fails, and none misreads an input that it accepts."""

import logging
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.checkers.programs import WATCHED, compiled
from tests.checkers.programs import run as run_checker
from tests.fuzz.engine import Target, inputs, one_line, run
from tests.fuzz.targets import TARGETS

EVERYDAY = 500
"""Everyday tests divide the number of inputs by this number, but still judge all rows of a target."""


@pytest.fixture(autouse=True)
def _silent() -> Iterator[None]:
    """Disable logging, because there would be thousands of notices about damaged files."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def test_together_they_are_a_million() -> None:
    assert len(TARGETS) == 8
    assert sum(target.count for target in TARGETS) == 1_000_000


@pytest.mark.parametrize("share", [EVERYDAY, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_every_input_is_answered_or_refused_in_one_line(target: Target, share: int) -> None:
    count = max(target.count // share, len(target.rows()))
    assert run(target, count) == count


@pytest.mark.parametrize("words", ["", "two\nlines", "Traceback", "a" * 2_000])
def test_a_bad_message_is_seen_and_its_input_named(words: str) -> None:
    target = Target("sample", 3, lambda: [b"a\n1"], lambda _: one_line(words))
    with pytest.raises(AssertionError) as caught:
        run(target, 3)
    assert caught.value.__notes__ == [r"row for sample.txt: a\n1"]


def test_inputs_are_the_same_for_the_same_seed_and_others_for_another() -> None:
    for target in TARGETS[:6]:
        count = len(target.rows()) + 200
        first, again, different = (list(inputs(target, count, seed)) for seed in (5, 5, 6))
        assert first == again != different
        assert len({*first}) > count // 2


@pytest.mark.full
@pytest.mark.parametrize("game", ["taxman", "pursuit"])
def test_checkers_in_c_say_the_same_and_touch_nothing_else(game: str, tmp_path: Path) -> None:
    """Run one process with sanitizers on many inputs; the sanitizers end it at the first invalid memory access."""
    program = compiled(game, tmp_path, *WATCHED)
    check = import_module(f"perfectplay.{game}.proof.check")
    (target,) = (one for one in TARGETS if one.name == game)
    lines = [data.replace(b"\n", b" ") for data in inputs(target, 80_000, 2)]
    said = run_checker(program, "--each", "-", lines=lines)
    assert (said.returncode, said.stderr) == (1, "")
    valid = 0
    for data, line in zip(lines, said.stdout.splitlines(), strict=True):
        word = line.split(": ")[1]
        if word == "not examined":  # the C checker has smaller limits
            continue
        assert (word == "valid") == check.check_bytes(data).valid, (data, line)
        valid += word == "valid"
    assert valid > 300, valid
