"""The language of errors, notices and pictures: English, unless another one is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.text.texts import ENGLISH, FOLDER, LANGUAGE, Text
from perfectplay.core.text.words import unknown


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first; every other language has a folder of texts."""
    return ENGLISH, *sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())


def current_locale() -> str:
    """Return the code of the current language."""
    return LANGUAGE.get()


def check_language(language: str) -> str:
    """Return the code of a language unchanged; raise `PerfectPlayError` if it is not one of `languages`."""
    if language not in languages():
        raise PerfectPlayError(
            "there is no language {language}; the languages are {known}",
            language=unknown(language, languages()),
            known=", ".join(languages()),
        )
    return language


@contextmanager
def use_locale(language: str) -> Iterator[None]:
    """Use a language within a ``with`` block: for pictures, and for `PerfectPlayError.translated`.

    Numbers, ids and JSON do not depend on the language. Raises `PerfectPlayError` for an unknown language.

    Examples
    --------
    >>> from perfectplay import PerfectPlayError, parse_position
    >>> with use_locale("de"):
    ...     try:
    ...         parse_position("chess:1")
    ...     except PerfectPlayError as error:
    ...         print(error.translated())
    es gibt kein Spiel 'chess'; die Spiele sind taxman, coins, pursuit, factorgame
    """
    before = LANGUAGE.set(check_language(language))
    try:
        yield
    finally:
        LANGUAGE.reset(before)


def in_all_languages(text: str) -> dict[str, str]:
    """Return a text in every language, for use before the reader's language is known."""
    return {language: text.within(language) if isinstance(text, Text) else text for language in languages()}
