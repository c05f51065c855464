"""Turns: as many as there are places, and fair."""

from __future__ import annotations

import anyio
import pytest

from perfectplay.web.turns import Turns
from tests.web.conftest import run


def served(places: int, clients: str) -> str:
    """Let clients ask for turns in this order, all before the first turn ends; returns the order of their turns."""
    order: list[str] = []

    async def test() -> None:
        turns = Turns(places)

        async def one(client: str) -> None:
            async with turns.one(client):
                order.append(client)
                assert turns.taken <= places
                await anyio.sleep(0.001)

        async with anyio.create_task_group() as group:
            for client in clients:
                group.start_soon(one, client)
        assert turns.taken == 0
        assert not turns._waiting

    run(test)
    return "".join(order)


@pytest.mark.parametrize(
    ("places", "asked", "got"),
    [
        (1, "a", "a"),
        (1, "aaaa", "aaaa"),
        (1, "abc", "abc"),
        (1, "aaaab", "aabaa"),
        (1, "aaaabbbb", "aabababb"),
        (1, "aaaabcd", "aabcdaa"),
        (2, "aaaaaab", "aaabaaa"),
        (3, "abcabc", "abcabc"),
    ],
)
def test_a_client_with_many_questions_lets_others_in(places: int, asked: str, got: str) -> None:
    assert served(places, asked) == got


def test_who_asks_much_is_not_forgotten_for_who_asks_again_and_again() -> None:
    order: list[str] = []

    async def test() -> None:
        turns = Turns(1)

        async def ask(client: str, times: int = 1) -> None:
            for _ in range(times):
                async with turns.one(client):
                    order.append(client)
                    await anyio.sleep(0.001)

        async with anyio.create_task_group() as group:
            for _ in range(4):
                group.start_soon(ask, "much")
            for client in ("b", "c"):
                group.start_soon(ask, client, 10)

    run(test)
    assert {"b", "c"} <= set(order[:4])
    assert order[:8].count("much") == 4


def test_a_turn_is_passed_on_when_its_client_has_gone() -> None:
    async def test() -> None:
        turns = Turns(1)
        entered = anyio.Event()

        async def wait(scope: anyio.CancelScope) -> None:
            with scope:
                async with turns.one("gone"):
                    pytest.fail("it was cancelled")

        async def follow() -> None:
            async with turns.one("follows"):
                entered.set()

        scopes = [anyio.CancelScope() for _ in range(2)]
        async with anyio.create_task_group() as group:
            async with turns.one("first"):
                for scope in scopes:
                    group.start_soon(wait, scope)
                await anyio.wait_all_tasks_blocked()
                group.start_soon(follow)
                await anyio.wait_all_tasks_blocked()
                # One goes while it waits; the other one is given its turn and goes at the same moment.
                scopes[0].cancel()
                await anyio.wait_all_tasks_blocked()
            scopes[1].cancel()
            await entered.wait()
        assert turns.taken == 0

    run(test)
