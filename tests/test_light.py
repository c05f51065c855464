"""Test which commands start and answer without numpy, HiGHS or screens, because these take a while to load."""

import ast
import importlib
import json
import subprocess
import sys
from pathlib import Path

import perfectplay

SOLVERS = ("highspy", "matplotlib", "numpy", "ortools", "scipy", "gymnasium", "pettingzoo")
SCREENS = ("click", "rich", "starlette", "uvicorn")


def command(*arguments: str, status: int = 0) -> str:
    return (
        "from perfectplay.cli.main import main\n"
        f"import sys\nsys.argv = ['perfectplay', *{arguments!r}]\n"
        f"try:\n    main()\nexcept SystemExit as stop:\n    assert (stop.code or 0) == {status}, stop.code"
    )


PURSUIT = """\
from perfectplay.core.game import load_game
from perfectplay.pursuit import expressions
from perfectplay.pursuit.deal.difficulty import grade
from perfectplay.pursuit.questions import decks, deals, match, odds
from perfectplay.pursuit.questions.solve import MapDeal, SolveDeal
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.search.solutions import solve

at = PursuitPosition.from_id
"""
SERVER = """\
from starlette.testclient import TestClient
import perfectplay.web.app

client = TestClient(perfectplay.web.app.create_app(), base_url="http://127.0.0.1")
for path in ("position?id=taxman:300/293", "taxman/solve?n=1000", "taxman/replay?n=200&strategy=trono-5",
             "taxman/compare?id=taxman:30/29&strategy=best", "taxman/range?from=1&to=50"):
    assert client.get("/api/v1/" + path).status_code == 200
"""
ENVIRONMENTS = (
    "import perfectplay.core.game as g; [one.id for name in g.game_names() for one in g.game_spec(name).environments]"
)

# Map modules that must not be loaded to the code that must not load them; later rows may load more modules.
LIGHT: dict[tuple[str, ...], tuple[str, ...]] = {
    ("importlib.metadata", "email", "perfectplay.taxman"): ("import perfectplay; perfectplay.game_names()",),
    (*SOLVERS, *SCREENS): (
        "import perfectplay.taxman",
        "import perfectplay.taxman.proof.check, perfectplay",
        "import perfectplay; perfectplay.parse_position('taxman:20/19.9').play(15).legal_moves()",
        "from perfectplay import Session; s = Session.from_id('taxman:20'); s.play('19'); s.undo(); s.redo()",
        "import perfectplay; perfectplay.load_game('taxman').example().preview(19)",
        "import perfectplay; perfectplay.load_game('coins').example().play('L').legal_moves()",
        "import perfectplay; perfectplay.load_game('pursuit').example().legal_moves()",
    ),
    (*SOLVERS, "rich", "multiprocessing"): (
        command("--help"),
        command("--version"),
        *(command(game, "--help") for game in ("taxman", "coins", "pursuit", "factorgame")),
        *(command("taxman", name, "--help") for name in ("solve", "bound", "play")),
        command("taxman", "solve", "0", status=2),
        command("taxman", "play", "9"),
    ),
    SOLVERS: (
        command("serve", "--help"),
        ENVIRONMENTS,
        "import perfectplay.coins.env, perfectplay.factorgame.env, perfectplay.pursuit.design",
        "import perfectplay.pursuit.pictures.svg, perfectplay.pursuit.expressions",
        command("taxman", "solve", "1000"),
        "import perfectplay.taxman.solve as t; t.solve(t.TaxmanPosition.new(98), certificate=True).cited[0]",
        "from perfectplay.core.proof.proofs import check_proof; assert check_proof('taxman:100').valid",
        command("taxman", "solve", "30", "--no-records"),
        command("taxman", "solve", "--position", "taxman:30/29.25"),
        command("taxman", "solve", "2,3,9,12,54"),
        command("taxman", "solve", "30", "--worst"),
        command("taxman", "play", "--position", "taxman:30/29"),
        "from perfectplay.taxman.questions import SolvePot; assert SolvePot(n=20).answer().value == 124",
        "from perfectplay.taxman.strategies import play_game; play_game('trono-3', 50)",
        "from perfectplay.coins.row.fusion import solve; solve([1, 2, 4, 3] * 1_000)",
        "from perfectplay.coins.row.fusion import prefix_margins; prefix_margins([1, 2, 4, 3] * 1_000)",
        "import perfectplay as p; p.load_game('coins').solve(p.parse_position('coins:1.2.4.3~o5.1.2'))",
        "import perfectplay as p; p.Session(p.load_game('coins').example()).hint()",
        "from perfectplay.coins import coach as c; c.Coach(c.CoinsPosition.new([1, 2, 4, 3])).best_trap()",
        "from perfectplay.coins.questions import SolveCoins as S; assert S(coins=[5, 1, 1, 5, 1]).answer().margin == 1",
        "from perfectplay.coins.questions.row import TabulateRow; TabulateRow(coins=[1, 2, 4, 3] * 20).answer()",
        "from perfectplay.coins.pictures.triangle import triangle_text; triangle_text([1, 2, 4, 3])",
        "from perfectplay.coins.questions import ties as q; q.CountTies(alphabet=2, length=8, listed=1).answer()",
        "from perfectplay.coins.proof.write import certify as f; f([1, 2, 4, 3])",
        f"{PURSUIT}solve([3, 6, 9, 10, 50, 100], 951)",
        f"{PURSUIT}SolveDeal(position=PursuitPosition.new([1, 3, 7, 10, 25, 50], 765), everything=True).answer()",
        f"{PURSUIT}SolveDeal(position=PursuitPosition.new([1, 3, 7, 10, 25, 50], 831)).answer()",
        f"{PURSUIT}MapDeal(numbers=(3, 6, 9, 10, 50, 100)).answer()",
        f"{PURSUIT}SolveDeal(position=at('pursuit:3.3.8.8:24:all.fractions')).answer()",
        f"{PURSUIT}load_game('pursuit').solve(at('pursuit:3.6.9.10.50.100:951/100a6'))",
        f"{PURSUIT}grade([3, 6, 25, 50, 75, 100], 952)",
        f"{PURSUIT}assert deals.DealGame(seed=1).answer().target",
        f"{PURSUIT}assert len(expressions.entries(at('pursuit:3.6:9/3a6'))) == 3",
        SERVER,
        # This last row is a control: it loads numpy, which the test must notice.
        "import perfectplay.taxman.exact.hasse",
    ),
}
PROGRAM = """
import json, sys
for banned, codes in json.loads(sys.argv[1]):
    for code in codes:
        exec(code, {})
        print()
        print("loaded", json.dumps([code, [name for name in banned if name in sys.modules]]), flush=True)
"""


def test_light_work_loads_no_solver() -> None:
    """Run all rows in one process; the first row after which a forbidden module is present has loaded it."""
    command = [sys.executable, "-c", PROGRAM, json.dumps(list(LIGHT.items()))]
    typed = "q\n" + "h\nb\n15\nh\nq\n"
    done = subprocess.run(command, capture_output=True, text=True, input=typed, check=False)
    assert done.returncode == 0, done.stderr
    told = [json.loads(line[7:]) for line in done.stdout.splitlines() if line.startswith("loaded ")]
    assert [code for code, _ in told] == [code for codes in LIGHT.values() for code in codes]
    *light, (_, heavy) = told
    assert [(code, names) for code, names in light if names] == []
    assert "numpy" in heavy


def test_an_answer_without_a_proof_loads_neither_the_checker_nor_what_clusters_need() -> None:
    unused = ["perfectplay.taxman.proof.check", "perfectplay.core.proof.proofs", "asyncio"]
    for options in ((), ("--no-records",)):
        code = command("taxman", "solve", "301", *options) + f"\nassert not {{*{unused}}} & {{*sys.modules}}"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert "proven" in done.stdout


def test_every_name_is_loaded_from_the_module_that_type_checkers_see() -> None:
    nodes = ast.walk(ast.parse(Path(perfectplay.__file__).read_text(encoding="utf-8")))
    seen = {alias.name: node.module for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert {name: f"perfectplay.core.{home}" for name, home in perfectplay._HOMES.items()} == seen
    assert {*seen, "__version__"} == set(perfectplay.__all__)
    for name, home in seen.items():
        assert getattr(perfectplay, name) is getattr(importlib.import_module(str(home)), name)
