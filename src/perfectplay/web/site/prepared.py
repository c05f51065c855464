"""Answers that are ready before Python is: which games there are, and their first moves."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from perfectplay.core.game import game_specs
from perfectplay.web.app import ROOT
from perfectplay.web.site.bridge import Bridge

_PREPARED = 450
"""Positions of a game whose description is prepared: all that two moves reach from most starts."""
_SMALL = ("/games",)
"""What every page asks."""


class _Asker:
    """Asks the application what the pages ask first, and writes it down."""

    def __init__(self, language: str) -> None:
        self._bridge = Bridge()
        self._language = language
        self.answers: dict[str, dict[str, Any]] = {}

    def ask(self, path: str) -> Any:
        """Ask; returns what JSON says, or ``None`` if it is refused."""
        headers: dict[str, str] = {}
        parts: list[bytes] = []
        status = 0

        def take(code: int, head: list[tuple[str, str]] | None, part: bytes) -> None:
            nonlocal status
            status = code
            if head is None:
                parts.append(part)
            else:
                headers.update(head)

        asked = {"Accept": "application/json", "Accept-Language": self._language}
        self._bridge.ask("GET", ROOT + path, asked, b"", take)
        if status != 200:
            return None
        body = b"".join(parts).decode()
        kept = {name: headers[name] for name in ("content-type", "content-language") if name in headers}
        self.answers[ROOT + path] = {"status": status, "headers": kept, "body": body}
        return json.loads(body)


def prepared(language: str) -> dict[str, dict[str, Any]]:
    """Ask what is asked before Python can be there: which games there are, and their first moves."""
    asker = _Asker(language)
    for path in _SMALL:
        asker.ask(path)
    for spec in game_specs():
        start = asker.ask(f"/position?id={_quoted(spec.example)}")
        waiting = [start]
        count = 0
        for position in waiting:
            if position is None or count >= _PREPARED:
                continue
            for move in position["legal"]:
                # As the pages ask: what has changed, which they put together with what they have.
                path = f"/move?id={_quoted(position['id'])}&move={_quoted(move)}"
                asker.ask(f"{path}&changes=1")
                count += 1
                if len(position["moves"]) == 0 and len(start["legal"]) <= 20:
                    whole = asker.ask(path)
                    waiting.append(whole)
                    asker.answers.pop(ROOT + path, None)
    return asker.answers


def _quoted(text: str) -> str:
    """Write a text as JavaScript's ``encodeURIComponent`` does."""
    return quote(text, safe="-_.!~*'()")
