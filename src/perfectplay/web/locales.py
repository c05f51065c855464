"""In which language an answer is: the one that its address asks for, else what the reader prefers, else English.

Source: RFC 9110, sections 12.4.2 (quality values), 12.5.4 (Accept-Language) and 12.5.5 (Vary); RFC 4647, section 3.4
(lookup).
"""

from __future__ import annotations

import re
from urllib.parse import unquote_plus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.text.language import check_language, languages, use_locale
from perfectplay.core.text.texts import ENGLISH, Text
from perfectplay.web.replies import Problem, json_response

PARAMETER = "lang"
"""The parameter that every address of the API takes, before anything else looks at them."""

_TAG = r"(?P<tag>\*|[A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*"
_WEIGHT = r"(?P<weight>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)"
_RANGE = re.compile(rf"{_TAG}(?:[ \t]*;[ \t]*[qQ]={_WEIGHT})?")


def preferred_locale(header: str) -> str:
    """Choose the language for an ``Accept-Language``: the heaviest that there is, of equal ones the first.

    ``de-CH`` is content with ``de``.  What cannot be read is passed over.

    Examples
    --------
    >>> [preferred_locale(header) for header in ("", "de-CH, en;q=0.8", "it, fr;q=0.5, *;q=0.1", "de;q=0, *")]
    ['en', 'de', 'fr', 'en']
    """
    weights: dict[str, float] = {}
    for part in header.split(","):
        found = _RANGE.fullmatch(part.strip(" \t"))
        if found:
            tag = found["tag"].lower()
            weights[tag] = max(weights.get(tag, 0.0), float(found["weight"] or 1))
    order = list(weights)
    # A star stands for all languages that are not named.
    named = {language: language if language in weights else "*" for language in languages()}
    wanted = [language for language in named if weights.get(named[language], 0.0) > 0]
    return min(wanted, key=lambda language: (-weights[named[language]], order.index(named[language])), default=ENGLISH)


class LocaleMiddleware:
    """Middleware: all that answers a question of the API speaks the reader's language.

    Parameters
    ----------
    app
        What answers.
    prefix
        Of the paths of the API; pages choose their language themselves.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or not scope["path"].startswith(self._prefix):
            await self._app(scope, receive, send)
            return
        asked, scope["query_string"] = _taken_out(scope["query_string"])
        # Whatever is wrong with the question is said in this language.
        scope["language"] = preferred_locale(",".join(Headers(scope=scope).getlist("accept-language")))

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Language", scope["language"])
                if not asked:
                    headers.add_vary_header("Accept-Language")
            await send(message)

        with use_locale(scope["language"]):
            try:
                if asked:
                    scope["language"] = _checked(asked)
            except PerfectPlayError as error:
                await json_response(Problem(error=error.message, code="invalid-parameter"), 400)(
                    scope, receive, send_marked
                )
                return
        with use_locale(scope["language"]):
            await self._app(scope, receive, send_marked)


def _checked(asked: list[str]) -> str:
    if len(asked) > 1:
        message = Text("the parameter {name} is given twice; give it once", name=repr(PARAMETER))
        raise PerfectPlayError(message)
    return check_language(asked[0])


def _taken_out(query: bytes) -> tuple[list[str], bytes]:
    """Return what a query string says of the language, and the rest of it."""
    name = PARAMETER.encode()
    if name not in query:
        return [], query
    parts = query.split(b"&")
    asked = [part for part in parts if part.partition(b"=")[0] == name]
    rest = b"&".join(part for part in parts if part not in asked)
    return [unquote_plus(part.partition(b"=")[2].decode("latin-1")) for part in asked], rest
