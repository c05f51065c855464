"""Test notebooks: their output, and long work in them; `tests/notebooks` uses a real kernel."""

from __future__ import annotations

import logging
import re
import sys
from base64 import b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import perfectplay
from perfectplay import Progress
from perfectplay.core.notebook import MOST_ROWS, Rows, figure, gather, in_notebook, progress_line, table
from perfectplay.core.proof.certificates import check_files
from perfectplay.core.text.language import use_locale
from perfectplay.pursuit.solve import solve as solve_pursuit
from perfectplay.taxman.ranges import SolvedRow, solve_range
from perfectplay.taxman.strategies.tournament import Standing, StrategyResults
from tests.tables import rows

ROOT = Path(__file__).parents[2]


class Reader(HTMLParser):
    """A strict reader of HTML: every opened element has to be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def html_of(what: Any) -> str:
    bundle = what._repr_mimebundle_(include=None, exclude=None) if hasattr(what, "_repr_mimebundle_") else {}
    html: str = bundle.get("text/html") or what._repr_html_()
    return html


SHOWN = {
    "a board": lambda: perfectplay.parse_position("taxman:30/29"),
    "a board too large for a picture": lambda: perfectplay.parse_position("taxman:401"),
    "a row": lambda: perfectplay.parse_position("coins:1.2.4.3"),
    "stacks": lambda: perfectplay.parse_position("coins:l1.2~3.7.4~r9/2L"),
    "a deal": lambda: perfectplay.parse_position("pursuit:3.6.9.10.50.100:831"),
    "a deal of fractions": lambda: perfectplay.parse_position("pursuit:1.2.3.4.5.6.7:9"),
    "a game": lambda: perfectplay.play("taxman:10"),
    "a best game": lambda: perfectplay.solve("taxman:30"),
    "a best line": lambda: perfectplay.solve("coins:1.2.4.3"),
    "a solution": lambda: perfectplay.solve("pursuit:3.6.9.10.50.100:951"),
    "rows": lambda: gather(solve_range, 8, 12),
    "certificates": lambda: check_files([ROOT / "certificates/taxman-0001-0100.jsonl.xz"]),
}


@rows("made", SHOWN.values(), SHOWN)
def test_a_notebook_shows_it_without_scripts_colours_and_other_hosts(made: Any) -> None:
    seen = Reader(html_of(made())).seen
    tags = {tag for tag, _ in seen}
    assert "table" in tags
    assert tags <= {"caption", "details", "figcaption", "figure", "img", "summary"} | {
        *("table", "tbody", "td", "th", "thead", "tr"),
        *("b", "s", "span"),
    }
    for tag, attributes in seen:
        assert not [name for name in attributes if name.startswith("on")]
        assert "color" not in (attributes.get("style") or "")
        if tag == "img":
            assert attributes["alt"]
            kind, _, data = (attributes["src"] or "").partition(",")
            assert kind == "data:image/svg+xml;base64"
            assert b64decode(data).startswith(b"<svg")


@pytest.mark.parametrize("text", ["taxman:30", "coins:1.2.4.3", "pursuit:3.6.9.10.50.100:831"])
def test_a_notebook_shows_the_library_s_own_picture(text: str) -> None:
    for what, svg in (
        (perfectplay.parse_position(text), perfectplay.draw(text).svg),
        (perfectplay.solve(text), perfectplay.draw(perfectplay.solve(text)).svg),
    ):
        bundle = what._repr_mimebundle_()  # type: ignore[union-attr]  # these positions can be drawn
        assert bundle["image/svg+xml"] == svg
        assert figure(svg) in bundle["text/html"]


def test_a_picture_says_in_words_what_it_shows() -> None:
    html = figure(perfectplay.draw("taxman:10/7").svg)
    assert 'alt="Taxman, N = 10: player 7, taxman 1"' in html
    assert "<summary>The picture in words</summary>The board as a grid" in html
    with use_locale("de"):
        assert "Das Bild in Worten" in figure(perfectplay.draw("taxman:10/7").svg)


def test_cells_are_escaped() -> None:
    assert table([["<a>", "&"]], ["<b>", '"'], "<c>") == (
        "<table><caption>&lt;c&gt;</caption>"
        '<thead><tr><th scope="col">&lt;b&gt;</th><th scope="col">&quot;</th></tr></thead>'
        '<tbody><tr><th scope="row">&lt;a&gt;</th><td>&amp;</td></tr></tbody></table>'
    )


# -- rows ----------------------------------------------------------------------------------------------------------


def row(n: int) -> SolvedRow:
    return SolvedRow(n, n, n, "optimal", tuple(range(n)), 0.12345, "search", {"n": n})


def test_rows_are_a_tuple_that_shows_itself() -> None:
    rows = Rows([row(1), row(40)])
    assert isinstance(rows, tuple)
    assert list(rows) == [row(1), row(40)]
    assert repr(rows) == "<Rows: 2>"
    html = rows._repr_html_()
    assert "<caption>2 rows</caption>" in html
    assert re.findall('<th scope="col">(.*?)</th>', html) == [
        *("n", "score", "upper", "status", "moves", "seconds", "source")
    ]
    assert "<td>0.123</td>" in html
    # A long cell is cut short, and ends with dots.
    assert "<td>0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 …</td>" in html


def test_rows_within_rows_become_columns_and_empty_columns_are_left_out() -> None:
    standing = Standing(None, 6, None, (4, 6), ())
    html = Rows([StrategyResults("mine", "game", 2, 9, None, 3, 1, None, None, None, standing)])._repr_html_()  # type: ignore[arg-type]
    names = re.findall('<th scope="col">(.*?)</th>', html)
    assert names == ["strategy", "kind", "first", "last", "optimal_agreements", "average", "worst_n", "lost", "tied"]
    assert "<td>4 6</td><td></td>" in html


def test_of_many_rows_the_first_are_shown() -> None:
    rows = Rows(row(n) for n in range(1, 1201))
    html = rows._repr_html_()
    assert html.count("<tr>") == MOST_ROWS + 1
    assert f"1,200 rows, of which the first {MOST_ROWS} are shown" in html
    assert Rows([])._repr_html_() == "<table><caption>0 rows</caption><tbody></tbody></table>"
    assert "1 row<" in Rows([(3, 4)])._repr_html_()


def stops(error: BaseException, *, progress: Any = None) -> Iterator[int]:
    assert progress is not None
    yield 1
    yield 2
    raise error


@pytest.mark.parametrize(
    ("error", "why"),
    [(KeyboardInterrupt(), "interrupted: the rows that were done are kept"), (TimeoutError(), "the time is up")],
)
def test_rows_before_an_interrupt_are_kept(error: BaseException, why: str) -> None:
    rows = gather(stops, error)
    assert list(rows) == [1, 2]
    assert rows.stopped == why
    assert f"<caption>2 rows; {why}</caption>" in rows._repr_html_()
    assert repr(rows) == f"<Rows: 2, {why}>"


def test_what_compiled_code_makes_of_an_interrupt_is_one_too() -> None:
    error = SystemError("returned a result with an exception set")
    error.__cause__ = KeyboardInterrupt()
    assert gather(stops, error) == (1, 2)


def test_other_errors_stay_errors() -> None:
    with pytest.raises(perfectplay.InvalidPositionError, match=r"9\.\.3 is not a range"):
        gather(solve_range, 9, 3)


# -- the line of progress ------------------------------------------------------------------------------------------


class Notebook:
    """A replacement for IPython that remembers the displayed objects."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.display = SimpleNamespace(display=self.show)

    def get_ipython(self) -> object:
        return SimpleNamespace(kernel=self)

    def show(self, told: object, *, display_id: bool) -> Notebook:
        assert display_id
        self.told.append(told)
        return self

    def update(self, told: object) -> None:
        self.told.append(told)

    @property
    def lines(self) -> list[str]:
        return [repr(told) for told in self.told]


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Notebook:
    here = Notebook()
    monkeypatch.setitem(sys.modules, "IPython", here)
    return here


def test_long_work_has_a_line_that_changes_four_times_a_second(notebook: Notebook) -> None:
    with progress_line() as line:
        for tenths in range(12):
            line(Progress("tree", tenths / 10, 5, 9, done=tenths, total=12))
    assert notebook.lines == [
        "tree, 5 of 12, 41 %, found 5, bound 9, gap 4",
        "tree, 8 of 12, 66 %, found 5, bound 9, gap 4",
        "tree, 11 of 12, 91 %, about 5 seconds left, found 5, bound 9, gap 4",
        "done, after 1.1 s",
    ]
    tags = [Reader(told._repr_html_()).seen for told in notebook.told]
    assert [tag for tag, _ in tags[0]] == ["div", "progress"]
    assert tags[0][0][1] == {"role": "status"}
    assert tags[0][1][1] == {"max": "12", "value": "5", "aria-label": notebook.lines[0]}
    assert [tag for tag, _ in tags[-1]] == ["div"]


def test_short_work_has_none(notebook: Notebook) -> None:
    assert perfectplay.solve("taxman:10").value == 40
    assert perfectplay.solve("coins:1.2.4.3").value == 5
    assert perfectplay.solve("pursuit:3.6.9:18").value == 0
    assert notebook.told == []


@pytest.mark.parametrize(
    ("error", "seconds", "lines"),
    [
        (KeyboardInterrupt, 0.1, ["interrupted before the answer was known, after 0.1 s"]),
        (KeyboardInterrupt, 1.0, ["values", "interrupted before the answer was known, after 1.0 s"]),
        (ValueError, 1.0, ["values", "failed, after 1.0 s"]),
        # If the error occurs soon, no line of progress is shown.
        (ValueError, 0.1, []),
    ],
)
def test_the_line_says_how_work_ended(
    notebook: Notebook, error: type[BaseException], seconds: float, lines: list[str]
) -> None:
    def work() -> None:
        with progress_line() as report:
            report(Progress("values", seconds))
            raise error

    with pytest.raises(error):
        work()
    assert notebook.lines == lines


def test_an_interrupted_search_keeps_what_it_knows(notebook: Notebook, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object, progress: Any, **__: object) -> perfectplay.Result[int, int]:
        progress(Progress("tree", 2.0, 7, 9))
        return perfectplay.Result(7, 7, 9, "bounded", (5,), 2.0, {"source": "search", "interrupted": True})

    monkeypatch.setattr("perfectplay.taxman.questions.solve.solve", search)
    result = perfectplay.solve("taxman:20")
    assert notebook.lines[-1] == "interrupted: the best play found, and a bound that is proven, after 2.0 s"
    assert "<td>7 to 9</td>" in result._repr_html_()
    assert "<td>interrupted: the best play found, and a bound that is proven</td>" in result._repr_html_()


def test_whoever_has_a_callback_gets_no_line(notebook: Notebook) -> None:
    told: list[Progress] = []
    position = perfectplay.parse_position("pursuit:3.6.9:18")
    assert perfectplay.solve(position, progress=told.append).value == solve_pursuit(position).value  # type: ignore[arg-type]
    assert told
    assert notebook.told == []


@pytest.mark.parametrize("shell", [None, SimpleNamespace(get_ipython=lambda: None)], ids=["no IPython", "no kernel"])
def test_without_a_notebook_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, shell: Any
) -> None:
    if shell is None:
        monkeypatch.delitem(sys.modules, "IPython", raising=False)
    else:
        monkeypatch.setitem(sys.modules, "IPython", shell)
    assert not in_notebook()
    with caplog.at_level(logging.WARNING, "perfectplay"), progress_line() as line:
        line(Progress("tree", 2.0))
    assert [one.getMessage() for one in caplog.records] == [
        "this is not a notebook, so no progress is shown; the work goes on"
    ]
    caplog.clear()
    assert gather(solve_range, 8, 8)[0].score == 21
    assert caplog.records == []
