"""Texts for people, which remember what they are made of, so that they can be said in another language.

A `Text` *is* its English words: printed, compared or logged, it is a plain string.  `translate` says it in the
reader's language, see `perfectplay.core.text.language.use_locale`; a text that a language lacks stays English.

The catalogues are ``texts/LANGUAGE/PART.json``: a part for each package, in which the English template stands before
its translation.  They are read when a language is first spoken, and never for English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Self

ENGLISH = "en"

FOLDER = Path(__file__).parents[2] / "texts"
"""Of the catalogues: a folder for each language but English."""

LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""Code of the reader's language."""

_HABITS = "language"
"""The part that has no texts, but tells how the language writes numbers."""


class Text(str):
    """A line for people: English, and the template and the values that it is made of.

    Parameters
    ----------
    template
        English, with the places of values as `str.format` writes them; each is a name.
    values
        By name.  A value that is a `Text` itself is translated, too; what is neither a number nor a text is kept as it
        prints.  Without values, the template is the text, braces included: it may quote people.

    Attributes
    ----------
    forms
        Of a text that counts things: its template for one of them, and for several.

    Examples
    --------
    >>> line = Text("{coin} is not a coin; give {most} coins at most", coin="'x'", most=9)
    >>> line, line.template, line.values["most"]
    ("'x' is not a coin; give 9 coins at most", '{coin} is not a coin; give {most} coins at most', 9)
    """

    __slots__ = ("forms", "template", "values")

    template: str
    values: Mapping[str, Any]
    forms: tuple[str, str] | None

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Put the values into the template."""
        return cls._made(template, values, None)

    @classmethod
    def counted(cls, count: int, one: str, several: str, /, **values: object) -> Self:
        """Say how many things there are: the templates for one and for several know the number as ``count``.

        Examples
        --------
        >>> [Text.counted(n, "{count:,} coin", "{count:,} coins") for n in (1, 1000)]
        ['1 coin', '1,000 coins']
        """
        return cls._made(one if count == 1 else several, {"count": count, **values}, (one, several))

    @classmethod
    def _made(cls, template: str, values: Mapping[str, object], forms: tuple[str, str] | None) -> Self:
        kept = {name: _kept(value) for name, value in values.items()}
        made = super().__new__(cls, template.format_map(kept) if kept else template)
        made.template, made.values, made.forms = template, kept, forms
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), self.template, self.values, self.forms)

    def within(self, language: str) -> str:
        """Say it in a language, which is there."""
        if language == ENGLISH:
            return str(self)
        texts, habits = _catalogue(language)
        template: str | None
        if self.forms is None:
            template = texts.get(self.template)
        else:
            forms = texts.get(self.forms[1])
            template = forms and forms[self.values["count"] not in habits["singular"]]
        if template is None:
            return str(self)
        written = _Formatter(language, habits["grouping"])
        return written.vformat(template, (), self.values) if self.values else str(template)


def _kept(value: object) -> str | float:
    if isinstance(value, BaseException) and value.args and isinstance(value.args[0], Text):
        # What an error says is translated within what is said of it.
        return value.args[0]
    return value if isinstance(value, str | int | float) else str(value)


def _remade(kind: type[Text], template: str, values: Mapping[str, object], forms: tuple[str, str] | None) -> Text:
    return kind._made(template, values, forms)  # noqa: SLF001  # it is this module's own


class _Formatter(Formatter):
    """Puts values into a template of another language."""

    def __init__(self, language: str, grouping: str) -> None:
        self._language = language
        self._grouping = grouping

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a value; digits are grouped as the language does."""
        if isinstance(value, Text):
            value = value.within(self._language)
        written: str = format(value, format_spec)
        return written.replace(",", self._grouping) if "," in format_spec else written


@cache
def _catalogue(language: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Read all texts of a language, and its habits."""
    parts = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / language).glob("*.json"))}
    habits = parts.pop(_HABITS)
    return {template: text for part in parts.values() for template, text in part.items()}, habits


def translate(text: object) -> str:
    """Say something in the reader's language; what is not a `Text` stays as it prints."""
    return text.within(LANGUAGE.get()) if isinstance(text, Text) else str(text)


def say(template: str, /, **values: object) -> str:
    """Say a text in the reader's language: as `Text` takes it, for what is shown at once."""
    return translate(Text(template, **values))


def say_counted(count: int, one: str, several: str, /, **values: object) -> str:
    """Say how many things there are, likewise; as `Text.counted` takes it."""
    return translate(Text.counted(count, one, several, **values))


def grouped(number: int) -> str:
    """Write an integer with its digits in groups of three, as in 12,345."""
    language = LANGUAGE.get()
    written = f"{number:,}"
    return written if language == ENGLISH else written.replace(",", _catalogue(language)[1]["grouping"])


def decimal_mark() -> str:
    """Return what stands before decimals: a point in English."""
    language = LANGUAGE.get()
    mark: str = "." if language == ENGLISH else _catalogue(language)[1]["decimal"]
    return mark
