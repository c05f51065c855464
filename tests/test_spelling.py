"""Test the spelling of the documentation, the README and the docstrings of public names.

Words are looked up in the English dictionary that comes with pyspellchecker, and in docs/spelling.txt, which has words
that the dictionary lacks: British forms, names, and words of the field.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from spellchecker import SpellChecker

ROOT = Path(__file__).parents[1]
OWN = ROOT / "docs" / "spelling.txt"
DOCUMENTS = sorted(
    [
        ROOT / "README.md",
        ROOT / "research" / "README.md",
        *(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
    ]
)
SOURCES = sorted([*(ROOT / "src").rglob("*.py"), *(ROOT / "research" / "src").rglob("*.py")])

FENCE = re.compile(r"^ *(`{3,})[^\n]*\n.*?^ *\1 *$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^ *>>> .*?(?:\n *\n|\Z)", re.MULTILINE | re.DOTALL)
NOT_PROSE = re.compile(
    r"<!--.*?-->"  # comments
    r"|``[^`]+``"  # code
    r"|\{(?:doc|ref|class|func|mod)\}`[^`<]*<[^>]*>`"  # roles with their own text, most of which repeat a title
    r"|\{?\w*\}?`[^`]+`"  # code, roles
    r"|\$\$.*?\$\$|\$[^$\n]+\$"  # formulae
    r"|^\([\w-]+\)=$"  # labels
    r"|\]\([^)]*\)"  # targets of links
    r"|https?://\S+|www\.\S+"
    r"|<[^>]+>",  # tags
    re.DOTALL | re.MULTILINE,
)
WORD = re.compile(r"(?<![\w./*^\\@])[^\W\d_]+(?:'[^\W\d_]+)*(?![\w]|[./*@]\w)")


def docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a module and of its public names."""
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if getattr(node, "name", "").startswith("_"):
                continue
            yield ast.get_docstring(node) or ""
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                todo += node.body


def words(text: str) -> set[str]:
    prose = NOT_PROSE.sub(" ", EXAMPLE.sub("\n", FENCE.sub("\n", text)))
    return {match[0] for match in WORD.finditer(prose) if len(match[0]) > 1}


def forms(word: str) -> set[str]:
    """Return the forms of a word of docs/spelling.txt."""
    return {word, word.capitalize(), f"{word}'s", f"{word.capitalize()}'s"}


def parameters(text: str) -> str:
    """Return a docstring without the names and types of parameters, which are lines above an indented explanation."""
    return re.sub(r"^\S.*\n(?= {4}\S)", "\n", text, flags=re.MULTILINE)


def test_every_word_is_spelt_as_a_dictionary_has_it() -> None:
    english = SpellChecker().word_frequency
    own = OWN.read_text(encoding="utf-8").splitlines()
    assert own == sorted(set(own), key=lambda word: (word.casefold(), word)), (
        "docs/spelling.txt: sorted, each word once"
    )
    where: dict[str, str] = {}
    for path in DOCUMENTS:
        where |= dict.fromkeys(words(path.read_text(encoding="utf-8")), path.name)
    for path in SOURCES:
        for text in docstrings(path):
            where |= dict.fromkeys(words(parameters(text)), path.name)
    used = {word for word in own if where.keys() & forms(word)}
    assert set(own) - used == set(), "docs/spelling.txt has words that nobody writes"
    known = {form for word in own for form in forms(word)}
    wrong = {
        word: where[word] for word in sorted(where.keys() - known) if word.lower().removesuffix("'s") not in english
    }
    assert wrong == {}, "correct them, or add them to docs/spelling.txt"


def test_a_slip_is_noticed() -> None:
    assert words("A propper `cods` in $teh$ [way](there/is.md).") == {"propper", "in", "way"}
