"""Check a commit message against the rules of docs/style.md; git runs this program as a hook.

python tests/commit_message.py FILE
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

SUBJECT, BODY = 60, 72
NOT_IMPERATIVE = re.compile(
    r"(add|allow|answer|build|chang|check|correct|count|describ|document|explain|fix|implement|improv|mak|mov|remov|renam"
    r"|replac|simplif|support|test|updat|us|writ)(s|es|ies|ed|ied|ing)",
    re.IGNORECASE,
)
BY_GIT = ("Merge ", 'Revert "', "fixup! ", "squash! ")


def complaints(message: str) -> Iterator[str]:
    """Yield one line for each rule that a message breaks."""
    text = re.split(r"^# -+ >8 -+$", message, maxsplit=1, flags=re.MULTILINE)[0]
    subject, *body = [line.rstrip() for line in text.splitlines() if not line.startswith("#")] or [""]
    if subject.startswith(BY_GIT):
        return
    if not subject:
        yield "the message has no subject; say in one line what the commit does"
    if len(subject) > SUBJECT:
        yield f"the subject has {len(subject)} characters; shorten it to {SUBJECT}"
    if subject.endswith("."):
        yield "the subject ends with a full stop; leave it out"
    if NOT_IMPERATIVE.fullmatch(first := subject.split(" ")[0]):
        yield f"the subject begins with {first!r}; begin with an imperative, such as 'Add' or 'Fix'"
    if body and body[0]:
        yield "the second line is not empty; put an empty line below the subject"
    for number, line in enumerate(body, 2):
        if len(line) > BODY and " " in line.strip():
            yield f"line {number} has {len(line)} characters; wrap the body at {BODY}"


if __name__ == "__main__":
    wrong = list(complaints(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print(*wrong, sep="\n", file=sys.stderr)  # noqa: T201  # this is a command
    sys.exit(bool(wrong))
