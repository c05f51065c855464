"""Games looked at again, and hints in steps, by HTTP."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import ROOT


@pytest.mark.parametrize("address", ["review", "hint/steps"])
def test_progress_is_streamed(client: TestClient, address: str) -> None:
    headers = {"accept": "text/event-stream"}
    with client.stream("GET", f"{ROOT}/{address}", params={"id": "taxman:40/37.25"}, headers=headers) as reply:
        events = "".join(reply.iter_text()).split("\n\n")
    last = next(event for event in events if event.startswith("event: result"))
    assert json.loads(last.partition("data: ")[2])["position"] == "taxman:40/37.25"
