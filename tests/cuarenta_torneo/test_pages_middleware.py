"""Pages get a session and a policy; the API passes both by, and keeps what every answer must have."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from cuarenta_torneo.limits_middleware import ADDRESS
from cuarenta_torneo.live.reader import START
from cuarenta_torneo.live.stream import StreamApplication
from cuarenta_torneo.serving.refusals import HEADERS

pytestmark = pytest.mark.django_db


def test_a_page_is_sent_with_its_policy() -> None:
    assert "script-src 'self'" in Client().get("/").headers["Content-Security-Policy"]


def test_the_api_answers_without_a_session_and_safely() -> None:
    answer = Client().get("/api/v1/mesas")

    assert answer.status_code == 401
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert not hasattr(answer.wsgi_request, "session")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_whatever_is_answered_is_neither_guessed_at_nor_framed(settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    client = Client()
    answers = {
        address: client.get(address)
        for address in (
            "/",
            "/nada/",
            "/salud",
            "/static/site/site.css",
            "/api/v1/mesas",
            f"/?q={'a' * ADDRESS}",
            f"/api/v1/mesas?q={'a' * ADDRESS}",
        )
    }

    for answer in answers.values():
        answer.close()  # a file
    headers = [(address[:30], dict(answer.headers.items())) for address, answer in answers.items()]
    headers += [
        ("door", dict(HEADERS)),
        ("stream", _named(START)),
        ("stream, 404", _named(_streamed("/vivo/"))),
    ]
    assert [address for address, sent in headers if sent.get("X-Content-Type-Options") != "nosniff"] == []
    policies = {address: sent.get("Content-Security-Policy", "") for address, sent in headers}
    assert [address for address, policy in policies.items() if "frame-ancestors 'none'" not in policy] == []
    loose = [
        name
        for name, policy in policies.items()
        if not {"default-src 'none'", "object-src 'none'"} & set(policy.split("; "))
    ]
    assert loose == []


def _named(start: Any) -> dict[str, str]:
    return {name.decode().title(): value.decode() for name, value in start["headers"]}


def _streamed(path: str) -> Any:
    """What the stream begins its answer with; in a thread, since a browser of the tests has a loop running in this one."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def ask() -> None:
        scope = {"type": "http", "path": path, "method": "GET", "headers": [], "query_string": b""}
        await StreamApplication()(scope, receive, send)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()
    return sent[0]
