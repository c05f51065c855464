"""Games looked at again, and hints in steps, by HTTP."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

import perfectplay
from perfectplay.core.hints import HINT_STEPS
from perfectplay.core.schema import encode
from tests.web.conftest import ROOT, get

GAMES = ["taxman:10/7.10.8", "coins:3.2.1.2/R", "pursuit:1.2.3:7/1a2.3a3"]
OPEN = [*GAMES[:2], "pursuit:1.2.3:7/1a2"]


@pytest.mark.parametrize("text", OPEN)
def test_steps_come_together_or_one_by_one(client: TestClient, text: str) -> None:
    told = get(client, "hint/steps", id=text)
    assert [one["step"] for one in told["steps"]] == list(HINT_STEPS)
    assert {**told, "seconds": 0} == {**encode(perfectplay.hint_steps(text)), "seconds": 0}
    for place, step in enumerate(HINT_STEPS):
        assert get(client, "hint/steps", id=text, step=step)["steps"] == [told["steps"][place]]


@pytest.mark.parametrize("address", ["review", "hint/steps"])
def test_progress_is_streamed(client: TestClient, address: str) -> None:
    headers = {"accept": "text/event-stream"}
    with client.stream("GET", f"{ROOT}/{address}", params={"id": "taxman:40/37.25"}, headers=headers) as reply:
        events = "".join(reply.iter_text()).split("\n\n")
    last = next(event for event in events if event.startswith("event: result"))
    assert json.loads(last.partition("data: ")[2])["position"] == "taxman:40/37.25"
