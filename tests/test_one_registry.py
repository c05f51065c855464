"""Test that a game is declared only once: only the registry and the game's own files may name the game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import perfectplay
from perfectplay.cli.main import main
from perfectplay.core.game import game_names, registry
from perfectplay.core.game.spec import RESERVED
from tests.tables import rows

ROOT = Path(__file__).parents[1]
SOURCE = Path(perfectplay.__file__).parent
GAMES = game_names()
WORD = re.compile(rf"(?<![a-z])({'|'.join(GAMES)})(?![a-z])", re.IGNORECASE)
REGISTRY, ROWS = SOURCE / "core" / "game" / "registry.py", "_GAMES"
SHELLS = ("cli", "web")
PAGES = ROOT / "web-ui" / "src"


def is_own(path: Path, folder: Path) -> bool:
    """Return whether a file belongs to one game, because it is in the game's folder or begins with the game's name."""
    room, *rest = path.relative_to(folder).parts
    return room in GAMES or (room in SHELLS and rest[0].startswith(GAMES)) or (room == "pages" and rest[0] in GAMES)


def named(source: str, rows: str = "") -> Iterator[str]:
    """Yield the texts of a module that name a game; skip docstrings, comments and the variable named by ``rows``."""
    tree = ast.parse(source)
    passed: set[ast.AST] = set()
    for node in ast.walk(tree):
        prose = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if prose or (isinstance(target, ast.Name) and target.id == rows):
            passed.update(ast.walk(node))
    for node in ast.walk(tree):
        if node not in passed:
            texts = [value for value in vars(node).values() if isinstance(value, str)]
            yield from (text for text in texts if WORD.search(text))


MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if not is_own(path, SOURCE)]
UI = [
    path
    for path in sorted(PAGES.rglob("*"))
    if path.suffix in {".ts", ".tsx", ".css"}
    and not is_own(path, PAGES)
    and path.parent.name not in {"texts", "generated"}
]


@rows("path", MODULES, lambda path: str(path.relative_to(SOURCE)))
def test_no_module_names_a_game(path: Path) -> None:
    rows = ROWS if path == REGISTRY else ""
    assert list(named(path.read_text(encoding="utf-8"), rows)) == []


@rows("path", UI, lambda path: str(path.relative_to(PAGES)))
def test_no_page_but_its_own_names_a_game(path: Path) -> None:
    assert WORD.findall(path.read_text(encoding="utf-8")) == []


NAMED = r"perfectplay(\.\w+)+(:[\w.]+)?"
REFERENCES = {
    node.value: path.relative_to(SOURCE).as_posix()
    for path in SOURCE.rglob("*.py")
    # Search the text first: every process of a parallel run imports this file, and it takes a second to parse all.
    if re.search(rf"[\"']{NAMED}[\"']", text := path.read_text(encoding="utf-8"))
    for node in ast.walk(ast.parse(text))
    if isinstance(node, ast.Constant) and re.fullmatch(NAMED, str(node.value))
}
"""Map each module or attribute that a string names, for example in a game's declaration, to a file with the string."""


@rows("name", sorted(REFERENCES.keys() - {registry.GROUP}), lambda name: f"{REFERENCES[name]}: {name}")
def test_a_name_in_a_string_exists(name: str) -> None:
    resolve_name(name)


def test_every_room_is_there_to_be_read() -> None:
    rooms = {"core/game/registry.py", "core/game/spec.py", "cli/main.py", "cli/games/generic.py", "__init__.py"}
    rooms |= {"web/app.py", "web/games.py", "web/lab.py"}
    assert rooms <= {path.relative_to(SOURCE).as_posix() for path in MODULES}
    pages = {"main.tsx", "lib/router.ts", "lib/games.ts", "components/Header.tsx", "pages/Home.tsx", "styles/base.css"}
    assert pages <= {path.relative_to(PAGES).as_posix() for path in UI}
    assert REGISTRY in MODULES
    assert not any(path.name.startswith("taxman") for path in MODULES)


@rows(
    "line",
    [
        'NAMES = {"taxman": 1}',
        "from perfectplay.coins import charts",
        "import perfectplay.pursuit.rules",
        'if game == "pursuit": pass',
        'f"/taxman/{n}"',
        "taxman_charts = 1",
        "_GAMES = (taxman,)",
    ],
)
def test_a_name_in_the_code_is_seen(line: str) -> None:
    assert list(named(line))


def test_prose_may_give_examples() -> None:
    assert list(named('"""As in taxman:20."""\nx = 1\n"""coins"""\n# pursuit')) == []
    assert list(named("_GAMES = ('taxman',)", "_GAMES")) == []


def test_the_rows_are_the_games() -> None:
    (rows,) = [
        node
        for node in ast.parse(REGISTRY.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == ROWS
    ]
    assert isinstance(rows.value, ast.Call)
    assert len(rows.value.args) == len(GAMES) == len(registry._GAMES)


def test_no_tool_lists_what_a_game_has() -> None:
    assert not re.findall(rf"perfectplay\.({'|'.join(GAMES)})", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert not re.findall(rf"benchmarks/({'|'.join(GAMES)})", (ROOT / "Makefile").read_text(encoding="utf-8"))


def test_no_game_can_hide_a_command_or_a_page() -> None:
    commands = main.list_commands(main.make_context("perfectplay", ["--"]))
    assert set(commands) - set(GAMES) <= RESERVED
    assert {"api", "static", "lab", "worksheets"} <= RESERVED
