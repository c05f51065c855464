"""What the worker of a page calls: the application, and a console."""

from __future__ import annotations

import ast
import io
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from perfectplay.web.site.bridge import Bridge

_BRIDGE = Bridge()
_NAMES: dict[str, Any] = {"__name__": "__console__"}
_MOST = 100_000
"""Signs of what a console shows."""


def ask(question: Any, send: Callable[[int, Any, Any], None]) -> None:
    """Answer a request.

    Parameters
    ----------
    question
        An object of JavaScript with ``method``, ``target``, ``headers`` and ``body``.
    send
        A function of JavaScript, called as that of `Bridge.ask`.
    """
    # Only there in a browser.
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    def hand_over(status: int, headers: list[tuple[str, str]] | None, part: bytes) -> None:
        send(status, None if headers is None else to_js(headers), to_js(part))

    given = question.headers.to_py()
    _BRIDGE.ask(question.method, question.target, given, question.body.to_bytes(), hand_over)


def run(code: str) -> str:
    r"""Run lines of Python as an interactive interpreter does, and return what they print.

    The value of the last line is shown, if it is an expression; ``perfectplay`` is imported, and what is named stays.

    Examples
    --------
    >>> run("n = 20\nperfectplay.solve(f'taxman:{n}').value")  # doctest: +SKIP
    '124\n'
    """
    printed = io.StringIO()
    if "perfectplay" not in _NAMES:
        import perfectplay

        _NAMES["perfectplay"] = perfectplay
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            tree = ast.parse(code, "<console>")
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, "<console>", "exec"), _NAMES)  # noqa: S102  # it is what a console is for
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<console>", "eval"), _NAMES)  # noqa: S307  # likewise
                if value is not None:
                    print(repr(value))  # noqa: T201  # caught
        except BaseException as error:  # noqa: BLE001  # whatever it is, the reader wants to see it
            print("".join(traceback.format_exception_only(error)), end="")  # noqa: T201  # caught
    return printed.getvalue()[:_MOST]
