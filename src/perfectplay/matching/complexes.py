"""Parse simplicial complexes in common notations, and refuse ambiguous input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import normalize

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.text.texts import Text

__all__ = ["MOST_FACES", "Face", "read_facets"]

Face = tuple[int | str, ...]
"""A face: its vertices in ascending order."""

MOST_FACES = 500_000
"""Maximum number of faces of all facets together; a shared face counts once for each facet."""

# A number sign in the name of a list, before its equals sign, does not start a comment.
_COMMENT = re.compile(r"(?:^|(?<=[ \t])(?!#\S*\s*:?=\s*[\[({]))#.*", re.MULTILINE)
_LIST = re.compile(r"\s*(?:[^\s=:,;()\[\]{}]+[ \t]*:?=\s*)?([\[({])\s*(?=[\[({])")
_FACET = re.compile(r"\s*(?:\[([^][(){}]*)\]|\(([^][(){}]*)\)|\{([^][(){}]*)\})\s*(?:,(?=\s*[\[({]))?")
_VERTEX = re.compile(r"""(0|[1-9][0-9]{0,17})|(["'])([\w.:+*^/-]+)\2|[^\W\d]\w*""")
_HEADINGS = {"faces", "facet", "facets", "simplices", "vertices"}


def read_facets(text: str) -> list[Face]:
    r"""Parse the facets of a simplicial complex.

    Parameters
    ----------
    text
        One facet in each line, or each facet in brackets. The list of bracketed facets may be in brackets, with
        ``name=`` before them and ``;`` after them.  Vertices are integers from 0 on, or names of letters, digits and
        ``_``, all separated by spaces or all by commas; a name that begins with a digit needs quotes.  A ``#`` at the
        beginning of a line or after a space starts a comment.

    Returns
    -------
    list
        The facets in the given order, which may be faces of each other.  Vertices are all ``int``, or all ``str``.

    Raises
    ------
    PerfectPlayError
        If the text is malformed (the message names the line), or there are more than `MOST_FACES` faces.

    Examples
    --------
    >>> read_facets("1 2 3  # two triangles\n2 3 4")
    [(1, 2, 3), (2, 3, 4)]
    >>> read_facets("circle_#1=[[a,b],[b,c],[a,c]];")
    [('a', 'b'), ('b', 'c'), ('a', 'c')]
    """
    text = _COMMENT.sub("", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    lines = ((line.start(), line[0]) for line in re.finditer(r"[^ \t\n].*", text))
    rows = [*(_bracketed(text) if re.search(r"[][(){}]", text) else lines)]
    if not rows:
        raise PerfectPlayError("there is no facet; write the vertices of each facet in a line, such as 1 2 3")
    commas = any("," in row for _, row in rows)
    facets, faces, kinds = list[Face](), 0, set[type]()
    for position, row in rows:
        words = row.split(",") if commas else re.split("[ \t\n]+", row.strip(" \t\n"))
        facet = [_vertex(text, position, word.strip(" \t\n")) for word in words]
        kinds.update(map(type, facet))
        if len(kinds) > 1:
            raise _refused(text, position, Text("with {facet}, numbers and names are mixed; use one", facet=quote(row)))
        if len(set(facet)) < len(facet):
            raise _refused(
                text, position, Text("{facet} has a vertex twice; write each of them once", facet=quote(row))
            )
        faces += 2 ** min(len(facet), 60)
        if faces > MOST_FACES:
            raise LimitExceededError(
                "the facets have more than {most:,} faces; give a smaller complex", most=MOST_FACES
            )
        facets.append(tuple(sorted(facet)))
    return facets


def _bracketed(text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and the content of the brackets around each facet."""
    start = _LIST.match(text)
    position = start.end() if start else 0
    while facet := _FACET.match(text, position):
        yield facet.start(facet.lastindex or 0), facet[facet.lastindex or 0]
        position = facet.end()
    closing = {"[": r"\s*\]", "(": r"\s*\)", "{": r"\s*\}"}[start[1]] if start else ""
    end = re.compile(rf"{closing}\s*;?\s*").match(text, position)
    if end is None or end.end() < len(text):
        position = len(text) - len(text[end.end() if end else position :].lstrip())
        rest = text[position:].partition("\n")[0] or text.strip()[-30:]
        problem = Text(
            "cannot read {rest}; give one list of facets alone, such as [[1,2,3],[2,3,4]], or a facet in each line",
            rest=quote(rest),
        )
        raise _refused(text, position, problem)


def _vertex(text: str, position: int, word: str) -> int | str:
    match = _VERTEX.fullmatch(word)
    # Refuse characters that look like others, because names that look the same would become two vertices.
    if match is None or word != normalize("NFKC", word) or _HEADINGS & {*word.lower().split("_")}:
        problem = Text(
            "{vertex} is not a vertex; write numbers such as 12 or names such as v1, separated by spaces or by commas "
            "throughout, without headings",
            vertex=quote(word),
        )
        raise _refused(text, position, problem)
    return int(word) if match[1] else match[3] or word


def _refused(text: str, position: int, problem: Text) -> PerfectPlayError:
    return PerfectPlayError("line {line}: {problem}", line=text.count("\n", 0, position) + 1, problem=problem)
