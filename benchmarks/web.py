"""The web app under load: what two hundred readers wait for while two searches run, and how soon a solver is free.

    python benchmarks/web.py

`make bench` runs it, too.

Clients keep their connections, ask something cheap, read the answer, and look at it for half a second on average;
and then the same without looking, as fast as they can.
They run on the same machine as the server and its solvers, and so take their share of it.
"""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from perfectplay.core.executor import default_jobs

CLIENTS = 200
SECONDS = 15.0
LOOK = 0.5
CHEAP = (
    "/api/v1/position?id=taxman:{n}",
    "/api/v1/move?id=taxman:{n}&move={n}",
    "/api/v1/position?id=coins:5.1.1.5.1.2.2.1/LR",
    "/api/v1/move?id=pursuit:3.6.9.10.50.100:831&move=100%2B6",
    "/api/v1/games",
    "/taxman:{n}",
)
# No table of records goes so far: these are searched until their clients leave.
LONG = ("/api/v1/hint?id=taxman:1481&time-limit=120", "/api/v1/hint?id=taxman:1489&time-limit=120")

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def send(connection: Connection, target: str, *, stream: bool = False) -> None:
    """Ask."""
    accept = "Accept: text/event-stream\r\n" if stream else ""
    connection[1].write(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{accept}\r\n".encode())
    await connection[1].drain()


async def receive(connection: Connection) -> int:
    """Read an answer whole, and return its status."""
    head = await connection[0].readuntil(b"\r\n\r\n")
    await connection[0].readexactly(int(found(rb"content-length: (\d+)", head.lower())))
    return int(head.split(b" ", 2)[1])


def found(pattern: bytes, text: bytes) -> bytes:
    """Return what a pattern's group matches."""
    match = re.search(pattern, text)
    if match is None:
        message = f"no {pattern!r} in {text!r}"
        raise ValueError(message)
    return match[1]


async def client(port: int, number: int, until: float, look: float, waits: list[float]) -> None:
    """Ask, read, look, again and again."""
    chance = random.Random(number)  # noqa: S311 - a load, not a secret
    connection = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(chance.random() * look)
    while time.perf_counter() < until:
        target = chance.choice(CHEAP).format(n=chance.randrange(10, 60) * 2)
        begin = time.perf_counter()
        await send(connection, target)
        if await receive(connection) != 200:
            message = f"{target} was refused"
            raise ValueError(message)
        waits.append(time.perf_counter() - begin)
        await asyncio.sleep(chance.random() * 2 * look)
    connection[1].close()


@asynccontextmanager
async def searches(port: int) -> AsyncIterator[list[Connection]]:
    """Keep all solvers busy."""
    connections = []
    for target in LONG:
        connection = await asyncio.open_connection("127.0.0.1", port)
        await send(connection, target, stream=True)
        await connection[0].readuntil(b"event: progress")
        connections.append(connection)
    yield connections
    for connection in connections:
        connection[1].close()


async def crowd(port: int, look: float = LOOK) -> list[float]:
    """Let all clients ask for a while, and return how long each answer took."""
    waits: list[float] = []
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(client(port, number, until, look, waits) for number in range(CLIENTS)))
    return sorted(waits)


def line(title: str, waits: Sequence[float]) -> str:
    """Put the quantiles of a run into a line."""
    at = [f"{1000 * waits[int(part * (len(waits) - 1))]:7.1f}" for part in (0.5, 0.95, 0.99, 1.0)]
    return f"{title:<36}{len(waits):>9}{len(waits) / SECONDS:>9.0f}  " + " ".join(at)


async def freed(port: int) -> float:
    """Leave a search while all solvers are busy, and measure until the next question is answered."""
    async with searches(port) as connections:
        begin = time.perf_counter()
        for connection in connections:
            connection[1].close()
        following = await asyncio.open_connection("127.0.0.1", port)
        # Another limit each time, so that no earlier answer is remembered.
        await send(following, f"/api/v1/hint?id=taxman:24/23&time-limit={begin % 100 + 1:.3f}")
        if await receive(following) != 200:
            message = "the next question was refused"
            raise ValueError(message)
        following[1].close()
        return time.perf_counter() - begin


async def measure(port: int) -> None:
    """Print the figures."""
    # Fill the disk's cache and the solvers' before anything is measured.
    async with searches(port):
        pass
    print(f"{CLIENTS} clients, {SECONDS:.0f} s, milliseconds   answers  a second     50%     95%     99%     max")
    quiet = await crowd(port)
    print(line("nobody else", quiet))
    async with searches(port):
        busy = await crowd(port)
        print(line(f"while {len(LONG)} searches run", busy))
        print(line("likewise, without looking", await crowd(port, 0.0)))
    at = int(0.95 * (len(quiet) - 1)), int(0.95 * (len(busy) - 1))
    print(f"ratio of the 95% quantiles: {busy[at[1]] / quiet[at[0]]:.1f}")
    times = sorted([await freed(port) for _ in range(5)])
    print(f"all solvers busy, their clients leave, the next question is answered after: {times[2]:.2f} s (median of 5)")
    print(f"the longest of them: {times[-1]:.2f} s")


def main() -> None:
    """Start a server, measure, stop it."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:  # noqa: S603 - our own command
        try:
            first = server.stdout.readline() if server.stdout is not None else b""
            port = int(found(rb":(\d+)/", first))
            print(f"{default_jobs()} processors, 2 solvers")
            asyncio.run(measure(port))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
