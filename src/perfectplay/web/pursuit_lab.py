"""A table of arithmetical pursuit in the laboratory; its pictures have pages of their own, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.pursuit import answers_odds
from perfectplay.pursuit.deals import DECKS
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query
from perfectplay.web.replies import CSV, csv_text

__all__ = ["ROUTES"]


def _formulas(request: Request) -> Response:
    query = Query(request)
    deck = DECKS[query.choice("deck", tuple(DECKS), "cards")]
    query.done()
    return answer(request, answers_odds.formulas, deck, by_value=True, media=CSV, part=_formula_table)


def _formula_table(value: Mapping[str, Any]) -> str:
    # The counts begin with that of the value -limit.
    return csv_text(["value", "formulae"], enumerate(value["by_value"], -value["limit"]))


ROUTES = [Route("/lab/formulas.csv", _formulas)]
