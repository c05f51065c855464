"""Test that games of other packages are found and used, or left out with a message of one line."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay.core.errors import GameError, PerfectPlayError
from perfectplay.core.game import game_names, load_game, registry
from perfectplay.core.game.conformance import check_game
from perfectplay.core.game.registry import find_entry_points
from perfectplay.core.game.spec import RESERVED, GameSpec
from tests.outside import EUCLID, environment, install, install_euclid, run
from tests.tables import rows

SPEC = """
from perfectplay import GameSpec
from small_rules import Small, parse_move, solve

GAME = GameSpec(
    name="small", title="Small", summary="count down", players=1, example="small:3",
    from_id="small_rules:Small.from_id", parse_move="small_rules:parse_move", question="small_rules:solve",
)
"""
RULES = """
from dataclasses import dataclass
from typing import ClassVar

from perfectplay import IllegalMoveError, Result
from perfectplay.core.game.ids import join_id, parse_numbers, split_id


@dataclass(frozen=True)
class Small:
    game: ClassVar[str] = "small"
    stones: int
    moves: tuple[int, ...] = ()

    @classmethod
    def from_id(cls, text):
        _, start, moves = split_id(text, "small")
        position = cls(*parse_numbers(start, text, "pile"))
        for move in parse_numbers(moves, text, "move"):
            position = position.play(move)
        return position

    @property
    def id(self):
        return join_id("small", str(self.stones), ".".join(map(str, self.moves)))

    def start(self):
        return Small(self.stones)

    def legal_moves(self):
        return [move for move in (1, 2) if move <= self.stones - sum(self.moves)]

    def play(self, move):
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move!r} is not possible")
        return Small(self.stones, (*self.moves, move))

    def is_over(self):
        return not self.legal_moves()

    def scores(self):
        return (len(self.moves),)


def parse_move(text, position):
    return int(text) if text.strip().isdecimal() else text


def solve(position, *, time_limit=None, progress=None):
    left = position.stones - sum(position.moves)
    value = len(position.moves) + left
    return Result(value, value, value, "optimal", (1,) * left, 0.0, {})
"""
ASK = """
from starlette.testclient import TestClient
from perfectplay.core.game import game_parts
from perfectplay.web.app import create_app
print(len(game_parts('daily')))
with TestClient(create_app(), base_url="http://127.0.0.1:8017") as client:
    print(client.get("/api/v1/position?id=small:3").json()["legal"], client.get("/small").status_code)
"""
BUILT_IN = ("taxman", "coins", "pursuit", "factorgame")


def small(folder: Path, spec: str = SPEC, rules: str = RULES) -> None:
    install(folder, "small-games", {"small": "small_game:GAME"}, small_game=spec, small_rules=rules)


def test_the_template_is_found_by_its_own_declaration(tmp_path: Path) -> None:
    install_euclid(tmp_path)
    helped = run(tmp_path, "--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert re.findall(r"^  ([a-z-]+)  +\S", helped.stdout.partition("Commands:")[2], re.MULTILINE) == [
        *BUILT_IN,
        "euclid",
        "check",
        "daily",
        "review",
        "sequences",
        "serve",
        "site",
        "worksheet",
    ]
    assert "Euclid's game: subtract a multiple" in helped.stdout


def test_the_template_s_own_tests_pass(tmp_path: Path) -> None:
    install_euclid(tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EUCLID / "tests")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment(tmp_path))
    assert done.returncode == 0, done.stdout


def test_the_template_is_short() -> None:
    files = [path for path in EUCLID.rglob("*") if path.suffix in {".py", ".toml"}]
    assert {"pyproject.toml", "game.py", "rules.py", "solve.py", "test_euclid.py"} <= {path.name for path in files}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 300


def test_a_game_without_commands_has_those_of_every_game(tmp_path: Path) -> None:
    install_euclid(tmp_path)
    solved = run(tmp_path, "euclid", "solve", "euclid:100.7/13", "--json")
    assert (solved.returncode, solved.stderr) == (0, "")
    record = json.loads(solved.stdout)
    assert record.pop("seconds") >= 0
    assert record == {
        "game": "euclid",
        "position": "euclid:100.7/13",
        "kind": "score",
        "value": 1,
        "lower": 1,
        "upper": 1,
        "status": "optimal",
        "moves": ["1", "2", "1", "2"],
        "source": "search",
    }
    drawn = tmp_path / "euclid.svg"
    assert run(tmp_path, "euclid", "solve", "100.7/13", "--svg", str(drawn)).returncode == 0
    assert "<title>9 and 7</title>" in drawn.read_text(encoding="utf-8")
    people = run(tmp_path, "euclid", "solve", "100.7/13").stdout
    assert people == "9 and 7\nbest value for the first player: 1, proven\nmoves: 1 2 1 2\n".replace(
        "9 and 7", "9 and 7"
    )
    for args in (["euclid"], ["euclid", "solve", "--help"], ["euclid", "play", "--help"]):
        helped = run(tmp_path, *args)
        assert (helped.returncode, helped.stderr) == (0, "")
        assert "Example: perfectplay euclid " in helped.stdout


def test_a_game_without_commands_is_played_in_the_terminal(tmp_path: Path) -> None:
    install_euclid(tmp_path)
    lines = ["hint move", "13", "undo", "redo", "99", "x", "id", "undo", "undo", "13", "1", "2", "1", "2", "hint"]
    done = run(tmp_path, "euclid", "play", "100.7", typed="\n".join(lines) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.split("play> ")
    assert "\n100 and 7\n? for help, q to quit.\nscore 0, 0   player 1 to move\n" in said[0]
    assert said[1] == "hint move\nBest: 13.\n"
    assert said[2].endswith("\n9 and 7\nscore 0, 0   player 2 to move\nPlayed: 13.\n")
    assert said[5] == "99\n99 is not possible in 'euclid:100.7/13'; moves are 1 to 1\n"
    assert said[6].startswith("x\n'x' is not a move; ")
    assert said[7] == "id\neuclid:100.7/13\nResume with: perfectplay euclid play euclid:100.7/13\n"
    assert said[9] == "undo\nthere is no move of yours to undo\n"
    assert said[15] == "hint\nThe game is over.\n"
    assert said[16].endswith("\nResume with: perfectplay euclid play euclid:100.7/13.1.2.1.2\n")


def test_a_game_without_commands_is_played_by_programs_too(tmp_path: Path) -> None:
    install_euclid(tmp_path)
    done = run(tmp_path, "euclid", "play", "100.7", "--json", typed="b\n13\nm\n")
    assert (done.returncode, done.stderr) == (0, "")
    best, played, moves = [json.loads(line) for line in done.stdout.splitlines()][1:4]
    assert (best["event"], best["value"], best["status"]) == ("best", 1, "optimal")
    assert (played["event"], played["scores"], played["over"]) == ("move", [0, 0], False)
    assert moves["moves"] == ["1"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["euclid", "solve", "x"], "has the number 'x'; a number is a positive integer"),
        (["euclid", "slove"], "there is no command 'slove' (did you mean solve?); the commands are play, solve"),
        (
            ["euclide"],
            "are taxman, coins, pursuit, factorgame, euclid, check, daily, review, sequences, serve, site, worksheet",
        ),
    ],
)
def test_slips_with_a_game_from_outside_are_one_line(tmp_path: Path, args: list[str], message: str) -> None:
    install_euclid(tmp_path)
    done = run(tmp_path, *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


BROKEN = {
    "a module that is not there": ("", RULES, "ModuleNotFoundError: No module named 'nowhere'"),
    "an attribute that is not there": ("x = 1", RULES, "AttributeError: module 'small_game' has no attribute 'GAME'"),
    "a module that fails": ("1 / 0", RULES, "ZeroDivisionError: division by zero"),
    "a module that ends the program": ("raise SystemExit(3)", RULES, "SystemExit: 3"),
    "a module that cannot be read": ("GAME = (", RULES, "SyntaxError: "),
    "no declaration": ("GAME = object()", RULES, "of the type 'object', not a GameSpec"),
    "a field is missing": (SPEC.replace('title="Small", ', ""), RULES, "keyword-only argument: 'title'"),
    "another name": (SPEC.replace('name="small"', 'name="tiny"'), RULES, "its name is 'tiny'; the entry"),
    "a name with a blank": (SPEC.replace('name="small"', 'name="sm all"'), RULES, "'sm all' is not possible as"),
    "a title of two lines": (SPEC.replace('"Small"', r'"Sm\nall"'), RULES, r"the title 'Sm\nall' is not possible"),
    "three players": (SPEC.replace("players=1", "players=3"), RULES, "3 players are not possible; a game has 1 or 2"),
    "value of no kind": (
        SPEC.replace("players=1", "players=1, value='profit'"),
        RULES,
        "the value 'profit' is not possible; it is one of score, lead, distance",
    ),
    "rules that are not there": (SPEC.replace("small_rules:parse_move", "r:p"), RULES, "has no parse_move at 'r:p'"),
    "an example of another game": (SPEC.replace("small:3", "coins:3"), RULES, "is of the game 'coins'"),
    "an example that is over": (SPEC, RULES.replace("(1, 2)", "()"), "the example is over already"),
    "an example with moves": (SPEC.replace("small:3", "small:3/1"), RULES, "the example has moves already"),
    "an id that forgets": (SPEC, RULES.replace('".".join(map(str, self.moves))', '""'), "leads to another position"),
    "an id that no address can have": (SPEC, RULES.replace('join_id("small", ', '(lambda *p: "s " + p[1])('), "URL"),
    "moves that are not made": (SPEC, RULES.replace("(*self.moves, move)", "self.moves"), "does not end with the move"),
    "moves that are misread": (SPEC, RULES.replace("return int(text) if", "return -int(text) if"), "is read as '-1'"),
    "scores in floats": (SPEC, RULES.replace("(len(self.moves),)", "(0.5,)"), "are not exact"),
    "scores of nobody": (SPEC, RULES.replace("(len(self.moves),)", "()"), "has not a score for each player"),
    "rules that fail": (SPEC, RULES.replace("return not self.legal_moves()", "return 1 / 0"), "ZeroDivisionError: "),
    "no turns": (SPEC.replace("players=1", "players=2"), RULES.replace("moves),)", "moves), 0)"), "'to_move'"),
}  # fmt: skip


@pytest.mark.parametrize(("spec", "rules", "message"), BROKEN.values(), ids=BROKEN)
def test_a_game_that_cannot_be_used_is_one_line_and_the_others_go_on(
    tmp_path: Path, spec: str, rules: str, message: str
) -> None:
    install_euclid(tmp_path)
    place = "small_game:GAME" if spec else "nowhere:GAME"
    install(tmp_path, "small-games", {"small": place}, small_game=spec, small_rules=rules)
    helped = run(tmp_path, "--help")
    assert helped.returncode == 0
    (line,) = helped.stderr.splitlines()
    assert line.startswith("the game 'small' of the package 'small-games' cannot be used: ")
    assert message in line
    assert line.endswith("; update the package or uninstall it")
    assert "\n  euclid " in helped.stdout
    assert "\n  small " not in helped.stdout
    if message in {"the example is over already", "SyntaxError: "}:
        # A command for this game prints the same line; a command for another game prints no error.
        asked = run(tmp_path, "small", "solve", "small:3")
        assert (asked.returncode, asked.stdout, asked.stderr) == (2, "", f"Error: {line}\n")
        assert run(tmp_path, "euclid", "solve", "3.2").stderr == ""


def test_a_game_that_works_passes_the_same_checks(tmp_path: Path) -> None:
    small(tmp_path)
    done = run(tmp_path, "small", "solve", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["moves"] == ["1", "1", "1"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise TypeError('two\\nlines')", "failed in solve: TypeError: two lines"),
        ("import nowhere", "No module named"),
    ],
)
def test_a_solver_from_outside_that_fails_is_one_line(tmp_path: Path, body: str, message: str) -> None:
    head, solve = RULES.split("    left = ")
    small(tmp_path, rules=f"{head}    {body}\n    left = {solve}")
    done = run(tmp_path, "small", "solve", "3")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: the game 'small' of the package 'small-games' failed in solve: ")
    assert message in line


def test_a_position_from_outside_that_fails_while_it_is_played_is_one_line(tmp_path: Path) -> None:
    # The check of the example plays only three moves, so it does not find this error.
    fails = RULES.replace("return (len(self.moves),)", "return (len(self.moves) if self.stones < 9 else 1 / 0,)")
    small(tmp_path, rules=fails)
    done = run(tmp_path, "small", "play", "9", typed="1\n")
    assert done.returncode == 2
    assert done.stderr == (
        "Error: the game 'small' of the package 'small-games' failed in play: ZeroDivisionError: division by zero\n"
    )


def test_two_games_with_one_name(tmp_path: Path) -> None:
    small(tmp_path)
    for package, game in (("other-games", "small"), ("more-games", "taxman")):
        install(tmp_path, package, {game: "small_game:GAME"})
    helped = run(tmp_path, "--help")
    assert helped.returncode == 0
    assert sorted(helped.stderr.splitlines()) == [
        f"the package {one} has a game {game}, and so has {two}: that of {two} is used; uninstall one of the two"
        for one, game, two in (
            ("'more-games'", "'taxman'", "'perfectplay'"),
            ("'small-games'", "'small'", "'other-games'"),
        )
    ]
    assert helped.stdout.count("\n  small ") == helped.stdout.count("\n  taxman ") == 1
    assert run(tmp_path, "taxman", "solve", "20", "--json").stderr == ""


def test_a_part_that_cannot_be_imported_is_left_out(tmp_path: Path) -> None:
    small(tmp_path, SPEC.replace("players=1", 'players=1, daily="nowhere:DAILY", web="small_game:WEB", cli="no:c"'))
    command = [sys.executable, "-c", ASK]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "['1', '2'] 200"
    said = [line for line in done.stderr.splitlines() if "small" in line]
    assert [line.partition(": ")[0] for line in said] == [
        "the game 'small' of the package 'small-games' has no daily at 'nowhere:DAILY'",
        "the game 'small' of the package 'small-games' has no web at 'small_game:WEB'",
    ]
    asked = run(tmp_path, "small", "solve", "3")
    assert (asked.returncode, asked.stdout, asked.stderr.count("\n")) == (2, "", 1)
    assert "has no cli at 'no:c'" in asked.stderr


def test_a_server_tells_once_what_cannot_be_used(tmp_path: Path) -> None:
    small(tmp_path)
    install(tmp_path, "bad-games", {"bad": "nowhere:GAME"})
    command = [sys.executable, "-c", ASK]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "['1', '2'] 200"
    assert done.stderr.count("bad-games") == 1


def test_the_registry_sees_the_path_of_this_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "euclid" not in game_names()
    install_euclid(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert game_names() == (*BUILT_IN, "euclid")
    game = load_game("euclid")
    assert repr(game) == "<game 'euclid'>"
    assert registry.game_spec("euclid").package == "perfectplay-euclid"
    check_game(game, playouts=3)
    with pytest.raises(ValueError, match="a game named 'euclid' is already registered"):
        registry.register("euclid", lambda: game)


def test_folders_that_cannot_be_read_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd.dist-info").mkdir()
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "nowhere", tmp_path):
        monkeypatch.syspath_prepend(path)
    assert find_entry_points() == ()


def test_a_check_at_length_finds_what_a_glance_does_not(tmp_path: Path) -> None:
    wrong = RULES.replace("value = len(self.moves) + left", "value = 1").replace("(1,) * left", "(1,) * (left > 0)")
    small(tmp_path, rules=wrong)
    code = "from perfectplay import load_game\nfrom perfectplay.core.game.conformance import check_game\n"
    code += "try:\n    check_game(load_game('small'), playouts=1)\nexcept Exception as error:\n    print(error)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment(tmp_path))
    assert done.stdout == "the solution of 'small:3' ends before the game does\n"


@rows("name", sorted(RESERVED))
def test_no_game_can_take_a_name_of_the_shells(name: str) -> None:
    spec = registry.game_spec(BUILT_IN[0])
    with pytest.raises(ValueError, match="is not possible as the name of a game"):
        GameSpec(**{field: getattr(spec, field) for field in GameSpec.__dataclass_fields__} | {"name": name})


def test_a_contract_that_is_broken_is_an_error_of_the_one_tree() -> None:
    assert issubclass(GameError, PerfectPlayError)
