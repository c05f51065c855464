"""Pictures of the factor game in the laboratory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perfectplay.factorgame.pictures.charts import LEAST_CHARTED, MAX_CHARTED, lead_chart
from perfectplay.web.declaration import LabPicture
from perfectplay.web.parameters import Query

__all__ = ["PICTURES", "FactorLab", "limits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorLab:
    """How large pictures of the factor game may be.

    Attributes
    ----------
    leads
        The largest N of the chart of leads.
    """

    leads: int


def limits() -> FactorLab:
    """Tell how large the pictures may be."""
    return FactorLab(leads=MAX_CHARTED)


def _given_leads(query: Query) -> Mapping[str, Any]:
    return {"most": query.integer("most", 30, low=LEAST_CHARTED, high=MAX_CHARTED)}


PICTURES = {"leads": LabPicture("By how much the first player of the factor game wins", _given_leads, lead_chart)}
