"""Functions for the most common questions about any game, given a position or its id."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, overload

from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.game import game_spec, load_game, parse_position
from perfectplay.core.game.position import Move, P, Position
from perfectplay.core.notebook import progress_line
from perfectplay.core.pixels import png
from perfectplay.core.progress import ProgressCallback
from perfectplay.core.proof.certificates import Report, check_files, check_folder
from perfectplay.core.result import Result, Value
from perfectplay.core.running.files import check_ending, write_file
from perfectplay.core.session import Session
from perfectplay.core.text.texts import Text
from perfectplay.core.text.words import shortened

__all__ = ["Picture", "check", "draw", "play", "solve"]

_NAME = re.compile("[^\0\ud800-\udc7f\udd00-\udfff]+")
"""Pattern of legal file names; the allowed surrogates represent bytes that are not UTF-8."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, which notebooks show and `save` writes.

    Attributes
    ----------
    svg
        An SVG document.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> picture = draw("taxman:10/7")
    >>> with TemporaryDirectory() as folder:
    ...     picture.save(Path(folder) / "game.svg")
    ...     text = (Path(folder) / "game.svg").read_text()
    >>> text == picture.svg
    True
    """

    svg: str

    def __repr__(self) -> str:
        """Return the size of the document, because the document itself would fill the screen."""
        return f"<Picture: {len(self.svg):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture, whole or not at all, to an ``.svg`` file or, with the extra ``pictures``, a ``.png`` file.

        Raises
        ------
        PerfectPlayError
            If the name has another ending, the file cannot be written, or the system has no font for a ``.png``.
        """
        pixels = str(path).lower().endswith(".png")
        check_ending(path, ".png" if pixels else ".svg")
        write_file(path, png(self.svg) if pixels else self.svg)


@overload
def solve(
    position: str,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback | None = None,
    certificate: bool = False,
) -> Result[Any]: ...
@overload
def solve(
    position: Position[Move, Value],
    *,
    time_limit: float | None = None,
    progress: ProgressCallback | None = None,
    certificate: bool = False,
) -> Result[Move, Value]: ...
def solve(
    position: str | Position[Any],
    *,
    time_limit: float | None = None,
    progress: ProgressCallback | None = None,
    certificate: bool = False,
) -> Result[Any]:
    """Find best play from a position of any game.

    Parameters
    ----------
    position
        A position, or its id.
    time_limit
        Seconds after which a bounded result is good enough; ``None`` means no limit.
    progress
        Called from time to time during long work; by default a notebook shows a line, see
        `perfectplay.core.notebook.progress_line`.
    certificate
        Whether to attach a proof and the certificates that it cites. The proof is installed or comes from the search;
        in the second case its claim may be weaker than the answer if time is limited.

    Returns
    -------
    Result
        ``value`` counts the whole game, past moves included; in a game for two it is the first player's.  Type checkers
        know the types of moves and value from a position, but not from an id.

    Raises
    ------
    InvalidPositionError, IllegalMoveError, LimitExceededError
        If the id is invalid, or the position is too large for the solver, or for a proof.
    PerfectPlayError
        If a certificate is requested, and there is no proof of the position.

    Examples
    --------
    >>> import perfectplay
    >>> perfectplay.solve("taxman:10").value
    40
    >>> perfectplay.solve("coins:1.2.4.3")
    <CoinsResult optimal: value=5, moves=('L', 'L', 'L', 'L')>
    """
    start = parse_position(position)
    if progress is not None:
        return _solved(start, time_limit, progress, certificate=certificate)
    with progress_line(quiet=True) as line:
        result = _solved(start, time_limit, line, certificate=certificate)
        if result.provenance.get("interrupted"):
            line.ended = Text("interrupted: the best play found, and a bound that is proven")
    return result


def _solved(
    position: Position[Any], time_limit: float | None, progress: ProgressCallback, *, certificate: bool
) -> Result[Any]:
    search = partial(load_game(position.game).solve, position, time_limit=time_limit, progress=progress)
    if not certificate:
        return search()
    from perfectplay.core.proof.proofs import find

    proof = find(position.id, time_limit, progress)
    *cited, own = map(json.loads, proof.certificates)
    result = replace(proof.result or search(), certificate=own, cited=tuple(cited))
    return replace(result, position=position, spec=game_spec(position.game))


@overload
def play(position: str) -> Session[Position[Any]]: ...
@overload
def play(position: P) -> Session[P]: ...
def play(position: str | Position[Any]) -> Session[Position[Any]]:
    """Begin or continue a game as a session, in which you can make, undo and redo moves and get hints.

    Parameters
    ----------
    position
        A position of any game, or its id.

    Raises
    ------
    InvalidPositionError, IllegalMoveError
        If the id is invalid.

    Examples
    --------
    >>> import perfectplay
    >>> game = perfectplay.play("taxman:10")
    >>> game.play(7).scores()
    (7, 1)
    >>> game.hint().moves
    (9, 6, 10, 8)
    """
    return Session(parse_position(position))


def draw(what: str | Position[Any] | Result[Any]) -> Picture:
    """Draw a position, or best play from it.

    Parameters
    ----------
    what
        A position of a game that has pictures, or its id; or a result of `solve`.

    Raises
    ------
    InvalidPositionError, IllegalMoveError
        If the id is invalid.
    PerfectPlayError
        If there is no picture, for example because the position is too large.

    Examples
    --------
    >>> import perfectplay
    >>> picture = perfectplay.draw(perfectplay.solve("taxman:10"))
    >>> "Taxman, N = 10: player 40, taxman 15" in picture.svg
    True
    """
    result = what if isinstance(what, Result) else None
    position = what.position if isinstance(what, Result) else parse_position(what)
    if hasattr(position, "draw"):
        return Picture(position.draw(result))
    if result is None and hasattr(position, "_repr_svg_"):
        return Picture(position._repr_svg_())  # the name by which notebooks call this method
    shown = quote(position.id if position else "this result")
    raise PerfectPlayError(
        "there is no picture of {shown}; draw a position of a game that has pictures, or what solve returned for it",
        shown=shown,
    )


def check(path: str | Path) -> Report:
    """Check a certificate of any game, a pack of them, or a folder.

    Parameters
    ----------
    path
        A file, see `perfectplay.core.proof.certificates.ENDS`, or a folder, whose certificates may cite each other.

    Returns
    -------
    Report
        ``valid`` if there are certificates and all are valid. ``checked`` has the verdict on each, ``failures`` the
        invalid ones; ``optimal`` has the N proven optimal, ``bounded`` those with only a bound, and ``holes`` the
        missing N.  Bad content never raises an error.

    Raises
    ------
    PerfectPlayError
        If the path is not a legal name.
    OSError
        If the file or folder cannot be read.

    Examples
    --------
    >>> import perfectplay
    >>> perfectplay.check("certificates/taxman-0001-0100.jsonl.xz")  # doctest: +SKIP
    <Report: 100 certificates, all valid; every N from 1 to 100 is proven optimal>
    """
    # Refuse the empty path, most likely an unset shell variable, because it would mean the current folder.
    if not (isinstance(path, str | os.PathLike) and _NAME.fullmatch(str(path))):
        raise PerfectPlayError(
            "{what} is not a file; give the name of a certificate or of a folder, as in {example}",
            what=shortened(repr(path), 40),
            example=quote("20.json"),
        )
    file = Path(path)
    return check_folder(file) if file.is_dir() else check_files([file])
