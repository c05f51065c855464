"""Test that the reader of complexes reads a text correctly, or refuses it and names the line."""

import json
from ast import literal_eval
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import LimitExceededError, PerfectPlayError
from perfectplay.matching.complexes import Face, read_facets
from tests.tables import rows
from tests.timing import effort

CIRCLE: list[Face] = [(1, 2), (2, 3), (1, 3)]


@rows(
    "text, facets",
    [
        ("1 2\n2 3\n1 3", CIRCLE),
        ("1,2\n2, 3\n 1 ,3 ", CIRCLE),
        ("\ufeff1 2\r\n2 3\r\n1 3\r\n", CIRCLE),
        ("1\t2\r2 3\r\r\t 1 3 \t", CIRCLE),
        ("# a circle\n1 2 # an edge\n  #another\n2 3\n1 3\n#", CIRCLE),
        ("[[1,2],[2,3],[1,3]]", CIRCLE),
        ("[ [1, 2]\n, [2,\n3] # not all\n,[1,3]\n]\n", CIRCLE),
        ("[[1 2] [2 3] [1 3]]", CIRCLE),
        ("{1 2}\n{2 3}\n{1 3}\n", CIRCLE),
        ("{{1 2}\n{2 3}\n{1 3}}", CIRCLE),
        ("{(1, 2), (2, 3), (1, 3)}", CIRCLE),
        ("((1,2),(2,3),(1,3))", CIRCLE),
        ("[1,2],[2,3],[1,3];", CIRCLE),
        ("Facets := [[1,2],[2,3],[1,3]];\n", CIRCLE),
        ("manifold_lex_d1_n3_#1=[[1,2],\n[2,3],[1,3]]", CIRCLE),
        ("facets = [\n  [1, 2],\n  [2, 3],\n  [1, 3]\n]", CIRCLE),
        ("# [[7,8]]\n[[1,2],[2,3],[1,3]]\n# see [1], or x=[[1]]", CIRCLE),
        ("3 1 2\n10 9", [(1, 2, 3), (9, 10)]),
        ("1 2 3\n1 2", [(1, 2, 3), (1, 2)]),
        ("0", [(0,)]),
        ("999999999999999999", [(10**18 - 1,)]),
        ("1\n2\n3", [(1,), (2,), (3,)]),
        ("1,2,3\n4", [(1, 2, 3), (4,)]),
        ("[[1],[2]]", [(1,), (2,)]),
        ("[(1)]", [(1,)]),
        ("b a\nc a", [("a", "b"), ("a", "c")]),
        ("v1 v10 v2 \u00e9 _x", [("_x", "v1", "v10", "v2", "\u00e9")]),
        ("[['a','b'],[\"b\",\"1\"]]", [("a", "b"), ("1", "b")]),
        ("'1e3' '-1' 'x:2' \"facets\"", [("-1", "1e3", "facets", "x:2")]),
    ],
)
def test_what_is_read(text: str, facets: list[Face]) -> None:
    assert read_facets(text) == facets


NO_VERTEX, NO_LIST = "is not a vertex; ", "give one list of facets alone, "


@rows(
    "text, line, why",
    [
        # Ambiguous or invalid vertices.
        ("1 2\n01 1 2", 2, f"'01' {NO_VERTEX}"),
        ("00 1", 1, f"'00' {NO_VERTEX}"),
        ("-1 2", 1, f"'-1' {NO_VERTEX}"),
        ("+1 2", 1, NO_VERTEX),
        ("1.5 2", 1, NO_VERTEX),
        ("1e3 2", 1, NO_VERTEX),
        ("1_000 2", 1, NO_VERTEX),
        ("0x1 2", 1, NO_VERTEX),
        ("1a 2a", 1, NO_VERTEX),
        ("1000000000000000000", 1, NO_VERTEX),
        ("\u0661 2", 1, NO_VERTEX),
        ("\u00b2 2", 1, NO_VERTEX),
        ("x\u2081 x1", 1, NO_VERTEX),
        ("\u212b a", 1, NO_VERTEX),
        ("\uff11 2", 1, NO_VERTEX),
        ("a-b c", 1, NO_VERTEX),
        ("e\u0301 a", 1, NO_VERTEX),
        ("a\ud800 b", 1, r"'a\ud800' is not"),
        ("1 2\0 3", 1, r"'2\x00' is not"),
        ("1\u200b 2", 1, NO_VERTEX),
        ("1 2\n\ufeff3 4", 2, NO_VERTEX),
        # Separators that are invalid or inconsistent.
        ("1,2;2,3;1,3", 1, f"'2;2' {NO_VERTEX}"),
        ("1 2\n2 3;", 2, NO_VERTEX),
        ("1 2\x0c2 3", 1, NO_VERTEX),
        ("1 2\x0b2 3", 1, NO_VERTEX),
        ("1 2\u20282 3", 1, NO_VERTEX),
        ("1 2\x852 3", 1, NO_VERTEX),
        ("1 2\x1c2 3", 1, NO_VERTEX),
        ("1\u00a02", 1, NO_VERTEX),
        ("1-2", 1, NO_VERTEX),
        ("1|2", 1, NO_VERTEX),
        ("1/2", 1, NO_VERTEX),
        ("1: 2 3", 1, NO_VERTEX),
        ("1 2 3\n1,2,4", 1, f"'1 2 3' {NO_VERTEX}"),
        ("1,2 3", 1, f"'2 3' {NO_VERTEX}"),
        ("[[1,2],[2 3]]", 1, f"'2 3' {NO_VERTEX}"),
        ("1 2,\n3", 1, NO_VERTEX),
        ("1,2,\n3", 1, f"'' {NO_VERTEX}"),
        (",1,2", 1, f"'' {NO_VERTEX}"),
        ("[1,,2]", 1, f"'' {NO_VERTEX}"),
        ("[[1,2,],[2,3]]", 1, f"'' {NO_VERTEX}"),
        ("[]", 1, f"'' {NO_VERTEX}"),
        ("[[1,2],\n[]]", 2, f"'' {NO_VERTEX}"),
        ('["1 2","2 3"]', 1, NO_VERTEX),
        ("['1,2','2,3']", 1, NO_VERTEX),
        ('"a b" c', 1, NO_VERTEX),
        ("'a\" b", 1, NO_VERTEX),
        ("'' a", 1, NO_VERTEX),
        ("'a #b' c", 1, f'"\'a" {NO_VERTEX}'),
        # Unsupported comments and headings that other programs write.
        ("1 2\n// circle\n2 3", 2, f"'//' {NO_VERTEX}"),
        ("1 2 % circle", 1, NO_VERTEX),
        ("1 2#3", 1, NO_VERTEX),
        ("1 2 -- 3", 1, NO_VERTEX),
        ("VERTICES_IN_FACETS\n0 1 2", 1, f"'VERTICES_IN_FACETS' {NO_VERTEX}"),
        ("VERTICES_IN_FACETS\n{0 1 2}\n{1 2 3}", 1, f"cannot read 'VERTICES_IN_FACETS'; {NO_LIST}"),
        ("a b\nFacets\nb c", 2, NO_VERTEX),
        ("MINIMAL_NON_FACES\na b", 1, NO_VERTEX),
        ("facets: 1 2", 1, NO_VERTEX),
        ("f = 1 2", 1, NO_VERTEX),
        # Mixtures of numbers and names.
        ("1 2\n2 a", 2, "with '2 a', numbers and names are mixed"),
        ("1 2\na b", 2, "with 'a b', numbers and names are mixed"),
        ("1 '2'", 1, "numbers and names are mixed"),
        ("OFF\n6 8 12", 2, "numbers and names are mixed"),
        # A facet that has a vertex twice.
        ("1 2\n\n2 1 2", 3, "'2 1 2' has a vertex twice"),
        ("[['a',a]]", 1, "has a vertex twice"),
        # Lists that are not a single list of facets.
        ("[[1,2]] [[2,3]]", 1, "cannot read '[[2,3]]'"),
        ("a=[[1,2],[2,3]]\nb=[[1,3]]", 2, "cannot read 'b=[[1,3]]'"),
        ("[[1,2],[2,3]];\n1 3", 2, "cannot read '1 3'"),
        ("1 2\n[2,3]", 1, "cannot read '1 2'"),
        ("[[1,2],3]", 1, "cannot read ',3]'"),
        ("[1,[2,3]]", 1, "cannot read '[1,[2,3]]'"),
        ("[[[1,2],[2,3]]]", 1, "cannot read '[[1,2],[2,3]]]'"),
        ("[[[1,2]],[[2,3]]]", 1, "cannot read '[[1,2]],[[2,3]]]'"),
        ("[[1,2],[2,3]", 1, "cannot read '[[1,2],[2,3]'"),
        ("[[1,2],\n[2,3]]]", 2, "cannot read ']'"),
        ("[1,2", 1, "cannot read '[1,2'"),
        ("1,2]", 1, "cannot read '1,2]'"),
        ("[1,2)", 1, "cannot read '[1,2)'"),
        ("[[1,2],[2,3])", 1, "cannot read ')'"),
        ("[[1,2],[2,3],]", 1, "cannot read ',]'"),
        ("[[1,2],,[2,3]]", 1, "cannot read ',,[2,3]]'"),
        ("[[1,2];[2,3]]", 1, "cannot read ';[2,3]]'"),
        ("[1,2];[2,3]", 1, "cannot read '[2,3]'"),
        ("[[1,2]];;", 1, "cannot read ';'"),
        ("x=[1,2]", 1, "cannot read 'x=[1,2]'"),
        ("x==[[1,2]]", 1, "cannot read 'x==[[1,2]]'"),
        ("x y=[[1,2]]", 1, "cannot read 'x y=[[1,2]]'"),
        ("manifold #1=[[1,2],[2,3]]", 1, "cannot read 'manifold #1=[[1,2],[2,3]]'"),
        ("SimplicialComplex([[1,2],[2,3]])", 1, "cannot read 'SimplicialComplex("),
        ("Simplicial complex with vertex set (1, 2) and facets {(1, 2)}", 1, NO_LIST),
        ('{"facets": [[1,2],[2,3]]}', 1, NO_LIST),
        ("new SimplicialComplex(FACETS=>[[0,1],[1,2]])", 1, NO_LIST),
        ("[[1,2],[2,3]] is a path", 1, "cannot read 'is a path'"),
        ("{1 2} {2 3} 4", 1, "cannot read '4'"),
    ],
)
def test_what_is_refused(text: str, line: int, why: str) -> None:
    with pytest.raises(PerfectPlayError) as caught:
        read_facets(text)
    said = str(caught.value)
    assert said.startswith(f"line {line}: ")
    assert why in said
    assert len(said.splitlines()) == 1


@rows("text", ["", " \n\t\n", "\ufeff", "# nothing", "#1=[[1,2,3]]"])
def test_without_a_facet_there_is_no_complex(text: str) -> None:
    with pytest.raises(PerfectPlayError, match="there is no facet; write the vertices of each"):
        read_facets(text)


def test_more_faces_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for vertices in (19, 100_000):
        with pytest.raises(LimitExceededError, match="the facets have more than 500,000 faces"):
            read_facets(" ".join(map(str, range(vertices))))
    assert read_facets(" ".join(map(str, range(18)))) == [tuple(range(18))]
    monkeypatch.setattr("perfectplay.matching.complexes.MOST_FACES", 12)
    assert len(read_facets("1 2\n2 3\n1 3")) == 3
    with pytest.raises(LimitExceededError, match="the facets have more than 12 faces"):
        read_facets("1 2\n2 3\n1 3\n4")


def test_an_error_is_said_in_the_readers_language() -> None:
    with pytest.raises(PerfectPlayError) as caught:
        read_facets("1 2\n2 2")
    assert caught.value.template == "line {line}: {problem}"


@pytest.mark.parametrize(
    "text", ["1{}2", "[1{}2]", "[[1,2]{}x", "{}x", "x{}=", "{}[[1,2]]]", "1, {},2", "1 #{}=", "a_{}_!"]
)
def test_long_texts_take_no_square_of_their_length(text: str) -> None:
    def read() -> None:
        for filling in (" ", "\n", "a", "_faces", " #", "[", "1,"):
            with suppress(PerfectPlayError):
                read_facets(text.replace("{}", filling * (200_000 // len(filling))))

    assert effort(read, 12) < 12


# -- random texts ------------------------------------------------------------------------------------------------------

NUMBERS = st.integers(0, 10**18 - 1) | st.integers(0, 30)
NAMES = st.from_regex(r"[a-zA-Z_\u00e4\u03b1][a-zA-Z0-9_\u00e4\u03b1]{0,5}", fullmatch=True).filter(
    lambda name: not {"faces", "facet", "facets"} & {*name.lower().split("_")}
)


def complexes(vertices: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Face]]:
    facet = st.lists(vertices, min_size=1, max_size=5, unique=True).map(lambda ends: (*sorted(ends),))
    return st.lists(facet, min_size=1, max_size=8)


BRACKETS = st.sampled_from(["[]", "()", "{}"])
BLANK = st.sampled_from(["", " ", "\n", "\t", "\r\n", " # a comment\n", "\n#[1]\n"])


@given(complexes(NUMBERS) | complexes(NAMES), st.sampled_from([" ", ",", ", ", "\t", " , "]), st.data())
def test_every_style_is_read_as_it_was_written(facets: list[Face], comma: str, data: st.DataObject) -> None:
    lines = [comma.join(map(str, facet)) for facet in facets]
    assert read_facets(data.draw(st.sampled_from(["\n", "\r\n", "\r", " # x\n", "\n\n#y\n"])).join(lines)) == facets
    inner, outer = data.draw(BRACKETS), data.draw(BRACKETS)
    grouped = [f"{inner[0]}{data.draw(BLANK)}{line}{inner[1]}" for line in lines]
    groups = data.draw(st.sampled_from([",", " ", ", ", "\n", ",\n"])).join(grouped)
    assert read_facets(groups) == facets
    head = data.draw(st.sampled_from(["", "x=", "\ufeff# y\nlist_#12 := "]))
    tail = data.draw(st.sampled_from(["", ";", " ;\n"]))
    assert read_facets(f"{head}{outer[0]}{groups}{data.draw(BLANK)}{outer[1]}{tail}") == facets


@given(complexes(NAMES))
def test_json_is_read_as_it_was_written(facets: list[Face]) -> None:
    assert read_facets(json.dumps(facets, ensure_ascii=False)) == facets


@given(st.text() | st.text("[](){},; \t\n\r#=:'\"01a_\u0661\x0c\ufeff", max_size=30))
def test_whatever_is_not_read_is_refused_in_one_line(text: str) -> None:
    facets, said = [], ""
    try:
        facets = read_facets(text)
    except PerfectPlayError as error:
        said = str(error)
    assert bool(facets) != bool(said)
    assert len(said.splitlines()) <= 1
    assert len({type(vertex) for facet in facets for vertex in facet}) <= 1


EDITS = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(["", *"[](){},012 "])), max_size=3)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@given(complexes(st.integers(0, 12)), st.sampled_from(["[]", "()", "{}"]), EDITS)
def test_python_reads_the_same_where_both_can_read(
    facets: list[Face], outer: str, edits: list[tuple[int, str]]
) -> None:
    text = f"{outer[0]}{', '.join(map(str, facets))}{outer[1]}"
    for place, character in edits:
        text = text[:place] + character + text[place + (not character) :]
    try:
        found, value = read_facets(text), literal_eval(text.strip())
    except (PerfectPlayError, SyntaxError, ValueError, TypeError):
        return
    whole = [value] if isinstance(value, int) else list(value)
    # A bracketed list of numbers alone is a single facet; Python drops the brackets around a single number.
    if len(found) == 1 and all(isinstance(one, int) for one in whole):
        whole = [whole]
    assert {frozenset(facet) for facet in found} == {frozenset([one] if isinstance(one, int) else one) for one in whole}
