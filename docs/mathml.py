"""Formulae as MathML, which browsers draw themselves: no script, and nothing from another host."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

__all__ = ["mathml", "setup"]

_LEAF = re.compile(r"<(m[io])([^>]*)>([^<]+)</\1>")
_LETTERS = re.compile(r'(?:<mi mathvariant="normal">\w</mi>){2,}')
_SIGN = re.compile(r"(<mo[^>]*>(?:[=≤≥≠,\xd7÷(\[{]|&[lg]t;)</mo>)<mo>([-+\u2212±])</mo>")
_ALONE = re.compile(r"^(<math[^>]*>)<mrow><mo>(.)</mo></mrow></math>$")
_FENCES = "()[]{}⌊⌋⌈⌉"
_NO_OPERATORS = "…∞∅"
"""Browsers put wide spaces round operators that they do not know."""
_TOUCHING = re.compile(r'[(\[]?<math [^>]*"inline">(?:(?!</math>).)*</math>[.,;:!?)\]\u2019-]*')


def mathml(formula: str, *, block: bool = False) -> str:
    """Convert a formula of LaTeX, and call operators what MathML Core calls so: primes, fences, signs."""
    text = convert(formula, display="block" if block else "inline")
    text = _SIGN.sub(r'\1<mo form="prefix">\2</mo>', _LETTERS.sub(_word, _LEAF.sub(_leaf, text)))
    return _ALONE.sub(r"\1<mrow><mi>\2</mi></mrow></math>", text)


def _leaf(found: re.Match[str]) -> str:
    tag, attributes, text = found[1], found[2], unescape(found[3])
    if len(text) > 1 or text.isalpha():
        return found[0]
    if text in _NO_OPERATORS:
        return f"<mi>{text}</mi>"
    if tag == "mi":
        attributes = ""
    if text in _FENCES and not attributes:
        attributes = ' stretchy="false"'
    elif text == "|":  # left or right of something, it cannot be told which: no space on either side
        attributes += ' lspace="0" rspace="0"'
    return f"<mo{attributes}>{escape(text)}</mo>"


def _word(found: re.Match[str]) -> str:
    return f"<mi>{re.sub('<[^>]+>', '', found[0])}</mi>"


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    # Formulae that scroll must be reachable by keyboard.
    writer.body.append(f'<div class="math" tabindex="0">{mathml(node.astext(), block=True)}</div>')
    raise nodes.SkipNode


def _keep(_: Sphinx, _name: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Keep formulae on a line with the full stop behind them, where browsers would break it."""
    context["body"] = _TOUCHING.sub(r'<span class="kept">\g<0></span>', context.get("body", ""))


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx write formulae this way."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.connect("html-page-context", _keep)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
