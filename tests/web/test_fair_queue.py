"""Test the fair queue: there are at most as many turns at once as places, and clients share the turns fairly."""

from __future__ import annotations

from contextlib import AsyncExitStack

import anyio
import pytest

from perfectplay.web.fair_queue import FairQueue
from tests.tables import rows
from tests.web.conftest import run


def served(places: int, clients: str) -> str:
    """Let clients ask for turns in this order, before any turn ends; return the order in which they get them."""
    order: list[str] = []

    async def test() -> None:
        turns = FairQueue(places)

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


@rows(
    "places, asked, got",
    [
        (1, "a", "a"),
        (1, "aaaa", "aaaa"),
        (1, "abc", "abc"),
        (1, "aaaab", "aabaa"),
        (1, "aaaabbbb", "aabababb"),
        (1, "aaaabcd", "aabcdaa"),
        (2, "aaaaaab", "abaaaaa"),
        (3, "abcabc", "abcabc"),
    ],
)
def test_a_client_with_many_questions_lets_others_in(places: int, asked: str, got: str) -> None:
    assert served(places, asked) == got


def test_who_asks_much_is_not_forgotten_for_who_asks_again_and_again() -> None:
    order: list[str] = []

    async def test() -> None:
        turns = FairQueue(1)

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


def test_the_last_place_is_for_a_client_that_has_none() -> None:
    async def test() -> None:
        turns = FairQueue(3)
        order: list[str] = []

        async def ask(client: str) -> None:
            async with turns.one(client):
                order.append(client)

        async with anyio.create_task_group() as group, AsyncExitStack() as kept:
            for _ in range(2):
                await kept.enter_async_context(turns.one("a"))
            for client in "aaabca":
                group.start_soon(ask, client)
            await anyio.wait_all_tasks_blocked()
            # The third place goes to the other clients first, because client "a" already has two places.
            assert order == ["b", "c"]
            assert turns.taken == 2
        assert order == [*"bcaaaa"]
        assert turns.taken == 0
        assert not turns._held

    run(test)


def test_who_waits_for_the_same_brings_an_earlier_turn() -> None:
    async def test() -> None:
        turns = FairQueue(2)
        order: list[str] = []

        async def ask(client: str, what: str) -> None:
            async with turns.one(client, what):
                order.append(what)

        async with anyio.create_task_group() as group, AsyncExitStack() as kept:
            await kept.enter_async_context(turns.one("a"))
            for what in ("first", "second", "third"):
                group.start_soon(ask, "a", what)
            await anyio.wait_all_tasks_blocked()
            turns.join("a", "third")
            assert order == []
            turns.join("b", "third")
            turns.join("b", "nothing")
            await anyio.wait_all_tasks_blocked()
            assert order == ["third"]
        assert order == ["third", "first", "second"]
        assert turns.taken == 0

    run(test)


def test_a_turn_is_passed_on_when_its_client_has_gone() -> None:
    async def test() -> None:
        turns = FairQueue(1)
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
                # A client leaves while it waits; another one gets its turn, and leaves at the same moment.
                scopes[0].cancel()
                await anyio.wait_all_tasks_blocked()
            scopes[1].cancel()
            await entered.wait()
        assert turns.taken == 0

    run(test)
