"""Measure the size of the project: ``python -m tests.weights`` prints it, and `tests.test_weights` checks the limits.

A weight counts something that newcomers have to read, such as lines, modules, public names or options.  A limit is
raised only in a commit that states a benefit for users, and lowered when the weight has fallen.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import click

from tests.commands import commands

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "perfectplay"
PAGES = ROOT / "web-ui" / "src"
YOUNGEST = "factorgame"
"""A game whose packages are still growing; the limits of lines and modules do not count it."""

TWINS = 0.75
"""Two dataclasses are twins if the smaller one shares at least this part of its fields with the other."""
FEWEST_FIELDS = 3
"""Dataclasses with fewer fields are not compared, because they are often similar by chance."""


def sources(*rooms: str) -> list[Path]:
    """Return the modules of the package, or of some of its subpackages."""
    return sorted(path for room in rooms or ("",) for path in (SOURCE / room).rglob("*.py"))


def grown(*rooms: str) -> list[Path]:
    """Return the same modules as `sources`, without those of the youngest game."""
    return [path for path in sources(*rooms) if YOUNGEST not in path.parts]


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path))


def lines(paths: list[Path]) -> int:
    return sum(text(path).count("\n") for path in paths)


def public_names() -> int:
    """Count the names in ``__all__`` of all modules."""
    return sum(
        len(node.value.elts)
        for path in sources()
        for node in tree(path).body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.List | ast.Tuple)
        and [target.id for target in node.targets if isinstance(target, ast.Name)] == ["__all__"]
    )


def most_loose_files() -> int:
    """Count the modules directly in the folder that has most of them."""
    return max(Counter(path.parent for path in sources()).values())


def record_functions() -> int:
    """Count the functions that copy a result into an answer, field by field."""
    return sum(
        isinstance(node, ast.FunctionDef) and node.name.endswith("_record") and node.name != "_record"
        for path in sources()
        for node in ast.walk(tree(path))
    )


def dataclasses() -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """Yield the name, the fields and the bases of each dataclass."""
    for path in sources():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list):
                fields = frozenset(
                    one.target.id
                    for one in node.body
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                )
                yield f"{path.stem}.{node.name}", fields, frozenset(map(ast.unparse, node.bases))


def twins() -> list[tuple[str, str]]:
    """Return pairs of dataclasses that share at least `TWINS` of the fields of one; skip a class and its base."""
    return [
        (one, other)
        for (one, fields, bases), (other, others, other_bases) in combinations(dataclasses(), 2)
        if min(len(fields), len(others)) >= FEWEST_FIELDS
        and len(fields & others) >= TWINS * min(len(fields), len(others))
        and one.split(".")[1] not in other_bases
        and other.split(".")[1] not in bases
    ]


def options() -> int:
    """Count the options of all commands together, without ``--help``."""
    return sum(isinstance(param, click.Option) for _, command in commands() for param in command.params)


def untyped_parts() -> int:
    """Count the fields of a game's declaration that may have any type."""
    return text(SOURCE / "core" / "game" / "spec.py").count(": Any = None")


def arrows_up() -> int:
    """Count the imports from ``lib/`` of the web pages up to ``pages/``."""
    return sum(
        len(re.findall(r"""from\s+["'](?:\.\./)+pages/""", path.read_text(encoding="utf-8")))
        for path in (PAGES / "lib").glob("*.ts*")
    )


def imports_within(path: Path) -> Iterator[Path]:
    """Yield the files of the web pages that one of these files imports."""
    for found in re.findall(r"""(?:from|import)\s+["'](\.[^"']*)["']""", path.read_text(encoding="utf-8")):
        target = (path.parent / found).resolve()
        yield from (one for end in ("", ".ts", ".tsx") if (one := target.with_name(target.name + end)).is_file())


def page_circles() -> int:
    """Count the circles of imports between files of the web pages: groups of files that reach each other."""
    graph = {path.resolve(): set(imports_within(path)) for path in PAGES.rglob("*.ts*")}
    return _circles(graph)


def module_circles() -> int:
    """Count the circles of imports between modules of the package; ignore imports within functions."""
    names = {_module(path): path for path in sources()}
    graph: dict[Path, set[Path]] = {}
    for name, path in names.items():
        wanted: set[str] = set()
        for node in tree(path).body:
            if isinstance(node, ast.Import):
                wanted.update(one.name for one in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                wanted.update(f"{node.module}.{one.name}" for one in node.names)
                wanted.add(node.module)
        graph[path] = {names[one] for one in wanted if one in names and one != name}
    return _circles(graph)


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _circles(graph: dict[Path, set[Path]]) -> int:
    """Count the strongly connected components that have more than one node."""
    reach: dict[Path, set[Path]] = {}
    for start, first in graph.items():
        seen: set[Path] = set()
        waiting = list(first)
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                waiting += graph.get(node, ())
        reach[start] = seen
    groups = {
        frozenset(one for one in reach[node] if node in reach.get(one, ())) for node in graph if node in reach[node]
    }
    return sum(len(group) > 1 for group in groups)


def count_of(pattern: str) -> int:
    return sum(len(re.findall(pattern, text(path))) for path in sources())


class Weight(NamedTuple):
    """A row of the table: what is counted, the function that counts it, the limit, and the date of the limit."""

    what: str
    measure: Callable[[], int]
    limit: int
    since: str


WEIGHTS = (
    Weight("lines of Python in src/, the youngest game aside", lambda: lines(grown()), 57_293, "2026-11-30"),
    Weight("modules in src/, the youngest game aside", lambda: len(grown()), 300, "2026-11-28"),
    Weight("names in __all__", public_names, 921, "2026-11-29"),
    Weight("loose files in the fullest folder of src/", most_loose_files, 14, "2026-11-24"),
    Weight("lines in cli/ and web/, the youngest game aside", lambda: lines(grown("cli", "web")), 13_652, "2026-11-29"),
    Weight("functions *_record", record_functions, 2, "2026-11-23"),
    Weight("pairs of twin dataclasses", lambda: len(twins()), 21, "2026-11-28"),
    Weight("options over all commands", options, 210, "2026-11-28"),
    Weight("parts of a game's declaration that may be anything", untyped_parts, 0, "2026-11-23"),
    Weight("circles of imports, in src/ and in the pages", lambda: module_circles() + page_circles(), 0, "2026-11-23"),
    Weight("imports from lib/ up to pages/", arrows_up, 0, "2026-11-23"),
    Weight("late imports with an excuse, noqa: PLC0415", lambda: count_of("noqa: PLC0415"), 0, "2026-11-23"),
    Weight("whoever, nobody, somebody in src/", lambda: count_of(r"(?i)\b(whoever|(no|some)body)\b"), 8, "2026-11-28"),
    Weight("lines of tests", lambda: lines(sorted((ROOT / "tests").rglob("*.py"))), 53_351, "2026-11-30"),
)


if __name__ == "__main__":
    for weight in WEIGHTS:
        print(f"{weight.measure():>7,} of {weight.limit:>7,}  {weight.what}")  # noqa: T201  # it is a command
