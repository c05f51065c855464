"""In which language errors, notices and pictures speak: English, unless the reader is known to read another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.text.texts import ENGLISH, FOLDER, LANGUAGE, Text
from perfectplay.core.text.words import unknown


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first: there is a folder of texts for each other one."""
    return ENGLISH, *sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())


def current_locale() -> str:
    """Return the code of the language that is spoken here and now."""
    return LANGUAGE.get()


def check_language(language: str) -> str:
    """Return the code of a language as it is given; raise `PerfectPlayError` if it is not one of `languages`."""
    if language not in languages():
        raise PerfectPlayError(
            "there is no language {language}; the languages are {known}",
            language=unknown(language, languages()),
            known=", ".join(languages()),
        )
    return language


@contextmanager
def use_locale(language: str) -> Iterator[None]:
    """Speak a language in what runs inside: pictures have its words, and so has `PerfectPlayError.translated`.

    Numbers are computed, and ids and JSON written, as everywhere.  What is not one of `languages` is a
    `PerfectPlayError`.

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
    """Say something in every language: for those who are told it later, and whose language is not known yet."""
    return {language: text.within(language) if isinstance(text, Text) else text for language in languages()}
