"""The web app under load: what two hundred readers wait for while two searches run, and how soon a solver is free.

And what a client waits for beside one with many searches; whether a class behind one address is refused anything; and
how much memory unfinished uploads take.

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
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from perfectplay.core.running.executor import default_jobs

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
# After a move no record has the answer: these are searched until their clients leave.
LONG = ("/api/v1/hint?id=taxman:1481/1471&time-limit=120", "/api/v1/hint?id=taxman:1489/1487&time-limit=120")

PUPILS = 30
LESSON = 180.0
TURN = 5.0
UPLOADS = 200
UPLOADED = 8_000_000

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def send(connection: Connection, target: str, *, stream: bool = False) -> None:
    """Send a request, without waiting for the answer."""
    accept = "Accept: text/event-stream\r\n" if stream else ""
    connection[1].write(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{accept}\r\n".encode())
    await connection[1].drain()


async def receive(connection: Connection) -> int:
    """Read a whole answer, and return its status."""
    head = await connection[0].readuntil(b"\r\n\r\n")
    await connection[0].readexactly(int(found(rb"content-length: (\d+)", head.lower())))
    return int(head.split(b" ", 2)[1])


def found(pattern: bytes, text: bytes) -> bytes:
    """Return the text that a pattern's group matches."""
    match = re.search(pattern, text)
    if match is None:
        raise ValueError(f"no {pattern!r} in {text!r}")
    return match[1]


async def client(port: int, number: int, until: float, look: float, waits: list[float]) -> None:
    """Repeatedly ask something cheap, read the answer, and wait, until a given time; append the seconds to `waits`."""
    chance = random.Random(number)  # noqa: S311 - a load, not a secret
    connection = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(chance.random() * look)
    while time.perf_counter() < until:
        target = chance.choice(CHEAP).format(n=chance.randrange(10, 60) * 2)
        begin = time.perf_counter()
        await send(connection, target)
        if await receive(connection) != 200:
            raise ValueError(f"{target} was refused")
        waits.append(time.perf_counter() - begin)
        await asyncio.sleep(chance.random() * 2 * look)
    connection[1].close()


@asynccontextmanager
async def searches(port: int) -> AsyncIterator[list[Connection]]:
    """Keep all solvers busy while the context is open."""
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
    """Let all clients ask for a while, and return the sorted seconds of the answers."""
    waits: list[float] = []
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(client(port, number, until, look, waits) for number in range(CLIENTS)))
    return sorted(waits)


def line(title: str, waits: Sequence[float]) -> str:
    """Format the quantiles of a run in a line."""
    at = [f"{1000 * waits[int(part * (len(waits) - 1))]:7.1f}" for part in (0.5, 0.95, 0.99, 1.0)]
    return f"{title:<36}{len(waits):>9}{len(waits) / SECONDS:>9.0f}  " + " ".join(at)


async def freed(port: int) -> float:
    """Cancel searches that keep all solvers busy, and return the seconds until another question is answered."""
    async with searches(port) as connections:
        begin = time.perf_counter()
        for connection in connections:
            connection[1].close()
        following = await asyncio.open_connection("127.0.0.1", port)
        # Use another time limit each time, so that no earlier answer is in the cache.
        await send(following, f"/api/v1/hint?id=taxman:24/23&time-limit={begin % 100 + 1:.1f}")
        if await receive(following) != 200:
            raise ValueError("the next question was refused")
        following[1].close()
        return time.perf_counter() - begin


async def beside(port: int) -> float:
    """Let a client ask for eight long searches, and measure how long another client waits for a small question."""
    held = []
    for number in range(8):
        connection = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
        await send(connection, f"/api/v1/hint?id=taxman:{1400 + number}/1399&time-limit=60", stream=True)
        await connection[0].readuntil(b"retry")
        held.append(connection)
    await asyncio.sleep(1)
    begin = time.perf_counter()
    other = await asyncio.open_connection("127.0.0.1", port)
    await send(other, f"/api/v1/hint?id=taxman:24/23&time-limit={begin % 100 + 1:.1f}")
    if await receive(other) != 200:
        raise ValueError("the small question was refused")
    waited = time.perf_counter() - begin
    for connection in (*held, other):
        connection[1].close()
    return waited


async def pupil(port: int, number: int, sizes: range, statuses: Counter[int], waits: list[float]) -> None:
    """Ask for a move and a hint every few seconds, or as soon as the answers have come."""
    chance = random.Random(number)  # noqa: S311 - as above
    until = time.perf_counter() + LESSON
    await asyncio.sleep(chance.random() * TURN)
    while (begin := time.perf_counter()) < until:
        n = chance.choice(sizes)
        first = chance.randrange(n // 2 + 1, n)
        # The server does not keep a connection for as long as this.
        connection = await asyncio.open_connection("127.0.0.1", port)
        for target in (f"/api/v1/move?id=taxman:{n}&move={first}", f"/api/v1/hint?id=taxman:{n}/{first}"):
            await send(connection, target)
            statuses[await receive(connection)] += 1
        connection[1].close()
        waits.append(time.perf_counter() - begin)
        await asyncio.sleep(max(0.0, begin + TURN - time.perf_counter()))


async def lesson(port: int, sizes: range) -> tuple[Counter[int], list[float]]:
    """Let all pupils play from one address for a while; return the count of each status, and the sorted seconds."""
    statuses: Counter[int] = Counter()
    waits: list[float] = []
    await asyncio.gather(*(pupil(port, number, sizes, statuses, waits) for number in range(PUPILS)))
    return statuses, sorted(waits)


async def uploads(port: int, process: int) -> tuple[int, Counter[str]]:
    """Begin many uploads and finish none; return the server's growth in kB, and the count of each status."""
    before = most = resident(process)
    said: Counter[str] = Counter()

    async def upload() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /api/v1/proof/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {UPLOADED}\r\n\r\n"
        writer.write(head.encode())
        with suppress(ConnectionError):
            for _ in range(79):
                writer.write(b" " * (UPLOADED // 80))
                await writer.drain()
        status = "still waited for"
        with suppress(TimeoutError, ConnectionError, asyncio.IncompleteReadError):
            status = (await asyncio.wait_for(reader.readline(), 2)).decode()[9:12]
        said[status] += 1
        writer.close()

    tasks = [asyncio.create_task(upload()) for _ in range(UPLOADS)]
    while not all(task.done() for task in tasks):
        most = max(most, resident(process))
        await asyncio.sleep(0.05)
    return most - before, said


def resident(process: int) -> int:
    """Return the resident memory of a process in kB, on Linux."""
    text = Path(f"/proc/{process}/status").read_bytes()
    return int(found(rb"VmRSS:\s*(\d+)", text))


async def measure(port: int, process: int) -> None:
    """Measure the server, and print the figures."""
    # Fill the caches of the disk and of the solvers before measuring anything.
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
    waited = sorted([await beside(port) for _ in range(5)])
    print(f"beside 8 searches of another client, a small question waits: {waited[2]:.2f} s (median of 5)")
    print(f"the longest of them: {waited[-1]:.2f} s")
    for sizes in (range(20, 61), range(200, 401)):
        statuses, waits = await lesson(port, sizes)
        at = [f"{waits[int(part * (len(waits) - 1))]:.2f}" for part in (0.5, 0.95, 1.0)]
        print(f"{PUPILS} pupils of one address, N = {sizes[0]} to {sizes[-1]}: answers by status {dict(statuses)}")
        print(f"they wait for a move and a hint, in seconds (50%, 95%, max): {', '.join(at)}")
    grown, said = await uploads(port, process)
    print(f"{UPLOADS} uploads that are not finished: the server grows by {grown / 1000:.0f} MB; answers {dict(said)}")


def main() -> None:
    """Start a server, measure it, and stop it."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:  # noqa: S603 - our own command
        try:
            first = server.stdout.readline() if server.stdout is not None else b""
            port = int(found(rb":(\d+)/", first))
            print(f"{default_jobs()} processors, 2 solvers")
            asyncio.run(measure(port, server.pid))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
