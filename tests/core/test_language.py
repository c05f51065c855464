"""Test the translations: the catalogues are complete, and every message of the library can be translated."""

from __future__ import annotations

import ast
import json
import pickle
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import perfectplay
from perfectplay.core import errors
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_names, parse_position
from perfectplay.core.text.language import current_locale, in_all_languages, languages, use_locale
from perfectplay.core.text.texts import ENGLISH, FOLDER, Text, grouped, say, say_counted, translate
from tests.tables import rows

ROOT = Path(perfectplay.__file__).parent
OTHERS = [language for language in languages() if language != ENGLISH]
TEXTS = "perfectplay.core.text.texts"
SAYING = {"Text", "say"}
COUNTING = {"say_counted"}
SHELL = "cli"
"""Folder of the command-line interface, whose texts are in English."""
FORWARDING = {"core/errors.py", "core/text/texts.py"}
"""Modules that build texts from templates which their callers pass."""
PLAIN = {"core/game/conformance.py", "core/proof/certificates.py", "native/__init__.py"}
"""Modules whose messages stay in English: only authors of games, and users of compilers and checkers, read them."""


@dataclass(frozen=True)
class Said:
    """A template of a text in the source code, with its location and the names of its values."""

    part: str
    place: str
    template: str
    one: str | None
    values: set[str]


@cache  # instead of parsing during the import, since every process of a parallel run imports this file
def sources() -> dict[str, list[ast.AST]]:
    """Return all nodes of each module's syntax tree."""
    found = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.py"))}
    chosen = {name: text for name, text in found.items() if not name.startswith(f"{SHELL}/") and name not in FORWARDING}
    return {name: list(ast.walk(ast.parse(text))) for name, text in chosen.items()}


@cache
def error_classes() -> set[str]:
    """Return the names of all error classes, each of which builds a `Text` from its template and values."""
    classes = [node for nodes in sources().values() for node in nodes if isinstance(node, ast.ClassDef)]
    kinds = {name for name in errors.__all__ if name.endswith("Error")}
    while fresh := {c.name for c in classes if kinds & {ast.unparse(base) for base in c.bases}} - kinds:
        kinds |= fresh
    return kinds


BUILT = (ast.JoinedStr, ast.BinOp, ast.IfExp)


def known_as(nodes: list[ast.AST]) -> set[str]:
    """Return the names that a module imports from `perfectplay.core.text.texts`."""
    imported = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == TEXTS]
    return {alias.name for node in imported for alias in node.names}


def given_templates(call: ast.Call, name: str, known: set[str]) -> list[ast.expr]:
    """Return the templates that a call passes: one, or two for singular and plural."""
    word = ast.unparse(call.func)
    if word in SAYING & known:
        return call.args[:1]
    if word in COUNTING & known or word == "Text.counted":
        return call.args[1:3]
    if word in error_classes() and name not in PLAIN:
        # An error may get a complete message instead of a template, but then it gets no values.
        return [given for given in call.args[:1] if call.keywords or isinstance(given, ast.Constant)]
    return []


@cache
def templates() -> list[Said]:
    found = []
    for name, nodes in sources().items():
        known = known_as(nodes)
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            if given := given_templates(call, name, known):
                words = [part.value for part in given if isinstance(part, ast.Constant) and isinstance(part.value, str)]
                place = f"{name}:{call.lineno}"
                assert len(words) == len(given), f"{place}: a template must stand in the code"
                keys = {keyword.arg or "**" for keyword in call.keywords} | {"count"}
                found.append(Said(name.partition("/")[0], place, words[-1], [None, *words][-2], keys))
    return found


PARTS = sorted({path.stem for path in (FOLDER / OTHERS[0]).glob("*.json")} - {"language"})


def catalogue(language: str, part: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / language / f"{part}.json").read_text(encoding="utf-8"))
    return found


def places(template: str) -> set[tuple[str | None, str | None, str | None]]:
    return {found[1:] for found in Formatter().parse(template) if found[1] is not None}


# -- the catalogues ----------------------------------------------------------------------------------------------------


def test_there_are_languages() -> None:
    assert languages()[0] == ENGLISH
    assert {"de", "fr"} <= set(languages())


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_a_file_for_each_part_and_no_other(language: str) -> None:
    assert {path.stem for path in (FOLDER / language).iterdir()} == {*(said.part for said in templates()), "language"}


@rows("part", PARTS)
@rows("language", OTHERS)
def test_a_catalogue_has_what_is_said_and_nothing_else(language: str, part: str) -> None:
    pairs = {(said.template, said.one) for said in templates() if said.part == part}
    said = dict(pairs)
    assert len(said) == len(pairs), "a template is said with a number, and without"
    texts = catalogue(language, part)
    assert sorted(texts) == sorted(said), "a text is missing, or nobody says it any more"
    for template, text in texts.items():
        forms = [text] if said[template] is None else text
        assert isinstance(forms, list)
        assert len(forms) == (1 if said[template] is None else 2), template
        for form in forms:
            assert places(form) == places(template), template
            assert form.strip() == form or template.startswith(" "), template
            assert len(form.splitlines()) == 1, template


@pytest.mark.parametrize("language", OTHERS)
def test_what_two_parts_say_is_said_in_the_same_words(language: str) -> None:
    found: dict[str, Any] = {}
    for part in PARTS:
        for template, text in catalogue(language, part).items():
            assert found.setdefault(template, text) == text


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_how_it_writes_numbers(language: str) -> None:
    habits = catalogue(language, "language")
    assert habits.keys() == {"grouping", "decimal", "singular"}
    assert 1 in habits["singular"]


def test_a_template_is_given_its_values() -> None:
    """Check that a template gets all its values: a template without values would be shown with its braces."""
    for said in templates():
        assert "**" in said.values or {name for name, _, _ in places(said.template)} <= said.values, said.place


def test_no_message_is_raised_that_cannot_be_translated() -> None:
    """Check that each message is a template in the call, or a `Text` from elsewhere, but not an f-string."""
    bare = []
    for name, found in sources().items():
        nodes = [] if name in PLAIN or name.endswith("proof/check.py") else found
        assigned = [node for node in nodes if isinstance(node, ast.Assign) and isinstance(node.value, BUILT)]
        built = {ast.unparse(target) for node in assigned for target in node.targets}
        calls = [n for n in nodes if isinstance(n, ast.Call) and n.args and ast.unparse(n.func) in error_classes()]
        bare += [f"{name}:{n.lineno}" for n in calls if isinstance(n.args[0], BUILT) or ast.unparse(n.args[0]) in built]
    assert bare == []


# -- texts -------------------------------------------------------------------------------------------------------------


def test_a_text_is_its_english_words() -> None:
    text = Text("there is no game {name}; the games are {names}", name="'x'", names="a, b")
    assert text == "there is no game 'x'; the games are a, b"
    assert str(text) == text
    assert type(str(text)) is str
    assert translate(text) == text
    assert json.dumps(text) == json.dumps(str(text))


def test_an_error_builds_its_text() -> None:
    text = Text("there is no game {name}; the games are {names}", name="'x'", names="a, b")
    for error in (PerfectPlayError(text), PerfectPlayError(text.template, **text.values)):
        for raised in (error, sent(error)):
            assert (str(raised), raised.template, raised.values) == (text, text.template, text.values)
            assert in_all_languages(raised.message)["de"] == "es gibt kein Spiel 'x'; die Spiele sind a, b"


def test_what_is_within_is_translated_too() -> None:
    inner = Text.counted(1, "about {count:,} day", "about {count:,} days")
    outer = Text("this takes {time}", time=inner)
    assert in_all_languages(outer) == {"en": "this takes about 1 day", "de": "das dauert etwa 1 Tag", "fr": FRENCH_DAY}
    error = errors.IllegalMoveError("the game is over")
    assert Text("{problem}; {legal}", problem="x", legal=error).within("de") == "x; das Spiel ist zu Ende"


FRENCH_DAY = "cela prend environ 1 jour"


@pytest.mark.parametrize(("language", "none", "one", "many"), [("de", 1, 0, 1), ("fr", 0, 0, 1)])
def test_things_are_counted_as_the_language_does(language: str, none: int, one: int, many: int) -> None:
    forms = catalogue(language, "coins")["{count:,} coins"]
    for count, form in ((0, none), (1, one), (2, many)):
        with use_locale(language):
            assert say_counted(count, "{count:,} coin", "{count:,} coins") == forms[form].replace(
                "{count:,}", str(count)
            )


def test_numbers_are_written_as_the_language_does() -> None:
    written = {}
    for language in languages():
        with use_locale(language):
            written[language] = grouped(1234567), say("{value:,}: {count:,} formulae", value=3, count=12345)
    assert written["en"] == ("1,234,567", "3: 12,345 formulae")
    assert written["de"] == ("1.234.567", "3: 12.345 Formeln")
    assert written["fr"] == ("1\u202f234\u202f567", "3\u00a0: 12\u202f345 formules")


def test_an_unknown_text_stays_english() -> None:
    text = Text("nobody says this, {name}", name="x")
    assert in_all_languages(text) == dict.fromkeys(languages(), "nobody says this, x")
    assert in_all_languages("plain") == dict.fromkeys(languages(), "plain")


def test_speaking_ends_where_it_began() -> None:
    assert current_locale() == ENGLISH
    with use_locale("de"):
        with use_locale("fr"):
            assert current_locale() == "fr"
        assert current_locale() == "de"
    assert current_locale() == ENGLISH
    with (
        pytest.raises(PerfectPlayError, match="there is no language 'xx'; the languages are en, de, fr"),
        use_locale("xx"),
    ):
        pass


def test_another_thread_speaks_its_own_language() -> None:
    heard = []
    with use_locale("de"):
        thread = threading.Thread(target=lambda: heard.append(current_locale()))
        thread.start()
        thread.join()
    assert heard == [ENGLISH]


# -- every message can be translated -----------------------------------------------------------------------------------


def value_for(specification: str) -> st.SearchStrategy[Any]:
    if specification:
        return st.integers(-(10**9), 10**9)
    return st.text() | st.integers() | st.fractions() | st.just(Text("the game is over"))


def values_of(template: str) -> st.SearchStrategy[dict[str, Any]]:
    found = {str(name): value_for(str(spec)) for name, spec, _ in places(template)}
    return st.fixed_dictionaries(found)


@given(data=st.data(), said=st.deferred(lambda: st.sampled_from(templates())), language=st.sampled_from(languages()))
def test_every_text_can_be_said_in_every_language(data: st.DataObject, said: Said, language: str) -> None:
    values = data.draw(values_of(said.template))
    if said.one is None:
        text = Text(said.template, **values)
    else:
        count = values.pop("count")
        text = Text.counted(count, said.one, said.template, **values)
    told = text.within(language)
    assert isinstance(told, str)
    for name, value in values.items():
        if isinstance(value, str) and not isinstance(value, Text) and (name, "", None) in places(said.template):
            assert value in told
    copy = sent(text)
    assert (copy, copy.template, copy.within(language)) == (text, text.template, told)


def sent(value: Any) -> Any:
    """Return a value as another process would receive it."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301  # it was pickled here


def refusal(text: str) -> PerfectPlayError | None:
    try:
        parse_position(text)
    except PerfectPlayError as error:
        return error
    return None


WRONG = st.sampled_from([f"{name}:{rest}" for name in game_names() for rest in ("", "0", "x", "3.1.2", "9/1", "5:5/e")])


@given(WRONG | st.text(max_size=30))
@example("taxman:20/19.99")
@example("coins:1.2/X")
@example("pursuit:1.2:0")
def test_every_refusal_of_a_position_can_be_said_in_every_language(text: str) -> None:
    error = refusal(text)
    if error is None:
        return
    assert isinstance(error.message, Text)
    told = {}
    for language in languages():
        with use_locale(language):
            told[language] = error.translated()
    assert told[ENGLISH] == str(error)
    assert len(set(told.values())) == len(languages())
    assert all(len(line.splitlines()) == 1 for line in told.values())
    again = sent(error)
    assert (str(again), again.template, again.values) == (str(error), error.template, error.values)


def test_a_plain_message_stays_as_it_is() -> None:
    message = "of another {0} {package"
    error = sent(PerfectPlayError(message))
    with use_locale("de"):
        assert (str(error), error.translated(), error.template, error.values) == (message, message, message, {})


# -- pictures ----------------------------------------------------------------------------------------------------------


def pictures() -> Mapping[str, Any]:
    from perfectplay.coins.pictures.charts import tie_chart
    from perfectplay.coins.pictures.fusion import draw_fusions
    from perfectplay.coins.pictures.tree import compact_tree, game_tree
    from perfectplay.coins.pictures.triangle import triangle
    from perfectplay.coins.questions.explain import ExplainRow
    from perfectplay.coins.rules import CoinsPosition
    from perfectplay.core.teaching.review import review
    from perfectplay.factorgame.pictures.replies import draw_replies
    from perfectplay.factorgame.questions import ExplainFactor
    from perfectplay.factorgame.rules import FactorPosition
    from perfectplay.pictures.review import draw_review
    from perfectplay.pursuit import odds
    from perfectplay.pursuit.deal.deals import Deck
    from perfectplay.pursuit.pictures import svg
    from perfectplay.pursuit.questions.explain import ExplainDeal
    from perfectplay.pursuit.reach import reach
    from perfectplay.pursuit.rules import PursuitPosition
    from perfectplay.pursuit.search.counting import count_formulas
    from perfectplay.taxman.pictures import charts
    from perfectplay.taxman.pictures.cover import cover
    from perfectplay.taxman.pictures.tree import tree

    small = Deck.of("small", dict.fromkeys(range(1, 6), 1), ())
    return {
        "taxman": lambda: perfectplay.draw("taxman:20/19.9").svg,
        "taxman, whole": lambda: perfectplay.draw(perfectplay.solve("taxman:12")).svg,
        "taxman, scores": lambda: charts.scores(1000, 1010).svg,
        "taxman, gaps": lambda: charts.scores(20, 30, "gap", ["cuts"]).svg,
        "taxman, strategies": lambda: charts.strategies(10, 20).svg,
        "taxman, cover": lambda: cover(12).svg,
        "taxman, tree": lambda: tree(40, sparing=True).svg,
        "coins": lambda: perfectplay.draw("coins:1.3.4.2/R").svg,
        "coins, margins": lambda: triangle([1, 1, 2], "S"),
        "coins, part": lambda: triangle([1, 3, 4, 2], "M", 1, 3),
        "coins, tree": lambda: game_tree([2, 3, 1]),
        "coins, compact": lambda: compact_tree([2, 3, 1]),
        "coins, fusions": lambda: draw_fusions(ExplainRow(position=CoinsPosition.new([1, 3, 2, 4])).answer()),
        "coins, ties": lambda: tie_chart(3, 6).svg,
        "pursuit": lambda: perfectplay.draw("pursuit:1.2.3:7").svg,
        "pursuit, solution": lambda: perfectplay.draw(perfectplay.solve("pursuit:1.2.3:7")).svg,
        "pursuit, map": lambda: svg.heat_map(reach([2, 7], 1, 200)),
        "pursuit, chances": lambda: svg.target_chart(odds.odds(small, 3, 1, 50)),
        "pursuit, reason": lambda: svg.reason_map(ExplainDeal(position=PursuitPosition.new([2, 7], 8)).answer()),
        "factor game, replies": lambda: draw_replies(ExplainFactor(position=FactorPosition.new(8)).answer()),
        "review": lambda: draw_review(review("taxman:10/7.10.8")),
        "review, two players": lambda: draw_review(review("coins:1.3.4.2/RL")),
        "pursuit, formulae": lambda: svg.formula_histogram(count_formulas(small, 3)),
    }


NAMES = re.compile(r"Alice|Bob|Taxman, N = [0-9]+|[a-z]+(-[a-z0-9]+)+|random|.*Taxman score \(2022\)\.")
"""Names that are the same in every language."""


def lines(picture: str) -> set[str]:
    """Return all texts of a picture, tooltips included."""
    texts = re.findall(r"<(?!style)[a-z]+[^>]*>([^<]+)<", picture)
    return {unescape(text).strip() for text in texts}


@pytest.mark.full
@rows("language", OTHERS)
@rows("name", list(pictures()))
def test_a_picture_speaks_one_language(name: str, language: str) -> None:
    draw = pictures()[name]
    english = draw()
    with use_locale(language):
        other = draw()
    assert draw() == english
    # Except for the words in `SAME`, only lines of numbers and names may be the same in both languages.
    same = {line for line in lines(english) & lines(other) if re.search(r"[A-Za-z]{3}", NAMES.sub("", line))}
    assert same <= set(SAME.get(language, ()))


SAME = {"de": [], "fr": ["points"]}
"""Words that have the same spelling in English and another language, by language."""


def test_a_share_has_the_mark_of_its_language() -> None:
    from perfectplay.pictures.scales import share_text
    from perfectplay.pursuit.pictures.common import percent

    share = Fraction(1, 3)
    with use_locale("de"):
        assert share_text(share) == "33,33\u00a0%"
        assert percent(Fraction(99_999, 100_000)) == "über 99,99\u00a0%"
    assert share_text(share) == "33.33\u00a0%"
