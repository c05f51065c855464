"""Integer sequences of the games: as b-files, and as drafts of entries for the OEIS.

A b-file has a line ``n a(n)`` for each term, after comments that begin with ``#``. A draft has the parts of an entry in
the order of the On-Line Encyclopedia of Integer Sequences; users who submit a draft add a name.

Source: The OEIS Foundation, "B-files" and "Style Sheet for Contributors to OEIS", https://oeis.org/wiki.
"""

from __future__ import annotations

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_parts
from perfectplay.core.game.parts import Entry
from perfectplay.core.text.words import unknown

__all__ = ["entries", "entry_name", "entry_names", "find_entry"]


def entries() -> dict[str, Entry]:
    """Return the sequences of all games, keyed by names such as ``taxman-scores``."""
    return {
        f"{game}-{name}": entry for game, listed in game_parts("sequences").items() for name, entry in listed.items()
    }


def entry_names() -> tuple[str, ...]:
    """Return the names of the sequences of all games."""
    return tuple(entries())


def entry_name(name: str) -> str:
    """Return the name of a sequence, given its name or the number of the OEIS entry that it extends.

    Raises
    ------
    PerfectPlayError
        If there is no such sequence; the message lists the names.

    Examples
    --------
    >>> entry_name("A019312"), entry_name("coins-margins")
    ('taxman-scores', 'coins-margins')
    """
    known = entries()
    numbers = {entry.number: called for called, entry in known.items() if entry.number}
    full_name = numbers.get(name.upper(), name)
    if full_name not in known:
        raise PerfectPlayError(
            "there is no sequence {name}; the sequences are {sequences}",
            name=unknown(name, known),
            sequences=", ".join(known),
        )
    return full_name


def find_entry(name: str) -> Entry:
    """Return a sequence by its name or its OEIS number, see `entry_name`.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(find_entry("taxman-scores").bfile(), 4))
    ['# a(n) is the best score in Taxman with the pot 1..n.', '1 0', '2 2', '3 3']
    """
    return entries()[entry_name(name)]
