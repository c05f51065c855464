"""Texts for people that remember their template and values, so that they can be translated.

A `Text` *is* its English words: printed, compared or logged, it is a plain string.  `translate` returns it in the
reader's language, see `perfectplay.core.text.language.use_locale`; a text without translation stays English.

The catalogues are ``texts/LANGUAGE/PART.json``: a part for each package, which maps English templates to translations.
They are read when a language is first used, and never for English.
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
"""Folder of the catalogues, which has a subfolder for each language except English."""

LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)
"""Code of the reader's language."""

_HABITS = "language"
"""The part of a catalogue that has no texts, only the language's number format."""


class Text(str):
    """A line for people: an English string that knows its template and its values.

    Parameters
    ----------
    template
        English text with named placeholders, as for `str.format`.
    values
        The values by name. A value that is a `Text` is translated, too; other values except numbers and texts are
        converted to `str`. Without values, the template is not formatted, so it may quote braces that users typed.

    Attributes
    ----------
    forms
        Templates for singular and plural, if the text counts things.

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
        """Fill the values into the template."""
        return cls._made(template, values, None)

    @classmethod
    def counted(cls, count: int, singular: str, several: str, /, **values: object) -> Self:
        """Format a number of things; the templates for singular and plural have the placeholder ``count``.

        Examples
        --------
        >>> [Text.counted(n, "{count:,} coin", "{count:,} coins") for n in (1, 1000)]
        ['1 coin', '1,000 coins']
        """
        return cls._made(singular if count == 1 else several, {"count": count, **values}, (singular, several))

    @classmethod
    def _made(cls, template: str, values: Mapping[str, object], forms: tuple[str, str] | None) -> Self:
        kept = {name: _kept(value) for name, value in values.items()}
        made = super().__new__(cls, template.format_map(kept) if kept else template)
        made.template, made.values, made.forms = template, kept, forms
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), self.template, self.values, self.forms)

    def within(self, language: str) -> str:
        """Return the text in a language that has a catalogue."""
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
        # Translate a nested error message together with its sentence.
        return value.args[0]
    return value if isinstance(value, str | int | float) else str(value)


def _remade(kind: type[Text], template: str, values: Mapping[str, object], forms: tuple[str, str] | None) -> Text:
    return kind._made(template, values, forms)  # noqa: SLF001  # it is this module's own


class _Formatter(Formatter):
    """A formatter for templates of another language."""

    def __init__(self, language: str, grouping: str) -> None:
        self._language = language
        self._grouping = grouping

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format a value, with digits grouped as is usual in the language."""
        if isinstance(value, Text):
            value = value.within(self._language)
        written: str = format(value, format_spec)
        return written.replace(",", self._grouping) if "," in format_spec else written


@cache
def _catalogue(language: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Read all texts of a language, and its number format."""
    parts = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / language).glob("*.json"))}
    habits = parts.pop(_HABITS)
    return {template: text for part in parts.values() for template, text in part.items()}, habits


def translate(text: object) -> str:
    """Return a text in the reader's language; anything but a `Text` is converted to `str`."""
    return text.within(LANGUAGE.get()) if isinstance(text, Text) else str(text)


def say(template: str, /, **values: object) -> str:
    """Build a `Text` and translate it at once."""
    return translate(Text(template, **values))


def say_counted(count: int, singular: str, several: str, /, **values: object) -> str:
    """Format a number of things as `Text.counted` does, and translate it at once."""
    return translate(Text.counted(count, singular, several, **values))


def grouped(number: int) -> str:
    """Format an integer with its digits in groups of three, as in 12,345."""
    language = LANGUAGE.get()
    written = f"{number:,}"
    return written if language == ENGLISH else written.replace(",", _catalogue(language)[1]["grouping"])


def decimal_mark() -> str:
    """Return the decimal mark of the language: a point in English."""
    language = LANGUAGE.get()
    mark: str = "." if language == ENGLISH else _catalogue(language)[1]["decimal"]
    return mark
