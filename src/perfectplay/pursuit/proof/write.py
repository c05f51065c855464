"""Write certificates of arithmetical pursuit as JSON; `perfectplay.pursuit.proof.check` reads them.

docs/certificates-pursuit.md explains the format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof import writing
from perfectplay.core.proof.proofs import Proof
from perfectplay.pursuit.proof.check import FORMAT, GAME, VERSION, check_bytes
from perfectplay.pursuit.rules import PursuitPosition, Rules
from perfectplay.pursuit.solve import solve

if TYPE_CHECKING:
    # Callers that pass objects of these modules have already loaded them, so import the modules only for type checking.
    from perfectplay.pursuit.expressions import Expression
    from perfectplay.pursuit.odds import Odds
    from perfectplay.pursuit.reach import Reach
    from perfectplay.pursuit.solve import PursuitResult

__all__ = ["deal_certificate", "map_certificate", "odds_certificate", "prove", "write_certificate"]


def deal_certificate(position: PursuitPosition, result: PursuitResult) -> dict[str, Any]:
    """Return a certificate for the least distance from the target: a formula proves 0, the closure any other distance.

    ``position`` is a deal, ``result`` the result of `perfectplay.pursuit.solve.solve` for it. Raises
    `InvalidPositionError` if moves have been made.

    Examples
    --------
    >>> from perfectplay.pursuit.solve import solve
    >>> position = PursuitPosition.new([3, 6, 9, 10, 50, 100], 951)
    >>> certificate = deal_certificate(position, solve(position))
    >>> certificate["claim"], certificate["proof"]["formula"]
    ({'value': 951, 'distance': 0}, [100, 6, '+', 9, '*', 3, '-'])
    """
    if position.moves:
        raise InvalidPositionError(
            "the position {id} has moves, but proofs are for deals; leave out the '/' and all after it",
            id=quote(position.id),
        )
    made = result.expression
    formula = None if made is None or made.value != result.answer else _reverse_polish(made)
    kind = "closure" if result.distance else "formula"
    claim = {"value": None if formula is None else result.answer, "distance": result.distance}
    return _envelope(position.id, claim, {"kind": kind, "formula": formula})


def map_certificate(reached: Reach) -> dict[str, Any]:
    """Return a certificate for the fewest numbers of a deal that hit each target of a range.

    Examples
    --------
    >>> from perfectplay.pursuit.reach import reach
    >>> certificate = map_certificate(reach([1, 1, 2], 1, 8))
    >>> certificate["position"], certificate["claim"], certificate["proof"]
    ('pursuit:1.1.2:1-8', {'count': 4, 'fewest': '11230000'}, {'kind': 'closure'})
    """
    position = _position(".".join(map(str, reached.numbers)), reached.low, reached.high, reached.rules)
    claim = {"count": reached.count, "fewest": "".join(map(str, reached.fewest))}
    return _envelope(position, claim, {"kind": "closure"})


def odds_certificate(odds: Odds) -> dict[str, Any]:
    """Return a certificate for the chance that a random target can be hit with a random deal.

    Parameters
    ----------
    found
        The complete odds, with maps.

    Raises
    ------
    InvalidPositionError
        If some deals are unfinished, or maps were not requested.

    Examples
    --------
    >>> from perfectplay.pursuit.deal.deals import SUIT
    >>> from perfectplay.pursuit.odds import odds
    >>> odds_certificate(odds(SUIT, 2, 1, 10, maps=True))["game"]
    'pursuit'
    """
    if odds.status != "optimal" or odds.maps is None:
        raise InvalidPositionError(
            "the maps of all deals prove the odds, and some are missing; ask for maps=True and set no time limit"
        )
    cards = ".".join(f"{value}x{count}" for value, count in zip(odds.deck.values, odds.deck.copies, strict=True))
    position = _position(f"{odds.numbers}of{cards}", odds.low, odds.high, odds.rules)
    claim = {
        "deals": odds.deals,
        "distinct_deals": odds.distinct_deals,
        "hits": odds.hits,
        "certain_deals": odds.certain_deals,
        "numerator": odds.probability.numerator,
        "denominator": odds.probability.denominator,
    }
    digits = -(-(odds.high - odds.low + 1) // 4)
    maps = [
        [list(deal), odds.deck.weight(deal), f"{bits:0{digits}x}"]
        for deal, bits in zip(odds.deck.deals(odds.numbers), odds.maps, strict=True)
    ]
    return _envelope(position, claim, {"kind": "odds", "maps": maps})


def write_certificate(
    path: str | Path, certificate: Mapping[str, Any], *, progress: ProgressCallback = ignore_progress
) -> None:
    """Write a certificate if the checker accepts it, compressed if the name ends in ``.gz`` or ``.xz``.

    Takes about ten milliseconds for six numbers, half a minute for the odds of six cards. Raises `LimitExceededError`,
    and writes nothing, if the certificate exceeds a limit of the checker; `PerfectPlayError` if writing fails.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from perfectplay.core.proof.proofs import find
    >>> import json
    >>> with TemporaryDirectory() as folder:
    ...     write_certificate(Path(folder) / "hit.json", json.loads(find("pursuit:3.6.9:51").text))
    ...     (Path(folder) / "hit.json").exists()
    True
    """
    writing.write_certificate(path, certificate, check=check_bytes, progress=progress)


def _envelope(position: str, claim: dict[str, Any], proof: dict[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "game": GAME, "position": position, "claim": claim, "proof": proof}


def _position(numbers: str, low: int, high: int, rules: Rules) -> str:
    return ":".join([f"{GAME}:{numbers}", f"{low}-{high}", *filter(None, [rules.code])])


def _reverse_polish(expression: Expression) -> list[int | str]:
    return [node.operator or node.value.numerator for node in expression.walk()]


def prove(
    position: PursuitPosition, *, time_limit: float | None = None, progress: ProgressCallback = ignore_progress
) -> Proof:
    """Make the certificate of a deal before the first move.

    Raises `InvalidPositionError` if moves have been made, and the errors of `perfectplay.pursuit.solve.solve`.

    >>> prove(PursuitPosition.from_id("pursuit:3.6.9.10.50.100:951")).moves
    ('100+6', '106*9', '954-3', '=')
    """
    result = solve(position, time_limit=time_limit, progress=progress)
    text = json.dumps(deal_certificate(position, result), separators=(",", ":"))
    moves = tuple(map(str, result.moves))
    return Proof(certificates=(text,), moves=moves, counts={"moves": len(moves)}, result=result)
