"""Test that answers are in the language of the URL or the browser, even if readers of several languages share work."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from perfectplay.core.text.language import languages, use_locale
from perfectplay.core.text.texts import Text
from perfectplay.web.jobs import Jobs, _events
from perfectplay.web.middleware import preferred_locale
from tests.tables import rows
from tests.web import work
from tests.web.conftest import LIMITS, ROOT, run
from tests.web.test_jobs import events

WRONG_MOVE = {
    "en": "11 cannot be taken: it was never in the pot; legal moves are 2, 3, 4, 5, 6, 7, 8, 9, 10",
    "de": "11 kann nicht genommen werden: Diese Zahl war nie im Topf; erlaubte Züge sind 2, 3, 4, 5, 6, 7, 8, 9, 10",
    "fr": "11 ne peut pas être pris\u00a0: ce nombre n\u2019a jamais été dans le pot\u202f; "
    "les coups permis sont 2, 3, 4, 5, 6, 7, 8, 9, 10",
}
MOVE = f"{ROOT}/move?id=taxman:10&move=11"


@pytest.mark.parametrize("language", languages())
def test_an_error_is_said_in_the_language_of_its_address(client: TestClient, language: str) -> None:
    answer = client.get(f"{MOVE}&lang={language}", headers={"Accept-Language": "it"})
    assert answer.status_code == 400
    assert answer.json()["error"] == WRONG_MOVE[language]
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("language", languages())
def test_an_error_is_said_in_the_language_that_the_reader_prefers(client: TestClient, language: str) -> None:
    answer = client.get(MOVE, headers={"Accept-Language": f"it, {language}-XX;q=0.8, *;q=0.1"})
    assert answer.json()["error"] == WRONG_MOVE[language]
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]


def test_without_a_wish_it_is_english(client: TestClient) -> None:
    answer = client.get(MOVE)
    assert (answer.json()["error"], answer.headers["Content-Language"]) == (WRONG_MOVE["en"], "en")


def test_a_language_that_is_not_there_is_refused(client: TestClient) -> None:
    answer = client.get(f"{ROOT}/games?lang=xx", headers={"Accept-Language": "de"})
    assert answer.status_code == 400
    assert answer.json()["error"] == "es gibt keine Sprache 'xx'; die Sprachen sind en, de, fr"
    assert "Content-Security-Policy" in answer.headers
    twice = client.get(f"{ROOT}/games?lang=de&lang=fr")
    assert twice.status_code == 400
    assert twice.json()["error"] == "the parameter 'lang' is given twice; give it once"


def test_every_address_takes_a_language(client: TestClient) -> None:
    """Check that every path accepts `lang`, and reports only the parameter that is really unknown."""
    for path in client.get(f"{ROOT}?lang=fr").json()["paths"]:
        answer = client.get(f"{path}?lang=de&unknown-thing=1")
        assert answer.status_code == 400, path
        assert answer.headers["Content-Language"] == "de"
        assert "'lang'" not in answer.text


def test_the_pages_and_the_server_speak_the_same_languages() -> None:
    texts = Path(__file__).parents[2] / "web-ui" / "src" / "texts"
    assert {folder.name for folder in texts.iterdir() if folder.is_dir()} == set(languages())


def test_pages_choose_their_language_themselves(client: TestClient) -> None:
    page = client.get("/?lang=xx")
    assert page.status_code == 200
    assert "Content-Language" not in page.headers


def test_numbers_and_words_of_the_contract_are_the_same_in_every_language(client: TestClient) -> None:
    for path in ("position?id=taxman:10/7", "taxman/bound?n=20", "lab/scores?from=2&to=9", "lab/limits"):
        answers = [client.get(f"{ROOT}/{path}&lang={one}" if "?" in path else f"{ROOT}/{path}") for one in languages()]
        assert len({answer.text for answer in answers}) == 1, path


def test_an_expression_is_judged_in_the_readers_language(client: TestClient) -> None:
    path = f"{ROOT}/pursuit/evaluate?id=pursuit:3.6.9:27&expression=3%2B&lang="
    told = {one: client.get(path + one).json() for one in languages()}
    assert told["en"]["error"] == "'+' at character 2 has nothing after it; put a number there"
    assert told["de"]["error"] == "'+' an Stelle 2 hat nichts danach; dorthin gehört eine Zahl"
    assert len({one["error"] for one in told.values()}) == len(told)
    assert len({one["problem"] for one in told.values()}) == 1


# -- work in other processes -------------------------------------------------------------------------------------------

TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")


@rows(
    "path",
    [
        "board.svg?id=coins:1.3.4.2",
        "taxman/game.svg?id=taxman:10/7",
        "lab/cover.svg?n=12",
        "lab/ties.svg?largest=2&length=6",
        "coins/tree.svg?coins=2.3.1",
        "coins/triangle.svg?coins=2.3.1",
        "pursuit/map.svg?numbers=3.6.9&targets=1-50",
    ],
)
def test_a_picture_is_drawn_for_each_language(client: TestClient, path: str) -> None:
    """Ask twice in each language, and check that no language gets an answer that was remembered for another one."""
    seen: dict[str, set[str]] = {}
    for language in (*languages(), *languages()):
        answer = client.get(f"{ROOT}/{path}&lang={language}")
        assert answer.status_code == 200, answer.text
        seen.setdefault(language, set()).add(answer.text)
    assert all(len(pictures) == 1 for pictures in seen.values())
    titles = {TITLE.findall(picture)[0] for pictures in seen.values() for picture in pictures}
    assert len(titles) == len(languages())


def test_a_refusal_that_is_remembered_is_said_to_each_reader_in_his_language(client: TestClient) -> None:
    path = f"{ROOT}/coins/ties?alphabet=100&length=200&lang="
    told = {language: client.get(path + language).json()["error"] for language in languages()}
    assert told["en"].startswith("ties of length 200 over 1 to '100' take more than 200000000 steps; lengths up to ")
    assert told["de"].startswith("Unentschieden der Länge 200 über 1 bis '100' brauchen mehr als 200000000 Schritte; ")
    assert told == {language: client.get(path + language).json()["error"] for language in languages()}


@pytest.mark.full
def test_readers_of_several_languages_share_one_run(tmp_path: Path) -> None:
    """Check that each reader gets a notice in their own language, although the process sends it only once."""
    go = tmp_path / "go"
    notice = Text("this takes {time}", time=Text.counted(2, "about {count:,} minute", "about {count:,} minutes"))
    expected = {"en": "this takes about 2 minutes", "de": "das dauert etwa 2 Minuten"}
    heard: dict[str, str] = {}

    async def listen(jobs: Jobs, language: str) -> None:
        with use_locale(language), jobs.attend(language, partial(work.notify_first, go, notice)) as job:
            assert jobs.running == 1
            async for event in _events(job):
                for name, report in events(event.decode()) if not event.startswith(b":") else ():
                    assert name == "progress"
                    if report["notice"] is not None:
                        heard[language] = str(report["notice"])
                if len(heard) == len(expected) and not go.exists() and not job.done.is_set():
                    go.touch()
                elif go.exists() and b'"stage": "tree"' in event:  # the work sent this report after the notice
                    go.unlink()

    async def test() -> None:
        import anyio

        jobs = Jobs(LIMITS)
        async with jobs.open(), anyio.create_task_group() as group:
            for language in expected:
                group.start_soon(listen, jobs, language)

    run(test)
    assert heard == expected


# -- Accept-Language ---------------------------------------------------------------------------------------------------


@rows(
    "header, language",
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE", "de"),
        ("fr;q=0.5, de;q=0.4", "fr"),
        ("fr;q=0.4,de;q=0.5", "de"),
        ("it, ja;q=0.9", "en"),
        ("it, *", "en"),
        ("en;q=0, *", "de"),
        ("de;q=0", "en"),
        ("de;q=0, fr;q=0.001", "fr"),
        ("en;q=0.1, *;q=0.5", "de"),
        ("de, fr", "de"),
        ("fr, de", "fr"),
        ("de;q=0.2, de-CH;q=0.9, fr;q=0.5", "de"),
        ("de;q=2", "en"),
        ("de;q=0.5;x=1, fr;q=0.1", "fr"),
        (" ,, de ;q=0.3", "de"),
    ],
)
def test_preferences(header: str, language: str) -> None:
    assert preferred_locale(header) == language


@given(st.text(alphabet=st.sampled_from("defrn*-;=q.,0123 \t")) | st.text())
def test_whatever_a_browser_prefers_there_is_a_language(header: str) -> None:
    assert preferred_locale(header) in languages()


def test_a_fault_is_admitted_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.web import games
    from perfectplay.web.app import create_app

    def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(games, "game_specs", fail)
    with TestClient(create_app(LIMITS), base_url="http://127.0.0.1:8017", raise_server_exceptions=False) as client:
        answer = client.get(f"{ROOT}/games?lang=de")
    assert answer.status_code == 500
    assert (
        json.loads(answer.text)["error"] == "hier hat das Programm einen Fehler; der Bildschirm des Servers zeigt ihn"
    )


def test_a_stranger_is_refused_in_his_language(client: TestClient) -> None:
    answer = client.get(f"{ROOT}/games", headers={"Host": "evil.example", "Accept-Language": "fr"})
    assert answer.status_code == 421
    assert answer.json()["error"].startswith("ce serveur ne porte pas le nom 'evil.example'")
