"""Positions that draw themselves."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_spec
from perfectplay.core.game.position import Position
from perfectplay.core.result import Result
from perfectplay.core.text.texts import say

__all__ = ["Drawable"]


class Drawable:
    """A base class of positions that draw themselves, also in notebooks; the game's drawing function does the work.

    Examples
    --------
    >>> from perfectplay.core.game import parse_position
    >>> position = parse_position("coins:1.2.4.3")
    >>> isinstance(position, Drawable), position.draw()[:4]
    (True, '<svg')
    """

    __slots__ = ()

    def draw(self: Position[Any], result: Result[Any] | None = None) -> str:
        """Draw the position, or best play from it.

        Parameters
        ----------
        result
            Best play from the position, as the game's ``solve`` returns it.

        Returns
        -------
        str
            An SVG document.

        Raises
        ------
        PerfectPlayError
            If there is no picture, for example because the position is too large.
        """
        picture: str = game_spec(self.game).part("draw")(self, result)
        return picture

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from perfectplay.core.notebook import figure, folded

        # A notebook prefers HTML to a picture, so offer HTML only if there is no picture.
        svg, html = self._repr_svg_(), getattr(self, "_repr_html_", str)()
        if svg is None:
            return {"text/html": html} if html else {}
        return {"text/html": figure(svg) + folded(say("As a table"), html), "image/svg+xml": svg}

    def _repr_svg_(self) -> str | None:
        try:
            return self.draw()  # type: ignore[misc]  # subclasses are positions
        except PerfectPlayError:
            return None
