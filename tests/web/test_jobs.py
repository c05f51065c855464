"""Test that long work is streamed, shared and limited, and ends when no client is waiting."""

import json
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import anyio
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from perfectplay.core.game import game_spec
from perfectplay.core.progress import Progress, ignore_progress
from perfectplay.core.schema import to_json
from perfectplay.core.text.language import use_locale
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.web.jobs import FAULT, BusyError, Failure, Jobs, Limits, _events, answer, client_of
from perfectplay.web.parameters import Query, read_time_limit
from perfectplay.web.worker import AbandonedError, ProgressFiles, Reporter, encoded
from tests.tables import rows
from tests.web import work
from tests.web.conftest import LIMITS, NEVER, Served, run, wait_for

STREAM = "Accept: text/event-stream"


def slow(n: int) -> str:
    """Return a question that takes longer than any test, because the records contain only starting positions."""
    return f"/api/v1/hint?id=taxman:{n}/1399&time-limit=120"


def read_until(connection: socket.socket, text: bytes) -> bytes:
    """Read until a text has arrived, or the connection is closed."""
    got = b""
    while text not in got:
        piece = connection.recv(65536)
        if not piece:
            break
        got += piece
    return got


def events(text: str) -> list[tuple[str, dict[str, object]]]:
    """Parse the events of a stream."""
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("event: ")]
    return [(lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))) for lines in blocks]


def test_a_stream_reports_progress_and_ends_with_the_same_answer(client: TestClient) -> None:
    # Give the search enough time for a proof even on a busy machine, because only proofs are remembered.
    target = "/api/v1/hint?id=taxman:600/599&time-limit=120"
    got = events(client.get(target, headers={"Accept": "text/event-stream"}).text)
    names = [name for name, _ in got]
    assert names[-1] == "result"
    assert set(names[:-1]) == {"progress"}
    result = got[-1][1]
    for _, report in got[:-1]:
        assert report.keys() == Progress("root", 0.0).__dataclass_fields__.keys() | {"notice"}
        lower, upper, value = report["lower"], report["upper"], result["value"]
        assert isinstance(lower, int)
        assert isinstance(upper, int)
        assert isinstance(value, int)
        assert lower <= value <= upper
    # The answer was remembered, so even its running time is the same.
    assert client.get(target).json() == result


def test_a_stream_says_what_is_wrong(client: TestClient) -> None:
    response = client.get("/api/v1/hint?id=taxman:20/21", headers={"Accept": "text/event-stream"})
    assert response.status_code == 400
    assert "21" in response.json()["error"]


@pytest.mark.full
def test_those_who_ask_the_same_share_one_run(served: Served) -> None:
    connections = [served.ask(slow(1400), STREAM) for _ in range(3)]
    for connection in connections:
        assert b"event: progress" in read_until(connection, b"event: progress")
    assert served.jobs.running == served.jobs.busy == 1
    connections.pop().close()
    assert b"event: progress" in read_until(connections[0], b"event: progress")
    assert served.jobs.busy == 1
    for connection in connections:
        connection.close()
    wait_for(lambda: served.jobs.busy == 0)
    assert served.jobs.running == 0


@pytest.mark.full
@pytest.mark.parametrize("headers", [(), (STREAM,)], ids=["waiting", "streaming"])
def test_a_client_that_leaves_frees_its_solver(served: Served, headers: tuple[str, ...]) -> None:
    connection = served.ask(slow(1401), *headers)
    wait_for(lambda: served.jobs.busy == 1)
    connection.close()
    wait_for(lambda: served.jobs.busy == 0)
    # Afterwards, the process is ready for the next question.
    with served.ask("/api/v1/hint?id=taxman:24/23", "Connection: close") as following:
        assert b'"status": "optimal"' in read_until(following, b"nothing")


def test_what_waits_in_the_queue_is_dropped_when_its_client_leaves(served: Served) -> None:
    first = [served.ask(slow(n), STREAM) for n in (1402, 1403)]
    wait_for(lambda: served.jobs.busy == 2)
    waiting = served.ask(slow(1404), STREAM)
    wait_for(lambda: served.jobs.running == 3)
    waiting.close()
    wait_for(lambda: served.jobs.running == 2)
    for connection in first:
        connection.close()
    wait_for(lambda: served.jobs.busy == 0)


def test_too_many_questions_are_refused_politely(served: Served) -> None:
    connections = [served.ask(slow(1410 + i), STREAM) for i in range(LIMITS.each)]
    wait_for(lambda: served.jobs.running == LIMITS.each)
    with served.ask(slow(1420), "Connection: close") as refused:
        head, _, body = read_until(refused, b"nothing").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 3" in head.lower()
    assert json.loads(body)["error"].startswith("you have 5 questions waiting for an answer")
    # The suggested waiting time is the usual time of an answer, 41 s, divided by the number of workers, two.
    served.jobs._usual = 41
    with served.ask(slow(1421), STREAM, "Connection: close") as streamed:
        text = read_until(streamed, b"nothing").decode()
    assert '"status": 429' in text
    assert "retry: 21000\n\n" in text
    # Cheap questions are still answered.
    with served.ask("/api/v1/position?id=taxman:20", "Connection: close") as cheap:
        assert cheap.recv(65536).startswith(b"HTTP/1.1 200 ")
    for connection in connections:
        connection.close()
    wait_for(lambda: served.jobs.busy == 0)


def test_how_long_answers_take_is_known() -> None:
    async def test(jobs: Jobs) -> None:
        assert jobs.again == 3
        assert await outcome(jobs, partial(work.bring, "at once")) == "at once"
        assert 0 < jobs._usual < NEVER
        jobs._usual = 10**6
        assert jobs.again == 60

    with_pool(test)


def test_a_client_with_many_questions_leaves_a_place_for_another_one() -> None:
    """Check that a client is answered even if another client's five questions run until that client gives up."""

    async def test(jobs: Jobs) -> None:
        with ExitStack() as stack:
            for number in range(5):
                stack.enter_context(jobs.attend("much", partial(work.last, number)))
            await until(lambda: jobs.busy == 2)
            assert await outcome(jobs, partial(work.bring, "at once")) == "at once"
            assert (jobs.busy, jobs.running) == (2, 5)
        await until(lambda: not jobs.busy)

    with_pool(test)


def test_a_class_behind_one_address_is_not_refused() -> None:
    """Let thirty pupils behind one address ask at the same time, and check that each gets an answer."""

    async def test(jobs: Jobs) -> None:
        answers = []

        async def ask(number: int) -> None:
            answers.append(await outcome(jobs, partial(work.bring, number)))

        async with anyio.create_task_group() as group:
            for number in range(30):
                group.start_soon(ask, number)
        assert sorted(answers) == list(range(30))

    with_pool(test, Limits(2))


@rows(
    "host, client",
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ("2001:db8:0:1::", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::", "2001:db8:0:2::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_who_has_a_network_is_one_client(host: str, client: str) -> None:
    assert client_of(Request({"type": "http", "client": (host, 1)})) == client


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers on all of 127.0.0.0/8")
def test_a_full_queue_says_so(served: Served) -> None:
    # Let each client have its own address: all of 127.0.0.0/8 belongs to this machine.
    connections = []
    for i in range(LIMITS.workers + LIMITS.waiting + 1):
        connection = socket.create_connection(served.address, NEVER, source_address=(f"127.0.0.{2 + i}", 0))
        connection.sendall(f"GET {slow(1430 + i)} HTTP/1.1\r\nHost: {served.name}\r\n{STREAM}\r\n\r\n".encode())
        connections.append(connection)
        if i < LIMITS.workers + LIMITS.waiting:
            wait_for(lambda wanted=i + 1: served.jobs.running == wanted)  # type: ignore[misc]  # mypy sees no default
    last = read_until(connections[-1], b"event: failure\ndata: {")
    assert b"6 questions wait for an answer already" in last + read_until(connections[-1], b"}")
    for connection in connections:
        connection.close()
    wait_for(lambda: served.jobs.busy == 0)


def test_work_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch, served: Served) -> None:
    monkeypatch.setattr(served.jobs, "limits", served.jobs.limits.__class__(2, seconds=0.5))
    with served.ask(slow(1450), "Connection: close") as connection:
        head, _, body = read_until(connection, b"nothing").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 ")
    assert json.loads(body)["error"].startswith("no answer within")


def test_ids_may_be_percent_encoded(client: TestClient) -> None:
    wanted = TaxmanPosition.from_id("taxman:20/19.9").id
    assert client.get(f"/api/v1/position?id={quote(wanted, safe='')}").json()["id"] == wanted


def test_the_oldest_answers_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "done"

    async def test(jobs: Jobs) -> None:
        for value in (1, 2, 1, 2):
            assert await outcome(jobs, partial(work.bring, value, note)) == value

    # Leave room to remember only one question and its answer.
    monkeypatch.setattr("perfectplay.web.jobs._REMEMBERED", 999)
    with_pool(test)
    assert note.read_text(encoding="utf-8") == "...."


def test_time_limits_in_hundredths_are_one_question(client: TestClient) -> None:
    first = client.get("/api/v1/hint?id=taxman:101/97&time-limit=60.0").json()
    # The answer to the first question is reused: a new answer would report another running time.
    assert client.get("/api/v1/hint?id=taxman:101/97&time-limit=60.049").json() == first
    assert read_time_limit(Query([("time-limit", "20.001")])) == 20


def test_folders_of_servers_that_live_are_left_alone_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead, link, elsewhere = (tmp_path / name for name in ("perfectplay-server-dead", "perfectplay-server-link", "mine"))
    for folder in (dead, elsewhere):
        folder.mkdir()
        (folder / "0.json").touch()
    (dead / "lock").touch()
    link.symlink_to(elsewhere)
    with ProgressFiles().open():
        (alive,) = (path for path in tmp_path.iterdir() if path not in {link, elsewhere})
        assert alive != dead
        with ProgressFiles().open():
            assert alive.exists()
            assert len(list(tmp_path.iterdir())) == 4
    assert set(tmp_path.iterdir()) == {link, elsewhere}
    assert [path.name for path in elsewhere.iterdir()] == ["0.json"]


def test_a_worker_notices_that_nobody_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    progress_file = tmp_path_factory.mktemp("jobs") / "1.json"
    progress_file.touch()
    report = Reporter(str(progress_file))
    report(Progress("tree", 1.0, 10, 12))
    assert json.loads(progress_file.read_text(encoding="utf-8"))["upper"] == 12
    progress_file.unlink()
    report._next = 0.0
    with pytest.raises(AbandonedError):
        report(Progress("tree", 2.0))
    assert not progress_file.exists()


# -- the pool ------------------------------------------------------------------------------------------------------


def with_pool(test: Callable[[Jobs], Awaitable[None]], limits: Limits = LIMITS) -> None:
    """Run a test with an open pool."""

    async def opened() -> None:
        jobs = Jobs(limits)
        async with jobs.open():
            await test(jobs)
        assert jobs.running == jobs.busy == 0
        assert not folder(jobs).exists()

    run(opened)


def folder(jobs: Jobs) -> Path:
    """Return the folder of the pool's progress reports."""
    found = jobs._progress_files.folder
    assert found is not None
    return found


async def until(condition: Callable[[], object]) -> None:
    """Poll a condition that no event reports, such as the state of the pool or a line in a log."""
    while not condition():  # noqa: ASYNC110  # see above
        await anyio.sleep(0.01)


async def outcome(jobs: Jobs, piece: partial[Any]) -> Any:
    """Wait for a job; return its value, or the status, code and message of its failure."""
    with jobs.attend("somebody", piece) as job:
        await job.done.wait()
        return job.value if job.failure is None else astuple(job.failure)


@pytest.mark.full
def test_a_notice_is_shown_until_there_is_progress_again(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def test(jobs: Jobs) -> None:
        with jobs.attend("somebody", partial(work.notify_first, go, "this takes a while")) as job:
            notices = []
            async for event in _events(job):
                if not event.startswith(b":"):
                    [(name, report)] = events(event.decode())
                    assert name == "progress"
                    notices.append(report["notice"])
                if notices and notices[-1] and not go.exists():
                    assert report["stage"] == "root"
                    go.touch()
                elif go.exists() and not notices[-1]:
                    # The work has continued, so the notice is no longer shown.
                    assert report["stage"] == "tree"
                    go.unlink()
                    break
            await job.done.wait()
            assert job.value == "done"
            assert set(notices) == {None, "this takes a while"}

    with_pool(test)


def test_without_a_folder_work_goes_on_unseen(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(**_: object) -> str:
        raise OSError(28, "No space left on device")

    async def test(jobs: Jobs) -> None:
        with jobs.attend("other", partial(work.last, 1)):
            await until(lambda: jobs.busy)
        # No client is waiting for this work now, so its process is ended.
        await until(lambda: not jobs.busy)
        assert await outcome(jobs, partial(work.bring, "fit")) == "fit"

    async def opened() -> None:
        jobs = Jobs(LIMITS)
        async with jobs.open():
            assert jobs._progress_files.folder is None
            await test(jobs)

    monkeypatch.setattr("tempfile.mkdtemp", full)
    run(opened)
    assert "no folder for temporary files can be written" in caplog.text


@pytest.mark.parametrize("number", [24, 12])
def test_a_system_that_is_short_of_something_is_no_fault(number: int, caplog: pytest.LogCaptureFixture) -> None:
    async def test(jobs: Jobs) -> None:
        status, code, message = await outcome(jobs, partial(work.fall_short, number))
        assert (status, code, message.partition(";")[0]) == (
            503,
            "busy",
            f"the server lacks a resource: {os.strerror(number)}",
        )

    with_pool(test)
    assert "a question is refused, for the system lacks a resource" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("end", [work.die, work.interrupt])
def test_a_process_that_is_killed_takes_nothing_with_it(end: Callable[..., None]) -> None:
    async def test(jobs: Jobs) -> None:
        other = partial(work.last, 1)
        with jobs.attend("other", other) as job:
            status, code, message = await outcome(jobs, partial(end))
            assert (status, code, message.partition(";")[0]) == (
                503,
                "ended-early",
                "the process that looked for the answer ended early",
            )
            assert not job.done.is_set()
        assert await outcome(jobs, partial(work.bring, "fit")) == "fit"

    with_pool(test)


@pytest.mark.parametrize("piece", [work.fail, work.bring_unpicklable])
def test_what_cannot_be_brought_back_from_a_process_is_a_fault(
    piece: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(jobs: Jobs) -> None:
        assert await outcome(jobs, partial(piece)) == (500, "fault", FAULT)
        assert await outcome(jobs, partial(work.bring, "fit")) == "fit"

    with_pool(test)
    assert "failed" in caplog.text


def test_refusals_are_remembered(tmp_path: Path) -> None:
    """Check that refusals are remembered, because finding out that a question is too large can take half a minute."""
    note = tmp_path / "done"

    async def test(jobs: Jobs) -> None:
        for _ in range(3):
            assert await outcome(jobs, partial(work.refuse, note)) == (400, "limit-exceeded", "that was too much")

    with_pool(test)
    assert note.read_text(encoding="utf-8") == "."


def test_a_worker_encodes_an_answer_and_leaves_its_words_to_each_reader() -> None:
    answer = encoded(partial(work.bring, work.Told(game_spec("factorgame").title)), progress=ignore_progress)
    words = []
    for language in ("en", "fr"):
        with use_locale(language):
            words.append(to_json(answer))
    assert words == ['{"status": "Factor game", "more": null}', '{"status": "Le jeu des diviseurs", "more": null}']


@pytest.mark.full
@pytest.mark.parametrize(
    ("value", "times"),
    [
        (work.Told("optimal"), 1),
        (work.Told("bounded"), 3),
        (work.Told("optimal", work.Told("bounded")), 3),
        ({"status": "optimal", "more": {"status": "bounded"}}, 3),
        ([1, 2], 1),
        ("large" * 2_000_000, 3),
    ],
    ids=["proven", "not proven", "part not proven", "encoded", "list", "large"],
)
def test_what_is_remembered(tmp_path: Path, value: Any, times: int) -> None:
    note = tmp_path / "done"

    async def test(jobs: Jobs) -> None:
        for _ in range(3):
            assert await outcome(jobs, partial(work.bring, value, note)) == value

    with_pool(test)
    assert note.read_text(encoding="utf-8") == "." * times


def test_a_folder_that_was_tidied_away_is_made_again() -> None:
    async def test(jobs: Jobs) -> None:
        gone = folder(jobs)
        with jobs.attend("other", partial(work.last, 1)) as job:
            await until(lambda: next(gone.glob("*.json")).stat().st_size)
            shutil.rmtree(gone)
            # Without this folder, the work cannot find out that a client is waiting, so it gives up.
            await job.done.wait()
            assert job.failure == Failure(503, "ended-early", "no client waited for the answer; ask again")
        assert await outcome(jobs, partial(work.bring, "fit")) == "fit"
        assert jobs._progress_files.folder != gone

    with_pool(test)


def test_a_full_disk_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    async def test(jobs: Jobs) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Path, "touch", full)
            with pytest.raises(BusyError, match="lacks a resource: No space left on device") as caught:
                await outcome(jobs, partial(work.bring, 1))
            assert caught.value.failure.status == 503
        assert await outcome(jobs, partial(work.bring, "fit")) == "fit"

    with_pool(test)


def test_a_disk_that_fills_up_stops_no_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress_file = tmp_path / "1.json"
    progress_file.touch()
    report = Reporter(str(progress_file))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("builtins.open", full)
    report(Progress("tree", 1.0))
    assert report._next > 0
    assert progress_file.stat().st_size == 0


@pytest.mark.full
def test_clients_come_and_go() -> None:
    """Cancel work at any moment: before its turn, while its process starts, and when it has just ended."""

    async def test(jobs: Jobs) -> None:
        for i in range(60):
            with anyio.move_on_after(i % 12 * 0.02), jobs.attend(f"client {i % 3}", partial(work.last, i % 5)) as job:
                await job.done.wait()
        await until(lambda: not (jobs.busy or jobs.running))
        assert not list(folder(jobs).glob("*.json"))
        assert not jobs._clients
        assert await outcome(jobs, partial(work.bring, "fit")) == "fit"

    with_pool(test)


@pytest.mark.parametrize("accept", ["*/*", "text/event-stream"])
@pytest.mark.parametrize("brought", [float("nan"), 1 << 14_001], ids=["nan", "long"])
def test_what_cannot_be_sent_is_told_apart(accept: str, brought: float, caplog: pytest.LogCaptureFixture) -> None:
    """Check that the server is blamed for a value that JSON lacks, but the user for a number with too many digits."""
    jobs = Jobs(LIMITS)

    def route(request: Request) -> Response:
        return answer(request, work.bring, brought)

    app = Starlette(routes=[Route("/it", route)], lifespan=lambda _: jobs.open())
    app.state.jobs = jobs
    with TestClient(app) as client:
        response = client.get("/it", headers={"Accept": accept})
    told = response.json() | {"status": response.status_code} if accept == "*/*" else events(response.text)[0][1]
    if isinstance(brought, float):
        assert told == {"error": FAULT, "status": 500, "code": "fault"}
        assert "cannot be sent" in caplog.text
    else:
        assert told["status"] == 400
        assert str(told["error"]).startswith("a result has 14,002 bits; at most 14,000 are written")
