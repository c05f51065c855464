"""Test the check of commit messages, and the hook that runs it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import commit_message

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Add a door", ""),
        ("Merge branch 'a-name-of-a-branch' into another-branch-with-a-long-name", ""),
        ("Add a door\n\nIt has\nhttps://example.org/" + "a" * 80, ""),
        ("Add a door\n# a comment of git that is not counted, however long it is, and it is long\n", ""),
        ("", "no subject"),
        ("Add " + "a" * 57, "61 characters"),
        ("Add a door.", "full stop"),
        ("Added a door", "imperative"),
        ("Fixes a door", "imperative"),
        ("Add a door\nIt opens", "not empty"),
        ("Add a door\n\n" + "a b " * 19, "line 3 has 75 characters"),
    ],
)
def test_the_form_of_commit_messages(message: str, wanted: str) -> None:
    said = list(commit_message.complaints(message))
    assert (len(said), wanted in " ".join(said)) == (bool(wanted), True)


def test_the_hook_of_git_refuses_a_message(tmp_path: Path) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("Added a door.\n", encoding="utf-8")
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entry = re.search(r"entry: \.venv/bin/python (tests/\S+)\n.*?stages: \[commit-msg\]", config, re.DOTALL)
    assert entry is not None
    ran = subprocess.run([sys.executable, ROOT / entry[1], file], capture_output=True, text=True, check=False)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (1, 2)
