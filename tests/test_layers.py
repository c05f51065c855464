"""Test the arrows of the architecture: cli, web -> session -> games -> core, and heavy imports only on demand."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import perfectplay
from tests.tables import rows

ROOT = Path(perfectplay.__file__).parents[1]
MODULES = sorted((ROOT / "perfectplay").rglob("*.py"))
REPOSITORY = Path(__file__).parents[1]
RESEARCH = REPOSITORY / "research" / "src"
BEYOND = {
    "perfectplay.coins.ties",
    "perfectplay.coins.row.fusion",
    "perfectplay.coins.kernels",
    "perfectplay.core.running.executor",
    "perfectplay.core.running.deadline",
    "perfectplay.core.running.store",
    "perfectplay.matching.incumbent",
    "perfectplay.native",
    "perfectplay.pictures.scales",
    "perfectplay.pursuit.search.counting",
    "perfectplay.pursuit.deal.deals",
    "perfectplay.pursuit.deal.difficulty",
    "perfectplay.pursuit.kernels.reach",
    "perfectplay.pursuit.odds.levels",
    "perfectplay.pursuit.search.parts",
    "perfectplay.pursuit.pictures.common",
    "perfectplay.pursuit.pictures.data",
    "perfectplay.taxman.strategies.board",
}
"""Modules outside the stable tier that research may import to count, peel, draw, build kernels and store results."""

PACKAGE = "perfectplay"
STANDARD = sys.stdlib_module_names
BACKPORT = "typing_extensions.TypeVar"
"""A backport of type parameters with a default, which is imported only before Python 3.13."""
SHELLS = {"cli", "web"}
DOORS = {("cli", "serve"), ("cli", "site")}
SCREEN_LIBRARIES = {"click", "rich", "starlette", "uvicorn"}


def module_name(path: Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, package: str) -> Iterator[str]:
    """Yield the modules that a source imports anywhere, even in functions; relative names are resolved."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join(filter(None, (*above, base)))
            # `from perfectplay import taxman` imports a module, too, like `import perfectplay.taxman`.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def breaches(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Return the imports of a module that its layer must not have."""
    package = module if is_package else module.rpartition(".")[0]
    parts = module.split(".")
    room, file = (parts[1] if len(parts) > 1 else ""), parts[-1]
    return [target for target in imports(source, package) if not allowed(room, file, target)]


def allowed(room: str, file: str, target: str) -> bool:
    top, _, rest = target.partition(".")
    own = top == PACKAGE
    to = rest.split(".")[0]
    if file == "check" and room not in SHELLS:
        return top in STANDARD
    if room == "__main__":
        return target.startswith(f"{PACKAGE}.cli.")
    if room in {"", "core"} or file == "rules":
        return to == "core" if own else top in STANDARD or (room, target) == ("core", BACKPORT)
    if room in SHELLS:
        # In `cli`, only the commands that start or build the web app may import `web`.
        return not own or to not in SHELLS - {room} or (room, file) in DOORS
    # Only `native` loads the C library. `native`, `rl` and `pictures` may import `core`; the engine may also import
    # `native`, and games may import all of these.
    below = {"rl": {"core"}, "native": {"core"}, "pictures": {"core"}, "matching": {"core", "native"}}
    if own:
        return to == room or to in below.get(room, {"core", "native", "matching", "pictures", "rl"})
    return top not in SCREEN_LIBRARIES and {"ctypes": "native"}.get(top, room) == room


@rows("path", MODULES, module_name)
def test_arrows_point_downwards(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert breaches(module_name(path), source, is_package=path.name == "__init__.py") == []


@rows("path", MODULES, module_name)
def test_nothing_stands_there_in_vain(path: Path) -> None:
    """Test that no heading lacks a section, and that no constant is assigned twice."""
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"^# -- .*\s+(# -- |\Z)", source, re.MULTILINE)
    nodes = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    targets = [ast.unparse(target) for node in nodes for target in node.targets]
    assert len(targets) == len(set(targets))


def test_every_room_is_there_to_be_checked() -> None:
    names = {module_name(path) for path in MODULES}
    assert {
        "perfectplay",
        "perfectplay.core.game",
        "perfectplay.taxman.rules",
        "perfectplay.taxman.proof.check",
    } <= names


@rows(
    "module, line",
    [
        ("perfectplay.core.game", "import perfectplay.taxman.game"),
        ("perfectplay.core.game", "from perfectplay import taxman"),
        ("perfectplay.core.game", "import numpy"),
        ("perfectplay.core.session", "from ..taxman import rules"),
        ("perfectplay.core.session", "from typing_extensions import override"),
        ("perfectplay.taxman.rules", "from typing_extensions import TypeVar"),
        ("perfectplay.taxman.rules", "from perfectplay.taxman.exact.hasse import build_hasse"),
        ("perfectplay.taxman.rules", "def f():\n    import numpy as np"),
        ("perfectplay.taxman.rules", "from . import hasse"),
        ("perfectplay.taxman.proof.check", "from perfectplay.core.errors import quote"),
        ("perfectplay.taxman.proof.check", "import numpy"),
        ("perfectplay.taxman.exact.certify", "from perfectplay.coins.row.table import solve"),
        ("perfectplay.matching.search.tree", "from perfectplay.taxman.exact.hasse import build_hasse"),
        ("perfectplay.matching.search.tree", "from perfectplay.cli import output"),
        ("perfectplay.matching.search.tree", "from ...cli import output"),
        ("perfectplay.taxman.pictures.game", "from rich.text import Text"),
        ("perfectplay.rl.duel", "import perfectplay.taxman.rules"),
        ("perfectplay.matching.incumbent", "from perfectplay.taxman.rules import Pot"),
        ("perfectplay.matching.incumbent", "from perfectplay.pictures.svg import Element"),
        ("perfectplay.core.game", "from perfectplay.matching import greedy"),
        ("perfectplay.rl.duel", "from perfectplay.matching import greedy"),
        ("perfectplay.native", "from perfectplay.matching import greedy"),
        ("perfectplay.coins.kernels", "import ctypes"),
        ("perfectplay.pictures.svg", "import perfectplay.taxman.rules"),
        ("perfectplay.core.game", "from perfectplay.pictures.svg import Element"),
        ("perfectplay.core.game", "from perfectplay.native import kernel"),
        ("perfectplay.cli.main", "import perfectplay.web.app"),
        ("perfectplay.web.app", "import perfectplay.cli.main"),
        ("perfectplay", "import perfectplay.taxman"),
    ],
)
def test_a_breach_is_seen(module: str, line: str) -> None:
    assert len(breaches(module, line)) == 1


@rows(
    "module, line",
    [
        ("perfectplay.core.game", "import json\nfrom perfectplay.core.errors import quote"),
        ("perfectplay.core.session", "from . import game"),
        ("perfectplay.taxman.rules", "from perfectplay.core.game.ids import split_id"),
        ("perfectplay.taxman.proof.check", "import gzip"),
        ("perfectplay.taxman.large.bans", "from perfectplay.matching.incumbent import greedy_picks"),
        ("perfectplay.taxman.bounds", "import numpy\nfrom perfectplay.taxman.exact.hasse import build_hasse"),
        ("perfectplay.rl.duel", "import numpy\nfrom perfectplay.core.running.extras import load_extra"),
        ("perfectplay.coins.raw_env", "from perfectplay.rl.duel import DuelEnv"),
        ("perfectplay.matching.kernels.relaxation", "from perfectplay.native import kernel"),
        ("perfectplay.native", "import ctypes\nfrom perfectplay.core.errors import PerfectPlayError"),
        ("perfectplay.coins.kernels", "from perfectplay.native import kernel"),
        ("perfectplay.cli.taxman.command", "import rich\nfrom perfectplay.taxman.rules import Pot"),
        ("perfectplay.cli.check", "import click"),
        ("perfectplay.cli.serve", "from perfectplay.web.app import create_app"),
        ("perfectplay.cli.site", "from perfectplay.web.site.build import build"),
        ("perfectplay.__main__", "from perfectplay.cli.main import main"),
    ],
)
def test_what_is_allowed_is_no_breach(module: str, line: str) -> None:
    assert breaches(module, line) == []


def import_graph(sources: Mapping[Path, str]) -> dict[str, set[str]]:
    """Map each module to the modules of the package that it imports, even in functions or only for types."""
    names = {module_name(path) for path in sources}
    graph = {}
    for path, source in sources.items():
        module = module_name(path)
        found = imports(source, module if path.name == "__init__.py" else module.rpartition(".")[0])
        # In `from perfectplay.core.errors import quote`, the module is the part before the name.
        graph[module] = names & {target if target in names else target.rpartition(".")[0] for target in found}
    return graph


def circles(graph: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """Return the strongly connected components: sets of modules that import each other, directly or through others."""
    reached: dict[str, set[str]] = {}
    for module in graph:
        seen, todo = set[str](), [module]
        while todo:
            fresh = graph[todo.pop()] - seen
            seen |= fresh
            todo += fresh
        reached[module] = seen
    return {
        frozenset(other for other in seen if module in reached[other])
        for module, seen in reached.items()
        if module in seen
    }


def test_no_module_imports_in_a_circle() -> None:
    graph = import_graph({path: path.read_text(encoding="utf-8") for path in MODULES})
    assert circles(graph) == set()


@rows(
    "line",
    [
        "from perfectplay.matching.search.tree import Search",
        "from perfectplay.matching.search import tree",
        "from .tree import Search",
        "import perfectplay.matching.search.tree as above",
        "def explore():\n    from perfectplay.matching.search.tree import Search",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from perfectplay.matching.search.tree import Search",
    ],
)
def test_a_circle_is_seen(line: str) -> None:
    search = ROOT / PACKAGE / "matching" / "search"
    sources = {
        search / "__init__.py": "from perfectplay.matching.search.tree import Search",
        search / "tree.py": "from perfectplay.matching.search.primal import dive",
        search / "primal.py": "from perfectplay.matching.search.branching import Brancher",
        search / "branching.py": line,
        search / "node.py": "import numpy",
    }
    rooms = ("branching", "primal", "tree")
    assert circles(import_graph(sources)) == {frozenset(f"perfectplay.matching.search.{room}" for room in rooms)}
    assert circles(import_graph(sources | {search / "branching.py": "from .node import Node"})) == set()


def promised() -> set[str]:
    """Return the modules of the stable tier: those on the library's pages, and those that define everyday names."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (REPOSITORY / "docs" / "api").glob("*.md"))
    everyday = re.findall(rf"^   {PACKAGE}\.(\w+)$", pages, re.MULTILINE)
    homes = {getattr(perfectplay, name).__module__ for name in everyday}
    questions = {name for name in map(module_name, MODULES) if "questions" in name.split(".")}
    return {PACKAGE, *homes, *questions, *re.findall(r"automodule:: (\S+)", pages)}


def test_research_rests_on_what_is_promised_and_on_these_modules_alone() -> None:
    modules = {module_name(path) for path in MODULES}
    beyond: set[str] = set()
    for path in RESEARCH.rglob("*.py"):
        for target in imports(path.read_text(encoding="utf-8"), "perfectplay_research"):
            if target.partition(".")[0] == PACKAGE:
                beyond.add(target if target in modules else target.rpartition(".")[0])
    assert beyond - promised() == BEYOND


def test_nothing_in_the_product_knows_of_research() -> None:
    assert list(RESEARCH.rglob("*.py"))
    assert not [path for path in MODULES if "perfectplay_research" in path.read_text(encoding="utf-8")]
