"""Worksheets as HTML pages for printing, black on white, without scripts or external files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from perfectplay.core.game.parts import Task
from perfectplay.core.text.language import current_locale
from perfectplay.core.text.texts import Text, say, translate

__all__ = ["draw_sheet"]

_WIDE = 6
"""Maximum number of lines in one column; more lines are set in two columns."""

_STYLE = """
@page { margin: 14mm }
body { max-width: 182mm; margin: 8mm auto; padding: 0 4mm; color: #000; background: #fff;
  font: 11pt/1.4 system-ui, "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif }
h1 { margin: 0; padding-bottom: 3mm; border-bottom: 1.5pt solid; font-size: 17pt }
h2 { margin: 0 0 2.5mm; font-size: 12pt }
h2 b { padding: 0.1em 0.45em; border-radius: 3px; color: #fff; background: #000; print-color-adjust: exact }
p { margin: 0 0 1mm }
ol { margin: 0; padding: 0; list-style: none }
section { margin: 6mm 0; break-inside: avoid }
footer { padding-top: 2mm; border-top: 0.5pt solid #767676; color: #444; font-size: 9pt }
.answers { margin-top: 14mm; break-before: page }
.blanks { display: flex; flex-wrap: wrap; gap: 5mm 8mm; margin-top: 5mm }
.blanks span { flex: 1; display: flex; align-items: end; gap: 2mm; white-space: nowrap }
.blanks span::after { content: ""; flex: 1; min-width: 14mm; border-bottom: 0.75pt solid }
.given { display: flex; flex-wrap: wrap; align-items: center; gap: 2mm; margin-bottom: 2mm }
.given li, .cells span { display: grid; place-items: center; border: 0.75pt solid; font-size: 13pt }
:is(.tiles, .prices) { display: grid; grid-template-columns: repeat(10, 1fr); gap: 1mm }
:is(.tiles, .prices) li { height: 9mm; border-radius: 1.5mm }
.prices li { height: 18mm; padding-top: 1mm; place-items: start center }
.prices li::after { content: ""; width: 70%; height: 8mm; border-bottom: 0.75pt solid }
.rounds li { min-width: 12mm; height: 12mm; border-width: 1.25pt; border-radius: 50%; font-weight: 700 }
.cards li { min-width: 14mm; height: 17mm; border-radius: 1.5mm }
.cards .goal { min-width: 26mm; margin-left: auto; border-width: 2.25pt; font-size: 18pt; font-weight: 700 }
.cells { position: relative; display: grid; justify-items: center; gap: 1mm; margin-bottom: 1mm }
.cells div { display: flex; gap: 3mm }
.cells i { position: absolute; left: 0; font-style: normal; line-height: 8.5mm }
.cells span { width: 11mm; height: 8.5mm; border-radius: 1mm }
.cells + .given { flex-wrap: nowrap; justify-content: center }
.lines { margin-top: 4mm }
.wide { display: flex; align-items: start; gap: 5mm }
table { width: 100%; border-collapse: collapse }
th, td { height: 7.5mm; padding: 0 1.5mm; border: 0.5pt solid #767676; font-weight: 400; text-align: left }
tr :first-child { width: 12mm }
"""


def draw_sheet(heading: str, tasks: Sequence[Task], footer: str, *, answers: bool) -> str:
    """Format a worksheet as HTML in the current language; the answers follow on separate pages if ``answers`` is true.

    >>> from perfectplay.core.game import game_parts
    >>> coins = game_parts("exercises")["coins"]
    >>> page = draw_sheet("Coins", [coins.task(row) for row in coins.make("easy", 2, 1)], "sheet 1", answers=True)
    >>> page.count("<section>"), "Coins: answers" in page
    (4, True)
    """
    title = translate(heading)
    body = [
        _tag("h1", title),
        _blanks([Text("Name:"), Text("Date:")]),
        _tag("p", translate(tasks[0].rules), ' style="margin-top: 5mm"'),
        *(_section(at, task, _asked(task)) for at, task in enumerate(tasks, 1)),
        _tag("footer", footer),
    ]
    if answers:
        body += [
            _tag("h1", say("{heading}: answers", heading=title), ' class="answers"'),
            *(_section(at, task, _answered(task)) for at, task in enumerate(tasks, 1)),
            _tag("footer", footer),
        ]
    head = f'<meta charset="utf-8">{_tag("title", title)}<style>{_STYLE}</style>'
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{current_locale()}">',
            f"<head>{head}</head>",
            "<body>",
            *body,
            "</body>",
            "</html>",
            "",
        ]
    )


def _tag(name: str, words: object, attributes: str = "") -> str:
    return f"<{name}{attributes}>{escape(str(words))}</{name}>"


def _section(at: int, task: Task, parts: Iterable[str]) -> str:
    return f"<section><h2><b>{at}</b> {escape(translate(task.title))}</h2>{''.join(parts)}</section>"


def _asked(task: Task) -> Iterable[str]:
    if task.cells:
        yield _cells(task, filled=False)
    yield _given(task)
    yield _lines(task)
    yield _blanks(task.blanks)


def _answered(task: Task) -> Iterable[str]:
    if task.cells:
        yield _cells(task, filled=True)
    if task.shape == "rounds":
        yield _given(task)
    for line in task.answer:
        yield _tag("p", translate(line))


def _given(task: Task) -> str:
    goal = "" if task.goal is None else _tag("li", task.goal, ' class="goal"')
    return f'<ol class="given {task.shape}">{"".join(_tag("li", number) for number in task.given)}{goal}</ol>'


def _cells(task: Task, *, filled: bool) -> str:
    """Draw lines of cells, the longest one last; a triangle before each line shows which player moves there."""
    lines = []
    for begun, values in enumerate(reversed(task.cells)):
        spans = "".join(_tag("span", value if filled else "") for value in values)
        lines.append(f"<div><i>{'▽' if begun % 2 else '▲'}</i>{spans}</div>")
    return f'<div class="cells">{"".join(lines)}</div>'


def _lines(task: Task) -> str:
    if not task.lines:
        return ""
    wide = " wide" if task.lines > _WIDE else ""
    head = "".join(_tag("th", translate(column)) for column in task.columns)
    cells = "<td></td>" * max(1, len(task.columns) - 1)
    half = -(-task.lines // 2) if wide else task.lines
    tables = [
        f"<table>{head and f'<tr>{head}</tr>'}{''.join(f'<tr><th>{line}</th>{cells}</tr>' for line in numbers)}</table>"
        for numbers in (range(1, half + 1), range(half + 1, task.lines + 1))
        if numbers
    ]
    return f'<div class="lines{wide}">{"".join(tables)}</div>'


def _blanks(labels: Sequence[str]) -> str:
    return f'<p class="blanks">{"".join(_tag("span", translate(label)) for label in labels)}</p>' if labels else ""
