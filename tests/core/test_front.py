"""Test the main functions of the library, which take ids of any game, and short forms of results."""

import gzip
import json
import lzma
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import perfectplay
from perfectplay import (
    IllegalMoveError,
    InvalidPositionError,
    LimitExceededError,
    PerfectPlayError,
    Result,
    game_names,
    load_game,
    parse_position,
)
from perfectplay.cli.main import main
from perfectplay.coins.solve import solve as solve_coins
from perfectplay.core import errors
from perfectplay.core.drawable import Drawable
from perfectplay.core.errors import MissingExtraError, quote
from perfectplay.core.running.extras import load_extra
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve as solve_taxman
from tests.tables import rows


def test_best_play_of_any_game_by_its_id() -> None:
    for name in game_names():
        example = load_game(name).example()
        wanted = load_game(name).solve(example)
        for position in (example, example.id):
            found = perfectplay.solve(position)
            assert (found.value, found.status, found.moves) == (wanted.value, wanted.status, wanted.moves)


def test_options_reach_the_solver() -> None:
    seen: list[perfectplay.Progress] = []
    found = perfectplay.solve("taxman:1300/1297", time_limit=0.0, progress=seen.append)
    assert found.status == "bounded"
    assert seen


def test_a_certificate_comes_with_the_answer_if_it_is_asked_for(tmp_path: Path) -> None:
    for name in ("taxman:601", "taxman:20/19", "coins:1.2.4.3/L", "pursuit:1.3.7:22", "factorgame:12"):
        plain, found = perfectplay.solve(name), perfectplay.solve(name, certificate=True)
        assert plain.certificate is None
        file = tmp_path / "proof.json"
        file.write_text("\n".join(map(json.dumps, (*found.cited, found.certificate))), encoding="utf-8")
        assert perfectplay.check(file).valid
        assert found.value == plain.value
        assert (found.position, found.kind) == (plain.position, plain.kind)
        assert found.to_dict().keys() == plain.to_dict().keys()
    with pytest.raises(PerfectPlayError, match="is over, and there is nothing left to prove"):
        perfectplay.solve("taxman:2/2", certificate=True)


@pytest.mark.parametrize(
    ("position", "command"),
    [
        ("taxman:601", "taxman solve 601"),
        ("taxman:20/19", "taxman solve --position taxman:20/19"),
        ("coins:1.2.4.3", "coins solve 1 2 4 3"),
        ("coins:l1.2~o5.1.2/2K1", "coins solve --position coins:l1.2~o5.1.2/2K1"),
        ("pursuit:1.3.7:23", "pursuit solve 1 3 7 --target 23"),
        ("factorgame:12", "factorgame solve 12"),
    ],
)
def test_a_saved_certificate_is_the_one_that_the_command_line_writes(
    tmp_path: Path, position: str, command: str
) -> None:
    result = perfectplay.solve(position, certificate=True)
    for ending in (".json", ".json.gz", ".json.xz"):
        ours, theirs = tmp_path / f"ours{ending}", tmp_path / f"theirs{ending}"
        result.save_certificate(ours)
        assert CliRunner().invoke(main, [*command.split(), "--certificate", str(theirs)]).exit_code in {0, 1}
        assert ours.read_bytes() == theirs.read_bytes()
        assert perfectplay.check(ours).valid
    unpacked = gzip.decompress((tmp_path / "ours.json.gz").read_bytes())
    assert unpacked == lzma.decompress(ours.read_bytes()) == (tmp_path / "ours.json").read_bytes()


def test_the_certificate_of_a_games_own_solver_is_saved_with_those_that_it_cites(tmp_path: Path) -> None:
    result = solve_taxman(TaxmanPosition.new(98), certificate=True)
    assert result.cited
    result.save_certificate(tmp_path / "98.json")
    assert len((tmp_path / "98.json").read_bytes().splitlines()) == 1 + len(result.cited)
    assert 98 in perfectplay.check(tmp_path / "98.json").optimal


def test_a_result_without_certificate_says_how_to_get_one(tmp_path: Path) -> None:
    message = r"this result has no certificate; perfectplay\.solve\(position, certificate=True\) gives one"
    for result in (perfectplay.solve("taxman:10"), solve_coins([1, 2]), perfectplay.play("pursuit:1.2:3").hint()):
        with pytest.raises(PerfectPlayError, match=message):
            result.save_certificate(tmp_path / "proof.json")
    assert not list(tmp_path.iterdir())


def test_a_certificate_that_the_checker_would_not_examine_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.coins.proof.check.MAX_BITS", 8)
    result = perfectplay.solve("coins:1000.1", certificate=True)
    with pytest.raises(LimitExceededError, match="the proof is too large for the checker: "):
        result.save_certificate(tmp_path / "proof.json")
    with pytest.raises(PerfectPlayError, match="cannot write"):
        perfectplay.solve("coins:1.2", certificate=True).save_certificate(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_search_that_makes_a_proof_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.core.front.load_game", lambda _: SimpleNamespace(solve=pytest.fail))
    for name, value in {"taxman:20/19": 124, "coins:1.2.4.3/L": 5, "pursuit:1.3.7:22": 0, "factorgame:12": 5}.items():
        assert perfectplay.solve(name, certificate=True).value == value


def test_a_game_is_played_by_its_id() -> None:
    game = perfectplay.play("coins:1.2.4.3/R")
    assert game.position.moves == ("R",)
    game.play("L")
    assert game.undo().id == "coins:1.2.4.3/R"
    assert perfectplay.play(game.position).position == game.position


@pytest.mark.parametrize("function", [perfectplay.solve, perfectplay.play])
def test_what_is_not_a_position_is_refused(function: object) -> None:
    assert callable(function)
    with pytest.raises(InvalidPositionError, match="there is no game 'chess'"):
        function("chess:1")
    with pytest.raises(IllegalMoveError):
        function("taxman:20/21")


def test_short_forms_say_how_to_build_a_position_again() -> None:
    for name in game_names():
        example = load_game(name).example()
        shown = repr(example)
        assert shown == f"{type(example).__name__}.from_id({example.id!r})"
        assert type(example).from_id(shown.split("'")[1]) == example
    long = parse_position("taxman:pot." + ".".join(str(p) for p in range(2, 500)))
    assert len(repr(long)) < 150
    assert repr(long).endswith("...')")


def test_a_result_is_shown_in_a_line() -> None:
    assert repr(perfectplay.solve("pursuit:1.2:9")).startswith("<PursuitResult optimal: value=6, moves=(")
    assert repr(Result(9, 9, 9, "optimal", (5, 4), 0.1, {})) == "<Result optimal: value=9, moves=(5, 4)>"
    many = Result(9, 9, 12, "bounded", tuple(range(1000)), 0.1, {})
    assert repr(many) == (
        "<Result bounded: value=9, lower=9, upper=12, moves=(0, 1, 2, 3, 4, 5, 6, 7, ... 1000 moves)>"
    )


# -- pictures ------------------------------------------------------------------------------------------------------

DRAWN = ["taxman:30", "taxman:30/29", "coins:1.2.4.3", "coins:1.2.4.3/L", "coins:1.2_3.4", "pursuit:3.6.9:831"]


@rows("text", DRAWN)
def test_positions_and_answers_are_drawn(text: str) -> None:
    result = perfectplay.solve(text)
    position = parse_position(text)
    for what in (text, position, result):
        picture = perfectplay.draw(what)
        assert ET.fromstring(picture.svg).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314  # the picture comes from this package
        assert picture._repr_svg_() == picture.svg
    assert result._repr_svg_() == perfectplay.draw(result).svg
    assert "optimal" in result._repr_html_()
    assert str(result.value) in result._repr_html_()


def test_the_picture_of_an_answer_is_that_of_best_play() -> None:
    assert "player 301" in perfectplay.draw(perfectplay.solve("taxman:30")).svg
    assert "player 301" not in perfectplay.draw("taxman:30").svg
    assert "100 + 6 = 106" in perfectplay.draw(perfectplay.solve("pursuit:3.6.9.10.50.100:951")).svg


@pytest.mark.parametrize(
    "text", ["taxman:401", "coins:l1.2", "coins:1.2~3.4", "coins:o1.2.3", "pursuit:1.2.3.4.5.6.7:9"]
)
def test_what_has_no_picture_says_so(text: str) -> None:
    position = parse_position(text)
    with pytest.raises(PerfectPlayError) as caught:
        perfectplay.draw(position)
    assert len(str(caught.value).splitlines()) == 1
    assert isinstance(position, Drawable)
    assert position._repr_svg_() is None


def test_a_result_of_a_solver_itself_has_no_picture() -> None:
    result: Result[int, int] = Result(1, 1, 1, "optimal", (), 0.0, {})
    assert result._repr_svg_() is None
    with pytest.raises(PerfectPlayError, match="there is no picture of 'this result'"):
        perfectplay.draw(result)


def test_a_picture_is_kept(tmp_path: Path) -> None:
    picture = perfectplay.draw("taxman:10")
    picture.save(tmp_path / "pot.svg")
    assert (tmp_path / "pot.svg").read_text(encoding="utf-8") == picture.svg
    for name in ("pot.jpg", "pot", "pot.svg.txt", "svg"):
        with pytest.raises(PerfectPlayError, match=rf"{name}' does not end in \.svg.*give a name such as '.*\.svg'"):
            picture.save(tmp_path / name)
    picture.save(tmp_path / "POT.SVG")
    picture.save(tmp_path / "packed.svg.gz")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["POT.SVG", "packed.svg.gz", "pot.svg"]
    assert repr(picture) == f"<Picture: {len(picture.svg):,} characters of SVG>"


@rows("ask", ["solve", "play", "draw", "review", "hint_steps", "parse_position", "Session"])
@rows("what, shown", [(30, "30"), (None, "None"), (["taxman:20"] * 9, "['taxman:20', 'taxm...:20', 'taxman:20']")])
def test_what_is_no_position_is_refused_in_one_line(ask: str, what: object, shown: str) -> None:
    with pytest.raises(perfectplay.InvalidPositionError) as caught:
        getattr(perfectplay, ask)(what)
    advice = "give its id, as in 'taxman:20', or what parse_position returned for one"
    assert str(caught.value) == f"{shown} is not a position; {advice}"


def test_what_is_no_name_of_a_file_is_not_checked() -> None:
    advice = "is not a file; give the name of a certificate or of a folder, as in '20.json'"
    with pytest.raises(PerfectPlayError, match=f"30 {advice}"):
        perfectplay.check(30)  # type: ignore[arg-type]  # a mistake that people make
    # Without this error, `check("")`, for example with an unset variable, would check all files in the current folder.
    for name in ("", "a\0b", "\ud800"):
        with pytest.raises(PerfectPlayError) as caught:
            perfectplay.check(name)
        assert str(caught.value) == f"{name!r} {advice}"


@rows("bad", ["x", "5", [], -1, float("nan"), -(10**400)])
def test_what_is_not_a_time_limit_is_refused(bad: Any) -> None:
    for ask in (perfectplay.solve, perfectplay.review, perfectplay.hint_steps):
        with pytest.raises(PerfectPlayError, match="is not a time limit; it must be a positive number of seconds"):
            ask("taxman:20", time_limit=bad)


def test_a_time_limit_may_be_beyond_any_float() -> None:
    assert perfectplay.review("taxman:10/7", time_limit=10**400).status == "optimal"
    assert perfectplay.solve("factorgame:6", time_limit=10**400).value == 3


@rows("bad", [0, "x", [], 10**400])
def test_what_is_not_a_step_is_refused(bad: Any) -> None:
    with pytest.raises(PerfectPlayError, match=r"a hint has no step .*; its steps are idea, area, move"):
        perfectplay.hint_steps("taxman:20", bad)


@rows("bad", [float("nan"), None, [], {}, 3])
def test_what_is_not_the_name_of_a_game_is_refused(bad: Any) -> None:
    with pytest.raises(perfectplay.InvalidPositionError, match=r"there is no game '.*'; the games are taxman, coins, "):
        perfectplay.load_game(bad)


def test_a_position_is_as_good_as_its_id() -> None:
    position = perfectplay.parse_position("taxman:10/7")
    assert perfectplay.parse_position(position) is position
    assert perfectplay.Session("coins:1.2").position.id == "coins:1.2"  # type: ignore[type-var,attr-defined]  # a mistake that people make


# -- errors ------------------------------------------------------------------------------------------------------------


@given(st.text(), st.integers(5, 60))
def test_a_quotation_is_one_short_line(text: str, limit: int) -> None:
    shown = quote(text, limit)
    assert len(shown) <= limit
    assert len(shown.splitlines()) == 1


def test_quotations() -> None:
    assert quote("20") == "'20'"
    assert quote(20) == "'20'"
    assert quote("a\nb") == r"'a\nb'"
    assert quote("x" * 100) == "'" + "x" * 35 + "...'"


def test_one_tree_in_which_bad_input_is_a_value_error() -> None:
    tree = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]
    assert all(issubclass(error, PerfectPlayError) for error in tree)
    for error in (errors.InvalidPositionError, errors.IllegalMoveError, errors.LimitExceededError):
        assert issubclass(error, ValueError)


# -- extras ------------------------------------------------------------------------------------------------------------


def test_a_missing_module_gets_the_install_line() -> None:
    assert load_extra("json", "any") is json
    with pytest.raises(MissingExtraError) as caught:
        load_extra("no_such_module_anywhere", "cluster")
    assert "pip install 'perfectplay[cluster]'" in str(caught.value)
    assert "'no_such_module_anywhere'" in str(caught.value)
    assert isinstance(caught.value, ImportError)
