"""Write formulae as MathML, which browsers draw themselves, without a script or a file from another host."""

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
"""Signs that are not operators: browsers put wide spaces around unknown operators."""
_TOUCHING = re.compile(r'[(\[]?<math [^>]*"inline">(?:(?!</math>).)*</math>[.,;:!?)\]\u2019-]*')


def mathml(formula: str, *, block: bool = False) -> str:
    """Convert a formula from LaTeX, and mark primes, fences and signs as MathML Core requires."""
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
    elif text == "|":  # it may open or close a pair, so leave no space on either side
        attributes += ' lspace="0" rspace="0"'
    return f"<mo{attributes}>{escape(text)}</mo>"


def _word(found: re.Match[str]) -> str:
    return f"<mi>{re.sub('<[^>]+>', '', found[0])}</mi>"


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    # Let keyboard users reach formulae, which may scroll.
    writer.body.append(f'<div class="math" tabindex="0">{mathml(node.astext(), block=True)}</div>')
    raise nodes.SkipNode


def _keep(_: Sphinx, _name: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Keep formulae and adjacent punctuation on one line, which browsers would otherwise break."""
    context["body"] = _TOUCHING.sub(r'<span class="kept">\g<0></span>', context.get("body", ""))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register this way to write formulae."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.connect("html-page-context", _keep)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
