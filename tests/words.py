"""Count awkward words in code and documentation: docs/style.md has the rules.

    python -m tests.words          # measure, and print each count beside its ceiling
    python -m tests.words --lower  # write counts that have fallen into words.txt

``words.txt`` has a ceiling for each measure and package or page.  Without a line, the ceiling is 0.
"""

import ast
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
CEILINGS = ROOT / "tests" / "words.txt"

SOURCE = ROOT / "src" / "perfectplay"
OPENERS = {"What", "Whatever", "Those", "Where", "Whether", "Nor", "Of"}
OF_DOCSTRINGS = OPENERS | {"Tell", "Tells", "Put", "Say", "Complain", "Be", "Have"}
OF_COMMENTS = OPENERS | {"It", "Its"}
NAMES = {"found", "one", "told", "place", "here", "other", "what"}
PHRASES = re.compile(
    r"\b(?:anew|at hand|but for|for want of|in the mean|goes? on|mend(?:s|ed|ing)?|some \d[\d,.]* [kM]B"
    r"|whoever|somebody who)\b",
    re.IGNORECASE,
)
LONGEST = 25
"""Largest number of words in a sentence of the documentation."""

NOT_PROSE = re.compile(
    r"^---\n.*?\n---\n|^ *```.*?^ *```$|^\|[^\n]*$|^ *\([\w-]+\)=$|<!--.*?-->|\$\$.*?\$\$", re.DOTALL | re.MULTILINE
)
TARGET = re.compile(r"\]\([^)]*\)")
ATOM = re.compile(r"\{\w+\}`[^`]*`|`[^`]*`|\$[^$\n]+\$")
"""The pattern of roles, code and formulae, each of which counts as one word."""
PARAGRAPH = re.compile(r"\n\s*\n|\n(?= *(?:[*-]|\d+\.) )|\n(?=#)")
SENTENCE = re.compile(r"(?<=[.!?])[*\")]* +(?=[\"*(\[]*[A-Z0-9])")
WORD = re.compile(r"[^\W_][\w',./-]*")
BLOCK_COMMENT = re.compile(r"/\*\*?(.*?)\*/", re.DOTALL)
LINE_COMMENTS = re.compile(r"(?:^[ \t]*//.*\n)+|//.*$", re.MULTILINE)


def package_of(path: Path) -> str:
    """Return the package of a module in src/, or the top folder of any other file."""
    parts = path.relative_to(ROOT).parts
    return "/".join(
        parts[:3] if parts[0] == "src" and len(parts) > 3 else parts[:2] if parts[0] == "src" else parts[:1]
    )


def python_files() -> Iterator[Path]:
    """Yield the modules of the package, of research and of the tests."""
    for folder in ("src", "research/src", "research/tests", "tests"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def other_files() -> Iterator[Path]:
    """Yield sources in TypeScript and C."""
    yield from sorted((ROOT / "web-ui" / "src").rglob("*.ts*"))
    yield from sorted((ROOT / "checkers").glob("*.c"))
    yield from sorted((SOURCE / "native").glob("*.[ch]"))


def pages() -> Iterator[Path]:
    """Yield the README and the pages of the documentation."""
    yield ROOT / "README.md"
    yield from sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def python_comments(path: Path) -> Iterator[str]:
    """Yield the comments of a module; adjacent lines are one comment."""
    last = -1
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                if token.start[0] != last + 1 or not token.line.lstrip().startswith("#"):
                    yield token.string.strip("# ")
                last = token.start[0]


def comments(text: str) -> Iterator[str]:
    """Yield the comments of a source in TypeScript or C."""
    for match in BLOCK_COMMENT.finditer(text):
        yield match[1].strip(" *\n")
    for match in LINE_COMMENTS.finditer(BLOCK_COMMENT.sub("", text)):
        yield match[0].strip(" /\n")


def first_word(text: str) -> str:
    """Return the first word of a text, without punctuation."""
    match = re.match(r"\W*([A-Za-z]+)", text)
    return match[1] if match else ""


def names(tree: ast.Module) -> Iterator[str]:
    """Yield the variables and parameters of a module, once for each assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page."""
    for paragraph in PARAGRAPH.split(ATOM.sub("X", TARGET.sub("]", NOT_PROSE.sub("\n\n", text)))):
        yield from SENTENCE.split(" ".join(paragraph.split()))


def long_sentences(text: str) -> list[str]:
    """Return the sentences of a page that are too long."""
    return [sentence for sentence in sentences(text) if len(WORD.findall(sentence)) > LONGEST]


@cache
def measured() -> Counter[tuple[str, str]]:
    """Map each pair of a measure and a package or page to its count."""
    counts: Counter[tuple[str, str]] = Counter()
    for path in python_files():
        tree, package = ast.parse(path.read_text(encoding="utf-8")), package_of(path)
        counts["docstrings", package] += sum(first_word(text) in OF_DOCSTRINGS for text in docstrings(tree))
        counts["comments", package] += sum(first_word(text) in OF_COMMENTS for text in python_comments(path))
        if package.startswith("src"):
            counts["names", package] += sum(name in NAMES for name in names(tree))
    for path in other_files():
        texts = comments(path.read_text(encoding="utf-8"))
        counts["comments", package_of(path)] += sum(first_word(text) in OF_COMMENTS for text in texts)
    for path in pages():
        text = path.read_text(encoding="utf-8")
        counts["phrases", "documentation"] += len(PHRASES.findall(NOT_PROSE.sub("", text)))
        counts["long sentences", path.relative_to(ROOT).as_posix()] += len(long_sentences(text))
    return +counts


def ceilings() -> Counter[tuple[str, str]]:
    """Read words.txt, and map each pair of a measure and a package or page to its ceiling."""
    rows = (line.split("\t") for line in CEILINGS.read_text(encoding="utf-8").splitlines() if line[:1] not in {"", "#"})
    return Counter({(measure, package): int(count) for count, measure, package in rows})


def main() -> None:
    """Print the counts, or lower the ceilings."""
    counts, known = measured(), ceilings()
    if "--lower" not in sys.argv:
        for key in sorted(counts | known):
            print(f"{counts[key]:>5} of {known[key]:>5}  {': '.join(key)}")  # noqa: T201  # this is a command
        return
    head = [line for line in CEILINGS.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    rows = [f"{min(counts[key], known[key])}\t{key[0]}\t{key[1]}" for key in sorted(known) if counts[key]]
    CEILINGS.write_text("\n".join([*head, *rows, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
